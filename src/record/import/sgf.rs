//! SGF: the first game in a file, with its variations and what is said of its moves. Rows count from the top, as the
//! standard says.
//!
//! Of the properties `GM`, `SZ`, `RU`, `PB`, `PW`, `C`, `B` and `W` are read.

use super::tree::{Written, add_comment};
use super::{BYTES_MAX, BadImport, Imported, Known, NAME_CHARS_MAX, seen, text_of, unreadable};
use crate::game::board::Stone;
use crate::game::point::{BoardSize, Point};

/// The number that SGF has for gomoku and renju.
const GOMOKU: &str = "4";
/// The board of a file that does not say, as most programs for renju mean it.
const USUAL: BoardSize = BoardSize::FIFTEEN;

/// The game in SGF.
///
/// # Errors
/// [`BadImport`] says what is wrong and where.
pub fn sgf(bytes: &[u8]) -> Result<Imported, BadImport> {
    let text = text_of(bytes)?;
    let mut reader = Reader { text, at: 0, counted: 0, line: 1 };
    let mut found = Found::default();
    reader.begin()?;
    // The moves that the trees that are open began after; the first tree's came before all.
    let mut forks = vec![None];
    loop {
        match reader.peek() {
            Some(b';') => reader.at += 1,
            Some(b'(') => {
                reader.at += 1;
                forks.push(found.last);
            }
            Some(b')') => {
                reader.at += 1;
                found.last = forks.pop().flatten();
                if forks.is_empty() {
                    break;
                }
            }
            Some(letter) if letter.is_ascii_alphabetic() => {
                let line = reader.line();
                let code = reader.code();
                let values = reader.values()?;
                found.take(&code, &values, line)?;
            }
            Some(_) => return Err(reader.unreadable("a property of SGF")),
            None => return Err(BadImport::End("the game")),
        }
    }
    found.game()
}

/// What was found so far. Points wait for the board, which may be told after them.
#[derive(Default)]
struct Found {
    board: Option<BoardSize>,
    rules: Option<Known>,
    black: Option<String>,
    white: Option<String>,
    comment: Option<String>,
    moves: Vec<Written<String>>,
    /// How many moves lead to each, itself among them.
    numbers: Vec<usize>,
    /// The move after which the next one comes, by its place; none before the first.
    last: Option<usize>,
}

impl Found {
    fn take(&mut self, code: &str, values: &[String], line: usize) -> Result<(), BadImport> {
        let first = values.first().map(String::as_str).unwrap_or_default();
        match code {
            "GM" if first.trim() != GOMOKU => {
                return Err(BadImport::OtherGame(first.chars().take(12).collect()));
            }
            "SZ" => self.board = Some(board(first.trim())?),
            "AB" | "AW" => return Err(BadImport::SetUp { line }),
            "B" => return self.add(Stone::Black, first, line),
            "W" => return self.add(Stone::White, first, line),
            "RU" => self.rules = rules(first),
            "PB" => self.black = seen(first, NAME_CHARS_MAX),
            "PW" => self.white = seen(first, NAME_CHARS_MAX),
            "C" => self.remark(first),
            _ => {}
        }
        Ok(())
    }

    fn add(&mut self, stone: Stone, point: &str, line: usize) -> Result<(), BadImport> {
        let number = self.last.and_then(|last| self.numbers.get(last)).map_or(1, |before| before + 1);
        if (stone == Stone::Black) != (number % 2 == 1) {
            return Err(BadImport::NotByTurns { number, line });
        }
        let point = point.trim();
        if !matches!(point.as_bytes(), [] | [_, _]) {
            return Err(unreadable(point, line, "two letters"));
        }
        let parent = self.last.replace(self.moves.len());
        self.moves.push(Written { parent, point: point.to_owned(), line, comment: None });
        self.numbers.push(number);
        Ok(())
    }

    /// Something that is said of the last move, or before the first.
    fn remark(&mut self, text: &str) {
        if let Some(text) = seen(text, BYTES_MAX) {
            match self.last.and_then(|last| self.moves.get_mut(last)) {
                Some(made) => add_comment(&mut made.comment, &text),
                None => add_comment(&mut self.comment, &text),
            }
        }
    }

