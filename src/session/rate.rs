//! Pure: how often something may happen.

use std::time::Duration;

use crate::timekeeper::Arrival;

/// So many each second on average, and so many at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rate {
    /// Each second on average.
    pub per_second: u32,
    /// At once.
    pub burst: u32,
}

/// Credit that is taken one by one and comes back with time.
#[derive(Clone, Debug)]
pub struct Bucket {
    cost: Duration,
    debt_max: Duration,
    /// How much time has to pass until the credit is whole.
    debt: Duration,
    last: Arrival,
}

impl Bucket {
    /// A bucket with its whole credit at `now`.
    pub fn new(rate: Rate, now: Arrival) -> Self {
        let cost = Duration::from_secs(1) / rate.per_second.max(1);
        Self { cost, debt_max: cost * rate.burst, debt: Duration::ZERO, last: now }
    }

    /// Takes one. Says whether there was one.
    pub fn take(&mut self, now: Arrival) -> bool {
        self.take_some(1, now)
    }

    /// Takes so many, or none if there are fewer. Says whether there were.
    pub fn take_some(&mut self, count: u32, now: Arrival) -> bool {
        self.catch_up(now);
        let debt = self.debt + self.cost * count;
        if debt > self.debt_max {
            return false;
        }
        self.debt = debt;
        true
    }

    /// How long it takes until there is one.
    pub(super) fn wait(&self, now: Arrival) -> Duration {
        self.wait_for(1, now)
    }

    /// How long it takes until there are so many.
    pub(super) fn wait_for(&self, count: u32, now: Arrival) -> Duration {
        let debt = self.debt.saturating_sub(now.since(self.last));
        // In whole milliseconds, and never too short.
        let wait = (debt + self.cost * count).saturating_sub(self.debt_max);
        Duration::from_millis(u64::try_from(wait.as_nanos().div_ceil(1_000_000)).unwrap_or(u64::MAX))
    }

    /// Whether the credit is whole again.
    pub fn is_whole(&mut self, now: Arrival) -> bool {
        self.catch_up(now);
        self.debt.is_zero()
    }

    fn catch_up(&mut self, now: Arrival) {
        self.debt = self.debt.saturating_sub(now.since(self.last));
        self.last = self.last.max(now);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn taken(bucket: &mut Bucket, tries: u32, at: Arrival) -> usize {
        (0..tries).filter(|_| bucket.take(at)).count()
    }

    #[test]
    fn a_bucket_gives_its_burst_and_then_its_rate() {
        let start = Arrival::now();
        let mut bucket = Bucket::new(Rate { per_second: 20, burst: 60 }, start);
        assert_eq!(taken(&mut bucket, 100, start), 60);
        assert_eq!(taken(&mut bucket, 100, start.after(Duration::from_millis(49))), 0);
        assert_eq!(taken(&mut bucket, 100, start.after(Duration::from_millis(50))), 1);
        assert_eq!(taken(&mut bucket, 100, start.after(Duration::from_millis(1050))), 20);
    }

    #[test]
    fn who_waits_as_long_as_told_is_taken_and_not_earlier() {
        let start = Arrival::now();
        let mut bucket = Bucket::new(Rate { per_second: 20, burst: 3 }, start);
        assert_eq!(bucket.wait(start), Duration::ZERO);
        assert_eq!(taken(&mut bucket, 9, start), 3);
        let wait = bucket.wait(start);
        assert_eq!(wait, Duration::from_millis(50));
        assert_eq!(taken(&mut bucket, 9, start.after(wait - Duration::from_millis(1))), 0);
        assert_eq!(taken(&mut bucket, 9, start.after(wait)), 1);
    }

    #[test]
    fn what_costs_several_is_given_whole_or_not_at_all() {
        let start = Arrival::now();
        let mut bucket = Bucket::new(Rate { per_second: 1, burst: 5 }, start);
        assert!(bucket.is_whole(start) && bucket.take_some(4, start));
        assert!(!bucket.take_some(2, start) && !bucket.is_whole(start));
        assert!(bucket.take_some(2, start.after(Duration::from_secs(1))));
        assert!(bucket.is_whole(start.after(Duration::from_secs(6))));
    }

    #[test]
    fn credit_does_not_grow_beyond_the_burst() {
        let start = Arrival::now();
        let mut bucket = Bucket::new(Rate { per_second: 5, burst: 20 }, start);
        assert_eq!(taken(&mut bucket, 100, start.after(Duration::from_secs(3600))), 20);
    }

    #[test]
    fn time_that_stands_still_gives_nothing() {
        let start = Arrival::now();
        let mut bucket = Bucket::new(Rate { per_second: 1, burst: 1 }, start.after(Duration::from_secs(9)));
        assert_eq!(taken(&mut bucket, 5, start), 1);
        assert_eq!(taken(&mut bucket, 5, start), 0);
    }
}
