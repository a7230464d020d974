//! What the server says. Tolerant: types and fields are only ever added, and a client ignores what it does not know.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::protocol::client::{ColoursForm, VisibilityForm};
use crate::protocol::codes::Code;
pub use crate::protocol::lobby::{
    BotForm, BriefGame, BriefRules, ChallengeOutcomeForm, ComputerForm, LobbyGame,
};
pub use crate::protocol::state::{
    AdjournmentForm, AdjournmentStage, AskedForm, ClockState, ColourDebtForm, ColourState, ConfirmationState,
    Face, OfferForm, OwedForm, Phase, Running, StartState, State, WhatForm,
};
pub use crate::spelling::PersonForm;
use crate::spelling::{
    ArbitrationForm, BoutForm, DeedForm, PerSeatForm, PointForm, RulesForm, SeatForm, SeriesForm,
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
        /// The server's own bots, the gentlest first: `invite` them. Left out if it has none.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        computers: Vec<ComputerForm>,
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
        /// The newest first; at most 500 of each state. What does not fit into a message follows in `lobby_change`.
        games: Vec<LobbyGame>,
        /// How many people are connected.
        people: u32,
        /// The presets under which somebody waits to be paired.
        waited_in: Vec<String>,
        /// The running game to show to whoever looks around: the most watched one, and the same for a while.
        featured: Option<String>,
    },
    /// What has changed since the last word about the lobby.
    LobbyChange {
        /// New games, and games whose entry changed.
        changed: Vec<LobbyGame>,
        /// Rooms to take off the list.
        removed: Vec<String>,
        /// How many people are connected.
        people: u32,
        /// The presets under which somebody waits to be paired.
        waited_in: Vec<String>,
        /// The running game to show to whoever looks around.
        featured: Option<String>,
    },
    /// The newest games in brief, and how many there are.
    LobbyBrief {
        /// The newest first, those that wait before those that run. What does not fit into a message follows in
        /// `lobby_brief_change`.
        games: Vec<BriefGame>,
        /// How many games wait for an opponent, listed or not.
        open: u32,
        /// How many games run, listed or not.
        playing: u32,
        /// How many people are connected.
        people: u32,
        /// The presets under which somebody waits to be paired.
        waited_in: Vec<String>,
        /// The running game to show to whoever looks around.
        featured: Option<String>,
    },
    /// What has changed since the last word about the lobby, in brief. When very much changes at once some of it is told
    /// later; what is gone is always told at once.
    LobbyBriefChange {
        /// New games, games whose entry changed, and your own that are older than the list.
        changed: Vec<BriefGame>,
        /// Rooms to take off the list; some may never have been on it.
        removed: Vec<String>,
        /// How many games wait for an opponent.
        open: u32,
        /// How many games run.
        playing: u32,
        /// How many people are connected.
        people: u32,
        /// The presets under which somebody waits to be paired.
        waited_in: Vec<String>,
        /// The running game to show to whoever looks around.
        featured: Option<String>,
    },
    /// There is an opponent. Both sit, and the game runs.
    Paired {
        /// The preset.
        preset: String,
        /// The room to join; `null` if another window of yours looks for one under it now, or no room could be opened.
        room: Option<String>,
    },
    /// Where somebody plays who is followed.
    Following {
        /// The person's id.
        person: String,
        /// The newest running public game of theirs, if there is one.
        room: Option<String>,
    },
    /// Somebody invites this bot to a table: `join` and `sit`, or leave it.
    Invited {
        /// The table.
        room: String,
        /// Who.
        by: PersonForm,
    },
    /// The bots that are here, all of them. It comes again whenever one comes or goes, or begins or ends a game.
    Bots {
        /// The bots.
        bots: Vec<BotForm>,
    },
    /// You are a bot, and somebody wants to play with you. Answer it with `answer_challenge` within 30 s.
    Challenged {
        /// The number of the challenge.
        challenge: u64,
        /// Who.
        from: PersonForm,
        /// What is played.
        rules: Box<RulesForm>,
        /// How colours are settled; the challenger sits at seat A.
        colours: ColoursForm,
        /// Who is told of the table.
        visibility: VisibilityForm,
    },
    /// A challenge stands no more: told to who challenged and to the bot.
    ChallengeSettled {
        /// Its number, told to the bot; `null` to who challenged.
        challenge: Option<u64>,
        /// Which bot was challenged.
        bot: String,
        /// What became of it.
        outcome: ChallengeOutcomeForm,
        /// The room to join, if it is played.
        room: Option<String>,
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
        /// an interruption, or for a disk that takes nothing, and no clock runs.
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
        /// How many connections watch without a seat; those that only glance are not counted.
        watchers: u32,
        /// Since when the player of each seat has been gone, on the room's time line.
        gone_since: PerSeatForm<Option<u64>>,
    },
    /// The room's time line starts (again) after an interruption.
    Resumed {
        /// Which room.
        room: String,
        /// Where its time line begins on the server's clock.
        origin: i64,
    },
    /// The read-out of a period for one move. Nothing is decided by it.
    Readout {
        /// Which room.
        room: String,
        /// Whose clock runs.
        seat: SeatForm,
        /// How much of the period has passed, in milliseconds.
        elapsed_ms: u64,
        /// How much of it is left.
        left_ms: u64,
    },
    /// Who watches; for arbiters only.
    Audience {
        /// Which room.
        room: String,
        /// Who watches without a seat, at most 200 of them.
        watchers: Vec<PersonForm>,
        /// Who may not talk.
        muted: Vec<PersonForm>,
        /// Who was sent out.
        removed: Vec<PersonForm>,
    },
    /// What was said beside the game. Not part of the journal, and gone when the server restarts.
    Talk {
        /// Which room.
        room: String,
        /// Whether this is all that is kept of what this connection may hear, in place of what came before.
        all: bool,
        /// What was said, in order.
        lines: Vec<TalkLine>,
    },
    /// A command was carried out and is durable.
    Accepted {
        /// The command.
        id: String,
        /// The room it was for or brought into being.
        room: Option<String>,
        /// The record it caused.
        seq: Option<u32>,
        /// The key that makes an arbiter of the table, for who opened it with one in mind.
        arbiter_key: Option<String>,
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
        /// With `too_fast`: how long to wait before the next message, in milliseconds; left out otherwise.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        retry_after_ms: Option<u64>,
    },
    /// The server stops. Come back after a random part of the time given.
    Restarting {
        /// Wait at least this long, in milliseconds.
        come_back_in_ms: u64,
        /// Come back within this time, in milliseconds.
        within_ms: u64,
    },
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
    /// Who arbitrates.
    pub arbiters: Vec<PersonForm>,
    /// The label of the board, where it has one.
    pub board: Option<String>,
    /// For whom the seats are kept; left out if the game is no part of a competition.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kept: Option<PerSeatForm<Option<PersonForm>>>,
    /// The stones that stood before the first move, in order, Black's first.
    pub laid: Vec<PointForm>,
    /// All moves and steps of the opening, in order.
    pub moves: Vec<MoveForm>,
    /// What happened beside the moves: offers, claims, violations, what arbiters did; the latest 256.
    pub acts: Vec<ActForm>,
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
    /// Whether arbiters are expected.
    pub arbitration: ArbitrationForm,
    /// The label that the board had then.
    pub board: Option<String>,
    /// The match of a competition that the game is part of; left out if it is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bout: Option<BoutForm>,
    /// The SHA-256 of the lot that decides whatever is left to chance, as 64 hexadecimal digits; see `state.lot`.
    pub lot_digest: String,
}

/// Something said beside the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TalkLine {
    /// By whom.
    pub from: PersonForm,
    /// As what.
    pub role: RoleForm,
    /// What, in 1 to 200 characters.
    pub text: String,
    /// When, on the room's time line.
    pub at: u64,
}

/// What somebody is at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RoleForm {
    /// Has a seat.
    Player,
    /// Arbitrates.
    Arbiter,
    /// Watches.
    Spectator,
}

/// What happened at one moment beside the moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ActForm {
    /// When.
    pub at: u64,
    /// How many moves stood.
    pub after: u32,
    /// What, in order.
    pub events: Vec<EventForm>,
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
pub type EventForm = crate::spelling::EventForm<OpenedForm>;
