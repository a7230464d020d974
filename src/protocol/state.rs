//! Where a game stands, as every record is told with it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::spelling::{
    CallForm, ChoiceForm, ColourRightForm, FavourForm, FoulForm, MethodForm, NamedOpeningForm, OutcomeForm,
    PerSeatForm, PointForm, ScoreForm, SealedMoveForm, SeatForm, SettledForm, StoneForm, ZoneForm,
};

/// Where a game stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct State {
    /// How far it is.
    pub phase: Phase,
    /// The number of the position. It grows with every move, every step of the opening, and every take-back.
    pub ply: u16,
    /// Who plays Black, once that is settled.
    pub black: Option<SeatForm>,
    /// Who owes what, while the game runs.
    pub owed: Option<OwedForm>,
    /// Both clocks; `null` if none are used or the game has not begun.
    pub clock: Option<ClockState>,
    /// The alternatives for the fifth move that are shown.
    pub shown: Vec<PointForm>,
    /// The name of the opening on the board, once three stones make one.
    pub opening: Option<NamedOpeningForm>,
    /// The points that are forbidden to who is to move, where the rules show them.
    pub forbidden: Vec<PointForm>,
    /// What a stone on each of them would make, in the same order.
    pub fouls: Vec<FoulForm>,
    /// The draw offer that stands.
    pub draw_offer: Option<OfferForm>,
    /// What a player asks of the other.
    pub favour: Option<AskedForm>,
    /// Whether the clocks stand still, by agreement or because the arbiter stopped the game.
    pub paused: bool,
    /// Whether the arbiter stopped the game.
    pub halted: bool,
    /// Whether the game waits for an arbiter because part of its record is lost; `paused` is true then, too.
    pub suspended: bool,
    /// Since when the clocks stand still, on the room's time line: `paused`, or adjourned and sealed.
    pub stopped_since: Option<u64>,
    /// The choice of colours, while it lasts.
    pub colours: Option<ColourState>,
    /// A scheduled game, until both players are there.
    pub start: Option<StartState>,
    /// How far an adjournment is.
    pub adjournment: Option<AdjournmentForm>,
    /// How many violations each has. The second loses.
    pub violations: PerSeatForm<u8>,
    /// How the game ended.
    pub outcome: Option<OutcomeForm>,
    /// What each had got at the end, if an arbiter has changed that since.
    pub earned: Option<PerSeatForm<ScoreForm>>,
    /// How far the confirmation of the result is, where the rules have one.
    pub confirmation: Option<ConfirmationState>,
    /// Who was disqualified.
    pub disqualified: PerSeatForm<bool>,
    /// Half points of each from the match, this game among them, once it is over.
    pub match_half_points: Option<PerSeatForm<u16>>,
    /// Who proposed another game.
    pub rematch_offer: Option<SeatForm>,
    /// The room in which the other game is played, or the next one of the match.
    pub rematch: Option<String>,
    /// Whether the match wants another game: `next_game`.
    pub next_game: bool,
    /// Who was scheduled to open the game, whatever was swapped in it.
    pub opener: Option<SeatForm>,
    /// The lot that decided what was left to chance, as 32 hexadecimal digits, once the game is over.
    pub lot: Option<String>,
}

/// The choice of colours, while it lasts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ColourState {
    /// How it is made.
    pub method: MethodForm,
    /// Who has Black as it stands (handful), holds the stones (call), or won the toss.
    pub tentative: SeatForm,
    /// When the server does what is owed, on the room's time line.
    pub until: u64,
    /// What each owes; both may at once.
    pub owed: PerSeatForm<Option<ColourDebtForm>>,
    /// What each has committed to: the SHA-256 of `number:nonce`, as 64 hexadecimal digits.
    pub digests: PerSeatForm<Option<String>>,
    /// The numbers that are known.
    pub numbers: PerSeatForm<Option<u8>>,
    /// What was called.
    pub call: Option<CallForm>,
}

/// What a seat owes in a choice of colours.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ColourDebtForm {
    /// To commit to a number: `commit`.
    Commit {},
    /// To show it: `reveal`.
    Reveal {},
    /// To call the other's number: `call`.
    Call {},
    /// To use a right of the toss: `choose_colour`.
    Choose {
        /// Which there are.
        options: Vec<ColourRightForm>,
    },
}

