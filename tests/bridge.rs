//! `tengen bot`: engines of every habit, as separate programs, play against a real server.
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs, reason = "a test may panic")]
#![allow(clippy::wildcard_enum_match_arm, reason = "a test looks for what it looks for")]

mod common;

use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use common::server::TestServer;
use common::visitor::Visitor;
use tengen::game::presets::presets;
use tengen::game::ruleset::RuleSet;
use tengen::journal::RoomId;
use tengen::protocol::server::{ChallengeOutcomeForm, Phase, ServerMessage, State};
use tengen::protocol::{Action, ColoursForm, VisibilityForm};
use tengen::spelling::{ChoiceForm, OutcomeForm, PointForm, ReasonForm, SeatForm, read_clock};
use tengen::timekeeper::{Arrival, reach};
use tokio::process::{Child, Command};

/// A server, a bridge with an engine, and somebody who plays with it.
struct Match {
    server: TestServer,
    bridge: Child,
    guest: Visitor,
    bot: String,
}

fn tengen() -> &'static str {
    env!("CARGO_BIN_EXE_tengen")
}

fn fake() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/engines/fake.py")
}

impl Match {
    /// A bridge with the fake engine.
    async fn with(habits: &[&str], options: &[&str]) -> Self {
        let mut all = Vec::new();
        for habit in habits {
            all.extend(["--engine-argument", habit]);
        }
        all.extend(options);
        Self::of(&fake(), &all).await
    }

    async fn of(engine: &Path, options: &[&str]) -> Self {
        let server = TestServer::start("").await;
        let data = server.data().join("data");
        let mut create = Command::new(tengen());
        create.args(["token", "create", "Engine", "--bot", "--data"]).arg(&data);
        let token = create.output().await.unwrap();
        assert!(token.status.success(), "{token:?}");
        let file = server.data().join("token");
        std::fs::write(&file, token.stdout).unwrap();
        let listed =
            Command::new(tengen()).args(["token", "list", "--data"]).arg(&data).output().await.unwrap();
        let listed = String::from_utf8(listed.stdout).unwrap();
        let bot = listed.split('\t').nth(1).unwrap().to_owned();
        let bridge = start(&server, engine, options);
        let guest = Visitor::new(&server.url()).await;
        Self { server, bridge, guest, bot }
    }

    /// Challenges until the bridge is there, and follows the game.
    async fn game(&mut self, rules: &RuleSet, colours: ColoursForm) -> RoomId {
        loop {
            let settled = |guest: &Visitor| {
                guest
                    .said
                    .iter()
                    .filter(|said| matches!(said, ServerMessage::ChallengeSettled { .. }))
                    .count()
            };
            let before = settled(&self.guest);
            let (bot, rules) = (self.bot.clone(), rules.into());
            let id = self.guest.client.challenge(bot, rules, colours, VisibilityForm::Link).unwrap();
            let Ok(_) = self.guest.answer(&id).await.result else {
                reach(Some(Arrival::now().after(Duration::from_millis(50)))).await;
                continue;
            };
            self.guest.until("the bot's answer", |guest| settled(guest) > before).await;
            let last = self.guest.said.iter().rev().find_map(|said| match said {
                ServerMessage::ChallengeSettled { outcome, room, .. } => Some((*outcome, room.clone())),
                _ => None,
            });
            if let Some((ChallengeOutcomeForm::Accepted, Some(room))) = last {
                let room = room.parse().unwrap();
                self.guest.follow(room).await;
                return room;
            }
        }
    }

    /// Waits until something is owed by the guest, or the game is over.
    async fn turn(&mut self, room: RoomId) -> State {
        let is_turn = |guest: &Visitor| {
            let table = guest.table(room);
            let state = &table.position.as_ref().expect("the room was seen").state;
            let is_ours = state.owed.as_ref().is_some_and(|owed| Some(owed.seat) == table.you);
            state.phase == Phase::Over || is_ours
        };
        self.guest.until("our turn", is_turn).await;
        self.guest.state(room)
    }

