//! What the lobby shows: games, and the bots that are here.

use std::sync::LazyLock;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::game::presets::{Preset, presets};
use crate::game::ruleset::RuleSet;
use crate::protocol::client::ColoursForm;
use crate::protocol::state::Phase;
use crate::spelling::{AcceptsForm, ClockForm, PerSeatForm, PersonForm, RulesForm};

/// A bot that the server itself brings along.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ComputerForm {
    /// Who it is.
    pub person: PersonForm,
    /// How well it plays, from 1.
    pub level: u8,
}

/// A bot that is here.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BotForm {
    /// Who it is.
    pub bot: PersonForm,
    /// What it plays.
    pub accepts: AcceptsForm,
    /// How many games it has at the moment.
    pub games: u32,
}

/// What became of a challenge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ChallengeOutcomeForm {
    /// It is played.
    Accepted,
    /// The bot will not.
    Declined,
    /// The bot did not answer in time, or has gone.
    Lapsed,
    /// Whoever challenged has gone, or took it back.
    Withdrawn,
    /// It was accepted, and no room could be opened.
    Failed,
}

/// A game in the lobby.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LobbyGame {
    /// Its room.
    pub room: String,
    /// How far it is: `open` or `playing`.
    pub phase: Phase,
    /// What is played.
    pub rules: RulesForm,
    /// How colours are settled.
    pub colours: ColoursForm,
    /// The label of the board, where it has one.
    pub board: Option<String>,
    /// Who sits where.
    pub seats: PerSeatForm<Option<PersonForm>>,
    /// The wall clock when the room opened, in milliseconds since 1970.
    pub wall_ms: u64,
}

/// A game in the lobby, in brief.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BriefGame {
    /// Its room.
    pub room: String,
    /// How far it is: `open` or `playing`.
    pub phase: Phase,
    /// What is played.
    pub rules: BriefRules,
    /// How colours are settled.
    pub colours: ColoursForm,
    /// The label of the board, where it has one.
    pub board: Option<String>,
    /// Who sits where.
    pub seats: PerSeatForm<Option<PersonForm>>,
    /// The wall clock when the room opened, in milliseconds since 1970.
    pub wall_ms: u64,
}

/// What is played, in as few words as say it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum BriefRules {
    /// A preset as it stands in `presets.json`.
    Preset {
        /// Its name.
        preset: String,
    },
    /// A preset with another clock.
    Clock {
        /// Its name.
        preset: String,
        /// The clock; `null` for none.
        clock: Option<ClockForm>,
    },
    /// Rules of somebody's own.
    Own {
        /// All of them.
        rules: Box<RulesForm>,
    },
}

impl From<&RuleSet> for BriefRules {
    fn from(rules: &RuleSet) -> Self {
        static PRESETS: LazyLock<Vec<Preset>> = LazyLock::new(presets);
        let like =
            |preset: &&Preset| *rules == RuleSet { clock: rules.clock.clone(), ..preset.rules.clone() };
        match PRESETS.iter().find(like) {
            Some(preset) if preset.rules.clock == rules.clock => {
                Self::Preset { preset: preset.id.to_owned() }
            }
            Some(preset) => {
                Self::Clock { preset: preset.id.to_owned(), clock: rules.clock.as_ref().map(Into::into) }
            }
            None => Self::Own { rules: Box::new(rules.into()) },
        }
    }
}
