//! One engine process: lines in, lines out, each within its time. Killed when dropped.

use std::io;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use tokio::io::{AsyncBufRead, AsyncBufReadExt, AsyncRead, AsyncWriteExt, BufReader};
use tokio::process::{Child, ChildStdin, Command};
use tokio::sync::mpsc;
use tokio::time::timeout;
use tracing::{debug, info};

use super::speech::{self, LINE_BYTES_MAX, Said};
use crate::timekeeper::Arrival;

/// How many lines of an engine may wait to be read; further ones wait in its pipe.
const LINES_BOUND: usize = 256;
/// How long an engine may leave a command unread.
const TAKEN_WITHIN: Duration = Duration::from_secs(2);
/// How long an engine has to end once it is told to.
const ENDS_WITHIN: Duration = Duration::from_secs(1);
/// How long an engine may take to say what it is, which it need not.
const ABOUT_WITHIN: Duration = Duration::from_millis(700);
/// Some engines lose a command that comes right after their move.
const BREATH: Duration = Duration::from_millis(10);

/// Which program an engine is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// The file.
    pub file: PathBuf,
    /// What it is called with.
    pub arguments: Vec<String>,
}

/// Why an engine did not do its part.
#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    /// It does not start.
    #[error("the engine {0} does not start: {1}")]
    Start(PathBuf, #[source] io::Error),
    /// It has ended.
    #[error("the engine has ended")]
    Gone,
    /// It says nothing in time.
    #[error("the engine does not answer in time")]
    Late,
    /// It says that it cannot.
    #[error("the engine says: {0}")]
    Cannot(String),
    /// It names no point of the board.
    #[error("the engine answers {0:?}, which is no move")]
    NoMove(Said),
}

/// A running engine.
#[derive(Debug)]
pub(super) struct Process {
    name: String,
    child: Child,
    stdin: ChildStdin,
    lines: mpsc::Receiver<String>,
    heard: Option<Arrival>,
}

impl Process {
    /// Starts the program, in its own directory, where engines look for their files.
    pub(super) fn start(program: &Program) -> Result<Self, EngineError> {
        let failed = |error| EngineError::Start(program.file.clone(), error);
        let file = std::path::absolute(&program.file).map_err(failed)?;
        let mut command = Command::new(&file);
        command.args(&program.arguments).kill_on_drop(true);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        if let Some(directory) = file.parent() {
            command.current_dir(directory);
        }
        let mut child = command.spawn().map_err(failed)?;
        let (Some(stdin), Some(stdout), Some(stderr)) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            return Err(EngineError::Gone);
        };
        let name = name_of(&program.file);
        let (heard, lines) = mpsc::channel(LINES_BOUND);
        tokio::spawn(hear(stdout, heard));
        tokio::spawn(log(stderr, name.clone()));
        debug!(engine = name, process = child.id(), "an engine was started");
        Ok(Self { name, child, stdin, lines, heard: None })
    }

    /// Says lines.
    pub(super) async fn say<'a>(
        &mut self,
        lines: impl IntoIterator<Item = &'a str>,
    ) -> Result<(), EngineError> {
        if let Some(heard) = self.heard.take() {
            crate::timekeeper::reach(Some(heard.after(BREATH))).await;
        }
        let mut text = String::new();
        for line in lines {
            debug!(engine = self.name, line, "to the engine");
            text.push_str(line);
            text.push_str("\r\n");
        }
        let written = timeout(TAKEN_WITHIN, async {
            self.stdin.write_all(text.as_bytes()).await?;
            self.stdin.flush().await
        });
        match written.await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) => Err(EngineError::Gone),
            Err(_) => Err(EngineError::Late),
        }
    }

    /// The next line that a manager listens to, until a moment. What engines say to people goes into the log. Safe to cancel.
    pub(super) async fn hear(&mut self, until: Arrival) -> Result<Said, EngineError> {
        loop {
            let left = until.since(Arrival::now());
            let line = match timeout(left, self.lines.recv()).await {
                Ok(Some(line)) => line,
                Ok(None) => return Err(EngineError::Gone),
                Err(_) => return Err(EngineError::Late),
            };
            self.heard = Some(Arrival::now());
            match speech::read(&line) {
                Said::Remark(words) => debug!(engine = self.name, words, "the engine remarks"),
                said @ (Said::Ok | Said::Points(_) | Said::Swap | Said::Unknown | Said::Error(_)) => {
                    return Ok(said);
                }
            }
        }
    }

    /// What the engine says of itself; none if it says nothing.
    pub(super) async fn about(&mut self) -> Option<String> {
        self.say(["ABOUT"]).await.ok()?;
        let named = async {
            loop {
                let line = self.lines.recv().await?;
                if line.contains("name=") {
                    return Some(line);
                }
            }
        };
        timeout(ABOUT_WITHIN, named).await.ok()?
    }

    /// Forgets what was said and not yet heard.
    pub(super) fn forget(&mut self) {
        while self.lines.try_recv().is_ok() {}
    }

    /// Ends it in order, or at least ends it.
    pub(super) async fn end(mut self) {
        if self.say(["END"]).await.is_ok() && timeout(ENDS_WITHIN, self.child.wait()).await.is_ok() {
            return;
        }
        self.kill().await;
    }

    /// Ends it at once.
    pub(super) async fn kill(mut self) {
        // What is gone already need not be killed.
        let _ = timeout(ENDS_WITHIN, self.child.kill()).await;
    }
}

fn name_of(file: &Path) -> String {
    file.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned())
}

/// Hands the lines of an engine on, until either has enough.
async fn hear(stdout: impl AsyncRead + Unpin, heard: mpsc::Sender<String>) {
    let mut stdout = BufReader::new(stdout);
    while let Some(line) = next_line(&mut stdout).await {
        if heard.send(line).await.is_err() {
            return;
        }
    }
}

/// Writes what an engine complains of into the log.
async fn log(stderr: impl AsyncRead + Unpin, engine: String) {
    let mut stderr = BufReader::new(stderr);
    while let Some(line) = next_line(&mut stderr).await {
        info!(engine, line, "the engine complains");
    }
}

/// A line without its end, cut where it is too long; none at the end.
async fn next_line(from: &mut (impl AsyncBufRead + Unpin)) -> Option<String> {
    let mut line = Vec::new();
    loop {
        let buffer = from.fill_buf().await.ok()?;
        if buffer.is_empty() {
            return (!line.is_empty()).then(|| String::from_utf8_lossy(&line).into_owned());
        }
        let end = buffer.iter().position(|byte| *byte == b'\n');
        let taken = end.unwrap_or(buffer.len());
        let room = LINE_BYTES_MAX.saturating_sub(line.len());
        line.extend_from_slice(&buffer[..taken.min(room)]);
        from.consume(end.map_or(taken, |end| end + 1));
        if end.is_some() {
            return Some(String::from_utf8_lossy(&line).into_owned());
        }
    }
}
