//! One connection.

#[allow(dead_code, reason = "the loop is on its way")]
mod wire;
