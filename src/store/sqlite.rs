//! The database file: its lock, its settings and its schema.

use std::cmp::Ordering;
use std::ffi::OsString;
use std::fs::{File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use rusqlite::{Connection, OpenFlags};
use sqlx::migrate::{MigrateError, Migrator};
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqlitePool, SqlitePoolOptions,
    SqliteSynchronous,
};
use sqlx::{ConnectOptions, Connection as _};

use crate::store::{checkpoint, names};

static MIGRATIONS: Migrator = sqlx::migrate!("./migrations");

/// The oldest SQLite that is used. Before 3.51.3 a checkpoint beside a second connection could corrupt the file.
pub const SQLITE_MIN: u32 = 3_051_003;

/// Writes a page and its commit, with what is there already.
const WRITE_NOTHING: &str = "BEGIN IMMEDIATE; PRAGMA user_version = 0; COMMIT";

/// How long a statement waits for a lock that a program beside the server holds, such as a backup.
pub(super) const BUSY_TIMEOUT: Duration = Duration::from_secs(5);

/// Statements that the writer keeps prepared: all it has.
const STATEMENTS: usize = 20;

/// Read-only connections. A read takes less than a millisecond, so a few serve many.
pub(super) const READERS: u32 = 3;

/// Where the store lives and how much it takes at once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The database file. Its directory is created; a lock file and the write-ahead log stand beside it.
    pub path: PathBuf,
    /// How many requests can wait; whoever has another one waits with it. At least 1.
    pub queue: usize,
    /// How many requests are committed at once. At least 1.
    pub batch: usize,
}

impl Settings {
    /// How many requests can usually wait.
    pub const QUEUE_USUAL: usize = 1024;
    /// How many requests are usually committed at once.
    pub const BATCH_USUAL: usize = 1024;

    /// The usual settings for a file.
    pub fn new(path: impl Into<PathBuf>) -> Self {
        Self { path: path.into(), queue: Self::QUEUE_USUAL, batch: Self::BATCH_USUAL }
    }
}

