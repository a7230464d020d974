//! Who waits for an opponent, one pool for each preset. Pure: what a waiting person holds is a value of the caller's.

use std::collections::BTreeMap;

use crate::journal::{Person, PersonId};

/// The pools. In each waits one person at most, because the next one is paired with them.
#[derive(Debug)]
pub struct Pools<T> {
    waiting: BTreeMap<&'static str, (Person, T)>,
}

/// What becomes of somebody who looks for an opponent.
#[derive(Debug, PartialEq, Eq)]
pub enum Found<T> {
    /// They wait.
    Waits,
    /// They wait in place of another window of theirs, whose value this was.
    WaitsInstead(T),
    /// They are paired: with whom waited, who came first.
    Paired {
        /// Who waited.
        first: (Person, T),
        /// Who has come.
        second: (Person, T),
    },
}

impl<T> Default for Pools<T> {
    fn default() -> Self {
        Self { waiting: BTreeMap::new() }
    }
}

impl<T> Pools<T> {
    /// Somebody looks for an opponent. Whoever waited and is no longer there, as `is_gone` says, counts for nothing.
    pub fn seek(
        &mut self,
        preset: &'static str,
        person: Person,
        value: T,
        is_gone: impl Fn(&T) -> bool,
    ) -> Found<T> {
        match self.waiting.remove(preset).filter(|(_, held)| !is_gone(held)) {
            Some((waiting, held)) if waiting.id == person.id => {
                self.waiting.insert(preset, (person, value));
                Found::WaitsInstead(held)
            }
            Some(first) => Found::Paired { first, second: (person, value) },
            None => {
                self.waiting.insert(preset, (person, value));
                Found::Waits
            }
        }
    }

    /// Takes off who is no longer there.
    pub fn sweep(&mut self, is_gone: impl Fn(&T) -> bool) {
        self.waiting.retain(|_, (_, held)| !is_gone(held));
    }

    /// Where somebody waits.
    pub fn waited_in(&self) -> impl Iterator<Item = &'static str> {
        self.waiting.keys().copied()
    }

    /// Whether a person waits anywhere.
    pub fn waits(&self, id: PersonId) -> bool {
        self.waiting.values().any(|(person, _)| person.id == id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn person(number: u8) -> Person {
        Person { id: PersonId::from_entropy([number; 16]), name: "x".parse().unwrap(), is_bot: false }
    }

    /// A value above 100 is gone.
    const fn is_gone(value: &u8) -> bool {
        *value > 100
    }

    #[test]
    fn the_second_is_paired_with_the_first_and_the_third_waits() {
        let mut pools = Pools::default();
        assert_eq!(pools.seek("renju", person(1), 1, is_gone), Found::Waits);
        assert_eq!(pools.seek("swap2", person(2), 2, is_gone), Found::Waits, "another pool");
        let (first, second) = ((person(1), 1), (person(3), 3));
        assert_eq!(pools.seek("renju", person(3), 3, is_gone), Found::Paired { first, second });
        assert_eq!(pools.seek("renju", person(4), 4, is_gone), Found::Waits);
        assert_eq!(pools.waited_in().collect::<Vec<_>>(), ["renju", "swap2"]);
    }

    #[test]
    fn nobody_is_paired_with_themselves_or_with_who_has_gone() {
        let mut pools = Pools::default();
        assert_eq!(pools.seek("renju", person(1), 1, is_gone), Found::Waits);
        assert_eq!(pools.seek("renju", person(1), 2, is_gone), Found::WaitsInstead(1));
        assert_eq!(pools.seek("free", person(1), 101, is_gone), Found::Waits);
        assert_eq!(pools.seek("free", person(2), 3, is_gone), Found::Waits, "the first has gone");
        assert!(pools.waits(person(1).id) && pools.waits(person(2).id));
        pools.sweep(|value| *value == 2);
        assert_eq!(pools.waited_in().collect::<Vec<_>>(), ["free"]);
        assert!(!pools.waits(person(1).id));
    }
}
