//! What a stone makes.

/// Which rows win.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Five {
    /// Five or more, for both.
    FiveOrMore,
    /// Exactly five, for both.
    ExactlyFive,
    /// Exactly five for Black, five or more for White.
    Renju,
}

/// Whom the forbidden moves bind (F-01).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Forbidden {
    /// Nobody.
    Nobody,
    /// Black only.
    Black,
}

/// A forbidden shape, in the order in which a stone that makes several is named.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Foul {
    /// Six or more in a row (F-04).
    Overline,
    /// Two fours or more (F-03).
    FourFour,
    /// Two threes or more (F-02).
    ThreeThree,
}

/// What a stone makes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Made {
    /// Nothing that ends the game.
    Nothing,
    /// A winning row.
    Five {
        /// Its stones in order.
        line: Vec<Point>,
    },
    /// A forbidden shape.
    Foul(Foul),
}

use crate::game::board::{Board, Stone};
use crate::game::point::Point;
/// Stands in until the judge is merged.
pub fn made_by(_: &Board, _: Point, _: Stone, _: Five, _: Forbidden) -> Made {
    Made::Nothing
}
