//! A position as PNG, for pages that show what lies behind a link. Pure: shapes in, bytes out.
//!
//! Every shape is a distance to its edge, so that one function paints them all with smooth edges; numbers are drawn as
//! strokes, and no font is needed.

use crate::game::board::Stone;
use crate::game::point::Point;
use crate::record::diagram::{EDGE, STEP};
use crate::record::{Diagram, Placed};

/// How wide a picture is, as previews of links want it.
pub const PICTURE_WIDTH: u32 = 1200;
/// How high.
pub const PICTURE_HEIGHT: u32 = 630;

/// A picture that cannot be written.
#[derive(Debug, thiserror::Error)]
#[error("the picture cannot be written: {0}")]
pub struct BadPicture(#[from] png::EncodingError);

/// Red, green and blue.
const BYTES_A_PIXEL: usize = 3;

type Colour = [u8; BYTES_A_PIXEL];

const TABLE: Colour = [0x2b, 0x2f, 0x36];
const WOOD: Colour = [0xe8, 0xc4, 0x8a];
const LINE: Colour = [0x4a, 0x35, 0x12];
const BLACK: Colour = [0x1b, 0x1b, 0x1b];
const WHITE: Colour = [0xfa, 0xfa, 0xfa];
const LAST: Colour = [0xd1, 0x34, 0x2b];

/// The strokes of each digit, in a box one wide and two high.
const DIGITS: [&[(f32, f32)]; 10] = [
    &[
        (0.0, 0.3),
        (0.3, 0.0),
        (0.7, 0.0),
        (1.0, 0.3),
        (1.0, 1.7),
        (0.7, 2.0),
        (0.3, 2.0),
        (0.0, 1.7),
        (0.0, 0.3),
    ],
    &[(0.2, 0.4), (0.6, 0.0), (0.6, 2.0)],
    &[(0.0, 0.4), (0.3, 0.0), (0.7, 0.0), (1.0, 0.4), (1.0, 0.7), (0.0, 2.0), (1.0, 2.0)],
    &[(0.0, 0.0), (1.0, 0.0), (0.5, 0.8), (1.0, 1.1), (1.0, 1.6), (0.7, 2.0), (0.3, 2.0), (0.0, 1.7)],
    &[(0.8, 2.0), (0.8, 0.0), (0.0, 1.4), (1.0, 1.4)],
    &[
        (1.0, 0.0),
        (0.1, 0.0),
        (0.0, 0.9),
        (0.6, 0.8),
        (1.0, 1.1),
        (1.0, 1.6),
        (0.7, 2.0),
        (0.3, 2.0),
        (0.0, 1.8),
    ],
    &[
        (0.9, 0.0),
        (0.3, 0.4),
        (0.0, 1.1),
        (0.0, 1.7),
        (0.3, 2.0),
        (0.7, 2.0),
        (1.0, 1.7),
        (1.0, 1.2),
        (0.7, 0.9),
        (0.3, 0.9),
        (0.0, 1.2),
    ],
    &[(0.0, 0.0), (1.0, 0.0), (0.4, 2.0)],
    &[
        (0.3, 0.9),
        (0.0, 0.6),
        (0.0, 0.3),
        (0.3, 0.0),
        (0.7, 0.0),
        (1.0, 0.3),
        (1.0, 0.6),
        (0.7, 0.9),
        (0.3, 0.9),
        (0.0, 1.2),
        (0.0, 1.7),
        (0.3, 2.0),
        (0.7, 2.0),
        (1.0, 1.7),
        (1.0, 1.2),
        (0.7, 0.9),
    ],
    &[
        (0.1, 2.0),
        (0.7, 1.6),
        (1.0, 0.9),
        (1.0, 0.3),
        (0.7, 0.0),
        (0.3, 0.0),
        (0.0, 0.3),
        (0.0, 0.8),
        (0.3, 1.1),
        (0.7, 1.1),
        (1.0, 0.8),
    ],
];

impl Diagram {
    /// The picture as PNG, [`PICTURE_WIDTH`] wide and [`PICTURE_HEIGHT`] high.
    ///
    /// # Errors
    /// None in practice: there is nothing in a picture that PNG cannot hold.
    pub fn png(&self) -> Result<Vec<u8>, BadPicture> {
        let mut canvas = Canvas::new(self);
        canvas.ground(self);
        self.shown.iter().for_each(|point| canvas.shown(self.centre(*point)));
        let last = self.stones.last();
        self.stones
            .iter()
            .for_each(|placed| canvas.stone(self.centre(placed.point), placed, Some(placed) == last));
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, PICTURE_WIDTH, PICTURE_HEIGHT);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_compression(png::Compression::Fast);
        encoder.write_header()?.write_image_data(&canvas.pixels)?;
        Ok(bytes)
    }

    /// Where a point lies.
    pub(super) fn centre(&self, point: Point) -> (f32, f32) {
        let (x, y) = self.place(point);
        (x as f32, y as f32)
    }
}

