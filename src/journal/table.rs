//! What the events of a journal add up to.

use crate::game::clock::Clock;
use crate::game::event::{Favour, Outcome};
use crate::game::moment::Moment;
use crate::game::opening::{NamedOpening, Owed};
use crate::game::point::{BoardSize, Point};
use crate::game::seat::{PerSeat, Seat};
use crate::game::{Game, Offer};
use crate::journal::event::{Event, Opened, Person};
use crate::journal::ids::{PersonId, RoomId};
use crate::journal::series::After;

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

    /// How the match stands after this game, once it is over; none if it is no part of one.
    pub fn series_after(&self) -> Option<After> {
        Some(self.opened.series?.after(self.game.outcome()?))
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
    /// The board it is played on.
    pub board: BoardSize,
    /// How far it is.
    pub phase: Phase,
    /// Who plays Black, once that is settled.
    pub black: Option<Seat>,
    /// The number of the position.
    pub ply: u16,
    /// Who owes what, while the game runs.
    pub owed: Option<Owed>,
    /// The clocks, once the game has begun and if it has any.
    pub clock: Option<Clock>,
    /// The alternatives for the fifth move that are shown.
    pub shown: Vec<Point>,
    /// The name of the opening on the board.
    pub opening: Option<&'static NamedOpening>,
    /// The points that are forbidden to who is to move, where the rules show them.
    pub forbidden: Vec<Point>,
    /// The draw offer that stands.
    pub draw_offer: Option<Offer>,
    /// Who asks for what.
    pub favour: Option<(Seat, Favour)>,
    /// Whether both have agreed that the clocks stand still.
    pub is_paused: bool,
    /// How many violations each has.
    pub violations: PerSeat<u8>,
    /// How the game ended.
    pub outcome: Option<Outcome>,
    /// Whether there is to be another game.
    pub rematch: Rematch,
    /// Whether the match wants another game.
    pub next_game: bool,
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
            board: game.board().size(),
            phase: table.phase(),
            black: game.black(),
            ply: game.ply(),
            owed: game.owed(),
            clock: game.clock().cloned(),
            shown: game.shown().to_vec(),
            opening: game.named_opening(),
            forbidden: game.forbidden_points(),
            draw_offer: game.draw_offer(),
            favour: game.favour(),
            is_paused: game.is_paused(),
            violations: game.violations(),
            outcome: game.outcome().cloned(),
            rematch: table.rematch,
            next_game: matches!(table.series_after(), Some(After::Next(_))),
        }
    }
}
