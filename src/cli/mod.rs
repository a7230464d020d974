//! The command line.

mod arbiter;
mod backup;
mod bot;
mod conformance;
mod judge;
mod load;
mod replay;
mod serve;
mod token;
mod verify;

use std::io::Write;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Args, Parser, Subcommand};
use tengen::client::Address;
use tengen::config::{Config, ConfigError};
use tengen::journal::RoomId;
use tengen::replay::PARALLEL_USUAL;

/// What was read is not what it should be.
const EXIT_DATA: u8 = 65;
/// What is needed cannot be had: a port, a file, the database. As in `sysexits.h`.
const EXIT_UNAVAILABLE: u8 = 69;
/// What should be made cannot be, or is there already.
const EXIT_CANTCREAT: u8 = 73;
/// Reading or writing failed.
const EXIT_IO: u8 = 74;
/// The stop took longer than it may.
const EXIT_CUT_OFF: u8 = 75;
/// The settings are wrong.
const EXIT_CONFIG: u8 = 78;

/// A real-time play server for renju, gomoku and every five-in-a-row between them.
///
/// `tengen serve` is all you need to play: it prints the address to open in a browser.
#[derive(Debug, Parser)]
#[command(version, arg_required_else_help = true)]
pub(crate) struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Runs the server until it is told to stop by SIGTERM or Ctrl-C; a second one stops it at once.
    ///
    /// Prints `Tengen is ready at http://HOST:PORT/` on the standard output when it accepts connections, and its log on
    /// the standard error. Without any option it listens at 127.0.0.1:8015 and keeps its games in ./data.
    ///
    /// Exit codes: 0 stopped in order; 2 wrong usage; 69 a port, file or database cannot be had; 75 stopped, but
    /// something was cut off (what was acknowledged is not lost by that); 78 the settings are wrong.
    Serve(Serve),
    /// Judges Black's moves under renju: positions on the standard input, verdicts on the standard output.
    ///
    /// Reads lines like {"id": 1, "black": ["e8", "f8", "g8", "h8"], "white": ["d8"]} and answers each, in order, with
    /// the points where Black's move is not plainly legal: {"id":1,"verdicts":{"i8":{"kind":"five","fours":0,"threes":0}}}.
    /// A line that cannot be answered is named on the standard error with its number.
    ///
    /// Exit codes: 0 all lines were answered; 1 some were not; 2 wrong usage; 74 reading or writing failed.
    Judge(judge::Arguments),
    /// Plays recorded games through a running server, over real sockets, and compares everything.
    ///
    /// Each game has two players and a spectator, each on a connection of their own. After every move all three must see
    /// the recorded stones, at the end the recorded result; afterwards every room is looked at again. The server may be
    /// killed and started again meanwhile. Writes a line each second on the standard error, and the report on the
    /// standard output.
    ///
    /// The server takes 40 connections of one address (`server.connections_per_address`). On the same Linux machine this
    /// connects from several loopback addresses; from elsewhere, play 12 games at once or raise that limit.
    ///
    /// Exit codes: 0 everything matched; 1 something did not; 2 wrong usage; 65 the file holds a line that is no game;
    /// 69 the file or the server cannot be had; 74 writing failed.
    Replay(Replay),
    /// Prints the link that makes whoever opens it an arbiter of a room.
    ///
    /// It follows from the key in the server's data directory and the room's name; the server need not run, and nothing is
    /// written. Give it to nobody who plays there.
    ///
    /// Exit codes: 0 printed; 2 wrong usage; 69 the key cannot be had; 74 writing failed; 78 the settings are wrong.
    Arbiter(Arbiter),
    /// Lets an engine play here: any program that speaks Piskvork's protocol, as Gomocup has it.
    ///
    /// An ordinary client: it needs the token of a bot, is on the list of bots as long as it runs, and accepts challenges. The
    /// engine's time is the server's clock less the way there. An engine that crashes or hangs is started again; its moves
    /// are looked at before they are sent. Log and the engine's complaints go to the standard error.
    ///
    /// Exit codes: 0 stopped; 2 wrong usage; 69 the engine, the token or the server cannot be had.
    Bot(bot::Arguments),
    /// Plays the golden transcripts of proto/ against a running server, and says what differs.
    ///
    /// For whoever writes a server. Each transcript is played by guests on connections of their own; a line says of each
    /// whether all was said as it stands there. What waits for time, kills the server or hangs on chance is left out and
    /// named.
    ///
    /// Exit codes: 0 nothing differs; 1 something does; 2 wrong usage; 69 the server cannot be had; 74 writing failed.
    Conformance(conformance::Arguments),
    /// Puts a load on a server, and says how long moves take and what they cost there.
    ///
    /// Opens private tables, plays at both sides of each by rote, and has as many connections watch as you like: open loop
    /// with `--every`, closed with `--closed`. Times are from when a move was due to be sent. With `--pid` it says what processor
    /// time the server took for each delivered message, and what memory for each connection.
    ///
    /// The server under test must let so many in: raise `server.connections_max`, `server.connections_per_address`,
    /// `session.connections_per_person` and, for fast games, `session.messages_per_second` there, and `ulimit -n` for both.
    ///
    /// Exit codes: 0 all moves arrived; 1 some connection or game failed; 2 wrong usage; 69 the load could not be built up;
    /// 74 writing failed.
    Load(load::Arguments),
    /// Makes, lists and revokes the tokens with which bots come in.
    ///
    /// Works on the database in the data directory, beside a server that runs, which notices within a second.
    ///
    /// Exit codes: 0 done; 1 the bot has a token already, or none; 2 wrong usage; 69 the database cannot be had; 74
    /// writing failed; 78 the settings are wrong.
    #[command(subcommand)]
    Token(token::Token),
    /// Copies the database into a new file, while a server uses it or not, and looks the copy through.
    ///
    /// The copy is the database as it is at one moment; it is complete when it has its name. To use it, stop the server,
    /// put it in the place of `tengen.db`, and remove `tengen.db-wal` and `tengen.db-shm`. It does not have the key that
    /// signs identities, which never changes: keep a copy of that beside it.
    ///
    /// What is wrong with a room is said on the standard error, and is wrong in the database, too; the copy is kept.
    ///
    /// Exit codes: 0 copied, and all is right; 1 copied, and something is wrong; 2 wrong usage; 69 the database cannot be
    /// read; 73 the file is there already or cannot be written; 74 writing failed; 78 the settings are wrong.
    Backup(Backup),
    /// Plays every journal in the database back, and compares the results with what is kept beside them.
    ///
    /// Says what is wrong on the standard error, a line each with the room, and on the standard output what was looked at.
    /// Nothing is written; a server may use the database meanwhile.
    ///
    /// Exit codes: 0 all is right; 1 something is wrong; 2 wrong usage; 69 the database cannot be read; 74 writing failed;
    /// 78 the settings are wrong.
    Verify(Verify),
}

