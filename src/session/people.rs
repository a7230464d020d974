//! Who is connected, and how often.

use std::sync::Arc;

use dashmap::DashMap;

use super::Visitor;
use crate::journal::{Person, PersonId};
use crate::lobby::Lobby;

/// Everybody who is connected. Cheap to clone.
#[derive(Clone, Debug)]
pub struct People {
    shared: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    connections: DashMap<PersonId, usize>,
    connections_max: usize,
    /// Who is no person: the server's own bots.
    computers: Arc<[Person]>,
    lobby: Lobby,
}

/// One connection of a person, until it is dropped.
#[derive(Debug)]
pub(super) struct Here {
    people: People,
    person: PersonId,
}

impl People {
    /// Nobody yet. Each may have `connections_max` connections; the lobby learns how many people there are, the server's
    /// own bots not counted.
    pub fn new(connections_max: usize, computers: Arc<[Person]>, lobby: Lobby) -> Self {
        Self { shared: Arc::new(Inner { connections: DashMap::new(), connections_max, computers, lobby }) }
    }

    /// Notes a connection; none if the person has as many as one may. Onlookers are nobody, and not counted.
    pub(super) fn enter(&self, person: PersonId, visitor: Visitor) -> Option<Option<Here>> {
        match visitor {
            Visitor::Person => self.note(person).map(Some),
            Visitor::Onlooker => Some(None),
        }
    }

    fn note(&self, person: PersonId) -> Option<Here> {
        {
            let mut connections = self.shared.connections.entry(person).or_insert(0);
            if *connections >= self.shared.connections_max {
                return None;
            }
            *connections += 1;
        }
        self.tell();
        Some(Here { people: self.clone(), person })
    }

    /// How many people are connected, the server's own bots not counted.
    pub fn count(&self) -> usize {
        let Inner { connections, computers, .. } = &*self.shared;
        let is_here = |computer: &&Person| connections.contains_key(&computer.id);
        connections.len().saturating_sub(computers.iter().filter(is_here).count())
    }

    fn tell(&self) {
        self.shared.lobby.set_people(u32::try_from(self.count()).unwrap_or(u32::MAX));
    }
}

impl Drop for Here {
    fn drop(&mut self) {
        let connections = &self.people.shared.connections;
        connections.entry(self.person).and_modify(|connections| *connections -= 1);
        connections.remove_if(&self.person, |_, connections| *connections == 0);
        self.people.tell();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_person_has_so_many_connections_and_no_more() {
        let (lobby, _summaries) = Lobby::open();
        let people = People::new(2, Arc::new([]), lobby);
        let (one, other) = (PersonId::from_entropy([1; 16]), PersonId::from_entropy([2; 16]));
        let first = people.note(one).unwrap();
        let _second = people.note(one).unwrap();
        assert!(people.note(one).is_none());
        let other = people.note(other).unwrap();
        drop(first);
        let _third = people.note(one).unwrap();
        drop(other);
        assert_eq!(people.shared.connections.len(), 1);
    }
}
