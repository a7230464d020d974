//! The computer against a real engine, through `tengen bot`, while the server and the bridge are killed in turn. Every game
//! must end on the board.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use tengen::client::Token;
use tengen::game::moment::Span;
use tengen::game::presets::presets;
use tengen::game::ruleset::RuleSet;
use tengen::journal::RoomId;
use tengen::protocol::server::{Phase, State};
use tengen::protocol::{ColoursForm, VisibilityForm};
use tengen::spelling::{OutcomeForm, ReasonForm, ScoreForm};
use tengen::timekeeper::Arrival;
use tokio::process::{Child, Command};

use crate::checker::CHARGED_MAX;
use crate::common::server::{Launch, TestServer};
use crate::common::visitor::Visitor;
use crate::common::{fischer, secs};
use crate::load::Random;
use crate::{Came, Failed, check, launch};

/// How many games are under way together.
const AT_ONCE: usize = 4;
/// So many games for each kill of the server, and for each of the bridge.
const GAMES_A_KILL: u64 = 10;
/// What is played, in turn.
const PRESETS: [&str; 6] = ["freestyle", "renju", "standard", "swap2", "soosyrv8", "pro"];
/// How long may pass before a table is full, before a game is over, and while a side that then loses on time sat over one move.
const FULL_WITHIN: Duration = Duration::from_secs(60);
const OVER_WITHIN: Duration = Duration::from_secs(300);
const STUCK_AFTER: Duration = Duration::from_secs(10);
/// How often the computer is asked to a table until it sits there: what it was told may be lost with its process.
const ASKED_EVERY: Duration = Duration::from_millis(500);
/// What a bridge says that could not have its engine's move played.
const BRIDGE_COMPLAINTS: [&str; 3] = ["is resigned", "is not legal", "refuses what the bridge sent"];

/// A table, from its opening to the end of its game.
struct Table {
    bot: String,
    opened: Arrival,
    asked: Option<Arrival>,
    /// The ply that stands, and since when.
    stands: (u16, Arrival),
}

/// How games ended.
#[derive(Default)]
struct Tally {
    won: u64,
    drawn: u64,
    lost: u64,
    endings: BTreeMap<&'static str, u64>,
}

/// So many games; both processes are killed once for every ten of them, and once at least.
pub(crate) async fn killed(games: u64) -> Result<Came, Failed> {
    let Some(engine) = engine() else {
        return Ok(Came::Skipped("figrid is not there; `make figrid` installs it".to_owned()));
    };
    let settings =
        launch().settings.replace("enabled = false", "share = 100\nanswer_after = \"0ms\"\ngames_max = 32");
    let server = TestServer::launch(Launch { settings, ..launch() }).await;
    let mut hall = Hall::open(server, &engine).await?;
    let kills = 2 * (games / GAMES_A_KILL).max(1);
    let (mut random, mut tables) = (Random(games ^ 0xb075), BTreeMap::new());
    let (mut begun, mut done, mut tally) = (0, 0, Tally::default());
    while tally.games() < games {
        while tables.len() < AT_ONCE && begun < games {
            let (room, table) = hall.table(begun).await?;
            tables.insert(room, table);
            begun += 1;
        }
        hall.driver.hear_for(Duration::from_millis(20)).await;
        hall.look_at(&mut tables, &mut tally)?;
        // The first while all of them run, the last with some games to come.
        let is_due = done < kills && games * done <= tally.games() * kills;
        if is_due && tables.keys().any(|room| hall.state(*room).is_some_and(|state| state.ply > 3)) {
            hall.driver.hear_for(Duration::from_millis(random.below(800))).await;
            hall.kill(done.is_multiple_of(2)).await;
            done += 1;
        }
    }
    if done < kills {
        return Err(Failed(format!("{done} of {kills} kills came before the last game was over")));
    }
    let checked = check(&hall.server, &[], &[], CHARGED_MAX).await?;
    hall.complaints()?;
    let (rooms, records) = (checked.rooms, checked.records);
    let checked = format!("each killed {} times; {tally}; {rooms} rooms, {records} records", kills / 2);
    Ok(Came::Well { rounds: games, checked })
}

/// Where `make figrid` puts a real engine.
fn engine() -> Option<PathBuf> {
    Some(Path::new(env!("CARGO_MANIFEST_DIR")).join("target/figrid/bin/pbrain-figrid"))
        .filter(|file| file.exists())
}

/// The server, the bridge, and who opens tables for the bridge's bot: another line of the same bot.
struct Hall {
    server: TestServer,
    engine: PathBuf,
    bridge: Child,
    driver: Visitor,
}

impl Hall {
    async fn open(server: TestServer, engine: &Path) -> Result<Self, Failed> {
        let failed = |error: std::io::Error| Failed(error.to_string());
        let mut create = Command::new(env!("CARGO_BIN_EXE_tengen"));
        create.args(["token", "create", "Figrid", "--bot", "--data"]).arg(server.data().join("data"));
        let made = create.output().await.map_err(failed)?;
        std::fs::write(server.data().join("token"), &made.stdout).map_err(failed)?;
        let token = Token::new(String::from_utf8_lossy(&made.stdout).trim().to_owned());
        let driver = Visitor::back(&server.url(), token).await;
        let bridge = bridge(&server, engine);
        Ok(Self { server, engine: engine.to_owned(), bridge, driver })
    }

