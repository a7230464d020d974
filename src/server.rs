//! The parts put together: opened in the order in which one needs the other, and closed the other way round.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

use bytes::Bytes;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tracing::{info, warn};

use crate::bot::engine::Level;
use crate::bot::house::{self, Resident};
use crate::client::Inside;
use crate::config::{Config, HouseBot};
use crate::hall::{self, Hall};
use crate::http::{self, Door, ListenError};
use crate::hub::{self, Hub};
use crate::identity::{Key, KeyError};
use crate::journal::{Journal, Person, PersonId, RoomId};
use crate::lobby::Lobby;
use crate::pairing::Pairing;
use crate::roster::Roster;
use crate::session::{self, Credits, Entry, Invitations, People, Tokens, Visitor};
use crate::store::{self, OpenError, Store, StoreError, Writer};
use crate::timekeeper::{Arrival, ServerClock, Stalls};

/// Open files besides the connections: the database, its journal, the log.
const FILES_BESIDES: usize = 64;
/// What may lie between the server and one of its own bots, in bytes each way.
const INSIDE_BYTES: usize = 64 * 1024;

/// A server that accepts connections.
#[derive(Debug)]
pub struct Server {
    address: SocketAddr,
    metrics_address: Option<SocketAddr>,
    hub: Hub,
    store: Store,
    writer: Writer,
    tasks: TaskTracker,
    stop: CancellationToken,
    stop_within: Duration,
}

