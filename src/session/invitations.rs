//! Bots that take invitations to tables, and how an invitation reaches them.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use dashmap::DashMap;
use tokio::sync::mpsc;

use crate::game::accepts::NotPlayed;
use crate::game::seat::Seat;
use crate::journal::{Declarations, Journal, Person, PersonId, RoomId};
use crate::store::Store;

/// How many invitations wait for a bot to be told of them.
const WAITING_MAX: usize = 16;

/// The bots that take invitations. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct Invitations {
    hosts: Arc<DashMap<PersonId, Host>>,
}

/// An invitation to a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Invitation {
    /// The table.
    pub(super) room: RoomId,
    /// Who invites.
    pub(super) by: Person,
}

/// What is asked for.
#[derive(Debug)]
pub(super) struct Asked {
    /// By whom.
    pub(super) by: Person,
    /// To which table.
    pub(super) room: RoomId,
    /// Which bot; none if the text names no person.
    pub(super) bot: Option<PersonId>,
    /// What bots have said that they play.
    pub(super) declared: Declarations,
}

#[derive(Debug)]
struct Host {
    invitations: mpsc::Sender<Invitation>,
    games: Arc<AtomicUsize>,
    games_max: usize,
}

/// A connection that takes invitations, until this is dropped.
#[derive(Debug)]
pub(super) struct Taking {
    hosts: Arc<DashMap<PersonId, Host>>,
    person: PersonId,
    invitations: mpsc::Receiver<Invitation>,
    games: Arc<AtomicUsize>,
}

/// Why a bot was not invited.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum NotInvited {
    /// It is not here, or takes none.
    #[error("no bot of that id takes invitations at the moment")]
    NoSuchBot,
    /// It has enough.
    #[error("this bot plays as many games as it takes at once; try again later, or another one")]
    Busy,
    /// The sender neither sits nor arbitrates there, or the table is full.
    #[error("you can invite to a table at which you sit or arbitrate, and which has a free seat")]
    NotYourTable,
    /// It has declared that it does not play that.
    #[error(transparent)]
    NotPlayed(#[from] NotPlayed),
    /// The store does not answer.
    #[error("the server cannot look at the table at the moment; try again")]
    Unavailable,
}

impl Invitations {
    /// Notes a bot's connection. The latest of several takes them.
    pub(super) fn take(&self, person: PersonId, games: usize, games_max: u16) -> Taking {
        let (sender, invitations) = mpsc::channel(WAITING_MAX);
        let games = Arc::new(AtomicUsize::new(games));
        let host = Host { invitations: sender, games: Arc::clone(&games), games_max: games_max.into() };
        self.hosts.insert(person, host);
        Taking { hosts: Arc::clone(&self.hosts), person, invitations, games }
    }

    /// Hands an invitation on.
    ///
    /// # Errors
    /// [`NotInvited`] says why not.
    pub(super) async fn invite(
        &self,
        store: &Store,
        Asked { by, room, bot, declared }: Asked,
    ) -> Result<(), NotInvited> {
        let bot = bot.ok_or(NotInvited::NoSuchBot)?;
        let invitations = {
            let host = self.hosts.get(&bot).ok_or(NotInvited::NoSuchBot)?;
            let waiting = host.invitations.max_capacity() - host.invitations.capacity();
            if host.games.load(Ordering::Relaxed) + waiting >= host.games_max {
                return Err(NotInvited::Busy);
            }
            host.invitations.clone()
        };
        let records = store.records_of(room).await.map_err(|_| NotInvited::Unavailable)?;
        let journal =
            Journal::replay(records.ok_or(NotInvited::NotYourTable)?).map_err(|_| NotInvited::Unavailable)?;
        let table = journal.table();
        let is_theirs = table.seat_of(by.id).is_some() || table.bench().is_arbiter(by.id);
        if !is_theirs || table.free_seat().is_none() || table.game().outcome().is_some() {
            return Err(NotInvited::NotYourTable);
        }
        let sits = Seat::BOTH.into_iter().find_map(|seat| table.seats()[seat].as_ref());
        declared.check(bot, table.game().rules(), sits)?;
        invitations.try_send(Invitation { room, by }).map_err(|error| match error {
            mpsc::error::TrySendError::Full(_) => NotInvited::Busy,
            mpsc::error::TrySendError::Closed(_) => NotInvited::NoSuchBot,
        })
    }
}

impl Taking {
    /// The next invitation; none ever again once another connection of the same bot takes them. Safe to cancel.
    pub(super) async fn next(&mut self) -> Option<Invitation> {
        self.invitations.recv().await
    }

    /// Notes how many rooms the connection follows.
    pub(super) fn plays(&self, games: usize) {
        self.games.store(games, Ordering::Relaxed);
    }
}

impl Drop for Taking {
    fn drop(&mut self) {
        self.hosts.remove_if(&self.person, |_, host| Arc::ptr_eq(&host.games, &self.games));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn person(number: u8) -> Person {
        Person { id: PersonId::from_entropy([number; 16]), name: "x".parse().unwrap(), is_bot: false }
    }

    #[tokio::test]
    async fn a_bot_is_invited_while_it_is_here_and_has_room() {
        let invitations = Invitations::default();
        let (store, _requests) = Store::detached(1);
        let room = RoomId::from_entropy([1; 12]);
        let bot = person(1).id;
        let invited = |bot| {
            let declared = Declarations::default();
            invitations.invite(&store, Asked { by: person(2), room, bot, declared })
        };
        assert_eq!(invited(None).await, Err(NotInvited::NoSuchBot));
        assert_eq!(invited(Some(bot)).await, Err(NotInvited::NoSuchBot));
        let first = invitations.take(bot, 0, 1);
        first.plays(1);
        assert_eq!(invited(Some(bot)).await, Err(NotInvited::Busy));
        // A second connection takes the place of the first, and stays when that one goes.
        let second = invitations.take(bot, 1, 1);
        drop(first);
        assert_eq!(invited(Some(bot)).await, Err(NotInvited::Busy));
        drop(second);
        assert_eq!(invited(Some(bot)).await, Err(NotInvited::NoSuchBot));
    }
}
