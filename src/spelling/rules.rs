//! Rule sets in JSON.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::game::clock::TimeControl;
use crate::game::moment::Span;
use crate::game::point::BoardSize;
use crate::game::rules::{Five, Forbidden};
use crate::game::ruleset::{
    Adjudication, Declaration, DrawRule, Edition, GiftRule, LagRule, PassRule, PauseRule, RuleSet, StartRule,
    TakebackRule,
};
use crate::spelling::{BadForm, ClockForm, OpeningForm, StoneForm};

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
    /// Whose win a drawn game is; `null` where a draw is half a point each. A draw that an arbiter rules is one all the same.
    #[serde(default)]
    pub draw_wins: Option<StoneForm>,
    /// Whether a move can be taken back.
    pub takebacks: TakebackForm,
    /// Whether players can let the clocks stand still.
    pub pauses: PauseForm,
    /// Whether a player may give the other time, a quarter of a minute at once.
    #[serde(default)]
    pub gifts: GiftForm,
    /// How long a player who is gone is waited for before the other may claim the game, in milliseconds: 30,000 to
    /// 3,600,000; `null` if never.
    #[serde(default)]
    pub absence_ms: Option<u64>,
    /// Whether players confirm the result, or dispute it before an arbiter. The table then expects one.
    #[serde(default)]
    pub confirm_result: bool,
    /// The time each side has; `null` for a game without clocks.
    pub clock: Option<ClockForm>,
    /// How much of the server-measured network delay is given back to the mover.
    pub lag: LagForm,
    /// When the game begins.
    pub start: StartForm,
    /// Which edition of the competition rules an arbiter goes by.
    #[serde(default)]
    pub edition: EditionForm,
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
    /// Whether a player may give the other time.
    GiftForm = GiftRule {
        /// Not.
        Never = GiftRule::Never,
        /// A quarter of a minute at once.
        Allowed = GiftRule::Allowed,
    }
);

/// Rules written before there were gifts have none.
impl Default for GiftForm {
    fn default() -> Self {
        Self::Never
    }
}

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
    /// If the opponent points it out before he completes a move, it is taken off and its owner moves again. Nobody is shown
    /// forbidden points.
    PlayAgain {
        /// Whether a second forbidden stone in the same turn loses.
        forced_loss: bool,
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
    /// At a time, whoever is there.
    Scheduled {
        /// How long after the opening of the room, in milliseconds, up to 30 days. `create.start_at` says it by the
        /// calendar.
        after_ms: u64,
        /// How late a player may come, in milliseconds: 60,000 to 14,400,000. Whoever is not there by then has lost.
        late_ms: u64,
    },
}

words!(
    /// An edition of the Chinese competition rules, by which an arbiter goes.
    EditionForm = Edition {
        /// Of 2013: penalties up to five minutes each way; colours until White's second stone, within 15 minutes.
        Of2013 = Edition::Of2013,
        /// Of 2009: five minutes from the offender, two to the opponent; colours until the fourth stone.
        Of2009 = Edition::Of2009,
        /// Before that: as 2009, but who has less than seven minutes left keeps them, and the opponent gets seven.
        Older = Edition::Older,
    }
);

/// Rules written before editions were told apart went by the latest.
impl Default for EditionForm {
    fn default() -> Self {
        Self::Of2013
    }
}

impl From<&RuleSet> for RulesForm {
    fn from(rules: &RuleSet) -> Self {
        Self {
            board: BoardSizeForm(rules.board.lines()),
            five: rules.five.into(),
            forbidden: rules.forbidden.into(),
            adjudication: match rules.adjudication {
                Adjudication::Auto => AdjudicationForm::Auto {},
                Adjudication::Claim { overline_any_time } => AdjudicationForm::Claim { overline_any_time },
                Adjudication::PlayAgain { forced_loss } => AdjudicationForm::PlayAgain { forced_loss },
                Adjudication::Block => AdjudicationForm::Block {},
            },
            declaration: rules.declaration.into(),
            opening: rules.opening.into(),
            pass: rules.pass.into(),
            draws: match rules.draws {
                DrawRule::Plain => DrawForm::Plain {},
                DrawRule::WithMove { strict } => DrawForm::WithMove { strict },
            },
            draw_wins: rules.draw_wins.map(Into::into),
            takebacks: rules.takebacks.into(),
            pauses: rules.pauses.into(),
            gifts: rules.gifts.into(),
            absence_ms: rules.absence.map(Span::millis),
            confirm_result: rules.confirm_result,
            clock: rules.clock.as_ref().map(Into::into),
            lag: LagForm {
                per_move_ms: rules.lag.per_move.millis(),
                per_game_ms: rules.lag.per_game.millis(),
            },
            start: match rules.start {
                StartRule::WhenSeated { within } => StartForm::WhenSeated { within_ms: within.millis() },
                StartRule::Scheduled { after, late } => {
                    StartForm::Scheduled { after_ms: after.millis(), late_ms: late.millis() }
                }
            },
            edition: rules.edition.into(),
        }
    }
}

/// Reads and checks a rule set.
impl TryFrom<RulesForm> for RuleSet {
    type Error = BadForm;

    fn try_from(form: RulesForm) -> Result<Self, BadForm> {
        let rules = Self {
            board: BoardSize::new(form.board.0).ok_or(BadForm::BoardSize(form.board.0))?,
            five: form.five.into(),
            forbidden: form.forbidden.into(),
            adjudication: match form.adjudication {
                AdjudicationForm::Auto {} => Adjudication::Auto,
                AdjudicationForm::Claim { overline_any_time } => Adjudication::Claim { overline_any_time },
                AdjudicationForm::PlayAgain { forced_loss } => Adjudication::PlayAgain { forced_loss },
                AdjudicationForm::Block {} => Adjudication::Block,
            },
            declaration: form.declaration.into(),
            opening: form.opening.try_into()?,
            pass: form.pass.into(),
            draws: match form.draws {
                DrawForm::Plain {} => DrawRule::Plain,
                DrawForm::WithMove { strict } => DrawRule::WithMove { strict },
            },
            draw_wins: form.draw_wins.map(Into::into),
            takebacks: form.takebacks.into(),
            pauses: form.pauses.into(),
            gifts: form.gifts.into(),
            absence: form.absence_ms.map(Span::from_millis),
            confirm_result: form.confirm_result,
            clock: form.clock.map(TimeControl::try_from).transpose()?,
            lag: LagRule {
                per_move: Span::from_millis(form.lag.per_move_ms),
                per_game: Span::from_millis(form.lag.per_game_ms),
            },
            start: match form.start {
                StartForm::WhenSeated { within_ms } => {
                    StartRule::WhenSeated { within: Span::from_millis(within_ms) }
                }
                StartForm::Scheduled { after_ms, late_ms } => StartRule::Scheduled {
                    after: Span::from_millis(after_ms),
                    late: Span::from_millis(late_ms),
                },
            },
            edition: form.edition.into(),
        };
        rules.check()?;
        Ok(rules)
    }
}
