//! What the server says. Tolerant: types and fields are only ever added, and a client ignores what it does not know.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::protocol::client::{ColoursForm, VisibilityForm};
use crate::protocol::codes::Code;
use crate::spelling::{GameEventForm, OutcomeForm, PerSeatForm, PointForm, RulesForm, SeatForm, StoneForm};

/// A message from the server, one JSON object in one text frame.
///
/// `now` and `origin` are milliseconds on the server's own clock, which starts with the process; `at` and `since` are
/// milliseconds on a room's time line, on which `0` is `origin`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ServerMessage {
    /// The first message of a connection.
    Welcome {
        /// The version of the server.
        server: String,
        /// Who you are.
        person: PersonForm,
        /// The server's clock.
        now: u64,
    },
    /// Answers `ping`.
    Pong {
        /// The number of the ping.
        n: u32,
        /// The server's clock.
        now: u64,
    },
    /// The games there are.
    Lobby {
        /// All of them, the newest first; at most 500 of each state.
        games: Vec<LobbyGame>,
        /// How many people are connected.
        people: u32,
    },
    /// What has changed since the last word about the lobby.
    LobbyChange {
        /// New games, and games whose entry changed.
        changed: Vec<LobbyGame>,
        /// Rooms to take off the list.
        removed: Vec<String>,
        /// How many people are connected.
        people: u32,
    },
    /// Answers `join`. What follows it brings the client up to date.
    Joined {
        /// Which room.
        room: String,
        /// Changes whenever the room is opened from its journal. Keep it for the next `join`.
        epoch: u64,
        /// Your seat, if you have one.
        you: Option<SeatForm>,
        /// Where the room's time line begins on the server's clock; `null` while the room waits for its players after
        /// an interruption and no clock runs.
        origin: Option<i64>,
    },
    /// A room as it stands. Replaces all the client knew of it.
    Snapshot(Box<Snapshot>),
    /// One record of a room's journal: all that one command, or time, brought about.
    Happened(Box<Happened>),
    /// Who is here. Not part of the journal.
    Presence {
        /// Which room.
        room: String,
        /// Whether the player of each seat has a connection; `null` for a free seat.
        seats: PerSeatForm<Option<bool>>,
        /// How many connections watch without a seat.
        watchers: u32,
    },
    /// The room's time line starts (again) after an interruption.
    Resumed {
        /// Which room.
        room: String,
        /// Where its time line begins on the server's clock.
        origin: i64,
    },
    /// A command was carried out and is durable.
    Accepted {
        /// The command.
        id: String,
        /// The room it was for or brought into being.
        room: Option<String>,
        /// The record it caused.
        seq: Option<u32>,
    },
    /// A command was turned down. Nothing changed.
    Refused {
        /// The command.
        id: String,
        /// The room it was for.
        room: Option<String>,
        /// Why; stable, see the table of codes.
        code: Code,
        /// The same in words, for people.
        message: String,
        /// The number of moves made, if the room has a game.
        ply: Option<u16>,
    },
    /// A message was not understood, or could not be followed. Nothing changed.
    Error {
        /// What was wrong; stable, see the table of codes.
        code: Code,
        /// What was wrong and what would be right, for people.
        message: String,
        /// The room it was about.
        room: Option<String>,
    },
    /// The server stops. Come back after a random part of the time given.
    Restarting {
        /// Wait at least this long, in milliseconds.
        come_back_in_ms: u64,
        /// Come back within this time, in milliseconds.
        within_ms: u64,
    },
}

/// A person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PersonForm {
    /// Who it is.
    pub id: String,
    /// What they are called.
    pub name: String,
}

/// A room as it stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Snapshot {
    /// Which room.
    pub room: String,
    /// How many records it sums up, which is the sequence number of the next one.
    pub next: u32,
    /// When the last of them happened.
    pub at: u64,
    /// What was fixed when the room was opened.
    pub opened: OpenedForm,
    /// Who sits where; `null` for a free seat.
    pub seats: PerSeatForm<Option<PersonForm>>,
    /// All moves in order.
    pub moves: Vec<MoveForm>,
    /// Where the game stands.
    pub state: State,
    /// A fingerprint of the room's state. Two rooms in the same state have the same one.
    pub hash: String,
}

