//! The rules of the games, as values: no I/O, no clock, no serde, no async.
//!
//! [`Game`] is the whole of it: a command is answered by [`Game::decide`], a fact applied by [`Game::evolve`], and what
//! time alone brings about is told by [`Game::lapsed`]. Everything it is made of stands in a module of its own.

pub mod accepts;
pub mod board;
pub mod clock;
pub mod event;
pub mod moment;
pub mod opening;
mod outcome;
pub mod point;
pub mod presets;
mod refusal;
pub mod rules;
pub mod ruleset;
mod ruling;
pub mod seal;
pub mod seat;
mod state;

pub use state::{
    Adjournment, CLAIM_WINDOW, CONFIRM_RESULT_WITHIN, CONFIRM_WITHIN, Confirmation, FORCED_PASSES_MAX, GIFT,
    GIFTS_MAX, Game, Move, Offer, READY_BEFORE, VIOLATIONS_MAX, WRONG_CLAIMS_FREE,
};