    /// Opens the table for a game, each with other rules, colours or level than the one before.
    async fn table(&mut self, number: u64) -> Result<(RoomId, Table), Failed> {
        let place = usize::try_from(number).unwrap_or_default();
        let id = PRESETS[place % PRESETS.len()];
        let preset = presets().into_iter().find(|preset| preset.id == id);
        let rules = preset.ok_or_else(|| Failed(format!("there is no preset {id}")))?.rules;
        let rules = RuleSet { clock: Some(fischer(secs(15), Span::from_millis(300))), ..rules };
        let colours = if (number / 2).is_multiple_of(2) { ColoursForm::BlackA } else { ColoursForm::BlackB };
        let command = self.driver.client.create((&rules).into(), colours, VisibilityForm::Link);
        let command = command.map_err(|error| Failed(error.to_string()))?;
        let answered = self.driver.answer(&command).await;
        let room = answered.room.ok_or_else(|| Failed(format!("no table: {:?}", answered.result)))?;
        self.driver.follow(room).await;
        let bot = self.driver.computers[place % self.driver.computers.len()].clone();
        let now = Arrival::now();
        Ok((room, Table { bot, opened: now, asked: None, stands: (0, now) }))
    }

    fn state(&self, room: RoomId) -> Option<State> {
        self.driver.table(room).position.as_ref().map(|position| position.state.clone())
    }

    /// Asks the computer to tables that wait for it, and counts the games that are over.
    fn look_at(&mut self, tables: &mut BTreeMap<RoomId, Table>, tally: &mut Tally) -> Result<(), Failed> {
        let now = Arrival::now();
        let mut over = Vec::new();
        for (room, table) in tables.iter_mut() {
            let Some(state) = self.state(*room) else { continue };
            if let Some(outcome) = &state.outcome {
                tally
                    .count(outcome, now.since(table.stands.1))
                    .map_err(|why| Failed(format!("{room}: {why}")))?;
                over.push(*room);
            } else if state.phase == Phase::Open {
                let is_asked = table.asked.is_some_and(|asked| now.since(asked) < ASKED_EVERY);
                if !is_asked {
                    table.asked = Some(now);
                    // Whether it comes is seen at the table.
                    let _ = self.driver.client.invite(*room, table.bot.clone());
                }
            } else if state.ply != table.stands.0 {
                table.stands = (state.ply, now);
            }
            let within = if state.phase == Phase::Open { FULL_WITHIN } else { OVER_WITHIN };
            if now.since(table.opened) > within {
                return Err(Failed(format!("{room} stands still: {state:?}\n{}", self.server.log())));
            }
        }
        for room in over {
            tables.remove(&room);
            let _ = self.driver.client.leave(room);
        }
        Ok(())
    }

    /// Kills the server or the bridge, and starts it again.
    async fn kill(&mut self, the_server: bool) {
        if the_server {
            self.server.kill_and_restart().await;
        } else {
            self.bridge.kill().await.expect("the bridge ran");
            self.bridge = bridge(&self.server, &self.engine);
        }
    }

    /// Nothing broke, and no move of the engine was turned down.
    fn complaints(&mut self) -> Result<(), Failed> {
        if !matches!(self.bridge.try_wait(), Ok(None)) {
            return Err(Failed("the bridge ended by itself".to_owned()));
        }
        let said = std::fs::read_to_string(self.server.data().join("bridge.log")).unwrap_or_default();
        let log = self.server.log();
        let bridge = said.lines().filter(|line| BRIDGE_COMPLAINTS.iter().any(|words| line.contains(words)));
        let bad: Vec<&str> = bridge.chain(log.lines().filter(|line| line.contains(" ERROR "))).collect();
        if bad.is_empty() { Ok(()) } else { Err(Failed(bad.join("\n"))) }
    }
}

/// The bridge, which writes its log to a file of the server's.
fn bridge(server: &TestServer, engine: &Path) -> Child {
    let log = std::fs::File::options().create(true).append(true).open(server.data().join("bridge.log"));
    Command::new(env!("CARGO_BIN_EXE_tengen"))
        .args(["bot", "--games", "16", "--url", &server.url().to_string(), "--engine"])
        .arg(engine)
        .arg("--token-file")
        .arg(server.data().join("token"))
        .stdin(Stdio::null())
        .stdout(log.expect("a file for the log"))
        .stderr(Stdio::null())
        .kill_on_drop(true)
        .spawn()
        .expect("the bridge starts")
}

impl Tally {
    fn games(&self) -> u64 {
        self.won + self.drawn + self.lost
    }

    /// Counts a game that ended like this, after so long without a move; or says why it did not end by the rules.
    fn count(&mut self, outcome: &OutcomeForm, still: Duration) -> Result<(), String> {
        let ending = match &outcome.reason {
            ReasonForm::Five { .. } => "five",
            ReasonForm::Forbidden { .. } | ReasonForm::ForcedForbidden { .. } => "forbidden",
            ReasonForm::FullBoard {} | ReasonForm::DoublePass {} | ReasonForm::Agreement {} => "draw",
            ReasonForm::Flag {} if still < STUCK_AFTER => "flag",
            other => return Err(format!("{other:?} after {still:?} without a move")),
        };
        *self.endings.entry(ending).or_default() += 1;
        // The bridge's bot opens the tables, so the computer sits at B.
        match outcome.scores.b {
            ScoreForm::Win => self.won += 1,
            ScoreForm::Loss => self.lost += 1,
            ScoreForm::Draw => self.drawn += 1,
            other => return Err(format!("{other:?}")),
        }
        Ok(())
    }
}

impl std::fmt::Display for Tally {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { won, drawn, lost, endings } = self;
        let endings: Vec<String> =
            endings.iter().map(|(ending, games)| format!("{games} {ending}")).collect();
        write!(f, "the computer won {won}, drew {drawn}, lost {lost}: {}", endings.join(", "))
    }
}