/// A scheduled game, until both players are there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct StartState {
    /// When it begins, on the room's time line.
    pub at: u64,
    /// When whoever is not there has lost it.
    pub late_at: u64,
    /// Who is there: `ready`.
    pub present: PerSeatForm<bool>,
}

/// How far an adjournment is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AdjournmentForm {
    /// What is waited for.
    pub stage: AdjournmentStage,
    /// Who seals, or has.
    pub seat: SeatForm,
    /// The SHA-256 of the sealed move and its nonce, as 64 hexadecimal digits, once it is handed in.
    pub digest: Option<String>,
    /// The move, once it is opened.
    #[serde(rename = "move")]
    pub sealed: Option<SealedMoveForm>,
    /// Who has confirmed the position.
    pub confirmed: PerSeatForm<bool>,
    /// When the move is played whether or not both have, on the room's time line.
    pub until: Option<u64>,
}

/// What an adjournment waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum AdjournmentStage {
    /// The mover seals: `seal`.
    Sealing,
    /// The game waits for the arbiter.
    Sealed,
    /// Both confirm the position: `confirm`.
    Confirming,
}

/// How far the confirmation of a result is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ConfirmationState {
    /// Who has confirmed it: `confirm_result`.
    pub confirmed: PerSeatForm<bool>,
    /// Who disputes it: `complain`. The arbiter then has to rule.
    pub disputed: PerSeatForm<bool>,
    /// When it counts as confirmed, on the room's time line; `null` while it is disputed, and once it is settled.
    pub until: Option<u64>,
    /// What settled it.
    pub settled: Option<SettledForm>,
}

/// A draw offer that stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OfferForm {
    /// Whose.
    pub seat: SeatForm,
    /// Whether the opponent may object to it.
    pub improper: bool,
}

/// What a player asks of the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AskedForm {
    /// Who asks.
    pub seat: SeatForm,
    /// For what.
    pub favour: FavourForm,
}

/// How far a game is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// A seat is free.
    Open,
    /// Both sit; colours are being settled, or the time of the game has not come.
    Starting,
    /// The game runs.
    Playing,
    /// The game is over.
    Over,
}

/// Who owes what. The one answer that tells a client or bot whether to act.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OwedForm {
    /// Who.
    pub seat: SeatForm,
    /// What.
    pub what: WhatForm,
}

/// What a seat owes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum WhatForm {
    /// A stone of this colour on any free point of the zone: `place`, or `pass` where the rules have it.
    Stone {
        /// The colour.
        stone: StoneForm,
        /// Where it may stand; `null` for the whole board.
        zone: Option<ZoneForm>,
    },
    /// One of these: `choose`.
    Choice {
        /// What can be chosen.
        options: Vec<ChoiceForm>,
    },
    /// The number of alternatives for the fifth move: `announce`.
    Announcement {
        /// The largest number; the smallest is 1.
        most: u8,
    },
    /// Alternatives for the fifth move, no two of the same shape: `show`.
    Alternatives {
        /// How many.
        number: u8,
    },
    /// The one of the alternatives shown that stays: `keep`.
    Keep {},
}

/// Both clocks at the moment of the record they come with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ClockState {
    /// Whose clock runs, and since when; its face is as it was then.
    pub running: Option<Running>,
    /// The two faces.
    pub faces: PerSeatForm<Face>,
    /// What was left of the time both share when `running` began, in milliseconds; `null` once or where it is not.
    pub shared_left_ms: Option<u64>,
    /// Since when the clock of a player runs who is not there, whoever is to move.
    pub absent: PerSeatForm<Option<u64>>,
}

/// Whose clock runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Running {
    /// Whose.
    pub seat: SeatForm,
    /// Since when, on the room's time line.
    pub since: u64,
    /// How much of the turn was still free of charge then, in milliseconds: what a delay had left.
    pub free_left_ms: u64,
}

/// One side's clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Face {
    /// The stage it is in, from 0, of the stages in the rules.
    pub stage: u8,
    /// What is left of the present period, in milliseconds.
    pub left_ms: u64,
    /// How many periods of the stage are left, the present one among them.
    pub periods: u16,
    /// How many moves of the stage's quota are still to be made in this period; `null` without a quota.
    pub moves_left: Option<u16>,
    /// All time charged so far, in milliseconds.
    pub used_ms: u64,
    /// How often it was out of time, where that is a foul.
    pub fouls: u8,
    /// How much lag credit is left for the game, in milliseconds.
    pub lag_left_ms: u64,
}
