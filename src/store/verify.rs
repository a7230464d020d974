//! Looks a database through: every journal is played back and compared with what is stored beside it.

use std::fmt;
use std::path::Path;

use sqlx::sqlite::{SqliteConnection, SqliteRow};
use sqlx::{Connection, Row};

use crate::competition::{self, BadCompetition};
use crate::journal::{BadJournal, CompetitionId, Finished, Journal, RoomId};
use crate::store::sqlite::look_at;
use crate::store::{FoundGame, Listed, OpenError, StoreError, competitions, finished, statements};

/// How many rooms or competitions are looked up at once. Each is then read by itself, so that a server beside is never held up.
const PAGE: i64 = 256;

const ROOMS: &str = "SELECT id FROM room WHERE id > ?1 ORDER BY id LIMIT ?2";
const COMPETITIONS: &str = "SELECT id FROM competition WHERE id > ?1 ORDER BY id LIMIT ?2";
const ROOM: &str = "SELECT phase, visibility FROM room WHERE id = ?1";

/// What was looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Verified {
    /// Rooms.
    pub rooms: u64,
    /// Records in their journals, as far as these can be read.
    pub records: u64,
    /// Rooms whose game is over.
    pub over: u64,
    /// Competitions.
    pub competitions: u64,
    /// What is not as it should be.
    pub findings: u64,
}

/// Something that is not as it should be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// In which room or competition, as its row has it; none if it concerns the file.
    pub of: Option<String>,
    /// What.
    pub wrong: Wrong,
}

/// What can be wrong.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Wrong {
    /// SQLite itself finds the file damaged, in its own words.
    #[error("the file is damaged: {0}")]
    File(String),
    /// The room's name is none.
    #[error("its name is none")]
    Name,
    /// A record is missing or cannot be read.
    #[error("{0}")]
    Unreadable(String),
    /// The records are no journal.
    #[error("{0}")]
    Journal(BadJournal),
    /// The records are no journal of a competition.
    #[error("{0}")]
    Competition(BadCompetition),
    /// What stands beside a competition's journal is not what it adds up to.
    #[error("it is kept as something else than its journal adds up to")]
    Row,
    /// The room is said to be further, or less far, than its journal.
    #[error("it is kept as `{kept}`, and its journal ends as `{replayed}`")]
    Phase {
        /// In the room's row.
        kept: String,
        /// By the journal.
        replayed: &'static str,
    },
    /// Who is told of the room is not what it was opened with.
    #[error("it is kept as `{kept}`, and was opened as `{opened}`")]
    Visibility {
        /// In the room's row.
        kept: String,
        /// By the journal.
        opened: &'static str,
    },
    /// The game is over and not among the finished ones.
    #[error("its game is over and is not listed")]
    NotListed,
    /// The game is among the finished ones and not over, or nobody played it.
    #[error("its game is listed and is not over")]
    Listed,
    /// The list of finished games says something else than the journal.
    #[error("it is listed with another {0} than its journal has")]
    Result(&'static str),
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.of {
            Some(of) => write!(f, "{of}: {}", self.wrong),
            None => self.wrong.fmt(f),
        }
    }
}

impl fmt::Display for Verified {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { rooms, records, over, competitions, findings } = self;
        write!(
            f,
            "{rooms} rooms, {over} of them over, and {competitions} competitions, with {records} records: "
        )?;
        match findings {
            0 => f.write_str("all replay to what is kept"),
            1 => f.write_str("1 thing is wrong"),
            more => write!(f, "{more} things are wrong"),
        }
    }
}

/// What has a journal.
#[derive(Clone, Copy)]
enum Of {
    Room,
    Competition,
}

