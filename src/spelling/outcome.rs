//! How games end, in JSON.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::game::event::{Outcome, Reason, Score, Settled};
use crate::game::point::Point;
use crate::game::rules::Foul;
use crate::spelling::rules::words;
use crate::spelling::{BadForm, PerSeatForm, PointForm};

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

words!(
    /// What confirmed a result.
    SettledForm = Settled {
        /// Both players. It can then only be annulled.
        Both = Settled::Both,
        /// The time in which it could have been disputed.
        Time = Settled::Time,
        /// The arbiter.
        Arbiter = Settled::Arbiter,
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
    /// A forbidden shape was pointed out where its owner may play again, and he had done so already or had no other move.
    ForcedForbidden {
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
    /// The time both shared was used up.
    SharedTime {},
    /// A player was out of time too often, where that is a foul.
    TimeFouls {},
    /// A player was not there in time.
    Late {},
    /// Neither was.
    DoubleForfeit {},
    /// The arbiter ruled it.
    Ruled {},
    /// The sealed move was not legal.
    SealedIllegal {},
    /// A player left for good, or was gone for so long that the other could claim the game.
    Abandoned {},
    /// Records were lost of a game that had not begun in those that are left.
    RecordLost {},
    /// The arbiter disqualified a player.
    Disqualified {},
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
            Reason::ForcedForbidden { point, foul } => {
                Self::ForcedForbidden { point: (*point).into(), foul: (*foul).into() }
            }
            Reason::Resigned => Self::Resigned {},
            Reason::Flag => Self::Flag {},
            Reason::Violations => Self::Violations {},
            Reason::Agreement => Self::Agreement {},
            Reason::DoublePass => Self::DoublePass {},
            Reason::FullBoard => Self::FullBoard {},
            Reason::Aborted => Self::Aborted {},
            Reason::Expired => Self::Expired {},
            Reason::SharedTime => Self::SharedTime {},
            Reason::TimeFouls => Self::TimeFouls {},
            Reason::Late => Self::Late {},
            Reason::DoubleForfeit => Self::DoubleForfeit {},
            Reason::Ruled => Self::Ruled {},
            Reason::SealedIllegal => Self::SealedIllegal {},
            Reason::Abandoned => Self::Abandoned {},
            Reason::RecordLost => Self::RecordLost {},
            Reason::Disqualified => Self::Disqualified {},
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
            ReasonForm::ForcedForbidden { point, foul } => {
                Self::ForcedForbidden { point: Point::try_from(&point)?, foul: foul.into() }
            }
            ReasonForm::Resigned {} => Self::Resigned,
            ReasonForm::Flag {} => Self::Flag,
            ReasonForm::Violations {} => Self::Violations,
            ReasonForm::Agreement {} => Self::Agreement,
            ReasonForm::DoublePass {} => Self::DoublePass,
            ReasonForm::FullBoard {} => Self::FullBoard,
            ReasonForm::Aborted {} => Self::Aborted,
            ReasonForm::Expired {} => Self::Expired,
            ReasonForm::SharedTime {} => Self::SharedTime,
            ReasonForm::TimeFouls {} => Self::TimeFouls,
            ReasonForm::Late {} => Self::Late,
            ReasonForm::DoubleForfeit {} => Self::DoubleForfeit,
            ReasonForm::Ruled {} => Self::Ruled,
            ReasonForm::SealedIllegal {} => Self::SealedIllegal,
            ReasonForm::Abandoned {} => Self::Abandoned,
            ReasonForm::RecordLost {} => Self::RecordLost,
            ReasonForm::Disqualified {} => Self::Disqualified,
        })
    }
}
