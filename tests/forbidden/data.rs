//! Reads the files in `tests/data` and turns stones into boards.

use std::collections::BTreeMap;
use std::path::Path;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use tengen::game::board::{Board, Stone};
use tengen::game::point::{BoardSize, Point};
use tengen::game::rules::{Five, Forbidden, Kind, Made, Position, Verdict, made_by};

#[derive(Deserialize)]
pub(crate) struct Labelled {
    pub(crate) id: String,
    pub(crate) black: Vec<String>,
    pub(crate) white: Vec<String>,
    pub(crate) verdicts: BTreeMap<String, Label>,
}

#[derive(Deserialize)]
pub(crate) struct Label {
    pub(crate) kind: String,
    pub(crate) fours: u8,
    pub(crate) threes: u8,
}

#[derive(Deserialize)]
pub(crate) struct Game {
    pub(crate) id: String,
    pub(crate) rule: String,
    pub(crate) moves: Vec<String>,
    pub(crate) ending: String,
}

pub(crate) fn labelled() -> Vec<Labelled> {
    lines("forbidden-positions.jsonl")
}

pub(crate) fn games() -> Vec<Game> {
    lines("engine-games.jsonl")
}

pub(crate) fn lines<T: DeserializeOwned>(name: &str) -> Vec<T> {
    text(name).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

pub(crate) fn array<T: DeserializeOwned>(name: &str) -> Vec<T> {
    serde_json::from_str(&text(name)).unwrap()
}

fn text(name: &str) -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name)).unwrap()
}

pub(crate) fn point(name: &str) -> Point {
    name.parse().unwrap()
}

pub(crate) fn points<S: AsRef<str>>(names: &[S]) -> Vec<Point> {
    names.iter().map(|name| point(name.as_ref())).collect()
}

pub(crate) fn board_of(black: &[Point], white: &[Point]) -> Board {
    let mut board = Board::new(BoardSize::FIFTEEN);
    for (stones, colour) in [(black, Stone::Black), (white, Stone::White)] {
        for point in stones {
            assert!(board.is_free(*point), "two stones on {point}");
            board.put(*point, colour);
        }
    }
    board
}

/// A board from names with blanks between them.
pub(crate) fn board(black: &str, white: &str) -> Board {
    let names = |text: &str| text.split_whitespace().map(point).collect::<Vec<_>>();
    board_of(&names(black), &names(white))
}

/// A move's word in the files.
pub(crate) fn word(kind: Kind) -> &'static str {
    match kind {
        Kind::Legal => "legal",
        Kind::Five => "five",
        Kind::Overline => "overline",
        Kind::FourFour => "four-four",
        Kind::ThreeThree => "three-three",
    }
}

/// The verdict on one move, asked in three ways that must agree: for the point, for the whole board, for the stone.
pub(crate) fn verdict(board: &Board, at: &str) -> Verdict {
    let (position, at) = (Position::from(board), point(at));
    let verdict = position.verdict(at);
    let scanned = position.scan().find(|(point, _)| *point == at).map(|(_, verdict)| verdict);
    assert_eq!(scanned, (verdict.kind != Kind::Legal).then_some(verdict), "{at} in\n{board:?}");
    match made_by(board, at, Stone::Black, Five::Renju, Forbidden::Black) {
        Made::Nothing => assert_eq!(verdict.kind, Kind::Legal),
        Made::Five { line } => assert_eq!((verdict.kind, line.len()), (Kind::Five, 5)),
        Made::Foul(foul) => assert_eq!(verdict.kind.foul(), Some(foul)),
    }
    verdict
}

/// The word for one move.
pub(crate) fn kind(black: &str, white: &str, at: &str) -> &'static str {
    word(verdict(&board(black, white), at).kind)
}
