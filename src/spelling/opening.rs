//! Openings in JSON.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::game::opening::{Choice, Fifths, FreeOpening, NamedOpening, OpeningRule, Zone};
use crate::game::point::BoardSize;
use crate::spelling::rules::words;
use crate::spelling::{BadForm, PointForm};

/// How the first stones come onto the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum OpeningForm {
    /// By turns.
    Free {
        /// The first stone goes on the centre.
        centre: bool,
        /// White's first stone goes on his own side.
        own_side: bool,
        /// The first three stones make one of the 26 openings.
        only_26: bool,
        /// White may swap once three stones stand.
        swap_after_three: bool,
    },
    /// The three stones of a named opening stand already; White plays the fourth.
    Agreed {
        /// Its code, `D1` to `D13` or `I1` to `I13`.
        opening: String,
        /// Whether White may swap first.
        swap: bool,
    },
    /// One of the 26, a swap, alternatives for the fifth move.
    Specified {
        /// How many alternatives; `null` if the opener announces it.
        #[schemars(range(min = 1, max = 62))]
        fifths: Option<u8>,
    },
    /// One of the 26, a swap, a number announced with the fourth move, a swap, alternatives.
    Soosyrv {
        /// The largest number that may be announced.
        #[schemars(range(min = 1, max = 62))]
        most: u8,
    },
    /// A swap after each of the first five stones.
    Tarannikov {},
    /// A swap after each of the first four stones, then a fifth with a last swap, or alternatives.
    Taraguchi {
        /// How many alternatives.
        #[schemars(range(min = 1, max = 62))]
        fifths: u8,
    },
    /// One of the 26; the other plays the fourth and fifth stone; the opener takes a colour.
    Sakata {},
    /// Three stones by turns, a swap, two alternatives.
    RenjuSwap {},
    /// Three stones anywhere; the other takes a colour.
    Swap {},
    /// Three stones anywhere; the other takes a colour, or puts two more and lets the opener take one.
    Swap2 {},
    /// One stone; the other may swap.
    Swap1 {},
    /// The third stone outside the central 5x5.
    Pro {},
    /// The third stone outside the central 7x7.
    LongPro {},
}

words!(
    /// What can be chosen in an opening.
    ChoiceForm = Choice {
        /// Colours stay as they are.
        Stay = Choice::Stay,
        /// Colours are exchanged.
        Swap = Choice::Swap,
        /// Two more stones are put, and the opener takes a colour.
        PlaceTwo = Choice::PlaceTwo,
        /// The fifth stone is put in its zone, and the other may swap.
        PlaceFifth = Choice::PlaceFifth,
        /// Alternatives for the fifth stone are shown.
        OfferFifths = Choice::OfferFifths,
    }
);

/// Where a stone may stand: inside a rectangle, or outside it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ZoneForm {
    /// The lower left corner.
    pub from: PointForm,
    /// The upper right corner.
    pub to: PointForm,
    /// Whether the zone is what lies inside.
    pub inside: bool,
}

/// One of the 26 openings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NamedOpeningForm {
    /// `D1` to `D13` for the direct ones, `I1` to `I13` for the indirect.
    pub code: String,
    /// Its simplified Chinese name.
    pub zh: String,
    /// Its Japanese name.
    pub ja: String,
    /// Its Japanese name in Latin letters.
    pub romaji: String,
}

impl ZoneForm {
    /// The spelling of a zone; none for the whole board.
    pub fn of(zone: Zone, board: BoardSize) -> Option<Self> {
        zone.rectangle(board).map(|(from, to, inside)| Self { from: from.into(), to: to.into(), inside })
    }
}

impl From<&NamedOpening> for NamedOpeningForm {
    fn from(opening: &NamedOpening) -> Self {
        Self {
            code: opening.code(),
            zh: opening.zh.to_owned(),
            ja: opening.ja.to_owned(),
            romaji: opening.romaji.to_owned(),
        }
    }
}

impl From<OpeningRule> for OpeningForm {
    fn from(rule: OpeningRule) -> Self {
        match rule {
            OpeningRule::Free(free) => Self::Free {
                centre: free.centre,
                own_side: free.own_side,
                only_26: free.only_26,
                swap_after_three: free.swap_after_three,
            },
            OpeningRule::Agreed { opening, swap } => Self::Agreed { opening: opening.code(), swap },
            OpeningRule::Specified { fifths: Fifths::Fixed(number) } => {
                Self::Specified { fifths: Some(number) }
            }
            OpeningRule::Specified { fifths: Fifths::Announced } => Self::Specified { fifths: None },
            OpeningRule::Soosyrv { most } => Self::Soosyrv { most },
            OpeningRule::Tarannikov => Self::Tarannikov {},
            OpeningRule::Taraguchi { fifths } => Self::Taraguchi { fifths },
            OpeningRule::Sakata => Self::Sakata {},
            OpeningRule::RenjuSwap => Self::RenjuSwap {},
            OpeningRule::Swap => Self::Swap {},
            OpeningRule::Swap2 => Self::Swap2 {},
            OpeningRule::Swap1 => Self::Swap1 {},
            OpeningRule::Pro => Self::Pro {},
            OpeningRule::LongPro => Self::LongPro {},
        }
    }
}

impl TryFrom<OpeningForm> for OpeningRule {
    type Error = BadForm;

    fn try_from(form: OpeningForm) -> Result<Self, BadForm> {
        Ok(match form {
            OpeningForm::Free { centre, own_side, only_26, swap_after_three } => {
                Self::Free(FreeOpening { centre, own_side, only_26, swap_after_three })
            }
            OpeningForm::Agreed { opening, swap } => {
                Self::Agreed { opening: NamedOpening::by_code(&opening).ok_or(BadForm::Opening)?, swap }
            }
            OpeningForm::Specified { fifths } => {
                Self::Specified { fifths: fifths.map_or(Fifths::Announced, Fifths::Fixed) }
            }
            OpeningForm::Soosyrv { most } => Self::Soosyrv { most },
            OpeningForm::Tarannikov {} => Self::Tarannikov,
            OpeningForm::Taraguchi { fifths } => Self::Taraguchi { fifths },
            OpeningForm::Sakata {} => Self::Sakata,
            OpeningForm::RenjuSwap {} => Self::RenjuSwap,
            OpeningForm::Swap {} => Self::Swap,
            OpeningForm::Swap2 {} => Self::Swap2,
            OpeningForm::Swap1 {} => Self::Swap1,
            OpeningForm::Pro {} => Self::Pro,
            OpeningForm::LongPro {} => Self::LongPro,
        })
    }
}
