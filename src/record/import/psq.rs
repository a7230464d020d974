//! Games of Piskvork and Gomocup: a header, then `column,row,milliseconds` from 1, rows from the top, until another line.

use super::{BadImport, Imported, MOVES_MAX, game, text_of, unreadable};
use crate::game::point::{BoardSize, Point};

/// What such a file begins with.
const BEGINNING: &str = "Piskvorky ";

/// The moves of a game in Piskvork's form. `0,0` is a pass.
///
/// # Errors
/// [`BadImport`] says what is wrong and where.
pub fn psq(bytes: &[u8]) -> Result<Imported, BadImport> {
    let mut lines = (1..).zip(text_of(bytes)?.lines());
    let header = lines.next().and_then(|(_, header)| header.strip_prefix(BEGINNING));
    let size = header.ok_or(BadImport::Beginning("a .psq file"))?.split(',').next().unwrap_or_default();
    let board = read_board(size.trim())?;
    let mut moves = Vec::new();
    for (line, row) in lines {
        let row = row.trim();
        // What follows the moves (a result, names, the rule) begins with something else than a column and a row.
        let mut parts = row.split(',').map(str::trim);
        let (Some(column), Some(down)) = (parts.next(), parts.next()) else { break };
        if parts.clone().count() > 1 || !is_number(column) {
            break;
        }
        let number =
            |text: &str| text.parse::<u8>().map_err(|_| unreadable(row, line, "column,row,milliseconds"));
        moves.push(place(board, number(column)?, number(down)?, moves.len() + 1)?);
        if moves.len() > MOVES_MAX {
            return Err(BadImport::Long);
        }
    }
    game(board, moves)
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn place(board: BoardSize, column: u8, down: u8, number: usize) -> Result<Option<Point>, BadImport> {
    if (column, down) == (0, 0) {
        return Ok(None);
    }
    let up = (board.lines() + 1).checked_sub(down);
    let point = column.checked_sub(1).zip(up.and_then(|up| up.checked_sub(1)));
    let point = point.and_then(|(column, row)| Point::new(column, row));
    point.filter(|point| board.contains(*point)).map(Some).ok_or(BadImport::OffBoard { number })
}

fn read_board(size: &str) -> Result<BoardSize, BadImport> {
    let bad = || BadImport::Board(size.chars().take(12).collect());
    let (wide, high) = size.split_once('x').ok_or_else(bad)?;
    let lines = wide.parse().ok().filter(|_| wide == high).and_then(BoardSize::new);
    lines.ok_or_else(bad)
}
