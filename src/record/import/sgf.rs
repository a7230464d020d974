//! SGF: the main line of the first game in a file. Rows count from the top, as the standard says.
//!
//! Variations are the lines after the first and are skipped; of the properties `GM`, `SZ`, `B` and `W` are read.

use super::{BadImport, Imported, MOVES_MAX, game, text_of, unreadable};
use crate::game::board::Stone;
use crate::game::point::{BoardSize, Point};

/// The number that SGF has for gomoku and renju.
const GOMOKU: &str = "4";
/// The board of a file that does not say, as most programs for renju mean it.
const USUAL: BoardSize = BoardSize::FIFTEEN;

/// The moves of a game in SGF.
///
/// # Errors
/// [`BadImport`] says what is wrong and where.
pub fn sgf(bytes: &[u8]) -> Result<Imported, BadImport> {
    let text = text_of(bytes)?;
    let mut reader = Reader { text, at: 0, counted: 0, line: 1 };
    let mut found = Found { board: None, moves: Vec::new() };
    reader.begin()?;
    // The main line enters the first tree at each fork, and ends where the first tree does.
    loop {
        match reader.peek() {
            Some(b';' | b'(') => reader.at += 1,
            Some(b')') => break,
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
struct Found {
    board: Option<BoardSize>,
    moves: Vec<String>,
}

impl Found {
    fn take(&mut self, code: &str, values: &[String], line: usize) -> Result<(), BadImport> {
        let first = values.first().map(String::as_str).unwrap_or_default();
        match code {
            "GM" if first.trim() != GOMOKU => Err(BadImport::OtherGame(first.chars().take(12).collect())),
            "SZ" => {
                let size = first.trim();
                let bad = || BadImport::Board(size.chars().take(12).collect());
                let lines =
                    size.split_once(':').map_or(Some(size), |(wide, high)| (wide == high).then_some(wide));
                let lines = lines.and_then(|lines| lines.parse().ok());
                self.board = Some(lines.and_then(BoardSize::new).ok_or_else(bad)?);
                Ok(())
            }
            "AB" | "AW" => Err(BadImport::SetUp { line }),
            "B" => self.add(Stone::Black, first, line),
            "W" => self.add(Stone::White, first, line),
            _ => Ok(()),
        }
    }

    fn add(&mut self, stone: Stone, point: &str, line: usize) -> Result<(), BadImport> {
        let number = self.moves.len() + 1;
        if number > MOVES_MAX {
            return Err(BadImport::Long);
        }
        if (stone == Stone::Black) != (number % 2 == 1) {
            return Err(BadImport::NotByTurns { number });
        }
        let point = point.trim();
        if !matches!(point.as_bytes(), [] | [_, _]) {
            return Err(unreadable(point, line, "two letters"));
        }
        self.moves.push(point.to_owned());
        Ok(())
    }

    fn game(self) -> Result<Imported, BadImport> {
        let board = self.board.unwrap_or(USUAL);
        let read = |(number, point): (usize, &String)| match point.as_bytes() {
            [] => Ok(None),
            [column, row] => {
                let column = column.checked_sub(b'a');
                let row = row.checked_sub(b'a').and_then(|down| (board.lines() - 1).checked_sub(down));
                let point = column.zip(row).and_then(|(column, row)| Point::new(column, row));
                point.map(Some).ok_or(BadImport::OffBoard { number })
            }
            _ => Err(BadImport::OffBoard { number }),
        };
        let moves = (1..).zip(&self.moves).map(read).collect::<Result<_, _>>()?;
        game(board, moves)
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
