//! How well the computer plays: five levels, each of which beats the one before it.
//!
//! A gentle level looks less far and likes the second best now and then. It does not play moves that look mad: every level
//! sees a five, and what it likes instead of the best is worth little less.

use crate::bot::engine::chance::Chance;
use crate::bot::engine::field::Field;
use crate::bot::engine::points::cell_of;
use crate::bot::engine::search::{Limits, Search, Thought, WON};
use crate::bot::engine::table::Table;
use crate::bot::engine::{moves, think};
use crate::game::board::Stone;
use crate::game::point::Point;

/// How well the computer plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Sees fives and most fours, and otherwise plays what looks good.
    Gentle,
    /// Looks two stones ahead.
    Easy,
    /// Looks a few stones ahead and knows short wins by fours.
    Club,
    /// Looks farther, and finds long wins by fours.
    Strong,
    /// Everything the engine can: wins by threats as well, its own and those to be stopped.
    Master,
}

/// How a level chooses.
#[derive(Clone, Copy, Debug)]
struct Manner {
    limits: Limits,
    /// How much less than the best a move may be worth to be played half as often; zero for the best alone.
    leniency: f64,
    /// How often the opponent's threats are overlooked, but for fives.
    overlooks: f64,
}

impl Level {
    /// All of them, the gentlest first.
    pub const ALL: [Self; 5] = [Self::Gentle, Self::Easy, Self::Club, Self::Strong, Self::Master];

    /// How much it may look at for one move, whatever the time.
    pub const fn limits(self) -> Limits {
        self.manner().limits
    }

    const fn manner(self) -> Manner {
        let (nodes, depth, fours, threats, leniency, overlooks) = match self {
            Self::Gentle => (2_000, 1, 1, 0, 16.0, 0.2),
            Self::Easy => (8_000, 2, 3, 0, 4.0, 0.0),
            Self::Club => (2_000, 4, 4, 0, 0.0, 0.0),
            Self::Strong => (12_000, 8, 12, 0, 0.0, 0.0),
            Self::Master => (300_000, 20, 24, 60_000, 0.0, 0.0),
        };
        Manner { limits: Limits { nodes, depth, fours, threats }, leniency, overlooks }
    }
}

/// What is to be chosen.
#[derive(Clone, Copy)]
pub struct Pick<'a> {
    /// Whose stone it is.
    pub mover: Stone,
    /// Where it may stand.
    pub allowed: &'a dyn Fn(Point) -> bool,
    /// The most positions to look at, if fewer than the level's.
    pub nodes_max: u64,
}

impl std::fmt::Debug for Pick<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Pick")
            .field("mover", &self.mover)
            .field("nodes_max", &self.nodes_max)
            .finish_non_exhaustive()
    }
}

/// The move of a level. The same position, chance and limits give the same move, unless `should_stop` came between.
pub fn choose(
    level: Level,
    field: &mut Field,
    pick: Pick<'_>,
    chance: &mut Chance,
    table: &mut Table,
    should_stop: &mut dyn FnMut() -> bool,
) -> Thought {
    let manner = level.manner();
    let limits = Limits { nodes: manner.limits.nodes.min(pick.nodes_max), ..manner.limits };
    if manner.leniency == 0.0 {
        return think(field, pick.mover, pick.allowed, limits, table, should_stop);
    }
    let moves = moves(field, pick.mover, pick.allowed);
    if moves.len() <= 1 {
        return think(field, pick.mover, pick.allowed, limits, table, should_stop);
    }
    let valued = if chance.unit() < manner.overlooks {
        at_a_glance(field, pick.mover, &moves)
    } else {
        Search::new(field, table, limits, should_stop).values(pick.mover, &moves)
    };
    let point = leniently(&valued, manner.leniency, chance);
    Thought {
        point,
        value: valued.iter().map(|(_, value)| *value).max().unwrap_or_default(),
        depth: limits.depth,
        nodes: 0,
    }
}

/// What the moves are worth to somebody who looks at their own lines, and hardly at the opponent's.
fn at_a_glance(field: &Field, mover: Stone, moves: &[Point]) -> Vec<(Point, i32)> {
    const OTHERS_MAX: i32 = 60;
    let value = |point: &Point| {
        let order = |stone| i32::from(field.promise(cell_of(*point), stone).order);
        (*point, (order(mover) + order(mover.other()).min(OTHERS_MAX)) / 4)
    };
    moves.iter().map(value).collect()
}

/// One of the moves, the better the likelier.
fn leniently(valued: &[(Point, i32)], leniency: f64, chance: &mut Chance) -> Option<Point> {
    let best = valued.iter().map(|(_, value)| *value).max()?;
    // Who sees a win takes it, and who sees that all else loses plays what does not.
    let weight = |value: i32| match best {
        WON.. => f64::from(u8::from(value == best)),
        _ if value <= -WON && best > -WON => 0.0,
        _ => (-f64::from(best - value) / leniency).exp2(),
    };
    let total: f64 = valued.iter().map(|(_, value)| weight(*value)).sum();
    let mut left = chance.unit() * total;
    let chosen = valued.iter().find(|(_, value)| {
        left -= weight(*value);
        left < 0.0
    });
    chosen.or(valued.first()).map(|(point, _)| *point)
}

/// The move of somebody who looks one stone ahead, at what it makes and what it takes from the opponent: a yardstick.
pub fn greedy(field: &Field, mover: Stone) -> Option<Point> {
    let order = |point: &Point, stone| i32::from(field.promise(cell_of(*point), stone).order);
    moves(field, mover, &|_| true)
        .into_iter()
        .max_by_key(|point| 4 * order(point, mover) + 3 * order(point, mover.other()))
}
