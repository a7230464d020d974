//! One connection.

pub mod wire;
