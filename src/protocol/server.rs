//! What the server says. Tolerant: types and fields are only ever added, and a client ignores what it does not know.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::protocol::client::{ColoursForm, VisibilityForm};
use crate::protocol::codes::Code;
use crate::spelling::{
    ChoiceForm, DeedForm, FavourForm, GameEventForm, NamedOpeningForm, OutcomeForm, PerSeatForm, PointForm,
    RulesForm, SeatForm, SeriesForm, StoneForm, ZoneForm,
};

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
        /// The number of the present position, if the room has a game.
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
    /// The stones that stood before the first move, in order, Black's first.
    pub laid: Vec<PointForm>,
    /// All moves and steps of the opening, in order.
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
    /// The match this game is part of, as it stood before it.
    pub series: Option<SeriesForm>,
}

/// A move that was made, or a step of the opening.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct MoveForm {
    /// By whom.
    pub seat: SeatForm,
    /// What.
    pub deed: DeedForm,
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
    /// The number of the position. It grows with every move, every step of the opening, and every take-back.
    pub ply: u16,
    /// Who plays Black, once that is settled.
    pub black: Option<SeatForm>,
    /// Who owes what, while the game runs.
    pub owed: Option<OwedForm>,
    /// Both clocks; `null` if none are used or the game has not begun.
    pub clock: Option<ClockState>,
    /// The alternatives for the fifth move that are shown.
    pub shown: Vec<PointForm>,
    /// The name of the opening on the board, once three stones make one.
    pub opening: Option<NamedOpeningForm>,
    /// The points that are forbidden to who is to move, where the rules show them.
    pub forbidden: Vec<PointForm>,
    /// The draw offer that stands.
    pub draw_offer: Option<OfferForm>,
    /// What a player asks of the other.
    pub favour: Option<AskedForm>,
    /// Whether both have agreed that the clocks stand still.
    pub paused: bool,
    /// How many violations each has. The second loses.
    pub violations: PerSeatForm<u8>,
    /// How the game ended.
    pub outcome: Option<OutcomeForm>,
    /// Who proposed another game.
    pub rematch_offer: Option<SeatForm>,
    /// The room in which the other game is played, or the next one of the match.
    pub rematch: Option<String>,
    /// Whether the match wants another game: `next_game`.
    pub next_game: bool,
}

/// A draw offer that stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OfferForm {
    /// Whose.
    pub seat: SeatForm,
    /// Whether the opponent may object to it.
    pub improper: bool,
}

/// What a player asks of the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AskedForm {
    /// Who asks.
    pub seat: SeatForm,
    /// For what.
    pub favour: FavourForm,
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
    /// A stone of this colour on any free point of the zone: `place`, or `pass` where the rules have it.
    Stone {
        /// The colour.
        stone: StoneForm,
        /// Where it may stand; `null` for the whole board.
        zone: Option<ZoneForm>,
    },
    /// One of these: `choose`.
    Choice {
        /// What can be chosen.
        options: Vec<ChoiceForm>,
    },
    /// The number of alternatives for the fifth move: `announce`.
    Announcement {
        /// The largest number; the smallest is 1.
        most: u8,
    },
    /// Alternatives for the fifth move, no two of the same shape: `show`.
    Alternatives {
        /// How many.
        number: u8,
    },
    /// The one of the alternatives shown that stays: `keep`.
    Keep {},
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
