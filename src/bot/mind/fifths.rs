//! The fifth stone: how many alternatives, which, and which of them stays.

use crate::bot::mind::fairness::EVEN;
use crate::bot::mind::{Leave, Mind, field_of, most_promising, tame};
use crate::game::Game;
use crate::game::board::Stone;
use crate::game::opening::{Choice, FIFTHS_MAX, FourStones, Zone};
use crate::game::point::Point;

/// How many points are looked at closely; what is beyond them comes in the order of its lines.
const CLOSELY: usize = 24;

impl Mind {
    /// The number of alternatives that makes the position even, where it is announced before the fifth stone.
    pub(super) fn number(&mut self, game: &Game, most: u8, leave: &mut Leave<'_>) -> u8 {
        const USUAL_MAX: u8 = 8;
        let most = most.min(USUAL_MAX);
        if game.board().stones() == 4 {
            let fifths = self.fifths(game, leave);
            let values = fifths.iter().take(usize::from(most)).map(|(_, value)| value.abs());
            let evenest = values.enumerate().min_by_key(|(_, value)| *value);
            return evenest.and_then(|(at, _)| u8::try_from(at + 1).ok()).unwrap_or(1);
        }
        // With three stones White still has a move: each alternative takes about as much from Black.
        let mut field = field_of(game);
        let value = -tame(self.short(&mut field, Stone::White, leave));
        u8::try_from(1 + value.max(0) / super::ALTERNATIVE_COST).unwrap_or(most).clamp(1, most)
    }

    /// The best fifth stones for Black that differ, the best first, with what each is worth to him.
    pub(super) fn fifths(&mut self, game: &Game, leave: &mut Leave<'_>) -> Vec<(Point, i32)> {
        let mut field = field_of(game);
        let four = four_stones(game);
        let differs = |points: &[(Point, i32)], point: Point| {
            four.is_none_or(|four| points.iter().all(|(other, _)| !four.are_same(*other, point)))
        };
        let promising = most_promising(&field, Stone::Black, Zone::Anywhere, usize::MAX);
        let mut close: Vec<(Point, i32)> = Vec::new();
        let mut rest = Vec::new();
        for point in promising {
            if close.len() >= CLOSELY {
                rest.push(point);
            } else if differs(&close, point) {
                field.put(point, Stone::Black);
                close.push((point, -tame(self.short(&mut field, Stone::White, leave))));
                field.take();
            }
        }
        close.sort_by_key(|(point, value)| (std::cmp::Reverse(*value), *point));
        let worst = close.last().map_or(0, |(_, value)| *value);
        for point in rest {
            if close.len() >= usize::from(FIFTHS_MAX) {
                break;
            }
            if differs(&close, point) {
                close.push((point, worst));
            }
        }
        close
    }

    /// The alternatives that Black shows.
    pub(super) fn alternatives(&mut self, game: &Game, number: u8, leave: &mut Leave<'_>) -> Vec<Point> {
        self.fifths(game, leave).into_iter().take(usize::from(number)).map(|(point, _)| point).collect()
    }

    /// The alternative that White keeps: the worst for Black.
    pub(super) fn kept(&mut self, game: &Game, leave: &mut Leave<'_>) -> Option<Point> {
        let mut field = field_of(game);
        game.shown().to_vec().into_iter().max_by_key(|point| {
            field.put(*point, Stone::Black);
            let value = self.short(&mut field, Stone::White, leave);
            field.take();
            value
        })
    }

    /// Whether to put the fifth stone, after which the other may swap, or to show alternatives.
    pub(super) fn fifth_or_offer(&mut self, game: &Game, leave: &mut Leave<'_>) -> Choice {
        let number = game.rules().opening.fifths().unwrap_or(1);
        let fifths = self.fifths(game, leave);
        let kept = fifths.get(usize::from(number) - 1).map_or(i32::MIN, |(_, value)| *value);
        if kept > EVEN { Choice::OfferFifths } else { Choice::PlaceFifth }
    }
}

/// The four stones that stand, by whose shape alternatives are compared.
fn four_stones(game: &Game) -> Option<FourStones> {
    let placed = game.moves().iter().filter_map(|made| made.deed.stone()).map(|(point, _)| point);
    let stones: Vec<Point> = game.laid().into_iter().chain(placed).collect();
    match stones[..] {
        [first, second, third, fourth] => Some(FourStones { black: [first, third], white: [second, fourth] }),
        _ => None,
    }
}
