//! What players ask for, what then happens, and why not.

use crate::game::board::Stone;
use crate::game::moment::Span;
use crate::game::point::Point;
use crate::game::rules::Foul;
use crate::game::seat::{PerSeat, Seat};

/// What a player asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Command {
    /// Put a stone on `point`.
    Place {
        /// How many moves the player has seen (E-21).
        ply: u16,
        /// Where.
        point: Point,
        /// The network delay the server measured on the way of this command.
        lag: Span,
    },
    /// Give the game up (G-06).
    Resign,
    /// Propose a draw.
    OfferDraw {
        /// How many moves the player has seen (E-21).
        ply: u16,
    },
    /// Agree to the standing offer (H-02).
    AcceptDraw {
        /// How many moves the player has seen (E-21).
        ply: u16,
    },
    /// Turn the standing offer down in words (H-02).
    DeclineDraw {
        /// How many moves the player has seen (E-21).
        ply: u16,
    },
    /// Call the game off before both have moved.
    Abort,
}

/// What happened in a game.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Event {
    /// Both sit, colours are settled, Black's clock runs (I-19).
    Started {
        /// Who plays Black.
        black: Seat,
    },
    /// A stone was put on the board, which completes a move.
    Placed {
        /// Who played it.
        seat: Seat,
        /// Its colour.
        stone: Stone,
        /// Where.
        point: Point,
        /// How much of the measured network delay was not charged.
        lag: Span,
    },
    /// A draw was proposed.
    DrawOffered {
        /// By whom.
        seat: Seat,
    },
    /// The standing offer was turned down in words.
    DrawDeclined {
        /// By whom.
        seat: Seat,
    },
    /// The game ended. This happens once.
    Ended {
        /// How.
        outcome: Outcome,
    },
}

/// How a game ended: one reason, and a score for each seat (G-16).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// Why.
    pub reason: Reason,
    /// What each seat gets.
    pub scores: PerSeat<Score>,
}

/// What a seat gets from a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Score {
    /// A point.
    Win,
    /// Half a point.
    Draw,
    /// Nothing.
    Loss,
    /// The game does not count.
    Void,
}

/// Why a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// The mover made a winning row (G-01).
    Five {
        /// The stones of the row in order.
        line: Vec<Point>,
    },
    /// The mover made a forbidden shape, judged at once (F-12).
    Forbidden {
        /// The stone that made it.
        point: Point,
        /// What it made.
        foul: Foul,
    },
    /// A player gave up (G-06).
    Resigned,
    /// A player's time was used up (G-07).
    Flag,
    /// Both agreed on a draw (G-11).
    Agreement,
    /// No point was free (G-13).
    FullBoard,
    /// A player called the game off before both had moved.
    Aborted,
    /// Nobody took the other seat in time.
    Expired,
}

/// Why a command was turned down. Expected and harmless; nothing changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum Refusal {
    /// The game has ended (G-04).
    #[error("the game is over")]
    GameOver,
    /// The game has not begun.
    #[error("the game has not begun; it does when both seats are taken")]
    NotStarted,
    /// The command answers another position than the present one (E-21).
    #[error("this answers another position; the game is at ply {ply}")]
    StalePly {
        /// How many moves have been made.
        ply: u16,
    },
    /// The other player is to move (E-01).
    #[error("it is the other player's turn")]
    NotYourTurn,
    /// The point is not on this board.
    #[error("the point is not on this board of {lines} lines")]
    OffBoard {
        /// The lines of the board.
        lines: u8,
    },
    /// A stone stands there (E-03).
    #[error("a stone stands there; choose an empty point")]
    Occupied,
    /// There is no offer to answer (H-02).
    #[error("there is no draw offer to answer")]
    NoOffer,
    /// An offer stands already.
    #[error("a draw offer stands already; it is answered first")]
    OfferStands,
    /// The player's last offer was turned down, and he has not moved since.
    #[error("your last offer was turned down; make a move before you offer again")]
    OfferTooSoon,
    /// Both have moved.
    #[error("both have moved; the game can be resigned, no longer aborted")]
    TooLateToAbort,
}
