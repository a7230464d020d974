//! What went wrong in other programs, each report a test.

use std::collections::BTreeMap;

use tengen::game::board::{Board, Stone};
use tengen::game::point::{BoardSize, Point};
use tengen::game::rules::{Five, Forbidden, Foul, Kind, Made, Position, made_by};

use crate::data::{board, kind, point, word};

/// dhbloo/gomoku-calculator 8: an engine looped where Black's only defence is forbidden.
#[test]
fn a01_the_only_defence_may_be_forbidden_and_everything_else_stays_legal() {
    let (black, white) = ("H8 F6 F7 H7 G2", "G6 G5 G4 G3 A1");
    let board = board("H8 F6 F7 H7 G2", "G6 G5 G4 G3 A1");
    let forbidden: Vec<_> = Position::from(&board).scan().map(|(at, verdict)| (at, verdict.kind)).collect();
    assert_eq!(forbidden, [(point("G7"), Kind::ThreeThree)]);
    assert_eq!(kind(black, white, "A2"), "legal");
    let winning = |at| made_by(&board, at, Stone::White, Five::Renju, Forbidden::Black) != Made::Nothing;
    assert_eq!(board.free_points().filter(|at| winning(*at)).collect::<Vec<_>>(), [point("G7")]);
}

/// renju-note/quintet, pull request 124, decided the other way. The row F8 H8 I8 can become a straight four only at G8,
/// and a stone there also makes the five G4-G8. The international rules count a three only if its straight four is made
/// without a five at the same time, so by their letter this is no three and the move is no double three.
#[test]
fn a03_a_three_whose_straight_four_would_be_made_together_with_a_five_does_not_count() {
    assert_eq!(kind("F8 I8 H6 H7 G4 G5 G6 G7", "", "H8"), "legal");
}

/// renju-note/quintet, from a puzzle by tanaseY.
#[test]
fn a04_one_far_white_stone_turns_a_chain_of_threes_over() {
    let black = "C8 E6 F7 F8 H8 I5 I7 J7 K4 K5 L5 L6 M6";
    assert_eq!(kind(black, "G9 J5", "G8"), "three-three");
    assert_eq!(kind(black, "G9 J5 O6", "G8"), "legal");
}

/// renju-note/quintet.
#[test]
fn a05_quintets_grids_get_their_verdicts() {
    for (black, white, at, expected) in [
        ("G8 I8 H7 H9", "", "H8", "three-three"),
        ("E5 F6 H5 H6", "", "H8", "three-three"),
        ("G8 I8 H7 H9", "E8 K8", "H8", "legal"),
        ("F8 G8 I8 J8", "", "H8", "five"),
        ("E8 F8 J8 K8", "", "H8", "legal"),
        ("G6 G7 H7 H9 I6 I9 J6 J9", "G8 H11 K6 K9", "H8", "legal"),
        ("G6 G7 H7 H9 I6 I9 J6 J9", "G8 H11 K6 K9", "I7", "legal"),
        ("G6 G7 H7 H9 I6 I9 J6 J9", "G8 H11 K6 K9", "J7", "three-three"),
        ("F8 F10 G8 G9 I7 I8", "", "H8", "four-four"),
        ("D12 F8 F10 G8 G9 I7 I8", "J6", "H8", "legal"),
        ("E8 G8 I8 K8", "", "H8", "four-four"),
        ("E8 F8 I8 K8 L8", "", "H8", "four-four"),
        ("D8 E8 F8 J8 K8 L8", "", "H8", "four-four"),
        ("C8 D8 E8 F8 J8 K8 L8 M8", "", "H8", "legal"),
        ("C8 D8 E8 F8 H10 H11 H12 H13", "", "H8", "legal"),
        ("C8 D8 E8 K8 L8 M8", "", "H8", "legal"),
        ("B8 C8 D8 E8 K8 L8 M8 N8", "", "H8", "legal"),
        ("F8 G8 I8", "", "H8", "legal"),
        ("E8 F8 G8 I8 J8", "", "H8", "overline"),
        ("E8 F8 G8 J8 K8", "", "H8", "legal"),
    ] {
        assert_eq!(kind(black, white, at), expected, "black {black}, white {white}, move {at}");
    }
}