/// What was fixed when a room was opened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OpenedForm {
    /// What is played.
    pub rules: RulesForm,
    /// How colours are settled.
    pub colours: ColoursForm,
    /// Who is told of the room.
    pub visibility: VisibilityForm,
    /// The wall clock when the room opened, in milliseconds since 1970, for display.
    pub wall_ms: u64,
    /// The version of the server that opened it.
    pub server: String,
    /// The room whose players asked for this one.
    pub previous: Option<String>,
}

/// A move that was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct MoveForm {
    /// By whom.
    pub seat: SeatForm,
    /// The colour of the stone.
    pub stone: StoneForm,
    /// Where.
    pub point: PointForm,
    /// When.
    pub at: u64,
    /// How long it took, in milliseconds, before any credit.
    pub took_ms: u64,
    /// How much of that was network delay and not charged.
    pub lag_ms: u64,
}

/// Where a game stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct State {
    /// How far it is.
    pub phase: Phase,
    /// How many moves were made.
    pub ply: u16,
    /// Who plays Black, once that is settled.
    pub black: Option<SeatForm>,
    /// Who owes what, while the game runs.
    pub owed: Option<OwedForm>,
    /// Both clocks; `null` if none are used or the game has not begun.
    pub clock: Option<ClockState>,
    /// Whose draw offer stands.
    pub draw_offer: Option<SeatForm>,
    /// How the game ended.
    pub outcome: Option<OutcomeForm>,
    /// Who proposed another game.
    pub rematch_offer: Option<SeatForm>,
    /// The room in which the other game is played.
    pub rematch: Option<String>,
}

/// How far a game is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// A seat is free.
    Open,
    /// The game runs.
    Playing,
    /// The game is over.
    Over,
}

/// Who owes what. The one answer that tells a client or bot whether to act.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OwedForm {
    /// Who.
    pub seat: SeatForm,
    /// What.
    pub what: WhatForm,
}

/// What a seat owes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum WhatForm {
    /// A stone of this colour on any free point: `place`.
    Stone {
        /// The colour.
        stone: StoneForm,
    },
}

/// Both clocks at the moment of the record they come with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ClockState {
    /// Whose clock runs, and since when; its face is as it was then.
    pub running: Option<Running>,
    /// The two faces.
    pub faces: PerSeatForm<Face>,
}

/// Whose clock runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Running {
    /// Whose.
    pub seat: SeatForm,
    /// Since when, on the room's time line.
    pub since: u64,
}

/// One side's clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Face {
    /// The stage it is in, from 0, of the stages in the rules.
    pub stage: u8,
    /// What is left of the present period, in milliseconds.
    pub left_ms: u64,
    /// How many periods of the stage are left, the present one among them.
    pub periods: u16,
    /// How many moves of the stage's quota are still to be made in this period; `null` without a quota.
    pub moves_left: Option<u16>,
    /// All time charged so far, in milliseconds.
    pub used_ms: u64,
    /// How much lag credit is left for the game, in milliseconds.
    pub lag_left_ms: u64,
}

/// One record of a room's journal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Happened {
    /// Which room.
    pub room: String,
    /// The record's number: one more than the last one's. A gap means that something was lost: join again.
    pub seq: u32,
    /// When it happened, on the room's time line.
    pub at: u64,
    /// What happened, in order.
    pub events: Vec<EventForm>,
    /// Where the game stands afterwards.
    pub state: State,
}

/// What happened in a room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum EventForm {
    /// The room came into being.
    Opened(Box<OpenedForm>),
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
}

/// A game in the lobby.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LobbyGame {
    /// Its room.
    pub room: String,
    /// How far it is: `open` or `playing`.
    pub phase: Phase,
    /// What is played.
    pub rules: RulesForm,
    /// How colours are settled.
    pub colours: ColoursForm,
    /// Who sits where.
    pub seats: PerSeatForm<Option<PersonForm>>,
    /// The wall clock when the room opened, in milliseconds since 1970.
    pub wall_ms: u64,
}
