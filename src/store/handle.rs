//! The handle, and the requests it sends.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use tokio::sync::{mpsc, oneshot, watch};

use crate::competition;
use crate::journal::{CompetitionId, Name, Person, PersonId, Recorded, RoomId};
use crate::store::sqlite::{self, OpenError, Settings};
use crate::store::writer::{self, Writer};
use crate::store::{Append, Claimed, Competed, FoundGame, Listed, Search, StoreError, reader};

/// A handle of the store. Cheap to clone; the store ends with the last of them, or when it is closed.
#[derive(Clone, Debug)]
pub struct Store {
    lanes: Lanes,
}

/// Reads have a queue of their own, so that no reader holds up an append.
#[derive(Clone, Debug)]
enum Lanes {
    Open {
        writes: mpsc::Sender<Write>,
        reads: mpsc::Sender<Read>,
        closing: Arc<watch::Sender<bool>>,
        is_up: watch::Receiver<bool>,
        committing: Arc<AtomicUsize>,
    },
    Detached(mpsc::Sender<Request>),
}

/// Everything that a store can be asked.
#[derive(Debug)]
pub enum Request {
    /// Something to be made durable.
    Write(Write),
    /// Something to be looked up.
    Read(Read),
}

/// What is to be made durable. Who drops the reply of one of these leaves its caller with [`StoreError::Unknown`].
#[derive(Debug)]
pub enum Write {
    /// See [`Store::append`].
    Append {
        /// What to append, all or nothing.
        appends: Vec<Append>,
        /// Where the answer goes.
        reply: Reply<()>,
    },
    /// See [`Store::claim`].
    Claim {
        /// Which room.
        room: RoomId,
        /// Where the answer goes.
        reply: Reply<Option<Claimed>>,
    },
    /// See [`Store::compete`].
    Compete {
        /// What to write, all or nothing.
        competed: Box<Competed>,
        /// Where the answer goes.
        reply: Reply<()>,
    },
    /// See [`Store::set_name`].
    SetName {
        /// Who.
        person: PersonId,
        /// What they are called.
        name: Name,
        /// Where the answer goes.
        reply: Reply<()>,
    },
}

/// What is to be looked up. Who drops the reply of one of these leaves its caller with [`StoreError::Closed`].
#[derive(Debug)]
pub enum Read {
    /// See [`Store::awake_rooms`].
    AwakeRooms {
        /// Where the answer goes.
        reply: Reply<Vec<RoomId>>,
    },
    /// See [`Store::open_tables_of`].
    OpenTablesOf {
        /// Whose.
        person: PersonId,
        /// Where the answer goes.
        reply: Reply<u32>,
    },
    /// See [`Store::name_of`].
    NameOf {
        /// Whose.
        person: PersonId,
        /// Where the answer goes.
        reply: Reply<Option<Name>>,
    },
    /// See [`Store::bot_of`].
    BotOf {
        /// What its token hashes to.
        digest: String,
        /// Where the answer goes.
        reply: Reply<Option<Person>>,
    },
    /// See [`Store::good_tokens`].
    GoodTokens {
        /// Where the answer goes.
        reply: Reply<Vec<String>>,
    },
    /// See [`Store::find_games`].
    FindGames {
        /// Which.
        search: Box<Search>,
        /// Where the answer goes.
        reply: Reply<Vec<FoundGame>>,
    },
    /// See [`Store::competition`].
    Competition {
        /// Which.
        competition: CompetitionId,
        /// Where the answer goes.
        reply: Reply<Option<Vec<competition::Recorded>>>,
    },
    /// See [`Store::competitions`].
    Competitions {
        /// Only those that go on.
        open_alone: bool,
        /// Where the answer goes.
        reply: Reply<Vec<Listed>>,
    },
    /// See [`Store::open_competitions_of`].
    OpenCompetitionsOf {
        /// Whose.
        person: PersonId,
        /// Where the answer goes.
        reply: Reply<u32>,
    },
    /// See [`Store::records_of`].
    RecordsOf {
        /// Which room's.
        room: RoomId,
        /// Where the answer goes.
        reply: Reply<Option<Vec<Recorded>>>,
    },
}

/// How much the store has to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Load {
    /// Requests that wait to be written.
    pub writes: usize,
    /// Requests of the transaction under way.
    pub committing: usize,
    /// Requests that wait to be read.
    pub reads: usize,
    /// Whether it can write: no commit failed, or one has succeeded since.
    pub is_up: bool,
}

