//! A position as PNG, for pages that show what lies behind a link. Pure: shapes in, bytes out.
//!
//! Every shape is a distance to its edge, so that one function paints them all with smooth edges; numbers are drawn as
//! strokes, and no font is needed.

use crate::game::board::Stone;
use crate::game::point::Point;
use crate::record::Diagram;
use crate::record::diagram::{EDGE, STEP};

/// How wide a picture is, as previews of links want it.
pub const PICTURE_WIDTH: u32 = 1200;
/// How high.
pub const PICTURE_HEIGHT: u32 = 630;

/// A picture that cannot be written.
#[derive(Debug, thiserror::Error)]
#[error("the picture cannot be written: {0}")]
pub struct BadPicture(#[from] png::EncodingError);

type Colour = [u8; 3];

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
        canvas.paint(self);
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, PICTURE_WIDTH, PICTURE_HEIGHT);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_compression(png::Compression::Fast);
        encoder.write_header()?.write_image_data(&canvas.pixels)?;
        Ok(bytes)
    }
}

/// What is painted on. Shapes come in the diagram's own units.
struct Canvas {
    pixels: Vec<u8>,
    /// How many pixels a unit has.
    scale: f32,
    /// Where the diagram begins, in pixels.
    left: f32,
}

impl Canvas {
    fn new(diagram: &Diagram) -> Self {
        let pixels = TABLE.repeat(PICTURE_WIDTH as usize * PICTURE_HEIGHT as usize);
        let scale = PICTURE_HEIGHT as f32 / diagram.side() as f32;
        Self { pixels, scale, left: (PICTURE_WIDTH - PICTURE_HEIGHT) as f32 / 2.0 }
    }

    fn paint(&mut self, diagram: &Diagram) {
        let at = |point: Point| {
            let (x, y) = diagram.place(point);
            (x as f32, y as f32)
        };
        let side = diagram.side() as f32;
        let (near, far) = (EDGE as f32, side - EDGE as f32);
        self.stroke((side / 2.0, 0.0), (side / 2.0, side), side / 2.0, WOOD);
        for line in 0..diagram.board.lines() {
            let across = (EDGE + STEP * i32::from(line)) as f32;
            self.stroke((near, across), (far, across), 0.8, LINE);
            self.stroke((across, near), (across, far), 0.8, LINE);
        }
        diagram.stars().into_iter().for_each(|point| self.disc(at(point), 4.0, LINE));
        for point in &diagram.shown {
            self.disc(at(*point), 15.0, BLACK);
            self.disc(at(*point), 12.5, WOOD);
        }
        let last = diagram.stones.last().map(|placed| placed.point);
        for placed in &diagram.stones {
            let centre = at(placed.point);
            let (fill, ink) = match placed.stone {
                Stone::Black => (BLACK, WHITE),
                Stone::White => (WHITE, BLACK),
            };
            let rim = if Some(placed.point) == last { LAST } else { BLACK };
            self.disc(centre, 19.0, rim);
            self.disc(centre, if rim == LAST { 16.0 } else { 17.5 }, fill);
            self.number(centre, placed.number, ink);
        }
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
        let start = (row * PICTURE_WIDTH as usize + column) * colour.len();
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
