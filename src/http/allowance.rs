//! How much work a household may ask of the processor: a credit that comes back with time.
//!
//! It is for what is computed or looked for, for whoever asks, without an identity. Game and lobby do not draw on it.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};

use crate::session::{Bucket, Rate};
use crate::timekeeper::Arrival;

/// What each household has: ten positions a second, or the moving picture of a game each second.
const CREDIT: Rate = Rate { per_second: 10, burst: 80 };
/// How many households are remembered. One more is turned away until the credit of another is whole.
const HOUSEHOLDS_MAX: usize = 8_192;

/// What some work costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cost {
    /// A page of finished games.
    Page,
    /// A position to judge.
    Position,
    /// A file to read.
    File,
    /// A picture to paint.
    Picture,
    /// A moving picture.
    Film,
}

impl Cost {
    const fn units(self) -> u32 {
        match self {
            Self::Page | Self::Position => 1,
            Self::File => 4,
            Self::Picture => 5,
            Self::Film => 10,
        }
    }
}

/// The credit of every household that has drawn on it.
#[derive(Debug, Default)]
pub(super) struct Allowance {
    households: Mutex<HashMap<IpAddr, Bucket>>,
}

impl Allowance {
    /// Takes what some work costs from the credit of a household. Says whether there was as much.
    pub(super) fn take(&self, household: IpAddr, cost: Cost, now: Arrival) -> bool {
        // Nothing panics while it is held, and a bucket is never half written.
        let mut households = self.households.lock().unwrap_or_else(PoisonError::into_inner);
        if households.len() >= HOUSEHOLDS_MAX && !households.contains_key(&household) {
            households.retain(|_, bucket| !bucket.is_whole(now));
            if households.len() >= HOUSEHOLDS_MAX {
                return false;
            }
        }
        households.entry(household).or_insert_with(|| Bucket::new(CREDIT, now)).take_some(cost.units(), now)
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;
    use std::time::Duration;

    use super::*;

    fn home(number: usize) -> IpAddr {
        Ipv4Addr::from(u32::try_from(number).unwrap()).into()
    }

    #[test]
    fn each_household_has_a_credit_of_its_own_that_comes_back() {
        let (allowance, start) = (Allowance::default(), Arrival::now());
        let films = (0..20).filter(|_| allowance.take(home(1), Cost::Film, start)).count();
        assert_eq!(films, 8);
        assert!(!allowance.take(home(1), Cost::Position, start));
        assert!(allowance.take(home(2), Cost::Film, start));
        let later = start.after(Duration::from_secs(1));
        assert!(
            allowance.take(home(1), Cost::Film, later) && !allowance.take(home(1), Cost::Position, later)
        );
    }

    #[test]
    fn who_has_drawn_on_it_is_remembered_up_to_a_bound() {
        let (allowance, start) = (Allowance::default(), Arrival::now());
        for number in 0..HOUSEHOLDS_MAX {
            assert!(allowance.take(home(number), Cost::Picture, start));
        }
        assert!(!allowance.take(home(HOUSEHOLDS_MAX), Cost::Position, start));
        assert!(allowance.take(home(0), Cost::Position, start), "whoever is known is served");
        let later = start.after(Duration::from_millis(500));
        assert!(allowance.take(home(HOUSEHOLDS_MAX), Cost::Position, later));
        assert_eq!(allowance.households.lock().unwrap().len(), 2, "who has all of it again is forgotten");
    }
}
