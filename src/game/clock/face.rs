//! One side's clock face: what it shows, what time does to it, and what a completed move does.

use crate::game::clock::Reading;
use crate::game::clock::control::{Exhausted, Gain, QuotaMet, Stage, TimeControl};
use crate::game::moment::Span;

/// Where one side stands in its stages. While its owner has not lost on time, some of the period is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Face {
    /// The stage, from 0.
    pub stage: u8,
    /// What is left of the present period.
    pub left: Span,
    /// How many periods of the stage are left, the present one among them.
    pub periods: u16,
    /// How many moves of the stage's quota were made in this period.
    pub made: u16,
    /// All time charged so far.
    pub used: Span,
    /// How often it was out of time, where that is a foul (I-16).
    pub fouls: u8,
}

/// A face after some time: still running, or out of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Passed {
    /// This is left.
    Left(Face),
    /// Nothing is left.
    Out,
}

impl Face {
    /// The face at the beginning.
    pub(super) fn new(control: &TimeControl) -> Self {
        let first = &control.faced()[0];
        Self { stage: 0, left: first.time, periods: first.periods.get(), made: 0, used: Span::ZERO, fouls: 0 }
    }

    /// The stage it is in.
    pub(super) fn stage_of(self, control: &TimeControl) -> &Stage {
        &control.faced()[usize::from(self.stage)]
    }

    /// How many moves of the quota are still to be made in this period; none without a quota.
    pub fn moves_left(self, control: &TimeControl) -> Option<u16> {
        let quota = self.stage_of(control).quota?;
        Some(quota.moves.get().saturating_sub(self.made))
    }

    /// What the face shows when so much is charged to it: what has passed since it was as it is here, without what
    /// was free ([`Clock::free`](super::Clock::free)). Using exactly what is left is too much (I-03).
    pub fn after(self, control: &TimeControl, charge: Span) -> Reading {
        match self.pass(control, charge) {
            Passed::Left(face) => Reading::Left(face),
            Passed::Out => Reading::Out,
        }
    }

    /// How much of a move costs nothing.
    pub(super) fn delay(self, control: &TimeControl) -> Span {
        match self.stage_of(control).gain {
            Gain::Delay(span) => span,
            Gain::Nothing | Gain::Increment(_) | Gain::GiveBack(_) => Span::ZERO,
        }
    }

    /// How long the side can think from here before it is out of time, a delay not counted. Nothing once it is out.
    pub(super) fn allowance(self, control: &TimeControl) -> Span {
        let stage = self.stage_of(control);
        let mut total = self.left + stage.time.saturating_mul(u64::from(self.periods).saturating_sub(1));
        let mut leads_on = stage.exhausted == Exhausted::NextStage;
        for later in &control.faced()[usize::from(self.stage) + 1..] {
            if !leads_on {
                break;
            }
            total += later.time.saturating_mul(u64::from(later.periods.get()));
            leads_on = later.exhausted == Exhausted::NextStage;
        }
        total
    }

    /// The face after `charge` has passed on it. Using exactly what is left is too much (I-03).
    pub(super) fn pass(mut self, control: &TimeControl, charge: Span) -> Passed {
        if charge >= self.allowance(control) {
            return Passed::Out;
        }
        self.used += charge;
        let mut charge = charge;
        while charge >= self.left {
            charge -= self.left;
            if self.periods > 1 {
                self.periods -= 1;
                self.left = self.stage_of(control).time;
                self.made = 0;
            } else {
                self.enter(control, self.stage + 1, Span::ZERO);
            }
        }
        self.left -= charge;
        Passed::Left(self)
    }

    /// The face after a move that took `thought` was completed on it (B-01, I-06 to I-12).
    pub(super) fn complete(mut self, control: &TimeControl, thought: Span) -> Self {
        let stage = *self.stage_of(control);
        match stage.gain {
            Gain::Nothing | Gain::Delay(_) => {}
            Gain::Increment(span) => self.left += span,
            Gain::GiveBack(span) => self.left += span.min(thought),
        }
        self.made += 1;
        if let Some(quota) = stage.quota
            && self.made >= quota.moves.get()
        {
            match quota.met {
                QuotaMet::Restart => {
                    self.left = stage.time;
                    self.made = 0;
                }
                QuotaMet::NextStage { carry } => {
                    let carried = if carry { self.left } else { Span::ZERO };
                    self.enter(control, self.stage + 1, carried);
                }
            }
        } else if stage.quota.is_none() {
            self.made = 0;
        }
        self
    }

    /// The face of a side that has used up all it had.
    pub fn emptied(mut self, control: &TimeControl) -> Self {
        self.used += self.allowance(control);
        while self.stage_of(control).exhausted == Exhausted::NextStage {
            self.enter(control, self.stage + 1, Span::ZERO);
        }
        self.left = Span::ZERO;
        self.periods = 0;
        self
    }

    /// The face of a side that has used up all it had, where that is a foul (I-16).
    pub(super) fn fouled(self, control: &TimeControl) -> Self {
        let face = self.renewed(control);
        Self { fouls: face.fouls.saturating_add(1), ..face }
    }

    /// The face of a side that has used up all it had and goes on all the same: its last period is full again.
    pub(super) fn renewed(self, control: &TimeControl) -> Self {
        let face = self.emptied(control);
        Self { left: face.stage_of(control).time, periods: 1, made: 0, ..face }
    }

    fn enter(&mut self, control: &TimeControl, stage: u8, carried: Span) {
        let next = &control.faced()[usize::from(stage)];
        self.stage = stage;
        self.left = next.time + carried;
        self.periods = next.periods.get();
        self.made = 0;
    }
}
