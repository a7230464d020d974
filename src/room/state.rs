//! A room as a value: who follows it, who sits, what was recorded. Pure: time and commands come in, effects go out.
//!
//! Every input first settles what time alone has brought about by then, stamped when it was *due*; so a timer only makes
//! things visible sooner and never decides anything.

use std::collections::VecDeque;
use std::sync::Arc;

use crate::game::moment::{Moment, Span};
use crate::game::ruleset::StartRule;
use crate::game::seat::{PerSeat, Seat};
use crate::journal::{Cause, CommandId, Event, Journal, Person, PersonId, Recorded, RoomId, Standing, Table};
use crate::room::decide::{Asker, Decision, decide};
use crate::room::followers::{Followers, Glances};
use crate::room::message::{
    Action, Answered, ConnectionId, Happened, Input, Joined, Manner, Outgoing, Presence, Refusal, Seen,
    Snapshot,
};
use crate::room::news::News;
use crate::room::outbox::Shared;
use crate::room::readouts::Readouts;
use crate::room::talk::{Role, Talk};
use crate::store::Epoch;

/// How many refusals a room remembers, so that a repeat gets the same answer.
pub const REFUSALS_KEPT: usize = 64;

/// Everything a room asks of the world.
#[derive(Clone, Debug)]
pub enum Effect {
    /// Keep this record, then tell everyone.
    Keep(Arc<Shared<Happened>>),
    /// Keep the first record of another room, in the same commit as what is kept beside it.
    Found {
        /// The new room.
        room: RoomId,
        /// Who opens it.
        opener: PersonId,
        /// Its first record.
        first: Box<Recorded>,
    },
    /// Tell one connection.
    Tell {
        /// Which.
        to: ConnectionId,
        /// What.
        outgoing: Outgoing,
    },
    /// Who is here has changed.
    Presence {
        /// Whether a player came or went; watchers can wait to be counted.
        urgent: bool,
    },
}

/// A room: its journal, and who follows it.
#[derive(Debug)]
pub struct Room {
    pub(super) id: RoomId,
    epoch: Epoch,
    /// How many records there were when it was claimed.
    claimed: u32,
    pub(super) journal: Journal,
    pub(super) followers: Followers,
    pub(super) glances: Glances,
    /// Since when each seat has had no connection.
    gone_since: PerSeat<Option<Moment>>,
    pub(super) talk: Talk,
    pub(super) readouts: Readouts,
    refused: VecDeque<(PersonId, CommandId, Refusal)>,
    /// What is told of the room as it stands, as long as it stands so: many may ask for it.
    news: News,
}

impl Room {
    /// The room with this journal, claimed in this epoch. Nobody follows it yet.
    pub fn new(id: RoomId, epoch: Epoch, journal: Journal) -> Self {
        Self {
            id,
            epoch,
            claimed: journal.next(),
            readouts: Readouts::from(journal.end()),
            gone_since: PerSeat::from_fn(|_| Some(journal.end())),
            journal,
            followers: Followers::default(),
            glances: Glances::default(),
            talk: Talk::default(),
            refused: VecDeque::new(),
            news: News::default(),
        }
    }

    /// Takes one input at `at` and says what follows from it.
    pub fn handle(&mut self, input: Input, at: Moment) -> Vec<Effect> {
        // Stamps taken on two threads may cross. The journal never runs backwards.
        let now = at.max(self.journal.end());
        let was_over = self.table().game().outcome().is_some();
        let mut effects = Vec::new();
        self.read_out(now, &mut effects);
        self.settle(now, self.grace_for(&input), &mut effects);
        match input {
            Input::Join { connection, person, seen, manner: Manner::Attend } => {
                self.join(connection, person, seen, now, &mut effects)
            }
            Input::Join { connection, person, seen, manner: Manner::Glance } => {
                self.glance(connection, &person, seen, now, &mut effects)
            }
            Input::Leave { connection } => self.leave(connection, now, &mut effects),
            Input::Act { connection, person, id, action: Action::Say(text) } => {
                let result = self.say(connection, person, text, &id, now, &mut effects);
                self.tell_answer(connection, id, result.map(|()| None), &mut effects);
            }
            Input::Act { connection, person, id, action } => {
                let answer = self.answer(connection, &person, &id, action, now);
                self.take(answer, connection, person.id, id, now, &mut effects);
            }
            Input::Lag { connection, round_trip } => self.followers.measure(connection, round_trip),
            Input::Appoint(appointments) => self.appoint(&appointments, now, &mut effects),
            Input::Wake => {}
        }
        if !was_over && self.table().game().outcome().is_some() {
            self.tell_players_all(&mut effects);
        }
        effects
    }

