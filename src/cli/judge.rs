//! `tengen judge`.

use std::io::{BufReader, stderr, stdin, stdout};
use std::process::ExitCode;

use clap::Args;
use tengen::judge::Detail;

use super::{EXIT_IO, fail};

/// How to judge.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Say why: the rows, the fours, and the threes with the points that would complete them and the verdict on each.
    #[arg(long)]
    explain: bool,
}

pub(super) fn run(arguments: &Arguments) -> ExitCode {
    let detail = if arguments.explain { Detail::Explained } else { Detail::Verdict };
    match tengen::judge::run(BufReader::new(stdin()), stdout().lock(), stderr().lock(), detail) {
        Ok(outcome) => ExitCode::from(outcome.exit_code()),
        // Whoever reads the answers has enough of them.
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => fail(EXIT_IO, &error),
    }
}