/// What is painted on: [`PICTURE_WIDTH`] by [`PICTURE_HEIGHT`] pixels. Shapes come in the diagram's own units.
#[derive(Clone)]
pub(super) struct Canvas {
    pixels: Vec<u8>,
    /// How many pixels a unit has.
    scale: f32,
    /// Where the diagram begins, in pixels.
    left: f32,
}

impl Canvas {
    pub(super) fn new(diagram: &Diagram) -> Self {
        let pixels = TABLE.repeat(PICTURE_WIDTH as usize * PICTURE_HEIGHT as usize);
        let scale = PICTURE_HEIGHT as f32 / diagram.side() as f32;
        Self { pixels, scale, left: (PICTURE_WIDTH - PICTURE_HEIGHT) as f32 / 2.0 }
    }

    /// The board without anything on it.
    pub(super) fn ground(&mut self, diagram: &Diagram) {
        let side = diagram.side() as f32;
        let (near, far) = (EDGE as f32, side - EDGE as f32);
        self.stroke((side / 2.0, 0.0), (side / 2.0, side), side / 2.0, WOOD);
        for line in 0..diagram.board.lines() {
            let across = (EDGE + STEP * i32::from(line)) as f32;
            self.stroke((near, across), (far, across), 0.8, LINE);
            self.stroke((across, near), (across, far), 0.8, LINE);
        }
        diagram.stars().into_iter().for_each(|point| self.disc(diagram.centre(point), 4.0, LINE));
    }

    /// An alternative.
    pub(super) fn shown(&mut self, centre: (f32, f32)) {
        self.disc(centre, 15.0, BLACK);
        self.disc(centre, 12.5, WOOD);
    }

    /// A stone with its number; the last one with a rim. It does not reach into the neighbouring points' squares.
    pub(super) fn stone(&mut self, centre: (f32, f32), placed: &Placed, is_last: bool) {
        let (fill, ink) = match placed.stone {
            Stone::Black => (BLACK, WHITE),
            Stone::White => (WHITE, BLACK),
        };
        self.disc(centre, 19.0, if is_last { LAST } else { BLACK });
        self.disc(centre, if is_last { 16.0 } else { 17.5 }, fill);
        self.number(centre, placed.number, ink);
    }

    /// The pixels whose middle is nearer to a point than to any other: all that a stone there reaches.
    pub(super) fn square(&self, (x, y): (f32, f32)) -> Area {
        let half = STEP as f32 / 2.0;
        let pixels = |from: f32, to: f32, most: u32| {
            let first_inside = |edge: f32| (edge - 0.5).ceil().clamp(0.0, most as f32) as u32;
            first_inside(from)..first_inside(to)
        };
        let across = |x: f32| x * self.scale + self.left;
        Area {
            columns: pixels(across(x - half), across(x + half), PICTURE_WIDTH),
            rows: pixels((y - half) * self.scale, (y + half) * self.scale, PICTURE_HEIGHT),
        }
    }

    /// Makes an area look as it does on another canvas.
    pub(super) fn restore(&mut self, area: &Area, from: &Self) {
        for row in area.rows.clone() {
            let bytes = area.bytes_of(row);
            if let (Some(to), Some(from)) = (self.pixels.get_mut(bytes.clone()), from.pixels.get(bytes)) {
                to.copy_from_slice(from);
            }
        }
    }

