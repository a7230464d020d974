//! What a client knows of a table, as the game it is. Pure.

use crate::client::Position;
use crate::game::Game;
use crate::game::event::Event;
use crate::game::moment::{Moment, Span};
use crate::game::ruleset::RuleSet;
use crate::protocol::server::Phase;

/// The game of a position that is being played, without its clocks; none if it has not begun, or cannot be one.
pub(super) fn game_of(position: &Position) -> Option<Game> {
    if position.state.phase != Phase::Playing {
        return None;
    }
    let rules = RuleSet::try_from(position.opened.rules.clone()).ok()?;
    let mut game = Game::new(RuleSet { clock: None, ..rules });
    let opener = position.state.opener?;
    game.evolve(Moment::ZERO, &Event::Started { black: opener.into() });
    for made in &position.moves {
        let moved = Event::Moved { seat: made.seat.into(), deed: made.deed.clone(), lag: Span::ZERO };
        game.evolve(Moment::ZERO, &moved);
    }
    let is_same = game.black() == position.state.black.map(Into::into);
    is_same.then_some(game)
}
