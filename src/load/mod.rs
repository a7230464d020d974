//! A load on a server, and what it costs there: thousands of raw WebSockets on which games are played and watched.
//!
//! Unlike [`client`](crate::client) this understands next to nothing of what it is told, so that the generator takes as
//! little of the machine as it can from the server that is measured. It plays by rote: stones that never make five.
//!
//! ```text
//! players' thread   one task a wall: opens its tables, sits at both sides, moves when it is time
//! watchers' thread  one task a connection: counts what it is told
//! pacer's thread    says when it is time
//! ```
//!
//! A *wall* is one or more games that the same people watch, and whose moves are made at the same instant.

mod frame;
mod line;
mod pacer;
mod play;
pub mod process;
mod report;
mod watch;

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use tokio::runtime::{Builder, Runtime};
use tokio::sync::{Semaphore, mpsc, watch as signal};
use tokio::task::JoinHandle;

use self::pacer::{Pacer, Timetable};
pub use self::play::MOVES_MAX;
pub use self::report::{Memory, Quantiles, Report};
use self::watch::Watched;
use crate::client::{Address, DialError, Token, guest};
use crate::timekeeper::Arrival;

/// How many connections are made at the same time.
const OPENED_AT_ONCE: usize = 64;
/// How long nothing may be heard until all that was sent has arrived.
const QUIET_FOR: Duration = Duration::from_millis(600);
/// How long that may take, at most.
const QUIET_WITHIN: Duration = Duration::from_secs(30);
/// How long a server takes to tell of the last who came: it gathers them.
const GATHERED_WITHIN: Duration = Duration::from_millis(2500);

/// What load there shall be.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Where the server is.
    pub address: Address,
    /// How many walls.
    pub walls: usize,
    /// How many games each wall has.
    pub boards: usize,
    /// How many connections watch each wall.
    pub watchers: usize,
    /// How many connections there are besides, which do nothing.
    pub idle: usize,
    /// How many moves are made in each game, at most [`MOVES_MAX`].
    pub moves: u16,
    /// When they are made.
    pub pace: Pace,
    /// How long everybody is connected before the first: a server may have more to do with who has just come.
    pub settle: Duration,
    /// How many connections are made as the same person.
    pub per_person: usize,
    /// The local addresses to connect from, in turn; none leaves it to the system.
    pub sources: Vec<IpAddr>,
    /// The server's process, to say what it used.
    pub process: Option<u32>,
}

/// When moves are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
    /// One in each game every so often, however long the server takes; walls are spread over that time.
    Every(Duration),
    /// Each as soon as the last one has arrived.
    AtOnce,
}

/// Why there is no report.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// The connection broke, or there is none.
    #[error("the connection failed: {0}")]
    Line(#[from] std::io::Error),
    /// The server gave no identity.
    #[error(transparent)]
    Dial(#[from] DialError),
    /// The server closed a connection.
    #[error("the server closed a connection")]
    Closed,
    /// An answer did not come in time.
    #[error("the server did not answer in time")]
    Late,
    /// The upgrade was refused.
    #[error("the server refused the upgrade to a WebSocket: {0}")]
    NotUpgraded(String),
    /// The server says what no WebSocket server says.
    #[error("the server does not speak WebSocket")]
    NoWebSocket,
    /// A command was refused.
    #[error("the server refused: {0}")]
    TurnedDown(String),
    /// A message has not what it should have.
    #[error("the server said something else than expected: {0}")]
    Unexpected(String),
}

/// What all tasks of a load share.
#[derive(Clone, Debug)]
struct Shared {
    plan: Arc<Plan>,
    /// One for each person, by number.
    tokens: Arc<[Token]>,
    /// Whoever makes a connection has one of these meanwhile.
    permits: Arc<Semaphore>,
    watched: Arc<Watched>,
    /// Who says when moves are due, where they are due at a time.
    pacer: Arc<Pacer>,
    /// Where things are: the games start when it says [`Phase::Play`], everything ends when it says [`Phase::End`].
    phase: signal::Receiver<Phase>,
}

/// How far the load is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Phase {
    Open,
    Play(Arrival),
    End,
}

impl Plan {
    /// How many connections it makes.
    pub const fn connections(&self) -> usize {
        self.walls * (2 + self.watchers) + self.idle
    }

    /// How many people play.
    fn players(&self) -> usize {
        self.walls.div_ceil(self.per_person.max(1)).max(1) * 2
    }

    fn source(&self, number: usize) -> Option<IpAddr> {
        self.sources.get(number % self.sources.len().max(1)).copied()
    }
}

