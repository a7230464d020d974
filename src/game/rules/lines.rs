//! Sets of points as bits, laid out so that a step along any line of the board is a load and a shift.
//!
//! One lane holds one column, one bit of it one row. The cell `k` steps along a direction is then found for all
//! points of a column at once, and the compiler does several columns in one instruction. Around the board lies a
//! margin that belongs to no set: what is beyond the edge is neither a stone nor free, exactly like the other
//! colour's stone, so no shape needs a word about edges.

use std::ops::BitOr;

use crate::game::point::{BoardSize, Point};

/// How far a shape through a point reaches from it on its line: an overline has five more stones, and beside each
/// five, and beside the two fives of a straight four, it matters what stands next.
pub(crate) const REACH: usize = 5;

/// Lanes and bits left empty before the board. The largest board leaves as many behind it.
const MARGIN: usize = 6;

/// The lanes: the largest board with its margins.
const LANES: usize = BoardSize::MAX_LINES + 2 * MARGIN;

/// A set of points of a board.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct PointSet {
    lanes: [u32; LANES],
}

impl PointSet {
    /// No point.
    pub(crate) const EMPTY: Self = Self { lanes: [0; LANES] };

    /// Every point of a board.
    pub(crate) fn all(size: BoardSize) -> Self {
        let lines = usize::from(size.lines());
        let mut set = Self::EMPTY;
        set.lanes[MARGIN..MARGIN + lines].fill(((1 << lines) - 1) << MARGIN);
        set
    }

    pub(crate) fn insert(&mut self, point: Point) {
        self.lanes[lane_of(point)] |= bit_of(point);
    }

    pub(crate) fn remove(&mut self, point: Point) {
        self.lanes[lane_of(point)] &= !bit_of(point);
    }

    pub(crate) fn contains(&self, point: Point) -> bool {
        self.lanes[lane_of(point)] & bit_of(point) != 0
    }

    /// The points in their own order, column by column from the left, each from the bottom.
    pub(crate) fn iter(self) -> impl Iterator<Item = Point> {
        self.lanes.into_iter().enumerate().flat_map(|(lane, bits)| {
            ones(bits.into()).filter_map(move |bit| Point::new((lane - MARGIN) as u8, (bit - MARGIN) as u8))
        })
    }

    /// The bits of the lane `lane`, counted from the board's first, to be changed.
    pub(crate) fn lane_mut(&mut self, lane: usize) -> &mut u32 {
        &mut self.lanes[MARGIN + lane]
    }

    /// The lane `lane`, counted from the board's first, of the set moved `steps` back along a direction: a bit of it
    /// is set if the point `steps` ahead of it is in this set.
    #[inline(always)]
    pub(crate) fn ahead<const COLUMNS: isize, const ROWS: isize>(&self, lane: usize, steps: isize) -> u32 {
        let bits = self.lanes[(MARGIN + lane).wrapping_add_signed(steps * COLUMNS)];
        let rows = steps * ROWS;
        if rows >= 0 { bits >> rows } else { bits << -rows }
    }

    /// The four lines through `point` in this set. See [`Star`].
    #[inline]
    pub(crate) fn star(&self, point: Point) -> u64 {
        let first_lane = lane_of(point) - REACH;
        let first_bit = usize::from(point.row()) + MARGIN - REACH;
        let [mut row, mut rising, mut falling] = [0; 3];
        for (step, bits) in self.lanes[first_lane..=first_lane + 2 * REACH].iter().enumerate() {
            let column = bits >> first_bit;
            row |= (column >> REACH & 1) << step;
            rising |= column & (1 << step);
            falling |= column & (1 << (2 * REACH) >> step);
        }
        let column = self.lanes[first_lane + REACH] >> first_bit & Star::LINE;
        [row, column, rising, falling]
            .into_iter()
            .rfold(0, |fields, line| fields << Star::FIELD_BITS | u64::from(line))
    }
}

impl BitOr for PointSet {
    type Output = Self;

    fn bitor(mut self, other: Self) -> Self {
        for (lane, others) in self.lanes.iter_mut().zip(other.lanes) {
            *lane |= others;
        }
        self
    }
}

/// The lines of the four directions through one point, each as bits in a field of its own of one `u64`.
///
/// A field is 16 bits wide and a line takes 11 of them, [`REACH`] cells on either side of the point in the middle. The
/// other five are zero, so that shifts of up to five let no line run into the next.
/// Cell `k` of the fields is, seen from the point: `k` columns to the right; `k` rows up; both; `k` columns to the
/// *left* and `k` rows up.
pub(crate) struct Star;

impl Star {
    /// The width of a field.
    pub(crate) const FIELD_BITS: usize = 16;
    /// The cells of a line, in the lowest field.
    pub(crate) const LINE: u32 = (1 << (2 * REACH + 1)) - 1;
    /// The point itself, in every field.
    pub(crate) const CENTRE: u64 = Self::every_field(1 << REACH);

    /// One cell on in each field, in columns and rows.
    const DIRECTIONS: [(i8, i8); 4] = [(1, 0), (0, 1), (1, 1), (-1, 1)];

    /// The same bits in every field.
    pub(crate) const fn every_field(bits: u64) -> u64 {
        bits * 0x0001_0001_0001_0001
    }

    /// The cells of the field number `field`.
    pub(crate) const fn field(star: u64, field: usize) -> u64 {
        star >> (field * Self::FIELD_BITS) & Self::LINE as u64
    }

    /// The points at the set cells of the field number `field`, seen from `centre`.
    pub(crate) fn points(star: u64, field: usize, centre: Point) -> impl Iterator<Item = Point> {
        let (columns, rows) = Self::DIRECTIONS[field];
        ones(Self::field(star, field)).filter_map(move |cell| {
            let steps = cell as i8 - REACH as i8;
            centre.offset(columns * steps, rows * steps)
        })
    }
}

/// The numbers of the set bits, lowest first.
fn ones(mut bits: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lowest = (bits != 0).then(|| bits.trailing_zeros() as usize);
        bits &= bits.wrapping_sub(1);
        lowest
    })
}

fn lane_of(point: Point) -> usize {
    MARGIN + usize::from(point.column())
}

fn bit_of(point: Point) -> u32 {
    1 << (MARGIN + usize::from(point.row()))
}
