//! The simulated world: one ordered list of what is under way, one virtual time, one seed.

use std::collections::BTreeMap;

use tengen::game::moment::{Moment, Span};
use tengen::game::presets::presets;
use tengen::game::ruleset::{LagRule, RuleSet};
use tengen::journal::{CommandId, Journal, Recorded};
use tengen::room::message::{Action, ConnectionId, Input, Outgoing};
use tengen::room::{Effect, Room, founding};
use tengen::store::Epoch;

use crate::client::{Client, Heard};
use crate::common::{self, act, ending, fischer, join_seen, opened, person, room_id, secs, sudden_death};

/// When the troubles end: from then on nothing is lost any more.
const HEALED_AT: u64 = 400_000;

/// When everything has long come to rest.
const OVER_AT: u64 = 3_000_000;

/// More than any world needs that works.
const PARCELS_MAX: usize = 200_000;

/// A small generator, so that a seed means the same everywhere (splitmix64).
pub struct Random(u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    pub fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
    }

    pub fn chance(&mut self, percent: u64) -> bool {
        self.below(100) < percent
    }
}

/// Something under way.
enum Parcel {
    /// An input for the server over a connection.
    ToServer { client: usize, connection: ConnectionId, message: ToServer },
    /// A message for a client over a connection.
    ToClient { client: usize, connection: ConnectionId, outgoing: Outgoing },
    /// A client notices that it has no connection.
    Reconnect { client: usize },
    /// A client looks at the board.
    Think { client: usize },
    /// The server's timer, which may be late.
    Timer,
    /// The server starts again.
    Restart,
    /// Something goes wrong.
    Trouble,
}

enum ToServer {
    Join,
    Rejoin,
    Act(CommandId, Action),
}

pub struct World {
    seed: u64,
    random: Random,
    now: u64,
    parcels: BTreeMap<(u64, u64), Parcel>,
    sent: u64,
    /// The last arrival on each connection, one for each direction: what goes first arrives first.
    lines: BTreeMap<(ConnectionId, bool), u64>,
    room: Option<Room>,
    /// The moment and the time at which the room was opened last.
    base: (Moment, u64),
    epoch: u64,
    pub journal: Vec<Recorded>,
    pub clients: Vec<Client>,
    connections: u64,
    pub counted: BTreeMap<&'static str, u64>,
}

impl World {
    pub fn new(seed: u64) -> Self {
        let mut random = Random(seed);
        let clock = match random.below(4) {
            0 => None,
            1 => Some(sudden_death(secs(20 + random.below(60)))),
            2 => Some(fischer(secs(10), secs(2))),
            _ => Some(common::byo_yomi(secs(10), 3, secs(5))),
        };
        // Half of the worlds play plain renju, the others any preset with its opening and its manners.
        let presets = presets();
        let rules = if random.chance(50) {
            RuleSet::renju(clock)
        } else {
            let index = usize::try_from(random.below(u64::try_from(presets.len()).unwrap())).unwrap();
            RuleSet { clock, ..presets[index].rules.clone() }
        };
        let rules = RuleSet { lag: LagRule::USUAL, ..rules };
        let mut world = Self {
            seed,
            random,
            now: 0,
            parcels: BTreeMap::new(),
            sent: 0,
            lines: BTreeMap::new(),
            room: None,
            base: (Moment::ZERO, 0),
            epoch: 0,
            journal: vec![founding(opened(rules), person(0))],
            clients: (0..4).map(Client::new).collect(),
            connections: 0,
            counted: BTreeMap::new(),
        };
        world.restart();
        for client in 0..world.clients.len() {
            world.later(1, 500, Parcel::Reconnect { client });
        }
        world.later(1_000, 20_000, Parcel::Trouble);
        world
    }

