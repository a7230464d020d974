//! How much time a side has: an ordered list of stages, which is every form of clock there is (rulebook I-01).

use std::num::{NonZeroU8, NonZeroU16};

use crate::game::moment::Span;

/// The time each side has: its stages in order. One to [`TimeControl::STAGES_MAX`] of them, each with some time. Before
/// them, or instead of them, there may be time that both share.
///
/// | form | stages |
/// |---|---|
/// | sudden death (I-02) | one |
/// | several periods (I-05) | each but the last goes on to the next when it is used up |
/// | Fischer (I-12) | one with [`Gain::Increment`] |
/// | byo-yomi (I-08, I-09) | main time, then a stage of n periods that every move restarts |
/// | n moves in m minutes (I-11) | main time, then a stage that every n-th move restarts |
/// | shared time (I-13) | none of one's own, until what is left is split |
/// | out of time is a foul or a pass (I-16, I-17) | any; [`OnFlag`] says it |
/// | deferred (I-14) | shared time that leads to the stages of each side |
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TimeControl {
    shared: Option<Shared>,
    stages: Vec<Stage>,
    on_flag: OnFlag,
    readouts: Option<Vec<u32>>,
}

/// What being out of time brings: having used up the last period of the last stage (I-01).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OnFlag {
    /// The game is lost.
    Loss,
    /// It is a foul, and the period begins again; so many lose, 1 to [`TimeControl::FOULS_MAX`] (I-16).
    Fouls(NonZeroU8),
    /// The turn is lost and the game goes on, the period full again for the next move (I-17). The last stage is then one of
    /// periods for one move.
    Pass,
}

/// Time that runs whoever is to move, off one store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shared {
    /// How much there is.
    pub time: Span,
    /// What follows when it is used up.
    pub used_up: UsedUp,
    /// How many per cent of it are left when it is split by itself, 1 to 99, where it would be shared to the end; none if
    /// only an arbiter splits it (I-13).
    pub split_at: Option<NonZeroU8>,
}

impl Shared {
    /// Time shared to the end, which nobody but an arbiter splits.
    pub const fn to_the_end(time: Span) -> Self {
        Self { time, used_up: UsedUp::Draw, split_at: None }
    }

    /// Time before each side's own.
    pub const fn before_stages(time: Span) -> Self {
        Self { time, used_up: UsedUp::Stages, split_at: None }
    }

    /// How much of it is left when it is split by itself.
    pub fn splits_at(self) -> Option<Span> {
        let percent = u64::from(self.split_at?.get());
        Some(Span::from_millis(self.time.millis().saturating_mul(percent) / 100))
    }
}

