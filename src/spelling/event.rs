//! Events of a game and their parts in JSON.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::game::board::Stone;
use crate::game::event::{Deed, Event, Favour, Outcome, Reason, Score, Violation};
use crate::game::moment::Span;
use crate::game::point::Point;
use crate::game::rules::Foul;
use crate::game::seat::Seat;
use crate::spelling::rules::words;
use crate::spelling::{BadForm, ChoiceForm, PerSeatForm, PointForm};

words!(
    /// One of the two places at a table; neither a colour nor a person.
    SeatForm = Seat {
        /// The seat of whoever opened the table.
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

words!(
    /// A forbidden shape.
    FoulForm = Foul {
        /// Six or more in a row.
        Overline = Foul::Overline,
        /// Two fours or more.
        FourFour = Foul::FourFour,
        /// Two threes or more.
        ThreeThree = Foul::ThreeThree,
    }
);

words!(
    /// What a seat gets from a game.
    ScoreForm = Score {
        /// A point.
        Win = Score::Win,
        /// Half a point.
        Draw = Score::Draw,
        /// Nothing.
        Loss = Score::Loss,
        /// The game does not count.
        Void = Score::Void,
    }
);

/// What happened in a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum GameEventForm {
    /// Both sit, colours are settled, Black's clock runs.
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
}

/// A move, or a step of the opening.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum DeedForm {
    /// A stone was put.
    Stone {
        /// Its colour.
        stone: StoneForm,
        /// Where.
        point: PointForm,
    },
    /// A move was given up.
    Pass {},
    /// A choice was made.
    Chose {
        /// Which.
        choice: ChoiceForm,
    },
    /// The number of alternatives for the fifth move was announced.
    Announced {
        /// How many.
        number: u8,
    },
    /// Alternatives for the fifth move were shown.
    Showed {
        /// Where.
        points: Vec<PointForm>,
    },
    /// One of them was kept and is Black's fifth stone.
    Kept {
        /// Which.
        point: PointForm,
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
    }
);

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OutcomeForm {
    /// Why.
    pub reason: ReasonForm,
    /// What each seat gets.
    pub scores: PerSeatForm<ScoreForm>,
}

/// Why a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum ReasonForm {
    /// The mover made a winning row.
    Five {
        /// The stones of the row in order.
        line: Vec<PointForm>,
    },
    /// The mover made a forbidden shape.
    Forbidden {
        /// The stone that made it.
        point: PointForm,
        /// What it made.
        foul: FoulForm,
    },
    /// A player gave up.
    Resigned {},
    /// A player's time was used up.
    Flag {},
    /// A player had a second violation.
    Violations {},
    /// Both agreed on a draw.
    Agreement {},
    /// Both passed.
    DoublePass {},
    /// No point was free.
    FullBoard {},
    /// A player called the game off before both had moved.
    Aborted {},
    /// Nobody took the other seat in time.
    Expired {},
}

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
            Event::Violated { seat, violation } => {
                Self::Violated { seat: (*seat).into(), violation: (*violation).into() }
            }
            Event::Asked { seat, favour } => Self::Asked { seat: (*seat).into(), favour: (*favour).into() },
            Event::Denied { seat } => Self::Denied { seat: (*seat).into() },
            Event::TakenBack { moves } => Self::TakenBack { moves: *moves },
            Event::Paused => Self::Paused {},
            Event::Resumed => Self::Resumed {},
            Event::Ended { outcome } => Self::Ended { outcome: outcome.into() },
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
        })
    }
}

impl From<&Deed> for DeedForm {
    fn from(deed: &Deed) -> Self {
        match deed {
            Deed::Stone { stone, point } => Self::Stone { stone: (*stone).into(), point: (*point).into() },
            Deed::Pass => Self::Pass {},
            Deed::Chose(choice) => Self::Chose { choice: (*choice).into() },
            Deed::Announced(number) => Self::Announced { number: *number },
            Deed::Showed(points) => Self::Showed { points: PointForm::all(points) },
            Deed::Kept(point) => Self::Kept { point: (*point).into() },
        }
    }
}

impl TryFrom<DeedForm> for Deed {
    type Error = BadForm;

    fn try_from(form: DeedForm) -> Result<Self, BadForm> {
        Ok(match form {
            DeedForm::Stone { stone, point } => {
                Self::Stone { stone: stone.into(), point: Point::try_from(&point)? }
            }
            DeedForm::Pass {} => Self::Pass,
            DeedForm::Chose { choice } => Self::Chose(choice.into()),
            DeedForm::Announced { number } => Self::Announced(number),
            DeedForm::Showed { points } => Self::Showed(PointForm::read_all(&points)?),
            DeedForm::Kept { point } => Self::Kept(Point::try_from(&point)?),
        })
    }
}

impl From<&Outcome> for OutcomeForm {
    fn from(outcome: &Outcome) -> Self {
        Self {
            reason: (&outcome.reason).into(),
            scores: PerSeatForm::of(&outcome.scores, |score| (*score).into()),
        }
    }
}

impl TryFrom<OutcomeForm> for Outcome {
    type Error = BadForm;

    fn try_from(form: OutcomeForm) -> Result<Self, BadForm> {
        Ok(Self { reason: form.reason.try_into()?, scores: form.scores.read(Into::into) })
    }
}

impl From<&Reason> for ReasonForm {
    fn from(reason: &Reason) -> Self {
        match reason {
            Reason::Five { line } => Self::Five { line: PointForm::all(line) },
            Reason::Forbidden { point, foul } => {
                Self::Forbidden { point: (*point).into(), foul: (*foul).into() }
            }
            Reason::Resigned => Self::Resigned {},
            Reason::Flag => Self::Flag {},
            Reason::Violations => Self::Violations {},
            Reason::Agreement => Self::Agreement {},
            Reason::DoublePass => Self::DoublePass {},
            Reason::FullBoard => Self::FullBoard {},
            Reason::Aborted => Self::Aborted {},
            Reason::Expired => Self::Expired {},
        }
    }
}

impl TryFrom<ReasonForm> for Reason {
    type Error = BadForm;

    fn try_from(form: ReasonForm) -> Result<Self, BadForm> {
        Ok(match form {
            ReasonForm::Five { line } => Self::Five { line: PointForm::read_all(&line)? },
            ReasonForm::Forbidden { point, foul } => {
                Self::Forbidden { point: Point::try_from(&point)?, foul: foul.into() }
            }
            ReasonForm::Resigned {} => Self::Resigned,
            ReasonForm::Flag {} => Self::Flag,
            ReasonForm::Violations {} => Self::Violations,
            ReasonForm::Agreement {} => Self::Agreement,
            ReasonForm::DoublePass {} => Self::DoublePass,
            ReasonForm::FullBoard {} => Self::FullBoard,
            ReasonForm::Aborted {} => Self::Aborted,
            ReasonForm::Expired {} => Self::Expired,
        })
    }
}
