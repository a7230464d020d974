//! Clocks as values: they have no timer and never wait (rulebook I-01).

mod control;

pub use control::{BadTimeControl, Exhausted, Gain, Quota, QuotaMet, Stage, TimeControl};
