//! Who stands better: found out by letting the engine play a position to its end in haste, both sides. So it chooses
//! colours and alternatives in openings of which its protocol knows nothing.

use std::time::Duration;

use super::duty::is_legal;
use super::process::EngineError;
use super::thinker::{Allowance, Shown, Thinker};
use crate::game::board::{Board, Stone};
use crate::game::point::Point;
use crate::game::rules::{Made, made_by};
use crate::game::ruleset::RuleSet;
use crate::timekeeper::Arrival;

/// How long the engine thinks about one move of such a game.
const TURN: Duration = Duration::from_millis(60);
/// The most moves of such a game.
const MOVES_MAX: usize = 40;

/// The colour that wins a position when it is played on in haste, the next stone being `next`; none if nobody has won by
/// `until`, or after 40 moves.
pub(super) async fn winner(
    thinker: &mut Thinker,
    stones: &[(Point, Stone)],
    next: Stone,
    rules: &RuleSet,
    until: Arrival,
) -> Result<Option<Stone>, EngineError> {
    let mut stones = stones.to_vec();
    let mut board = Board::new(rules.board);
    stones.iter().for_each(|(point, stone)| board.put(*point, *stone));
    let mut mover = next;
    let allowance = Allowance { turn: TURN, left: Some(TURN * u32::try_from(MOVES_MAX).unwrap_or(u32::MAX)) };
    for _ in 0..MOVES_MAX {
        if Arrival::now() >= until || board.is_full() {
            break;
        }
        let point = thinker.best(Shown { stones: &stones, me: mover }, allowance).await?;
        // Whoever finds no legal move has lost.
        if !board.is_free(point) {
            return Ok(Some(mover.other()));
        }
        match made_by(&board, point, mover, rules.five, rules.forbidden) {
            Made::Five { .. } => return Ok(Some(mover)),
            Made::Foul(_) => return Ok(Some(mover.other())),
            Made::Nothing => {}
        }
        debug_assert!(is_legal(&board, point, mover, None, rules));
        board.put(point, mover);
        stones.push((point, mover));
        mover = mover.other();
    }
    Ok(None)
}
