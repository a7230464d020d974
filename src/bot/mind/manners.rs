//! What to do about what is not owed: claims, fives to be declared, draws.

use crate::bot::engine::Ground;
use crate::bot::mind::{Leave, Mind, field_of};
use crate::game::Game;
use crate::game::board::{Board, Stone};
use crate::game::opening::{Owed, What};
use crate::game::point::Point;
use crate::game::rules::{self, Made};
use crate::game::ruleset::{Adjudication, Declaration};
use crate::game::seat::Seat;

/// What a mind says beside its deeds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Manners {
    /// The opponent's stone there was forbidden.
    Claim(Point),
    /// There is a five of ours on the board.
    DeclareFive,
}

impl Mind {
    /// What must be said before anything else is done.
    pub fn says(&self, game: &Game, seat: Seat) -> Option<Manners> {
        let own = self.colour(game, seat)?;
        let rules = game.rules();
        if rules.declaration == Declaration::Declared
            && rules::standing_five(game.board(), own, rules.five).is_some()
        {
            return Some(Manners::DeclareFive);
        }
        let overline_any_time = match rules.adjudication {
            Adjudication::Claim { overline_any_time } => overline_any_time,
            Adjudication::PlayAgain { .. } => false,
            Adjudication::Auto | Adjudication::Block => return None,
        };
        let other = own.other();
        if !rules.forbidden.binds(other) {
            return None;
        }
        let last = game.moves().last().filter(|made| made.seat != seat).and_then(|made| made.deed.stone());
        if let Some((point, stone)) = last
            && stone == other
            && is_foul(game, point, stone)
        {
            return Some(Manners::Claim(point));
        }
        let mut stones = game.moves().iter().filter_map(|made| made.deed.stone());
        let overline = stones
            .find(|(point, stone)| *stone == other && rules::is_in_overline(game.board(), *point, *stone));
        overline.filter(|_| overline_any_time).map(|(point, _)| Manners::Claim(point))
    }

    /// Whether a stone of the mind's makes a five that it must announce.
    pub fn announces_five(game: &Game, point: Point, stone: Stone) -> bool {
        let rules = game.rules();
        rules.declaration == Declaration::Declared
            && matches!(
                rules::made_by(game.board(), point, stone, rules.five, rules.forbidden),
                Made::Five { .. }
            )
    }

    /// Whether the mind agrees to a draw: it is no better, and the game has had its chance; or a draw is its win.
    pub fn agrees_to_draw(&mut self, game: &Game, seat: Seat, leave: &mut Leave<'_>) -> bool {
        const STONES_MIN: u16 = 30;
        if let (Some(winner), Some(own)) = (game.rules().draw_wins, self.colour(game, seat)) {
            return winner == own;
        }
        let mut field = field_of(game);
        if field.is_dead() {
            return true;
        }
        if game.board().stones() < STONES_MIN {
            return false;
        }
        let Some(Owed { seat: by, what: What::Stone { stone, .. } }) = game.owed() else { return false };
        let value = self.short(&mut field, stone, leave);
        let own = if by == seat { value } else { -value };
        own <= 0
    }

    fn colour(&self, game: &Game, seat: Seat) -> Option<Stone> {
        let black = game.black()?;
        Some(if black == seat { Stone::Black } else { Stone::White })
    }
}

/// Whether the stone that stands on `point` was forbidden when it was put, as the last one.
fn is_foul(game: &Game, point: Point, stone: Stone) -> bool {
    let mut before = Board::new(game.board().size());
    for other in before.size().iter().filter(|other| *other != point) {
        if let Some(stone) = game.board().get(other) {
            before.put(other, stone);
        }
    }
    let Ground { five, forbidden, .. } = Ground::of_rules(game.rules());
    matches!(rules::made_by(&before, point, stone, five, forbidden), Made::Foul(_))
}
