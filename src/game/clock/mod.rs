//! Clocks as values: they have no timer and never wait (rulebook I-01).
//!
//! A clock says when time alone will bring something about ([`Clock::lapse`]) and what a side shows at a moment
//! ([`Clock::reading`]). Periods are computed from the time that has passed, never ticked down. One form serves all:
//! see [`TimeControl`].

mod control;
mod face;
mod readout;

pub use control::{
    BadTimeControl, Exhausted, Gain, OnFlag, Quota, QuotaMet, Shared, Stage, TimeControl, UsedUp,
};
pub use face::Face;
pub use readout::Readout;

use crate::game::moment::{Moment, Span};
use crate::game::ruleset::LagRule;
use crate::game::seat::{PerSeat, Seat};
use face::Passed;

/// Two clock faces, of which one runs at most, except before both players are there (I-20).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Clock {
    control: TimeControl,
    lag: LagRule,
    /// What was left of the time both share when the clock last started or stopped; none once it is used up or split.
    shared: Option<Span>,
    faces: PerSeat<Face>,
    credit: PerSeat<Span>,
    running: Option<Running>,
    /// Since when the clock of a player who is not there runs, whoever is to move.
    absent: PerSeat<Option<Moment>>,
    /// Who is to move while somebody is absent, and so has no clock running for it.
    waiting: Option<Seat>,
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

/// What a take-back gives back: faces, shared time and credit as they were when a move began.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Checkpoint {
    shared: Option<Span>,
    faces: PerSeat<Face>,
    credit: PerSeat<Span>,
}

impl Checkpoint {
    /// Gives a side time.
    pub(super) fn give(&mut self, seat: Seat, span: Span) {
        self.faces[seat].left += span;
    }
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

/// What running clocks bring about by themselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lapse {
    /// This side has nothing left.
    Out(Seat),
    /// Neither has, both being absent.
    BothOut,
    /// The time both share is used up.
    SharedTime,
    /// So much of it is left that it is split by itself.
    Split,
}

impl Clock {
    /// Both faces full, none running.
    pub fn new(control: TimeControl, lag: LagRule) -> Self {
        let face = Face::new(&control);
        Self {
            shared: control.shared().map(|shared| shared.time),
            control,
            lag,
            faces: PerSeat { a: face, b: face },
            credit: PerSeat { a: lag.per_game, b: lag.per_game },
            running: None,
            absent: PerSeat::default(),
            waiting: None,
            turn: Turn::default(),
        }
    }

    /// The stages.
    pub const fn control(&self) -> &TimeControl {
        &self.control
    }

    /// Whose clock runs because it is their move.
    pub const fn running(&self) -> Option<Running> {
        self.running
    }

    /// Since when the clock of a player who is not there runs.
    pub fn absent_since(&self, seat: Seat) -> Option<Moment> {
        self.absent[seat]
    }

    /// Whether any clock runs.
    pub const fn is_running(&self) -> bool {
        self.running.is_some() || self.absent.a.is_some() || self.absent.b.is_some()
    }

    /// A side's face as it was when its clock last started or stopped.
    pub fn face(&self, seat: Seat) -> Face {
        self.faces[seat]
    }

    /// What was left of the time both share when the clock last started or stopped.
    pub const fn shared(&self) -> Option<Span> {
        self.shared
    }

    /// How much of the present turn cost nothing still when the clock last started or stopped.
    pub const fn free(&self) -> Span {
        self.turn.free
    }

    /// How much lag credit a side has left for the game.
    pub fn credit(&self, seat: Seat) -> Span {
        self.credit[seat]
    }

    /// What time alone will bring about, and when.
    pub fn lapse(&self) -> Option<(Moment, Lapse)> {
        if let Some(Running { seat, since }) = self.running {
            let allowance = self.faces[seat].allowance(&self.control);
            return Some(match self.shared {
                Some(left) if self.control.is_pool() => {
                    match self.control.shared().and_then(Shared::splits_at) {
                        Some(least) => (since + left.saturating_sub(least), Lapse::Split),
                        None => (since + left, Lapse::SharedTime),
                    }
                }
                Some(left) => (since + left + allowance, Lapse::Out(seat)),
                None => (since + self.turn.free + allowance, Lapse::Out(seat)),
            });
        }
        let out = |seat: Seat| Some(self.absent[seat]? + self.faces[seat].allowance(&self.control));
        match (out(Seat::A), out(Seat::B)) {
            (Some(a), Some(b)) if a == b => Some((a, Lapse::BothOut)),
            (Some(a), Some(b)) if b < a => Some((b, Lapse::Out(Seat::B))),
            (Some(a), _) => Some((a, Lapse::Out(Seat::A))),
            (None, b) => Some((b?, Lapse::Out(Seat::B))),
        }
    }

    /// When time alone will bring something about.
    pub fn deadline(&self) -> Option<Moment> {
        self.lapse().map(|(due, _)| due)
    }

