//! How long to think about a move, from what the clock shows. Pure.

use crate::protocol::server::Face;
use crate::spelling::{ClockForm, ExhaustedForm, GainForm, StageForm};
use std::time::Duration;

/// What a side's clock shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeLeft {
    /// Of the present period, or of the time that both share.
    pub left: Duration,
    /// How many moves it is for; none if for all that are left.
    pub moves: Option<u16>,
    /// What each move adds, gives back, or has free.
    pub gain: Duration,
    /// Whether running out of it costs no more than the present period.
    pub has_more: bool,
}

/// The longest thought, however much time there is.
pub const THOUGHT_MAX: Duration = Duration::from_secs(5);
/// The shortest. Below it a move is made from what is seen at once.
pub const THOUGHT_MIN: Duration = Duration::from_millis(20);
/// What is kept back for the way to the server and the queue before it.
const RESERVE: Duration = Duration::from_millis(400);
/// How many moves of its own a side expects to have left, where nobody counts them.
const MOVES_LEFT: u32 = 30;

impl TimeLeft {
    /// What a face shows after `charged` more, under the clock of the rules; none if no such stage is in them.
    pub fn of(
        clock: &ClockForm,
        face: &Face,
        shared_left_ms: Option<u64>,
        charged: Duration,
    ) -> Option<Self> {
        if let Some(shared) = shared_left_ms {
            let left = Duration::from_millis(shared).saturating_sub(charged) / 2;
            return Some(Self {
                left,
                moves: None,
                gain: Duration::ZERO,
                has_more: !clock.stages.is_empty(),
            });
        }
        let stage: &StageForm = clock.stages.get(usize::from(face.stage))?;
        let (GainForm::Increment { ms } | GainForm::GiveBack { ms } | GainForm::Delay { ms }) = stage.gain
        else {
            return Some(Self::in_stage(face, stage, charged, Duration::ZERO));
        };
        Some(Self::in_stage(face, stage, charged, Duration::from_millis(ms)))
    }

    fn in_stage(face: &Face, stage: &StageForm, charged: Duration, gain: Duration) -> Self {
        Self {
            left: Duration::from_millis(face.left_ms).saturating_sub(charged),
            moves: face.moves_left,
            gain,
            has_more: face.periods > 1 || stage.exhausted == ExhaustedForm::NextStage,
        }
    }

    /// How long a move may take.
    pub fn for_a_move(self) -> Duration {
        let moves = self.moves.map_or(MOVES_LEFT, u32::from).max(1);
        // Whoever has periods to lose need not spare, but does not lose them for nothing.
        let share =
            if self.has_more && moves > 1 { self.left / (moves / 2).max(1) } else { self.left / moves };
        let most = self.left.saturating_sub(RESERVE) / if moves == 1 { 2 } else { 4 };
        (share + self.gain / 2).min(most).clamp(THOUGHT_MIN, THOUGHT_MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn left(millis: u64, moves: Option<u16>, gain_ms: u64) -> TimeLeft {
        let gain = Duration::from_millis(gain_ms);
        TimeLeft { left: Duration::from_millis(millis), moves, gain, has_more: false }
    }

    #[test]
    fn a_thought_is_a_share_of_what_is_left() {
        for (time, millis) in [
            (left(60_000, None, 0), 2000),
            (left(900_000, None, 0), 5000),
            (left(60_000, None, 2000), 3000),
            (left(30_000, Some(1), 0), 5000),
            (left(5_000, Some(1), 0), 2300),
            (left(60_000, Some(20), 0), 3000),
            (left(500, None, 0), 20),
            (left(0, None, 0), 20),
        ] {
            assert_eq!(time.for_a_move(), Duration::from_millis(millis), "{time:?}");
        }
    }

    #[test]
    fn sixty_moves_never_use_up_a_sudden_death() {
        for start in [1_000, 5_000, 30_000, 60_000, 600_000] {
            let mut time = left(start, None, 0);
            for _ in 0..60 {
                // The way there and back takes a little each time.
                let spent = time.for_a_move() + Duration::from_millis(2);
                assert!(spent < time.left || time.left < Duration::from_millis(30), "{time:?}");
                time.left = time.left.saturating_sub(spent);
            }
            assert!(start < 5_000 || !time.left.is_zero(), "{start} ms");
        }
    }
}
