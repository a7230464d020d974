//! The end of a connection that is written to: what waits, what was framed and not taken, and the socket under both.
//!
//! Whoever has something to say writes it here, and nobody else's frame is cut by it: the session itself, rooms that
//! write to their players at once, a lane that writes to those who watch, and the WebSocket library with its pongs. As
//! long as the system takes everything, nobody waits and the session is not woken. What it does not take is the
//! session's to finish, within its time.

use std::collections::{BTreeMap, VecDeque};
use std::fmt;
use std::io::{self, IoSlice};
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::task::{Context, Poll, ready};

use bytes::{Buf, Bytes};
use tokio::io::{AsyncRead, AsyncWrite, DuplexStream, ReadBuf};
use tokio::net::TcpStream;
use tokio::sync::Notify;

use super::frames::head;
use super::lanes::{Lane, Turn};
use super::rooms::Rooms;
use super::wire;
use crate::journal::RoomId;
use crate::room::message::Outgoing;
use crate::room::outbox::{Full, Post};

/// How many pieces are handed to the system at once.
const SLICES: usize = 64;
/// What may wait for the system to take it, pongs among it.
const UNSENT_MAX: usize = 256 * 1024;
/// The places that a queue keeps while it is empty.
const PLACES_KEPT: usize = 4;

/// What a WebSocket goes over.
pub trait Wire: AsyncRead + AsyncWrite + Send + Unpin + 'static {
    /// Writes what the system takes at once, and never waits. By default that is nothing.
    ///
    /// # Errors
    /// [`io::ErrorKind::WouldBlock`] if it takes nothing.
    fn write_now(&mut self, pieces: &[IoSlice<'_>]) -> io::Result<usize> {
        let _ = pieces;
        Err(io::ErrorKind::WouldBlock.into())
    }
}

impl Wire for TcpStream {
    fn write_now(&mut self, pieces: &[IoSlice<'_>]) -> io::Result<usize> {
        match pieces {
            // Cheaper than `writev`, and most often there is one.
            [piece] => self.try_write(piece),
            _ => self.try_write_vectored(pieces),
        }
    }
}

/// Between two ends in one process everything is copied anyway.
impl Wire for DuplexStream {}

/// The writing end of a connection.
pub(super) struct Desk<S> {
    inner: Mutex<Inner<S>>,
    /// Apart from the rest: it is rung wherever a subscription ends, also while a message is dropped.
    alarms: Mutex<Alarms>,
    /// Told when there is something that only the session can do.
    pub(super) attention: Notify,
    lane: Lane,
    /// How many messages may wait.
    places: usize,
    me: Weak<Self>,
}

struct Inner<S> {
    /// None once the session has ended: then it is closed, whoever still has this desk.
    stream: Option<S>,
    waiting: VecDeque<Outgoing>,
    unsent: VecDeque<Bytes>,
    unsent_bytes: usize,
    rooms: Rooms,
    /// Whether its turn on the lane comes.
    is_called: bool,
    is_gone: bool,
}

/// What the connection has missed: at most the rooms it has joined.
#[derive(Debug, Default)]
struct Alarms {
    /// With the entry since which that is so.
    stale: BTreeMap<RoomId, u64>,
    is_too_slow: bool,
}

/// What a session finds to do.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Todo {
    /// Messages of this room were lost on the way, or the room's task ended: join it again, unless that was done since the
    /// entry with this number.
    Stale(RoomId, u64),
    /// A player's messages found no place: end the connection, the player comes back and resumes.
    TooSlow,
    /// Something is to be written, as soon as the system takes more.
    Finish,
    /// Nothing.
    Nothing,
}

impl<S: Wire> Desk<S> {
    /// The writing end of a stream over which nothing was written yet.
    pub(super) fn new(stream: S, lane: Lane, places: usize) -> Arc<Self> {
        let inner = Inner {
            stream: Some(stream),
            waiting: VecDeque::new(),
            unsent: VecDeque::new(),
            unsent_bytes: 0,
            rooms: Rooms::default(),
            is_called: false,
            is_gone: false,
        };
        let (inner, alarms, attention) = (Mutex::new(inner), Mutex::default(), Notify::new());
        Arc::new_cyclic(|me| Self { inner, alarms, attention, lane, places, me: me.clone() })
    }

