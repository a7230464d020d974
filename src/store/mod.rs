//! The durable journal behind one writer.

use crate::journal::{PersonId, Phase, Recorded, RoomId, Visibility};

/// Counts how often a room was opened from its journal. Who holds an older one may no longer append.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Epoch(pub u64);

/// Records to be made durable for one room.
#[derive(Clone, Debug)]
pub struct Append {
    /// Whose journal.
    pub room: RoomId,
    /// By which right.
    pub right: Right,
    /// The records in order, the first with the sequence number that the journal's head has.
    pub records: Vec<Recorded>,
    /// How far the room is after them.
    pub phase: Phase,
}

/// By which right a journal is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Right {
    /// The room does not exist yet. Fails with [`StoreError::Conflict`] if it does.
    Found {
        /// Who opens it.
        opener: PersonId,
        /// Who is told of it.
        visibility: Visibility,
    },
    /// The room was claimed in this epoch.
    Own(Epoch),
}

/// A room taken over from the store.
#[derive(Clone, Debug)]
pub struct Claimed {
    /// The new epoch.
    pub epoch: Epoch,
    /// The whole journal.
    pub records: Vec<Recorded>,
}

/// Why the store did not do what it was asked.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// Another owner has the room, or it exists already. Nothing was written.
    #[error("another owner writes this journal")]
    Conflict,
    /// The commit failed. Whether it is durable is unknown until the journal is read again.
    #[error("it is unknown whether the commit is durable")]
    Unknown,
    /// The store is closed or its queue is gone.
    #[error("the store is closed")]
    Closed,
    /// What is stored cannot be read.
    #[error("the journal cannot be read: {0}")]
    Damaged(String),
}

/// Stub until the store is merged.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct Store {}
#[allow(missing_docs, clippy::unused_async)]
impl Store {
    pub async fn append(&self, _: Vec<Append>) -> Result<(), StoreError> {
        Err(StoreError::Closed)
    }
    pub async fn claim(&self, _: RoomId) -> Result<Option<Claimed>, StoreError> {
        Err(StoreError::Closed)
    }
    pub async fn records_of(&self, _: RoomId) -> Result<Option<Vec<Recorded>>, StoreError> {
        Err(StoreError::Closed)
    }
    pub async fn awake_rooms(&self) -> Result<Vec<RoomId>, StoreError> {
        Err(StoreError::Closed)
    }
    pub async fn open_tables_of(&self, _: PersonId) -> Result<u32, StoreError> {
        Err(StoreError::Closed)
    }
}
