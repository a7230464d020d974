//! Pure: how the line to a client is. Whether it is alive, and how long a round trip takes.
//!
//! Alive is a line over which frames come in. What the server sends proves nothing.

use std::collections::VecDeque;
use std::time::Duration;

use crate::game::moment::Span;
use crate::timekeeper::Arrival;

/// The bytes of a ping, which only somebody who got it can send back.
pub(super) type Nonce = [u8; 8];

/// How many round trips are remembered; the least of them counts, since queues only ever add.
const TRIPS_KEPT: usize = 8;
/// When the first pings go out, to know the line before the first move.
const EARLY: [Duration; 2] = [Duration::from_secs(1), Duration::from_secs(4)];

/// The line to one client.
#[derive(Debug)]
pub(super) struct Line {
    every: Duration,
    silent_max: Duration,
    heard: Arrival,
    pings: usize,
    ping_due: Arrival,
    waiting: Option<(Nonce, Arrival)>,
    trips: VecDeque<Span>,
    least: Option<Span>,
}

impl Line {
    /// A line that is alive at `now`.
    pub(super) fn new(every: Duration, silent_max: Duration, now: Arrival) -> Self {
        let ping_due = now.after(EARLY[0].min(every));
        let trips = VecDeque::with_capacity(TRIPS_KEPT);
        Self { every, silent_max, heard: now, pings: 0, ping_due, waiting: None, trips, least: None }
    }

    /// A frame came in.
    pub(super) fn heard(&mut self, at: Arrival) {
        self.heard = at;
    }

    /// When the last frame came in.
    pub(super) const fn heard_at(&self) -> Arrival {
        self.heard
    }

    /// When the line is dead unless a frame comes in.
    pub(super) fn dead_at(&self) -> Arrival {
        self.heard.after(self.silent_max)
    }

    /// When the next ping is due.
    pub(super) const fn ping_due(&self) -> Arrival {
        self.ping_due
    }

    /// A ping goes out. `chance` spreads the next ones of many lines.
    pub(super) fn pinged(&mut self, nonce: Nonce, at: Arrival, chance: u8) {
        self.waiting = Some((nonce, at));
        self.pings += 1;
        let wait = EARLY.get(self.pings).copied().unwrap_or(self.every).min(self.every);
        // Up to a quarter earlier.
        self.ping_due = at.after(wait - wait / 4 * u32::from(chance) / 255);
    }

    /// A pong came in. The least round trip, if that is another one than before.
    pub(super) fn ponged(&mut self, payload: &[u8], at: Arrival) -> Option<Span> {
        let (_, sent) = self.waiting.take_if(|(nonce, _)| nonce == payload)?;
        let trip = Span::from_millis(u64::try_from(at.since(sent).as_millis()).unwrap_or(u64::MAX));
        if self.trips.len() == TRIPS_KEPT {
            self.trips.pop_front();
        }
        self.trips.push_back(trip);
        let least = self.trips.iter().copied().min();
        if least == self.least {
            return None;
        }
        self.least = least;
        least
    }

    /// The least round trip measured lately.
    pub(super) const fn round_trip(&self) -> Option<Span> {
        self.least
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const EVERY: Duration = Duration::from_secs(15);

    fn millis(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    #[test]
    fn the_least_of_the_last_round_trips_counts() {
        let start = Arrival::now();
        let mut line = Line::new(EVERY, EVERY * 2, start);
        let mut trip = |nonce: u8, took: u64| {
            line.pinged([nonce; 8], start, 0);
            line.ponged(&[nonce; 8], start.after(millis(took)))
        };
        assert_eq!(trip(1, 80), Some(Span::from_millis(80)));
        assert_eq!(trip(2, 90), None);
        assert_eq!(trip(3, 40), Some(Span::from_millis(40)));
        for nonce in 4..11 {
            assert_eq!(trip(nonce, 100), None);
        }
        assert_eq!(trip(11, 100), Some(Span::from_millis(100)));
    }

    #[test]
    fn a_pong_nobody_asked_for_tells_nothing() {
        let start = Arrival::now();
        let mut line = Line::new(EVERY, EVERY * 2, start);
        assert_eq!(line.ponged(&[0; 8], start), None);
        line.pinged([1; 8], start, 0);
        for payload in [&[2; 8][..], &[], &[1; 9]] {
            assert_eq!(line.ponged(payload, start), None);
        }
        assert!(line.ponged(&[1; 8], start).is_some());
        assert_eq!(line.ponged(&[1; 8], start), None, "a second time");
    }

    #[test]
    fn only_what_comes_in_keeps_a_line_alive() {
        let start = Arrival::now();
        let mut line = Line::new(EVERY, EVERY * 2, start);
        line.pinged([1; 8], start.after(millis(20_000)), 0);
        assert_eq!(line.dead_at(), start.after(millis(30_000)));
        line.heard(start.after(millis(21_000)));
        assert_eq!(line.dead_at(), start.after(millis(51_000)));
    }

    #[test]
    fn the_first_pings_come_early_and_none_comes_late() {
        let start = Arrival::now();
        let mut line = Line::new(EVERY, EVERY * 2, start);
        let mut waits = Vec::new();
        for chance in [0, 255, 0, 255] {
            let at = line.ping_due();
            line.pinged([1; 8], at, chance);
            waits.push(line.ping_due().since(at).as_millis());
        }
        assert!(line.ping_due().since(start) > millis(1000));
        assert_eq!(waits, [4000, 11_250, 15_000, 11_250]);
    }
}
