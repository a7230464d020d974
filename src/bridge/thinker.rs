//! An engine that is asked for moves, whatever becomes of its process: started when it is needed, started again when it
//! crashes, hangs or talks nonsense.

use std::time::Duration;

use tracing::{info, warn};

use super::process::{EngineError, Process, Program};
use super::speech::{self, Said, UNBOUNDED_MS};
use crate::game::board::Stone;
use crate::game::point::{BoardSize, Point};
use crate::timekeeper::Arrival;

/// How long an engine may take to be ready. Some load large files.
const READY_WITHIN: Duration = Duration::from_secs(20);
/// How soon it is told to begin once more: some lose a command that comes while they wake.
const SAID_AGAIN_AFTER: Duration = Duration::from_millis(700);
/// How long `RESTART` is waited for, before it is done by a new process.
const RESTARTED_WITHIN: Duration = Duration::from_secs(2);
/// How much longer than it was given an engine may think before it hangs.
const GRACE: Duration = Duration::from_millis(1500);
/// How often a process is started for one move.
const STARTS_MAX: u32 = 3;
/// How much memory engines are told they have, in bytes: what Gomocup gives.
const MEMORY: u64 = 350 << 20;

/// A position as an engine is shown it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shown<'a> {
    /// The stones in the order in which they came.
    pub stones: &'a [(Point, Stone)],
    /// Whose move is wanted.
    pub me: Stone,
}

/// How much time there is for a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Allowance {
    /// For this one.
    pub turn: Duration,
    /// On the clock; none if there is no clock.
    pub left: Option<Duration>,
}

/// What is answered to `SWAP2BOARD`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Swap2 {
    /// The other colour is taken.
    Swap,
    /// So many stones are put: three, one or two.
    Stones(Vec<Point>),
}

/// An engine, for one game after the other.
#[derive(Debug)]
pub(super) struct Thinker {
    program: Program,
    running: Option<Running>,
    size: BoardSize,
    rule: u8,
    knows_swap2: bool,
}

#[derive(Debug)]
struct Running {
    process: Process,
    /// What it has on its board, its own answer among it; none if it would have to be shown.
    knows: Option<Vec<(Point, Stone)>>,
    /// Whether an answer is still to come. Whoever stopped waiting for it does not want it, and most engines cannot be told.
    is_thinking: bool,
}

impl Thinker {
    /// An engine that was not started yet.
    pub(super) const fn new(program: Program) -> Self {
        Self { program, running: None, size: BoardSize::FIFTEEN, rule: 0, knows_swap2: true }
    }

    /// A new game. A process that runs already is kept, if it knows how to begin again.
    pub(super) async fn new_game(&mut self, size: BoardSize, rule: u8) {
        let is_same = size == self.size;
        (self.size, self.rule) = (size, rule);
        let Some(mut running) = self.running.take() else { return };
        if running.is_thinking {
            return running.process.kill().await;
        }
        if is_same && let Ok(()) = begin_again(&mut running.process, rule).await {
            running.knows = None;
            self.running = Some(running);
        } else {
            running.process.end().await;
        }
    }

    /// The engine's move. A process that fails is started again, and the move asked for once more, with less time.
    ///
    /// # Errors
    /// [`EngineError`] as it was the last time.
    pub(super) async fn best(
        &mut self,
        shown: Shown<'_>,
        allowance: Allowance,
    ) -> Result<Point, EngineError> {
        let mut allowance = allowance;
        let mut tries = 1;
        loop {
            let asked = self.ask(shown, allowance).await;
            match asked {
                Ok(point) => return Ok(point),
                Err(error) => {
                    self.give_up(&error).await;
                    if tries == STARTS_MAX || matches!(error, EngineError::Start(..)) {
                        return Err(error);
                    }
                }
            }
            tries += 1;
            allowance.turn /= 4;
            allowance.left = allowance.left.map(|left| left / 2);
        }
    }

