//! The computer as an opponent.
//!
//! ```text
//!   engine    which stone: pure, knows the board and its judge and nothing else
//!   mind      what to do about whatever is owed: pure, knows the game
//! ```

pub mod engine;
pub mod mind;
