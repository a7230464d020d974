//! Where somebody plays, for whoever follows them from game to game. Pure.
//!
//! It follows from the list of games, and so tells nobody more than the list does: what is played by link stays there.

use std::collections::BTreeSet;

use crate::journal::{PersonId, RoomId, WallTime};
use crate::lobby::{Change, Listing};
use crate::room::{Stage, Summary};

/// The running games of one person among those that are listed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pursuit {
    person: PersonId,
    games: BTreeSet<(WallTime, RoomId)>,
}

impl Pursuit {
    /// Follows a person, whose games stand in the list as it is or are too old for it.
    pub fn new(person: PersonId, listing: &Listing, older: &[Summary]) -> Self {
        let mut pursuit = Self { person, games: BTreeSet::new() };
        pursuit.add(&listing.games);
        pursuit.add(older);
        pursuit
    }

    /// Who is followed.
    pub const fn person(&self) -> PersonId {
        self.person
    }

    /// The newest game that they play.
    pub fn room(&self) -> Option<RoomId> {
        self.games.last().map(|(_, room)| *room)
    }

    /// Takes note of a change. Says whether they play elsewhere after it.
    pub fn note(&mut self, change: &Change) -> bool {
        let before = self.room();
        let is_gone = |room: &RoomId| {
            change.removed.contains(room) || change.changed.iter().any(|game| game.room == *room)
        };
        self.games.retain(|(_, room)| !is_gone(room));
        self.add(&change.changed);
        self.room() != before
    }

    fn add(&mut self, games: &[Summary]) {
        let plays = |game: &&Summary| {
            let sits =
                [&game.seats.a, &game.seats.b].into_iter().flatten().any(|sitter| sitter.id == self.person);
            sits && game.stage == Stage::Playing
        };
        let games: Vec<_> = games.iter().filter(plays).map(|game| (game.wall, game.room)).collect();
        self.games.extend(games);
    }
}
