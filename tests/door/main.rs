//! The door from outside: real sockets, a real server in this process, and everything a stranger may try.
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs, reason = "a test may panic")]

mod analysis;
mod bots;
mod computer;
mod declared;
mod frames;
mod games;
mod house;
#[path = "../common/leaks.rs"]
mod leaks;
mod limits;
mod lobby;
mod messages;
mod monitoring;
mod names;
mod openapi;
mod origins;
mod pages;
mod pairing;
mod records;
mod slow;
mod tokens;
mod watching;
