//! What came of a load.

use std::fmt;
use std::time::Duration;

use hdrhistogram::Histogram;
use serde::Serialize;

use super::Shared;
use super::play::Outcome;
use super::process::Processor;
use super::watch::Heard;

/// The longest time that is told from longer ones, in microseconds.
const LONGEST: u64 = 120_000_000;
/// Texts that each move is answered by at the players' own connections: its event twice, and the answer.
const TEXTS_PER_MOVE: u64 = 3;

/// What came of a load.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// How many connections there were.
    pub connections: usize,
    /// How many moves were made.
    pub moves: u64,
    /// How long that took, in seconds.
    pub seconds: f64,
    /// How many messages were delivered meanwhile: to all who watch, and three for each move to its players.
    pub delivered: u64,
    /// How many bytes those of the watchers had on average.
    pub bytes_per_message: f64,
    /// From when a move was due to be sent, to when the opponent had its event.
    pub latency: Quantiles,
    /// From when a move was sent, to when the last of those who watch had its event; none if nobody watches.
    pub to_everybody: Option<Quantiles>,
    /// What the server used meanwhile, in seconds of a processor.
    pub processor_seconds: Option<f64>,
    /// The part of it that its own code took, and not the system's.
    pub processor_user_seconds: Option<f64>,
    /// The same for each delivered message, in microseconds.
    pub processor_us_per_message: Option<f64>,
    /// The server's own memory.
    pub memory: Option<Memory>,
    /// How many connections broke, and games failed.
    pub failed: u64,
    /// What the first game failed of.
    pub first_failure: Option<String>,
}

/// Times, in microseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Quantiles {
    /// Half were no longer.
    pub p50: u64,
    /// 99 in a hundred were no longer.
    pub p99: u64,
    /// 999 in a thousand were no longer.
    pub p999: u64,
    /// The longest.
    pub max: u64,
}

/// What memory the server had of its own, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Memory {
    /// Before there was any connection.
    pub before: u64,
    /// When all were there, before the first move.
    pub connected: u64,
    /// After the last move.
    pub after: u64,
}

impl Report {
    pub(super) fn of(
        shared: &Shared,
        before: Heard,
        outcomes: Vec<Outcome>,
        took: Duration,
        used: Option<Processor>,
        memory: Option<Memory>,
    ) -> Self {
        let (mut latency, mut to_everybody) = (histogram(), histogram());
        let (mut moves, mut failed, mut first_failure) = (0, 0, None);
        for outcome in outcomes {
            // Both have the same bounds.
            let _ = latency.add(&outcome.latency);
            moves += outcome.moves;
            if let Some(error) = outcome.failure {
                failed += 1;
                first_failure.get_or_insert_with(|| error.to_string());
            }
            for (sent, complete) in outcome.sent.iter().zip(shared.watched.complete(outcome.wall)) {
                to_everybody.saturating_record(microseconds(complete.since(*sent)));
            }
        }
        let heard = shared.watched.so_far();
        let watched = heard.texts - before.texts;
        let delivered = watched + moves * TEXTS_PER_MOVE;
        let each = |all: f64| if delivered == 0 { 0.0 } else { all / delivered as f64 };
        let seconds = used.map(|used| used.all().as_secs_f64());
        Self {
            connections: shared.plan.connections(),
            moves,
            seconds: took.as_secs_f64(),
            delivered,
            bytes_per_message: (heard.bytes - before.bytes) as f64 / watched.max(1) as f64,
            latency: Quantiles::of(&latency),
            to_everybody: (!to_everybody.is_empty()).then(|| Quantiles::of(&to_everybody)),
            processor_seconds: seconds,
            processor_user_seconds: used.map(|used| used.user.as_secs_f64()),
            processor_us_per_message: seconds.map(|seconds| each(seconds * 1e6)),
            memory,
            failed: failed + heard.lost,
            first_failure,
        }
    }
}

impl Quantiles {
    fn of(times: &Histogram<u64>) -> Self {
        Self {
            p50: times.value_at_quantile(0.5),
            p99: times.value_at_quantile(0.99),
            p999: times.value_at_quantile(0.999),
            max: times.max(),
        }
    }
}

impl Memory {
    /// What each of so many connections took.
    pub fn per_connection(&self, connections: usize) -> f64 {
        self.connected.saturating_sub(self.before) as f64 / connections.max(1) as f64
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { connections, moves, seconds, delivered, bytes_per_message, .. } = self;
        writeln!(f, "connections        {connections}")?;
        writeln!(f, "moves              {moves} in {seconds:.2} s, {:.0} a second", *moves as f64 / seconds)?;
        writeln!(
            f,
            "delivered          {delivered} messages; to watchers, {bytes_per_message:.0} bytes each"
        )?;
        writeln!(f, "move to opponent   {}", self.latency)?;
        if let Some(to_everybody) = self.to_everybody {
            writeln!(f, "move to everybody  {to_everybody}")?;
        }
        if let (Some(all), Some(each)) = (self.processor_seconds, self.processor_us_per_message) {
            let user = self.processor_user_seconds.unwrap_or_default();
            writeln!(
                f,
                "processor          {all:.2} s ({user:.2} s in the program), {each:.2} us a message"
            )?;
        }
        if let Some(memory) = self.memory {
            let kilobytes = |bytes: u64| bytes / 1024;
            writeln!(
                f,
                "memory             {} KB before, {} KB connected ({:.1} KB a connection), {} KB after",
                kilobytes(memory.before),
                kilobytes(memory.connected),
                memory.per_connection(*connections) / 1024.0,
                kilobytes(memory.after)
            )?;
        }
        match &self.first_failure {
            Some(first) => writeln!(f, "failed             {}; the first: {first}", self.failed),
            None => writeln!(f, "failed             {}", self.failed),
        }
    }
}

impl fmt::Display for Quantiles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let millis = |micros: u64| micros as f64 / 1000.0;
        let [p50, p99, p999, max] = [self.p50, self.p99, self.p999, self.max].map(millis);
        write!(f, "p50 {p50:.2} ms, p99 {p99:.2} ms, p99.9 {p999:.2} ms, longest {max:.2} ms")
    }
}

/// An empty histogram of times in microseconds, of three digits.
pub(super) fn histogram() -> Histogram<u64> {
    #[expect(clippy::expect_used, reason = "the bounds are constants, and good ones")]
    Histogram::new_with_bounds(1, LONGEST, 3).expect("bounds")
}

/// A time in whole microseconds.
pub(super) fn microseconds(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}
