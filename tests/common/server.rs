//! The real server in a process of its own: started with a data directory on a free port, killed, started again.

use std::collections::VecDeque;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{ExitStatus, Stdio};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tengen::client::Address;
use tokio::io::{AsyncBufReadExt, AsyncRead, BufReader, Lines};
use tokio::process::{Child, ChildStdout, Command};
use tokio::time::timeout;

/// How long the server may take to say that it is ready.
const READY_WITHIN: Duration = Duration::from_secs(20);
/// How long it may take to end once told to.
const END_WITHIN: Duration = Duration::from_secs(20);
/// How many lines of its log are kept.
const LOG_LINES_KEPT: usize = 2000;

#[path = "leaks.rs"]
pub mod leaks;

/// How a server is started.
#[derive(Clone, Debug, Default)]
pub struct Launch {
    /// Its settings, in the spelling of `config.toml`.
    pub settings: String,
    /// A command that becomes the server, such as `taskset`, with its arguments.
    pub through: Vec<String>,
    /// What is set in its environment.
    pub environment: Vec<(String, String)>,
    /// Where it keeps its data, if not in a directory of its own.
    pub data: Option<PathBuf>,
}

/// A server process. Killed when dropped.
pub struct TestServer {
    pub launch: Launch,
    directory: tempfile::TempDir,
    address: SocketAddr,
    running: Option<Running>,
    log: Log,
    _watch: leaks::Watch,
}

struct Running {
    process: Child,
    // Closed, it would make the server's next line there fail.
    _stdout: Lines<BufReader<ChildStdout>>,
}

#[derive(Clone, Default)]
struct Log(Arc<Mutex<VecDeque<String>>>);

impl TestServer {
    /// Starts a server on a free port with an empty data directory and these settings, in the spelling of `config.toml`.
    pub async fn start(settings: &str) -> Self {
        Self::launch(Launch { settings: settings.to_owned(), ..Launch::default() }).await
    }

    /// Starts a server on a free port.
    pub async fn launch(launch: Launch) -> Self {
        let mut server = Self::prepare(launch);
        server.run().await;
        server
    }

    /// A server that is not started yet, and will be on a free port.
    pub fn prepare(launch: Launch) -> Self {
        let directory = tempfile::tempdir().unwrap();
        std::fs::write(directory.path().join("config.toml"), &launch.settings).unwrap();
        let address = SocketAddr::from(([127, 0, 0, 1], 0));
        let (log, watch) = (Log::default(), leaks::Watch::elsewhere());
        Self { launch, directory, address, running: None, log, _watch: watch }
    }

    /// Where it listens. Stays the same when it is started again.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Where its WebSocket is.
    pub fn url(&self) -> Address {
        format!("ws://{}/ws", self.address).parse().unwrap()
    }

    /// Where it keeps its data.
    pub fn data(&self) -> &Path {
        self.directory.path()
    }

    /// Its database.
    pub fn database(&self) -> PathBuf {
        self.data_directory().join("tengen.db")
    }

    /// Starts it and lets it run, whether it becomes ready or not.
    pub fn start_blindly(&mut self) -> Child {
        self.command().stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
    }

    /// Whether its process is still there.
    pub fn is_running(&mut self) -> bool {
        let running = self.running.as_mut().expect("the server was started");
        running.process.try_wait().unwrap().is_none()
    }

    /// The number of its process.
    pub fn process_id(&self) -> u32 {
        self.running.as_ref().and_then(|running| running.process.id()).expect("the server runs")
    }

    /// Ends it like a power cut, as far as a process can tell: `kill -9`.
    pub async fn kill(&mut self) {
        let mut running = self.running.take().expect("the server runs");
        running.process.start_kill().unwrap();
        timeout(END_WITHIN, running.process.wait()).await.expect("the server dies").unwrap();
    }

