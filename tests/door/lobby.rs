//! The list of games on a large server: a thousand that wait, a thousand that run, and what a watcher is sent of it.

use std::collections::BTreeSet;
use std::time::Duration;

use serde_json::{Value, json};
use tengen::game::presets::presets;
use tengen::spelling::RulesForm;
use tengen::timekeeper::Arrival;
use tokio::time::{MissedTickBehavior, interval};

use crate::house::{Client, Heard, House};

/// How many games wait and how many run.
const GAMES: usize = 1000;
/// What a watcher may be sent, in bytes a second.
const BYTES_MAX: f64 = 2048.0;
/// How often in this time one game begins, one ends and one table opens: a thousand games of six minutes each.
const TURNOVER: Duration = Duration::from_millis(360);
/// How many moves are made in that time: each side thinks for six seconds.
const MOVES: usize = 60;
const TURNS: usize = 16;

/// Somebody who sits at many tables.
struct Player {
    client: Client,
    next: u32,
}

impl Player {
    async fn at(house: &House) -> Self {
        Self { client: house.visit().await, next: 0 }
    }

    fn id(&mut self) -> String {
        self.next += 1;
        self.next.to_string()
    }

    async fn open(&mut self, preset: usize) -> String {
        let presets = presets();
        let rules = RulesForm::from(&presets[preset % 3].rules);
        let create = json!({
            "type": "create", "id": self.id(), "rules": rules, "colours": "black_a", "visibility": "public",
        });
        self.client.say(&create.to_string()).await;
        let room = self.client.hear_of("accepted").await["room"].as_str().unwrap().to_owned();
        // A table whose opener is not there is nobody's to sit down at.
        self.join(&room).await;
        room
    }

    async fn join(&mut self, room: &str) {
        self.client.say(&json!({ "type": "join", "room": room, "seen": null }).to_string()).await;
        self.client.hear_of("snapshot").await;
    }

    async fn act(&mut self, room: &str, action: Value) {
        let act = json!({ "type": "act", "room": room, "id": self.id(), "action": action });
        self.client.say(&act.to_string()).await;
        self.client.hear_of("accepted").await;
    }

    async fn sit(&mut self, room: &str) {
        self.join(room).await;
        self.act(room, json!({ "type": "sit" })).await;
    }

    async fn hears_all(&mut self) {
        self.client.is_well().await;
    }
}

/// What a watcher has been sent, and what it makes of it.
struct Watcher {
    client: Client,
    open: u64,
    playing: u64,
}

impl Watcher {
    async fn at(house: &House, brief: &str) -> (Self, Value) {
        let mut client = house.visit().await;
        client.say(&json!({ "type": "watch_lobby", "brief": brief }).to_string()).await;
        let list = client.hear_of("lobby_brief").await;
        let (open, playing) = (list["open"].as_u64().unwrap(), list["playing"].as_u64().unwrap());
        (Self { client, open, playing }, list)
    }

    /// Takes what comes until so many games wait and run. Gives the bytes of it.
    async fn hears_until(&mut self, open: u64, playing: u64) -> usize {
        let mut bytes = 0;
        while (self.open, self.playing) != (open, playing) {
            bytes += self.hears().await;
        }
        bytes
    }

    async fn hears(&mut self) -> usize {
        let Heard::Says(message) = self.client.hear().await else { panic!("the watcher lost the line") };
        if message["type"] == "lobby_brief_change" {
            (self.open, self.playing) =
                (message["open"].as_u64().unwrap(), message["playing"].as_u64().unwrap());
        }
        // As it came, with the head of its frame.
        message.to_string().len() + 4
    }
}

/// How many games somebody who asks is told of, in as many messages as it takes.
async fn listed(house: &House, asked: &Value, expected: usize) -> usize {
    let mut client = house.visit().await;
    client.say(&asked.to_string()).await;
    let mut rooms = BTreeSet::new();
    while rooms.len() < expected {
        let Heard::Says(message) = client.hear().await else { panic!("the watcher lost the line") };
        let games = message["games"].as_array().or_else(|| message["changed"].as_array());
        rooms.extend(games.into_iter().flatten().map(|game| game["room"].as_str().unwrap().to_owned()));
    }
    client.is_well().await;
    rooms.len()
}

/// A house in which one connection may do what takes hundreds otherwise.
async fn large_house() -> House {
    House::with(|config| {
        config.session.messages_per_second = 1_000_000;
        config.session.messages_burst = 1_000_000;
        config.session.rooms_max = 4 * GAMES;
        config.session.outbox_max = 8 * GAMES;
        config.rooms.open_tables_max = 4 * GAMES;
    })
    .await
}

#[expect(clippy::print_stdout, reason = "the figures of docs/performance.md")]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_watcher_of_two_thousand_games_is_sent_less_than_2_kb_a_second() {
    let house = large_house().await;
    let (mut ann, mut bob) = (Player::at(&house).await, Player::at(&house).await);
    let mut open = Vec::new();
    for preset in 0..2 * GAMES {
        open.push(ann.open(preset).await);
    }
    let running = open.split_off(GAMES);
    for room in &running {
        bob.sit(room).await;
    }
    ann.hears_all().await;

    let (mut watcher, list) = Watcher::at(&house, "newest").await;
    assert_eq!((&list["open"], &list["playing"]), (&json!(GAMES), &json!(GAMES)), "all are counted");
    assert_eq!(list["games"].as_array().unwrap().len(), 100, "a page of each is listed");
    let first_bytes = list.to_string().len();
    assert!(first_bytes < 32 * 1024, "{first_bytes} bytes to begin with");
    let all = json!({ "type": "watch_lobby", "brief": "all" });
    assert_eq!(listed(&house, &all, 2 * GAMES).await, 2 * GAMES, "who wants all of it gets all of it");
    let whole = json!({ "type": "watch_lobby" });
    assert_eq!(listed(&house, &whole, GAMES).await, GAMES, "and 500 of each with their whole rules");

    // A move in each of them is nothing to the lobby.
    for room in &running {
        ann.act(room, json!({ "type": "place", "ply": 0, "point": "h8" })).await;
    }
    watcher.client.is_well().await;

    let begun = Arrival::now();
    let mut due = interval(TURNOVER);
    due.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let (ending, going_on) = running.split_at(TURNS);
    let mut moves = going_on.iter();
    for turn in 0..TURNS {
        due.tick().await;
        for room in moves.by_ref().take(MOVES) {
            bob.act(room, json!({ "type": "place", "ply": 1, "point": "a1" })).await;
        }
        bob.act(&ending[turn], json!({ "type": "resign" })).await;
        bob.sit(&open[turn]).await;
        ann.open(turn).await;
        ann.hears_all().await;
    }
    // Behind everything one more table, so that the watcher knows when it has heard it all.
    ann.open(0).await;
    let bytes = watcher.hears_until(GAMES as u64 + 1, GAMES as u64).await;
    let seconds = Arrival::now().since(begun).as_secs_f64();
    let per_second = bytes as f64 / seconds;
    println!("{first_bytes} bytes to begin with; then {bytes} in {seconds:.1} s: {per_second:.0} a second");
    assert!(per_second < BYTES_MAX, "{per_second:.0} bytes a second");
}
