//! Watches the bytes of a WebSocket pass, to know since when a message is incomplete.
//!
//! The WebSocket library speaks only of whole messages; a client that never ends one would be heard of no more.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use bytes::Bytes;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

use crate::timekeeper::Arrival;

/// How large the pieces of a message are at least, on average, when it is as long as it may be. Smaller ones are a way to
/// keep the server busy without ever saying anything.
const PIECE_BYTES: usize = 64;

/// The first byte of a frame that is all of a text message.
const WHOLE_TEXT: u8 = 0x81;
/// The longest head of a frame: two bytes, eight of length, four of mask.
const HEAD_MAX: usize = 14;

/// The head of a server's frame that is one whole text message. It has no mask, so that all can be sent the same bytes.
pub(super) fn head(length: usize) -> Bytes {
    match (u8::try_from(length), u16::try_from(length)) {
        (Ok(short @ 0..126), _) => Bytes::copy_from_slice(&[WHOLE_TEXT, short]),
        (_, Ok(length)) => {
            let [high, low] = length.to_be_bytes();
            Bytes::copy_from_slice(&[WHOLE_TEXT, 126, high, low])
        }
        _ => {
            let mut head = [WHOLE_TEXT, 127, 0, 0, 0, 0, 0, 0, 0, 0];
            head[2..].copy_from_slice(&(length as u64).to_be_bytes());
            Bytes::copy_from_slice(&head)
        }
    }
}

/// A text as one frame.
pub(super) fn framed(text: &[u8]) -> Bytes {
    [&head(text.len()), text].concat().into()
}

/// The text of such a frame.
pub(super) fn text_of(frame: &Bytes) -> Bytes {
    let head = match frame.get(1) {
        Some(126) => 4,
        Some(127) => 10,
        _ => 2,
    };
    frame.slice(head..)
}

/// Pure: where in the frames of RFC 6455 a stream of bytes is.
#[derive(Debug, Default)]
struct Place {
    head: [u8; HEAD_MAX],
    head_length: usize,
    payload_left: u64,
    is_in_message: bool,
    pieces: u32,
}

impl Place {
    /// Takes bytes. Says whether a message or control frame ended among them with nothing begun.
    fn advance(&mut self, mut bytes: &[u8]) -> bool {
        let mut was_between = false;
        loop {
            let skipped = usize::try_from(self.payload_left).unwrap_or(usize::MAX).min(bytes.len());
            self.payload_left -= skipped as u64;
            bytes = &bytes[skipped..];
            was_between |= self.is_between();
            let Some((byte, rest)) = bytes.split_first() else { return was_between };
            bytes = rest;
            self.head[self.head_length] = *byte;
            self.head_length += 1;
            if self.head_length == self.head_needed() {
                self.begin_payload();
            }
        }
    }

    /// Whether nothing is under way.
    const fn is_between(&self) -> bool {
        self.head_length == 0 && self.payload_left == 0 && !self.is_in_message
    }

    const fn head_needed(&self) -> usize {
        if self.head_length < 2 {
            return 2;
        }
        let mask = if self.head[1] & 0x80 == 0 { 0 } else { 4 };
        let length = match self.head[1] & 0x7f {
            126 => 2,
            127 => 8,
            _ => 0,
        };
        2 + length + mask
    }

    fn begin_payload(&mut self) {
        let extended = |bytes: &[u8]| bytes.iter().fold(0_u64, |sum, byte| sum << 8 | u64::from(*byte));
        self.payload_left = match self.head[1] & 0x7f {
            126 => extended(&self.head[2..4]),
            127 => extended(&self.head[2..10]),
            short => u64::from(short),
        };
        let is_final = self.head[0] & 0x80 != 0;
        let is_control = self.head[0] & 0x08 != 0;
        if !is_control {
            self.is_in_message = !is_final;
            self.pieces = if is_final { 0 } else { self.pieces + 1 };
        }
        self.head_length = 0;
    }
}

/// A stream whose incoming frames are watched.
#[derive(Debug)]
pub(super) struct Watched<S> {
    stream: S,
    place: Place,
    pieces_max: u32,
    unfinished_since: Option<Arrival>,
}

