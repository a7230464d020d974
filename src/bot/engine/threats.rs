//! Wins by threats: fours, which have one answer, and open threes, which have few. A proof-number search: it goes on where the
//! fewest answers are left to refute, and so follows forced lines that a search of even depth does not reach.
//!
//! What it calls a win is one. Against an open three the defence has what takes a point of the four to come, and fours of its own;
//! nothing else stops it, so nothing else is tried. What is forbidden to the defence is no answer, and to the attack no threat.

use std::cmp::Reverse;

use crate::bot::engine::field::Field;
use crate::bot::engine::points::Cell;
use crate::bot::engine::promise::Threat;
use crate::game::board::Stone;

/// The first stone of a win by threats, and after how many stones, both colours counted, the line that was found has its five.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ByThreats {
    pub(super) first: Cell,
    pub(super) stones: i32,
}

/// What a question came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Found {
    /// The win, if one was found.
    pub(super) win: Option<ByThreats>,
    /// How many positions were looked at.
    pub(super) positions: u32,
}

/// Looks for wins by threats, and remembers what it has learnt of positions.
#[derive(Debug)]
pub(super) struct ThreatSearch {
    known: Vec<Known>,
}

/// How far a position is from being decided.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Numbers {
    /// How many positions must be decided, at least, until the side to move has its way: zero if it has, [`NEVER`] if it cannot.
    own: u32,
    /// The same for the other side.
    other: u32,
    /// After how many stones the five stands, if the attacker has his way.
    stones: u8,
}

/// What is known of a position.
#[derive(Clone, Copy, Debug, Default)]
struct Known {
    hash: u64,
    numbers: Numbers,
    /// With how many positions a win was looked for in vain.
    spent: u32,
}

/// What is seen of a position without a further move.
enum Seen {
    /// Which side has its way, and by which move, if it is the one to move.
    Decided(Numbers, Option<Cell>),
    /// Neither; the moves to try, the most promising first.
    Open(Vec<Cell>),
}

/// Who is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Turn {
    Attack,
    Defence,
}

/// More than all positions that can be looked at.
const NEVER: u32 = 1 << 24;
/// How many positions are remembered.
const PLACES: usize = 1 << 15;
/// How many stones a win takes at most. What takes longer is not found.
const STONES_MAX: u8 = 60;

impl Numbers {
    /// Nothing is known.
    const OPEN: Self = Self { own: 1, other: 1, stones: 0 };

    /// The side to move has its way.
    const fn has_its_way(stones: u8) -> Self {
        Self { own: 0, other: NEVER, stones }
    }

    /// The side to move cannot have its way.
    const fn cannot(stones: u8) -> Self {
        Self { own: NEVER, other: 0, stones }
    }

    const fn is_decided(self) -> bool {
        self.own == 0 || self.other == 0
    }
}

impl ThreatSearch {
    /// One that has learnt nothing yet.
    pub(super) const fn new() -> Self {
        Self { known: Vec::new() }
    }

    /// A win for `attacker`, who is to move, if looking at `positions` positions finds one. At each of them it is asked whether to stop.
    pub(super) fn find(
        &mut self,
        field: &mut Field,
        attacker: Stone,
        positions: u32,
        should_stop: &mut dyn FnMut() -> bool,
    ) -> Found {
        if self.known.is_empty() {
            self.known = vec![Known::default(); PLACES];
        }
        let mut hunt = Hunt { field, attacker, known: &mut self.known, left: positions, should_stop };
        let hash = hunt.hash(Turn::Attack);
        let place = hash as usize % PLACES;
        let known = hunt.known[place];
        if known.hash == hash && known.spent >= positions {
            return Found { win: None, positions: 0 };
        }
        let (numbers, first) = hunt.look(Turn::Attack, (NEVER, NEVER), 0);
        let spent = positions - hunt.left;
        let win = first.filter(|_| numbers.own == 0);
        if win.is_none() {
            self.known[place] = Known { hash, numbers, spent: positions };
        }
        Found { win: win.map(|first| ByThreats { first, stones: numbers.stones.into() }), positions: spent }
    }
}

