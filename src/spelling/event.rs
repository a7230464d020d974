//! Events of a game and their parts in JSON.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::game::board::Stone;
use crate::game::event::{Event, Favour, Violation};
use crate::game::moment::Span;
use crate::game::point::Point;
use crate::game::seat::Seat;
use crate::spelling::rules::words;
use crate::spelling::seal::{SealedMoveForm, digest, nonce};
use crate::spelling::{
    BadForm, DeedForm, FoulForm, OutcomeForm, PerSeatForm, PointForm, SettledForm, SidesForm,
};

words!(
    /// One of the two places at a table; neither a colour nor a person.
    SeatForm = Seat {
        /// The seat of whoever opened the table, or sat down first.
        A = Seat::A,
        /// The seat of whoever joined.
        B = Seat::B,
    }
);

words!(
    /// The colour of a stone.
    StoneForm = Stone {
        /// Plays the odd moves.
        Black = Stone::Black,
        /// Plays the even moves.
        White = Stone::White,
    }
);

/// What happened in a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum GameEventForm {
    /// Colours are settled and the game begins; the clock runs of who is to move, or of who is not there.
    Started {
        /// Who plays Black.
        black: SeatForm,
    },
    /// A move, or a step of the opening, was made.
    Moved {
        /// By whom.
        seat: SeatForm,
        /// What.
        deed: DeedForm,
        /// How much of the measured network delay was not charged, in milliseconds.
        lag_ms: u64,
    },
    /// A draw was proposed.
    DrawOffered {
        /// By whom.
        seat: SeatForm,
        /// Whether in a way the rules do not allow, so that the opponent may object.
        improper: bool,
    },
    /// An offer that came with a move was left out, because there were too many.
    DrawOfferDropped {
        /// Whose.
        seat: SeatForm,
    },
    /// The standing offer was turned down in words.
    DrawDeclined {
        /// By whom.
        seat: SeatForm,
    },
    /// A claim that a stone was forbidden was wrong.
    ClaimFailed {
        /// Whose claim.
        seat: SeatForm,
        /// The stone.
        point: PointForm,
    },
    /// A stone was forbidden and pointed out; it is taken off, and its owner moves again.
    PlaysAgain {
        /// Whose stone it was.
        seat: SeatForm,
        /// Where it stood.
        point: PointForm,
        /// What it made.
        foul: FoulForm,
    },
    /// A player broke the rules in a way that counts. The second violation loses.
    Violated {
        /// Who.
        seat: SeatForm,
        /// How.
        violation: ViolationForm,
    },
    /// A player asks for something that the other may grant.
    Asked {
        /// Who.
        seat: SeatForm,
        /// For what.
        favour: FavourForm,
    },
    /// What was asked for was turned down.
    Denied {
        /// By whom.
        seat: SeatForm,
    },
    /// Moves were taken back.
    TakenBack {
        /// How many moves are left.
        moves: u16,
    },
    /// The clocks stand still.
    Paused {},
    /// The clocks go on.
    Resumed {},
    /// The game ended. This happens once.
    Ended {
        /// How.
        outcome: OutcomeForm,
    },
    /// A player of a scheduled game is there.
    Arrived {
        /// Who.
        seat: SeatForm,
    },
    /// A side was out of time, where that is a foul; its last period begins again.
    TimeFouled {
        /// Which.
        seat: SeatForm,
    },
    /// A side was out of time, and that costs the turn: the opponent is to move. It stands among the moves as
    /// `forced_pass`.
    ForcedPass {
        /// Which.
        seat: SeatForm,
    },
    /// The arbiter stopped the game.
    Halted {},
    /// The arbiter let it go on.
    Continued {
        /// What was charged to each side, in milliseconds.
        charged_ms: PerSeatForm<u64>,
    },
    /// The arbiter set a side's clock.
    ClockSet {
        /// Whose.
        seat: SeatForm,
        /// What is left of its period, in milliseconds.
        left_ms: u64,
    },
    /// The time that both shared was split: by the arbiter if the record has `ruled`, otherwise by itself.
    TimeSplit {},
    /// The arbiter took time from a side and gave time to the other.
    TimePenalised {
        /// From whom.
        seat: SeatForm,
        /// What was taken, in milliseconds.
        minus_ms: u64,
        /// What the other got, in milliseconds.
        plus_ms: u64,
    },
    /// The game begins again from the first move.
    Restarted {
        /// Who plays Black.
        black: SeatForm,
        /// Whether the clocks are full again.
        clocks_reset: bool,
    },
    /// The game is to be adjourned: the side to move seals its move.
    Adjourned {},
    /// It did.
    Sealed {
        /// Who.
        seat: SeatForm,
        /// The SHA-256 of the move and its nonce, as 64 hexadecimal digits.
        digest: String,
    },
    /// The sealed move was opened.
    Unsealed {
        /// Whose it is.
        seat: SeatForm,
        /// The move.
        #[serde(rename = "move")]
        sealed: SealedMoveForm,
        /// What was hashed with it, as 32 hexadecimal digits.
        nonce: String,
    },
    /// A player confirms the position of the adjourned game.
    Confirmed {
        /// Who.
        seat: SeatForm,
    },
    /// A player gave the other some time.
    TimeGiven {
        /// Who gave it.
        seat: SeatForm,
        /// How much, in milliseconds.
        ms: u64,
    },
    /// A disciplinary loss after the end: this score is a loss, the other's is kept.
    Punished {
        /// Who.
        seat: SeatForm,
    },
    /// A player confirms the result.
    ResultAccepted {
        /// Who.
        seat: SeatForm,
    },
    /// A player disputes the result, and the arbiter has to rule.
    ResultDisputed {
        /// Who.
        seat: SeatForm,
    },
    /// The result is confirmed, though not by both.
    ResultSettled {
        /// By what.
        by: SettledForm,
    },
    /// What a side got was taken from it, or from both.
    Annulled {
        /// Whose.
        sides: SidesForm,
    },
    /// A side is out of the match.
    Disqualified {
        /// Who.
        seat: SeatForm,
    },
    /// Records of the game that followed cannot be read. It stands still until an arbiter rules a draw or a replay.
    Suspended {
        /// How many.
        lost: u32,
    },
}

