//! What is measured: the whole server, or the bound, each in a process of its own on a core of its own.

use std::fs;
use std::io::{BufRead, BufReader};
use std::net::IpAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use tengen::client::Address;
use tengen::load::{self, Pace, Plan, Report};

/// Limits for people are none for a load. Everything else is as shipped; the computer, which nobody asks here, is off.
const SETTINGS: &str = "
[server]
connections_max = 19990
connections_per_address = 20000
[session]
connections_per_person = 20000
messages_per_second = 10000
messages_burst = 10000
[rooms]
open_tables_max = 10000
[house_bot]
enabled = false
[log]
level = \"error\"
";
const SERVER_CORE: usize = 0;
const GENERATOR_CORE: usize = 1;
const READY_WITHIN: Duration = Duration::from_secs(60);

/// A process under test. Killed when dropped.
pub struct Subject {
    process: Child,
    address: Address,
    /// How long it took until it said that it is ready.
    pub ready_after: Duration,
}

impl Subject {
    /// The whole server, with its data in this directory, where it may find some.
    pub fn server(data: &Path) -> Self {
        let config = data.join("config.toml");
        fs::write(&config, SETTINGS).unwrap();
        let mut command = on_core(SERVER_CORE, env!("CARGO_BIN_EXE_tengen"));
        command.arg("serve").args(["--listen", "127.0.0.1:0"]).arg("--config").arg(&config);
        command.arg("--data").arg(data);
        Self::start(command)
    }

    /// The bound, whose events are so long, which hands out so many moves at once, and keeps them in a file if there is one.
    pub fn bound(event_bytes: usize, batch: usize, file: Option<&Path>) -> Self {
        let own = std::env::current_exe().unwrap();
        let mut command = on_core(SERVER_CORE, own.to_str().unwrap());
        command.args(["bound", &event_bytes.to_string(), &batch.to_string()]).args(file);
        Self::start(command)
    }

    /// A server of somebody else, whose events are so long, and which keeps nothing. None if it is not installed.
    pub fn peer(peer: Peer, event_bytes: usize) -> Option<Self> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("bench/peers");
        if !folder.join("node_modules").exists() {
            return None;
        }
        let (program, script) = match peer {
            Peer::Ws => ("node".into(), "ws.mjs"),
            Peer::Bun => (folder.join("node_modules/.bin/bun"), "bun.mjs"),
        };
        let mut command = on_core(SERVER_CORE, program.to_str().unwrap());
        command.arg(folder.join(script)).arg(event_bytes.to_string());
        Some(Self::start(command))
    }

    fn start(mut command: Command) -> Self {
        let begun = Instant::now();
        let mut process = command.stdout(Stdio::piped()).stdin(Stdio::null()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let ready_after = begun.elapsed();
        assert!(ready_after < READY_WITHIN && !line.is_empty(), "it does not start");
        let at = line.split_whitespace().last().unwrap().trim_start_matches("http://").trim_end_matches('/');
        let address = format!("ws://{at}/ws").parse().unwrap();
        Self { process, address, ready_after }
    }

    pub fn address(&self) -> &Address {
        &self.address
    }

    pub fn process(&self) -> u32 {
        self.process.id()
    }

    /// Puts a load on it.
    pub fn load(&self, work: Work) -> Report {
        let Work { walls, boards, watchers, idle, moves, every, settle } = work;
        let plan = Plan {
            address: self.address.clone(),
            walls,
            boards,
            watchers,
            idle,
            moves,
            pace: every.map_or(Pace::AtOnce, Pace::Every),
            settle,
            per_person: 1000,
            sources: (2..6).map(|number| IpAddr::from([127, 0, 0, number])).collect(),
            process: Some(self.process()),
        };
        let report = load::run(plan).unwrap();
        if report.failed > 0 {
            println!("  {} failed: {:?}", report.failed, report.first_failure);
        }
        report
    }
}

impl Drop for Subject {
    fn drop(&mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }
}

/// Servers of others that do the same work, in `bench/peers`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Peer {
    /// The package `ws` on Node.
    Ws,
    /// Bun's own server.
    Bun,
}

impl Peer {
    pub const ALL: [Self; 2] = [Self::Ws, Self::Bun];

    pub fn name(self) -> &'static str {
        match self {
            Self::Ws => "ws on Node",
            Self::Bun => "Bun",
        }
    }
}

/// What is done. See [`Plan`].
#[derive(Clone, Copy, Default)]
pub struct Work {
    pub walls: usize,
    pub boards: usize,
    pub watchers: usize,
    pub idle: usize,
    pub moves: u16,
    /// None makes each move as soon as the last one has arrived.
    pub every: Option<Duration>,
    /// How long everybody is connected before the first.
    pub settle: Duration,
}

/// Keeps this process, from now on, off the core of what it measures. Where that is not to be had, ratios still count.
pub fn stay_on_own_core() {
    if has_two_cores() {
        let process = std::process::id().to_string();
        let core = GENERATOR_CORE.to_string();
        let pinned = Command::new("taskset").args(["-acp", &core, &process]).stdout(Stdio::null()).status();
        assert!(pinned.is_ok_and(|status| status.success()), "taskset failed");
    }
}

fn on_core(core: usize, program: &str) -> Command {
    if !has_two_cores() {
        return Command::new(program);
    }
    let mut command = Command::new("taskset");
    command.args(["-c", &core.to_string(), program]);
    command
}

fn has_two_cores() -> bool {
    let cores = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    cores.lines().filter(|line| line.starts_with("processor")).count() > GENERATOR_CORE
        && Command::new("taskset").arg("--version").stdout(Stdio::null()).status().is_ok()
}

/// As many who watch one game as the descriptors of a process allow.
pub fn watchers_max() -> usize {
    const BESIDES: usize = 98;
    let limits = fs::read_to_string("/proc/self/limits").unwrap();
    let line = limits.lines().find_map(|line| line.strip_prefix("Max open files"));
    let files: usize = line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(1024);
    (files - BESIDES).min(19_900)
}
