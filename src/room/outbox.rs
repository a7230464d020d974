//! What is put before one connection. Whoever puts it there never waits.

use std::fmt::Debug;
use std::sync::{Arc, OnceLock};

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

/// The end of a connection at which messages are put down. Nothing here ever waits.
pub trait Post: Debug + Send + Sync {
    /// Puts a message down, to be written soon, together with what else is put there meanwhile.
    ///
    /// # Errors
    /// [`Full`] if there is no place for it.
    fn put(&self, outgoing: Outgoing) -> Result<(), Full>;

    /// Puts a message down that [`hurry`](Self::hurry) follows.
    ///
    /// # Errors
    /// [`Full`] if there is no place for it.
    fn put_first(&self, outgoing: Outgoing) -> Result<(), Full>;

    /// Writes what was put down, as far as the system takes it at once.
    fn hurry(&self);

    /// Tells the connection that it has lost messages of `room` since it entered with this number. Never fails.
    fn mark_stale(&self, room: RoomId, entry: u64);

    /// Tells the connection that it reads too slowly to play. Never fails.
    fn close_slow(&self);
}

/// Where a connection is reached by a room that it has entered. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Outbox {
    post: Arc<dyn Post>,
    entry: u64,
}

impl Outbox {
    /// The way to a connection for a room that is entered by the entry with this number.
    pub fn new(post: Arc<dyn Post>, entry: u64) -> Self {
        Self { post, entry }
    }

    /// Puts a message down; see [`Post::put`].
    ///
    /// # Errors
    /// [`Full`] if there is no place for it.
    pub fn put(&self, outgoing: Outgoing) -> Result<(), Full> {
        self.post.put(outgoing)
    }

    /// Puts a message down that [`hurry`](Self::hurry) follows.
    ///
    /// # Errors
    /// [`Full`] if there is no place for it.
    pub fn put_first(&self, outgoing: Outgoing) -> Result<(), Full> {
        self.post.put_first(outgoing)
    }

    /// Writes what was put down, as far as the system takes it at once.
    pub fn hurry(&self) {
        self.post.hurry();
    }

    /// Tells the connection that it has lost messages of `room`. Never fails.
    pub fn mark_stale(&self, room: RoomId) {
        self.post.mark_stale(room, self.entry);
    }

    /// Tells the connection that it reads too slowly to play. Never fails.
    pub fn close_slow(&self) {
        self.post.close_slow();
    }
}

/// There are as many messages as may wait, or the connection has gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Full;
