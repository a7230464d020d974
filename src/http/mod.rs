//! The door: who may come in, how many at once, the client's files, and the upgrade to a WebSocket.
//!
//! Everything a stranger can make slow has a time, everything a stranger can make large has a bound, and nobody is
//! believed about where a request comes from but a browser's `Origin` and the proxies the operator names.

mod allowance;
mod analysis;
mod answer;
mod caller;
mod competitions;
mod credentials;
mod echo;
mod games;
mod gate;
mod handshake;
mod listener;
mod metrics;
mod origin;
mod pages;
mod preview;
mod record;
mod routes;
mod serve;
mod turnstile;
mod upgrade;
mod workshop;

pub use echo::serve_echo;
pub use gate::Gate;
pub use listener::{ListenError, listen};
pub use metrics::serve_metrics;
pub use serve::serve;

use std::sync::Arc;

use axum::Router;
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::config;
use crate::hall::Hall;
use crate::identity::Key;
use crate::session;
use crate::timekeeper::Arrival;

/// What the door needs. Shared by everything that comes through it.
#[derive(Debug)]
pub struct Door {
    settings: config::Server,
    key: Key,
    sessions: Arc<session::Context>,
    hall: Hall,
    gate: Gate,
    turnstile: turnstile::Turnstile,
    tasks: TaskTracker,
    stop: CancellationToken,
    routes: Router,
    onlookers: Arc<Semaphore>,
    workshop: workshop::Workshop,
    allowance: allowance::Allowance,
}

impl Door {
    /// A door that lets people into `sessions`, each in a task of `tasks`, until `stop`.
    pub fn new(
        settings: config::Server,
        key: Key,
        sessions: Arc<session::Context>,
        hall: Hall,
        tasks: TaskTracker,
        stop: CancellationToken,
    ) -> Self {
        let gate = Gate::new(settings.connections_max, settings.connections_per_address);
        let onlookers = Arc::new(Semaphore::new(settings.onlookers_max));
        Self {
            settings,
            key,
            sessions,
            hall,
            gate,
            turnstile: turnstile::Turnstile::new(),
            tasks,
            stop,
            routes: routes::routes(),
            onlookers,
            workshop: workshop::Workshop::new(),
            allowance: allowance::Allowance::default(),
        }
    }

    /// Takes what some work costs from the credit of whoever asks for it.
    fn charge(&self, visit: &serve::Visit, cost: allowance::Cost) -> Result<(), answer::Refusal> {
        let has_credit = self.allowance.take(visit.household(), cost, Arrival::now());
        if has_credit { Ok(()) } else { Err(answer::Refusal::TooFast) }
    }

    const fn scheme(&self) -> &'static str {
        if self.settings.secure_cookies { "https" } else { "http" }
    }
}
