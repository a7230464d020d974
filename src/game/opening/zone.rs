//! Where on the board an opening lets a stone be put.

use crate::game::point::{BoardSize, Point};

/// A part of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Zone {
    /// The whole board.
    Anywhere,
    /// The square round the centre that reaches so many lines each way; zero is the centre itself.
    Within(u8),
    /// All but that square.
    Beyond(u8),
    /// White's side of the board as White sits, the middle row not included (C-13).
    OwnSide,
}

impl Zone {
    /// The centre alone.
    pub const CENTRE: Self = Self::Within(0);

    /// Whether a point of the board lies in the zone.
    pub fn contains(self, board: BoardSize, point: Point) -> bool {
        let centre = board.centre();
        let reach = point.column().abs_diff(centre.column()).max(point.row().abs_diff(centre.row()));
        match self {
            Self::Anywhere => true,
            Self::Within(lines) => reach <= lines,
            Self::Beyond(lines) => reach > lines,
            Self::OwnSide => point.row() > centre.row(),
        }
    }

    /// The lower left and upper right corner of the rectangle in question, and whether the zone is what lies inside it;
    /// none for the whole board.
    pub fn rectangle(self, board: BoardSize) -> Option<(Point, Point, bool)> {
        let centre = board.centre();
        let square = |lines: u8| {
            let lines = i8::try_from(lines).ok()?;
            Some((centre.offset(-lines, -lines)?, centre.offset(lines, lines)?))
        };
        match self {
            Self::Anywhere => None,
            Self::Within(lines) => square(lines).map(|(low, high)| (low, high, true)),
            Self::Beyond(lines) => square(lines).map(|(low, high)| (low, high, false)),
            Self::OwnSide => {
                let last = board.lines() - 1;
                Some((Point::new(0, centre.row() + 1)?, Point::new(last, last)?, true))
            }
        }
    }
}
