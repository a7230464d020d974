//! The rooms one connection follows: how to reach them, how far each was seen, and when to enter one again. Pure, but
//! for the handles it keeps.

use std::time::Duration;

use crate::journal::RoomId;
use crate::room::RoomHandle;
use crate::room::message::{Manner, Outgoing, Seen};
use crate::store::Epoch;
use crate::timekeeper::Arrival;

/// The wait before a room is entered again for the first time; it doubles each time that does not help.
const AGAIN_AFTER: Duration = Duration::from_millis(50);
/// The longest such wait.
const AGAIN_AFTER_MAX: Duration = Duration::from_secs(5);

/// The rooms one connection follows.
#[derive(Debug, Default)]
pub(super) struct Rooms {
    /// Few, most often one: they are looked through, and take no more than they need.
    followed: Vec<Followed>,
    entries: u64,
}

#[derive(Debug)]
struct Followed {
    room: RoomId,
    handle: RoomHandle,
    manner: Manner,
    /// The number of the entry by which it is followed.
    entry: u64,
    /// Whether that entry is still to be answered.
    is_entering: bool,
    epoch: Option<Epoch>,
    next: Option<u32>,
    again_at: Option<Arrival>,
    tries: u32,
    /// The position in which commands were refused last, and how many.
    refused: (u16, u32),
}

