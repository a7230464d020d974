//! What bots have declared, held against everything else by which two come to sit at one table: pairing, seats, invitations.

use serde_json::{Value, json};

use crate::bots::{accepts, bot, rules};
use crate::house::{Client, House};
use crate::messages::{act, join};

/// Renju with these opponents, on the usual board.
fn renju_with(opponents: &str, games: u8) -> Value {
    let mut accepts = accepts();
    accepts["presets"] = json!(["renju"]);
    accepts["opponents"] = json!(opponents);
    accepts["games"] = json!(games);
    accepts
}

async fn seek(client: &mut Client, id: &str, preset: &str) {
    client.say(&json!({ "type": "pair", "id": id, "preset": preset }).to_string()).await;
    assert_eq!(client.hear_of("accepted").await["id"], id);
}

/// Hears until somebody waits exactly there.
async fn waited_in(watcher: &mut Client, presets: &Value) {
    while watcher.hear_of("lobby_change").await["waited_in"] != *presets {}
}

/// Opens a table whose opener plays Black.
async fn open(client: &mut Client, id: &str, preset: &str) -> String {
    let create = json!({
        "type": "create", "id": id, "rules": rules(preset), "colours": "black_a", "visibility": "link",
    });
    client.say(&create.to_string()).await;
    client.hear_of("accepted").await["room"].as_str().unwrap().to_owned()
}

/// Joins a table and wants to sit: what is answered.
async fn sit(client: &mut Client, room: &str) -> Value {
    join(client, room, "null").await;
    while client.hear_of("snapshot").await["room"] != room {}
    act(client, room, &format!("sit-{room}"), r#"{"type":"sit"}"#).await;
    client.hear_of_any(&["accepted", "refused"]).await
}

#[track_caller]
fn assert_not_played(refused: &Value, words: &str) {
    assert_eq!((&refused["type"], &refused["code"]), (&json!("refused"), &json!("not_played")), "{refused}");
    assert!(refused["message"].as_str().unwrap().contains(words), "{words}: {refused}");
}

#[tokio::test]
async fn a_bot_is_paired_with_nobody_that_it_does_not_play() {
    let house = House::open().await;
    let mut watcher = house.visit().await;
    watcher.say(r#"{"type":"watch_lobby"}"#).await;
    watcher.hear_of("lobby").await;
    let (mut choosy, ..) = bot(&house, "Choosy", renju_with("bots", 9)).await;
    seek(&mut choosy, "p", "renju").await;
    let (mut ann, mut bob) = (house.visit().await, house.visit().await);
    seek(&mut ann, "a", "renju").await;
    // Ann waits beside the bot, and only she is offered to everybody.
    waited_in(&mut watcher, &json!(["renju"])).await;
    seek(&mut bob, "b", "renju").await;
    let room = ann.hear_of("paired").await["room"].take();
    assert_eq!(bob.hear_of("paired").await["room"], room);
    waited_in(&mut watcher, &json!([])).await;
    let (mut other, ..) = bot(&house, "Other", renju_with("anybody", 9)).await;
    seek(&mut other, "o", "renju").await;
    let room = other.hear_of("paired").await["room"].take();
    assert_eq!(choosy.hear_of("paired").await["room"], room, "it has waited all the time");
}

#[tokio::test]
async fn a_bot_does_not_wait_under_rules_that_it_does_not_play() {
    let house = House::open().await;
    let (mut choosy, ..) = bot(&house, "Choosy", renju_with("anybody", 9)).await;
    choosy.say(r#"{"type":"pair","id":"p","preset":"swap2"}"#).await;
    let refused = choosy.hear_of("refused").await;
    assert_not_played(&refused, "you have declared otherwise: this bot does not play by these rules");
    seek(&mut choosy, "q", "renju").await;
}

#[tokio::test]
async fn a_bot_with_games_enough_waits_in_its_pool_until_one_is_over() {
    let house = House::open().await;
    let (mut busy, ..) = bot(&house, "Busy", renju_with("anybody", 1)).await;
    let table = open(&mut busy, "t", "renju").await;
    let mut guest = house.visit().await;
    assert_eq!(sit(&mut guest, &table).await["type"], "accepted");
    while busy.hear_of("joined").await["room"] != table.as_str() {}
    // The list says so too once it is known everywhere.
    guest.say(r#"{"type":"watch_bots"}"#).await;
    while guest.hear_of("bots").await["bots"][0]["games"] != 1 {}
    seek(&mut busy, "p", "renju").await;
    let mut ann = house.visit().await;
    seek(&mut ann, "a", "renju").await;
    let second = open(&mut busy, "u", "renju").await;
    assert_not_played(&sit(&mut guest, &second).await, "as many games as it can");
    act(&mut guest, &table, "r", r#"{"type":"resign"}"#).await;
    let room = ann.hear_of("paired").await["room"].take();
    assert_eq!(busy.hear_of("paired").await["room"], room);
}

#[tokio::test]
async fn nobody_sits_down_with_a_bot_that_does_not_play_them_though_it_is_away() {
    let house = House::open().await;
    let (mut choosy, ..) = bot(&house, "Choosy", renju_with("bots", 9)).await;
    let room = open(&mut choosy, "t", "renju").await;
    let mut guest = house.visit().await;
    assert_not_played(&sit(&mut guest, &room).await, "this bot does not play with you");
    drop(choosy);
    guest.say(r#"{"type":"watch_bots"}"#).await;
    while guest.hear_of("bots").await["bots"] != json!([]) {}
    act(&mut guest, &room, "again", r#"{"type":"sit"}"#).await;
    assert_not_played(&guest.hear_of("refused").await, "this bot does not play with you");
    let (mut other, ..) = bot(&house, "Other", renju_with("people", 9)).await;
    assert_not_played(&sit(&mut other, &room).await, "you have declared otherwise");
    let (mut third, ..) = bot(&house, "Third", renju_with("anybody", 9)).await;
    assert_eq!(sit(&mut third, &room).await["type"], "accepted");
}

#[tokio::test]
async fn a_bot_is_invited_to_nothing_that_it_does_not_play() {
    let house = House::open().await;
    let (mut choosy, id, _) = bot(&house, "Choosy", renju_with("people", 9)).await;
    choosy.say(r#"{"type":"take_invitations","games_max":9}"#).await;
    choosy.is_well().await;
    let mut guest = house.visit().await;
    let invite = |room: &str| {
        json!({ "type": "invite", "id": format!("i-{room}"), "room": room, "bot": id }).to_string()
    };
    let swap2 = open(&mut guest, "s", "swap2").await;
    guest.say(&invite(&swap2)).await;
    assert_not_played(&guest.hear_of("refused").await, "does not play by these rules");
    let renju = open(&mut guest, "r", "renju").await;
    guest.say(&invite(&renju)).await;
    assert_eq!(guest.hear_of("accepted").await["room"], renju.as_str());
    assert_eq!(choosy.hear_of("invited").await["room"], renju.as_str());
    let (mut other, ..) = bot(&house, "Other", renju_with("anybody", 9)).await;
    let theirs = open(&mut other, "o", "renju").await;
    other.say(&invite(&theirs)).await;
    assert_not_played(&other.hear_of("refused").await, "this bot does not play with you");
}
