//! Where a stone can stand: board sizes, points and their names (rulebook ).

use std::fmt;
use std::str::FromStr;

/// The number of lines a board has each way: 15, 19 or 20.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BoardSize(u8);

impl BoardSize {
    /// The renju board, 15 x 15.
    pub const FIFTEEN: Self = Self(15);
    /// The go board, 19 x 19.
    pub const NINETEEN: Self = Self(19);
    /// The board of the computer championships, 20 x 20.
    pub const TWENTY: Self = Self(20);
    /// The largest number of lines any board has.
    pub const MAX_LINES: usize = 20;
    /// The largest number of points any board has.
    pub const MAX_POINTS: usize = Self::MAX_LINES * Self::MAX_LINES;

    /// The size with `lines` lines each way, if it is one of the three.
    pub const fn new(lines: u8) -> Option<Self> {
        match lines {
            15 | 19 | 20 => Some(Self(lines)),
            _ => None,
        }
    }

    /// How many lines there are each way.
    pub const fn lines(self) -> u8 {
        self.0
    }

    /// How many points there are.
    pub const fn points(self) -> usize {
        self.0 as usize * self.0 as usize
    }

    /// Whether `point` lies on a board of this size.
    pub const fn contains(self, point: Point) -> bool {
        point.column < self.0 && point.row < self.0
    }

    /// The point in the middle; of a board without one, the point to the lower left of it.
    pub const fn centre(self) -> Point {
        let middle = (self.0 - 1) / 2;
        Point { column: middle, row: middle }
    }

    /// Every point of the board, row by row from the bottom, each row from the left.
    pub fn iter(self) -> impl Iterator<Item = Point> {
        (0..self.0).flat_map(move |row| (0..self.0).map(move |column| Point { column, row }))
    }
}

/// An intersection. Columns count from the left and rows from the bottom, both from 0, seen from Black's side;
/// `h8` is column 7, row 7.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point {
    column: u8,
    row: u8,
}

impl Point {
    /// The point at `column` and `row`, both from 0, if any board has it.
    pub const fn new(column: u8, row: u8) -> Option<Self> {
        if (column as usize) < BoardSize::MAX_LINES && (row as usize) < BoardSize::MAX_LINES {
            Some(Self { column, row })
        } else {
            None
        }
    }

    /// Columns to the right of the `a` line.
    pub const fn column(self) -> u8 {
        self.column
    }

    /// Rows above the `1` line.
    pub const fn row(self) -> u8 {
        self.row
    }

    /// The point `columns` to the right and `rows` up, if any board has it.
    pub fn offset(self, columns: i8, rows: i8) -> Option<Self> {
        let column = self.column.checked_add_signed(columns)?;
        let row = self.row.checked_add_signed(rows)?;
        Self::new(column, row)
    }
}

/// Prints the lower-case name, `h8`.
impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.column), self.row + 1)
    }
}

/// Why a text names no point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a point is a letter a-t and a number 1-20, like h8")]
pub struct BadPoint;

impl Point {
    /// The point at the beginning of names that stand one after the other, such as `h8i9j10`, and what comes after it;
    /// none if no name stands there.
    pub fn split_first(names: &str) -> Option<(Self, &str)> {
        let digits = names.bytes().skip(1).take_while(u8::is_ascii_digit).count();
        let first = names.get(..=digits)?;
        Some((first.parse().ok()?, &names[first.len()..]))
    }
}

/// Reads a name like `h8`, in either case. Leading zeros and blanks are refused, so that a point has one name.
impl FromStr for Point {
    type Err = BadPoint;

    fn from_str(text: &str) -> Result<Self, BadPoint> {
        let [letter, digits @ ..] = text.as_bytes() else {
            return Err(BadPoint);
        };
        let column = letter.to_ascii_lowercase().checked_sub(b'a').ok_or(BadPoint)?;
        let row = match digits {
            [ones @ b'1'..=b'9'] => ones - b'1',
            [tens @ b'1'..=b'9', ones @ b'0'..=b'9'] => (tens - b'0') * 10 + (ones - b'0') - 1,
            _ => return Err(BadPoint),
        };
        Self::new(column, row).ok_or(BadPoint)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_without_a_space_are_read_one_by_one() {
        let point = |name: &str| name.parse::<Point>().unwrap();
        assert_eq!(Point::split_first("h8i9j10"), Some((point("h8"), "i9j10")));
        assert_eq!(Point::split_first("j10"), Some((point("j10"), "")));
        assert_eq!(Point::split_first("t20 --"), Some((point("t20"), " --")));
        for none in ["", "8h", "h", "hh8", "h08", "h123", "\u{e9}8", "h\u{e9}"] {
            assert_eq!(Point::split_first(none), None, "{none}");
        }
    }

    #[test]
    fn a02_names_are_read_in_either_case_and_printed_in_lower_case() {
        for (name, column, row) in
            [("h8", 7, 7), ("A1", 0, 0), ("o15", 14, 14), ("i9", 8, 8), ("t20", 19, 19)]
        {
            let point: Point = name.parse().unwrap();
            assert_eq!((point.column(), point.row()), (column, row));
            assert_eq!(point.to_string(), name.to_lowercase());
        }
    }

    #[test]
    fn a02_what_is_no_point_is_refused() {
        for name in ["H0", "A21", "U1", "8H", "", "h", "h08", "h8 ", " h8", "h-1", "h100", "ä1", "h８"] {
            assert_eq!(name.parse::<Point>(), Err(BadPoint), "{name:?}");
        }
    }

    #[test]
    fn a01_a_board_of_15_has_225_points_and_ends_at_o15() {
        let points: std::collections::BTreeSet<_> = BoardSize::FIFTEEN.iter().collect();
        assert_eq!(points.len(), 225);
        assert!(BoardSize::FIFTEEN.contains("O15".parse().unwrap()));
        assert!(!BoardSize::FIFTEEN.contains("P15".parse().unwrap()));
    }
}
