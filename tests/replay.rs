//! Recorded games through the real server in its own process, while it is killed and started again.
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs, reason = "a test may panic")]
#![allow(clippy::wildcard_enum_match_arm, reason = "a test looks for what it looks for")]
#![allow(clippy::print_stdout, reason = "a seed that fails must be seen")]

mod common;

use std::collections::BTreeMap;
use std::fs::File;
use std::io::BufReader;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use common::server::TestServer;
use common::visitor::{PATIENCE, Pair, Visitor, freestyle, quick_retry, until};
use tengen::client::Address;
use tengen::journal::RoomId;
use tengen::protocol::Action;
use tengen::protocol::server::Phase;
use tengen::replay::{self, Ending, Patience, Progress, Record, Rule, Setting};

/// How many recorded games of each rule are played.
const GAMES_PER_RULE: usize = 100;
/// How often the server is killed meanwhile.
const KILLS: usize = 3;
/// Back soon, and with room for everybody at one address.
const SETTINGS: &str = "[server]\nconnections_per_address = 4000\n";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn games_come_out_right_through_a_server_that_is_killed_three_times() {
    let seed = seed();
    let records = mixed_records(seed);
    let games = records.len() as u64;
    let moves: u64 = records.iter().map(|record| record.moves.len() as u64).sum();
    let kills = kill_moments(seed, moves);
    println!("SEED={seed}: {games} games, {moves} moves, killed after {kills:?}");

    let mut server = TestServer::start(SETTINGS).await;
    let mut still = Still::play(&server.url()).await;
    let before = still.hashes(&server.url()).await;

    let mut setting = Setting::usual(server.url()).unwrap();
    setting.client.retry = quick_retry();
    setting.patience = Patience(Duration::from_secs(30));
    setting.seed = seed;
    let progress = Arc::<Progress>::default();
    let playing = tokio::spawn({
        let progress = progress.clone();
        async move { replay::play(&setting, records, &progress, std::io::sink()).await }
    });
    for kill_after in kills {
        let are_made = || progress.moves.load(Ordering::Relaxed) >= kill_after || playing.is_finished();
        until("the moves before the next kill", are_made).await;
        server.kill_and_restart().await;
        assert_eq!(still.hashes(&server.url()).await, before, "SEED={seed}: rooms are what they were");
    }

    let report = playing.await.unwrap().unwrap();
    println!("{report}");
    assert!(report.is_clean(), "SEED={seed}\n{report}\nthe server's log:\n{}", server.log());
    assert_eq!((report.games, report.matched, report.audited), (games, games, games));
    assert_eq!(report.moves, moves);
    assert!(report.reconnects >= KILLS as u64, "SEED={seed}: games were played through every kill");
    still.go_on().await;
    server.assert_log_is_clean();
}

#[tokio::test(flavor = "multi_thread")]
async fn the_program_says_by_its_exit_code_whether_everything_matched() {
    let server = TestServer::start(SETTINGS).await;
    let url = server.url().to_string();
    let good = r#"{"id":"good","rule":"freestyle","moves":["h8","a1","h9","a2","h10","a3","h11","a4","h12"],"result":"B","ending":"five"}"#;
    let cut_short =
        r#"{"id":"cut-short","rule":"freestyle","moves":["h8","a1","h9"],"result":"B","ending":"five"}"#;
    let other_rule = r#"{"id":"other-rule","rule":"freestyle","moves":["h8","a1","h9"],"result":"W","ending":"forbidden:overline"}"#;

    let (code, words) = run_program(&[good, "", good], &url).await;
    assert_eq!(code, Some(0), "{words}");
    assert!(words.contains("2 of 2 matched") && words.contains("audited     2 rooms"), "{words}");
    let (code, words) = run_program(&[good, cut_short, other_rule], &url).await;
    assert_eq!(code, Some(1), "{words}");
    assert!(words.contains("1 of 3 matched"), "{words}");
    assert!(
        words.contains("game cut-short (line 2)") && words.contains("game other-rule (line 3)"),
        "{words}"
    );
    let (code, words) = run_program(&[good, "{}"], &url).await;
    assert_eq!(code, Some(65), "{words}");
    assert!(words.contains("line 2"), "{words}");
    // Nothing listens at the port that is reserved for nothing.
    let (code, words) = run_program(&[good], "ws://127.0.0.1:1/ws").await;
    assert_eq!(code, Some(69), "{words}");
}