/// What follows when the time both share is used up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UsedUp {
    /// Neither has any left: a draw (I-13, G-14).
    Draw,
    /// Each side's own stages begin, in the middle of the move that is being thought about (I-14).
    Stages,
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
    /// All time together is more than a day (I-25).
    #[error("both sides together have more than 24 h; a game ends within one day")]
    TooLong,
    /// The shared time is too little or too much.
    #[error("shared time lasts 1 s to 24 h")]
    SharedTime,
    /// Time that is all shared, and stages all the same.
    #[error("time that both share to the end leaves no stages to either side")]
    SharedWithStages,
    /// Time that is all shared, and fouls for being out of it.
    #[error("nobody alone is out of time that both share, so it cannot be a foul")]
    SharedWithFouls,
    /// Being out of time costs the turn, and the last stage has no period that is for one turn.
    #[error("out of time can cost the turn only in periods for one move, as in `20m 3x30s pass`")]
    PassWithoutPeriods,
    /// Shared time would split itself too early, too late, or though each side's own follows it.
    #[error("time that is shared to the end splits itself with 1 to 99 % of it left, and no other time does")]
    SplitShare,
    /// No seconds, too many of them, or not in order.
    #[error("1 to {} seconds are read out, in order and each once", TimeControl::READOUTS_MAX)]
    ReadoutList,
    /// Seconds that are read out, and no period that they are of.
    #[error("seconds are read out of periods for one move, and this clock has none")]
    NothingToReadOut,
    /// A second that no period reaches.
    #[error("{second} s cannot be read out of a period of {} s, which is then over", period.millis() / 1000)]
    ReadoutLate {
        /// The second.
        second: u32,
        /// The shortest period that is read out.
        period: Span,
    },
    /// A number of fouls that is none.
    #[error("1 to {} fouls lose", TimeControl::FOULS_MAX)]
    Fouls,
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
    /// The most time both sides may have together, before gains and restarts (I-25).
    pub const GAME_MAX: Span = Span::from_secs(24 * 3600);
    /// The most fouls that can be allowed before the one that loses.
    pub const FOULS_MAX: u8 = 9;
    /// The most seconds of a period that are read out.
    pub const READOUTS_MAX: usize = 20;

    /// A clock of these stages, whose flag falls when they are used up.
    ///
    /// # Errors
    /// [`BadTimeControl`] says which bound the stages break.
    pub fn new(stages: Vec<Stage>) -> Result<Self, BadTimeControl> {
        Self::assemble(None, stages, OnFlag::Loss)
    }

    /// A clock of one store of time that both share to the end (I-13).
    ///
    /// # Errors
    /// [`BadTimeControl::SharedTime`] if there is too little of it, or too much.
    pub fn pool(time: Span) -> Result<Self, BadTimeControl> {
        Self::assemble(Some(Shared::to_the_end(time)), Vec::new(), OnFlag::Loss)
    }

    /// A clock of all its parts.
    ///
    /// # Errors
    /// [`BadTimeControl`] says which bound they break, or which two do not go together.
    pub fn assemble(
        shared: Option<Shared>,
        stages: Vec<Stage>,
        on_flag: OnFlag,
    ) -> Result<Self, BadTimeControl> {
        if shared.is_some_and(|shared| shared.time < Self::PERIOD_MIN || shared.time > Self::PERIOD_MAX) {
            return Err(BadTimeControl::SharedTime);
        }
        if let Some(Shared { used_up, split_at: Some(percent), .. }) = shared
            && (used_up == UsedUp::Stages || percent.get() > 99)
        {
            return Err(BadTimeControl::SplitShare);
        }
        if let OnFlag::Fouls(fouls) = on_flag
            && fouls.get() > Self::FOULS_MAX
        {
            return Err(BadTimeControl::Fouls);
        }
        if let Some(Shared { time, used_up: UsedUp::Draw, .. }) = shared {
            if !stages.is_empty() {
                return Err(BadTimeControl::SharedWithStages);
            }
            if on_flag != OnFlag::Loss {
                return Err(BadTimeControl::SharedWithFouls);
            }
            // What a side has once an arbiter has split the time; how much is left of it then, its face says.
            return Ok(Self { shared, stages: vec![Stage::sudden_death(time)], on_flag, readouts: None });
        }
        let own = checked_sum(&stages)?.saturating_mul(2);
        if own + shared.map_or(Span::ZERO, |shared| shared.time) > Self::GAME_MAX {
            return Err(BadTimeControl::TooLong);
        }
        if on_flag == OnFlag::Pass && !stages.last().is_some_and(Stage::is_per_move) {
            return Err(BadTimeControl::PassWithoutPeriods);
        }
        Ok(Self { shared, stages, on_flag, readouts: None })
    }

    /// The same clock, of whose periods for one move these seconds that have passed are read out instead of the usual (I-10).
    ///
    /// # Errors
    /// [`BadTimeControl`] if there are too few or too many, or they are out of order, or there is no period that has them.
    pub fn reading_out(self, seconds: Vec<u32>) -> Result<Self, BadTimeControl> {
        let is_ascending = seconds.windows(2).all(|pair| pair[0] < pair[1]);
        let (Some(1..), Some(last)) = (seconds.first(), seconds.last().copied()) else {
            return Err(BadTimeControl::ReadoutList);
        };
        if !is_ascending || seconds.len() > Self::READOUTS_MAX {
            return Err(BadTimeControl::ReadoutList);
        }
        let read_out = self.stages().iter().filter(|stage| stage.is_per_move());
        let period = read_out.map(|stage| stage.time).min().ok_or(BadTimeControl::NothingToReadOut)?;
        if Span::from_secs(u64::from(last)) >= period {
            return Err(BadTimeControl::ReadoutLate { second: last, period });
        }
        Ok(Self { readouts: Some(seconds), ..self })
    }

    /// The stages in order; none where all time is shared.
    pub fn stages(&self) -> &[Stage] {
        if self.is_pool() { &[] } else { &self.stages }
    }

    /// The time that both share.
    pub const fn shared(&self) -> Option<Shared> {
        self.shared
    }

    /// What being out of time brings.
    pub const fn on_flag(&self) -> OnFlag {
        self.on_flag
    }

    /// The seconds of a period for one move that are read out; none for the usual ones.
    pub fn readouts(&self) -> Option<&[u32]> {
        self.readouts.as_deref()
    }

    /// Whether both share all their time.
    pub const fn is_pool(&self) -> bool {
        matches!(self.shared, Some(Shared { used_up: UsedUp::Draw, .. }))
    }

    /// The stages a face can be in; at least one.
    pub(super) fn faced(&self) -> &[Stage] {
        &self.stages
    }
}

/// The time of all stages, each of which has some.
fn checked_sum(stages: &[Stage]) -> Result<Span, BadTimeControl> {
    if stages.is_empty() || stages.len() > TimeControl::STAGES_MAX {
        return Err(BadTimeControl::StageCount);
    }
    let mut total = Span::ZERO;
    for (index, stage) in stages.iter().enumerate() {
        if stage.time < TimeControl::PERIOD_MIN || stage.time > TimeControl::PERIOD_MAX {
            return Err(BadTimeControl::StageTime);
        }
        if stage.gain.span() > TimeControl::GAIN_MAX {
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
    Ok(total)
}

impl Stage {
    /// One period that flags, with nothing asked for and nothing gained.
    pub const fn sudden_death(time: Span) -> Self {
        Self { time, periods: NonZeroU16::MIN, quota: None, gain: Gain::Nothing, exhausted: Exhausted::Flag }
    }

    /// Whether its periods are those of single moves, which are read out (I-08 to I-10).
    pub fn is_per_move(&self) -> bool {
        self.quota.is_some_and(|quota| quota.moves == NonZeroU16::MIN && quota.met == QuotaMet::Restart)
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
