//! The real server in its own process: clean stops, kills, and time that nobody is charged for.
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs, reason = "a test may panic")]
#![allow(clippy::wildcard_enum_match_arm, reason = "a test looks for what it looks for")]

mod common;

use std::time::Duration;

use common::server::TestServer;
use common::visitor::{Pair, Visitor, freestyle};
use common::{secs, sudden_death};
use tengen::journal::RoomId;
use tengen::protocol::server::{Phase, ServerMessage, State};
use tengen::protocol::{Action, CloseCode};
use tengen::spelling::{PointForm, ReasonForm, ScoreForm, SeatForm};
use tengen::timekeeper::{Arrival, reach};

/// Clients come back soon.
const SETTINGS: &str = "[server]\ncome_back_after = \"50ms\"\ncome_back_within = \"300ms\"\n";
/// How late a flag may be seen.
const FLAG_WITHIN: Duration = Duration::from_millis(50);
/// How many flags are looked at before a late one is the server's fault and not the machine's, which others use as well.
const FLAG_TRIES: usize = 3;

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_is_told_to_stop_says_when_to_come_back_and_games_go_on_after_it() {
    let mut server = TestServer::start(SETTINGS).await;
    let mut pair = Pair::sit_down(&server.url(), &freestyle(sudden_death(secs(600)))).await;
    pair.play(&["h8", "i9", "h9"]).await;

    server.terminate().await;
    let ended = server.ended().await;
    assert_eq!(ended.code(), Some(0), "{}", server.log());
    let restarting = ServerMessage::Restarting { come_back_in_ms: 50, within_ms: 300 };
    for visitor in [&mut pair.a, &mut pair.b] {
        visitor.until("the close", |visitor| !visitor.closed.is_empty()).await;
        assert_eq!(visitor.said, std::slice::from_ref(&restarting));
        assert_eq!(visitor.closed, [CloseCode::GoingAway.number()]);
    }

    server.restart().await;
    pair.play(&["i8", "h10", "i10", "h11", "i11", "h12"]).await;
    for visitor in [&pair.a, &pair.b] {
        assert_eq!(visitor.connections, 2);
        assert_eq!(visitor.state(pair.room).phase, Phase::Over);
    }
    server.assert_log_is_clean();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_flag_falls_on_time_with_no_player_connected() {
    let server = TestServer::start(SETTINGS).await;
    let mut lateness = Vec::new();
    while lateness.last().is_none_or(|late| *late > FLAG_WITHIN) {
        assert!(lateness.len() < FLAG_TRIES, "flags were seen {lateness:?} after they were due");
        lateness.push(flag_lateness(&server).await);
    }
    server.assert_log_is_clean();
}

/// How late a spectator sees a flag fall whose player is gone. When it fell is not a matter of how busy the machine is.
async fn flag_lateness(server: &TestServer) -> Duration {
    let pair = Pair::sit_down(&server.url(), &freestyle(sudden_death(secs(2)))).await;
    let room = pair.room;
    let mut spectator = Visitor::new(&server.url()).await;
    spectator.follow(room).await;
    let deadline = flag_due(&spectator, room);
    drop(pair);

    spectator.until("the flag", |spectator| spectator.state(room).phase == Phase::Over).await;
    // If the server was held up meanwhile, it is due later, and everybody has been told.
    let origin = spectator.table(room).origin.unwrap();
    let due = spectator.arrival_of(origin + i64::try_from(deadline).unwrap());
    let (flag, seen) = spectator.happened.last().unwrap();
    assert_eq!(flag.at, deadline, "a flag is stamped when it was due");
    assert_flag_of_black(&flag.state);
    assert!(due.since(*seen) <= Duration::from_millis(5), "no flag falls early");
    seen.since(due)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_flag_falls_when_it_is_due_with_nobody_there_at_all() {
    let server = TestServer::start(SETTINGS).await;
    let pair = Pair::sit_down(&server.url(), &freestyle(sudden_death(secs(1)))).await;
    let room = pair.room;
    let deadline = flag_due(&pair.a, room);
    let due = pair.a.arrival_of(pair.a.table(room).origin.unwrap() + i64::try_from(deadline).unwrap());
    drop(pair);
    // Nobody is to come before the flag has fallen.
    reach(Some(due.after(FLAG_WITHIN))).await;

    let mut latecomer = Visitor::new(&server.url()).await;
    latecomer.follow(room).await;
    latecomer.until("the flag", |latecomer| latecomer.state(room).phase == Phase::Over).await;
    let position = latecomer.table(room).position.clone().unwrap();
    assert_eq!(position.at, deadline, "it fell when it was due, whoever looked");
    assert_flag_of_black(&position.state);
    server.assert_log_is_clean();
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_is_charged_for_the_time_a_killed_server_is_away() {
    const AWAY: Duration = Duration::from_millis(1500);
    let mut server = TestServer::start(SETTINGS).await;
    let mut pair = Pair::sit_down(&server.url(), &freestyle(sudden_death(secs(60)))).await;
    let room = pair.room;
    pair.play(&["h8", "i9", "h9"]).await;
    let before = pair.a.state(room);
    let (token_a, token_b) = (pair.a.token.clone(), pair.b.token.clone());
    drop(pair);

    server.kill().await;
    // The outage.
    reach(Some(Arrival::now().after(AWAY))).await;
    server.restart().await;

    let mut watcher = Visitor::new(&server.url()).await;
    watcher.follow(room).await;
    assert_eq!(watcher.state(room), before, "the clocks are as at the last event (I-26)");
    assert_eq!(watcher.table(room).origin, None, "no time passes until both are back");

    let back_at = Arrival::now();
    let a = Visitor::back(&server.url(), token_a).await;
    let b = Visitor::back(&server.url(), token_b).await;
    let mut pair = Pair { room, a, b };
    pair.a.follow(room).await;
    pair.b.follow(room).await;
    watcher.until("the time line", |watcher| watcher.table(room).origin.is_some()).await;
    pair.play(&["i8"]).await;
    let since_back = Arrival::now().since(back_at);

    let (left_before, left_after) =
        (left_of(&before, SeatForm::B), left_of(&pair.b.state(room), SeatForm::B));
    let charged = Duration::from_millis(left_before - left_after);
    assert!(charged <= since_back, "{charged:?} of {since_back:?} since they came back");
    assert_eq!(left_of(&before, SeatForm::A), left_of(&pair.b.state(room), SeatForm::A));
    server.assert_log_is_clean();
}

#[tokio::test(flavor = "multi_thread")]
async fn the_computer_that_is_killed_while_it_thinks_is_back_in_its_game_and_moves_on_its_own_time() {
    const AWAY: Duration = Duration::from_millis(1500);
    // It thinks for so long that it surely does when the server is killed.
    let settings = format!("{SETTINGS}[house_bot]\nanswer_after = \"1500ms\"\n");
    let mut server = TestServer::start(&settings).await;
    let mut guest = Visitor::new(&server.url()).await;
    let room = guest.create(&freestyle(sudden_death(secs(60)))).await;
    guest.follow(room).await;
    invite_computer(&mut guest, room).await;

    for (round, name) in ["h8", "a15", "o1"].into_iter().enumerate() {
        let before = guest.state(room);
        let point = PointForm::from(common::point(name));
        let place = Action::Place { ply: before.ply, point, draw: false, five: false };
        let connections = guest.connections;
        guest.act(room, place).await;
        let moved = guest.state(room);
        assert_eq!(moved.owed.as_ref().map(|owed| owed.seat), Some(SeatForm::B), "the computer is to move");
        server.kill().await;
        reach(Some(Arrival::now().after(AWAY))).await;
        let back_at = Arrival::now();
        server.restart().await;

        guest.until("the line", |guest| guest.connections > connections).await;
        guest.until("the computer's move", |guest| guest.state(room).ply > moved.ply).await;
        let since_back = Arrival::now().since(back_at);
        let state = guest.state(room);
        assert_eq!((state.phase, state.ply), (Phase::Playing, moved.ply + 1), "{round}");
        assert_eq!(
            left_of(&state, SeatForm::A),
            left_of(&moved, SeatForm::A),
            "nothing is charged to who waits"
        );
        // What it thought before the kill is lost, and so is what was charged for it (I-26).
        let charged = Duration::from_millis(left_of(&moved, SeatForm::B) - left_of(&state, SeatForm::B));
        assert!(charged <= since_back, "{charged:?} of {since_back:?} since the server is back");
    }
    guest.act(room, Action::Resign {}).await;
    assert_eq!(guest.state(room).phase, Phase::Over);
    server.assert_log_is_clean();
}

/// Asks one of the server's own bots to a table until it sits there: it may still be on its way to the server.
async fn invite_computer(guest: &mut Visitor, room: RoomId) {
    let bot = guest.computers[2].clone();
    loop {
        let id = guest.client.invite(room, bot.clone()).unwrap();
        if guest.answer(&id).await.result.is_ok() {
            break;
        }
        reach(Some(Arrival::now().after(Duration::from_millis(20)))).await;
    }
    guest.until("the computer", |guest| guest.state(room).phase == Phase::Playing).await;
}

/// When the flag of a game falls in which nobody has moved, on the room's time line.
fn flag_due(visitor: &Visitor, room: RoomId) -> u64 {
    let clock = visitor.state(room).clock.unwrap();
    clock.running.unwrap().since + clock.faces.a.left_ms
}

fn assert_flag_of_black(state: &State) {
    let outcome = state.outcome.as_ref().unwrap();
    assert_eq!(outcome.reason, ReasonForm::Flag {});
    assert_eq!((outcome.scores.a, outcome.scores.b), (ScoreForm::Loss, ScoreForm::Win));
}

fn left_of(state: &State, seat: SeatForm) -> u64 {
    let faces = &state.clock.as_ref().unwrap().faces;
    match seat {
        SeatForm::A => faces.a.left_ms,
        SeatForm::B => faces.b.left_ms,
    }
}
