//! Bots on the list, challenges to them, and what a bot is shown when it comes in.

use std::time::Duration;

use serde_json::{Value, json};
use tengen::game::presets::presets;
use tengen::spelling::RulesForm;
use tengen::timekeeper::{Arrival, reach};

use crate::house::{Client, House};
use crate::messages::{act, create, join};
use crate::tokens::token_for;

pub(crate) fn rules(preset: &str) -> Value {
    let rules = presets().into_iter().find(|known| known.id == preset).unwrap().rules;
    serde_json::to_value(RulesForm::from(&rules)).unwrap()
}

/// What most bots here play.
pub(crate) fn accepts() -> Value {
    json!({
        "presets": ["renju", "standard"], "boards": [15], "time_max_ms": 3_600_000, "games": 1,
        "opponents": "anybody",
    })
}

async fn declared(client: &mut Client, accepts: Value) {
    client.say(&json!({ "type": "declare", "id": "d1", "accepts": accepts }).to_string()).await;
    assert_eq!(client.hear_of("accepted").await["id"], "d1");
}

async fn challenge(client: &mut Client, bot: &Value, preset: &str) {
    let challenge = json!({
        "type": "challenge", "id": format!("c-{preset}"), "bot": bot, "rules": rules(preset), "colours": "black_a",
        "visibility": "link",
    });
    client.say(&challenge.to_string()).await;
}

/// A bot that plays `accepts`, and its id.
pub(crate) async fn bot(house: &House, name: &str, accepts: Value) -> (Client, Value, String) {
    let token = token_for(house, name).await;
    let mut client = house.upgrade(&[&format!("Authorization: Bearer {token}")]).await.unwrap();
    let id = client.hear_of("welcome").await["person"]["id"].take();
    declared(&mut client, accepts).await;
    (client, id, token)
}

