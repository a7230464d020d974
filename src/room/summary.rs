//! What the lobby needs to know of a room. Pure.

use crate::game::ruleset::RuleSet;
use crate::game::seat::PerSeat;
use crate::journal::{BoardLabel, Colours, Person, Phase, RoomId, Visibility, WallTime};
use crate::room::message::Presence;
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
    /// What makes it worth a look.
    pub interest: Interest,
    /// The label of the board.
    pub board: Option<BoardLabel>,
}

/// What makes a game worth a look, as far as the lobby is told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Interest {
    /// How many watch.
    pub watchers: u32,
    /// How many moves were made, rounded down to [`Interest::MOVES_STEP`].
    pub moves: u32,
    /// Whether either player is there.
    pub is_attended: bool,
}

impl Interest {
    /// The lobby is told of moves once in so many.
    pub const MOVES_STEP: u32 = 6;

    /// What makes a room worth a look in which these people are.
    pub fn of(room: &Room, presence: &Presence) -> Self {
        let PerSeat { a, b } = presence.seats;
        Self { watchers: presence.watchers, is_attended: [a, b].contains(&Some(true)), ..Self::default() }
            .after_moves(room)
    }

    /// The same when moves were made since; who is there is told less often.
    pub fn after_moves(self, room: &Room) -> Self {
        let moves = u32::try_from(room.table().game().moves().len()).unwrap_or(u32::MAX);
        Self { moves: moves - moves % Self::MOVES_STEP, ..self }
    }
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
    pub fn of(id: RoomId, room: &Room, interest: Interest) -> Self {
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
            interest,
            board: table.board().cloned(),
        }
    }

    /// Whether the list of games says the same of another.
    pub fn reads_like(&self, other: &Self) -> bool {
        let Self { room, stage, rules, colours, visibility, seats, wall, interest: _, board } = self;
        (room, stage, colours, visibility, wall)
            == (&other.room, &other.stage, &other.colours, &other.visibility, &other.wall)
            && (rules, seats, board) == (&other.rules, &other.seats, &other.board)
    }
}
