//! Points as the engine counts them, and sets of them.

use crate::game::point::Point;

/// How many cells a row of the engine's board has. The board lies in the middle of them.
pub(super) const STRIDE: usize = 32;
/// How many cells there are.
pub(super) const CELLS: usize = STRIDE * STRIDE;
/// The cells before the first column and below the first row: as far as a line reaches, and one more.
const MARGIN: usize = 6;

/// The number of a cell: its row times [`STRIDE`] and its column, the margins counted in.
pub(super) type Cell = usize;

/// The cell of a point.
pub(super) fn cell_of(point: Point) -> Cell {
    (usize::from(point.row()) + MARGIN) * STRIDE + usize::from(point.column()) + MARGIN
}

/// The point of a cell of the board.
pub(super) fn point_of(cell: Cell) -> Option<Point> {
    let inner = |number: usize| number.checked_sub(MARGIN).and_then(|number| u8::try_from(number).ok());
    Point::new(inner(cell % STRIDE)?, inner(cell / STRIDE)?)
}

/// A set of cells.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Cells {
    rows: [u32; STRIDE],
    count: u16,
}

impl Cells {
    /// No cell.
    pub(super) const EMPTY: Self = Self { rows: [0; STRIDE], count: 0 };

    /// Adds a cell that is not in the set.
    pub(super) fn insert(&mut self, cell: Cell) {
        self.rows[cell / STRIDE] |= 1 << (cell % STRIDE);
        self.count += 1;
    }

    /// Takes a cell of the set out.
    pub(super) fn remove(&mut self, cell: Cell) {
        self.rows[cell / STRIDE] &= !(1 << (cell % STRIDE));
        self.count -= 1;
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.count == 0
    }

    pub(super) const fn len(&self) -> u16 {
        self.count
    }

    /// The first cell.
    pub(super) fn first(&self) -> Option<Cell> {
        self.iter().next()
    }

    /// The cells in order.
    pub(super) fn iter(&self) -> impl Iterator<Item = Cell> {
        self.rows.iter().enumerate().flat_map(|(row, bits)| {
            let mut bits = *bits;
            std::iter::from_fn(move || {
                let column = (bits != 0).then(|| bits.trailing_zeros() as usize)?;
                bits &= bits - 1;
                Some(row * STRIDE + column)
            })
        })
    }
}
