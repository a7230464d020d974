//! A room as a value: who follows it, who sits, what was recorded. Pure: time and commands come in, effects go out.
//!
//! Every input first settles what time alone has brought about by then, stamped when it was *due*; so a timer only makes
//! things visible sooner and never decides anything.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use crate::game::moment::{Moment, Span};
use crate::game::seat::{PerSeat, Seat};
use crate::journal::{Cause, CommandId, Event, Journal, Person, PersonId, Recorded, RoomId, Standing, Table};
use crate::room::decide::{Decision, decide};
use crate::room::message::{
    Action, Answered, ConnectionId, Happened, Input, Joined, Outgoing, Presence, Refusal, Seen, Snapshot,
};
use crate::room::outbox::Shared;
use crate::store::Epoch;

/// The most records a returning connection is sent one by one; beyond that it gets one snapshot.
pub const TAIL_MAX: usize = 32;

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
    id: RoomId,
    epoch: Epoch,
    journal: Journal,
    followers: BTreeMap<ConnectionId, Follower>,
    recent: VecDeque<Arc<Shared<Happened>>>,
    refused: VecDeque<(PersonId, CommandId, Refusal)>,
    snapshot: Option<Arc<Shared<Snapshot>>>,
}

/// A connection that follows the room.
#[derive(Clone, Copy, Debug)]
struct Follower {
    person: PersonId,
    round_trip: Span,
}

impl Room {
    /// The room with this journal, claimed in this epoch. Nobody follows it yet.
    pub const fn new(id: RoomId, epoch: Epoch, journal: Journal) -> Self {
        Self {
            id,
            epoch,
            journal,
            followers: BTreeMap::new(),
            recent: VecDeque::new(),
            refused: VecDeque::new(),
            snapshot: None,
        }
    }

    /// Takes one input at `at` and says what follows from it.
    pub fn handle(&mut self, input: Input, at: Moment) -> Vec<Effect> {
        // Stamps taken on two threads may cross. The journal never runs backwards.
        let now = at.max(self.journal.end());
        let mut effects = Vec::new();
        self.settle(now, self.grace_for(&input), &mut effects);
        match input {
            Input::Join { connection, person, seen } => self.join(connection, person, seen, &mut effects),
            Input::Leave { connection } => self.leave(connection, &mut effects),
            Input::Act { connection, person, id, action } => {
                let answer = self.answer(connection, &person, &id, action, now);
                self.take(answer, connection, person.id, id, now, &mut effects);
            }
            Input::Lag { connection, round_trip } => {
                if let Some(follower) = self.followers.get_mut(&connection) {
                    follower.round_trip = round_trip;
                }
            }
            Input::Wake => {}
        }
        effects
    }

