//! The read-out of periods that are for one move (rulebook I-10): when which second is said, as the clock has it or as is
//! usual. Advisory: nothing is
//! decided by it.

use crate::game::clock::control::{Exhausted, Stage, TimeControl};
use crate::game::clock::face::Face;
use crate::game::moment::{Moment, Span};
use crate::game::seat::Seat;

/// A second of a period that is said aloud.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Readout {
    /// Whose clock runs.
    pub seat: Seat,
    /// How much of the period has passed.
    pub elapsed: Span,
    /// How much of it is left.
    pub left: Span,
}

/// What is said of a period of a minute, in seconds that have passed.
const MINUTE: &[u64] = &[30, 40, 50, 56, 57, 58, 59];
/// What is said of half a minute.
const HALF_MINUTE: &[u64] = &[15, 25, 26, 27, 28, 29];
/// What is said of any other period, in seconds that are left.
const LEFT: &[u64] = &[30, 20, 10, 5, 4, 3, 2, 1];

/// The first read-out after `after` on a face whose clock has run since `since`, the first `free` of it for nothing.
pub(super) fn next(
    control: &TimeControl,
    face: Face,
    seat: Seat,
    since: Moment,
    free: Span,
    after: Moment,
) -> Option<(Moment, Readout)> {
    let mut ends = since + free + face.left;
    let mut begins = since;
    let mut stages = control.faced()[usize::from(face.stage)..].iter();
    let mut stage = stages.next()?;
    let mut periods = face.periods;
    loop {
        if stage.is_per_move()
            && let Some(said) = said_in(schedule(control, stage.time), stage, begins.max(after), ends)
        {
            let (at, elapsed) = said;
            return Some((at, Readout { seat, elapsed, left: stage.time.saturating_sub(elapsed) }));
        }
        if periods > 1 {
            periods -= 1;
        } else if stage.exhausted == Exhausted::NextStage {
            stage = stages.next()?;
            periods = stage.periods.get();
        } else {
            return None;
        }
        begins = ends;
        ends = ends + stage.time;
    }
}

/// The first thing said after `after` in a period that ends at `ends`, and how much of it has then passed.
fn said_in(
    schedule: impl Iterator<Item = Span>,
    stage: &Stage,
    after: Moment,
    ends: Moment,
) -> Option<(Moment, Span)> {
    schedule.map(|elapsed| (ends - stage.time.saturating_sub(elapsed), elapsed)).find(|(at, _)| *at > after)
}

/// After how much of a period something is said, in order.
fn schedule(control: &TimeControl, period: Span) -> Box<dyn Iterator<Item = Span> + '_> {
    let passed = |seconds: &'static [u64]| seconds.iter().map(|seconds| Span::from_secs(*seconds));
    if let Some(chosen) = control.readouts() {
        return Box::new(chosen.iter().map(|second| Span::from_secs(u64::from(*second))));
    }
    match period.millis() {
        60_000 => Box::new(passed(MINUTE)),
        30_000 => Box::new(passed(HALF_MINUTE)),
        _ => Box::new(
            passed(LEFT).filter(move |left| *left < period).map(move |left| period.saturating_sub(left)),
        ),
    }
}
