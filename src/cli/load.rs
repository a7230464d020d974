//! `tengen load`.

use std::io::{self, Write};
use std::net::IpAddr;
use std::process::ExitCode;
use std::time::Duration;

use clap::Args;
use tengen::client::Address;
use tengen::load::{self, MOVES_MAX, Pace, Plan, Report};

use super::{EXIT_IO, EXIT_UNAVAILABLE, fail};

#[derive(Args, Debug)]
pub(super) struct Arguments {
    /// The server's WebSocket.
    #[arg(long, value_name = "ws://HOST[:PORT]/ws", default_value = "ws://127.0.0.1:8015/ws")]
    url: Address,
    /// How many walls of games there are; a wall is what the same people watch.
    #[arg(long, value_name = "N", default_value_t = 10)]
    walls: usize,
    /// How many games each wall has. Their moves are made at the same instant.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=64))]
    boards: u8,
    /// How many connections watch each wall.
    #[arg(long, value_name = "N", default_value_t = 0)]
    watchers: usize,
    /// How many connections there are besides, which do nothing.
    #[arg(long, value_name = "N", default_value_t = 0)]
    idle: usize,
    /// How many moves are made in each game.
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = clap::value_parser!(u16).range(1..=i64::from(MOVES_MAX)))]
    moves: u16,
    /// Make a move in each game this often, however long the server takes; such as 1s or 200ms.
    #[arg(long, value_name = "TIME", value_parser = humantime::parse_duration, default_value = "1s", conflicts_with = "closed")]
    every: Duration,
    /// Make each move as soon as the last one has arrived.
    #[arg(long)]
    closed: bool,
    /// Let everybody be connected for so long before the first move.
    #[arg(long, value_name = "TIME", value_parser = humantime::parse_duration, default_value = "0s")]
    settle: Duration,
    /// How many connections are made as the same person; the server has a bound, `session.connections_per_person`.
    #[arg(long, value_name = "N", default_value_t = 8)]
    per_person: usize,
    /// Connect from this address, too; the server has a bound for each, `server.connections_per_address`.
    #[arg(long = "from", value_name = "ADDRESS")]
    sources: Vec<IpAddr>,
    /// The server's process on this machine, to say what processor time and memory it took.
    #[arg(long, value_name = "ID")]
    pid: Option<u32>,
    /// Print one JSON object and no table.
    #[arg(long)]
    json: bool,
}

pub(super) fn run(arguments: Arguments) -> ExitCode {
    let Arguments {
        url,
        walls,
        boards,
        watchers,
        idle,
        moves,
        every,
        closed,
        settle,
        per_person,
        sources,
        pid,
        json,
    } = arguments;
    let pace = if closed { Pace::AtOnce } else { Pace::Every(every) };
    let plan = Plan {
        address: url,
        walls,
        boards: boards.into(),
        watchers,
        idle,
        moves,
        pace,
        settle,
        per_person,
        sources,
        process: pid,
    };
    match load::run(plan) {
        Ok(report) => match print(&report, json) {
            Ok(()) if report.failed == 0 => ExitCode::SUCCESS,
            Ok(()) => ExitCode::FAILURE,
            Err(error) => fail(EXIT_IO, &error),
        },
        Err(error) => fail(EXIT_UNAVAILABLE, &error),
    }
}

fn print(report: &Report, json: bool) -> io::Result<()> {
    let mut out = io::stdout().lock();
    if json {
        return writeln!(out, "{}", serde_json::to_string(report)?);
    }
    write!(out, "{report}")
}
