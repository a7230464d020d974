//! The two sides of a table. Clocks, offers and results belong to seats; colours move between them.

use std::ops::{Index, IndexMut};

/// One of the two places at a table. A seat is neither a colour nor a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Seat {
    /// The seat of whoever opened the table, or sat down first.
    A,
    /// The other seat.
    B,
}

impl Seat {
    /// Both seats, in order.
    pub const BOTH: [Self; 2] = [Self::A, Self::B];

    /// The seat across the table.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::A => Self::B,
            Self::B => Self::A,
        }
    }
}

/// Something each seat has one of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct PerSeat<T> {
    /// What seat A has.
    pub a: T,
    /// What seat B has.
    pub b: T,
}

impl<T> PerSeat<T> {
    /// What `make` gives for each seat.
    pub fn from_fn(mut make: impl FnMut(Seat) -> T) -> Self {
        Self { a: make(Seat::A), b: make(Seat::B) }
    }

    /// The same for each seat, by reference.
    pub const fn as_ref(&self) -> PerSeat<&T> {
        PerSeat { a: &self.a, b: &self.b }
    }

    /// What `change` makes of each.
    pub fn map<U>(self, mut change: impl FnMut(T) -> U) -> PerSeat<U> {
        PerSeat { a: change(self.a), b: change(self.b) }
    }
}

impl<T> Index<Seat> for PerSeat<T> {
    type Output = T;

    fn index(&self, seat: Seat) -> &T {
        match seat {
            Seat::A => &self.a,
            Seat::B => &self.b,
        }
    }
}

impl<T> IndexMut<Seat> for PerSeat<T> {
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        match seat {
            Seat::A => &mut self.a,
            Seat::B => &mut self.b,
        }
    }
}