/// Why a store cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The directory or the lock file cannot be made.
    #[error("{path} cannot be written")]
    File {
        /// Which file or directory.
        path: PathBuf,
        /// Why.
        #[source]
        error: io::Error,
    },
    /// Another server has the file open.
    #[error("{path} is in use by another server")]
    InUse {
        /// Which file.
        path: PathBuf,
    },
    /// This program was built with a SQLite that can corrupt the file.
    #[error("SQLite {found} is too old: {} is the oldest that is safe", spell_version(SQLITE_MIN))]
    OldSqlite {
        /// The version it was built with.
        found: String,
    },
    /// The file was written by a later version of this program.
    #[error("the database has schema {found}, and this program knows no later one than {known}")]
    NewerSchema {
        /// The schema of the file.
        found: i64,
        /// The latest schema that this program knows.
        known: i64,
    },
    /// The file was written by an earlier version, and only a server brings it up to date.
    #[error("the database has schema {found}, which `tengen serve` would bring to {known}; start it once")]
    OlderSchema {
        /// The schema of the file.
        found: i64,
        /// The schema of this program.
        known: i64,
    },
    /// The schema cannot be brought up to date.
    #[error("the schema cannot be brought up to date")]
    Schema(#[source] MigrateError),
    /// SQLite cannot open the file.
    #[error("the database cannot be opened")]
    Database(#[from] sqlx::Error),
    /// SQLite cannot open the file to write to it.
    #[error("the database cannot be opened for writing")]
    Writing(#[from] rusqlite::Error),
}

/// An open database file, which no other server has open.
#[derive(Debug)]
pub(super) struct Database {
    /// The one connection that writes.
    pub(super) connection: Connection,
    /// The connections that read.
    pub(super) readers: SqlitePool,
    /// How that connection is made again.
    pub(super) reopen: Reopen,
    /// Held for as long as anything of the file is open.
    pub(super) lock: Arc<Lock>,
}

/// How the writer's connection is made, and made again: to the file that was there, never to a new one.
#[derive(Clone, Debug)]
pub(super) struct Reopen(PathBuf);

/// The lock of the file. It ends with the process, however that ends.
#[derive(Debug)]
pub(super) struct Lock {
    _file: File,
}

impl Database {
    pub(super) async fn open(settings: &Settings) -> Result<Self, OpenError> {
        check_version().await?;
        let lock = Arc::new(Lock::take(&settings.path)?);
        let options = SqliteConnectOptions::new()
            .filename(&settings.path)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .foreign_keys(true)
            .busy_timeout(BUSY_TIMEOUT)
            .disable_statement_logging();
        let mut connection = options.clone().create_if_missing(true).connect().await?;
        migrate(&mut connection).await?;
        let mut transaction = connection.begin().await?;
        names::hold_earlier(&mut transaction).await?;
        transaction.commit().await?;
        connection.close().await?;
        let reopen = Reopen::new(settings.path.clone());
        let connection = reopen.connect()?;
        let readers =
            SqlitePoolOptions::new().max_connections(READERS).connect_lazy_with(options.read_only(true));
        Ok(Self { connection, readers, reopen, lock })
    }
}

impl Reopen {
    /// To this file.
    pub(super) fn new(path: PathBuf) -> Self {
        Self(path)
    }

    /// The file.
    pub(super) fn path(&self) -> &Path {
        &self.0
    }

    /// Makes a connection that can write, and leaves the write-ahead log alone.
    pub(super) fn connect(&self) -> Result<Connection, rusqlite::Error> {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(&self.0, flags)?;
        connection.busy_timeout(BUSY_TIMEOUT)?;
        connection.pragma_update(None, "journal_mode", "WAL")?;
        connection.pragma_update(None, "synchronous", "FULL")?;
        connection.pragma_update(None, "foreign_keys", "ON")?;
        checkpoint::leave_log(&connection)?;
        connection.set_prepared_statement_cache_capacity(STATEMENTS);
        Ok(connection)
    }

    /// Makes the connection and has the disk take a commit that changes nothing. What a failed commit may have left in
    /// the write-ahead log is overwritten by it.
    pub(super) fn connect_and_write(&self) -> Result<Connection, rusqlite::Error> {
        let connection = self.connect()?;
        connection.execute_batch(WRITE_NOTHING)?;
        Ok(connection)
    }
}

impl Lock {
    fn take(path: &Path) -> Result<Self, OpenError> {
        let at = |path: &Path| {
            let path = path.to_owned();
            move |error| OpenError::File { path, error }
        };
        if let Some(directory) = path.parent() {
            std::fs::create_dir_all(directory).map_err(at(directory))?;
        }
        // Beside the database and not on it: closing any handle of the database would drop SQLite's own locks.
        let beside = with_suffix(path, ".lock");
        let file = File::create(&beside).map_err(at(&beside))?;
        match file.try_lock() {
            Ok(()) => Ok(Self { _file: file }),
            Err(TryLockError::WouldBlock) => Err(OpenError::InUse { path: path.to_owned() }),
            Err(TryLockError::Error(error)) => Err(at(&beside)(error)),
        }
    }
}

/// A connection that only reads, to a file that a server may have open. It needs no lock of ours.
pub(super) async fn look_at(path: &Path) -> Result<SqliteConnection, OpenError> {
    check_version().await?;
    let options = SqliteConnectOptions::new()
        .filename(path)
        .read_only(true)
        .busy_timeout(BUSY_TIMEOUT)
        .disable_statement_logging();
    let mut connection = options.connect().await?;
    let found: Option<i64> =
        sqlx::query_scalar("SELECT max(version) FROM _sqlx_migrations").fetch_one(&mut connection).await?;
    let (found, known) = (found.unwrap_or(0), known_schema());
    match found.cmp(&known) {
        Ordering::Equal => Ok(connection),
        Ordering::Less => Err(OpenError::OlderSchema { found, known }),
        Ordering::Greater => Err(OpenError::NewerSchema { found, known }),
    }
}

/// The latest schema that this program knows.
fn known_schema() -> i64 {
    MIGRATIONS.iter().map(|migration| migration.version).max().unwrap_or(0)
}

pub(super) fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(suffix);
    name.into()
}

/// Asked in memory, before the file is touched.
async fn check_version() -> Result<(), OpenError> {
    let mut connection = SqliteConnectOptions::new().in_memory(true).connect().await?;
    let found: String = sqlx::query_scalar("SELECT sqlite_version()").fetch_one(&mut connection).await?;
    connection.close().await?;
    if is_safe(&found) { Ok(()) } else { Err(OpenError::OldSqlite { found }) }
}

fn is_safe(version: &str) -> bool {
    number_of(version).is_some_and(|number| number >= SQLITE_MIN)
}

/// SQLite's own number for a version: 3.51.3 is 3051003.
fn number_of(version: &str) -> Option<u32> {
    let mut parts = version.split('.').map(|part| part.parse::<u32>().ok());
    let [major, minor, patch] = [parts.next()??, parts.next()??, parts.next()??];
    Some(major * 1_000_000 + minor * 1000 + patch)
}

fn spell_version(number: u32) -> String {
    format!("{}.{}.{}", number / 1_000_000, number / 1000 % 1000, number % 1000)
}

/// Whether the schema of a file is the one that this program knows.
pub(super) async fn is_current(connection: &mut SqliteConnection) -> bool {
    let applied = sqlx::query_scalar::<_, i64>("SELECT max(version) FROM _sqlx_migrations WHERE success");
    applied.fetch_one(connection).await.is_ok_and(|applied| applied == known_schema())
}

async fn migrate(connection: &mut SqliteConnection) -> Result<(), OpenError> {
    MIGRATIONS.run(connection).await.map_err(|error| {
        if let MigrateError::VersionMissing(found) = error {
            return OpenError::NewerSchema { found, known: known_schema() };
        }
        OpenError::Schema(error)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sqlite_that_can_corrupt_the_file_is_refused() {
        for (version, safe) in [("3.51.3", true), ("3.52.0", true), ("4.0.0", true), ("3.51.2", false)] {
            assert_eq!(is_safe(version), safe, "{version}");
        }
        assert!(!is_safe("3.40.1") && !is_safe("") && !is_safe("3.x.1"));
        let error = OpenError::OldSqlite { found: "3.40.1".into() };
        assert_eq!(error.to_string(), "SQLite 3.40.1 is too old: 3.51.3 is the oldest that is safe");
    }
}
