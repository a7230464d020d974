//! Those who watch: each connection is a task that counts.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use futures::future::try_join_all;

use super::line::{Line, is_of};
use super::play::join;
use super::{LoadError, OPENED_AT_ONCE, Plan, Shared};
use crate::timekeeper::Arrival;

/// What all who watch have heard.
#[derive(Debug)]
pub(super) struct Watched {
    texts: AtomicU64,
    bytes: AtomicU64,
    lost: AtomicU64,
    walls: Box<[Wall]>,
}

/// What was heard of a wall.
#[derive(Debug, Default)]
pub(super) struct Wall {
    events: AtomicU64,
    /// How many events make a round: one for each who watches and each board.
    round: u64,
    /// When each round had come to the last of them.
    complete: Mutex<Vec<Arrival>>,
}

/// What was heard so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Heard {
    /// Messages.
    pub(super) texts: u64,
    /// Their bytes.
    pub(super) bytes: u64,
    /// Connections that broke.
    pub(super) lost: u64,
}

impl Watched {
    pub(super) fn new(plan: &Plan) -> Self {
        let round = (plan.watchers * plan.boards) as u64;
        let wall = || Wall { round, ..Wall::default() };
        Self {
            texts: AtomicU64::new(0),
            bytes: AtomicU64::new(0),
            lost: AtomicU64::new(0),
            walls: std::iter::repeat_with(wall).take(plan.walls).collect(),
        }
    }

    pub(super) fn so_far(&self) -> Heard {
        Heard {
            texts: self.texts.load(Ordering::Relaxed),
            bytes: self.bytes.load(Ordering::Relaxed),
            lost: self.lost.load(Ordering::Relaxed),
        }
    }

    /// When each round of a wall had come to all who watch it.
    pub(super) fn complete(&self, wall: usize) -> Vec<Arrival> {
        self.walls
            .get(wall)
            .map(|wall| wall.complete.lock().unwrap_or_else(PoisonError::into_inner).clone())
            .unwrap_or_default()
    }

    fn count(&self, wall: Option<&Wall>, text: &[u8]) {
        self.texts.fetch_add(1, Ordering::Relaxed);
        self.bytes.fetch_add(text.len() as u64, Ordering::Relaxed);
        let Some(wall) = wall.filter(|_| is_of(text, "happened")) else { return };
        let events = wall.events.fetch_add(1, Ordering::Relaxed) + 1;
        if events.is_multiple_of(wall.round) {
            wall.complete.lock().unwrap_or_else(PoisonError::into_inner).push(Arrival::now());
        }
    }
}

/// Makes the connections of all who watch and of those who do nothing. Returns when all are there.
pub(super) async fn bring_in(shared: Shared, rooms: Vec<Vec<String>>) -> Result<(), LoadError> {
    let plan = &shared.plan;
    let watchers = plan.walls * plan.watchers;
    let (shared, rooms) = (&shared, &rooms);
    let lanes = (0..OPENED_AT_ONCE).map(|lane| async move {
        for number in (lane..watchers + plan.idle).step_by(OPENED_AT_ONCE) {
            let wall = (number < watchers).then(|| number % plan.walls);
            let rooms = wall.map_or(&[][..], |wall| &rooms[wall]);
            let line = open(shared, number, rooms).await?;
            tokio::spawn(listen(line, shared.watched.clone(), wall));
        }
        Ok::<(), LoadError>(())
    });
    try_join_all(lanes).await?;
    Ok(())
}

async fn open(shared: &Shared, number: usize, rooms: &[String]) -> Result<Line, LoadError> {
    let plan = &shared.plan;
    let number = plan.walls * 2 + number;
    let mut line = Line::open(&plan.address, shared.token(number), plan.source(number)).await?;
    line.next_of("welcome").await?;
    for room in rooms {
        line.say(&join(room)).await?;
        line.next_of("snapshot").await?;
    }
    Ok(line)
}

async fn listen(mut line: Line, watched: Arc<Watched>, wall: Option<usize>) {
    let wall = wall.and_then(|wall| watched.walls.get(wall));
    while line.read(|text| watched.count(wall, text)).await.is_ok() {}
    watched.lost.fetch_add(1, Ordering::Relaxed);
}
