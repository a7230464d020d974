//! A game as a moving picture: APNG, which is a PNG to whoever knows no better. Pure: a record in, bytes out.
//!
//! Each frame is the board of a still picture. Only what a move changes is painted and written again, so that a long
//! game stays small and quick.

use crate::game::event::Deed;
use crate::game::point::Point;
use crate::record::picture::{Area, BadPicture, Canvas};
use crate::record::{Diagram, PICTURE_HEIGHT, Placed, Record};

/// The most frames: the board before the first move, a stone on every point of the largest, and the alternatives.
pub const FRAMES_MAX: usize = 512;
/// No moving picture is larger, however full the board.
pub const FILM_BYTES_MAX: usize = 6 * 1024 * 1024;
/// How wide and high it is, in pixels.
pub const FILM_SIDE: u32 = PICTURE_HEIGHT;

/// How long a move is seen, in hundredths of a second.
const MOVE_FOR: u16 = 80;
/// How long the end is.
const END_FOR: u16 = 400;
const HUNDREDTHS: u16 = 100;

/// A game as a moving picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Film {
    /// The board at the end.
    end: Diagram,
    frames: Vec<Frame>,
}

/// What is seen at a time.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Frame {
    /// How many of the stones.
    stones: usize,
    /// The alternatives.
    shown: Vec<Point>,
}

impl Record {
    /// The game as a moving picture: the board before the first move, and after everything that is seen on it.
    pub fn film(&self) -> Film {
        let mut frames = vec![Frame { stones: self.laid.len(), shown: Vec::new() }];
        let mut stones = self.laid.len();
        for made in &self.moves {
            let shown = match &made.deed {
                Deed::Stone { .. } | Deed::Kept(_) => Vec::new(),
                Deed::Showed(points) => points.clone(),
                Deed::Pass | Deed::ForcedPass | Deed::Chose(_) | Deed::Announced(_) => continue,
            };
            stones += usize::from(made.deed.stone().is_some());
            frames.push(Frame { stones, shown });
        }
        frames.truncate(FRAMES_MAX);
        Film { end: self.diagram(), frames }
    }
}

impl Film {
    /// How many frames it has.
    pub fn frames(&self) -> usize {
        self.frames.len()
    }

    /// The moving picture as APNG, [`FILM_SIDE`] wide and high. It goes round for ever, with a rest at the end.
    ///
    /// # Errors
    /// None in practice: there is nothing in a picture that PNG cannot hold.
    pub fn apng(&self) -> Result<Vec<u8>, BadPicture> {
        let mut ground = Canvas::new(&self.end);
        ground.ground(&self.end);
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, FILM_SIDE, FILM_SIDE);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_compression(png::Compression::Balanced);
        encoder.set_animated(u32::try_from(self.frames.len()).unwrap_or(u32::MAX), 0)?;
        encoder.set_frame_delay(MOVE_FOR, HUNDREDTHS)?;
        let mut writer = encoder.write_header()?;
        let mut canvas = ground.clone();
        let mut before: Option<&Frame> = None;
        for (number, frame) in (1..).zip(&self.frames) {
            let area = match before {
                None => {
                    self.squares(frame)
                        .into_iter()
                        .for_each(|square| self.paint(&mut canvas, &ground, frame, square));
                    Area::BOARD
                }
                Some(before) => self.change(&mut canvas, &ground, before, frame),
            };
            if before.is_some() {
                // The size must fit into what is left beyond the place.
                writer.reset_frame_position()?;
                writer.set_frame_dimension(length(&area.columns), length(&area.rows))?;
                writer.set_frame_position(area.columns.start - Area::BOARD.columns.start, area.rows.start)?;
            }
            writer
                .set_frame_delay(if number == self.frames.len() { END_FOR } else { MOVE_FOR }, HUNDREDTHS)?;
            writer.write_image_data(&canvas.cut(&area))?;
            before = Some(frame);
        }
        writer.finish()?;
        Ok(bytes)
    }

    fn stones(&self, frame: &Frame) -> &[Placed] {
        self.end.stones.get(..frame.stones).unwrap_or(&self.end.stones)
    }

    /// Every point with something on it.
    fn squares(&self, frame: &Frame) -> Vec<Point> {
        let stones = self.stones(frame).iter().map(|placed| placed.point);
        stones.chain(frame.shown.iter().copied()).collect()
    }

    /// Paints what looks otherwise than before, and gives the area that has it all.
    fn change(&self, canvas: &mut Canvas, ground: &Canvas, before: &Frame, frame: &Frame) -> Area {
        // The stone that is not the last any more, the one that is, and alternatives come or gone.
        let last = self.stones(before).last().map(|placed| placed.point);
        let new = self.stones(frame).get(before.stones..).unwrap_or_default();
        let changed: Vec<Point> = last
            .into_iter()
            .chain(new.iter().map(|placed| placed.point))
            .chain(before.shown.iter().chain(&frame.shown).copied())
            .collect();
        let mut area: Option<Area> = None;
        for point in changed {
            self.paint(canvas, ground, frame, point);
            let square = canvas.square(self.end.centre(point));
            area = Some(match area {
                None => square,
                Some(area) => area.with(&square),
            });
        }
        area.unwrap_or(Area::BOARD)
    }

    /// Paints the square of a point as it looks in a frame.
    fn paint(&self, canvas: &mut Canvas, ground: &Canvas, frame: &Frame, point: Point) {
        let centre = self.end.centre(point);
        canvas.restore(&canvas.square(centre), ground);
        if frame.shown.contains(&point) {
            canvas.shown(centre);
        }
        let stones = self.stones(frame);
        if let Some(placed) = stones.iter().find(|placed| placed.point == point) {
            canvas.stone(centre, placed, Some(placed) == stones.last());
        }
    }
}

const fn length(range: &std::ops::Range<u32>) -> u32 {
    range.end - range.start
}
