//! The one place that reads a clock.

mod stalls;

pub use stalls::Stalls;

use std::time::{Duration, Instant, SystemTime};

use crate::game::moment::{Moment, Span};
use crate::journal::WallTime;

/// When something reached the process. Stamped once, at the door, so that nobody is charged for our queues (W-14).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Arrival(Instant);

impl Arrival {
    /// This instant.
    #[expect(clippy::disallowed_methods, reason = "this is the place")]
    pub fn now() -> Self {
        // Tokio's clock is the monotonic one, and can be paused by a test.
        Self(tokio::time::Instant::now().into_std())
    }

    /// How much later this is than `earlier`; zero if it is not.
    pub fn since(self, earlier: Self) -> Duration {
        self.0.saturating_duration_since(earlier.0)
    }

    /// The instant `duration` later.
    #[must_use]
    pub fn after(self, duration: Duration) -> Self {
        Self(self.0 + duration)
    }

    /// The same instant for a tokio timer.
    pub fn instant(self) -> tokio::time::Instant {
        tokio::time::Instant::from_std(self.0)
    }
}

/// The server's own clock: milliseconds since the process began. Clients learn their offset from it.
#[derive(Clone, Copy, Debug)]
pub struct ServerClock {
    began: Arrival,
}

impl ServerClock {
    /// A clock that shows zero at this instant.
    pub fn start() -> Self {
        Self { began: Arrival::now() }
    }

    /// What it shows at `arrival`.
    pub fn millis(self, arrival: Arrival) -> u64 {
        u64::try_from(arrival.since(self.began).as_millis()).unwrap_or(u64::MAX)
    }
}

/// The time line of one room. It stands still until it is started, and goes on from where the journal ended. Times in
/// which the process was held up are not on it.
#[derive(Clone, Debug)]
pub struct RoomTime {
    base: Moment,
    started: Option<Started>,
    stalls: Stalls,
}

/// When a time line was started, and what had been lost by then.
#[derive(Clone, Copy, Debug)]
struct Started {
    at: Arrival,
    lost: Duration,
}

impl RoomTime {
    /// A time line that stands still at `base`.
    pub const fn standing_at(base: Moment, stalls: Stalls) -> Self {
        Self { base, started: None, stalls }
    }

    /// Lets time pass from `arrival` on.
    pub fn start(&mut self, arrival: Arrival) {
        let lost = self.stalls.lost_by(arrival);
        self.started.get_or_insert(Started { at: arrival, lost });
    }

    /// Lets no time pass from `arrival` on.
    pub fn stand_still(&mut self, arrival: Arrival) {
        self.base = self.moment(arrival);
        self.started = None;
    }

    /// Whether time passes.
    pub const fn is_running(&self) -> bool {
        self.started.is_some()
    }

    /// The moment of the room at `arrival`.
    pub fn moment(&self, arrival: Arrival) -> Moment {
        let passed = self.started.map_or(Duration::ZERO, |started| {
            let lost = self.stalls.lost_by(arrival).saturating_sub(started.lost);
            arrival.since(started.at).saturating_sub(lost)
        });
        self.base + Span::from_millis(u64::try_from(passed.as_millis()).unwrap_or(u64::MAX))
    }

    /// When `moment` is reached, if the process is not held up before; never, while the line stands still.
    pub fn arrival(&self, moment: Moment) -> Option<Arrival> {
        let ahead = Duration::from_millis(moment.since(self.base).millis());
        self.started.map(|started| started.at.after(ahead + self.lost_since(started)))
    }

    /// Where moment zero lies on the server's clock, which may be before it began; none while the line stands still.
    pub fn origin(&self, clock: ServerClock) -> Option<i64> {
        let started = self.started?;
        let began = clock.millis(started.at.after(self.lost_since(started)));
        Some(i64::try_from(began).ok()? - i64::try_from(self.base.millis()).ok()?)
    }

    fn lost_since(&self, started: Started) -> Duration {
        self.stalls.lost_by(Arrival::now()).saturating_sub(started.lost)
    }
}

/// The wall clock: for display, and for the time until a scheduled game begins.
#[expect(clippy::disallowed_methods, reason = "this is the place")]
pub fn wall_time() -> WallTime {
    let since_epoch = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    WallTime(u64::try_from(since_epoch.as_millis()).unwrap_or(u64::MAX))
}

/// Waits until `arrival`; forever if there is none.
pub async fn reach(arrival: Option<Arrival>) {
    match arrival {
        Some(arrival) => tokio::time::sleep_until(arrival.instant()).await,
        None => std::future::pending().await,
    }
}