#[tokio::test]
async fn a_bot_is_on_the_list_as_long_as_it_is_here() {
    let house = House::open().await;
    let mut guest = house.visit().await;
    guest.say(r#"{"type":"watch_bots"}"#).await;
    assert_eq!(guest.hear_of("bots").await["bots"], json!([]));
    let (client, id, _) = bot(&house, "Rapfi", accepts()).await;
    let listed = guest.hear_of("bots").await["bots"][0].take();
    assert_eq!((&listed["bot"]["id"], &listed["bot"]["bot"]), (&id, &json!(true)));
    assert_eq!(listed["accepts"]["presets"], json!(["renju", "standard"]));
    assert_eq!(listed["games"], 0);
    drop(client);
    assert_eq!(guest.hear_of("bots").await["bots"], json!([]));
}

#[tokio::test]
async fn a_challenge_that_is_accepted_is_played_at_once_and_the_bot_is_shown_the_game_unasked() {
    let house = House::open().await;
    let (mut client, id, _) = bot(&house, "Rapfi", accepts()).await;
    let mut guest = house.visit().await;
    challenge(&mut guest, &id, "renju").await;
    assert_eq!(guest.hear_of("accepted").await["id"], "c-renju");
    let challenged = client.hear_of("challenged").await;
    assert_eq!(challenged["rules"], rules("renju"));
    let answer = json!({
        "type": "answer_challenge", "id": "a1", "challenge": challenged["challenge"], "accept": true,
    });
    client.say(&answer.to_string()).await;
    let settled = guest.hear_of("challenge_settled").await;
    assert_eq!((&settled["outcome"], &settled["bot"]), (&json!("accepted"), &id));
    // The bot joins nothing: it is joined.
    let joined = client.hear_of("joined").await;
    assert_eq!((&joined["room"], &joined["you"]), (&settled["room"], &json!("b")));
    let snapshot = client.hear_of("snapshot").await;
    assert_eq!(snapshot["state"]["owed"]["seat"], "a");
    assert_eq!(snapshot["seats"]["b"]["bot"], true);

    let mut other = house.visit().await;
    challenge(&mut other, &id, "renju").await;
    let refused = other.hear_of("refused").await;
    assert_eq!((&refused["code"], &refused["id"]), (&json!("not_played"), &json!("c-renju")));
    assert!(refused["message"].as_str().unwrap().contains("as many games as it can"), "{refused}");
}

#[tokio::test]
async fn a_bot_is_challenged_to_nothing_that_it_does_not_play() {
    let house = House::open().await;
    let people_only = json!({
        "presets": ["renju"], "boards": [15], "time_max_ms": 60_000, "games": 9, "opponents": "people",
    });
    let (_client, id, _) = bot(&house, "Rapfi", people_only).await;
    let (mut other, own, _) = bot(&house, "Carbon", accepts()).await;
    for (preset, words) in [("swap2", "by these rules"), ("renju", "with this clock")] {
        challenge(&mut other, &id, preset).await;
        let refused = other.hear_of("refused").await;
        assert_eq!(refused["code"], "not_played", "{preset}");
        assert!(refused["message"].as_str().unwrap().contains(words), "{refused}");
    }
    let mut quick = json!({
        "type": "challenge", "id": "q", "bot": id, "rules": rules("renju"), "clock": "1m", "colours": "random",
        "visibility": "link",
    });
    quick["rules"]["clock"] = Value::Null;
    other.say(&quick.to_string()).await;
    let refused = other.hear_of("refused").await;
    assert!(refused["message"].as_str().unwrap().contains("with you"), "{refused}");
    challenge(&mut other, &own, "renju").await;
    assert_eq!(other.hear_of("refused").await["code"], "not_played", "nobody plays with itself");
    challenge(&mut other, &json!("0000000000000000"), "renju").await;
    assert_eq!(other.hear_of("refused").await["code"], "no_such_bot");
}

#[tokio::test]
async fn a_challenge_can_be_declined_withdrawn_and_answered_once() {
    let house = House::open().await;
    let (mut client, id, _) = bot(&house, "Rapfi", accepts()).await;
    let mut guest = house.visit().await;
    challenge(&mut guest, &id, "renju").await;
    let number = client.hear_of("challenged").await["challenge"].take();
    let answer = |id: &str, accept: bool| {
        json!({ "type": "answer_challenge", "id": id, "challenge": number, "accept": accept }).to_string()
    };
    let mut stranger = house.visit().await;
    stranger.say(&answer("s1", true)).await;
    assert_eq!(stranger.hear_of("refused").await["code"], "no_challenge", "it is another's to answer");
    client.say(&answer("a1", false)).await;
    assert_eq!(guest.hear_of("challenge_settled").await["outcome"], "declined");
    client.say(&answer("a2", true)).await;
    assert_eq!(client.hear_of("refused").await["code"], "no_challenge");

    challenge(&mut guest, &id, "standard").await;
    client.hear_of("challenged").await;
    guest.say(r#"{"type":"withdraw"}"#).await;
    let settled = client.hear_of("challenge_settled").await;
    assert_eq!(settled["outcome"], "withdrawn");
    challenge(&mut guest, &id, "standard").await;
    client.hear_of("challenged").await;
    drop(client);
    assert_eq!(guest.hear_of("challenge_settled").await["outcome"], "lapsed");
}

#[tokio::test]
async fn only_bots_are_on_the_list_and_what_they_play_is_bounded() {
    let house = House::open().await;
    let mut guest = house.visit().await;
    let declare = |accepts: Value| json!({ "type": "declare", "id": "d1", "accepts": accepts }).to_string();
    guest.say(&declare(accepts())).await;
    assert_eq!(guest.hear_of("refused").await["code"], "not_a_bot");
    for (field, wrong) in
        [("presets", json!(["chess"])), ("boards", json!([13])), ("games", json!(0)), ("games", json!(65))]
    {
        let mut accepts = accepts();
        accepts[field] = wrong;
        guest.say(&declare(accepts)).await;
        assert_eq!(guest.hear_of("refused").await["code"], "bad_rules", "{field}");
    }
}

/// A game between a bot at seat A and a guest, the bot to move; the room, the bot's token, and who plays.
async fn game(house: &House, preset: &str) -> (String, String, Client, Client) {
    let token = token_for(house, "Rapfi").await;
    let (mut bot, mut guest) = (house.visit_as(&token).await, house.visit().await);
    let create = json!({
        "type": "create", "id": "c1", "rules": rules(preset), "colours": "black_a", "visibility": "link",
    });
    bot.say(&create.to_string()).await;
    let room = bot.hear_of("accepted").await["room"].as_str().unwrap().to_owned();
    join(&mut guest, &room, "null").await;
    guest.hear_of("snapshot").await;
    act(&mut guest, &room, "s1", r#"{"type":"sit"}"#).await;
    guest.hear_of("accepted").await;
    (room, token, bot, guest)
}

#[tokio::test]
async fn e_the_socket_of_a_bot_is_cut_while_it_thinks_and_a_stateless_one_goes_on() {
    let house = House::open().await;
    let (room, token, bot, mut guest) = game(&house, "renju").await;
    drop(bot);
    while guest.hear_of("presence").await["seats"]["a"] != json!(false) {}
    // It comes back knowing nothing, and asks for nothing.
    let mut back = house.visit_as(&token).await;
    assert_eq!(back.hear_of("joined").await["room"], room.as_str());
    let snapshot = back.hear_of("snapshot").await;
    assert_eq!(snapshot["room"], room.as_str());
    assert_eq!(snapshot["state"]["owed"]["seat"], "a");
    assert!(snapshot["state"]["clock"]["running"]["seat"] == "a", "its clock runs on");
    act(&mut back, &room, "m1", r#"{"type":"place","ply":0,"point":"h8"}"#).await;
    assert_eq!(back.hear_of("accepted").await["id"], "m1");
}

#[tokio::test]
async fn e_a_bot_that_answers_twice_moves_once() {
    let house = House::open().await;
    let (room, _, mut bot, mut guest) = game(&house, "renju").await;
    let place = r#"{"type":"place","ply":0,"point":"h8"}"#;
    for _ in 0..2 {
        act(&mut bot, &room, "m1", place).await;
        let accepted = bot.hear_of("accepted").await;
        assert_eq!((&accepted["id"], &accepted["seq"]), (&json!("m1"), &json!(2)), "the same answer");
    }
    act(&mut bot, &room, "m2", place).await;
    let refused = bot.hear_of("refused").await;
    assert_eq!((&refused["code"], &refused["ply"]), (&json!("stale_ply"), &json!(1)), "under another name");
    let another = r#"{"type":"place","ply":1,"point":"i8"}"#;
    act(&mut bot, &room, "m3", another).await;
    assert_eq!(bot.hear_of("refused").await["code"], "not_your_turn");
    let happened = loop {
        let happened = guest.hear_of("happened").await;
        if happened["seq"] == 2 {
            break happened;
        }
    };
    assert_eq!(happened["state"]["ply"], 1);
    guest.is_well().await;
}

#[tokio::test]
async fn e_a_bot_that_answers_late_is_told_the_present_position() {
    let house = House::open().await;
    let (room, _, mut bot, mut guest) = game(&house, "renju").await;
    act(&mut bot, &room, "m1", r#"{"type":"place","ply":0,"point":"h8"}"#).await;
    bot.hear_of("accepted").await;
    act(&mut guest, &room, "m1", r#"{"type":"place","ply":1,"point":"i9"}"#).await;
    guest.hear_of("accepted").await;
    act(&mut bot, &room, "late", r#"{"type":"place","ply":0,"point":"g7"}"#).await;
    let refused = bot.hear_of("refused").await;
    assert_eq!((&refused["code"], &refused["ply"]), (&json!("stale_ply"), &json!(2)));
    act(&mut guest, &room, "r1", r#"{"type":"resign"}"#).await;
    guest.hear_of("accepted").await;
    act(&mut bot, &room, "later", r#"{"type":"place","ply":2,"point":"g7"}"#).await;
    assert_eq!(bot.hear_of("refused").await["code"], "game_over");
}

#[tokio::test]
async fn e_a_bot_that_answers_for_another_game_changes_neither() {
    let house = House::open().await;
    let (room, _, mut bot, mut guest) = game(&house, "renju").await;
    let other = create(&mut guest, "theirs").await;
    let place = r#"{"type":"place","ply":0,"point":"h8"}"#;
    act(&mut bot, &other, "m1", place).await;
    assert_eq!(bot.hear_of("refused").await["code"], "not_joined");
    join(&mut bot, &other, "null").await;
    while bot.hear_of("snapshot").await["room"] != other.as_str() {}
    act(&mut bot, &other, "m2", place).await;
    let refused = bot.hear_of("refused").await;
    assert_eq!((&refused["code"], &refused["room"]), (&json!("not_a_player"), &json!(other)));
    act(&mut bot, &room, "m3", place).await;
    assert_eq!(bot.hear_of("accepted").await["room"], room.as_str());
}

#[tokio::test]
async fn e20_the_twentieth_refused_message_in_a_turn_costs_the_connection_and_not_the_game() {
    let house = House::open().await;
    let (room, token, mut bot, _guest) = game(&house, "renju").await;
    for number in 0..20 {
        act(&mut bot, &room, &format!("x{number}"), r#"{"type":"place","ply":0,"point":"z9"}"#).await;
    }
    assert_eq!(bot.hear_close().await, 4000);
    let mut back = house.visit_as(&token).await;
    let snapshot = back.hear_of("snapshot").await;
    assert_eq!((&snapshot["state"]["phase"], &snapshot["state"]["ply"]), (&json!("playing"), &json!(0)));
    act(&mut back, &room, "m1", r#"{"type":"place","ply":0,"point":"h8"}"#).await;
    assert_eq!(back.hear_of("accepted").await["id"], "m1");
}

#[tokio::test]
async fn who_sends_too_fast_is_told_how_long_to_wait_and_that_is_enough() {
    let house = House::with(|config| config.session.messages_burst = 5).await;
    let mut client = house.visit().await;
    for n in 0..9 {
        client.say(&format!(r#"{{"type":"ping","n":{n}}}"#)).await;
    }
    let error = client.hear_of("error").await;
    assert_eq!(error["code"], "too_fast");
    let wait = error["retry_after_ms"].as_u64().unwrap();
    assert!((1..=50).contains(&wait), "{error}");
    // Each of those that were too many was told the same; none of them made it longer.
    reach(Some(Arrival::now().after(Duration::from_millis(wait)))).await;
    client.is_well().await;
}
