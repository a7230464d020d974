//! Reads games that other programs have written: the board and the moves with their variations, or what is wrong and
//! where. Pure.
//!
//! What is read is bounded, and is moves and what is said of them: whether they keep to any rules is not asked here.

mod psq;
mod sgf;
mod text;
mod tree;

pub use psq::psq;
pub use sgf::sgf;
pub use text::text;
pub use tree::{Imported, Known, NAME_CHARS_MAX, NODES_MAX, Node};

use crate::game::point::{BoardSize, Point};
use crate::journal::is_deceptive;
use tree::Written;

/// The largest file that is read.
pub const BYTES_MAX: usize = 64 * 1024;
/// The most moves of one line of play.
pub const MOVES_MAX: usize = 400;

/// What a library of RenLib begins with.
const LIBRARY: &[u8] = b"\xffRenLib\xff";

/// What a file is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// SGF, with variations.
    Sgf,
    /// Piskvork's form.
    Psq,
    /// Points, one after the other.
    Text,
}

/// Reads a game in whichever of the forms it is written, and says in which.
///
/// # Errors
/// [`BadImport`] says what is wrong and where.
pub fn any(bytes: &[u8]) -> Result<(Format, Imported), BadImport> {
    let start = text_of(bytes)?.trim_start();
    let format = if start.starts_with(psq::BEGINNING) {
        Format::Psq
    } else if start.starts_with('(') || start.contains("(;") {
        Format::Sgf
    } else {
        Format::Text
    };
    let imported = match format {
        Format::Sgf => sgf(bytes),
        Format::Psq => psq(bytes),
        Format::Text => text(bytes),
    };
    imported.map(|imported| (format, imported))
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
    #[error("stones are set up without their order, in line {line}; write them as moves, B and W by turns")]
    SetUp {
        /// In which line, from 1.
        line: usize,
    },
    /// A colour moves twice in a row.
    #[error(
        "move {number}, in line {line}, is not by turns: Black has the odd moves, and who does not move passes"
    )]
    NotByTurns {
        /// Which move of its line of play, from 1.
        number: usize,
        /// In which line of the file, from 1.
        line: usize,
    },
    /// A point that the board does not have.
    #[error("move {number}, in line {line}, lies off the board")]
    OffBoard {
        /// Which move of its line of play, from 1.
        number: usize,
        /// In which line of the file, from 1.
        line: usize,
    },
    /// A point that is taken.
    #[error("move {number}, in line {line}, is on a point where a stone stands")]
    Occupied {
        /// Which move of its line of play, from 1.
        number: usize,
        /// In which line of the file, from 1.
        line: usize,
    },
    /// Too many moves.
    #[error("a game of more than {MOVES_MAX} moves is not read")]
    Long,
    /// Too many variations.
    #[error("a game of more than {NODES_MAX} moves with its variations is not read")]
    Bushy,
    /// A library of RenLib, which is no text.
    #[error("a library of RenLib is not read; save the game as SGF or as text there")]
    Library,
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
            Self::Bushy => "too_many_variations",
            Self::Library => "renlib_library",
        }
    }

    /// The line of the file where it is wrong, from 1, where one can be named.
    pub const fn line(&self) -> Option<usize> {
        match self {
            Self::Unreadable { line, .. }
            | Self::SetUp { line }
            | Self::NotByTurns { line, .. }
            | Self::OffBoard { line, .. }
            | Self::Occupied { line, .. } => Some(*line),
            Self::Large
            | Self::NotText { .. }
            | Self::Beginning(_)
            | Self::End(_)
            | Self::OtherGame(_)
            | Self::Board(_)
            | Self::Long
            | Self::Bushy
            | Self::Library => None,
        }
    }

    /// The number of the move that is wrong, from 1, where it is one.
    pub const fn number(&self) -> Option<usize> {
        match self {
            Self::NotByTurns { number, .. }
            | Self::OffBoard { number, .. }
            | Self::Occupied { number, .. } => Some(*number),
            Self::Unreadable { .. }
            | Self::SetUp { .. }
            | Self::Large
            | Self::NotText { .. }
            | Self::Beginning(_)
            | Self::End(_)
            | Self::OtherGame(_)
            | Self::Board(_)
            | Self::Long
            | Self::Bushy
            | Self::Library => None,
        }
    }
}

/// The text of a file that is not too large.
fn text_of(bytes: &[u8]) -> Result<&str, BadImport> {
    if bytes.len() > BYTES_MAX {
        return Err(BadImport::Large);
    }
    if bytes.starts_with(LIBRARY) {
        return Err(BadImport::Library);
    }
    let text = std::str::from_utf8(bytes).map_err(|error| BadImport::NotText { at: error.valid_up_to() })?;
    Ok(text.strip_prefix('\u{feff}').unwrap_or(text))
}

/// A point, or none for a pass, and the line of the file where it stands.
type Place = (Option<Point>, usize);

/// The game of these moves, one after the other.
fn game(board: BoardSize, moves: &[Place]) -> Result<Imported, BadImport> {
    let written = moves.iter().enumerate().map(|(place, (point, line))| Written {
        parent: place.checked_sub(1),
        point: *point,
        line: *line,
        comment: None,
    });
    Imported::of(board, written.collect())
}

/// What of a text can be seen, without the space around it; line breaks stay. None if there is nothing.
fn seen(text: &str, chars_max: usize) -> Option<String> {
    let seen = text.chars().filter(|letter| *letter == '\n' || !is_deceptive(*letter));
    let seen: String = seen.take(chars_max).collect();
    let seen = seen.trim();
    (!seen.is_empty()).then(|| seen.to_owned())
}

/// What cannot be read, short enough to be shown.
fn unreadable(what: &str, line: usize, wanted: &'static str) -> BadImport {
    /// How much of it is told.
    const CHARS_MAX: usize = 24;
    let what = what.chars().filter(|letter| !letter.is_control()).take(CHARS_MAX).collect();
    BadImport::Unreadable { what, line, wanted }
}
