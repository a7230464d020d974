//! Recorded games, one JSON object a line.

use std::io::{self, BufRead};

use serde::Deserialize;

use crate::game::board::Stone;
use crate::game::point::{BoardSize, Point};
use crate::game::rules::Foul;
use crate::game::ruleset::RuleSet;

/// The longest line, in bytes.
const LINE_BYTES_MAX: u64 = 64 * 1024;
/// The most games of one file.
const GAMES_MAX: usize = 1_000_000;

/// A game to be played again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// What it is called.
    pub id: String,
    /// Its line in the file, from 1.
    pub line: usize,
    /// What is played.
    pub rule: Rule,
    /// The moves, Black's first.
    pub moves: Vec<Point>,
    /// How it ended.
    pub ending: Ending,
}

/// What is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Rule {
    /// Black's forbidden moves lose, Black wins by exactly five, White by five or more.
    Renju,
    /// Exactly five wins.
    Standard,
    /// Five or more wins.
    Freestyle,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The last move made a winning row.
    Five {
        /// Who made it.
        winner: Stone,
        /// Whether the row is known to be longer than five.
        is_overline: bool,
    },
    /// Black's last move was forbidden.
    Forbidden(Foul),
    /// It was cut short, and is agreed to be a draw.
    Cut,
}

/// Why a file holds no games.
#[derive(Debug, thiserror::Error)]
pub enum BadFile {
    /// It cannot be read.
    #[error("cannot read the games: {0}")]
    Unreadable(#[from] io::Error),
    /// A line is no game.
    #[error("line {line}: {what}")]
    BadLine {
        /// Which, from 1.
        line: usize,
        /// What is wrong with it.
        what: String,
    },
    /// There is no game in it.
    #[error("there is no game in it")]
    Empty,
}

/// A line as it is written. What else stands in it is of no interest.
#[derive(Deserialize)]
struct Line {
    id: String,
    rule: Rule,
    moves: Vec<String>,
    result: Option<String>,
    ending: String,
}

impl Rule {
    /// The rules, with this time for each side.
    pub const fn rules(self, clock: Option<crate::game::clock::TimeControl>) -> RuleSet {
        match self {
            Self::Renju => RuleSet::renju(clock),
            Self::Standard => RuleSet::standard(clock),
            Self::Freestyle => RuleSet::freestyle(clock),
        }
    }
}

/// Reads games.
///
/// # Errors
/// [`BadFile`] names the line that is none.
pub fn read(mut lines: impl BufRead) -> Result<Vec<Record>, BadFile> {
    let mut records = Vec::new();
    for line in 1.. {
        let mut text = String::new();
        let bytes = io::Read::take(&mut lines, LINE_BYTES_MAX).read_line(&mut text)?;
        let bad = |what: String| BadFile::BadLine { line, what };
        if bytes == 0 {
            break;
        }
        if !text.ends_with('\n') && text.len() as u64 >= LINE_BYTES_MAX {
            return Err(bad(format!("longer than {LINE_BYTES_MAX} bytes")));
        }
        if text.trim().is_empty() {
            continue;
        }
        if records.len() >= GAMES_MAX {
            return Err(bad(format!("more than {GAMES_MAX} games")));
        }
        records.push(record(line, &text).map_err(bad)?);
    }
    if records.is_empty() { Err(BadFile::Empty) } else { Ok(records) }
}

fn record(line: usize, text: &str) -> Result<Record, String> {
    let game: Line = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let mut moves = Vec::new();
    for (ply, name) in game.moves.iter().enumerate() {
        let point: Point = name.parse().map_err(|error| format!("move {}: {error}: {name:?}", ply + 1))?;
        if !BoardSize::FIFTEEN.contains(point) || moves.contains(&point) {
            return Err(format!("move {}: {point} is not free on a board of 15 lines", ply + 1));
        }
        moves.push(point);
    }
    let ending = ending(&game, moves.len())?;
    Ok(Record { id: game.id, line, rule: game.rule, moves, ending })
}

fn ending(game: &Line, moves: usize) -> Result<Ending, String> {
    let winner = match game.result.as_deref() {
        Some("B") => Some(Stone::Black),
        Some("W") => Some(Stone::White),
        None => None,
        Some(other) => return Err(format!("result {other:?}: it is \"B\", \"W\" or null")),
    };
    let mover = if moves % 2 == 1 { Stone::Black } else { Stone::White };
    let words = game.ending.as_str();
    match (winner, words) {
        (Some(winner), "five" | "overline-win") if winner == mover && moves > 0 => {
            Ok(Ending::Five { winner, is_overline: words == "overline-win" })
        }
        (Some(Stone::White), _) if mover == Stone::Black => match words.strip_prefix("forbidden:") {
            Some("overline") => Ok(Ending::Forbidden(Foul::Overline)),
            Some("four-four") => Ok(Ending::Forbidden(Foul::FourFour)),
            Some("three-three") => Ok(Ending::Forbidden(Foul::ThreeThree)),
            Some(_) | None => Err(format!("ending {words:?} is none that Black's last move can bring")),
        },
        (None, words) if words.starts_with("cut") && moves > 0 => Ok(Ending::Cut),
        _ => Err(format!("ending {words:?} does not go with the result and the last move")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(rule: &str, moves: &str, result: &str, ending: &str) -> String {
        format!(r#"{{"id":"x","rule":"{rule}","moves":{moves},"result":{result},"ending":"{ending}"}}"#)
    }

    #[test]
    fn games_are_read_with_their_endings() {
        let text = [
            line("renju", r#"["h8","i9","a1"]"#, r#""B""#, "five"),
            String::new(),
            line("renju", r#"["h8","i9","a1"]"#, r#""W""#, "forbidden:four-four"),
            line("standard", r#"["h8","i9"]"#, "null", "cut at 160 moves"),
        ];
        let records = read(text.join("\n").as_bytes()).unwrap();
        let endings: Vec<_> = records.iter().map(|record| (record.line, record.ending)).collect();
        let five = Ending::Five { winner: Stone::Black, is_overline: false };
        assert_eq!(endings, [(1, five), (3, Ending::Forbidden(Foul::FourFour)), (4, Ending::Cut)]);
    }

    #[test]
    fn a_line_that_is_no_game_is_named() {
        for (second, what) in [
            ("{".to_owned(), "EOF"),
            (line("go", "[]", "null", "cut"), "unknown variant"),
            (line("renju", r#"["p1"]"#, r#""B""#, "five"), "move 1"),
            (line("renju", r#"["h8","h8"]"#, r#""W""#, "five"), "move 2"),
            (line("renju", r#"["h8"]"#, r#""W""#, "five"), "ending"),
            (line("renju", r#"["h8"]"#, r#""X""#, "five"), "result"),
            (line("renju", r#"["h8"]"#, "null", "five"), "ending"),
        ] {
            let text = format!("{}\n{second}\n", line("renju", r#"["h8"]"#, r#""B""#, "five"));
            let error = read(text.as_bytes()).unwrap_err().to_string();
            assert!(error.starts_with("line 2: ") && error.contains(what), "{error}");
        }
        assert!(matches!(read(&b"\n"[..]), Err(BadFile::Empty)));
    }
}
