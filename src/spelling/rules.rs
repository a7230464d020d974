//! Rule sets and clocks in JSON.

use std::num::NonZeroU16;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::game::clock::{Exhausted, Gain, Quota, QuotaMet, Stage, TimeControl};
use crate::game::moment::Span;
use crate::game::point::BoardSize;
use crate::game::rules::{Five, Forbidden};
use crate::game::ruleset::{
    Adjudication, Declaration, DrawRule, LagRule, PassRule, PauseRule, RuleSet, StartRule, TakebackRule,
};
use crate::spelling::{BadForm, OpeningForm};

/// The rules of a game. Fixed before the first move and shown to all.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RulesForm {
    /// Lines of the board: 15, 19 or 20. Forbidden moves need 15.
    pub board: BoardSizeForm,
    /// Which rows win.
    pub five: FiveForm,
    /// Whom the forbidden moves bind.
    pub forbidden: ForbiddenForm,
    /// What follows a forbidden move.
    pub adjudication: AdjudicationForm,
    /// Who says that there is a five.
    pub declaration: DeclarationForm,
    /// How the first stones come onto the board.
    pub opening: OpeningForm,
    /// Whether a move may be passed.
    pub pass: PassForm,
    /// How draws are offered.
    pub draws: DrawForm,
    /// Whether a move can be taken back.
    pub takebacks: TakebackForm,
    /// Whether players can let the clocks stand still.
    pub pauses: PauseForm,
    /// The time each side has; `null` for a game without clocks.
    pub clock: Option<ClockForm>,
    /// How much of the server-measured network delay is given back to the mover.
    pub lag: LagForm,
    /// When the game begins.
    pub start: StartForm,
}

/// The number of lines a board has each way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct BoardSizeForm(#[schemars(range(min = 15, max = 20))] pub u8);

/// An enum of the game and its words, one for one.
macro_rules! words {
    ($(#[$doc:meta])* $form:ident = $domain:ident { $($(#[$word_doc:meta])* $word:ident = $value:path),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
        #[serde(rename_all = "snake_case")]
        pub enum $form { $($(#[$word_doc])* $word),+ }

        impl From<$domain> for $form {
            fn from(value: $domain) -> Self {
                match value { $($value => Self::$word),+ }
            }
        }

        impl From<$form> for $domain {
            fn from(form: $form) -> Self {
                match form { $($form::$word => $value),+ }
            }
        }
    };
}
pub(super) use words;

words!(
    /// Which rows win.
    FiveForm = Five {
        /// Five or more, for both.
        FiveOrMore = Five::FiveOrMore,
        /// Exactly five, for both.
        ExactlyFive = Five::ExactlyFive,
        /// Exactly five for Black, five or more for White.
        Renju = Five::Renju,
    }
);

words!(
    /// Whom the forbidden moves bind.
    ForbiddenForm = Forbidden {
        /// Nobody.
        Nobody = Forbidden::Nobody,
        /// Black.
        Black = Forbidden::Black,
        /// Both.
        Both = Forbidden::Both,
    }
);

words!(
    /// Who says that there is a five.
    DeclarationForm = Declaration {
        /// The server.
        Automatic = Declaration::Automatic,
        /// Its owner.
        Declared = Declaration::Declared,
    }
);

words!(
    /// Whether a move may be passed.
    PassForm = PassRule {
        /// It may not.
        Never = PassRule::Never,
        /// From the sixth move on, once the opening is over. Two in a row are a draw.
        FromMoveSix = PassRule::FromMoveSix,
    }
);

words!(
    /// Whether a move can be taken back.
    TakebackForm = TakebackRule {
        /// It cannot.
        Never = TakebackRule::Never,
        /// If the opponent agrees.
        ByAgreement = TakebackRule::ByAgreement,
    }
);

words!(
    /// Whether players can let the clocks stand still.
    PauseForm = PauseRule {
        /// They cannot.
        Never = PauseRule::Never,
        /// If both agree.
        ByAgreement = PauseRule::ByAgreement,
    }
);

words!(
    /// What follows when the last period of a stage is used up.
    ExhaustedForm = Exhausted {
        /// The flag falls.
        Flag = Exhausted::Flag,
        /// The next stage begins.
        NextStage = Exhausted::NextStage,
    }
);

/// What follows a forbidden move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum AdjudicationForm {
    /// It loses at once.
    Auto {},
    /// It loses if the opponent points it out before he completes a move. Nobody is shown forbidden points.
    Claim {
        /// Whether an overline can be pointed out until the end of the game.
        overline_any_time: bool,
    },
    /// It is refused, and the players are shown where they may not play.
    Block {},
}

/// How draws are offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum DrawForm {
    /// At any time; one standing offer at a table.
    Plain {},
    /// With one's own move, at most two more than the opponent.
    WithMove {
        /// Whether an improper offer is delivered, so that the opponent can accept it or object.
        strict: bool,
    },
}

/// The time each side has: its stages in order, 1 to 8.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ClockForm {
    /// The stages in order.
    #[schemars(length(min = 1, max = 8))]
    pub stages: Vec<StageForm>,
}

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

/// How much of the server-measured network delay is given back to the mover.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LagForm {
    /// The most for one move in milliseconds, 0 to 150; 0 turns the credit off.
    #[schemars(range(max = 150))]
    pub per_move_ms: u64,
    /// The most for one player in one game in milliseconds, 0 to 3,000.
    #[schemars(range(max = 3000))]
    pub per_game_ms: u64,
}

