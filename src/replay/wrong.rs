//! What can be wrong with a server.

use std::fmt;

use crate::client::TurnedDown;
use crate::journal::RoomId;

/// Something that did not match, and in which game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("game {game} (line {line}), {}: {wrong}", Place(*room))]
pub struct Mismatch {
    /// The game.
    pub game: String,
    /// Its line in the file.
    pub line: usize,
    /// Where it was played, if it got that far.
    pub room: Option<RoomId>,
    /// What did not match.
    pub wrong: Wrong,
}

struct Place(Option<RoomId>);

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(room) => write!(f, "room {room}"),
            None => f.write_str("no room"),
        }
    }
}

/// Who of a game's three.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Plays Black.
    Black,
    /// Plays White.
    White,
    /// Watches.
    Spectator,
    /// Looks at the room afterwards.
    Auditor,
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Black => "Black",
            Self::White => "White",
            Self::Spectator => "the spectator",
            Self::Auditor => "the auditor",
        })
    }
}

struct Without<'a>(Option<&'a str>);

impl fmt::Display for Without<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.map_or(Ok(()), |why| write!(f, ", without a connection: {why}"))
    }
}

/// What did not match.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Wrong {
    /// Something did not come.
    #[error("{who} waited in vain for {what}{}", Without(lost.as_deref()))]
    Late {
        /// Who waited.
        who: Role,
        /// What did not come.
        what: String,
        /// Why there was no connection at the end, if there was none.
        lost: Option<String>,
    },
    /// A command was turned down.
    #[error("{who} was turned down: {why}")]
    TurnedDown {
        /// Whose command.
        who: Role,
        /// Why.
        why: TurnedDown,
    },
    /// A client gave up.
    #[error("{who} has no connection: {why}")]
    NoConnection {
        /// Who.
        who: Role,
        /// Why.
        why: String,
    },
    /// Records came out of order.
    #[error("{who} missed a record: {seq} came and {expected} was next")]
    Gap {
        /// Who.
        who: Role,
        /// What came.
        seq: u32,
        /// What was to come.
        expected: u32,
    },
    /// A record came twice.
    #[error("{who} was told record {seq} twice")]
    Repeated {
        /// Who.
        who: Role,
        /// Which.
        seq: u32,
    },
    /// What was told is no longer so.
    #[error("{who} was told record {seq}, and then the room had only the records before {next}")]
    Unhappened {
        /// Who.
        who: Role,
        /// What was told.
        seq: u32,
        /// What is to come next after all.
        next: u32,
    },
    /// A message contradicts itself or what came before it, or was not understood.
    #[error("{who} cannot make sense of what was said: {what}")]
    Nonsense {
        /// Who.
        who: Role,
        /// What.
        what: String,
    },
    /// A command was accepted before its record was told.
    #[error("{who} was told that {seq} is accepted before it had happened")]
    AcceptedEarly {
        /// Who.
        who: Role,
        /// The record.
        seq: u32,
    },
    /// A command was accepted as another record than its own.
    #[error("{who}: what was accepted as record {found:?} is {expected}")]
    AcceptedElsewhere {
        /// Who.
        who: Role,
        /// What was said.
        found: Option<u32>,
        /// What would be right.
        expected: u32,
    },
    /// The stones or the turn are not those of the game.
    #[error("after move {ply} {who} sees another position: {what}")]
    Position {
        /// Who.
        who: Role,
        /// After which move.
        ply: usize,
        /// What differs.
        what: String,
    },
    /// The result is not that of the game.
    #[error("{who} sees another result: {what}")]
    Result {
        /// Who.
        who: Role,
        /// What differs.
        what: String,
    },
    /// Two people were told different things under one number.
    #[error("record {seq} is one thing to {one} and another to {other}")]
    Disagree {
        /// Who.
        one: Role,
        /// Who else.
        other: Role,
        /// Which record.
        seq: u32,
    },
    /// There are more or fewer records than the game has.
    #[error("{who} sees {found} records; the game has {expected}")]
    Records {
        /// Who.
        who: Role,
        /// How many there are.
        found: u32,
        /// How many there should be.
        expected: u32,
    },
}
