//! Stones and the board they stand on.

use crate::game::point::{BoardSize, Point};

/// The colour of a stone. Black plays the odd moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Stone {
    /// Plays first.
    Black,
    /// Plays second.
    White,
}

impl Stone {
    /// The other colour.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }
}

/// A board with the stones on it. It knows no rules.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Board {
    size: BoardSize,
    cells: [Option<Stone>; BoardSize::MAX_POINTS],
    stones: u16,
}

impl Board {
    /// An empty board.
    pub const fn new(size: BoardSize) -> Self {
        Self { size, cells: [None; BoardSize::MAX_POINTS], stones: 0 }
    }

    /// How many lines it has each way.
    pub const fn size(&self) -> BoardSize {
        self.size
    }

    /// What stands on `point`; nothing stands outside the board.
    pub const fn get(&self, point: Point) -> Option<Stone> {
        self.cells[Self::index(point)]
    }

    /// Whether a stone can still be put on `point`: it is on the board and empty.
    pub const fn is_free(&self, point: Point) -> bool {
        self.size.contains(point) && self.get(point).is_none()
    }

    /// Puts a stone on a free point.
    pub const fn put(&mut self, point: Point, stone: Stone) {
        debug_assert!(self.is_free(point));
        self.cells[Self::index(point)] = Some(stone);
        self.stones += 1;
    }

    /// How many stones stand.
    pub const fn stones(&self) -> u16 {
        self.stones
    }

    /// Whether no point is free.
    pub const fn is_full(&self) -> bool {
        self.stones as usize == self.size.points()
    }

    /// Every free point.
    pub fn free_points(&self) -> impl Iterator<Item = Point> {
        self.size.iter().filter(|point| self.get(*point).is_none())
    }

    const fn index(point: Point) -> usize {
        point.row() as usize * BoardSize::MAX_LINES + point.column() as usize
    }
}

/// Draws the board as text, the top row first: `X` black, `O` white, `.` empty.
impl std::fmt::Debug for Board {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for row in (0..self.size.lines()).rev() {
            for column in 0..self.size.lines() {
                let cell = Point::new(column, row).and_then(|point| self.get(point));
                f.write_str(match cell {
                    Some(Stone::Black) => "X",
                    Some(Stone::White) => "O",
                    None => ".",
                })?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}
