//! The labelled positions and games.

use std::collections::BTreeMap;

use serde::Deserialize;
use tengen::game::board::{Board, Stone};
use tengen::game::point::BoardSize;
use tengen::game::rules::{Five, Forbidden, Foul, Kind, Made, Position, made_by};

use crate::data::{self, array, board_of, lines, point, points, verdict, word};

#[derive(Deserialize)]
struct Tricky {
    id: String,
    point: String,
    black: Vec<String>,
    white: Vec<String>,
    kind: String,
    fours: u8,
    threes: u8,
    verdicts: BTreeMap<String, String>,
}

#[test]
fn every_tricky_position_gets_its_verdict_and_no_other_point_gets_one() {
    let cases: Vec<Tricky> = array("forbidden-tricky.json");
    assert_eq!(cases.len(), 54);
    for case in cases {
        let board = board_of(&points(&case.black), &points(&case.white));
        let verdict = verdict(&board, &case.point);
        assert_eq!(word(verdict.kind), case.kind, "{}", case.id);
        assert_eq!((verdict.fours, verdict.threes), (case.fours, case.threes), "{}", case.id);
        let scanned: BTreeMap<_, _> = Position::from(&board)
            .scan()
            .map(|(point, verdict)| (point.to_string(), word(verdict.kind).to_owned()))
            .collect();
        assert_eq!(scanned, case.verdicts, "{}", case.id);
    }
}

#[derive(Deserialize)]
struct Case {
    id: String,
    side: String,
    black: Vec<String>,
    white: Vec<String>,
    #[serde(rename = "move")]
    at: String,
    verdict: String,
}

#[test]
fn every_single_point_case_gets_its_verdict() {
    let cases: Vec<Case> = array("forbidden-cases.json");
    assert_eq!(cases.len(), 103);
    for case in cases {
        let board = board_of(&points(&case.black), &points(&case.white));
        let told = match case.side.as_str() {
            "black" => word(verdict(&board, &case.at).kind),
            _ => match made_by(&board, point(&case.at), Stone::White, Five::Renju, Forbidden::Black) {
                Made::Nothing => "legal",
                Made::Five { .. } => "five",
                Made::Foul(foul) => panic!("White cannot make {foul:?} in {}", case.id),
            },
        };
        assert_eq!(told, case.verdict, "{}", case.id);
    }
}

#[test]
fn every_point_of_the_labelled_positions_gets_its_verdict_and_its_counts() {
    let positions = data::labelled();
    assert_eq!(positions.len(), 4000);
    for position in positions {
        let board = board_of(&points(&position.black), &points(&position.white));
        let mut expected = position.verdicts;
        for (at, verdict) in Position::from(&board).scan() {
            let label = expected.remove(&at.to_string());
            let label = label.unwrap_or_else(|| panic!("{} {at} is legal, not {verdict:?}", position.id));
            assert_eq!(word(verdict.kind), label.kind, "{} {at}", position.id);
            let counts = (verdict.fours, verdict.threes);
            assert_eq!(counts, (label.fours, label.threes), "{} {at} {:?}", position.id, verdict.kind);
        }
        assert!(expected.is_empty(), "{}: missed {:?}", position.id, expected.keys());
    }
}

#[test]
fn one_stone_is_judged_like_the_whole_board() {
    for position in data::labelled().iter().step_by(5) {
        let board = board_of(&points(&position.black), &points(&position.white));
        for at in board.free_points() {
            let told = word(verdict(&board, &at.to_string()).kind);
            let label = position.verdicts.get(&at.to_string()).map_or("legal", |label| &label.kind);
            assert_eq!(told, label, "{} {at}", position.id);
        }
    }
}

#[derive(Deserialize)]
struct LastMove {
    id: String,
    black: Vec<String>,
    white: Vec<String>,
    #[serde(rename = "move")]
    at: String,
    colour: String,
    wins: BTreeMap<String, bool>,
    renju_forbidden: Option<String>,
}

#[test]
fn every_last_move_wins_under_the_rules_it_should() {
    let cases: Vec<LastMove> = lines("last-move-wins.jsonl");
    assert_eq!(cases.len(), 488);
    for case in cases {
        let board = board_of(&points(&case.black), &points(&case.white));
        let stone = if case.colour == "black" { Stone::Black } else { Stone::White };
        for (name, five) in RULES {
            let made = made_by(&board, point(&case.at), stone, five, Forbidden::Nobody);
            assert_eq!(matches!(made, Made::Five { .. }), case.wins[name], "{} {name}", case.id);
            assert!(!matches!(made, Made::Foul(_)), "{} {name}", case.id);
        }
        let foul = match made_by(&board, point(&case.at), stone, Five::Renju, Forbidden::Black) {
            Made::Nothing | Made::Five { .. } => None,
            Made::Foul(Foul::Overline) => Some("overline"),
            Made::Foul(Foul::FourFour) => Some("four-four"),
            Made::Foul(Foul::ThreeThree) => Some("three-three"),
        };
        assert_eq!(foul, case.renju_forbidden.as_deref(), "{}", case.id);
        if stone == Stone::Black {
            let kind = verdict(&board, &case.at).kind;
            assert_eq!(kind == Kind::Five, case.wins["renju"], "{}", case.id);
        }
    }
}

const RULES: [(&str, Five); 3] =
    [("freestyle", Five::FiveOrMore), ("standard", Five::ExactlyFive), ("renju", Five::Renju)];

/// A8: the first five ends the game, at the move that makes it, in every one of the engines' games.
#[test]
fn a08_no_move_of_a_game_wins_or_loses_it_but_the_last() {
    let games = data::games();
    assert_eq!(games.len(), 1034);
    for game in games {
        let five = RULES.iter().find(|(name, _)| *name == game.rule).unwrap().1;
        let forbidden = if five == Five::Renju { Forbidden::Black } else { Forbidden::Nobody };
        let mut board = Board::new(BoardSize::FIFTEEN);
        let last = game.moves.len() - 1;
        for (ply, at) in points(&game.moves).into_iter().enumerate() {
            let stone = if ply.is_multiple_of(2) { Stone::Black } else { Stone::White };
            let made = made_by(&board, at, stone, five, forbidden);
            let told = match &made {
                Made::Nothing => "goes on",
                Made::Five { line } if line.len() == 5 || five == Five::FiveOrMore => "five",
                Made::Five { .. } => "overline-win",
                Made::Foul(Foul::Overline) => "forbidden:overline",
                Made::Foul(Foul::FourFour) => "forbidden:four-four",
                Made::Foul(Foul::ThreeThree) => "forbidden:three-three",
            };
            let expected = match game.ending.as_str() {
                ending if ply == last && !ending.starts_with("cut") => ending,
                _ => "goes on",
            };
            assert_eq!(told, expected, "{} move {} {at}", game.id, ply + 1);
            board.put(at, stone);
        }
    }
}
