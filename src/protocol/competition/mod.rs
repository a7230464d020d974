//! What is asked of competitions over HTTP, and how they are told.

mod view;

pub use view::{
    AppealForm, CompetitionView, EntrantView, MatchView, MeetingView, MemberView, OverturnedForm,
    RefereeForm, RoundView, RulingView, SumsForm, You,
};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::competition::{BadSettings, Settings, Stage};
use crate::game::presets::presets;
use crate::game::ruleset::RuleSet;
use crate::protocol::client::TokenForm;
use crate::spelling::{
    AppealKindForm, BadForm, EntrantForm, FirstMoveForm, GoalForm, KindForm, NOTATION_BYTES_MAX, OfficeForm,
    OpeningForm, PlaceForm, RulesForm, read_clock,
};

/// The most bytes of a request.
pub const COMPETITION_BYTES_MAX: usize = 128 * 1024;

/// A competition to be founded.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewCompetition {
    /// What the client calls the command, 1 to 40 of `A-Z a-z 0-9 _ -`. A repeat gets the same answer.
    pub id: String,
    /// What it is called, in 1 to 60 characters.
    pub title: String,
    /// Who competes.
    pub kind: KindForm,
    /// Who takes part, by their numbers from 1; 2 to 200.
    pub entrants: Vec<EntrantForm>,
    /// How long a match on one board lasts.
    pub goal: GoalForm,
    /// The rules, the first from round 1, each until the next.
    pub stages: Vec<StageWish>,
    /// Who has the first move where the chief does not say.
    pub first_move: FirstMoveForm,
}

/// The rules from a round on: those of a preset, or all of them, with another opening or clock if they have one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StageWish {
    /// The first round with these rules, from 1.
    pub from: u16,
    /// The preset, by its name in `presets.json`.
    #[serde(default)]
    pub preset: Option<String>,
    /// The rules instead.
    #[serde(default)]
    pub rules: Option<Box<RulesForm>>,
    /// The opening in place of theirs.
    #[serde(default)]
    pub opening: Option<OpeningForm>,
    /// The clock in place of theirs, in short notation.
    #[serde(default)]
    #[schemars(length(max = NOTATION_BYTES_MAX))]
    pub clock: Option<String>,
}

/// Something to be done in a competition.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CompetitionDeed {
    /// What the client calls the command, 1 to 40 of `A-Z a-z 0-9 _ -`. A repeat gets the same answer.
    pub id: String,
    /// What.
    pub command: CompetitionCommand,
}

/// What can be done in a competition.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum CompetitionCommand {
    /// Take an office by its link.
    Take {
        /// Which.
        office: OfficeForm,
        /// The key in the link.
        office_key: TokenForm,
    },
    /// Appoint a referee.
    Appoint {
        /// What the referee is called.
        name: String,
    },
    /// Replace a referee.
    Dismiss {
        /// The number of the referee, from 1.
        referee: u8,
        /// Why, in 1 to 200 characters.
        reason: String,
    },
    /// Publish the next round.
    Publish {
        /// The session it belongs to.
        #[serde(default)]
        session: Option<String>,
        /// When its games begin, in milliseconds since 1970; when both are there if left out.
        #[serde(default)]
        start_at: Option<u64>,
        /// Who meets whom.
        pairings: Vec<PairingForm>,
    },
    /// Say that the organiser has held a round up.
    MarkDelay {
        /// Which, from 1.
        round: u16,
    },
    /// Appeal to the chief.
    Appeal {
        /// On which match.
        place: PlaceForm,
        /// What about.
        kind: AppealKindForm,
        /// In these words, 1 to 200 characters.
        text: String,
    },
    /// Answer an appeal.
    Answer {
        /// The number of the appeal, from 1.
        appeal: u16,
        /// Whether it is right.
        upheld: bool,
        /// In these words, 1 to 200 characters.
        text: String,
    },
    /// Overturn a ruling on how the rules are read.
    Overturn {
        /// On which match.
        place: PlaceForm,
        /// In which room.
        room: String,
        /// The record of its journal.
        seq: u32,
        /// Why, in 1 to 200 characters.
        reason: String,
    },
    /// End the competition.
    Close {},
}

