//! The games one can join or watch: pure state, and a thin task that tells of its changes.
//!
//! Changes are gathered and told a few times a second, encoded once for all who watch; a watcher that falls behind
//! starts again with the whole list.

mod state;

pub use state::{Change, LISTED_MAX, Listing, State};

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use tokio::sync::{broadcast, mpsc, oneshot};

use crate::room::Summary;
use crate::room::outbox::Shared;

/// How many summaries wait for the lobby.
const SUMMARIES_BOUND: usize = 1024;

/// How many requests for the list wait for the lobby.
const WATCHES_BOUND: usize = 256;

/// How many changes wait for a watcher before it starts again with the whole list.
const CHANGES_BOUND: usize = 16;

/// How long changes are gathered.
pub const TOLD_EVERY: Duration = Duration::from_millis(250);

/// How often the number of people is told although nothing else has changed, in changes that were not needed.
const PEOPLE_TOLD_EVERY: u32 = 20;

/// Reaches the lobby's task. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Lobby {
    watches: mpsc::Sender<oneshot::Sender<Watch>>,
    people: Arc<AtomicU32>,
}

/// The list as it is, and what changes after it.
pub type Watch = (Arc<Shared<Listing>>, broadcast::Receiver<Arc<Shared<Change>>>);

impl Lobby {
    /// Opens the lobby. What is sent to the second value is listed; when it is dropped the lobby closes.
    pub fn open() -> (Self, mpsc::Sender<Summary>) {
        let (summaries, noted) = mpsc::channel(SUMMARIES_BOUND);
        let (watches, watched) = mpsc::channel(WATCHES_BOUND);
        let lobby = Self { watches, people: Arc::default() };
        tokio::spawn(run(noted, watched, lobby.people.clone()));
        (lobby, summaries)
    }

    /// The list as it is, and what changes after it; none if the server stops.
    pub async fn watch(&self) -> Option<Watch> {
        let (answer, watch) = oneshot::channel();
        self.watches.send(answer).await.ok()?;
        watch.await.ok()
    }

    /// Takes note of how many people are connected.
    pub fn set_people(&self, people: u32) {
        self.people.store(people, Ordering::Relaxed);
    }
}

async fn run(
    mut noted: mpsc::Receiver<Summary>,
    mut watched: mpsc::Receiver<oneshot::Sender<Watch>>,
    people: Arc<AtomicU32>,
) {
    let mut state = State::default();
    let (changes, _) = broadcast::channel(CHANGES_BOUND);
    let mut listing: Option<Arc<Shared<Listing>>> = None;
    let mut tick = tokio::time::interval(TOLD_EVERY);
    tick.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    let mut quiet = 0;
    let mut told_people = 0;
    loop {
        tokio::select! {
            summary = noted.recv() => {
                let Some(summary) = summary else { return };
                state.note(summary);
            }
            Some(answer) = watched.recv() => {
                let people = people.load(Ordering::Relaxed);
                let listing = listing.get_or_insert_with(|| Shared::new(Listing { games: state.listed(), people }));
                // Whoever asked may be gone.
                let _ = answer.send((listing.clone(), changes.subscribe()));
            }
            _ = tick.tick() => {
                let people = people.load(Ordering::Relaxed);
                quiet += 1;
                let change = state.take_change(people).or_else(|| {
                    (quiet >= PEOPLE_TOLD_EVERY && people != told_people)
                        .then(|| Change { changed: Vec::new(), removed: Vec::new(), people })
                });
                if let Some(change) = change {
                    quiet = 0;
                    told_people = people;
                    listing = None;
                    // Nobody may be watching.
                    let _ = changes.send(Shared::new(change));
                }
            }
        }
    }
}
