//! The list of games as a value. Pure.

use std::collections::{BTreeMap, BTreeSet};

use crate::journal::{RoomId, Visibility, WallTime};
use crate::lobby::featured::featured;
use crate::room::{Stage, Summary};

/// The most games of each stage that are listed.
pub const LISTED_MAX: usize = 500;

/// The public games, and which of them have changed since the last word about them.
#[derive(Debug, Default)]
pub struct State {
    waiting: Shelf,
    playing: Shelf,
    touched: BTreeSet<RoomId>,
    /// The game that is shown to whoever looks around, as it was last told.
    featured: Option<RoomId>,
    /// Whether another may have to be.
    is_featured_old: bool,
}

/// Games of one stage, the newest last.
#[derive(Debug, Default)]
struct Shelf {
    games: BTreeMap<(WallTime, RoomId), Summary>,
}

/// All games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listing {
    /// The newest first.
    pub games: Vec<Summary>,
    /// How many people are connected.
    pub people: u32,
    /// The presets under which somebody waits to be paired.
    pub waited_in: Vec<&'static str>,
    /// The running game that is shown to whoever looks around.
    pub featured: Option<RoomId>,
}

/// What has changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// New games and games whose entry changed.
    pub changed: Vec<Summary>,
    /// Rooms that are no longer listed.
    pub removed: Vec<RoomId>,
    /// How many people are connected.
    pub people: u32,
    /// The presets under which somebody waits to be paired.
    pub waited_in: Vec<&'static str>,
    /// The running game that is shown to whoever looks around.
    pub featured: Option<RoomId>,
}

impl State {
    /// Takes note of a room.
    pub fn note(&mut self, summary: Summary) {
        let key = (summary.wall, summary.room);
        let waited = self.waiting.games.remove(&key);
        let was = self.playing.games.remove(&key).or(waited);
        let shelf = match (summary.visibility, summary.stage) {
            (Visibility::Public, Stage::Waiting) => Some(&mut self.waiting),
            (Visibility::Public, Stage::Playing) => Some(&mut self.playing),
            (Visibility::Public, Stage::Unattended | Stage::Over) | (Visibility::Link, _) => None,
        };
        let is_news = match (&was, &shelf) {
            (Some(was), Some(_)) => !was.reads_like(&summary),
            (was, shelf) => was.is_some() || shelf.is_some(),
        };
        if is_news {
            self.touched.insert(summary.room);
        }
        self.is_featured_old |= was.is_some() || shelf.is_some();
        if let Some(shelf) = shelf {
            shelf.games.insert(key, summary);
        }
    }

    /// All games that are listed, those that wait before those that run, the newest first.
    pub fn listed(&self) -> Vec<Summary> {
        self.waiting.newest().chain(self.playing.newest()).cloned().collect()
    }

    /// The running game that is shown to whoever looks around, as it was last told.
    pub const fn featured(&self) -> Option<RoomId> {
        self.featured
    }

    /// Chooses the game to be shown anew. Says whether it is another one.
    fn feature(&mut self) -> bool {
        if !std::mem::take(&mut self.is_featured_old) {
            return false;
        }
        let featured = featured(self.featured, self.playing.newest());
        std::mem::replace(&mut self.featured, featured) != featured
    }

    /// What has changed since this was last asked; none if no game has, and the rest `is_worth_it` not alone.
    pub fn take_change(
        &mut self,
        people: u32,
        waited_in: &[&'static str],
        is_worth_it: bool,
    ) -> Option<Change> {
        let is_another_shown = self.feature();
        if self.touched.is_empty() && !is_another_shown && !is_worth_it {
            return None;
        }
        let mut removed = std::mem::take(&mut self.touched);
        let listed = self.waiting.newest().chain(self.playing.newest());
        let changed = if removed.is_empty() {
            Vec::new()
        } else {
            listed.filter(|game| removed.remove(&game.room)).cloned().collect()
        };
        let removed = removed.into_iter().collect();
        Some(Change { changed, removed, people, waited_in: waited_in.to_vec(), featured: self.featured })
    }
}

impl Shelf {
    fn newest(&self) -> impl Iterator<Item = &Summary> + Clone {
        self.games.values().rev().take(LISTED_MAX)
    }
}