    /// Writes down that so many records are lost which followed those of the journal (E-12).
    pub fn suspend(&mut self, lost: u32) -> Vec<Effect> {
        let events = self.table().game().suspend(lost).into_iter().map(Event::Game).collect();
        vec![Effect::Keep(self.record(self.journal.end(), None, events))]
    }

    /// When the room next wants to be woken.
    pub fn wake_at(&self) -> Option<Moment> {
        let due = self.table().deadline().map(|due| due + self.grace());
        let readout = self.next_readout().filter(|_| !self.is_deserted());
        due.into_iter().chain(readout).min()
    }

    /// When time alone will bring something about, whoever follows.
    pub fn has_deadline(&self) -> bool {
        self.table().deadline().is_some()
    }

    /// The table.
    pub const fn table(&self) -> &Table {
        self.journal.table()
    }

    /// The journal.
    pub const fn journal(&self) -> &Journal {
        &self.journal
    }

    /// The epoch in which the room was claimed.
    pub const fn epoch(&self) -> Epoch {
        self.epoch
    }

    /// Whether nobody follows the room or glances at it.
    pub fn is_deserted(&self) -> bool {
        self.followers.is_empty() && self.glances.is_empty()
    }

    /// Whether a connection belongs to a player.
    pub fn is_player(&self, connection: ConnectionId) -> bool {
        self.seat_of(connection).is_some()
    }

    /// The seat of whoever is at the other end of a connection.
    pub(super) fn seat_of(&self, connection: ConnectionId) -> Option<Seat> {
        self.followers.person(connection).and_then(|person| self.table().seat_of(person.id))
    }

    /// Whether every taken seat has a connection.
    pub fn has_its_players(&self) -> bool {
        let seats = self.presence().seats;
        seats.a != Some(false) && seats.b != Some(false)
    }

    /// Whether somebody waits at an open table: its opener, an arbiter, or the calendar.
    pub fn is_awaited(&self) -> bool {
        let is_scheduled = matches!(self.table().game().rules().start, StartRule::Scheduled { .. });
        is_scheduled || (!self.followers.is_empty() && self.has_its_players())
    }

    /// Who is here.
    pub fn presence(&self) -> Presence {
        let is_here = |seat: Seat| {
            let sitter = self.table().seats()[seat].as_ref()?;
            Some(self.followers.is_here(sitter.id))
        };
        let watchers = u32::try_from(self.followers.len() - self.players().len()).unwrap_or(u32::MAX);
        Presence {
            room: self.id,
            seats: PerSeat::from_fn(is_here),
            watchers,
            gone_since: PerSeat::from_fn(|seat| {
                self.gone_since[seat].filter(|_| is_here(seat) == Some(false))
            }),
        }
    }

    /// The room as it stands; made once for each state.
    pub fn snapshot(&mut self) -> Arc<Shared<Snapshot>> {
        self.news.snapshot(self.id, &self.journal)
    }

    /// Records what time alone has brought about by `now`.
    fn settle(&mut self, now: Moment, grace: Span, effects: &mut Vec<Effect>) {
        while let Some((due, events)) = self.table().lapsed(now, grace) {
            let at = due.max(self.journal.end());
            effects.push(Effect::Keep(self.record(at, None, events)));
        }
    }

    /// How long after its deadline the side to move is waited for, should a move be under way.
    fn grace(&self) -> Span {
        let Some(owed) = self.table().game().owed() else {
            return Span::ZERO;
        };
        let sitter = self.table().seats()[owed.seat].as_ref().map(|person| person.id);
        self.grace_of(owed.seat, sitter.and_then(|sitter| self.followers.round_trip_of(sitter)))
    }

