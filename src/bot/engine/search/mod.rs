//! The search: principal variation search with a table, deeper and deeper until somebody says stop.
//!
//! What is forced is followed without end: a five is made, a four is answered, an open three leaves few moves. Where nothing is
//! forced a position is worth what its lines promise. A move from the root that loses to threats is worth no more than that.

mod root;

use std::cmp::Reverse;

use crate::bot::engine::field::Field;
use crate::bot::engine::fours::FourSearch;
use crate::bot::engine::points::{CELLS, Cell};
use crate::bot::engine::table::{Bound, Known, Table};
use crate::bot::engine::threats::{ByThreats, ThreatSearch};
use crate::game::board::Stone;
use crate::game::point::Point;

/// What a won position is worth at least, to who wins.
pub const WON: i32 = 20_000;
/// What a win is worth that stands on the board. Each stone until then is worth one less.
const WIN: i32 = 30_000;
/// How far ahead is looked at most, in stones.
const PLIES_MAX: usize = 64;
/// A value larger than all others.
const INFINITE: i32 = 32_000;
/// Which part of the positions for a win by threats is for a position farther away, or for a first look at an answer.
const FAR: u32 = 600;
/// How often, in positions, it is asked whether to stop.
const ASK_EVERY: u64 = 64;

/// How long a search may go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// How many positions it looks at, at most.
    pub nodes: u64,
    /// How many stones ahead it looks, at most; 1 to 32. What is forced is followed farther.
    pub depth: u8,
    /// How many fours in a row it looks for.
    pub fours: u8,
    /// How many positions it looks at for a win by fours and open threes of the side to move, at most; fewer for one farther away.
    /// They count among `nodes`.
    pub threats: u32,
}

/// What came of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Thought {
    /// The best move; none if no point may be played.
    pub point: Option<Point>,
    /// What the position is worth to who is to move.
    pub value: i32,
    /// How many stones ahead was looked at completely.
    pub depth: u8,
    /// How many positions were looked at.
    pub nodes: u64,
}

/// One search.
pub(super) struct Search<'a> {
    field: &'a mut Field,
    table: &'a mut Table,
    fours: FourSearch,
    threats: ThreatSearch,
    limits: Limits,
    should_stop: &'a mut dyn FnMut() -> bool,
    nodes: u64,
    is_stopped: bool,
    /// How deep the present round looks.
    round: i32,
    /// The moves of all positions on the way from the root, one after the other.
    moves: Vec<(i32, Cell)>,
    /// Moves that have refuted others at the same distance from the root.
    killers: [[Cell; 2]; PLIES_MAX + 1],
}

impl<'a> Search<'a> {
    pub(super) fn new(
        field: &'a mut Field,
        table: &'a mut Table,
        limits: Limits,
        should_stop: &'a mut dyn FnMut() -> bool,
    ) -> Self {
        Self {
            field,
            table,
            fours: FourSearch::new(),
            threats: ThreatSearch::new(),
            limits,
            should_stop,
            nodes: 0,
            is_stopped: false,
            round: 0,
            moves: Vec::with_capacity(1024),
            killers: [[0; 2]; PLIES_MAX + 1],
        }
    }

    /// What the position is worth after `mover` plays `cell`: a narrow look first, if it is not the first move.
    #[expect(clippy::too_many_arguments, reason = "the state of one step of the search")]
    fn try_move(
        &mut self,
        mover: Stone,
        cell: Cell,
        depth: i32,
        (alpha, beta): (i32, i32),
        ply: usize,
        is_later: bool,
        reduction: i32,
    ) -> i32 {
        let next = mover.other();
        self.field.put_at(cell, mover);
        let mut value = alpha + 1;
        if is_later {
            value = -self.value(next, depth - reduction, (-alpha - 1, -alpha), ply + 1);
            if value > alpha && reduction > 0 {
                value = -self.value(next, depth, (-alpha - 1, -alpha), ply + 1);
            }
        }
        if !is_later || (value > alpha && value < beta) {
            value = -self.value(next, depth, (-beta, -alpha), ply + 1);
        }
        self.field.take();
        value
    }

