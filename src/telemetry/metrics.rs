//! What is counted and measured for the operator, in the text format of Prometheus and OpenMetrics.
//!
//! One set for the process. Labels are words of the program, never a visitor's, so that nobody can make series.

use std::sync::LazyLock;
use std::sync::atomic::AtomicU64;

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::registry::{Registry, Unit};

/// What the process has counted since it began.
pub static METRICS: LazyLock<Metrics> = LazyLock::new(Metrics::new);

/// Which refusal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
pub struct Refusal {
    /// Its stable code.
    pub code: &'static str,
}

/// Which end of a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
pub struct Close {
    /// The number in the close frame.
    pub code: u16,
}

/// Counters and histograms. Durations are in seconds.
#[derive(Debug)]
pub struct Metrics {
    /// Commands that were refused and messages that were not understood, by code.
    pub refusals: Family<Refusal, Counter>,
    /// Connections that the server closed, by the number of the close frame.
    pub closes: Family<Close, Counter>,
    /// Watchers that lost messages for reading slowly, and were sent the room anew.
    pub resyncs: Counter,
    /// Records that were made durable.
    pub records: Counter,
    /// Commits of which it is unknown whether they are durable.
    pub failed_commits: Counter,
    /// Times in which the write-ahead log was not copied into the database.
    pub failed_checkpoints: Counter,
    /// Times in which the process was held up as a whole.
    pub held_up: Counter,
    /// How long they were, in seconds.
    pub held_up_seconds: Counter<f64, AtomicU64>,
    /// How long a room takes to decide about one input.
    pub judge: Histogram,
    /// How long a commit takes, the disk included.
    pub commit: Histogram,
    /// How many requests a commit has.
    pub batch: Histogram,
    /// How long a room takes to hand what happened to everybody's outbox.
    pub fan_out: Histogram,
}

impl Metrics {
    fn new() -> Self {
        Self {
            refusals: Family::default(),
            closes: Family::default(),
            resyncs: Counter::default(),
            records: Counter::default(),
            failed_commits: Counter::default(),
            failed_checkpoints: Counter::default(),
            held_up: Counter::default(),
            held_up_seconds: Counter::default(),
            // From a microsecond to a second, and from a tenth of a millisecond to ten.
            judge: Histogram::new(exponential_buckets(1e-6, 4.0, 11)),
            commit: Histogram::new(exponential_buckets(1e-4, 2.5, 14)),
            batch: Histogram::new(exponential_buckets(1.0, 2.0, 11)),
            fan_out: Histogram::new(exponential_buckets(1e-6, 4.0, 11)),
        }
    }

    /// Names all of it in a registry.
    pub fn register(&self, registry: &mut Registry) {
        let Self { refusals, closes, resyncs, records, failed_commits, .. } = self;
        let Self { failed_checkpoints, held_up, held_up_seconds, judge, commit, batch, fan_out, .. } = self;
        registry.register("refusals", "Commands refused and messages not understood", refusals.clone());
        registry.register("closes", "Connections closed by the server", closes.clone());
        registry.register("resyncs", "Watchers sent a room anew for reading slowly", resyncs.clone());
        registry.register("records", "Records made durable", records.clone());
        registry.register("failed_commits", "Commits whose outcome is unknown", failed_commits.clone());
        let help = "Times in which the write-ahead log could not be copied";
        registry.register("failed_checkpoints", help, failed_checkpoints.clone());
        registry.register("held_up", "Times in which the process was held up", held_up.clone());
        let help = "How long the process was held up";
        registry.register_with_unit("held_up_time", help, Unit::Seconds, held_up_seconds.clone());
        let mut seconds = |name, help, histogram: &Histogram| {
            registry.register_with_unit(name, help, Unit::Seconds, histogram.clone());
        };
        seconds("judge", "Deciding about one input of a room", judge);
        seconds("commit", "Making a batch durable", commit);
        seconds("fan_out", "Handing what happened to every outbox of a room", fan_out);
        registry.register("commit_requests", "Requests in a commit", batch.clone());
    }
}
