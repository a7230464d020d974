//! Secrets stay secret: everything that the real server says, on every line, in its log and on its pages, is searched for
//! a sealed move, numbers in closed hands, the lot, keys before their time (rulebook K-04, D-03, W-12), and tokens at any.
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs, reason = "a test may panic")]

#[allow(dead_code, unreachable_pub, reason = "shared with other tests, each of which uses a part")]
#[path = "common/server.rs"]
mod server;

use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use futures::{SinkExt, StreamExt};
use serde_json::{Value, json};
use server::{TestServer, leaks};
use tengen::client;
use tengen::game::ruleset::RuleSet;
use tengen::journal::{Salt, commitment};
use tengen::spelling::RulesForm;
use tengen::timekeeper::Arrival;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

/// How long an answer may take before a test gives up.
const PATIENCE: Duration = Duration::from_secs(20);

/// A number that was never used before: a command that came before a restart has its name for ever.
fn next_number() -> u32 {
    static NUMBERS: AtomicU32 = AtomicU32::new(1);
    NUMBERS.fetch_add(1, Ordering::Relaxed)
}

/// A person with a line of their own, and every frame that came over it.
struct Line {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    token: String,
    frames: String,
}

impl Line {
    async fn open(server: &TestServer) -> Self {
        let guest = client::guest(&server.url(), None).await.unwrap();
        Self::back(server, guest.token.reveal().to_owned(), String::new()).await
    }

    /// Opens another line for a person, who remembers all frames of the last one.
    async fn back(server: &TestServer, token: String, frames: String) -> Self {
        let mut request = server.url().to_string().into_client_request().unwrap();
        let headers = request.headers_mut();
        headers.insert("authorization", format!("Bearer {token}").parse().unwrap());
        headers.insert("sec-websocket-protocol", "tengen.v1".parse().unwrap());
        let (socket, _) = connect_async(request).await.unwrap();
        let mut line = Self { socket, token, frames };
        line.hear("welcome", |value| value["type"] == "welcome").await;
        line
    }

    /// Hears until something is said.
    async fn hear(&mut self, what: &str, is_it: impl Fn(&Value) -> bool) -> Value {
        let deadline = Arrival::now().after(PATIENCE);
        loop {
            let left = deadline.since(Arrival::now());
            let frame = timeout(left, self.socket.next()).await;
            let frame = frame.unwrap_or_else(|_| panic!("in vain: {what}\n{}", self.frames));
            let frame = frame.expect("the line holds").unwrap();
            if let Message::Text(text) = frame {
                self.frames.push_str(&text);
                self.frames.push('\n');
                let value: Value = serde_json::from_str(&text).unwrap();
                if is_it(&value) {
                    return value;
                }
            }
        }
    }

    async fn say(&mut self, message: &Value) {
        self.socket.send(Message::Text(message.to_string().into())).await.unwrap();
    }

    async fn join(&mut self, room: &str) -> Value {
        self.say(&json!({ "type": "join", "room": room, "seen": null })).await;
        self.hear("the room", |value| value["type"] == "snapshot").await
    }

    /// Does something that must be accepted.
    async fn act(&mut self, room: &str, action: Value) {
        let id = format!("c-{}", next_number());
        self.say(&json!({ "type": "act", "room": room, "id": id, "action": action })).await;
        let answer = self.hear("an answer", |value| value["id"] == id.as_str()).await;
        assert_eq!(answer["type"], "accepted", "{answer}");
    }

    /// Hears everything that was on its way.
    async fn catch_up(&mut self) {
        let n = next_number();
        self.say(&json!({ "type": "ping", "n": n })).await;
        self.hear("a pong", |value| value["type"] == "pong" && value["n"] == n).await;
    }
}

/// What the server says when it is asked for a page.
async fn page(server: &TestServer, path: &str) -> String {
    let mut stream = TcpStream::connect(server.address()).await.unwrap();
    let request = format!("GET {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", server.address());
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    timeout(PATIENCE, stream.read_to_end(&mut answer)).await.expect("a page").unwrap();
    String::from_utf8_lossy(&answer).into_owned()
}

