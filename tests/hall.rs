//! Competitions on the real server in its own process: rounds played over the socket, results collected whoever looks and
//! whatever is killed, referees dismissed from tables at which games run, and strangers.
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs, reason = "a test may panic")]
#![allow(clippy::wildcard_enum_match_arm, reason = "a test looks for what it looks for")]

mod common;

use std::net::SocketAddr;

use common::server::{TestServer, leaks};
use common::visitor::{PATIENCE, Visitor};
use serde_json::{Value, json};
use tengen::journal::RoomId;
use tengen::protocol::server::Phase;
use tengen::protocol::{Action, Code};
use tengen::spelling::{GroundForm, PointForm, RulingForm, SeatForm};
use tengen::timekeeper::{Arrival, reach};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

const QUICK: &str = "[server]\ncome_back_after = \"50ms\"\ncome_back_within = \"300ms\"\n";

/// Asks over HTTP; gives the status and the body.
async fn ask(
    at: SocketAddr,
    method: &str,
    path: &str,
    who: Option<&str>,
    body: Option<Value>,
) -> (u16, Value) {
    let mut stream = TcpStream::connect(at).await.unwrap();
    let body = body.map(|body| body.to_string()).unwrap_or_default();
    let bearer = who.map(|token| format!("Authorization: Bearer {token}\r\n")).unwrap_or_default();
    let head = format!(
        "{method} {path} HTTP/1.1\r\nHost: {at}\r\nConnection: close\r\nContent-Length: {}\r\n{bearer}\r\n",
        body.len()
    );
    stream.write_all((head + &body).as_bytes()).await.unwrap();
    let mut bytes = Vec::new();
    timeout(PATIENCE, stream.read_to_end(&mut bytes)).await.unwrap().unwrap();
    let text = String::from_utf8(bytes).unwrap();
    let (head, body) = text.split_once("\r\n\r\n").unwrap();
    let status = head.split(' ').nth(1).unwrap().parse().unwrap();
    (status, serde_json::from_str(body).unwrap_or_else(|_| panic!("no JSON: {text}")))
}

/// A competition on a server, and the people of it.
struct Event {
    server: TestServer,
    path: String,
    chief: Visitor,
    links: Vec<Value>,
    commands: u32,
}

impl Event {
    /// Two teams of two boards and one game each, founded by who becomes the chief.
    async fn open() -> Self {
        let server = TestServer::start(QUICK).await;
        let chief = Visitor::new(&server.url()).await;
        let team =
            |name: &str| json!({ "name": name, "members": [format!("{name} 1"), format!("{name} 2")] });
        let wanted = json!({
            "id": "found", "title": "City league", "kind": { "type": "team", "boards": 2 },
            "entrants": [team("Reds"), team("Blues")], "goal": { "type": "games", "games": 1 },
            "stages": [{ "from": 1, "preset": "freestyle" }], "first_move": "stated",
        });
        let token = chief.token.reveal().to_owned();
        let found = || ask(server.address(), "POST", "/api/competitions", Some(&token), Some(wanted.clone()));
        let (status, founded) = found().await;
        assert_eq!(status, 200, "{founded}");
        assert_eq!(found().await.1, founded, "a repeat gets the same answer");
        let path = format!("/api/competitions/{}", founded["competition"].as_str().unwrap());
        let mut event = Self { server, path, chief, links: Vec::new(), commands: 0 };
        let take =
            json!({ "type": "take", "office": { "type": "chief" }, "office_key": founded["office_key"] });
        assert_eq!(event.does(&token, take).await.0, 200);
        event.read_links().await;
        event
    }

    async fn read_links(&mut self) {
        let token = self.chief.token.reveal().to_owned();
        let path = format!("{}/links", self.path);
        let (status, links) = ask(self.server.address(), "GET", &path, Some(&token), None).await;
        assert_eq!(status, 200, "{links}");
        self.links = links["links"].as_array().unwrap().clone();
    }

    async fn does(&mut self, token: &str, command: Value) -> (u16, Value) {
        self.commands += 1;
        let deed = json!({ "id": format!("c{}", self.commands), "command": command });
        ask(self.server.address(), "POST", &self.path, Some(token), Some(deed)).await
    }

    async fn chief_does(&mut self, command: Value) {
        let token = self.chief.token.reveal().to_owned();
        let (status, answer) = self.does(&token, command).await;
        assert_eq!(status, 200, "{answer}");
    }

    /// Somebody comes by the link with these words.
    async fn comes(&mut self, words: &str) -> Visitor {
        let visitor = Visitor::new(&self.server.url()).await;
        let link = self.links.iter().find(|link| link["words"] == words).unwrap().clone();
        let take = json!({ "type": "take", "office": link["office"], "office_key": link["office_key"] });
        let (status, answer) = self.does(visitor.token.reveal(), take).await;
        assert_eq!(status, 200, "{answer}");
        visitor
    }