    async fn place(&mut self, room: RoomId, name: &str) {
        let state = self.turn(room).await;
        let point = PointForm::from(name.parse::<tengen::game::point::Point>().unwrap());
        self.guest.act(room, Action::Place { ply: state.ply, point, draw: false, five: false }).await;
    }

    /// Plays along the edge, three moves each, the guest being Black.
    async fn three_moves(&mut self, room: RoomId) {
        for name in ["a1", "c1", "e1"] {
            self.place(room, name).await;
        }
        let state = self.turn(room).await;
        assert_eq!((state.phase, state.ply), (Phase::Playing, 6), "{:?}", state.outcome);
    }

    async fn resign(&mut self, room: RoomId) {
        self.guest.act(room, Action::Resign {}).await;
    }
}

fn start(server: &TestServer, engine: &Path, options: &[&str]) -> Child {
    Command::new(tengen())
        .args(["bot", "--url", &server.url().to_string(), "--engine"])
        .arg(engine)
        .arg("--token-file")
        .arg(server.data().join("token"))
        .args(options)
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .kill_on_drop(true)
        .spawn()
        .unwrap()
}

fn casual(five_or_more: bool) -> RuleSet {
    let clock = Some(read_clock("5m+5s").unwrap());
    let rules = if five_or_more { RuleSet::freestyle(clock) } else { RuleSet::standard(clock) };
    let preset = if five_or_more { "freestyle" } else { "standard" };
    let preset = presets().into_iter().find(|known| known.id == preset).unwrap().rules;
    RuleSet { clock: rules.clock, ..preset }
}

fn preset(id: &str) -> RuleSet {
    presets().into_iter().find(|known| known.id == id).unwrap().rules
}

fn log_in(directory: &Path) -> (PathBuf, String) {
    let file = directory.join("engine.log");
    let habit = format!("log={}", file.display());
    (file, habit)
}

/// What was said to the engine; without the number of its process.
fn said_to_engine(file: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(file).unwrap();
    text.lines().filter_map(|line| line.split_once(' ')).map(|(_, said)| said.to_owned()).collect()
}

#[tokio::test]
async fn an_engine_is_told_board_rules_time_and_moves() {
    let directory = tempfile::tempdir().unwrap();
    let (file, log) = log_in(directory.path());
    let mut game = Match::with(&[&log], &[]).await;
    let room = game.game(&casual(false), ColoursForm::BlackA).await;
    game.three_moves(room).await;
    let said = said_to_engine(&file);
    let has = |line: &str| said.iter().any(|said| said == line);
    for line in ["START 15", "INFO rule 1", "BOARD", "0,0,2", "DONE", "TURN 2,0", "TURN 4,0"] {
        assert!(has(line), "{line} in {said:#?}");
    }
    let number = |key: &str| -> Vec<u64> {
        said.iter()
            .filter_map(|line| line.strip_prefix(key))
            .map(|text| text.trim().parse().unwrap())
            .collect()
    };
    // 5 minutes and 5 seconds a move: what is left is the server's, less a margin.
    let left = number("INFO time_left");
    assert!(left.iter().all(|left| (295_000..320_000).contains(left)), "{left:?}");
    let turn = number("INFO timeout_turn");
    assert!(turn.iter().all(|turn| (10_000..25_000).contains(turn)), "{turn:?}");
    game.resign(room).await;

    // The next game is played by the same process.
    let room = game.game(&casual(true), ColoursForm::BlackB).await;
    let state = game.turn(room).await;
    assert_eq!(state.ply, 1, "the engine has begun");
    let said = said_to_engine(&file);
    let at = said.iter().position(|line| line == "RESTART").expect("a new game");
    assert!(
        said[at..].iter().any(|line| line == "INFO rule 0") && said[at..].iter().any(|line| line == "BEGIN")
    );
    game.server.assert_log_is_clean();
}

