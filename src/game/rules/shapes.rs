//! The shapes a stone can make on a line, found for many points at once (rulebook B-03..B-08, F-06).
//!
//! A shape is a window of neighbouring cells with the right number of stones in it, the rest of it free, and the right
//! cells beside it. First every window is judged, by where it starts; then every free point asks the windows
//! it lies in. Both are plain Boolean formulas, so one evaluation serves as many points as the word has bits: all
//! points of a column (`u32`), or the four lines through one point (`u64`, see [`Star`]).
//!
//! Fives are exactly five long here, as they are for Black under renju.

use std::ops::{BitAnd, BitOr, BitXor, Not};

use crate::game::point::{BoardSize, Point};
use crate::game::rules::lines::{PointSet, REACH, Star};

/// One colour's stones and the free points. Whatever is neither is in the way.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Side {
    own: PointSet,
    free: PointSet,
}

impl Side {
    /// An empty board.
    pub(crate) fn new(size: BoardSize) -> Self {
        Self { own: PointSet::EMPTY, free: PointSet::all(size) }
    }

    pub(crate) fn is_own(&self, point: Point) -> bool {
        self.own.contains(point)
    }

    pub(crate) fn is_free(&self, point: Point) -> bool {
        self.free.contains(point)
    }

    /// Puts one of this side's stones on a free point.
    pub(crate) fn put(&mut self, point: Point) {
        self.own.insert(point);
        self.free.remove(point);
    }

    /// Puts a stone of the other side on a free point.
    pub(crate) fn block(&mut self, point: Point) {
        self.free.remove(point);
    }

    /// `X` for an own stone, `.` for a free point, `#` for what is in the way.
    pub(crate) fn draw(&self, point: Point) -> &'static str {
        match (self.own.contains(point), self.free.contains(point)) {
            (true, _) => "X",
            (_, true) => ".",
            _ => "#",
        }
    }

    /// The side with one more stone of its own.
    #[must_use]
    pub(crate) fn with(mut self, point: Point) -> Self {
        self.put(point);
        self
    }

    /// What a stone of this side would make on each of the free points of the whole board.
    pub(crate) fn shapes(&self, size: BoardSize) -> BoardShapes {
        // The lanes are counted at compile time so that the loops over them become vector code.
        if size.lines() <= 16 {
            self.shapes_of_lanes::<16>()
        } else {
            self.shapes_of_lanes::<{ BoardSize::MAX_LINES }>()
        }
    }

    fn shapes_of_lanes<const LANES: usize>(&self) -> BoardShapes {
        let mut shapes = BoardShapes::NONE;
        self.add_shapes_along::<1, 0, LANES>(&mut shapes);
        self.add_shapes_along::<0, 1, LANES>(&mut shapes);
        self.add_shapes_along::<1, 1, LANES>(&mut shapes);
        self.add_shapes_along::<-1, 1, LANES>(&mut shapes);
        shapes
    }

    fn add_shapes_along<const COLUMNS: isize, const ROWS: isize, const LANES: usize>(
        &self,
        sum: &mut BoardShapes,
    ) {
        let [mut five, mut six, mut four, mut three] = [PointSet::EMPTY; 4];
        for lane in 0..LANES {
            let windows = Windows::judge(
                |steps| self.own.ahead::<COLUMNS, ROWS>(lane, steps),
                |steps| self.free.ahead::<COLUMNS, ROWS>(lane, steps),
            );
            *five.lane_mut(lane) = windows.five;
            *six.lane_mut(lane) = windows.six;
            *four.lane_mut(lane) = windows.four;
            *three.lane_mut(lane) = windows.three;
        }
        for lane in 0..LANES {
            let shapes = Shapes::gather(self.free.ahead::<COLUMNS, ROWS>(lane, 0), |steps| Windows {
                five: five.ahead::<COLUMNS, ROWS>(lane, -steps),
                six: six.ahead::<COLUMNS, ROWS>(lane, -steps),
                four: four.ahead::<COLUMNS, ROWS>(lane, -steps),
                three: three.ahead::<COLUMNS, ROWS>(lane, -steps),
            });
            sum.add(lane, shapes);
        }
    }

    /// What a stone of this side would make on the free `point`.
    pub(crate) fn shapes_at(&self, point: Point) -> PointShapes {
        let (own, free) = (self.own.star(point), self.free.star(point));
        let windows = Windows::judge(|steps| ahead(own, steps), |steps| ahead(free, steps));
        let shapes = Shapes::gather(Star::CENTRE, |steps| Windows {
            five: ahead(windows.five, -steps),
            six: ahead(windows.six, -steps),
            four: ahead(windows.four, -steps),
            three: ahead(windows.three, -steps),
        });
        // The windows of four cells that hold the centre start at most three cells before it.
        let three = windows.three & Star::every_field(0b1111 << (REACH - 3));
        let cells = three | ahead(three, -1) | ahead(three, -2) | ahead(three, -3);
        PointShapes { centre: point, shapes, straight: cells & free & !Star::CENTRE }
    }
}

/// What a stone would make on every free point of a board.
pub(crate) struct BoardShapes {
    /// Where it makes a five.
    pub(crate) fives: PointSet,
    /// Where it makes a row of six or more.
    pub(crate) overlines: PointSet,
    /// Where it makes a four.
    pub(crate) fours: PointSet,
    /// Where it makes two fours or more.
    pub(crate) two_fours: PointSet,
    /// Where it makes what one more stone would turn into a straight four.
    pub(crate) threes: PointSet,
    /// Where it makes such a thing on two lines or more.
    pub(crate) two_threes: PointSet,
}

