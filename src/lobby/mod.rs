//! The games one can join or watch: pure state, and a thin task that tells of its changes.
//!
//! Changes are gathered and told a few times a second, encoded once for all who watch; a watcher that falls behind
//! starts again with the whole list.

mod featured;
mod pursuit;
mod seated;
mod state;

pub use featured::{OVERTAKEN_BY, featured};
pub use pursuit::Pursuit;
pub use seated::Games;
pub use state::{BURST_MAX, Change, Counts, Listing, Reach, State, TOLD_MAX};

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use bytes::Bytes;
use tokio::sync::{broadcast, mpsc, oneshot, watch};

use self::seated::Seated;
use crate::journal::PersonId;
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
    watches: mpsc::Sender<Asked>,
    around: Arc<Around>,
}

/// What is so beside the games.
#[derive(Debug, Default)]
struct Around {
    people: AtomicU32,
    waited_in: Mutex<Vec<&'static str>>,
    seated: Seated,
}

impl Around {
    fn people(&self) -> u32 {
        self.people.load(Ordering::Relaxed)
    }

    fn waited_in(&self) -> Vec<&'static str> {
        self.waited_in.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// Somebody wants to watch.
#[derive(Debug)]
struct Asked {
    person: PersonId,
    reach: Reach,
    answer: oneshot::Sender<Watch>,
}

/// The list as it is, and what changes after it.
#[derive(Debug)]
pub struct Watch {
    /// The list.
    pub listing: Arc<Shared<Listing, Vec<Bytes>>>,
    /// The watcher's own games that are too old to be in it.
    pub own: Vec<Summary>,
    /// What changes.
    pub changes: broadcast::Receiver<Told>,
}

/// A change on its way to many watchers, encoded once in each of two forms.
#[derive(Clone, Debug)]
pub struct Told {
    /// With the whole rules of each game.
    pub whole: Arc<Shared<Arc<Change>>>,
    /// With the names of presets.
    pub brief: Arc<Shared<Arc<Change>>>,
}

impl Lobby {
    /// Opens the lobby. What is sent to the second value is listed; when it is dropped the lobby closes.
    pub fn open() -> (Self, mpsc::Sender<Summary>) {
        let (summaries, noted) = mpsc::channel(SUMMARIES_BOUND);
        let (watches, watched) = mpsc::channel(WATCHES_BOUND);
        let lobby = Self { watches, around: Arc::default() };
        tokio::spawn(run(noted, watched, lobby.around.clone()));
        (lobby, summaries)
    }

    /// The list as it is, and what changes after it; none if the server stops.
    pub async fn watch(&self, person: PersonId, reach: Reach) -> Option<Watch> {
        let (answer, watch) = oneshot::channel();
        self.watches.send(Asked { person, reach, answer }).await.ok()?;
        watch.await.ok()
    }

    /// The rooms of a person that are not over, now and from now on, whoever is told of them.
    pub fn games_of(&self, person: PersonId) -> watch::Receiver<Games> {
        self.around.seated.of(person)
    }

    /// How many of them have an opponent.
    pub fn games_count(&self, person: PersonId) -> usize {
        self.around.seated.count(person)
    }

    /// Takes note of how many people are connected.
    pub fn set_people(&self, people: u32) {
        self.around.people.store(people, Ordering::Relaxed);
    }

    /// Takes note of the presets under which somebody waits to be paired.
    pub fn set_waited_in(&self, presets: Vec<&'static str>) {
        *self.around.waited_in.lock().unwrap_or_else(PoisonError::into_inner) = presets;
    }
}

async fn run(mut noted: mpsc::Receiver<Summary>, mut watched: mpsc::Receiver<Asked>, around: Arc<Around>) {
    let mut state = State::default();
    let (changes, _) = broadcast::channel(CHANGES_BOUND);
    let mut listings: BTreeMap<Reach, Arc<Shared<Listing, Vec<Bytes>>>> = BTreeMap::new();
    let mut tick = tokio::time::interval(TOLD_EVERY);
    tick.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    let mut quiet = 0;
    let mut told_people = 0;
    let mut told_waited_in = Vec::new();
    loop {
        tokio::select! {
            summary = noted.recv() => {
                let Some(summary) = summary else { return };
                around.seated.note(&summary);
                state.note(summary);
            }
            Some(Asked { person, reach, answer }) = watched.recv() => {
                if changes.receiver_count() == 0 {
                    // The list has it all, and nobody is left who lacks it.
                    state.forget_changes();
                    listings.clear();
                }
                let listing = listings.entry(reach).or_insert_with(|| {
                    let (people, waited_in) = (around.people(), told_waited_in.clone());
                    let (counts, featured) = (state.counts(), state.featured());
                    Shared::new(Listing { games: state.listed(reach), counts, people, waited_in, featured })
                });
                let own = state.unlisted_of(person, reach);
                // Whoever asked may be gone.
                let _ = answer.send(Watch { listing: listing.clone(), own, changes: changes.subscribe() });
            }
            _ = tick.tick() => {
                let (people, waited_in) = (around.people(), around.waited_in());
                if changes.receiver_count() == 0 {
                    state.forget_changes();
                    listings.clear();
                    told_people = people;
                    told_waited_in = waited_in;
                    continue;
                }
                quiet += 1;
                let is_worth_it = waited_in != told_waited_in
                    || (quiet >= PEOPLE_TOLD_EVERY && people != told_people);
                if let Some(change) = state.take_change(people, &waited_in, is_worth_it) {
                    quiet = 0;
                    told_people = people;
                    told_waited_in = waited_in;
                    listings.clear();
                    let change = Arc::new(change);
                    let told = Told { whole: Shared::new(change.clone()), brief: Shared::new(change) };
                    // Nobody may be watching.
                    let _ = changes.send(told);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests;
