//! `tengen verify`.

use std::io::{self, Write};
use std::process::ExitCode;

use tengen::store::{self, Finding, Verified};

use super::{EXIT_CONFIG, EXIT_IO, EXIT_UNAVAILABLE, Verify, fail, run_async, settings};

pub(super) fn run(arguments: &Verify) -> ExitCode {
    let Verify { file, config, data } = arguments;
    let config = match settings(config.as_deref(), data.as_deref()) {
        Ok(config) => config,
        Err(error) => return fail(EXIT_CONFIG, &error),
    };
    let path = file.as_ref().unwrap_or(&config.store.path);
    match run_async(store::verify(path, say)) {
        Ok(Ok(verified)) => report(verified),
        Ok(Err(error)) => fail(EXIT_UNAVAILABLE, &error),
        Err(error) => fail(EXIT_UNAVAILABLE, &error),
    }
}

/// Says what is wrong as soon as it is known.
pub(super) fn say(finding: &Finding) {
    // The count on the standard output and the exit code tell of it as well.
    let _ = writeln!(io::stderr(), "{finding}");
}

/// Says what was looked at.
pub(super) fn report(verified: Verified) -> ExitCode {
    if let Err(error) = writeln!(io::stdout(), "{verified}") {
        return fail(EXIT_IO, &error);
    }
    if verified.findings == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
