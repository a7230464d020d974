//! One recorded game, played by two people before a spectator, and compared after every move.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use crate::client::Client;
use crate::game::board::Stone;
use crate::journal::RoomId;
use crate::protocol::{Action, ColoursForm, VisibilityForm};
use crate::replay::compare;
use crate::replay::person::Person;
use crate::replay::record::{Ending, Record};
use crate::replay::report::Progress;
use crate::replay::wrong::{Role, Wrong};
use crate::replay::{Patience, Setting};
use crate::spelling::SeatForm;

/// The records before the first move: the table is opened, and the game begins.
pub(super) const RECORDS_BEFORE: u32 = 2;

/// A recorded game on its way through a server.
pub(super) struct Play<'a> {
    record: &'a Record,
    black_opens: bool,
    patience: Patience,
    progress: Arc<Progress>,
    black: Person,
    white: Person,
    spectator: Person,
    /// Where it is played, once that is known.
    pub(super) room: Option<RoomId>,
}

impl<'a> Play<'a> {
    /// Three people, who connect.
    pub(super) fn new(
        record: &'a Record,
        black_opens: bool,
        setting: &Setting,
        progress: &Arc<Progress>,
    ) -> Self {
        let person = |role| Person::new(role, Client::start(setting.client.clone()), progress.clone());
        Self {
            record,
            black_opens,
            patience: setting.patience,
            progress: progress.clone(),
            black: person(Role::Black),
            white: person(Role::White),
            spectator: person(Role::Spectator),
            room: None,
        }
    }

    /// Plays the game from the opening of its table to its result.
    pub(super) async fn play(&mut self, setting: &Setting) -> Result<RoomId, Wrong> {
        let room = self.open(setting).await?;
        self.room = Some(room);
        self.sit(room).await?;
        for ply in 0..self.record.moves.len() {
            self.make_move(room, ply).await?;
            self.progress.moves.fetch_add(1, Ordering::Relaxed);
        }
        if self.record.ending == Ending::Cut {
            self.agree_on_a_draw(room).await?;
        }
        self.check_result(room)?;
        self.check_records(room)?;
        self.look_again(room).await?;
        Ok(room)
    }

    async fn open(&mut self, setting: &Setting) -> Result<RoomId, Wrong> {
        let rules = (&self.record.rule.rules(setting.clock.clone())).into();
        let colours = if self.black_opens { ColoursForm::BlackA } else { ColoursForm::BlackB };
        let deadline = self.patience.deadline();
        let opener = self.opener();
        let created = opener.client.create(rules, colours, VisibilityForm::Link);
        let id = created.map_err(|error| opener.not_taken(error))?;
        let answered = opener.answer(&id, deadline).await?;
        match (answered.result, answered.room) {
            (Ok(_), Some(room)) => Ok(room),
            (Ok(_), None) => {
                Err(Wrong::Nonsense { who: opener.role, what: "a table without a room".to_owned() })
            }
            (Err(why), _) => Err(Wrong::TurnedDown { who: opener.role, why }),
        }
    }

    async fn sit(&mut self, room: RoomId) -> Result<(), Wrong> {
        let deadline = self.patience.deadline();
        for person in [&mut self.black, &mut self.white, &mut self.spectator] {
            person.client.follow(room).map_err(|error| person.not_taken(error))?;
            person.until(deadline, || "the room".to_owned(), |person| person.table(room).is_some()).await?;
        }
        let guest = if self.black_opens { &mut self.white } else { &mut self.black };
        guest.act(room, Action::Sit {}, RECORDS_BEFORE - 1, deadline).await?;
        self.see(room, RECORDS_BEFORE).await?;
        self.compare(room, 0)
    }

    async fn make_move(&mut self, room: RoomId, ply: usize) -> Result<(), Wrong> {
        let deadline = self.patience.deadline();
        let seq = RECORDS_BEFORE + u32::try_from(ply).unwrap_or(u32::MAX);
        let point = self.record.moves[ply].into();
        let action =
            Action::Place { ply: u16::try_from(ply).unwrap_or(u16::MAX), point, draw: false, five: false };
        let (mover, opponent) = match stone_of(ply) {
            Stone::Black => (&mut self.black, &mut self.white),
            Stone::White => (&mut self.white, &mut self.black),
        };
        let connections = mover.connections + opponent.connections;
        let id = mover.client.act(room, action).map_err(|error| mover.not_taken(error))?;
        opponent.until(deadline, || format!("record {seq}"), |person| has_seen(person, room, seq)).await?;
        let answered = mover.answer(&id, deadline).await?;
        mover.check_accepted(&answered, seq)?;
        // A move that waited for the server to come back says nothing about how fast it is.
        let is_undisturbed = answered.times == 1 && connections == mover.connections + opponent.connections;
        if let Some((_, heard)) = opponent.records.get(&(room, seq)).filter(|_| is_undisturbed) {
            self.progress.delays.count(heard.since(answered.sent));
        }
        self.see(room, seq + 1).await?;
        self.compare(room, ply + 1)
    }

