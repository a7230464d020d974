//! What the operator's monitoring is told, and where.

use std::collections::BTreeMap;
use std::net::SocketAddr;

use serde_json::json;
use tengen::game::ruleset::RuleSet;
use tengen::spelling::RulesForm;

use crate::house::{BINARY, House, frame};
use crate::leaks;

/// What `/metrics` says, by the whole name of the series.
async fn metrics(house: &House) -> BTreeMap<String, f64> {
    let answer = House::ask_at(house.server.metrics_address().unwrap(), "GET /metrics", &[]).await;
    assert_eq!(answer.status, 200);
    assert!(answer.header("content-type").unwrap().starts_with("application/openmetrics-text"));
    assert!(answer.body.ends_with("# EOF\n"), "{}", answer.body);
    assert_eq!(leaks::secret_in(&answer.body), None);
    let lines = answer.body.lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| {
            let (name, value) = line.rsplit_once(' ').unwrap();
            (name.to_owned(), value.parse().unwrap())
        })
        .collect()
}

async fn monitored() -> House {
    House::with(|config| config.server.metrics_listen = Some(SocketAddr::from(([127, 0, 0, 1], 0)))).await
}

#[tokio::test]
async fn what_happens_is_counted_and_what_is_here_is_told() {
    let house = monitored().await;
    let before = metrics(&house).await;
    let mut client = house.visit().await;
    let rules = serde_json::to_value(RulesForm::from(&RuleSet::freestyle(None))).unwrap();
    let create = json!({
        "type": "create", "id": "c1", "rules": rules, "colours": "black_a", "visibility": "link",
    });
    client.say(&create.to_string()).await;
    let room = client.hear_of("accepted").await["room"].as_str().unwrap().to_owned();
    client.say(&format!(r#"{{"type":"join","room":"{room}","seen":null}}"#)).await;
    client.hear_of("snapshot").await;
    let place = json!({ "type": "place", "ply": 0, "point": "h8" });
    client.say(&json!({ "type": "act", "room": room, "id": "c2", "action": place }).to_string()).await;
    assert_eq!(client.hear_of("refused").await["code"], "not_started");

    let after = metrics(&house).await;
    let grown = |name: &str| after[name] - before.get(name).copied().unwrap_or(0.0);
    // Other tests of this process count as well.
    assert!(grown("tengen_refusals_total{code=\"not_started\"}") >= 1.0);
    assert!(grown("tengen_records_total") >= 1.0);
    for histogram in ["tengen_judge_seconds", "tengen_commit_seconds", "tengen_commit_requests"] {
        assert!(grown(&format!("{histogram}_count")) >= 1.0, "{histogram}");
        assert!(grown(&format!("{histogram}_sum")) > 0.0, "{histogram}");
    }
    assert_eq!(after["tengen_rooms_awake"], 1.0);
    assert_eq!(after["tengen_people"], 1.0);
    assert_eq!(after["tengen_store_up"], 1.0);
    assert_eq!(after["tengen_store_writes_waiting"], 0.0);
    assert!(after["tengen_connections"] >= 1.0 && after["tengen_open_files"] > 3.0);
    assert_eq!(after[&format!("tengen_build_info{{version=\"{}\"}}", env!("CARGO_PKG_VERSION"))], 1.0);

    client.send(&frame(BINARY, b"?")).await.unwrap();
    assert_eq!(client.hear_close().await, 1003);
    let closed = metrics(&house).await;
    assert!(closed["tengen_closes_total{code=\"1003\"}"] >= 1.0);
}

/// A label that a visitor could choose would make as many series as visitors like (reliability.md 23).
#[tokio::test]
async fn nobody_can_make_series() {
    let house = monitored().await;
    let mut client = house.visit().await;
    client.say(r#"{"type":"join","room":"000000000000","seen":null}"#).await;
    client.hear_of("error").await;
    let series = metrics(&house).await;
    for nonsense in ["nonsense1", "nonsense2", "nonsense3"] {
        client.say(&format!(r#"{{"type":"{nonsense}"}}"#)).await;
        client.hear_of("error").await;
        house.ask(&format!("GET /{nonsense}"), &[]).await;
    }
    let names: Vec<String> = metrics(&house).await.into_keys().collect();
    assert!(!names.iter().any(|name| name.contains("nonsense") || name.contains("000000000000")));
    assert!(names.len() <= series.len() + 1, "one more for the code of what was not understood");
}

#[tokio::test]
async fn metrics_are_nowhere_else_and_by_default_nowhere() {
    let house = monitored().await;
    let beside = house.server.metrics_address().unwrap();
    assert_eq!(house.ask("GET /metrics", &[]).await.status, 404);
    assert_eq!(House::ask_at(beside, "GET /", &[]).await.status, 404);
    assert_eq!(House::ask_at(beside, "GET /ws", &[]).await.status, 404);
    assert_eq!(House::open().await.server.metrics_address(), None);
}

#[tokio::test]
async fn a_server_that_can_read_and_write_is_ready() {
    let house = House::open().await;
    let answer = house.ask("GET /readyz", &[]).await;
    assert_eq!((answer.status, answer.body.contains("\"ready\"")), (200, true));
}
