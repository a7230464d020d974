//! The disk goes wrong: it is full, it fails, it is slow, it gives back what was not written.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use tengen::timekeeper::{Arrival, Stalls};
use tokio::process::Command;

use crate::checker::{CHARGED_MAX, Checked, Journals, Outage, Wrong};
use crate::common::server::{Launch, TestServer};
use crate::kills::wait;
use crate::load::{Load, Manner, Party, Random};
use crate::stops::signal;
use crate::witness::{PATIENCE, Witness};
use crate::{Came, Failed, check, launch};

/// The size of the file system that power cuts and full disks happen to.
const IMAGE_BYTES: u64 = 32 << 20;
/// What comes before a program for its system calls to fail.
const FIU: [&str; 2] = ["/usr/lib/fiu/fiu_run_preload.so", "/usr/lib/fiu/fiu_posix_preload.so"];

/// A file system in a file, mounted as long as this lives.
pub(crate) struct Mounted {
    directory: tempfile::TempDir,
}

/// Why there can be none here.
pub(crate) struct NoMount(String);

impl Mounted {
    /// A new ext4.
    pub(crate) async fn new() -> Result<Self, NoMount> {
        let directory = tempfile::tempdir().map_err(|error| NoMount(error.to_string()))?;
        let mounted = Self { directory };
        let image = std::fs::File::create(mounted.image()).map_err(|error| NoMount(error.to_string()))?;
        image.set_len(IMAGE_BYTES).map_err(|error| NoMount(error.to_string()))?;
        run("mkfs.ext4", &["-q", "-F", "-m", "0", &text(&mounted.image())]).await.map_err(NoMount)?;
        std::fs::create_dir(mounted.path()).map_err(|error| NoMount(error.to_string()))?;
        mounted.mount().await.map_err(NoMount)?;
        Ok(mounted)
    }

    /// Where it is mounted.
    pub(crate) fn path(&self) -> PathBuf {
        self.directory.path().join("mounted")
    }

    fn image(&self) -> PathBuf {
        self.directory.path().join("image")
    }

    async fn mount(&self) -> Result<(), String> {
        run("mount", &["-o", "loop", &text(&self.image()), &text(&self.path())]).await
    }

    /// What had reached the disk by now takes the place of what is there.
    async fn lose_power(&self, server: &mut TestServer) -> Result<(), Failed> {
        signal(server.process_id(), "STOP").await?;
        let cut = self.directory.path().join("cut");
        run("cp", &["--sparse=always", &text(&self.image()), &text(&cut)]).await?;
        server.kill().await;
        run("umount", &[&text(&self.path())]).await?;
        std::fs::rename(&cut, self.image()).map_err(|error| Failed(error.to_string()))?;
        Ok(self.mount().await?)
    }
}

impl Drop for Mounted {
    fn drop(&mut self) {
        let _ = std::process::Command::new("umount").arg("-l").arg(self.path()).status();
    }
}

fn text(path: &Path) -> String {
    path.display().to_string()
}

async fn run(program: &str, arguments: &[&str]) -> Result<(), String> {
    let output = Command::new(program).args(arguments).output().await;
    match output {
        Ok(output) if output.status.success() => Ok(()),
        Ok(output) => {
            Err(format!("{program}: {} {}", output.status, String::from_utf8_lossy(&output.stderr).trim()))
        }
        Err(error) => Err(format!("{program}: {error}")),
    }
}

/// The power is cut: what the file system had not written is gone.
pub(crate) async fn power_cut(rounds: u64) -> Result<Came, Failed> {
    let mut random = Random(rounds ^ 0xcafe);
    let mut checked = Checked::default();
    for _ in 0..rounds {
        let mounted = match Mounted::new().await {
            Ok(mounted) => mounted,
            Err(NoMount(why)) => return Ok(Came::Skipped(why)),
        };
        let mut server = TestServer::launch(Launch { data: Some(mounted.path()), ..launch() }).await;
        let load = Load::start(&server.url(), Manner::FAST, random.below(u64::MAX));
        load.advance(10).await?;
        wait(random.below(400)).await;
        mounted.lose_power(&mut server).await?;
        let histories = load.abandon().await;
        checked += check(&server, &histories, &[], PATIENCE).await?;
        // It opens, and is played on.
        server.restart().await;
        let party = Party::new(&server.url()).await?;
        party.sit_down(Manner::FAST).await?.ok_or_else(|| Failed("no table after a power cut".to_owned()))?;
        server.kill().await;
    }
    Ok(Came::Well { rounds, checked: checked.to_string() })
}