    /// The grace for an input: a command of the side to move is judged by the delay of its own connection.
    fn grace_for(&self, input: &Input) -> Span {
        let Input::Act { connection, person, .. } = input else {
            return self.grace();
        };
        match self.table().game().owed() {
            Some(owed) if self.table().seat_of(person.id) == Some(owed.seat) => {
                self.grace_of(owed.seat, self.followers.round_trip(*connection))
            }
            Some(_) | None => self.grace(),
        }
    }

    fn grace_of(&self, seat: Seat, round_trip: Option<Span>) -> Span {
        let clock = self.table().game().clock();
        clock.map_or(Span::ZERO, |clock| clock.grace(seat, round_trip.unwrap_or(Span::ZERO)))
    }

    fn join(
        &mut self,
        connection: ConnectionId,
        person: Person,
        seen: Option<Seen>,
        now: Moment,
        effects: &mut Vec<Effect>,
    ) {
        if self.table().bench().is_removed(person.id) {
            effects.push(Effect::Tell { to: connection, outgoing: Outgoing::Removed(self.id) });
            return;
        }
        let seat = self.table().seat_of(person.id);
        let role = self.role(person.id);
        self.glances.remove(connection);
        let is_new = self.followers.add(connection, person);
        self.note_gone(now);
        self.bring_up_to_date(connection, seat, seen, effects);
        if let Some(heard) = self.heard_by(role) {
            effects.push(Effect::Tell { to: connection, outgoing: Outgoing::Talk(heard) });
        }
        let is_player = self.is_player(connection);
        if is_new {
            effects.push(Effect::Presence { urgent: is_player || role == Role::Arbiter });
        }
        // A player who is new here is told with everybody else.
        if !(is_new && is_player) {
            tell_presence(self.presence(), connection, effects);
        }
    }

    /// Tells a connection that it follows, and what it has missed.
    pub(super) fn bring_up_to_date(
        &mut self,
        connection: ConnectionId,
        seat: Option<Seat>,
        seen: Option<Seen>,
        effects: &mut Vec<Effect>,
    ) {
        // The task knows where the time line lies.
        let joined = Joined { room: self.id, epoch: self.epoch, seat, origin: None };
        let mut tell = |outgoing| effects.push(Effect::Tell { to: connection, outgoing });
        tell(Outgoing::Joined(joined));
        match self.missed(seen) {
            Some(missed) => missed.into_iter().map(Outgoing::Happened).for_each(tell),
            None => tell(Outgoing::Snapshot(self.snapshot())),
        }
    }

    /// The records a connection has missed, if they are few, of this epoch, and it has seen what came before them.
    fn missed(&mut self, seen: Option<Seen>) -> Option<Vec<Arc<Shared<Happened>>>> {
        let seen = seen.filter(|seen| seen.epoch <= self.epoch)?;
        // What was seen of records that are lost is not what stands in their place.
        let is_of_the_lost = |mended| seen.epoch < self.epoch && seen.next > mended;
        if self.journal.mended_after().is_some_and(is_of_the_lost) {
            return None;
        }
        if seen.next < self.claimed {
            return None;
        }
        self.news.since(seen.next, self.id, &self.journal)
    }

    pub(super) fn leave(&mut self, connection: ConnectionId, now: Moment, effects: &mut Vec<Effect>) {
        let was_player = self.is_player(connection);
        self.glances.remove(connection);
        if self.followers.remove(connection) {
            self.note_gone(now);
            effects.push(Effect::Presence { urgent: was_player });
        }
    }

    /// Writes down who is gone, and since when.
    fn note_gone(&mut self, now: Moment) {
        for seat in Seat::BOTH {
            let sitter = self.table().seats()[seat].as_ref().map(|person| person.id);
            let is_here = sitter.is_some_and(|sitter| self.followers.is_here(sitter));
            self.gone_since[seat] = if is_here { None } else { self.gone_since[seat].or(Some(now)) };
        }
    }

