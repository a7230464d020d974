//! The writer: the one thread that commits. What waits is committed together, and answered once it is durable.
//!
//! It calls SQLite itself, so that a commit of a thousand records is a thousand calls and not a thousand questions to
//! another thread.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use rusqlite::Connection;
use tokio::runtime::Handle;
use tokio::sync::{mpsc, oneshot, watch};
use tokio::task::JoinHandle;

use crate::failpoint::failpoint;
use crate::store::checkpoint::Copier;
use crate::store::handle::{Reply, Write};
use crate::store::sqlite::{Database, OpenError, Reopen};
use crate::store::statements::{self, Settled};
use crate::store::{StoreError, names};
use crate::telemetry::metrics::METRICS;
use crate::timekeeper::Arrival;

/// How long to wait before the disk is tried again, at first and at most.
const BACKOFF: (Duration, Duration) = (Duration::from_millis(50), Duration::from_secs(2));
/// How long all must have gone well before the next failure counts as the first one.
const WELL_AFTER: Duration = Duration::from_secs(10);

/// The end of the store's tasks.
#[derive(Debug)]
pub struct Writer {
    ended: oneshot::Receiver<()>,
}

impl Writer {
    /// Returns when everything that was asked is answered, the file is closed, and its lock given up. That is after
    /// the last [`Store`](crate::store::Store) is dropped or one of them is closed.
    pub async fn finished(self) {
        if self.ended.await.is_err() {
            tracing::error!("the store's writer did not end in order");
        }
    }
}

/// Starts the thread, which lets the readers end before itself.
pub(super) fn start(
    database: Database,
    requests: mpsc::Receiver<Write>,
    closing: watch::Receiver<bool>,
    readers: JoinHandle<()>,
    batch: usize,
    progress: Progress,
) -> Result<Writer, OpenError> {
    let Database { connection, readers: _, reopen, lock } = database;
    let (ends, ended) = oneshot::channel();
    let path = reopen.path().to_owned();
    let at = |error| OpenError::File { path: path.clone(), error };
    let mut copier = Copier::start(reopen.clone()).map_err(at)?;
    let work = async move {
        let trouble = Trouble { pause: BACKOFF.0, ended: None };
        let task = Task { requests, closing, reopen, batch, progress, trouble };
        let connection = task.run(connection, &mut copier).await;
        if let Err(error) = readers.await {
            tracing::error!(%error, "the store's reader did not end in order");
        }
        copier.end();
        if let Some(connection) = connection
            && let Err((_, error)) = connection.close()
        {
            tracing::error!(%error, "the database was not closed in order; it recovers when it is opened");
        }
        drop(lock);
        // Nobody may wait for the end.
        let _ = ends.send(());
    };
    let runtime = Handle::current();
    std::thread::Builder::new().name("store".to_owned()).spawn(move || runtime.block_on(work)).map_err(at)?;
    Ok(Writer { ended })
}

struct Task {
    requests: mpsc::Receiver<Write>,
    closing: watch::Receiver<bool>,
    reopen: Reopen,
    batch: usize,
    progress: Progress,
    trouble: Trouble,
}

/// What others are shown of the writer.
pub(super) struct Progress {
    /// Whether the disk takes what is written.
    pub(super) is_up: watch::Sender<bool>,
    /// Requests of the transaction under way.
    pub(super) committing: Arc<AtomicUsize>,
}

/// How the disk has been lately.
struct Trouble {
    /// How long to wait before it is tried again.
    pause: Duration,
    /// When it took something again.
    ended: Option<Arrival>,
}

/// Tells one caller what came of its request, once it is known whether the batch is durable.
type Answer = Box<dyn FnOnce(Durable) + Send>;

/// Whether a batch is durable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Durable {
    Yes,
    Unknown,
}

