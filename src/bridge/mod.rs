//! Any engine that speaks Piskvork's protocol, as a bot: an ordinary client of the protocol, with a process for each game.
//!
//! ```text
//!   server ──news──> run: which games there are, which challenges ──> game: what is owed, and is the answer legal
//!          <─actions─────────────────────────────────────────────── thinker: a process that answers, started again if not
//! ```
//!
//! The engine is asked for stones only. What else an opening wants follows from positions that it plays on in haste.

mod duty;
mod fairness;
mod game;
mod process;
mod speech;
mod thinker;
mod time;

pub use process::{EngineError, Program};
pub use speech::{LINE_BYTES_MAX, Said, UNBOUNDED_MS, read};

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{mpsc, watch};
use tokio::task::JoinSet;
use tracing::{debug, info, warn};

use self::game::Game;
use self::thinker::Thinker;
use crate::client::{self, Address, Answered, Client, Lost, News, OrderError, Retry, Table, Token};
use crate::game::presets::presets;
use crate::game::ruleset::RuleSet;
use crate::journal::RoomId;
use crate::protocol::server::{Phase, ServerMessage};
use crate::spelling::{AcceptsForm, OpponentsForm};
use crate::timekeeper::Arrival;

/// How many answers wait for a game.
const ANSWERS_BOUND: usize = 64;
/// The most games at once.
pub const GAMES_MAX: u8 = 32;

/// What a bridge goes by.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The engine.
    pub program: Program,
    /// How many games at once, 1 to [`GAMES_MAX`]; each has a process.
    pub games: u8,
    /// The presets that are played; all whose rules an engine can be told, if there are none.
    pub presets: Vec<String>,
    /// The boards that are played on, by their lines.
    pub boards: Vec<u8>,
    /// With whom.
    pub opponents: OpponentsForm,
    /// What follows a move that is not legal.
    pub on_illegal: OnIllegal,
    /// How long the engine thinks about a move where there are no clocks.
    pub untimed_turn: Duration,
}

/// What follows a move of the engine that is not legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnIllegal {
    /// The game is resigned.
    Resign,
    /// The engine is started again and asked once more; then the game is resigned.
    Retry,
}