impl Shared {
    /// What proves who makes the connection of this number. The two players of a table never are the same, and nobody
    /// watches as a player: those are told first, one by one.
    fn token(&self, number: usize) -> &Token {
        let (players, each) = (self.plan.players(), self.plan.per_person.max(1));
        let person = match number.checked_sub(self.plan.walls * 2) {
            // Connections are numbered so that those of a table follow each other.
            None => number / 2 / each * 2 + number % 2,
            Some(watcher) => players + watcher / each,
        };
        &self.tokens[person % self.tokens.len()]
    }
}

/// Puts the load on the server, and says what came of it.
///
/// # Errors
/// [`LoadError`] if it could not be built up. What fails after that is in the report.
pub fn run(plan: Plan) -> Result<Report, LoadError> {
    let (players, watchers) = (thread()?, thread()?);
    let report = players.block_on(load(plan, &watchers));
    watchers.shutdown_background();
    players.shutdown_background();
    report
}

/// A thread of one's own, so that the players' messages never wait behind those of thousands who watch.
fn thread() -> Result<Runtime, LoadError> {
    Ok(Builder::new_multi_thread().worker_threads(1).enable_all().build()?)
}

async fn load(plan: Plan, watchers: &Runtime) -> Result<Report, LoadError> {
    let memory_before = plan.process.and_then(process::memory);
    let tokens = people(&plan).await?;
    let (phase, phases) = signal::channel(Phase::Open);
    let shared = Shared {
        watched: Arc::new(Watched::new(&plan)),
        pacer: Pacer::new(plan.walls),
        plan: Arc::new(plan),
        tokens,
        permits: Arc::new(Semaphore::new(OPENED_AT_ONCE)),
        phase: phases,
    };
    let plan = shared.plan.clone();
    let (told, mut telling) = mpsc::channel(plan.walls.max(1));
    let walls: Vec<JoinHandle<_>> =
        (0..plan.walls).map(|wall| tokio::spawn(play::wall(shared.clone(), wall, told.clone()))).collect();
    drop(told);
    let mut rooms = vec![Vec::new(); plan.walls];
    for _ in 0..plan.walls {
        match telling.recv().await {
            Some(play::Told::Opened { wall, rooms: opened }) => rooms[wall] = opened,
            Some(play::Told::Played(outcome)) => return Err(outcome.failure.unwrap_or(LoadError::Closed)),
            None => return Err(LoadError::Closed),
        }
    }
    watchers.spawn(watch::bring_in(shared.clone(), rooms)).await.map_err(|_| LoadError::Closed)??;
    tokio::time::sleep(GATHERED_WITHIN.max(plan.settle)).await;
    quiet(&shared.watched).await;

    let memory_connected = plan.process.and_then(process::memory);
    let before = shared.watched.so_far();
    let processor_before = plan.process.and_then(process::processor);
    let begun = Arrival::now();
    if let Pace::Every(every) = plan.pace {
        shared.pacer.start(Timetable { begun, every, walls: plan.walls }, plan.moves)?;
    }
    phase.send_replace(Phase::Play(begun));
    let mut outcomes = Vec::with_capacity(plan.walls);
    while outcomes.len() < plan.walls {
        match telling.recv().await {
            Some(play::Told::Played(outcome)) => outcomes.push(outcome),
            Some(play::Told::Opened { .. }) => {}
            None => break,
        }
    }
    let took = Arrival::now().since(begun);
    quiet(&shared.watched).await;
    let processor = plan.process.and_then(process::processor);
    let used = processor.zip(processor_before).map(|(after, before)| after.since(before));
    let memory = plan.process.and_then(process::memory);
    let memory = memory.zip(memory_before).zip(memory_connected);
    let memory = memory.map(|((after, before), connected)| Memory { before, connected, after });
    let report = Report::of(&shared, before, outcomes, took, used, memory);
    phase.send_replace(Phase::End);
    for wall in walls {
        wall.abort();
    }
    Ok(report)
}

/// Identities for everybody.
async fn people(plan: &Plan) -> Result<Arc<[Token]>, LoadError> {
    let others = plan.walls * plan.watchers + plan.idle;
    let number = plan.players() + others.div_ceil(plan.per_person.max(1));
    let mut tokens = Vec::with_capacity(number);
    for person in 0..number {
        tokens.push(guest(&plan.address, plan.source(person)).await?.token);
    }
    Ok(tokens.into())
}

/// Waits until nothing is heard any more.
async fn quiet(watched: &Watched) {
    let due = Arrival::now().after(QUIET_WITHIN);
    let mut before = watched.so_far();
    while Arrival::now() < due {
        tokio::time::sleep(QUIET_FOR).await;
        let now = watched.so_far();
        if now == before {
            return;
        }
        before = now;
    }
}
