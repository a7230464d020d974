//! Clocks in JSON.

use std::num::{NonZeroU8, NonZeroU16};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::game::clock::{Exhausted, Gain, OnFlag, Quota, QuotaMet, Shared, Stage, TimeControl, UsedUp};
use crate::game::moment::Span;
use crate::spelling::BadForm;
use crate::spelling::rules::words;

words!(
    /// What follows when the last period of a stage is used up.
    ExhaustedForm = Exhausted {
        /// The flag falls.
        Flag = Exhausted::Flag,
        /// The next stage begins.
        NextStage = Exhausted::NextStage,
    }
);

/// The time for a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ClockForm {
    /// Time that both share, before each side's own or instead of it.
    #[serde(default)]
    pub shared: Option<SharedForm>,
    /// Each side's own stages in order, 1 to 8; none where all time is shared.
    #[schemars(length(max = 8))]
    pub stages: Vec<StageForm>,
    /// How many times out of time lose, 1 to 9, where that is a foul; `null` where the flag falls at once.
    #[serde(default)]
    #[schemars(range(min = 1, max = 9))]
    pub fouls: Option<u8>,
    /// Whether being out of time costs the turn and not the game: a pass, after which the period is full again. The last
    /// stage is then one of periods for one move, and there are no `fouls`.
    #[serde(default)]
    pub forced_pass: bool,
    /// The seconds that are read out of every period for one move, counted from its beginning: 1 to 20 of them, in order,
    /// each less than the shortest such period; `null` for the usual ones.
    #[serde(default)]
    #[schemars(length(min = 1, max = 20))]
    pub readouts: Option<Vec<u32>>,
}

/// Time that runs whoever is to move, off one store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SharedForm {
    /// How much there is, in milliseconds, 1,000 to 86,400,000.
    pub time_ms: u64,
    /// What follows when it is used up.
    pub used_up: UsedUpForm,
    /// At how many per cent of it each side gets half of what is left, 1 to 99, where `used_up` is `draw`; `null` if only
    /// an arbiter splits it.
    #[serde(default)]
    #[schemars(range(min = 1, max = 99))]
    pub split_at_percent: Option<u8>,
}

words!(
    /// What follows when the time both share is used up.
    UsedUpForm = UsedUp {
        /// A draw; an arbiter may split what is left before.
        Draw = UsedUp::Draw,
        /// Each side's own stages begin, in the middle of the move.
        Stages = UsedUp::Stages,
    }
);

/// One stretch of a side's time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StageForm {
    /// The time of one period in milliseconds, 1,000 to 86,400,000.
    pub time_ms: u64,
    /// How many such periods there are, at least 1.
    #[schemars(range(min = 1))]
    pub periods: u16,
    /// The moves to be made in a period; `null` if none are asked for.
    pub quota: Option<QuotaForm>,
    /// What a completed move gives back or adds.
    pub gain: GainForm,
    /// What follows when the last period is used up.
    pub exhausted: ExhaustedForm,
}

/// A number of moves to be made within a period.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct QuotaForm {
    /// How many, at least 1.
    #[schemars(range(min = 1))]
    pub moves: u16,
    /// What making them brings.
    pub met: QuotaMetForm,
}

/// What making the moves of a quota brings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum QuotaMetForm {
    /// The period starts again with its full time.
    Restart,
    /// The next stage begins with its own time.
    NextStage,
    /// The next stage begins, and the time left is added to it.
    CarryOver,
}

/// What a completed move gives back or adds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum GainForm {
    /// Nothing.
    Nothing {},
    /// So much is added after every move (Fischer).
    Increment {
        /// Milliseconds.
        ms: u64,
    },
    /// The time the move took is given back, up to so much (Bronstein).
    GiveBack {
        /// Milliseconds.
        ms: u64,
    },
    /// The first so much of every move costs nothing (simple delay).
    Delay {
        /// Milliseconds.
        ms: u64,
    },
}

