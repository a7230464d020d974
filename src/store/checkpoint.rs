//! Copies the write-ahead log into the database beside the writer.
//!
//! SQLite by itself does it between two commits, and whoever comes next waits for all of it. Here a thread with a
//! connection of its own copies what is there each time the log has grown by [`STEP`]. The log begins anew only where
//! nothing was written after the last copy, so once it is long the writer copies the few pages that came meanwhile.
//! Whatever fails here loses nothing: a page is in the log until it is durable in the database.

use std::cell::Cell;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::JoinHandle;

use rusqlite::Connection;

use crate::store::sqlite::Reopen;
use crate::telemetry::metrics::METRICS;

/// By how many pages the log grows before it is copied, as many as SQLite waits for by itself.
const STEP: u32 = 1000;
/// How many pages the log has before it should begin anew: 16 MiB.
const LONG: u32 = 4096;

thread_local! {
    /// How many pages the log had after this thread's last commit; SQLite's hook has no place for it.
    static PAGES: Cell<u32> = const { Cell::new(0) };
}

/// Has SQLite leave the log to a [`Copier`], and note how long it is.
pub(super) fn leave_log(connection: &Connection) -> Result<(), rusqlite::Error> {
    connection.pragma_update(None, "wal_autocheckpoint", 0)?;
    connection.wal_hook(Some(|_, pages| {
        PAGES.set(u32::try_from(pages).unwrap_or(0));
        Ok(())
    }));
    Ok(())
}

/// The writer's end of the thread that copies.
pub(super) struct Copier {
    asks: SyncSender<()>,
    has_copied: Arc<AtomicBool>,
    thread: JoinHandle<()>,
    plan: Plan,
}

/// When the log is to be copied, and by whom.
struct Plan {
    /// Whether the thread was asked and has not answered.
    is_copying: bool,
    /// How many pages the log had when it was last looked at.
    pages: u32,
    /// At how many it is copied next.
    next: u32,
}

/// What is to be done after a commit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    Nothing,
    /// The thread copies what is there.
    Copy,
    /// The writer copies what came while the thread did.
    Finish,
}

impl Copier {
    /// Starts the thread, which connects when it is first asked.
    pub(super) fn start(reopen: Reopen) -> io::Result<Self> {
        let (asks, asked) = sync_channel(1);
        let has_copied = Arc::<AtomicBool>::default();
        let tells = has_copied.clone();
        let thread = std::thread::Builder::new()
            .name("checkpoint".to_owned())
            .spawn(move || copy(&reopen, &asked, &tells))?;
        Ok(Self { asks, has_copied, thread, plan: Plan::new() })
    }

    /// Sees to the log after a commit of the calling thread, on the connection that made it.
    pub(super) fn after_commit(&mut self, connection: &Connection) {
        let has_copied = self.has_copied.swap(false, Ordering::Acquire);
        match self.plan.step(PAGES.get(), has_copied) {
            Step::Nothing => {}
            // A thread that is gone is no reason to let the log grow.
            Step::Copy if self.asks.try_send(()).is_ok() => {}
            Step::Copy => {
                self.plan.is_copying = false;
                tell_failure(checkpoint(connection));
            }
            Step::Finish => tell_failure(checkpoint(connection)),
        }
    }

    /// Waits for the thread to close its connection.
    pub(super) fn end(self) {
        drop(self.asks);
        if self.thread.join().is_err() {
            tracing::error!("the thread that copies the write-ahead log did not end in order");
        }
    }
}

impl Plan {
    fn new() -> Self {
        Self { is_copying: false, pages: 0, next: STEP }
    }

    /// What is to be done when the log has so many pages, and the thread has or has not copied since the last time.
    fn step(&mut self, pages: u32, has_copied: bool) -> Step {
        if pages < self.pages {
            self.next = STEP;
        }
        self.pages = pages;
        if has_copied {
            self.is_copying = false;
            self.next = pages + STEP;
            if pages >= LONG {
                return Step::Finish;
            }
        }
        if self.is_copying || pages < self.next {
            return Step::Nothing;
        }
        self.is_copying = true;
        self.next = pages + STEP;
        Step::Copy
    }
}

