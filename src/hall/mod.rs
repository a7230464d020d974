//! Where competitions are held: one task keeps what they decide, opens the rooms of a round, says there who sits and who
//! rules, and collects what came of the games.
//!
//! A competition's journal is the competition; what the task holds is a cache of it, and so is what it knows of rooms: their
//! journals are asked whenever a competition is read from its own, and whenever a room says that it has something new. So a
//! result is never lost, whoever was or was not there when it came.

mod collect;
mod keys;
mod task;

pub use collect::{Live, RULINGS_MAX, Ruled};
pub use keys::{OfficeKey, words};

use std::collections::BTreeMap;
use std::sync::Arc;

use tokio::sync::{mpsc, oneshot};
use tokio_util::sync::CancellationToken;

use crate::competition::{Command, Competition, Office, Place, Refusal, Settings};
use crate::game::seat::Seat;
use crate::hall::task::{Asked, HallTask};
use crate::hub::{CreateError, Hub, mac};
use crate::journal::{CommandId, CompetitionId, Person, Remark, RoomId, WallTime};
use crate::store::{Listed, Store, StoreError};

/// For what the server's key is derived that competitions are named with.
pub const KEY_PURPOSE: &str = "competitions";

/// How many competitions that go on a person may have founded.
pub const OPEN_MAX: u32 = 10;
/// How many competitions are held in memory.
pub const HELD_MAX: usize = 64;
/// How many requests wait before whoever makes the next one waits too.
const REQUESTS_BOUND: usize = 256;

/// Reaches the task that holds competitions. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Hall {
    requests: mpsc::Sender<Asked>,
    store: Store,
    key: [u8; 32],
}

/// A competition as it stands.
#[derive(Clone, Debug)]
pub struct Held {
    /// What was decided.
    pub competition: Arc<Competition>,
    /// How many records there are.
    pub next: u32,
    /// How far the rooms are in which its games are played.
    pub live: Arc<BTreeMap<RoomId, Live>>,
}

/// What a person asks for, with a name for it, so that a repeat gets the same answer.
#[derive(Clone, Debug)]
pub struct Wanted {
    /// Who.
    pub by: Person,
    /// What the client calls it.
    pub id: CommandId,
    /// What.
    pub order: Order,
}

/// What is asked for. What only the hall knows is not in it: names of rooms, what a journal says of a ruling.
#[derive(Clone, Debug)]
pub enum Order {
    /// Something that is decided as it is.
    Command(Command),
    /// Publish the next round.
    Publish {
        /// The session it belongs to.
        session: Option<crate::competition::Title>,
        /// When its games begin.
        start_at: Option<WallTime>,
        /// Who meets whom.
        pairings: Vec<Meets>,
    },
    /// Overturn what was ruled in a room.
    Overturn {
        /// The board.
        place: Place,
        /// The room.
        room: RoomId,
        /// The record of its journal.
        seq: u32,
        /// Why.
        reason: Remark,
    },
}

/// Two who are to meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Meets {
    /// Their numbers.
    pub entrants: crate::game::seat::PerSeat<u16>,
    /// Who has the first move, if the chief says so.
    pub first: Option<Seat>,
    /// Whether the lot says so.
    pub by_lot: bool,
}

/// Why nothing was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HallError {
    /// There is no such competition.
    #[error("there is no such competition")]
    Unknown,
    /// The key is not the one of that office.
    #[error("this link is none of this competition; ask for it again")]
    BadKey,
    /// The person has founded as many as one may.
    #[error("you have {OPEN_MAX} competitions that go on; end one of them first")]
    TooMany,
    /// The competition does not take it.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The games would begin too late, or have begun.
    #[error("the games of a round begin in the next 30 days")]
    StartTime,
    /// The store does not keep or find anything at the moment.
    #[error("the server cannot do that at the moment; try again")]
    Unavailable,
}

impl From<StoreError> for HallError {
    fn from(error: StoreError) -> Self {
        tracing::warn!(%error, "a competition could not be kept or read");
        Self::Unavailable
    }
}

impl From<CreateError> for HallError {
    fn from(error: CreateError) -> Self {
        match error {
            CreateError::StartTime => Self::StartTime,
            CreateError::TooManyTables | CreateError::Unavailable => Self::Unavailable,
        }
    }
}

impl Hall {
    /// Opens the hall: competitions that go on are read, and the rooms of each are told who rules there, before this
    /// returns. It is held until `stop`.
    pub async fn open(store: Store, hub: Hub, key: [u8; 32], stop: CancellationToken) -> Self {
        let (requests, asked) = mpsc::channel(REQUESTS_BOUND);
        let mut task = HallTask::new(store.clone(), hub, stop);
        task.begin().await;
        tokio::spawn(task.run(asked));
        Self { requests, store, key }
    }

    /// Founds a competition. A repeat of the same command by the same person names the same one.
    ///
    /// # Errors
    /// [`HallError`] says why it was not founded.
    pub async fn found(
        &self,
        by: Person,
        id: CommandId,
        settings: Settings,
    ) -> Result<CompetitionId, HallError> {
        let parts =
            [b"create".as_slice(), by.id.to_string().as_bytes(), id.as_str().as_bytes()].map(<[u8]>::to_vec);
        let digest = mac(&self.key, &parts.each_ref().map(Vec::as_slice));
        let competition = CompetitionId::from_entropy(std::array::from_fn(|index| digest[index]));
        let settings = Box::new(settings);
        self.ask(|reply| Asked::Found { competition, by, id, settings, reply }).await?;
        Ok(competition)
    }

    /// Has something done in a competition; gives how many records there are then.
    ///
    /// # Errors
    /// [`HallError`] says why it was not done.
    pub async fn act(&self, competition: CompetitionId, wanted: Wanted) -> Result<u32, HallError> {
        self.ask(|reply| Asked::Act { competition, wanted: Box::new(wanted), reply }).await
    }

    /// Lets a person take an office by the key of its link.
    ///
    /// # Errors
    /// [`HallError`] says why not.
    pub async fn take(
        &self,
        competition: CompetitionId,
        office: Office,
        key: &str,
        wanted: (Person, CommandId),
    ) -> Result<u32, HallError> {
        if !self.key_of(competition, office).is(key) {
            return Err(HallError::BadKey);
        }
        let (by, id) = wanted;
        self.act(competition, Wanted { by, id, order: Order::Command(Command::Take(office)) }).await
    }

    /// A competition as it stands.
    ///
    /// # Errors
    /// [`HallError`] says why it is not told.
    pub async fn look(&self, competition: CompetitionId) -> Result<Held, HallError> {
        self.ask(|reply| Asked::Look { competition, reply }).await
    }

    /// The competitions in which something happened last.
    ///
    /// # Errors
    /// [`HallError::Unavailable`] if they cannot be read.
    pub async fn list(&self) -> Result<Vec<Listed>, HallError> {
        Ok(self.store.competitions(false).await?)
    }

    /// The key of an office.
    pub fn key_of(&self, competition: CompetitionId, office: Office) -> OfficeKey {
        OfficeKey::of(&self.key, competition, office)
    }

    async fn ask<T>(
        &self,
        asked: impl FnOnce(oneshot::Sender<Result<T, HallError>>) -> Asked,
    ) -> Result<T, HallError> {
        let (reply, answer) = oneshot::channel();
        self.requests.send(asked(reply)).await.map_err(|_| HallError::Unavailable)?;
        answer.await.unwrap_or(Err(HallError::Unavailable))
    }
}