async fn create(line: &mut Line, colours: &str) -> (String, Option<String>) {
    let rules = serde_json::to_value(RulesForm::from(&RuleSet::freestyle(None))).unwrap();
    let message = json!({
        "type": "create", "id": format!("create-{colours}"), "rules": rules, "colours": colours,
        "visibility": "link", "arbitration": "link",
    });
    line.say(&message).await;
    let answer = line.hear("a room", |value| value["type"] == "accepted").await;
    let key = answer["arbiter_key"].as_str().map(str::to_owned);
    (answer["room"].as_str().unwrap().to_owned(), key)
}

/// Every word that the server has said so far.
async fn all_said(server: &TestServer, lines: &mut [&mut Line], room: &str) -> String {
    let mut said = server.log();
    for line in lines {
        line.catch_up().await;
        said.push_str(&line.frames);
    }
    for path in ["/".to_owned(), format!("/g/{room}"), "/healthz".to_owned(), "/api/guest".to_owned()] {
        said.push_str(&page(server, &path).await);
    }
    said
}

#[tokio::test]
async fn k04_a_sealed_move_is_said_nowhere_before_it_is_opened() {
    let mut server = TestServer::start("[log]\nlevel = \"trace\"\n").await;
    let (mut ann, mut bob) = (Line::open(&server).await, Line::open(&server).await);
    let (mut eve, mut arb) = (Line::open(&server).await, Line::open(&server).await);
    let (room, key) = create(&mut ann, "black_a").await;
    let key = key.expect("who opens a table for an arbiter is given the key");
    for line in [&mut ann, &mut bob, &mut eve, &mut arb] {
        line.join(&room).await;
    }
    bob.act(&room, json!({ "type": "sit" })).await;
    arb.act(&room, json!({ "type": "officiate", "key": key })).await;
    ann.act(&room, json!({ "type": "place", "ply": 0, "point": "h8" })).await;
    let adjourn = json!({ "type": "rule", "ruling": { "type": "adjourn" }, "reason": "supper" });
    arb.act(&room, adjourn).await;
    let seal = json!({ "type": "seal", "ply": 1, "move": { "type": "stone", "point": "m13" } });
    bob.act(&room, seal).await;

    // The power fails; everybody comes back and is told all there is.
    let before = all_said(&server, &mut [&mut ann, &mut bob, &mut eve, &mut arb], &room).await;
    server.kill_and_restart().await;
    let mut lines = Vec::new();
    for line in [ann, bob, eve, arb] {
        let mut line = Line::back(&server, line.token, line.frames).await;
        let snapshot = line.join(&room).await;
        assert_eq!(snapshot["state"]["adjournment"]["stage"], "sealed");
        lines.push(line);
    }
    let mut borrowed: Vec<&mut Line> = lines.iter_mut().collect();
    let after = all_said(&server, &mut borrowed, &room).await;
    for said in [&before, &after] {
        assert!(said.contains("\"sealed\"") && said.contains("digest"), "something was said of it");
        assert!(!said.to_lowercase().contains("m13"), "the sealed move was told");
    }
    assert!(before.lines().count() > 100, "and the log is there too");
    // The key makes an arbiter; nobody but who was given it has ever read it, and no log has.
    assert!(!server.log().contains(&key) && !lines[1].frames.contains(&key));

    let open = json!({ "type": "rule", "ruling": { "type": "open_sealed" }, "reason": "all are here" });
    lines[3].act(&room, open).await;
    let opened = lines[2]
        .hear("the move", |value| {
            value["events"]
                .as_array()
                .is_some_and(|events| events.iter().any(|event| event["event"]["type"] == "unsealed"))
        })
        .await;
    assert!(opened.to_string().contains("m13"), "and now everybody is told");
    server.assert_log_is_clean();
}

