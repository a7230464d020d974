//! The list of games as a value. Pure.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use crate::journal::{PersonId, RoomId, Visibility, WallTime};
use crate::lobby::featured::featured;
use crate::room::{Stage, Summary};

/// The most entries that are told after a quiet time, all at once.
pub const BURST_MAX: usize = 40;

/// How many entries are told at a time when changes never end, as on a server that a thousand games begin on. Eight a
/// second keep a watcher below 2 KB a second; what waits is told in the order in which it happened.
pub const TOLD_MAX: usize = 2;

/// How much of the list somebody is given to begin with. Changes are told of all games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Reach {
    /// What a page shows at first.
    Newest,
    /// What a program is given that asks for whole rules.
    Many,
    /// As much as there ever is.
    All,
}

impl Reach {
    /// The most games of each stage that are listed.
    pub const fn games_max(self) -> usize {
        match self {
            Self::Newest => 50,
            Self::Many => 500,
            Self::All => 1000,
        }
    }
}

/// The public games, and which of them have changed since the last word about them.
#[derive(Debug, Default)]
pub struct State {
    waiting: Shelf,
    playing: Shelf,
    touched: Touched,
    /// How many entries were told beyond [`TOLD_MAX`] a time.
    told_ahead: usize,
    /// The game that is shown to whoever looks around, as it was last told.
    featured: Option<RoomId>,
    /// Whether another may have to be.
    is_featured_old: bool,
}

/// A room by its age.
type Key = (WallTime, RoomId);

/// Games of one stage, the newest last.
#[derive(Debug, Default)]
struct Shelf {
    games: BTreeMap<Key, Summary>,
}

/// Games that have changed, in the order in which they did.
#[derive(Debug, Default)]
struct Touched {
    turns: VecDeque<Key>,
    all: BTreeSet<Key>,
}

/// The games there are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listing {
    /// Those that wait before those that run, the newest first.
    pub games: Vec<Summary>,
    /// How many there are, listed or not.
    pub counts: Counts,
    /// How many people are connected.
    pub people: u32,
    /// The presets under which somebody waits to be paired.
    pub waited_in: Vec<&'static str>,
    /// The running game that is shown to whoever looks around.
    pub featured: Option<RoomId>,
}

/// How many public games there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Those one can join.
    pub waiting: usize,
    /// Those that run.
    pub playing: usize,
}

/// What has changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// New games and games whose entry changed.
    pub changed: Vec<Summary>,
    /// Rooms that are no longer listed.
    pub removed: Vec<RoomId>,
    /// How many games there are, listed or not.
    pub counts: Counts,
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
            self.touched.insert(key);
        }
        self.is_featured_old |= was.is_some() || shelf.is_some();
        if let Some(shelf) = shelf {
            shelf.games.insert(key, summary);
        }
    }

    /// The newest games, those that wait before those that run.
    pub fn listed(&self, reach: Reach) -> Vec<Summary> {
        self.waiting.newest(reach).chain(self.playing.newest(reach)).cloned().collect()
    }

    /// The games of a person that are too old to be listed.
    pub fn unlisted_of(&self, person: PersonId, reach: Reach) -> Vec<Summary> {
        let older = self.waiting.older(reach).chain(self.playing.older(reach));
        let sits = |game: &&Summary| {
            [&game.seats.a, &game.seats.b].into_iter().flatten().any(|seated| seated.id == person)
        };
        older.filter(sits).cloned().collect()
    }

    /// How many games there are.
    pub fn counts(&self) -> Counts {
        Counts { waiting: self.waiting.games.len(), playing: self.playing.games.len() }
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
        let featured = featured(self.featured, self.playing.newest(Reach::All));
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
        self.told_ahead = self.told_ahead.saturating_sub(TOLD_MAX);
        let (mut changed, mut removed, mut held_back) = (Vec::new(), Vec::new(), VecDeque::new());
        for key in std::mem::take(&mut self.touched.turns) {
            let found = self.waiting.games.get(&key).or_else(|| self.playing.games.get(&key));
            match found {
                // Short, and whoever clicks on it is disappointed.
                None => removed.push(key.1),
                Some(game) if self.told_ahead + changed.len() < BURST_MAX => changed.push(game.clone()),
                Some(_) => {
                    held_back.push_back(key);
                    continue;
                }
            }
            self.touched.all.remove(&key);
        }
        self.touched.turns = held_back;
        self.told_ahead += changed.len();
        if changed.is_empty() && removed.is_empty() && !is_another_shown && !is_worth_it {
            return None;
        }
        let (counts, waited_in, featured) = (self.counts(), waited_in.to_vec(), self.featured);
        Some(Change { changed, removed, counts, people, waited_in, featured })
    }

    /// Forgets what has changed, because there is nobody to tell.
    pub fn forget_changes(&mut self) {
        self.touched = Touched::default();
        self.told_ahead = 0;
    }
}