/// Copies each time it is asked, until nobody can ask any more.
fn copy(reopen: &Reopen, asked: &Receiver<()>, tells: &AtomicBool) {
    let mut kept = None;
    while asked.recv().is_ok() {
        let connection = kept.take().map_or_else(|| reopen.connect(), Ok);
        let copied = connection.and_then(|connection| {
            checkpoint(&connection)?;
            kept = Some(connection);
            Ok(())
        });
        tell_failure(copied);
        tells.store(true, Ordering::Release);
    }
}

/// Copies as much as nobody still reads from the log, and waits for nobody.
fn checkpoint(connection: &Connection) -> Result<(), rusqlite::Error> {
    connection.query_row("PRAGMA wal_checkpoint(PASSIVE)", [], |_| Ok(()))
}

fn tell_failure(copied: Result<(), rusqlite::Error>) {
    if let Err(error) = copied {
        METRICS.failed_checkpoints.inc();
        tracing::warn!(%error, "the write-ahead log was not copied into the database");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_log_is_copied_each_time_it_has_grown_and_begins_anew_when_it_is_long() {
        let mut plan = Plan::new();
        assert_eq!(plan.step(STEP - 1, false), Step::Nothing);
        assert_eq!(plan.step(STEP, false), Step::Copy);
        assert_eq!(plan.step(STEP + 1, false), Step::Nothing, "one is enough");
        assert_eq!(plan.step(STEP + 20, true), Step::Nothing);
        assert_eq!(plan.step(2 * STEP + 19, false), Step::Nothing);
        assert_eq!(plan.step(2 * STEP + 20, false), Step::Copy);
        assert_eq!(plan.step(LONG + 10, false), Step::Nothing, "the thread is slow");
        assert_eq!(plan.step(LONG + 20, true), Step::Finish);
        assert_eq!(plan.step(3, false), Step::Nothing);
        assert_eq!(plan.step(STEP + 2, false), Step::Copy, "from the beginning");
    }

    #[test]
    fn a_log_that_somebody_reads_is_tried_again_after_a_while() {
        let mut plan = Plan::new();
        assert_eq!(plan.step(LONG, false), Step::Copy);
        assert_eq!(plan.step(LONG + 1, true), Step::Finish);
        assert_eq!(plan.step(LONG + 2, false), Step::Nothing);
        assert_eq!(plan.step(LONG + 1 + STEP, false), Step::Copy);
        assert_eq!(plan.step(LONG + 3 + STEP, true), Step::Finish);
    }

    #[test]
    fn a_log_is_bounded_whatever_is_written() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("db");
        Connection::open(&path)
            .unwrap()
            .execute_batch("PRAGMA journal_mode = WAL; CREATE TABLE t (n INTEGER PRIMARY KEY, b BLOB)")
            .unwrap();
        let connection = Reopen::new(path.clone()).connect().unwrap();
        // Only the length of the log is looked at.
        connection.pragma_update(None, "synchronous", "OFF").unwrap();
        let mut copier = Copier::start(Reopen::new(path.clone())).unwrap();
        let mut begun_anew = 0;
        let mut longest = 0;
        for n in 0..30_000 {
            let before = PAGES.get();
            connection.execute("INSERT INTO t VALUES (?1, zeroblob(3000))", [n]).unwrap();
            begun_anew += u32::from(PAGES.get() < before);
            longest = longest.max(PAGES.get());
            copier.after_commit(&connection);
        }
        copier.end();
        assert!(begun_anew > 0, "{longest} pages");
        let kept: u32 = connection.query_row("SELECT count(*) FROM t", [], |row| row.get(0)).unwrap();
        assert_eq!(kept, 30_000);
        connection.close().unwrap();
        assert!(!directory.path().join("db-wal").exists(), "whoever is the last copies all of it");
    }
}
