//! `tengen arbiter`.

use std::io::{self, Write};
use std::process::ExitCode;

use tengen::hub::{ArbiterKey, KEY_PURPOSE};
use tengen::identity::Key;

use super::{Arbiter, EXIT_CONFIG, EXIT_IO, EXIT_UNAVAILABLE, fail, settings};

pub(super) fn run(arguments: &Arbiter) -> ExitCode {
    let config = match settings(arguments.config.as_deref(), arguments.data.as_deref()) {
        Ok(config) => config,
        Err(error) => return fail(EXIT_CONFIG, &error),
    };
    let key = match Key::load(&config.identity.key_file) {
        Ok(key) => key,
        Err(error) => return fail(EXIT_UNAVAILABLE, &error),
    };
    let Arbiter { room, origin, .. } = arguments;
    let arbiter = ArbiterKey::of(&key.derive(KEY_PURPOSE), *room);
    match writeln!(io::stdout(), "{}/g/{room}#arbiter={arbiter}", origin.trim_end_matches('/')) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => fail(EXIT_IO, &error),
    }
}
