//! Clocks as values: they have no timer and never wait (rulebook I-01).
//!
//! A clock says when its running side will be out of time ([`Clock::deadline`]) and what a side shows at a moment
//! ([`Clock::reading`]). Periods are computed from the time that has passed, never ticked down. One form serves all:
//! see [`TimeControl`].

mod control;
mod face;

pub use control::{BadTimeControl, Exhausted, Gain, Quota, QuotaMet, Stage, TimeControl};
pub use face::Face;

use crate::game::moment::{Moment, Span};
use crate::game::ruleset::LagRule;
use crate::game::seat::{PerSeat, Seat};
use face::Passed;

/// Two clock faces, of which at most one runs.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Clock {
    control: TimeControl,
    lag: LagRule,
    faces: PerSeat<Face>,
    credit: PerSeat<Span>,
    running: Option<Running>,
    turn: Turn,
}

/// How far the present turn is, apart from what has passed since its clock was last started.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct Turn {
    /// How much of it still costs nothing.
    free: Span,
    /// How long it had lasted when its clock was last stopped.
    thought: Span,
}

/// What a take-back gives back: both faces and the credit as they were when a move began.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Checkpoint {
    faces: PerSeat<Face>,
    credit: PerSeat<Span>,
}

/// Whose clock runs, and since when.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Running {
    /// Whose.
    pub seat: Seat,
    /// Since when.
    pub since: Moment,
}

/// What a side's clock shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// So much is left.
    Left(Face),
    /// Its flag has fallen.
    Out,
}

impl Clock {
    /// Both faces full, none running.
    pub fn new(control: TimeControl, lag: LagRule) -> Self {
        let face = Face::new(&control);
        Self {
            control,
            lag,
            faces: PerSeat { a: face, b: face },
            credit: PerSeat { a: lag.per_game, b: lag.per_game },
            running: None,
            turn: Turn::default(),
        }
    }

    /// The stages.
    pub const fn control(&self) -> &TimeControl {
        &self.control
    }

    /// Whose clock runs.
    pub const fn running(&self) -> Option<Running> {
        self.running
    }

    /// A side's face as it was when its clock last started or stopped.
    pub fn face(&self, seat: Seat) -> Face {
        self.faces[seat]
    }

    /// How much lag credit a side has left for the game.
    pub fn credit(&self, seat: Seat) -> Span {
        self.credit[seat]
    }

    /// When the running side has nothing left.
    pub fn deadline(&self) -> Option<Moment> {
        let Running { seat, since } = self.running?;
        let face = self.faces[seat];
        Some(since + self.turn.free + face.allowance(&self.control))
    }

    /// What a side's clock shows at `now`.
    pub fn reading(&self, seat: Seat, now: Moment) -> Reading {
        let face = self.faces[seat];
        let charge = match self.running {
            Some(running) if running.seat == seat => self.charge(now.since(running.since)),
            Some(_) | None => Span::ZERO,
        };
        match face.pass(&self.control, charge) {
            Passed::Left(face) => Reading::Left(face),
            Passed::Out => Reading::Out,
        }
    }

    /// How much of a `measured` network delay the running side is given back at `now`: never more than the rules
    /// allow for a move, than is left for the game, or than the move has taken.
    pub fn grant(&self, seat: Seat, measured: Span, now: Moment) -> Span {
        let taken = match self.running {
            Some(running) if running.seat == seat => now.since(running.since),
            Some(_) | None => Span::ZERO,
        };
        self.grace(seat, measured).min(taken)
    }

    /// How long after its deadline a move of this side can still be in time, if its delay was `measured`.
    pub fn grace(&self, seat: Seat, measured: Span) -> Span {
        measured.min(self.lag.per_move).min(self.credit[seat])
    }

    /// Begins a side's turn. Whatever ran before has been stopped.
    pub(super) fn start(&mut self, seat: Seat, at: Moment) {
        self.turn = Turn { free: self.faces[seat].delay(&self.control), thought: Span::ZERO };
        self.running = Some(Running { seat, since: at });
    }

    /// Goes on with the turn of a side whose clock was stopped in the middle of it.
    pub(super) fn resume(&mut self, seat: Seat, at: Moment) {
        self.running = Some(Running { seat, since: at });
    }

    /// Completes the running side's move at `at`, of whose time `lag` is not charged, and stops its clock.
    pub(super) fn complete_move(&mut self, at: Moment, lag: Span) {
        let Some(Running { seat, since }) = self.running.take() else {
            return;
        };
        let passed = at.since(since).saturating_sub(lag);
        self.credit[seat] -= lag;
        if let Passed::Left(face) = self.faces[seat].pass(&self.control, self.charge(passed)) {
            self.faces[seat] = face.complete(&self.control, self.turn.thought + passed);
        }
    }

    /// Stops the clock at `at`, in the middle of a move. A side whose time was used up is left with none.
    pub(super) fn stop(&mut self, at: Moment) {
        let Some(Running { seat, since }) = self.running.take() else {
            return;
        };
        let passed = at.since(since);
        let face = self.faces[seat];
        self.faces[seat] = match face.pass(&self.control, self.charge(passed)) {
            Passed::Left(face) => face,
            Passed::Out => face.emptied(&self.control),
        };
        self.turn.free -= passed;
        self.turn.thought += passed;
    }

    /// Both faces and the credit as they are.
    pub(super) const fn checkpoint(&self) -> Checkpoint {
        Checkpoint { faces: self.faces, credit: self.credit }
    }

    /// Both faces and the credit as they were; no clock runs.
    pub(super) const fn restore(&mut self, checkpoint: Checkpoint) {
        self.faces = checkpoint.faces;
        self.credit = checkpoint.credit;
        self.running = None;
    }

    fn charge(&self, passed: Span) -> Span {
        passed.saturating_sub(self.turn.free)
    }
}