    /// What the engine would do about Swap2; none if it does not know that.
    pub(super) async fn swap2(&mut self, shown: Shown<'_>, allowance: Allowance) -> Option<Swap2> {
        if !self.knows_swap2 {
            return None;
        }
        match self.ask_swap2(shown, allowance).await {
            Ok(answer) => Some(answer),
            Err(error) => {
                self.knows_swap2 = false;
                if !matches!(error, EngineError::Cannot(_)) {
                    self.give_up(&error).await;
                }
                None
            }
        }
    }

    /// Starts the process now, so that the first move need not wait for it.
    ///
    /// # Errors
    /// [`EngineError`] if it does not start.
    pub(super) async fn wake(&mut self) -> Result<(), EngineError> {
        let running = self.ready().await?;
        let about = running.process.about().await;
        info!(engine = %self.program.file.display(), about, "the engine is ready");
        Ok(())
    }

    async fn give_up(&mut self, error: &EngineError) {
        warn!(%error, engine = %self.program.file.display(), "the engine is given up");
        self.restart().await;
    }

    /// Ends the process; the next move is asked of a new one.
    pub(super) async fn restart(&mut self) {
        if let Some(running) = self.running.take() {
            running.process.kill().await;
        }
    }

    async fn ready(&mut self) -> Result<&mut Running, EngineError> {
        if self.running.as_ref().is_some_and(|running| running.is_thinking) {
            self.restart().await;
        }
        if self.running.is_none() {
            let mut process = Process::start(&self.program)?;
            begin(&mut process, self.size).await?;
            tell_rules(&mut process, self.rule).await?;
            self.running = Some(Running { process, knows: None, is_thinking: false });
        }
        self.running.as_mut().ok_or(EngineError::Gone)
    }

    async fn ask(&mut self, shown: Shown<'_>, allowance: Allowance) -> Result<Point, EngineError> {
        let size = self.size;
        let running = self.ready().await?;
        running.process.forget();
        tell_time(&mut running.process, allowance).await?;
        let lines = match (shown.stones, turn(running.knows.as_deref(), shown)) {
            ([], _) => vec!["BEGIN".to_owned()],
            (_, Some(theirs)) => vec![format!("TURN {}", speech::spelled(theirs))],
            (stones, None) => speech::board("BOARD", stones, shown.me),
        };
        running.knows = None;
        running.is_thinking = true;
        running.process.say(lines.iter().map(String::as_str)).await?;
        let until = Arrival::now().after(allowance.turn + GRACE);
        let point = loop {
            match running.process.hear(until).await? {
                Said::Points(points) => match points.as_slice() {
                    [only] => {
                        break speech::point_on(size, *only)
                            .ok_or(EngineError::NoMove(Said::Points(points)))?;
                    }
                    _ => return Err(EngineError::NoMove(Said::Points(points))),
                },
                // Answers to an earlier command that came late, or to one that need not be known.
                Said::Ok | Said::Unknown => {}
                // Some object to what they need not know, and move all the same.
                Said::Error(words) => warn!(words, "the engine objects"),
                said @ (Said::Swap | Said::Remark(_)) => return Err(EngineError::NoMove(said)),
            }
        };
        running.is_thinking = false;
        let mut knows = shown.stones.to_vec();
        knows.push((point, shown.me));
        running.knows = Some(knows);
        Ok(point)
    }

