//! The door: who may come in, how many at once, the client's files, and the upgrade to a WebSocket.
//!
//! Everything a stranger can make slow has a time, everything a stranger can make large has a bound, and nobody is
//! believed about where a request comes from but a browser's `Origin` and the proxies the operator names.

mod answer;
mod caller;
mod credentials;
mod games;
mod gate;
mod listener;
mod metrics;
mod origin;
mod pages;
mod preview;
mod record;
mod routes;
mod serve;
mod upgrade;

pub use gate::Gate;
pub use listener::{ListenError, listen};
pub use metrics::serve_metrics;
pub use serve::serve;

use axum::Router;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::config;
use crate::identity::Key;
use crate::session;

/// What the door needs. Shared by everything that comes through it.
#[derive(Debug)]
pub struct Door {
    settings: config::Server,
    key: Key,
    sessions: session::Context,
    gate: Gate,
    tasks: TaskTracker,
    stop: CancellationToken,
    routes: Router,
    pictures: record::Pictures,
}

impl Door {
    /// A door that lets people into `sessions`, each in a task of `tasks`, until `stop`.
    pub fn new(
        settings: config::Server,
        key: Key,
        sessions: session::Context,
        tasks: TaskTracker,
        stop: CancellationToken,
    ) -> Self {
        let gate = Gate::new(settings.connections_max, settings.connections_per_address);
        Self {
            settings,
            key,
            sessions,
            gate,
            tasks,
            stop,
            routes: routes::routes(),
            pictures: record::Pictures::new(),
        }
    }

    const fn scheme(&self) -> &'static str {
        if self.settings.secure_cookies { "https" } else { "http" }
    }
}
