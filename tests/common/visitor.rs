//! Somebody who visits the real server, and a game of two such.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use tengen::client::{self, Address, Answered, Client, Lost, News, Retry, Table, Token, Updates};
use tengen::game::clock::TimeControl;
use tengen::game::ruleset::{LagRule, RuleSet};
use tengen::journal::{CommandId, RoomId};
use tengen::protocol::server::{Happened, Phase, ServerMessage, State};
use tengen::protocol::{Action, Code, ColoursForm, VisibilityForm};
use tengen::spelling::{PointForm, SeatForm};
use tengen::timekeeper::{Arrival, reach};
use tokio::time::timeout;

use super::point;

/// How long anything may take before a test gives up.
pub const PATIENCE: Duration = Duration::from_secs(30);
/// How often a condition is looked at that nobody announces.
const LOOK_EVERY: Duration = Duration::from_millis(2);

/// A connected person, and everything that it has heard.
pub struct Visitor {
    pub token: Token,
    pub client: Client,
    pub connections: u32,
    pub tables: BTreeMap<RoomId, Arc<Table>>,
    /// The hash of each room's last snapshot.
    pub hashes: BTreeMap<RoomId, String>,
    pub happened: Vec<(Happened, Arrival)>,
    pub said: Vec<ServerMessage>,
    /// The codes with which the server has closed connections.
    pub closed: Vec<u16>,
    /// What the server's clock showed at a moment of ours.
    pub server_clock: Option<(u64, Arrival)>,
    /// The ids of the server's own bots, the gentlest first.
    pub computers: Vec<String>,
    answers: BTreeMap<CommandId, Answered>,
    updates: Updates,
}

/// Waits until something is so that nobody announces.
pub async fn until(what: &str, is_so: impl Fn() -> bool) {
    let deadline = Arrival::now().after(PATIENCE);
    while !is_so() {
        assert!(Arrival::now() < deadline, "in vain: {what}");
        reach(Some(Arrival::now().after(LOOK_EVERY))).await;
    }
}

/// A server on the same machine is back soon.
pub fn quick_retry() -> Retry {
    let millis = Duration::from_millis;
    Retry { first: millis(20), longest: millis(200), give_up_after: PATIENCE }
}

impl Visitor {
    /// A new guest.
    pub async fn new(address: &Address) -> Self {
        let guest = client::guest(address, None).await.unwrap();
        Self::back(address, guest.token).await
    }

    /// Somebody who was here before.
    pub async fn back(address: &Address, token: Token) -> Self {
        let (address, retry) = (address.clone(), quick_retry());
        let options = client::Options { address, token: Some(token.clone()), from: None, retry };
        let (client, updates) = Client::start(options);
        let mut visitor = Self {
            token,
            client,
            connections: 0,
            tables: BTreeMap::new(),
            hashes: BTreeMap::new(),
            happened: Vec::new(),
            said: Vec::new(),
            closed: Vec::new(),
            server_clock: None,
            computers: Vec::new(),
            answers: BTreeMap::new(),
            updates,
        };
        visitor.until("a connection", |visitor| visitor.connections > 0).await;
        visitor
    }

    /// Hears what is said until something is so.
    pub async fn until(&mut self, what: &str, is_so: impl Fn(&Self) -> bool) {
        let deadline = Arrival::now().after(PATIENCE);
        while !is_so(self) {
            let news = timeout(deadline.since(Arrival::now()), self.updates.next()).await;
            let news = news.unwrap_or_else(|_| panic!("in vain: {what}")).expect("the client lives");
            self.hear(news);
        }
    }

    /// Hears what is said for so long.
    pub async fn hear_for(&mut self, time: Duration) {
        let until = Arrival::now().after(time);
        while let Ok(news) = timeout(until.since(Arrival::now()), self.updates.next()).await {
            self.hear(news.expect("the client lives"));
        }
    }

    /// Opens a table that only those find who are told.
    pub async fn create(&mut self, rules: &RuleSet) -> RoomId {
        let id = self.client.create(rules.into(), ColoursForm::BlackA, VisibilityForm::Link).unwrap();
        let answered = self.answer(&id).await;
        answered.result.unwrap();
        answered.room.unwrap()
    }