/// One question.
struct Hunt<'a> {
    field: &'a mut Field,
    attacker: Stone,
    known: &'a mut [Known],
    /// How many positions may still be looked at.
    left: u32,
    should_stop: &'a mut dyn FnMut() -> bool,
}

impl Hunt<'_> {
    /// Looks into a position until it is as far from being decided, for the side to move or for the other, as `bounds` say; the
    /// move by which the side to move has its way, if it has.
    fn look(&mut self, turn: Turn, bounds: (u32, u32), stones: u8) -> (Numbers, Option<Cell>) {
        self.left = if (self.should_stop)() { 0 } else { self.left.saturating_sub(1) };
        let cells = match self.seen(turn) {
            Seen::Decided(numbers, cell) => return (numbers, cell),
            Seen::Open(_) if turn == Turn::Attack && stones >= STONES_MAX => {
                return (Numbers::cannot(0), None);
            }
            Seen::Open(cells) => cells,
        };
        let (mover, next) = self.mover(turn);
        let mut moves: Vec<(Cell, Numbers)> =
            cells.into_iter().map(|cell| (cell, self.expected(turn, cell))).collect();
        let (numbers, best) = loop {
            let (numbers, best, second) = sum(turn, &moves);
            let is_enough = numbers.own >= bounds.0 || numbers.other >= bounds.1 || self.left == 0;
            let Some(best) = best.filter(|_| !is_enough && !numbers.is_decided()) else {
                break (numbers, best.map(|best| moves[best].0));
            };
            let (cell, before) = moves[best];
            // A little more than the second best asks for, so that the search does not go to and fro between the two.
            let child_bounds = (
                bounds.1.saturating_sub(numbers.other).saturating_add(before.own),
                bounds.0.min(second.saturating_add(1 + second / 4)),
            );
            self.field.put_at(cell, mover);
            moves[best].1 = self.look_or_remember(next, child_bounds, stones + 1);
            self.field.take();
        };
        (numbers, best.filter(|_| numbers.own == 0))
    }

    fn look_or_remember(&mut self, turn: Turn, bounds: (u32, u32), stones: u8) -> Numbers {
        let hash = self.hash(turn);
        let place = hash as usize % PLACES;
        let known = self.known[place];
        let is_known = known.hash == hash;
        if is_known
            && (known.numbers.is_decided()
                || known.numbers.own >= bounds.0
                || known.numbers.other >= bounds.1)
        {
            return known.numbers;
        }
        let (numbers, _) = self.look(turn, bounds, stones);
        self.known[place] = Known { hash, numbers, spent: if is_known { known.spent } else { 0 } };
        numbers
    }

    fn seen(&self, turn: Turn) -> Seen {
        match turn {
            Turn::Attack => self.seen_by_attack(),
            Turn::Defence => self.seen_by_defence(),
        }
    }

    fn seen_by_attack(&self) -> Seen {
        let (field, attacker) = (&*self.field, self.attacker);
        if let Some(five) = field.fives(attacker).first() {
            return Seen::Decided(Numbers::has_its_way(1), Some(five));
        }
        let fives = field.fives(attacker.other());
        if let Some(block) = fives.first() {
            let may_block = fives.len() == 1 && field.may_put(block, attacker);
            return if may_block { Seen::Open(vec![block]) } else { Seen::Decided(Numbers::cannot(0), None) };
        }
        if let Some(first) = field.two_fours(attacker).iter().find(|cell| field.may_put(*cell, attacker)) {
            return Seen::Decided(Numbers::has_its_way(3), Some(first));
        }
        let is_threat = |cell: &Cell| field.promise(*cell, attacker).threat >= Threat::Three;
        let threats =
            field.candidates().iter().filter(is_threat).filter(|cell| field.may_put(*cell, attacker));
        let mut threats: Vec<Cell> = threats.collect();
        threats.sort_by_key(|cell| (Reverse(field.promise(*cell, attacker).order), *cell));
        Seen::Open(threats)
    }

    fn seen_by_defence(&self) -> Seen {
        let (field, attacker) = (&*self.field, self.attacker);
        let defender = attacker.other();
        if let Some(five) = field.fives(defender).first() {
            return Seen::Decided(Numbers::has_its_way(0), Some(five));
        }
        let fives = field.fives(attacker);
        if let Some(block) = fives.first() {
            let may_block = fives.len() == 1 && field.may_put(block, defender);
            return if may_block { Seen::Open(vec![block]) } else { Seen::Decided(Numbers::cannot(2), None) };
        }
        // A four to come that only the judge allows might be forbidden after the answer.
        let will_be_legal = |cell: Cell| field.is_surely_legal(cell, attacker);
        if !field.two_fours(attacker).iter().any(will_be_legal) || field.can_make_two_fours(defender) {
            return Seen::Decided(Numbers::has_its_way(0), None);
        }
        let mut answers: Vec<Cell> =
            field.stops(attacker).iter().filter(|cell| field.may_put(*cell, defender)).collect();
        for four in field.fours(defender).iter().filter(|cell| field.may_put(*cell, defender)) {
            if !answers.contains(&four) {
                answers.push(four);
            }
        }
        if answers.is_empty() {
            return Seen::Decided(Numbers::cannot(4), None);
        }
        let order = |cell: Cell| field.promise(cell, defender).order + field.promise(cell, attacker).order;
        answers.sort_by_key(|cell| (Reverse(order(*cell)), *cell));
        Seen::Open(answers)
    }

    /// What is expected of a move before it is looked at: after a four less is left to do than after a three.
    fn expected(&self, turn: Turn, cell: Cell) -> Numbers {
        match (turn, self.field.promise(cell, self.attacker).threat) {
            (Turn::Attack, Threat::Three) => Numbers { other: 3, ..Numbers::OPEN },
            (Turn::Attack, Threat::TwoThrees) => Numbers { other: 2, ..Numbers::OPEN },
            _ => Numbers::OPEN,
        }
    }

    const fn mover(&self, turn: Turn) -> (Stone, Turn) {
        match turn {
            Turn::Attack => (self.attacker, Turn::Defence),
            Turn::Defence => (self.attacker.other(), Turn::Attack),
        }
    }

    fn hash(&self, turn: Turn) -> u64 {
        let turn = match (turn, self.attacker) {
            (Turn::Attack, Stone::Black) => 0x2545_f491_4f6c_dd1d,
            (Turn::Attack, Stone::White) => 0x9e6c_63d0_676a_9a99,
            (Turn::Defence, Stone::Black) => 0x8329_c6b9_4c1f_2b57,
            (Turn::Defence, Stone::White) => 0xd6e8_feb8_6659_fd93,
        };
        self.field.hash() ^ turn
    }
}

/// How far a position is from being decided, of whose moves so much is known; the move to go on with; and how far the second best
/// of them is from giving the side to move its way.
fn sum(turn: Turn, moves: &[(Cell, Numbers)]) -> (Numbers, Option<usize>, u32) {
    let (mut numbers, mut best, mut second) = (Numbers::cannot(0), None, NEVER);
    for (at, (_, after)) in moves.iter().enumerate() {
        numbers.other = (numbers.other + after.own).min(NEVER);
        if best.is_none() || after.other < numbers.own {
            second = if best.is_none() { NEVER } else { numbers.own };
            (numbers.own, best) = (after.other, Some(at));
        } else {
            second = second.min(after.other);
        }
    }
    let won = |(_, after): &&(Cell, Numbers)| after.stones > 0;
    let longest = moves.iter().filter(won).map(|(_, after)| after.stones).max();
    numbers.stones = match (turn, best) {
        (Turn::Attack, Some(best)) if numbers.own == 0 => moves[best].1.stones + 1,
        (Turn::Defence, _) if numbers.other == 0 => longest.map_or(0, |stones| stones + 1),
        _ => 0,
    };
    (numbers, best, second)
}
