//! Sessions without sockets: the client's end is a pipe, the store's end is held by the test.
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs, reason = "a test may panic")]

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use futures::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tengen::config;
use tengen::game::ruleset::RuleSet;
use tengen::hub::{self, Hub};
use tengen::identity::{Key, default_name, new_person};
use tengen::journal::{Person, Recorded, RoomId};
use tengen::lobby::Lobby;
use tengen::pairing::Pairing;
use tengen::roster::Roster;
use tengen::session::{self, Context, Entry, People, Tokens, Visitor};
use tengen::spelling::RulesForm;
use tengen::store::{Claimed, Epoch, Read, Request, Store, Write};
use tengen::timekeeper::{Arrival, ServerClock};
use tokio::io::DuplexStream;
use tokio::sync::mpsc;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::Role;

/// How long an answer may take before a test gives up.
const PATIENCE: Duration = Duration::from_secs(10);

/// Keeps journals in memory. When it is told to lose its voice it keeps the next append and says nothing about it.
async fn keep(mut requests: mpsc::Receiver<Request>, is_mute: Arc<AtomicBool>) {
    let mut journals: BTreeMap<RoomId, Vec<Recorded>> = BTreeMap::new();
    let mut epoch = 0;
    while let Some(request) = requests.recv().await {
        match request {
            Request::Write(Write::Append { appends, reply }) => {
                for append in appends {
                    journals.entry(append.room).or_default().extend(append.records);
                }
                if !is_mute.swap(false, Ordering::Relaxed) {
                    let _ = reply.send(Ok(()));
                }
            }
            Request::Write(Write::Claim { room, reply }) => {
                epoch += 1;
                let claimed = journals.get(&room).cloned().map(|records| Claimed {
                    epoch: Epoch(epoch),
                    records,
                    damage: None,
                });
                let _ = reply.send(Ok(claimed));
            }
            Request::Write(Write::SetName { reply, .. } | Write::Compete { reply, .. }) => drop(reply),
            Request::Read(Read::Competition { reply, .. }) => drop(reply.send(Ok(None))),
            Request::Read(Read::Competitions { reply, .. }) => drop(reply.send(Ok(Vec::new()))),
            Request::Read(Read::OpenCompetitionsOf { reply, .. }) => drop(reply.send(Ok(0))),
            Request::Read(Read::OpenTablesOf { reply, .. }) => drop(reply.send(Ok(0))),
            Request::Read(Read::RecordsOf { room, reply }) => {
                drop(reply.send(Ok(journals.get(&room).cloned())))
            }
            Request::Read(Read::AwakeRooms { reply }) => drop(reply.send(Ok(Vec::new()))),
            Request::Read(Read::NameOf { reply, .. }) => drop(reply.send(Ok(None))),
            Request::Read(Read::BotOf { reply, .. }) => drop(reply.send(Ok(None))),
            Request::Read(Read::GoodTokens { reply }) => drop(reply.send(Ok(Vec::new()))),
            Request::Read(Read::FindGames { reply, .. }) => drop(reply.send(Ok(Vec::new()))),
        }
    }
}

struct House {
    context: Arc<Context>,
    is_mute: Arc<AtomicBool>,
}

impl House {
    fn open() -> Self {
        let (store, requests) = Store::detached(64);
        let is_mute = Arc::new(AtomicBool::new(false));
        tokio::spawn(keep(requests, is_mute.clone()));
        let clock = ServerClock::start();
        let (lobby, summaries) = Lobby::open();
        let settings = hub::Settings {
            key: [7; 32],
            resume_within: PATIENCE,
            idle_after: PATIENCE,
            open_tables_max: 8,
            lag_credit: true,
            stalls: tengen::timekeeper::Stalls::default(),
        };
        let hub = Hub::new(store.clone(), clock, summaries, settings);
        let limits = config::Session::default();
        let stop = tokio_util::sync::CancellationToken::new();
        let roster = Roster::start(hub.clone(), lobby.clone());
        let context = Arc::new(Context {
            pairing: Pairing::start(hub.clone(), lobby.clone(), roster.watch_declarations()),
            roster,
            hub,
            lobby: lobby.clone(),
            tokens: Tokens::watch(store.clone(), stop.clone()),
            store,
            key: Key::random(),
            clock,
            lanes: session::Lanes::default(),
            invitations: session::Invitations::default(),
            computers: Arc::new([]),
            people: People::new(limits.connections_per_person, Arc::new([]), lobby),
            credits: session::Credits::new(&limits, 40),
            limits,
            come_back: (Duration::from_secs(1), Duration::from_secs(8)),
            stop,
            connections: Default::default(),
        });
        Self { context, is_mute }
    }