words!(
    /// What a player can ask of the other.
    FavourForm = Favour {
        /// To take the last move back.
        Takeback = Favour::Takeback,
        /// To let the clocks stand still.
        Pause = Favour::Pause,
    }
);

words!(
    /// What counts against a player.
    ViolationForm = Violation {
        /// A draw was offered improperly, and the opponent objected.
        ImproperOffer = Violation::ImproperOffer,
        /// Claims of forbidden moves were wrong too often.
        WrongClaims = Violation::WrongClaims,
        /// The arbiter ruled it one.
        Ruled = Violation::Ruled,
    }
);

impl From<&Event> for GameEventForm {
    fn from(event: &Event) -> Self {
        match event {
            Event::Started { black } => Self::Started { black: (*black).into() },
            Event::Moved { seat, deed, lag } => {
                Self::Moved { seat: (*seat).into(), deed: deed.into(), lag_ms: lag.millis() }
            }
            Event::DrawOffered { seat, improper } => {
                Self::DrawOffered { seat: (*seat).into(), improper: *improper }
            }
            Event::DrawOfferDropped { seat } => Self::DrawOfferDropped { seat: (*seat).into() },
            Event::DrawDeclined { seat } => Self::DrawDeclined { seat: (*seat).into() },
            Event::ClaimFailed { seat, point } => {
                Self::ClaimFailed { seat: (*seat).into(), point: (*point).into() }
            }
            Event::PlaysAgain { seat, point, foul } => {
                Self::PlaysAgain { seat: (*seat).into(), point: (*point).into(), foul: (*foul).into() }
            }
            Event::Violated { seat, violation } => {
                Self::Violated { seat: (*seat).into(), violation: (*violation).into() }
            }
            Event::Asked { seat, favour } => Self::Asked { seat: (*seat).into(), favour: (*favour).into() },
            Event::Denied { seat } => Self::Denied { seat: (*seat).into() },
            Event::TakenBack { moves } => Self::TakenBack { moves: *moves },
            Event::Paused => Self::Paused {},
            Event::Resumed => Self::Resumed {},
            Event::Ended { outcome } => Self::Ended { outcome: outcome.into() },
            Event::Arrived { seat } => Self::Arrived { seat: (*seat).into() },
            Event::ForcedPass { seat } => Self::ForcedPass { seat: (*seat).into() },
            Event::TimeFouled { seat } => Self::TimeFouled { seat: (*seat).into() },
            Event::Halted => Self::Halted {},
            Event::Continued { charged } => {
                Self::Continued { charged_ms: PerSeatForm::of(charged, |span| span.millis()) }
            }
            Event::ClockSet { seat, left } => Self::ClockSet { seat: (*seat).into(), left_ms: left.millis() },
            Event::TimeSplit => Self::TimeSplit {},
            Event::TimePenalised { seat, minus, plus } => {
                Self::TimePenalised { seat: (*seat).into(), minus_ms: minus.millis(), plus_ms: plus.millis() }
            }
            Event::Restarted { black, clocks_reset } => {
                Self::Restarted { black: (*black).into(), clocks_reset: *clocks_reset }
            }
            Event::Adjourned => Self::Adjourned {},
            Event::Sealed { seat, digest } => {
                Self::Sealed { seat: (*seat).into(), digest: digest.to_string() }
            }
            Event::Unsealed { seat, sealed, nonce } => {
                Self::Unsealed { seat: (*seat).into(), sealed: sealed.into(), nonce: nonce.to_string() }
            }
            Event::Confirmed { seat } => Self::Confirmed { seat: (*seat).into() },
            Event::TimeGiven { seat, span } => Self::TimeGiven { seat: (*seat).into(), ms: span.millis() },
            Event::Punished { seat } => Self::Punished { seat: (*seat).into() },
            Event::Suspended { lost } => Self::Suspended { lost: *lost },
            Event::ResultAccepted { seat } => Self::ResultAccepted { seat: (*seat).into() },
            Event::ResultDisputed { seat } => Self::ResultDisputed { seat: (*seat).into() },
            Event::ResultSettled { by } => Self::ResultSettled { by: (*by).into() },
            Event::Annulled { sides } => Self::Annulled { sides: (*sides).into() },
            Event::Disqualified { seat } => Self::Disqualified { seat: (*seat).into() },
        }
    }
}

