//! A judge of forbidden moves written word for word from the definitions, slow and plain.
//!
//! It puts stones on a board and looks at the rows they make, and knows nothing of windows, counts or bits.

use std::collections::BTreeSet;

use tengen::game::board::{Board, Stone};
use tengen::game::point::Point;
use tengen::game::rules::{Kind, Verdict};

type Direction = (i8, i8);
const DIRECTIONS: [Direction; 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

/// The verdict on Black's move to the free point.
pub(crate) fn judge(board: &Board, point: Point) -> Verdict {
    let after = with_black(board, point);
    let rows: Vec<_> = DIRECTIONS.iter().map(|direction| row(&after, point, *direction).len()).collect();
    let fours: usize = DIRECTIONS.iter().map(|direction| fours(&after, point, *direction).len()).sum();
    let threes = DIRECTIONS.iter().filter(|direction| is_three(&after, point, **direction)).count();
    let kind = if rows.contains(&5) {
        Kind::Five
    } else if rows.iter().any(|length| *length > 5) {
        Kind::Overline
    } else if fours >= 2 {
        Kind::FourFour
    } else if threes >= 2 {
        Kind::ThreeThree
    } else {
        Kind::Legal
    };
    Verdict { kind, fours: fours as u8, threes: threes as u8 }
}

/// The fours along the line: sets of four stones, the new one among them, that one stone turns into exactly five.
fn fours(after: &Board, new: Point, direction: Direction) -> BTreeSet<Vec<Point>> {
    let mut sets = BTreeSet::new();
    for completion in free_near(after, new, direction, 4) {
        let five = row(&with_black(after, completion), completion, direction);
        if five.len() == 5 && five.contains(&new) {
            sets.insert(five.into_iter().filter(|point| *point != completion).collect());
        }
    }
    sets
}

/// Whether a stone that makes no five and is not forbidden makes a straight four with the new stone.
fn is_three(after: &Board, new: Point, direction: Direction) -> bool {
    free_near(after, new, direction, 3).into_iter().any(|completion| {
        is_straight_four(&with_black(after, completion), [new, completion], direction)
            && judge(after, completion).kind == Kind::Legal
    })
}

/// Whether both stones stand in one row of four that a stone at either end turns into exactly five.
fn is_straight_four(board: &Board, [one, other]: [Point; 2], direction: Direction) -> bool {
    let four = row(board, one, direction);
    let (columns, rows) = direction;
    let ends = [four[0].offset(-columns, -rows), four[four.len() - 1].offset(columns, rows)];
    four.len() == 4
        && four.contains(&other)
        && ends.into_iter().all(|end| {
            end.is_some_and(|end| {
                board.is_free(end) && row(&with_black(board, end), end, direction).len() == 5
            })
        })
}

/// The free points of the line that are at most so many steps away.
fn free_near(board: &Board, point: Point, (columns, rows): Direction, steps: i8) -> Vec<Point> {
    (-steps..=steps)
        .filter_map(|step| point.offset(columns * step, rows * step))
        .filter(|near| board.is_free(*near))
        .collect()
}

/// The unbroken row of black stones through the one at the point, in order.
fn row(board: &Board, point: Point, (columns, rows): Direction) -> Vec<Point> {
    let is_black = |point: &Point| board.size().contains(*point) && board.get(*point) == Some(Stone::Black);
    let mut first = point;
    while let Some(before) = first.offset(-columns, -rows).filter(is_black) {
        first = before;
    }
    std::iter::successors(Some(first), |last| last.offset(columns, rows).filter(is_black)).collect()
}

fn with_black(board: &Board, point: Point) -> Board {
    let mut after = board.clone();
    after.put(point, Stone::Black);
    after
}