    /// What the position is worth to `mover`.
    fn value(&mut self, mover: Stone, depth: i32, (alpha, beta): (i32, i32), ply: usize) -> i32 {
        self.nodes += 1;
        if !self.is_stopped
            && self.nodes.is_multiple_of(ASK_EVERY)
            && (self.nodes >= self.limits.nodes || (self.should_stop)())
        {
            self.is_stopped = true;
        }
        if self.is_stopped {
            return 0;
        }
        let distance = ply as i32;
        if !self.field.fives(mover).is_empty() {
            return WIN - distance - 1;
        }
        if self.field.is_full() {
            return 0;
        }
        let opponent = mover.other();
        let fives = self.field.fives(opponent);
        if let Some(block) = fives.first() {
            if fives.len() > 1 || !self.field.may_put(block, mover) {
                return -(WIN - distance - 2);
            }
            return self.try_move(mover, block, depth, (alpha, beta), ply, false, 0);
        }
        if self.field.can_make_two_fours(mover) {
            return WIN - distance - 3;
        }
        if ply >= PLIES_MAX {
            return self.field.value(mover);
        }
        self.value_of_quiet(mover, depth, (alpha, beta), ply)
    }

    /// What a position is worth in which neither side can make a five.
    fn value_of_quiet(&mut self, mover: Stone, depth: i32, (alpha, beta): (i32, i32), ply: usize) -> i32 {
        let distance = ply as i32;
        let is_threatened = self.field.can_make_two_fours(mover.other());
        let is_leaf = depth <= 0 && !(is_threatened && distance < 2 * self.round + 4 && depth > -6);
        let hash = self.field.hash() ^ if mover == Stone::Black { 0 } else { u64::MAX };
        let known = self.table.get(hash).copied();
        if let Some(known) = known
            && i32::from(known.depth) >= depth.max(0)
        {
            let value = from_here(known.value, distance);
            match known.bound {
                Bound::Exact => return value,
                Bound::AtLeast if value >= beta => return value,
                Bound::AtMost if value <= alpha => return value,
                Bound::AtLeast | Bound::AtMost => {}
            }
        }
        let (fours, positions) =
            if depth > 1 { (self.limits.fours, 200) } else { (self.limits.fours.min(6), 40) };
        if !self.field.fours(mover).is_empty()
            && let Some(won) = self.fours.find(self.field, mover, fours, positions)
        {
            let value = WIN - distance - won.stones;
            self.remember(hash, value, Some(won.first), i8::MAX.into(), Bound::Exact, distance);
            return value;
        }
        if depth >= 3
            && let Some(won) = self.by_threats(mover, self.limits.threats / FAR)
        {
            let value = WIN - distance - won.stones;
            self.remember(hash, value, Some(won.first), i8::MAX.into(), Bound::Exact, distance);
            return value;
        }
        if is_leaf {
            return self.field.value(mover) - if is_threatened { 60 } else { 0 };
        }
        let best = known.and_then(|known| known.best);
        self.value_of_moves(mover, depth, (alpha, beta), ply, (hash, best, is_threatened))
    }

    /// A win by threats for `attacker`, who is to move, as far as positions may still be looked at.
    fn by_threats(&mut self, attacker: Stone, positions: u32) -> Option<ByThreats> {
        let left = self.limits.nodes.saturating_sub(self.nodes);
        let positions = positions.min(u32::try_from(left).unwrap_or(u32::MAX));
        if positions == 0 || self.is_stopped {
            return None;
        }
        let (mut asked, mut is_stopped) = (0_u64, false);
        let should_stop = &mut *self.should_stop;
        let mut ask = || {
            asked += 1;
            is_stopped = asked.is_multiple_of(ASK_EVERY) && should_stop();
            is_stopped
        };
        let found = self.threats.find(self.field, attacker, positions, &mut ask);
        self.nodes += u64::from(found.positions);
        self.is_stopped = is_stopped;
        found.win
    }

