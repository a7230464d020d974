//! The computer as an opponent, through the door: it is invited, comes, and plays by the public protocol.

use std::time::Duration;

use serde_json::{Value, json};
use tengen::game::presets::presets;
use tengen::game::ruleset::RuleSet;
use tengen::spelling::RulesForm;
use tokio::time::timeout;

use crate::house::{Client, Heard, House};

/// How long the computer may take to come, or to move.
const COMES_WITHIN: Duration = Duration::from_secs(10);
/// How long the games of one test may take.
const PLAYED_WITHIN: Duration = Duration::from_secs(240);

async fn open() -> House {
    House::with(|config| {
        config.house_bot.answer_after = Duration::ZERO;
        config.house_bot.share = 100;
        config.house_bot.games_max = 40;
    })
    .await
}

/// A new guest who has not heard a word yet.
async fn arrive(house: &House) -> Client {
    let bearer = format!("Authorization: Bearer {}", house.token().await);
    house.upgrade(&[&bearer]).await.unwrap()
}

/// The next message.
async fn said(client: &mut Client) -> Value {
    loop {
        match client.hear().await {
            Heard::Says(message) => return message,
            Heard::Ping(_) | Heard::Pong => {}
            end @ (Heard::Closes(_) | Heard::Gone) => panic!("{end:?}"),
        }
    }
}

/// Says something and hears until it is answered.
async fn ask(client: &mut Client, message: Value) -> Value {
    client.say(&message.to_string()).await;
    loop {
        let answer = said(client).await;
        if answer["id"] == message["id"]
            && ["accepted", "refused"].contains(&answer["type"].as_str().unwrap())
        {
            return answer;
        }
    }
}

fn create(id: &str, rules: &RuleSet, arbitration: &str) -> Value {
    let rules = serde_json::to_value(RulesForm::from(rules)).unwrap();
    json!({
        "type": "create", "id": id, "rules": rules, "colours": "random", "visibility": "link",
        "arbitration": arbitration,
    })
}

/// The ids of the server's own bots, as a visitor is told them.
async fn computers(house: &House) -> (Client, Vec<Value>) {
    let mut client = arrive(house).await;
    let welcome = client.hear_of("welcome").await;
    let computers = welcome["computers"].as_array().unwrap().clone();
    assert_eq!(
        computers.iter().map(|computer| computer["level"].as_u64().unwrap()).collect::<Vec<_>>(),
        [1, 2, 3, 4, 5]
    );
    let ids = computers.into_iter().map(|computer| computer["person"]["id"].clone()).collect();
    (client, ids)
}

