//! How even a position is, where the other may choose the colour.

use crate::bot::engine::Field;
use crate::bot::mind::{ALTERNATIVE_COST, Leave, Mind, after, field_of, most_promising, tame};
use crate::game::Game;
use crate::game::board::Stone;
use crate::game::event::Deed;
use crate::game::opening::{Fifths, OpeningRule, Owed, What, Zone};
use crate::game::point::Point;

/// A value as small as this is nobody's advantage.
pub(super) const EVEN: i32 = 25;
/// How many points are compared.
const COMPARED_MAX: usize = 28;

impl Mind {
    /// The point that leaves the position as even as can be.
    pub(super) fn evenest(
        &mut self,
        game: &Game,
        field: &Field,
        stone: Stone,
        zone: Zone,
        leave: &mut Leave<'_>,
    ) -> Option<Point> {
        let mut points = most_promising(field, stone, zone, usize::MAX);
        // Of many points those are compared that chance picks, lest every game begin alike.
        while points.len() > COMPARED_MAX {
            points.swap_remove(self.chance.below(points.len()));
        }
        points.into_iter().min_by_key(|point| {
            let after = after(game, Deed::Stone { stone, point: *point });
            self.value_for_black(&after, leave).abs()
        })
    }

    /// What the position of a game is worth to Black, with what the opening still has in store.
    pub(super) fn value_for_black(&mut self, game: &Game, leave: &mut Leave<'_>) -> i32 {
        let mut field = field_of(game);
        let mover = if game.board().stones().is_multiple_of(2) { Stone::Black } else { Stone::White };
        let value = tame(self.short(&mut field, mover, leave));
        let for_black = if mover == Stone::Black { value } else { -value };
        for_black - ALTERNATIVE_COST * (i32::from(alternatives_ahead(game)) - 1).max(0)
    }
}

/// How many alternatives for the fifth stone Black will have to show.
fn alternatives_ahead(game: &Game) -> u8 {
    const USUAL: u8 = 3;
    if game.board().stones() > 4 {
        return 0;
    }
    let announced = game
        .moves()
        .iter()
        .find_map(|made| if let Deed::Announced(number) = made.deed { Some(number) } else { None });
    if let Some(number) = announced {
        return number;
    }
    if let Some(Owed { what: What::Alternatives { number }, .. }) = game.owed() {
        return number;
    }
    match game.rules().opening {
        OpeningRule::Specified { fifths: Fifths::Fixed(number) } => number,
        OpeningRule::RenjuSwap => 2,
        // Whoever announces makes it even.
        OpeningRule::Specified { fifths: Fifths::Announced } | OpeningRule::Soosyrv { .. } => USUAL,
        // The others have none, or only if Black chooses so.
        OpeningRule::Free(_)
        | OpeningRule::Agreed { .. }
        | OpeningRule::Tarannikov
        | OpeningRule::Taraguchi { .. }
        | OpeningRule::Sakata
        | OpeningRule::Swap
        | OpeningRule::Swap2
        | OpeningRule::Swap1
        | OpeningRule::Pro
        | OpeningRule::LongPro => 0,
    }
}
