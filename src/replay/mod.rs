//! Plays recorded games through a running server, over real sockets, and compares everything that can be compared.
//!
//! Each game has two players and a spectator, each on a connection of their own. After every move the three must see the
//! recorded stones, at the end the recorded result, and never a record too few, too many, twice or out of order. The
//! server may be killed and started again meanwhile: the clients come back, resume and ask again. When all games are
//! over, their rooms are looked at once more by somebody new.

mod audit;
mod compare;
mod game;
mod person;
mod record;
mod report;
mod wrong;

pub use record::{BadFile, Ending, Record, Rule, read};
pub use report::{Delays, MISMATCHES_LISTED, Progress, Report};
pub use wrong::{Mismatch, Role, Wrong};

use std::fs::File;
use std::io::{self, BufReader, Write};
use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use tokio::task::JoinSet;
use tracing::warn;

use crate::client::{self, Address, DialError, Retry};
use crate::game::clock::{BadTimeControl, TimeControl};
use crate::journal::RoomId;
use crate::replay::game::Play;
use crate::timekeeper::{Arrival, reach};

/// How many games are played at once unless something else is asked for.
pub const PARALLEL_USUAL: usize = 32;
/// The most games that are played at once.
pub const PARALLEL_MAX: usize = 1024;
/// How often a line is written about how far it is.
const PROGRESS_EVERY: Duration = Duration::from_secs(1);
/// How long each side has for a game; nobody is meant to run out of it.
const GAME_TIME_MS: u64 = 2 * 3600 * 1000;
/// From how many loopback addresses games are played with a server of the same machine.
const LOCAL_ADDRESSES: usize = 250;

/// What is played, where and how.
#[derive(Clone, Debug)]
pub struct Options {
    /// The recorded games.
    pub file: PathBuf,
    /// The server.
    pub address: Address,
    /// How many games; none for all of them.
    pub games: Option<usize>,
    /// How many at once.
    pub parallel: usize,
    /// Which games come first, and who opens the table.
    pub seed: u64,
}

