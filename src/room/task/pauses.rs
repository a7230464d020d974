//! When a room's time stands still: after an interruption, while the store cannot write, while a record is kept.

use std::pin::pin;
use std::time::Duration;

use tracing::debug;

use super::RoomTask;
use crate::game::clock::Clock;
use crate::journal::RoomId;
use crate::room::interruption::Interruption;
use crate::room::message::{ConnectionId, Joined, Outgoing};
use crate::store::{Append, StoreError};
use crate::timekeeper::Arrival;

/// How long keeping something may take before the time is charged to nobody.
const KEPT_WITHIN: Duration = Duration::from_millis(50);

impl RoomTask {
    /// Makes records durable. Until they are nobody knows of them, and whoever is to move next pays nothing for a disk that
    /// is slow, or full.
    pub(super) async fn keep(&mut self, id: RoomId, appends: Vec<Append>) -> Result<(), StoreError> {
        let store = self.context.store.clone();
        let begun = Arrival::now();
        let mut kept = pin!(store.append(appends));
        loop {
            tokio::select! {
                biased;
                kept = &mut kept => break kept?,
                interruption = self.interruptions.next() => self.interrupt(id, interruption, begun),
            }
        }
        if self.time.is_running() && Arrival::now().since(begun) > KEPT_WITHIN {
            self.time.stand_still(begun);
            self.resume(id);
        }
        Ok(())
    }

    /// Something concerns all rooms. Where time passes it has done so until `at`.
    pub(super) fn interrupt(&mut self, id: RoomId, interruption: Interruption, at: Arrival) {
        match interruption {
            Interruption::HeldUp if self.time.is_running() => self.tell_origin(id),
            Interruption::StoreDown => self.pause(id, at),
            Interruption::StoreUp => {
                self.resume_due = Arrival::now().after(self.context.resume_within);
                self.resume_if_all_are_here(id);
            }
            Interruption::HeldUp => {}
        }
    }

    fn has_running_clock(&self) -> bool {
        self.room.table().game().clock().is_some_and(Clock::is_running)
    }

    /// Lets a running clock stand still from `at` on, and tells everybody as if they had just joined and missed nothing.
    pub(super) fn pause(&mut self, id: RoomId, at: Arrival) {
        if !self.time.is_running() || !self.has_running_clock() {
            return;
        }
        self.time.stand_still(at);
        let connections: Vec<ConnectionId> = self.subscriptions.keys().copied().collect();
        for connection in connections {
            let seat = self.room.seat_of(connection);
            let joined = Joined { room: id, epoch: self.room.epoch(), seat, origin: None };
            self.tell(connection, Outgoing::Joined(joined));
        }
    }

    /// Time passes at once, unless a clock runs whose players are not here: after an interruption nobody is charged
    /// until both are back, or have had time to be (I-26).
    pub(super) fn start_or_stand_still(&mut self) {
        if !self.has_running_clock() {
            self.time.start(Arrival::now());
        }
    }

    pub(super) fn resume_if_all_are_here(&mut self, id: RoomId) {
        if !self.time.is_running() && self.interruptions.is_store_up() && self.room.has_its_players() {
            self.resume(id);
        }
    }

    pub(super) fn resume(&mut self, id: RoomId) {
        self.time.start(Arrival::now());
        debug!(room = %id, "clocks go on");
        self.tell_origin(id);
    }

    fn tell_origin(&mut self, id: RoomId) {
        if let Some(origin) = self.time.origin(self.context.clock) {
            self.broadcast(&Outgoing::Resumed { room: id, origin });
        }
    }
}
