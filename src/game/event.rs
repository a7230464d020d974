//! What players ask for, what then happens, and why not.

pub use crate::game::outcome::{Outcome, Reason, Score, Settled};
pub use crate::game::refusal::Refusal;
pub use crate::game::ruling::{Miscolouring, Ruling, Sides};

use crate::game::board::Stone;
use crate::game::moment::Span;
use crate::game::opening::Choice;
use crate::game::point::Point;
use crate::game::rules::Foul;
use crate::game::seal::{Digest, Nonce, SealedMove};
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
    /// Say that one is there, where the game begins at a time (I-20).
    Ready,
    /// Confirm the position of an adjourned game, whose sealed move was opened (K-03).
    Confirm,
    /// Leave the game for good, which loses it (G-08). A line that breaks is no leaving.
    Abandon,
    /// Give the other some time.
    GiveTime,
    /// Confirm the result (G-17).
    ConfirmResult,
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
    /// Colours are settled and the game begins; the clock runs of who owes the first move, or of who is not there (I-19).
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
    /// A stone was forbidden and pointed out; it is taken off, and its owner moves again (F-17, S-05).
    PlaysAgain {
        /// Whose stone it was.
        seat: Seat,
        /// Where it stood.
        point: Point,
        /// What it made.
        foul: Foul,
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
    /// A player is there (I-20).
    Arrived {
        /// Who.
        seat: Seat,
    },
    /// A side was out of time, where that is a foul; its last period begins again (I-16).
    TimeFouled {
        /// Which.
        seat: Seat,
    },
    /// A side was out of time, and that costs the turn: the opponent is to move (I-17, U-22).
    ForcedPass {
        /// Which.
        seat: Seat,
    },
    /// The arbiter stopped the game (I-22).
    Halted,
    /// The arbiter let it go on, and charged so much (I-24).
    Continued {
        /// To whom, and how much.
        charged: PerSeat<Span>,
    },
    /// The arbiter set a side's clock (I-22).
    ClockSet {
        /// Whose.
        seat: Seat,
        /// What is left of its period.
        left: Span,
    },
    /// The time that both shared was split, by the arbiter or by itself (I-13).
    TimeSplit,
    /// The arbiter took time from a side and gave time to the other (L-04).
    TimePenalised {
        /// From whom.
        seat: Seat,
        /// What was taken.
        minus: Span,
        /// What the other got.
        plus: Span,
    },
    /// The game begins again from the first move (D-10, E-12).
    Restarted {
        /// Who plays Black.
        black: Seat,
        /// Whether the clocks are full again.
        clocks_reset: bool,
    },
    /// The side to move is to seal its move (K-02).
    Adjourned,
    /// It did; the clocks stand still (K-02).
    Sealed {
        /// Who.
        seat: Seat,
        /// What the move and its nonce hash to.
        digest: Digest,
    },
    /// The sealed move was opened (K-03).
    Unsealed {
        /// Whose it is.
        seat: Seat,
        /// The move.
        sealed: SealedMove,
        /// What was hashed with it.
        nonce: Nonce,
    },
    /// A player confirms the position (K-03).
    Confirmed {
        /// Who.
        seat: Seat,
    },
    /// A player gave the other some time.
    TimeGiven {
        /// Who gave it.
        seat: Seat,
        /// How much.
        span: Span,
    },
    /// A disciplinary loss after the end: the side's score is a loss, the other's is kept (G-16).
    Punished {
        /// Who.
        seat: Seat,
    },
    /// A player confirms the result (G-17).
    ResultAccepted {
        /// Who.
        seat: Seat,
    },
    /// A player disputes the result, and the arbiter has to rule (G-17).
    ResultDisputed {
        /// Who.
        seat: Seat,
    },
    /// The result is confirmed, though not by both (G-17).
    ResultSettled {
        /// By what.
        by: Settled,
    },
    /// What a side got was taken from it, or from both (L-12, L-14).
    Annulled {
        /// Whose.
        sides: Sides,
    },
    /// A side is out of the match (L-09).
    Disqualified {
        /// Who.
        seat: Seat,
    },
    /// Records of the game that followed cannot be read. It stands still until an arbiter rules (E-12).
    Suspended {
        /// How many.
        lost: u32,
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
    /// A move was lost to the clock, by nobody's will (I-17). It comes by [`Event::ForcedPass`] and no other.
    ForcedPass,
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
    /// The arbiter ruled it one (L-05).
    Ruled,
}