#[tokio::test]
async fn d03_w12_neither_a_closed_hand_nor_the_lot_is_told_before_its_time() {
    let server = TestServer::start("[log]\nlevel = \"trace\"\n").await;
    let (mut ann, mut bob) = (Line::open(&server).await, Line::open(&server).await);
    let (room, _) = create(&mut ann, "handful").await;
    ann.join(&room).await;
    bob.join(&room).await;
    bob.act(&room, json!({ "type": "sit" })).await;
    let salts: [Salt; 2] = ["ann-has-a-salt-0123".parse().unwrap(), "bob-has-a-salt-4567".parse().unwrap()];
    let digest = |number, salt| commitment(number, salt).to_string();
    ann.act(&room, json!({ "type": "commit", "digest": digest(3, &salts[0]) })).await;
    bob.act(&room, json!({ "type": "commit", "digest": digest(4, &salts[1]) })).await;
    let said = all_said(&server, &mut [&mut ann, &mut bob], &room).await;
    assert!(!said.contains("a-salt"), "a salt was told");
    ann.act(&room, json!({ "type": "reveal", "number": 3, "nonce": salts[0].as_str() })).await;
    bob.act(&room, json!({ "type": "reveal", "number": 4, "nonce": salts[1].as_str() })).await;
    ann.act(&room, json!({ "type": "resign" })).await;
    let over = bob.hear("the end", |value| value["state"]["phase"] == "over").await;
    let lot = over["state"]["lot"].as_str().expect("the lot is told when the game is over").to_owned();
    let bytes: Vec<u8> =
        (0..16).map(|index| u8::from_str_radix(&lot[2 * index..2 * index + 2], 16).unwrap()).collect();
    let snapshot = bob.join(&room).await;
    let hashed: String = {
        use sha2::{Digest as _, Sha256};
        Sha256::digest(&bytes).iter().map(|byte| format!("{byte:02x}")).collect()
    };
    assert_eq!(snapshot["opened"]["lot_digest"], hashed.as_str(), "and it is the one that was drawn");
    assert!(!said.contains(&lot), "the lot was told too early");
    server.assert_log_is_clean();
}

#[tokio::test]
async fn l01_the_operator_s_command_prints_a_link_that_makes_an_arbiter() {
    let server = TestServer::start("").await;
    let (mut ann, mut arb) = (Line::open(&server).await, Line::open(&server).await);
    let rules = serde_json::to_value(RulesForm::from(&RuleSet::freestyle(None))).unwrap();
    let message = json!({
        "type": "create", "id": "plain", "rules": rules, "colours": "black_a", "visibility": "link",
    });
    ann.say(&message).await;
    let answer = ann.hear("a room", |value| value["type"] == "accepted").await;
    assert_eq!(answer["arbiter_key"], Value::Null, "nobody asked for one");
    let room = answer["room"].as_str().unwrap().to_owned();

    let printed = Command::new(env!("CARGO_BIN_EXE_tengen"))
        .args(["arbiter", &room, "--origin", "https://play.example/", "--data"])
        .arg(server.data().join("data"))
        .output()
        .unwrap();
    assert!(printed.status.success(), "{printed:?}");
    let link = String::from_utf8(printed.stdout).unwrap();
    let begins = format!("https://play.example/g/{room}#arbiter=");
    let key = link.trim().strip_prefix(&begins).unwrap_or_else(|| panic!("{link}")).to_owned();

    arb.join(&room).await;
    let wrong = json!({
        "type": "act", "room": room, "id": "wrong", "action": { "type": "officiate", "key": "0000000000000000" },
    });
    arb.say(&wrong).await;
    let refused = arb.hear("an answer", |value| value["id"] == "wrong").await;
    assert_eq!(refused["code"], "bad_key");
    arb.act(&room, json!({ "type": "officiate", "key": key })).await;
    arb.act(&room, json!({ "type": "rule", "ruling": { "type": "draw" }, "reason": "an accident" })).await;

    let nowhere = Command::new(env!("CARGO_BIN_EXE_tengen"))
        .args(["arbiter", &room, "--data", "/nowhere/at/all"])
        .output()
        .unwrap();
    assert_eq!(nowhere.status.code(), Some(69), "no key is made by asking: {nowhere:?}");
}

