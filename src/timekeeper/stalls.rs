//! Times in which the process was held up as a whole: stopped by a signal, paused with its virtual machine, or left
//! without a processor. Nobody is charged for them.
//!
//! A thread that has nothing else to do looks at the clock again and again. When it comes much too late, nothing in the
//! process went on, and what is stamped afterwards was late by as much. Whoever is the first to show a stamp after such a
//! time finds it out, be it that thread or a room, so that no room ever counts with a gap that is not known yet.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, PoisonError, RwLock, Weak};
use std::time::Duration;

use tokio::sync::watch;

use super::Arrival;

/// How often the thread looks.
const LOOK_EVERY: Duration = Duration::from_millis(25);
/// How late a look may be before the process counts as held up. A busy machine is late by a few milliseconds.
const LATE_MAX: Duration = Duration::from_millis(75);
/// How many such times are remembered one by one. Stamps are a few seconds old at most.
const KEPT: usize = 64;

/// The times in which the process was held up. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct Stalls {
    shared: Option<Arc<Inner>>,
}

#[derive(Debug)]
struct Inner {
    began: Arrival,
    /// When the thread looked last, in microseconds since it began.
    looked: AtomicU64,
    known: RwLock<Known>,
    total: watch::Sender<Duration>,
}

#[derive(Debug, Default)]
struct Known {
    /// The time lost to those that are no longer remembered one by one.
    earlier: Duration,
    /// In order.
    stalls: Vec<Stall>,
}

/// One time in which the process was held up.
#[derive(Clone, Copy, Debug)]
struct Stall {
    from: Arrival,
    until: Arrival,
}

impl Stalls {
    /// Starts to look. The thread ends with the last handle.
    ///
    /// # Errors
    /// If there can be no thread.
    pub fn watch() -> std::io::Result<Self> {
        let inner = Arc::new(Inner::since(Arrival::now()));
        let watched = Arc::downgrade(&inner);
        std::thread::Builder::new().name("stalls".to_owned()).spawn(move || look(&watched))?;
        Ok(Self { shared: Some(inner) })
    }

    /// How much time was lost by the time of a stamp.
    pub fn lost_by(&self, arrival: Arrival) -> Duration {
        let Some(inner) = &self.shared else { return Duration::ZERO };
        inner.note(arrival);
        let known = inner.known.read().unwrap_or_else(PoisonError::into_inner);
        known.stalls.iter().fold(known.earlier, |lost, stall| lost + stall.before(arrival))
    }

    /// How much time was lost between two stamps.
    pub fn lost_between(&self, earlier: Arrival, later: Arrival) -> Duration {
        let by_later = self.lost_by(later);
        by_later.saturating_sub(self.lost_by(earlier))
    }

    /// Changes whenever time was lost: all that was lost so far. Never, if nobody looks.
    pub fn subscribe(&self) -> Option<watch::Receiver<Duration>> {
        self.shared.as_ref().map(|inner| inner.total.subscribe())
    }
}

impl Stall {
    /// How much of it lies before a stamp.
    fn before(&self, arrival: Arrival) -> Duration {
        self.until.min(arrival).since(self.from)
    }
}

impl Inner {
    fn since(began: Arrival) -> Self {
        let (total, known) = (watch::Sender::new(Duration::ZERO), RwLock::default());
        Self { began, looked: AtomicU64::new(0), known, total }
    }

    /// Takes a stamp for a look, if it is so late that nobody can have looked.
    fn note(&self, now: Arrival) {
        let looked = self.looked.load(Ordering::Acquire);
        let due = Duration::from_micros(looked) + LOOK_EVERY;
        if now.since(self.began) > due + LATE_MAX {
            self.add(looked, Stall { from: self.began.after(due), until: now });
        }
    }

    /// Looks.
    fn look(&self) {
        let now = Arrival::now();
        self.note(now);
        self.looked.fetch_max(self.micros(now), Ordering::AcqRel);
    }

    /// Only the first who found it out adds it.
    fn add(&self, looked: u64, stall: Stall) {
        let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
        let until = self.micros(stall.until);
        if self.looked.compare_exchange(looked, until, Ordering::AcqRel, Ordering::Acquire).is_err() {
            return;
        }
        known.add(stall);
        let total = known.stalls.iter().fold(known.earlier, |lost, stall| lost + stall.before(stall.until));
        self.total.send_replace(total);
    }

    fn micros(&self, at: Arrival) -> u64 {
        u64::try_from(at.since(self.began).as_micros()).unwrap_or(u64::MAX)
    }
}

impl Known {
    fn add(&mut self, stall: Stall) {
        if self.stalls.len() == KEPT {
            let oldest = self.stalls.remove(0);
            self.earlier += oldest.before(oldest.until);
        }
        self.stalls.push(stall);
    }
}

fn look(watched: &Weak<Inner>) {
    while let Some(inner) = watched.upgrade() {
        inner.look();
        drop(inner);
        std::thread::sleep(LOOK_EVERY);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    /// Somebody looked at `looked`, and nobody since.
    fn after_a_look(looked: Duration) -> (Stalls, Arrival) {
        let began = Arrival::now();
        let inner = Inner::since(began);
        inner.looked.store(u64::try_from(looked.as_micros()).unwrap(), Ordering::Release);
        (Stalls { shared: Some(Arc::new(inner)) }, began)
    }

    #[test]
    fn a_stamp_that_is_late_by_a_little_has_lost_nothing() {
        let (stalls, began) = after_a_look(ms(1000));
        assert_eq!(stalls.lost_by(began.after(ms(1100))), Duration::ZERO);
    }

    #[test]
    fn the_first_stamp_after_a_stall_finds_it_out_and_all_agree() {
        let (stalls, began) = after_a_look(ms(1000));
        let total = stalls.subscribe().unwrap();
        let lost = ms(3000 - 1025);
        assert_eq!(stalls.lost_by(began.after(ms(3000))), lost);
        assert_eq!(stalls.lost_by(began.after(ms(3001))), lost, "a stamp beside it");
        assert_eq!(stalls.lost_by(began.after(ms(900))), Duration::ZERO, "a stamp from before");
        assert_eq!(stalls.lost_by(began.after(ms(2025))), ms(1000), "a stamp from the middle of it");
        assert_eq!(*total.borrow(), lost);
        assert_eq!(stalls.lost_between(began.after(ms(900)), began.after(ms(3050))), lost);
    }

    #[test]
    fn stalls_that_are_long_past_are_summed_up() {
        let (stalls, began) = after_a_look(Duration::ZERO);
        for number in 1..=200 {
            stalls.lost_by(began.after(ms(number * 1000)));
        }
        assert_eq!(stalls.lost_by(began.after(ms(200_000))), ms(200 * (1000 - 25)));
        let known = stalls.shared.as_ref().unwrap().known.read().unwrap();
        assert_eq!(known.stalls.len(), KEPT);
    }

    #[test]
    fn nobody_looks_and_nothing_is_lost() {
        let stalls = Stalls::default();
        assert_eq!(stalls.lost_by(Arrival::now().after(ms(100_000))), Duration::ZERO);
        assert!(stalls.subscribe().is_none());
    }
}
