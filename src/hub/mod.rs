//! The table of rooms that are awake. It hands out handles and never waits for a room.
//!
//! A room reads its own journal, in its own task, while joins queue in its inbox. The hub notices only that a handle is
//! closed, and opens the room again: the one way to recover from whatever ended the task.

mod again;
mod keys;

pub use keys::ArbiterKey;
pub(crate) use keys::mac;

use std::sync::Arc;
use std::time::Duration;

use dashmap::DashMap;
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tracing::warn;

use crate::game::moment::Span;
use crate::game::ruleset::{LagRule, RuleSet, StartRule};
use crate::hub::again::Again;
use crate::journal::{
    Arbitration, BoardLabel, Bout, Colours, CommandId, Lot, Opened, Person, PersonId, Phase, RoomId, Series,
    Visibility, WallTime,
};
use crate::room::message::Appointments;
use crate::room::{self, Ended, Reports, RoomHandle, Summary};
use crate::store::{Append, Right, Store, StoreError};
use crate::telemetry::metrics::METRICS;
use crate::timekeeper::{Arrival, ServerClock, Stalls, reach, wall_time};

/// For what the server's key is derived that rooms are named with.
pub const KEY_PURPOSE: &str = "rooms";

/// How many rooms founded by other rooms wait to be woken.
const FOUNDED_BOUND: usize = 256;

/// Opens rooms and finds them. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Hub {
    shared: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    awake: DashMap<RoomId, RoomHandle>,
    again: Again,
    context: room::Context,
    tasks: TaskTracker,
    settings: Settings,
}

/// What the hub goes by.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Names rooms so that they cannot be guessed, and so that a repeated command names the same room.
    pub key: [u8; 32],
    /// How long a room stands still after an interruption, unless its players are back earlier.
    pub resume_within: Duration,
    /// How long a room without followers and deadlines is kept in memory.
    pub idle_after: Duration,
    /// How many tables one person may have open.
    pub open_tables_max: u32,
    /// Whether network delay is given back at all.
    pub lag_credit: bool,
    /// When the process was held up.
    pub stalls: Stalls,
}

/// How full everything is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Load {
    /// Rooms that are awake.
    pub rooms: usize,
    /// Inputs that wait for all rooms together.
    pub inputs: usize,
    /// Summaries that wait for the lobby.
    pub summaries: usize,
    /// Founded rooms that wait to be woken.
    pub founded: usize,
}

/// What is to be opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Order {
    /// What is played.
    pub rules: RuleSet,
    /// How colours are settled.
    pub colours: Colours,
    /// Who is told of the room.
    pub visibility: Visibility,
    /// How long the match lasts that it begins; none for a single game.
    pub series: Option<Series>,
    /// When a scheduled game begins, by the calendar; none if its rules count from the opening of the room.
    pub start_at: Option<WallTime>,
    /// Whether arbiters are expected.
    pub arbitration: Arbitration,
    /// The label of the board.
    pub board: Option<BoardLabel>,
}

/// Why no room was opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CreateError {
    /// The person has as many tables open as one may.
    #[error("you have as many open tables as one may; close one or wait until it is joined")]
    TooManyTables,
    /// A scheduled game would begin too late, or has begun.
    #[error("a scheduled game begins in the next 30 days")]
    StartTime,
    /// The store does not keep anything at the moment.
    #[error("the server cannot keep a new table at the moment; try again")]
    Unavailable,
}

impl Hub {
    /// A hub whose rooms are kept in `store` and reported to `summaries`.
    pub fn new(
        store: Store,
        clock: ServerClock,
        summaries: mpsc::Sender<Summary>,
        settings: Settings,
    ) -> Self {
        let (founded, founded_rooms) = mpsc::channel(FOUNDED_BOUND);
        let context = room::Context {
            store,
            clock,
            stalls: settings.stalls.clone(),
            summaries,
            reports: Reports::default(),
            founded,
            stop: CancellationToken::new(),
            resume_within: settings.resume_within,
            idle_after: settings.idle_after,
        };
        let (awake, again, tasks) = (DashMap::new(), Again::default(), TaskTracker::new());
        let inner = Inner { awake, again, context, tasks, settings };
        let hub = Self { shared: Arc::new(inner) };
        tokio::spawn(hub.clone().wake_founded(founded_rooms));
        tokio::spawn(hub.clone().write_stalls_down());
        hub
    }

    /// The way to a room, which is opened if it is not awake. Whether it exists, the room itself says.
    pub fn room(&self, id: RoomId) -> RoomHandle {
        let inner = &*self.shared;
        if let Some(handle) = inner.awake.get(&id)
            && !handle.is_closed()
        {
            return handle.clone();
        }
        let mut entry = inner.awake.entry(id).or_insert_with(|| self.spawn(id));
        if entry.is_closed() {
            *entry = self.spawn(id);
        }
        entry.clone()
    }

