//! The rulebook's own examples, by their ids.

use tengen::game::board::{Board, Stone};
use tengen::game::point::BoardSize;
use tengen::game::rules::{Five, Forbidden, Foul, Made, Position, made_by};

use crate::data::{board, kind, point, verdict};

#[test]
fn b03_exactly_five_is_a_five() {
    assert_eq!(kind("D8 E8 F8 G8", "", "H8"), "five");
}

#[test]
fn b04_six_is_an_overline() {
    assert_eq!(kind("E8 F8 H8 I8 J8", "", "G8"), "overline");
}

#[test]
fn b05_and_b06_a_straight_four_is_one_four_and_a_rush_four_is_one_four() {
    for (black, at) in [("E8 F8 G8", "H8"), ("E8 F8 G8 C8", "H8"), ("D8 E8 G8", "H8")] {
        let verdict = verdict(&board(black, ""), at);
        assert_eq!((verdict.fours, verdict.threes), (1, 0), "{black}");
    }
}

#[test]
fn b08_a_three_is_connected_or_split() {
    for black in ["F8 G8", "E8 F8", "E8 G8"] {
        assert_eq!(verdict(&board(black, ""), "H8").threes, 1, "{black}");
    }
}

#[test]
fn f01_the_same_shape_binds_black_only_and_only_where_somebody_is_bound() {
    let (at, threes) = (point("H8"), "H9 H7 G8 I8");
    let made =
        |black, white, stone, forbidden| made_by(&board(black, white), at, stone, Five::Renju, forbidden);
    assert_eq!(made(threes, "", Stone::Black, Forbidden::Black), Made::Foul(Foul::ThreeThree));
    assert_eq!(made(threes, "", Stone::Black, Forbidden::Nobody), Made::Nothing);
    assert_eq!(made("", threes, Stone::White, Forbidden::Black), Made::Nothing);
}

#[test]
fn f02_two_threes_are_forbidden() {
    assert_eq!(kind("H9 H7 G8 I8", "", "H8"), "three-three");
    assert_eq!(kind("G9 H9 I7 H6", "", "H8"), "three-three");
    assert_eq!(kind("F10 G10 F8 E7", "", "H10"), "three-three");
}

#[test]
fn f03_two_fours_are_forbidden() {
    assert_eq!(kind("F8 G8 H8 F7 G6 H5", "", "E8"), "four-four");
    assert_eq!(kind("H10 H7 H6 F8 G8 I8", "", "H8"), "four-four");
}

#[test]
fn f04_an_overline_is_forbidden() {
    assert_eq!(kind("E8 F8 H8 I8 J8", "", "G8"), "overline");
}

#[test]
fn f05_a_four_with_two_threes_is_three_three_and_with_another_four_is_four_four() {
    assert_eq!(kind("H9 H7 E8 F8 G8 I7 G9", "D8", "H8"), "three-three");
    assert_eq!(kind("E8 F8 G8 H9 H10 H11 I7 G9", "D8 H12", "H8"), "four-four");
    assert_eq!(kind("E8 F8 G8 H9 H10", "D8", "H8"), "legal");
}

#[test]
fn f06_two_fours_on_one_line_are_two_and_a_straight_four_is_one() {
    assert_eq!(kind("D8 F8 G8 J8", "", "H8"), "four-four");
    assert_eq!(kind("D8 E8 F8 J8 K8 L8", "", "H8"), "four-four");
    assert_eq!(kind("E8 F8 H8 K8 L8", "", "I8"), "four-four");
    assert_eq!(kind("D8 F8 G8 I8 K8", "", "H8"), "legal");
    assert_eq!(kind("E8 F8 G8", "", "H8"), "legal");
}

#[test]
fn f07_and_g05_a_five_beats_everything_forbidden_made_with_it() {
    let board = board("D8 E8 F8 G8 H3 H4 H5 H6 H7", "");
    assert_eq!(kind("D8 E8 F8 G8 H3 H4 H5 H6 H7", "", "H8"), "five");
    let line = ["D8", "E8", "F8", "G8", "H8"].map(point).to_vec();
    let made = made_by(&board, point("H8"), Stone::Black, Five::Renju, Forbidden::Black);
    assert_eq!(made, Made::Five { line });
}

#[test]
fn f08_what_cannot_become_a_straight_four_is_no_three() {
    assert_eq!(kind("G8 I8 H9 H7 D8 L8", "", "H8"), "legal");
    assert_eq!(kind("G8 I8 H9 H7", "E8 K8", "H8"), "legal");
    assert_eq!(kind("G8 I8 H9 H7", "E8", "H8"), "three-three");
    assert_eq!(kind("G7 I7 H8 H10 E9 F9 G9", "D9", "H7"), "legal");
    assert_eq!(kind("G7 I7 H8 H10", "D9", "H7"), "three-three");
}

/// F-09, point 4: the two readings of the rule differ where the points that extend a three are forbidden for different
/// reasons. The recursive one is taken.
#[test]
fn f09_a_three_is_judged_by_the_same_rules_at_the_point_that_extends_it() {
    assert_eq!(kind("E7 E8 E9 E11 F6 F10 G8 G9", "", "F8"), "legal");
    assert_eq!(kind("D4 E6 E7 F5 F7 G5 G7", "", "D5"), "three-three");
    assert_eq!(kind("H7 I4 I5 J5 J6 J7 K5 K8", "", "K6"), "legal");
}

#[test]
fn f09_an_empty_board_forbids_nothing_on_any_size() {
    for lines in [15, 19, 20] {
        let size = BoardSize::new(lines).unwrap();
        assert_eq!(Position::from(&Board::new(size)).scan().count(), 0);
    }
}

#[test]
fn g02_six_white_stones_win_in_renju_and_six_of_either_colour_in_freestyle() {
    let six = "E8 F8 H8 I8 J8";
    let line = Made::Five { line: ["E8", "F8", "G8", "H8", "I8", "J8"].map(point).to_vec() };
    let made = |black, white, stone, five| {
        made_by(&board(black, white), point("G8"), stone, five, Forbidden::Nobody)
    };
    assert_eq!(made("", six, Stone::White, Five::Renju), line);
    assert_eq!(made("", six, Stone::White, Five::FiveOrMore), line);
    assert_eq!(made(six, "", Stone::Black, Five::FiveOrMore), line);
    assert_eq!(made(six, "", Stone::Black, Five::Renju), Made::Nothing);
    assert_eq!(made(six, "", Stone::Black, Five::ExactlyFive), Made::Nothing);
    assert_eq!(made("", six, Stone::White, Five::ExactlyFive), Made::Nothing);
}
