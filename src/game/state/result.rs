//! After the end: results that are confirmed, disputed, changed and annulled (rulebook G-16, G-17, L-09, L-12, L-14).

use crate::game::event::{Command, Event, Outcome, Refusal, Ruling, Score, Settled, Sides};
use crate::game::moment::{Moment, Span};
use crate::game::seat::{PerSeat, Seat};
use crate::game::state::Game;

/// How long players have to confirm a result, or dispute it; it then counts as confirmed (G-17).
pub const CONFIRM_RESULT_WITHIN: Span = Span::from_secs(5 * 60);

/// How far the confirmation of a result is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Confirmation {
    /// Who has confirmed it.
    pub confirmed: PerSeat<bool>,
    /// Who disputes it.
    pub disputed: PerSeat<bool>,
    /// When it counts as confirmed; none while somebody disputes it, and once it is settled.
    pub until: Option<Moment>,
    /// What settled it.
    pub settled: Option<Settled>,
}

impl Game {
    /// How far the confirmation of the result is, where the rules have one and the game counts.
    pub const fn confirmation(&self) -> Option<&Confirmation> {
        self.confirmation.as_ref()
    }

    /// Whether the result is still to be confirmed.
    pub fn is_result_open(&self) -> bool {
        self.confirmation.is_some_and(|confirmation| confirmation.settled.is_none())
    }

    /// What each had got at the end, if an arbiter has changed that since.
    pub const fn earned(&self) -> Option<PerSeat<Score>> {
        self.earned
    }

    /// Who was disqualified.
    pub const fn disqualified(&self) -> PerSeat<bool> {
        self.disqualified
    }

    /// A player disputes the result. He may go on to complain; it is disputed once.
    ///
    /// # Errors
    /// [`Refusal::GameOver`] if there is no result to dispute any more.
    pub fn dispute(&self, seat: Seat) -> Result<Option<Event>, Refusal> {
        match self.confirmation {
            Some(Confirmation { settled: None, disputed, .. }) => {
                Ok((!disputed[seat]).then_some(Event::ResultDisputed { seat }))
            }
            Some(_) | None => Err(Refusal::GameOver),
        }
    }

    pub(super) fn decide_after_end(&self, seat: Seat, command: &Command) -> Result<Vec<Event>, Refusal> {
        if *command != Command::ConfirmResult {
            return Err(Refusal::GameOver);
        }
        match self.confirmation {
            Some(Confirmation { settled: None, confirmed, .. }) if !confirmed[seat] => {
                Ok(vec![Event::ResultAccepted { seat }])
            }
            Some(_) | None => Err(Refusal::NothingToConfirm),
        }
    }

    /// What can be ruled on a game that is over. Whatever is ruled on its result settles it.
    pub(super) fn rule_on_result(&self, outcome: &Outcome, ruling: Ruling) -> Result<Vec<Event>, Refusal> {
        let has_something = |seat: Seat| matches!(outcome.scores[seat], Score::Win | Score::Draw);
        let ruled = match ruling {
            Ruling::Loss { .. } if self.is_confirmed_by_both() => return Err(Refusal::ResultConfirmed),
            Ruling::Loss { seat } if has_something(seat) => vec![Event::Punished { seat }],
            Ruling::Annul { sides }
                if Seat::BOTH.iter().any(|seat| sides.has(*seat) && has_something(*seat)) =>
            {
                vec![Event::Annulled { sides }]
            }
            Ruling::Loss { .. } | Ruling::Annul { .. } => return Err(Refusal::AlreadyLost),
            Ruling::Disqualify { seat } if self.disqualified[seat] => return Err(Refusal::AlreadyLost),
            Ruling::Disqualify { seat } => return Ok(vec![Event::Disqualified { seat }]),
            Ruling::Uphold if self.is_result_open() => Vec::new(),
            Ruling::Uphold => return Err(Refusal::NothingToConfirm),
            Ruling::Halt
            | Ruling::GoOn { .. }
            | Ruling::SetClock { .. }
            | Ruling::Split
            | Ruling::TimePenalty { .. }
            | Ruling::Violation { .. }
            | Ruling::DoubleLoss
            | Ruling::Draw
            | Ruling::Replay
            | Ruling::Recolour { .. }
            | Ruling::Adjourn => return Err(Refusal::GameOver),
        };
        let settled = self.is_result_open().then_some(Event::ResultSettled { by: Settled::Arbiter });
        Ok(ruled.into_iter().chain(settled).collect())
    }

    fn is_confirmed_by_both(&self) -> bool {
        self.confirmation.is_some_and(|confirmation| confirmation.settled == Some(Settled::Both))
    }

    /// When the result counts as confirmed.
    pub(super) fn result_due(&self) -> Option<Moment> {
        self.confirmation?.until
    }

    /// The game ends, and its result is to be confirmed if it counts.
    pub(super) fn evolve_ended(&mut self, at: Moment, outcome: &Outcome) {
        self.offer = None;
        self.favour = None;
        self.stop = None;
        self.adjournment = None;
        self.outcome = Some(outcome.clone());
        if let Some(clock) = &mut self.clock {
            clock.stop(at);
        }
        if self.rules.confirm_result && outcome.scores.a != Score::Void {
            self.confirmation = Some(Confirmation {
                confirmed: PerSeat::default(),
                disputed: PerSeat::default(),
                until: Some(at + CONFIRM_RESULT_WITHIN),
                settled: None,
            });
        }
    }

    /// Who confirms disputes no more; when nobody does, the time runs again.
    pub(super) fn evolve_result_accepted(&mut self, at: Moment, seat: Seat) {
        let Some(confirmation) = &mut self.confirmation else { return };
        confirmation.confirmed[seat] = true;
        confirmation.disputed[seat] = false;
        if confirmation.confirmed.a && confirmation.confirmed.b {
            (confirmation.until, confirmation.settled) = (None, Some(Settled::Both));
        } else if !confirmation.disputed.a && !confirmation.disputed.b {
            confirmation.until = confirmation.until.or(Some(at + CONFIRM_RESULT_WITHIN));
        }
    }

    pub(super) fn evolve_result_disputed(&mut self, seat: Seat) {
        if let Some(confirmation) = &mut self.confirmation {
            confirmation.confirmed[seat] = false;
            confirmation.disputed[seat] = true;
            confirmation.until = None;
        }
    }

    pub(super) fn evolve_result_settled(&mut self, by: Settled) {
        if let Some(confirmation) = &mut self.confirmation {
            (confirmation.until, confirmation.settled) = (None, Some(by));
        }
    }

    /// Takes from sides what they got. What they had got is remembered.
    pub(super) fn evolve_annulled(&mut self, sides: Sides) {
        if let Some(outcome) = &mut self.outcome {
            self.earned.get_or_insert(outcome.scores);
            for seat in Seat::BOTH.into_iter().filter(|seat| sides.has(*seat)) {
                outcome.scores[seat] = Score::Loss;
            }
        }
    }
}
