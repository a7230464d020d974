//! The eight symmetries of a grid that keep a point: four rotations, each with or without a reflection.

use crate::game::point::Point;

/// A point of the plane, or a step in it: columns and rows.
pub(super) type Vector = (i16, i16);

/// One of the eight ways to lay a grid onto itself that keep a point.
#[derive(Clone, Copy)]
pub(super) struct Turn {
    column: Vector,
    row: Vector,
}

impl Turn {
    /// All eight.
    pub(super) const ALL: [Self; 8] = [
        Self { column: (1, 0), row: (0, 1) },
        Self { column: (0, 1), row: (-1, 0) },
        Self { column: (-1, 0), row: (0, -1) },
        Self { column: (0, -1), row: (1, 0) },
        Self { column: (-1, 0), row: (0, 1) },
        Self { column: (1, 0), row: (0, -1) },
        Self { column: (0, 1), row: (1, 0) },
        Self { column: (0, -1), row: (-1, 0) },
    ];

    /// Where a point goes.
    pub(super) const fn apply(self, (column, row): Vector) -> Vector {
        (self.column.0 * column + self.row.0 * row, self.column.1 * column + self.row.1 * row)
    }
}

/// A point as a vector from the lower left corner.
pub(super) fn vector(point: Point) -> Vector {
    (i16::from(point.column()), i16::from(point.row()))
}
