//! What a replay found, and how far it is.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use crate::replay::wrong::Mismatch;

/// The most mismatches that are listed; all are counted.
pub const MISMATCHES_LISTED: usize = 20;

/// How far a replay is. Counted by all games at once, read by whoever shows it.
#[derive(Debug, Default)]
pub struct Progress {
    /// Games that are done, rightly or not.
    pub games: AtomicU64,
    /// Moves that were seen by all three.
    pub moves: AtomicU64,
    /// Connections that were made again.
    pub reconnects: AtomicU64,
    /// Commands that were sent more than once.
    pub resent: AtomicU64,
    /// Rooms that were looked at again after all games.
    pub audited: AtomicU64,
    /// How long moves took from their player to the opponent.
    pub delays: Delays,
}

/// A histogram of durations, each bucket an eighth of a power of two wide.
#[derive(Debug)]
pub struct Delays {
    buckets: [AtomicU64; Delays::BUCKETS],
}

impl Delays {
    const STEPS: u64 = 8;
    const BUCKETS: usize = 256;

    /// Counts a duration.
    pub fn count(&self, duration: Duration) {
        let micros = u64::try_from(duration.as_micros()).unwrap_or(u64::MAX);
        self.buckets[Self::bucket(micros)].fetch_add(1, Ordering::Relaxed);
    }

    /// A duration that `part` of all do not exceed; zero if there are none.
    pub fn quantile(&self, part: f64) -> Duration {
        let counts: Vec<u64> = self.buckets.iter().map(|bucket| bucket.load(Ordering::Relaxed)).collect();
        let all: u64 = counts.iter().sum();
        let mut so_far = 0;
        for (index, count) in counts.iter().enumerate() {
            so_far += count;
            #[expect(clippy::cast_precision_loss, reason = "counts are far below 2^52")]
            let is_there = *count > 0 && so_far as f64 >= all as f64 * part;
            if is_there {
                return Duration::from_micros(Self::upper_bound(index));
            }
        }
        Duration::ZERO
    }

    /// Sixteen buckets of one microsecond, then eight for each power of two.
    fn bucket(micros: u64) -> usize {
        let power = micros.max(1).ilog2().saturating_sub(3);
        let index = u64::from(power) * Self::STEPS + (micros >> power);
        usize::try_from(index).unwrap_or(usize::MAX).min(Self::BUCKETS - 1)
    }

    fn upper_bound(index: usize) -> u64 {
        let index = index as u64;
        let power = (index / Self::STEPS).saturating_sub(1);
        let step = index - power * Self::STEPS;
        ((step + 1) << power) - 1
    }
}

impl Default for Delays {
    fn default() -> Self {
        Self { buckets: std::array::from_fn(|_| AtomicU64::new(0)) }
    }
}

/// What a replay found.
#[derive(Clone, Debug)]
pub struct Report {
    /// Games that were to be played.
    pub games: u64,
    /// Games in which everything matched.
    pub matched: u64,
    /// Moves that were seen by all three.
    pub moves: u64,
    /// Rooms that were looked at again after all games.
    pub audited: u64,
    /// Connections that were made again.
    pub reconnects: u64,
    /// Commands that were sent more than once.
    pub resent: u64,
    /// How long it took.
    pub took: Duration,
    /// How long moves took from their player to the opponent: half of them, 99 of 100, and all.
    pub delays: [Duration; 3],
    /// What did not match, at most [`MISMATCHES_LISTED`].
    pub mismatches: Vec<Mismatch>,
    /// How many things did not match.
    pub mismatched: u64,
}

impl Progress {
    /// One line for whoever waits.
    pub fn line(&self, games: u64, moves_per_second: u64) -> String {
        format!(
            "{}/{games} games, {} moves, {moves_per_second} moves/s, move to opponent p50 {} p99 {}, {} reconnects",
            self.games.load(Ordering::Relaxed),
            self.moves.load(Ordering::Relaxed),
            Millis(self.delays.quantile(0.5)),
            Millis(self.delays.quantile(0.99)),
            self.reconnects.load(Ordering::Relaxed),
        )
    }
}

impl Report {
    /// Whether everything matched.
    pub const fn is_clean(&self) -> bool {
        self.mismatched == 0
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [half, most, all] = self.delays.map(Millis);
        writeln!(f, "games       {} of {} matched", self.matched, self.games)?;
        writeln!(f, "moves       {} in {}", self.moves, Millis(self.took))?;
        writeln!(f, "to opponent p50 {half}, p99 {most}, max {all}")?;
        writeln!(f, "reconnects  {}, commands sent again {}", self.reconnects, self.resent)?;
        writeln!(f, "audited     {} rooms", self.audited)?;
        write!(f, "mismatches  {}", self.mismatched)?;
        for mismatch in &self.mismatches {
            write!(f, "\n  {mismatch}")?;
        }
        let unlisted = self.mismatched - self.mismatches.len() as u64;
        if unlisted > 0 {
            write!(f, "\n  and {unlisted} more")?;
        }
        Ok(())
    }
}

/// Prints milliseconds.
struct Millis(Duration);

impl fmt::Display for Millis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.1} ms", self.0.as_secs_f64() * 1000.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quantile_is_an_eighth_too_large_at_most() {
        for micros in (0..100).chain([1_000, 12_345, 999_999, 60_000_000]) {
            let delays = Delays::default();
            delays.count(Duration::from_micros(micros));
            let found = delays.quantile(0.99).as_micros();
            let exact = u128::from(micros);
            assert!(found >= exact && found <= exact + exact / 8, "{exact} {found}");
        }
    }

    #[test]
    fn quantiles_count() {
        let delays = Delays::default();
        assert_eq!(delays.quantile(0.5), Duration::ZERO);
        (1..=10).for_each(|micros| delays.count(Duration::from_micros(micros)));
        assert_eq!(delays.quantile(0.5), Duration::from_micros(5));
        assert_eq!(delays.quantile(0.99), Duration::from_micros(10));
        assert_eq!(delays.quantile(1.0), Duration::from_micros(10));
    }
}
