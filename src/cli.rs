//! The command line.

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};

/// A real-time play server for renju, gomoku and every five-in-a-row between them.
///
/// `tengen serve` is all you need to play: it prints the address to open in a browser.
#[derive(Debug, Parser)]
#[command(version, arg_required_else_help = true)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Runs the server until it is told to stop by SIGTERM or Ctrl-C; a second one stops it at once.
    ///
    /// Prints `Tengen is ready at http://HOST:PORT/` on the standard output when it accepts connections, and its log on
    /// the standard error. Without any option it listens at 127.0.0.1:8015 and keeps its games in ./data.
    ///
    /// Exit codes: 0 stopped in order; 2 wrong usage; 69 a port, file or database cannot be had; 75 stopped, but
    /// something was cut off (no game is lost by that); 78 the settings are wrong.
    Serve(Serve),
}

#[derive(Args, Debug)]
pub(crate) struct Serve {
    /// Read the settings from this file. The shipped config.toml shows all of them with their defaults.
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
    /// Listen here and not where the settings say, for example 0.0.0.0:8015. Port 0 takes any free port.
    #[arg(long, value_name = "ADDR")]
    pub(crate) listen: Option<SocketAddr>,
    /// Keep the database and the key that signs identities in this directory; it is made if it does not exist.
    #[arg(long, value_name = "DIR")]
    pub(crate) data: Option<PathBuf>,
}
