//! Those who follow a room: what they say, what they hear, and who of them is what. Pure.

use std::sync::Arc;

use crate::game::moment::Moment;
use crate::journal::{CommandId, Person, PersonId, Remark};
use crate::room::message::{Appointments, Audience, ConnectionId, Heard, Outgoing, Refusal, Seen};
use crate::room::office;
use crate::room::outbox::Shared;
use crate::room::state::{Effect, Room, tell_presence};
use crate::room::talk::{Role, Said};

impl Room {
    /// The connections of the players.
    pub fn players(&self) -> Vec<ConnectionId> {
        let seats = self.table().seats();
        let seated = [&seats.a, &seats.b].into_iter().flatten();
        seated.flat_map(|player| self.followers.of(player.id)).collect()
    }

    /// Lets a connection see the room without being there. If it attended, it does no longer.
    pub(super) fn glance(
        &mut self,
        connection: ConnectionId,
        person: &Person,
        seen: Option<Seen>,
        now: Moment,
        effects: &mut Vec<Effect>,
    ) {
        if self.table().bench().is_removed(person.id) {
            effects.push(Effect::Tell { to: connection, outgoing: Outgoing::Removed(self.id) });
            return;
        }
        self.leave(connection, now, effects);
        self.glances.add(connection, person.id);
        self.bring_up_to_date(connection, self.table().seat_of(person.id), seen, effects);
        tell_presence(self.presence(), connection, effects);
    }

    /// Records who sits and who rules here, as far as it is news. Whoever has become an arbiter sees more from then on.
    pub(super) fn appoint(&mut self, appointments: &Appointments, now: Moment, effects: &mut Vec<Effect>) {
        let events = office::appoint(self.table(), appointments);
        if !events.is_empty() {
            effects.push(Effect::Keep(self.record(now, None, events)));
            effects.push(Effect::Presence { urgent: true });
        }
    }

    /// Says something to whom it may concern.
    pub(super) fn say(
        &mut self,
        connection: ConnectionId,
        person: Person,
        text: Remark,
        id: &CommandId,
        now: Moment,
        effects: &mut Vec<Effect>,
    ) -> Result<(), Refusal> {
        if self.followers.person(connection).is_none() {
            return Err(Refusal::NotJoined);
        }
        if self.table().bench().is_muted(person.id) {
            return Err(Refusal::Muted);
        }
        let role = self.role(person.id);
        let line = match self.talk.say(person, role, text, id.clone(), now) {
            Said::New(line) => line,
            Said::Repeated => return Ok(()),
            Said::TooFast => return Err(Refusal::TalksTooFast),
        };
        let is_over = self.table().game().outcome().is_some();
        let heard = Shared::new(Heard { room: self.id, all: false, lines: vec![line.clone()] });
        for (connection, person) in self.followers.iter() {
            if line.is_heard_by(self.role(person.id), is_over) {
                effects.push(Effect::Tell { to: connection, outgoing: Outgoing::Talk(heard.clone()) });
            }
        }
        Ok(())
    }

    /// What somebody hears of all that was said; none if that is nothing.
    pub(super) fn heard_by(&self, role: Role) -> Option<Arc<Shared<Heard>>> {
        let is_over = self.table().game().outcome().is_some();
        let lines: Vec<_> =
            self.talk.lines().filter(|line| line.is_heard_by(role, is_over)).cloned().collect();
        (!lines.is_empty()).then(|| Shared::new(Heard { room: self.id, all: true, lines }))
    }

    /// The game is over: its players hear what was said of it meanwhile.
    pub(super) fn tell_players_all(&self, effects: &mut Vec<Effect>) {
        let Some(heard) = self.heard_by(Role::Player) else { return };
        for (to, _) in self.followers.iter().filter(|(_, person)| self.role(person.id) == Role::Player) {
            effects.push(Effect::Tell { to, outgoing: Outgoing::Talk(heard.clone()) });
        }
    }

    /// What somebody is at this table.
    pub(super) fn role(&self, person: PersonId) -> Role {
        if self.table().seat_of(person).is_some() {
            Role::Player
        } else if self.table().bench().is_arbiter(person) {
            Role::Arbiter
        } else {
            Role::Spectator
        }
    }

    /// The connections of arbiters, and what they are shown of who watches; none where nobody arbitrates.
    pub fn audience(&self) -> Option<(Vec<ConnectionId>, Audience)> {
        let arbiters: Vec<ConnectionId> = self
            .followers
            .iter()
            .filter(|(_, person)| self.role(person.id) == Role::Arbiter)
            .map(|(connection, _)| connection)
            .collect();
        if arbiters.is_empty() {
            return None;
        }
        let bench = self.table().bench();
        let mut watchers: Vec<Person> = Vec::new();
        for (_, person) in self.followers.iter() {
            let is_new = watchers.iter().all(|other| other.id != person.id);
            if self.role(person.id) == Role::Spectator && is_new && watchers.len() < Audience::WATCHERS_MAX {
                watchers.push(person.clone());
            }
        }
        let (muted, removed) = (bench.muted.clone(), bench.removed.clone());
        Some((arbiters, Audience { room: self.id, watchers, muted, removed }))
    }

    pub(super) fn next_readout(&self) -> Option<Moment> {
        self.readouts.next(self.table().game()).map(|(at, _)| at)
    }

    /// Reads out the seconds of a period that have come, to everybody (I-10).
    pub(super) fn read_out(&mut self, now: Moment, effects: &mut Vec<Effect>) {
        for readout in self.readouts.due(self.journal.table().game(), now) {
            for connection in self.followers.connections() {
                let outgoing = Outgoing::Readout { room: self.id, readout };
                effects.push(Effect::Tell { to: connection, outgoing });
            }
        }
    }
}
