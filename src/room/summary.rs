//! What the lobby needs to know of a room. Pure.

use crate::game::ruleset::RuleSet;
use crate::game::seat::PerSeat;
use crate::journal::{Colours, Person, Phase, RoomId, Visibility, WallTime};
use crate::room::state::Room;

/// A room in short.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// Which room.
    pub room: RoomId,
    /// How far it is.
    pub stage: Stage,
    /// What is played.
    pub rules: RuleSet,
    /// How colours are settled.
    pub colours: Colours,
    /// Who is told of the room.
    pub visibility: Visibility,
    /// Who sits where.
    pub seats: PerSeat<Option<Person>>,
    /// The wall clock when it was opened.
    pub wall: WallTime,
}

/// How far a room is, as the lobby sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stage {
    /// A seat is free, and whoever opened the table waits at it.
    Waiting,
    /// A seat is free, and whoever opened the table is away.
    Unattended,
    /// The game runs.
    Playing,
    /// It is over.
    Over,
}

impl Stage {
    /// How far a room is.
    pub fn of(room: &Room) -> Self {
        match room.table().phase() {
            Phase::Open if room.is_awaited() => Self::Waiting,
            Phase::Open => Self::Unattended,
            Phase::Starting | Phase::Playing => Self::Playing,
            Phase::Over => Self::Over,
        }
    }
}

impl Summary {
    /// A room in short.
    pub fn of(id: RoomId, room: &Room) -> Self {
        let table = room.table();
        let opened = table.opened();
        Self {
            room: id,
            stage: Stage::of(room),
            rules: opened.rules.clone(),
            colours: opened.colours,
            visibility: opened.visibility,
            seats: table.seats().clone(),
            wall: opened.wall,
        }
    }
}
