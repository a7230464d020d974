//! The bound: the least that a server could do for the same clients. It understands of each message just what it must,
//! and answers with bytes that were framed when it began.
//!
//! One thread, one epoll. A move is handed to all who follow its room by `send` and nothing else; `batch` moves that come
//! together are written together; with a file they are appended to it first, with one `fdatasync` for all that came.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, Read, Write};
use std::os::unix::fs::FileExt;
use std::path::PathBuf;

use mio::net::{TcpListener, TcpStream};
use mio::{Events, Interest, Poll, Token};

const LISTENER: Token = Token(usize::MAX);
/// What each move takes in the file: about what a record takes in the journal.
const RECORD_BYTES: usize = 200;
/// The file is as long as this from the beginning, so that `fdatasync` has no size to write.
const FILE_BYTES: usize = 64 << 20;
const EVENT_BEGINS: &[u8] = b"{\"type\":\"happened\",\"room\":\"";

pub struct Settings {
    /// The length of an event, in bytes.
    pub event_bytes: usize,
    /// How many moves are waited for before they are handed out; 1 waits for none.
    pub batch: usize,
    /// Where moves are kept before they are handed out, if they are.
    pub file: Option<PathBuf>,
}

struct Line {
    stream: TcpStream,
    unread: Vec<u8>,
    unsent: Vec<u8>,
    is_upgraded: bool,
    /// How many events wait to be written.
    waiting: usize,
}

struct Bound {
    settings: Settings,
    lines: Vec<Option<Line>>,
    rooms: Vec<Vec<usize>>,
    names: HashMap<Vec<u8>, usize>,
    /// The rooms in which a move waits, and whose it is.
    moves: Vec<(usize, usize)>,
    /// As many framed events as may be written at once, one behind the other.
    events: Vec<u8>,
    event: usize,
    accepted: Vec<u8>,
    file: Option<File>,
    written: usize,
}

/// Serves until it is killed. Prints where.
pub fn serve(settings: Settings) -> io::Result<()> {
    let mut poll = Poll::new()?;
    let listener = socket2::Socket::new(socket2::Domain::IPV4, socket2::Type::STREAM, None)?;
    listener.set_nonblocking(true)?;
    listener.bind(&std::net::SocketAddr::from(([127, 0, 0, 1], 0)).into())?;
    listener.listen(4096)?;
    let mut listener = TcpListener::from_std(listener.into());
    poll.registry().register(&mut listener, LISTENER, Interest::READABLE)?;
    println!("ready at {}", listener.local_addr()?);
    let mut bound = Bound::new(settings)?;
    let mut events = Events::with_capacity(4096);
    loop {
        poll.poll(&mut events, None)?;
        for event in &events {
            if event.token() == LISTENER {
                while let Ok((mut stream, _)) = listener.accept() {
                    let token = Token(bound.lines.len());
                    stream.set_nodelay(true)?;
                    poll.registry().register(&mut stream, token, Interest::READABLE | Interest::WRITABLE)?;
                    let (unread, unsent, is_upgraded, waiting) = (Vec::new(), Vec::new(), false, 0);
                    bound.lines.push(Some(Line { stream, unread, unsent, is_upgraded, waiting }));
                }
                continue;
            }
            let number = event.token().0;
            if event.is_readable() && bound.read(number).is_err() {
                bound.lines[number] = None;
            } else if event.is_writable() {
                bound.send(number, &[]);
            }
        }
        bound.hand_out()?;
    }
}

impl Bound {
    fn new(settings: Settings) -> io::Result<Self> {
        let mut text = EVENT_BEGINS.to_vec();
        text.resize(settings.event_bytes.max(EVENT_BEGINS.len() + 2), b'x');
        let event = frame(&text);
        let file = settings.file.as_ref().map(File::create).transpose()?;
        if let Some(mut file) = file.as_ref() {
            file.write_all(&vec![0; FILE_BYTES])?;
            file.sync_all()?;
        }
        Ok(Self {
            events: event.repeat(settings.batch.max(1)),
            event: event.len(),
            accepted: frame(
                br#"{"type":"accepted","id":"m0-12","room":"7c2m9x4kq0hd","seq":12,"arbiter_key":null}"#,
            ),
            settings,
            lines: Vec::new(),
            rooms: Vec::new(),
            names: HashMap::new(),
            moves: Vec::new(),
            file,
            written: 0,
        })
    }

    fn read(&mut self, number: usize) -> io::Result<()> {
        let mut buffer = [0; 16 * 1024];
        loop {
            let Some(line) = self.lines[number].as_mut() else { return Ok(()) };
            let read = match line.stream.read(&mut buffer) {
                Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
                Ok(read) => read,
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return Ok(()),
                Err(error) => return Err(error),
            };
            line.unread.extend_from_slice(&buffer[..read]);
            let mut unread = std::mem::take(&mut line.unread);
            let used =
                if line.is_upgraded { self.frames(number, &unread) } else { self.request(number, &unread) };
            if used == unread.len() {
                unread = Vec::new();
            } else {
                unread.drain(..used);
            }
            if let Some(line) = self.lines[number].as_mut() {
                line.unread = unread;
            }
        }
    }

