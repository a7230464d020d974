//! Events of a game and their parts in JSON.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::game::board::Stone;
use crate::game::event::{Event, Outcome, Reason, Score};
use crate::game::moment::Span;
use crate::game::point::Point;
use crate::game::rules::Foul;
use crate::game::seat::Seat;
use crate::spelling::rules::words;
use crate::spelling::{BadForm, PerSeatForm, PointForm};

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
    /// A stone was put on the board, which completes a move.
    Placed {
        /// Who played it.
        seat: SeatForm,
        /// Its colour.
        stone: StoneForm,
        /// Where.
        point: PointForm,
        /// How much of the measured network delay was not charged, in milliseconds.
        lag_ms: u64,
    },
    /// A draw was proposed.
    DrawOffered {
        /// By whom.
        seat: SeatForm,
    },
    /// The standing offer was turned down in words.
    DrawDeclined {
        /// By whom.
        seat: SeatForm,
    },
    /// The game ended. This happens once.
    Ended {
        /// How.
        outcome: OutcomeForm,
    },
}

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
    /// Both agreed on a draw.
    Agreement {},
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
            Event::Placed { seat, stone, point, lag } => Self::Placed {
                seat: (*seat).into(),
                stone: (*stone).into(),
                point: (*point).into(),
                lag_ms: lag.millis(),
            },
            Event::DrawOffered { seat } => Self::DrawOffered { seat: (*seat).into() },
            Event::DrawDeclined { seat } => Self::DrawDeclined { seat: (*seat).into() },
            Event::Ended { outcome } => Self::Ended { outcome: outcome.into() },
        }
    }
}

impl TryFrom<GameEventForm> for Event {
    type Error = BadForm;

    fn try_from(form: GameEventForm) -> Result<Self, BadForm> {
        Ok(match form {
            GameEventForm::Started { black } => Self::Started { black: black.into() },
            GameEventForm::Placed { seat, stone, point, lag_ms } => Self::Placed {
                seat: seat.into(),
                stone: stone.into(),
                point: Point::try_from(&point)?,
                lag: Span::from_millis(lag_ms),
            },
            GameEventForm::DrawOffered { seat } => Self::DrawOffered { seat: seat.into() },
            GameEventForm::DrawDeclined { seat } => Self::DrawDeclined { seat: seat.into() },
            GameEventForm::Ended { outcome } => Self::Ended { outcome: outcome.try_into()? },
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
            Reason::Five { line } => Self::Five { line: line.iter().map(|point| (*point).into()).collect() },
            Reason::Forbidden { point, foul } => {
                Self::Forbidden { point: (*point).into(), foul: (*foul).into() }
            }
            Reason::Resigned => Self::Resigned {},
            Reason::Flag => Self::Flag {},
            Reason::Agreement => Self::Agreement {},
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
            ReasonForm::Five { line } => {
                Self::Five { line: line.iter().map(Point::try_from).collect::<Result<_, _>>()? }
            }
            ReasonForm::Forbidden { point, foul } => {
                Self::Forbidden { point: Point::try_from(&point)?, foul: foul.into() }
            }
            ReasonForm::Resigned {} => Self::Resigned,
            ReasonForm::Flag {} => Self::Flag,
            ReasonForm::Agreement {} => Self::Agreement,
            ReasonForm::FullBoard {} => Self::FullBoard,
            ReasonForm::Aborted {} => Self::Aborted,
            ReasonForm::Expired {} => Self::Expired,
        })
    }
}
