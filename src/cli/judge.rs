//! `tengen judge`.

use std::io::{BufReader, stderr, stdin, stdout};
use std::process::ExitCode;

use super::{EXIT_IO, fail};

pub(super) fn run() -> ExitCode {
    match tengen::judge::run(BufReader::new(stdin()), stdout().lock(), stderr().lock()) {
        Ok(outcome) => ExitCode::from(outcome.exit_code()),
        // Whoever reads the answers has enough of them.
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => fail(EXIT_IO, &error),
    }
}