    /// Follows a room, and has seen it when this returns.
    pub async fn follow(&mut self, room: RoomId) {
        self.client.follow(room).unwrap();
        self.until("the room", |visitor| visitor.table(room).position.is_some()).await;
    }

    /// Does something, and has seen it happen when this returns. Gives the number of the record.
    pub async fn act(&mut self, room: RoomId, action: Action) -> u32 {
        let id = self.client.act(room, action).unwrap();
        let seq = self.answer(&id).await.result.unwrap().unwrap();
        self.until("the record", |visitor| visitor.table(room).next() > seq).await;
        seq
    }

    /// Wants something and is turned down. Gives the code.
    pub async fn refused(&mut self, room: RoomId, action: Action) -> Code {
        let id = self.client.act(room, action).unwrap();
        self.answer(&id).await.result.expect_err("it is turned down").code
    }

    /// The table in a room; one of which nothing is known, if it is not followed.
    pub fn table(&self, room: RoomId) -> Arc<Table> {
        self.tables.get(&room).cloned().unwrap_or_else(|| Arc::new(Table::new(room)))
    }

    /// Where the game in a room stands.
    pub fn state(&self, room: RoomId) -> State {
        self.table(room).position.clone().expect("the room was seen").state
    }

    /// Where the server's clock will show this, on ours.
    pub fn arrival_of(&self, server_millis: i64) -> Arrival {
        let (showed, at) = self.server_clock.unwrap();
        let ahead = server_millis - i64::try_from(showed).unwrap();
        at.after(Duration::from_millis(u64::try_from(ahead).expect("it lies ahead")))
    }

    pub async fn answer(&mut self, id: &CommandId) -> Answered {
        self.until("an answer", |visitor| visitor.answers.contains_key(id)).await;
        self.answers.remove(id).unwrap()
    }

    fn hear(&mut self, news: News) {
        match news {
            News::Connected { times, now, at, computers, .. } => {
                (self.connections, self.server_clock) = (times, Some((now, at)));
                self.computers = computers.into_iter().map(|computer| computer.person.id).collect();
            }
            News::Lost { why: Lost::Closed { code, .. }, .. } => self.closed.push(code),
            News::Lost { .. } => {}
            News::Room { table, message, at, .. } => {
                if let ServerMessage::Snapshot(snapshot) = &*message {
                    self.hashes.insert(table.room, snapshot.hash.clone());
                }
                if let ServerMessage::Happened(happened) = *message {
                    self.happened.push((*happened, at));
                }
                self.tables.insert(table.room, table);
            }
            News::Answered(answered) => {
                self.answers.insert(answered.id.clone(), answered);
            }
            News::Said { message, .. } => self.said.push(*message),
            News::NotUnderstood { error } => panic!("not understood: {error}"),
            News::Ended { why } => panic!("the client has ended: {why}"),
        }
    }
}

/// A game between two visitors. Seat A plays Black.
pub struct Pair {
    pub room: RoomId,
    pub a: Visitor,
    pub b: Visitor,
}

impl Pair {
    /// Two who sit down to a game.
    pub async fn sit_down(address: &Address, rules: &RuleSet) -> Self {
        let (mut a, mut b) = (Visitor::new(address).await, Visitor::new(address).await);
        let room = a.create(rules).await;
        a.follow(room).await;
        b.follow(room).await;
        b.act(room, Action::Sit {}).await;
        a.until("the game", |a| a.state(room).phase == Phase::Playing).await;
        Self { room, a, b }
    }

    /// Makes moves, whoever is to move, and both have seen them when this returns.
    pub async fn play(&mut self, points: &[&str]) {
        let room = self.room;
        for name in points {
            let state = self.a.state(room);
            let is_a = state.owed.expect("the game runs").seat == SeatForm::A;
            let (mover, other) = if is_a { (&mut self.a, &mut self.b) } else { (&mut self.b, &mut self.a) };
            let action = Action::Place {
                ply: state.ply,
                point: PointForm::from(point(name)),
                draw: false,
                five: false,
            };
            let seq = mover.act(room, action).await;
            other.until("the move", |other| other.table(room).next() > seq).await;
        }
    }
}

/// Freestyle with this clock, and nothing given back for the network.
pub fn freestyle(clock: TimeControl) -> RuleSet {
    RuleSet { lag: LagRule::OFF, ..RuleSet::freestyle(Some(clock)) }
}
