//! Tengen, a real-time play server for five-in-a-row, renju and gomoku.

pub mod analysis;
pub mod bot;
pub mod bridge;
pub mod client;
pub mod config;
pub mod conformance;
mod failpoint;
pub mod game;
pub mod http;
pub mod hub;
pub mod identity;
pub mod journal;
pub mod judge;
pub mod lobby;
pub mod pairing;
pub mod protocol;
pub mod record;
pub mod replay;
pub mod room;
pub mod roster;
pub mod server;
pub mod session;
pub mod spelling;
pub mod store;
pub mod telemetry;
pub mod timekeeper;