    /// Does something with the rooms that the connection follows.
    pub(super) fn rooms<T>(&self, with: impl FnOnce(&mut Rooms) -> T) -> T {
        with(&mut self.lock().rooms)
    }

    /// Says texts, behind what is unsent. False if the system does not take all at once; the caller finishes then.
    pub(super) fn say(&self, texts: Vec<Bytes>) -> bool {
        let mut inner = self.lock();
        for text in texts {
            // The text was made here and need not be looked through again for what is no UTF-8.
            inner.keep(head(text.len()));
            inner.keep(text);
        }
        inner.send_now();
        inner.unsent.is_empty()
    }

    /// What there is to do for the session.
    pub(super) fn todo(&self) -> Todo {
        if self.alarms().is_too_slow {
            return Todo::TooSlow;
        }
        let mut inner = self.lock();
        inner.write_waiting();
        if !inner.unsent.is_empty() {
            return Todo::Finish;
        }
        drop(inner);
        let stale = self.alarms().stale.pop_first();
        stale.map_or(Todo::Nothing, |(room, entry)| Todo::Stale(room, entry))
    }

    /// Writes what is unsent.
    pub(super) fn poll_finish(&self, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.lock().poll_send(cx)
    }

    /// The connection has gone: nothing more is put here, and nothing is kept.
    pub(super) fn leave(&self) {
        let mut inner = self.lock();
        inner.is_gone = true;
        let left = (std::mem::take(&mut inner.waiting), std::mem::take(&mut inner.rooms));
        drop(inner);
        drop(left);
    }

    /// Closes the socket.
    pub(super) fn shut(&self) {
        self.leave();
        let stream = self.lock().stream.take();
        drop(stream);
    }

    fn lock(&self) -> MutexGuard<'_, Inner<S>> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn alarms(&self) -> MutexGuard<'_, Alarms> {
        self.alarms.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn place(&self, inner: &mut Inner<S>, outgoing: Outgoing) -> Result<(), Full> {
        if inner.is_gone || inner.waiting.len() >= self.places {
            return Err(Full);
        }
        inner.waiting.push_back(outgoing);
        Ok(())
    }
}

impl<S: Wire> Post for Desk<S> {
    fn put(&self, outgoing: Outgoing) -> Result<(), Full> {
        let mut inner = self.lock();
        self.place(&mut inner, outgoing)?;
        let is_called = std::mem::replace(&mut inner.is_called, true);
        drop(inner);
        if !is_called && let Some(me) = self.me.upgrade() {
            self.lane.call(me);
        }
        Ok(())
    }

    fn put_first(&self, outgoing: Outgoing) -> Result<(), Full> {
        self.place(&mut self.lock(), outgoing)
    }

    fn hurry(&self) {
        let needs_session = self.lock().write_waiting();
        if needs_session {
            self.attention.notify_one();
        }
    }

    fn mark_stale(&self, room: RoomId, entry: u64) {
        let mut alarms = self.alarms();
        let since = alarms.stale.entry(room).or_insert(entry);
        *since = entry.max(*since);
        drop(alarms);
        self.attention.notify_one();
    }

    fn close_slow(&self) {
        self.alarms().is_too_slow = true;
        self.attention.notify_one();
    }
}

impl<S: Wire> Turn for Desk<S> {
    fn take(&self) {
        let mut inner = self.lock();
        inner.is_called = false;
        if inner.write_waiting() {
            drop(inner);
            self.attention.notify_one();
        }
    }
}

impl<S: Wire> Inner<S> {
    /// Writes what waits, if nothing is unsent. Says whether the session is needed: to finish, or because it must look
    /// at what was said.
    fn write_waiting(&mut self) -> bool {
        if !self.unsent.is_empty() || self.is_gone {
            return !self.is_gone;
        }
        let mut is_for_session = false;
        if self.waiting.len() == 1
            && let Some(outgoing) = self.waiting.pop_front()
        {
            is_for_session |= self.rooms.note(&outgoing);
            let mut frame = wire::frame(&outgoing);
            // What fails is found out by whoever reads.
            let sent =
                self.stream().and_then(|stream| stream.write_now(&[IoSlice::new(&frame)])).unwrap_or(0);
            if sent < frame.len() {
                frame.advance(sent);
                self.keep(frame);
            }
        } else {
            self.unsent.reserve_exact(self.waiting.len());
            while let Some(outgoing) = self.waiting.pop_front() {
                is_for_session |= self.rooms.note(&outgoing);
                self.keep(wire::frame(&outgoing));
            }
            self.send_now();
        }
        if self.waiting.capacity() > PLACES_KEPT {
            self.waiting = VecDeque::new();
        }
        is_for_session || !self.unsent.is_empty()
    }