    /// The pixels of an area, row by row.
    pub(super) fn cut(&self, area: &Area) -> Vec<u8> {
        let rows = area.rows.clone().filter_map(|row| self.pixels.get(area.bytes_of(row)));
        rows.flatten().copied().collect()
    }

    fn number(&mut self, (x, y): (f32, f32), number: u16, ink: Colour) {
        let digits = number.to_string();
        let width = if digits.len() > 2 { 5.0 } else { 6.5 };
        let pace = width * 1.6;
        let first = x - (pace * (digits.len() as f32 - 1.0) + width) / 2.0;
        for (index, digit) in digits.bytes().enumerate() {
            let left = first + pace * index as f32;
            let place = |(across, down): (f32, f32)| (left + width * across, y + 7.0 * (down - 1.0));
            for pair in DIGITS[usize::from(digit - b'0')].windows(2) {
                self.stroke(place(pair[0]), place(pair[1]), 1.0, ink);
            }
        }
    }

    fn disc(&mut self, centre: (f32, f32), radius: f32, colour: Colour) {
        self.stroke(centre, centre, radius, colour);
    }

    /// Everything that is nearer than `radius` to the line from one point to another.
    fn stroke(&mut self, from: (f32, f32), to: (f32, f32), radius: f32, colour: Colour) {
        let pixel = |(x, y): (f32, f32)| (x * self.scale + self.left, y * self.scale);
        let (from, to, radius) = (pixel(from), pixel(to), radius * self.scale);
        let along = (to.0 - from.0, to.1 - from.1);
        let length = along.0 * along.0 + along.1 * along.1;
        let columns = span(from.0, to.0, radius, PICTURE_WIDTH);
        for row in span(from.1, to.1, radius, PICTURE_HEIGHT) {
            for column in columns.clone() {
                let off = (column as f32 + 0.5 - from.0, row as f32 + 0.5 - from.1);
                let share = if length > 0.0 { (off.0 * along.0 + off.1 * along.1) / length } else { 0.0 };
                let share = share.clamp(0.0, 1.0);
                let away = (off.0 - share * along.0).hypot(off.1 - share * along.1);
                let cover = (radius - away + 0.5).clamp(0.0, 1.0);
                if cover > 0.0 {
                    self.blend(column, row, cover, colour);
                }
            }
        }
    }

    fn blend(&mut self, column: usize, row: usize, cover: f32, colour: Colour) {
        let start = (row * PICTURE_WIDTH as usize + column) * BYTES_A_PIXEL;
        for (value, new) in self.pixels.iter_mut().skip(start).zip(colour) {
            *value = (f32::from(*value) + cover * (f32::from(new) - f32::from(*value))).round() as u8;
        }
    }
}

/// The pixels that a shape can touch.
fn span(from: f32, to: f32, radius: f32, most: u32) -> std::ops::Range<usize> {
    let low = (from.min(to) - radius - 1.0).max(0.0);
    let high = (from.max(to) + radius + 2.0).clamp(0.0, most as f32);
    low as usize..high as usize
}

/// Some columns and rows of a picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Area {
    pub(super) columns: std::ops::Range<u32>,
    pub(super) rows: std::ops::Range<u32>,
}

impl Area {
    /// Everything of the board.
    pub(super) const BOARD: Self = Self {
        columns: (PICTURE_WIDTH - PICTURE_HEIGHT) / 2..(PICTURE_WIDTH + PICTURE_HEIGHT) / 2,
        rows: 0..PICTURE_HEIGHT,
    };

    /// The least area with all of both.
    pub(super) fn with(self, other: &Self) -> Self {
        let both = |one: std::ops::Range<u32>, two: &std::ops::Range<u32>| {
            one.start.min(two.start)..one.end.max(two.end)
        };
        Self { columns: both(self.columns, &other.columns), rows: both(self.rows, &other.rows) }
    }

    /// Where the pixels of a row are among all bytes.
    fn bytes_of(&self, row: u32) -> std::ops::Range<usize> {
        let at = |column: u32| (row as usize * PICTURE_WIDTH as usize + column as usize) * BYTES_A_PIXEL;
        at(self.columns.start)..at(self.columns.end)
    }
}
