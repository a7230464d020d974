//! The messages of the wire and their conversion. Nothing here speaks.

pub mod client;
pub mod codes;
pub mod competition;
mod lobby;
mod read;
pub mod server;
mod state;
mod wish;
mod write;

pub use client::{Action, BriefForm, ClientMessage, ColoursForm, SeenForm, VisibilityForm};
pub use codes::{CloseCode, Code};
pub use read::{Rejected, Request, read};
pub use server::ServerMessage;
pub use wish::Wish;
pub use write::{game_code, happened, snapshot, text};

/// The subprotocol every WebSocket names, which carries the version.
pub const SUBPROTOCOL: &str = "tengen.v1";
