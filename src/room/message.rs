//! Everything that can happen to a room, and everything it says.

use std::sync::Arc;

use crate::game::clock::Readout;
use crate::game::event as game;
use crate::game::moment::{Moment, Span};
use crate::game::seal::{Nonce, SealedMove};
use crate::game::seat::{PerSeat, Seat};
use crate::journal::{
    ColourAct, CommandId, Declarations, Ground, Lot, Person, Recorded, Remark, RoomId, Standing, Table,
    TableRuling, Unwilling, WallTime,
};
use crate::room::outbox::Shared;
use crate::room::talk::Line;
use crate::store::Epoch;

/// A connection, by a number that no other has in this process.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ConnectionId(pub u64);

/// Everything that can happen to a room. What is not in this list cannot happen.
#[derive(Clone, Debug)]
pub enum Input {
    /// A connection wants to follow the room. If it does already, it is brought up to date again.
    Join {
        /// Which connection.
        connection: ConnectionId,
        /// Whose it is.
        person: Person,
        /// How far it has seen the room.
        seen: Option<Seen>,
        /// What it is there for.
        manner: Manner,
    },
    /// A connection has gone, or has seen enough.
    Leave {
        /// Which connection.
        connection: ConnectionId,
    },
    /// A person wants to do something.
    Act {
        /// The connection it came over, which must have joined.
        connection: ConnectionId,
        /// Who.
        person: Person,
        /// What the client calls it.
        id: CommandId,
        /// What.
        action: Action,
    },
    /// The round trip of a connection was measured.
    Lag {
        /// Which connection.
        connection: ConnectionId,
        /// The least round trip measured lately.
        round_trip: Span,
    },
    /// The competition that the room is part of says who sits and who rules there.
    Appoint(Box<Appointments>),
    /// Time passed. The room works out what that means.
    Wake,
}

/// Who sits and who rules at a table of a competition, all of it each time: what the table knows already changes nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Appointments {
    /// The chief, once there is one.
    pub chief: Option<Person>,
    /// The referees who officiate, at most one fewer than a table has arbiters.
    pub referees: Vec<Person>,
    /// Who is to sit where, as far as they have come.
    pub players: PerSeat<Option<Person>>,
}

/// What a connection follows a room for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Manner {
    /// To be there: to play, to arbitrate, or to be counted among those who watch.
    Attend,
    /// To see the board among others. Whoever glances is neither counted nor present, hears no talk and does nothing.
    Glance,
}

/// How far a connection has seen a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seen {
    /// In which epoch.
    pub epoch: Epoch,
    /// The sequence number it expects next.
    pub next: u32,
}

/// What a person can do in a room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// Take the free seat, unless a bot that sits there or is to sit has declared otherwise.
    Sit(Declarations),
    /// Something in the game.
    Play(game::Command),
    /// Propose another game.
    OfferRematch,
    /// Agree to another game, to be played in `room`.
    AcceptRematch {
        /// The room to be opened; derived from this one, so that two acceptances name the same.
        room: RoomId,
        /// The wall clock, for display.
        wall: WallTime,
        /// Decides what is left to chance there.
        lot: Lot,
    },
    /// Turn another game down.
    DeclineRematch,
    /// Begin the next game of the match.
    NextGame {
        /// The room to be opened; derived from this one.
        room: RoomId,
        /// The wall clock, for display.
        wall: WallTime,
        /// Decides what is left to chance there.
        lot: Lot,
    },
    /// Do something in the choice of colours.
    Colours(ColourAct),
    /// Hand in the move of an adjourned game.
    Seal {
        /// The position it answers.
        ply: u16,
        /// The move.
        sealed: SealedMove,
        /// What is hashed with it.
        nonce: Nonce,
    },
    /// Claim the game of an opponent who is gone (G-08).
    ClaimAbsence,
    /// Complain to the arbiter.
    Complain(Remark),
    /// Say something beside the game.
    Say(Remark),
    /// Become an arbiter; the key has been looked at.
    Officiate,
    /// Rule, as an arbiter.
    Rule {
        /// What.
        ruling: TableRuling,
        /// Why.
        reason: Remark,
        /// What it rests on.
        ground: Ground,
    },
}

/// What a room says to connections.
#[derive(Clone, Debug)]
pub enum Outgoing {
    /// The connection follows the room. What comes next brings it up to date.
    Joined(Joined),
    /// The room as it stands.
    Snapshot(Arc<Shared<Snapshot>>),
    /// A record of its journal.
    Happened(Arc<Shared<Happened>>),
    /// Who is here.
    Presence(Arc<Shared<Presence>>),
    /// The room's time line starts again.
    Resumed {
        /// Which room.
        room: RoomId,
        /// Where its time line begins on the server's clock.
        origin: i64,
    },
    /// A second of a period for one move is read out.
    Readout {
        /// Which room.
        room: RoomId,
        /// What.
        readout: Readout,
    },
    /// Who watches; for arbiters.
    Audience(Arc<Shared<Audience>>),
    /// What was said beside the game.
    Talk(Arc<Shared<Heard>>),
    /// What became of a command.
    Answered(Answered),
    /// There is no such room.
    Unknown(RoomId),
    /// An arbiter has sent the person out of the room.
    Removed(RoomId),
}

