//! Which rooms of competitions have something new, for whoever collects it.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::Notify;

use crate::journal::{Bout, RoomId};

/// The rooms of competitions that have something new. Cheap to clone. A room stands in it once, so there are never more than
/// rooms that are awake, and no room waits for who collects.
#[derive(Clone, Debug, Default)]
pub struct Reports {
    shared: Arc<Inner>,
}

#[derive(Debug, Default)]
struct Inner {
    rooms: Mutex<BTreeMap<RoomId, Bout>>,
    is_new: Notify,
}

impl Reports {
    /// A room has something new.
    pub(super) fn note(&self, room: RoomId, bout: Bout) {
        // Nothing panics while it is held.
        self.shared.rooms.lock().unwrap_or_else(PoisonError::into_inner).insert(room, bout);
        self.shared.is_new.notify_one();
    }

    /// Waits until there is something new.
    pub async fn changed(&self) {
        self.shared.is_new.notified().await;
    }

    /// Takes all that there is.
    pub fn take(&self) -> BTreeMap<RoomId, Bout> {
        std::mem::take(&mut *self.shared.rooms.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