    async fn agree_on_a_draw(&mut self, room: RoomId) -> Result<(), Wrong> {
        let deadline = self.patience.deadline();
        let ply = u16::try_from(self.record.moves.len()).unwrap_or(u16::MAX);
        let seq = RECORDS_BEFORE + u32::from(ply);
        self.black.act(room, Action::OfferDraw { ply }, seq, deadline).await?;
        self.see(room, seq + 1).await?;
        self.white.act(room, Action::AcceptDraw { ply }, seq + 1, deadline).await?;
        self.see(room, seq + 2).await
    }

    /// Waits until all three have seen so many records.
    async fn see(&mut self, room: RoomId, records: u32) -> Result<(), Wrong> {
        let deadline = self.patience.deadline();
        for person in [&mut self.black, &mut self.white, &mut self.spectator] {
            let what = || format!("record {}", records - 1);
            person.until(deadline, what, |person| has_seen(person, room, records - 1)).await?;
        }
        Ok(())
    }

    fn compare(&self, room: RoomId, ply: usize) -> Result<(), Wrong> {
        for person in self.people() {
            let position = person.table(room).and_then(|table| table.position.as_ref());
            let what = match position {
                Some(position) => compare::position(position, &self.record.moves[..ply], self.black_seat()),
                None => Err("nothing".to_owned()),
            };
            what.map_err(|what| Wrong::Position { who: person.role, ply, what })?;
        }
        Ok(())
    }

    fn check_result(&self, room: RoomId) -> Result<(), Wrong> {
        for person in self.people() {
            let state = person.table(room).and_then(|table| table.position.as_ref()).map(|p| &p.state);
            let what = match state {
                Some(state) => compare::result(state, self.record, self.black_seat()),
                None => Err("nothing".to_owned()),
            };
            what.map_err(|what| Wrong::Result { who: person.role, what })?;
        }
        Ok(())
    }

    /// Whether all were told the same under the same number, and the same at the end.
    fn check_records(&self, room: RoomId) -> Result<(), Wrong> {
        let one = &self.black;
        for other in [&self.white, &self.spectator] {
            for ((_, seq), (events, _)) in &other.records {
                if one.records.get(&(room, *seq)).is_some_and(|(ours, _)| ours != events) {
                    return Err(Wrong::Disagree { one: one.role, other: other.role, seq: *seq });
                }
            }
            let position = |person: &Person| person.table(room).and_then(|table| table.position.clone());
            let seq = records_of(self.record) - 1;
            if position(one) != position(other) {
                return Err(Wrong::Disagree { one: one.role, other: other.role, seq });
            }
        }
        Ok(())
    }

    /// The spectator leaves and comes back without a memory: the room must be what it was.
    async fn look_again(&mut self, room: RoomId) -> Result<(), Wrong> {
        let deadline = self.patience.deadline();
        let spectator = &mut self.spectator;
        let before = spectator.tables.remove(&room);
        spectator.client.leave(room).map_err(|error| spectator.not_taken(error))?;
        spectator.client.follow(room).map_err(|error| spectator.not_taken(error))?;
        spectator.until(deadline, || "the room".to_owned(), |person| person.table(room).is_some()).await?;
        let position =
            |table: Option<&Arc<crate::client::Table>>| table.and_then(|table| table.position.clone());
        if position(before.as_ref()) != position(spectator.table(room)) {
            let what = "the snapshot differs from what was told one by one".to_owned();
            return Err(Wrong::Position { who: Role::Spectator, ply: self.record.moves.len(), what });
        }
        let found = spectator.table(room).map_or(0, |table| table.next());
        compare::count(found, self.record).map_err(|expected| {
            let who = Role::Spectator;
            Wrong::Records { who, found, expected }
        })
    }

    const fn people(&self) -> [&Person; 3] {
        [&self.black, &self.white, &self.spectator]
    }

    const fn opener(&mut self) -> &mut Person {
        if self.black_opens { &mut self.black } else { &mut self.white }
    }

    const fn black_seat(&self) -> SeatForm {
        if self.black_opens { SeatForm::A } else { SeatForm::B }
    }
}

/// How many records a game has.
pub(super) fn records_of(record: &Record) -> u32 {
    let moves = u32::try_from(record.moves.len()).unwrap_or(u32::MAX);
    let draw = match record.ending {
        Ending::Cut => 2,
        Ending::Five { .. } | Ending::Forbidden(_) => 0,
    };
    RECORDS_BEFORE + moves + draw
}

/// The colour of the stone that is put as the move after `ply` moves.
pub(super) const fn stone_of(ply: usize) -> Stone {
    if ply.is_multiple_of(2) { Stone::Black } else { Stone::White }
}

fn has_seen(person: &Person, room: RoomId, seq: u32) -> bool {
    person.table(room).is_some_and(|table| table.next() > seq)
}