/// Runs `tengen replay` and gives its exit code and what it printed.
async fn run_program(lines: &[&str], url: &str) -> (Option<i32>, String) {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("games.jsonl");
    std::fs::write(&file, lines.join("\n")).unwrap();
    let mut program = tokio::process::Command::new(env!("CARGO_BIN_EXE_tengen"));
    program.arg("replay").arg(&file).args(["--url", url, "--seed", "1"]).kill_on_drop(true);
    let output = tokio::time::timeout(PATIENCE, program.output()).await.expect("it ends").unwrap();
    let words = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap()).concat();
    (output.status.code(), words)
}

/// Games in which nothing happens while the server is killed, each at another stage.
struct Still {
    open: (Visitor, RoomId),
    running: Pair,
    offered: Pair,
    over: Pair,
}

impl Still {
    async fn play(address: &Address) -> Self {
        let rules = freestyle(common::fischer(common::secs(600), common::secs(5)));
        let mut opener = Visitor::new(address).await;
        let open = opener.create(&rules).await;
        let mut running = Pair::sit_down(address, &rules).await;
        running.play(&["h8", "i9", "h9", "i8", "h10"]).await;
        let mut offered = Pair::sit_down(address, &rules).await;
        offered.play(&["h8", "i9"]).await;
        offered.a.act(offered.room, Action::OfferDraw { ply: 2 }).await;
        let mut over = Pair::sit_down(address, &rules).await;
        over.play(&["h8"]).await;
        over.b.act(over.room, Action::Resign {}).await;
        Self { open: (opener, open), running, offered, over }
    }

    /// The state of each room, as somebody sees it who comes anew.
    async fn hashes(&self, address: &Address) -> BTreeMap<RoomId, String> {
        let mut watcher = Visitor::new(address).await;
        for room in [self.open.1, self.running.room, self.offered.room, self.over.room] {
            watcher.follow(room).await;
        }
        watcher.hashes
    }

    /// Each game goes on from where it was.
    async fn go_on(&mut self) {
        let (opener, open) = &mut self.open;
        opener.follow(*open).await;
        opener.act(*open, Action::Abort {}).await;
        self.running.play(&["i10", "h11", "i11", "h12"]).await;
        assert_eq!(self.running.a.state(self.running.room).phase, Phase::Over);
        self.offered.b.act(self.offered.room, Action::AcceptDraw { ply: 2 }).await;
        self.over.a.act(self.over.room, Action::OfferRematch {}).await;
    }
}

/// As many games of each rule, all forbidden moves and overlines among them.
fn mixed_records(seed: u64) -> Vec<Record> {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/engine-games.jsonl");
    let mut all = replay::read(BufReader::new(File::open(file).unwrap())).unwrap();
    replay::shuffle(&mut all, seed);
    let is_special = |record: &Record| {
        matches!(record.ending, Ending::Forbidden(_) | Ending::Five { is_overline: true, .. })
    };
    all.sort_by_key(|record| !is_special(record));
    assert_eq!(all.iter().filter(|record| is_special(record)).count(), 6);
    let of = |rule| all.iter().filter(move |record| record.rule == rule).take(GAMES_PER_RULE).cloned();
    let mut records: Vec<Record> =
        [Rule::Renju, Rule::Standard, Rule::Freestyle].map(of).into_iter().flatten().collect();
    replay::shuffle(&mut records, seed);
    records
}

/// After how many moves the server is killed: once in each third, not at its edges.
fn kill_moments(seed: u64, moves: u64) -> [u64; KILLS] {
    let mut parts: Vec<u64> = (10..90).collect();
    replay::shuffle(&mut parts, seed);
    std::array::from_fn(|index| (index as u64 * 100 + parts[index]) * moves / (KILLS as u64 * 100))
}

/// From the environment, to repeat a run; or another one each time.
fn seed() -> u64 {
    let given = std::env::var("SEED").ok().map(|text| text.parse().expect("SEED is a number"));
    given.unwrap_or_else(|| u64::from(std::process::id()) ^ tengen::timekeeper::wall_time().0)
}