/// Two games of three moves each.
async fn plays_on(habits: &[&str]) {
    let mut game = Match::with(habits, &[]).await;
    for five_or_more in [true, false] {
        let room = game.game(&casual(five_or_more), ColoursForm::BlackA).await;
        game.three_moves(room).await;
        game.resign(room).await;
    }
    assert!(game.bridge.try_wait().unwrap().is_none(), "the bridge lives");
    game.server.assert_log_is_clean();
}

#[tokio::test]
async fn an_engine_that_answers_with_crlf_and_spaces_plays() {
    plays_on(&["crlf", "spaced"]).await;
}

#[tokio::test]
async fn an_engine_that_does_not_know_restart_plays() {
    plays_on(&["no-restart"]).await;
}

#[tokio::test]
async fn an_engine_that_loses_commands_plays() {
    plays_on(&["sleepy", "deaf"]).await;
}

#[tokio::test]
async fn an_engine_that_knows_only_rectangles_plays() {
    plays_on(&["rect"]).await;
}

#[tokio::test]
async fn an_engine_that_talks_plays() {
    plays_on(&["chatty"]).await;
}

#[tokio::test]
async fn an_engine_that_crashes_again_and_again_plays_on() {
    plays_on(&["crash=2"]).await;
}

#[tokio::test]
async fn an_engine_that_says_nonsense_plays_on() {
    plays_on(&["nonsense=2"]).await;
}

#[tokio::test]
async fn an_engine_that_hangs_is_started_again_within_its_time() {
    let mut game = Match::with(&["hang=2"], &[]).await;
    let quick = RuleSet { clock: Some(read_clock("20s+1s").unwrap()), ..casual(true) };
    let room = game.game(&quick, ColoursForm::BlackA).await;
    game.three_moves(room).await;
    let clock = game.guest.state(room).clock.unwrap();
    assert!(clock.faces.b.left_ms > 3000, "{clock:?}");
}

fn outcome(state: &State) -> &OutcomeForm {
    state.outcome.as_ref().expect("the game is over")
}

#[tokio::test]
async fn an_illegal_move_is_resigned_or_asked_for_again_as_configured() {
    let mut game = Match::with(&["illegal=2"], &["--on-illegal", "retry"]).await;
    let room = game.game(&casual(true), ColoursForm::BlackA).await;
    game.three_moves(room).await;
    drop(game);

    let mut game = Match::with(&["illegal=2"], &["--on-illegal", "resign"]).await;
    let room = game.game(&casual(true), ColoursForm::BlackA).await;
    game.place(room, "a1").await;
    game.place(room, "c1").await;
    let state = game.turn(room).await;
    assert_eq!((state.phase, state.ply), (Phase::Over, 3));
    assert_eq!(outcome(&state).reason, ReasonForm::Resigned {});

    let mut game = Match::with(&["illegal=1"], &["--on-illegal", "retry"]).await;
    let room = game.game(&casual(true), ColoursForm::BlackA).await;
    game.place(room, "a1").await;
    let state = game.turn(room).await;
    assert_eq!(outcome(&state).reason, ReasonForm::Resigned {}, "it is illegal however often");
}

#[tokio::test]
async fn several_games_are_played_by_several_processes() {
    let directory = tempfile::tempdir().unwrap();
    let (file, log) = log_in(directory.path());
    let mut game = Match::with(&[&log], &["--games", "2"]).await;
    let rules = casual(true);
    let rooms = [game.game(&rules, ColoursForm::BlackA).await, game.game(&rules, ColoursForm::BlackA).await];
    for name in ["a1", "c1"] {
        for room in rooms {
            game.place(room, name).await;
        }
    }
    for room in rooms {
        assert_eq!(game.turn(room).await.ply, 4);
    }
    let text = std::fs::read_to_string(&file).unwrap();
    let processes: std::collections::BTreeSet<&str> =
        text.lines().filter_map(|line| line.split(' ').next()).collect();
    assert_eq!(processes.len(), 2, "{text}");
    let (bot, rules) = (game.bot.clone(), (&rules).into());
    let id = game.guest.client.challenge(bot, rules, ColoursForm::BlackA, VisibilityForm::Link).unwrap();
    assert!(game.guest.answer(&id).await.result.is_err(), "two games at once, and no third");
}

