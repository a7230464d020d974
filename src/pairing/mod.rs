//! Quick pairing: one click, one pool for each preset, paired as soon as somebody else clicks. A thin task around
//! [`Pools`].
//!
//! Whoever waits holds a [`Ticket`]; dropping it is leaving. So a connection that breaks waits no longer, and nobody is
//! paired with a page that was closed.

mod pool;

pub use pool::{Couple, Pools};

use std::collections::BTreeMap;
use std::time::Duration;

use tokio::sync::{mpsc, oneshot, watch};
use tracing::{debug, warn};

use crate::game::presets::{Preset, presets};
use crate::game::ruleset::RuleSet;
use crate::hub::{CreateError, Hub};
use crate::journal::{Declarations, Person, RoomId, Unwilling};
use crate::lobby::Lobby;

/// How many requests wait for the task.
const REQUESTS_BOUND: usize = 256;
/// How often those who have left are taken off.
const SWEEP_EVERY: Duration = Duration::from_millis(500);

/// Reaches the task. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Pairing {
    requests: mpsc::Sender<Request>,
    declared: watch::Receiver<Declarations>,
}

#[derive(Debug)]
struct Request {
    preset: &'static str,
    person: Person,
    found: Seat,
}

/// Where the room is told to who waits.
type Seat = oneshot::Sender<Result<RoomId, CreateError>>;

/// The place of somebody who waits. Dropping it is leaving.
#[derive(Debug)]
pub struct Ticket {
    /// The preset.
    pub preset: &'static str,
    found: oneshot::Receiver<Result<RoomId, CreateError>>,
}

/// Why somebody does not wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PairingError {
    /// There is no preset of that name.
    #[error("there is no preset of that name; see proto/presets.json")]
    UnknownPreset,
    /// A bot has declared that it does not play that.
    #[error(transparent)]
    NotPlayed(#[from] Unwilling),
    /// The server does not pair at the moment.
    #[error("the server pairs nobody at the moment; try again")]
    Unavailable,
}

impl Pairing {
    /// Starts the task, which opens rooms in `hub`, pairs nobody with a bot that has `declared` otherwise, and tells
    /// `lobby` where somebody waits. It ends with the last handle.
    pub fn start(hub: Hub, lobby: Lobby, declared: watch::Receiver<Declarations>) -> Self {
        let (requests, asked) = mpsc::channel(REQUESTS_BOUND);
        tokio::spawn(run(asked, hub, lobby, declared.clone()));
        Self { requests, declared }
    }

    /// How many requests wait for the task.
    pub fn waiting(&self) -> usize {
        self.requests.max_capacity() - self.requests.capacity()
    }

    /// Looks for an opponent under a preset.
    ///
    /// # Errors
    /// [`PairingError`] says why not.
    pub async fn seek(&self, preset: &str, person: Person) -> Result<Ticket, PairingError> {
        let preset = presets().into_iter().find(|known| known.id == preset);
        let Preset { id: preset, rules, .. } = preset.ok_or(PairingError::UnknownPreset)?;
        self.declared.borrow().check_seat(&person, &rules, None)?;
        let (seat, found) = oneshot::channel();
        let request = Request { preset, person, found: seat };
        self.requests.send(request).await.map_err(|_| PairingError::Unavailable)?;
        Ok(Ticket { preset, found })
    }
}

impl Ticket {
    /// The room, once there is an opponent; none if another window of the same person waits instead. Safe to cancel.
    pub async fn room(&mut self) -> Option<Result<RoomId, CreateError>> {
        (&mut self.found).await.ok()
    }
}

async fn run(
    mut requests: mpsc::Receiver<Request>,
    hub: Hub,
    lobby: Lobby,
    declared: watch::Receiver<Declarations>,
) {
    let mut pools: Pools<Seat> = Pools::default();
    let rules: BTreeMap<&'static str, RuleSet> =
        presets().into_iter().map(|preset| (preset.id, preset.rules)).collect();
    let mut sweep = tokio::time::interval(SWEEP_EVERY);
    sweep.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            request = requests.recv() => {
                let Some(Request { preset, person, found }) = request else { return };
                // Whose place is not taken is told to look again.
                drop(pools.wait(preset, person, found, Seat::is_closed));
            }
            // Somebody who waits may have gone, and a bot may have said something else or have a game less.
            _ = sweep.tick() => pools.sweep(Seat::is_closed),
        }
        let declared = declared.borrow().clone();
        let fit = |preset: &str, one: &Person, other: &Person| {
            rules.get(preset).is_some_and(|rules| declared.fit(one, other, rules))
        };
        while let Some(Couple { preset, first, second }) = pools.couple(fit) {
            if let Some(rules) = rules.get(preset) {
                tokio::spawn(open(hub.clone(), (preset, rules.clone()), first, second));
            }
        }
        let plays_people = |preset: &str, waiting: &Person| {
            rules.get(preset).is_some_and(|rules| declared.plays_people(waiting.id, rules))
        };
        lobby.set_waited_in(pools.waited_in(plays_people).collect());
    }
}

/// Opens the room of two who were paired, and tells both.
async fn open(hub: Hub, (preset, rules): (&str, RuleSet), first: (Person, Seat), second: (Person, Seat)) {
    let (a, b) = (first.0.clone(), second.0.clone());
    let opened = hub.pair(a, b, rules).await;
    match &opened {
        Ok(room) => debug!(room = %room, preset, "paired"),
        Err(error) => warn!(%error, preset, "could not open a room for two who were paired"),
    }
    for (_, seat) in [first, second] {
        // Whoever has gone meanwhile finds the game among theirs.
        let _ = seat.send(opened);
    }
}
