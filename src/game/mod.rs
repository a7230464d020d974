//! The rules of the games, as values: no I/O, no clock, no serde, no async.

pub mod board;
pub mod moment;
pub mod point;
pub mod rules;