/// Why a server does not start. Each names what to change.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// It cannot listen.
    #[error(transparent)]
    Listen(#[from] ListenError),
    /// It has no key.
    #[error(transparent)]
    Key(#[from] KeyError),
    /// The store does not open.
    #[error(transparent)]
    Store(#[from] OpenError),
    /// The store cannot say which rooms there are.
    #[error("the store cannot be read: {0}")]
    Rooms(#[from] StoreError),
    /// The system does not let it listen, or hear when to stop.
    #[error(transparent)]
    Address(#[from] std::io::Error),
}

/// Whether everything ended in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stopped {
    /// Rooms and store have finished all that was under way.
    InOrder,
    /// Something was cut off. What was acknowledged is kept, as it always is.
    CutOff,
}

impl Server {
    /// Starts a server. It accepts connections when this returns.
    ///
    /// # Errors
    /// [`StartError`] names what to change. Nothing was written if the port was taken or the key was bad.
    pub async fn start(config: Config) -> Result<Self, StartError> {
        warn_if_files_are_few(config.server.connections_max);
        let listener = http::listen("server.listen", config.server.listen)?;
        let address = listener.local_addr()?;
        let metrics =
            config.server.metrics_listen.map(|at| http::listen("server.metrics_listen", at)).transpose()?;
        let metrics_address = metrics.as_ref().map(TcpListener::local_addr).transpose()?;
        let key = Key::load_or_create(&config.identity.key_file)?;
        let Config { server, session, rooms, store, house_bot, .. } = config;
        let settings = store::Settings { path: store.path, queue: store.queue, batch: store.batch };
        let (store, writer) = Store::open(&settings).await?;

        let clock = ServerClock::start();
        let (lobby, summaries) = Lobby::open();
        let settings = hub::Settings {
            key: key.derive(hub::KEY_PURPOSE),
            resume_within: rooms.resume_within,
            idle_after: rooms.idle_after,
            open_tables_max: u32::try_from(rooms.open_tables_max).unwrap_or(u32::MAX),
            lag_credit: rooms.lag_credit,
            stalls: Stalls::watch()?,
        };
        let hub = Hub::new(store.clone(), clock, summaries, settings);
        let woken = hub.wake_all().await?;

        let (tasks, stop) = (TaskTracker::new(), CancellationToken::new());
        let hall_key = key.derive(hall::KEY_PURPOSE);
        let hall = Hall::open(store.clone(), hub.clone(), hall_key, stop.clone()).await;
        let computers = computers(&key, &house_bot);
        let roster = Roster::start(hub.clone(), lobby.clone());
        let context = Arc::new(session::Context {
            pairing: Pairing::start(hub.clone(), lobby.clone(), roster.watch_declarations()),
            roster,
            hub: hub.clone(),
            lobby: lobby.clone(),
            store: store.clone(),
            key: key.clone(),
            tokens: Tokens::watch(store.clone(), stop.clone()),
            invitations: Invitations::default(),
            computers: computers.clone(),
            lanes: session::Lanes::default(),
            clock,
            people: People::new(session.connections_per_person, computers, lobby),
            credits: Credits::new(&session, server.connections_per_address),
            limits: session,
            come_back: (server.come_back_after, server.come_back_within),
            stop: stop.clone(),
            connections: AtomicU64::default(),
        });
        if house_bot.enabled {
            tasks.spawn(bring_in_computers(house_bot, context.clone(), tasks.clone()));
        }
        let stop_within = server.stop_within;
        let door = Arc::new(Door::new(server, key, context, hall, tasks.clone(), stop.clone()));
        if let Some(metrics) = metrics {
            tasks.spawn(http::serve_metrics(metrics, door.clone()));
        }
        tasks.spawn(http::serve(listener, door));
        info!(%address, rooms = woken, "ready");
        Ok(Self { address, metrics_address, hub, store, writer, tasks, stop, stop_within })
    }

    /// Where it listens.
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// Where it answers monitoring, if anywhere.
    pub const fn metrics_address(&self) -> Option<SocketAddr> {
        self.metrics_address
    }

    /// Stops accepting, tells everybody when to come back, lets rooms and store finish, within the time set for it.
    pub async fn stop(self) -> Stopped {
        let due = Arrival::now().after(self.stop_within);
        let left = || due.since(Arrival::now());
        self.stop.cancel();
        self.tasks.close();
        // A client that reads nothing can hold its own connection up, but not what the rooms still have to keep.
        let are_gone = tokio::time::timeout(self.stop_within / 2, self.tasks.wait()).await.is_ok();
        if !are_gone {
            warn!(connections = self.tasks.len(), "connections did not end in time and are cut off");
        }
        let are_kept = self.hub.stop(left()).await;
        if !are_kept {
            warn!("rooms did not end in time");
        }
        self.store.close();
        let is_written = tokio::time::timeout(left(), self.writer.finished()).await.is_ok();
        if !is_written {
            warn!("the store did not finish in time");
        }
        let is_in_order = are_kept && is_written;
        info!(in_order = is_in_order, "stopped");
        if is_in_order { Stopped::InOrder } else { Stopped::CutOff }
    }
}

/// The server's own bots, the gentlest first. They are the same people for as long as the server has its key.
fn computers(key: &Key, settings: &HouseBot) -> Arc<[Person]> {
    let levels = if settings.enabled { &Level::ALL[..] } else { &[] };
    let person = |number: usize| {
        let secret = key.derive(&format!("house bot {number}"));
        let id = PersonId::from_entropy(std::array::from_fn(|byte| secret[byte]));
        #[expect(clippy::expect_used, reason = "a short plain text is a name")]
        let name = format!("Tengen {number}").parse().expect("a name");
        Person { id, name, is_bot: true }
    };
    (1..=levels.len()).map(person).collect()
}

/// Lets the server's own bots in, with the games they go on with.
async fn bring_in_computers(settings: HouseBot, context: Arc<session::Context>, tasks: TaskTracker) {
    let residents = residents(&context, &tasks).await;
    if let Err(error) = house::start(&settings, residents, &tasks, &context.stop) {
        warn!(%error, "the computer cannot think, and plays with nobody");
    }
}

/// The bots, each with a way to the server and the games it goes on with.
async fn residents(context: &Arc<session::Context>, tasks: &TaskTracker) -> Vec<Resident> {
    let mut games = games_of(&context.store, &context.computers).await;
    let mut residents = Vec::new();
    for (level, person) in Level::ALL.into_iter().zip(context.computers.iter()) {
        let (tasks, person_there, context) = (tasks.clone(), person.clone(), context.clone());
        let server = Inside::new(move || {
            let (ours, theirs) = tokio::io::duplex(INSIDE_BYTES);
            let entry = Entry { person: person_there.clone(), token: None, visitor: Visitor::Person };
            tasks.spawn(session::run(theirs, Bytes::new(), Some(entry), None, context.clone()));
            ours
        });
        residents.push(Resident { level, server, rooms: games.remove(&person.id).unwrap_or_default() });
    }
    residents
}

/// The games that some people have not finished.
async fn games_of(store: &Store, people: &[Person]) -> BTreeMap<PersonId, Vec<RoomId>> {
    let mut games: BTreeMap<PersonId, Vec<RoomId>> = BTreeMap::new();
    // What cannot be read at the moment is a game that its clock ends.
    for room in store.awake_rooms().await.unwrap_or_default() {
        let Ok(Some(records)) = store.records_of(room).await else { continue };
        let Ok(journal) = Journal::replay(records) else { continue };
        for person in people {
            if journal.table().seat_of(person.id).is_some() {
                games.entry(person.id).or_default().push(room);
            }
        }
    }
    games
}

/// The system's bound on open files is easily forgotten, and met only when the server is full.
fn warn_if_files_are_few(connections_max: usize) {
    let limits = std::fs::read_to_string("/proc/self/limits").unwrap_or_default();
    let line = limits.lines().find_map(|line| line.strip_prefix("Max open files"));
    let files_max = line.and_then(|line| line.split_whitespace().next()).and_then(|word| word.parse().ok());
    if files_max.is_some_and(|files_max: usize| files_max < connections_max + FILES_BESIDES) {
        warn!(files_max, connections_max, "`ulimit -n` allows fewer connections than server.connections_max");
    }
}
