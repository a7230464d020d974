//! What is asked: a line of moves, and by which rules it is judged.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::game::board::{Board, Stone};
use crate::game::point::{BoardSize, Point};
use crate::game::rules::{Five, Forbidden};
use crate::game::ruleset::{BadRules, RuleSet};
use crate::record::import::MOVES_MAX;
use crate::record::{Diagram, Placed};
use crate::spelling::{BoardSizeForm, FiveForm, ForbiddenForm, PointForm};

/// The longest question in bytes: as many moves as can be asked about take a third of it.
pub const QUESTION_BYTES_MAX: usize = 8 * 1024;

/// A position to judge.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct QuestionForm {
    /// Lines of the board: 15, 19 or 20. Forbidden moves need 15.
    board: BoardSizeForm,
    /// Which rows win.
    five: FiveForm,
    /// Whom the forbidden moves bind.
    forbidden: ForbiddenForm,
    /// The moves in order, Black's first, 400 at most; `null` is a pass.
    moves: Vec<Option<PointForm>>,
}

/// Why a question cannot be answered.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadQuestion {
    /// Not JSON, or not of the right form.
    #[error("{0}; a question is like {FORM}")]
    Form(String),
    /// A board that is not played on here.
    #[error("a board has 15, 19 or 20 lines each way, not {0}")]
    Board(u8),
    /// Rules that do not go together.
    #[error(transparent)]
    Rules(#[from] BadRules),
    /// Too many moves.
    #[error("a position of more than {MOVES_MAX} moves is not judged")]
    Long,
    /// What is no point.
    #[error("move {0} is no point of the board: a letter and a number, like h8")]
    Point(usize),
    /// A point that is taken.
    #[error("move {0} is on a point where a stone stands")]
    Occupied(usize),
}

const FORM: &str = r#"{"board":15,"five":"renju","forbidden":"black","moves":["h8","i9"]}"#;

impl BadQuestion {
    /// A stable name of what is wrong.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Form(_) => "bad_question",
            Self::Board(_) => "bad_board",
            Self::Rules(_) => "bad_rules",
            Self::Long => "too_long",
            Self::Point(_) => "off_board",
            Self::Occupied(_) => "occupied",
        }
    }

    /// The number of the move that is wrong, from 1, where it is one.
    pub const fn number(&self) -> Option<usize> {
        match self {
            Self::Point(number) | Self::Occupied(number) => Some(*number),
            Self::Form(_) | Self::Board(_) | Self::Rules(_) | Self::Long => None,
        }
    }
}

/// A line of moves that can be judged: each on a free point of the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// The board.
    pub board: BoardSize,
    /// Which rows win.
    pub five: Five,
    /// Whom the forbidden moves bind.
    pub forbidden: Forbidden,
    moves: Vec<Option<Point>>,
}

impl Question {
    /// Reads a question in JSON.
    ///
    /// # Errors
    /// [`BadQuestion`] says what is wrong, and with which move.
    pub fn read(bytes: &[u8]) -> Result<Self, BadQuestion> {
        let form: QuestionForm =
            serde_json::from_slice(bytes).map_err(|error| BadQuestion::Form(error.to_string()))?;
        let board = BoardSize::new(form.board.0).ok_or(BadQuestion::Board(form.board.0))?;
        let (five, forbidden) = (form.five.into(), form.forbidden.into());
        RuleSet { board, five, forbidden, ..RuleSet::freestyle(None) }.check()?;
        let moves = (1..).zip(&form.moves).map(|(number, point)| {
            let point = point.as_ref().map(Point::try_from).transpose();
            point.map_err(|_| BadQuestion::Point(number))
        });
        Self::of(board, five, forbidden, moves.collect::<Result<_, _>>()?)
    }

    /// A line of points written one after the other on a board of so many lines, `h8i9j10`, judged by nothing; `--` is a
    /// pass.
    ///
    /// # Errors
    /// [`BadQuestion`] says what is wrong, and with which move.
    pub fn of_points(lines: u8, text: &str) -> Result<Self, BadQuestion> {
        let board = BoardSize::new(lines).ok_or(BadQuestion::Board(lines))?;
        let mut moves = Vec::new();
        let mut rest = text;
        while !rest.is_empty() && moves.len() <= MOVES_MAX {
            let number = moves.len() + 1;
            if let Some(after) = rest.strip_prefix("--") {
                moves.push(None);
                rest = after;
                continue;
            }
            let (point, after) = Point::split_first(rest).ok_or(BadQuestion::Point(number))?;
            moves.push(Some(point));
            rest = after;
        }
        Self::of(board, Five::FiveOrMore, Forbidden::Nobody, moves)
    }

    fn of(
        board: BoardSize,
        five: Five,
        forbidden: Forbidden,
        moves: Vec<Option<Point>>,
    ) -> Result<Self, BadQuestion> {
        if moves.len() > MOVES_MAX {
            return Err(BadQuestion::Long);
        }
        let mut stones = Board::new(board);
        for (number, point) in (1..).zip(&moves) {
            let Some(point) = point else { continue };
            if !board.contains(*point) {
                return Err(BadQuestion::Point(number));
            }
            if !stones.is_free(*point) {
                return Err(BadQuestion::Occupied(number));
            }
            stones.put(*point, stone_of(number));
        }
        Ok(Self { board, five, forbidden, moves })
    }

    /// Whose move it is.
    pub fn to_move(&self) -> Stone {
        stone_of(self.moves.len() + 1)
    }

    /// The moves in order.
    pub fn moves(&self) -> &[Option<Point>] {
        &self.moves
    }

    /// The board after the first so many moves.
    pub(super) fn board_after(&self, count: usize) -> Board {
        let mut board = Board::new(self.board);
        for placed in self.placed().iter().filter(|placed| usize::from(placed.number) <= count) {
            board.put(placed.point, placed.stone);
        }
        board
    }

    /// The position as a picture.
    pub fn diagram(&self) -> Diagram {
        Diagram { board: self.board, stones: self.placed(), shown: Vec::new(), title: String::new() }
    }

    fn placed(&self) -> Vec<Placed> {
        let stones = (1_u16..).zip(&self.moves);
        stones
            .filter_map(|(number, point)| {
                Some(Placed { point: (*point)?, stone: stone_of(usize::from(number)), number })
            })
            .collect()
    }
}

/// Black has the odd moves.
const fn stone_of(number: usize) -> Stone {
    if number.is_multiple_of(2) { Stone::White } else { Stone::Black }
}
