//! Points one after the other, as people and RenLib write them: `h8 i9 j10`, `1. H8 2. I9`, `h8i9j10`, one a line.

use super::{BadImport, Imported, MOVES_MAX, Place, game, text_of, unreadable};
use crate::game::point::{BoardSize, Point};
use crate::record::text::{FORCED_PASS, PASS};

const WANTED: &str = "a point like h8, or -- for a pass";

/// The moves of a list of points, on the smallest board that has them all. A pass is `--` or `pass`.
///
/// # Errors
/// [`BadImport`] says what is wrong and where.
pub fn text(bytes: &[u8]) -> Result<Imported, BadImport> {
    let mut moves: Vec<Place> = Vec::new();
    for (line, row) in (1..).zip(text_of(bytes)?.lines()) {
        for word in row.split([' ', '\t', ',', ';']).filter(|word| !word.is_empty()) {
            read_word(word, line, &mut moves)?;
            if moves.len() > MOVES_MAX {
                return Err(BadImport::Long);
            }
        }
    }
    let points = || moves.iter().filter_map(|(point, _)| *point);
    let sizes = [BoardSize::FIFTEEN, BoardSize::NINETEEN, BoardSize::TWENTY];
    let fits = |size: &BoardSize| points().all(|point| size.contains(point));
    game(sizes.into_iter().find(fits).unwrap_or(BoardSize::TWENTY), &moves)
}

/// The moves in a word, which may have a number before it, and several points without a space between them.
fn read_word(word: &str, line: usize, moves: &mut Vec<Place>) -> Result<(), BadImport> {
    let mut rest = word;
    if let Some((number, after)) = word.split_once('.')
        && !number.is_empty()
        && number.bytes().all(|byte| byte.is_ascii_digit())
    {
        rest = after;
    }
    if rest == PASS || rest == FORCED_PASS || rest.eq_ignore_ascii_case("pass") {
        moves.push((None, line));
        return Ok(());
    }
    while !rest.is_empty() {
        let (point, after) = Point::split_first(rest).ok_or_else(|| unreadable(word, line, WANTED))?;
        moves.push((Some(point), line));
        rest = after;
    }
    Ok(())
}