    /// Opens a room. A repeat of the same command by the same person names the same room.
    ///
    /// # Errors
    /// [`CreateError`] says why it was not opened.
    pub async fn create(
        &self,
        opener: Person,
        command: &CommandId,
        order: Order,
    ) -> Result<RoomId, CreateError> {
        let inner = &*self.shared;
        let room = self.derive(&[b"create", opener.id.to_string().as_bytes(), command.as_str().as_bytes()]);
        let open = inner.context.store.open_tables_of(opener.id).await.map_err(unavailable)?;
        if open >= inner.settings.open_tables_max {
            let is_repeat = inner.context.store.records_of(room).await.map_err(unavailable)?.is_some();
            return if is_repeat { Ok(room) } else { Err(CreateError::TooManyTables) };
        }
        let right = Right::Found { opener: opener.id, visibility: order.visibility };
        let first = match self.opened(order) {
            Ok(opened) => room::founding(opened, opener),
            // The time of a game that a repeat asks for may have come meanwhile.
            Err(error) => {
                let is_repeat = inner.context.store.records_of(room).await.map_err(unavailable)?.is_some();
                return if is_repeat { Ok(room) } else { Err(error) };
            }
        };
        let append = Append { room, right, records: vec![first], phase: Phase::Open, finished: None };
        match inner.context.store.append(vec![append]).await {
            Ok(()) => {
                self.room(room);
                Ok(room)
            }
            // The name follows from the command: who it belongs to has sent it before.
            Err(StoreError::Conflict) => Ok(room),
            Err(error) => Err(unavailable(error)),
        }
    }

    /// Opens a room for two who were paired, colours by lot, and lets them begin.
    ///
    /// # Errors
    /// [`CreateError`] says why it was not opened.
    pub async fn pair(&self, a: Person, b: Person, rules: RuleSet) -> Result<RoomId, CreateError> {
        self.seat_two(a, b, rules, Colours::Random, Visibility::Public).await
    }

    /// Opens a room for two who want to play each other, and lets them begin.
    ///
    /// # Errors
    /// [`CreateError`] says why it was not opened.
    pub async fn seat_two(
        &self,
        a: Person,
        b: Person,
        rules: RuleSet,
        colours: Colours,
        visibility: Visibility,
    ) -> Result<RoomId, CreateError> {
        let room = RoomId::from_entropy(random());
        let (series, start_at, arbitration, board) = (None, None, Arbitration::None, None);
        let order = Order { rules, colours, visibility, series, start_at, arbitration, board };
        let right = Right::Found { opener: a.id, visibility };
        let first = room::founding_of_two(self.opened(order)?, a, b);
        let append = Append { room, right, records: vec![first], phase: Phase::Playing, finished: None };
        self.shared.context.store.append(vec![append]).await.map_err(unavailable)?;
        self.room(room);
        Ok(room)
    }

    /// The first record of a room of a competition, whose name follows from its place there. It is for the caller to keep.
    ///
    /// # Errors
    /// [`CreateError::StartTime`] if its game would begin too late, or has begun.
    pub fn for_bout(
        &self,
        order: Order,
        bout: Bout,
        appointments: &Appointments,
    ) -> Result<Append, CreateError> {
        let visibility = order.visibility;
        let opened = Opened { bout: Some(bout), ..self.opened(order)? };
        // Nobody has opened it, so that it is nobody's open table.
        let right = Right::Found { opener: PersonId::from_entropy([0; 16]), visibility };
        let records = vec![room::founding_for(opened, appointments)];
        Ok(Append { room: self.bout_room(bout), right, records, phase: Phase::Open, finished: None })
    }

    /// The room in which the first game of a match of a competition is played.
    pub fn bout_room(&self, bout: Bout) -> RoomId {
        let Bout { competition, round, meeting, board } = bout;
        let place = format!("{round}.{meeting}.{board}");
        self.derive(&[b"bout", competition.to_string().as_bytes(), place.as_bytes()])
    }

    /// Which rooms of competitions have something new.
    pub fn reports(&self) -> &Reports {
        &self.shared.context.reports
    }

    /// How full everything is.
    pub fn load(&self) -> Load {
        let inner = &*self.shared;
        let (summaries, founded) = inner.context.waiting();
        let inputs = inner.awake.iter().map(|room| room.waiting()).sum();
        Load { rooms: inner.awake.len(), inputs, summaries, founded }
    }

    /// The room in which the players of `room` would play again, or the next game of their match.
    pub fn game_after(&self, room: RoomId) -> RoomId {
        self.derive(&[b"rematch", room.to_string().as_bytes()])
    }