    fn game(self) -> Result<Imported, BadImport> {
        let board = self.board.unwrap_or(USUAL);
        let mut moves = Vec::with_capacity(self.moves.len());
        for (Written { parent, point, line, comment }, number) in self.moves.into_iter().zip(self.numbers) {
            let point = match point.as_bytes() {
                [] => None,
                letters => Some(named(board, letters).ok_or(BadImport::OffBoard { number, line })?),
            };
            moves.push(Written { parent, point, line, comment });
        }
        let (rules, black, white, comment) = (self.rules, self.black, self.white, self.comment);
        Ok(Imported { rules, black, white, comment, ..Imported::of(board, moves)? })
    }
}

/// The board of a size, which may be told for each way.
fn board(size: &str) -> Result<BoardSize, BadImport> {
    let bad = || BadImport::Board(size.chars().take(12).collect());
    let lines = size.split_once(':').map_or(Some(size), |(wide, high)| (wide == high).then_some(wide));
    let lines = lines.and_then(|lines| lines.parse().ok());
    lines.and_then(BoardSize::new).ok_or_else(bad)
}

/// The point of two letters.
fn named(board: BoardSize, letters: &[u8]) -> Option<Point> {
    let [column, row] = letters else { return None };
    let column = column.checked_sub(b'a')?;
    let up = (board.lines() - 1).checked_sub(row.checked_sub(b'a')?)?;
    Point::new(column, up)
}

/// The rules by the words that this server and others have for them.
fn rules(text: &str) -> Option<Known> {
    let text = text.to_ascii_lowercase();
    if text.contains("both") {
        Some(Known::RenjuForBoth)
    } else if text.contains("renju") {
        Some(Known::Renju)
    } else if text.contains("freestyle") {
        Some(Known::Freestyle)
    } else if text.contains("standard") {
        Some(Known::Standard)
    } else {
        None
    }
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    /// Up to where lines were counted, and in which line that is.
    counted: usize,
    line: usize,
}

impl Reader<'_> {
    /// Goes to the first game, whatever stands before it.
    fn begin(&mut self) -> Result<(), BadImport> {
        let is_space = |letter: char| letter.is_whitespace();
        let start = self.text.find('(').ok_or(BadImport::Beginning("an SGF file"))?;
        let inside = self.text[start + 1..].trim_start_matches(is_space);
        if !inside.starts_with(';') {
            return Err(BadImport::Beginning("an SGF file"));
        }
        self.at = start + 1;
        Ok(())
    }

    /// The next letter that is no space.
    fn peek(&mut self) -> Option<u8> {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start().len();
        self.text.as_bytes().get(self.at).copied()
    }

    fn rest(&self) -> &str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn line(&mut self) -> usize {
        let passed = self.text.as_bytes().get(self.counted..self.at).unwrap_or_default();
        self.line += passed.iter().filter(|byte| **byte == b'\n').count();
        self.counted = self.at;
        self.line
    }

    fn unreadable(&mut self, wanted: &'static str) -> BadImport {
        let line = self.line();
        unreadable(self.rest(), line, wanted)
    }

    /// The name of a property. Older files mix small letters in, which mean nothing.
    fn code(&mut self) -> String {
        let length = self.rest().bytes().take_while(u8::is_ascii_alphabetic).count();
        let code = self.rest().chars().take(length).filter(char::is_ascii_uppercase).collect();
        self.at += length;
        code
    }

    /// The values of a property; at least one.
    fn values(&mut self) -> Result<Vec<String>, BadImport> {
        let mut values = Vec::new();
        while self.peek() == Some(b'[') {
            self.at += 1;
            values.push(self.value()?);
        }
        if values.is_empty() {
            return Err(self.unreadable("the value of a property in brackets"));
        }
        Ok(values)
    }

    /// The text up to the closing bracket; a letter after a backslash stands for itself.
    fn value(&mut self) -> Result<String, BadImport> {
        let mut value = String::new();
        let mut letters = self.rest().char_indices();
        while let Some((index, letter)) = letters.next() {
            match letter {
                ']' => {
                    self.at += index + 1;
                    return Ok(value);
                }
                '\\' => match letters.next() {
                    Some((_, '\n' | '\r')) => {}
                    Some((_, letter)) => value.push(letter),
                    None => break,
                },
                letter => value.push(letter),
            }
        }
        Err(BadImport::End("the value of a property"))
    }
}