    pub fn run(mut self) -> Self {
        for _ in 0..PARCELS_MAX {
            let Some(((at, _), parcel)) = self.parcels.pop_first() else { return self };
            if at > OVER_AT {
                return self;
            }
            self.now = at;
            self.open(parcel);
        }
        panic!("SEED={}: the world does not come to rest", self.seed);
    }

    fn open(&mut self, parcel: Parcel) {
        match parcel {
            Parcel::ToServer { client, connection, message } => self.serve(client, connection, message),
            Parcel::ToClient { client, connection, outgoing } => self.deliver(client, connection, &outgoing),
            Parcel::Reconnect { client } => self.reconnect(client),
            Parcel::Think { client } => self.think(client),
            Parcel::Timer => self.take(Input::Wake),
            Parcel::Restart => self.restart(),
            Parcel::Trouble => self.trouble(),
        }
    }

    /// Puts a parcel on the way, which takes from `least` to `most`.
    fn later(&mut self, least: u64, most: u64, parcel: Parcel) {
        let at = self.now + least + self.random.below(most - least + 1);
        self.send_at(at, parcel);
    }

    fn send_at(&mut self, at: u64, parcel: Parcel) {
        self.sent += 1;
        self.parcels.insert((at, self.sent), parcel);
    }

    /// Puts a parcel on a connection, behind what is on it already.
    fn send(&mut self, connection: ConnectionId, to_server: bool, parcel: Parcel) {
        let delay = if self.random.chance(5) { self.random.below(3_000) } else { 5 + self.random.below(150) };
        let line = self.lines.entry((connection, to_server)).or_default();
        *line = (self.now + delay).max(*line);
        let at = *line;
        self.send_at(at, parcel);
    }

    fn count(&mut self, what: &'static str) {
        *self.counted.entry(what).or_default() += 1;
    }

    fn is_healed(&self) -> bool {
        self.now >= HEALED_AT
    }

    fn reconnect(&mut self, client: usize) {
        if self.clients[client].connection.is_some() {
            return;
        }
        if self.room.is_none() {
            return self.later(500, 2_000, Parcel::Reconnect { client });
        }
        self.connections += 1;
        let connection = ConnectionId(self.connections);
        self.clients[client].connection = Some(connection);
        self.send(connection, true, Parcel::ToServer { client, connection, message: ToServer::Join });
        for (id, action) in self.clients[client].pending.clone() {
            self.send(
                connection,
                true,
                Parcel::ToServer { client, connection, message: ToServer::Act(id, action) },
            );
        }
        self.later(50, 400, Parcel::Think { client });
    }

    fn think(&mut self, client: usize) {
        let Some(connection) = self.clients[client].connection else {
            return;
        };
        if let Some((id, action)) = self.clients[client].decide(&mut self.random) {
            let times = if self.random.chance(15) { 2 } else { 1 };
            if times == 2 {
                self.count("duplicate");
            }
            for _ in 0..times {
                let message = ToServer::Act(id.clone(), action.clone());
                self.send(connection, true, Parcel::ToServer { client, connection, message });
            }
        }
        self.later(100, 4_000, Parcel::Think { client });
    }

    fn serve(&mut self, client: usize, connection: ConnectionId, message: ToServer) {
        if self.clients[client].connection != Some(connection) {
            return;
        }
        let number = u8::try_from(client).unwrap();
        let mut input = match message {
            ToServer::Join | ToServer::Rejoin => join_seen(number, self.clients[client].seen()),
            ToServer::Act(id, action) => act(number, id.as_str(), action),
        };
        if let Input::Join { connection: which, .. } | Input::Act { connection: which, .. } = &mut input {
            *which = connection;
        }
        self.take(input);
    }

