//! A client of the simulated world: it applies what it is told, notices gaps, and repeats what was not answered.

use std::collections::BTreeMap;

use tengen::game::event::Command;
use tengen::game::moment::Span;
use tengen::game::point::{BoardSize, Point};
use tengen::journal::{CommandId, Phase, Table};
use tengen::room::message::{Action, ConnectionId, Happened, Outgoing, Seen};
use tengen::store::Epoch;

use crate::common;
use crate::world::Random;

/// A person with a browser.
pub struct Client {
    pub number: u8,
    /// The connection it has at the moment, if any.
    pub connection: Option<ConnectionId>,
    pub table: Option<Table>,
    pub epoch: Epoch,
    pub next: u32,
    /// Commands that were sent and not answered.
    pub pending: BTreeMap<CommandId, Action>,
    /// Commands that were accepted, and the records they caused.
    pub accepted: BTreeMap<CommandId, u32>,
    sent: u32,
    /// The position for which it has already decided what to do.
    decided_at: Option<(u16, bool)>,
}

/// What came of a message.
pub enum Heard {
    /// It was taken.
    Taken,
    /// Something before it is missing: join again.
    Gap,
}

impl Client {
    pub fn new(number: u8) -> Self {
        Self {
            number,
            connection: None,
            table: None,
            epoch: Epoch(0),
            next: 0,
            pending: BTreeMap::new(),
            accepted: BTreeMap::new(),
            sent: 0,
            decided_at: None,
        }
    }

    /// How far it has seen the room.
    pub fn seen(&self) -> Option<Seen> {
        self.table.as_ref().map(|_| Seen { epoch: self.epoch, next: self.next })
    }

    pub fn hear(&mut self, outgoing: &Outgoing, count: &mut impl FnMut(&'static str)) -> Heard {
        match outgoing {
            Outgoing::Joined(joined) => self.epoch = joined.epoch,
            Outgoing::Snapshot(snapshot) => {
                count("snapshot");
                self.next = snapshot.value().next;
                self.table = Some(snapshot.value().table.clone());
            }
            Outgoing::Happened(happened) => return self.apply(happened.value()),
            Outgoing::Answered(answered) => {
                self.pending.remove(&answered.id);
                match answered.result {
                    Ok(seq) => {
                        if let Some(before) = self.accepted.insert(answered.id.clone(), seq) {
                            count("repeat answered");
                            assert_eq!(before, seq, "a repeat gets the same answer");
                        }
                    }
                    Err(_) => {
                        count("refused");
                        self.decided_at = None;
                    }
                }
            }
            Outgoing::Presence(_) | Outgoing::Resumed { .. } | Outgoing::Unknown(_) => {}
        }
        Heard::Taken
    }

    fn apply(&mut self, happened: &Happened) -> Heard {
        let recorded = &happened.recorded;
        if recorded.seq < self.next {
            return Heard::Taken;
        }
        let Some(table) = self.table.as_mut().filter(|_| recorded.seq == self.next) else {
            return Heard::Gap;
        };
        for event in &recorded.events {
            table.evolve(recorded.at, event);
        }
        self.next += 1;
        assert_eq!(tengen::journal::Standing::of(table), happened.standing, "the standing sums the table up");
        Heard::Taken
    }

    /// What it wants to do in the position it sees, once for each position.
    pub fn decide(&mut self, random: &mut Random) -> Option<(CommandId, Action)> {
        let table = self.table.as_ref()?;
        let game = table.game();
        let position = (game.ply(), game.draw_offer().is_some());
        if self.decided_at == Some(position) {
            return None;
        }
        let action = match (self.number, table.phase()) {
            (1, Phase::Open) => Action::Sit,
            (2.., Phase::Playing) if random.chance(5) => Action::Play(Command::Resign),
            (0 | 1, Phase::Playing) => self.move_or_offer(table, random)?,
            _ => return None,
        };
        self.decided_at = Some(position);
        self.sent += 1;
        let id = common::command_id(&format!("c{}-{}", self.number, self.sent));
        self.pending.insert(id.clone(), action.clone());
        Some((id, action))
    }

    fn move_or_offer(&self, table: &Table, random: &mut Random) -> Option<Action> {
        let game = table.game();
        let ply = game.ply();
        let me = table.seat_of(common::person(self.number).id)?;
        if game.draw_offer() == Some(me.other()) && random.chance(30) {
            return Some(Action::Play(Command::AcceptDraw { ply }));
        }
        if random.chance(3) {
            return Some(Action::Play(Command::OfferDraw { ply }));
        }
        if ply > 60 || random.chance(1) {
            return Some(Action::Play(Command::Resign));
        }
        let is_mine = game.owed().is_some_and(|owed| owed.seat == me);
        if !is_mine && !random.chance(10) {
            return None;
        }
        let point = near_the_middle(table, random);
        Some(Action::Play(Command::Place { ply, point, lag: Span::ZERO }))
    }
}

fn near_the_middle(table: &Table, random: &mut Random) -> Point {
    for _ in 0..50 {
        let [column, row] = [(); 2].map(|()| u8::try_from(5 + random.below(5)).unwrap());
        let point = Point::new(column, row).unwrap();
        if table.game().board().is_free(point) {
            return point;
        }
    }
    // The middle is nearly full; now and then it may also be a taken point, which is refused.
    let index = random.below(u64::try_from(BoardSize::FIFTEEN.points()).unwrap());
    BoardSize::FIFTEEN.iter().nth(usize::try_from(index).unwrap()).unwrap()
}