/// The disk is full for a while.
pub(crate) async fn full(rounds: u64) -> Result<Came, Failed> {
    let mounted = match Mounted::new().await {
        Ok(mounted) => mounted,
        Err(NoMount(why)) => return Ok(Came::Skipped(why)),
    };
    let mut random = Random(rounds ^ 0xf011);
    let server = TestServer::launch(Launch { data: Some(mounted.path()), ..launch() }).await;
    let ballast = mounted.path().join("ballast");
    let (mut checked, mut longest) = (Checked::default(), Duration::ZERO);
    for _ in 0..rounds {
        let manner = Manner { patience: 2 * PATIENCE, ..Manner::FAST };
        let load = Load::start(&server.url(), manner, random.below(u64::MAX));
        load.advance(10).await?;
        let idle = Party::new(&server.url()).await?;
        let waits = Manner { clock: Duration::from_secs(3), ..manner };
        let room = idle.sit_down(waits).await?.ok_or_else(|| Failed("no table".to_owned()))?;
        fill(&ballast)?;
        stuck(&load).await?;
        // Nobody touches this game, and its clock stands still all the same.
        let stands = |witness: &Witness| witness.table(room).is_some_and(|table| table.origin.is_none());
        idle.watcher.until("a clock that stands still", PATIENCE, stands).await?;
        let from = Arrival::now();
        wait(3200 + random.below(500)).await;
        let outage = Outage(from, Arrival::now());
        std::fs::remove_file(&ballast).map_err(|error| Failed(error.to_string()))?;
        load.advance(10).await?;
        longest = longest.max(Arrival::now().since(outage.1));
        if !idle.put(room, &mut random, waits).await? {
            return Err(Failed("a flag fell while the disk was full".to_owned()));
        }
        let mut histories = load.stop().await?;
        histories.extend(idle.histories());
        checked += check(&server, &histories, &[outage], CHARGED_MAX).await?;
    }
    let log = server.log();
    if !log.contains("full") {
        return Err(Failed(format!("the disk was never full:\n{log}")));
    }
    Ok(Came::Well {
        rounds,
        checked: format!("plays on at most {longest:.1?} after there is room; {checked}"),
    })
}

/// Writes until there is no room.
fn fill(ballast: &Path) -> Result<(), Failed> {
    let mut file = std::fs::File::create(ballast).map_err(|error| Failed(error.to_string()))?;
    for size in [1 << 20, 1 << 16, 1 << 12, 1] {
        let chunk = vec![0_u8; size];
        while file.write_all(&chunk).is_ok() {}
    }
    // It fails, or has nothing left to do.
    let _ = file.sync_all();
    Ok(())
}

/// Waits until nobody gets an answer any more.
async fn stuck(load: &Load) -> Result<(), Failed> {
    let until = Arrival::now().after(PATIENCE);
    let (mut moves, mut since) = (load.moves(), Arrival::now());
    while Arrival::now().since(since) < Duration::from_millis(700) {
        if load.moves() != moves {
            (moves, since) = (load.moves(), Arrival::now());
        }
        if Arrival::now() > until {
            return Err(Failed("a full disk stops nobody".to_owned()));
        }
        wait(5).await;
    }
    Ok(())
}

