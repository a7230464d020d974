//! The position at the end of a record as a picture: each stone with the number of its move (rulebook A-06).
//!
//! [`Diagram`] is what is drawn; here it is written as an SVG that stands by itself, without style, script or font.

use std::fmt::Write as _;

use crate::game::board::Stone;
use crate::game::point::{BoardSize, Point};
use crate::record::{Placed, Record};

/// No picture is larger, however full the board.
pub const SVG_BYTES_MAX: usize = 128 * 1024;

/// How far the lines are apart, in the picture's own units.
pub(super) const STEP: i32 = 40;
/// The space around the outermost lines, where the names of the lines stand.
pub(super) const EDGE: i32 = 50;

/// What is drawn of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagram {
    /// The board.
    pub board: BoardSize,
    /// The stones, with their numbers.
    pub stones: Vec<Placed>,
    /// The alternatives that are shown.
    pub shown: Vec<Point>,
    /// What it shows, in words.
    pub title: String,
}

impl Record {
    /// The position at the end of the record.
    pub fn diagram(&self) -> Diagram {
        let title = match (self.title(), self.result().filter(|_| self.is_whole())) {
            (players, Some(result)) => format!("{players}: {result}"),
            (players, None) => players,
        };
        Diagram { board: self.board(), stones: self.stones(), shown: self.shown().to_vec(), title }
    }

    /// Who plays: Black first once colours are settled, a free seat as `?`.
    pub fn title(&self) -> String {
        let first = self.black.unwrap_or(crate::game::seat::Seat::A);
        let name = |seat| self.label(seat).unwrap_or_else(|| "?".to_owned());
        format!("{} – {}", name(first), name(first.other()))
    }
}

impl Diagram {
    /// How wide and high it is, in its own units.
    pub(super) fn side(&self) -> i32 {
        2 * EDGE + STEP * (i32::from(self.board.lines()) - 1)
    }

    /// Where a point lies, from the left and from the top.
    pub(super) fn place(&self, point: Point) -> (i32, i32) {
        let from_top = self.board.lines().saturating_sub(1 + point.row());
        (EDGE + STEP * i32::from(point.column()), EDGE + STEP * i32::from(from_top))
    }

    /// The small dots that help the eye.
    pub(super) fn stars(&self) -> Vec<Point> {
        let lines = self.board.lines();
        let (near, far) = (3, lines - 4);
        let corners = [(near, near), (near, far), (far, near), (far, far)];
        let middle = (!lines.is_multiple_of(2)).then_some((lines / 2, lines / 2));
        corners.into_iter().chain(middle).filter_map(|(column, row)| Point::new(column, row)).collect()
    }

    /// The picture as SVG.
    pub fn svg(&self) -> String {
        let mut out = String::with_capacity(32 * 1024);
        // A text never fails to take what is written to it.
        let _ = self.write_svg(&mut out);
        out
    }

    fn write_svg(&self, out: &mut String) -> std::fmt::Result {
        let side = self.side();
        let (near, far) = (EDGE, side - EDGE);
        writeln!(
            out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {side} {side}\" width=\"{side}\" \
             height=\"{side}\" role=\"img\">\n<title>{}</title>\n\
             <rect width=\"{side}\" height=\"{side}\" fill=\"#e8c48a\"/>\n\
             <g stroke=\"#4a3512\" stroke-width=\"1.5\" stroke-linecap=\"square\">",
            escaped(&self.title)
        )?;
        for line in 0..i32::from(self.board.lines()) {
            let at = EDGE + STEP * line;
            writeln!(out, "<path d=\"M{near} {at}H{far}M{at} {near}V{far}\"/>")?;
        }
        writeln!(out, "</g>\n<g fill=\"#4a3512\">")?;
        for point in self.stars() {
            let (x, y) = self.place(point);
            writeln!(out, "<circle cx=\"{x}\" cy=\"{y}\" r=\"4\"/>")?;
        }
        writeln!(
            out,
            "</g>\n<g fill=\"#4a3512\" font-family=\"sans-serif\" font-size=\"15\" text-anchor=\"middle\">"
        )?;
        for (index, letter) in (0..i32::from(self.board.lines())).zip('A'..) {
            let (across, up) = (EDGE + STEP * index, far - STEP * index);
            writeln!(out, "<text x=\"{across}\" y=\"{}\">{letter}</text>", side - 8)?;
            writeln!(out, "<text x=\"14\" y=\"{}\">{}</text>", up + 5, index + 1)?;
        }
        writeln!(
            out,
            "</g>\n<g fill=\"none\" stroke=\"#1b1b1b\" stroke-width=\"2\" stroke-dasharray=\"5 4\">"
        )?;
        for point in &self.shown {
            let (x, y) = self.place(*point);
            writeln!(out, "<circle cx=\"{x}\" cy=\"{y}\" r=\"15\"/>")?;
        }
        writeln!(
            out,
            "</g>\n<g stroke=\"#1b1b1b\" font-family=\"sans-serif\" font-size=\"17\" text-anchor=\"middle\">"
        )?;
        for placed in &self.stones {
            let (x, y) = self.place(placed.point);
            let (fill, ink) = colours(placed.stone);
            writeln!(
                out,
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"18\" fill=\"{fill}\"/><text x=\"{x}\" y=\"{}\" \
                 fill=\"{ink}\" stroke=\"none\">{}</text>",
                y + 6,
                placed.number
            )?;
        }
        writeln!(out, "</g>")?;
        if let Some(last) = self.stones.last() {
            let (x, y) = self.place(last.point);
            writeln!(
                out,
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"18\" fill=\"none\" stroke=\"#d1342b\" stroke-width=\"3\"/>"
            )?;
        }
        writeln!(out, "</svg>")
    }
}

const fn colours(stone: Stone) -> (&'static str, &'static str) {
    match stone {
        Stone::Black => ("#1b1b1b", "#ffffff"),
        Stone::White => ("#fafafa", "#1b1b1b"),
    }
}

/// Text between tags. What XML has no place for is left out.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '\u{fffe}' | '\u{ffff}' => {}
            letter if letter.is_control() => {}
            letter => out.push(letter),
        }
    }
    out
}
