//! What waits to be written to one connection. Bounded; whoever fills it never waits.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use tokio::sync::{Notify, mpsc};

use crate::journal::RoomId;
use crate::room::message::Outgoing;

/// A value that many connections are sent: encoded by the first that writes it, once.
#[derive(Debug)]
pub struct Shared<T, E = bytes::Bytes> {
    value: T,
    encoded: OnceLock<E>,
}

impl<T, E: Clone> Shared<T, E> {
    /// A value nobody has encoded yet.
    pub fn new(value: T) -> Arc<Self> {
        Arc::new(Self { value, encoded: OnceLock::new() })
    }

    /// The value.
    pub const fn value(&self) -> &T {
        &self.value
    }

    /// The encoded form, which `encode` makes if nobody has.
    pub fn encoded(&self, encode: impl FnOnce(&T) -> E) -> E {
        self.encoded.get_or_init(|| encode(&self.value)).clone()
    }
}

/// The sending end of a connection's outbox.
#[derive(Clone, Debug)]
pub struct Outbox {
    sender: mpsc::Sender<Outgoing>,
    stale: Arc<Stale>,
    entry: u64,
}

/// The receiving end of a connection's outbox.
#[derive(Debug)]
pub struct Inbox {
    receiver: mpsc::Receiver<Outgoing>,
    stale: Arc<Stale>,
}

/// Rooms whose messages this connection has missed and must join again, and since which entry. At most the rooms it has
/// joined.
#[derive(Debug, Default)]
struct Stale {
    rooms: Mutex<BTreeMap<RoomId, u64>>,
    is_too_slow: AtomicBool,
    added: Notify,
}

/// What a connection finds in its outbox.
#[derive(Debug)]
pub enum Received {
    /// Something to write.
    Outgoing(Outgoing),
    /// Messages of this room were lost on the way, or the room's task ended: join it again, unless that was done since the
    /// entry with this number.
    Stale(RoomId, u64),
    /// A player's messages found no place: end the connection, the player comes back and resumes.
    TooSlow,
}

/// The outbox is full, or its connection gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Full;

/// An outbox for at most `bound` messages.
pub fn outbox(bound: usize) -> (Outbox, Inbox) {
    let (sender, receiver) = mpsc::channel(bound);
    let stale = Arc::new(Stale::default());
    (Outbox { sender, stale: stale.clone(), entry: 0 }, Inbox { receiver, stale })
}

impl Outbox {
    /// The same outbox, for a room that is entered by the entry with this number.
    #[must_use]
    pub fn for_entry(&self, entry: u64) -> Self {
        Self { entry, ..self.clone() }
    }

    /// Puts a message in.
    ///
    /// # Errors
    /// [`Full`] if there is no place for it.
    pub fn send(&self, outgoing: Outgoing) -> Result<(), Full> {
        self.sender.try_send(outgoing).map_err(|_| Full)
    }

    /// Tells the connection that it has lost messages of `room`. Never fails.
    pub fn mark_stale(&self, room: RoomId) {
        let mut rooms = self.stale.rooms.lock().unwrap_or_else(PoisonError::into_inner);
        let entry = rooms.entry(room).or_insert(self.entry);
        *entry = self.entry.max(*entry);
        drop(rooms);
        self.stale.added.notify_one();
    }

    /// Tells the connection that it reads too slowly to play. Never fails.
    pub fn close_slow(&self) {
        self.stale.is_too_slow.store(true, Ordering::Release);
        self.stale.added.notify_one();
    }
}

impl Inbox {
    /// The next message, or word of a stale room once everything before it was taken. Safe to cancel.
    pub async fn recv(&mut self) -> Received {
        loop {
            if let Some(received) = self.try_recv() {
                return received;
            }
            tokio::select! {
                biased;
                Some(outgoing) = self.receiver.recv() => return Received::Outgoing(outgoing),
                () = self.stale.added.notified() => {}
            }
        }
    }

    /// The next message if there is one.
    pub fn try_recv(&mut self) -> Option<Received> {
        if self.stale.is_too_slow.load(Ordering::Acquire) {
            return Some(Received::TooSlow);
        }
        if let Ok(outgoing) = self.receiver.try_recv() {
            return Some(Received::Outgoing(outgoing));
        }
        let mut rooms = self.stale.rooms.lock().unwrap_or_else(PoisonError::into_inner);
        rooms.pop_first().map(|(room, entry)| Received::Stale(room, entry))
    }
}
