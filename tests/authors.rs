//! What authors of bots are shown works: the examples play whole games against a real server, and a thousand games by
//! chance end without a protocol error (rulebook W-09).
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs, reason = "a test may panic")]

mod common;
#[path = "common/python.rs"]
#[allow(unreachable_pub, reason = "shared with other tests")]
mod python;
#[path = "../examples/random_bot.rs"]
mod random_bot;

use std::path::{Path, PathBuf};
use std::process::Output;
use std::time::Duration;

use common::server::TestServer;
use futures::StreamExt;
use futures::stream::FuturesUnordered;
use tengen::game::presets::presets;
use tokio::process::Command;
use tokio::time::timeout;

/// The version of the `websockets` package that the example is run with.
const WEBSOCKETS: &str = "websockets==15.0.1";
/// How long games may take before a test gives up.
const PATIENCE: Duration = Duration::from_secs(300);
/// How many games of each preset are played by chance, unless `GAMES` says otherwise.
const GAMES_USUAL: u32 = 2;
/// How many pairs play at once.
const PAIRS: usize = 6;
/// Bots that need no time to think are faster than people may be.
const SETTINGS: &str = "[session]\nmessages_per_second = 2000\nmessages_burst = 4000\n\
    [server]\nconnections_per_address = 200\n";

/// A file with the token of a new bot.
async fn token(server: &TestServer, name: &str) -> PathBuf {
    let create = Command::new(env!("CARGO_BIN_EXE_tengen"))
        .args(["token", "create", name, "--bot", "--data"])
        .arg(server.data().join("data"))
        .output();
    let made = create.await.unwrap();
    assert!(made.status.success(), "{made:?}");
    let file = server.data().join(format!("{name}.token"));
    std::fs::write(&file, made.stdout).unwrap();
    file
}

async fn run(command: &mut Command) -> Output {
    let output = timeout(PATIENCE, command.kill_on_drop(true).output()).await;
    output.expect("it ends in time").unwrap()
}

fn assert_ten_games(output: &Output) {
    assert!(output.status.success(), "{output:?}");
    assert_eq!(String::from_utf8_lossy(&output.stdout).trim(), "10 games", "{output:?}");
}

#[tokio::test]
async fn the_bot_in_rust_plays_ten_games() {
    let server = TestServer::start(SETTINGS).await;
    // Examples lie beside the folder in which tests do.
    let program = std::env::current_exe().unwrap();
    let program = program.parent().and_then(Path::parent).unwrap().join("examples/random_bot");
    let (url, games) = (server.url().to_string(), ["renju", "10"]);
    let (one, other) = (token(&server, "One").await, token(&server, "Other").await);
    let (mut first, mut second) = (Command::new(&program), Command::new(&program));
    first.arg(&url).arg(one).args(games);
    second.arg(&url).arg(other).args(games);
    let (one, other) = tokio::join!(run(&mut first), run(&mut second));
    assert_ten_games(&one);
    assert_ten_games(&other);
    server.assert_log_is_clean();
}

#[tokio::test]
async fn the_bot_in_python_plays_ten_games() {
    let server = TestServer::start(SETTINGS).await;
    let python = python::python("python", "websockets.asyncio.client", &[WEBSOCKETS]).await;
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/random_bot.py");
    let (one, other) = (token(&server, "One").await, token(&server, "Other").await);
    let url = server.url().to_string();
    let options = ["--url", url.as_str(), "--pair", "taraguchi10", "--games", "10", "--token-file"];
    let (mut first, mut second) = (Command::new(&python), Command::new(&python));
    first.arg(&script).args(options).arg(one);
    second.arg(&script).args(options).arg(other);
    let (one, other) = tokio::join!(run(&mut first), run(&mut second));
    assert_ten_games(&one);
    assert_ten_games(&other);
    server.assert_log_is_clean();
}

/// `GAMES=56 cargo test --release --test authors w09` plays a thousand.
#[tokio::test(flavor = "multi_thread")]
async fn w09_games_by_chance_under_every_preset_end_without_a_protocol_error() {
    let games = std::env::var("GAMES").map_or(GAMES_USUAL, |games| games.parse().unwrap());
    let server = TestServer::start(SETTINGS).await;
    let url = server.url().to_string();
    let mut waiting: Vec<&'static str> = presets().iter().map(|preset| preset.id).collect();
    let (mut pairs, mut played) = (FuturesUnordered::new(), 0);
    while !waiting.is_empty() || !pairs.is_empty() {
        while pairs.len() < PAIRS
            && let Some(preset) = waiting.pop()
        {
            let url = url.clone();
            let mut tokens = Vec::new();
            for side in ["a", "b"] {
                let file = token(&server, &format!("{preset} {side}")).await;
                tokens.push(std::fs::read_to_string(file).unwrap());
            }
            pairs.push(async move {
                let one = random_bot::play(&url, tokens[0].trim(), Some(preset), games);
                let other = random_bot::play(&url, tokens[1].trim(), Some(preset), games);
                let (one, other) = timeout(PATIENCE, futures::future::join(one, other)).await.expect(preset);
                assert_eq!((one.unwrap(), other.unwrap()), (games, games), "{preset}");
            });
        }
        if pairs.next().await.is_some() {
            played += games;
        }
    }
    assert_eq!(played, games * u32::try_from(presets().len()).unwrap());
    server.assert_log_is_clean();
}

async fn conform(server: &TestServer, names: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tengen"));
    run(command.args(["conformance", "--url", &server.url().to_string()]).args(names)).await
}

#[tokio::test]
async fn the_server_conforms_to_the_transcripts_and_what_differs_is_said() {
    let server = TestServer::start("").await;
    let all = conform(&server, &[]).await;
    let said = String::from_utf8_lossy(&all.stdout).into_owned();
    assert!(all.status.success(), "{said}\n{all:?}");
    let of = |word: &str| said.lines().filter(|line| line.starts_with(word)).count();
    assert!(of("same ") >= 20 && of("differs ") == 0, "{said}");
    let transcripts = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/proto/transcripts")).unwrap();
    assert_eq!(of("same ") + of("left out "), transcripts.count(), "each is played, or named: {said}");
    let none = conform(&server, &["nothing.txt"]).await;
    assert_eq!(none.status.code(), Some(1), "nothing played is nothing proved");
    server.assert_log_is_clean();
}
