//! Moves and the steps of openings in JSON.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::game::event::Deed;
use crate::game::point::Point;
use crate::spelling::{BadForm, ChoiceForm, PointForm, StoneForm};

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
    /// A move was lost to the clock, where being out of time costs the turn.
    ForcedPass {},
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

impl From<&Deed> for DeedForm {
    fn from(deed: &Deed) -> Self {
        match deed {
            Deed::Stone { stone, point } => Self::Stone { stone: (*stone).into(), point: (*point).into() },
            Deed::Pass => Self::Pass {},
            Deed::ForcedPass => Self::ForcedPass {},
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
            DeedForm::ForcedPass {} => Self::ForcedPass,
            DeedForm::Chose { choice } => Self::Chose(choice.into()),
            DeedForm::Announced { number } => Self::Announced(number),
            DeedForm::Showed { points } => Self::Showed(PointForm::read_all(&points)?),
            DeedForm::Kept { point } => Self::Kept(Point::try_from(&point)?),
        })
    }
}
