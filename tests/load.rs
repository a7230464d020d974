//! The load generator against a real server: that it plays, and that it counts right.
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs, reason = "a test may panic")]

#[allow(dead_code, unreachable_pub, reason = "shared with other tests, each of which uses a part")]
#[path = "common/server.rs"]
mod server;

use std::time::Duration;

use server::TestServer;
use tengen::load::{self, Pace, Plan, Report};
use tokio::process::Command;
use tokio::task::spawn_blocking;

/// More connections than this from one address are let in nowhere else.
const SETTINGS: &str = "[server]\nconnections_per_address = 200\n[session]\nmessages_per_second = 1000\n";

async fn load(server: &TestServer, change: impl FnOnce(&mut Plan)) -> Report {
    let mut plan = Plan {
        address: server.url(),
        walls: 3,
        boards: 2,
        watchers: 5,
        idle: 4,
        moves: 10,
        pace: Pace::AtOnce,
        settle: Duration::ZERO,
        per_person: 2,
        sources: vec!["127.0.0.1".parse().unwrap(), "127.0.0.2".parse().unwrap()],
        process: Some(server.process_id()),
    };
    change(&mut plan);
    spawn_blocking(|| load::run(plan)).await.unwrap().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn everybody_is_told_of_every_move_and_everything_is_counted() {
    let server = TestServer::start(SETTINGS).await;
    let report = load(&server, |_| {}).await;
    assert_eq!(report.failed, 0, "{report}");
    assert_eq!(report.connections, 3 * (2 + 5) + 4);
    assert_eq!(report.moves, 3 * 2 * 10);
    // Its event to both players and each who watches, and the answer to the mover.
    assert_eq!(report.delivered, 3 * 2 * 10 * (3 + 5), "{report}");
    assert!(report.bytes_per_message > 200.0, "{report}");
    let to_everybody = report.to_everybody.unwrap();
    assert!(report.latency.p50 > 0 && report.latency.max >= report.latency.p99);
    assert!(to_everybody.max > 0);
    let memory = report.memory.unwrap();
    assert!(memory.before > 0 && report.processor_seconds.is_some());
}

#[tokio::test(flavor = "multi_thread")]
async fn an_open_loop_keeps_its_pace() {
    let server = TestServer::start(SETTINGS).await;
    let every = Duration::from_millis(50);
    let report = load(&server, |plan| plan.pace = Pace::Every(every)).await;
    assert_eq!((report.failed, report.moves), (0, 60), "{report}");
    // The tenth move is due nine intervals after the first.
    assert!(report.seconds >= 9.0 * every.as_secs_f64(), "{report}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_lets_nobody_in_is_no_report() {
    let server = TestServer::start("[server]\nconnections_per_address = 1\n").await;
    let url = server.url().to_string();
    let output = Command::new(env!("CARGO_BIN_EXE_tengen"))
        .args(["load", "--url", &url, "--walls", "2", "--moves", "2", "--closed", "--from", "127.0.0.1"])
        .output()
        .await
        .unwrap();
    assert_eq!(output.status.code(), Some(69), "{output:?}");
    assert!(String::from_utf8(output.stderr).unwrap().starts_with("tengen: "));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_command_prints_a_table_or_one_line_of_json() {
    let server = TestServer::start(SETTINGS).await;
    let url = server.url().to_string();
    let base = ["load", "--url", &url, "--walls", "2", "--moves", "4", "--closed"];
    let run = |more: &'static [&'static str]| {
        Command::new(env!("CARGO_BIN_EXE_tengen")).args(base).args(more).output()
    };
    let table = run(&[]).await.unwrap();
    assert_eq!(table.status.code(), Some(0), "{table:?}");
    assert!(String::from_utf8(table.stdout).unwrap().contains("moves              8 in"));
    let json = run(&["--json", "--watchers", "1"]).await.unwrap();
    let report: serde_json::Value = serde_json::from_slice(&json.stdout).unwrap();
    assert_eq!(report["moves"], 8, "{report}");
    assert_eq!(report["delivered"], 8 * 4, "{report}");
}
