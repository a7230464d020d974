//! Names through the door: what may be chosen, and that no two people look alike.

use serde_json::{Value, json};

use tengen::store::RegisterError;

use crate::house::{Client, House};
use crate::tokens::{registered, revoke, token_for};

/// What a client that asks for a name is answered: `accepted`, or the code of the refusal.
async fn renamed(client: &mut Client, name: &str) -> String {
    client
        .say(&json!({ "type": "rename", "id": format!("n-{}", name.len()), "name": name }).to_string())
        .await;
    loop {
        let crate::house::Heard::Says(message) = client.hear().await else { continue };
        match message["type"].as_str() {
            Some("accepted") => return "accepted".to_owned(),
            Some("refused") => {
                assert!(message["message"].as_str().is_some_and(|words| words.len() > 20), "{message}");
                return message["code"].as_str().unwrap().to_owned();
            }
            _ => {}
        }
    }
}

async fn name_of(house: &House, token: &str) -> Value {
    let bearer = format!("Authorization: Bearer {token}");
    let answer = house.ask("POST /api/guest", &["Content-Length: 0", &bearer]).await;
    serde_json::from_str::<Value>(&answer.body).unwrap()["person"]["name"].take()
}

#[tokio::test]
async fn two_people_never_look_alike() {
    let house = House::open().await;
    let (ann, bob) = (house.token().await, house.token().await);
    let (mut first, mut second) = (house.visit_as(&ann).await, house.visit_as(&bob).await);
    assert_eq!(renamed(&mut first, "Alice").await, "accepted");
    for alike in ["Alice", "ALICE", "A l i c e", "A1ice", "AIice", "Ａｌｉｃｅ", "A\u{6c}ice"] {
        assert_eq!(renamed(&mut second, alike).await, "name_taken", "{alike}");
    }
    for other in ["Alicia", "愛麗絲", "アリス"] {
        assert_eq!(renamed(&mut second, other).await, "accepted", "{other}");
    }
    // Her own name she may write another way, and what is kept is the usual form of it.
    assert_eq!(renamed(&mut first, "ＡＬＩＣＥ").await, "accepted");
    assert_eq!(name_of(&house, &ann).await, "ALICE");
    assert_eq!(name_of(&house, &bob).await, "アリス");
}

#[tokio::test]
async fn a_name_that_was_left_stands_at_tables_for_a_while_and_is_nobody_elses() {
    let house = House::open().await;
    let (mut first, mut second) = (house.visit().await, house.visit().await);
    for name in ["Alice", "Bea", "Cleo"] {
        assert_eq!(renamed(&mut first, name).await, "accepted");
    }
    assert_eq!(renamed(&mut second, "Alice").await, "name_taken");
    // Whoever takes one after the other does not keep them all; and coming back to one is no other name.
    assert_eq!(renamed(&mut first, "Alice").await, "accepted");
    assert_eq!(renamed(&mut first, "Dora").await, "accepted");
    assert_eq!(renamed(&mut second, "Bea").await, "accepted");
    assert_eq!(renamed(&mut second, "Alice").await, "name_taken");
}

#[tokio::test]
async fn a_bot_looks_like_nobody_else_and_nobody_like_a_bot() {
    let house = House::open().await;
    let (ann, mut second) = (house.token().await, house.visit().await);
    let mut first = house.visit_as(&ann).await;
    assert_eq!(renamed(&mut first, "Alice").await, "accepted");
    let rapfi = token_for(&house, "Rapfi").await;
    for alike in ["Rapf1", "A1ice"] {
        let made = registered(&house, alike).await;
        assert!(matches!(made, Err(RegisterError::NameTaken(_))), "{alike}: {made:?}");
    }
    for given in ["Guest 7", "Tengen 1", "Tengen l"] {
        let made = registered(&house, given).await;
        assert!(matches!(made, Err(RegisterError::NameGiven(_))), "{given}: {made:?}");
        assert_eq!(renamed(&mut second, given).await, "name_taken", "{given}");
    }
    assert_eq!(renamed(&mut second, "RAPF1").await, "name_taken");
    // The bot itself may write it another way; and its name is its own again with another token.
    let mut bot = house.visit_as(&rapfi).await;
    assert_eq!(renamed(&mut bot, "RAPFI").await, "accepted");
    revoke(&house, "Rapfi").await;
    let again = token_for(&house, "Rapfi").await;
    let bearer = format!("Authorization: Bearer {again}");
    let mut back = house.upgrade(&[&bearer]).await.unwrap();
    assert_eq!(back.hear_of("welcome").await["person"]["name"], "RAPFI");
}

#[tokio::test]
async fn what_deceives_is_refused_and_the_name_stays() {
    let house = House::open().await;
    let token = house.token().await;
    let before = name_of(&house, &token).await;
    let mut client = house.visit_as(&token).await;
    for (name, code) in [
        ("\u{430}dmin", "mixed_scripts"),
        ("Ann\u{202e}", "bad_name"),
        ("An\u{200b}n", "bad_name"),
        ("Z\u{300}\u{301}\u{302}\u{303}o", "bad_name"),
        ("Guest 4711", "name_taken"),
        ("\u{ff27}uest", "name_taken"),
    ] {
        assert_eq!(renamed(&mut client, name).await, code, "{name:?}");
    }
    assert_eq!(name_of(&house, &token).await, before);
    // The name that the server gave may be had again.
    assert_eq!(renamed(&mut client, "赵云").await, "accepted");
    assert_eq!(renamed(&mut client, before.as_str().unwrap()).await, "accepted");
}