#[derive(Args, Debug)]
struct Backup {
    /// The new file.
    file: PathBuf,
    /// Read the settings from this file, as `tengen serve` does.
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// The directory in which `tengen serve --data` keeps its database.
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
}

#[derive(Args, Debug)]
struct Verify {
    /// Look this file through and not the database of the settings, for example a copy.
    file: Option<PathBuf>,
    /// Read the settings from this file, as `tengen serve` does.
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// The directory in which `tengen serve --data` keeps its database.
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
}

#[derive(Args, Debug)]
struct Arbiter {
    /// The room: the 12 letters at the end of its address.
    room: RoomId,
    /// Read the settings from this file, as `tengen serve` does.
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// The directory in which `tengen serve --data` keeps its key.
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// Where browsers find the server.
    #[arg(long, value_name = "URL", default_value = "http://127.0.0.1:8015")]
    origin: String,
}

#[derive(Args, Debug)]
struct Replay {
    /// The games: one JSON object a line, with id, rule (renju, standard, freestyle), moves, result (B, W, null), ending.
    file: PathBuf,
    /// The server's WebSocket.
    #[arg(long, value_name = "ws://HOST[:PORT]/ws", default_value = "ws://127.0.0.1:8015/ws")]
    url: Address,
    /// Play so many of the games.
    #[arg(long, value_name = "N")]
    games: Option<usize>,
    /// Play so many at once.
    #[arg(long, value_name = "N", default_value_t = PARALLEL_USUAL)]
    parallel: usize,
    /// Decides the order of the games, and who opens each table.
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
}

#[derive(Args, Debug)]
struct Serve {
    /// Read the settings from this file. The shipped config.toml shows all of them with their defaults.
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Listen here and not where the settings say, for example 0.0.0.0:8015. Port 0 takes any free port.
    #[arg(long, value_name = "ADDR")]
    listen: Option<SocketAddr>,
    /// Keep the database and the key that signs identities in this directory; it is made if it does not exist.
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
}

impl Cli {
    /// Does what was asked for.
    pub(crate) fn run(self) -> ExitCode {
        match self.command {
            Command::Serve(arguments) => serve::run(&arguments),
            Command::Judge(arguments) => judge::run(&arguments),
            Command::Replay(arguments) => replay::run(arguments),
            Command::Arbiter(arguments) => arbiter::run(&arguments),
            Command::Backup(arguments) => backup::run(&arguments),
            Command::Verify(arguments) => verify::run(&arguments),
            Command::Conformance(arguments) => conformance::run(&arguments),
            Command::Bot(arguments) => bot::run(arguments),
            Command::Load(arguments) => load::run(arguments),
            Command::Token(token) => token::run(&token),
        }
    }
}

/// The settings of a file, or the usual ones, with the data in a directory of one's own choice.
fn settings(file: Option<&Path>, data: Option<&Path>) -> Result<Config, ConfigError> {
    let mut config = file.map_or_else(|| Ok(Config::default()), Config::read)?;
    if let Some(directory) = data {
        config.keep_data_in(directory);
    }
    Ok(config)
}

/// Waits for something that needs one thread.
fn run_async<T>(work: impl Future<Output = T>) -> std::io::Result<T> {
    Ok(tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(work))
}

/// Says on one line what went wrong and what caused it.
fn fail(code: u8, error: &dyn std::error::Error) -> ExitCode {
    let mut line = format!("tengen: {error}");
    let mut cause = error.source();
    while let Some(error) = cause {
        let words = error.to_string();
        // Some errors say themselves what caused them.
        if !line.contains(&words) {
            line.push_str(": ");
            line.push_str(&words);
        }
        cause = error.source();
    }
    // Nobody is left to tell if this fails.
    let _ = writeln!(std::io::stderr(), "{line}");
    ExitCode::from(code)
}
