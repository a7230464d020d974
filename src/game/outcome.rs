//! How games end.

use crate::game::point::Point;
use crate::game::rules::Foul;
use crate::game::seat::PerSeat;

/// How a game ended: one reason, and a score for each seat (G-16).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// Why.
    pub reason: Reason,
    /// What each seat gets.
    pub scores: PerSeat<Score>,
}

/// What confirmed a result (G-17).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Settled {
    /// Both players. It can then only be annulled.
    Both,
    /// The time in which it could have been disputed.
    Time,
    /// The arbiter.
    Arbiter,
}

/// What a seat gets from a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Score {
    /// A point.
    Win,
    /// Half a point.
    Draw,
    /// Nothing.
    Loss,
    /// The game does not count.
    Void,
}

/// Why a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// A winning row was made (G-01), or announced (G-03).
    Five {
        /// The stones of the row in order.
        line: Vec<Point>,
    },
    /// A forbidden shape was made, and judged at once (F-12) or claimed (F-11).
    Forbidden {
        /// The stone that made it.
        point: Point,
        /// What it made.
        foul: Foul,
    },
    /// A forbidden shape was claimed where its owner may play again, and he had done so already or had no other move
    /// (S-05).
    ForcedForbidden {
        /// The stone that made it.
        point: Point,
        /// What it made.
        foul: Foul,
    },
    /// A player gave up (G-06).
    Resigned,
    /// A player's time was used up (G-07).
    Flag,
    /// A player had a second violation (G-09).
    Violations,
    /// Both agreed on a draw (G-11).
    Agreement,
    /// Both passed (G-12).
    DoublePass,
    /// No point was free, or none that may be played (G-13).
    FullBoard,
    /// A player called the game off before both had moved.
    Aborted,
    /// Nobody took the other seat in time.
    Expired,
    /// The time both shared was used up (I-13).
    SharedTime,
    /// A player was out of time too often, where that is a foul (I-16).
    TimeFouls,
    /// A player was not there in time (I-20).
    Late,
    /// Neither was (G-16).
    DoubleForfeit,
    /// The arbiter ruled it (G-10, G-15).
    Ruled,
    /// The sealed move was not legal (K-02).
    SealedIllegal,
    /// A player left for good, or was gone for so long that the other could claim the game (G-08).
    Abandoned,
    /// Records were lost of a game that had not begun in those that are left (E-12).
    RecordLost,
    /// The arbiter disqualified a player (L-09).
    Disqualified,
}