    async fn ask_swap2(&mut self, shown: Shown<'_>, allowance: Allowance) -> Result<Swap2, EngineError> {
        let size = self.size;
        let running = self.ready().await?;
        running.process.forget();
        running.knows = None;
        tell_time(&mut running.process, allowance).await?;
        let lines = speech::board("SWAP2BOARD", shown.stones, shown.me);
        running.is_thinking = true;
        running.process.say(lines.iter().map(String::as_str)).await?;
        let said = running.process.hear(Arrival::now().after(allowance.turn + GRACE)).await?;
        running.is_thinking = false;
        match said {
            Said::Swap if !shown.stones.is_empty() => Ok(Swap2::Swap),
            Said::Points(points) => {
                let on_board = |point: &(u8, u8)| speech::point_on(size, *point);
                let stones: Option<Vec<Point>> = points.iter().map(on_board).collect();
                let counts = matches!((shown.stones.len(), points.len()), (0, 3) | (3, 1 | 2) | (5, 1));
                let stones = stones.filter(|_| counts);
                stones.map(Swap2::Stones).ok_or(EngineError::NoMove(Said::Points(points)))
            }
            Said::Unknown => Err(EngineError::Cannot("UNKNOWN".to_owned())),
            Said::Error(words) => Err(EngineError::Cannot(words)),
            said @ (Said::Ok | Said::Swap | Said::Remark(_)) => Err(EngineError::NoMove(said)),
        }
    }
}

/// The one stone that the other side has put since the engine's answer; none if the engine knows another board.
fn turn(knows: Option<&[(Point, Stone)]>, shown: Shown<'_>) -> Option<Point> {
    let (last, before) = shown.stones.split_last()?;
    (knows? == before && last.1 != shown.me).then_some(last.0)
}

/// Gets an empty board.
async fn begin(process: &mut Process, size: BoardSize) -> Result<(), EngineError> {
    let start = format!("START {}", size.lines());
    let until = Arrival::now().after(READY_WITHIN);
    process.say([start.as_str()]).await?;
    let mut says_square = true;
    loop {
        let soon = Arrival::now().after(SAID_AGAIN_AFTER).min(until);
        match process.hear(soon).await {
            Ok(Said::Ok) => return Ok(()),
            // Some know boards only by both of their sides.
            Ok(Said::Error(_) | Said::Unknown) if says_square => {
                says_square = false;
                process.say([format!("RECTSTART {0},{0}", size.lines()).as_str()]).await?;
            }
            Ok(Said::Error(words)) => return Err(EngineError::Cannot(words)),
            Ok(Said::Unknown) => return Err(EngineError::Cannot("UNKNOWN".to_owned())),
            Ok(Said::Points(_) | Said::Swap | Said::Remark(_)) => {}
            Err(EngineError::Late) if Arrival::now() < until => process.say([start.as_str()]).await?,
            Err(error) => return Err(error),
        }
    }
}

/// Gets an empty board again in a process that has played.
async fn begin_again(process: &mut Process, rule: u8) -> Result<(), EngineError> {
    process.forget();
    process.say(["RESTART"]).await?;
    let until = Arrival::now().after(RESTARTED_WITHIN);
    loop {
        match process.hear(until).await? {
            Said::Ok => return tell_rules(process, rule).await,
            Said::Unknown => return Err(EngineError::Cannot("UNKNOWN".to_owned())),
            Said::Error(words) => return Err(EngineError::Cannot(words)),
            // What it thought of when the last game ended.
            Said::Points(_) | Said::Swap | Said::Remark(_) => {}
        }
    }
}

async fn tell_rules(process: &mut Process, rule: u8) -> Result<(), EngineError> {
    let (rule, memory) = (format!("INFO rule {rule}"), format!("INFO max_memory {MEMORY}"));
    process.say([rule.as_str(), memory.as_str(), "INFO game_type 1"]).await
}

async fn tell_time(process: &mut Process, allowance: Allowance) -> Result<(), EngineError> {
    let millis = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(UNBOUNDED_MS).min(UNBOUNDED_MS);
    let left = allowance.left.map_or(UNBOUNDED_MS, millis);
    let lines = [
        // 0 is "as fast as you can", which is not what a millisecond means.
        format!("INFO timeout_turn {}", millis(allowance.turn).max(1)),
        format!("INFO timeout_match {}", if allowance.left.is_some() { left } else { 0 }),
        format!("INFO time_left {left}"),
    ];
    process.say(lines.iter().map(String::as_str)).await
}
