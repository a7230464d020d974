//! Who plays where: the running games of every person, as they change.

use std::collections::BTreeSet;
use std::sync::Arc;

use dashmap::DashMap;
use tokio::sync::watch;

use crate::game::seat::PerSeat;
use crate::journal::{Person, PersonId, RoomId};
use crate::room::{Stage, Summary};

/// The rooms of a person that are not over.
pub type Games = Arc<BTreeSet<RoomId>>;

/// The running games of everybody who has one, or is watched.
#[derive(Debug, Default)]
pub(super) struct Seated {
    people: DashMap<PersonId, watch::Sender<Games>>,
    /// Who sits in each room that is not over.
    rooms: DashMap<RoomId, PerSeat<Option<PersonId>>>,
}

impl Seated {
    /// The games of a person now and from now on.
    pub(super) fn of(&self, person: PersonId) -> watch::Receiver<Games> {
        self.people.entry(person).or_insert_with(|| watch::Sender::new(Games::default())).subscribe()
    }

    /// How many games a person has that have an opponent.
    pub(super) fn count(&self, person: PersonId) -> usize {
        let games = self.people.get(&person).map(|games| Games::clone(&games.borrow()));
        let is_full = |room: &&RoomId| {
            self.rooms.get(*room).is_some_and(|seats| seats.a.is_some() && seats.b.is_some())
        };
        games.map_or(0, |games| games.iter().filter(is_full).count())
    }

    /// Takes note of a room.
    pub(super) fn note(&self, summary: &Summary) {
        let id = |person: &Option<Person>| person.as_ref().map(|person| person.id);
        let seats = PerSeat { a: id(&summary.seats.a), b: id(&summary.seats.b) };
        let before = match summary.stage {
            Stage::Over => self.rooms.remove(&summary.room).map(|(_, seats)| seats),
            Stage::Waiting | Stage::Unattended | Stage::Playing => self.rooms.insert(summary.room, seats),
        };
        if summary.stage == Stage::Over {
            for person in before.into_iter().flat_map(|PerSeat { a, b }| [a, b]).flatten() {
                self.change(person, |games| games.remove(&summary.room));
            }
        } else {
            for person in [seats.a, seats.b].into_iter().flatten() {
                self.change(person, |games| games.insert(summary.room));
            }
        }
    }

    /// Changes the games of a person; says so to who watches, if it makes a difference.
    fn change(&self, person: PersonId, change: impl FnOnce(&mut BTreeSet<RoomId>) -> bool) {
        let games = self.people.entry(person).or_insert_with(|| watch::Sender::new(Games::default()));
        games.send_if_modified(|games| change(Arc::make_mut(games)));
        drop(games);
        // Nobody needs to know of nothing.
        self.people.remove_if(&person, |_, games| games.is_closed() && games.borrow().is_empty());
    }
}
