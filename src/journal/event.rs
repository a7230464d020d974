//! What is recorded of a room.

use std::fmt;

use sha2::{Digest as _, Sha256};

use crate::game::event as game;
use crate::game::moment::Moment;
use crate::game::ruleset::RuleSet;
use crate::game::seal::Digest;
use crate::game::seat::Seat;
use crate::journal::arbitration::{ArbiterEvent, Arbitration, Envelope, Ground};
use crate::journal::bout::Bout;
use crate::journal::colours::{Call, ColourEvent, Colours, HAND_MAX};
use crate::journal::ids::{CommandId, Name, PersonId, RoomId};
use crate::journal::series::Series;
use crate::journal::text::{BoardLabel, Remark};

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

impl Recorded {
    /// Who ruled what the rest of the record says, why and on what ground, if an arbiter did.
    pub fn ruled(&self) -> Option<(&Person, &Remark, Ground)> {
        self.events.iter().find_map(|event| match event {
            Event::Arbitration(ArbiterEvent::Ruled { arbiter, reason, ground }) => {
                Some((arbiter, reason, *ground))
            }
            Event::Opened(_)
            | Event::Seated { .. }
            | Event::Game(_)
            | Event::RematchOffered { .. }
            | Event::RematchDeclined { .. }
            | Event::RematchMade { .. }
            | Event::Colours(_)
            | Event::Arbitration(_)
            | Event::Envelope(_) => None,
        })
    }
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
    /// Something happened in the choice of colours.
    Colours(ColourEvent),
    /// Arbiters did something, or something was said to them.
    Arbitration(ArbiterEvent),
    /// A sealed move was handed in. Nobody is told of it.
    Envelope(Envelope),
}

/// A person as the table knows them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Person {
    /// Who it is.
    pub id: PersonId,
    /// What they are called.
    pub name: Name,
    /// Whether it is a program. Everybody is told.
    pub is_bot: bool,
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
    /// Whether arbiters are expected.
    pub arbitration: Arbitration,
    /// The label of the board (L-11).
    pub board: Option<BoardLabel>,
    /// The match of a competition that it is part of. Its seats and its arbiters are then given there.
    pub bout: Option<Bout>,
}

/// Who is told of a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Visibility {
    /// It stands in the lobby.
    Public,
    /// Only who has the link finds it.
    Link,
}

/// Random bits drawn when the room was opened, for whatever is left to chance. What they hash to is known from the
/// beginning, they themselves once the game is over: so everybody can check that they were not chosen (W-12).
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Lot(pub [u8; 16]);

impl Lot {
    /// Who plays Black if it is left to chance, has it tentatively, or wins the toss: bit 0 of byte 0.
    pub const fn black(self) -> Seat {
        if self.0[0] & 1 == 0 { Seat::A } else { Seat::B }
    }

    /// The number of stones that the server draws for a seat: byte 1 for seat A, byte 2 for B, modulo 10, plus 1.
    pub const fn number(self, seat: Seat) -> u8 {
        let byte = match seat {
            Seat::A => self.0[1],
            Seat::B => self.0[2],
        };
        1 + byte % HAND_MAX
    }

    /// What the server calls for who does not: byte 3.
    pub const fn call(self) -> Call {
        if self.0[3] & 1 == 0 { Call::Even } else { Call::Odd }
    }

    /// What it hashes to: the SHA-256 of its bytes.
    pub fn digest(self) -> Digest {
        Digest(Sha256::digest(self.0).into())
    }
}

/// Printing it would give the colours away.
impl fmt::Debug for Lot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Lot(..)")
    }
}

/// Milliseconds since the Unix epoch by the wall clock. Shown to people; only the time until a game begins is reckoned
/// with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct WallTime(pub u64);