    /// Wakes every room whose game runs or whose seat is free, so that flags fall and tables close with nobody there.
    ///
    /// # Errors
    /// [`StoreError`] if the store cannot say which they are.
    pub async fn wake_all(&self) -> Result<usize, StoreError> {
        let rooms = self.shared.context.store.awake_rooms().await?;
        for room in &rooms {
            self.room(*room);
        }
        Ok(rooms.len())
    }

    /// Ends all rooms once they have kept what is under way; waits for that, at most for `grace`. Says whether all ended.
    pub async fn stop(&self, grace: Duration) -> bool {
        self.shared.context.stop.cancel();
        self.shared.tasks.close();
        tokio::time::timeout(grace, self.shared.tasks.wait()).await.is_ok()
    }

    fn spawn(&self, id: RoomId) -> RoomHandle {
        let (handle, task) = room::open(id, self.shared.context.clone());
        let hub = self.clone();
        self.shared.tasks.spawn(async move {
            let mut forget = Forget { hub, id, ended: Ended::CutShort };
            forget.ended = task.await;
        });
        handle
    }

    /// Opens a room again whose task was cut short, so that its game goes on with nobody there; later and later if that
    /// does not help.
    fn open_again(&self, id: RoomId) {
        let stop = self.shared.context.stop.clone();
        if stop.is_cancelled() {
            return;
        }
        let at = self.shared.again.cut_short(id, Arrival::now());
        let hub = self.clone();
        self.shared.tasks.spawn(async move {
            if stop.run_until_cancelled(reach(Some(at))).await.is_some() {
                hub.room(id);
            }
        });
    }

    /// When the process was held up.
    pub fn stalls(&self) -> &Stalls {
        &self.shared.context.stalls
    }

    async fn write_stalls_down(self) {
        let (stop, Some(mut stalls)) = (self.shared.context.stop.clone(), self.stalls().subscribe()) else {
            return;
        };
        let mut before = Duration::ZERO;
        while let Some(Ok(())) = stop.run_until_cancelled(stalls.changed()).await {
            let lost = *stalls.borrow_and_update();
            METRICS.held_up.inc();
            METRICS.held_up_seconds.inc_by((lost - before).as_secs_f64());
            warn!(lost = ?(lost - before), "the process was held up; meanwhile no clock ran");
            before = lost;
        }
    }

    async fn wake_founded(self, mut rooms: mpsc::Receiver<RoomId>) {
        let stop = self.shared.context.stop.clone();
        while let Some(Some(room)) = stop.run_until_cancelled(rooms.recv()).await {
            self.room(room);
        }
    }

    /// Whether a key makes an arbiter of a room.
    pub fn is_arbiter_key(&self, room: RoomId, key: &str) -> bool {
        self.arbiter_key(room).is(key)
    }

    /// The key that makes an arbiter of a room.
    pub fn arbiter_key(&self, room: RoomId) -> ArbiterKey {
        ArbiterKey::of(&self.shared.settings.key, room)
    }

    fn opened(&self, order: Order) -> Result<Opened, CreateError> {
        let mut rules = order.rules;
        let wall = wall_time();
        if let (Some(at), StartRule::Scheduled { after, .. }) = (order.start_at, &mut rules.start) {
            *after = Span::from_millis(at.0.checked_sub(wall.0).ok_or(CreateError::StartTime)?);
            if *after > RuleSet::AHEAD_MAX {
                return Err(CreateError::StartTime);
            }
        }
        if !self.shared.settings.lag_credit {
            rules.lag = LagRule::OFF;
        }
        Ok(Opened {
            rules,
            colours: order.colours,
            lot: Lot(random()),
            visibility: order.visibility,
            wall,
            server: env!("CARGO_PKG_VERSION").to_owned(),
            previous: None,
            series: order.series,
            arbitration: order.arbitration,
            board: order.board,
            bout: None,
        })
    }

    /// A room's name made from what it comes of. Without the key nobody can tell it.
    fn derive(&self, parts: &[&[u8]]) -> RoomId {
        let digest = mac(&self.shared.settings.key, parts);
        RoomId::from_entropy(std::array::from_fn(|index| digest[index]))
    }
}

/// Takes a room off the table when its task ends, however it ends.
struct Forget {
    hub: Hub,
    id: RoomId,
    ended: Ended,
}

impl Drop for Forget {
    fn drop(&mut self) {
        self.hub.shared.awake.remove_if(&self.id, |_, handle| handle.is_closed());
        match self.ended {
            Ended::Quietly => self.hub.shared.again.forget(self.id),
            Ended::CutShort => self.hub.open_again(self.id),
        }
    }
}

fn unavailable(error: StoreError) -> CreateError {
    warn!(%error, "could not open a table");
    CreateError::Unavailable
}

fn random<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    #[expect(clippy::expect_used, reason = "without the system's randomness there is no server")]
    getrandom::fill(&mut bytes).expect("the system gives random bytes");
    bytes
}
