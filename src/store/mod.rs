//! The durable journal behind one writer.
//!
//! ```text
//! Store ──> writer task ── one connection, one transaction for all that waits, one fsync ──> tengen.db-wal
//!   │           └── checkpoint thread ── copies the log, while the writer goes on ──────────> tengen.db
//!   └─────> reader task ── a few read-only connections ───────────────────────────────────────┘
//! ```
//!
//! What the store acknowledges is on the disk. What it could not commit is *unknown*, not refused: the connection is
//! given up, and whoever was told [`StoreError::Unknown`] claims the room again and reads what is there. That is final,
//! because a claim is itself a commit: whatever a failed one left behind in the write-ahead log is overwritten by it.
//!
//! A [`Store`] is a channel to these tasks, so a test can be the other end of it: see [`Store::detached`].

mod backup;
mod bots;
mod checkpoint;
pub mod codec;
mod competitions;
mod finished;
mod handle;
mod names;
mod reader;
mod sqlite;
mod statements;
mod verify;
mod writer;

pub use backup::{BackupError, backup};
pub use bots::{BOTS_MAX, Register, RegisterError, Registered};
pub use competitions::{Competed, LISTED_MAX, Listed, decode, encode};
pub use finished::{FoundGame, FoundPlayer, PAGE_MAX, ResultSought, Search};
pub use handle::{Load, Read, Reply, Request, Store, Write};
pub use sqlite::{OpenError, SQLITE_MIN, Settings};
pub use verify::{Finding, Verified, VerifyError, Wrong, verify};
pub use writer::Writer;

use crate::journal::{Finished, PersonId, Phase, Recorded, RoomId, Visibility};

/// Counts how often a room was claimed. Who holds an older one may no longer append.
///
/// A room is founded in epoch 0, which is its founder's until the first claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Epoch(pub u64);

/// Records to be made durable for one room.
#[derive(Clone, Debug)]
pub struct Append {
    /// Whose journal.
    pub room: RoomId,
    /// By which right.
    pub right: Right,
    /// The records in order and without gaps, the first with the sequence number that the journal's head has. Never
    /// empty: an append that no journal could go on with is answered [`StoreError::Conflict`].
    pub records: Vec<Recorded>,
    /// How far the room is after them.
    pub phase: Phase,
    /// The game in short, if they end it or change its result.
    pub finished: Option<Box<Finished>>,
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
    /// It was claimed in this epoch, and its journal is damaged: the records go on where it can be read no further.
    /// What stood there is set aside in the same commit.
    Mend(Epoch),
}

/// A room taken over from the store.
#[derive(Clone, Debug)]
pub struct Claimed {
    /// The new epoch.
    pub epoch: Epoch,
    /// The journal, as far as it can be read.
    pub records: Vec<Recorded>,
    /// What is wrong with the rest; none if that is the whole journal.
    pub damage: Option<Damage>,
}

/// What is wrong with a journal (E-12).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Damage {
    /// How many records there should be after those that can be read.
    pub lost: u32,
    /// Why the first of them cannot be read.
    pub why: String,
}

/// Why the store did not do what it was asked.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// Another owner has the room, its journal does not go on here, or it exists already. Nothing was written.
    #[error("another owner writes this journal")]
    Conflict,
    /// The commit failed. Whether it is durable is unknown until the journal is read again.
    #[error("it is unknown whether the commit is durable")]
    Unknown,
    /// Somebody else has a name that looks like this one. Nothing was written.
    #[error("the name looks like that of somebody else")]
    NameTaken,
    /// The store is closed. Nothing was written.
    #[error("the store is closed")]
    Closed,
    /// What is stored cannot be read.
    #[error("the journal cannot be read: {0}")]
    Damaged(String),
}