/// Where the answer to a request goes.
pub type Reply<T> = oneshot::Sender<Result<T, StoreError>>;

impl Store {
    /// Opens the database, creating it if there is none, and starts the tasks behind the handle.
    ///
    /// # Errors
    /// [`OpenError`] says what is wrong with the file, its directory or this program.
    pub async fn open(settings: &Settings) -> Result<(Self, Writer), OpenError> {
        let database = sqlite::Database::open(settings).await?;
        let (writes, to_write) = mpsc::channel(settings.queue.max(1));
        let (reads, to_read) = mpsc::channel(settings.queue.max(1));
        let (closing, is_closing) = watch::channel(false);
        let readers = reader::start(&database, to_read, is_closing.clone());
        let (tells_up, is_up) = watch::channel(true);
        let (batch, committing) = (settings.batch.max(1), Arc::<AtomicUsize>::default());
        let progress = writer::Progress { is_up: tells_up, committing: committing.clone() };
        let writer = writer::start(database, to_write, is_closing, readers, batch, progress)?;
        let lanes = Lanes::Open { writes, reads, closing: Arc::new(closing), is_up, committing };
        Ok((Self { lanes }, writer))
    }

    /// A store with nothing behind it: the test is the other implementation. It receives every request, in the order
    /// in which they were made, and answers as it likes.
    pub fn detached(queue: usize) -> (Self, mpsc::Receiver<Request>) {
        let (requests, received) = mpsc::channel(queue.max(1));
        (Self { lanes: Lanes::Detached(requests) }, received)
    }

    /// How much waits, and whether the store can write.
    pub fn load(&self) -> Load {
        match &self.lanes {
            Lanes::Open { writes, reads, is_up, committing, .. } => Load {
                writes: waiting(writes),
                committing: committing.load(Ordering::Relaxed),
                reads: waiting(reads),
                is_up: *is_up.borrow() && !writes.is_closed(),
            },
            Lanes::Detached(requests) => {
                let is_up = !requests.is_closed();
                Load { writes: waiting(requests), committing: 0, reads: 0, is_up }
            }
        }
    }

    /// Whether the store can write, and word whenever that changes. Nobody tells of a store with nothing behind it.
    pub fn watch_up(&self) -> Option<watch::Receiver<bool>> {
        match &self.lanes {
            Lanes::Open { is_up, .. } => Some(is_up.clone()),
            Lanes::Detached(_) => None,
        }
    }

    /// Makes appends durable: all of them or none, and before this returns.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] if one of them is not by right or does not go on where its journal ends.
    /// [`StoreError::Unknown`] if they may be durable or not; claim the rooms again and see.
    pub async fn append(&self, appends: Vec<Append>) -> Result<(), StoreError> {
        if appends.is_empty() {
            return Ok(());
        }
        self.write(|reply| Write::Append { appends, reply }).await
    }

    /// Takes a room over: who held it before can no longer append. None if there is no such room.
    ///
    /// # Errors
    /// [`StoreError::Damaged`] if its journal cannot be read.
    pub async fn claim(&self, room: RoomId) -> Result<Option<Claimed>, StoreError> {
        self.write(|reply| Write::Claim { room, reply }).await
    }

    /// Makes a record of a competition durable, with the rooms that it opens: all of it or nothing.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] if the journal does not go on with it. [`StoreError::Unknown`] if it may be durable or not;
    /// read the journal again and see.
    pub async fn compete(&self, competed: Competed) -> Result<(), StoreError> {
        self.write(|reply| Write::Compete { competed: Box::new(competed), reply }).await
    }

    /// Makes durable what a person is called.
    ///
    /// # Errors
    /// [`StoreError::NameTaken`] if somebody else is called something that looks like it.
    /// [`StoreError::Unknown`] if it may be durable or not.
    pub async fn set_name(&self, person: PersonId, name: Name) -> Result<(), StoreError> {
        self.write(|reply| Write::SetName { person, name, reply }).await
    }

    /// The rooms that are not over, in no order that means anything.
    ///
    /// # Errors
    /// [`StoreError::Damaged`] if they cannot be read.
    pub async fn awake_rooms(&self) -> Result<Vec<RoomId>, StoreError> {
        self.read(|reply| Read::AwakeRooms { reply }).await
    }

    /// How many tables that still have a free seat the person has opened.
    ///
    /// # Errors
    /// [`StoreError::Damaged`] if they cannot be read.
    pub async fn open_tables_of(&self, person: PersonId) -> Result<u32, StoreError> {
        self.read(|reply| Read::OpenTablesOf { person, reply }).await
    }

