//! People, and what arbiters do beside the game, in JSON.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::journal::{ArbiterEvent, Arbitration, Bout, Ground, Person};
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

words!(
    /// What a ruling rests on.
    GroundForm = Ground {
        /// What happened. Nobody changes such a ruling.
        Fact = Ground::Fact,
        /// How the rules are read. The chief of a competition may overturn it.
        Interpretation = Ground::Interpretation,
    }
);

/// A ruling of which nothing is said rests on facts.
impl Default for GroundForm {
    fn default() -> Self {
        Self::Fact
    }
}

impl GroundForm {
    /// Whether it is what is meant if nothing is said.
    pub fn is_fact(&self) -> bool {
        matches!(self, Self::Fact)
    }
}

/// The match of a competition that a game is part of. Numbers are from 1.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BoutForm {
    /// Of which competition.
    pub competition: String,
    /// In which round.
    pub round: u16,
    /// In which meeting of it.
    pub meeting: u16,
    /// On which board.
    pub board: u8,
}

impl From<Bout> for BoutForm {
    fn from(bout: Bout) -> Self {
        let Bout { competition, round, meeting, board } = bout;
        Self { competition: competition.to_string(), round, meeting, board }
    }
}

impl TryFrom<BoutForm> for Bout {
    type Error = BadForm;

    fn try_from(form: BoutForm) -> Result<Self, BadForm> {
        let BoutForm { competition, round, meeting, board } = form;
        let competition = competition.parse().map_err(|_| BadForm::Text("competition"))?;
        Ok(Self { competition, round, meeting, board })
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
        /// What it rests on; left out if on facts.
        #[serde(default, skip_serializing_if = "GroundForm::is_fact")]
        ground: GroundForm,
    },
    /// The chief of the competition is an arbiter of this table.
    Presides {
        /// Who.
        person: PersonForm,
    },
    /// An arbiter of this table is none any more.
    Dismissed {
        /// Who.
        person: PersonForm,
    },
    /// A seat is kept for a person, and for nobody else.
    Kept {
        /// Which.
        seat: SeatForm,
        /// Who.
        person: PersonForm,
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
            ArbiterEvent::Ruled { arbiter, reason, ground } => Self::Ruled {
                arbiter: arbiter.into(),
                reason: reason.as_str().to_owned(),
                ground: (*ground).into(),
            },
            ArbiterEvent::Presides { person } => Self::Presides { person: person.into() },
            ArbiterEvent::Dismissed { person } => Self::Dismissed { person: person.into() },
            ArbiterEvent::Kept { seat, person } => Self::Kept { seat: (*seat).into(), person: person.into() },
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
            ArbiterEventForm::Ruled { arbiter, reason, ground } => {
                Self::Ruled { arbiter: arbiter.try_into()?, reason: remark(&reason)?, ground: ground.into() }
            }
            ArbiterEventForm::Presides { person } => Self::Presides { person: person.try_into()? },
            ArbiterEventForm::Dismissed { person } => Self::Dismissed { person: person.try_into()? },
            ArbiterEventForm::Kept { seat, person } => {
                Self::Kept { seat: seat.into(), person: person.try_into()? }
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
