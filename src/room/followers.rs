//! Who follows a room, by connection, and who only glances at it. Pure.

use std::collections::{BTreeMap, BTreeSet};

use crate::game::moment::Span;
use crate::journal::{Person, PersonId};
use crate::room::message::ConnectionId;

/// The connections that see a room without being there: one of many boards on a page, or a board on another site. They
/// are told what happens and are otherwise nobody: neither counted nor named, and they can do nothing.
#[derive(Debug, Default)]
pub(super) struct Glances(BTreeMap<ConnectionId, PersonId>);

impl Glances {
    /// Adds a connection.
    pub(super) fn add(&mut self, connection: ConnectionId, person: PersonId) {
        self.0.insert(connection, person);
    }

    /// Takes a connection off.
    pub(super) fn remove(&mut self, connection: ConnectionId) {
        self.0.remove(&connection);
    }

    /// Takes off the connections of some people, and says which they were.
    pub(super) fn remove_all(&mut self, is_one: impl Fn(PersonId) -> bool) -> Vec<ConnectionId> {
        self.0.extract_if(.., |_, person| is_one(*person)).map(|(connection, _)| connection).collect()
    }

    /// Whether there are none.
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// The connections that follow a room.
#[derive(Debug, Default)]
pub(super) struct Followers {
    by_connection: BTreeMap<ConnectionId, Follower>,
    by_person: BTreeSet<(PersonId, ConnectionId)>,
}

#[derive(Debug)]
struct Follower {
    person: Person,
    round_trip: Span,
}

impl Followers {
    /// Adds a connection; says whether it is new.
    pub(super) fn add(&mut self, connection: ConnectionId, person: Person) -> bool {
        let is_new = !self.by_connection.contains_key(&connection);
        if is_new {
            self.by_person.insert((person.id, connection));
            self.by_connection.insert(connection, Follower { person, round_trip: Span::ZERO });
        }
        is_new
    }

    /// Takes a connection off; says whether it was there.
    pub(super) fn remove(&mut self, connection: ConnectionId) -> bool {
        let Some(follower) = self.by_connection.remove(&connection) else { return false };
        self.by_person.remove(&(follower.person.id, connection))
    }

    /// Takes off the connections of some people, and says which they were.
    pub(super) fn remove_all(&mut self, is_one: impl Fn(&Person) -> bool) -> Vec<ConnectionId> {
        let gone = self.by_connection.extract_if(.., |_, follower| is_one(&follower.person));
        let gone: Vec<(PersonId, ConnectionId)> =
            gone.map(|(connection, follower)| (follower.person.id, connection)).collect();
        for follower in &gone {
            self.by_person.remove(follower);
        }
        gone.into_iter().map(|(_, connection)| connection).collect()
    }

    /// Notes the least round trip of a connection.
    pub(super) fn measure(&mut self, connection: ConnectionId, round_trip: Span) {
        if let Some(follower) = self.by_connection.get_mut(&connection) {
            follower.round_trip = round_trip;
        }
    }

    /// The least round trip of a connection.
    pub(super) fn round_trip(&self, connection: ConnectionId) -> Option<Span> {
        self.by_connection.get(&connection).map(|follower| follower.round_trip)
    }

    /// The longest of the round trips of a person's connections.
    pub(super) fn round_trip_of(&self, person: PersonId) -> Option<Span> {
        self.of(person).filter_map(|connection| self.round_trip(connection)).max()
    }

    /// Whose a connection is.
    pub(super) fn person(&self, connection: ConnectionId) -> Option<&Person> {
        self.by_connection.get(&connection).map(|follower| &follower.person)
    }

    /// A person who follows.
    pub(super) fn find(&self, id: PersonId) -> Option<&Person> {
        self.of(id).next().and_then(|connection| self.person(connection))
    }

    /// Whether a person follows.
    pub(super) fn is_here(&self, id: PersonId) -> bool {
        self.of(id).next().is_some()
    }

    /// The connections of a person.
    pub(super) fn of(&self, id: PersonId) -> impl Iterator<Item = ConnectionId> {
        let theirs = (id, ConnectionId(u64::MIN))..=(id, ConnectionId(u64::MAX));
        self.by_person.range(theirs).map(|(_, connection)| *connection)
    }

    /// All connections.
    pub(super) fn connections(&self) -> impl Iterator<Item = ConnectionId> {
        self.by_connection.keys().copied()
    }

    /// All connections, and whose they are.
    pub(super) fn iter(&self) -> impl Iterator<Item = (ConnectionId, &Person)> {
        self.by_connection.iter().map(|(connection, follower)| (*connection, &follower.person))
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.by_connection.len()
    }

    /// Whether there are none.
    pub(super) fn is_empty(&self) -> bool {
        self.by_connection.is_empty()
    }
}