/// Why a bridge ended by itself.
#[derive(Debug, thiserror::Error)]
pub enum BridgeError {
    /// The engine does not play.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// The server does not let it in, or is away for too long.
    #[error(transparent)]
    Server(Lost),
    /// Orders are not taken.
    #[error(transparent)]
    Order(#[from] OrderError),
}

/// What the server's clock showed when.
#[derive(Clone, Copy, Debug)]
struct ServerTime {
    millis: u64,
    at: Arrival,
}

impl ServerTime {
    /// What it shows at a moment.
    fn now(self, at: Arrival) -> u64 {
        let passed = u64::try_from(at.since(self.at).as_millis()).unwrap_or(u64::MAX);
        self.millis.saturating_add(passed)
    }
}

/// What this bridge says that it plays.
pub fn accepts(settings: &Settings) -> AcceptsForm {
    let can_play = |rules: &RuleSet| speech::rule_bits(rules).is_some();
    let wanted = |id: &str| settings.presets.is_empty() || settings.presets.iter().any(|preset| preset == id);
    let known = presets().into_iter().filter(|preset| can_play(&preset.rules) && wanted(preset.id));
    AcceptsForm {
        presets: known.map(|preset| preset.id.to_owned()).collect(),
        own_rules: false,
        boards: settings.boards.clone(),
        time_min_ms: 0,
        time_max_ms: None,
        untimed: true,
        games: settings.games,
        opponents: settings.opponents,
    }
}

/// Plays until the server sends it away for good.
///
/// # Errors
/// [`BridgeError`] says why it ended. It begins by starting the engine once, so that a wrong one is known at once.
pub async fn run(address: Address, token: Token, settings: Settings) -> Result<(), BridgeError> {
    let mut first = Thinker::new(settings.program.clone());
    first.wake().await?;
    let options = client::Options { address, token: Some(token), from: None, retry: Retry::default() };
    let (client, mut updates) = Client::start(options);
    let (time, server_time) = watch::channel(None);
    let settings = Arc::new(settings);
    let mut bridge = Bridge {
        client,
        settings,
        server_time,
        games: BTreeMap::new(),
        idle: vec![first],
        running: JoinSet::new(),
    };
    loop {
        tokio::select! {
            news = updates.next() => match news {
                Some(News::Connected { person, now, at, .. }) => {
                    time.send_replace(Some(ServerTime { millis: now, at }));
                    info!(name = person.name, "connected");
                    if !person.bot {
                        warn!("this is the token of a guest: nobody is told that it is a bot, and nobody can challenge it");
                    } else {
                        bridge.client.declare(accepts(&bridge.settings))?;
                    }
                }
                Some(News::Room { table, .. }) => bridge.hear_of(table),
                Some(News::Answered(answered)) => bridge.answered(answered),
                Some(News::Said { message, .. }) => bridge.hear(*message)?,
                Some(News::Lost { why, again_in }) => warn!(%why, ?again_in, "the connection is lost"),
                Some(News::NotUnderstood { error }) => debug!(error, "the server says more than is known here"),
                Some(News::Ended { why }) => return Err(BridgeError::Server(why)),
                None => return Ok(()),
            },
            Some(ended) = bridge.running.join_next() => match ended {
                Ok((room, thinker)) => {
                    bridge.games.remove(&room);
                    bridge.idle.push(thinker);
                }
                Err(error) => warn!(%error, "a game broke"),
            },
        }
    }
}

struct Bridge {
    client: Client,
    settings: Arc<Settings>,
    server_time: watch::Receiver<Option<ServerTime>>,
    games: BTreeMap<RoomId, Lines>,
    /// Engines that have played, and wait for the next game. At most as many as there were games at once.
    idle: Vec<Thinker>,
    running: JoinSet<(RoomId, Thinker)>,
}

/// The lines to a game's task.
struct Lines {
    tables: watch::Sender<Arc<Table>>,
    answers: mpsc::Sender<Answered>,
}

impl Bridge {
    /// A table has changed; a game that is new is begun.
    fn hear_of(&mut self, table: Arc<Table>) {
        if let Some(lines) = self.games.get(&table.room) {
            lines.tables.send_replace(table);
            return;
        }
        let is_ours = table.you.is_some()
            && table.position.as_ref().is_some_and(|position| position.state.phase != Phase::Over);
        if is_ours {
            let room = table.room;
            let (tables, tables_seen) = watch::channel(table);
            let (answers, answers_heard) = mpsc::channel(ANSWERS_BOUND);
            let thinker = self.idle.pop().unwrap_or_else(|| Thinker::new(self.settings.program.clone()));
            let game = Game {
                room,
                client: self.client.clone(),
                tables: tables_seen,
                answers: answers_heard,
                server_time: self.server_time.clone(),
                settings: self.settings.clone(),
                thinker,
                plan: (0, VecDeque::new()),
            };
            self.games.insert(room, Lines { tables, answers });
            self.running.spawn(async move { (room, game.play().await) });
        }
    }

    fn answered(&mut self, answered: Answered) {
        match answered.room.and_then(|room| self.games.get(&room)) {
            Some(lines) => {
                // A game waits for one answer at a time, so there is room.
                let _ = lines.answers.try_send(answered);
            }
            None => {
                if let Err(refused) = answered.result {
                    warn!(%refused, "the server refuses what the bridge sent");
                }
            }
        }
    }

    fn hear(&mut self, message: ServerMessage) -> Result<(), OrderError> {
        if let ServerMessage::Challenged { challenge, from, .. } = message {
            // A game that is over is followed for a while, and takes no place.
            let runs = |lines: &&Lines| {
                let table = lines.tables.borrow();
                table.position.as_ref().is_some_and(|position| position.state.phase != Phase::Over)
            };
            let accept = self.games.values().filter(runs).count() < usize::from(self.settings.games);
            info!(from = from.name, accept, "challenged");
            self.client.answer_challenge(challenge, accept)?;
        } else if let ServerMessage::Error { code, message, .. } = message {
            warn!(?code, message, "the server objects");
        }
        Ok(())
    }
}
