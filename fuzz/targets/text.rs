//! `cargo fuzz` calls this; what is checked stands with the tests.
#![no_main]

#[path = "../../tests/fuzz/targets.rs"]
#[allow(dead_code, reason = "each program has one of them")]
mod targets;

libfuzzer_sys::fuzz_target!(|data: &[u8]| targets::text(data));
