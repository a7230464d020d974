//! The search at its root: which move to play, deeper and deeper, and what loses to threats.

use std::cmp::Reverse;

use super::{FAR, INFINITE, Search, Thought, WIN, WON};
use crate::bot::engine::points::{Cell, cell_of, point_of};
use crate::bot::engine::threats::ByThreats;
use crate::game::board::Stone;
use crate::game::point::Point;

/// Which part of the positions for a win by threats is for a first look at the root.
const FIRST: u32 = 24;
/// The round from which on it is looked as far for what answers a move by threats as for wins of one's own.
const THOROUGH: i32 = 3;

impl Search<'_> {
    /// The best of `moves` for `mover`, which are legal.
    pub(in crate::bot::engine) fn best(&mut self, mover: Stone, moves: &[Point]) -> Thought {
        let mut moves: Vec<(i32, Cell)> =
            moves.iter().map(|point| cell_of(*point)).map(|cell| (self.order(mover, cell), cell)).collect();
        moves.sort_by_key(|(order, cell)| (Reverse(*order), *cell));
        let first = moves.first().and_then(|(_, cell)| point_of(*cell));
        let mut thought = Thought { point: first, value: 0, depth: 0, nodes: 0 };
        if let Some(won) = self.fours.find(self.field, mover, self.limits.fours, 20_000)
            && moves.iter().any(|(_, cell)| *cell == won.first)
        {
            return Thought { point: point_of(won.first), value: WIN - won.stones, nodes: 1, ..thought };
        }
        for depth in 1..=i32::from(self.limits.depth) {
            self.round = depth;
            if let Some(won) = self.own_by_threats(mover)
                && moves.iter().any(|(_, cell)| *cell == won.first)
            {
                let value = WIN - won.stones;
                return Thought { point: point_of(won.first), value, nodes: self.nodes, ..thought };
            }
            let (value, best) = self.round(mover, &mut moves, depth);
            if let Some(best) = best {
                thought = Thought { point: point_of(best), value, depth: thought.depth, nodes: self.nodes };
            }
            if self.is_stopped {
                break;
            }
            thought.depth = depth as u8;
            if value.abs() >= WON || moves.len() <= 1 {
                break;
            }
        }
        thought.nodes = self.nodes;
        thought
    }

    /// What each of `moves` is worth to `mover`, looked into as deep as the limits say, until they are reached; of the most
    /// promising one at least something is said.
    pub(in crate::bot::engine) fn values(&mut self, mover: Stone, moves: &[Point]) -> Vec<(Point, i32)> {
        let depth = i32::from(self.limits.depth);
        self.round = depth;
        let mut moves: Vec<(i32, Point)> =
            moves.iter().map(|point| (self.order(mover, cell_of(*point)), *point)).collect();
        moves.sort_by_key(|(order, point)| (Reverse(*order), *point));
        let mut value = |point: Point| {
            let value = self.try_move(mover, cell_of(point), depth - 1, (-INFINITE, INFINITE), 0, false, 0);
            (!self.is_stopped).then_some((point, value))
        };
        let valued: Vec<(Point, i32)> = moves.iter().map_while(|(_, point)| value(*point)).collect();
        if valued.is_empty() {
            moves.first().map(|(_, point)| (*point, 0)).into_iter().collect()
        } else {
            valued
        }
    }

    /// Looks so deep into every move, the best first, and puts the best in front.
    fn round(&mut self, mover: Stone, moves: &mut [(i32, Cell)], depth: i32) -> (i32, Option<Cell>) {
        let (mut best, mut best_at) = (-INFINITE, None);
        for (at, &(_, cell)) in moves.iter().enumerate() {
            let value = self.try_move(mover, cell, depth - 1, (best, INFINITE), 0, at > 0, 0);
            if self.is_stopped {
                break;
            }
            let value =
                if value > best && value < WON { self.unless_refuted(mover, cell, value) } else { value };
            if value > best {
                (best, best_at) = (value, Some(at));
            }
        }
        let Some(at) = best_at else { return (0, None) };
        moves[..=at].rotate_right(1);
        (best, Some(moves[0].1))
    }

    /// A win by threats from the root, looked for farther in every round.
    fn own_by_threats(&mut self, mover: Stone) -> Option<ByThreats> {
        self.by_threats(mover, self.threats_of_round())
    }

    /// How many positions a question about threats at the root is worth: half as many as were looked at, beside a first look. So there
    /// is something to say whenever the search is stopped, and one that goes on asks as far as the limits say.
    fn threats_of_round(&self) -> u32 {
        let earned = u64::from(self.limits.threats / FIRST) + self.nodes / 2;
        self.limits.threats.min(u32::try_from(earned).unwrap_or(u32::MAX))
    }

    /// What a move from the root is worth that seems to be worth `value`, if the answer to it may be a win by threats.
    fn unless_refuted(&mut self, mover: Stone, cell: Cell, value: i32) -> i32 {
        let positions =
            if self.round < THOROUGH { self.limits.threats / FAR } else { self.threats_of_round() };
        self.field.put_at(cell, mover);
        let refuted = self.by_threats(mover.other(), positions);
        self.field.take();
        refuted.map_or(value, |won| value.min(1 + won.stones - WIN))
    }
}
