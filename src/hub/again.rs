//! When rooms whose task was cut short are opened again. Pure, but for its map.

use std::time::Duration;

use dashmap::DashMap;

use crate::journal::RoomId;
use crate::timekeeper::Arrival;

/// The wait before a room is opened again for the first time; it doubles each time that does not help.
const AGAIN_AFTER: Duration = Duration::from_millis(100);
/// The longest such wait.
const AGAIN_AFTER_MAX: Duration = Duration::from_secs(60);
/// How long a room must have lasted for what ended it to be forgotten.
const WELL_AFTER: Duration = Duration::from_secs(120);

/// The rooms that were cut short lately.
#[derive(Debug, Default)]
pub(super) struct Again {
    rooms: DashMap<RoomId, Cut>,
}

/// How a room was cut short.
#[derive(Clone, Copy, Debug)]
struct Cut {
    times: u32,
    last: Arrival,
}

impl Again {
    /// A room was cut short: when it is to be opened again.
    pub(super) fn cut_short(&self, room: RoomId, now: Arrival) -> Arrival {
        let mut cut = self.rooms.entry(room).or_insert(Cut { times: 0, last: now });
        if now.since(cut.last) > WELL_AFTER {
            cut.times = 0;
        }
        let wait = AGAIN_AFTER.saturating_mul(1 << cut.times.min(16)).min(AGAIN_AFTER_MAX);
        *cut = Cut { times: cut.times + 1, last: now };
        now.after(wait)
    }

    /// A room has ended by itself.
    pub(super) fn forget(&self, room: RoomId) {
        self.rooms.remove(&room);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_room_is_opened_again_later_and_later_until_it_lasts() {
        let (again, room, now) = (Again::default(), RoomId::from_entropy([1; 12]), Arrival::now());
        let wait = |at: Arrival| again.cut_short(room, at).since(at).as_millis();
        assert_eq!([(); 3].map(|()| wait(now)), [100, 200, 400]);
        for _ in 0..20 {
            wait(now);
        }
        assert_eq!(wait(now), 60_000);
        assert_eq!(wait(now.after(Duration::from_secs(121))), 100, "it has lasted");
        again.forget(room);
        assert_eq!(wait(now), 100);
    }
}
