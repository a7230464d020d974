//! Which running game is shown to whoever looks around: the one that most people watch. Pure.
//!
//! It does not jump: a game stays as long as it runs, somebody plays it, and no other is clearly watched more.

use crate::journal::RoomId;
use crate::room::Summary;

/// Another game takes the place only if at least so many more watch it, and twice as many.
pub const OVERTAKEN_BY: u32 = 3;

/// The game to show after `shown`; none if there is none that anybody plays. The newest come first.
pub fn featured<'a>(
    shown: Option<RoomId>,
    playing: impl Iterator<Item = &'a Summary> + Clone,
) -> Option<RoomId> {
    // Of equals the last is the oldest, which has had the most time to become a game.
    let best = playing.clone().filter(|game| game.interest.is_attended).max_by_key(|game| rank(game));
    let held = playing.clone().find(|game| Some(game.room) == shown && game.interest.is_attended);
    match (held, best) {
        (Some(held), Some(best)) if !is_overtaken(held, best) => Some(held.room),
        (_, Some(best)) => Some(best.room),
        // Nobody plays anywhere: what was shown stays rather than vanish, if it is still there.
        (_, None) => playing.map(|game| game.room).find(|room| Some(*room) == shown),
    }
}

const fn rank(game: &Summary) -> (u32, u32) {
    (game.interest.watchers, game.interest.moves)
}

const fn is_overtaken(held: &Summary, other: &Summary) -> bool {
    let (held, other) = (held.interest.watchers, other.interest.watchers);
    other >= held.saturating_add(OVERTAKEN_BY) && other >= held.saturating_mul(2)
}