/// Every write, or every flush, fails for a while; then the process is killed, or the disk is well again.
pub(crate) async fn failing(rounds: u64) -> Result<Came, Failed> {
    if !FIU.iter().all(|library| Path::new(library).exists()) {
        return Ok(Came::Skipped("fiu-utils is not installed".to_owned()));
    }
    const FAILURES: [(&str, u32); 4] = [
        ("posix/io/sync/fsync", 5),
        ("posix/io/rw/pwrite", 28),
        ("posix/io/rw/pwrite", 5),
        ("posix/io/sync/fsync", 28),
    ];
    let directory = tempfile::tempdir().map_err(|error| Failed(error.to_string()))?;
    let fifo = directory.path().join("fiu");
    let environment = vec![
        ("LD_PRELOAD".to_owned(), FIU.join(" ")),
        ("FIU_CTRL_FIFO".to_owned(), fifo.display().to_string()),
    ];
    let mut random = Random(rounds ^ 0xf1);
    let mut server = TestServer::launch(Launch { environment, ..launch() }).await;
    let (mut checked, mut failures) = (Checked::default(), 0);
    for round in 0..rounds {
        let load = Load::start(&server.url(), Manner::FAST, random.below(u64::MAX));
        load.advance(4).await?;
        let (name, errno) = FAILURES[usize::try_from(round).unwrap() % FAILURES.len()];
        let fails = format!("enable name={name},failinfo={errno}");
        let before = server.log().matches("a commit failed").count();
        control(&fifo, &server, &fails).await?;
        let until = Arrival::now().after(PATIENCE);
        while server.log().matches("a commit failed").count() == before && Arrival::now() < until {
            wait(3).await;
        }
        wait(random.below(60)).await;
        if server.log().matches("a commit failed").count() == before {
            let moves = load.moves();
            return Err(Failed(format!(
                "{name} was to fail with {errno} and did not; {moves} moves\n{}",
                server.log()
            )));
        }
        failures += 1;
        let is_killed = random.below(2) == 0;
        if is_killed {
            server.kill_and_restart().await;
        } else {
            control(&fifo, &server, &format!("disable name={name}")).await?;
        }
        load.advance(6).await?;
        let histories = load.stop().await?;
        checked += check(&server, &histories, &[], PATIENCE).await?;
    }
    let checked = format!("EIO and ENOSPC of fsync and pwrite, a failed commit in each: {checked}");
    Ok(Came::Well { rounds: failures, checked })
}

async fn control(fifo: &Path, server: &TestServer, command: &str) -> Result<(), Failed> {
    let prefix = fifo.display().to_string();
    Ok(run("fiu-ctrl", &["-f", &prefix, "-c", command, &server.process_id().to_string()]).await?)
}

/// How long a flush takes on a slow disk.
const FLUSH: Duration = Duration::from_millis(300);

/// Every flush takes its time, and nobody pays for it.
pub(crate) async fn slow(rounds: u64) -> Result<Came, Failed> {
    let through =
        "strace -D -f -qq -o /dev/null -e trace=fsync,fdatasync -e inject=fsync,fdatasync:delay_enter=300000";
    if run("strace", &["-qq", "-o", "/dev/null", "true"]).await.is_err() {
        return Ok(Came::Skipped("strace is not there, or may not trace".to_owned()));
    }
    let through = through.split(' ').map(str::to_owned).collect();
    let server = TestServer::launch(Launch { through, ..launch() }).await;
    let ours = Stalls::watch().map_err(|error| Failed(error.to_string()))?;
    let load = Load::start(&server.url(), Manner::FAST, rounds);
    let before = resident(&server);
    for _ in 0..rounds {
        load.advance(6).await?;
    }
    let grown = resident(&server).saturating_sub(before);
    let histories = load.stop().await?;
    let mut checked = check(&server, &histories, &[], CHARGED_MAX).await?;
    let mut wrong = Wrong::default();
    let journals = Journals::read(&server.database(), &mut wrong).await?;
    checked.intervals = journals.check_thinking(&histories, &ours, FLUSH / 2, &mut wrong);
    wrong.into_result()?;
    Ok(Came::Well { rounds, checked: format!("+{} KiB; {checked}", grown / 1024) })
}

/// The memory of a server, in bytes.
pub(crate) fn resident(server: &TestServer) -> u64 {
    let statm = std::fs::read_to_string(format!("/proc/{}/statm", server.process_id())).unwrap_or_default();
    statm.split(' ').nth(1).and_then(|pages| pages.parse::<u64>().ok()).unwrap_or(0) * 4096
}
