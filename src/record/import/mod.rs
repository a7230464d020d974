//! Reads games that other programs have written: the board and the moves in order, or what is wrong and where. Pure.
//!
//! What is read is bounded, and is moves and nothing else: whether they keep to any rules is not asked here.

mod psq;
mod sgf;
mod text;

pub use psq::psq;
pub use sgf::sgf;
pub use text::text;

use crate::game::board::{Board, Stone};
use crate::game::point::{BoardSize, Point};

/// The largest file that is read.
pub const BYTES_MAX: usize = 64 * 1024;
/// The most moves that are read.
pub const MOVES_MAX: usize = 400;

/// A game as it was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Imported {
    /// The board.
    pub board: BoardSize,
    /// The moves in order, Black's first; a pass has no point.
    pub moves: Vec<Option<Point>>,
}

/// Why a file is no game, and where it stops being one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadImport {
    /// It is too large.
    #[error("a game of more than {BYTES_MAX} bytes is not read")]
    Large,
    /// It is not UTF-8.
    #[error("byte {at} is no text in UTF-8")]
    NotText {
        /// Which byte, from 0.
        at: usize,
    },
    /// It does not begin as such a file does.
    #[error("this does not begin as {0} does")]
    Beginning(&'static str),
    /// It ends too early.
    #[error("the file ends in the middle of {0}")]
    End(&'static str),
    /// Something that is not read.
    #[error("`{what}` in line {line} is not {wanted}")]
    Unreadable {
        /// What stands there.
        what: String,
        /// In which line, from 1.
        line: usize,
        /// What would be read.
        wanted: &'static str,
    },
    /// A game of another kind.
    #[error("the file says that it is a game of another kind: GM[{0}]")]
    OtherGame(String),
    /// A board that is not played on here.
    #[error("a board has 15, 19 or 20 lines each way, not `{0}`")]
    Board(String),
    /// Stones that were set up without an order.
    #[error("stones are set up without their order, in line {line}; write them as moves")]
    SetUp {
        /// In which line, from 1.
        line: usize,
    },
    /// A colour moves twice in a row.
    #[error("move {number} is not by turns")]
    NotByTurns {
        /// Which move, from 1.
        number: usize,
    },
    /// A point that the board does not have.
    #[error("move {number} lies off the board")]
    OffBoard {
        /// Which move, from 1.
        number: usize,
    },
    /// A point that is taken.
    #[error("move {number} is on a point where a stone stands")]
    Occupied {
        /// Which move, from 1.
        number: usize,
    },
    /// Too many moves.
    #[error("a game of more than {MOVES_MAX} moves is not read")]
    Long,
}

impl BadImport {
    /// A stable name of what is wrong.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Large => "too_large",
            Self::NotText { .. } => "not_text",
            Self::Beginning(_) => "bad_beginning",
            Self::End(_) => "bad_end",
            Self::Unreadable { .. } => "unreadable",
            Self::OtherGame(_) => "other_game",
            Self::Board(_) => "bad_board",
            Self::SetUp { .. } => "set_up",
            Self::NotByTurns { .. } => "not_by_turns",
            Self::OffBoard { .. } => "off_board",
            Self::Occupied { .. } => "occupied",
            Self::Long => "too_long",
        }
    }
}

/// The text of a file that is not too large.
fn text_of(bytes: &[u8]) -> Result<&str, BadImport> {
    if bytes.len() > BYTES_MAX {
        return Err(BadImport::Large);
    }
    let text = std::str::from_utf8(bytes).map_err(|error| BadImport::NotText { at: error.valid_up_to() })?;
    Ok(text.strip_prefix('\u{feff}').unwrap_or(text))
}

/// The game of these moves, each on a free point of the board.
fn game(board: BoardSize, moves: Vec<Option<Point>>) -> Result<Imported, BadImport> {
    if moves.len() > MOVES_MAX {
        return Err(BadImport::Long);
    }
    let mut stones = Board::new(board);
    for (number, point) in (1..).zip(&moves) {
        let Some(point) = point else { continue };
        if !board.contains(*point) {
            return Err(BadImport::OffBoard { number });
        }
        if !stones.is_free(*point) {
            return Err(BadImport::Occupied { number });
        }
        stones.put(*point, if number % 2 == 1 { Stone::Black } else { Stone::White });
    }
    Ok(Imported { board, moves })
}

/// What cannot be read, short enough to be shown.
fn unreadable(what: &str, line: usize, wanted: &'static str) -> BadImport {
    /// How much of it is told.
    const CHARS_MAX: usize = 24;
    let what = what.chars().filter(|letter| !letter.is_control()).take(CHARS_MAX).collect();
    BadImport::Unreadable { what, line, wanted }
}
