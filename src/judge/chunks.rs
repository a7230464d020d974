//! Cuts an input into chunks of whole, numbered lines, without ever holding more of it than a bound.

use std::io::{self, BufRead, BufReader, ErrorKind, Read};

use super::LINE_BYTES_MAX;

/// How much is read at once. A chunk is what one read gave, so that somebody who asks one question and waits is
/// answered, and a long file is taken in large pieces.
const READ_BYTES: usize = 4 * LINE_BYTES_MAX;

/// The input, to be taken chunk by chunk.
pub(super) struct Chunks<R> {
    input: BufReader<R>,
    /// The beginning of a line whose end has not been read yet; one byte more than a line may have if it is too long.
    rest: Vec<u8>,
    /// Lines handed out so far.
    lines: u64,
}

impl<R: Read> Chunks<R> {
    pub(super) fn new(input: R) -> Self {
        Self { input: BufReader::with_capacity(READ_BYTES, input), rest: Vec::new(), lines: 0 }
    }

    /// The next lines, or `None` at the end of the input. The last line may lack its end.
    pub(super) fn next(&mut self) -> io::Result<Option<Chunk>> {
        loop {
            let read = match self.input.fill_buf() {
                Ok(read) => read,
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            let bytes = read.len();
            if bytes == 0 {
                let text = std::mem::take(&mut self.rest);
                return Ok((!text.is_empty()).then(|| self.chunk(text)));
            }
            let Some(last) = read.iter().rposition(|byte| *byte == b'\n') else {
                extend_line(&mut self.rest, read);
                self.input.consume(bytes);
                continue;
            };
            let first = read.iter().position(|byte| *byte == b'\n').unwrap_or(last);
            let mut text = std::mem::take(&mut self.rest);
            extend_line(&mut text, &read[..first]);
            text.extend_from_slice(&read[first..last]);
            extend_line(&mut self.rest, &read[last + 1..]);
            self.input.consume(bytes);
            return Ok(Some(self.chunk(text)));
        }
    }

    fn chunk(&mut self, text: Vec<u8>) -> Chunk {
        let first = self.lines + 1;
        self.lines += 1 + text.iter().filter(|byte| **byte == b'\n').count() as u64;
        Chunk { first, text }
    }
}

/// Adds to an unfinished line, but never more than shows that it is too long.
fn extend_line(line: &mut Vec<u8>, more: &[u8]) {
    let room = (LINE_BYTES_MAX + 1).saturating_sub(line.len());
    line.extend_from_slice(&more[..room.min(more.len())]);
}

/// Some lines that follow each other.
pub(super) struct Chunk {
    first: u64,
    /// The lines with their ends between them.
    text: Vec<u8>,
}

/// One line, without its end.
pub(super) enum Line<'a> {
    Blank,
    Whole(&'a [u8]),
    TooLong,
}

impl Chunk {
    /// The lines with their numbers, counted from 1 over the whole input.
    pub(super) fn lines(&self) -> impl Iterator<Item = (u64, Line<'_>)> {
        (self.first..).zip(self.text.split(|byte| *byte == b'\n').map(|line| {
            if line.len() > LINE_BYTES_MAX {
                Line::TooLong
            } else if line.trim_ascii().is_empty() {
                Line::Blank
            } else {
                Line::Whole(line)
            }
        }))
    }
}
