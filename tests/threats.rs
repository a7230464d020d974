//! Wins by fours and open threes: those that fours alone do not give are found, those of the opponent are stopped in time, and whatever
//! is called a win is one against every defence.
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs, reason = "a test may panic")]

#[path = "common/duel.rs"]
#[allow(dead_code, unreachable_pub, reason = "not every test uses all of it")]
mod duel;

use std::collections::HashMap;

use duel::{BOTH, FREESTYLE, RENJU, STANDARD};
use tengen::bot::engine::{Chance, Field, Ground, Level, Limits, Pick, Table, Thought, WON, choose, think};
use tengen::game::board::{Board, Stone};
use tengen::game::point::Point;
use tengen::game::rules::{Forbidden, Made, made_by};

/// Fours alone: any number of them.
const FOURS: Limits = Limits { nodes: 64, depth: 1, fours: 20, threats: 0 };
/// Fours and threes, 4000 positions of them, and next to nothing else: a first look at the root has a 24th of the positions.
const THREATS: Limits = Limits { nodes: 5000, depth: 1, fours: 0, threats: 24 * 4000 };
/// The same, no farther than Master looks at what would answer its move.
const FEW: Limits = Limits { nodes: 3000, depth: 1, fours: 0, threats: 24 * 2000 };
/// The same with enough to find again, deep in a line, what was found from its beginning.
const AGAIN: Limits = Limits { nodes: 21_000, depth: 1, fours: 0, threats: 24 * 20_000 };

/// What a win is worth that stands on the board; each stone until then is worth one less.
const WIN: i32 = 30_000;

/// A board with stones by their names.
fn board(ground: Ground, black: &str, white: &str) -> Board {
    let mut board = Board::new(ground.board);
    for (stone, names) in [(Stone::Black, black), (Stone::White, white)] {
        for name in names.split_whitespace() {
            board.put(name.parse().unwrap(), stone);
        }
    }
    board
}

fn looks(ground: Ground, board: &Board, mover: Stone, limits: Limits) -> Thought {
    let mut field = Field::of(ground, board);
    think(&mut field, mover, &|_| true, limits, &mut Table::new(10), &mut || false)
}

fn wins(ground: Ground, board: &Board, mover: Stone, limits: Limits) -> bool {
    looks(ground, board, mover, limits).value > WON
}

#[test]
fn two_threes_win_and_not_for_black_at_renju() {
    let (own, other) = ("g8 h8 i9 i10", "a1 a3 c15 o15");
    for ground in [FREESTYLE, STANDARD] {
        assert!(wins(ground, &board(ground, own, other), Stone::Black, THREATS), "{ground:?}");
    }
    assert!(wins(RENJU, &board(RENJU, other, own), Stone::White, THREATS));
    // Black may not make two threes; what he wins by, if anything, begins elsewhere.
    let bound = looks(RENJU, &board(RENJU, own, other), Stone::Black, THREATS);
    assert!(bound.value < WON || bound.point.unwrap().to_string() != "i8", "{bound:?}");
}

#[test]
fn a_win_is_found_that_neither_fours_nor_a_search_of_as_many_positions_find() {
    let position = board(FREESTYLE, "h5 e6 h7 i9", "h10 g9 g8 j9");
    let search = Limits { depth: 16, fours: 20, threats: 0, ..THREATS };
    assert!(!wins(FREESTYLE, &position, Stone::Black, FOURS));
    assert!(!wins(FREESTYLE, &position, Stone::Black, search));
    assert!(wins(FREESTYLE, &position, Stone::Black, THREATS));
    assert_eq!(defence_against(FREESTYLE, &position, Stone::Black), None);
}

#[test]
fn white_wins_by_threats_where_the_answers_are_forbidden_to_black() {
    let position = board(RENJU, "f9 j6 f7 h5 h7 f5", "j10 h9 h6 f6 j8");
    assert!(!wins(RENJU, &position, Stone::White, FOURS));
    assert!(wins(RENJU, &position, Stone::White, THREATS));
    // The same stones where nothing is forbidden: the answer is there.
    let free = Ground { forbidden: Forbidden::Nobody, ..RENJU };
    assert!(!wins(free, &position, Stone::White, AGAIN));
    assert_eq!(defence_against(RENJU, &position, Stone::White), None);
}

