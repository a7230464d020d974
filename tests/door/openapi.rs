//! What a real server answers over HTTP is what `proto/openapi.json` says.

use serde_json::{Value, json};

use crate::house::{Answer, House};
use crate::messages::{act, create, join};

/// What the document says of an answer.
struct Contract(Value);

impl Contract {
    fn read() -> Self {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/proto/openapi.json");
        Self(serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap())
    }

    /// Asks, and holds the answer to what is said of it. Gives the body.
    async fn ask(&self, house: &House, method: &str, path: &str, address: &str, headers: &[&str]) -> Value {
        let answer = house.ask(&format!("{} {address}", method.to_uppercase()), headers).await;
        self.check(method, path, &answer)
    }

    /// Posts a text, and does the same.
    async fn post(&self, house: &House, path: &str, text: &str) -> Value {
        let answer = house.post(path, text.len(), text.as_bytes()).await;
        self.check("post", path, &answer)
    }

    fn check(&self, method: &str, path: &str, answer: &Answer) -> Value {
        let operation = &self.0["paths"][path][method];
        let mut said = &operation["responses"][answer.status.to_string()];
        assert!(said.is_object(), "{method} {path} answers {}, which is not said", answer.status);
        if let Some(link) = said["$ref"].as_str() {
            said = self.0.pointer(&link[1..]).unwrap();
        }
        let kind = answer.header("content-type").unwrap_or_default();
        let kind = kind.split(';').next().unwrap();
        let content = &said["content"][kind];
        assert!(content.is_object(), "{method} {path} answers with {kind}, which is not said");
        if kind != "application/json" {
            return Value::Null;
        }
        let body: Value = serde_json::from_str(&answer.body).unwrap();
        let mut schema = content["schema"].clone();
        schema["components"] = self.0["components"].clone();
        if let Err(error) = jsonschema::validator_for(&schema).unwrap().validate(&body) {
            panic!("{method} {path}: {error} at {}\n{body}", error.instance_path());
        }
        body
    }
}

