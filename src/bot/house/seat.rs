//! One seat at one table: what is to be done there. Pure.

use std::sync::Arc;
use std::time::Duration;

use crate::bot::pace::{THOUGHT_MAX, TimeLeft};
use crate::client::{Position, Table};
use crate::journal::{RoomId, Salt, commitment};
use crate::protocol::Action;
use crate::protocol::server::{AdjournmentStage, ColourDebtForm, Phase};
use crate::spelling::seal::hex;
use crate::spelling::{CallForm, ColourRightForm, PersonForm, SeatForm, StoneForm};

/// What a table wants.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Wanted {
    /// Nothing before somebody else has acted.
    Nothing,
    /// This can be done at once.
    Act(Action),
    /// Think about this, no longer than this.
    Think(Purpose, Duration),
    /// Follow the room in which the other game is played.
    Follow(RoomId),
    /// The table is nothing of ours.
    Leave,
}

/// What is thought about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    /// What is owed.
    Deed,
    /// The same, to be handed in sealed.
    SealedDeed,
    /// Whether to agree to a draw.
    Draw,
}

/// What was done already, so that nothing is done twice.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Done {
    /// Sat down, or asked to.
    pub(super) sat: bool,
    /// The number committed to in the choice of colours, and what was hashed with it.
    pub(super) hand: Option<(u8, Salt)>,
    /// The record of the last act, and whether a thought or answer is under way for it.
    pub(super) at: Option<(u32, u16)>,
    /// The record with which the opponent asked for something that was granted.
    pub(super) favour_at: Option<u32>,
    /// The position in which a draw was thought about.
    pub(super) draw_at: Option<u16>,
    /// Whether another game was agreed to.
    pub(super) rematch: bool,
}

/// A seat at a table.
#[derive(Debug)]
pub(super) struct Seat {
    /// The table as it is known.
    pub(super) table: Arc<Table>,
    /// What was done.
    pub(super) done: Done,
}

impl Seat {
    pub(super) fn new(room: RoomId) -> Self {
        Self { table: Arc::new(Table::new(room)), done: Done::default() }
    }

    /// Which seat is ours.
    pub(super) fn own(&self, person: &str) -> Option<SeatForm> {
        let seats = &self.table.position.as_ref()?.seats;
        let is_own = |seat: &Option<PersonForm>| seat.as_ref().is_some_and(|sitting| sitting.id == person);
        match (is_own(&seats.a), is_own(&seats.b)) {
            (true, _) => Some(SeatForm::A),
            (_, true) => Some(SeatForm::B),
            _ => None,
        }
    }

    /// What the table wants of `person`, where so much of the room's own time has passed. `number` and `salt` are by
    /// chance.
    pub(super) fn wanted(&mut self, person: &str, now_ms: u64, (number, salt): (u8, &Salt)) -> Wanted {
        let table = Arc::clone(&self.table);
        let Some(position) = table.position.as_ref() else { return Wanted::Nothing };
        let Some(own) = self.own(person) else {
            return match position.state.phase {
                Phase::Open if !self.done.sat => {
                    self.done.sat = true;
                    Wanted::Act(Action::Sit {})
                }
                Phase::Open => Wanted::Nothing,
                Phase::Starting | Phase::Playing | Phase::Over => Wanted::Leave,
            };
        };
        match position.state.phase {
            Phase::Open => Wanted::Nothing,
            Phase::Starting => self.before_the_game(position, own, now_ms, (number, salt)),
            Phase::Playing => self.in_the_game(position, own, now_ms),
            Phase::Over => self.after_the_game(position, own),
        }
    }

    /// What the opponent asks for and has not been granted yet. A thought may be under way meanwhile.
    pub(super) fn favour(&mut self, person: &str) -> Option<Action> {
        let own = self.own(person)?;
        let position = self.table.position.as_ref()?;
        let is_new = self.done.favour_at != Some(position.next);
        position.state.favour.filter(|asked| asked.seat != own && is_new)?;
        self.done.favour_at = Some(position.next);
        Some(Action::Grant { ply: position.state.ply })
    }