/// Two who are to meet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PairingForm {
    /// The number of who sits at seat A.
    pub a: u16,
    /// The number of who sits at seat B.
    pub b: u16,
    /// Who has the first move, on odd boards; as the competition has it if left out.
    #[serde(default)]
    pub first: Option<FirstForm>,
}

/// Who has the first move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FirstForm {
    /// Who sits at seat A.
    A,
    /// Who sits at seat B.
    B,
    /// The lot of the room says so.
    Lot,
}

/// Why no competition is founded.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadCompetitionForm {
    /// A value is none.
    #[error(transparent)]
    Form(#[from] BadForm),
    /// Values do not go together.
    #[error(transparent)]
    Settings(#[from] BadSettings),
    /// No preset has that name.
    #[error("there is no preset called {0}")]
    Preset(String),
    /// Rules and a preset, or neither.
    #[error("give each set of rules as `preset` or as `rules`")]
    NoRules,
}

impl NewCompetition {
    /// What is to be fixed.
    ///
    /// # Errors
    /// [`BadCompetitionForm`] says what is none or does not go together.
    pub fn settings(self) -> Result<Settings, BadCompetitionForm> {
        let entrants = self.entrants.into_iter().map(TryInto::try_into);
        let settings = Settings {
            title: self.title.parse()?,
            kind: self.kind.into(),
            entrants: entrants.collect::<Result<_, BadForm>>()?,
            goal: self.goal.try_into()?,
            stages: self.stages.into_iter().map(StageWish::stage).collect::<Result<_, _>>()?,
            first_move: self.first_move.into(),
        };
        settings.check()?;
        Ok(settings)
    }
}

impl StageWish {
    fn stage(self) -> Result<Stage, BadCompetitionForm> {
        let mut rules = match (self.preset, self.rules) {
            (Some(name), None) => {
                let found = presets().into_iter().find(|preset| preset.id == name);
                found.ok_or(BadCompetitionForm::Preset(name))?.rules
            }
            (None, Some(rules)) => RuleSet::try_from(*rules)?,
            (Some(_), Some(_)) | (None, None) => return Err(BadCompetitionForm::NoRules),
        };
        if let Some(opening) = self.opening {
            rules.opening = opening.try_into()?;
        }
        if let Some(clock) = self.clock {
            rules.clock = Some(read_clock(&clock).map_err(BadForm::from)?);
        }
        Ok(Stage { from: self.from, rules })
    }
}

/// A competition in the list of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ListedCompetition {
    /// Which.
    pub competition: String,
    /// What it is called.
    pub title: String,
    /// Who competes.
    pub kind: KindForm,
    /// How many take part.
    pub entrants: u16,
    /// How many rounds were published.
    pub rounds: u16,
    /// Whether it goes on.
    pub open: bool,
    /// When it was founded, in milliseconds since 1970.
    pub founded_ms: u64,
}

/// The competitions in which something happened last.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Competitions {
    /// They, at most 100.
    pub competitions: Vec<ListedCompetition>,
}

/// The answer to who founds a competition.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct FoundedCompetition {
    /// Which.
    pub competition: String,
    /// What makes the chief; for the link.
    pub office_key: TokenForm,
}

/// The answer to a command.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct CompetitionDone {
    /// How many records there are.
    pub next: u32,
    /// `facts_final` for an appeal that was answered as it was filed.
    pub answer: Option<String>,
}

/// The links of a competition, for its chief.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct CompetitionLinks {
    /// They.
    pub links: Vec<OfficeLink>,
}

/// A link, in parts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct OfficeLink {
    /// What for.
    pub office: OfficeForm,
    /// What the person is called.
    pub name: String,
    /// The office in the link: `seat.5.1`.
    pub words: String,
    /// The key in the link.
    pub office_key: TokenForm,
}
