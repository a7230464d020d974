//! How the first stones come onto the board: a state machine whose every state says who owes what.
//!
//! ```text
//! free:   Settled { to_move: Black } <──placed──> Settled { to_move: White }
//! ```
//!
//! The rules, the clock, the client and the bots all read the one answer, [`Opening::owed`].

use crate::game::board::Stone;
use crate::game::ruleset::OpeningRule;
use crate::game::seat::Seat;

/// Where the opening stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Opening {
    /// Nothing is left to be agreed on; stones are played by turns (E-01).
    Settled {
        /// Who plays Black.
        black: Seat,
        /// The colour to move.
        to_move: Stone,
    },
}

/// Exactly one seat owes exactly one thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Owed {
    /// Who.
    pub seat: Seat,
    /// What.
    pub what: What,
}

/// What a seat can owe.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum What {
    /// A stone of this colour on any free point.
    Stone(Stone),
}

impl Opening {
    /// The first state under `rule`, with the colours as they were settled before.
    pub const fn begin(rule: OpeningRule, black: Seat) -> Self {
        match rule {
            OpeningRule::Free => Self::Settled { black, to_move: Stone::Black },
        }
    }

    /// Who owes what.
    pub const fn owed(self) -> Owed {
        match self {
            Self::Settled { black, to_move } => {
                let seat = match to_move {
                    Stone::Black => black,
                    Stone::White => black.other(),
                };
                Owed { seat, what: What::Stone(to_move) }
            }
        }
    }

    /// The state after the stone that was owed has been placed.
    #[must_use]
    pub const fn placed(self) -> Self {
        match self {
            Self::Settled { black, to_move } => Self::Settled { black, to_move: to_move.other() },
        }
    }

    /// Who plays Black.
    pub const fn black(self) -> Seat {
        match self {
            Self::Settled { black, .. } => black,
        }
    }
}
