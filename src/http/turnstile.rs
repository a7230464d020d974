//! How fast newcomers are let through, so that those who play never wait behind thousands who come back together.

use std::num::NonZeroUsize;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use crate::timekeeper::{Arrival, reach};

/// How many newcomers each core lets through in a second: a greeting takes some tenth of a millisecond of it.
const PER_SECOND_AND_CORE: u32 = 2000;
/// How much of a second's newcomers may come at the same moment.
const AT_ONCE: Duration = Duration::from_millis(50);
/// The longest anybody waits.
const WAIT_MAX: Duration = Duration::from_secs(20);

/// Lets newcomers through in the order in which they came, and no more of them than the machine can greet beside its work.
#[derive(Debug)]
pub(super) struct Turnstile {
    interval: Duration,
    /// When the next newcomer would pass if none might come early.
    next: Mutex<Option<Arrival>>,
}

impl Turnstile {
    /// For the cores that this process has.
    pub(super) fn new() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        let per_second = PER_SECOND_AND_CORE.saturating_mul(u32::try_from(cores).unwrap_or(1));
        Self { interval: Duration::from_secs(1) / per_second, next: Mutex::new(None) }
    }

    /// Waits for one's turn. False if too many wait already.
    pub(super) async fn pass(&self) -> bool {
        let now = Arrival::now();
        let Some(wait) = self.wait(now) else { return false };
        if !wait.is_zero() {
            reach(Some(now.after(wait))).await;
        }
        true
    }

    /// How long somebody waits who comes now; none if that is too long, and then it does not count.
    fn wait(&self, now: Arrival) -> Option<Duration> {
        let mut next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
        let turn = next.map_or(now, |next| next.max(now));
        let wait = turn.since(now).saturating_sub(AT_ONCE);
        if wait > WAIT_MAX {
            return None;
        }
        *next = Some(turn.after(self.interval));
        Some(wait)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn turnstile() -> Turnstile {
        Turnstile { interval: Duration::from_millis(1), next: Mutex::new(None) }
    }

    #[test]
    fn few_pass_at_once_and_many_one_after_the_other() {
        let (turnstile, now) = (turnstile(), Arrival::now());
        let waits: Vec<u128> = (0..120).map(|_| turnstile.wait(now).unwrap().as_millis()).collect();
        assert!(waits[..=50].iter().all(|wait| *wait == 0), "{waits:?}");
        assert_eq!(waits[51..54], [1, 2, 3]);
        assert_eq!(waits[119], 69);
        // Who comes when all have passed does not wait for them.
        assert_eq!(turnstile.wait(now.after(Duration::from_secs(1))), Some(Duration::ZERO));
    }

    #[test]
    fn nobody_waits_longer_than_the_bound_and_who_is_sent_away_takes_no_turn() {
        let (turnstile, now) = (turnstile(), Arrival::now());
        let let_in = (0..40_000).filter(|_| turnstile.wait(now).is_some()).count();
        assert_eq!(let_in, 20_051, "twenty seconds, those at once, and the first");
        let later = now.after(Duration::from_millis(100));
        assert_eq!((0..200).filter(|_| turnstile.wait(later).is_some()).count(), 100);
    }

    #[tokio::test(start_paused = true)]
    async fn passing_takes_the_time_that_it_should() {
        let turnstile = turnstile();
        let begun = Arrival::now();
        let together = futures::future::join_all((0..151).map(|_| turnstile.pass()));
        assert!(together.await.into_iter().all(|passed| passed));
        assert_eq!(Arrival::now().since(begun).as_millis(), 100);
    }
}
