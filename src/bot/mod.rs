//! The computer as an opponent.
//!
//! ```text
//!   engine    which stone: pure, knows the board and its judge and nothing else
//!   mind      what to do about whatever is owed: pure, knows the game
//!   thinkers  the threads in which minds think, a share of the time
//!   house     the server's own bots: clients of the public protocol that take invitations
//! ```

pub mod engine;
pub mod house;
pub mod mind;
pub mod pace;
mod seeing;
pub mod thinkers;
