//! A record in SGF, file format 4, game 4: gomoku and renju.
//!
//! Columns count from the left and rows from the top, as the standard says. What SGF has no move for (swaps, numbers,
//! alternatives) stands in comments; the alternative that was kept is the move. A pass is a move without a point, and one that
//! the clock took has a comment that says so.

use std::fmt::Write as _;

use crate::game::board::Stone;
use crate::game::event::{Deed, Reason, Score};
use crate::game::point::Point;
use crate::game::seat::PerSeat;
use crate::record::notation::{chosen, name};
use crate::record::{Move, Record, stone_of, words};

/// A node: what it says, and what is remarked on it.
struct Node {
    properties: String,
    remarks: Vec<String>,
}

impl Record {
    /// The record in SGF.
    pub fn sgf(&self) -> String {
        let mut nodes = vec![self.root()];
        for (number, point) in (1..).zip(&self.laid) {
            let remarks = vec!["laid before the first move".to_owned()];
            nodes.push(Node { properties: self.stone(stone_of(number), Some(*point)), remarks });
        }
        for made in &self.moves {
            let stone = stone_of(made.number.unwrap_or_default());
            let (point, remark) = match &made.deed {
                Deed::Stone { point, .. } => (Some(Some(*point)), None),
                Deed::Pass => (Some(None), None),
                Deed::ForcedPass => (Some(None), Some("out of time, a pass".to_owned())),
                Deed::Kept(point) => (Some(Some(*point)), Some(format!("dropped {}", names(&made.dropped)))),
                Deed::Chose(choice) => (None, Some(chosen(*choice).to_owned())),
                Deed::Announced(number) => (None, Some(format!("n={number}"))),
                Deed::Showed(points) => (None, Some(format!("alternatives {}", names(points)))),
            };
            if let Some(point) = point {
                let properties = self.stone(stone, point) + &time_left(stone, made);
                nodes.push(Node { properties, remarks: Vec::new() });
            }
            if let (Some(node), Some(remark)) = (nodes.last_mut(), remark) {
                node.remarks.push(remark);
            }
        }
        let result = self.result().filter(|_| self.is_whole());
        if let (Some(node), Some(result)) = (nodes.last_mut(), result) {
            node.remarks.push(result);
        }
        let mut out = String::from("(");
        for Node { properties, remarks } in nodes {
            out.push(';');
            out.push_str(&properties);
            if !remarks.is_empty() {
                out.push_str(&property("C", &remarks.join("; ")));
            }
            out.push('\n');
        }
        out.push_str(")\n");
        out
    }

    fn root(&self) -> Node {
        let mut out = format!("FF[4]GM[4]CA[UTF-8]AP[Tengen:{}]", escaped(&self.header.server));
        let _ = write!(out, "SZ[{}]", self.board().lines());
        for (code, stone) in [("PB", Stone::Black), ("PW", Stone::White)] {
            if let Some(label) = self.label_of(stone) {
                out.push_str(&property(code, &label));
            }
        }
        out.push_str(&property("DT", &words::date(self.header.wall)));
        out.push_str(&property("RE", &self.result_code()));
        out.push_str(&property("RU", &words::summary(&self.header.rules)));
        if let Some(control) = &self.header.rules.clock {
            let _ = write!(out, "TM[{}]", words::main_seconds(control));
            out.push_str(&property("OT", &words::clock(control)));
        }
        if let Some(series) = &self.header.series {
            let _ = write!(out, "RO[{}]", series.game);
        }
        out.push_str(&property("GC", &self.notation()));
        let restarts = match self.restarts {
            0 => Vec::new(),
            times => vec![format!("restarts: {times}; the moves are those of the last attempt")],
        };
        Node { properties: out, remarks: restarts }
    }

    fn stone(&self, stone: Stone, point: Option<Point>) -> String {
        let lines = self.board().lines();
        let letter = |number: u8| char::from(b'a' + number);
        match point {
            Some(point) => {
                format!("{}[{}{}]", code(stone), letter(point.column()), letter(lines - 1 - point.row()))
            }
            None => format!("{}[]", code(stone)),
        }
    }

    /// `B+`, `W+R`, `0`, `Void`, or `?` of a game that is not over.
    fn result_code(&self) -> String {
        let Some(outcome) = &self.outcome else {
            return "?".to_owned();
        };
        let Some(winner) = self.winner() else {
            let is_draw = outcome.scores == PerSeat { a: Score::Draw, b: Score::Draw };
            return if is_draw { "0" } else { "Void" }.to_owned();
        };
        let how = match outcome.reason {
            Reason::Resigned => "R",
            Reason::Flag | Reason::TimeFouls => "T",
            Reason::Forbidden { .. }
            | Reason::ForcedForbidden { .. }
            | Reason::Violations
            | Reason::Late
            | Reason::DoubleForfeit
            | Reason::Ruled
            | Reason::SealedIllegal
            | Reason::Abandoned
            | Reason::RecordLost
            | Reason::Disqualified => "F",
            Reason::Five { .. }
            | Reason::Agreement
            | Reason::DoublePass
            | Reason::FullBoard
            | Reason::Aborted
            | Reason::Expired
            | Reason::SharedTime => "",
        };
        format!("{}+{how}", code(winner))
    }
}

/// What the mover's clock showed after the move.
fn time_left(stone: Stone, made: &Move) -> String {
    let Some(clock) = made.clock else {
        return String::new();
    };
    let left = clock.shared.unwrap_or(clock.left).millis();
    format!("{}L[{}.{:03}]", code(stone), left / 1000, left % 1000)
}

const fn code(stone: Stone) -> &'static str {
    match stone {
        Stone::Black => "B",
        Stone::White => "W",
    }
}

fn names(points: &[Point]) -> String {
    points.iter().copied().map(name).collect::<Vec<_>>().join(", ")
}

fn property(code: &str, text: &str) -> String {
    format!("{code}[{}]", escaped(text))
}

/// A text inside a property. A colon would part a pair where one is expected, and may be escaped anywhere.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        if matches!(letter, ']' | '\\' | ':') {
            out.push('\\');
        }
        out.push(letter);
    }
    out
}