    /// When the room next wants to be woken.
    pub fn wake_at(&self) -> Option<Moment> {
        Some(self.table().game().deadline()? + self.grace())
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

    /// Whether nobody follows the room.
    pub fn is_deserted(&self) -> bool {
        self.followers.is_empty()
    }

    /// Whether a connection belongs to a player.
    pub fn is_player(&self, connection: ConnectionId) -> bool {
        self.followers
            .get(&connection)
            .is_some_and(|follower| self.table().seat_of(follower.person).is_some())
    }

    /// Whether every taken seat has a connection.
    pub fn has_its_players(&self) -> bool {
        let presence = self.presence();
        presence.seats.a != Some(false) && presence.seats.b != Some(false)
    }

    /// Who is here.
    pub fn presence(&self) -> Presence {
        let is_here = |seat: Seat| {
            let sitter = self.table().seats()[seat].as_ref()?;
            Some(self.followers.values().any(|follower| follower.person == sitter.id))
        };
        let players = self.followers.keys().filter(|connection| self.is_player(**connection)).count();
        let watchers = u32::try_from(self.followers.len() - players).unwrap_or(u32::MAX);
        Presence { room: self.id, seats: PerSeat::from_fn(is_here), watchers }
    }

    /// The room as it stands; made once for each state.
    pub fn snapshot(&mut self) -> Arc<Shared<Snapshot>> {
        let next = self.journal.next();
        match &self.snapshot {
            Some(snapshot) if snapshot.value().next == next => snapshot.clone(),
            Some(_) | None => {
                let snapshot = Shared::new(Snapshot {
                    room: self.id,
                    next,
                    at: self.journal.end(),
                    table: self.table().clone(),
                });
                self.snapshot.insert(snapshot).clone()
            }
        }
    }

    /// Records what time alone has brought about by `now`.
    fn settle(&mut self, now: Moment, grace: Span, effects: &mut Vec<Effect>) {
        while let Some((due, event)) = self.table().game().lapsed(now, grace) {
            let at = due.max(self.journal.end());
            effects.push(Effect::Keep(self.record(at, None, vec![Event::Game(event)])));
        }
    }

    /// How long after its deadline the side to move is waited for, should a move be under way.
    fn grace(&self) -> Span {
        let Some(owed) = self.table().game().owed() else {
            return Span::ZERO;
        };
        let sitter = self.table().seats()[owed.seat].as_ref().map(|person| person.id);
        let of_sitter = self.followers.values().filter(|follower| Some(follower.person) == sitter);
        self.grace_of(owed.seat, of_sitter.map(|follower| follower.round_trip).max())
    }

    /// The grace for an input: a command of the side to move is judged by the delay of its own connection.
    fn grace_for(&self, input: &Input) -> Span {
        let Input::Act { connection, person, .. } = input else {
            return self.grace();
        };
        match self.table().game().owed() {
            Some(owed) if self.table().seat_of(person.id) == Some(owed.seat) => {
                self.grace_of(owed.seat, self.followers.get(connection).map(|follower| follower.round_trip))
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
        person: PersonId,
        seen: Option<Seen>,
        effects: &mut Vec<Effect>,
    ) {
        let is_new = !self.followers.contains_key(&connection);
        self.followers.entry(connection).or_insert(Follower { person, round_trip: Span::ZERO });
        let joined = Joined {
            room: self.id,
            epoch: self.epoch,
            seat: self.table().seat_of(person),
            // The task knows where the time line lies.
            origin: None,
        };
        let mut tell = |outgoing| effects.push(Effect::Tell { to: connection, outgoing });
        tell(Outgoing::Joined(joined));
        match self.missed(seen) {
            Some(missed) => missed.into_iter().map(Outgoing::Happened).for_each(tell),
            None => tell(Outgoing::Snapshot(self.snapshot())),
        }
        let is_player = self.is_player(connection);
        if is_new {
            effects.push(Effect::Presence { urgent: is_player });
        }
        // A player who is new here is told with everybody else.
        if !(is_new && is_player) {
            tell_presence(self.presence(), connection, effects);
        }
    }

    /// The records a connection has missed, if they are few and it has seen what came before them.
    fn missed(&self, seen: Option<Seen>) -> Option<Vec<Arc<Shared<Happened>>>> {
        let seen = seen.filter(|seen| seen.epoch <= self.epoch)?;
        let missed = self.journal.tail(seen.next)?.len();
        let from = self.recent.len().checked_sub(missed)?;
        Some(self.recent.range(from..).cloned().collect())
    }

    fn leave(&mut self, connection: ConnectionId, effects: &mut Vec<Effect>) {
        let was_player = self.is_player(connection);
        if self.followers.remove(&connection).is_some() {
            effects.push(Effect::Presence { urgent: was_player });
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
        let Some(follower) = self.followers.get(&connection) else {
            return Answer::Repeated(Err(Refusal::NotJoined));
        };
        if let Some(recorded) = self.journal.caused_by(person.id, id) {
            return Answer::Repeated(Ok(recorded.seq));
        }
        let is_it = |(who, what, _): &&(PersonId, CommandId, Refusal)| *who == person.id && what == id;
        if let Some((_, _, refusal)) = self.refused.iter().find(is_it) {
            return Answer::Repeated(Err(*refusal));
        }
        match decide(self.id, self.table(), person, action, follower.round_trip, now) {
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
                let kept = self.record(now, Some(cause), decision.events);
                let seq = kept.value().recorded.seq;
                effects.push(Effect::Keep(kept));
                if let Some((room, first)) = decision.found {
                    effects.push(Effect::Found { room, opener: person, first: Box::new(first) });
                }
                if self.table().free_seat() != free_seat {
                    effects.push(Effect::Presence { urgent: true });
                }
                Ok(seq)
            }
        };
        let answered = Answered { room: self.id, id, result, ply: self.table().game().ply() };
        effects.push(Effect::Tell { to: connection, outgoing: Outgoing::Answered(answered) });
    }

    fn record(&mut self, at: Moment, cause: Option<Cause>, events: Vec<Event>) -> Arc<Shared<Happened>> {
        let recorded = self.journal.record(at, cause, events).clone();
        let happened =
            Shared::new(Happened { room: self.id, recorded, standing: Standing::of(self.table()) });
        if self.recent.len() == TAIL_MAX {
            self.recent.pop_front();
        }
        self.recent.push_back(happened.clone());
        happened
    }
}

/// What becomes of a command.
enum Answer {
    /// It was answered before, or is not even looked at.
    Repeated(Result<u32, Refusal>),
    /// It is carried out.
    Decided(Decision),
    /// It is turned down.
    Refused(Refusal),
}

fn tell_presence(presence: Presence, to: ConnectionId, effects: &mut Vec<Effect>) {
    effects.push(Effect::Tell { to, outgoing: Outgoing::Presence(Shared::new(presence)) });
}