    async fn view(&self) -> Value {
        let (status, view) = ask(self.server.address(), "GET", &self.path, None, None).await;
        assert_eq!(status, 200, "{view}");
        view
    }

    /// The competition once something is so, which comes by itself.
    async fn until(&self, what: &str, is_so: impl Fn(&Value) -> bool) -> Value {
        let due = Arrival::now().after(PATIENCE);
        loop {
            let view = self.view().await;
            if is_so(&view) {
                return view;
            }
            assert!(Arrival::now() < due, "in vain: {what}: {view}");
            reach(Some(Arrival::now().after(std::time::Duration::from_millis(30)))).await;
        }
    }

    async fn publish(&mut self) {
        let pairings = json!([{ "a": 1, "b": 2, "first": "a" }]);
        self.chief_does(json!({ "type": "publish", "session": "Saturday morning", "pairings": pairings }))
            .await;
    }

    async fn room(&self, board: usize) -> RoomId {
        let view = self.view().await;
        let rounds = view["rounds"].as_array().unwrap();
        let room = &rounds.last().unwrap()["meetings"][0]["matches"][board - 1]["room"];
        room.as_str().unwrap().parse().unwrap()
    }
}

/// Seat A wins with five in a row.
async fn play_out(a: &mut Visitor, b: &mut Visitor, room: RoomId) {
    for (ply, name) in (0_u16..).zip(["h8", "a1", "i8", "a2", "j8", "a3", "k8", "a4", "l8"]) {
        let who = if ply % 2 == 0 { &mut *a } else { &mut *b };
        who.until("the turn", |who| who.state(room).ply == ply).await;
        let point: PointForm = common::point(name).into();
        who.act(room, Action::Place { ply, point, draw: false, five: false }).await;
    }
}

