//! A room whose journal is damaged, on the real server: it opens where it can be read no further, waits for an arbiter, and
//! harms nobody else (rulebook E-12, G-14, G-15).
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs, reason = "a test may panic")]
#![allow(clippy::wildcard_enum_match_arm, reason = "a test looks for what it looks for")]

mod common;

use std::time::Duration;

use common::server::TestServer;
use common::visitor::{Pair, Visitor, freestyle};
use common::{point, secs, sudden_death};
use sqlx::ConnectOptions;
use sqlx::sqlite::SqliteConnectOptions;
use tengen::journal::RoomId;
use tengen::protocol::server::Phase;
use tengen::protocol::{Action, Code};
use tengen::spelling::{ArbiterEventForm, EventForm, PointForm, ReasonForm, RulingForm, ScoreForm};
use tengen::timekeeper::{Arrival, reach};
use tokio::process::Command;

/// Clients come back soon.
const SETTINGS: &str = "[server]\ncome_back_after = \"50ms\"\ncome_back_within = \"300ms\"\n";

/// Makes a record of a room unreadable, as a bad sector would. The server must not run.
async fn damage(server: &TestServer, room: RoomId, seq: u32) {
    let path = server.data().join("data/tengen.db");
    let mut database = SqliteConnectOptions::new().filename(path).connect().await.unwrap();
    let damage = format!("UPDATE event SET body = substr(body, 1, 20) WHERE room = '{room}' AND seq = {seq}");
    let done = sqlx::raw_sql(sqlx::AssertSqlSafe(damage)).execute(&mut database).await.unwrap();
    assert_eq!(done.rows_affected(), 1);
}

/// The key that the operator sends an arbiter with.
async fn operator_key(server: &TestServer, room: RoomId) -> String {
    let mut tengen = Command::new(env!("CARGO_BIN_EXE_tengen"));
    let told = tengen.args(["arbiter", &room.to_string(), "--data"]).arg(server.data().join("data"));
    let link = String::from_utf8(told.output().await.unwrap().stdout).unwrap();
    link.trim().split_once("#arbiter=").unwrap().1.to_owned()
}

/// An arbiter of the room, sent by the operator.
async fn arbiter(server: &TestServer, room: RoomId) -> Visitor {
    let key = operator_key(server, room).await;
    let mut arbiter = Visitor::new(&server.url()).await;
    arbiter.follow(room).await;
    arbiter.act(room, Action::Officiate { key }).await;
    arbiter
}

