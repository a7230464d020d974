//! One connection to the server, which costs the generator as little as it can.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::io;
use std::net::IpAddr;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

use super::LoadError;
use super::frame::{CLOSE, Frames, PING, PONG, TEXT, frame};
use crate::client::{Address, DIAL_WITHIN, Token, connect};
use crate::protocol::SUBPROTOCOL;

/// What is read at once. All lines of a thread share the buffer.
const READ_BYTES: usize = 64 * 1024;
/// The longest answer to an upgrade.
const HEAD_BYTES_MAX: usize = 4096;
/// Any sixteen bytes will do: nothing here is between us and the server that could mix answers up.
const KEY: &str = "dGhlIHNhbXBsZSBub25jZQ==";

thread_local! {
    static BUFFER: RefCell<Vec<u8>> = RefCell::new(vec![0; READ_BYTES]);
}

/// A WebSocket.
#[derive(Debug)]
pub(super) struct Line {
    stream: TcpStream,
    frames: Frames,
    texts: VecDeque<Vec<u8>>,
}

/// What was read that is no text.
#[derive(Debug, Default)]
struct Control {
    pings: Vec<Vec<u8>>,
    is_closed: bool,
}

impl Line {
    /// Opens a connection from one of our addresses.
    pub(super) async fn open(
        address: &Address,
        token: &Token,
        from: Option<IpAddr>,
    ) -> Result<Self, LoadError> {
        timeout(DIAL_WITHIN, upgrade(address, token, from)).await.map_err(|_| LoadError::Late)?
    }

    /// Says something.
    pub(super) async fn say(&mut self, text: &str) -> Result<(), LoadError> {
        Ok(self.stream.write_all(&frame(TEXT, text.as_bytes())).await?)
    }

    /// Says several things at once.
    pub(super) async fn say_all(&mut self, texts: &[String]) -> Result<(), LoadError> {
        let frames: Vec<u8> = texts.iter().flat_map(|text| frame(TEXT, text.as_bytes())).collect();
        Ok(self.stream.write_all(&frames).await?)
    }

    /// The next text. Safe to cancel.
    pub(super) async fn next(&mut self) -> Result<Vec<u8>, LoadError> {
        loop {
            if let Some(text) = self.texts.pop_front() {
                return Ok(text);
            }
            let mut texts = std::mem::take(&mut self.texts);
            let read = self.read(|text| texts.push_back(text.to_vec())).await;
            self.texts = texts;
            read?;
        }
    }

    /// The next text that begins so; what comes before it is passed over.
    pub(super) async fn next_of(&mut self, kind: &str) -> Result<Vec<u8>, LoadError> {
        loop {
            let text = self.next().await?;
            if is_of(&text, kind) {
                return Ok(text);
            }
            if is_of(&text, "refused") || is_of(&text, "error") {
                return Err(LoadError::TurnedDown(String::from_utf8_lossy(&text).into_owned()));
            }
        }
    }

    /// Waits for bytes, and gives every text among them away. Pings are answered. Safe to cancel.
    pub(super) async fn read(&mut self, mut take: impl FnMut(&[u8])) -> Result<(), LoadError> {
        self.stream.readable().await?;
        let mut control = Control::default();
        let read = BUFFER.with_borrow_mut(|buffer| match self.stream.try_read(buffer) {
            Ok(0) => Err(LoadError::Closed),
            Ok(read) => self
                .frames
                .feed(&buffer[..read], |opcode, payload| match opcode {
                    TEXT => take(payload),
                    PING => control.pings.push(payload.to_vec()),
                    CLOSE => control.is_closed = true,
                    _ => {}
                })
                .map_err(|_| LoadError::NoWebSocket),
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => Ok(()),
            Err(error) => Err(error.into()),
        });
        read?;
        for ping in control.pings {
            // Sixteen bytes find their place, or the line is as good as dead.
            self.stream.try_write(&frame(PONG, &ping))?;
        }
        if control.is_closed { Err(LoadError::Closed) } else { Ok(()) }
    }
}

/// Whether a message is of this type.
pub(super) fn is_of(text: &[u8], kind: &str) -> bool {
    let rest = text.strip_prefix(b"{\"type\":\"").and_then(|rest| rest.strip_prefix(kind.as_bytes()));
    rest.is_some_and(|rest| rest.first() == Some(&b'"'))
}

async fn upgrade(address: &Address, token: &Token, from: Option<IpAddr>) -> Result<Line, LoadError> {
    let mut stream = connect(address, from).await?;
    let request = format!(
        "GET /ws HTTP/1.1\r\nhost: {}\r\nupgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-version: 13\r\n\
         sec-websocket-key: {KEY}\r\nsec-websocket-protocol: {SUBPROTOCOL}\r\nauthorization: Bearer {}\r\n\r\n",
        address.authority(),
        token.reveal(),
    );
    stream.write_all(request.as_bytes()).await?;
    let mut answer = Vec::with_capacity(512);
    let end = loop {
        if stream.read_buf(&mut answer).await? == 0 || answer.len() > HEAD_BYTES_MAX {
            return Err(LoadError::NoWebSocket);
        }
        if let Some(end) = answer.windows(4).position(|bytes| bytes == b"\r\n\r\n") {
            break end + 4;
        }
    };
    if !answer.starts_with(b"HTTP/1.1 101 ") {
        let words = String::from_utf8_lossy(&answer);
        return Err(LoadError::NotUpgraded(words.lines().next().unwrap_or_default().to_owned()));
    }
    let (mut frames, mut texts) = (Frames::default(), VecDeque::new());
    let take = |opcode, payload: &[u8]| {
        if opcode == TEXT {
            texts.push_back(payload.to_vec());
        }
    };
    frames.feed(&answer[end..], take).map_err(|_| LoadError::NoWebSocket)?;
    Ok(Line { stream, frames, texts })
}
