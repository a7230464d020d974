//! Records of games over HTTP: every form, what its answer carries, and what is refused.

use serde_json::{Value, json};

use crate::house::{Answer, Client, House};

/// A game of two guests.
struct Table {
    house: House,
    ann: Client,
    bob: Client,
    room: String,
    key: String,
}

impl Table {
    /// A table of two who play freestyle without clocks, for an arbiter to come to.
    async fn open() -> Self {
        let house = House::open().await;
        let (mut ann, mut bob) = (house.visit().await, house.visit().await);
        ann.say(r#"{"type":"rename","id":"name","name":"A <b> \"&"}"#).await;
        ann.hear_of("accepted").await;
        let rules = tengen::spelling::RulesForm::from(&tengen::game::ruleset::RuleSet::freestyle(None));
        let create = json!({
            "type": "create", "id": "create", "rules": rules, "colours": "black_a", "visibility": "link",
            "arbitration": "link",
        });
        ann.say(&create.to_string()).await;
        let opened = ann.hear_of("accepted").await;
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        let (room, key) = (text(&opened["room"]), text(&opened["arbiter_key"]));
        for client in [&mut ann, &mut bob] {
            client.say(&json!({ "type": "join", "room": room, "seen": null }).to_string()).await;
            client.hear_of("snapshot").await;
        }
        let mut table = Self { house, ann, bob, room, key };
        table.bob(json!({ "type": "sit" })).await;
        table
    }

    async fn ann(&mut self, action: Value) {
        does(&mut self.ann, &self.room, action).await;
    }

    async fn bob(&mut self, action: Value) {
        does(&mut self.bob, &self.room, action).await;
    }

    async fn play(&mut self, points: &[&str]) {
        for (ply, point) in points.iter().enumerate() {
            let action = json!({ "type": "place", "ply": ply, "point": point });
            if ply % 2 == 0 { self.ann(action).await } else { self.bob(action).await }
        }
    }

    async fn get(&self, path: &str) -> Answer {
        self.house.ask(&format!("GET /api/games/{}{path}", self.room), &[]).await
    }
}

async fn does(client: &mut Client, room: &str, action: Value) {
    let message = json!({ "type": "act", "room": room, "id": action.to_string().len().to_string() + "-" +
        &action["ply"].to_string().replace("null", "x"), "action": action });
    client.say(&message.to_string()).await;
    client.hear_of("accepted").await;
}

#[tokio::test]
async fn j04_the_record_of_any_game_can_be_had_at_any_time_in_every_form() {
    let mut table = Table::open().await;
    table.play(&["h8", "i9", "g7"]).await;
    let room = table.room.clone();

    let json = table.get("").await;
    assert_eq!((json.status, json.header("content-type")), (200, Some("application/json")));
    assert_eq!((json.header("cache-control"), json.header("content-disposition")), (Some("no-cache"), None));
    let value: Value = serde_json::from_str(&json.body).unwrap();
    assert_eq!(value["notation"], "1.H8 2.I9 3.G7");
    assert_eq!((&value["players"]["a"], &value["phase"]), (&json!("A <b> \"&"), &json!("playing")));

    for (file, kind, part) in [
        ("record.json", "application/json", "1.H8 2.I9 3.G7"),
        ("record.sgf", "application/x-go-sgf; charset=utf-8", "\n;B[hh]"),
        ("record.psq", "text/plain; charset=utf-8", "\n8,8,"),
        ("record.txt", "text/plain; charset=utf-8", "h8 i9 g7\n"),
    ] {
        let answer = table.get(&format!("/{file}")).await;
        assert_eq!((answer.status, answer.header("content-type")), (200, Some(kind)), "{file}");
        let ending = file.split('.').next_back().unwrap();
        let name = format!("attachment; filename=\"tengen-{room}.{ending}\"");
        assert_eq!(answer.header("content-disposition"), Some(&*name));
        assert!(answer.body.contains(part), "{file}: {}", answer.body);
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
    }
    for (file, kind) in
        [("record.svg", "image/svg+xml"), ("picture.png", "image/png"), ("record.apng", "image/apng")]
    {
        let answer = table.get(&format!("/{file}")).await;
        assert_eq!((answer.status, answer.header("content-type")), (200, Some(kind)), "{file}");
        let policy = answer.header("content-security-policy").unwrap();
        assert!(policy.contains("default-src 'none'") && policy.contains("sandbox"), "{policy}");
        assert_eq!(answer.header("cross-origin-resource-policy"), Some("cross-origin"));
        assert_eq!(answer.header("content-disposition"), None);
    }
    assert!(table.get("/record.svg").await.body.contains("A &lt;b&gt; \"&amp; – "));
    assert!(table.get("/picture.png").await.body.contains("PNG"));
    assert!(table.get("/record.apng").await.body.contains("acTL"), "it moves");
}

#[tokio::test]
async fn a_record_has_a_tag_that_changes_when_the_game_goes_on() {
    let mut table = Table::open().await;
    table.play(&["h8", "i9"]).await;
    let path = format!("/api/games/{}/record.sgf", table.room);
    let first = table.get("/record.sgf").await;
    let tag = format!("If-None-Match: {}", first.header("etag").unwrap());
    let again = table.house.ask(&format!("GET {path}"), &[&tag]).await;
    assert_eq!((again.status, again.body.as_str()), (304, ""));
    assert_eq!(again.header("etag"), first.header("etag"));
    let head = table.house.ask(&format!("HEAD {path}"), &[]).await;
    assert_eq!((head.status, head.body.as_str()), (200, ""));
    assert_eq!(head.header("content-length"), Some(&*first.body.len().to_string()));
    table.ann(json!({ "type": "resign" })).await;
    let over = table.house.ask(&format!("GET {path}"), &[&tag]).await;
    assert!(over.status == 200 && over.body.contains("RE[W+R]"), "{}", over.body);
}

#[tokio::test]
async fn j06_a_late_spectator_sees_the_position_at_any_move() {
    let mut table = Table::open().await;
    table.play(&["h8", "i9", "g7", "a1", "b1", "c1", "d1"]).await;
    let stones = async |ply: &str| {
        let answer = table.get(&format!("?ply={ply}")).await;
        let value: Value = serde_json::from_str(&answer.body).unwrap();
        value["position"]["stones"].as_array().unwrap().len()
    };
    assert_eq!((stones("5").await, stones("999").await, stones("0").await), (5, 7, 0));
    assert_eq!(table.get("/record.txt?ply=2").await.body, "h8 i9\n");
    for ply in ["", "-1", "five", "5&ply=6"] {
        let answer = table.get(&format!("?ply={ply}")).await;
        assert_eq!((answer.status, answer.code().as_str()), (400, "bad_ply"), "{ply}");
    }
}

#[tokio::test]
async fn what_there_is_no_record_of_is_refused_in_words() {
    let table = Table::open().await;
    for path in ["/api/games/0123456789ab", "/api/games/0123456789ab/record.sgf", "/api/games/..%2f..%2fx"] {
        let answer = table.house.ask(&format!("GET {path}"), &[]).await;
        assert_eq!((answer.status, answer.code().as_str()), (404, "unknown_room"), "{path}");
    }
    for file in ["record.pdf", "record", "record.SGF", "picture.svg"] {
        let answer = table.get(&format!("/{file}")).await;
        assert_eq!((answer.status, answer.code().as_str()), (404, "unknown_format"), "{file}");
    }
    assert_eq!(table.get("/record.sgf/more").await.code(), "not_found");
    let answer = table.house.ask(&format!("POST /api/games/{}", table.room), &["Content-Length: 0"]).await;
    assert_eq!((answer.status, answer.code().as_str()), (405, "wrong_method"));
}

#[tokio::test]
async fn k04_w12_nothing_secret_is_in_the_record_of_a_running_game() {
    let mut table = Table::open().await;
    table.play(&["h8"]).await;
    let key = table.key.clone();
    let mut arbiter = table.house.visit().await;
    let room = table.room.clone();
    arbiter.say(&json!({ "type": "join", "room": room, "seen": null }).to_string()).await;
    arbiter.hear_of("snapshot").await;
    does(&mut arbiter, &room, json!({ "type": "officiate", "key": key })).await;
    let adjourn = json!({ "type": "rule", "ruling": { "type": "adjourn" }, "reason": "supper" });
    does(&mut arbiter, &room, adjourn).await;
    table.bob(json!({ "type": "seal", "ply": 1, "move": { "type": "stone", "point": "m13" } })).await;

    let forms = ["", "/record.json", "/record.sgf", "/record.psq", "/record.txt", "/record.svg"];
    let mut said = String::new();
    for form in forms {
        said.push_str(&table.get(form).await.body);
        said.push_str(&table.get(&format!("{form}?ply=999")).await.body);
    }
    said.push_str(&table.house.ask(&format!("GET /g/{room}"), &[]).await.body);
    assert!(said.contains("\"sealed\"") && said.contains("supper"), "something is said of it");
    for secret in ["m13", "M13\"", "[mc]", "\n13,3,", "cx=\"530\" cy=\"130\"", "nonce", &key] {
        assert!(!said.contains(secret), "{secret}");
    }
    assert!(said.contains("\"lot\":null") && !said.contains("\"id\""), "neither the lot nor anybody's id");

    let open = json!({ "type": "rule", "ruling": { "type": "open_sealed" }, "reason": "all are here" });
    does(&mut arbiter, &room, open).await;
    assert!(table.get("").await.body.contains("m13"), "and now everybody is told");
    table.ann(json!({ "type": "resign" })).await;
    let over: Value = serde_json::from_str(&table.get("").await.body).unwrap();
    assert_eq!(over["lot"].as_str().map(str::len), Some(32), "the lot, once it is over");
}

#[tokio::test]
async fn many_who_want_a_picture_at_once_all_get_it() {
    let table = Table::open().await;
    let asked = (0..12).map(|_| table.get("/picture.png"));
    for answer in futures::future::join_all(asked).await {
        assert_eq!(answer.status, 200, "{}", answer.head);
    }
}

#[tokio::test]
async fn moving_pictures_are_painted_as_often_as_anybody_needs_them() {
    let table = Table::open().await;
    let tag = table.get("/record.apng").await.header("etag").unwrap().to_owned();
    let known = format!("If-None-Match: {tag}");
    let path = format!("GET /api/games/{}/record.apng", table.room);
    let (mut painted, mut turned_away) = (0, 0);
    for _ in 0..20 {
        match table.get("/record.apng").await.status {
            200 => painted += 1,
            429 => turned_away += 1,
            other => panic!("{other}"),
        }
    }
    assert!(painted >= 7 && turned_away >= 1, "{painted} and {turned_away}");
    assert_eq!(table.house.ask(&path, &[&known]).await.status, 304, "what one has costs nothing");
}

#[tokio::test]
async fn a_link_shows_who_plays_and_a_picture() {
    let table = Table::open().await;
    let room = table.room.clone();
    let page = table.house.ask(&format!("GET /g/{room}"), &[]).await;
    assert_eq!((page.status, page.header("content-type")), (200, Some("text/html; charset=utf-8")));
    assert!(page.cookie().is_some(), "it is a page like any other");
    let origin = format!("http://{}", table.house.address);
    for tag in [
        "<meta property=\"og:title\" content=\"A &lt;b&gt; &quot;&amp; – Guest ",
        "<meta property=\"og:description\" content=\"Freestyle gomoku, 15x15\" />",
        &format!("<meta property=\"og:image\" content=\"{origin}/api/games/{room}/picture.png?at="),
        &format!("<meta property=\"og:url\" content=\"{origin}/g/{room}\" />"),
    ] {
        assert!(page.body.contains(tag), "{tag}\n{}", page.body);
    }
    let tag = format!("If-None-Match: {}", page.header("etag").unwrap());
    assert_eq!(table.house.ask(&format!("GET /g/{room}"), &[&tag]).await.status, 304);
    let nowhere = table.house.ask("GET /g/0123456789ab", &[]).await;
    assert!(nowhere.status == 200 && !nowhere.body.contains("og:"), "{}", nowhere.body);
}
