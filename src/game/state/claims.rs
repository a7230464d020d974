//! Claims of forbidden moves and announcements of fives (rulebook F-11 to F-15, G-01, G-03).

use crate::game::board::{Board, Stone};
use crate::game::event::{Deed, Event, Reason, Refusal, Violation};
use crate::game::opening::Opening;
use crate::game::point::Point;
use crate::game::rules::{self, Foul, Made};
use crate::game::ruleset::{Adjudication, Declaration};
use crate::game::seat::Seat;
use crate::game::state::{Game, WRONG_CLAIMS_FREE, ended, lost_by};

impl Game {
    /// Whether the opponent's stone on `point` was forbidden. Pointing it out is no move and stops no clock (F-11).
    pub(super) fn decide_claim(
        &self,
        opening: &Opening,
        seat: Seat,
        point: Point,
    ) -> Result<Vec<Event>, Refusal> {
        let Adjudication::Claim { overline_any_time } = self.rules.adjudication else {
            return Err(Refusal::NotInTheRules);
        };
        let stone = if opening.black() == seat { Stone::White } else { Stone::Black };
        let is_theirs = self.board.size().contains(point) && self.board.get(point) == Some(stone);
        if !is_theirs || !self.rules.forbidden.binds(stone) {
            return Err(Refusal::NothingToClaim);
        }
        let is_last = self.moves.last().is_some_and(|last| last.deed == Deed::Stone { stone, point });
        let foul = match (is_last, overline_any_time) {
            (true, _) => self.last_foul(stone, point),
            (false, true) if rules::is_in_overline(&self.board, point, stone) => Some(Foul::Overline),
            (false, _) => return Err(Refusal::ClaimLapsed),
        };
        match foul {
            Some(foul) => Ok(ended(lost_by(seat.other(), Reason::Forbidden { point, foul }))),
            None => Ok(self.claim_failed(seat, point)),
        }
    }

    /// The owner of a standing five announces it (G-03).
    pub(super) fn decide_declare(&self, opening: &Opening, seat: Seat) -> Result<Vec<Event>, Refusal> {
        if self.rules.declaration == Declaration::Automatic {
            return Err(Refusal::NotInTheRules);
        }
        let stone = if opening.black() == seat { Stone::Black } else { Stone::White };
        let line = rules::standing_five(&self.board, stone, self.rules.five).ok_or(Refusal::NoFive)?;
        Ok(ended(lost_by(seat.other(), Reason::Five { line })))
    }

    /// What the last stone made on the board it was put on.
    fn last_foul(&self, stone: Stone, point: Point) -> Option<Foul> {
        let mut before = Board::new(self.board.size());
        for other in self.board.size().iter().filter(|other| *other != point) {
            if let Some(stone) = self.board.get(other) {
                before.put(other, stone);
            }
        }
        match rules::made_by(&before, point, stone, self.rules.five, self.rules.forbidden) {
            Made::Foul(foul) => Some(foul),
            Made::Five { .. } | Made::Nothing => None,
        }
    }

    fn claim_failed(&self, seat: Seat, point: Point) -> Vec<Event> {
        let mut events = vec![Event::ClaimFailed { seat, point }];
        if self.wrong_claims[seat] >= WRONG_CLAIMS_FREE {
            events.extend(self.violated(seat, Violation::WrongClaims));
        }
        events
    }
}