    async fn visit(&self) -> Client {
        let (ours, theirs) = tokio::io::duplex(64 * 1024);
        let id = new_person();
        let person = Person { id, name: default_name(id), is_bot: false };
        let entry = Entry { person, token: None, visitor: Visitor::Person };
        tokio::spawn(session::run(theirs, bytes::Bytes::new(), Some(entry), None, self.context.clone()));
        let mut client = Client(WebSocketStream::from_raw_socket(ours, Role::Client, None).await);
        client.hear_of("welcome").await;
        client
    }
}

struct Client(WebSocketStream<DuplexStream>);

impl Client {
    async fn say(&mut self, message: Value) {
        self.0.send(Message::text(message.to_string())).await.unwrap();
    }

    async fn hear(&mut self) -> Value {
        loop {
            let heard =
                tokio::time::timeout(PATIENCE, self.0.next()).await.expect("the server says something");
            if let Message::Text(text) = heard.unwrap().unwrap() {
                return serde_json::from_str(&text).unwrap();
            }
        }
    }

    async fn hear_of(&mut self, kind: &str) -> Value {
        loop {
            let message = self.hear().await;
            if message["type"] == kind {
                return message;
            }
        }
    }

    async fn open_table(&mut self) -> Value {
        let rules = RulesForm::from(&RuleSet::freestyle(None));
        let create =
            json!({"type": "create", "id": "c1", "rules": rules, "colours": "black_a", "visibility": "link"});
        self.say(create).await;
        let room = self.hear_of("accepted").await["room"].take();
        self.join(&room).await;
        room
    }

    async fn join(&mut self, room: &Value) -> Value {
        self.say(json!({"type": "join", "room": room})).await;
        let joined = self.hear_of("joined").await;
        self.hear_of("snapshot").await;
        joined
    }

    async fn sit(&mut self, room: &Value) {
        self.say(json!({"type": "act", "room": room, "id": "s1", "action": {"type": "sit"}})).await;
    }
}

#[tokio::test]
async fn a_room_whose_store_failed_comes_back_to_those_who_follow_it() {
    let house = House::open();
    let (mut opener, mut guest) = (house.visit().await, house.visit().await);
    let room = opener.open_table().await;
    let joined = guest.join(&room).await;

    house.is_mute.store(true, Ordering::Relaxed);
    guest.sit(&room).await;
    for client in [&mut opener, &mut guest] {
        let again = client.hear_of("joined").await;
        assert!(again["epoch"].as_u64() > joined["epoch"].as_u64(), "opened again from its journal");
        let snapshot = client.hear_of("snapshot").await;
        assert_eq!((&snapshot["next"], &snapshot["state"]["phase"]), (&json!(2), &json!("playing")));
    }
    // Nobody has told the guest what became of the command. Asking again does.
    guest.sit(&room).await;
    let accepted = guest.hear_of("accepted").await;
    assert_eq!((&accepted["id"], &accepted["seq"]), (&json!("s1"), &json!(1)));
}

#[tokio::test]
async fn a_name_that_could_not_be_kept_is_not_taken() {
    let house = House::open();
    let mut client = house.visit().await;
    client.say(json!({"type": "rename", "id": "r1", "name": "Honinbo"})).await;
    assert_eq!(client.hear_of("refused").await["code"], "unavailable");
}

#[tokio::test]
async fn a_player_who_leaves_is_seen_to_leave() {
    let house = House::open();
    let (mut opener, mut guest) = (house.visit().await, house.visit().await);
    let room = opener.open_table().await;
    guest.join(&room).await;
    guest.sit(&room).await;
    guest.hear_of("accepted").await;
    drop(guest);
    while opener.hear_of("presence").await["seats"]["b"] != json!(false) {}
}

#[tokio::test(start_paused = true)]
async fn who_does_not_say_who_they_are_is_closed_after_five_seconds() {
    let house = House::open();
    let (ours, theirs) = tokio::io::duplex(64 * 1024);
    let began = Arrival::now();
    tokio::spawn(session::run(theirs, bytes::Bytes::new(), None, None, house.context.clone()));
    let mut socket = WebSocketStream::from_raw_socket(ours, Role::Client, None).await;
    // Pings keep nobody here.
    socket.send(Message::Ping(vec![1].into())).await.unwrap();
    let closed = loop {
        if let Message::Close(closed) = socket.next().await.unwrap().unwrap() {
            break closed.unwrap();
        }
    };
    assert_eq!(u16::from(closed.code), 4001);
    let waited = Arrival::now().since(began);
    assert!((Duration::from_secs(5)..Duration::from_secs(6)).contains(&waited), "{waited:?}");
}