    /// The room takes an input; what it wants kept is kept, and then told, unless the server crashes in between.
    fn take(&mut self, input: Input) {
        let at = self.base.0 + Span::from_millis(self.now - self.base.1);
        let Some(room) = &mut self.room else {
            return;
        };
        let effects = room.handle(input, at);
        let wake_at = room.wake_at();
        let keeps = effects.iter().any(|effect| matches!(effect, Effect::Keep(_)));
        let crashes = keeps && !self.is_healed() && self.random.chance(2);
        if crashes && self.random.chance(50) {
            self.count("crash before keeping");
            return self.crash();
        }
        self.journal.extend(common::kept(&effects));
        if crashes {
            self.count("crash before telling");
            return self.crash();
        }
        for effect in effects {
            self.tell(effect);
        }
        if let Some(wake_at) = wake_at {
            let due = self.base.1 + wake_at.since(self.base.0).millis();
            let late = if self.random.chance(20) { self.random.below(5_000) } else { 0 };
            self.send_at(due.max(self.now) + late, Parcel::Timer);
        }
    }

    fn tell(&mut self, effect: Effect) {
        match effect {
            Effect::Keep(happened) => {
                for client in 0..self.clients.len() {
                    let Some(connection) = self.clients[client].connection else { continue };
                    if client >= 2 && !self.is_healed() && self.random.chance(5) {
                        // A watcher too slow for its outbox loses the message and is told to join again.
                        self.count("lagging watcher");
                        self.send(
                            connection,
                            true,
                            Parcel::ToServer { client, connection, message: ToServer::Rejoin },
                        );
                        continue;
                    }
                    let outgoing = Outgoing::Happened(happened.clone());
                    self.send(connection, false, Parcel::ToClient { client, connection, outgoing });
                }
                self.count_end(&happened.value().recorded);
            }
            Effect::Tell { to, outgoing } => {
                let client = self.clients.iter().position(|client| client.connection == Some(to));
                if let Some(client) = client {
                    if matches!(outgoing, Outgoing::Happened(_)) {
                        self.count("tail");
                    }
                    self.send(to, false, Parcel::ToClient { client, connection: to, outgoing });
                }
            }
            Effect::Found { .. } | Effect::Presence { .. } => {}
        }
    }

    fn count_end(&mut self, recorded: &Recorded) {
        use tengen::game::event::Event;
        for event in &recorded.events {
            if let tengen::journal::Event::Game(Event::Ended { outcome }) = event {
                self.count(ending(&outcome.reason));
            }
        }
    }

    fn deliver(&mut self, client: usize, connection: ConnectionId, outgoing: &Outgoing) {
        if self.clients[client].connection != Some(connection) {
            return;
        }
        let counted = &mut self.counted;
        let mut count = |what| *counted.entry(what).or_default() += 1;
        if let Heard::Gap = self.clients[client].hear(outgoing, &mut count) {
            self.send(connection, true, Parcel::ToServer { client, connection, message: ToServer::Rejoin });
        }
    }

    fn trouble(&mut self) {
        if self.is_healed() {
            return;
        }
        if self.random.chance(15) {
            self.count("crash");
            self.crash();
        } else {
            let client = usize::try_from(self.random.below(4)).unwrap();
            self.lose(client);
        }
        self.later(2_000, 40_000, Parcel::Trouble);
    }

    /// A client's connection is gone, and all that was on it; either end may notice late.
    fn lose(&mut self, client: usize) {
        let Some(connection) = self.clients[client].connection.take() else {
            return;
        };
        self.count("lost connection");
        self.take(Input::Leave { connection });
        self.later(10, 10_000, Parcel::Reconnect { client });
    }

    fn crash(&mut self) {
        self.room = None;
        for client in 0..self.clients.len() {
            self.clients[client].connection = None;
            self.later(500, 5_000, Parcel::Reconnect { client });
        }
        self.later(100, 8_000, Parcel::Restart);
    }

    fn restart(&mut self) {
        self.epoch += 1;
        let journal = Journal::replay(self.journal.clone()).unwrap();
        self.base = (journal.end(), self.now);
        self.room = Some(Room::new(room_id(), Epoch(self.epoch), journal));
        self.take(Input::Wake);
    }
}
