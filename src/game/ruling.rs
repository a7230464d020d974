//! What arbiters rule on a game.

use crate::game::moment::Span;
use crate::game::seat::{PerSeat, Seat};

/// What an arbiter rules on a game (L).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ruling {
    /// The clocks stand still, and nobody moves (I-22).
    Halt,
    /// The game goes on, or is not adjourned after all; what the arbiter's time took is charged (I-24).
    GoOn {
        /// To whom, and how much.
        charge: PerSeat<Span>,
        /// Even if somebody is out of time by it.
        force: bool,
    },
    /// So much is left of a side's present period (I-22).
    SetClock {
        /// Whose.
        seat: Seat,
        /// How much.
        left: Span,
    },
    /// Each side gets half of the shared time that is left (I-13).
    Split,
    /// Time is taken from a side and given to the other (L-04).
    TimePenalty {
        /// Whose fault it was.
        seat: Seat,
        /// What is taken.
        minus: Span,
        /// What the other gets.
        plus: Span,
        /// Even beyond what the edition allows.
        force: bool,
    },
    /// A violation; the second one loses (L-03).
    Violation {
        /// Whose.
        seat: Seat,
    },
    /// A side loses the game (G-10); after its end it loses what it got, and the other keeps what it has (G-16).
    Loss {
        /// Who.
        seat: Seat,
    },
    /// Both lose (L-02).
    DoubleLoss,
    /// A draw (G-15).
    Draw,
    /// The game is played again from the beginning, with the same colours (E-12).
    Replay,
    /// Colours were wrong; the game begins again with the right ones (D-10).
    Recolour {
        /// What was wrong, on which it depends whether the clocks begin anew (D-11).
        cause: Miscolouring,
    },
    /// The game is to be adjourned: the side to move seals its move (K-01).
    Adjourn,
    /// A side is out of the match: it loses the game that runs, and forfeits those to come (L-09).
    Disqualify {
        /// Who.
        seat: Seat,
    },
    /// The result stands, and is confirmed by that (G-17).
    Uphold,
    /// What a side got from a game that is over is taken from it, or from both (L-12, L-14).
    Annul {
        /// Whose.
        sides: Sides,
    },
}

/// One side or both.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sides {
    /// Seat A.
    A,
    /// Seat B.
    B,
    /// Both.
    Both,
}

impl Sides {
    /// Whether a seat is meant.
    pub const fn has(self, seat: Seat) -> bool {
        matches!((self, seat), (Self::Both, _) | (Self::A, Seat::A) | (Self::B, Seat::B))
    }
}

/// Why colours were wrong (D-11).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Miscolouring {
    /// The pairing was.
    Pairing,
    /// The players sat down wrongly.
    Players,
}