#[tokio::test]
async fn a_bridge_that_is_killed_goes_on_where_it_was_and_so_it_does_after_the_server_is() {
    let mut game = Match::with(&[], &[]).await;
    let room = game.game(&casual(true), ColoursForm::BlackA).await;
    game.place(room, "a1").await;
    game.turn(room).await;
    game.bridge.kill().await.unwrap();
    game.place(room, "c1").await;
    game.bridge = start(&game.server, &fake(), &[]);
    assert_eq!(game.turn(room).await.ply, 4, "the engine was asked although nobody remembered the game");
    game.server.kill_and_restart().await;
    game.place(room, "e1").await;
    assert_eq!(game.turn(room).await.ply, 6);
    game.server.assert_log_is_clean();
}

#[tokio::test]
async fn swap2_is_asked_of_an_engine_that_knows_it() {
    let mut game = Match::with(&["swap2"], &[]).await;
    let room = game.game(&preset("swap2"), ColoursForm::BlackA).await;
    for name in ["h8", "h9", "g7"] {
        game.place(room, name).await;
    }
    let state = game.turn(room).await;
    assert_eq!(state.black, Some(SeatForm::B), "the engine has swapped");
    game.resign(room).await;
    let room = game.game(&preset("swap2"), ColoursForm::BlackB).await;
    game.turn(room).await;
    let table = game.guest.table(room);
    let stones: Vec<String> =
        table.position.as_ref().unwrap().stones().map(|(point, _)| point.to_string()).collect();
    assert_eq!(stones, ["h8", "i8", "j10"], "the engine has put the three stones that it wanted");
}

/// Answers whatever is owed with something legal, until so many stones stand.
async fn plays_opening(game: &mut Match, room: RoomId, stones: usize) {
    loop {
        let state = game.turn(room).await;
        let table = game.guest.table(room);
        let position = table.position.clone().unwrap();
        assert_eq!(state.phase, Phase::Playing, "{:?}", state.outcome);
        if position.stones().count() >= stones {
            return;
        }
        let action = answer(&position);
        game.guest.act(room, action).await;
    }
}

fn answer(position: &tengen::client::Position) -> Action {
    use tengen::protocol::server::WhatForm;
    let state = &position.state;
    let ply = state.ply;
    let taken: Vec<_> = position.stones().map(|(point, _)| point).collect();
    let size = tengen::game::point::BoardSize::FIFTEEN;
    let centre = size.centre();
    let mut free: Vec<_> = size.iter().filter(|point| !taken.contains(point)).collect();
    // By a spiral no two of which are symmetric for long: good enough for alternatives, legal for stones.
    free.sort_by_key(|point| {
        (point.column().abs_diff(centre.column()).max(point.row().abs_diff(centre.row())), *point)
    });
    match &state.owed.as_ref().unwrap().what {
        WhatForm::Stone { zone, .. } => {
            let is_in = |point: &tengen::game::point::Point| {
                zone.as_ref().is_none_or(|zone| {
                    let read = |form: &PointForm| tengen::game::point::Point::try_from(form).unwrap();
                    let (from, to) = (read(&zone.from), read(&zone.to));
                    let inside = (from.column()..=to.column()).contains(&point.column())
                        && (from.row()..=to.row()).contains(&point.row());
                    inside == zone.inside
                })
            };
            let point = free.into_iter().find(is_in).unwrap();
            Action::Place { ply, point: point.into(), draw: false, five: false }
        }
        WhatForm::Choice { options } => {
            let stays = options.contains(&ChoiceForm::Stay);
            Action::Choose { ply, choice: if stays { ChoiceForm::Stay } else { options[0] } }
        }
        WhatForm::Announcement { .. } => Action::Announce { ply, number: 2 },
        WhatForm::Alternatives { number } => {
            let stones: Vec<_> = position.stones().map(|(point, _)| point).collect();
            let four = tengen::game::opening::FourStones {
                black: [stones[0], stones[2]],
                white: [stones[1], stones[3]],
            };
            let mut shown: Vec<tengen::game::point::Point> = Vec::new();
            for point in free {
                if shown.len() < usize::from(*number)
                    && shown.iter().all(|other| !four.are_same(*other, point))
                {
                    shown.push(point);
                }
            }
            Action::Show { ply, points: PointForm::all(&shown) }
        }
        WhatForm::Keep {} => Action::Keep { ply, point: state.shown[0].clone() },
    }
}

