//! Matches of several games in JSON.

use std::num::NonZeroU8;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::journal::{Decider, GAMES_MAX, Goal, Series};
use crate::spelling::{BadForm, PerSeatForm, SeatForm, StoneForm};

/// How long a match lasts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum GoalForm {
    /// So many games, or until nobody can catch up.
    BestOf {
        /// How many, 1 to 99.
        #[schemars(range(min = 1, max = 99))]
        games: u8,
    },
    /// Until somebody has so many points.
    FirstTo {
        /// How many, 1 to 49. A win is one, a draw half a one.
        #[schemars(range(min = 1, max = 49))]
        points: u8,
    },
    /// So many games, whatever comes of them.
    Games {
        /// How many, 1 to 99.
        #[schemars(range(min = 1, max = 99))]
        games: u8,
    },
}

/// A match, as it stands before one of its games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SeriesForm {
    /// How long it lasts.
    pub goal: GoalForm,
    /// The number of this game, from 1.
    #[schemars(range(min = 1))]
    pub game: u8,
    /// Half points of each seat from the games before: a win is two of them, a draw one.
    pub half_points: PerSeatForm<u16>,
    /// Who was scheduled to open each game before this one that counts, whatever was swapped in it.
    #[serde(default)]
    pub openers: Vec<SeatForm>,
    /// The game that decides it if it is level in the end; `null` where none does.
    #[serde(default)]
    pub decider: Option<DeciderForm>,
}

/// The last game of a match that is level. A draw in it is a win, and who lost the toss before the first game chooses the
/// colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DeciderForm {
    /// Whose win a draw is in it.
    pub draw_wins: StoneForm,
    /// Who won the toss before the first game; `null` before there was one.
    pub toss: Option<SeatForm>,
    /// Whether this game is the deciding one.
    pub on: bool,
}

impl From<Decider> for DeciderForm {
    fn from(Decider { draw_wins, toss, is_on }: Decider) -> Self {
        Self { draw_wins: draw_wins.into(), toss: toss.map(Into::into), on: is_on }
    }
}

impl From<DeciderForm> for Decider {
    fn from(DeciderForm { draw_wins, toss, on }: DeciderForm) -> Self {
        Self { draw_wins: draw_wins.into(), toss: toss.map(Into::into), is_on: on }
    }
}

impl From<Goal> for GoalForm {
    fn from(goal: Goal) -> Self {
        match goal {
            Goal::BestOf(games) => Self::BestOf { games: games.get() },
            Goal::Games(games) => Self::Games { games: games.get() },
            Goal::FirstTo(points) => Self::FirstTo { points: points.get() },
        }
    }
}

impl TryFrom<GoalForm> for Goal {
    type Error = BadForm;

    fn try_from(form: GoalForm) -> Result<Self, BadForm> {
        let within = |number: u8, most: u8| {
            NonZeroU8::new(number).filter(|_| number <= most).ok_or(BadForm::Games(most))
        };
        Ok(match form {
            GoalForm::BestOf { games } => Self::BestOf(within(games, GAMES_MAX)?),
            GoalForm::Games { games } => Self::Games(within(games, GAMES_MAX)?),
            GoalForm::FirstTo { points } => Self::FirstTo(within(points, GAMES_MAX / 2)?),
        })
    }
}

impl From<&Series> for SeriesForm {
    fn from(series: &Series) -> Self {
        Self {
            goal: series.goal.into(),
            game: series.game.get(),
            half_points: PerSeatForm::of(&series.points, |points| *points),
            openers: series.openers.iter().map(|seat| (*seat).into()).collect(),
            decider: series.decider.map(Into::into),
        }
    }
}

impl TryFrom<SeriesForm> for Series {
    type Error = BadForm;

    fn try_from(form: SeriesForm) -> Result<Self, BadForm> {
        Ok(Self {
            goal: form.goal.try_into()?,
            game: NonZeroU8::new(form.game).ok_or(BadForm::Zero("game"))?,
            points: form.half_points.read(|points| points),
            openers: form.openers.into_iter().map(Into::into).collect(),
            decider: form.decider.map(Into::into),
        })
    }
}
