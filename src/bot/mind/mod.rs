//! What to do about whatever a game wants from one of its seats. Pure: it reads a [`Game`] and answers with a [`Deed`].
//!
//! Stones come from the engine. What is negotiated in openings follows from short searches: a position in which the other may
//! swap is made as even as can be, a swap is made if the other side is better off, alternatives are the best for Black that
//! differ, and of them White keeps the worst.

mod fairness;
mod fifths;
mod manners;

pub use manners::Manners;

use std::cmp::Reverse;

use crate::bot::engine::{Chance, Field, Ground, Level, Limits, Pick, Table, WON, choose, think};
use crate::game::Game;
use crate::game::board::Stone;
use crate::game::event::Deed;
use crate::game::moment::Moment;
use crate::game::opening::{Choice, Owed, What, Zone};
use crate::game::point::Point;
use crate::game::ruleset::{PassRule, RuleSet};
use crate::game::seat::Seat;

/// How much a mind remembers of positions, as a power of two.
const TABLE_BITS: u32 = 16;
/// How many positions a short search looks at, at most.
const SHORT: u64 = 1500;
/// What each alternative beyond the first costs Black, as a value of the engine's.
const ALTERNATIVE_COST: i32 = 12;

/// One player's mind, for one game.
#[derive(Debug)]
pub struct Mind {
    level: Level,
    chance: Chance,
    table: Table,
}

/// How long a mind may think, and who stops it.
pub struct Leave<'a> {
    /// The most positions to look at for a stone.
    pub nodes_max: u64,
    /// Asked now and then.
    pub should_stop: &'a mut dyn FnMut() -> bool,
}

impl std::fmt::Debug for Leave<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Leave").field("nodes_max", &self.nodes_max).finish_non_exhaustive()
    }
}

impl Ground {
    /// What of a game's rules the engine plays by.
    pub const fn of_rules(rules: &RuleSet) -> Self {
        Self { board: rules.board, five: rules.five, forbidden: rules.forbidden }
    }
}

impl Mind {
    /// A mind of this level. The same seed, games and limits give the same deeds.
    pub fn new(level: Level, seed: u64) -> Self {
        Self { level, chance: Chance::new(seed), table: Table::new(TABLE_BITS) }
    }

    /// Its level.
    pub const fn level(&self) -> Level {
        self.level
    }

    /// What it does about what is owed; none if nothing is, or nothing can be done but to give the game up.
    pub fn deed(&mut self, game: &Game, leave: &mut Leave<'_>) -> Option<Deed> {
        let Owed { seat, what } = game.owed()?;
        match what {
            What::Stone { stone, zone } => self.stone(game, seat, stone, zone, leave),
            What::Choice(options) => Some(Deed::Chose(self.choice(game, seat, options, leave))),
            What::Announcement { most } => Some(Deed::Announced(self.number(game, most, leave))),
            What::Alternatives { number } => Some(Deed::Showed(self.alternatives(game, number, leave))),
            What::Keep => self.kept(game, leave).map(Deed::Kept),
        }
    }

    fn stone(
        &mut self,
        game: &Game,
        seat: Seat,
        stone: Stone,
        zone: Zone,
        leave: &mut Leave<'_>,
    ) -> Option<Deed> {
        let board = game.rules().board;
        let mut field = field_of(game);
        let put = |point| Deed::Stone { stone, point };
        if let Some(sample) = board.iter().find(|point| field.is_free(*point) && zone.contains(board, *point))
        {
            let point = match what_follows(game, seat, put(sample)) {
                Follows::Play => None,
                Follows::OwnTurn => self.any_near(&field, zone),
                Follows::TheirChoice => self.evenest(game, &field, stone, zone, leave),
            };
            if let Some(point) = point {
                return Some(put(point));
            }
        }
        let may_pass =
            game.rules().pass == PassRule::FromMoveSix && zone == Zone::Anywhere && field.stones() >= 5;
        if may_pass && field.is_dead() {
            return Some(Deed::Pass);
        }
        let allowed = |point: Point| zone.contains(board, point);
        let pick = Pick { mover: stone, allowed: &allowed, nodes_max: leave.nodes_max };
        let thought =
            choose(self.level, &mut field, pick, &mut self.chance, &mut self.table, leave.should_stop);
        match thought.point {
            Some(point) => Some(put(point)),
            None if may_pass => Some(Deed::Pass),
            None => None,
        }
    }