    /// What a person is called, if they said.
    ///
    /// # Errors
    /// [`StoreError::Damaged`] if it cannot be read.
    pub async fn name_of(&self, person: PersonId) -> Result<Option<Name>, StoreError> {
        self.read(|reply| Read::NameOf { person, reply }).await
    }

    /// The bot whose token hashes to `digest`, if the token is good.
    ///
    /// # Errors
    /// [`StoreError::Damaged`] if it cannot be read.
    pub async fn bot_of(&self, digest: String) -> Result<Option<Person>, StoreError> {
        self.read(|reply| Read::BotOf { digest, reply }).await
    }

    /// What the tokens hash to that are good, at most [`BOTS_MAX`](crate::store::BOTS_MAX).
    ///
    /// # Errors
    /// [`StoreError::Damaged`] if they cannot be read.
    pub async fn good_tokens(&self) -> Result<Vec<String>, StoreError> {
        self.read(|reply| Read::GoodTokens { reply }).await
    }

    /// A room's journal as it stands, without taking the room over. None if there is no such room.
    ///
    /// # Errors
    /// [`StoreError::Damaged`] if it cannot be read.
    pub async fn records_of(&self, room: RoomId) -> Result<Option<Vec<Recorded>>, StoreError> {
        self.read(|reply| Read::RecordsOf { room, reply }).await
    }

    /// The journal of a competition; none if there is none of that name.
    ///
    /// # Errors
    /// [`StoreError::Damaged`] if it cannot be read.
    pub async fn competition(
        &self,
        competition: CompetitionId,
    ) -> Result<Option<Vec<competition::Recorded>>, StoreError> {
        self.read(|reply| Read::Competition { competition, reply }).await
    }

    /// At most [`LISTED_MAX`](crate::store::LISTED_MAX) competitions, those first in which something happened last.
    ///
    /// # Errors
    /// [`StoreError::Damaged`] if they cannot be read.
    pub async fn competitions(&self, open_alone: bool) -> Result<Vec<Listed>, StoreError> {
        self.read(|reply| Read::Competitions { open_alone, reply }).await
    }

    /// How many competitions that go on a person has founded.
    ///
    /// # Errors
    /// [`StoreError::Damaged`] if they cannot be read.
    pub async fn open_competitions_of(&self, person: PersonId) -> Result<u32, StoreError> {
        self.read(|reply| Read::OpenCompetitionsOf { person, reply }).await
    }

    /// Finished games, the newest first.
    ///
    /// # Errors
    /// [`StoreError::Damaged`] if they cannot be read.
    pub async fn find_games(&self, search: Search) -> Result<Vec<FoundGame>, StoreError> {
        self.read(|reply| Read::FindGames { search: Box::new(search), reply }).await
    }

    /// Takes no more requests, and ends once those that wait are answered: see [`Writer::finished`].
    pub fn close(&self) {
        match &self.lanes {
            Lanes::Open { closing, .. } => {
                closing.send_replace(true);
            }
            Lanes::Detached(_) => {}
        }
    }

    async fn write<T>(&self, write: impl FnOnce(Reply<T>) -> Write) -> Result<T, StoreError> {
        let (reply, answer) = oneshot::channel();
        let write = write(reply);
        let sent = match &self.lanes {
            Lanes::Open { writes, .. } => writes.send(write).await.is_ok(),
            Lanes::Detached(requests) => requests.send(Request::Write(write)).await.is_ok(),
        };
        if !sent {
            return Err(StoreError::Closed);
        }
        // Without an answer nobody knows how far the writer got.
        answer.await.unwrap_or(Err(StoreError::Unknown))
    }

    async fn read<T>(&self, read: impl FnOnce(Reply<T>) -> Read) -> Result<T, StoreError> {
        let (reply, answer) = oneshot::channel();
        let read = read(reply);
        let sent = match &self.lanes {
            Lanes::Open { reads, .. } => reads.send(read).await.is_ok(),
            Lanes::Detached(requests) => requests.send(Request::Read(read)).await.is_ok(),
        };
        if !sent {
            return Err(StoreError::Closed);
        }
        answer.await.unwrap_or(Err(StoreError::Closed))
    }
}

/// How much waits in a queue.
fn waiting<T>(queue: &mpsc::Sender<T>) -> usize {
    queue.max_capacity() - queue.capacity()
}
