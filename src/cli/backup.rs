//! `tengen backup`.

use std::process::ExitCode;

use tengen::store::{self, BackupError};

use super::verify::{report, say};
use super::{Backup, EXIT_CANTCREAT, EXIT_CONFIG, EXIT_UNAVAILABLE, fail, run_async, settings};

pub(super) fn run(arguments: &Backup) -> ExitCode {
    let Backup { file, config, data } = arguments;
    let config = match settings(config.as_deref(), data.as_deref()) {
        Ok(config) => config,
        Err(error) => return fail(EXIT_CONFIG, &error),
    };
    match run_async(store::backup(&config.store.path, file, say)) {
        Ok(Ok(verified)) => report(verified),
        Ok(Err(error)) => fail(exit_code(&error), &error),
        Err(error) => fail(EXIT_UNAVAILABLE, &error),
    }
}

const fn exit_code(error: &BackupError) -> u8 {
    match error {
        BackupError::Exists { .. } | BackupError::File { .. } => EXIT_CANTCREAT,
        BackupError::Open(_) | BackupError::Copy(_) | BackupError::Verify(_) => EXIT_UNAVAILABLE,
    }
}
