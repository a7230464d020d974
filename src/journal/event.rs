//! What is recorded of a room.

use std::fmt;

use crate::game::event as game;
use crate::game::moment::Moment;
use crate::game::ruleset::RuleSet;
use crate::game::seat::Seat;
use crate::journal::ids::{CommandId, Name, PersonId, RoomId};
use crate::journal::series::Series;

/// One entry of a journal: everything that one input brought about, kept or lost as a whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recorded {
    /// Its place in the room's journal, from 0 and without gaps.
    pub seq: u32,
    /// When it happened. For a fallen flag this is when it was due, not when it was noticed.
    pub at: Moment,
    /// The command that brought it about; none if time did.
    pub cause: Option<Cause>,
    /// What happened, in order. Never empty.
    pub events: Vec<Event>,
}

/// Whose command brought a record about, so that a repeat gets the same answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cause {
    /// Who sent it.
    pub person: PersonId,
    /// What the client called it.
    pub command: CommandId,
}

/// What happened in a room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// The room came into being. The first event of every journal, and of no other place in it.
    Opened(Box<Opened>),
    /// A person took a seat.
    Seated {
        /// Which.
        seat: Seat,
        /// Who.
        person: Person,
    },
    /// Something happened in the game.
    Game(game::Event),
    /// A player proposed another game with colours exchanged.
    RematchOffered {
        /// Who.
        seat: Seat,
    },
    /// The proposal was turned down.
    RematchDeclined {
        /// By whom.
        seat: Seat,
    },
    /// Both want another game; it is played in another room.
    RematchMade {
        /// Where.
        room: RoomId,
    },
}

/// A person as the table knows them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Person {
    /// Who it is.
    pub id: PersonId,
    /// What they are called.
    pub name: Name,
}

/// All that is fixed when a room is opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opened {
    /// What is played.
    pub rules: RuleSet,
    /// How colours are settled.
    pub colours: Colours,
    /// Decides colours that are left to chance. Secret until then.
    pub lot: Lot,
    /// Who is told of the room.
    pub visibility: Visibility,
    /// The wall clock when the room opened, for display only.
    pub wall: WallTime,
    /// The version of the server that opened it.
    pub server: String,
    /// The room whose players asked for this one.
    pub previous: Option<RoomId>,
    /// The match this game is part of.
    pub series: Option<Series>,
}

/// How colours are settled (D-02).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Colours {
    /// This seat plays Black.
    Black(Seat),
    /// By lot, when both sit.
    Random,
}

/// Who is told of a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Visibility {
    /// It stands in the lobby.
    Public,
    /// Only who has the link finds it.
    Link,
}

/// Random bits drawn when the room was opened. Printing them would give the colours away.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Lot(pub [u8; 16]);

impl Lot {
    /// Who plays Black if it is left to chance.
    pub const fn black(self) -> Seat {
        if self.0[0] & 1 == 0 { Seat::A } else { Seat::B }
    }
}

impl fmt::Debug for Lot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Lot(..)")
    }
}

impl Colours {
    /// Who plays Black.
    pub const fn black(self, lot: Lot) -> Seat {
        match self {
            Self::Black(seat) => seat,
            Self::Random => lot.black(),
        }
    }
}

/// Milliseconds since the Unix epoch by the wall clock. Shown to people, never reckoned with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct WallTime(pub u64);