impl Task {
    /// Commits until the store ends; returns the connection if there still is one.
    async fn run(mut self, mut connection: Connection, copier: &mut Copier) -> Option<Connection> {
        let mut waiting = Vec::with_capacity(self.batch);
        while self.next(&mut waiting).await {
            self.gather(&mut waiting);
            let mut answers = Vec::with_capacity(waiting.len());
            self.progress.committing.store(waiting.len(), Ordering::Relaxed);
            METRICS.batch.observe(f64::from(u32::try_from(waiting.len()).unwrap_or(u32::MAX)));
            let records: usize = waiting.iter().map(Write::records).sum();
            let begun = Arrival::now();
            let committed = commit(&mut connection, waiting.drain(..), &mut answers);
            METRICS.commit.observe(Arrival::now().since(begun).as_secs_f64());
            self.progress.committing.store(0, Ordering::Relaxed);
            let durable = if committed.is_ok() { Durable::Yes } else { Durable::Unknown };
            let calls = answers.len();
            for answer in answers {
                answer(durable);
            }
            if committed.is_ok() {
                METRICS.records.inc_by(u64::try_from(records).unwrap_or(u64::MAX));
                copier.after_commit(&connection);
            }
            if let Err(error) = committed {
                METRICS.failed_commits.inc();
                self.progress.is_up.send_replace(false);
                tracing::error!(%error, calls, "a commit failed; whether it is durable is unknown");
                // Whatever this connection believes about the file is not to be trusted.
                drop(connection);
                connection = self.reconnect().await?;
                self.progress.is_up.send_replace(true);
            }
        }
        Some(connection)
    }

    /// Waits for requests and takes all that are there, up to a batch. False when no more will come.
    async fn next(&mut self, waiting: &mut Vec<Write>) -> bool {
        if !self.requests.is_closed() {
            tokio::select! {
                biased;
                taken = self.requests.recv_many(waiting, self.batch) => return taken > 0,
                _ = self.closing.wait_for(|closing| *closing) => self.requests.close(),
            }
        }
        self.requests.recv_many(waiting, self.batch).await > 0
    }

    /// Takes what others were about to ask for when the first did, up to a batch: what comes together is kept together. Where
    /// no core is busy this takes no time.
    fn gather(&mut self, waiting: &mut Vec<Write>) {
        std::thread::yield_now();
        while waiting.len() < self.batch
            && let Ok(write) = self.requests.try_recv()
        {
            waiting.push(write);
        }
    }

    /// Makes a new connection that the disk lets write, however long it takes. What is asked for meanwhile waits. None if
    /// the store is closed first; what waits is told so.
    async fn reconnect(&mut self) -> Option<Connection> {
        self.trouble.begins(Arrival::now());
        loop {
            tokio::select! {
                () = tokio::time::sleep(self.trouble.pause) => self.trouble.lasts(),
                _ = self.closing.wait_for(|closing| *closing) => break,
            }
            match self.reopen.connect_and_write() {
                Ok(connection) => {
                    tracing::info!("the database can be written again");
                    self.trouble.ended = Some(Arrival::now());
                    return Some(connection);
                }
                Err(error) => tracing::error!(%error, "the database cannot be written yet"),
            }
        }
        self.requests.close();
        while let Some(write) = self.requests.recv().await {
            write.refuse();
        }
        None
    }
}

impl Trouble {
    /// A disk that is almost full takes a little now and then: what fails again soon is tried later and later.
    fn begins(&mut self, now: Arrival) {
        if self.ended.is_none_or(|ended| now.since(ended) > WELL_AFTER) {
            self.pause = BACKOFF.0;
        }
    }

    fn lasts(&mut self) {
        self.pause = (self.pause * 2).min(BACKOFF.1);
    }
}

/// Applies requests in one transaction and commits it. There is an answer for each of them, whatever becomes of it.
fn commit(
    connection: &mut Connection,
    writes: impl Iterator<Item = Write>,
    answers: &mut Vec<Answer>,
) -> Result<(), rusqlite::Error> {
    let mut writes = writes.fuse();
    let committed = apply(connection, &mut writes, answers);
    answers.extend(writes.map(Write::left_out));
    committed
}

fn apply(
    connection: &mut Connection,
    writes: &mut impl Iterator<Item = Write>,
    answers: &mut Vec<Answer>,
) -> Result<(), rusqlite::Error> {
    let mut transaction = statements::begin(connection)?;
    for write in writes {
        match write {
            Write::Append { appends, reply } => {
                settle(answers, reply, statements::append(&mut transaction, &appends))?;
            }
            Write::Compete { competed, reply } => {
                settle(answers, reply, statements::compete(&mut transaction, &competed))?;
            }
            Write::Claim { room, reply } => {
                settle(answers, reply, statements::claim(&transaction, room))?;
            }
            Write::SetName { person, name, reply } => {
                settle(answers, reply, names::set(&transaction, person, &name))?;
            }
        }
    }
    failpoint!("store-before-commit");
    transaction.commit()?;
    failpoint!("store-after-commit");
    Ok(())
}

