//! One question as it is written: a position to judge.

use std::fmt;

use serde::de::{self, Deserialize, Deserializer, Visitor};
use serde_json::value::RawValue;

use crate::game::board::Stone;
use crate::game::point::{BoardSize, Point};
use crate::game::rules::Position;

/// Why a line is no question, in words for who wrote it.
#[derive(Debug, thiserror::Error)]
pub(super) enum Unreadable {
    /// Not JSON, or not of the right form.
    #[error("column {column}: {what}; {FORM}")]
    Form { column: usize, what: String },
    #[error("the line is no JSON object; {FORM}")]
    NoObject,
    #[error("the id must be a string or a number")]
    Id,
    #[error("two stones stand on {0}; a point holds one stone")]
    TwoStones(Point),
    #[error("the line is longer than {max} bytes; a full board takes less than 2048", max = super::LINE_BYTES_MAX)]
    TooLong,
}

const FORM: &str = r#"a line must be like {"id": 1, "black": ["h8"], "white": ["i9"]}"#;

/// A position to judge, and the name to answer it by.
pub(super) struct Question<'a> {
    /// The id as it is written, quotes and all.
    pub(super) id: &'a str,
    pub(super) position: Position,
}

impl<'a> Question<'a> {
    pub(super) fn read(line: &'a [u8]) -> Result<Self, Unreadable> {
        // Else an array would do for an object.
        if !line.trim_ascii_start().starts_with(b"{") {
            return Err(Unreadable::NoObject);
        }
        let written: Written<'_> = serde_json::from_slice(line).map_err(|error| unreadable(&error))?;
        let id = written.id.get();
        if !id.starts_with(['"', '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9']) {
            return Err(Unreadable::Id);
        }
        let mut position = Position::new(BoardSize::FIFTEEN);
        for (points, stone) in [(written.black, Stone::Black), (written.white, Stone::White)] {
            for OnBoard(point) in points {
                if !position.is_free(point) {
                    return Err(Unreadable::TwoStones(point));
                }
                position.put(point, stone);
            }
        }
        Ok(Self { id, position })
    }
}

/// The parser counts lines too, but it sees only one.
fn unreadable(error: &serde_json::Error) -> Unreadable {
    let (column, mut what) = (error.column(), error.to_string());
    if let Some(place) = what.rfind(" at line ") {
        what.truncate(place);
    }
    Unreadable::Form { column, what }
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Written<'a> {
    #[serde(borrow)]
    id: &'a RawValue,
    black: Vec<OnBoard>,
    white: Vec<OnBoard>,
}

/// A point of the board of 15 lines.
struct OnBoard(Point);

impl<'de> Deserialize<'de> for OnBoard {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(PointName)
    }
}

struct PointName;

impl Visitor<'_> for PointName {
    type Value = OnBoard;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a point from \"a1\" to \"o15\"")
    }

    fn visit_str<E: de::Error>(self, name: &str) -> Result<OnBoard, E> {
        match name.parse() {
            Ok(point) if BoardSize::FIFTEEN.contains(point) => Ok(OnBoard(point)),
            _ => Err(E::invalid_value(de::Unexpected::Str(name), &self)),
        }
    }
}
