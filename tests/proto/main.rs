//! The contract in `proto/`: schemas, prose, examples and transcripts say what the code does.
//!
//! `UPDATE=1 cargo test --test proto` writes again what is generated; read the difference before you keep it.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::wildcard_enum_match_arm,
    unreachable_pub,
    missing_docs,
    reason = "a test may panic"
)]

mod asyncapi;
mod bad;
mod clock;
mod codes;
mod examples;
mod messages;
mod openapi;
mod player;
mod prose;
mod records;
mod schema;
mod transcripts;

use std::fs;
use std::path::{Path, PathBuf};

/// A path in `proto/`.
fn proto(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("proto").join(path)
}

/// The files of a folder in `proto/` with this extension, by name.
fn files(folder: &str, extension: &str) -> Vec<(String, String)> {
    let mut files: Vec<(String, String)> = fs::read_dir(proto(folder))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|ends| ends == extension))
        .map(|path| {
            (format!("{folder}/{}", path.file_name().unwrap().display()), fs::read_to_string(path).unwrap())
        })
        .collect();
    files.sort();
    assert!(!files.is_empty(), "{folder} is empty");
    files
}

/// A committed file is what the code generates.
fn check_generated(path: &str, generated: &str) {
    if std::env::var_os("UPDATE").is_some() {
        fs::write(proto(path), generated).unwrap();
    }
    let committed = fs::read_to_string(proto(path)).unwrap_or_default();
    let differs = committed.lines().zip(generated.lines()).find(|(old, new)| old != new);
    assert!(
        committed == generated,
        "proto/{path} is not what the code says: {differs:#?}\nUPDATE=1 cargo test --test proto writes it"
    );
}