impl Shelf {
    fn newest(&self, reach: Reach) -> impl Iterator<Item = &Summary> + Clone {
        self.games.values().rev().take(reach.games_max())
    }

    fn older(&self, reach: Reach) -> impl Iterator<Item = &Summary> {
        self.games.values().rev().skip(reach.games_max())
    }
}

impl Touched {
    fn insert(&mut self, key: Key) {
        if self.all.insert(key) {
            self.turns.push_back(key);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::ruleset::RuleSet;
    use crate::game::seat::PerSeat;
    use crate::journal::{Colours, Person};
    use crate::room::Interest;

    fn summary(number: u16, stage: Stage) -> Summary {
        let [high, low] = number.to_be_bytes();
        let digits = [high >> 3, high & 7, low >> 5, low & 31];
        let id = PersonId::from_entropy(std::array::from_fn(|at| digits[at % 4]));
        Summary {
            board: None,
            room: RoomId::from_entropy(std::array::from_fn(|at| digits[at % 4])),
            stage,
            rules: RuleSet::freestyle(None),
            colours: Colours::Random,
            visibility: Visibility::Public,
            seats: PerSeat { a: Some(Person { id, name: "Ann".parse().unwrap(), is_bot: false }), b: None },
            wall: WallTime(u64::from(number)),
            interest: Interest::default(),
        }
    }

    fn numbers(games: &[Summary]) -> Vec<u64> {
        games.iter().map(|game| game.wall.0).collect()
    }

    fn change(state: &mut State) -> Option<Change> {
        state.take_change(0, &[], false)
    }

    #[test]
    fn the_newest_are_listed_all_are_counted_and_ones_own_are_found() {
        let mut state = State::default();
        (0..600).for_each(|number| state.note(summary(number, Stage::Waiting)));
        let listed = state.listed(Reach::Newest);
        assert_eq!(numbers(&listed), (550..600).rev().collect::<Vec<_>>());
        assert_eq!(state.counts(), Counts { waiting: 600, playing: 0 });
        let own = |number: u16| summary(number, Stage::Waiting).seats.a.unwrap().id;
        assert_eq!(numbers(&state.unlisted_of(own(7), Reach::Newest)), [7]);
        assert!(state.unlisted_of(own(599), Reach::Newest).is_empty(), "it is listed");
        assert!(state.unlisted_of(own(7), Reach::All).is_empty(), "it is listed");
    }

    #[test]
    fn a_flood_of_changes_is_told_by_and_by_and_in_order() {
        let mut state = State::default();
        (0..100).for_each(|number| state.note(summary(number, Stage::Waiting)));
        let mut told = numbers(&change(&mut state).unwrap().changed);
        assert_eq!(told.len(), BURST_MAX);
        while let Some(change) = change(&mut state) {
            assert!(change.changed.len() <= TOLD_MAX);
            told.extend(numbers(&change.changed));
        }
        assert_eq!(told, (0..100).collect::<Vec<_>>());
        // After a quiet time a burst is welcome again.
        (0..BURST_MAX).for_each(|_| assert!(change(&mut state).is_none()));
        (100..130).for_each(|number| state.note(summary(number, Stage::Waiting)));
        assert_eq!(change(&mut state).unwrap().changed.len(), 30);
    }

    #[test]
    fn the_end_of_a_game_is_told_at_once_and_the_latest_of_each_once() {
        let mut state = State::default();
        (0..100).for_each(|number| state.note(summary(number, Stage::Waiting)));
        (0..100).step_by(2).for_each(|number| state.note(summary(number, Stage::Playing)));
        (60..100).for_each(|number| state.note(summary(number, Stage::Over)));
        let first = change(&mut state).unwrap();
        assert_eq!(first.removed.len(), 40);
        assert_eq!(numbers(&first.changed), (0..40).collect::<Vec<_>>());
        assert!(first.changed.iter().all(|game| (game.stage == Stage::Playing) == (game.wall.0 % 2 == 0)));
        let rest: Vec<_> =
            std::iter::from_fn(|| change(&mut state)).flat_map(|change| change.changed).collect();
        assert_eq!(numbers(&rest), (40..60).collect::<Vec<_>>());
    }

    #[test]
    fn what_nobody_was_to_be_told_is_forgotten_and_stays_listed() {
        let mut state = State::default();
        state.note(summary(1, Stage::Playing));
        state.forget_changes();
        assert_eq!(change(&mut state), None);
        assert_eq!(numbers(&state.listed(Reach::Newest)), [1]);
    }
}