    fn before_the_game(
        &mut self,
        position: &Position,
        own: SeatForm,
        now_ms: u64,
        (number, salt): (u8, &Salt),
    ) -> Wanted {
        const READY_BEFORE_MS: u64 = 15 * 60 * 1000;
        let state = &position.state;
        if let Some(start) = &state.start
            && !start.present.at(own)
            && now_ms + READY_BEFORE_MS >= start.at
        {
            return self.once(position, Action::Ready {});
        }
        let owed = state.colours.as_ref().and_then(|colours| colours.owed.at(own).clone());
        match owed {
            None => Wanted::Nothing,
            Some(ColourDebtForm::Commit {}) => {
                let (number, salt) = self.done.hand.get_or_insert_with(|| (number, salt.clone()));
                let digest = hex(&commitment(*number, salt).0);
                self.once(position, Action::Commit { digest })
            }
            Some(ColourDebtForm::Reveal {}) => match self.done.hand.clone() {
                Some((number, salt)) => {
                    self.once(position, Action::Reveal { number, nonce: salt.as_str().to_owned() })
                }
                // Committed before a restart: the server draws a number in time.
                None => Wanted::Nothing,
            },
            Some(ColourDebtForm::Call {}) => {
                let call = if number % 2 == 0 { CallForm::Even } else { CallForm::Odd };
                self.once(position, Action::Call { call })
            }
            Some(ColourDebtForm::Choose { options }) => {
                let choice = if options.contains(&ColourRightForm::YouChoose) {
                    ColourRightForm::YouChoose
                } else if position.opened.rules.draw_wins == Some(StoneForm::Black) {
                    ColourRightForm::Black
                } else {
                    ColourRightForm::White
                };
                self.once(position, Action::ChooseColour { choice })
            }
        }
    }

    fn in_the_game(&mut self, position: &Position, own: SeatForm, now_ms: u64) -> Wanted {
        let state = &position.state;
        let ply = state.ply;
        let is_owed = state.owed.as_ref().is_some_and(|owed| owed.seat == own);
        match state
            .adjournment
            .as_ref()
            .map(|adjournment| (adjournment.stage, *adjournment.confirmed.at(own)))
        {
            Some((AdjournmentStage::Sealing, _)) if is_owed => {
                return self.think(position, Purpose::SealedDeed, own, now_ms);
            }
            Some((AdjournmentStage::Confirming, false)) => return self.once(position, Action::Confirm {}),
            Some(_) => return Wanted::Nothing,
            None if state.paused => return Wanted::Nothing,
            None => {}
        }
        if let Some(offer) = state.draw_offer
            && offer.seat != own
            && self.done.draw_at != Some(ply)
        {
            self.done.draw_at = Some(ply);
            return self.think(position, Purpose::Draw, own, now_ms);
        }
        if is_owed { self.think(position, Purpose::Deed, own, now_ms) } else { Wanted::Nothing }
    }

    fn after_the_game(&mut self, position: &Position, own: SeatForm) -> Wanted {
        let state = &position.state;
        if let Some(room) = state.rematch.as_ref().and_then(|room| room.parse().ok()) {
            return Wanted::Follow(room);
        }
        let is_offered = state.rematch_offer.is_some_and(|seat| seat != own);
        if is_offered && !self.done.rematch {
            self.done.rematch = true;
            return Wanted::Act(Action::AcceptRematch {});
        }
        Wanted::Nothing
    }

    /// An act for this record of the table, unless one was done for it.
    fn once(&mut self, position: &Position, action: Action) -> Wanted {
        if self.note(position) { Wanted::Act(action) } else { Wanted::Nothing }
    }

    fn think(&mut self, position: &Position, purpose: Purpose, own: SeatForm, now_ms: u64) -> Wanted {
        if self.note(position) {
            Wanted::Think(purpose, time_for(position, own, now_ms))
        } else {
            Wanted::Nothing
        }
    }

    fn note(&mut self, position: &Position) -> bool {
        let at = Some((position.next, position.state.ply));
        let is_new = self.done.at != at;
        self.done.at = at;
        is_new
    }
}

