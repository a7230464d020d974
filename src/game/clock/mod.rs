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
        Some(since + face.delay(&self.control) + face.allowance(&self.control))
    }

    /// What a side's clock shows at `now`.
    pub fn reading(&self, seat: Seat, now: Moment) -> Reading {
        let face = self.faces[seat];
        let charge = match self.running {
            Some(running) if running.seat == seat => self.charge(face, now.since(running.since)),
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

    /// Starts a side's clock. Whatever ran before has been stopped.
    pub(super) fn start(&mut self, seat: Seat, at: Moment) {
        self.running = Some(Running { seat, since: at });
    }

    /// Completes the running side's move at `at`, of whose time `lag` is not charged, and stops its clock.
    pub(super) fn complete_move(&mut self, at: Moment, lag: Span) {
        let Some(Running { seat, since }) = self.running.take() else {
            return;
        };
        let thought = at.since(since).saturating_sub(lag);
        self.credit[seat] -= lag;
        let charge = self.charge(self.faces[seat], thought);
        if let Passed::Left(face) = self.faces[seat].pass(&self.control, charge) {
            self.faces[seat] = face.complete(&self.control, thought);
        }
    }

    /// Stops the clock at `at`, in the middle of a move. A side whose time was used up is left with none.
    pub(super) fn stop(&mut self, at: Moment) {
        let Some(Running { seat, since }) = self.running.take() else {
            return;
        };
        let face = self.faces[seat];
        self.faces[seat] = match face.pass(&self.control, self.charge(face, at.since(since))) {
            Passed::Left(face) => face,
            Passed::Out => face.emptied(&self.control),
        };
    }

    fn charge(&self, face: Face, elapsed: Span) -> Span {
        elapsed.saturating_sub(face.delay(&self.control))
    }
}
