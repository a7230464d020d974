//! A connection's claim to hear everything that a room says.

use crate::journal::RoomId;
use crate::room::message::Outgoing;
use crate::room::outbox::Outbox;
use crate::telemetry::metrics::METRICS;

/// A connection's claim to hear everything a room says. If it is lost on the way, the connection finds the room stale.
#[derive(Debug)]
pub(super) struct Subscription {
    pub(super) room: RoomId,
    pub(super) outbox: Outbox,
    /// Whether the connection has been told that it lost something, and has not joined again.
    pub(super) is_stale: bool,
    /// Whether its end is known there.
    pub(super) is_ended: bool,
}

impl Subscription {
    /// Puts a message before somebody who watches. Who has no place for it loses it, and gets a snapshot later.
    pub(super) fn put(&mut self, outgoing: Outgoing) {
        if !self.is_stale && self.outbox.put(outgoing).is_err() {
            self.is_stale = true;
            METRICS.resyncs.inc();
            self.outbox.mark_stale(self.room);
        }
    }

    /// Puts a message before a player. Who has no place for it is disconnected, and resumes.
    pub(super) fn put_first(&mut self, outgoing: Outgoing) {
        if !self.is_stale && self.outbox.put_first(outgoing).is_err() {
            self.is_stale = true;
            self.outbox.close_slow();
        }
    }
}

/// However a subscription is lost, its connection learns that it must join again.
impl Drop for Subscription {
    fn drop(&mut self) {
        if !self.is_ended {
            self.outbox.mark_stale(self.room);
        }
    }
}
