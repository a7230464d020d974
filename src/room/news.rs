//! What a room tells whoever comes or comes back: made when it is first asked for, and kept until something happens. A
//! room in which nobody comes or goes keeps nothing of it.

use std::sync::Arc;

use crate::journal::{Journal, RoomId};
use crate::room::message::{Happened, Snapshot};
use crate::room::outbox::Shared;

/// The most records a returning connection is sent one by one; beyond that it gets one snapshot.
pub const TAIL_MAX: usize = 32;

/// What was told of a room as it stands.
#[derive(Debug, Default)]
pub(super) struct News {
    snapshot: Option<Arc<Shared<Snapshot>>>,
    /// The last records, if somebody has asked for some.
    tail: Vec<Arc<Shared<Happened>>>,
}

impl News {
    /// All of it.
    pub(super) fn snapshot(&mut self, room: RoomId, journal: &Journal) -> Arc<Shared<Snapshot>> {
        let make = || {
            let table = journal.table().clone();
            Shared::new(Snapshot { room, next: journal.next(), at: journal.end(), table })
        };
        self.snapshot.get_or_insert_with(make).clone()
    }

    /// The records from number `next` on, word for word as they were told when they happened. None if there are too many,
    /// or the journal never got that far.
    pub(super) fn since(
        &mut self,
        next: u32,
        room: RoomId,
        journal: &Journal,
    ) -> Option<Vec<Arc<Shared<Happened>>>> {
        let missed = journal.tail(next)?.len();
        if missed > TAIL_MAX {
            return None;
        }
        if self.tail.len() < missed {
            let tell = |(recorded, standing)| Shared::new(Happened { room, recorded, standing });
            self.tail = journal.last_with_standings(TAIL_MAX).into_iter().map(tell).collect();
        }
        self.tail.get(self.tail.len() - missed..).map(<[_]>::to_vec)
    }
}