#[tokio::test]
async fn every_opening_that_an_engine_can_be_told_of_is_played_through_by_the_bridge() {
    let mut game = Match::with(&[], &[]).await;
    for id in
        ["rif", "yamaguchi", "soosyrv8", "tarannikov", "taraguchi10", "swap2", "pro", "cn2013", "free-swap3"]
    {
        for colours in [ColoursForm::BlackA, ColoursForm::BlackB] {
            let room = game.game(&preset(id), colours).await;
            plays_opening(&mut game, room, 6).await;
            game.resign(room).await;
        }
    }
    game.server.assert_log_is_clean();
}

#[tokio::test]
async fn what_cannot_be_had_is_told_at_once() {
    let directory = tempfile::tempdir().unwrap();
    let token = directory.path().join("token");
    std::fs::write(&token, "tengen_bot_none\n").unwrap();
    let run = |engine: PathBuf, token: PathBuf| {
        Command::new(tengen())
            .args(["bot", "--url", "ws://127.0.0.1:1/ws", "--engine"])
            .arg(engine)
            .arg("--token-file")
            .arg(token)
            .output()
    };
    let no_engine = run(directory.path().join("nothing"), token).await.unwrap();
    assert_eq!(no_engine.status.code(), Some(69));
    assert!(String::from_utf8_lossy(&no_engine.stderr).contains("does not start"));
    let no_token = run(fake(), directory.path().join("nothing")).await.unwrap();
    assert_eq!(no_token.status.code(), Some(69));
    assert!(String::from_utf8_lossy(&no_token.stderr).contains("no token is to be had"));
}

/// Where `make figrid` puts a real engine.
fn figrid() -> PathBuf {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/figrid/bin/pbrain-figrid");
    assert!(file.exists(), "the engine is not there; `make figrid` installs it");
    file
}

#[tokio::test]
async fn a_real_engine_beats_who_plays_by_chance_under_every_rule_it_knows() {
    let mut game = Match::of(&figrid(), &[]).await;
    let mut chance = 7_u32;
    for id in ["freestyle", "standard", "renju"] {
        for colours in [ColoursForm::BlackA, ColoursForm::BlackB] {
            let quick = RuleSet { clock: Some(read_clock("12s").unwrap()), ..preset(id) };
            let room = game.game(&quick, colours).await;
            let state = loop {
                let state = game.turn(room).await;
                if state.phase == Phase::Over {
                    break state;
                }
                let table = game.guest.table(room);
                let board = tengen::game::point::BoardSize::FIFTEEN;
                let taken: Vec<_> =
                    table.position.as_ref().unwrap().stones().map(|(point, _)| point).collect();
                let free: Vec<_> = board.iter().filter(|point| !taken.contains(point)).collect();
                chance = chance.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                let point = free[usize::try_from(chance >> 8).unwrap() % free.len()];
                let place = Action::Place { ply: state.ply, point: point.into(), draw: false, five: false };
                game.guest.act(room, place).await;
            };
            let outcome = outcome(&state);
            assert_eq!(outcome.scores.b, tengen::spelling::ScoreForm::Win, "{id} {colours:?}: {outcome:?}");
            assert!(
                matches!(outcome.reason, ReasonForm::Five { .. } | ReasonForm::Forbidden { .. }),
                "{outcome:?}"
            );
        }
    }
    game.server.assert_log_is_clean();
}
