//! What a table wants of the bridge: pure, from what the server says of it.

use crate::client::Position;
use crate::game::board::{Board, Stone};
use crate::game::opening::{Choice, FourStones};
use crate::game::point::{BoardSize, Point};
use crate::game::rules::{Made, made_by};
use crate::game::ruleset::RuleSet;
use crate::protocol::server::{AdjournmentStage, Phase, WhatForm};
use crate::spelling::{PointForm, SeatForm, ZoneForm};

/// What is to be done. Whatever stands in the way of it is told by the server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Duty {
    /// A stone, in the zone if there is one.
    Stone {
        /// The colour.
        stone: Stone,
        /// Where it may stand.
        zone: Option<ZoneForm>,
    },
    /// One of these.
    Choice(Vec<Choice>),
    /// A number of alternatives.
    Announce {
        /// The largest.
        most: u8,
    },
    /// So many alternatives.
    Show {
        /// How many.
        number: u8,
    },
    /// One of the alternatives shown.
    Keep,
    /// To point out that the opponent's last stone is forbidden.
    Claim(Point),
    /// To confirm the position of an adjourned game.
    Confirm,
    /// To play once more, as the opponent wants.
    Rematch,
    /// To go on with the match.
    NextGame,
}

/// What is asked of a seat in a position; whether the answer is to be sealed. A claim that failed `may` not be made again.
pub(super) fn duty(
    position: &Position,
    seat: SeatForm,
    rules: &RuleSet,
    may_claim: bool,
) -> Option<(Duty, bool)> {
    let state = &position.state;
    if state.phase == Phase::Over {
        let is_asked = state.rematch_offer.is_some_and(|by| by != seat) && state.rematch.is_none();
        return if state.next_game && state.rematch.is_none() {
            Some((Duty::NextGame, false))
        } else {
            is_asked.then_some((Duty::Rematch, false))
        };
    }
    let mut is_sealed = false;
    match &state.adjournment {
        Some(adjournment) if adjournment.stage == AdjournmentStage::Sealing => is_sealed = true,
        Some(adjournment) => {
            let mine = match seat {
                SeatForm::A => adjournment.confirmed.a,
                SeatForm::B => adjournment.confirmed.b,
            };
            let can_confirm = adjournment.stage == AdjournmentStage::Confirming && !mine;
            return can_confirm.then_some((Duty::Confirm, false));
        }
        None if state.paused => return None,
        None => {}
    }
    let owed = state.owed.as_ref().filter(|owed| owed.seat == seat)?;
    if let Some(point) = claimable(position, rules).filter(|_| may_claim && !is_sealed) {
        return Some((Duty::Claim(point), false));
    }
    let duty = match &owed.what {
        WhatForm::Stone { stone, zone } => Duty::Stone { stone: (*stone).into(), zone: zone.clone() },
        WhatForm::Choice { options } => Duty::Choice(options.iter().map(|choice| (*choice).into()).collect()),
        WhatForm::Announcement { most } => Duty::Announce { most: *most },
        WhatForm::Alternatives { number } => Duty::Show { number: *number },
        WhatForm::Keep {} => Duty::Keep,
    };
    Some((duty, is_sealed))
}

/// The opponent's last stone, if it is forbidden and that is for us to point out.
fn claimable(position: &Position, rules: &RuleSet) -> Option<Point> {
    if !rules.adjudication.is_claimed() {
        return None;
    }
    let (point, stone) = position.moves.last().and_then(|made| made.deed.stone())?;
    let mut board = Board::new(rules.board);
    let before = position.stones().count().checked_sub(1)?;
    position.stones().take(before).for_each(|(point, stone)| board.put(point, stone));
    let made = made_by(&board, point, stone, rules.five, rules.forbidden);
    matches!(made, Made::Foul(_)).then_some(point)
}

/// The board with all stones of a position.
pub(super) fn board(position: &Position, size: BoardSize) -> Board {
    let mut board = Board::new(size);
    position.stones().for_each(|(point, stone)| board.put(point, stone));
    board
}

/// Whether a stone may stand there: the point is free, in the zone, and not forbidden.
pub(super) fn is_legal(
    board: &Board,
    point: Point,
    stone: Stone,
    zone: Option<&ZoneForm>,
    rules: &RuleSet,
) -> bool {
    board.is_free(point)
        && zone.is_none_or(|zone| is_in(zone, point))
        && !matches!(made_by(board, point, stone, rules.five, rules.forbidden), Made::Foul(_))
}

/// The legal point nearest to another one.
pub(super) fn nearest_legal(
    board: &Board,
    to: Point,
    stone: Stone,
    zone: Option<&ZoneForm>,
    rules: &RuleSet,
) -> Option<Point> {
    let mut free: Vec<Point> = board.free_points().collect();
    free.sort_by_key(|point| distance(*point, to));
    free.into_iter().find(|point| is_legal(board, *point, stone, zone, rules))
}

/// So many alternatives for the fifth move, no two of the same shape, the first of them `best` and the others near it.
pub(super) fn alternatives(
    position: &Position,
    best: Point,
    number: u8,
    rules: &RuleSet,
) -> Option<Vec<Point>> {
    let stones: Vec<(Point, Stone)> = position.stones().collect();
    let [(first, _), (second, _), (third, _), (fourth, _)] = *stones.first_chunk()?;
    let four = FourStones { black: [first, third], white: [second, fourth] };
    let board = board(position, rules.board);
    let mut free: Vec<Point> = board.free_points().collect();
    free.sort_by_key(|point| distance(*point, best));
    let mut chosen: Vec<Point> = Vec::new();
    for point in free {
        if chosen.len() == usize::from(number) {
            break;
        }
        if is_legal(&board, point, Stone::Black, None, rules)
            && chosen.iter().all(|other| !four.are_same(*other, point))
        {
            chosen.push(point);
        }
    }
    (chosen.len() == usize::from(number)).then_some(chosen)
}

fn is_in(zone: &ZoneForm, point: Point) -> bool {
    let read = |form: &PointForm| Point::try_from(form).ok();
    let (Some(from), Some(to)) = (read(&zone.from), read(&zone.to)) else { return false };
    let is_inside = (from.column()..=to.column()).contains(&point.column())
        && (from.row()..=to.row()).contains(&point.row());
    is_inside == zone.inside
}

fn distance(one: Point, other: Point) -> (u32, u32) {
    let columns = u32::from(one.column().abs_diff(other.column()));
    let rows = u32::from(one.row().abs_diff(other.row()));
    (columns.max(rows), columns + rows)
}