    /// Asks it to stop: SIGTERM. What it then does is its own affair.
    pub async fn terminate(&self) {
        let id = self.process_id().to_string();
        let sent = Command::new("kill").args(["-TERM", &id]).status().await.unwrap();
        assert!(sent.success(), "kill -TERM {id}");
    }

    /// Waits until it has ended by itself.
    pub async fn ended(&mut self) -> ExitStatus {
        let mut running = self.running.take().expect("the server runs");
        let status = timeout(END_WITHIN, running.process.wait()).await;
        status.unwrap_or_else(|_| panic!("the server does not end; its log:\n{}", self.log())).unwrap()
    }

    /// Starts it again, on the same port and with the same data.
    pub async fn restart(&mut self) {
        assert!(self.running.is_none(), "the server still runs");
        self.run().await;
    }

    /// Kills it and starts it again.
    pub async fn kill_and_restart(&mut self) {
        self.kill().await;
        self.restart().await;
    }

    /// The end of its log.
    pub fn log(&self) -> String {
        let lines = self.log.0.lock().unwrap();
        lines.iter().map(|line| format!("{line}\n")).collect()
    }

    /// Fails if the log tells of a panic or of something broken.
    pub fn assert_log_is_clean(&self) {
        let log = self.log();
        let is_bad = |line: &&str| line.contains(" ERROR ") || line.contains("panicked");
        let bad: Vec<_> = log.lines().filter(is_bad).collect();
        assert!(bad.is_empty(), "in the server's log:\n{}", bad.join("\n"));
    }

    fn data_directory(&self) -> PathBuf {
        self.launch.data.clone().unwrap_or_else(|| self.directory.path().join("data"))
    }

    fn command(&self) -> Command {
        // Such as the one that is released.
        let program = std::env::var("TENGEN_BIN").unwrap_or_else(|_| env!("CARGO_BIN_EXE_tengen").to_owned());
        let mut words = self.launch.through.iter().cloned().chain([program]);
        let mut command = Command::new(words.next().expect("a command"));
        command
            .args(words)
            .arg("serve")
            .arg("--config")
            .arg(self.directory.path().join("config.toml"))
            .args(["--listen", &self.address.to_string()])
            .arg("--data")
            .arg(self.data_directory())
            .envs(self.launch.environment.iter().cloned())
            .stdin(Stdio::null())
            .kill_on_drop(true);
        command
    }

    /// Starts it again, and whether it says that it is ready before it ends.
    pub async fn restart_or_die(&mut self) -> bool {
        assert!(self.running.is_none(), "the server still runs");
        self.try_run().await.is_ok()
    }

    async fn run(&mut self) {
        if let Err(why) = self.try_run().await {
            let ended = timeout(Duration::from_secs(1), self.ended()).await;
            panic!("the server is not ready: {why} {ended:?}\n{}", self.log());
        }
    }

    async fn try_run(&mut self) -> Result<(), String> {
        let mut process = self.command().stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        tokio::spawn(self.log.clone().collect(process.stderr.take().unwrap()));
        let mut stdout = BufReader::new(process.stdout.take().unwrap()).lines();
        let ready = timeout(READY_WITHIN, stdout.next_line()).await;
        self.running = Some(Running { process, _stdout: stdout });
        let Ok(Ok(Some(ready))) = ready else { return Err(format!("{ready:?}")) };
        let address =
            ready.strip_prefix("Tengen is ready at http://").and_then(|rest| rest.strip_suffix('/'));
        self.address = address.and_then(|address| address.parse().ok()).expect(&ready);
        Ok(())
    }
}

impl Log {
    async fn collect(self, from: impl AsyncRead + Unpin) {
        let mut lines = BufReader::new(from).lines();
        while let Ok(Some(line)) = lines.next_line().await {
            leaks::search(&line);
            let mut kept = self.0.lock().unwrap();
            if kept.len() == LOG_LINES_KEPT {
                kept.pop_front();
            }
            kept.push_back(line);
        }
    }
}