/// Keeps the caller's answer until the commit is known. An error in the transaction is the end of it.
fn settle<T: Send + 'static>(
    answers: &mut Vec<Answer>,
    reply: Reply<T>,
    settled: Settled<T>,
) -> Result<(), rusqlite::Error> {
    let (result, error) = match settled {
        Ok(result) => (result, None),
        Err(error) => (Err(StoreError::Unknown), Some(error)),
    };
    answers.push(Box::new(move |durable| {
        // A caller that has gone needs no answer.
        let _ = reply.send(match durable {
            Durable::Yes => result,
            Durable::Unknown => Err(StoreError::Unknown),
        });
    }));
    error.map_or(Ok(()), Err)
}

impl Write {
    /// How many records it has.
    fn records(&self) -> usize {
        match self {
            Self::Append { appends, .. } => appends.iter().map(|append| append.records.len()).sum(),
            Self::Compete { competed, .. } => 1 + competed.rooms.len(),
            Self::Claim { .. } | Self::SetName { .. } => 0,
        }
    }

    /// The answer to a request that its transaction did not get to.
    fn left_out(self) -> Answer {
        Box::new(move |_| self.fail(|| StoreError::Unknown))
    }

    /// Answers a request of which nothing was written.
    fn refuse(self) {
        self.fail(|| StoreError::Closed);
    }

    fn fail(self, error: impl FnOnce() -> StoreError) {
        // A caller that has gone needs no answer.
        match self {
            Self::Append { reply, .. } | Self::Compete { reply, .. } | Self::SetName { reply, .. } => {
                drop(reply.send(Err(error())));
            }
            Self::Claim { reply, .. } => drop(reply.send(Err(error()))),
        }
    }
}

#[cfg(test)]
mod tests {
    use tokio::sync::oneshot;

    use super::*;
    use crate::game::moment::Moment;
    use crate::journal::{Event, PersonId, Recorded, RoomId, Visibility};
    use crate::store::{Append, Phase, Right, Settings};

    fn found(number: u8) -> Append {
        let opener = PersonId::from_entropy([0; 16]);
        // Of what the record says the store knows nothing; that it is long is the point of it.
        let event = Event::RematchMade { room: RoomId::from_entropy([0; 12]) };
        let record = Recorded { seq: 0, at: Moment::ZERO, cause: None, events: vec![event; 2000] };
        Append {
            room: RoomId::from_entropy([number; 12]),
            right: Right::Found { opener, visibility: Visibility::Public },
            records: vec![record],
            phase: Phase::Open,
            finished: None,
        }
    }

    #[tokio::test]
    async fn on_a_full_disk_nothing_is_acknowledged_and_what_comes_after_it_is_served() {
        let directory = tempfile::tempdir().unwrap();
        let database = Database::open(&Settings::new(directory.path().join("db"))).await.unwrap();
        // The disk of this connection is full; the next connection's is not.
        database.connection.pragma_update(None, "max_page_count", 1).unwrap();
        let (requests, to_write) = mpsc::channel(8);
        let (closing, is_closing) = watch::channel(false);

        let mut answers = Vec::new();
        for number in [1, 2, 3, 1] {
            let (reply, answer) = oneshot::channel();
            let appends = vec![found(number)];
            requests.send(Write::Append { appends, reply }).await.unwrap();
            answers.push(answer);
        }
        // All wait before the writer looks, so that it takes two by two.
        let progress = Progress { is_up: watch::Sender::new(true), committing: Arc::default() };
        let writer = start(database, to_write, is_closing, tokio::spawn(async {}), 2, progress).unwrap();
        let mut said = Vec::new();
        for answer in answers {
            said.push(answer.await.unwrap());
        }
        assert!(matches!(said[..], [Err(StoreError::Unknown), Err(StoreError::Unknown), Ok(()), Ok(())]));
        closing.send_replace(true);
        writer.finished().await;
    }
}
