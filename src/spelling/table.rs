//! What is settled when a table is opened, in JSON.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::game::seat::Seat;
use crate::journal::{Colours, Visibility};

/// How colours are settled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ColoursForm {
    /// Seat A, the opener's, plays Black.
    BlackA,
    /// Seat B plays Black.
    BlackB,
    /// By lot, when both sit.
    Random,
}

/// Who is told of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum VisibilityForm {
    /// It stands in the lobby.
    Public,
    /// Only who has the link finds it.
    Link,
}

impl From<ColoursForm> for Colours {
    fn from(form: ColoursForm) -> Self {
        match form {
            ColoursForm::BlackA => Self::Black(Seat::A),
            ColoursForm::BlackB => Self::Black(Seat::B),
            ColoursForm::Random => Self::Random,
        }
    }
}

impl From<Colours> for ColoursForm {
    fn from(colours: Colours) -> Self {
        match colours {
            Colours::Black(Seat::A) => Self::BlackA,
            Colours::Black(Seat::B) => Self::BlackB,
            Colours::Random => Self::Random,
        }
    }
}

impl From<VisibilityForm> for Visibility {
    fn from(form: VisibilityForm) -> Self {
        match form {
            VisibilityForm::Public => Self::Public,
            VisibilityForm::Link => Self::Link,
        }
    }
}

impl From<Visibility> for VisibilityForm {
    fn from(visibility: Visibility) -> Self {
        match visibility {
            Visibility::Public => Self::Public,
            Visibility::Link => Self::Link,
        }
    }
}
