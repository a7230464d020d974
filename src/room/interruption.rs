//! What stops the clocks of all rooms at once: a store that cannot write, and a process that was held up.

use std::time::Duration;

use tokio::sync::watch;

use crate::room::task::Context;

/// Tells one room of them.
#[derive(Debug)]
pub(super) struct Interruptions {
    stalls: Option<watch::Receiver<Duration>>,
    store: Option<watch::Receiver<bool>>,
}

/// Something that stops clocks, or its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Interruption {
    /// The process was held up, and goes on.
    HeldUp,
    /// The store cannot write.
    StoreDown,
    /// The store can write again.
    StoreUp,
}

impl Interruptions {
    /// Those that a room of this server meets from here on.
    pub(super) fn of(context: &Context) -> Self {
        Self { stalls: context.stalls.subscribe(), store: context.store.watch_up() }
    }

    /// Whether the store can write.
    pub(super) fn is_store_up(&self) -> bool {
        self.store.as_ref().is_none_or(|store| *store.borrow())
    }

    /// The next of them. Safe to cancel.
    pub(super) async fn next(&mut self) -> Interruption {
        tokio::select! {
            biased;
            () = changed(&mut self.store) => {
                if self.is_store_up() { Interruption::StoreUp } else { Interruption::StoreDown }
            }
            () = changed(&mut self.stalls) => Interruption::HeldUp,
        }
    }
}

/// Waits for a change; for ever, if nobody tells of one.
async fn changed<T>(told: &mut Option<watch::Receiver<T>>) {
    let is_told = match told {
        Some(told) => told.changed().await.is_ok(),
        None => false,
    };
    if !is_told {
        std::future::pending().await
    }
}
