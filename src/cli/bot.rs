//! `tengen bot`.

use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use clap::{Args, ValueEnum};
use tengen::bridge::{self, BridgeError, GAMES_MAX, OnIllegal, Program, Settings};
use tengen::client::{Address, Token};
use tengen::config;
use tengen::spelling::OpponentsForm;
use tengen::telemetry;
use tokio::signal::unix::{SignalKind, signal};

use super::{EXIT_UNAVAILABLE, fail};

/// The longest file that holds a token, in bytes.
const TOKEN_BYTES_MAX: u64 = 4096;

#[derive(Args, Debug)]
pub(super) struct Arguments {
    /// The engine, a program that speaks Piskvork's (Gomocup's) protocol.
    #[arg(long, value_name = "FILE")]
    engine: PathBuf,
    /// What the engine is called with; once for each argument.
    #[arg(long = "engine-argument", value_name = "TEXT", allow_hyphen_values = true)]
    arguments: Vec<String>,
    /// The server's WebSocket.
    #[arg(long, value_name = "ws://HOST[:PORT]/ws", default_value = "ws://127.0.0.1:8015/ws")]
    url: Address,
    /// The file that holds the token from `tengen token create`.
    #[arg(long, value_name = "FILE")]
    token_file: PathBuf,
    /// Play so many games at once, each with a process of the engine.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=i64::from(GAMES_MAX)))]
    games: u8,
    /// Play these presets, for example renju,swap2; all that the engine can be told of, if none are named.
    #[arg(long, value_name = "PRESET,…", value_delimiter = ',')]
    presets: Vec<String>,
    /// Play on boards of so many lines: 15, 19, 20.
    #[arg(long, value_name = "LINES,…", value_delimiter = ',', default_value = "15")]
    boards: Vec<u8>,
    /// Play with everybody, with people, or with bots.
    #[arg(long, value_enum, default_value = "anybody")]
    opponents: Opponents,
    /// What follows a move of the engine that is not legal.
    #[arg(long, value_enum, default_value = "retry")]
    on_illegal: Illegal,
    /// Think so many seconds about a move where there are no clocks.
    #[arg(long, value_name = "SECONDS", default_value_t = 5, value_parser = clap::value_parser!(u16).range(1..=600))]
    untimed: u16,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Opponents {
    Anybody,
    People,
    Bots,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Illegal {
    /// The game is resigned.
    Resign,
    /// The engine is started again and asked once more; then the game is resigned.
    Retry,
}

pub(super) fn run(arguments: Arguments) -> ExitCode {
    if let Err(error) = telemetry::start(&config::Log::default()) {
        return fail(EXIT_UNAVAILABLE, &error);
    }
    let token = match token(&arguments.token_file) {
        Ok(token) => token,
        Err(error) => return fail(EXIT_UNAVAILABLE, &error),
    };
    let runtime = match tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => return fail(EXIT_UNAVAILABLE, &error),
    };
    let url = arguments.url.clone();
    match runtime.block_on(until_stopped(url, token, arguments.into())) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => fail(EXIT_UNAVAILABLE, &error),
    }
}

/// Plays until a signal. Games that run go on without the bot, and so do its clocks.
async fn until_stopped(url: Address, token: Token, settings: Settings) -> Result<(), BridgeError> {
    let stopped = async {
        let (terminate, interrupt) = (signal(SignalKind::terminate()), signal(SignalKind::interrupt()));
        match (terminate, interrupt) {
            (Ok(mut terminate), Ok(mut interrupt)) => {
                tokio::select! {
                    _ = terminate.recv() => {}
                    _ = interrupt.recv() => {}
                }
            }
            // Then the system ends the program, which is as well.
            (Err(_), _) | (_, Err(_)) => std::future::pending().await,
        }
    };
    tokio::select! {
        ended = bridge::run(url, token, settings) => ended,
        () = stopped => Ok(()),
    }
}

/// The one line of a file.
fn token(file: &Path) -> Result<Token, TokenFileError> {
    let failed = |error| TokenFileError { file: file.to_owned(), error };
    let length = std::fs::metadata(file).map_err(failed)?.len();
    if length > TOKEN_BYTES_MAX {
        return Err(failed(io::ErrorKind::FileTooLarge.into()));
    }
    let text = std::fs::read_to_string(file).map_err(failed)?;
    let text = text.trim();
    if text.is_empty() {
        return Err(failed(io::ErrorKind::UnexpectedEof.into()));
    }
    Ok(Token::new(text.to_owned()))
}

/// There is no token to be had from a file.
#[derive(Debug, thiserror::Error)]
#[error("no token is to be had from {file}")]
struct TokenFileError {
    file: PathBuf,
    #[source]
    error: io::Error,
}

impl From<Arguments> for Settings {
    fn from(arguments: Arguments) -> Self {
        Self {
            program: Program { file: arguments.engine, arguments: arguments.arguments },
            games: arguments.games,
            presets: arguments.presets,
            boards: arguments.boards,
            opponents: match arguments.opponents {
                Opponents::Anybody => OpponentsForm::Anybody,
                Opponents::People => OpponentsForm::People,
                Opponents::Bots => OpponentsForm::Bots,
            },
            on_illegal: match arguments.on_illegal {
                Illegal::Resign => OnIllegal::Resign,
                Illegal::Retry => OnIllegal::Retry,
            },
            untimed_turn: Duration::from_secs(u64::from(arguments.untimed)),
        }
    }
}
