//! Wins by fours alone: each four has one answer, so a long line is soon followed to its end.

use std::cmp::Reverse;

use crate::bot::engine::field::Field;
use crate::bot::engine::points::Cell;
use crate::game::board::Stone;

/// The first stone of a win by fours, and how many stones it takes to the five, both colours counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ByFours {
    pub(super) first: Cell,
    pub(super) stones: i32,
}

/// Looks for wins by fours, and remembers where there is none.
#[derive(Debug)]
pub(super) struct FourSearch {
    /// Positions without a win by so many fours.
    failed: Vec<(u64, u8)>,
    /// How many positions may still be looked at.
    left: u32,
}

impl FourSearch {
    const PLACES: usize = 1 << 15;

    pub(super) fn new() -> Self {
        Self { failed: vec![(0, 0); Self::PLACES], left: 0 }
    }

    /// A win for `attacker`, who is to move, by at most `fours` fours, if looking at `positions` positions finds one.
    pub(super) fn find(
        &mut self,
        field: &mut Field,
        attacker: Stone,
        fours: u8,
        positions: u32,
    ) -> Option<ByFours> {
        self.left = positions;
        self.attack(field, attacker, fours)
    }

    fn attack(&mut self, field: &mut Field, attacker: Stone, fours: u8) -> Option<ByFours> {
        if let Some(first) = field.fives(attacker).first() {
            return Some(ByFours { first, stones: 1 });
        }
        let defender = attacker.other();
        let must_block = field.fives(defender).first();
        if field.fives(defender).len() > 1 || fours == 0 || self.left == 0 {
            return None;
        }
        self.left -= 1;
        if must_block.is_none()
            && let Some(first) = field.two_fours(attacker).iter().find(|cell| field.may_put(*cell, attacker))
        {
            return Some(ByFours { first, stones: 3 });
        }
        let hash = field.hash() ^ if attacker == Stone::Black { 0 } else { u64::MAX };
        let place = hash as usize % Self::PLACES;
        if self.failed[place].0 == hash && self.failed[place].1 >= fours {
            return None;
        }
        let mut firsts: Vec<Cell> = field
            .fours(attacker)
            .iter()
            .filter(|cell| must_block.is_none_or(|block| block == *cell))
            .collect();
        firsts.sort_by_key(|cell| (Reverse(field.promise(*cell, attacker).order), *cell));
        for first in firsts {
            if !field.may_put(first, attacker) {
                continue;
            }
            field.put_at(first, attacker);
            let won = self.after_four(field, attacker, fours);
            field.take();
            if let Some(stones) = won {
                return Some(ByFours { first, stones: stones + 1 });
            }
        }
        if self.left > 0 {
            self.failed[place] = (hash, fours);
        }
        None
    }

    /// In how many stones the attacker wins who has just made a four, if he does.
    fn after_four(&mut self, field: &mut Field, attacker: Stone, fours: u8) -> Option<i32> {
        let defender = attacker.other();
        let fives = field.fives(attacker);
        let answer = fives.first()?;
        if fives.len() > 1 || !field.may_put(answer, defender) {
            return Some(2);
        }
        field.put_at(answer, defender);
        let won = self.attack(field, attacker, fours - 1);
        field.take();
        won.map(|won| won.stones + 1)
    }
}
