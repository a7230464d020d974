//! The tokens of bots: who is let in by one, how, and what becomes of it when it is revoked.

use std::time::Duration;

use serde_json::{Value, json};
use tengen::identity::{BotToken, new_person};
use tengen::store::{Register, RegisterError};
use tengen::timekeeper::{Arrival, wall_time};

use crate::house::{Client, Heard, House};

/// A token for a bot of this name, made beside the server that runs.
pub(crate) async fn token_for(house: &House, name: &str) -> String {
    registered(house, name).await.unwrap()
}

/// The same, or why there is none.
pub(crate) async fn registered(house: &House, name: &str) -> Result<String, RegisterError> {
    let mut register = Register::open(&house.data().join("tengen.db")).await.unwrap();
    let token = BotToken::random();
    let (name, digest) = (name.parse().unwrap(), token.digest().to_string());
    let made = register.create(&name, new_person(), &digest, wall_time()).await;
    register.close().await;
    made.map(|()| token.reveal().to_owned())
}

pub(crate) async fn revoke(house: &House, name: &str) {
    let mut register = Register::open(&house.data().join("tengen.db")).await.unwrap();
    register.revoke(&name.parse().unwrap()).await.unwrap();
    register.close().await;
}

async fn authenticated(house: &House, token: &str) -> Client {
    let mut client = house.upgrade(&[]).await.unwrap();
    client.say(&json!({ "type": "authenticate", "token": token }).to_string()).await;
    client
}

#[tokio::test]
async fn a_bot_comes_in_by_header_or_first_message_and_is_marked_as_one() {
    let house = House::open().await;
    let token = token_for(&house, "Rapfi").await;
    let mut by_header = house.upgrade(&[&format!("Authorization: Bearer {token}")]).await.unwrap();
    let mut by_message = authenticated(&house, &token).await;
    let (one, other) = (by_header.hear_of("welcome").await, by_message.hear_of("welcome").await);
    assert_eq!(one["person"], other["person"], "the same person");
    assert_eq!((&one["person"]["name"], &one["person"]["bot"]), (&json!("Rapfi"), &json!(true)));
    let mut guest = house.visit().await;
    by_message.is_well().await;
    guest.is_well().await;
}

#[tokio::test]
async fn a_guest_says_who_it_is_in_the_first_message_too_and_is_no_bot() {
    let house = House::open().await;
    let token = house.token().await;
    let welcome = authenticated(&house, &token).await.hear_of("welcome").await;
    assert_eq!(welcome["person"].get("bot"), None);
}

#[tokio::test]
async fn a_wrong_first_message_is_told_and_closed() {
    let house = House::open().await;
    let forged = BotToken::random().reveal().to_owned();
    for message in [
        json!({ "type": "authenticate", "token": forged }),
        json!({ "type": "authenticate", "token": "" }),
        json!({ "type": "ping", "n": 1 }),
        json!("nonsense"),
    ] {
        let mut client = house.upgrade(&[]).await.unwrap();
        client.say(&message.to_string()).await;
        let error = client.hear_of("error").await;
        assert_eq!(error["code"], "unauthorized", "{message}");
        assert!(!error.to_string().contains(&forged));
        assert_eq!(client.hear_close().await, 4001, "{message}");
    }
    let answer = house.upgrade(&[&format!("Authorization: Bearer {forged}")]).await.err().unwrap();
    assert_eq!((answer.status, answer.code().as_str()), (401, "unauthorized"));
}

#[tokio::test]
async fn nobody_says_twice_who_they_are() {
    let house = House::open().await;
    let token = token_for(&house, "Rapfi").await;
    let mut client = authenticated(&house, &token).await;
    client.hear_of("welcome").await;
    client.say(&json!({ "type": "authenticate", "token": token }).to_string()).await;
    assert_eq!(client.hear_of("error").await["code"], "already_authenticated");
    client.is_well().await;
}

#[tokio::test]
async fn a_token_in_an_address_is_refused_and_a_bot_gets_no_guest_s_token() {
    let house = House::open().await;
    let token = token_for(&house, "Rapfi").await;
    let answer = house.ask(&format!("GET /ws?token={token}"), &[]).await;
    assert_eq!((answer.status, answer.code().as_str()), (400, "token_in_url"));
    let bearer = format!("Authorization: Bearer {token}");
    let answer = house.ask("POST /api/guest", &["Content-Length: 0", &bearer]).await;
    assert_eq!((answer.status, answer.code().as_str()), (403, "bot_is_no_guest"));
    assert_eq!(answer.cookie(), None);
    let page = house.ask("GET /", &[&bearer]).await;
    assert_eq!(page.cookie(), None, "a page gives a bot no other identity");
}

