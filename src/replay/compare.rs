//! Pure: whether a table is what the record says.

use crate::client::Position;
use crate::game::board::Stone;
use crate::game::event::Deed;
use crate::game::point::Point;
use crate::protocol::server::{OwedForm, Phase, State, WhatForm};
use crate::replay::game::{records_of, stone_of};
use crate::replay::record::{Ending, Record};
use crate::spelling::{PerSeatForm, ReasonForm, ScoreForm, SeatForm};

/// Whether the stones are those of `moves`, and the turn is the next player's.
pub(super) fn position(position: &Position, moves: &[Point], black: SeatForm) -> Result<(), String> {
    if position.moves.len() != moves.len() {
        return Err(format!("{} moves and not {}", position.moves.len(), moves.len()));
    }
    for (ply, (found, expected)) in position.moves.iter().zip(moves).enumerate() {
        let stone = stone_of(ply);
        let is_right =
            found.deed == Deed::Stone { stone, point: *expected } && found.seat == seat_of(stone, black);
        if !is_right {
            return Err(format!("move {} is {found:?} and not {stone:?} {expected}", ply + 1));
        }
    }
    let state = &position.state;
    if state.black != Some(black) {
        return Err(format!("{:?} plays Black", state.black));
    }
    let stone = stone_of(moves.len());
    let owed =
        OwedForm { seat: seat_of(stone, black), what: WhatForm::Stone { stone: stone.into(), zone: None } };
    if state.phase == Phase::Playing && state.owed.as_ref() != Some(&owed) {
        return Err(format!("{:?} is owed and not {owed:?}", state.owed));
    }
    Ok(())
}

/// Whether the game ended as the record says.
pub(super) fn result(state: &State, record: &Record, black: SeatForm) -> Result<(), String> {
    let outcome = state.outcome.as_ref().ok_or("it goes on")?;
    if state.phase != Phase::Over || state.owed.is_some() {
        return Err("there is a result and it goes on".to_owned());
    }
    let last = record.moves.last().copied();
    let is_last = |point: &crate::spelling::PointForm| Point::try_from(point).ok() == last;
    let (winner, is_right) = match (record.ending, &outcome.reason) {
        (Ending::Five { winner, is_overline }, ReasonForm::Five { line }) => {
            let is_long_enough = if is_overline { line.len() > 5 } else { line.len() >= 5 };
            (Some(winner), is_long_enough && line.iter().any(is_last))
        }
        (Ending::Forbidden(foul), ReasonForm::Forbidden { point, foul: found }) => {
            (Some(Stone::White), *found == foul.into() && is_last(point))
        }
        (Ending::Cut, ReasonForm::Agreement {}) => (None, true),
        (Ending::Five { .. } | Ending::Forbidden(_) | Ending::Cut, _) => (None, false),
    };
    if !is_right || outcome.scores != scores(winner, black) {
        return Err(format!("{:?} {:?} and not {:?}", outcome.reason, outcome.scores, record.ending));
    }
    Ok(())
}

/// Whether there are as many records as the game has; if not, how many that is.
pub(super) fn count(found: u32, record: &Record) -> Result<(), u32> {
    let expected = records_of(record);
    if found == expected { Ok(()) } else { Err(expected) }
}

fn scores(winner: Option<Stone>, black: SeatForm) -> PerSeatForm<ScoreForm> {
    match winner.map(|stone| seat_of(stone, black)) {
        None => PerSeatForm { a: ScoreForm::Draw, b: ScoreForm::Draw },
        Some(SeatForm::A) => PerSeatForm { a: ScoreForm::Win, b: ScoreForm::Loss },
        Some(SeatForm::B) => PerSeatForm { a: ScoreForm::Loss, b: ScoreForm::Win },
    }
}

const fn seat_of(stone: Stone, black: SeatForm) -> SeatForm {
    match (stone, black) {
        (Stone::Black, seat) => seat,
        (Stone::White, SeatForm::A) => SeatForm::B,
        (Stone::White, SeatForm::B) => SeatForm::A,
    }
}
