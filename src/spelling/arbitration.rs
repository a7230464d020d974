//! People, and what arbiters do beside the game, in JSON.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::journal::{ArbiterEvent, Arbitration, Person};
use crate::spelling::rules::words;
use crate::spelling::{BadForm, SeatForm};

/// A person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PersonForm {
    /// Who it is.
    pub id: String,
    /// What they are called.
    pub name: String,
    /// Whether it is a bot; left out if it is not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub bot: bool,
}

words!(
    /// Whether arbiters are expected at a table.
    ArbitrationForm = Arbitration {
        /// None are, unless the operator sends one.
        None = Arbitration::None,
        /// The opener plays and has the key that makes an arbiter.
        Link = Arbitration::Link,
        /// The opener is an arbiter, has the key, and does not play.
        Opener = Arbitration::Opener,
    }
);

/// Tables written before arbiters were expect none.
impl Default for ArbitrationForm {
    fn default() -> Self {
        Self::None
    }
}

/// What arbiters do, and what is said to them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum ArbiterEventForm {
    /// A person is an arbiter of this table.
    Officiated {
        /// Who.
        person: PersonForm,
    },
    /// An arbiter ruled what the rest of the record says.
    Ruled {
        /// Who.
        arbiter: PersonForm,
        /// Why, in 1 to 200 characters.
        reason: String,
    },
    /// A spectator may not talk.
    Muted {
        /// Who.
        person: PersonForm,
    },
    /// A spectator may talk again.
    Unmuted {
        /// Who.
        person: PersonForm,
    },
    /// A spectator was sent out.
    Removed {
        /// Who.
        person: PersonForm,
    },
    /// A spectator may come back.
    Readmitted {
        /// Who.
        person: PersonForm,
    },
    /// A player complains to the arbiter.
    Complained {
        /// Who.
        seat: SeatForm,
        /// Of what, in 1 to 200 characters.
        text: String,
        /// Whether on their own time.
        own_time: bool,
    },
    /// The board got another label.
    BoardMoved {
        /// Which, in 1 to 16 characters.
        board: String,
    },
}

impl From<&Person> for PersonForm {
    fn from(person: &Person) -> Self {
        Self { id: person.id.to_string(), name: person.name.as_str().to_owned(), bot: person.is_bot }
    }
}

impl TryFrom<PersonForm> for Person {
    type Error = BadForm;

    fn try_from(form: PersonForm) -> Result<Self, BadForm> {
        let id = form.id.parse().map_err(|_| BadForm::Text("person"))?;
        let name = form.name.parse().map_err(|_| BadForm::Text("name"))?;
        Ok(Self { id, name, is_bot: form.bot })
    }
}

impl From<&ArbiterEvent> for ArbiterEventForm {
    fn from(event: &ArbiterEvent) -> Self {
        match event {
            ArbiterEvent::Officiated { person } => Self::Officiated { person: person.into() },
            ArbiterEvent::Ruled { arbiter, reason } => {
                Self::Ruled { arbiter: arbiter.into(), reason: reason.as_str().to_owned() }
            }
            ArbiterEvent::Muted { person } => Self::Muted { person: person.into() },
            ArbiterEvent::Unmuted { person } => Self::Unmuted { person: person.into() },
            ArbiterEvent::Removed { person } => Self::Removed { person: person.into() },
            ArbiterEvent::Readmitted { person } => Self::Readmitted { person: person.into() },
            ArbiterEvent::Complained { seat, text, own_time } => {
                Self::Complained { seat: (*seat).into(), text: text.as_str().to_owned(), own_time: *own_time }
            }
            ArbiterEvent::BoardMoved { board } => Self::BoardMoved { board: board.as_str().to_owned() },
        }
    }
}

impl TryFrom<ArbiterEventForm> for ArbiterEvent {
    type Error = BadForm;

    fn try_from(form: ArbiterEventForm) -> Result<Self, BadForm> {
        let remark = |text: &str| text.parse().map_err(|_| BadForm::Text("text"));
        Ok(match form {
            ArbiterEventForm::Officiated { person } => Self::Officiated { person: person.try_into()? },
            ArbiterEventForm::Ruled { arbiter, reason } => {
                Self::Ruled { arbiter: arbiter.try_into()?, reason: remark(&reason)? }
            }
            ArbiterEventForm::Muted { person } => Self::Muted { person: person.try_into()? },
            ArbiterEventForm::Unmuted { person } => Self::Unmuted { person: person.try_into()? },
            ArbiterEventForm::Removed { person } => Self::Removed { person: person.try_into()? },
            ArbiterEventForm::Readmitted { person } => Self::Readmitted { person: person.try_into()? },
            ArbiterEventForm::Complained { seat, text, own_time } => {
                Self::Complained { seat: seat.into(), text: remark(&text)?, own_time }
            }
            ArbiterEventForm::BoardMoved { board } => Self::BoardMoved { board: board.parse()? },
        })
    }
}
