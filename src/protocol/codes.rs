//! The one table of refusal and error codes, and the one of close codes.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use strum::IntoStaticStr;

/// Why a command was refused or a message not understood. Stable: codes are added, never changed.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    JsonSchema,
    IntoStaticStr,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Code {
    /// The game has ended.
    GameOver,
    /// The game has not begun.
    NotStarted,
    /// The command answers another position than the present one.
    StalePly,
    /// The other player is to move.
    NotYourTurn,
    /// The text names no point of this board.
    BadPoint,
    /// A stone stands there.
    Occupied,
    /// The clocks stand still.
    Paused,
    /// Something else is owed.
    NotOwed,
    /// The opening wants the stone elsewhere.
    OutsideZone,
    /// The point is forbidden and may not be played.
    ForbiddenPoint,
    /// The choice is not among those offered.
    NotOffered,
    /// The number of alternatives must be announced with the opening.
    NumberRequired,
    /// The number of alternatives is out of range.
    NumberRange,
    /// More or fewer alternatives than due.
    NumberOfAlternatives,
    /// Two alternatives make the same shape.
    SameShape,
    /// The rules of this game do not have it.
    NotInTheRules,
    /// No pass before the opening is over and five stones stand.
    PassTooEarly,
    /// No stone of the opponent stands there that could have been forbidden.
    NothingToClaim,
    /// It is too late to claim this.
    ClaimLapsed,
    /// There is no five to announce.
    NoFive,
    /// A draw is offered together with one's move.
    OfferWithMove,
    /// No draw is offered during the opening.
    OfferInOpening,
    /// The standing offer is proper.
    NothingToObject,
    /// The opponent asks for nothing.
    NothingAsked,
    /// Something is asked for already.
    AskedAlready,
    /// There is no move to take back.
    NothingToTakeBack,
    /// The game is not paused.
    NotPaused,
    /// There is no offer to answer.
    NoOffer,
    /// An offer stands already.
    OfferStands,
    /// The last offer was turned down, and no move was made since.
    OfferTooSoon,
    /// Both have moved.
    TooLateToAbort,
    /// The person has no seat at this table.
    NotAPlayer,
    /// Both seats are taken.
    NoFreeSeat,
    /// The person sits at this table already.
    AlreadySeated,
    /// The game still runs.
    GameNotOver,
    /// The match goes on with its next game.
    MatchGoesOn,
    /// There is no next game of a match.
    NoNextGame,
    /// The other game was made already.
    RematchMade,
    /// No such room.
    UnknownRoom,
    /// The room was not joined on this connection.
    NotJoined,
    /// The rules do not go together or a value is out of bounds.
    BadRules,
    /// The text is no command id.
    BadCommandId,
    /// The text is no name.
    BadName,
    /// The letters of the name are of scripts that do not belong together.
    MixedScripts,
    /// Somebody else has a name that looks like this one.
    NameTaken,
    /// The person has opened as many tables as one may.
    TooManyTables,
    /// The connection follows as many rooms as one may.
    TooManyRooms,
    /// The frame is no JSON text.
    BadJson,
    /// The JSON is no message: unknown type, unknown, missing or ill-typed field.
    BadMessage,
    /// Too many messages; wait and send fewer.
    TooFast,
    /// The server cannot keep events at the moment; try again.
    Unavailable,
    /// The server stops.
    Restarting,
    /// Only an arbiter of this table can do that, or it is for the arbiter to decide.
    ForbiddenRole,
    /// The arbiter has stopped the game.
    Halted,
    /// The move is to be sealed.
    Sealing,
    /// The game is adjourned.
    Adjourned,
    /// The game is not adjourned, or not as far as that.
    NotAdjourned,
    /// There is no position to confirm.
    NothingToConfirm,
    /// There is no shared time to split.
    NothingToSplit,
    /// The time is shared; split it first.
    ClockShared,
    /// More time than the edition of the rules allows to take or give.
    OverLimit,
    /// The player has less time than that.
    ExceedsTime,
    /// A flag would fall; say `force` if that is meant.
    NeedsForce,
    /// It is too late to correct colours.
    TooLate,
    /// The game does not begin yet.
    TooEarly,
    /// The player is there already.
    ReadyAlready,
    /// The player has no more to lose in this game.
    AlreadyLost,
    /// The choice was handed over and cannot be handed back.
    MustChoose,
    /// An arbiter of this table has no seat at it, and a player is no arbiter of it.
    ArbiterCannotPlay,
    /// The person is an arbiter of this table.
    AlreadyArbiter,
    /// The key makes no arbiter of this table.
    BadKey,
    /// The text is empty or too long.
    BadText,
    /// The digits or letters are no digest or nonce.
    BadDigest,
    /// The number is not one of stones in a hand.
    NumberOutOfHand,
    /// The table has no arbiter.
    NoArbiter,
    /// The table has as many arbiters as there can be.
    TooManyArbiters,
    /// The player has complained as often as one may in a game.
    TooManyComplaints,
    /// No such person watches the table.
    NoSuchPerson,
    /// The person may not talk at this table.
    Muted,
    /// An arbiter has sent the person out.
    Removed,
    /// There is no preset of that name.
    UnknownPreset,
    /// A favour was refused, and the player has not moved often enough since.
    AskedTooSoon,
    /// Enough time was given.
    GaveEnough,
    /// The opponent is here, or has not been gone for long enough.
    NotAbsent,
    /// The token is none, or was revoked, or none was shown.
    Unauthorized,
    /// The connection has said who it is.
    AlreadyAuthenticated,
    /// Over this connection one only looks on.
    LooksOn,
    /// No bot of that id is here that takes invitations, or challenges.
    NoSuchBot,
    /// The bot plays as many games as it takes at once.
    BotBusy,
    /// The sender neither sits nor arbitrates at the table, or it has no free seat.
    NotYourTable,
    /// Only a bot may do that.
    NotABot,
    /// Part of the game's record is lost, and it waits for an arbiter.
    Suspended,
    /// The bot does not play that: not by these rules, with this clock, with you, or not now.
    NotPlayed,
    /// There is no such challenge to this bot, or no more.
    NoChallenge,
    /// The result is to be confirmed first.
    NotConfirmed,
    /// The seat is kept for somebody else, who plays this match of a competition.
    SeatKept,
    /// Only the chief of the competition rules that.
    NeedsChief,
    /// Both have confirmed the result; it can only be annulled.
    ResultConfirmed,
}

