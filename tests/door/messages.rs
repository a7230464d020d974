//! What a client may say, what it is told when it says it wrong, and a game through the door.

use std::time::Duration;

use serde_json::{Value, json};
use tengen::game::ruleset::RuleSet;
use tengen::protocol::{ClientMessage, ColoursForm, VisibilityForm};
use tengen::spelling::{ArbitrationForm, RulesForm};
use tengen::timekeeper::Arrival;

use crate::house::{Client, Heard, House};

#[tokio::test]
async fn what_is_not_understood_is_told_and_harms_nobody() {
    let house = House::with(|config| config.session.not_understood_max = 100).await;
    let mut bystander = house.visit().await;
    let mut client = house.visit().await;
    let deep_list = "[".repeat(4000) + &"]".repeat(4000);
    let deep_field = format!(r#"{{"type":"ping","n":{}1{}}}"#, "[".repeat(4000), "]".repeat(4000));
    let cases: [(&str, &str); 20] = [
        ("", "bad_json"),
        ("{", "bad_json"),
        ("nonsense", "bad_json"),
        (r#"{"type":"ping","n":1} x"#, "bad_json"),
        ("[]", "bad_message"),
        ("null", "bad_message"),
        ("{}", "bad_message"),
        (r#"{"type":"dance"}"#, "bad_message"),
        (r#"{"type":"ping"}"#, "bad_message"),
        (r#"{"type":"ping","n":1,"extra":2}"#, "bad_message"),
        (r#"{"type":"ping","n":"1"}"#, "bad_message"),
        (r#"{"type":"ping","n":-1}"#, "bad_message"),
        (r#"{"type":"ping","n":4294967296}"#, "bad_message"),
        (r#"{"type":"ping","n":1e400}"#, "bad_json"),
        (r#"{"type":"ping","n":1,"n":2}"#, "bad_message"),
        (r#"{"type":"ping","type":"ping","n":1}"#, "bad_message"),
        (r#"{"type":"watch_lobby","extra":1}"#, "bad_message"),
        (r#"{"type":"join","room":"0123456789ab","seen":{"epoch":1}}"#, "bad_message"),
        (&deep_list, "bad_"),
        (&deep_field, "bad_"),
    ];
    for (text, code) in cases {
        client.say(text).await;
        let error = client.hear_of("error").await;
        assert!(error["code"].as_str().unwrap().starts_with(code), "{text:.60}: {error}");
        assert!(error["message"].as_str().is_some_and(|words| !words.is_empty() && words.len() <= 800));
    }
    client.is_well().await;
    bystander.is_well().await;
}

#[tokio::test]
async fn whoever_is_never_understood_is_closed() {
    let house = House::open().await;
    let mut client = house.visit().await;
    for _ in 0..20 {
        client.say("{").await;
    }
    assert_eq!(client.hear_close().await, 4000);
}

#[tokio::test]
async fn a_room_that_is_not_there_and_one_that_was_not_joined_are_told() {
    let house = House::open().await;
    let mut client = house.visit().await;
    client.say(r#"{"type":"join","room":"0123456789ab","seen":null}"#).await;
    let error = client.hear_of("error").await;
    assert_eq!((&error["code"], &error["room"]), (&"unknown_room".into(), &"0123456789ab".into()));
    client.say(r#"{"type":"join","room":"../etc/passwd","seen":null}"#).await;
    assert_eq!(client.hear_of("error").await["code"], "unknown_room");
    client.say(r#"{"type":"act","room":"0123456789ab","id":"a1","action":{"type":"sit"}}"#).await;
    let refused = client.hear_of("refused").await;
    assert_eq!((&refused["code"], &refused["id"]), (&"not_joined".into(), &"a1".into()));
    client.say(r#"{"type":"leave","room":"0123456789ab"}"#).await;
    client.is_well().await;
}

#[tokio::test]
async fn the_lobby_is_told_and_followed() {
    let house = House::open().await;
    let (mut watcher, mut opener) = (house.visit().await, house.visit().await);
    watcher.say(r#"{"type":"watch_lobby"}"#).await;
    assert_eq!(watcher.hear_of("lobby").await["games"], Value::Array(Vec::new()));
    let room = create(&mut opener, "c1").await;
    // A table whose opener is not there is nobody's to sit down at.
    join(&mut opener, &room, "null").await;
    let changed = loop {
        // The number of people may change before.
        let mut change = watcher.hear_of("lobby_change").await;
        if change["changed"] != Value::Array(Vec::new()) {
            break change["changed"].take();
        }
    };
    assert_eq!(changed[0]["room"], room.as_str());
}

#[tokio::test]
async fn a_game_goes_through_the_door_and_a_lost_line_is_made_good() {
    let house = House::open().await;
    let (token_a, token_b) = (house.token().await, house.token().await);
    let (mut a, mut b) = (house.visit_as(&token_a).await, house.visit_as(&token_b).await);
    let room = create(&mut a, "c1").await;
    assert_eq!(create(&mut a, "c1").await, room, "a repeated command has the same answer");
    join(&mut a, &room, "null").await;
    join(&mut b, &room, "null").await;
    let joined = b.hear_of("joined").await;
    act(&mut b, &room, "s1", r#"{"type":"sit"}"#).await;
    assert_eq!(b.hear_of("accepted").await["id"], "s1");
    let seated = a.hear_of("happened").await;
    assert_eq!(seated["state"]["phase"], "playing");

    // The one who owes a stone puts it; the other has lost the line meanwhile.
    let seen = format!(r#"{{"epoch":{},"next":{}}}"#, joined["epoch"], seated["seq"].as_u64().unwrap() + 1);
    let mover_is_a = seated["state"]["owed"]["seat"] == "a";
    let (mover, token) = if mover_is_a {
        drop(b);
        (&mut a, &token_b)
    } else {
        drop(a);
        (&mut b, &token_a)
    };
    act(mover, &room, "m1", r#"{"type":"place","ply":0,"point":"h8"}"#).await;
    assert_eq!(mover.hear_of("accepted").await["id"], "m1");
    let mut back = house.visit_as(token).await;
    join(&mut back, &room, &seen).await;
    back.hear_of("joined").await;
    let Heard::Says(missed) = back.hear().await else { panic!("the missed move comes next") };
    assert_eq!((&missed["type"], missed["state"]["ply"].as_u64()), (&"happened".into(), Some(1)));
}

#[tokio::test]
async fn who_comes_back_after_a_stop_is_told_when() {
    let house = House::open().await;
    let mut client = house.visit().await;
    let _opened_ahead = house.knock().await;
    let began = Arrival::now();
    let stopped = tokio::spawn(house.server.stop());
    let restarting = client.hear_of("restarting").await;
    assert!(restarting["come_back_in_ms"].as_u64() <= restarting["within_ms"].as_u64());
    assert_eq!(client.hear_close().await, 1001);
    drop(client);
    assert_eq!(stopped.await.unwrap(), tengen::server::Stopped::InOrder);
    assert!(Arrival::now().since(began) < Duration::from_secs(3));
}

#[tokio::test]
async fn a_table_is_opened_with_a_clock_in_short_notation() {
    let house = House::with(|_| ()).await;
    let mut client = house.visit().await;
    let rules = RulesForm::from(&RuleSet::freestyle(None));
    let mut create = json!({
        "type": "create", "id": "c1", "rules": rules, "clock": "20m 3x", "colours": "black_a", "visibility": "link"
    });
    client.say(&create.to_string()).await;
    let refused = client.hear_of("refused").await;
    assert_eq!((&refused["code"], &refused["id"]), (&json!("bad_rules"), &json!("c1")));
    assert!(refused["message"].as_str().unwrap().contains("`3x` is no part of a clock"), "{refused}");

    create["id"] = json!("c2");
    create["clock"] = json!("20m 3x30s");
    client.say(&create.to_string()).await;
    let room = client.hear_of("accepted").await["room"].as_str().unwrap().to_owned();
    join(&mut client, &room, "null").await;
    let stages = client.hear_of("snapshot").await["opened"]["rules"]["clock"]["stages"].take();
    let times: Vec<_> =
        stages.as_array().unwrap().iter().map(|stage| (&stage["time_ms"], &stage["periods"])).collect();
    assert_eq!(times, [(&json!(1_200_000), &json!(1)), (&json!(30_000), &json!(3))]);
}

pub(crate) async fn create(client: &mut Client, id: &str) -> String {
    let message = ClientMessage::Create {
        id: id.to_owned(),
        rules: Box::new((&RuleSet::freestyle(None)).into()),
        clock: None,
        colours: ColoursForm::BlackA,
        visibility: VisibilityForm::Public,
        series: None,
        decider: None,
        start_at: None,
        arbitration: ArbitrationForm::None,
        board: None,
    };
    client.say(&serde_json::to_string(&message).unwrap()).await;
    client.hear_of("accepted").await["room"].as_str().unwrap().to_owned()
}

pub(crate) async fn join(client: &mut Client, room: &str, seen: &str) {
    client.say(&format!(r#"{{"type":"join","room":"{room}","seen":{seen}}}"#)).await;
}

pub(crate) async fn act(client: &mut Client, room: &str, id: &str, action: &str) {
    client.say(&format!(r#"{{"type":"act","room":"{room}","id":"{id}","action":{action}}}"#)).await;
}
