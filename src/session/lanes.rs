//! Lanes: on each, one task writes what waits for many connections, so that an event for thousands wakes one task and not
//! thousands.
//!
//! A connection that has something to write is called once, however much is put before it until its turn comes; then all
//! of it is written together. A lane that has nothing to write has no task.

use std::fmt;
use std::mem;
use std::sync::{Arc, Mutex, PoisonError};

use super::ConnectionId;

/// How many connections are written to before others have the thread: about a quarter of a millisecond.
const IN_A_ROW: usize = 32;

/// Something that writes when its turn comes.
pub(super) trait Turn: Send + Sync {
    /// Writes what waits, as far as the system takes it at once. Never waits.
    fn take(&self);
}

/// As many lanes as there are threads. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Lanes(Arc<[Lane]>);

/// One lane. Cheap to clone.
#[derive(Clone, Default)]
pub(super) struct Lane(Arc<Mutex<Waiting>>);

#[derive(Default)]
struct Waiting {
    turns: Vec<Arc<dyn Turn>>,
    has_task: bool,
}

impl Default for Lanes {
    /// One for each thread that the system lets us have.
    fn default() -> Self {
        let number = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        Self(std::iter::repeat_with(Lane::default).take(number).collect())
    }
}

impl Lanes {
    /// The lane of a connection.
    pub(super) fn of(&self, connection: ConnectionId) -> Lane {
        let number = usize::try_from(connection.0).unwrap_or_default() % self.0.len();
        self.0[number].clone()
    }
}

impl Lane {
    /// Calls somebody, whose turn comes when everybody who can act now has acted.
    pub(super) fn call(&self, turn: Arc<dyn Turn>) {
        let mut waiting = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.turns.push(turn);
        if !mem::replace(&mut waiting.has_task, true) {
            tokio::spawn(self.clone().run());
        }
    }

    async fn run(self) {
        loop {
            // Games whose moves were kept together are told together.
            tokio::task::yield_now().await;
            let turns = {
                let mut waiting = self.0.lock().unwrap_or_else(PoisonError::into_inner);
                waiting.has_task = !waiting.turns.is_empty();
                mem::take(&mut waiting.turns)
            };
            if turns.is_empty() {
                return;
            }
            for (number, turn) in turns.into_iter().enumerate() {
                if number % IN_A_ROW == IN_A_ROW - 1 {
                    tokio::task::yield_now().await;
                }
                turn.take();
            }
        }
    }
}

impl fmt::Debug for Lane {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Lane(..)")
    }
}
