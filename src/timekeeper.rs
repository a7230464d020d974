//! The one place that reads a clock.

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

/// The time line of one room. It stands still until it is started, and goes on from where the journal ended.
#[derive(Clone, Copy, Debug)]
pub struct RoomTime {
    base: Moment,
    started: Option<Arrival>,
}

impl RoomTime {
    /// A time line that stands still at `base`.
    pub const fn standing_at(base: Moment) -> Self {
        Self { base, started: None }
    }

    /// Lets time pass from `arrival` on.
    pub fn start(&mut self, arrival: Arrival) {
        self.started.get_or_insert(arrival);
    }

    /// Whether time passes.
    pub const fn is_running(&self) -> bool {
        self.started.is_some()
    }

    /// The moment of the room at `arrival`.
    pub fn moment(&self, arrival: Arrival) -> Moment {
        let passed = self.started.map_or(Duration::ZERO, |started| arrival.since(started));
        self.base + Span::from_millis(u64::try_from(passed.as_millis()).unwrap_or(u64::MAX))
    }

    /// When `moment` is reached; never, while the line stands still.
    pub fn arrival(&self, moment: Moment) -> Option<Arrival> {
        let ahead = Duration::from_millis(moment.since(self.base).millis());
        self.started.map(|started| started.after(ahead))
    }

    /// Where moment zero lies on the server's clock, which may be before it began; none while the line stands still.
    pub fn origin(&self, clock: ServerClock) -> Option<i64> {
        let started = i64::try_from(clock.millis(self.started?)).ok()?;
        let base = i64::try_from(self.base.millis()).ok()?;
        Some(started - base)
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
