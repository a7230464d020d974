//! Which points are forbidden to Black, and why (rulebook F-02..F-09).
//!
//! The double three is judged recursively: a three counts only if it can become a straight four by a stone that makes
//! no five and is not itself forbidden (F-09). This is the literal text of the international rules: a straight four
//! that would be made together with a five does not make a three, although some programs count it.

use crate::game::board::{Board, Stone};
use crate::game::point::{BoardSize, Point};
use crate::game::rules::shapes::{PointShapes, Side};

/// What is forbidden to Black, in the order in which a move that is several of them at once is named.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Foul {
    /// Six or more in a row (F-04).
    Overline,
    /// Two fours or more (F-03, F-06).
    FourFour,
    /// Two threes or more (F-02).
    ThreeThree,
}

/// The one word for Black's move to a point (F-09).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// Neither a five nor forbidden.
    Legal,
    /// Exactly five in a row, whatever else is made with it (F-07).
    Five,
    /// Forbidden: six or more in a row (F-04).
    Overline,
    /// Forbidden: two fours or more (F-03).
    FourFour,
    /// Forbidden: two threes or more (F-02).
    ThreeThree,
}

impl Kind {
    /// What makes the move forbidden, if it is (F-09).
    pub const fn foul(self) -> Option<Foul> {
        match self {
            Self::Legal | Self::Five => None,
            Self::Overline => Some(Foul::Overline),
            Self::FourFour => Some(Foul::FourFour),
            Self::ThreeThree => Some(Foul::ThreeThree),
        }
    }
}

/// The verdict on Black's move to a free point (F-09).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Verdict {
    /// The word for it.
    pub kind: Kind,
    /// How many fours the stone makes, a straight four being one and two on one line being two (F-06).
    pub fours: u8,
    /// On how many lines the stone makes a three that counts (B-08).
    pub threes: u8,
}

/// The stones of a board as the judge of forbidden moves sees them: cheap to make, and to copy.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Position {
    size: BoardSize,
    black: Side,
}

impl Position {
    /// An empty board.
    pub fn new(size: BoardSize) -> Self {
        Self { size, black: Side::new(size) }
    }

    /// Whether a stone can still be put on `point`: it is on the board and empty.
    pub fn is_free(&self, point: Point) -> bool {
        self.black.is_free(point)
    }

    /// Puts a stone on a free point.
    pub fn put(&mut self, point: Point, stone: Stone) {
        debug_assert!(self.is_free(point));
        match stone {
            Stone::Black => self.black.put(point),
            Stone::White => self.black.block(point),
        }
    }

    /// Whether a black stone stands on `point`.
    pub(super) fn is_black(&self, point: Point) -> bool {
        self.black.is_own(point)
    }

    /// The position with another black stone on the free `point`.
    pub(super) fn with_black(&self, point: Point) -> Self {
        Self { size: self.size, black: self.black.with(point) }
    }

    /// The verdict on Black's move to the free `point` (F-09).
    pub fn verdict(&self, point: Point) -> Verdict {
        debug_assert!(self.is_free(point));
        let shapes = self.black.shapes_at(point);
        let (fours, threes) = (shapes.fours(), self.threes(point, &shapes, 1, u8::MAX));
        let kind = if shapes.is_five() {
            Kind::Five
        } else if shapes.is_overline() {
            Kind::Overline
        } else if fours >= 2 {
            Kind::FourFour
        } else if threes >= 2 {
            Kind::ThreeThree
        } else {
            Kind::Legal
        };
        Verdict { kind, fours, threes }
    }

    /// The verdicts on every free point where Black's move is not plainly legal, in the order of the points (F-09).
    pub fn scan(&self) -> impl Iterator<Item = (Point, Verdict)> {
        let shapes = self.black.shapes(self.size);
        let suspects = shapes.fives | shapes.overlines | shapes.two_fours | shapes.two_threes;
        suspects
            .iter()
            .map(|point| (point, self.verdict(point)))
            .filter(|(_, verdict)| verdict.kind != Kind::Legal)
    }

    /// On how many lines a stone on `point`, which makes these shapes, makes a three that counts. Counting stops at
    /// `enough`; where fewer than `needed` can be reached the answer may be too low.
    fn threes(&self, point: Point, shapes: &PointShapes, needed: u8, enough: u8) -> u8 {
        let mut open = shapes.threes();
        if open < needed {
            return 0;
        }
        let after = self.with_black(point);
        let mut threes = 0;
        for line in 0..4 {
            let mut completions = shapes.straight_fours(line).peekable();
            if completions.peek().is_none() {
                continue;
            }
            open -= 1;
            threes += u8::from(completions.any(|completion| after.is_legal(completion)));
            if threes >= enough || threes + open < needed {
                break;
            }
        }
        threes
    }

    /// Whether Black's move to the free `point` is neither a five nor forbidden.
    fn is_legal(&self, point: Point) -> bool {
        let shapes = self.black.shapes_at(point);
        !shapes.is_five()
            && !shapes.is_overline()
            && shapes.fours() < 2
            && self.threes(point, &shapes, 2, 2) < 2
    }
}

impl Position {
    /// A board as the judge would see it if `stone` were Black's colour (F-01).
    pub fn seen_by(stone: Stone, board: &Board) -> Self {
        let mut position = Self::new(board.size());
        for point in board.size().iter() {
            match board.get(point) {
                Some(own) if own == stone => position.put(point, Stone::Black),
                Some(_) => position.put(point, Stone::White),
                None => {}
            }
        }
        position
    }
}

impl From<&Board> for Position {
    fn from(board: &Board) -> Self {
        Self::seen_by(Stone::Black, board)
    }
}

/// Draws the free points and Black's stones as text, the top row first: `X` black, `.` free, `#` anything else.
impl std::fmt::Debug for Position {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for row in (0..self.size.lines()).rev() {
            for column in 0..self.size.lines() {
                f.write_str(Point::new(column, row).map_or("#", |point| self.black.draw(point)))?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}