#[tokio::test]
async fn every_answer_over_http_is_as_the_document_says() {
    let (house, contract) = (House::open().await, Contract::read());
    let (mut ann, mut bob) = (house.visit().await, house.visit().await);
    let room = create(&mut ann, "c1").await;
    for client in [&mut ann, &mut bob] {
        join(client, &room, "null").await;
        client.hear_of("snapshot").await;
    }
    act(&mut bob, &room, "s1", r#"{"type":"sit"}"#).await;
    bob.hear_of("accepted").await;
    act(&mut ann, &room, "m1", r#"{"type":"place","ply":0,"point":"h8"}"#).await;
    ann.hear_of("accepted").await;
    act(&mut bob, &room, "d1", r#"{"type":"offer_draw","ply":1}"#).await;
    bob.hear_of("accepted").await;
    act(&mut bob, &room, "r1", r#"{"type":"resign"}"#).await;
    bob.hear_of("accepted").await;

    contract.ask(&house, "get", "/healthz", "/healthz", &[]).await;
    let empty = ["Content-Length: 0"];
    let guest = contract.ask(&house, "post", "/api/guest", "/api/guest", &empty).await;
    let bearer = format!("Authorization: Bearer {}", guest["token"].as_str().unwrap());
    contract.ask(&house, "post", "/api/guest", "/api/guest", &[empty[0], &bearer]).await;
    let wrong = ["Content-Length: 0", "Authorization: Bearer none"];
    let refused = contract.ask(&house, "post", "/api/guest", "/api/guest", &wrong).await;
    assert_eq!(refused["code"], "unauthorized");

    let found = contract.ask(&house, "get", "/api/games", "/api/games?result=black", &[]).await;
    assert_eq!(found["games"][0]["room"], json!(room));
    contract.ask(&house, "get", "/api/games", "/api/games?mine=true", &[&bearer]).await;
    contract.ask(&house, "get", "/api/games", "/api/games?mine=true", &[]).await;
    contract.ask(&house, "get", "/api/games", "/api/games?result=purple", &[]).await;

    let record = "/api/games/{room}";
    let body = contract.ask(&house, "get", record, &format!("/api/games/{room}"), &[]).await;
    assert_eq!((&body["plies"], &body["acts"][0]["after"]), (&json!(1), &json!(1)));
    contract.ask(&house, "get", record, &format!("/api/games/{room}?ply=x"), &[]).await;
    contract.ask(&house, "get", record, "/api/games/0123456789ab", &[]).await;
    let file = "/api/games/{room}/{file}";
    let files = contract.0["paths"][file]["parameters"][2]["schema"]["enum"].clone();
    for name in files.as_array().unwrap() {
        let address = format!("/api/games/{room}/{}", name.as_str().unwrap());
        contract.ask(&house, "get", file, &address, &[]).await;
    }
    contract.ask(&house, "get", file, &format!("/api/games/{room}/record.pdf"), &[]).await;
    contract.ask(&house, "get", "/ws", "/ws", &[]).await;
    contract.ask(&house, "get", "/ws/look", "/ws/look", &[]).await;
}

#[tokio::test]
async fn every_answer_of_the_analysis_board_is_as_the_document_says() {
    let (house, contract) = (House::open().await, Contract::read());
    let question = |moves: Value| {
        json!({ "board": 15, "five": "renju", "forbidden": "black", "moves": moves }).to_string()
    };
    let three_three = question(json!(["h8", "a1", "i8", "c1", "j9", "e1", "j10", "g1"]));
    let judged = contract.post(&house, "/api/judge", &three_three).await;
    assert_eq!(judged["forbidden"][0]["foul"], "three_three");
    let five = question(json!(["h8", "a1", "i8", "c1", "j8", "e1", "k8", "g1", "l8"]));
    assert_eq!(contract.post(&house, "/api/judge", &five).await["last"]["made"]["type"], "five");
    let refused = contract.post(&house, "/api/judge", &question(json!(["h8", "h8"]))).await;
    assert_eq!((&refused["code"], &refused["move"]), (&json!("occupied"), &json!(2)));
    let long = " ".repeat(9 * 1024);
    assert_eq!(contract.post(&house, "/api/judge", &long).await["code"], "too_large");

    let game = "(;SZ[15]RU[Renju]PB[Ann];B[hh]C[The centre](;W[hg])(;W[ig]))";
    let read = contract.post(&house, "/api/import", game).await;
    assert_eq!(read["nodes"].as_array().unwrap().len(), 3);
    assert_eq!(contract.post(&house, "/api/import", "h8\ni9 i9").await["line"], 2);
    let picture = "/api/position.png";
    contract.ask(&house, "get", picture, "/api/position.png?moves=h8i9--j10", &[]).await;
    contract.ask(&house, "get", picture, "/api/position.png?board=7", &[]).await;
}

#[tokio::test]
async fn every_answer_about_competitions_is_as_the_document_says() {
    let (house, contract) = (House::open().await, Contract::read());
    let token = house.token().await;
    let all = "/api/competitions";
    let one = "/api/competitions/{competition}";
    let wanted = json!({
        "id": "f1", "title": "Open", "kind": { "type": "team", "boards": 2 },
        "entrants": [
            { "name": "Reds", "members": ["Ann", "Bob"], "captain": 2 },
            { "name": "Blues", "members": ["Cleo", "Dan"] },
        ],
        "goal": { "type": "first_to", "points": 2 }, "first_move": "fewer",
        "stages": [
            { "from": 1, "preset": "renju-pop", "clock": "10m" },
            { "from": 2, "preset": "renju-pop", "opening": { "type": "renju_swap" } },
        ],
    });
    let founded = contract.check("post", all, &house.post_as(all, &token, &wanted.to_string()).await);
    let path = format!("{all}/{}", founded["competition"].as_str().unwrap());
    let mut number = 0;
    let mut does = async |command: Value| {
        number += 1;
        let deed = json!({ "id": format!("c{number}"), "command": command }).to_string();
        contract.check("post", one, &house.post_as(&path, &token, &deed).await)
    };
    does(json!({ "type": "take", "office": { "type": "chief" }, "office_key": founded["office_key"] })).await;
    does(json!({ "type": "appoint", "name": "Dora" })).await;
    does(json!({ "type": "publish", "pairings": [{ "a": 1, "b": 2 }] })).await;
    assert_eq!(does(json!({ "type": "publish", "pairings": [] })).await["code"], "bad_pairing");
    assert_eq!(does(json!({ "type": "dance" })).await["code"], "bad_json");
    let bearer = format!("Authorization: Bearer {token}");
    let view = contract.ask(&house, "get", one, &path, &[&bearer]).await;
    assert_eq!((&view["you"]["chief"], view["rounds"].as_array().unwrap().len()), (&json!(true), 1));
    let links =
        contract.ask(&house, "get", &format!("{one}/links"), &format!("{path}/links"), &[&bearer]).await;
    assert_eq!(links["links"].as_array().unwrap().len(), 6);
    contract.ask(&house, "get", &format!("{one}/links"), &format!("{path}/links"), &[]).await;
    assert_eq!(
        contract.ask(&house, "get", one, "/api/competitions/none", &[]).await["code"],
        "unknown_competition"
    );
    assert_eq!(contract.ask(&house, "get", all, all, &[]).await["competitions"][0]["title"], "Open");
    let bad = json!({ "id": "f2", "title": "" });
    contract.check("post", all, &house.post_as(all, &token, &bad.to_string()).await);
}
