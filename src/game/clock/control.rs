//! How much time a side has: an ordered list of stages, which is every form of clock there is (rulebook I-01).

use std::num::NonZeroU16;

use crate::game::moment::Span;

/// The time each side has: its stages in order. One to [`TimeControl::STAGES_MAX`] of them, each with some time.
///
/// | form | stages |
/// |---|---|
/// | sudden death (I-02) | one |
/// | several periods (I-05) | each but the last goes on to the next when it is used up |
/// | Fischer (I-12) | one with [`Gain::Increment`] |
/// | byo-yomi (I-08, I-09) | main time, then a stage of n periods that every move restarts |
/// | n moves in m minutes (I-11) | main time, then a stage that every n-th move restarts |
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TimeControl {
    stages: Vec<Stage>,
}

/// One stretch of a side's time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stage {
    /// The time of one period. Using exactly all of it is already too much (I-03).
    pub time: Span,
    /// How many periods of that time there are; losing one begins the next.
    pub periods: NonZeroU16,
    /// The moves to be made in one period, and what making them brings.
    pub quota: Option<Quota>,
    /// What a completed move gives back or adds.
    pub gain: Gain,
    /// What follows when the last period is used up.
    pub exhausted: Exhausted,
}

/// A number of moves to be made within a period (I-06, I-08, I-11).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Quota {
    /// How many moves.
    pub moves: NonZeroU16,
    /// What making them brings.
    pub met: QuotaMet,
}

/// What making the moves of a quota brings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum QuotaMet {
    /// The period starts again with its full time; what was left of it is gone.
    Restart,
    /// The next stage begins, with the time left added to it if `carry`.
    NextStage {
        /// Whether unused time goes along.
        carry: bool,
    },
}

/// What a completed move gives back or adds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Gain {
    /// Nothing.
    Nothing,
    /// This much is added after every completed move, the first too, without a cap (I-12).
    Increment(Span),
    /// The time the move took is given back, up to this much (Bronstein).
    GiveBack(Span),
    /// The first so much of every move costs nothing (simple delay).
    Delay(Span),
}

/// What follows when the last period of a stage is used up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Exhausted {
    /// The flag falls.
    Flag,
    /// The next stage begins. The last stage flags all the same.
    NextStage,
}

/// Why a list of stages is no time control.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadTimeControl {
    /// There are none, or too many.
    #[error("a clock has 1 to {} stages", TimeControl::STAGES_MAX)]
    StageCount,
    /// A stage has too little or too much time.
    #[error("a stage's period lasts 1 s to 24 h")]
    StageTime,
    /// A gain is longer than an hour.
    #[error("an increment or delay is 1 h at most")]
    GainTime,
    /// A stage leads to a next one, and there is none.
    #[error("the last stage cannot lead to a next one")]
    NoNextStage,
    /// All stages together allow a side more than half a day (I-25).
    #[error("both sides together have more than 24 h; a game ends within one day")]
    TooLong,
}

impl TimeControl {
    /// The most stages a clock can have.
    pub const STAGES_MAX: usize = 8;
    /// The shortest period.
    pub const PERIOD_MIN: Span = Span::from_secs(1);
    /// The longest period.
    pub const PERIOD_MAX: Span = Span::from_secs(24 * 3600);
    /// The most one move can gain.
    pub const GAIN_MAX: Span = Span::from_secs(3600);
    /// The most time one side may have, before gains and restarts (I-25).
    pub const SIDE_MAX: Span = Span::from_secs(12 * 3600);

    /// A clock of these stages.
    ///
    /// # Errors
    /// [`BadTimeControl`] says which bound the stages break.
    pub fn new(stages: Vec<Stage>) -> Result<Self, BadTimeControl> {
        if stages.is_empty() || stages.len() > Self::STAGES_MAX {
            return Err(BadTimeControl::StageCount);
        }
        let mut total = Span::ZERO;
        for (index, stage) in stages.iter().enumerate() {
            if stage.time < Self::PERIOD_MIN || stage.time > Self::PERIOD_MAX {
                return Err(BadTimeControl::StageTime);
            }
            if stage.gain.span() > Self::GAIN_MAX {
                return Err(BadTimeControl::GainTime);
            }
            let is_last = index + 1 == stages.len();
            let leads_on = matches!(stage.quota, Some(Quota { met: QuotaMet::NextStage { .. }, .. }))
                || stage.exhausted == Exhausted::NextStage;
            if is_last && leads_on {
                return Err(BadTimeControl::NoNextStage);
            }
            total += stage.time.saturating_mul(u64::from(stage.periods.get()));
        }
        if total > Self::SIDE_MAX {
            return Err(BadTimeControl::TooLong);
        }
        Ok(Self { stages })
    }

    /// The stages in order; at least one.
    pub fn stages(&self) -> &[Stage] {
        &self.stages
    }
}

impl Gain {
    /// The length of time in it.
    pub const fn span(self) -> Span {
        match self {
            Self::Nothing => Span::ZERO,
            Self::Increment(span) | Self::GiveBack(span) | Self::Delay(span) => span,
        }
    }
}