    /// What a command is answered with: what it was answered with before, or what is decided now.
    fn answer(
        &self,
        connection: ConnectionId,
        person: &Person,
        id: &CommandId,
        action: Action,
        now: Moment,
    ) -> Answer {
        let Some(round_trip) = self.followers.round_trip(connection) else {
            return Answer::Repeated(Err(Refusal::NotJoined));
        };
        if let Some(recorded) = self.journal.caused_by(person.id, id) {
            return Answer::Repeated(Ok(Some(recorded.seq)));
        }
        let is_it = |(who, what, _): &&(PersonId, CommandId, Refusal)| *who == person.id && what == id;
        if let Some((_, _, refusal)) = self.refused.iter().find(is_it) {
            return Answer::Repeated(Err(*refusal));
        }
        let watcher = |id: PersonId| self.followers.find(id).cloned();
        match decide(
            self.id,
            self.table(),
            Asker { person, round_trip, watcher, gone_since: self.gone_since },
            action,
            now,
        ) {
            Ok(decision) => Answer::Decided(decision),
            Err(refusal) => Answer::Refused(refusal),
        }
    }

    fn take(
        &mut self,
        answer: Answer,
        connection: ConnectionId,
        person: PersonId,
        id: CommandId,
        now: Moment,
        effects: &mut Vec<Effect>,
    ) {
        let result = match answer {
            Answer::Repeated(result) => result,
            Answer::Refused(refusal) => {
                self.refused.truncate(REFUSALS_KEPT - 1);
                self.refused.push_front((person, id.clone(), refusal));
                Err(refusal)
            }
            Answer::Decided(decision) => {
                let cause = Cause { person, command: id.clone() };
                let free_seat = self.table().free_seat();
                let bench = self.table().bench().sizes();
                let kept = self.record(now, Some(cause), decision.events);
                let seq = kept.value().recorded.seq;
                effects.push(Effect::Keep(kept));
                if let Some((room, first)) = decision.found {
                    effects.push(Effect::Found { room, opener: person, first: Box::new(first) });
                }
                let has_new_bench = self.table().bench().sizes() != bench;
                if has_new_bench {
                    self.send_removed_out(effects);
                }
                self.note_gone(now);
                if self.table().free_seat() != free_seat || has_new_bench {
                    effects.push(Effect::Presence { urgent: true });
                }
                Ok(Some(seq))
            }
        };
        self.tell_answer(connection, id, result, effects);
    }

    fn tell_answer(
        &self,
        connection: ConnectionId,
        id: CommandId,
        result: Result<Option<u32>, Refusal>,
        effects: &mut Vec<Effect>,
    ) {
        let answered = Answered { room: self.id, id, result, ply: self.table().game().ply() };
        effects.push(Effect::Tell { to: connection, outgoing: Outgoing::Answered(answered) });
    }

    /// Who was sent out follows no more (L-08).
    fn send_removed_out(&mut self, effects: &mut Vec<Effect>) {
        let bench = self.journal.table().bench();
        let followed = self.followers.remove_all(|person| bench.is_removed(person.id));
        for connection in followed.into_iter().chain(self.glances.remove_all(|id| bench.is_removed(id))) {
            effects.push(Effect::Tell { to: connection, outgoing: Outgoing::Removed(self.id) });
        }
    }

    pub(super) fn record(
        &mut self,
        at: Moment,
        cause: Option<Cause>,
        events: Vec<Event>,
    ) -> Arc<Shared<Happened>> {
        let recorded = self.journal.record(at, cause, events).clone();
        self.news = News::default();
        Shared::new(Happened { room: self.id, recorded, standing: Standing::of(self.table()) })
    }
}

/// What becomes of a command.
enum Answer {
    /// It was answered before, or is not even looked at.
    Repeated(Result<Option<u32>, Refusal>),
    /// It is carried out.
    Decided(Decision),
    /// It is turned down.
    Refused(Refusal),
}

pub(super) fn tell_presence(presence: Presence, to: ConnectionId, effects: &mut Vec<Effect>) {
    effects.push(Effect::Tell { to, outgoing: Outgoing::Presence(Shared::new(presence)) });
}