fn halts(ground: GroundForm) -> Action {
    Action::Rule {
        ruling: RulingForm::Violation { seat: SeatForm::A },
        reason: "by the rules".to_owned(),
        ground,
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_board_is_played_and_its_score_arrives_and_all_is_there_after_a_kill() {
    let mut event = Event::open().await;
    let mut red = event.comes("seat.1.1").await;
    event.publish().await;
    let room = event.room(1).await;
    red.follow(room).await;
    red.act(room, Action::Sit {}).await;
    assert_eq!(event.view().await["rounds"][0]["session"], "Saturday morning");

    // The opponent comes by the link only after the round was published, and after a kill.
    event.server.kill_and_restart().await;
    let mut blue = event.comes("seat.2.1").await;
    blue.follow(room).await;
    blue.act(room, Action::Sit {}).await;
    event
        .until("the game", |view| view["rounds"][0]["meetings"][0]["matches"][0]["phase"] == "playing")
        .await;
    play_out(&mut red, &mut blue, room).await;
    let view = event.until("the score", |view| view["entrants"][0]["half_points"]["games"] == 2).await;
    assert_eq!(view["entrants"][0]["half_points"], json!({ "games": 2, "matches": 2, "meetings": 0 }));
    assert_eq!(view["rounds"][0]["meetings"][0]["matches"][0]["over"], true);
    assert_eq!(view["rounds"][0]["meetings"][0]["matches"][1]["over"], false);

    let before = event.view().await;
    event.server.kill_and_restart().await;
    let after = event.view().await;
    assert_eq!((&after["rounds"], &after["entrants"]), (&before["rounds"], &before["entrants"]));
    // An annulled result changes the sums, though the game is long over (L-12).
    let token = event.chief.token.clone();
    let mut chief = Visitor::back(&event.server.url(), token).await;
    chief.follow(room).await;
    let annul = RulingForm::Annul { sides: tengen::spelling::SidesForm::Both };
    let reason = "the game was arranged".to_owned();
    chief.act(room, Action::Rule { ruling: annul, reason, ground: GroundForm::Fact }).await;
    event.until("the annulment", |view| view["entrants"][0]["half_points"]["games"] == 0).await;
    event.server.assert_log_is_clean();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_result_that_came_while_nobody_looked_is_collected_when_the_server_is_back() {
    let mut event = Event::open().await;
    let (mut red, mut blue) = (event.comes("seat.1.2").await, event.comes("seat.2.2").await);
    event.publish().await;
    let room = event.room(2).await;
    for visitor in [&mut red, &mut blue] {
        visitor.follow(room).await;
        visitor.act(room, Action::Sit {}).await;
    }
    red.until("the game", |red| red.state(room).phase == Phase::Playing).await;
    // On board 2 the other team has the first move (D-09).
    let black = red.state(room).black;
    assert_eq!(black, Some(SeatForm::B));
    blue.act(room, Action::Resign {}).await;
    event.server.kill_and_restart().await;
    let view = event.view().await;
    assert_eq!(view["entrants"][0]["half_points"]["games"], 2, "{view}");
}

#[tokio::test(flavor = "multi_thread")]
async fn l10_a_dismissed_referee_is_turned_down_in_a_room_where_the_game_runs_and_after_a_kill() {
    let mut event = Event::open().await;
    event.chief_does(json!({ "type": "appoint", "name": "Dora" })).await;
    event.read_links().await;
    let mut referee = event.comes("referee.1").await;
    let (mut red, mut blue) = (event.comes("seat.1.1").await, event.comes("seat.2.1").await);
    event.publish().await;
    let room = event.room(1).await;
    for visitor in [&mut red, &mut blue] {
        visitor.follow(room).await;
        visitor.act(room, Action::Sit {}).await;
    }
    referee.follow(room).await;
    let fact = referee.act(room, halts(GroundForm::Fact)).await;
    let read = referee
        .act(
            room,
            Action::Rule {
                ruling: RulingForm::Halt {},
                reason: "how the rules are read".to_owned(),
                ground: GroundForm::Interpretation,
            },
        )
        .await;
    let out = RulingForm::Disqualify { seat: SeatForm::A };
    let disqualify = Action::Rule { ruling: out, reason: "a computer".to_owned(), ground: GroundForm::Fact };
    assert_eq!(referee.refused(room, disqualify.clone()).await, Code::NeedsChief);

    let place = json!({ "round": 1, "meeting": 1, "board": 1 });
    let overturn = |seq: u32| json!({ "type": "overturn", "place": place, "room": room.to_string(), "seq": seq, "reason": "it is not so" });
    let token = event.chief.token.reveal().to_owned();
    let (status, refused) = event.does(&token, overturn(fact)).await;
    assert_eq!((status, &refused["code"]), (409, &"facts_final".into()));
    event.chief_does(overturn(read)).await;
    assert_eq!(event.view().await["overturned"][0]["reason"], "it is not so");

    event.chief_does(json!({ "type": "dismiss", "referee": 1, "reason": "ill" })).await;
    assert_eq!(referee.refused(room, halts(GroundForm::Fact)).await, Code::ForbiddenRole);
    let link = event.links.iter().find(|link| link["words"] == "referee.1").unwrap().clone();
    let back = json!({ "type": "take", "office": link["office"], "office_key": link["office_key"] });
    let (status, refused) = event.does(referee.token.reveal(), back).await;
    assert_eq!((status, &refused["code"]), (409, &"dismissed".into()));
    event.server.kill_and_restart().await;
    let mut referee = Visitor::back(&event.server.url(), referee.token.clone()).await;
    referee.follow(room).await;
    assert_eq!(referee.refused(room, halts(GroundForm::Fact)).await, Code::ForbiddenRole);
    let mut chief = Visitor::back(&event.server.url(), event.chief.token.clone()).await;
    chief.follow(room).await;
    chief.act(room, disqualify).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn m01_m02_i29_m05_appeals_are_filed_answered_and_too_late() {
    let mut event = Event::open().await;
    let (captain, player) = (event.comes("seat.1.1").await, event.comes("seat.1.2").await);
    event.publish().await;
    let place = json!({ "round": 1, "meeting": 1, "board": 2 });
    let appeal = |kind: &str| json!({ "type": "appeal", "place": place, "kind": kind, "text": "the clock" });
    let code = |(status, answer): (u16, Value)| (status, answer["code"].as_str().unwrap_or("").to_owned());
    let said = event.does(player.token.reveal(), appeal("uncovered")).await;
    assert_eq!(code(said), (403, "needs_captain".to_owned()));
    let (status, answer) = event.does(captain.token.reveal(), appeal("fact")).await;
    assert_eq!((status, &answer["answer"]), (200, &"facts_final".into()));
    assert_eq!(event.does(captain.token.reveal(), appeal("uncovered")).await.0, 200);
    event
        .chief_does(json!({ "type": "answer", "appeal": 2, "upheld": true, "text": "five minutes back" }))
        .await;
    let states: Vec<_> = event.view().await["appeals"]
        .as_array()
        .unwrap()
        .iter()
        .map(|appeal| appeal["state"].clone())
        .collect();
    assert_eq!(states, ["facts_final", "upheld"]);
    event.publish().await;
    let said = event.does(captain.token.reveal(), appeal("uncovered")).await;
    assert_eq!(code(said), (409, "too_late".to_owned()));
    event.chief_does(json!({ "type": "mark_delay", "round": 1 })).await;
    assert_eq!(event.does(captain.token.reveal(), appeal("uncovered")).await.0, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn strangers_are_refused_everything_and_a_wrong_key_is_none() {
    let mut event = Event::open().await;
    event.publish().await;
    let room = event.room(1).await;
    let mut stranger = Visitor::new(&event.server.url()).await;
    let token = stranger.token.reveal().to_owned();
    let place = json!({ "round": 1, "meeting": 1, "board": 1 });
    for command in [
        json!({ "type": "appoint", "name": "Dora" }),
        json!({ "type": "dismiss", "referee": 1, "reason": "no" }),
        json!({ "type": "publish", "pairings": [{ "a": 1, "b": 2, "first": "a" }] }),
        json!({ "type": "mark_delay", "round": 1 }),
        json!({ "type": "appeal", "place": place, "kind": "fact", "text": "no" }),
        json!({ "type": "answer", "appeal": 1, "upheld": true, "text": "no" }),
        json!({ "type": "close" }),
    ] {
        let (status, refused) = event.does(&token, command.clone()).await;
        assert_eq!((status, &refused["code"]), (403, &"forbidden_role".into()), "{command}");
    }
    for (office, key) in [
        (json!({ "type": "chief" }), event.links[1]["office_key"].clone()),
        (json!({ "type": "seat", "entrant": 1, "member": 1 }), event.links[2]["office_key"].clone()),
        (json!({ "type": "referee", "referee": 1 }), json!("0000000000000000")),
        (json!({ "type": "chief" }), json!("")),
    ] {
        let (status, refused) =
            event.does(&token, json!({ "type": "take", "office": office, "office_key": key })).await;
        assert_eq!((status, &refused["code"]), (403, &"bad_key".into()), "{office}");
    }
    let links = format!("{}/links", event.path);
    let address = event.server.address();
    assert_eq!(ask(address, "GET", &links, Some(&token), None).await.0, 403);
    assert_eq!(ask(address, "GET", &links, None, None).await.0, 401);
    let deed = json!({ "id": "x", "command": { "type": "close" } });
    assert_eq!(ask(address, "POST", &event.path, None, Some(deed)).await.0, 401);
    assert_eq!(ask(address, "GET", "/api/competitions/000000000000", None, None).await.0, 404);
    for bad in [json!({}), json!({ "id": "x", "command": { "type": "dance" } }), json!([1])] {
        assert_eq!(ask(address, "POST", &event.path, Some(&token), Some(bad)).await.0, 400);
    }
    stranger.follow(room).await;
    assert_eq!(stranger.refused(room, Action::Sit {}).await, Code::SeatKept);
    assert_eq!(stranger.refused(room, halts(GroundForm::Fact)).await, Code::ForbiddenRole);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_person_founds_only_so_many_competitions() {
    let server = TestServer::start("").await;
    let organiser = Visitor::new(&server.url()).await;
    let found = async |number: u32| {
        let wanted = json!({
            "id": format!("f{number}"), "title": "Open", "kind": { "type": "individual" },
            "entrants": [{ "name": "Ann" }, { "name": "Bob" }], "goal": { "type": "best_of", "games": 3 },
            "stages": [{ "from": 1, "preset": "renju-pop", "clock": "10m" }], "first_move": "fewer",
        });
        let token = organiser.token.reveal();
        ask(server.address(), "POST", "/api/competitions", Some(token), Some(wanted)).await
    };
    for number in 0..tengen::hall::OPEN_MAX {
        assert_eq!(found(number).await.0, 200);
    }
    let (status, refused) = found(99).await;
    assert_eq!((status, &refused["code"]), (409, &"too_many_competitions".into()));
    let (_, list) = ask(server.address(), "GET", "/api/competitions", None, None).await;
    assert_eq!(list["competitions"].as_array().unwrap().len(), 10);
}

#[tokio::test(flavor = "multi_thread")]
async fn keys_of_offices_are_told_to_the_chief_alone_and_written_nowhere() {
    let mut event = Event::open().await;
    event.publish().await;
    event.chief_does(json!({ "type": "appoint", "name": "Dora" })).await;
    event.read_links().await;
    let view = event.view().await.to_string();
    let file = event.server.database();
    let beside = file.with_file_name(format!("{}-wal", file.file_name().unwrap().to_str().unwrap()));
    let kept = [file, beside].map(|path| std::fs::read(path).unwrap_or_default()).concat();
    assert!(kept.windows(11).any(|part| part == b"City league"), "it looks where things are kept");
    assert_eq!(event.links.len(), 6, "a chief, a referee and four players");
    for link in &event.links {
        let key = link["office_key"].as_str().unwrap();
        assert!(!view.contains(key) && !kept.windows(key.len()).any(|part| part == key.as_bytes()));
        let words = link["words"].as_str().unwrap();
        for told in [link.to_string(), format!("/c/000000000000#office={words}.{key}")] {
            assert!(leaks::secret_in(&told).is_some(), "every log of every test is searched for it: {told}");
        }
    }
}
