//! What is written down for the operator, on the standard error stream.
//!
//! Values go into fields, never into the message. TRACE is a frame, DEBUG a decision or a client that went away, INFO
//! what a player or operator would notice, WARN what should be looked at tomorrow, ERROR what is broken now. Never a
//! token, never the body of a message.

pub mod metrics;

use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::{SubscriberInitExt, TryInitError};

use crate::config::{Format, Level, Log};

/// Starts writing. Once in a process.
///
/// # Errors
/// Something writes already.
pub fn start(log: &Log) -> Result<(), TryInitError> {
    // A visitor can make the libraries speak at WARN as often as it likes; only their errors are of interest.
    let filter = Targets::new().with_default(LevelFilter::ERROR).with_target("tengen", level(log.level));
    let registry = tracing_subscriber::registry().with(filter);
    let layer = tracing_subscriber::fmt::layer().with_writer(std::io::stderr);
    match log.format {
        Format::Text => registry.with(layer.with_ansi(false)).try_init(),
        Format::Json => registry.with(layer.json().flatten_event(true)).try_init(),
    }
}

const fn level(level: Level) -> LevelFilter {
    match level {
        Level::Error => LevelFilter::ERROR,
        Level::Warn => LevelFilter::WARN,
        Level::Info => LevelFilter::INFO,
        Level::Debug => LevelFilter::DEBUG,
        Level::Trace => LevelFilter::TRACE,
    }
}
