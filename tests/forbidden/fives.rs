//! Fives at every place of every board: the edges, the corners and the gaps where other programs missed them
//! (zhongjn/gomokuer 3, GomokuZero 5, agentscope 196).

use tengen::game::board::{Board, Stone};
use tengen::game::point::{BoardSize, Point};
use tengen::game::rules::{Five, Forbidden, Kind, Made, Position, made_by};

const DIRECTIONS: [(i8, i8); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

#[test]
fn a09_every_five_is_found_at_every_place_by_each_of_its_stones() {
    for_every_row(5, |board, line, last| {
        for stone in [Stone::Black, Stone::White] {
            let board = board_with(board, line, last, stone);
            for five in [Five::FiveOrMore, Five::ExactlyFive, Five::Renju] {
                let made = made_by(&board, last, stone, five, Forbidden::Black);
                assert_eq!(made, Made::Five { line: line.to_vec() }, "{five:?} {last} in\n{board:?}");
            }
        }
        let black = Position::from(&board_with(board, line, last, Stone::Black));
        assert!(black.scan().any(|(at, verdict)| at == last && verdict.kind == Kind::Five));
    });
}

#[test]
fn a09_every_four_is_no_five_and_every_six_is_an_overline() {
    for_every_row(4, |board, line, last| {
        for stone in [Stone::Black, Stone::White] {
            let board = board_with(board, line, last, stone);
            assert_eq!(made_by(&board, last, stone, Five::FiveOrMore, Forbidden::Black), Made::Nothing);
        }
    });
    for_every_row(6, |board, line, last| {
        let board = board_with(board, line, last, Stone::Black);
        let position = Position::from(&board);
        let scanned: Vec<_> = position.scan().filter(|(_, verdict)| verdict.kind == Kind::Overline).collect();
        let is_end = [line[0], line[5]].contains(&last);
        assert!(scanned.iter().any(|(at, _)| *at == last), "{last} in\n{board:?}");
        assert!(is_end || scanned.len() == 1, "only the gap makes six in\n{board:?}");
    });
}

/// Calls with an empty board, every row of `length` on it that touches an edge or a corner, and each of its points.
fn for_every_row(length: usize, mut check: impl FnMut(&Board, &[Point], Point)) {
    for lines in [15, 19, 20] {
        let board = Board::new(BoardSize::new(lines).unwrap());
        let mut rows = 0;
        for (columns, up) in DIRECTIONS {
            for first in board.size().iter() {
                let next =
                    |point: &Point| point.offset(columns, up).filter(|point| board.size().contains(*point));
                let line: Vec<_> = std::iter::successors(Some(first), next).take(length).collect();
                let is_edge = |n: u8| n == 0 || n == lines - 1;
                if line.len() == length
                    && line.iter().any(|point| is_edge(point.column()) || is_edge(point.row()))
                {
                    line.iter().for_each(|last| check(&board, &line, *last));
                    rows += 1;
                }
            }
        }
        assert!(rows > 4 * usize::from(lines));
    }
}

fn board_with(empty: &Board, line: &[Point], last: Point, stone: Stone) -> Board {
    let mut board = empty.clone();
    line.iter().filter(|point| **point != last).for_each(|point| board.put(*point, stone));
    board
}
