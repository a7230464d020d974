//! Moves that are given up, and moves that the clock takes (rulebook E-05, G-12, I-17, U-22).

use crate::game::clock::Clock;
use crate::game::event::{Deed, Event, Reason, Refusal, Said};
use crate::game::moment::{Moment, Span};
use crate::game::opening::{Opening, Owed};
use crate::game::ruleset::PassRule;
use crate::game::seat::Seat;
use crate::game::state::Game;

/// How many stones stand before a move can be passed (E-05).
const STONES_BEFORE_PASSES: u16 = 5;

/// Which turn that a side loses to the clock since it last put a stone loses the game: a game that everybody has left would
/// go on for ever (G-08, I-25).
pub const FORCED_PASSES_MAX: usize = 10;

impl Game {
    pub(super) fn decide_pass(
        &self,
        opening: &Opening,
        owed: &Owed,
        with: Said,
        lag: Span,
        now: Moment,
    ) -> Result<Vec<Event>, Refusal> {
        if self.rules.pass == PassRule::Never {
            return Err(Refusal::NotInTheRules);
        }
        if !self.has_passes(opening) {
            return Err(Refusal::PassTooEarly);
        }
        let (moved, _) = self.moved(opening, owed.seat, Deed::Pass, lag, now);
        // A pass that the clock took is not one of two in a row (U-22).
        let more = if self.moves.last().is_some_and(|last| last.deed == Deed::Pass) {
            Some(Event::Ended { outcome: self.drawn(Reason::DoublePass) })
        } else {
            self.offer_with_move(owed.seat, with, true)?
        };
        Ok([moved].into_iter().chain(more).collect())
    }

    /// What being out of time costs a side where it costs the turn; none where it is too early for passes, as nobody could
    /// do for it what the opening asks, or where it has lost too many turns already.
    pub(super) fn forced_pass(&self, seat: Seat) -> Option<Event> {
        let opening = self.opening.as_ref().filter(|opening| self.has_passes(opening))?;
        let running = self.clock().and_then(Clock::running);
        let is_own_turn = opening.owed().seat == seat && running.is_some_and(|running| running.seat == seat);
        let can_lose_another = self.turns_lost(seat) + 1 < FORCED_PASSES_MAX;
        (is_own_turn && can_lose_another).then_some(Event::ForcedPass { seat })
    }

    /// The turn is over, the period full again, and the opponent to move, or to seal his move.
    pub(super) fn evolve_forced_pass(&mut self, at: Moment, seat: Seat) {
        self.note_move(at, seat, &Deed::ForcedPass, Span::ZERO);
        let next = self.owed().map(|owed| owed.seat);
        if let Some(clock) = &mut self.clock {
            clock.pass_turn();
            if let Some(next) = next {
                clock.start(next, at);
            }
        }
    }

    /// Whether the game is far enough for a move to be passed.
    fn has_passes(&self, opening: &Opening) -> bool {
        opening.is_settled() && self.board.stones() >= STONES_BEFORE_PASSES
    }

    /// How many turns the clock has taken from a side since it last put a stone.
    fn turns_lost(&self, seat: Seat) -> usize {
        let own = self.moves.iter().rev().filter(|made| made.seat == seat);
        let since = own.take_while(|made| made.deed.stone().is_none());
        since.filter(|made| made.deed == Deed::ForcedPass).count()
    }
}