    /// What a side's clock shows at `now`.
    pub fn reading(&self, seat: Seat, now: Moment) -> Reading {
        let charge = match (self.running, self.absent[seat]) {
            (_, Some(since)) => now.since(since),
            (Some(running), None) if running.seat == seat => self.own(now.since(running.since)),
            (Some(_) | None, None) => Span::ZERO,
        };
        self.faces[seat].after(&self.control, charge)
    }

    /// What is left at `now` of the time both share; none once it is used up or split.
    pub fn shared_at(&self, now: Moment) -> Option<Span> {
        let passed = self.running.map_or(Span::ZERO, |running| now.since(running.since));
        let left = self.shared?.saturating_sub(passed);
        (self.control.is_pool() || !left.is_zero()).then_some(left)
    }

    /// The first second that is read out after `after` (I-10).
    pub fn next_readout(&self, after: Moment) -> Option<(Moment, Readout)> {
        let Running { seat, since } = self.running?;
        if self.control.is_pool() {
            return None;
        }
        let free = self.shared.unwrap_or(self.turn.free);
        readout::next(&self.control, self.faces[seat], seat, since, free, after)
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
        self.resume(seat, at);
    }

    /// Goes on with the turn of a side whose clock was stopped in the middle of it; once everybody is there.
    pub(super) fn resume(&mut self, seat: Seat, at: Moment) {
        if self.absent.a.is_some() || self.absent.b.is_some() {
            self.waiting = Some(seat);
        } else {
            self.running = Some(Running { seat, since: at });
        }
    }

    /// A player is not there: his own clock runs, whoever is to move (I-20).
    pub(super) fn miss(&mut self, seat: Seat, at: Moment) {
        self.absent[seat] = Some(at);
    }

    /// A player has come. Once both are there, the clock of who is to move runs.
    pub(super) fn arrive(&mut self, seat: Seat, at: Moment) {
        self.charge_absent(seat, at);
        if self.absent.a.is_none()
            && self.absent.b.is_none()
            && let Some(mover) = self.waiting.take()
        {
            self.resume(mover, at);
        }
    }

    /// Completes the running side's move at `at`, of whose time `lag` is not charged, and stops its clock.
    pub(super) fn complete_move(&mut self, at: Moment, lag: Span) {
        if let Some(seat) = self.waiting.take() {
            self.faces[seat] = self.faces[seat].complete(&self.control, Span::ZERO);
            return;
        }
        let Some(Running { seat, since }) = self.running.take() else {
            return;
        };
        let passed = at.since(since).saturating_sub(lag);
        self.credit[seat] -= lag;
        let own = self.own(passed);
        let thought = if self.shared.is_some() { own } else { self.turn.thought + passed };
        let is_own_time = self.draw_on_shared(seat, passed);
        if let Passed::Left(face) = self.faces[seat].pass(&self.control, own) {
            // What the time both share is spent on counts for nothing: it has no quota and gains nothing.
            self.faces[seat] = if is_own_time { face.complete(&self.control, thought) } else { face };
        }
    }

    /// Stops the clocks at `at`, in the middle of a move. A side whose time was used up is left with none.
    pub(super) fn stop(&mut self, at: Moment) {
        Seat::BOTH.into_iter().for_each(|seat| self.charge_absent(seat, at));
        self.waiting = None;
        let Some(Running { seat, since }) = self.running.take() else {
            return;
        };
        let passed = at.since(since);
        let own = self.own(passed);
        self.draw_on_shared(seat, passed);
        self.faces[seat] = self.passed_or_emptied(seat, own);
        self.turn.free -= passed;
        self.turn.thought += passed;
    }

    /// Gives each side half of the shared time that is left, the odd millisecond to who is not to move (I-13).
    pub(super) fn split(&mut self, mover: Seat, at: Moment) {
        let ran = self.halt(at);
        let left = self.shared.take().unwrap_or_default();
        let half = Span::from_millis(left.millis() / 2);
        self.faces[mover].left = half;
        self.faces[mover.other()].left = left.saturating_sub(half);
        self.go_on(ran, at);
    }

    /// Sets what is left of a side's present period (I-22).
    pub(super) fn set_left(&mut self, seat: Seat, left: Span, at: Moment) {
        let ran = self.halt(at);
        self.faces[seat].left = left;
        self.faces[seat].periods = self.faces[seat].periods.max(1);
        self.go_on(ran, at);
    }

    /// Takes time from a side and gives time to the other (L-04). What is taken is less than what is left.
    pub(super) fn penalise(&mut self, seat: Seat, minus: Span, plus: Span, at: Moment) {
        let ran = self.halt(at);
        self.faces[seat] = self.passed_or_emptied(seat, minus);
        self.faces[seat.other()].left += plus;
        self.go_on(ran, at);
    }

    /// Gives a side time.
    pub(super) fn give(&mut self, seat: Seat, span: Span, at: Moment) {
        self.penalise(seat.other(), Span::ZERO, span, at);
    }