/// Invites until the bot is there: it may still be on its way to the server.
async fn invite(client: &mut Client, room: &Value, bot: &Value) -> Value {
    for attempt in 0.. {
        let id = format!("invite-{}-{attempt}", room.as_str().unwrap());
        let answer = ask(client, json!({ "type": "invite", "id": id, "room": room, "bot": bot })).await;
        if answer["code"] != "no_such_bot" || attempt == 100 {
            return answer;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    unreachable!()
}

/// Follows a room until something is so of its state.
async fn until(client: &mut Client, room: &Value, is_so: impl Fn(&Value) -> bool) -> Value {
    let heard = async {
        loop {
            let message = said(client).await;
            if message["room"] == *room && is_so(&message["state"]) {
                return message;
            }
        }
    };
    timeout(COMES_WITHIN, heard).await.expect("in time")
}

#[tokio::test]
async fn a_game_against_the_computer_begins_at_once_and_it_answers_and_plays_again() {
    let house = open().await;
    let (mut ann, bots) = computers(&house).await;
    let opened = ask(&mut ann, create("t", &RuleSet::freestyle(None), "none")).await;
    let room = opened["room"].clone();
    assert_eq!(invite(&mut ann, &room, &bots[0]).await["type"], "accepted");
    ann.say(&json!({ "type": "join", "room": room, "seen": null }).to_string()).await;
    assert_eq!(ann.hear_of("joined").await["you"], "a");
    let mut state = until(&mut ann, &room, |state| state["phase"] == "playing").await["state"].clone();
    for (turn, point) in ["a1", "o15", "a15"].into_iter().enumerate() {
        if state["owed"]["seat"] != "a" {
            state = until(&mut ann, &room, |state| state["owed"]["seat"] == "a").await["state"].clone();
        }
        let action = json!({ "type": "place", "ply": state["ply"], "point": point });
        let id = format!("m{turn}");
        ann.say(&json!({ "type": "act", "room": room, "id": id, "action": action }).to_string()).await;
        state = until(&mut ann, &room, |state| state["owed"]["seat"] == "b").await["state"].clone();
    }
    until(&mut ann, &room, |state| state["owed"]["seat"] == "a").await;
    for (id, action) in [("r", "resign"), ("again", "offer_rematch")] {
        let action = json!({ "type": action });
        ann.say(&json!({ "type": "act", "room": room, "id": id, "action": action }).to_string()).await;
    }
    let over = until(&mut ann, &room, |state| state["rematch"].is_string()).await;
    let next = over["state"]["rematch"].clone();
    ann.say(&json!({ "type": "join", "room": next, "seen": null }).to_string()).await;
    until(&mut ann, &next, |state| state["phase"] == "playing").await;
}

#[tokio::test]
async fn every_preset_is_played_between_computers_to_its_end() {
    let house = open().await;
    let (mut cleo, bots) = computers(&house).await;
    for preset in presets() {
        let opened = ask(&mut cleo, create(preset.id, &preset.rules, "opener")).await;
        let room = opened["room"].clone();
        assert!(room.is_string(), "{}: {opened}", preset.id);
        for bot in &bots[..2] {
            assert_eq!(invite(&mut cleo, &room, bot).await["type"], "accepted", "{}", preset.id);
        }
        cleo.say(&json!({ "type": "join", "room": room, "seen": null }).to_string()).await;
        let played = async {
            loop {
                let message = said(&mut cleo).await;
                if message["room"] == room && message["state"]["phase"] == "over" {
                    return message["state"]["outcome"].clone();
                }
            }
        };
        let outcome =
            timeout(PLAYED_WITHIN, played).await.unwrap_or_else(|_| panic!("{} has no end", preset.id));
        let reason = outcome["reason"]["type"].as_str().unwrap().to_owned();
        let by_the_rules = ["five", "full_board", "double_pass", "resigned"].contains(&reason.as_str());
        assert!(by_the_rules, "{}: {outcome}", preset.id);
        cleo.say(&json!({ "type": "leave", "room": room }).to_string()).await;
    }
}

#[tokio::test]
async fn an_invitation_is_for_ones_own_table_and_for_a_bot_that_takes_it() {
    let house = open().await;
    let (mut ann, bots) = computers(&house).await;
    let (mut bob, _) = computers(&house).await;
    let room = ask(&mut ann, create("t", &RuleSet::renju(None), "none")).await["room"].clone();
    assert_eq!(invite(&mut bob, &room, &bots[0]).await["code"], "not_your_table");
    let nobody = json!("0000000000000000");
    let answer = ask(&mut ann, json!({ "type": "invite", "id": "x", "room": room, "bot": nobody })).await;
    assert_eq!(answer["code"], "no_such_bot");
    bob.say(r#"{"type":"take_invitations","games_max":3}"#).await;
    assert_eq!(bob.hear_of("error").await["code"], "not_a_bot");
    assert_eq!(invite(&mut ann, &room, &bots[4]).await["type"], "accepted");
    ann.say(&json!({ "type": "join", "room": room, "seen": null }).to_string()).await;
    until(&mut ann, &room, |state| state["phase"] == "playing").await;
    assert_eq!(invite(&mut ann, &room, &bots[4]).await["code"], "not_your_table");
}

#[tokio::test]
async fn a_computer_takes_so_many_games_and_no_more() {
    let house = House::with(|config| config.house_bot.games_max = 1).await;
    let (mut ann, bots) = computers(&house).await;
    for (id, answer) in [("t1", "accepted"), ("t2", "refused")] {
        let room = ask(&mut ann, create(id, &RuleSet::freestyle(None), "none")).await["room"].clone();
        let invited = invite(&mut ann, &room, &bots[0]).await;
        assert_eq!(invited["type"], answer, "{invited}");
        ann.say(&json!({ "type": "join", "room": room, "seen": null }).to_string()).await;
        if answer == "accepted" {
            until(&mut ann, &room, |state| state["phase"] == "playing").await;
        } else {
            assert_eq!(invited["code"], "bot_busy");
        }
    }
}

#[tokio::test]
async fn without_a_computer_none_is_offered() {
    let house = House::with(|config| config.house_bot.enabled = false).await;
    let mut ann = arrive(&house).await;
    assert!(ann.hear_of("welcome").await.get("computers").is_none());
}