impl Rooms {
    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.followed.len()
    }

    /// The way to a room that is followed.
    pub(super) fn handle(&self, room: RoomId) -> Option<RoomHandle> {
        self.get(room).map(|followed| followed.handle.clone())
    }

    /// The ways to all rooms.
    pub(super) fn handles(&self) -> Vec<RoomHandle> {
        self.followed.iter().map(|followed| followed.handle.clone()).collect()
    }

    /// The number of the next entry into a room. What a room says of an earlier one does not count any more.
    pub(super) fn next_entry(&mut self) -> u64 {
        self.entries += 1;
        self.entries
    }

    /// Follows a room that the client has seen so far, entered with the last number.
    pub(super) fn follow(&mut self, room: RoomId, handle: RoomHandle, seen: Option<Seen>, manner: Manner) {
        let (epoch, next) = seen.map(|seen| (seen.epoch, seen.next)).unzip();
        let (entry, is_entering, again_at, tries, refused) = (self.entries, true, None, 0, (0, 0));
        self.forget(room);
        self.followed.reserve_exact(1);
        self.followed.push(Followed {
            room,
            handle,
            manner,
            entry,
            is_entering,
            epoch,
            next,
            again_at,
            tries,
            refused,
        });
    }

    /// Whether a room has been entered in this manner and is still to answer. Whoever enters it once more is told twice
    /// what was missed.
    pub(super) fn is_entering(&self, room: RoomId, manner: Manner) -> bool {
        self.get(room).is_some_and(|followed| {
            followed.is_entering && followed.manner == manner && !followed.handle.is_closed()
        })
    }

    /// What a room is followed for.
    pub(super) fn manner(&self, room: RoomId) -> Manner {
        self.get(room).map_or(Manner::Glance, |followed| followed.manner)
    }

    /// A room was entered again, with the last number.
    pub(super) fn found_again(&mut self, room: RoomId, handle: RoomHandle) {
        let entry = self.entries;
        if let Some(followed) = self.get_mut(room) {
            followed.handle = handle;
            (followed.entry, followed.is_entering, followed.again_at) = (entry, true, None);
        }
    }

    /// Follows a room no more.
    pub(super) fn forget(&mut self, room: RoomId) -> Option<RoomHandle> {
        let place = self.followed.iter().position(|followed| followed.room == room)?;
        Some(self.followed.remove(place).handle)
    }

    /// How far the client has seen a room, as far as what was written to it tells.
    pub(super) fn seen(&self, room: RoomId) -> Option<Seen> {
        let followed = self.get(room)?;
        Some(Seen { epoch: followed.epoch?, next: followed.next? })
    }

    /// Takes note of what is written to the client. Says whether the session has to look what follows from it.
    pub(super) fn note(&mut self, outgoing: &Outgoing) -> bool {
        match outgoing {
            Outgoing::Joined(joined) => {
                if let Some(followed) = self.get_mut(joined.room) {
                    // In another epoch what the client has seen may not be what was kept.
                    if followed.epoch != Some(joined.epoch) {
                        followed.next = None;
                    }
                    followed.epoch = Some(joined.epoch);
                    (followed.tries, followed.is_entering) = (0, false);
                }
            }
            Outgoing::Snapshot(snapshot) => self.seen_up_to(snapshot.value().room, snapshot.value().next),
            Outgoing::Happened(happened) => {
                let happened = happened.value();
                if let Some(followed) = self.get_mut(happened.room) {
                    followed.next = Some(happened.recorded.seq + 1);
                    if followed.refused.0 != happened.standing.ply {
                        followed.refused = (happened.standing.ply, 0);
                    }
                }
            }
            Outgoing::Unknown(room) | Outgoing::Removed(room) => {
                self.forget(*room);
            }
            Outgoing::Answered(answered) => {
                if let Some(followed) = self.get_mut(answered.room).filter(|_| answered.result.is_err()) {
                    let (ply, refused) = followed.refused;
                    let before = if ply == answered.ply { refused } else { 0 };
                    followed.refused = (answered.ply, before + 1);
                }
            }
            Outgoing::Presence(_)
            | Outgoing::Resumed { .. }
            | Outgoing::Readout { .. }
            | Outgoing::Audience(_)
            | Outgoing::Talk(_) => {}
        }
        match outgoing {
            Outgoing::Unknown(_) | Outgoing::Removed(_) => true,
            Outgoing::Answered(answered) => answered.result.is_err(),
            Outgoing::Joined(_)
            | Outgoing::Snapshot(_)
            | Outgoing::Happened(_)
            | Outgoing::Presence(_)
            | Outgoing::Resumed { .. }
            | Outgoing::Readout { .. }
            | Outgoing::Audience(_)
            | Outgoing::Talk(_) => false,
        }
    }

    /// A command for a room was refused before it came there.
    pub(super) fn refuse(&mut self, room: RoomId) {
        if let Some(followed) = self.get_mut(room) {
            followed.refused.1 += 1;
        }
    }

    /// The most commands that were refused in one position of a room (E-20).
    pub(super) fn refused_most(&self) -> u32 {
        self.followed.iter().map(|followed| followed.refused.1).max().unwrap_or(0)
    }

    /// Messages of a room were lost, or its task has ended, since it was entered with this number.
    pub(super) fn lose(&mut self, room: RoomId, entry: u64, now: Arrival, chance: u8) {
        if self.get(room).is_some_and(|followed| followed.entry <= entry) {
            self.enter_again(room, now, chance);
        }
    }

    /// A room must be entered again, soon but not at once: its task may have ended, and then everybody comes.
    pub(super) fn enter_again(&mut self, room: RoomId, now: Arrival, chance: u8) {
        if let Some(followed) = self.get_mut(room) {
            let longest = AGAIN_AFTER.saturating_mul(1 << followed.tries.min(16)).min(AGAIN_AFTER_MAX);
            followed.tries += 1;
            followed.is_entering = false;
            followed.again_at = Some(now.after(longest * (u32::from(chance) + 1) / 256));
        }
    }

    /// When the first room is to be entered again.
    pub(super) fn again_at(&self) -> Option<Arrival> {
        self.followed.iter().filter_map(|followed| followed.again_at).min()
    }

    /// A room that is to be entered again by `now`.
    pub(super) fn take_due(&mut self, now: Arrival) -> Option<RoomId> {
        let is_due = |followed: &&mut Followed| followed.again_at.is_some_and(|at| at <= now);
        let followed = self.followed.iter_mut().find(is_due)?;
        followed.again_at = None;
        Some(followed.room)
    }

    fn get(&self, room: RoomId) -> Option<&Followed> {
        self.followed.iter().find(|followed| followed.room == room)
    }

    fn get_mut(&mut self, room: RoomId) -> Option<&mut Followed> {
        self.followed.iter_mut().find(|followed| followed.room == room)
    }

    fn seen_up_to(&mut self, room: RoomId, next: u32) {
        if let Some(followed) = self.get_mut(room) {
            followed.next = Some(next);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hub::{self, Hub};
    use crate::lobby::Lobby;
    use crate::room::message::Joined;
    use crate::store::Store;
    use crate::timekeeper::ServerClock;

    fn rooms_with(room: RoomId, seen: Option<Seen>) -> Rooms {
        let settings = hub::Settings {
            key: [0; 32],
            resume_within: Duration::ZERO,
            idle_after: Duration::ZERO,
            open_tables_max: 0,
            lag_credit: false,
            stalls: crate::timekeeper::Stalls::default(),
        };
        let hub = Hub::new(Store::detached(1).0, ServerClock::start(), Lobby::open().1, settings);
        let mut rooms = Rooms::default();
        rooms.follow(room, hub.room(room), seen, Manner::Attend);
        rooms
    }

    fn joined(room: RoomId, epoch: u64) -> Outgoing {
        Outgoing::Joined(Joined { room, epoch: Epoch(epoch), seat: None, origin: None })
    }

    #[tokio::test]
    async fn what_was_seen_in_another_epoch_is_not_relied_on() {
        let room = RoomId::from_entropy([1; 12]);
        let seen = Seen { epoch: Epoch(3), next: 7 };
        let mut rooms = rooms_with(room, Some(seen));
        rooms.note(&joined(room, 3));
        assert_eq!(rooms.seen(room), Some(seen));
        rooms.note(&joined(room, 4));
        assert_eq!(rooms.seen(room), None);
        rooms.seen_up_to(room, 9);
        assert_eq!(rooms.seen(room), Some(Seen { epoch: Epoch(4), next: 9 }));
    }

    #[tokio::test]
    async fn a_room_is_entered_again_later_and_later_until_it_answers() {
        let room = RoomId::from_entropy([1; 12]);
        let mut rooms = rooms_with(room, None);
        let now = Arrival::now();
        let mut waits = Vec::new();
        for _ in 0..10 {
            rooms.enter_again(room, now, u8::MAX);
            waits.push(rooms.again_at().unwrap().since(now).as_millis());
        }
        assert_eq!(waits, [50, 100, 200, 400, 800, 1600, 3200, 5000, 5000, 5000]);
        assert_eq!(rooms.take_due(now), None);
        assert_eq!(rooms.take_due(now.after(AGAIN_AFTER_MAX)), Some(room));
        assert_eq!(rooms.take_due(now.after(AGAIN_AFTER_MAX)), None);
        rooms.note(&joined(room, 1));
        rooms.enter_again(room, now, u8::MAX);
        assert_eq!(rooms.again_at().unwrap().since(now), AGAIN_AFTER);
    }

    #[tokio::test]
    async fn what_was_lost_before_the_room_was_entered_again_is_no_reason_to_enter_it_once_more() {
        let room = RoomId::from_entropy([1; 12]);
        let mut rooms = rooms_with(room, None);
        let now = Arrival::now();
        let (first, second) = (rooms.next_entry(), rooms.next_entry());
        rooms.enter_again(room, now, 0);
        rooms.found_again(room, rooms.handle(room).unwrap());
        assert_eq!(rooms.again_at(), None, "that is done");
        assert!(rooms.is_entering(room, Manner::Attend) && !rooms.is_entering(room, Manner::Glance));
        rooms.lose(room, first, now, 0);
        assert_eq!(rooms.again_at(), None);
        rooms.note(&joined(room, 1));
        assert!(!rooms.is_entering(room, Manner::Attend));
        rooms.lose(room, second, now, 0);
        assert!(rooms.again_at().is_some());
    }

    #[tokio::test]
    async fn a_room_that_does_not_exist_is_forgotten() {
        let room = RoomId::from_entropy([1; 12]);
        let mut rooms = rooms_with(room, None);
        rooms.note(&Outgoing::Unknown(room));
        assert_eq!(rooms.len(), 0);
    }
}