    /// Charges a side whose clock stands still.
    pub(super) fn charge(&mut self, seat: Seat, span: Span) {
        self.faces[seat] = self.passed_or_emptied(seat, span);
    }

    /// Whether a side would still have time if `span` were charged at `now`.
    pub(super) fn can_pay(&self, seat: Seat, span: Span, now: Moment) -> bool {
        match self.reading(seat, now) {
            Reading::Left(face) => span < face.allowance(&self.control),
            Reading::Out => false,
        }
    }

    /// A side was out of time, and that was a foul: its last period begins again at `at` (I-16).
    pub(super) fn foul(&mut self, seat: Seat, at: Moment) {
        self.shared = None;
        self.faces[seat] = self.faces[seat].fouled(&self.control);
        self.turn.free = Span::ZERO;
        if let Some(since) = &mut self.absent[seat] {
            *since = at;
        } else if let Some(running) = &mut self.running {
            running.since = at;
        }
    }

    /// The side to move was out of time, and that has cost it the turn: its last period is full again, and nothing runs
    /// until the next turn is started (I-17).
    pub(super) fn pass_turn(&mut self) {
        let Some(Running { seat, .. }) = self.running.take() else {
            return;
        };
        let shared = self.shared.take().unwrap_or_default();
        let face = self.faces[seat].renewed(&self.control);
        self.faces[seat] = Face { used: face.used + shared, ..face };
    }

    /// Faces, shared time and credit as they are.
    pub(super) const fn checkpoint(&self) -> Checkpoint {
        Checkpoint { shared: self.shared, faces: self.faces, credit: self.credit }
    }

    /// Faces, shared time and credit as they were; no clock runs. A foul stays one.
    pub(super) fn restore(&mut self, checkpoint: Checkpoint) {
        let fouls = PerSeat::from_fn(|seat| self.faces[seat].fouls);
        self.faces = PerSeat::from_fn(|seat| Face { fouls: fouls[seat], ..checkpoint.faces[seat] });
        self.shared = checkpoint.shared;
        self.credit = checkpoint.credit;
        self.running = None;
    }

    /// A side's completed move, over which it thought so long, is undone: its clock goes on as if it had not been
    /// pressed. The other side is charged for what it took. A foul stays one.
    pub(super) fn play_again(&mut self, seat: Seat, before: Checkpoint, thought: Span, at: Moment) {
        self.stop(at);
        if before.shared.is_some() && self.shared.is_none() && self.control.is_pool() {
            // It was split since: what it was before is nobody's any more.
            self.start(seat, at);
            return;
        }
        let fouls = self.faces[seat].fouls;
        self.faces[seat] = Face { fouls, ..before.faces[seat] };
        let delay = self.faces[seat].delay(&self.control);
        let own = thought.saturating_sub(before.shared.unwrap_or(delay));
        self.faces[seat] = self.passed_or_emptied(seat, own);
        self.turn = Turn { free: delay.saturating_sub(thought), thought };
        self.resume(seat, at);
    }

    /// Stops what runs, and begins a side's turn.
    pub(super) fn change_turn(&mut self, seat: Seat, at: Moment) {
        self.stop(at);
        self.start(seat, at);
    }

    /// How much of the time that has passed is off the running side's own face.
    fn own(&self, passed: Span) -> Span {
        passed.saturating_sub(self.shared.unwrap_or(self.turn.free))
    }

    /// Takes what has passed off the time both share. Says whether some of it was the side's own.
    fn draw_on_shared(&mut self, seat: Seat, passed: Span) -> bool {
        let Some(left) = self.shared else {
            return true;
        };
        self.faces[seat].used += passed.min(left);
        let is_used_up = passed >= left;
        self.shared = (!is_used_up || self.control.is_pool()).then(|| left.saturating_sub(passed));
        is_used_up && !self.control.is_pool()
    }

    fn charge_absent(&mut self, seat: Seat, at: Moment) {
        if let Some(since) = self.absent[seat].take() {
            self.faces[seat] = self.passed_or_emptied(seat, at.since(since));
        }
    }

    fn passed_or_emptied(&self, seat: Seat, charge: Span) -> Face {
        match self.faces[seat].pass(&self.control, charge) {
            Passed::Left(face) => face,
            Passed::Out => self.faces[seat].emptied(&self.control),
        }
    }

    /// Stops what runs, and says who was to move and who was absent.
    fn halt(&mut self, at: Moment) -> (Option<Seat>, PerSeat<bool>) {
        let mover = self.running.map(|running| running.seat).or(self.waiting);
        let absent = PerSeat::from_fn(|seat| self.absent[seat].is_some());
        self.stop(at);
        (mover, absent)
    }

    fn go_on(&mut self, (mover, absent): (Option<Seat>, PerSeat<bool>), at: Moment) {
        Seat::BOTH.into_iter().filter(|seat| absent[*seat]).for_each(|seat| self.miss(seat, at));
        if let Some(mover) = mover {
            self.resume(mover, at);
        }
    }
}
