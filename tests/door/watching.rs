//! Looking on: glances, boards in pages of other sites, the featured game, and following a player.

use serde_json::{Value, json};

use crate::house::{Client, House};

/// A client that plays, and the room in which it does.
struct Pair {
    ann: Client,
    bob: Client,
    room: String,
    ann_id: String,
}

/// Two people paired, who have entered the room.
async fn pair(house: &House, ann: Client, bob: Client) -> Pair {
    let (mut ann, mut bob) = (ann, bob);
    ann.say(r#"{"type":"pair","id":"a","preset":"freestyle"}"#).await;
    ann.hear_of("accepted").await;
    bob.say(r#"{"type":"pair","id":"b","preset":"freestyle"}"#).await;
    let room = ann.hear_of("paired").await["room"].as_str().unwrap().to_owned();
    bob.hear_of("paired").await;
    let mut ann_id = String::new();
    for client in [&mut ann, &mut bob] {
        join(client, &room, false).await;
        let you = client.hear_of("joined").await["you"].clone();
        let snapshot = client.hear_of("snapshot").await;
        if ann_id.is_empty() {
            ann_id = snapshot["seats"][you.as_str().unwrap()]["id"].as_str().unwrap().to_owned();
        }
    }
    let _ = house;
    Pair { ann, bob, room, ann_id }
}

async fn join(client: &mut Client, room: &str, glance: bool) {
    client.say(&json!({ "type": "join", "room": room, "seen": null, "glance": glance }).to_string()).await;
}

async fn act(client: &mut Client, room: &str, id: &str, action: Value) {
    client.say(&json!({ "type": "act", "room": room, "id": id, "action": action }).to_string()).await;
}

/// A line of somebody who only looks on.
async fn look_on(house: &House, headers: &[&str]) -> Result<Client, crate::house::Answer> {
    let lines = [&["Sec-WebSocket-Protocol: tengen.v1"], headers].concat();
    let mut client = house.upgrade_at("/ws/look", &lines).await?;
    client.hear_of("welcome").await;
    Ok(client)
}

#[tokio::test]
async fn a_glance_is_told_every_move_and_counted_nowhere() {
    let house = House::open().await;
    let (ann, bob) = (house.visit().await, house.visit().await);
    let Pair { mut ann, mut bob, room, .. } = pair(&house, ann, bob).await;
    let mut wall = house.visit().await;
    join(&mut wall, &room, true).await;
    let snapshot = wall.hear_of("snapshot").await;
    assert_eq!(wall.hear_of("presence").await["watchers"], 0);
    let mover = if snapshot["state"]["owed"]["seat"] == "a" { &mut ann } else { &mut bob };
    // Who sits at which seat is by lot; one of the two owes the stone.
    act(mover, &room, "m1", json!({ "type": "place", "ply": 0, "point": "h8" })).await;
    let other = if snapshot["state"]["owed"]["seat"] == "a" { &mut bob } else { &mut ann };
    act(other, &room, "m1", json!({ "type": "place", "ply": 0, "point": "h8" })).await;
    assert_eq!(wall.hear_of("happened").await["events"][0]["event"]["type"], "moved");
    act(&mut wall, &room, "t", json!({ "type": "say", "text": "hello" })).await;
    assert_eq!(wall.hear_of("refused").await["code"], "not_joined");

    join(&mut wall, &room, false).await;
    while wall.hear_of("presence").await["watchers"] != 1 {}
    join(&mut wall, &room, true).await;
    while wall.hear_of("presence").await["watchers"] != 0 {}
}

#[tokio::test]
async fn an_onlooker_needs_no_identity_and_can_do_nothing_but_look() {
    let house = House::open().await;
    let (ann, bob) = (house.visit().await, house.visit().await);
    let Pair { room, .. } = pair(&house, ann, bob).await;
    let own = format!("Origin: http://{}", house.address);
    let mut onlooker = look_on(&house, &[&own]).await.unwrap();
    join(&mut onlooker, &room, true).await;
    assert_eq!(onlooker.hear_of("joined").await["you"], Value::Null);
    onlooker.hear_of("snapshot").await;
    for (message, kind) in [
        (json!({ "type": "join", "room": room, "seen": null }), "error"),
        (json!({ "type": "watch_lobby" }), "error"),
        (json!({ "type": "follow", "person": "0123456789abcdef" }), "error"),
        (json!({ "type": "rename", "id": "r", "name": "Eve" }), "refused"),
        (json!({ "type": "pair", "id": "p", "preset": "renju" }), "refused"),
        (json!({ "type": "act", "room": room, "id": "x", "action": { "type": "sit" } }), "refused"),
        (
            json!({ "type": "act", "room": room, "id": "y", "action": { "type": "say", "text": "hi" } }),
            "refused",
        ),
    ] {
        onlooker.say(&message.to_string()).await;
        assert_eq!(onlooker.hear_of(kind).await["code"], "looks_on", "{message}");
    }
}

#[tokio::test]
async fn a_player_with_a_cookie_in_a_frame_is_an_onlooker_all_the_same() {
    let house = House::open().await;
    let token = house.token().await;
    let (ann, bob) = (house.visit_as(&token).await, house.visit().await);
    let Pair { room, .. } = pair(&house, ann, bob).await;
    let own = format!("Origin: http://{}", house.address);
    let cookie = format!("Cookie: tengen_person={token}");
    let mut framed = look_on(&house, &[&own, &cookie]).await.unwrap();
    join(&mut framed, &room, true).await;
    assert_eq!(framed.hear_of("joined").await["you"], Value::Null);
    act(&mut framed, &room, "r", json!({ "type": "resign" })).await;
    assert_eq!(framed.hear_of("refused").await["code"], "looks_on");
    let answer = look_on(&house, &["Origin: https://evil.example"]).await.err().unwrap();
    assert_eq!((answer.status, answer.code().as_str()), (403, "foreign_origin"));
}

#[tokio::test]
async fn onlookers_are_no_people_and_take_no_more_than_their_places() {
    let house = House::with(|config| config.server.onlookers_max = 1).await;
    let first = look_on(&house, &[]).await.unwrap();
    let answer = look_on(&house, &[]).await.err().unwrap();
    assert_eq!((answer.status, answer.code().as_str()), (503, "too_many_connections"));
    let mut person = house.visit().await;
    person.say(r#"{"type":"watch_lobby"}"#).await;
    assert_eq!(person.hear_of("lobby").await["people"], 1);
    drop(first);
    while look_on(&house, &[]).await.is_err() {}
}

#[tokio::test]
async fn only_the_board_for_other_sites_can_be_framed_and_it_gives_no_cookie() {
    let house = House::open().await;
    let framed = house.ask("GET /embed/0123456789ab?theme=dark", &[]).await;
    assert_eq!(framed.status, 200);
    let policy = framed.header("content-security-policy").unwrap();
    for part in ["frame-ancestors *", "default-src 'none'", "form-action 'none'"] {
        assert!(policy.contains(part), "{policy}");
    }
    assert!(!policy.contains("unsafe"), "{policy}");
    assert!(framed.cookie().is_none());
    for path in ["/", "/watch", "/g/0123456789ab", "/games", "/embed.html", "/embed", "/embed/a/b"] {
        let answer = house.ask(&format!("GET {path}"), &[]).await;
        assert!(
            answer.header("content-security-policy").unwrap().contains("frame-ancestors 'none'"),
            "{path}"
        );
    }
}

#[tokio::test]
async fn the_lobby_features_a_running_game_until_it_ends() {
    let house = House::open().await;
    let mut watcher = house.visit().await;
    watcher.say(r#"{"type":"watch_lobby"}"#).await;
    assert_eq!(watcher.hear_of("lobby").await["featured"], Value::Null);
    let (ann, bob) = (house.visit().await, house.visit().await);
    let Pair { mut ann, room, .. } = pair(&house, ann, bob).await;
    while watcher.hear_of("lobby_change").await["featured"] != room.as_str() {}
    act(&mut ann, &room, "q", json!({ "type": "abort" })).await;
    while watcher.hear_of("lobby_change").await["featured"] != Value::Null {}
}

#[tokio::test]
async fn whoever_follows_a_player_hears_of_the_next_game() {
    let house = House::open().await;
    let (ann, bob) = (house.visit().await, house.visit().await);
    let Pair { mut ann, mut bob, room, ann_id } = pair(&house, ann, bob).await;
    let mut eve = house.visit().await;
    eve.say(&json!({ "type": "follow", "person": ann_id }).to_string()).await;
    // The lobby gathers what is new for a moment.
    while eve.hear_of("following").await["room"] != room.as_str() {}
    act(&mut ann, &room, "r", json!({ "type": "resign" })).await;
    bob.hear_of("happened").await;
    let heard = eve.hear_of("following").await;
    assert_eq!((&heard["person"], &heard["room"]), (&json!(ann_id), &Value::Null));
    act(&mut bob, &room, "o", json!({ "type": "offer_rematch" })).await;
    bob.hear_of("accepted").await;
    act(&mut ann, &room, "y", json!({ "type": "accept_rematch" })).await;
    let next = eve.hear_of("following").await["room"].clone();
    assert!(next.is_string() && next != room.as_str(), "{next}");
    eve.say(r#"{"type":"follow","person":"nobody"}"#).await;
    assert_eq!(eve.hear_of("error").await["code"], "no_such_person");
}

#[tokio::test]
async fn a_game_by_link_is_told_to_nobody_who_follows() {
    let house = House::open().await;
    let (mut ann, mut bob, mut eve) = (house.visit().await, house.visit().await, house.visit().await);
    let rules: Value =
        serde_json::from_str(include_str!("../../proto/examples/client/create_freestyle.json")).unwrap();
    let create = json!({ "type": "create", "id": "c", "rules": rules["rules"], "colours": "black_a", "visibility": "link" });
    ann.say(&create.to_string()).await;
    let room = ann.hear_of("accepted").await["room"].as_str().unwrap().to_owned();
    for client in [&mut ann, &mut bob] {
        join(client, &room, false).await;
    }
    let id = ann.hear_of("snapshot").await["seats"]["a"]["id"].as_str().unwrap().to_owned();
    act(&mut bob, &room, "s", json!({ "type": "sit" })).await;
    while ann.hear_of("happened").await["state"]["phase"] != "playing" {}
    eve.say(&json!({ "type": "follow", "person": id }).to_string()).await;
    assert_eq!(eve.hear_of("following").await["room"], Value::Null);
    // A public game of the same person is the first that is heard of.
    let Pair { room, .. } = pair(&house, ann, house.visit().await).await;
    assert_eq!(eve.hear_of("following").await["room"], room.as_str());
}
