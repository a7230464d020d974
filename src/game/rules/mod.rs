//! What a stone makes: fives, and the moves forbidden to Black (rulebook B-02..B-08, F-01..F-09, G-01, G-02, G-05).
//!
//! [`made_by`] answers for one stone on a board. [`Position`] answers for every free point of a board at once.
//! Nobody's turn, no claim and no result is known here; who wins by what a stone makes is for the game to say.

mod explain;
mod forbidden;
mod lines;
mod shapes;

pub use explain::{Explanation, Four, Three};
pub use forbidden::{Foul, Kind, Position, Verdict};

use crate::game::board::{Board, Stone};
use crate::game::point::Point;

/// The four directions a row can run in, as steps in columns and rows: row, column, rising and falling diagonal (B-02).
const DIRECTIONS: [(i8, i8); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

/// Which rows of stones win (B-03, B-04, G-02).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Five {
    /// Five or more, for both colours: freestyle.
    FiveOrMore,
    /// Exactly five, for both colours: standard.
    ExactlyFive,
    /// Exactly five for Black, five or more for White: renju.
    Renju,
}

impl Five {
    /// Whether an unbroken row of `length` stones of the colour wins (G-02).
    pub const fn is_won_by(self, stone: Stone, length: usize) -> bool {
        match (self, stone) {
            (Self::FiveOrMore, _) | (Self::Renju, Stone::White) => length >= 5,
            (Self::ExactlyFive, _) | (Self::Renju, Stone::Black) => length == 5,
        }
    }
}

/// Whom the forbidden moves bind (F-01).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Forbidden {
    /// Nobody: every free point may be played.
    Nobody,
    /// Black only.
    Black,
    /// Both colours.
    Both,
}

impl Forbidden {
    /// Whether a stone of this colour can be forbidden (F-01).
    pub const fn binds(self, stone: Stone) -> bool {
        match (self, stone) {
            (Self::Nobody, _) | (Self::Black, Stone::White) => false,
            (Self::Black, Stone::Black) | (Self::Both, _) => true,
        }
    }
}

/// What a stone makes on the point it is put on.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Made {
    /// Neither a winning row nor anything forbidden.
    Nothing,
    /// A winning row (G-01).
    Five {
        /// The whole row, five stones or more, the new one among them, from the left, or up a column.
        line: Vec<Point>,
    },
    /// Something forbidden to this colour (F-02..F-04).
    Foul(Foul),
}

/// What `stone` makes when it is put on the free `point`.
///
/// A five beats anything forbidden that is made with it (F-07, G-05). Of several winning rows the longest is named,
/// and of equally long ones the first in the order row, column, rising diagonal, falling diagonal.
/// The forbidden shapes are those of renju, whose fives are exactly five long, whatever `five` says.
pub fn made_by(board: &Board, point: Point, stone: Stone, five: Five, forbidden: Forbidden) -> Made {
    debug_assert!(board.is_free(point));
    let mut longest: Option<Vec<Point>> = None;
    for direction in DIRECTIONS {
        let row = row_through(board, point, stone, direction);
        let is_longer = longest.as_ref().is_none_or(|line| row.len() > line.len());
        if five.is_won_by(stone, row.len()) && is_longer {
            longest = Some(row);
        }
    }
    if let Some(line) = longest {
        return Made::Five { line };
    }
    if forbidden.binds(stone)
        && let Some(foul) = Position::seen_by(stone, board).verdict(point).kind.foul()
    {
        return Made::Foul(foul);
    }
    Made::Nothing
}

/// The points of the board that are forbidden to `stone`, in order, and why (F-16: for those who may be shown them).
pub fn forbidden_points(board: &Board, stone: Stone, forbidden: Forbidden) -> Vec<(Point, Foul)> {
    if !forbidden.binds(stone) {
        return Vec::new();
    }
    let position = Position::seen_by(stone, board);
    position.scan().filter_map(|(point, verdict)| Some((point, verdict.kind.foul()?))).collect()
}

/// The first winning row of `stone` that stands on the board, if there is one (G-03).
pub fn standing_five(board: &Board, stone: Stone, five: Five) -> Option<Vec<Point>> {
    let rows = stones_of(board, stone)
        .flat_map(|point| DIRECTIONS.map(|direction| row_through(board, point, stone, direction)));
    rows.into_iter().find(|row| five.is_won_by(stone, row.len()))
}

/// Whether the stone on `point` is part of an overline (F-13).
pub fn is_in_overline(board: &Board, point: Point, stone: Stone) -> bool {
    DIRECTIONS.into_iter().any(|direction| row_through(board, point, stone, direction).len() >= 6)
}

fn stones_of(board: &Board, stone: Stone) -> impl Iterator<Item = Point> {
    board.size().iter().filter(move |point| board.get(*point) == Some(stone))
}

/// The unbroken row of `stone` through `point` along `direction`, as if the stone stood there, in order.
fn row_through(board: &Board, point: Point, stone: Stone, (columns, rows): (i8, i8)) -> Vec<Point> {
    let arm = |columns, rows| {
        let next = move |from: &Point| {
            from.offset(columns, rows)
                .filter(|to| board.size().contains(*to) && board.get(*to) == Some(stone))
        };
        std::iter::successors(next(&point), next)
    };
    let mut row: Vec<Point> = arm(-columns, -rows).collect();
    row.reverse();
    row.push(point);
    row.extend(arm(columns, rows));
    row
}
