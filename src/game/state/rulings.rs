//! What an arbiter rules (rulebook D-10, D-11, G-10, G-15, G-16, I-13, I-22, I-24, K-01, L-02 to L-04).

use crate::game::clock::{Clock, Reading};
use crate::game::event::{Event, Miscolouring, Reason, Refusal, Ruling, Violation};
use crate::game::moment::{Moment, Span};
use crate::game::opening::Opening;
use crate::game::ruleset::Edition;
use crate::game::seat::{PerSeat, Seat};
use crate::game::state::time::both_lost;
use crate::game::state::{Adjournment, Game, Why, ended, halved, lost_by};

/// Colours are corrected before so many stones stand (D-10).
const RECOLOUR_BEFORE_STONES: u16 = 4;
/// And by the rules of 2013 within this time (D-10).
const RECOLOUR_WITHIN: Span = Span::from_secs(15 * 60);

const fn minutes(minutes: u64) -> Span {
    Span::from_secs(minutes * 60)
}

impl Edition {
    /// The most that is taken from an offender, and the most that the opponent gets (L-04).
    pub const fn penalty(self) -> (Span, Span) {
        match self {
            Self::Of2013 => (minutes(5), minutes(5)),
            Self::Of2009 | Self::Older => (minutes(5), minutes(2)),
        }
    }

    /// What is in fact taken and given if `minus` and `plus` are ruled and an offender has `left` (L-04).
    fn applied(self, minus: Span, plus: Span, left: Span) -> (Span, Span) {
        let (least, _) = self.penalty();
        let keeps = self == Self::Older && left < least + minutes(2) && !minus.is_zero();
        if keeps { (Span::ZERO, plus + minus) } else { (minus, plus) }
    }

    /// Whether the clocks begin anew when colours are corrected (D-11).
    const fn resets_clocks(self, cause: Miscolouring) -> bool {
        match (self, cause) {
            (Self::Of2013, _) | (_, Miscolouring::Pairing) => true,
            (Self::Of2009 | Self::Older, Miscolouring::Players) => false,
        }
    }
}

impl Game {
    /// Answers an arbiter's ruling that arrived at `now` with the events it causes, or says why not.
    ///
    /// # Errors
    /// A [`Refusal`], upon which nothing is changed.
    pub fn rule(&self, ruling: Ruling, now: Moment) -> Result<Vec<Event>, Refusal> {
        if let Some(outcome) = &self.outcome {
            return self.rule_on_result(outcome, ruling);
        }
        if !matches!(ruling, Ruling::Draw | Ruling::Replay) {
            self.check_not_suspended()?;
        }
        match ruling {
            Ruling::Loss { seat } => return Ok(ended(lost_by(seat, Reason::Ruled))),
            Ruling::DoubleLoss => return Ok(ended(both_lost(Reason::Ruled))),
            Ruling::Draw => return Ok(ended(halved(Reason::Ruled))),
            Ruling::Disqualify { seat } => {
                let outcome = lost_by(seat, Reason::Disqualified);
                return Ok(vec![Event::Disqualified { seat }, Event::Ended { outcome }]);
            }
            Ruling::Uphold | Ruling::Annul { .. } => return Err(Refusal::NotOver),
            _ if self.opening.is_none() => return Err(Refusal::NotStarted),
            Ruling::Halt
            | Ruling::GoOn { .. }
            | Ruling::SetClock { .. }
            | Ruling::Split
            | Ruling::TimePenalty { .. }
            | Ruling::Violation { .. }
            | Ruling::Replay
            | Ruling::Recolour { .. }
            | Ruling::Adjourn => {}
        }
        self.rule_in_play(ruling, now)
    }

    fn rule_in_play(&self, ruling: Ruling, now: Moment) -> Result<Vec<Event>, Refusal> {
        match ruling {
            Ruling::Halt => self.decide_halt(),
            Ruling::GoOn { charge, force } => self.decide_go_on(charge, force, now),
            Ruling::SetClock { seat, left } => {
                self.own_clocks()?;
                if left.is_zero() {
                    return Err(Refusal::ExceedsTime);
                }
                Ok(vec![Event::ClockSet { seat, left }])
            }
            Ruling::Split => {
                let clock = self.clock().filter(|clock| clock.control().is_pool());
                let clock = clock.ok_or(Refusal::NothingToSplit)?;
                let left = clock.shared_at(now).filter(|left| !left.is_zero());
                left.ok_or(Refusal::NothingToSplit).map(|_| vec![Event::TimeSplit])
            }
            Ruling::TimePenalty { seat, minus, plus, force } => {
                self.decide_time_penalty(seat, minus, plus, force, now)
            }
            Ruling::Violation { seat } => Ok(self.violated(seat, Violation::Ruled)),
            Ruling::Replay => {
                let black = self.opening.as_ref().map_or(Seat::A, Opening::opener);
                Ok(vec![Event::Restarted { black, clocks_reset: true }])
            }
            Ruling::Recolour { cause } => self.decide_recolour(cause, now),
            Ruling::Adjourn => self.decide_adjourn(),
            Ruling::Loss { .. }
            | Ruling::DoubleLoss
            | Ruling::Draw
            | Ruling::Disqualify { .. }
            | Ruling::Uphold
            | Ruling::Annul { .. } => Err(Refusal::NotInTheRules),
        }
    }

