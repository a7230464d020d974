//! What holds for every position, on thousands of them from a seeded generator.

use std::collections::BTreeMap;

use figrid_board::BitBoard;
use tengen::game::board::{Board, Stone};
use tengen::game::point::{BoardSize, Point};
use tengen::game::rules::{Kind, Position, Verdict};

use crate::data::{self, board_of, points};
use crate::oracle;

const SIZE: u8 = 15;

#[test]
fn f09_turning_a_position_turns_its_verdicts() {
    for labelled in data::labelled() {
        let board = board_of(&points(&labelled.black), &points(&labelled.white));
        let verdicts = verdicts(&board);
        for symmetry in 1..8 {
            let mut turned = Board::new(BoardSize::FIFTEEN);
            for point in BoardSize::FIFTEEN.iter() {
                if let Some(stone) = board.get(point) {
                    turned.put(turn(point, symmetry), stone);
                }
            }
            let expected = verdicts.iter().map(|(at, verdict)| (turn(*at, symmetry), *verdict)).collect();
            assert_eq!(self::verdicts(&turned), expected, "{} turned by {symmetry}", labelled.id);
        }
    }
}

#[test]
fn the_scan_says_what_the_definitions_say_on_random_positions() {
    let mut positions = Positions::new(0x7e76_e11d);
    for number in 0..6_000 {
        let board = positions.next(BoardSize::FIFTEEN);
        let position = Position::from(&board);
        let scanned = verdicts(&board);
        for at in board.free_points() {
            let expected = oracle::judge(&board, at);
            assert_eq!(position.verdict(at), expected, "{at} in number {number}\n{board:?}");
            let listed = (expected.kind != Kind::Legal).then_some(&expected);
            assert_eq!(scanned.get(&at), listed, "{at} in number {number}\n{board:?}");
        }
    }
}

#[test]
fn the_scan_says_what_the_definitions_say_on_larger_boards() {
    let mut positions = Positions::new(0xb0a2d);
    for number in 0..600 {
        let size = [BoardSize::NINETEEN, BoardSize::TWENTY][number % 2];
        let board = positions.next(size);
        let scanned = verdicts(&board);
        for at in board.free_points() {
            let expected = oracle::judge(&board, at);
            let listed = (expected.kind != Kind::Legal).then_some(&expected);
            assert_eq!(scanned.get(&at), listed, "{at} in number {number}\n{board:?}");
        }
    }
}

/// The other implementation names an overline that is also a four-four differently, so legality is compared.
#[test]
fn figrid_board_finds_the_same_points_forbidden_on_100_000_positions() {
    const SHARES: u64 = 2;
    std::thread::scope(|scope| {
        for share in 0..SHARES {
            scope.spawn(move || {
                let mut positions = Positions::new(0xf19_71d + share);
                for number in 0..100_000 / SHARES {
                    agree_with_figrid(&positions.next(BoardSize::FIFTEEN), number);
                }
            });
        }
    });
}

/// Every free point of the board.
fn agree_with_figrid(board: &Board, number: u64) {
    let (mut black, mut white) = (BitBoard::EMPTY, BitBoard::EMPTY);
    let index = |point: Point| figrid_board::to_idx(point.row().into(), point.column().into());
    for point in BoardSize::FIFTEEN.iter() {
        match board.get(point) {
            Some(Stone::Black) => black.set(index(point)),
            Some(Stone::White) => white.set(index(point)),
            None => {}
        }
    }
    let verdicts = verdicts(board);
    for at in board.free_points() {
        let ours = verdicts.get(&at).is_some_and(|verdict| verdict.kind.foul().is_some());
        let theirs = figrid_board::renju::is_forbidden(&black, &white, index(at));
        assert_eq!(ours, theirs, "{at} in number {number}\n{board:?}");
    }
}

fn verdicts(board: &Board) -> BTreeMap<Point, Verdict> {
    Position::from(board).scan().collect()
}

/// One of the eight symmetries of the board.
fn turn(point: Point, symmetry: u8) -> Point {
    let (mut column, mut row) = (point.column(), point.row());
    if symmetry & 4 != 0 {
        std::mem::swap(&mut column, &mut row);
    }
    if symmetry & 1 != 0 {
        column = SIZE - 1 - column;
    }
    if symmetry & 2 != 0 {
        row = SIZE - 1 - row;
    }
    Point::new(column, row).unwrap()
}

/// A never-ending source of positions in which much is forbidden; the same seed gives the same ones everywhere.
struct Positions {
    random: Random,
    labelled: Vec<(Vec<Point>, Vec<Point>)>,
}

impl Positions {
    fn new(seed: u64) -> Self {
        let labelled = data::labelled();
        let labelled = labelled.iter().map(|one| (points(&one.black), points(&one.white))).collect();
        Self { random: Random(seed), labelled }
    }

    fn next(&mut self, size: BoardSize) -> Board {
        let mut board = Board::new(size);
        match self.random.below(4) {
            0 => self.star(&mut board),
            1 => self.cloud(&mut board),
            _ => self.changed(&mut board),
        }
        board
    }

    /// Stones on the four lines through one or two points, mostly black.
    fn star(&mut self, board: &mut Board) {
        for _ in 0..=self.random.below(2) {
            let centre = self.point(board.size());
            for (columns, rows) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
                for step in (-6..=6).filter(|step| *step != 0) {
                    if self.random.below(5) < 2 {
                        let at = centre.offset(columns * step, rows * step);
                        self.put(board, at, 6);
                    }
                }
            }
        }
    }

    /// Stones anywhere in a square, black and white as they come.
    fn cloud(&mut self, board: &mut Board) {
        let (centre, radius) = (self.point(board.size()), 2 + self.random.below(6) as i64);
        let white = 2 + self.random.below(4);
        for _ in 0..self.random.below(3 * (radius * radius) as u64) {
            let mut step = || (self.random.below(2 * radius as u64 + 1) as i64 - radius) as i8;
            let at = centre.offset(step(), step());
            self.put(board, at, white);
        }
    }

    /// A labelled position with some stones left out and some others put in.
    fn changed(&mut self, board: &mut Board) {
        let picked = self.random.below(self.labelled.len() as u64) as usize;
        let left_out = 2 + self.random.below(40);
        let (black, white) = self.labelled[picked].clone();
        for (stones, colour) in [(black, Stone::Black), (white, Stone::White)] {
            for point in stones {
                if self.random.below(left_out) != 0 {
                    board.put(point, colour);
                }
            }
        }
        for _ in 0..self.random.below(6) {
            let at = Some(self.point(board.size()));
            self.put(board, at, 3);
        }
    }

    /// One stone in `white` is white.
    fn put(&mut self, board: &mut Board, at: Option<Point>, white: u64) {
        let stone = if self.random.below(white) == 0 { Stone::White } else { Stone::Black };
        if let Some(at) = at.filter(|at| board.is_free(*at)) {
            board.put(at, stone);
        }
    }

    fn point(&mut self, size: BoardSize) -> Point {
        let lines = u64::from(size.lines());
        Point::new(self.random.below(lines) as u8, self.random.below(lines) as u8).unwrap()
    }
}

/// SplitMix64.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % bound.max(1)
    }
}