/// How long may be thought.
fn time_for(position: &Position, own: SeatForm, now_ms: u64) -> Duration {
    let (Some(control), Some(clock)) = (&position.opened.rules.clock, &position.state.clock) else {
        return THOUGHT_MAX;
    };
    let since = clock.absent.at(own).or_else(|| {
        clock
            .running
            .filter(|running| running.seat == own)
            .map(|running| running.since + running.free_left_ms)
    });
    let charged = Duration::from_millis(since.map_or(0, |since| now_ms.saturating_sub(since)));
    let face = clock.faces.at(own);
    TimeLeft::of(control, face, clock.shared_left_ms, charged).map_or(THOUGHT_MAX, TimeLeft::for_a_move)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::ServerMessage;
    use crate::protocol::server::AskedForm;
    use crate::spelling::FavourForm;

    const ANN: &str = "3f8k2m9qx7c1vt0d";
    const STRANGER: &str = "0000000000000000";

    /// A seat at the table of an example of the protocol, after a change of it.
    fn at_table(example: &str, change: impl FnOnce(&mut Position)) -> Seat {
        let message: ServerMessage = serde_json::from_str(example).unwrap();
        let ServerMessage::Snapshot(snapshot) = &message else { panic!() };
        let room = snapshot.room.clone();
        let mut table = Table::new(room.parse().unwrap());
        table.receive(&ServerMessage::Joined { room, epoch: 1, you: None, origin: Some(0) });
        table.receive(&message);
        change(table.position.as_mut().unwrap());
        Seat { table: Arc::new(table), done: Done::default() }
    }

    fn wanted(seat: &mut Seat, person: &str) -> Wanted {
        seat.wanted(person, 100_000, (3, &"0123456789abcdef".parse().unwrap()))
    }

    #[test]
    fn a_free_seat_is_taken_once_and_a_full_table_is_left() {
        let mut open = at_table(include_str!("../../../proto/examples/server/snapshot_open.json"), |_| {});
        assert_eq!(wanted(&mut open, STRANGER), Wanted::Act(Action::Sit {}));
        assert_eq!(wanted(&mut open, STRANGER), Wanted::Nothing);
        assert_eq!(wanted(&mut open, ANN), Wanted::Nothing, "who sits waits for the other");
        let mut full = at_table(include_str!("../../../proto/examples/server/snapshot.json"), |_| {});
        assert_eq!(wanted(&mut full, STRANGER), Wanted::Leave);
    }

    #[test]
    fn an_offer_is_thought_about_before_the_move_and_each_once() {
        let mut seat = at_table(include_str!("../../../proto/examples/server/snapshot.json"), |_| {});
        assert!(matches!(wanted(&mut seat, ANN), Wanted::Think(Purpose::Draw, _)));
        assert_eq!(wanted(&mut seat, ANN), Wanted::Nothing, "nothing is thought about twice");
        // The answer was refused, or is out of date.
        seat.done.at = None;
        assert!(matches!(wanted(&mut seat, ANN), Wanted::Think(Purpose::Deed, _)));
    }

    #[test]
    fn nothing_is_done_while_the_game_stands_still() {
        let paused = |position: &mut Position| position.state.paused = true;
        let mut seat = at_table(include_str!("../../../proto/examples/server/snapshot.json"), paused);
        assert_eq!(wanted(&mut seat, ANN), Wanted::Nothing);
    }

    #[test]
    fn what_the_opponent_asks_for_is_granted_once() {
        let asked = |position: &mut Position| {
            position.state.favour = Some(AskedForm { seat: SeatForm::B, favour: FavourForm::Takeback });
        };
        let mut seat = at_table(include_str!("../../../proto/examples/server/snapshot.json"), asked);
        let ply = seat.table.position.as_ref().unwrap().state.ply;
        assert_eq!(seat.favour(ANN), Some(Action::Grant { ply }));
        assert_eq!(seat.favour(ANN), None);
    }

    #[test]
    fn another_game_is_agreed_to_and_followed() {
        let offered = |position: &mut Position| {
            position.state.rematch_offer = Some(SeatForm::B);
            position.state.rematch = None;
        };
        let over = include_str!("../../../proto/examples/server/snapshot_over.json");
        let mut seat = at_table(over, offered);
        assert_eq!(wanted(&mut seat, ANN), Wanted::Act(Action::AcceptRematch {}));
        assert_eq!(wanted(&mut seat, ANN), Wanted::Nothing);
        let made = |position: &mut Position| position.state.rematch = Some("0123456789ab".to_owned());
        let mut seat = at_table(over, made);
        assert_eq!(wanted(&mut seat, ANN), Wanted::Follow("0123456789ab".parse().unwrap()));
    }

    #[test]
    fn a_number_is_committed_to_and_then_shown() {
        use crate::protocol::server::ColourState;
        use crate::spelling::{MethodForm, PerSeatForm};
        let choosing = |debt: ColourDebtForm, next: u32| {
            move |position: &mut Position| {
                position.next = next;
                position.state.phase = Phase::Starting;
                position.state.colours = Some(ColourState {
                    method: MethodForm::Handful,
                    tentative: SeatForm::A,
                    until: 0,
                    owed: PerSeatForm { a: Some(debt), b: None },
                    digests: PerSeatForm { a: None, b: None },
                    numbers: PerSeatForm { a: None, b: None },
                    call: None,
                });
            }
        };
        let example = include_str!("../../../proto/examples/server/snapshot.json");
        let mut seat = at_table(example, choosing(ColourDebtForm::Commit {}, 3));
        let salt: Salt = "0123456789abcdef".parse().unwrap();
        let digest = hex(&commitment(3, &salt).0);
        assert_eq!(wanted(&mut seat, ANN), Wanted::Act(Action::Commit { digest }));
        seat.table = at_table(example, choosing(ColourDebtForm::Reveal {}, 4)).table;
        let nonce = salt.as_str().to_owned();
        assert_eq!(wanted(&mut seat, ANN), Wanted::Act(Action::Reveal { number: 3, nonce }));
    }
}
