//! A client of the simulated world: it applies what it is told, notices gaps, and repeats what was not answered.

use std::collections::BTreeMap;

use tengen::game::event::{Command, Favour, Said};
use tengen::game::moment::Span;
use tengen::game::opening::{What, Zone};
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
    /// The record after which it has already decided what to do.
    decided_at: Option<u32>,
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
                        if let Some(before) = self.accepted.insert(answered.id.clone(), seq.unwrap()) {
                            count("repeat answered");
                            assert_eq!(Some(before), seq, "a repeat gets the same answer");
                        }
                    }
                    Err(_) => {
                        count("refused");
                        self.decided_at = None;
                    }
                }
            }
            Outgoing::Presence(_)
            | Outgoing::Resumed { .. }
            | Outgoing::Readout { .. }
            | Outgoing::Audience(_)
            | Outgoing::Talk(_)
            | Outgoing::Removed(_)
            | Outgoing::Unknown(_) => {}
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
        table.apply(recorded.at, &recorded.events);
        self.next += 1;
        assert_eq!(tengen::journal::Standing::of(table), happened.standing, "the standing sums the table up");
        Heard::Taken
    }

    /// What it wants to do in the position it sees, once for each record.
    pub fn decide(&mut self, random: &mut Random) -> Option<(CommandId, Action)> {
        let table = self.table.as_ref()?;
        if self.decided_at == Some(self.next) {
            return None;
        }
        let action = match (self.number, table.phase()) {
            (1, Phase::Open) => Action::Sit(Default::default()),
            (2.., Phase::Playing) if random.chance(5) => Action::Play(Command::Resign),
            (0 | 1, Phase::Playing) => self.move_or_offer(table, random)?,
            _ => return None,
        };
        self.decided_at = Some(self.next);
        self.sent += 1;
        let id = common::command_id(&format!("c{}-{}", self.number, self.sent));
        self.pending.insert(id.clone(), action.clone());
        Some((id, action))
    }

    fn move_or_offer(&self, table: &Table, random: &mut Random) -> Option<Action> {
        let game = table.game();
        let ply = game.ply();
        let me = table.seat_of(common::person(self.number).id)?;
        if game.draw_offer().is_some_and(|offer| offer.seat == me.other()) && random.chance(30) {
            return Some(Action::Play(Command::AcceptDraw { ply }));
        }
        if random.chance(3) {
            return Some(Action::Play(Command::OfferDraw { ply }));
        }
        if ply > 60 || random.chance(1) {
            return Some(Action::Play(Command::Resign));
        }
        let is_mine = game.owed().is_some_and(|owed| owed.seat == me);
        if let Some((_, favour)) = game.favour().filter(|(by, _)| *by != me) {
            let grants = favour == Favour::Pause || random.chance(50);
            return Some(Action::Play(if grants { Command::Grant { ply } } else { Command::Deny { ply } }));
        }
        if game.is_paused() {
            return Some(Action::Play(Command::Resume));
        }
        if random.chance(3) {
            let asks = [Command::AskTakeback { ply }, Command::AskPause { ply }, Command::Object { ply }];
            return Some(Action::Play(asks[usize::try_from(random.below(3)).unwrap()].clone()));
        }
        if !is_mine && !random.chance(10) {
            return None;
        }
        Some(Action::Play(self.what_is_owed(table, random)?))
    }

    /// The next move, or the next step of the opening.
    fn what_is_owed(&self, table: &Table, random: &mut Random) -> Option<Command> {
        let game = table.game();
        let (ply, lag) = (game.ply(), Span::ZERO);
        let below = |random: &mut Random, bound: usize| {
            usize::try_from(random.below(u64::try_from(bound).unwrap())).unwrap()
        };
        Some(match game.owed()?.what {
            What::Stone { zone, .. } => {
                let point = near_the_middle(table, zone, random);
                Command::Place { ply, point, with: Said { draw: random.chance(3), five: false }, lag }
            }
            What::Choice(options) => {
                Command::Choose { ply, choice: options[below(random, options.len())], lag }
            }
            What::Announcement { most } => {
                let number = 1 + u8::try_from(random.below(u64::from(most.min(4)))).unwrap();
                Command::Announce { ply, number, lag }
            }
            What::Alternatives { number } => {
                // Two of them may make the same shape, which is refused; it then tries others.
                let points = (0..number).map(|_| near_the_middle(table, Zone::Anywhere, random)).collect();
                Command::Show { ply, points, lag }
            }
            What::Keep => Command::Keep { ply, point: game.shown()[below(random, game.shown().len())], lag },
        })
    }
}

fn near_the_middle(table: &Table, zone: Zone, random: &mut Random) -> Point {
    let centre = BoardSize::FIFTEEN.centre();
    if zone == Zone::CENTRE && table.game().board().is_free(centre) {
        return centre;
    }
    for _ in 0..50 {
        let [column, row] = [(); 2].map(|()| u8::try_from(3 + random.below(9)).unwrap());
        let point = Point::new(column, row).unwrap();
        if table.game().board().is_free(point) && zone.contains(BoardSize::FIFTEEN, point) {
            return point;
        }
    }
    // The middle is nearly full; now and then it may also be a taken point, which is refused.
    let index = random.below(u64::try_from(BoardSize::FIFTEEN.points()).unwrap());
    BoardSize::FIFTEEN.iter().nth(usize::try_from(index).unwrap()).unwrap()
}