fn rule(ruling: RulingForm) -> Action {
    Action::Rule {
        ruling,
        reason: "the record was damaged by the disk".to_owned(),
        ground: tengen::spelling::GroundForm::Fact,
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn e12_a_damaged_room_waits_for_an_arbiter_and_g15_he_rules_a_draw() {
    let mut server = TestServer::start(SETTINGS).await;
    let mut pair = Pair::sit_down(&server.url(), &freestyle(sudden_death(secs(600)))).await;
    let mut healthy = Pair::sit_down(&server.url(), &freestyle(sudden_death(secs(600)))).await;
    pair.play(&["h8", "i9", "h9", "i8", "h10"]).await;
    healthy.play(&["h8"]).await;
    let room = pair.room;
    let before = pair.a.table(room).next();

    server.kill().await;
    // The records are the opening, the second player, and five moves: the third move is damaged.
    damage(&server, room, 4).await;
    server.restart().await;

    for visitor in [&mut pair.a, &mut pair.b] {
        visitor
            .until("the damage", |visitor| visitor.connections == 2 && visitor.state(room).suspended)
            .await;
        let state = visitor.state(room);
        assert_eq!(
            (state.phase, state.ply, state.paused),
            (Phase::Playing, 2, true),
            "as far as it can be read"
        );
        assert_eq!(visitor.table(room).next(), 5, "what they had seen of {before} records is gone");
        assert!(state.stopped_since.is_some() && state.clock.unwrap().running.is_none());
    }
    healthy.a.until("the other game", |visitor| visitor.connections == 2).await;
    healthy.play(&["i9"]).await;

    let (point, ply) = (PointForm::from(point("h9")), 2);
    for action in [
        Action::Place { ply, point, draw: false, five: false },
        Action::Resign {},
        Action::Complain { text: "and now".to_owned() },
        Action::ClaimAbsence {},
    ] {
        let refused = pair.a.refused(room, action).await;
        assert_eq!(refused, Code::Suspended);
    }

    let mut arbiter = arbiter(&server, room).await;
    assert_eq!(arbiter.refused(room, rule(RulingForm::Halt {})).await, Code::Suspended);
    assert_eq!(pair.b.refused(room, rule(RulingForm::Draw {})).await, Code::ForbiddenRole);
    arbiter.act(room, rule(RulingForm::Draw {})).await;
    pair.a.until("the result", |visitor| visitor.state(room).phase == Phase::Over).await;
    let outcome = pair.a.state(room).outcome.unwrap();
    assert_eq!(outcome.reason, ReasonForm::Ruled {});
    assert_eq!((outcome.scores.a, outcome.scores.b), (ScoreForm::Draw, ScoreForm::Draw));
    let told = &pair.a.happened.last().unwrap().0.events;
    let is_reason = |event: &EventForm<_>| matches!(event, EventForm::Arbitration(ArbiterEventForm::Ruled { reason, .. }) if reason.contains("disk"));
    assert!(told.iter().any(is_reason), "G-15: the reason is kept");

    let mut tengen = Command::new(env!("CARGO_BIN_EXE_tengen"));
    let looked = tengen.arg("verify").arg(server.data().join("data/tengen.db")).output().await.unwrap();
    assert!(looked.status.success(), "{}", String::from_utf8_lossy(&looked.stdout));

    // Once more: what was mended is whole, and says what was lost.
    server.kill_and_restart().await;
    let mut reader = Visitor::new(&server.url()).await;
    reader.follow(room).await;
    assert_eq!(reader.state(room).phase, Phase::Over);
    assert!(!reader.state(room).suspended);
    let log = server.log();
    assert!(log.contains("a journal is damaged") && !log.contains("panicked"), "{log}");
}

#[tokio::test(flavor = "multi_thread")]
async fn e12_a_damaged_game_is_played_again_if_the_arbiter_rules_so() {
    let mut server = TestServer::start(SETTINGS).await;
    let mut pair = Pair::sit_down(&server.url(), &freestyle(sudden_death(secs(600)))).await;
    let room = pair.room;
    pair.play(&["h8", "i9", "h9"]).await;
    server.kill().await;
    damage(&server, room, 3).await;
    server.restart().await;

    let mut arbiter = arbiter(&server, room).await;
    arbiter.act(room, rule(RulingForm::Replay {})).await;
    assert!(arbiter.state(room).halted && !arbiter.state(room).suspended);
    let charge_ms = tengen::spelling::PerSeatForm { a: 0, b: 0 };
    arbiter.act(room, rule(RulingForm::GoOn { charge_ms, force: false })).await;
    let next = arbiter.table(room).next();
    for visitor in [&mut pair.a, &mut pair.b] {
        visitor.until("the game", |visitor| visitor.table(room).next() == next).await;
        assert_eq!(visitor.state(room).clock.unwrap().faces.a.left_ms, 600_000);
    }
    pair.play(&["h8", "a1", "i8", "a2", "j8", "a3", "k8", "a4", "l8"]).await;
    assert_eq!(pair.a.state(room).phase, Phase::Over);
}

#[tokio::test(flavor = "multi_thread")]
async fn g14_clocks_do_not_run_during_a_crash_so_nobody_is_over_time_by_it() {
    // White has two seconds, and they would be over in the gap.
    let mut server = TestServer::start(SETTINGS).await;
    let mut pair = Pair::sit_down(&server.url(), &freestyle(sudden_death(secs(2)))).await;
    let room = pair.room;
    let tokens = (pair.a.token.clone(), pair.b.token.clone());
    pair.play(&["h8"]).await;
    drop(pair);
    server.kill().await;
    reach(Some(Arrival::now().after(Duration::from_millis(2500)))).await;
    server.restart().await;

    let mut watcher = Visitor::new(&server.url()).await;
    watcher.follow(room).await;
    assert_eq!(watcher.state(room).phase, Phase::Playing, "no flag fell while the server was down");
    let a = Visitor::back(&server.url(), tokens.0).await;
    let b = Visitor::back(&server.url(), tokens.1).await;
    let mut pair = Pair { room, a, b };
    pair.a.follow(room).await;
    pair.b.follow(room).await;
    watcher.until("the time line", |watcher| watcher.table(room).origin.is_some()).await;
    pair.play(&["i9"]).await;
    server.assert_log_is_clean();
}

#[tokio::test(flavor = "multi_thread")]
async fn e12_a_table_that_was_open_when_its_record_was_damaged_is_closed_without_a_result() {
    let mut server = TestServer::start(SETTINGS).await;
    let mut pair = Pair::sit_down(&server.url(), &freestyle(sudden_death(secs(600)))).await;
    let room = pair.room;
    pair.play(&["h8"]).await;
    server.kill().await;
    damage(&server, room, 1).await;
    server.restart().await;
    pair.a
        .until("the end", |visitor| visitor.connections == 2 && visitor.state(room).phase == Phase::Over)
        .await;
    assert_eq!(pair.a.state(room).outcome.unwrap().reason, ReasonForm::RecordLost {});
    let path = server.data().join("data/tengen.db");
    let mut database = SqliteConnectOptions::new().filename(path).read_only(true).connect().await.unwrap();
    let last = "SELECT body FROM event WHERE room = ? ORDER BY seq DESC LIMIT 1";
    let body: String =
        sqlx::query_scalar(last).bind(room.to_string()).fetch_one(&mut database).await.unwrap();
    assert!(body.contains(r#"{"type":"suspended","lost":2}"#), "it says how much is gone: {body}");
}
