//! What can be asked of a competition, and why it is turned down.

use crate::competition::appeal::AppealKind;
use crate::competition::round::Place;
use crate::competition::settings::Title;
use crate::game::seat::{PerSeat, Seat};
use crate::journal::{Ground, Name, PersonId, Remark, RoomId, WallTime};

/// What a person wants done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Take an office; the key of its link has been looked at. Whoever came by the link last has it.
    Take(Office),
    /// Appoint a referee, who gets a link.
    Appoint {
        /// What the referee is called.
        name: Name,
    },
    /// Replace a referee: the dismissed one rules no more (L-10).
    Dismiss {
        /// The number of the referee, from 1.
        referee: u8,
        /// Why.
        reason: Remark,
    },
    /// Publish the next round.
    Publish {
        /// The session it belongs to.
        session: Option<Title>,
        /// When its games begin; none if when both are there.
        start_at: Option<WallTime>,
        /// Who meets whom.
        pairings: Vec<Pairing>,
    },
    /// Say that the organiser has held a round up (M-05).
    MarkDelay {
        /// Which, from 1.
        round: u16,
    },
    /// Appeal to the chief (M-01).
    Appeal {
        /// On which match.
        place: Place,
        /// What about.
        kind: AppealKind,
        /// In these words.
        text: Remark,
    },
    /// Answer an appeal.
    Answer {
        /// The number of the appeal, from 1.
        appeal: u16,
        /// Whether it is right.
        upheld: bool,
        /// In these words.
        text: Remark,
    },
    /// Overturn what a referee has ruled (L-10).
    Overturn {
        /// The ruling.
        ruling: RulingMade,
        /// Why.
        reason: Remark,
    },
    /// End the competition: no round follows.
    Close,
}

/// What a link is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Office {
    /// To be the chief.
    Chief,
    /// To be a referee, by the number from 1.
    Referee(u8),
    /// To play for an entrant.
    Seat {
        /// The number of the entrant, from 1.
        entrant: u16,
        /// The number of the member, from 1.
        member: u8,
    },
}

/// Two who are to meet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// Their numbers.
    pub entrants: PerSeat<u16>,
    /// Who has the first move, if the chief says so.
    pub first: Option<Seat>,
    /// Whether the lot of the room says so, as in a last round (O-16).
    pub by_lot: bool,
    /// The rooms of the first games, one a board.
    pub rooms: Vec<RoomId>,
}

/// A ruling that stands in the journal of a room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RulingMade {
    /// Which match.
    pub place: Place,
    /// In which room.
    pub room: RoomId,
    /// The record.
    pub seq: u32,
    /// Who ruled.
    pub arbiter: PersonId,
    /// On what ground.
    pub ground: Ground,
}

/// Why a command is turned down. Nothing changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// Only the chief does that.
    #[error("only the chief of this competition can do this")]
    ForbiddenRole,
    /// It is over.
    #[error("this competition is over")]
    Closed,
    /// There is no such entrant, referee, round, match or appeal.
    #[error("there is no such entrant, referee, round, match or appeal")]
    NoSuchThing,
    /// Nobody rules on games that they play.
    #[error("nobody officiates where they play, nor plays where they officiate")]
    CannotBeBoth,
    /// The person plays for somebody already.
    #[error("you play in this competition already")]
    AlreadyEntered,
    /// The referee was dismissed.
    #[error("this referee was dismissed")]
    Dismissed,
    /// As many as there may be.
    #[error("there are as many of them as there may be")]
    TooMany,
    /// A round without a meeting, one of somebody with themselves, or somebody twice.
    #[error("a round has a meeting, and nobody meets themselves or plays twice in it")]
    BadPairing,
    /// Who has the first move must be said.
    #[error("say who has the first move")]
    FirstMoveNeeded,
    /// The referee's word on facts is final (L-10, M-01).
    #[error("what a referee has ruled on a fact is final")]
    FactsFinal,
    /// In a team event the captain appeals (M-02).
    #[error("in a team event only the captain appeals")]
    NeedsCaptain,
    /// The person does not play in that match.
    #[error("only who plays in that match can appeal, or the captain of a team")]
    NotYourMatch,
    /// The next round was published (M-05).
    #[error("the next round has been published; it is too late for an appeal")]
    TooLate,
    /// It has been answered, or overturned.
    #[error("this has been answered already")]
    Answered,
}

impl Refusal {
    /// The stable code.
    pub const fn code(self) -> &'static str {
        match self {
            Self::ForbiddenRole => "forbidden_role",
            Self::Closed => "closed",
            Self::NoSuchThing => "no_such_thing",
            Self::CannotBeBoth => "cannot_be_both",
            Self::AlreadyEntered => "already_entered",
            Self::Dismissed => "dismissed",
            Self::TooMany => "too_many",
            Self::BadPairing => "bad_pairing",
            Self::FirstMoveNeeded => "first_move_needed",
            Self::FactsFinal => "facts_final",
            Self::NeedsCaptain => "needs_captain",
            Self::NotYourMatch => "not_your_match",
            Self::TooLate => "too_late",
            Self::Answered => "answered",
        }
    }
}
