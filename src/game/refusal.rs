//! Why commands are turned down.

use crate::game::moment::Span;
use crate::game::opening::Zone;
use crate::game::point::Point;
use crate::game::rules::Foul;

/// Why a command was turned down. Expected and harmless; nothing changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum Refusal {
    /// The game has ended (G-04).
    #[error("the game is over")]
    GameOver,
    /// The game has not begun.
    #[error("the game has not begun; it does when both seats are taken")]
    NotStarted,
    /// The clocks stand still.
    #[error("the game is paused; it goes on when it is resumed")]
    Paused,
    /// The command answers another position than the present one (E-21).
    #[error("this answers another position; the game is at ply {ply}")]
    StalePly {
        /// How many moves have been made.
        ply: u16,
    },
    /// The other player is to move (E-01).
    #[error("it is the other player's turn")]
    NotYourTurn,
    /// Something else is owed (C-05).
    #[error("this is not to be done now; see what is owed")]
    NotOwed,
    /// The point is not on this board.
    #[error("the point is not on this board of {lines} lines")]
    OffBoard {
        /// The lines of the board.
        lines: u8,
    },
    /// A stone stands there (E-03).
    #[error("a stone stands there; choose an empty point")]
    Occupied,
    /// The opening wants the stone elsewhere (C-02, C-13, C-14, C-17).
    #[error("the opening wants this stone {}", zone_in_words(*.zone))]
    OutsideZone {
        /// Where.
        zone: Zone,
    },
    /// The point is forbidden, and may not be played (F-12 `block`).
    #[error("the point is forbidden: {}", foul_in_words(*.foul))]
    ForbiddenPoint {
        /// What the stone would make.
        foul: Foul,
    },
    /// The choice is not among those offered.
    #[error("this cannot be chosen now; see what is owed")]
    NotOffered,
    /// The number of alternatives must be announced with the opening (E-10).
    #[error("announce how many alternatives there are to be for the fifth move")]
    NumberRequired,
    /// The number is out of range (C-07).
    #[error("the number of alternatives is 1 to {most}")]
    NumberRange {
        /// The largest number.
        most: u8,
    },
    /// More or fewer alternatives than due (C-07).
    #[error("show {number} alternatives")]
    NumberOfAlternatives {
        /// How many are due.
        number: u8,
    },
    /// Two alternatives make the same shape (C-08).
    #[error("{one} and {other} make the same shape; choose points that differ")]
    SameShape {
        /// The first.
        one: Point,
        /// The second.
        other: Point,
    },
    /// The rules of this game do not have it (E-02, E-05).
    #[error("the rules of this game do not have this")]
    NotInTheRules,
    /// No pass before five stones stand, or while something else is owed (E-05).
    #[error("no pass before the opening is over and five stones stand")]
    PassTooEarly,
    /// There is no stone of the opponent that could be claimed there.
    #[error("no stone of your opponent stands there that could have been forbidden")]
    NothingToClaim,
    /// Double-threes and double-fours are claimed before one's own next move (F-11).
    #[error("it is too late to claim this; claim before you move")]
    ClaimLapsed,
    /// There is no five to announce.
    #[error("you have no five to announce")]
    NoFive,
    /// There is no offer to answer (H-02).
    #[error("there is no draw offer to answer")]
    NoOffer,
    /// An offer stands already.
    #[error("a draw offer stands already; it is answered first")]
    OfferStands,
    /// The player's last offer was turned down, and he has not moved since.
    #[error("your last offer was turned down; make a move before you offer again")]
    OfferTooSoon,
    /// A draw is offered with one's own move (H-01).
    #[error("offer a draw together with your move")]
    OfferWithMove,
    /// No draw is offered before the sixth move (H-08).
    #[error("no draw is offered during the opening")]
    OfferInOpening,
    /// The standing offer is proper.
    #[error("there is nothing to object to")]
    NothingToObject,
    /// The opponent asks for nothing.
    #[error("your opponent asks for nothing")]
    NothingAsked,
    /// Something is asked for already.
    #[error("this was asked for already; it is answered first")]
    AskedAlready,
    /// The player has no move to take back.
    #[error("you have no move to take back")]
    NothingToTakeBack,
    /// The game is not paused.
    #[error("the game is not paused")]
    NotPaused,
    /// Both have moved.
    #[error("both have moved; the game can be resigned, no longer aborted")]
    TooLateToAbort,
    /// The arbiter has stopped the game (I-23).
    #[error("the arbiter has stopped the game, and lets it go on")]
    Halted,
    /// The move is to be sealed, not played (K-02).
    #[error("the game is being adjourned; seal the move")]
    Sealing,
    /// The game is adjourned (K-02).
    #[error("the game is adjourned")]
    Adjourned,
    /// The game is not adjourned, or not as far as that.
    #[error("the game is not adjourned as this would need it")]
    NotAdjourned,
    /// There is nothing to confirm.
    #[error("there is nothing to confirm")]
    NothingToConfirm,
    /// No time is shared (I-13).
    #[error("there is no shared time to split")]
    NothingToSplit,
    /// The time is shared, so no side has a clock of its own yet.
    #[error("the time is shared; split it first")]
    ClockShared,
    /// More than the edition of the rules allows (L-04).
    #[error("the rules of this game allow to take {} and give {}; force goes beyond", .minus, .plus)]
    OverLimit {
        /// How much can be taken.
        minus: Span,
        /// How much can be given.
        plus: Span,
    },
    /// The side has no more than is to be taken (L-04).
    #[error("the player has less time than that; give it to the opponent instead")]
    ExceedsTime,
    /// A flag would fall (I-24).
    #[error("a flag would fall by this; force it if that is meant")]
    NeedsForce,
    /// Colours can no longer be corrected (D-10).
    #[error("it is too late to correct colours; the game goes on")]
    TooLate,
    /// The game does not begin so soon (I-20).
    #[error("the game does not begin yet; say that you are there in the last {minutes} minutes before")]
    TooEarly {
        /// How long before.
        minutes: u64,
    },
    /// The player is there already (I-20).
    #[error("you are there already")]
    ReadyAlready,
    /// A favour was refused, and the player has not moved often enough since.
    #[error("you were refused; make {moves} more moves before you ask again")]
    AskedTooSoon {
        /// How many of his own moves are still to be made.
        moves: u8,
    },
    /// Enough time was given.
    #[error("you have given as much time as one may in a game")]
    GaveEnough,
    /// The game is not over.
    #[error("the game is not over")]
    NotOver,
    /// Both have confirmed the result (G-17).
    #[error("both players have confirmed the result; it can only be annulled")]
    ResultConfirmed,
    /// Part of the record is lost, and the game waits for an arbiter (E-12).
    #[error("part of this game's record is lost; it waits for an arbiter to rule a draw or a replay")]
    Suspended,
    /// The side has lost already (G-16).
    #[error("the player has no more to lose in this game")]
    AlreadyLost,
}

fn zone_in_words(zone: Zone) -> String {
    match zone {
        Zone::Anywhere => "anywhere".to_owned(),
        Zone::Within(0) => "in the centre".to_owned(),
        Zone::Within(lines) => format!("within the central {0}x{0}", 2 * lines + 1),
        Zone::Beyond(lines) => format!("outside the central {0}x{0}", 2 * lines + 1),
        Zone::OwnSide => "on White's own side of the centre".to_owned(),
    }
}

const fn foul_in_words(foul: Foul) -> &'static str {
    match foul {
        Foul::Overline => "an overline",
        Foul::FourFour => "a double-four",
        Foul::ThreeThree => "a double-three",
    }
}
