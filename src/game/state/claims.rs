//! Claims of forbidden moves and announcements of fives (rulebook F-11 to F-17, G-01, G-03, S-05).

use crate::game::board::{Board, Stone};
use crate::game::event::{Deed, Event, Reason, Refusal, Violation};
use crate::game::moment::Moment;
use crate::game::opening::Opening;
use crate::game::point::Point;
use crate::game::rules::{self, Foul, Made};
use crate::game::ruleset::{Adjudication, Declaration, PassRule};
use crate::game::seat::Seat;
use crate::game::state::{Game, Move, WRONG_CLAIMS_FREE, ended, lost_by};

impl Game {
    /// Whether the opponent's stone on `point` was forbidden. Pointing it out is no move and stops no clock (F-11).
    pub(super) fn decide_claim(
        &self,
        opening: &Opening,
        seat: Seat,
        point: Point,
    ) -> Result<Vec<Event>, Refusal> {
        let overline_any_time = match self.rules.adjudication {
            Adjudication::Claim { overline_any_time } => overline_any_time,
            Adjudication::PlayAgain { .. } => false,
            Adjudication::Auto | Adjudication::Block => return Err(Refusal::NotInTheRules),
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
            Some(foul) => Ok(vec![self.pointed_out(seat.other(), stone, point, foul)]),
            None => Ok(self.claim_failed(seat, point)),
        }
    }

    /// What a forbidden stone of `seat` leads to once it is pointed out: a loss, or another move (F-11, S-05).
    fn pointed_out(&self, seat: Seat, stone: Stone, point: Point, foul: Foul) -> Event {
        let reason = match self.rules.adjudication {
            Adjudication::PlayAgain { forced_loss } => {
                let is_again = forced_loss && self.playing_again == Some(seat);
                if !is_again && self.has_another_move(stone, point) {
                    return Event::PlaysAgain { seat, point, foul };
                }
                Reason::ForcedForbidden { point, foul }
            }
            Adjudication::Auto | Adjudication::Claim { .. } | Adjudication::Block => {
                Reason::Forbidden { point, foul }
            }
        };
        Event::Ended { outcome: lost_by(seat, reason) }
    }

    /// Whether the owner of the stone could have done anything that is not forbidden.
    fn has_another_move(&self, stone: Stone, point: Point) -> bool {
        let before = self.board_without(point);
        self.rules.pass == PassRule::FromMoveSix
            || rules::forbidden_points(&before, stone, self.rules.forbidden).len()
                < before.free_points().count()
    }

    /// The stone is gone, as if it had never been put. Its owner's clock goes on from where it stood when he put it; what
    /// the opponent took to find it out is charged to the opponent.
    pub(super) fn evolve_plays_again(&mut self, at: Moment, seat: Seat) {
        let Some(Move { took, lag, before: Some(before), .. }) = self.moves.pop() else {
            return;
        };
        if let Some(opening) = &mut self.opening {
            opening.go_back(before.opening);
        }
        self.board = self.board_of_stones();
        self.ply += 1;
        self.thinking_since = at;
        self.favour = None;
        self.offer = None;
        self.playing_again = Some(seat);
        match (&mut self.clock, before.clock) {
            (Some(clock), Some(checkpoint)) => {
                clock.play_again(seat, *checkpoint, took.saturating_sub(lag), at);
            }
            // What was ruled on the clocks since stays; his goes on from there.
            (Some(clock), None) => clock.change_turn(seat, at),
            (None, _) => {}
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
        match rules::made_by(&self.board_without(point), point, stone, self.rules.five, self.rules.forbidden)
        {
            Made::Foul(foul) => Some(foul),
            Made::Five { .. } | Made::Nothing => None,
        }
    }

    fn board_without(&self, point: Point) -> Board {
        let mut before = Board::new(self.board.size());
        for other in self.board.size().iter().filter(|other| *other != point) {
            if let Some(stone) = self.board.get(other) {
                before.put(other, stone);
            }
        }
        before
    }

    fn claim_failed(&self, seat: Seat, point: Point) -> Vec<Event> {
        let mut events = vec![Event::ClaimFailed { seat, point }];
        if self.wrong_claims[seat] >= WRONG_CLAIMS_FREE {
            events.extend(self.violated(seat, Violation::WrongClaims));
        }
        events
    }
}
