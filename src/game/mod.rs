//! The rules of the games, as values: no I/O, no clock, no serde, no async.

pub mod board;
pub mod clock;
pub mod event;
pub mod moment;
pub mod point;
pub mod rules;
pub mod ruleset;
pub mod seat;
