//! Games of Piskvork and Gomocup: a header, then `column,row,milliseconds` from 1, rows from the top, until another line.
//! After it may come `-1`, who played, and the number of the rule.

use super::{BadImport, Imported, Known, MOVES_MAX, NAME_CHARS_MAX, Place, game, seen, text_of, unreadable};
use crate::game::point::{BoardSize, Point};

/// What such a file begins with.
pub(super) const BEGINNING: &str = "Piskvorky ";

/// The moves of a game in Piskvork's form. `0,0` is a pass.
///
/// # Errors
/// [`BadImport`] says what is wrong and where.
pub fn psq(bytes: &[u8]) -> Result<Imported, BadImport> {
    let mut lines = (1..).zip(text_of(bytes)?.lines());
    let header = lines.next().and_then(|(_, header)| header.strip_prefix(BEGINNING));
    let size = header.ok_or(BadImport::Beginning("a .psq file"))?.split(',').next().unwrap_or_default();
    let board = read_board(size.trim())?;
    let mut moves: Vec<Place> = Vec::new();
    let mut rest = Vec::new();
    while let Some((line, row)) = lines.next() {
        let row = row.trim();
        // What follows the moves (a result, names, the rule) begins with something else than a column and a row.
        let mut parts = row.split(',').map(str::trim);
        let (column, down) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
        if down.is_empty() || parts.count() > 1 || !is_number(column) {
            rest.push(row);
            rest.extend(lines.map(|(_, row)| row.trim()));
            break;
        }
        let number =
            |text: &str| text.parse::<u8>().map_err(|_| unreadable(row, line, "column,row,milliseconds"));
        if moves.len() == MOVES_MAX {
            return Err(BadImport::Long);
        }
        let point = place(board, number(column)?, number(down)?);
        moves.push((point.ok_or(BadImport::OffBoard { number: moves.len() + 1, line })?, line));
    }
    let mut imported = game(board, &moves)?;
    let mut said = rest.into_iter().skip_while(|row| *row == "-1");
    imported.black = said.next().and_then(name);
    imported.white = said.next().and_then(name);
    imported.rules = said.next().and_then(rules);
    Ok(imported)
}

/// A player, of whom something is known.
fn name(text: &str) -> Option<String> {
    seen(text, NAME_CHARS_MAX).filter(|name| name != "?")
}

/// The rule by the number that the Gomocup protocol has for it, as this server's own files say it: `4,D4`.
fn rules(text: &str) -> Option<Known> {
    match text.split_once(',')?.0 {
        "0" => Some(Known::Freestyle),
        "1" => Some(Known::Standard),
        "4" => Some(Known::Renju),
        _ => None,
    }
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// The point, or the pass; none if it lies off the board.
fn place(board: BoardSize, column: u8, down: u8) -> Option<Option<Point>> {
    if (column, down) == (0, 0) {
        return Some(None);
    }
    let up = (board.lines() + 1).checked_sub(down);
    let point = column.checked_sub(1).zip(up.and_then(|up| up.checked_sub(1)));
    let point = point.and_then(|(column, row)| Point::new(column, row));
    point.filter(|point| board.contains(*point)).map(Some)
}

fn read_board(size: &str) -> Result<BoardSize, BadImport> {
    let bad = || BadImport::Board(size.chars().take(12).collect());
    let (wide, high) = size.split_once('x').ok_or_else(bad)?;
    let lines = wide.parse().ok().filter(|_| wide == high).and_then(BoardSize::new);
    lines.ok_or_else(bad)
}