    /// What the best move makes of the position.
    fn value_of_moves(
        &mut self,
        mover: Stone,
        depth: i32,
        (mut alpha, beta): (i32, i32),
        ply: usize,
        (hash, known_best, is_threatened): (u64, Option<Cell>, bool),
    ) -> i32 {
        let start = self.moves.len();
        self.list_moves(mover, depth, ply, known_best, is_threatened);
        let before = alpha;
        let (mut best, mut best_cell) = (-INFINITE, None);
        // A threat leaves so few moves that looking on costs little.
        let next_depth =
            if is_threatened { depth - 1 + i32::from((ply as i32) < 2 * self.round) } else { depth - 1 };
        for at in start..self.moves.len() {
            let cell = self.moves[at].1;
            let tried = at - start;
            let reduction = if is_threatened { 0 } else { self.reduction(depth, tried) };
            let value = self.try_move(mover, cell, next_depth, (alpha, beta), ply, tried > 0, reduction);
            if self.is_stopped {
                break;
            }
            if value > best {
                (best, best_cell) = (value, Some(cell));
            }
            alpha = alpha.max(best);
            if alpha >= beta {
                if self.killers[ply][0] != cell {
                    self.killers[ply] = [cell, self.killers[ply][0]];
                }
                break;
            }
        }
        self.moves.truncate(start);
        if self.is_stopped {
            return 0;
        }
        let Some(_) = best_cell else {
            // Nothing may be played against the threat, or at all.
            return if is_threatened { -(WIN - ply as i32 - 4) } else { 0 };
        };
        let bound = match best {
            _ if best >= beta => Bound::AtLeast,
            _ if best > before => Bound::Exact,
            _ => Bound::AtMost,
        };
        self.remember(hash, best, best_cell, depth, bound, ply as i32);
        best
    }

    /// How much less deep a move is looked into that so many are better than at first sight. Where it is looked for wins by threats they
    /// show what a late move loses to, and it is reduced more.
    const fn reduction(&self, depth: i32, tried: usize) -> i32 {
        match (self.limits.threats, depth, tried) {
            (0, 3.., 10..) => 2,
            (0, 3.., 4..) => 1,
            (0, ..) => 0,
            (_, 5.., 8..) => 3,
            (_, 2.., 5..) => 2,
            (_, 2.., 2..) => 1,
            _ => 0,
        }
    }

    /// Lists the moves that are worth trying, the best first.
    fn list_moves(&mut self, mover: Stone, depth: i32, ply: usize, best: Option<Cell>, is_threatened: bool) {
        let start = self.moves.len();
        let opponent = mover.other();
        // Whatever stops a straight four stands where the opponent would make a four of some kind.
        let listed = if is_threatened { self.field.stops(opponent) } else { *self.field.candidates() };
        for cell in listed.iter() {
            if self.field.may_put(cell, mover) {
                self.moves.push((self.order(mover, cell), cell));
            }
        }
        if is_threatened {
            for cell in self.field.fours(mover).iter() {
                if !self.field.promise(cell, opponent).is_four && self.field.may_put(cell, mover) {
                    self.moves.push((self.order(mover, cell), cell));
                }
            }
        }
        let killers = self.killers[ply];
        for (order, cell) in &mut self.moves[start..] {
            if Some(*cell) == best {
                *order += 1_000_000;
            } else if killers.contains(cell) {
                *order += 60;
            }
        }
        self.moves[start..].sort_unstable_by_key(|(order, cell)| (Reverse(*order), *cell));
        let width = match depth {
            _ if is_threatened => 16,
            ..=2 => 12,
            3..=4 => 16,
            _ => 20,
        };
        self.moves.truncate(start + width);
    }

    /// How early a move is tried: by what it makes, and by what it takes from the opponent.
    fn order(&self, mover: Stone, cell: Cell) -> i32 {
        let own = i32::from(self.field.promise(cell, mover).order);
        let other = i32::from(self.field.promise(cell, mover.other()).order);
        own + other * 3 / 4
    }

    fn remember(
        &mut self,
        hash: u64,
        value: i32,
        best: Option<Cell>,
        depth: i32,
        bound: Bound,
        distance: i32,
    ) {
        let value = if value >= WON {
            value + distance
        } else if value <= -WON {
            value - distance
        } else {
            value
        };
        self.table.put(Known { hash, value, best, depth: depth.clamp(0, i8::MAX.into()) as i8, bound });
    }
}

/// A value as it is kept with a position, seen from a root that lies so many stones before it.
const fn from_here(value: i32, distance: i32) -> i32 {
    if value >= WON {
        value - distance
    } else if value <= -WON {
        value + distance
    } else {
        value
    }
}

const _: () = assert!(CELLS <= u16::MAX as usize / 2, "a cell and a colour fit into 16 bits");