impl From<&TimeControl> for ClockForm {
    fn from(control: &TimeControl) -> Self {
        Self {
            shared: control.shared().map(|shared| SharedForm {
                time_ms: shared.time.millis(),
                used_up: shared.used_up.into(),
                split_at_percent: shared.split_at.map(NonZeroU8::get),
            }),
            stages: control.stages().iter().map(Into::into).collect(),
            fouls: match control.on_flag() {
                OnFlag::Fouls(fouls) => Some(fouls.get()),
                OnFlag::Loss | OnFlag::Pass => None,
            },
            forced_pass: control.on_flag() == OnFlag::Pass,
            readouts: control.readouts().map(<[u32]>::to_vec),
        }
    }
}

impl TryFrom<ClockForm> for TimeControl {
    type Error = BadForm;

    fn try_from(form: ClockForm) -> Result<Self, BadForm> {
        let stages = form.stages.into_iter().map(Stage::try_from).collect::<Result<_, _>>()?;
        let shared = form.shared.map(Shared::try_from).transpose()?;
        let fouls =
            form.fouls.map(|fouls| NonZeroU8::new(fouls).ok_or(BadForm::Zero("fouls"))).transpose()?;
        let on_flag = match (fouls, form.forced_pass) {
            (None, false) => OnFlag::Loss,
            (None, true) => OnFlag::Pass,
            (Some(fouls), false) => OnFlag::Fouls(fouls),
            (Some(_), true) => return Err(BadForm::FoulsAndPass),
        };
        let control = Self::assemble(shared, stages, on_flag)?;
        Ok(match form.readouts {
            Some(seconds) => control.reading_out(seconds)?,
            None => control,
        })
    }
}

impl TryFrom<SharedForm> for Shared {
    type Error = BadForm;

    fn try_from(form: SharedForm) -> Result<Self, BadForm> {
        let percent = |percent| NonZeroU8::new(percent).ok_or(BadForm::Zero("split_at_percent"));
        Ok(Self {
            time: Span::from_millis(form.time_ms),
            used_up: form.used_up.into(),
            split_at: form.split_at_percent.map(percent).transpose()?,
        })
    }
}

impl From<&Stage> for StageForm {
    fn from(stage: &Stage) -> Self {
        Self {
            time_ms: stage.time.millis(),
            periods: stage.periods.get(),
            quota: stage.quota.map(|quota| QuotaForm {
                moves: quota.moves.get(),
                met: match quota.met {
                    QuotaMet::Restart => QuotaMetForm::Restart,
                    QuotaMet::NextStage { carry: false } => QuotaMetForm::NextStage,
                    QuotaMet::NextStage { carry: true } => QuotaMetForm::CarryOver,
                },
            }),
            gain: match stage.gain {
                Gain::Nothing => GainForm::Nothing {},
                Gain::Increment(span) => GainForm::Increment { ms: span.millis() },
                Gain::GiveBack(span) => GainForm::GiveBack { ms: span.millis() },
                Gain::Delay(span) => GainForm::Delay { ms: span.millis() },
            },
            exhausted: stage.exhausted.into(),
        }
    }
}

impl TryFrom<StageForm> for Stage {
    type Error = BadForm;

    fn try_from(form: StageForm) -> Result<Self, BadForm> {
        let counted = |number, what| NonZeroU16::new(number).ok_or(BadForm::Zero(what));
        let quota = form.quota.map(|quota| {
            Ok::<_, BadForm>(Quota {
                moves: counted(quota.moves, "moves")?,
                met: match quota.met {
                    QuotaMetForm::Restart => QuotaMet::Restart,
                    QuotaMetForm::NextStage => QuotaMet::NextStage { carry: false },
                    QuotaMetForm::CarryOver => QuotaMet::NextStage { carry: true },
                },
            })
        });
        Ok(Self {
            time: Span::from_millis(form.time_ms),
            periods: counted(form.periods, "periods")?,
            quota: quota.transpose()?,
            gain: match form.gain {
                GainForm::Nothing {} => Gain::Nothing,
                GainForm::Increment { ms } => Gain::Increment(Span::from_millis(ms)),
                GainForm::GiveBack { ms } => Gain::GiveBack(Span::from_millis(ms)),
                GainForm::Delay { ms } => Gain::Delay(Span::from_millis(ms)),
            },
            exhausted: form.exhausted.into(),
        })
    }
}