impl TryFrom<GameEventForm> for Event {
    type Error = BadForm;

    fn try_from(form: GameEventForm) -> Result<Self, BadForm> {
        Ok(match form {
            GameEventForm::Started { black } => Self::Started { black: black.into() },
            GameEventForm::Moved { seat, deed, lag_ms } => {
                Self::Moved { seat: seat.into(), deed: deed.try_into()?, lag: Span::from_millis(lag_ms) }
            }
            GameEventForm::DrawOffered { seat, improper } => {
                Self::DrawOffered { seat: seat.into(), improper }
            }
            GameEventForm::DrawOfferDropped { seat } => Self::DrawOfferDropped { seat: seat.into() },
            GameEventForm::DrawDeclined { seat } => Self::DrawDeclined { seat: seat.into() },
            GameEventForm::PlaysAgain { seat, point, foul } => {
                Self::PlaysAgain { seat: seat.into(), point: Point::try_from(&point)?, foul: foul.into() }
            }
            GameEventForm::ClaimFailed { seat, point } => {
                Self::ClaimFailed { seat: seat.into(), point: Point::try_from(&point)? }
            }
            GameEventForm::Violated { seat, violation } => {
                Self::Violated { seat: seat.into(), violation: violation.into() }
            }
            GameEventForm::Asked { seat, favour } => Self::Asked { seat: seat.into(), favour: favour.into() },
            GameEventForm::Denied { seat } => Self::Denied { seat: seat.into() },
            GameEventForm::TakenBack { moves } => Self::TakenBack { moves },
            GameEventForm::Paused {} => Self::Paused,
            GameEventForm::Resumed {} => Self::Resumed,
            GameEventForm::Ended { outcome } => Self::Ended { outcome: outcome.try_into()? },
            GameEventForm::Arrived { seat } => Self::Arrived { seat: seat.into() },
            GameEventForm::ForcedPass { seat } => Self::ForcedPass { seat: seat.into() },
            GameEventForm::TimeFouled { seat } => Self::TimeFouled { seat: seat.into() },
            GameEventForm::Halted {} => Self::Halted,
            GameEventForm::Continued { charged_ms } => {
                Self::Continued { charged: charged_ms.read(Span::from_millis) }
            }
            GameEventForm::ClockSet { seat, left_ms } => {
                Self::ClockSet { seat: seat.into(), left: Span::from_millis(left_ms) }
            }
            GameEventForm::TimeSplit {} => Self::TimeSplit,
            GameEventForm::TimePenalised { seat, minus_ms, plus_ms } => Self::TimePenalised {
                seat: seat.into(),
                minus: Span::from_millis(minus_ms),
                plus: Span::from_millis(plus_ms),
            },
            GameEventForm::Restarted { black, clocks_reset } => {
                Self::Restarted { black: black.into(), clocks_reset }
            }
            GameEventForm::Adjourned {} => Self::Adjourned,
            GameEventForm::Sealed { seat, digest: text } => {
                Self::Sealed { seat: seat.into(), digest: digest(&text)? }
            }
            GameEventForm::Unsealed { seat, sealed, nonce: text } => {
                Self::Unsealed { seat: seat.into(), sealed: sealed.try_into()?, nonce: nonce(&text)? }
            }
            GameEventForm::Confirmed { seat } => Self::Confirmed { seat: seat.into() },
            GameEventForm::TimeGiven { seat, ms } => {
                Self::TimeGiven { seat: seat.into(), span: Span::from_millis(ms) }
            }
            GameEventForm::Punished { seat } => Self::Punished { seat: seat.into() },
            GameEventForm::Suspended { lost } => Self::Suspended { lost },
            GameEventForm::ResultAccepted { seat } => Self::ResultAccepted { seat: seat.into() },
            GameEventForm::ResultDisputed { seat } => Self::ResultDisputed { seat: seat.into() },
            GameEventForm::ResultSettled { by } => Self::ResultSettled { by: by.into() },
            GameEventForm::Annulled { sides } => Self::Annulled { sides: sides.into() },
            GameEventForm::Disqualified { seat } => Self::Disqualified { seat: seat.into() },
        })
    }
}
