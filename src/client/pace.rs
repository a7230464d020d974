//! Pure: how soon the next message may be sent, and how soon a lost connection is tried again.

use std::time::Duration;

use crate::timekeeper::Arrival;

/// Messages each second on average; a server allows 20.
const MESSAGES_PER_SECOND: u32 = 18;
/// Messages at once; a server allows 60.
const MESSAGES_BURST: u32 = 50;
/// A connection that lasted this long was a good one: the next loss is the first again.
const GOOD_AFTER: Duration = Duration::from_secs(5);
/// The longest that a server may send its clients away for.
const AWAY_MAX: Duration = Duration::from_secs(120);

/// Keeps within the number of messages that a server takes from one connection.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pace {
    debt: Duration,
    last: Arrival,
}

impl Pace {
    const COST: Duration = Duration::from_nanos(1_000_000_000 / MESSAGES_PER_SECOND as u64);

    pub(super) const fn new(now: Arrival) -> Self {
        Self { debt: Duration::ZERO, last: now }
    }

    /// When the next message may be sent.
    pub(super) fn ready_at(&self) -> Arrival {
        self.last.after((self.debt + Self::COST).saturating_sub(Self::COST * MESSAGES_BURST))
    }

    /// Takes the place of one message. Says whether there was one.
    pub(super) fn take(&mut self, now: Arrival) -> bool {
        if now < self.ready_at() {
            return false;
        }
        self.debt = self.debt.saturating_sub(now.since(self.last)) + Self::COST;
        self.last = self.last.max(now);
        true
    }
}

/// How a lost connection is tried again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Retry {
    /// The wait after the first loss; it doubles with each that follows.
    pub first: Duration,
    /// The longest wait.
    pub longest: Duration,
    /// How long it is tried.
    pub give_up_after: Duration,
}

impl Default for Retry {
    fn default() -> Self {
        Self {
            first: Duration::from_millis(250),
            longest: Duration::from_secs(15),
            give_up_after: Duration::from_secs(600),
        }
    }
}

/// How often a connection was lost, and since when there is none.
#[derive(Clone, Copy, Debug)]
pub(super) struct Losses {
    retry: Retry,
    in_a_row: u32,
    since: Option<Arrival>,
    sent_away: Option<(Duration, Duration)>,
}

impl Losses {
    pub(super) const fn new(retry: Retry) -> Self {
        Self { retry, in_a_row: 0, since: None, sent_away: None }
    }

    /// The server stops, and says when to come back: no sooner, no later.
    pub(super) fn send_away(&mut self, after: Duration, within: Duration) {
        let after = after.min(AWAY_MAX);
        self.sent_away = Some((after, within.clamp(after, AWAY_MAX)));
    }

    /// A connection that was made at `began` is lost.
    pub(super) fn lose_connection(&mut self, began: Arrival, now: Arrival) {
        self.since = Some(now);
        if now.since(began) >= GOOD_AFTER {
            self.in_a_row = 0;
        }
    }

    /// How long to wait before the next try, by chance so that not all come at once; none once it was tried long enough.
    pub(super) fn wait(&mut self, now: Arrival, chance: u64) -> Option<Duration> {
        if now.since(*self.since.get_or_insert(now)) >= self.retry.give_up_after {
            return None;
        }
        if let Some((after, within)) = self.sent_away.take() {
            return Some(after + part(within.saturating_sub(after), chance));
        }
        let longest = self.retry.first.saturating_mul(1 << self.in_a_row.min(20)).min(self.retry.longest);
        self.in_a_row = self.in_a_row.saturating_add(1);
        Some(longest / 2 + part(longest / 2, chance))
    }
}

/// A part of a duration, as large as chance will have it.
fn part(whole: Duration, chance: u64) -> Duration {
    const STEPS: u32 = 1024;
    let step = u32::try_from(chance % u64::from(STEPS)).unwrap_or_default();
    whole * step / STEPS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pace_gives_its_burst_and_then_its_rate() {
        let start = Arrival::now();
        let mut pace = Pace::new(start);
        let mut taken = |millis| {
            let now = start.after(Duration::from_millis(millis));
            (0..100).filter(|_| pace.take(now)).count()
        };
        assert_eq!(taken(0), 50);
        assert_eq!(taken(0), 0);
        assert_eq!(taken(1000), 18);
        assert_eq!(taken(60_000), 50);
    }

    #[test]
    fn waits_grow_up_to_the_longest_and_are_never_the_same_for_all() {
        let start = Arrival::now();
        let retry = Retry {
            first: Duration::from_millis(100),
            longest: Duration::from_secs(1),
            give_up_after: Duration::from_secs(60),
        };
        let mut losses = Losses::new(retry);
        for longest in [100, 200, 400, 800, 1000, 1000] {
            let mut other = losses;
            let (shorter, longer) = (losses.wait(start, 0).unwrap(), other.wait(start, 1023).unwrap());
            assert_eq!(shorter, Duration::from_millis(longest / 2));
            assert!(longer > shorter && longer <= Duration::from_millis(longest));
        }
        losses.lose_connection(start, start.after(GOOD_AFTER));
        assert_eq!(losses.wait(start.after(GOOD_AFTER), 0), Some(Duration::from_millis(50)));
        assert_eq!(losses.wait(start.after(Duration::from_secs(66)), 0), None);
    }

    #[test]
    fn a_server_that_stops_says_when_to_come_back() {
        let start = Arrival::now();
        let mut losses = Losses::new(Retry::default());
        losses.send_away(Duration::from_secs(1), Duration::from_secs(9));
        let wait = losses.wait(start, 512).unwrap();
        assert_eq!(wait, Duration::from_secs(5));
        assert!(losses.wait(start, 512).unwrap() < Duration::from_secs(1), "said once, good once");
    }
}
