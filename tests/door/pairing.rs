//! Quick pairing through the door: one click each, and a game runs.

use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::timeout;

use crate::house::{Client, House};

/// How long a pair may take to be told where it plays.
const PAIRED_WITHIN: Duration = Duration::from_secs(1);

async fn seek(client: &mut Client, id: &str, preset: &str) {
    client.say(&json!({ "type": "pair", "id": id, "preset": preset }).to_string()).await;
    assert_eq!(client.hear_of("accepted").await["id"], id);
}

async fn room_of(client: &mut Client) -> Value {
    timeout(PAIRED_WITHIN, client.hear_of("paired")).await.expect("within a second")["room"].clone()
}

/// Hears until somebody waits exactly there.
async fn waited_in(watcher: &mut Client, presets: &Value) {
    while watcher.hear_of("lobby_change").await["waited_in"] != *presets {}
}

#[tokio::test]
async fn two_who_click_the_same_preset_play_each_other_within_a_second() {
    let house = House::open().await;
    let (mut ann, mut bob, mut cleo) = (house.visit().await, house.visit().await, house.visit().await);
    seek(&mut ann, "a", "renju").await;
    seek(&mut cleo, "c", "swap2").await;
    seek(&mut bob, "b", "renju").await;
    let room = room_of(&mut ann).await;
    assert_eq!(room_of(&mut bob).await, room);
    for client in [&mut ann, &mut bob] {
        client.say(&json!({ "type": "join", "room": room, "seen": null }).to_string()).await;
        assert!(client.hear_of("joined").await["you"].is_string(), "both sit");
        let snapshot = client.hear_of("snapshot").await;
        assert_eq!(snapshot["state"]["phase"], "playing");
        assert_eq!(snapshot["opened"]["colours"], "random");
    }
    cleo.is_well().await;
}

#[tokio::test]
async fn nobody_is_paired_with_who_has_left_or_with_themselves() {
    let house = House::open().await;
    let (mut ann, mut bob, mut cleo) = (house.visit().await, house.visit().await, house.visit().await);
    seek(&mut ann, "a", "renju").await;
    ann.say(r#"{"type":"unpair"}"#).await;
    ann.is_well().await;
    let mut watcher = house.visit().await;
    watcher.say(r#"{"type":"watch_lobby"}"#).await;
    watcher.hear_of("lobby").await;
    seek(&mut bob, "b", "renju").await;
    waited_in(&mut watcher, &json!(["renju"])).await;
    drop(bob);
    waited_in(&mut watcher, &json!([])).await;
    seek(&mut cleo, "c1", "renju").await;
    // Looking again under another preset gives the first place up.
    seek(&mut cleo, "c2", "standard").await;
    seek(&mut ann, "a2", "renju").await;
    cleo.is_well().await;
    seek(&mut cleo, "c3", "renju").await;
    assert_eq!(room_of(&mut ann).await, room_of(&mut cleo).await);
}

#[tokio::test]
async fn the_lobby_says_where_somebody_waits() {
    let house = House::open().await;
    let (mut ann, mut watcher) = (house.visit().await, house.visit().await);
    watcher.say(r#"{"type":"watch_lobby"}"#).await;
    assert_eq!(watcher.hear_of("lobby").await["waited_in"], json!([]));
    seek(&mut ann, "a", "renju").await;
    assert_eq!(watcher.hear_of("lobby_change").await["waited_in"], json!(["renju"]));
    drop(ann);
    waited_in(&mut watcher, &json!([])).await;
}

#[tokio::test]
async fn a_preset_that_is_none_is_refused() {
    let house = House::open().await;
    let mut ann = house.visit().await;
    ann.say(r#"{"type":"pair","id":"a","preset":"chess"}"#).await;
    assert_eq!(ann.hear_of("refused").await["code"], "unknown_preset");
}