    /// Answers a request for a guest, or for a WebSocket. How many bytes it took.
    fn request(&mut self, number: usize, bytes: &[u8]) -> usize {
        let Some(end) = bytes.windows(4).position(|end| end == b"\r\n\r\n") else { return 0 };
        if bytes.starts_with(b"POST ") {
            let body = br#"{"token":"anybody","person":{"id":"aaaaaaaaaaaaaaaa","name":"Anybody"}}"#;
            let head = format!("HTTP/1.1 200 OK\r\ncontent-length: {}\r\n\r\n", body.len());
            self.send(number, &[head.as_bytes(), &body[..]].concat());
        } else {
            self.send(
                number,
                b"HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n",
            );
            self.send(number, &frame(br#"{"type":"welcome"}"#));
            if let Some(line) = self.lines[number].as_mut() {
                line.is_upgraded = true;
            }
        }
        end + 4
    }

    /// Takes all whole frames, which are short and come with a mask of zeros. How many bytes they took.
    fn frames(&mut self, number: usize, bytes: &[u8]) -> usize {
        let mut used = 0;
        while let [first, second, rest @ ..] = &bytes[used..] {
            let (head, length) = match (second & 0x7f, rest) {
                (126, [a, b, ..]) => (8, usize::from(u16::from_be_bytes([*a, *b]))),
                (126 | 127, _) => break,
                (short, _) => (6, usize::from(short)),
            };
            let Some(payload) = bytes.get(used + head..used + head + length) else { break };
            if first & 0x0f == 1 {
                self.text(number, payload);
            }
            used += head + length;
        }
        used
    }

    fn text(&mut self, number: usize, text: &[u8]) {
        if text.starts_with(br#"{"type":"create""#) {
            let room = self.rooms.len();
            let name = format!("{room:012}");
            self.names.insert(name.clone().into_bytes(), room);
            self.rooms.push(Vec::new());
            let accepted =
                format!(r#"{{"type":"accepted","id":"t","room":"{name}","seq":0,"arbiter_key":null}}"#);
            self.send(number, &frame(accepted.as_bytes()));
        } else if let Some(room) = self.room(text, br#"{"type":"join","room":""#) {
            self.rooms[room].push(number);
            self.send(number, &frame(br#"{"type":"snapshot"}"#));
        } else if let Some(room) = self.room(text, br#"{"type":"act","room":""#) {
            if text.windows(7).any(|word| word == b"\"place\"") {
                self.moves.push((room, number));
            } else {
                let accepted = self.accepted.clone();
                self.send(number, &accepted);
            }
        }
    }

    fn room(&self, text: &[u8], begin: &[u8]) -> Option<usize> {
        let name = text.strip_prefix(begin)?;
        self.names.get(name.get(..name.iter().position(|byte| *byte == b'"')?)?).copied()
    }

    /// Keeps the moves that wait, and hands them out.
    fn hand_out(&mut self) -> io::Result<()> {
        if self.moves.is_empty() || self.moves.len() < self.settings.batch {
            return Ok(());
        }
        let moves = std::mem::take(&mut self.moves);
        if let Some(file) = &self.file {
            let bytes = vec![b'r'; RECORD_BYTES * moves.len()];
            if self.written + bytes.len() > FILE_BYTES {
                self.written = 0;
            }
            file.write_all_at(&bytes, self.written as u64)?;
            file.sync_data()?;
            self.written += bytes.len();
        }
        let mut touched = Vec::new();
        for (room, _) in &moves {
            for number in &self.rooms[*room] {
                let Some(line) = self.lines[*number].as_mut() else { continue };
                if line.waiting == 0 {
                    touched.push(*number);
                }
                line.waiting += 1;
            }
            if self.settings.batch == 1 {
                self.write(&mut touched);
            }
        }
        self.write(&mut touched);
        let accepted = self.accepted.clone();
        for (_, mover) in moves {
            self.send(mover, &accepted);
        }
        Ok(())
    }

    fn write(&mut self, touched: &mut Vec<usize>) {
        let events = std::mem::take(&mut self.events);
        for number in touched.drain(..) {
            let waiting = self.lines[number].as_mut().map_or(0, |line| std::mem::take(&mut line.waiting));
            for part in events[..self.event * waiting.min(self.settings.batch)].chunks(events.len()) {
                self.send(number, part);
            }
        }
        self.events = events;
    }

    /// Sends bytes, and keeps what is not taken.
    fn send(&mut self, number: usize, bytes: &[u8]) {
        let Some(line) = self.lines[number].as_mut() else { return };
        if line.unsent.is_empty() {
            if bytes.is_empty() {
                return;
            }
            match line.stream.write(bytes) {
                Ok(sent) => line.unsent.extend_from_slice(&bytes[sent..]),
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                    line.unsent.extend_from_slice(bytes)
                }
                Err(_) => self.lines[number] = None,
            }
            return;
        }
        line.unsent.extend_from_slice(bytes);
        if let Ok(sent) = line.stream.write(&line.unsent) {
            line.unsent.drain(..sent);
        }
    }
}

/// A server's frame of text.
fn frame(text: &[u8]) -> Vec<u8> {
    let mut bytes = vec![0x81];
    if text.len() < 126 {
        bytes.push(text.len() as u8);
    } else {
        bytes.push(126);
        bytes.extend((text.len() as u16).to_be_bytes());
    }
    bytes.extend(text);
    bytes
}
