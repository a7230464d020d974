//! `tengen replay`.

use std::io::{self, Write};
use std::process::ExitCode;

use tengen::replay::{self, Options, ReplayError};

use super::{EXIT_DATA, EXIT_IO, EXIT_UNAVAILABLE, Replay, fail};

pub(super) fn run(arguments: Replay) -> ExitCode {
    let Replay { file, url, games, parallel, seed } = arguments;
    let options = Options { file, address: url, games, parallel, seed };
    let runtime = match tokio::runtime::Builder::new_multi_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => return fail(EXIT_UNAVAILABLE, &error),
    };
    let report = match runtime.block_on(replay::run(options, io::stderr())) {
        Ok(report) => report,
        Err(error) => return fail(exit_code(&error), &error),
    };
    if let Err(error) = writeln!(io::stdout(), "{report}") {
        return fail(EXIT_IO, &error);
    }
    if report.is_clean() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

const fn exit_code(error: &ReplayError) -> u8 {
    match error {
        ReplayError::BadFile(replay::BadFile::Unreadable(_)) | ReplayError::Progress(_) => EXIT_IO,
        ReplayError::BadFile(_) => EXIT_DATA,
        ReplayError::NoFile { .. } | ReplayError::NoServer { .. } | ReplayError::Clock(_) => EXIT_UNAVAILABLE,
    }
}