    fn choice(&mut self, game: &Game, seat: Seat, options: &[Choice], leave: &mut Leave<'_>) -> Choice {
        if options.contains(&Choice::PlaceFifth) {
            return self.fifth_or_offer(game, leave);
        }
        let value = self.value_for(game, seat, leave);
        if options.contains(&Choice::PlaceTwo) && value.abs() < fairness::EVEN {
            return Choice::PlaceTwo;
        }
        if value < 0 && options.contains(&Choice::Swap) { Choice::Swap } else { Choice::Stay }
    }

    /// What the position is worth to a seat that keeps its colour.
    fn value_for(&mut self, game: &Game, seat: Seat, leave: &mut Leave<'_>) -> i32 {
        let for_black = self.value_for_black(game, leave);
        if game.black() == Some(seat) { for_black } else { -for_black }
    }

    /// A short search of one position.
    fn short(&mut self, field: &mut Field, mover: Stone, leave: &mut Leave<'_>) -> i32 {
        let own = self.level.limits();
        let limits = Limits {
            nodes: own.nodes.min(SHORT),
            depth: own.depth.clamp(2, 6),
            fours: own.fours,
            threats: 0,
        };
        think(field, mover, &|_| true, limits, &mut self.table, leave.should_stop).value
    }

    /// A point near what stands, or near the centre, by chance.
    fn any_near(&mut self, field: &Field, zone: Zone) -> Option<Point> {
        const REACH: u8 = 3;
        let board = field.ground().board;
        let centre = board.centre();
        let mut near: Vec<Point> =
            board.iter().filter(|point| field.is_free(*point) && zone.contains(board, *point)).collect();
        near.sort_by_key(|point| {
            point.column().abs_diff(centre.column()).max(point.row().abs_diff(centre.row())).max(REACH)
        });
        near.truncate(usize::from(2 * REACH + 1).pow(2));
        (!near.is_empty()).then(|| near[self.chance.below(near.len())])
    }
}

/// Who does what after a deed.
enum Follows {
    /// Stones by turns, or nothing the other could gain by a swap.
    Play,
    /// The same seat does something else before the other may choose.
    OwnTurn,
    /// The other may take the colour.
    TheirChoice,
}

fn what_follows(game: &Game, seat: Seat, deed: Deed) -> Follows {
    match after(game, deed).owed() {
        Some(Owed { seat: by, what: What::Choice(options) })
            if by != seat && options.contains(&Choice::Swap) =>
        {
            Follows::TheirChoice
        }
        // The number that is announced can make up for what the stones lack, so they should be near even.
        Some(Owed { seat: by, what: What::Announcement { .. } }) if by == seat => Follows::TheirChoice,
        Some(Owed { seat: by, what: What::Stone { .. } }) if by == seat => Follows::OwnTurn,
        Some(_) | None => Follows::Play,
    }
}

/// The game after a deed of who owes something.
fn after(game: &Game, deed: Deed) -> Game {
    let mut game = game.clone();
    if let Some(owed) = game.owed() {
        let moved =
            crate::game::event::Event::Moved { seat: owed.seat, deed, lag: crate::game::moment::Span::ZERO };
        game.evolve(Moment::ZERO, &moved);
    }
    game
}

fn field_of(game: &Game) -> Field {
    Field::of(Ground::of_rules(game.rules()), game.board())
}

/// The points of a zone, those first that look best to whoever plays there, at most so many.
fn most_promising(field: &Field, stone: Stone, zone: Zone, most: usize) -> Vec<Point> {
    let board = field.ground().board;
    let mut points: Vec<Point> = board
        .iter()
        .filter(|point| {
            field.is_free(*point) && zone.contains(board, *point) && field.is_legal(*point, stone)
        })
        .collect();
    points.sort_by_key(|point| (Reverse(field.promise_of(*point, stone)), *point));
    points.truncate(most);
    points
}

/// A value that is no win for certain, so that sums of it mean something.
fn tame(value: i32) -> i32 {
    const MOST: i32 = 500;
    if value.abs() >= WON { value.signum() * MOST } else { value.clamp(-MOST, MOST) }
}
