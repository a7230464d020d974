//! Draw offers (rulebook H).

use crate::game::event::{Deed, Event, Reason, Refusal, Said, Violation};
use crate::game::opening::Opening;
use crate::game::ruleset::DrawRule;
use crate::game::seat::Seat;
use crate::game::state::{Game, Move, Offer, VIOLATIONS_MAX, ended, lost_by};

/// How many offers more than the opponent a side may make (H-05).
const OFFERS_AHEAD_MAX: u16 = 2;

impl Game {
    /// The offer that comes with a move, as it is delivered: proper, improper, or left out (H-01, H-03, H-05).
    pub(super) fn offer_with_move(
        &self,
        seat: Seat,
        with: Said,
        is_settled: bool,
    ) -> Result<Option<Event>, Refusal> {
        if !with.draw {
            return Ok(None);
        }
        if !is_settled {
            return Err(Refusal::OfferInOpening);
        }
        Ok(Some(match self.rules.draws {
            DrawRule::Plain => Event::DrawOffered { seat, improper: false },
            DrawRule::WithMove { strict } => match (self.is_within_cap(seat), strict) {
                (true, _) => Event::DrawOffered { seat, improper: false },
                (false, true) => Event::DrawOffered { seat, improper: true },
                (false, false) => Event::DrawOfferDropped { seat },
            },
        }))
    }

    /// An offer that stands by itself: at any time where offers are plain; otherwise only on the opponent's time, where
    /// it is improper (H-04).
    pub(super) fn decide_offer(&self, opening: &Opening, seat: Seat) -> Result<Vec<Event>, Refusal> {
        if !opening.is_settled() {
            return Err(Refusal::OfferInOpening);
        }
        match self.rules.draws {
            DrawRule::Plain => {
                if self.offer.is_some() {
                    return Err(Refusal::OfferStands);
                }
                let (times, at) = self.declined[seat];
                if self.moves_to_wait(seat, times, at) > 0 {
                    return Err(Refusal::OfferTooSoon);
                }
                Ok(vec![Event::DrawOffered { seat, improper: false }])
            }
            DrawRule::WithMove { strict } => {
                let is_own_time = self.owed().is_some_and(|owed| owed.seat == seat);
                if is_own_time || !strict {
                    return Err(Refusal::OfferWithMove);
                }
                if self.offer.is_some() {
                    return Err(Refusal::OfferStands);
                }
                Ok(vec![Event::DrawOffered { seat, improper: true }])
            }
        }
    }

    pub(super) fn decide_accept(&self, seat: Seat) -> Result<Vec<Event>, Refusal> {
        self.offer_to(seat)?;
        Ok(ended(self.drawn(Reason::Agreement)))
    }

    pub(super) fn decide_decline(&self, seat: Seat) -> Result<Vec<Event>, Refusal> {
        self.offer_to(seat)?;
        Ok(vec![Event::DrawDeclined { seat }])
    }

    /// The opponent of who offered improperly points it out (E-07, H-04).
    pub(super) fn decide_object(&self, seat: Seat) -> Result<Vec<Event>, Refusal> {
        if !self.offer_to(seat)?.improper {
            return Err(Refusal::NothingToObject);
        }
        Ok(self.violated(seat.other(), Violation::ImproperOffer))
    }

    /// A violation, and the loss that a second one brings (G-09).
    pub(super) fn violated(&self, seat: Seat, violation: Violation) -> Vec<Event> {
        let mut events = vec![Event::Violated { seat, violation }];
        if self.violations[seat] + 1 >= VIOLATIONS_MAX {
            events.extend(ended(lost_by(seat, Reason::Violations)));
        }
        events
    }

    fn offer_to(&self, seat: Seat) -> Result<Offer, Refusal> {
        self.offer.filter(|offer| offer.seat != seat).ok_or(Refusal::NoOffer)
    }

    fn is_within_cap(&self, seat: Seat) -> bool {
        self.offers[seat] < self.offers[seat.other()] + OFFERS_AHEAD_MAX
    }

    /// How many more moves of his own a player makes who was refused so often, last when so many moves had been made (of
    /// which some may have been taken back): as many as he was refused times, so that offers do not rain.
    pub(super) fn moves_to_wait(&self, seat: Seat, times: u8, at: usize) -> u8 {
        let is_own = |made: &&Move| made.seat == seat && made.deed != Deed::ForcedPass;
        let made = self.moves.iter().skip(at).filter(is_own).count();
        times.saturating_sub(u8::try_from(made).unwrap_or(u8::MAX))
    }
}
