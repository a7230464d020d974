//! The messages of the wire and their conversion. Nothing here speaks.

pub mod client;
pub mod codes;
pub mod server;

pub use client::{Action, ClientMessage, ColoursForm, SeenForm, VisibilityForm};
pub use codes::{CloseCode, Code};
pub use server::ServerMessage;

/// The subprotocol every WebSocket names, which carries the version.
pub const SUBPROTOCOL: &str = "tengen.v1";