#[tokio::test]
async fn revoking_a_token_ends_the_connections_and_a_new_one_is_the_same_person() {
    let house = House::open().await;
    let (token, other) = (token_for(&house, "Rapfi").await, token_for(&house, "Carbon").await);
    let mut bystander = house.visit_as(&other).await;
    let (mut one, mut two) =
        (authenticated(&house, &token).await, house.upgrade(&[&bearer(&token)]).await.unwrap());
    let person = one.hear_of("welcome").await["person"]["id"].take();
    two.hear_of("welcome").await;

    let begun = Arrival::now();
    revoke(&house, "rapfi").await;
    for client in [&mut one, &mut two] {
        assert_eq!(client.hear_of("error").await["code"], "unauthorized");
        assert!(matches!(client.hear().await, Heard::Closes(4001)));
    }
    let took = Arrival::now().since(begun);
    assert!(took < Duration::from_secs(5), "{took:?}");
    assert_eq!(house.upgrade(&[&bearer(&token)]).await.err().unwrap().status, 401);
    bystander.is_well().await;

    let renewed = token_for(&house, "Rapfi").await;
    assert_ne!(renewed, token);
    let welcome = authenticated(&house, &renewed).await.hear_of("welcome").await;
    assert_eq!(welcome["person"]["id"], person);
}

#[tokio::test]
async fn a_bot_has_one_token() {
    let house = House::open().await;
    token_for(&house, "Rapfi").await;
    let mut register = Register::open(&house.data().join("tengen.db")).await.unwrap();
    let again = register.create(&"RAPFI".parse().unwrap(), new_person(), "d", wall_time()).await;
    assert!(matches!(again, Err(RegisterError::HasToken(_))));
    let none = register.revoke(&"Carbon".parse().unwrap()).await;
    assert!(matches!(none, Err(RegisterError::HasNone(_))));
    assert_eq!(register.list().await.unwrap().len(), 1);
}

#[tokio::test]
async fn a_bot_is_marked_at_its_table_in_the_lobby_and_in_records() {
    let house = House::open().await;
    let token = token_for(&house, "Rapfi").await;
    let (mut bot, mut guest) = (house.visit_as(&token).await, house.visit().await);
    guest.say(r#"{"type":"watch_lobby"}"#).await;
    guest.hear_of("lobby").await;
    let room = crate::messages::create(&mut bot, "c1").await;
    crate::messages::join(&mut bot, &room, "null").await;
    let seen = loop {
        let change = guest.hear_of("lobby_change").await;
        if let Some(game) = change["changed"].get(0) {
            break game["seats"]["a"].clone();
        }
    };
    assert_eq!((&seen["name"], &seen["bot"]), (&json!("Rapfi"), &json!(true)));
    crate::messages::join(&mut guest, &room, "null").await;
    let snapshot = guest.hear_of("snapshot").await;
    assert_eq!(snapshot["seats"]["a"]["bot"], json!(true));
    crate::messages::act(&mut guest, &room, "s1", r#"{"type":"sit"}"#).await;
    guest.hear_of("accepted").await;
    crate::messages::act(&mut guest, &room, "r1", r#"{"type":"resign"}"#).await;
    guest.hear_of("accepted").await;

    let record = house.ask(&format!("GET /api/games/{room}"), &[]).await;
    let record: Value = serde_json::from_str(&record.body).unwrap();
    assert_eq!(record["bots"], json!({ "a": true, "b": false }));
    let sgf = house.ask(&format!("GET /api/games/{room}/record.sgf"), &[]).await.body;
    assert!(sgf.contains("[Rapfi (bot)]"), "{sgf}");
    let found = house.ask("GET /api/games?player=rapfi", &[]).await;
    let found: Value = serde_json::from_str(&found.body).unwrap();
    assert_eq!(found["games"][0]["players"]["a"]["bot"], json!(true), "{found}");
    assert_eq!(found["games"][0]["players"]["b"].get("bot"), None);
}

fn bearer(token: &str) -> String {
    format!("Authorization: Bearer {token}")
}