/// Why nothing could be compared.
#[derive(Debug, thiserror::Error)]
pub enum ReplayError {
    /// The file cannot be opened.
    #[error("cannot open {}: {source}", path.display())]
    NoFile {
        /// Which.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// The file holds no games.
    #[error(transparent)]
    BadFile(#[from] BadFile),
    /// There is no server there.
    #[error("{address}: {source}")]
    NoServer {
        /// Where.
        address: Address,
        /// Why not.
        source: DialError,
    },
    /// The clock that all games are played with is none.
    #[error(transparent)]
    Clock(#[from] BadTimeControl),
    /// How far it is cannot be written.
    #[error("cannot write how far it is: {0}")]
    Progress(#[from] io::Error),
}

/// How long each step of a game may take, the time a server needs to come back among it.
#[derive(Clone, Copy, Debug)]
pub struct Patience(pub Duration);

impl Patience {
    fn deadline(self) -> Arrival {
        Arrival::now().after(self.0)
    }
}

/// How games are played, whichever they are.
#[derive(Clone, Debug)]
pub struct Setting {
    /// How the people connect.
    pub client: client::Options,
    /// The time each side has.
    pub clock: Option<TimeControl>,
    /// How long a step may take.
    pub patience: Patience,
    /// How many games at once.
    pub parallel: usize,
    /// Who opens the table.
    pub seed: u64,
}

impl Setting {
    /// The usual setting: enough time for everybody.
    ///
    /// # Errors
    /// [`BadTimeControl`] never, as long as the clock is one.
    pub fn usual(address: Address) -> Result<Self, BadTimeControl> {
        use crate::game::clock::{Exhausted, Gain, Stage};
        use crate::game::moment::Span;
        let stage = Stage {
            time: Span::from_millis(GAME_TIME_MS),
            periods: std::num::NonZeroU16::MIN,
            quota: None,
            gain: Gain::Nothing,
            exhausted: Exhausted::Flag,
        };
        let retry = Retry { longest: Duration::from_secs(2), ..Retry::default() };
        Ok(Self {
            client: client::Options { retry, ..client::Options::guest_of(address) },
            clock: Some(TimeControl::new(vec![stage])?),
            patience: Patience(Duration::from_secs(60)),
            parallel: PARALLEL_USUAL,
            seed: 0,
        })
    }
}

/// Plays the games of a file, and writes a line each second about how far it is.
///
/// # Errors
/// [`ReplayError`] if nothing could be compared. What did not match stands in the report.
pub async fn run(options: Options, progress_to: impl Write) -> Result<Report, ReplayError> {
    let no_file = |source| ReplayError::NoFile { path: options.file.clone(), source };
    let file = File::open(&options.file).map_err(no_file)?;
    let mut records = read(BufReader::new(file))?;
    shuffle(&mut records, options.seed);
    records.truncate(options.games.unwrap_or(usize::MAX));

    let address = options.address.clone();
    // So that a wrong address is an error and not a thousand mismatches.
    client::guest(&address, None).await.map_err(|source| ReplayError::NoServer { address, source })?;
    let parallel = options.parallel.clamp(1, PARALLEL_MAX);
    let setting = Setting { parallel, seed: options.seed, ..Setting::usual(options.address)? };
    let report = play(&setting, records, &Arc::default(), progress_to).await?;
    Ok(report)
}

/// Plays games, looks at their rooms again, and says what was found.
///
/// # Errors
/// If the progress cannot be written.
pub async fn play(
    setting: &Setting,
    records: Vec<Record>,
    progress: &Arc<Progress>,
    mut progress_to: impl Write,
) -> io::Result<Report> {
    let began = Arrival::now();
    let games = records.len() as u64;
    let mut found = Found::default();
    let mut waiting = records.into_iter().enumerate();
    let mut playing = JoinSet::new();
    let mut line_due = began.after(PROGRESS_EVERY);
    let mut moves_before = 0;
    loop {
        while playing.len() < setting.parallel
            && let Some((index, record)) = waiting.next()
        {
            playing.spawn(play_one(index, record, setting.clone(), progress.clone()));
        }
        let done = tokio::select! {
            biased;
            done = playing.join_next() => done,
            () = reach(Some(line_due)) => {
                let moves = progress.moves.load(Ordering::Relaxed);
                writeln!(progress_to, "{}", progress.line(games, moves - moves_before))?;
                (moves_before, line_due) = (moves, Arrival::now().after(PROGRESS_EVERY));
                continue;
            }
        };
        let Some(done) = done else { break };
        progress.games.fetch_add(1, Ordering::Relaxed);
        match done {
            Ok(Ok(played)) => found.played.push(played),
            Ok(Err(mismatch)) => found.add(*mismatch),
            Err(error) => return Err(io::Error::other(error)),
        }
    }
    let took = Arrival::now().since(began);
    audit::look_at_all(setting, &mut found, progress).await;
    Ok(found.report(games, took, progress))
}

/// A game that was played as recorded, and where.
#[derive(Debug)]
struct Played {
    record: Record,
    room: RoomId,
    black_opens: bool,
}

/// What was found so far.
#[derive(Debug, Default)]
struct Found {
    played: Vec<Played>,
    mismatches: Vec<Mismatch>,
    mismatched: u64,
}

impl Found {
    fn add(&mut self, mismatch: Mismatch) {
        warn!(%mismatch, "a game does not match");
        self.mismatched += 1;
        if self.mismatches.len() < MISMATCHES_LISTED {
            self.mismatches.push(mismatch);
        }
    }

    fn report(self, games: u64, took: Duration, progress: &Progress) -> Report {
        let count = |counter: &std::sync::atomic::AtomicU64| counter.load(Ordering::Relaxed);
        Report {
            games,
            matched: games.saturating_sub(self.mismatched),
            moves: count(&progress.moves),
            audited: count(&progress.audited),
            reconnects: count(&progress.reconnects),
            resent: count(&progress.resent),
            took,
            delays: [0.5, 0.99, 1.0].map(|part| progress.delays.quantile(part)),
            mismatches: self.mismatches,
            mismatched: self.mismatched,
        }
    }
}

async fn play_one(
    index: usize,
    record: Record,
    mut setting: Setting,
    progress: Arc<Progress>,
) -> Result<Played, Box<Mismatch>> {
    let black_opens = mixed(setting.seed ^ index as u64) & 1 == 0;
    setting.client.from = setting.client.from.or_else(|| local_address(&setting, index));
    let mut play = Play::new(&record, black_opens, &setting, &progress);
    let played = play.play(&setting).await;
    let room = play.room;
    drop(play);
    match played {
        Ok(room) => Ok(Played { record, room, black_opens }),
        Err(wrong) => Err(Box::new(Mismatch { game: record.id, line: record.line, room, wrong })),
    }
}

/// Where to connect from. A server takes only so many connections of one address, and a machine has many for itself.
fn local_address(setting: &Setting, index: usize) -> Option<IpAddr> {
    let server: Ipv4Addr = setting.client.address.host().parse().ok()?;
    let last = u8::try_from(index % LOCAL_ADDRESSES).ok()?;
    let has_many = cfg!(target_os = "linux") && server.is_loopback();
    has_many.then(|| Ipv4Addr::new(127, 0, 1, last + 1).into())
}

/// Puts games into an order that a seed decides.
pub fn shuffle<T>(items: &mut [T], seed: u64) {
    for index in (1..items.len()).rev() {
        let other = mixed(seed.wrapping_add(index as u64)) % (index as u64 + 1);
        items.swap(index, usize::try_from(other).unwrap_or_default());
    }
}

/// `SplitMix64`: the same number gives the same bits everywhere.
const fn mixed(seed: u64) -> u64 {
    let mut bits = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}