impl BoardShapes {
    const NONE: Self = Self {
        fives: PointSet::EMPTY,
        overlines: PointSet::EMPTY,
        fours: PointSet::EMPTY,
        two_fours: PointSet::EMPTY,
        threes: PointSet::EMPTY,
        two_threes: PointSet::EMPTY,
    };

    #[inline(always)]
    fn add(&mut self, lane: usize, shapes: Shapes<u32>) {
        *self.fives.lane_mut(lane) |= shapes.five;
        *self.overlines.lane_mut(lane) |= shapes.six;
        let fours = *self.fours.lane_mut(lane);
        *self.two_fours.lane_mut(lane) |= shapes.two_fours | (fours & shapes.four);
        *self.fours.lane_mut(lane) |= shapes.four;
        let threes = *self.threes.lane_mut(lane);
        *self.two_threes.lane_mut(lane) |= threes & shapes.three;
        *self.threes.lane_mut(lane) |= shapes.three;
    }
}

/// What a stone would make on one free point, along each of the four lines through it.
pub(crate) struct PointShapes {
    centre: Point,
    shapes: Shapes<u64>,
    straight: u64,
}

impl PointShapes {
    /// Whether the stone makes a five.
    pub(crate) fn is_five(&self) -> bool {
        self.shapes.five != 0
    }

    /// Whether the stone makes a row of six or more.
    pub(crate) fn is_overline(&self) -> bool {
        self.shapes.six != 0
    }

    /// How many fours the stone makes; a straight four is one, and two on one line are two (F-06).
    pub(crate) fn fours(&self) -> u8 {
        (self.shapes.four.count_ones() + self.shapes.two_fours.count_ones()) as u8
    }

    /// On how many lines one more stone would make a straight four.
    pub(crate) fn threes(&self) -> u8 {
        self.shapes.three.count_ones() as u8
    }

    /// Where, on the line number `line`, one more stone would make a straight four.
    pub(crate) fn straight_fours(&self, line: usize) -> impl Iterator<Item = Point> {
        Star::points(self.straight, line, self.centre)
    }
}

/// The windows that one stone turns into a shape, each at its first cell.
#[derive(Clone, Copy)]
struct Windows<T> {
    /// Five cells, all but one taken, and no own stone beside them: the stone makes exactly five (B-03).
    five: T,
    /// Six cells, all but one taken: the stone makes six or more (B-04).
    six: T,
    /// Five cells, all but two taken, and no own stone beside them: a stone on either makes a four (B-06).
    four: T,
    /// Four cells, all but two taken, a free cell on either side, and no own stone beside those: a stone on either
    /// makes what a stone on the other turns into a straight four (B-05, B-08).
    three: T,
}

impl<T: Bits> Windows<T> {
    /// Judges the windows, given the own stones and the free points some steps ahead of the window's first cell.
    #[inline(always)]
    fn judge(own: impl Fn(isize) -> T, free: impl Fn(isize) -> T) -> Self {
        let [a, b, c, d, e, f] = [own(0), own(1), own(2), own(3), own(4), own(5)];
        let open = |steps| own(steps) | free(steps);
        let open_4 = open(0) & open(1) & open(2) & open(3);
        let open_5 = open_4 & open(4);
        let open_6 = open_5 & open(5);

        // How many of the first two cells are taken, of the next two, and of all four.
        let (one_ab, two_ab, one_cd, two_cd) = (a ^ b, a & b, c ^ d, c & d);
        let two_of_4 = (one_ab & one_cd) | ((two_ab ^ two_cd) & !(one_ab | one_cd));
        let three_of_4 = (two_ab & one_cd) | (one_ab & two_cd);
        let four_of_4 = two_ab & two_cd;
        let three_of_5 = (two_of_4 & e) | (three_of_4 & !e);
        let four_of_5 = (three_of_4 & e) | (four_of_4 & !e);
        let five_of_6 = (four_of_5 & f) | (four_of_4 & e & !f);

        let five_alone = open_5 & !(own(-1) | f);
        let straight_room = open_4 & free(-1) & free(4) & !(own(-2) | f);
        Self {
            five: five_alone & four_of_5,
            six: open_6 & five_of_6,
            four: five_alone & three_of_5,
            three: straight_room & two_of_4,
        }
    }
}

/// What a stone makes on the points of a line, each at the point.
struct Shapes<T> {
    five: T,
    six: T,
    four: T,
    two_fours: T,
    three: T,
}

impl<T: Bits> Shapes<T> {
    /// Gathers what the free points make of the windows they lie in, given the windows that start some steps before.
    #[inline(always)]
    fn gather(free: T, windows: impl Fn(isize) -> Windows<T>) -> Self {
        let [a, b, c, d, e, f] = [windows(0), windows(1), windows(2), windows(3), windows(4), windows(5)];
        // Two windows one step apart are the two ends of one straight four. Further apart they are two fours.
        let two_fours =
            (a.four & (c.four | d.four | e.four)) | (b.four & (d.four | e.four)) | (c.four & e.four);
        Self {
            five: free & (a.five | b.five | c.five | d.five | e.five),
            six: free & (a.six | b.six | c.six | d.six | e.six | f.six),
            four: free & (a.four | b.four | c.four | d.four | e.four),
            two_fours: free & two_fours,
            three: free & (a.three | b.three | c.three | d.three),
        }
    }
}

/// A word of points.
trait Bits:
    Copy + BitAnd<Output = Self> + BitOr<Output = Self> + BitXor<Output = Self> + Not<Output = Self>
{
}

impl Bits for u32 {}
impl Bits for u64 {}

/// The lines of a star moved so that each cell holds what was `steps` ahead of it.
#[inline(always)]
fn ahead(star: u64, steps: isize) -> u64 {
    if steps >= 0 { star >> steps } else { star << -steps }
}
