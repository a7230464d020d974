//! What is settled when a table is opened, and what happens at it, in JSON.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::game::event as game;
use crate::journal::{Event, Opened, Visibility};
use crate::spelling::rules::words;
use crate::spelling::{ArbiterEventForm, BadForm, ColourEventForm, GameEventForm, PersonForm, SeatForm};

words!(
    /// Who is told of a table.
    VisibilityForm = Visibility {
        /// It stands in the lobby.
        Public = Visibility::Public,
        /// Only who has the link finds it.
        Link = Visibility::Link,
    }
);

/// What happened at a table. What it says of the opening is not the same on the wire and in the store.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
#[schemars(rename = "EventForm")]
pub enum EventForm<O> {
    /// The room came into being.
    Opened(Box<O>),
    /// A person took a seat.
    Seated {
        /// Which.
        seat: SeatForm,
        /// Who.
        person: PersonForm,
    },
    /// Something happened in the game.
    Game {
        /// What.
        event: GameEventForm,
    },
    /// A player proposed another game.
    RematchOffered {
        /// Who.
        seat: SeatForm,
    },
    /// The proposal was turned down.
    RematchDeclined {
        /// By whom.
        seat: SeatForm,
    },
    /// Both want another game.
    RematchMade {
        /// Where it is played.
        room: String,
    },
    /// Something happened in the choice of colours.
    #[serde(untagged)]
    Colours(ColourEventForm),
    /// Arbiters did something, or something was said to them.
    #[serde(untagged)]
    Arbitration(ArbiterEventForm),
}

impl<O> EventForm<O> {
    /// The spelling of an event; none of a sealed move, which is told to nobody.
    pub fn of<'a>(event: &'a Event) -> Option<Self>
    where
        O: From<&'a Opened>,
    {
        Some(match event {
            Event::Opened(opened) => Self::Opened(Box::new((&**opened).into())),
            Event::Seated { seat, person } => Self::Seated { seat: (*seat).into(), person: person.into() },
            Event::Game(event) => Self::Game { event: event.into() },
            Event::Colours(event) => Self::Colours(event.into()),
            Event::Arbitration(event) => Self::Arbitration(event.into()),
            Event::RematchOffered { seat } => Self::RematchOffered { seat: (*seat).into() },
            Event::RematchDeclined { seat } => Self::RematchDeclined { seat: (*seat).into() },
            Event::RematchMade { room } => Self::RematchMade { room: room.to_string() },
            Event::Envelope(_) => return None,
        })
    }

    /// The event that is spelled.
    ///
    /// # Errors
    /// [`BadForm`] says which value is none.
    pub fn read(self) -> Result<Event, BadForm>
    where
        Opened: TryFrom<O, Error = BadForm>,
    {
        Ok(match self {
            Self::Opened(opened) => Event::Opened(Box::new((*opened).try_into()?)),
            Self::Seated { seat, person } => Event::Seated { seat: seat.into(), person: person.try_into()? },
            Self::Game { event } => Event::Game(game::Event::try_from(event)?),
            Self::Colours(event) => Event::Colours(event.try_into()?),
            Self::Arbitration(event) => Event::Arbitration(event.try_into()?),
            Self::RematchOffered { seat } => Event::RematchOffered { seat: seat.into() },
            Self::RematchDeclined { seat } => Event::RematchDeclined { seat: seat.into() },
            Self::RematchMade { room } => {
                Event::RematchMade { room: room.parse().map_err(|_| BadForm::Text("room"))? }
            }
        })
    }
}
