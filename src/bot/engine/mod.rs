//! The engine: which stone to put. It is a value like the game: no clock, no I/O, no chance but what follows from a seed.
//!
//! ```text
//!   Field     the stones, and what each point promises, kept up to date stone by stone
//!   fours     wins by fours alone
//!   threats   wins by fours and open threes
//!   search    everything else, deeper and deeper until the limits or whoever gave them say stop
//!   Level     how much of it a gentle opponent uses
//! ```
//!
//! Which rows win and what is forbidden is for the game's own judge to say; the engine only avoids to ask him where the lines
//! leave no doubt.

mod chance;
mod field;
mod fours;
mod level;
mod points;
mod promise;
mod search;
mod shapes;
mod table;
mod threats;

pub use chance::Chance;
pub use field::{Field, Ground};
pub use level::{Level, Pick, choose, greedy};
pub use search::{Limits, Thought, WON};
pub use table::Table;

use crate::bot::engine::points::point_of;
use crate::bot::engine::search::Search;
use crate::game::board::Stone;
use crate::game::point::Point;

/// Thinks about a move of `mover` among the points that are `allowed`, until the limits are reached or `should_stop`, which
/// is asked now and then, says so.
pub fn think(
    field: &mut Field,
    mover: Stone,
    allowed: &dyn Fn(Point) -> bool,
    limits: Limits,
    table: &mut Table,
    should_stop: &mut dyn FnMut() -> bool,
) -> Thought {
    let moves = moves(field, mover, allowed);
    match moves[..] {
        [] | [_] => Thought { point: moves.first().copied(), value: field.value(mover), depth: 0, nodes: 0 },
        _ => Search::new(field, table, limits, should_stop).best(mover, &moves),
    }
}

/// The moves that a search begins with: a five; against a five the point where it would stand; otherwise what lies near
/// the stones, or failing that anything that may be played.
fn moves(field: &Field, mover: Stone, allowed: &dyn Fn(Point) -> bool) -> Vec<Point> {
    let may = |point: &Point| allowed(*point) && field.is_legal(*point, mover);
    let those =
        |cells: &points::Cells| -> Vec<Point> { cells.iter().filter_map(point_of).filter(may).collect() };
    for cells in [field.fives(mover), field.fives(mover.other()), field.candidates()] {
        let points = those(cells);
        if !points.is_empty() {
            return points;
        }
    }
    let board = field.ground().board;
    let centre = board.centre();
    let mut free: Vec<Point> = board.iter().filter(|point| field.is_free(*point)).filter(may).collect();
    if field.stones() < 5 {
        // With nothing near that may be played, the middle is best.
        free.sort_by_key(|point| {
            let (columns, rows) =
                (point.column().abs_diff(centre.column()), point.row().abs_diff(centre.row()));
            (columns.max(rows), columns + rows)
        });
        free.truncate(9);
        if field.stones() == 0 {
            free.truncate(1);
        }
    }
    free
}
