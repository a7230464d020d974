//! A finished game in short, as it is found again: who played, by which rules, and what came of it. Pure.

use crate::game::event::{Reason, Score};
use crate::game::presets::{named, presets};
use crate::game::seat::{PerSeat, Seat};
use crate::journal::event::{Person, Visibility, WallTime};
use crate::journal::table::Table;

/// A finished game in short.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finished {
    /// When its room was opened.
    pub wall: WallTime,
    /// Who is told of it.
    pub visibility: Visibility,
    /// Who played.
    pub players: PerSeat<Person>,
    /// Who had Black at the end; none if the game never began.
    pub black: Option<Seat>,
    /// The preset whose rules it had, whatever its clock; none if they were of somebody's own making.
    pub preset: Option<&'static str>,
    /// The code of the opening on the board.
    pub opening: Option<String>,
    /// What each got.
    pub scores: PerSeat<Score>,
    /// Why it ended, in the word of the wire.
    pub reason: &'static str,
    /// How many moves and steps of the opening were made.
    pub moves: u32,
}

impl Finished {
    /// The game of a table in short, if it is over and two sat at it.
    pub fn of(table: &Table) -> Option<Self> {
        let game = table.game();
        let outcome = game.outcome()?;
        let PerSeat { a, b } = table.seats().clone();
        Some(Self {
            wall: table.opened().wall,
            visibility: table.opened().visibility,
            players: PerSeat { a: a?, b: b? },
            black: game.black(),
            preset: named(game.rules()),
            opening: game.named_opening().map(|opening| opening.code()),
            scores: outcome.scores,
            reason: word(&outcome.reason),
            moves: u32::try_from(game.moves().len()).unwrap_or(u32::MAX),
        })
    }
}

/// The names of the presets by which finished games are found.
pub fn preset_names() -> impl Iterator<Item = &'static str> {
    presets().into_iter().map(|preset| preset.id)
}

/// The word of a reason on the wire, which a test compares.
const fn word(reason: &Reason) -> &'static str {
    match reason {
        Reason::Five { .. } => "five",
        Reason::Forbidden { .. } => "forbidden",
        Reason::ForcedForbidden { .. } => "forced_forbidden",
        Reason::Resigned => "resigned",
        Reason::Flag => "flag",
        Reason::Violations => "violations",
        Reason::Agreement => "agreement",
        Reason::DoublePass => "double_pass",
        Reason::FullBoard => "full_board",
        Reason::Aborted => "aborted",
        Reason::Expired => "expired",
        Reason::SharedTime => "shared_time",
        Reason::TimeFouls => "time_fouls",
        Reason::Late => "late",
        Reason::DoubleForfeit => "double_forfeit",
        Reason::Ruled => "ruled",
        Reason::SealedIllegal => "sealed_illegal",
        Reason::Abandoned => "abandoned",
        Reason::RecordLost => "record_lost",
        Reason::Disqualified => "disqualified",
    }
}
