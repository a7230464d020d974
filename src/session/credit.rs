//! What people and addresses may ask for each second, over all their connections together.
//!
//! Each connection has its own rate. Who opens several has a credit for all of them besides, and so has the address they
//! come from: half of what its connections could send together, one message at a time. A message takes as much of it as
//! it costs the server. What is drawn comes back by the monotonic clock, and is not forgotten with the connection.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use super::ledger::{Ledger, Share, hold};
use super::rate::Rate;
use crate::config;
use crate::journal::PersonId;
use crate::protocol::Request;
use crate::timekeeper::Arrival;

/// What a message takes of the credit.
pub(super) const fn cost(request: &Request) -> u32 {
    match request {
        // A list of thousands, a write to the store, a room, or word to somebody else.
        Request::WatchLobby { .. }
        | Request::Create { .. }
        | Request::Challenge { .. }
        | Request::Rename { .. }
        | Request::Declare { .. }
        | Request::Bots { watch: true } => 4,
        // A snapshot, or a place in a pool.
        Request::Join { .. } | Request::Pair { .. } | Request::Invite { .. } | Request::Follow { .. } => 2,
        Request::Authenticate { .. }
        | Request::Ping { .. }
        | Request::LeaveLobby
        | Request::Bots { watch: false }
        | Request::Unpair
        | Request::Withdraw
        | Request::AnswerChallenge { .. }
        | Request::Leave { .. }
        | Request::Act { .. }
        | Request::Unfollow
        | Request::TakeInvitations { .. } => 1,
    }
}

/// The credit of everybody who is here or was a moment ago. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Credits {
    people: Arc<Ledger<PersonId>>,
    households: Arc<Ledger<IpAddr>>,
}

impl Credits {
    /// Whole credits for connections with these limits, of which an address can have so many.
    pub fn new(limits: &config::Session, connections_per_address: usize) -> Self {
        let half_of = |connections: usize| {
            let times = |number: u32| {
                let all = u64::from(number).saturating_mul(connections as u64).div_ceil(2);
                u32::try_from(all).unwrap_or(u32::MAX).max(number)
            };
            Rate { per_second: times(limits.messages_per_second), burst: times(limits.messages_burst) }
        };
        Self {
            people: Arc::new(Ledger::new(half_of(limits.connections_per_person))),
            households: Arc::new(Ledger::new(half_of(connections_per_address))),
        }
    }

    /// What a connection draws on: of its person, unless it is nobody's, and of its address, unless it comes from inside.
    pub(super) fn of(&self, person: Option<PersonId>, household: Option<IpAddr>, now: Arrival) -> Purse {
        let person = person.map(|person| self.people.share(person, now));
        let household = household.map(|household| self.households.share(household, now));
        Purse { shares: [person, household] }
    }
}

/// The credits that one connection draws on.
#[derive(Debug)]
pub(super) struct Purse {
    shares: [Option<Share>; 2],
}

impl Purse {
    /// Takes what a message costs of each credit, or nothing.
    ///
    /// # Errors
    /// How long it takes until there is as much.
    pub(super) fn take(&self, cost: u32, now: Arrival) -> Result<(), Duration> {
        // Always in the same order, and never waited with.
        let mut held = self.shares.each_ref().map(|share| share.as_ref().map(hold));
        let waits = held.iter().flatten().map(|bucket| bucket.wait_for(cost, now));
        let wait = waits.max().unwrap_or_default();
        if !wait.is_zero() {
            return Err(wait);
        }
        for bucket in held.iter_mut().flatten() {
            bucket.take_some(cost, now);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use super::super::ledger::TIDIED_FROM;
    use super::*;

    fn credits() -> Credits {
        // A person has 80 a second and 240 at once; an address with four connections 40 and 120.
        Credits::new(&config::Session::default(), 4)
    }

    fn person(number: u8) -> Option<PersonId> {
        Some(PersonId::from_entropy([number; 16]))
    }

    fn home(number: usize) -> Option<IpAddr> {
        Some(Ipv4Addr::from(u32::try_from(number).unwrap()).into())
    }

    fn taken(purse: &Purse, cost: u32, now: Arrival) -> usize {
        (0..1000).take_while(|_| purse.take(cost, now).is_ok()).count()
    }

    #[test]
    fn the_connections_of_a_person_share_a_credit() {
        let (credits, now) = (credits(), Arrival::now());
        let (one, two) = (credits.of(person(1), None, now), credits.of(person(1), None, now));
        let other = credits.of(person(2), None, now);
        assert_eq!(taken(&one, 1, now) + taken(&two, 1, now), 240);
        assert_eq!(taken(&other, 4, now), 60, "what costs more is given less often");
    }

    #[test]
    fn the_people_of_an_address_share_a_credit_and_nothing_is_taken_by_halves() {
        let (credits, now) = (credits(), Arrival::now());
        let (ann, bob) = (credits.of(person(1), home(1), now), credits.of(person(2), home(1), now));
        assert_eq!(taken(&ann, 1, now), 120);
        let wait = bob.take(4, now).unwrap_err();
        assert_eq!(wait, Duration::from_millis(100), "four at 40 a second");
        let elsewhere = credits.of(person(2), None, now);
        assert_eq!(taken(&elsewhere, 1, now), 240, "what was refused cost nothing");
        assert!(credits.of(person(3), home(2), now).take(4, now).is_ok());
        assert!(credits.of(person(3), home(1), now).take(4, now.after(wait)).is_ok());
    }

    #[test]
    fn what_was_drawn_is_not_forgotten_with_the_connection() {
        let (credits, now) = (credits(), Arrival::now());
        assert_eq!(taken(&credits.of(person(1), None, now), 1, now), 240);
        assert_eq!(taken(&credits.of(person(1), None, now), 1, now), 0);
        let later = now.after(Duration::from_secs(1));
        assert_eq!(taken(&credits.of(person(1), None, later), 1, later), 80);
    }

    #[test]
    fn who_is_gone_and_has_it_all_again_is_forgotten() {
        let (credits, now) = (credits(), Arrival::now());
        let stays = credits.of(None, home(0), now);
        for number in 1..TIDIED_FROM {
            let purse = credits.of(None, home(number), now);
            purse.take(120, now).unwrap();
        }
        drop(credits.of(None, home(TIDIED_FROM), now));
        assert_eq!(credits.households.len(), TIDIED_FROM + 1, "all of them have drawn on it");
        let later = now.after(Duration::from_secs(4));
        for number in 0..=TIDIED_FROM {
            drop(credits.of(None, home(TIDIED_FROM + number), later));
        }
        assert!(credits.households.len() < TIDIED_FROM + 3);
        assert!(stays.take(120, later).is_ok() && credits.of(None, home(0), later).take(1, later).is_err());
    }

    #[test]
    fn no_person_has_less_than_one_connection() {
        let limits = config::Session { connections_per_person: 1, ..config::Session::default() };
        let (credits, now) = (Credits::new(&limits, 1), Arrival::now());
        assert_eq!(taken(&credits.of(person(1), home(1), now), 1, now), 60);
    }
}
