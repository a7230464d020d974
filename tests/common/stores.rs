//! Stores for tests: a directory of its own for each, and what stands in its files.

use std::ops::Deref;
use std::path::{Path, PathBuf};

use sqlx::ConnectOptions;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use tempfile::TempDir;
use tengen::journal::Phase;
use tengen::journal::Visibility;
use tengen::store::{Append, Epoch, Right, Settings, Store, Writer};

use crate::records::{further, opening, person, room};

/// A directory that is gone after the test.
pub(crate) struct Directory(TempDir);

/// An open store and its end.
pub(crate) struct Opened {
    store: Store,
    writer: Writer,
}

impl Directory {
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    /// Where the database is, two directories down that do not exist yet.
    pub(crate) fn path(&self) -> PathBuf {
        self.0.path().join("var/lib/tengen.db")
    }

    pub(crate) fn root(&self) -> &Path {
        self.0.path()
    }

    pub(crate) async fn open(&self) -> Opened {
        let (store, writer) = Store::open(&Settings::new(self.path())).await.unwrap();
        Opened { store, writer }
    }

    /// A connection beside the store, for a test to meddle with.
    pub(crate) async fn meddle(&self) -> SqliteConnection {
        SqliteConnectOptions::new().filename(self.path()).foreign_keys(false).connect().await.unwrap()
    }
}

impl Opened {
    /// Drops the store and waits for its end.
    pub(crate) async fn end(self) {
        drop(self.store);
        self.writer.finished().await;
    }
}

impl Deref for Opened {
    type Target = Store;

    fn deref(&self) -> &Store {
        &self.store
    }
}

/// An append that founds a room.
pub(crate) fn found(number: u16) -> Append {
    let right = Right::Found { opener: person(0), visibility: Visibility::Public };
    Append { room: room(number), right, records: vec![opening()], phase: Phase::Open, finished: None }
}

/// An append of one record to a room.
pub(crate) fn own(number: u16, epoch: u64, seq: u32) -> Append {
    let right = Right::Own(Epoch(epoch));
    Append { room: room(number), right, records: vec![further(seq)], phase: Phase::Open, finished: None }
}

/// Whether a room has its first record.
pub(crate) async fn appended(store: &Store, number: u16) -> bool {
    store.records_of(room(number)).await.unwrap().is_some()
}

/// How many transactions stand in the write-ahead log: the frames that say how large the database is after them.
pub(crate) fn commits(database: &Path) -> usize {
    let log = std::fs::read(format!("{}-wal", database.display())).unwrap();
    // Before the first transaction it is empty.
    if log.is_empty() {
        return 0;
    }
    let word = |at: usize| u32::from_be_bytes(log[at..at + 4].try_into().unwrap());
    let page = word(8) as usize;
    let generation = &log[16..24];
    (32..log.len())
        .step_by(24 + page)
        .take_while(|frame| log[frame + 8..frame + 16] == *generation)
        .filter(|frame| word(frame + 4) != 0)
        .count()
}
