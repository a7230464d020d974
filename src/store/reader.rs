//! The reader: serves look-ups from a few read-only connections, beside the writer.

use std::sync::Arc;

use sqlx::sqlite::{SqliteConnection, SqlitePool};
use tokio::sync::{Semaphore, mpsc, watch};
use tokio::task::JoinHandle;

use crate::store::StoreError;
use crate::store::handle::{Read, Reply};
use crate::store::sqlite::{Database, Lock, READERS};
use crate::store::{bots, competitions, finished, names, statements};

/// Starts the task. It ends when the store does, once what waits is answered.
pub(super) fn start(
    database: &Database,
    requests: mpsc::Receiver<Read>,
    closing: watch::Receiver<bool>,
) -> JoinHandle<()> {
    tokio::spawn(run(database.readers.clone(), Arc::clone(&database.lock), requests, closing))
}

async fn run(
    pool: SqlitePool,
    lock: Arc<Lock>,
    mut requests: mpsc::Receiver<Read>,
    mut closing: watch::Receiver<bool>,
) {
    let free = Arc::new(Semaphore::new(READERS as usize));
    let mut is_closed = false;
    loop {
        let read = tokio::select! {
            read = requests.recv() => read,
            _ = closing.wait_for(|closing| *closing), if !is_closed => {
                requests.close();
                is_closed = true;
                continue;
            }
        };
        let Some(read) = read else { break };
        // The semaphore is never closed.
        let Ok(permit) = Arc::clone(&free).acquire_owned().await else { break };
        let pool = pool.clone();
        tokio::spawn(async move {
            serve(&pool, read).await;
            drop(permit);
        });
    }
    // Closing waits for the connections that are out.
    pool.close().await;
    drop(lock);
}

async fn serve(pool: &SqlitePool, read: Read) {
    match read {
        Read::AwakeRooms { reply } => answer(pool, reply, statements::awake_rooms).await,
        Read::OpenTablesOf { person, reply } => {
            answer(pool, reply, async |connection| statements::open_tables_of(connection, person).await)
                .await;
        }
        Read::NameOf { person, reply } => {
            answer(pool, reply, async |connection| names::of(connection, person).await).await;
        }
        Read::BotOf { digest, reply } => {
            answer(pool, reply, async |connection| bots::owner(connection, &digest).await).await;
        }
        Read::GoodTokens { reply } => answer(pool, reply, bots::digests).await,
        Read::FindGames { search, reply } => {
            answer(pool, reply, async |connection| finished::find(connection, &search).await).await;
        }
        Read::Competition { competition, reply } => {
            answer(pool, reply, async |connection| competitions::records(connection, competition).await)
                .await;
        }
        Read::Competitions { open_alone, reply } => {
            answer(pool, reply, async |connection| competitions::list(connection, open_alone).await).await;
        }
        Read::OpenCompetitionsOf { person, reply } => {
            answer(pool, reply, async |connection| competitions::open_of(connection, person).await).await;
        }
        Read::RecordsOf { room, reply } => {
            answer(pool, reply, async |connection| statements::records(connection, room).await).await;
        }
    }
}

async fn answer<T>(
    pool: &SqlitePool,
    reply: Reply<T>,
    look: impl AsyncFnOnce(&mut SqliteConnection) -> Result<T, StoreError>,
) {
    let found = match pool.acquire().await {
        Ok(mut connection) => look(&mut connection).await,
        Err(error) => Err(StoreError::Damaged(error.to_string())),
    };
    // A caller that has gone needs no answer.
    let _ = reply.send(found);
}
