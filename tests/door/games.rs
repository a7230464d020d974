//! Finished games through the door: found by who played, preset, opening, result and date, a page at a time.

use serde_json::{Value, json};
use tengen::game::presets::presets;
use tengen::spelling::RulesForm;

use crate::house::{Client, House};

/// Two play under a preset until the second resigns. Gives the room.
async fn played(house: &House, tokens: [&str; 2], preset: &str, visibility: &str) -> String {
    let (mut ann, mut bob) = (house.visit_as(tokens[0]).await, house.visit_as(tokens[1]).await);
    let rules = presets().into_iter().find(|known| known.id == preset).unwrap().rules;
    let create = json!({
        "type": "create", "id": format!("create-{preset}-{visibility}"), "rules": RulesForm::from(&rules),
        "colours": "black_a", "visibility": visibility,
    });
    ann.say(&create.to_string()).await;
    let room = ann.hear_of("accepted").await["room"].as_str().unwrap().to_owned();
    for client in [&mut ann, &mut bob] {
        client.say(&json!({ "type": "join", "room": room, "seen": null }).to_string()).await;
        client.hear_of("snapshot").await;
    }
    act(&mut bob, &room, "sit").await;
    act(&mut bob, &room, "resign").await;
    room
}

async fn act(client: &mut Client, room: &str, action: &str) {
    let act = json!({ "type": "act", "room": room, "id": format!("{action}-{room}"), "action": { "type": action } });
    client.say(&act.to_string()).await;
    client.hear_of("accepted").await;
}

async fn found(house: &House, query: &str, headers: &[&str]) -> Value {
    let answer = house.ask(&format!("GET /api/games?{query}"), headers).await;
    assert_eq!(answer.status, 200, "{query}: {answer:?}");
    serde_json::from_str(&answer.body).unwrap()
}

fn rooms(page: &Value) -> Vec<&str> {
    page["games"].as_array().unwrap().iter().map(|game| game["room"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn games_are_found_by_everything_that_is_known_of_them() {
    let house = House::open().await;
    let (ann, bob) = (house.token().await, house.token().await);
    let renju = played(&house, [&ann, &bob], "renju", "public").await;
    let swap2 = played(&house, [&bob, &ann], "swap2", "public").await;
    let secret = played(&house, [&ann, &bob], "standard", "link").await;

    let all = found(&house, "", &[]).await;
    assert_eq!(
        rooms(&all),
        [swap2.as_str(), renju.as_str()],
        "the newest first; a link is only for who has it"
    );
    let game = &all["games"][1];
    assert_eq!((&game["preset"], &game["reason"]), (&json!("renju"), &json!("resigned")));
    assert_eq!((&game["black"], &game["scores"]), (&json!("a"), &json!({ "a": "win", "b": "loss" })));

    assert_eq!(rooms(&found(&house, "preset=renju", &[]).await), [renju.as_str()]);
    assert_eq!(rooms(&found(&house, "result=black", &[]).await).len(), 2);
    for nothing in
        ["result=white", "result=draw", "opening=D1", "preset=rif", "since=9999999999999", "until=5"]
    {
        assert!(rooms(&found(&house, nothing, &[]).await).is_empty(), "{nothing}");
    }
    let name = game["players"]["a"]["name"].as_str().unwrap().to_lowercase().replace(' ', "%20");
    assert_eq!(rooms(&found(&house, &format!("player={name}"), &[]).await).len(), 2);

    let bearer = format!("Authorization: Bearer {ann}");
    let mine = found(&house, "mine=true", &[&bearer]).await;
    assert_eq!(rooms(&mine), [secret.as_str(), swap2.as_str(), renju.as_str()]);
    let stranger = format!("Authorization: Bearer {}", house.token().await);
    assert!(rooms(&found(&house, "mine=true", &[&stranger]).await).is_empty());
}

#[tokio::test]
async fn pages_follow_each_other_without_a_gap() {
    let house = House::open().await;
    let (ann, bob) = (house.token().await, house.token().await);
    let mut all = Vec::new();
    for preset in ["renju", "standard", "freestyle", "swap2", "pro"] {
        all.push(played(&house, [&ann, &bob], preset, "public").await);
    }
    all.reverse();
    let (mut seen, mut after) = (Vec::new(), String::new());
    loop {
        let page = found(&house, &format!("limit=2{after}"), &[]).await;
        seen.extend(rooms(&page).into_iter().map(str::to_owned));
        match page["next"].as_str() {
            Some(next) => after = format!("&after={next}"),
            None => break,
        }
    }
    assert_eq!(seen, all);
}

#[tokio::test]
async fn a_search_that_is_none_is_told_what_would_be_one() {
    let house = House::open().await;
    for query in ["colour=red", "limit=many", "result=loss", "after=yesterday", "player=", "mine=perhaps"] {
        let answer = house.ask(&format!("GET /api/games?{query}"), &[]).await;
        assert_eq!((answer.status, answer.code().as_str()), (400, "bad_search"), "{query}");
    }
    for (query, right) in [
        ("preset=foo", "freestyle, standard, renju"),
        ("preset=", "freestyle, standard, renju"),
        ("limit=9999", "1 to 50"),
        ("limit=0", "1 to 50"),
    ] {
        let answer = house.ask(&format!("GET /api/games?{query}"), &[]).await;
        assert_eq!((answer.status, answer.code().as_str()), (400, "bad_search"), "{query}");
        assert!(answer.body.contains(right), "{query}: {}", answer.body);
    }
    for query in ["preset=soosyrv8", "limit=50", "limit=1"] {
        assert_eq!(house.ask(&format!("GET /api/games?{query}"), &[]).await.status, 200, "{query}");
    }
    let nobody = house.ask("GET /api/games?mine=true", &[]).await;
    assert_eq!((nobody.status, nobody.code().as_str()), (401, "unauthorized"));
}
