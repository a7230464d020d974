//! What the events of a journal add up to.

use crate::game::Game;
use crate::game::clock::Clock;
use crate::game::event::Outcome;
use crate::game::moment::Moment;
use crate::game::opening::Owed;
use crate::game::seat::{PerSeat, Seat};
use crate::journal::event::{Event, Opened, Person};
use crate::journal::ids::{PersonId, RoomId};

/// A table: who sits at it, the game on it, and what becomes of it afterwards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    opened: Opened,
    seats: PerSeat<Option<Person>>,
    game: Game,
    rematch: Rematch,
}

/// Whether the players want another game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rematch {
    /// Nobody has proposed one, or it was turned down.
    None,
    /// This seat proposes one.
    Offered(Seat),
    /// It is played in this room.
    Made(RoomId),
}

impl Table {
    /// The table as it was opened.
    pub fn new(opened: Opened) -> Self {
        Self {
            game: Game::new(opened.rules.clone()),
            seats: PerSeat::default(),
            rematch: Rematch::None,
            opened,
        }
    }

    /// What was fixed when it was opened.
    pub const fn opened(&self) -> &Opened {
        &self.opened
    }

    /// Who sits where.
    pub const fn seats(&self) -> &PerSeat<Option<Person>> {
        &self.seats
    }

    /// The game.
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// Whether there is to be another game.
    pub const fn rematch(&self) -> Rematch {
        self.rematch
    }

    /// How far it is.
    pub const fn phase(&self) -> Phase {
        match (self.game.outcome(), self.game.is_running()) {
            (Some(_), _) => Phase::Over,
            (None, true) => Phase::Playing,
            (None, false) => Phase::Open,
        }
    }

    /// Where a person sits.
    pub fn seat_of(&self, person: PersonId) -> Option<Seat> {
        Seat::BOTH
            .into_iter()
            .find(|seat| self.seats[*seat].as_ref().is_some_and(|sitter| sitter.id == person))
    }

    /// The seat nobody has taken yet; seat A first.
    pub fn free_seat(&self) -> Option<Seat> {
        Seat::BOTH.into_iter().find(|seat| self.seats[*seat].is_none())
    }

    /// Applies one event. Never fails: an event is a fact.
    pub fn evolve(&mut self, at: Moment, event: &Event) {
        match event {
            Event::Opened(opened) => *self = Self::new((**opened).clone()),
            Event::Seated { seat, person } => self.seats[*seat] = Some(person.clone()),
            Event::Game(event) => self.game.evolve(at, event),
            Event::RematchOffered { seat } => self.rematch = Rematch::Offered(*seat),
            Event::RematchDeclined { seat: _ } => self.rematch = Rematch::None,
            Event::RematchMade { room } => self.rematch = Rematch::Made(*room),
        }
    }
}

/// Where a table stands: what a client must know after each record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// How far it is.
    pub phase: Phase,
    /// Who plays Black, once that is settled.
    pub black: Option<Seat>,
    /// How many moves were made.
    pub ply: u16,
    /// Who owes what, while the game runs.
    pub owed: Option<Owed>,
    /// The clocks, once the game has begun and if it has any.
    pub clock: Option<Clock>,
    /// Whose draw offer stands.
    pub draw_offer: Option<Seat>,
    /// How the game ended.
    pub outcome: Option<Outcome>,
    /// Whether there is to be another game.
    pub rematch: Rematch,
}

/// How far a table is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Phase {
    /// A seat is free.
    Open,
    /// The game runs.
    Playing,
    /// It is over.
    Over,
}

impl Standing {
    /// Where a table stands.
    pub fn of(table: &Table) -> Self {
        let game = &table.game;
        Self {
            phase: table.phase(),
            black: game.black(),
            ply: game.ply(),
            owed: game.owed(),
            clock: game.clock().cloned(),
            draw_offer: game.draw_offer(),
            outcome: game.outcome().cloned(),
            rematch: table.rematch,
        }
    }
}
