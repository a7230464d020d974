//! The server's own bots: for each level an ordinary client of the public protocol, which takes invitations to tables.
//!
//! What a table wants follows from [`Seat`](seat::Seat), which is pure; a [`Host`] gives it the news, hands what needs thought
//! to the [`Thinkers`](crate::bot::thinkers::Thinkers), and sends the answers.

mod host;
mod seat;

use std::io;

use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::bot::engine::Level;
use crate::bot::thinkers::{Share, Thinkers};
use crate::client::{Client, Inside, Retry};
use crate::config::HouseBot;
use crate::journal::RoomId;

/// One of the server's own bots.
#[derive(Debug)]
pub struct Resident {
    /// How well it plays.
    pub level: Level,
    /// How it reaches the server.
    pub server: Inside,
    /// The rooms in which it has a game to go on with.
    pub rooms: Vec<RoomId>,
}

/// Starts the bots, as tasks among `tasks`, until `stop`. Must be called within a runtime.
///
/// # Errors
/// The system's, if there can be no thread to think in.
pub fn start(
    settings: &HouseBot,
    residents: Vec<Resident>,
    tasks: &TaskTracker,
    stop: &CancellationToken,
) -> io::Result<()> {
    let thinkers = Thinkers::start(settings.threads, Share(settings.share))?;
    for Resident { level, server, rooms } in residents {
        let (client, updates) = Client::start_inside(server, Retry::default());
        let host = host::Host::new(level, client, thinkers.clone(), settings);
        let stop = stop.clone();
        tasks.spawn(async move { stop.run_until_cancelled(host.run(updates, rooms)).await });
    }
    Ok(())
}
