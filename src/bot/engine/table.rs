//! What was found out about positions, for when the search comes to one of them again.

use crate::bot::engine::points::Cell;

/// How a value bounds what a position is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    /// It is worth exactly that.
    Exact,
    /// It is worth that at least.
    AtLeast,
    /// It is worth that at most.
    AtMost,
}

/// What is known of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    /// The position's hash.
    pub(super) hash: u64,
    /// What it is worth to who is to move; a win by its distance from here.
    pub(super) value: i32,
    /// The best move, if one was found.
    pub(super) best: Option<Cell>,
    /// How deep that was looked into.
    pub(super) depth: i8,
    /// How the value is meant.
    pub(super) bound: Bound,
}

/// A bounded store of what is known. A position has one place in it, and the latest to want the place gets it.
#[derive(Debug)]
pub struct Table {
    places: Vec<Option<Known>>,
}

impl Table {
    /// How many positions the smallest table holds, as a power of two.
    const BITS_MIN: u32 = 8;
    /// How many positions the largest table holds, as a power of two.
    const BITS_MAX: u32 = 24;

    /// A table of `2^bits` positions, some 32 bytes each.
    pub fn new(bits: u32) -> Self {
        Self { places: vec![None; 1 << bits.clamp(Self::BITS_MIN, Self::BITS_MAX)] }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.places.fill(None);
    }

    pub(super) fn get(&self, hash: u64) -> Option<&Known> {
        self.places[self.place(hash)].as_ref().filter(|known| known.hash == hash)
    }

    pub(super) fn put(&mut self, known: Known) {
        let place = self.place(known.hash);
        self.places[place] = Some(known);
    }

    fn place(&self, hash: u64) -> usize {
        hash as usize & (self.places.len() - 1)
    }
}