/// What the program prints when it is asked about tokens.
fn tokens(server: &TestServer, arguments: &[&str]) -> std::process::Output {
    Command::new(env!("CARGO_BIN_EXE_tengen"))
        .arg("token")
        .args(arguments)
        .arg("--data")
        .arg(server.data().join("data"))
        .output()
        .unwrap()
}

/// Every log of every test is searched like this; what is found nowhere must be found where it is.
#[tokio::test]
async fn every_secret_that_is_given_out_is_known_by_its_look() {
    let server = TestServer::start("").await;
    let mut ann = Line::open(&server).await;
    let made = tokens(&server, &["create", "Rapfi", "--bot"]);
    let token = String::from_utf8(made.stdout).unwrap().trim().to_owned();
    let (room, key) = create(&mut ann, "black_a").await;
    let key = key.unwrap();
    let home = page(&server, "/").await;
    let cookie = home.lines().find(|line| line.starts_with("set-cookie: ")).expect("an identity");
    for secret in [token.clone(), ann.token.clone(), format!("/g/{room}#arbiter={key}"), ann.frames.clone()] {
        assert!(leaks::secret_in(&format!("said {secret}, and more")).is_some(), "{secret}");
    }
    assert!(leaks::secret_in(cookie).is_some(), "{cookie}");
    for harmless in
        ["tengen_bot_", "version v1.2.3", room.as_str(), "{\"arbiter_key\":null}", "v1. arbiter=no"]
    {
        assert_eq!(leaks::secret_in(harmless), None);
    }
}

#[tokio::test]
async fn the_token_of_a_bot_is_shown_once_and_stands_in_no_log_and_no_file() {
    let server = TestServer::start("[log]\nlevel = \"trace\"\n").await;
    let made = tokens(&server, &["create", "Rapfi", "--bot"]);
    assert!(made.status.success(), "{made:?}");
    let token = String::from_utf8(made.stdout).unwrap().trim().to_owned();
    assert!(token.starts_with("tengen_bot_") && made.stderr.is_empty());

    let mut bot = Line::back(&server, token.clone(), String::new()).await;
    let mut eve = Line::open(&server).await;
    let (room, _) = create(&mut bot, "black_a").await;
    for line in [&mut bot, &mut eve] {
        line.join(&room).await;
    }
    let mut request = server.url().to_string().into_client_request().unwrap();
    request.headers_mut().insert("sec-websocket-protocol", "tengen.v1".parse().unwrap());
    let (socket, _) = connect_async(request).await.unwrap();
    let mut by_message = Line { socket, token: token.clone(), frames: String::new() };
    by_message.say(&json!({ "type": "authenticate", "token": token })).await;
    by_message.hear("welcome", |value| value["type"] == "welcome").await;

    let again = tokens(&server, &["create", "Rapfi", "--bot"]);
    assert_eq!(again.status.code(), Some(1), "{again:?}");
    let listed = tokens(&server, &["list"]);
    let listed = String::from_utf8(listed.stdout).unwrap();
    assert!(listed.starts_with("Rapfi\t") && listed.lines().count() == 1, "{listed}");
    let revoked = tokens(&server, &["revoke", "Rapfi"]);
    assert!(revoked.status.success(), "{revoked:?}");
    by_message.hear("the end", |value| value["code"] == "unauthorized").await;
    assert!(tokens(&server, &["list"]).stdout.is_empty());
    assert_eq!(tokens(&server, &["create", "Rapfi"]).status.code(), Some(2), "and only bots have tokens");

    let mut said = all_said(&server, &mut [&mut eve], &room).await;
    said.push_str(&bot.frames);
    said.push_str(&by_message.frames);
    said.push_str(&listed);
    said.push_str(&format!("{revoked:?}{again:?}"));
    for file in std::fs::read_dir(server.data().join("data")).unwrap() {
        said.push_str(&String::from_utf8_lossy(&std::fs::read(file.unwrap().path()).unwrap()));
    }
    let digits = token.trim_start_matches("tengen_bot_");
    assert!(!said.contains(digits), "the token was told");
    assert!(said.contains("Rapfi"), "and something was said");
    server.assert_log_is_clean();
}
