//! What the store is asked to keep of what a room has brought about.

use crate::game::event as game;
use crate::journal::{Event, Finished, Phase, Recorded, RoomId};
use crate::room::state::{Effect, Room};
use crate::store::{Append, Right};

/// The rooms that were founded, and the records of this one: all of it is kept, or none.
pub(super) fn appends(room: &Room, id: RoomId, effects: &[Effect]) -> Vec<Append> {
    let mut own = Vec::new();
    let mut appends = Vec::new();
    for effect in effects {
        match effect {
            Effect::Keep(happened) => own.push(happened.value().recorded.clone()),
            Effect::Found { room: founded, opener, first } => {
                let visibility = room.table().opened().visibility;
                appends.push(Append {
                    room: *founded,
                    right: Right::Found { opener: *opener, visibility },
                    records: vec![(**first).clone()],
                    phase: Phase::Playing,
                    finished: None,
                });
            }
            Effect::Tell { .. } | Effect::Presence { .. } => {}
        }
    }
    if !own.is_empty() {
        let right = Right::Own(room.epoch());
        let (phase, finished) = (room.table().phase_to_keep(), finished_by(room, &own));
        appends.push(Append { room: id, right, records: own, phase, finished });
    }
    appends
}

/// The game in short, if these records end it or change its result.
fn finished_by(room: &Room, records: &[Recorded]) -> Option<Box<Finished>> {
    let ends = |event: &Event| {
        matches!(
            event,
            Event::Game(
                game::Event::Ended { .. } | game::Event::Punished { .. } | game::Event::Annulled { .. }
            )
        )
    };
    let is_end = records.iter().flat_map(|record| &record.events).any(ends);
    Finished::of(room.table()).filter(|_| is_end).map(Box::new)
}
