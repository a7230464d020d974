//! What players of casual games grant each other: take-backs and pauses (rulebook E-02, I-23).

use crate::game::event::{Event, Favour, Refusal};
use crate::game::moment::{Moment, Span};
use crate::game::ruleset::{GiftRule, PauseRule, TakebackRule};
use crate::game::seat::Seat;
use crate::game::state::{Before, Game, Stop, Why};

/// How much time is given at once.
pub const GIFT: Span = Span::from_secs(15);
/// How often one player gives time in a game.
pub const GIFTS_MAX: u8 = 20;

impl Game {
    pub(super) fn decide_ask(&self, seat: Seat, favour: Favour) -> Result<Vec<Event>, Refusal> {
        let is_allowed = match favour {
            Favour::Takeback => self.rules.takebacks == TakebackRule::ByAgreement,
            Favour::Pause => self.rules.pauses == PauseRule::ByAgreement && self.clock.is_some(),
        };
        if !is_allowed {
            return Err(Refusal::NotInTheRules);
        }
        if self.favour.is_some() {
            return Err(Refusal::AskedAlready);
        }
        self.check_not_stopped()?;
        let (times, at) = self.refused[seat];
        let moves = self.moves_to_wait(seat, times, at);
        if moves > 0 {
            return Err(Refusal::AskedTooSoon { moves });
        }
        if favour == Favour::Takeback {
            self.taken_back_to(seat)?;
        }
        Ok(vec![Event::Asked { seat, favour }])
    }

    /// A player gives the other time, which costs him nothing.
    pub(super) fn decide_give_time(&self, seat: Seat) -> Result<Vec<Event>, Refusal> {
        let clock = self.clock().filter(|_| self.rules.gifts == GiftRule::Allowed);
        if clock.ok_or(Refusal::NotInTheRules)?.shared().is_some() {
            return Err(Refusal::ClockShared);
        }
        self.check_not_stopped()?;
        if self.gifts[seat] >= GIFTS_MAX {
            return Err(Refusal::GaveEnough);
        }
        Ok(vec![Event::TimeGiven { seat, span: GIFT }])
    }

    /// What was given stays given, whatever is taken back.
    pub(super) fn evolve_time_given(&mut self, at: Moment, seat: Seat, span: Span) {
        self.gifts[seat] = self.gifts[seat].saturating_add(1);
        let checkpoints = self.moves.iter_mut().filter_map(|made| made.before.as_mut()?.clock.as_mut());
        checkpoints.for_each(|checkpoint| checkpoint.give(seat.other(), span));
        if let Some(clock) = &mut self.clock {
            clock.give(seat.other(), span, at);
        }
    }

    pub(super) fn decide_grant(&self, seat: Seat) -> Result<Vec<Event>, Refusal> {
        match self.favour {
            Some((by, Favour::Takeback)) if by != seat => {
                Ok(vec![Event::TakenBack { moves: self.taken_back_to(by)? }])
            }
            Some((by, Favour::Pause)) if by != seat => Ok(vec![Event::Paused]),
            Some(_) | None => Err(Refusal::NothingAsked),
        }
    }

    pub(super) fn decide_deny(&self, seat: Seat) -> Result<Vec<Event>, Refusal> {
        match self.favour {
            Some((by, _)) if by != seat => Ok(vec![Event::Denied { seat }]),
            Some(_) | None => Err(Refusal::NothingAsked),
        }
    }

    pub(super) fn decide_resume(&self) -> Result<Vec<Event>, Refusal> {
        match self.stop.map(|stop| stop.why) {
            Some(Why::Agreed) => Ok(vec![Event::Resumed]),
            Some(Why::Halted) => Err(Refusal::Halted),
            Some(Why::Sealed) => Err(Refusal::Adjourned),
            Some(Why::Suspended) => Err(Refusal::Suspended),
            None => Err(Refusal::NotPaused),
        }
    }

    /// Whether the game goes on.
    ///
    /// # Errors
    /// The reason why it does not.
    pub(super) fn check_not_stopped(&self) -> Result<(), Refusal> {
        match self.stop.map(|stop| stop.why) {
            None => Ok(()),
            Some(Why::Agreed) => Err(Refusal::Paused),
            Some(Why::Halted) => Err(Refusal::Halted),
            Some(Why::Sealed) => Err(Refusal::Adjourned),
            Some(Why::Suspended) => Err(Refusal::Suspended),
        }
    }

    /// How many moves are left when a player takes back his last stone or pass; what the opening settled stays.
    fn taken_back_to(&self, seat: Seat) -> Result<u16, Refusal> {
        let last = self.moves.iter().rposition(|made| made.seat == seat).ok_or(Refusal::NothingToTakeBack)?;
        let before = self.moves[last].before.as_ref();
        let has_clock = |before: &Before| before.clock.is_some() || self.clock.is_none();
        if !before.is_some_and(|before| before.opening.is_settled() && has_clock(before)) {
            return Err(Refusal::NothingToTakeBack);
        }
        u16::try_from(last).map_err(|_| Refusal::NothingToTakeBack)
    }

    /// Board, opening and clocks are as they were when the first of the moves taken back began; its player thinks anew.
    pub(super) fn evolve_taken_back(&mut self, at: Moment, moves: u16) {
        let taken = self.moves.split_off(usize::from(moves).min(self.moves.len()));
        let before = taken.into_iter().next().and_then(|first| first.before);
        let (Some(before), Some(opening)) = (before, &mut self.opening) else { return };
        opening.go_back(before.opening);
        let seat = opening.owed().seat;
        self.board = self.board_of_stones();
        self.ply += 1;
        self.thinking_since = at;
        self.favour = None;
        self.offer = None;
        self.playing_again = None;
        if let (Some(clock), Some(checkpoint)) = (&mut self.clock, before.clock) {
            clock.restore(*checkpoint);
            clock.start(seat, at);
        }
    }

    /// Clocks and thinking stand still. A game that stands still already does so for another reason.
    pub(super) fn stand_still(&mut self, at: Moment, why: Why) {
        self.favour = None;
        let since = self.stop.map_or(at, |stop| stop.since);
        self.stop = Some(Stop { since, why });
        if let Some(clock) = &mut self.clock {
            clock.stop(at);
        }
    }

    /// Clocks and thinking go on where they stood.
    pub(super) fn go_on(&mut self, at: Moment) {
        if let Some(stop) = self.stop.take() {
            let stood = at.since(stop.since);
            self.thinking_since = self.thinking_since + stood;
            // Nobody is later by what the arbiter took.
            self.started_at = self.started_at.map(|started| started + stood);
        }
        let mover = self.owed().map(|owed| owed.seat);
        let is_there = self.is_there;
        if let Some(clock) = &mut self.clock {
            Seat::BOTH.into_iter().filter(|seat| !is_there[*seat]).for_each(|seat| clock.miss(seat, at));
            if let Some(mover) = mover {
                clock.resume(mover, at);
            }
        }
    }
}
