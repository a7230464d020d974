//! What a client knows of a table, as the game it is. Pure.

use crate::client::Position;
use crate::game::Game;
use crate::game::event::{Deed, Event};
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
        let (seat, deed) = (made.seat.into(), made.deed.clone());
        let happened = match deed {
            Deed::ForcedPass => Event::ForcedPass { seat },
            Deed::Stone { .. }
            | Deed::Pass
            | Deed::Chose(_)
            | Deed::Announced(_)
            | Deed::Showed(_)
            | Deed::Kept(_) => Event::Moved { seat, deed, lag: Span::ZERO },
        };
        game.evolve(Moment::ZERO, &happened);
    }
    let is_same = game.black() == position.state.black.map(Into::into);
    is_same.then_some(game)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::Table;
    use crate::protocol::ServerMessage;
    use crate::protocol::server::{Happened, State};

    /// What the server says in an example of the protocol.
    fn example(text: &str) -> ServerMessage {
        serde_json::from_str(text).unwrap()
    }

    #[test]
    fn i17_a_turn_that_the_clock_took_is_seen_as_one() {
        let snapshot = example(include_str!("../../proto/examples/server/snapshot.json"));
        let ServerMessage::Snapshot(shown) = &snapshot else { panic!() };
        let mut table = Table::new(shown.room.parse().unwrap());
        let joined = ServerMessage::Joined { room: shown.room.clone(), epoch: 1, you: None, origin: Some(0) };
        table.receive(&joined);
        table.receive(&snapshot);
        let position = table.position.as_ref().unwrap();
        let before = game_of(position).unwrap().owed().unwrap();
        let passed =
            format!(r#"[{{"type":"game","event":{{"type":"forced_pass","seat":"{:?}"}}}}]"#, before.seat);
        let state = position.state.clone();
        table.receive(&ServerMessage::Happened(Box::new(Happened {
            room: shown.room.clone(),
            seq: position.next,
            at: position.at,
            events: serde_json::from_str(&passed.to_lowercase()).unwrap(),
            state: State { ply: state.ply + 1, ..state },
        })));
        let after = game_of(table.position.as_ref().unwrap()).unwrap().owed().unwrap();
        assert_eq!(after.seat, before.seat.other());
    }
}
