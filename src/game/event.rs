//! What players ask for, what then happens, and why not.

pub use crate::game::refusal::Refusal;

use crate::game::board::Stone;
use crate::game::moment::Span;
use crate::game::opening::Choice;
use crate::game::point::Point;
use crate::game::rules::Foul;
use crate::game::seat::{PerSeat, Seat};

/// What a player asks for. `ply` is how many moves the player has seen (E-21).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Command {
    /// Put a stone.
    Place {
        /// The position this answers.
        ply: u16,
        /// Where.
        point: Point,
        /// What is said with it.
        with: Said,
        /// The network delay the server measured on the way of this command.
        lag: Span,
    },
    /// Give up a move (E-05).
    Pass {
        /// The position this answers.
        ply: u16,
        /// What is said with it.
        with: Said,
        /// The network delay the server measured on the way of this command.
        lag: Span,
    },
    /// Lay the stones of an opening at once, with the number of alternatives if one is to be announced (C-04).
    Lay {
        /// The position this answers.
        ply: u16,
        /// The stones in order.
        points: Vec<Point>,
        /// The number of alternatives.
        number: Option<u8>,
        /// The network delay the server measured on the way of this command.
        lag: Span,
    },
    /// Choose what the opening offers.
    Choose {
        /// The position this answers.
        ply: u16,
        /// What.
        choice: Choice,
        /// The network delay the server measured on the way of this command.
        lag: Span,
    },
    /// Announce the number of alternatives for the fifth move (C-04).
    Announce {
        /// The position this answers.
        ply: u16,
        /// How many.
        number: u8,
        /// The network delay the server measured on the way of this command.
        lag: Span,
    },
    /// Show the alternatives for the fifth move (C-07).
    Show {
        /// The position this answers.
        ply: u16,
        /// Where.
        points: Vec<Point>,
        /// The network delay the server measured on the way of this command.
        lag: Span,
    },
    /// Keep one of the alternatives (C-09).
    Keep {
        /// The position this answers.
        ply: u16,
        /// Which.
        point: Point,
        /// The network delay the server measured on the way of this command.
        lag: Span,
    },
    /// Point out that the opponent's stone there was forbidden (F-11).
    ClaimForbidden {
        /// The stone.
        point: Point,
    },
    /// Announce one's standing five (G-03).
    DeclareFive,
    /// Give the game up (G-06).
    Resign,
    /// Propose a draw by itself, without a move (H-04).
    OfferDraw {
        /// The position this answers.
        ply: u16,
    },
    /// Agree to the standing offer (H-02).
    AcceptDraw {
        /// The position this answers.
        ply: u16,
    },
    /// Turn the standing offer down in words (H-02).
    DeclineDraw {
        /// The position this answers.
        ply: u16,
    },
    /// Point out that the standing offer is improper (E-07, H-04).
    Object {
        /// The position this answers.
        ply: u16,
    },
    /// Ask to take one's last move back.
    AskTakeback {
        /// The position this answers.
        ply: u16,
    },
    /// Ask that the clocks stand still for a while.
    AskPause {
        /// The position this answers.
        ply: u16,
    },
    /// Agree to what the opponent asks for.
    Grant {
        /// The position this answers.
        ply: u16,
    },
    /// Turn down what the opponent asks for.
    Deny {
        /// The position this answers.
        ply: u16,
    },
    /// End a pause that both agreed on.
    Resume,
    /// Call the game off before both have moved.
    Abort,
}

/// What is said with a move, before the clock is pressed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Said {
    /// A draw is offered (H-01).
    pub draw: bool,
    /// A five is announced (G-01).
    pub five: bool,
}

impl Said {
    /// Nothing.
    pub const NOTHING: Self = Self { draw: false, five: false };
}

/// What happened in a game.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Event {
    /// Both sit, colours are settled, the clock of who owes the first move runs (I-19).
    Started {
        /// Who plays Black.
        black: Seat,
    },
    /// A move, or a step of the opening, was made.
    Moved {
        /// By whom.
        seat: Seat,
        /// What.
        deed: Deed,
        /// How much of the measured network delay was not charged.
        lag: Span,
    },
    /// A draw was proposed.
    DrawOffered {
        /// By whom.
        seat: Seat,
        /// Whether in a way the rules do not allow, so that the opponent may object (H-04, H-05).
        improper: bool,
    },
    /// An offer that came with a move was left out, because there were too many (H-05).
    DrawOfferDropped {
        /// Whose.
        seat: Seat,
    },
    /// The standing offer was turned down in words.
    DrawDeclined {
        /// By whom.
        seat: Seat,
    },
    /// A claim that a stone was forbidden was wrong (F-14).
    ClaimFailed {
        /// Whose claim.
        seat: Seat,
        /// The stone.
        point: Point,
    },
    /// A player broke the rules in a way that counts (L-03).
    Violated {
        /// Who.
        seat: Seat,
        /// How.
        violation: Violation,
    },
    /// A player asks for something that the other may grant.
    Asked {
        /// Who.
        seat: Seat,
        /// For what.
        favour: Favour,
    },
    /// What was asked for was turned down, or withdrawn by a move.
    Denied {
        /// By whom.
        seat: Seat,
    },
    /// Moves were taken back: so many are left.
    TakenBack {
        /// How many moves are left.
        moves: u16,
    },
    /// The clocks stand still.
    Paused,
    /// The clocks go on.
    Resumed,
    /// The game ended. This happens once.
    Ended {
        /// How.
        outcome: Outcome,
    },
}

/// A move, or a step of the opening.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Deed {
    /// A stone was put.
    Stone {
        /// Its colour.
        stone: Stone,
        /// Where.
        point: Point,
    },
    /// A move was given up.
    Pass,
    /// A choice was made.
    Chose(Choice),
    /// The number of alternatives was announced.
    Announced(u8),
    /// Alternatives for the fifth move were shown.
    Showed(Vec<Point>),
    /// One of them was kept and is Black's fifth stone.
    Kept(Point),
}

/// What a player can ask of the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Favour {
    /// To take the last move back.
    Takeback,
    /// To let the clocks stand still.
    Pause,
}

/// What counts against a player (L-05).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Violation {
    /// A draw was offered improperly, and the opponent objected (H-04, H-05).
    ImproperOffer,
    /// Claims of forbidden moves were wrong too often (F-14).
    WrongClaims,
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
    /// A winning row was made (G-01), or announced (G-03).
    Five {
        /// The stones of the row in order.
        line: Vec<Point>,
    },
    /// A forbidden shape was made, and judged at once (F-12) or claimed (F-11).
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
    /// A player had a second violation (G-09).
    Violations,
    /// Both agreed on a draw (G-11).
    Agreement,
    /// Both passed (G-12).
    DoublePass,
    /// No point was free, or none that may be played (G-13).
    FullBoard,
    /// A player called the game off before both had moved.
    Aborted,
    /// Nobody took the other seat in time.
    Expired,
}