/// In positions in which the opponent would win by threats if it were his move, Master stops them, unless it sees that it cannot.
#[test]
fn a_win_by_threats_is_stopped_before_it_begins() {
    const STOPPED: usize = 3;
    for (seed, ground) in (50..).zip([FREESTYLE, RENJU]) {
        let (mut chance, mut table) = (Chance::new(seed), Table::new(14));
        let mut stopped = 0;
        while stopped < STOPPED {
            let mut position = scattered(ground, &mut chance);
            let attacker = [Stone::Black, Stone::White][stopped % 2];
            let defender = attacker.other();
            if wins(ground, &position, attacker, FOURS)
                || !wins(ground, &position, attacker, FEW)
                || wins(ground, &position, defender, THREATS)
            {
                continue;
            }
            let mut field = Field::of(ground, &position);
            let pick = Pick { mover: defender, allowed: &|_| true, nodes_max: 30_000 };
            table.clear();
            let thought = choose(Level::Master, &mut field, pick, &mut chance, &mut table, &mut || false);
            if thought.value > -WON {
                position.put(thought.point.unwrap(), defender);
                assert!(!wins(ground, &position, attacker, FEW), "{thought:?}\n{position:?}");
                stopped += 1;
            }
        }
    }
}

/// Whatever is called a win, in positions by chance, is played out against every answer there is, not only those that the search
/// has thought of.
#[test]
fn what_is_called_a_win_by_threats_wins_against_every_defence() {
    const CLAIMS: usize = 4;
    // Longer lines take too long to play out against everything.
    const STONES_MAX: i32 = 13;
    for (seed, ground) in (1..).zip([FREESTYLE, STANDARD, RENJU, BOTH]) {
        let mut chance = Chance::new(seed);
        let mut claims = 0;
        while claims < CLAIMS {
            let position = scattered(ground, &mut chance);
            let mover = [Stone::Black, Stone::White][claims % 2];
            let value = looks(ground, &position, mover, THREATS).value;
            if wins(ground, &position, mover, FOURS) || value < WIN - STONES_MAX {
                continue;
            }
            claims += 1;
            let defence = defence_against(ground, &position, mover);
            assert_eq!(defence, None, "{mover:?} {ground:?}\n{position:?}");
        }
    }
}

/// The stones by which the defence gets away from an attacker who moves first and plays by threats; none if he wins against all answers.
fn defence_against(ground: Ground, position: &Board, attacker: Stone) -> Option<Vec<Point>> {
    Line { field: Field::of(ground, position), attacker, seen: HashMap::new() }.escape()
}

/// Plays a line of threats out.
struct Line {
    field: Field,
    attacker: Stone,
    /// What came of positions with the attacker to move.
    seen: HashMap<Vec<(Point, Stone)>, Option<Vec<Point>>>,
}

impl Line {
    /// The stones, from here, by which the defence gets away.
    fn escape(&mut self) -> Option<Vec<Point>> {
        if self.free().any(|point| self.field.makes_five(point, self.attacker)) {
            return None;
        }
        let board = self.field.ground().board;
        let stones: Vec<_> =
            board.iter().filter_map(|point| Some((point, self.field.stone_at(point)?))).collect();
        if let Some(known) = self.seen.get(&stones) {
            return known.clone();
        }
        let found = self.escape_from_threat();
        self.seen.insert(stones, found.clone());
        found
    }

    fn escape_from_threat(&mut self) -> Option<Vec<Point>> {
        let (mut table, attacker) = (Table::new(8), self.attacker);
        let thought = think(&mut self.field, attacker, &|_| true, AGAIN, &mut table, &mut || false);
        let point = thought.point.unwrap();
        assert!(self.field.is_legal(point, attacker), "{point}\n{:?}", self.field);
        // Of a five that must be stopped nothing is claimed: there is one move.
        if thought.value <= WON && thought.depth > 0 {
            return Some(vec![point]);
        }
        self.field.put(point, attacker);
        let answers: Vec<Point> = self.free().collect();
        let escape = answers.into_iter().find_map(|answer| self.escape_by(answer));
        self.field.take();
        escape.map(|rest| std::iter::once(point).chain(rest).collect())
    }

    fn escape_by(&mut self, answer: Point) -> Option<Vec<Point>> {
        let defender = self.attacker.other();
        if self.field.makes_five(answer, defender) {
            return Some(vec![answer]);
        }
        if !self.field.is_legal(answer, defender) {
            return None;
        }
        self.field.put(answer, defender);
        let escape = self.escape();
        self.field.take();
        escape.map(|rest| std::iter::once(answer).chain(rest).collect())
    }

    fn free(&self) -> impl Iterator<Item = Point> {
        self.field.ground().board.iter().filter(|point| self.field.is_free(*point))
    }
}

/// Stones by chance around the middle, none of which has won and none of which was forbidden.
fn scattered(ground: Ground, chance: &mut Chance) -> Board {
    let mut board = Board::new(ground.board);
    let reach = 6 + chance.below(5);
    for number in 0..10 + chance.below(24) {
        let stone = [Stone::Black, Stone::White][number % 2];
        let point = Point::new(3 + chance.below(reach) as u8, 3 + chance.below(reach) as u8).unwrap();
        if board.is_free(point)
            && made_by(&board, point, stone, ground.five, ground.forbidden) == Made::Nothing
        {
            board.put(point, stone);
        }
    }
    board
}