impl<S> Watched<S> {
    /// Watches `stream`, which stands between two frames, and whose messages have so many bytes at most.
    pub(super) fn new(stream: S, message_bytes_max: usize) -> Self {
        let pieces_max = u32::try_from(message_bytes_max / PIECE_BYTES).unwrap_or(u32::MAX);
        Self { stream, place: Place::default(), pieces_max, unfinished_since: None }
    }

    /// Takes note of bytes that came with the request and were read before.
    pub(super) fn note_first(&mut self, bytes: &[u8]) {
        // Whatever is wrong with them the library says.
        let _ = self.note(bytes);
    }

    /// Since when a message or frame has begun and not ended.
    pub(super) const fn unfinished_since(&self) -> Option<Arrival> {
        self.unfinished_since
    }

    /// Whether a message came in more pieces than one may.
    pub(super) const fn is_shredded(&self) -> bool {
        self.place.pieces > self.pieces_max
    }

    fn note(&mut self, bytes: &[u8]) -> io::Result<()> {
        let was_between = self.place.advance(bytes);
        if self.place.is_between() {
            self.unfinished_since = None;
        } else if was_between || self.unfinished_since.is_none() {
            self.unfinished_since = Some(Arrival::now());
        }
        if self.is_shredded() { Err(io::Error::other("a message in too many pieces")) } else { Ok(()) }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Watched<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buf.filled().len();
        ready!(Pin::new(&mut self.stream).poll_read(cx, buf))?;
        Poll::Ready(self.note(&buf.filled()[before..]))
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Watched<S> {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(cx, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame(first: u8, length: usize) -> Vec<u8> {
        let mut bytes = vec![first];
        match length {
            0..126 => bytes.push(0x80 | u8::try_from(length).unwrap()),
            126..65536 => {
                bytes.push(0x80 | 126);
                bytes.extend(u16::try_from(length).unwrap().to_be_bytes());
            }
            _ => {
                bytes.push(0x80 | 127);
                bytes.extend((length as u64).to_be_bytes());
            }
        }
        bytes.extend(vec![0; 4 + length]);
        bytes
    }

    #[test]
    fn the_place_is_known_however_the_bytes_are_cut() {
        let bytes = [
            frame(0x81, 5),
            frame(0x01, 200),
            frame(0x89, 0),
            frame(0x00, 0),
            frame(0x80, 70_000),
            frame(0x82, 125),
        ];
        let is_between_after = [true, false, false, false, true, true];
        for cut in [1, 2, 3, 7, 100_000] {
            let mut place = Place::default();
            for (frame, is_between) in bytes.iter().zip(is_between_after) {
                let (last, head) = frame.split_last().unwrap();
                head.chunks(cut).for_each(|chunk| {
                    place.advance(chunk);
                });
                assert!(!place.is_between(), "in the middle of a frame, cut by {cut}");
                place.advance(&[*last]);
                assert_eq!(place.is_between(), is_between, "cut by {cut}");
            }
        }
    }

    #[test]
    fn a_text_is_framed_without_a_mask() {
        for length in [0, 1, 125, 126, 127, 65_535, 65_536, 70_000] {
            let text = vec![b'x'; length];
            let frame = framed(&text);
            assert_eq!(text_of(&frame), text);
            let mut masked = frame.to_vec();
            masked[1] |= 0x80;
            let head = frame.len() - length;
            masked.splice(head..head, [0; 4]);
            let mut place = Place::default();
            place.advance(&masked[..masked.len() - 1]);
            assert!(!place.is_between());
            place.advance(&masked[masked.len() - 1..]);
            assert!(place.is_between(), "{length}");
        }
    }

    #[test]
    fn a_message_that_ends_and_one_that_begins_in_one_read_are_told_apart() {
        let mut place = Place::default();
        place.advance(&[0x81]);
        let mut rest = frame(0x81, 3)[1..].to_vec();
        rest.push(0x81);
        assert!(place.advance(&rest) && !place.is_between());
    }

    #[test]
    fn pieces_are_counted_and_an_absurd_length_is_no_panic() {
        let mut place = Place::default();
        place.advance(&frame(0x01, 0));
        for _ in 0..128 {
            place.advance(&frame(0x00, 0));
        }
        assert_eq!(place.pieces, 129);
        place.advance(&[0x80, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0, 1, 2, 3]);
        assert_eq!(place.payload_left, u64::MAX - 3);
    }
}