/// Who watches a room, and who may not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Audience {
    /// Which room.
    pub room: RoomId,
    /// Who watches without a seat, at most [`Audience::WATCHERS_MAX`] of them.
    pub watchers: Vec<Person>,
    /// Who may not talk.
    pub muted: Vec<Person>,
    /// Who was sent out.
    pub removed: Vec<Person>,
}

impl Audience {
    /// The most watchers an arbiter is shown.
    pub const WATCHERS_MAX: usize = 200;
}

/// Something that a connection hears.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heard {
    /// In which room.
    pub room: RoomId,
    /// Whether it is all that is kept.
    pub all: bool,
    /// What was said, in order.
    pub lines: Vec<Line>,
}

/// A connection follows a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Joined {
    /// Which room.
    pub room: RoomId,
    /// In which epoch.
    pub epoch: Epoch,
    /// The seat of the connection's person.
    pub seat: Option<Seat>,
    /// Where the room's time line begins on the server's clock; none while it stands still.
    pub origin: Option<i64>,
}

/// A room as it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snapshot {
    /// Which room.
    pub room: RoomId,
    /// The sequence number of the next record.
    pub next: u32,
    /// When the last record happened.
    pub at: Moment,
    /// The table.
    pub table: Table,
}

/// A record, and where the table stands after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Happened {
    /// Which room.
    pub room: RoomId,
    /// What happened.
    pub recorded: Recorded,
    /// The table afterwards.
    pub standing: Standing,
}

/// Who is here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Presence {
    /// Which room.
    pub room: RoomId,
    /// Whether the player of each seat has a connection; none for a free seat.
    pub seats: PerSeat<Option<bool>>,
    /// How many connections attend without a seat.
    pub watchers: u32,
    /// Since when the player of each seat has been gone.
    pub gone_since: PerSeat<Option<Moment>>,
}

/// What became of a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answered {
    /// In which room.
    pub room: RoomId,
    /// What the client called it.
    pub id: CommandId,
    /// The sequence number of the record it caused, if it was one to be recorded, or why it was turned down.
    pub result: Result<Option<u32>, Refusal>,
    /// How many moves have been made.
    pub ply: u16,
}

/// Why a room turned a command down. Nothing changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The game did.
    #[error(transparent)]
    Game(#[from] game::Refusal),
    /// The person has no seat.
    #[error("only the players of this game can do this")]
    NotAPlayer,
    /// Both seats are taken.
    #[error("both seats are taken; you can watch")]
    NoFreeSeat,
    /// A bot has declared that it does not play that.
    #[error(transparent)]
    NotPlayed(#[from] Unwilling),
    /// The person sits here.
    #[error("you sit at this table already")]
    AlreadySeated,
    /// The game still runs.
    #[error("the game is not over")]
    GameNotOver,
    /// There is no proposal to answer.
    #[error("there is no rematch offer to answer")]
    NoRematchOffer,
    /// A proposal stands already.
    #[error("a rematch offer stands already")]
    RematchOfferStands,
    /// The match goes on by itself.
    #[error("the match goes on with its next game")]
    MatchGoesOn,
    /// There is no match, or it is over.
    #[error("there is no next game; the match is over, or this game is no part of one")]
    NoNextGame,
    /// The other game was made.
    #[error("the rematch was made already")]
    RematchMade,
    /// Only an arbiter can do that, or it is for the arbiter to decide (L-01).
    #[error("this is for an arbiter of this table to do")]
    ForbiddenRole,
    /// A player wants to arbitrate, or an arbiter to play.
    #[error("nobody arbitrates a game that they play")]
    ArbiterCannotPlay,
    /// The person arbitrates here.
    #[error("you are an arbiter of this table already")]
    AlreadyArbiter,
    /// There are as many arbiters as there can be.
    #[error("this table has as many arbiters as there can be")]
    TooManyArbiters,
    /// Nobody arbitrates here.
    #[error("this table has no arbiter")]
    NoArbiter,
    /// A player has complained often enough.
    #[error("you have complained as often as one may in a game")]
    TooManyComplaints,
    /// Nobody of that name watches.
    #[error("no such person watches this table, or is on the list already")]
    NoSuchPerson,
    /// The person may not talk.
    #[error("an arbiter of this table has muted you")]
    Muted,
    /// The person says too much.
    #[error("wait a little before you say more")]
    TalksTooFast,
    /// The opponent is not gone, or not for long enough (G-08).
    #[error("your opponent is here, or has not been gone for long enough")]
    NotAbsent,
    /// The number is not one of stones in a hand.
    #[error("a hand holds 1 to 10 stones")]
    NumberOutOfHand,
    /// The opponent has committed to the same (D-03).
    #[error("your opponent has committed to the same; take a nonce of your own")]
    CopiedDigest,
    /// The game is over (I-22).
    #[error("the game is over; what is wrong with its result is not for its arbiter any more")]
    ComplaintTooLate,
    /// The choice was handed over (D-07).
    #[error("your opponent has you choose: take Black or White")]
    MustChoose,
    /// The seat is another's, who plays this match of a competition.
    #[error("this seat is kept for somebody else")]
    SeatKept,
    /// Only the chief of the competition rules that (L-01).
    #[error("only the chief of the competition rules that")]
    NeedsChief,
    /// The result is to be confirmed before the match goes on (G-17).
    #[error("the result is to be confirmed first; then the match goes on")]
    NotConfirmed,
    /// The connection has not joined.
    #[error("join the room before you act in it")]
    NotJoined,
}
