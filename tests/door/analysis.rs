//! The analysis board through the door: positions judged and painted, files read, and how much of it one may ask for.

use serde_json::{Value, json};
use tengen::record::import::BYTES_MAX;

use crate::house::{Answer, House};

fn value(answer: &Answer) -> Value {
    assert_eq!(answer.status, 200, "{answer:?}");
    assert_eq!(answer.header("content-type"), Some("application/json"));
    serde_json::from_str(&answer.body).unwrap()
}

async fn judge(house: &House, question: &Value) -> Answer {
    let text = question.to_string();
    house.post("/api/judge", text.len(), text.as_bytes()).await
}

async fn import(house: &House, file: &[u8]) -> Answer {
    house.post("/api/import", file.len(), file).await
}

#[tokio::test]
async fn f02_a_position_is_judged_for_whoever_asks() {
    let house = House::open().await;
    let moves = ["h8", "a1", "i8", "c1", "j9", "e1", "j10", "g1"];
    let question = json!({ "board": 15, "five": "renju", "forbidden": "black", "moves": moves });
    let told = value(&judge(&house, &question).await);
    assert_eq!(told["to_move"], "black");
    let j8 = told["forbidden"].as_array().unwrap().iter().find(|one| one["point"] == "j8").unwrap();
    assert_eq!(j8["foul"], "three_three");
    let answer =
        judge(&house, &json!({ "board": 15, "five": "renju", "forbidden": "black", "moves": ["h8", "h8"] }))
            .await;
    let bad: Value = serde_json::from_str(&answer.body).unwrap();
    assert_eq!((answer.status, answer.code().as_str(), &bad["move"]), (400, "occupied", &json!(2)));
    assert_eq!(judge(&house, &json!([])).await.code(), "bad_question");
    let long = " ".repeat(9000);
    let answer = house.post("/api/judge", long.len(), long.as_bytes()).await;
    assert_eq!((answer.status, answer.code().as_str()), (413, "too_large"));
    assert_eq!(house.ask("GET /api/judge", &[]).await.status, 405);
}

#[tokio::test]
async fn a_file_is_read_with_its_variations_or_refused_with_its_place() {
    let house = House::open().await;
    let told =
        value(&import(&house, "(;SZ[15]RU[renju]PB[天];B[hh]C[centre](;W[hg])(;W[ig]))".as_bytes()).await);
    assert_eq!(
        told,
        json!({
            "format": "sgf", "board": 15, "rules": "renju", "black": "天", "white": null, "comment": null,
            "nodes": [
                { "parent": null, "point": "h8", "comment": "centre" },
                { "parent": 0, "point": "h9", "comment": null },
                { "parent": 0, "point": "i9", "comment": null },
            ],
        })
    );
    assert_eq!(value(&import(&house, b"1.h8 2.i9").await)["format"], "text");
    let answer = import(&house, b"h8\ni9 i9").await;
    let bad: Value = serde_json::from_str(&answer.body).unwrap();
    assert_eq!((answer.status, answer.code().as_str()), (400, "occupied"));
    assert_eq!((&bad["line"], &bad["move"]), (&json!(2), &json!(3)));
    let large = vec![b' '; BYTES_MAX + 1];
    assert_eq!(import(&house, &large).await.code(), "too_large");
}

#[tokio::test]
async fn the_picture_of_a_position_needs_no_game() {
    let house = House::open().await;
    let answer = house.ask("GET /api/position.png?board=19&moves=h8i9--s19", &[]).await;
    assert_eq!((answer.status, answer.header("content-type")), (200, Some("image/png")));
    assert!(answer.body.contains("PNG") && answer.header("cache-control").unwrap().contains("immutable"));
    for (query, code) in [
        ("moves=z9", "off_board"),
        ("moves=h8h8", "occupied"),
        ("board=16", "bad_board"),
        ("board=x", "bad_question"),
    ] {
        let answer = house.ask(&format!("GET /api/position.png?{query}"), &[]).await;
        assert_eq!((answer.status, answer.code().as_str()), (400, code), "{query}");
    }
}

#[tokio::test]
async fn the_board_is_a_page_whatever_its_address_says() {
    let house = House::open().await;
    for path in ["/analysis", "/analysis?moves=h8i9j10&rules=renju", "/analysis?game=0123456789ab&ply=4"] {
        let page = house.ask(&format!("GET {path}"), &[]).await;
        assert_eq!(
            (page.status, page.header("content-type")),
            (200, Some("text/html; charset=utf-8")),
            "{path}"
        );
        assert!(page.cookie().is_some());
    }
}

#[tokio::test]
async fn who_asks_for_too_much_is_told_to_wait_and_games_go_on() {
    let house = House::open().await;
    let question = json!({ "board": 15, "five": "renju", "forbidden": "black", "moves": ["h8"] });
    let mut answers = Vec::new();
    for _ in 0..30 {
        answers.push(import(&house, b"h8").await);
    }
    let turned_away: Vec<&Answer> = answers.iter().filter(|answer| answer.status == 429).collect();
    assert!(!turned_away.is_empty(), "thirty files at once are more than anybody reads");
    for answer in &turned_away {
        assert_eq!((answer.code().as_str(), answer.header("retry-after")), ("too_fast", Some("1")));
    }
    assert!(answers.iter().filter(|answer| answer.status == 200).count() >= 20);
    house.visit().await.is_well().await;
    // The credit comes back by itself.
    while judge(&house, &question).await.status == 429 {
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn who_looks_through_all_games_without_end_is_told_to_wait() {
    let house = House::open().await;
    let mut statuses = Vec::new();
    for _ in 0..200 {
        statuses.push(house.ask("GET /api/games", &[]).await.status);
    }
    let (found, turned_away): (Vec<u16>, Vec<u16>) = statuses.iter().partition(|status| **status == 200);
    assert!(found.len() >= 80, "as many pages as anybody turns: {}", found.len());
    assert!(!turned_away.is_empty() && turned_away.iter().all(|status| *status == 429), "{turned_away:?}");
    house.visit().await.is_well().await;
}

#[tokio::test]
async fn a_body_that_never_comes_holds_nobody_up() {
    let house = House::open().await;
    let waiting = house.post("/api/import", 100, b"h8");
    let (answer, ()) = tokio::join!(waiting, async {
        assert_eq!(value(&import(&house, b"h8 i9").await)["nodes"].as_array().unwrap().len(), 2);
    });
    assert_eq!((answer.status, answer.code().as_str()), (408, "unfinished"));
}