#[test]
fn a05_the_whole_board_is_scanned_to_its_edges() {
    let board = board(
        "B1 B5 B8 B13 C1 C5 C7 C12 C14 D5 D6 D13 E1 F1 G1 K1 K11 L1 L12 L13 M1 M12 M14 N1 N13 N14 O15",
        "L14 N12",
    );
    let forbidden: BTreeMap<_, _> = Position::from(&board)
        .scan()
        .filter(|(_, verdict)| verdict.kind != Kind::Five)
        .map(|(at, verdict)| (at, word(verdict.kind)))
        .collect();
    let expected = [("C13", "three-three"), ("D1", "overline"), ("E5", "four-four")];
    assert_eq!(forbidden, expected.map(|(at, kind)| (point(at), kind)).into());
}

/// wind23/piskvork_renju 1: a freestyle six was judged forbidden.
#[test]
fn a06_six_wins_in_freestyle_goes_on_under_exactly_five_and_loses_in_renju() {
    // The last white stone stands where a board of 15 lines has room for it too.
    let black = [(2, 10), (6, 11), (6, 10), (6, 8), (6, 7), (6, 12)];
    let white = [(5, 10), (7, 9), (8, 8), (7, 7), (9, 10), (14, 5)];
    let at = Point::new(6, 9).unwrap();
    for lines in [15, 19, 20] {
        let mut board = Board::new(BoardSize::new(lines).unwrap());
        for (column, row) in black {
            board.put(Point::new(column, row).unwrap(), Stone::Black);
        }
        for (column, row) in white {
            board.put(Point::new(column, row).unwrap(), Stone::White);
        }
        let line: Vec<_> = (7..=12).map(|row| Point::new(6, row).unwrap()).collect();
        let made = |five, forbidden| made_by(&board, at, Stone::Black, five, forbidden);
        assert_eq!(made(Five::FiveOrMore, Forbidden::Nobody), Made::Five { line });
        assert_eq!(made(Five::ExactlyFive, Forbidden::Nobody), Made::Nothing);
        assert_eq!(made(Five::Renju, Forbidden::Black), Made::Foul(Foul::Overline));
    }
}

/// lihongxun945/gobang 24, 40, 52: fives were passed over and a later six won.
#[test]
fn a08_a_five_is_seen_by_the_stone_that_makes_it_and_again_after_a_takeback() {
    let four = board("E8 F8 G8 H8", "E9 F9 G9 H9");
    let made = |at| made_by(&four, point(at), Stone::Black, Five::Renju, Forbidden::Black);
    let line = |names: [&str; 5]| Made::Five { line: names.map(point).to_vec() };
    assert_eq!(made("I8"), line(["E8", "F8", "G8", "H8", "I8"]));
    assert_eq!(made("A1"), Made::Nothing);
    assert_eq!(made("D8"), line(["D8", "E8", "F8", "G8", "H8"]));
    assert!(!four.is_free(point("E8")), "a second stone has no place on an occupied point");
}

/// maximrud/rv2 1: users argued whether six white stones win.
#[test]
fn a10_six_white_stones_win_in_renju_and_freestyle_and_not_where_five_is_exact() {
    let six = board("", "E8 F8 H8 I8 J8");
    let made = |five| made_by(&six, point("G8"), Stone::White, five, Forbidden::Black);
    assert!(matches!(made(Five::Renju), Made::Five { line } if line.len() == 6));
    assert!(matches!(made(Five::FiveOrMore), Made::Five { line } if line.len() == 6));
    assert_eq!(made(Five::ExactlyFive), Made::Nothing);
}
