//! What a bot plays, in JSON.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::game::accepts::{Accepts, GAMES_MAX, Opponents};
use crate::game::moment::Span;
use crate::game::point::BoardSize;
use crate::game::presets::presets;
use crate::spelling::BadForm;
use crate::spelling::rules::words;

/// The most entries of a list in it.
const LIST_MAX: usize = 32;

words!(
    /// With whom a bot plays.
    OpponentsForm = Opponents {
        /// With everybody.
        Anybody = Opponents::Anybody,
        /// With people only.
        People = Opponents::People,
        /// With other bots only.
        Bots = Opponents::Bots,
    }
);

/// What a bot plays. A challenge to anything else is refused for it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AcceptsForm {
    /// The presets whose rules it plays, by their names in `presets.json`, whatever their clock; at most 32.
    pub presets: Vec<String>,
    /// Whether it plays rules that no preset has.
    #[serde(default)]
    pub own_rules: bool,
    /// The boards it plays on, by their number of lines: 15, 19, 20.
    pub boards: Vec<u8>,
    /// The shortest time that each side may have: of all stages and periods, half of what both share, and what 40 moves
    /// gain, in milliseconds.
    #[serde(default)]
    pub time_min_ms: u64,
    /// The longest such time; `null` if it does not matter.
    #[serde(default)]
    pub time_max_ms: Option<u64>,
    /// Whether it plays without clocks.
    #[serde(default)]
    pub untimed: bool,
    /// How many games it plays at once, 1 to 64.
    pub games: u8,
    /// With whom.
    pub opponents: OpponentsForm,
}

impl From<&Accepts> for AcceptsForm {
    fn from(accepts: &Accepts) -> Self {
        let (least, most) = accepts.time;
        Self {
            presets: accepts.presets.iter().map(ToString::to_string).collect(),
            own_rules: accepts.own_rules,
            boards: accepts.boards.iter().map(|size| size.lines()).collect(),
            time_min_ms: least.millis(),
            time_max_ms: (most.millis() < u64::MAX).then_some(most.millis()),
            untimed: accepts.untimed,
            games: accepts.games,
            opponents: accepts.opponents.into(),
        }
    }
}

impl TryFrom<AcceptsForm> for Accepts {
    type Error = BadForm;

    fn try_from(form: AcceptsForm) -> Result<Self, BadForm> {
        if form.presets.len() > LIST_MAX || form.boards.len() > LIST_MAX {
            return Err(BadForm::Long(LIST_MAX));
        }
        if !(1..=GAMES_MAX).contains(&form.games) {
            return Err(BadForm::AtOnce(GAMES_MAX));
        }
        let known = presets();
        let preset = |name: &String| {
            known.iter().map(|preset| preset.id).find(|id| id == name).ok_or(BadForm::Text("preset"))
        };
        let board = |lines: &u8| BoardSize::new(*lines).ok_or(BadForm::BoardSize(*lines));
        Ok(Self {
            presets: form.presets.iter().map(preset).collect::<Result<_, _>>()?,
            own_rules: form.own_rules,
            boards: form.boards.iter().map(board).collect::<Result<_, _>>()?,
            time: (
                Span::from_millis(form.time_min_ms),
                Span::from_millis(form.time_max_ms.unwrap_or(u64::MAX)),
            ),
            untimed: form.untimed,
            games: form.games,
            opponents: form.opponents.into(),
        })
    }
}
