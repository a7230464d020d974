//! Why a point is what it is, as JSON.

use serde::Serialize;

use crate::game::point::Point;
use crate::game::rules::{Explanation, Kind};

/// The reasons as they are written.
#[derive(Serialize)]
struct Why {
    /// The unbroken rows of five or more.
    rows: Vec<Vec<String>>,
    fours: Vec<Four>,
    threes: Vec<Three>,
}

#[derive(Serialize)]
struct Four {
    stones: Vec<String>,
    /// Where the fifth stone may stand.
    fifths: Vec<String>,
}

#[derive(Serialize)]
struct Three {
    stones: Vec<String>,
    /// Whether it counts.
    counts: bool,
    completions: Vec<Completion>,
}

#[derive(Serialize)]
struct Completion {
    point: String,
    kind: &'static str,
}

/// Adds `,"why":{…}` to an object.
pub(super) fn push(out: &mut Vec<u8>, explanation: &Explanation) {
    let completion =
        |(point, kind): &(Point, Kind)| Completion { point: point.to_string(), kind: super::word(*kind) };
    let why = Why {
        rows: explanation.rows.iter().map(|row| names(row)).collect(),
        fours: explanation
            .fours
            .iter()
            .map(|four| Four { stones: names(&four.stones), fifths: names(&four.fifths) })
            .collect(),
        threes: explanation
            .threes
            .iter()
            .map(|three| Three {
                stones: names(&three.stones),
                counts: three.counts(),
                completions: three.completions.iter().map(completion).collect(),
            })
            .collect(),
    };
    out.extend_from_slice(b",\"why\":");
    // There is nothing in it that JSON cannot write.
    out.extend_from_slice(&serde_json::to_vec(&why).unwrap_or_default());
}

fn names(points: &[Point]) -> Vec<String> {
    points.iter().map(ToString::to_string).collect()
}