/// Why a database cannot be looked through.
#[derive(Debug, thiserror::Error)]
pub enum VerifyError {
    /// It cannot be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// A row that is no record cannot be read. What was found before stands.
    #[error("the database cannot be read")]
    Read(#[from] sqlx::Error),
}

/// Looks the database at `path` through and hands over what is wrong as it is found.
///
/// Nothing is written, and a server may have it open: each room is seen as it is at one moment.
///
/// # Errors
/// [`VerifyError`] if it cannot be opened, or fails where there is no single room to blame.
pub async fn verify(path: &Path, mut found: impl FnMut(&Finding)) -> Result<Verified, VerifyError> {
    let mut connection = look_at(path).await?;
    let mut verified = Verified::default();
    let mut report = |verified: &mut Verified, of: Option<&str>, wrong: Wrong| {
        verified.findings += 1;
        found(&Finding { of: of.map(str::to_owned), wrong });
    };
    for words in damage(&mut connection).await {
        report(&mut verified, None, Wrong::File(words));
    }
    for (names, kind) in [(ROOMS, Of::Room), (COMPETITIONS, Of::Competition)] {
        let mut last = String::new();
        loop {
            let page = sqlx::query_scalar::<_, String>(names).bind(&last).bind(PAGE);
            let names = page.fetch_all(&mut connection).await?;
            for name in &names {
                let mut transaction = connection.begin().await?;
                let looked = match kind {
                    Of::Room => room(&mut transaction, name, &mut verified).await,
                    Of::Competition => Ok(competition(&mut transaction, name, &mut verified).await),
                };
                for wrong in looked.unwrap_or_else(|error| vec![Wrong::Unreadable(error.to_string())]) {
                    report(&mut verified, Some(name), wrong);
                }
                transaction.rollback().await?;
            }
            match names.into_iter().next_back() {
                Some(name) => last = name,
                None => break,
            }
        }
    }
    connection.close().await?;
    Ok(verified)
}

/// What SQLite finds damaged in the file. The rooms that are readable all the same are looked at nonetheless.
async fn damage(connection: &mut SqliteConnection) -> Vec<String> {
    match sqlx::query_scalar::<_, String>("PRAGMA integrity_check").fetch_all(connection).await {
        Ok(words) => words.into_iter().filter(|words| words != "ok").collect(),
        Err(error) => vec![error.to_string()],
    }
}

/// What is wrong with a room.
async fn room(
    connection: &mut SqliteConnection,
    name: &str,
    verified: &mut Verified,
) -> Result<Vec<Wrong>, sqlx::Error> {
    verified.rooms += 1;
    let Ok(id) = name.parse::<RoomId>() else {
        return Ok(vec![Wrong::Name]);
    };
    let row = sqlx::query(ROOM).bind(name).fetch_one(&mut *connection).await?;
    let records = match statements::records(&mut *connection, id).await {
        Ok(records) => records.unwrap_or_default(),
        Err(error) => return Ok(vec![unreadable(error)]),
    };
    verified.records += u64::try_from(records.len()).unwrap_or(u64::MAX);
    let journal = match Journal::replay(records) {
        Ok(journal) => journal,
        Err(bad) => return Ok(vec![Wrong::Journal(bad)]),
    };
    let table = journal.table();
    verified.over += u64::from(table.game().outcome().is_some());
    let listed = match finished::listed(&mut *connection, id).await {
        Ok(listed) => listed,
        Err(error) => return Ok(vec![unreadable(error)]),
    };
    let wrong = [
        phase(&row, &journal)?,
        visibility(&row, &journal)?,
        result(id, Finished::of(table).as_ref(), listed.as_ref()),
    ];
    Ok(wrong.into_iter().flatten().collect())
}

/// What is wrong with a competition.
async fn competition(connection: &mut SqliteConnection, name: &str, verified: &mut Verified) -> Vec<Wrong> {
    verified.competitions += 1;
    let Ok(id) = name.parse::<CompetitionId>() else {
        return vec![Wrong::Name];
    };
    let records = match competitions::records(&mut *connection, id).await {
        Ok(records) => records.unwrap_or_default(),
        Err(error) => return vec![unreadable(error)],
    };
    verified.records += u64::try_from(records.len()).unwrap_or(u64::MAX);
    let replayed = match competition::replay(&records) {
        Ok(replayed) => replayed,
        Err(bad) => return vec![Wrong::Competition(bad)],
    };
    let kept = match competitions::row(&mut *connection, id).await {
        Ok(kept) => kept,
        Err(error) => return vec![unreadable(error)],
    };
    let [founded, changed] = [records.first(), records.last()].map(|record| record.map(|record| record.wall));
    let (Some(founded), Some(changed)) = (founded, changed) else { return Vec::new() };
    let is_same = kept == Listed::of(id, &replayed, founded, changed);
    if is_same { Vec::new() } else { vec![Wrong::Row] }
}

fn unreadable(error: StoreError) -> Wrong {
    match error {
        StoreError::Damaged(why) => Wrong::Unreadable(why),
        StoreError::Conflict | StoreError::Unknown | StoreError::Closed | StoreError::NameTaken => {
            Wrong::Unreadable(error.to_string())
        }
    }
}

fn phase(row: &SqliteRow, journal: &Journal) -> Result<Option<Wrong>, sqlx::Error> {
    let kept: String = row.try_get("phase")?;
    let replayed = statements::phase_word(journal.table().phase_to_keep());
    Ok((kept != replayed).then_some(Wrong::Phase { kept, replayed }))
}

fn visibility(row: &SqliteRow, journal: &Journal) -> Result<Option<Wrong>, sqlx::Error> {
    let kept: String = row.try_get("visibility")?;
    let opened = statements::visibility_word(journal.table().opened().visibility);
    Ok((kept != opened).then_some(Wrong::Visibility { kept, opened }))
}

/// Which preset the rules are called by may differ between versions of this program; everything else is the game's.
fn result(room: RoomId, replayed: Option<&Finished>, listed: Option<&FoundGame>) -> Option<Wrong> {
    let (replayed, listed) = match (replayed.map(|game| FoundGame::of(room, game)), listed) {
        (None, None) => return None,
        (Some(_), None) => return Some(Wrong::NotListed),
        (None, Some(_)) => return Some(Wrong::Listed),
        (Some(replayed), Some(listed)) => (replayed, listed),
    };
    let same = [
        ("date", replayed.wall == listed.wall),
        ("player", replayed.players == listed.players),
        ("colour", replayed.black == listed.black),
        ("opening", replayed.opening == listed.opening),
        ("result", replayed.scores == listed.scores),
        ("reason", replayed.reason == listed.reason),
        ("number of moves", replayed.moves == listed.moves),
    ];
    same.into_iter().find(|(_, is_same)| !is_same).map(|(what, _)| Wrong::Result(what))
}
