//! How long an engine may think: pure, from the clocks that the server shows.

use std::time::Duration;

use crate::bridge::thinker::Allowance;
use crate::client::Position;
use crate::spelling::{ClockForm, GainForm, SeatForm, StageForm};

/// What is kept back for the way to the server and for an engine that does not stop at once.
const MARGIN_MS: u64 = 400;
/// The longest that an engine thinks about one move.
const TURN_MS_MAX: u64 = 60_000;
/// The least time that an engine is told of.
const TURN_MS_MIN: u64 = 30;
/// How many further moves the time on the clock is shared among.
const MOVES_TO_COME: u64 = 20;

/// How much time there is for a move of `seat`, at `now` on the room's time line. Without clocks it is `untimed`.
pub(super) fn allowance(position: &Position, seat: SeatForm, now: u64, untimed: Duration) -> Allowance {
    let (Some(clock), Some(control)) = (&position.state.clock, &position.opened.rules.clock) else {
        return Allowance { turn: untimed, left: None };
    };
    let face = match seat {
        SeatForm::A => clock.faces.a,
        SeatForm::B => clock.faces.b,
    };
    let running = clock.running.filter(|running| running.seat == seat);
    let passed =
        running.map_or(0, |running| now.saturating_sub(running.since).saturating_sub(running.free_left_ms));
    let period = match clock.shared_left_ms {
        // Whoever uses it up uses up the other's as well.
        Some(shared) => shared.saturating_sub(passed) / 2,
        None => face.left_ms.saturating_sub(passed),
    };
    let stage = control.stages.get(usize::from(face.stage));
    let later = later_ms(control, usize::from(face.stage));
    let gain = stage.map_or(0, gain_ms);
    let sure = period.saturating_sub(MARGIN_MS);
    let turn = if let Some(moves) = face.moves_left {
        // What is left of it once they are made is lost.
        sure / u64::from(moves.max(1))
    } else {
        (sure / MOVES_TO_COME).saturating_add(gain * 4 / 5).saturating_add(later / MOVES_TO_COME).min(sure)
    };
    // Time of a later stage may be used, but not by surprise.
    let turn = turn.clamp(TURN_MS_MIN, TURN_MS_MAX);
    Allowance { turn: Duration::from_millis(turn), left: Some(Duration::from_millis(sure)) }
}

/// The time of the stages that follow, as far as it is led to.
fn later_ms(control: &ClockForm, stage: usize) -> u64 {
    control.stages.iter().skip(stage + 1).map(|stage| stage.time_ms).sum()
}

/// What a move surely brings.
fn gain_ms(stage: &StageForm) -> u64 {
    match stage.gain {
        GainForm::Increment { ms } | GainForm::GiveBack { ms } | GainForm::Delay { ms } => ms,
        GainForm::Nothing {} => 0,
    }
}
