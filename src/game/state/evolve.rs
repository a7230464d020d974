//! The only writer of a game: events applied, for play and for replay alike.

use crate::game::event::{Deed, Event, Sides, Violation};
use crate::game::moment::{Moment, Span};
use crate::game::ruleset::{Adjudication, TakebackRule};
use crate::game::seat::Seat;
use crate::game::state::{Adjournment, Before, Game, Move, Offer, Why};

impl Game {
    /// Whether an event can follow, as far as the board says so: a stone stands on a free point, and what the clock has
    /// done nobody has moved. A journal in which another one stands was damaged, whatever it can be read as.
    pub fn can_follow(&self, event: &Event) -> bool {
        let Event::Moved { deed, .. } = event else { return true };
        *deed != Deed::ForcedPass && deed.stone().is_none_or(|(point, _)| self.board.is_free(point))
    }

    /// Applies one event. Never fails: an event is a fact.
    pub fn evolve(&mut self, at: Moment, event: &Event) {
        match event {
            Event::Started { black } => self.evolve_started(at, *black),
            Event::Moved { seat, deed, lag } => self.evolve_moved(at, *seat, deed, *lag),
            Event::DrawOffered { seat, improper } => {
                self.offer = Some(Offer { seat: *seat, improper: *improper });
                self.offers[*seat] += 1;
            }
            Event::DrawOfferDropped { seat: _ } => {}
            Event::DrawDeclined { seat } => self.decline_offer_to(*seat),
            Event::ClaimFailed { seat, point: _ } => self.wrong_claims[*seat] += 1,
            Event::PlaysAgain { seat, point: _, foul: _ } => self.evolve_plays_again(at, *seat),
            Event::Violated { seat, violation } => {
                self.violations[*seat] += 1;
                if *violation == Violation::ImproperOffer {
                    self.offer = None;
                }
            }
            Event::Asked { seat, favour } => self.favour = Some((*seat, *favour)),
            Event::Denied { seat } => {
                self.favour = None;
                let (times, at) = &mut self.refused[seat.other()];
                (*times, *at) = (times.saturating_add(1), self.moves.len());
            }
            Event::TakenBack { moves } => self.evolve_taken_back(at, *moves),
            Event::Paused => self.stand_still(at, Why::Agreed),
            Event::Resumed => self.go_on(at),
            Event::Ended { outcome } => self.evolve_ended(at, outcome),
            Event::Arrived { seat } => self.evolve_arrived(at, *seat),
            Event::TimeFouled { seat } => {
                if let Some(clock) = &mut self.clock {
                    clock.foul(*seat, at);
                }
            }
            Event::ForcedPass { seat } => self.evolve_forced_pass(at, *seat),
            Event::Halted => self.stand_still(at, Why::Halted),
            Event::Continued { charged } => self.evolve_continued(at, *charged),
            Event::ClockSet { seat, left } => self.rule_on_clock(|clock, _| clock.set_left(*seat, *left, at)),
            Event::TimeSplit => self.rule_on_clock(|clock, mover| clock.split(mover, at)),
            Event::TimePenalised { seat, minus, plus } => {
                self.rule_on_clock(|clock, _| clock.penalise(*seat, *minus, *plus, at));
            }
            Event::Restarted { black, clocks_reset } => self.evolve_restarted(at, *black, *clocks_reset),
            Event::Adjourned => {
                self.adjournment = Some(Adjournment::Sealing);
                self.favour = None;
                self.offer = None;
            }
            Event::Sealed { seat: _, digest } => {
                self.adjournment = Some(Adjournment::Sealed { digest: *digest });
                self.stand_still(at, Why::Sealed);
            }
            Event::Unsealed { seat: _, sealed, nonce: _ } => self.evolve_unsealed(at, sealed),
            Event::Confirmed { seat } => self.evolve_confirmed(*seat),
            Event::TimeGiven { seat, span } => self.evolve_time_given(at, *seat, *span),
            Event::Suspended { lost: _ } => self.evolve_suspended(at),
            Event::Punished { seat: Seat::A } => self.evolve_annulled(Sides::A),
            Event::Punished { seat: Seat::B } => self.evolve_annulled(Sides::B),
            Event::Annulled { sides } => self.evolve_annulled(*sides),
            Event::Disqualified { seat } => self.disqualified[*seat] = true,
            Event::ResultAccepted { seat } => self.evolve_result_accepted(at, *seat),
            Event::ResultDisputed { seat } => self.evolve_result_disputed(*seat),
            Event::ResultSettled { by } => self.evolve_result_settled(*by),
        }
    }

    fn evolve_moved(&mut self, at: Moment, seat: Seat, deed: &Deed, lag: Span) {
        self.evolve_sealed_played(at);
        if self.note_move(at, seat, deed, lag) {
            self.hand_over(at, lag);
        }
    }

    /// Adds a move to those there are. Says whether the turn is over.
    pub(super) fn note_move(&mut self, at: Moment, seat: Seat, deed: &Deed, lag: Span) -> bool {
        let Some(opening) = &mut self.opening else {
            return false;
        };
        if self.playing_again != Some(seat) {
            self.playing_again = None;
        }
        let can_be_undone = self.rules.takebacks == TakebackRule::ByAgreement
            || matches!(self.rules.adjudication, Adjudication::PlayAgain { .. });
        let checkpoint = || self.clock.as_ref().map(|clock| Box::new(clock.checkpoint()));
        let before = can_be_undone.then(|| Before { opening: opening.mark(), clock: checkpoint() });
        opening.apply(seat, deed);
        if let Some((point, stone)) = deed.stone() {
            self.board.put(point, stone);
        }
        let ends_turn = opening.owed().seat != seat || self.board.is_full();
        let took = at.since(self.thinking_since);
        self.moves.push(Move { seat, deed: deed.clone(), at, took, lag, before });
        self.ply += 1;
        self.thinking_since = at;
        self.favour = None;
        // A move declines the opponent's offer; one's own offer stands until it is answered (H-02, H-08).
        self.decline_offer_to(seat);
        ends_turn
    }

    /// Presses the clock: the turn is over.
    fn hand_over(&mut self, at: Moment, lag: Span) {
        let next = self.owed().map(|owed| owed.seat);
        if let Some(clock) = &mut self.clock {
            clock.complete_move(at, lag);
            if let Some(next) = next {
                clock.start(next, at);
            }
        }
    }

    fn decline_offer_to(&mut self, seat: Seat) {
        if self.offer.is_some_and(|offer| offer.seat == seat.other()) {
            self.offer = None;
            let (times, at) = &mut self.declined[seat.other()];
            (*times, *at) = (times.saturating_add(1), self.moves.len());
        }
    }
}
