//! Who waits for an opponent, one pool for each preset. Pure: what a waiting person holds is a value of the caller's.

use std::collections::BTreeMap;

use crate::journal::{Person, PersonId};

/// How many wait in one pool. They are few: none of them plays with any other, or they would be paired.
pub(super) const WAITING_MAX: usize = 256;

/// The pools. Whoever waits in one longest is paired first.
#[derive(Debug)]
pub struct Pools<T> {
    waiting: BTreeMap<&'static str, Vec<(Person, T)>>,
}

/// Two who are paired.
#[derive(Debug, PartialEq, Eq)]
pub struct Couple<T> {
    /// Under which preset.
    pub preset: &'static str,
    /// Who has waited longer.
    pub first: (Person, T),
    /// Who came later.
    pub second: (Person, T),
}

impl<T> Default for Pools<T> {
    fn default() -> Self {
        Self { waiting: BTreeMap::new() }
    }
}

impl<T> Pools<T> {
    /// Somebody looks for an opponent, and waits. Gives the value back of who waits no longer for it: of another window of
    /// theirs, or their own if the pool is full. Whoever is no longer there, as `is_gone` says, counts for nothing.
    pub fn wait(
        &mut self,
        preset: &'static str,
        person: Person,
        value: T,
        is_gone: impl Fn(&T) -> bool,
    ) -> Option<T> {
        let pool = self.waiting.entry(preset).or_default();
        pool.retain(|(_, held)| !is_gone(held));
        if let Some(place) = pool.iter_mut().find(|(waiting, _)| waiting.id == person.id) {
            return Some(std::mem::replace(place, (person, value)).1);
        }
        if pool.len() >= WAITING_MAX {
            return Some(value);
        }
        pool.push((person, value));
        None
    }

    /// Takes two off who fit under the preset in whose pool they are, if there are such.
    pub fn couple(&mut self, fit: impl Fn(&'static str, &Person, &Person) -> bool) -> Option<Couple<T>> {
        self.waiting.iter_mut().find_map(|(preset, pool)| {
            let (one, other) = (0..pool.len()).find_map(|one| {
                let fits = |other: &usize| fit(preset, &pool[one].0, &pool[*other].0);
                (one + 1..pool.len()).find(fits).map(|other| (one, other))
            })?;
            let second = pool.remove(other);
            Some(Couple { preset, first: pool.remove(one), second })
        })
    }

    /// Takes off who is no longer there.
    pub fn sweep(&mut self, is_gone: impl Fn(&T) -> bool) {
        for pool in self.waiting.values_mut() {
            pool.retain(|(_, held)| !is_gone(held));
        }
    }

    /// Where somebody waits of whom `is_for_all` says that everybody may hear of it.
    pub fn waited_in(
        &self,
        is_for_all: impl Fn(&'static str, &Person) -> bool,
    ) -> impl Iterator<Item = &'static str> {
        self.waiting.iter().filter_map(move |(preset, pool)| {
            pool.iter().any(|(waiting, _)| is_for_all(preset, waiting)).then_some(*preset)
        })
    }

    /// Whether a person waits anywhere.
    pub fn waits(&self, id: PersonId) -> bool {
        self.waiting.values().flatten().any(|(person, _)| person.id == id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn person(number: u8) -> Person {
        Person { id: PersonId::from_entropy([number; 16]), name: "x".parse().unwrap(), is_bot: number >= 100 }
    }

    /// A value above 100 is gone.
    const fn is_gone(value: &u8) -> bool {
        *value > 100
    }

    fn everybody(_: &str, _: &Person, _: &Person) -> bool {
        true
    }

    #[test]
    fn the_second_is_paired_with_the_first_and_the_third_waits() {
        let mut pools = Pools::default();
        assert_eq!(pools.wait("renju", person(1), 1, is_gone), None);
        assert_eq!(pools.wait("swap2", person(2), 2, is_gone), None);
        assert_eq!(pools.couple(everybody), None, "another pool");
        assert_eq!(pools.wait("renju", person(3), 3, is_gone), None);
        let (first, second) = ((person(1), 1), (person(3), 3));
        assert_eq!(pools.couple(everybody), Some(Couple { preset: "renju", first, second }));
        assert_eq!(pools.wait("renju", person(4), 4, is_gone), None);
        assert_eq!(pools.waited_in(|_, _| true).collect::<Vec<_>>(), ["renju", "swap2"]);
    }

    #[test]
    fn nobody_is_paired_with_themselves_or_with_who_has_gone() {
        let mut pools = Pools::default();
        assert_eq!(pools.wait("renju", person(1), 1, is_gone), None);
        assert_eq!(pools.wait("renju", person(1), 2, is_gone), Some(1));
        assert_eq!(pools.wait("free", person(1), 101, is_gone), None);
        assert_eq!(pools.wait("free", person(2), 3, is_gone), None, "the first has gone");
        assert_eq!(pools.couple(everybody), None);
        assert!(pools.waits(person(1).id) && pools.waits(person(2).id));
        pools.sweep(|value| *value == 2);
        assert_eq!(pools.waited_in(|_, _| true).collect::<Vec<_>>(), ["free"]);
        assert!(!pools.waits(person(1).id));
    }

    #[test]
    fn who_does_not_fit_waits_for_who_does_and_the_longest_wait_counts() {
        let with_people = |_: &str, one: &Person, other: &Person| !one.is_bot || !other.is_bot;
        let mut pools = Pools::default();
        for number in [100, 101, 102] {
            assert_eq!(pools.wait("renju", person(number), 1, is_gone), None);
            assert_eq!(pools.couple(with_people), None);
        }
        assert_eq!(pools.waited_in(|_, waiting| !waiting.is_bot).count(), 0);
        pools.wait("renju", person(1), 1, is_gone);
        let couple = pools.couple(with_people).unwrap();
        assert_eq!((couple.first.0, couple.second.0), (person(100), person(1)));
        assert_eq!(pools.couple(with_people), None);
    }

    #[test]
    fn a_pool_holds_so_many_and_no_more() {
        let mut pools = Pools::default();
        for number in 0..WAITING_MAX {
            let id = PersonId::from_entropy(std::array::from_fn(|place| {
                (number >> (4 * place.min(8))) as u8 & 15
            }));
            assert_eq!(pools.wait("renju", Person { id, ..person(1) }, 1, is_gone), None, "{number}");
        }
        assert_eq!(pools.wait("renju", person(31), 7, is_gone), Some(7));
        assert!(!pools.waits(person(31).id));
    }
}