/// Why the server closed a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CloseCode {
    /// 1001: the server stops; come back as `restarting` said.
    GoingAway,
    /// 1003: a binary frame; send text.
    Binary,
    /// 1007: text that is not UTF-8.
    NotUtf8,
    /// 1002: frames that break RFC 6455.
    BadFrame,
    /// 1009: a message larger than 8 KiB.
    TooLarge,
    /// 4000: too many messages that were not understood, or commands that were refused in one position.
    TooManyErrors,
    /// 4001: nobody has shown who they are in time, or the token is none or was revoked.
    Unauthorized,
    /// 4008: the connection reads too slowly; come back and resume.
    TooSlow,
    /// 4009: too many connections of this person.
    TooManyConnections,
    /// 4029: messages or control frames come too fast.
    TooFast,
    /// 4030: nothing was heard for 30 s.
    Silent,
}

impl CloseCode {
    /// All of them.
    pub const ALL: [Self; 11] = [
        Self::GoingAway,
        Self::BadFrame,
        Self::Binary,
        Self::NotUtf8,
        Self::TooLarge,
        Self::TooManyErrors,
        Self::Unauthorized,
        Self::TooSlow,
        Self::TooManyConnections,
        Self::TooFast,
        Self::Silent,
    ];

    /// The number in the close frame.
    pub const fn number(self) -> u16 {
        match self {
            Self::GoingAway => 1001,
            Self::BadFrame => 1002,
            Self::Binary => 1003,
            Self::NotUtf8 => 1007,
            Self::TooLarge => 1009,
            Self::TooManyErrors => 4000,
            Self::Unauthorized => 4001,
            Self::TooSlow => 4008,
            Self::TooManyConnections => 4009,
            Self::TooFast => 4029,
            Self::Silent => 4030,
        }
    }

    /// The text in the close frame.
    pub const fn reason(self) -> &'static str {
        match self {
            Self::GoingAway => "the server stops",
            Self::BadFrame => "a frame breaks RFC 6455",
            Self::Binary => "send text frames",
            Self::NotUtf8 => "text is UTF-8",
            Self::TooLarge => "a message is 8 KiB at most",
            Self::TooManyErrors => "too many messages were not understood or refused",
            Self::Unauthorized => "the token is none or was revoked",
            Self::TooSlow => "reads too slowly; come back and resume",
            Self::TooManyConnections => "too many connections of this person",
            Self::TooFast => "too many messages",
            Self::Silent => "nothing heard for too long",
        }
    }
}