    fn decide_halt(&self) -> Result<Vec<Event>, Refusal> {
        match (&self.adjournment, self.stop.map(|stop| stop.why)) {
            (Some(_), _) => Err(Refusal::Adjourned),
            (None, Some(Why::Halted)) => Err(Refusal::Halted),
            (None, Some(Why::Suspended)) => Err(Refusal::Suspended),
            (None, Some(Why::Agreed | Why::Sealed) | None) => Ok(vec![Event::Halted]),
        }
    }

    /// The game goes on after a halt, or is not adjourned after all as long as nothing is sealed.
    fn decide_go_on(&self, charge: PerSeat<Span>, force: bool, now: Moment) -> Result<Vec<Event>, Refusal> {
        let is_sealing = self.adjournment == Some(Adjournment::Sealing);
        if !self.is_halted() && !is_sealing {
            return Err(Refusal::NotPaused);
        }
        let is_charged = !charge.a.is_zero() || !charge.b.is_zero();
        if is_charged {
            let clock = self.own_clocks()?;
            let broke = Seat::BOTH.into_iter().filter(|seat| !clock.can_pay(*seat, charge[*seat], now));
            let broke: Vec<Seat> = broke.collect();
            if !broke.is_empty() && !force {
                return Err(Refusal::NeedsForce);
            }
            let outcome = match broke[..] {
                [] => None,
                [seat] => Some(lost_by(seat, Reason::Flag)),
                _ => Some(both_lost(Reason::Flag)),
            };
            let gone_on = Event::Continued { charged: charge };
            return Ok([gone_on]
                .into_iter()
                .chain(outcome.map(|outcome| Event::Ended { outcome }))
                .collect());
        }
        Ok(vec![Event::Continued { charged: charge }])
    }

    fn decide_time_penalty(
        &self,
        seat: Seat,
        minus: Span,
        plus: Span,
        force: bool,
        now: Moment,
    ) -> Result<Vec<Event>, Refusal> {
        let clock = self.own_clocks()?;
        let (most_minus, most_plus) = self.rules.edition.penalty();
        if !force && (minus > most_minus || plus > most_plus) {
            return Err(Refusal::OverLimit { minus: most_minus, plus: most_plus });
        }
        let left = match clock.reading(seat, now) {
            Reading::Left(face) => face.left,
            Reading::Out => Span::ZERO,
        };
        let (minus, plus) = self.rules.edition.applied(minus, plus, left);
        if !minus.is_zero() && minus >= left {
            return Err(Refusal::ExceedsTime);
        }
        Ok(vec![Event::TimePenalised { seat, minus, plus }])
    }

    fn decide_recolour(&self, cause: Miscolouring, now: Moment) -> Result<Vec<Event>, Refusal> {
        let (Some(opening), Some(started_at)) = (&self.opening, self.started_at) else {
            return Err(Refusal::NotStarted);
        };
        let edition = self.rules.edition;
        let is_late = edition == Edition::Of2013 && now.since(started_at) >= RECOLOUR_WITHIN;
        if self.board.stones() >= RECOLOUR_BEFORE_STONES || is_late {
            return Err(Refusal::TooLate);
        }
        let black = opening.opener().other();
        Ok(vec![Event::Restarted { black, clocks_reset: edition.resets_clocks(cause) }])
    }

    fn decide_adjourn(&self) -> Result<Vec<Event>, Refusal> {
        if self.adjournment.is_some() {
            return Err(Refusal::Adjourned);
        }
        self.check_not_stopped()?;
        self.owed().ok_or(Refusal::NotOwed)?;
        Ok(vec![Event::Adjourned])
    }

    /// The clocks, if each side has one.
    fn own_clocks(&self) -> Result<&Clock, Refusal> {
        let clock = self.clock().ok_or(Refusal::NotInTheRules)?;
        if clock.shared().is_some() { Err(Refusal::ClockShared) } else { Ok(clock) }
    }

    pub(super) fn evolve_continued(&mut self, at: Moment, charged: PerSeat<Span>) {
        self.adjournment = None;
        let is_charged = !charged.a.is_zero() || !charged.b.is_zero();
        if let Some(clock) = &mut self.clock {
            clock.stop(at);
            Seat::BOTH.into_iter().for_each(|seat| clock.charge(seat, charged[seat]));
        }
        if is_charged {
            self.forget_checkpoints();
        }
        self.go_on(at);
    }

    /// What an arbiter does to the clocks stays: no take-back gives older ones back.
    pub(super) fn rule_on_clock(&mut self, rule: impl FnOnce(&mut Clock, Seat)) {
        self.forget_checkpoints();
        let mover = self.owed().map_or(Seat::A, |owed| owed.seat);
        if let Some(clock) = &mut self.clock {
            rule(clock, mover);
        }
    }

    fn forget_checkpoints(&mut self) {
        self.moves.iter_mut().filter_map(|made| made.before.as_mut()).for_each(|before| before.clock = None);
    }
}