    fn keep(&mut self, bytes: Bytes) {
        self.unsent_bytes += bytes.len();
        self.unsent.push_back(bytes);
    }

    /// Writes as much of what is unsent as the system takes at once.
    fn send_now(&mut self) {
        while !self.unsent.is_empty() {
            let mut slices = [IoSlice::new(&[]); SLICES];
            let number = slices_of(&self.unsent, &mut slices);
            let taken = self.stream.as_mut().map(|stream| stream.write_now(&slices[..number]));
            let Some(Ok(sent @ 1..)) = taken else { return };
            self.sent(sent);
        }
    }

    fn poll_send(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        while !self.unsent.is_empty() {
            let mut slices = [IoSlice::new(&[]); SLICES];
            let number = slices_of(&self.unsent, &mut slices);
            let stream = self.stream.as_mut().ok_or(io::ErrorKind::NotConnected)?;
            let sent = ready!(Pin::new(stream).poll_write_vectored(cx, &slices[..number]))?;
            if sent == 0 {
                return Poll::Ready(Err(io::ErrorKind::WriteZero.into()));
            }
            self.sent(sent);
        }
        Pin::new(self.stream()?).poll_flush(cx)
    }

    fn stream(&mut self) -> io::Result<&mut S> {
        self.stream.as_mut().ok_or_else(|| io::ErrorKind::NotConnected.into())
    }

    fn sent(&mut self, mut bytes: usize) {
        self.unsent_bytes -= bytes;
        while let Some(first) = self.unsent.front_mut() {
            if bytes < first.len() {
                first.advance(bytes);
                return;
            }
            bytes -= first.len();
            self.unsent.pop_front();
        }
        // Most connections have nothing unsent, most of the time.
        self.unsent = VecDeque::new();
    }
}

fn slices_of<'a>(pieces: &'a VecDeque<Bytes>, slices: &mut [IoSlice<'a>; SLICES]) -> usize {
    let mut number = 0;
    for (slice, piece) in slices.iter_mut().zip(pieces) {
        *slice = IoSlice::new(piece);
        number += 1;
    }
    number
}

/// The stream as the WebSocket library sees it: it reads from the socket, and writes behind everybody else.
#[derive(Debug)]
pub(super) struct End<S>(pub(super) Arc<Desk<S>>);

impl<S: Wire> AsyncRead for End<S> {
    fn poll_read(self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        Pin::new(self.0.lock().stream()?).poll_read(cx, buf)
    }
}

impl<S: Wire> AsyncWrite for End<S> {
    /// Takes all of it or nothing: what the library writes at once are whole frames.
    fn poll_write(self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let mut inner = self.0.lock();
        if inner.unsent_bytes + bytes.len() > UNSENT_MAX && !inner.unsent.is_empty() {
            ready!(inner.poll_send(cx))?;
        }
        inner.keep(Bytes::copy_from_slice(bytes));
        inner.send_now();
        let is_unsent = !inner.unsent.is_empty();
        drop(inner);
        if is_unsent {
            self.0.attention.notify_one();
        }
        Poll::Ready(Ok(bytes.len()))
    }

    fn poll_flush(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.0.lock().poll_send(cx)
    }

    fn poll_shutdown(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        // What is unsent at the end would come after a close frame, or never.
        Pin::new(self.0.lock().stream()?).poll_shutdown(cx)
    }
}

impl<S> fmt::Debug for Desk<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Desk(..)")
    }
}