/// When the game begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum StartForm {
    /// As soon as both seats are taken.
    WhenSeated {
        /// How long the table stays open, in milliseconds: 60,000 to 604,800,000.
        within_ms: u64,
    },
}

impl From<&RuleSet> for RulesForm {
    fn from(rules: &RuleSet) -> Self {
        let StartRule::WhenSeated { within } = rules.start;
        Self {
            board: BoardSizeForm(rules.board.lines()),
            five: rules.five.into(),
            forbidden: rules.forbidden.into(),
            adjudication: match rules.adjudication {
                Adjudication::Auto => AdjudicationForm::Auto {},
                Adjudication::Claim { overline_any_time } => AdjudicationForm::Claim { overline_any_time },
                Adjudication::Block => AdjudicationForm::Block {},
            },
            declaration: rules.declaration.into(),
            opening: rules.opening.into(),
            pass: rules.pass.into(),
            draws: match rules.draws {
                DrawRule::Plain => DrawForm::Plain {},
                DrawRule::WithMove { strict } => DrawForm::WithMove { strict },
            },
            takebacks: rules.takebacks.into(),
            pauses: rules.pauses.into(),
            clock: rules.clock.as_ref().map(Into::into),
            lag: LagForm {
                per_move_ms: rules.lag.per_move.millis(),
                per_game_ms: rules.lag.per_game.millis(),
            },
            start: StartForm::WhenSeated { within_ms: within.millis() },
        }
    }
}

/// Reads and checks a rule set.
impl TryFrom<RulesForm> for RuleSet {
    type Error = BadForm;

    fn try_from(form: RulesForm) -> Result<Self, BadForm> {
        let StartForm::WhenSeated { within_ms } = form.start;
        let rules = Self {
            board: BoardSize::new(form.board.0).ok_or(BadForm::BoardSize(form.board.0))?,
            five: form.five.into(),
            forbidden: form.forbidden.into(),
            adjudication: match form.adjudication {
                AdjudicationForm::Auto {} => Adjudication::Auto,
                AdjudicationForm::Claim { overline_any_time } => Adjudication::Claim { overline_any_time },
                AdjudicationForm::Block {} => Adjudication::Block,
            },
            declaration: form.declaration.into(),
            opening: form.opening.try_into()?,
            pass: form.pass.into(),
            draws: match form.draws {
                DrawForm::Plain {} => DrawRule::Plain,
                DrawForm::WithMove { strict } => DrawRule::WithMove { strict },
            },
            takebacks: form.takebacks.into(),
            pauses: form.pauses.into(),
            clock: form.clock.map(TimeControl::try_from).transpose()?,
            lag: LagRule {
                per_move: Span::from_millis(form.lag.per_move_ms),
                per_game: Span::from_millis(form.lag.per_game_ms),
            },
            start: StartRule::WhenSeated { within: Span::from_millis(within_ms) },
        };
        rules.check()?;
        Ok(rules)
    }
}

impl From<&TimeControl> for ClockForm {
    fn from(control: &TimeControl) -> Self {
        Self { stages: control.stages().iter().map(Into::into).collect() }
    }
}

impl TryFrom<ClockForm> for TimeControl {
    type Error = BadForm;

    fn try_from(form: ClockForm) -> Result<Self, BadForm> {
        let stages = form.stages.into_iter().map(Stage::try_from).collect::<Result<_, _>>()?;
        Ok(Self::new(stages)?)
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
