//! A Python with the packages that a test needs; made once, and kept beside what is built.

use std::path::{Path, PathBuf};
use std::process::Output;
use std::time::Duration;

use tokio::process::Command;
use tokio::time::timeout;

/// How long a package may take to come.
const PATIENCE: Duration = Duration::from_secs(300);

/// The Python of a place of this name in which `module` can be used, which `packages` bring: what pip is asked for.
pub async fn python(name: &str, module: &str, packages: &[&str]) -> PathBuf {
    let place = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let python = place.join("bin/python3");
    let import = format!("import {module}");
    let is_there = Command::new(&python).args(["-c", &import]).output().await;
    if !is_there.is_ok_and(|output| output.status.success()) {
        let made = run(Command::new("python3").args(["-m", "venv", "--clear"]).arg(&place)).await;
        assert!(made.status.success(), "python3 and python3-venv are needed: {made:?}");
        let mut install = Command::new(&python);
        install.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]).args(packages);
        let installed = run(&mut install).await;
        assert!(installed.status.success(), "{installed:?}");
    }
    python
}

async fn run(command: &mut Command) -> Output {
    timeout(PATIENCE, command.kill_on_drop(true).output()).await.expect("it ends in time").unwrap()
}
