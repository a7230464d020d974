//! Competitions in the database: a journal each, with what the list of them says beside it.
//!
//! A round and the rooms it is played in are kept together or not at all.

use rusqlite::Connection;
use serde::{Deserialize, Serialize};
use sqlx::Row;
use sqlx::sqlite::{SqliteConnection, SqliteRow};

use crate::competition::{Competition, Event, Kind, Recorded};
use crate::journal::{CompetitionId, PersonId, WallTime};
use crate::spelling::CompetitionEventForm;
use crate::store::codec::{self, BadRecord, CauseForm};
use crate::store::statements::{Settled, parse, unreadable};
use crate::store::{Append, StoreError};

/// The most competitions that are listed at once.
pub const LISTED_MAX: u32 = 100;

/// A record of a competition to be made durable, with the rooms that it opens.
#[derive(Clone, Debug)]
pub struct Competed {
    /// What the list says after it.
    pub listed: Listed,
    /// The record, with the sequence number that the journal's head has.
    pub record: Recorded,
    /// The first records of rooms.
    pub rooms: Vec<Append>,
}

/// A competition in short.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// Which.
    pub competition: CompetitionId,
    /// Who founded it.
    pub organiser: PersonId,
    /// What it is called.
    pub title: String,
    /// The boards of a team match; 0 if people compete.
    pub boards: u8,
    /// How many take part.
    pub entrants: u16,
    /// How many rounds were published.
    pub rounds: u16,
    /// Whether it goes on.
    pub is_open: bool,
    /// When it was founded.
    pub founded: WallTime,
    /// When something last happened.
    pub changed: WallTime,
}

impl Listed {
    /// What is listed of a competition that was founded and changed at these times.
    pub fn of(competition: CompetitionId, value: &Competition, founded: WallTime, changed: WallTime) -> Self {
        let settings = value.settings();
        let boards = match settings.kind {
            Kind::Individual => 0,
            Kind::Team { boards } => boards,
        };
        Self {
            competition,
            organiser: value.organiser(),
            title: settings.title.as_str().to_owned(),
            boards,
            entrants: u16::try_from(settings.entrants.len()).unwrap_or(u16::MAX),
            rounds: u16::try_from(value.rounds().len()).unwrap_or(u16::MAX),
            is_open: !value.is_closed(),
            founded,
            changed,
        }
    }
}

const FOUND: &str = "
    INSERT INTO competition (id, organiser, title, boards, entrants, rounds, open, founded, changed, head)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?8, 1) ON CONFLICT (id) DO NOTHING";

const MOVE_HEAD: &str = "
    UPDATE competition SET rounds = ?3, open = ?4, changed = ?5, head = head + 1 WHERE id = ?1 AND head = ?2";

const INSERT: &str = "INSERT INTO competition_event (competition, seq, body) VALUES (?1, ?2, ?3)";

const RECORDS: &str = "
    SELECT seq, body, (SELECT head FROM competition WHERE id = ?1) AS head FROM competition_event
        WHERE competition = ?1 ORDER BY seq";

const LIST: &str = "SELECT * FROM competition WHERE open >= ?1 ORDER BY changed DESC, id LIMIT ?2";

const ROW: &str = "SELECT * FROM competition WHERE id = ?1";

const OPEN_OF: &str = "SELECT count(*) FROM competition WHERE organiser = ?1 AND open = 1";

/// Writes the record, if the journal goes on with it. The rooms are the caller's to append in the same transaction.
pub(super) fn append(connection: &Connection, competed: &Competed) -> Settled<()> {
    let Competed { listed, record, rooms: _ } = competed;
    let id = listed.competition.to_string();
    let changed = wall(record.wall);
    let is_ours = if record.seq == 0 {
        let of = (listed.boards, listed.entrants, listed.rounds, listed.is_open);
        let organiser = listed.organiser.to_string();
        let values = (&id, organiser, &listed.title, of.0, of.1, of.2, of.3, changed);
        connection.prepare_cached(FOUND)?.execute(values)?
    } else {
        let values = (&id, record.seq, listed.rounds, listed.is_open, changed);
        connection.prepare_cached(MOVE_HEAD)?.execute(values)?
    };
    if is_ours == 0 {
        return Ok(Err(StoreError::Conflict));
    }
    let body = encode(record).map_err(|error| rusqlite::Error::ToSqlConversionFailure(error.into()))?;
    connection.prepare_cached(INSERT)?.execute((&id, record.seq, body))?;
    Ok(Ok(()))
}

/// The whole journal of a competition; none if there is none of that name.
pub(super) async fn records(
    connection: &mut SqliteConnection,
    competition: CompetitionId,
) -> Result<Option<Vec<Recorded>>, StoreError> {
    let query = sqlx::query(RECORDS).bind(competition.to_string());
    let rows = query.fetch_all(connection).await.map_err(unreadable)?;
    let Some(last) = rows.last() else { return Ok(None) };
    let head: i64 = last.try_get("head").map_err(unreadable)?;
    let records = rows.iter().map(record).collect::<Result<Vec<_>, _>>()?;
    let are_all = (0..).zip(&records).all(|(seq, record)| record.seq == seq);
    if !are_all || i64::try_from(records.len()) != Ok(head) {
        return Err(StoreError::Damaged("records of a competition are missing".to_owned()));
    }
    Ok(Some(records))
}

fn record(row: &SqliteRow) -> Result<Recorded, StoreError> {
    let body: String = row.try_get("body").map_err(unreadable)?;
    decode(&body).map_err(|error| StoreError::Damaged(error.to_string()))
}

/// The competitions in which something happened last, the open ones alone or all.
pub(super) async fn list(
    connection: &mut SqliteConnection,
    open_alone: bool,
) -> Result<Vec<Listed>, StoreError> {
    let query = sqlx::query(LIST).bind(open_alone).bind(LISTED_MAX);
    let rows = query.fetch_all(connection).await.map_err(unreadable)?;
    rows.iter().map(listed).collect()
}

/// A competition in short, as its row has it.
pub(super) async fn row(
    connection: &mut SqliteConnection,
    competition: CompetitionId,
) -> Result<Listed, StoreError> {
    let query = sqlx::query(ROW).bind(competition.to_string());
    listed(&query.fetch_one(connection).await.map_err(unreadable)?)
}

/// How many open competitions a person has founded.
pub(super) async fn open_of(connection: &mut SqliteConnection, person: PersonId) -> Result<u32, StoreError> {
    let query = sqlx::query_scalar(OPEN_OF).bind(person.to_string());
    query.fetch_one(connection).await.map_err(unreadable)
}

fn listed(row: &SqliteRow) -> Result<Listed, StoreError> {
    let text = |column: &str| row.try_get::<String, _>(column).map_err(unreadable);
    let number = |column: &str| row.try_get::<i64, _>(column).map_err(unreadable);
    Ok(Listed {
        competition: parse(&text("id")?, "a competition's id")?,
        organiser: parse(&text("organiser")?, "an organiser")?,
        title: text("title")?,
        boards: u8::try_from(number("boards")?).unwrap_or_default(),
        entrants: u16::try_from(number("entrants")?).unwrap_or_default(),
        rounds: u16::try_from(number("rounds")?).unwrap_or_default(),
        is_open: number("open")? != 0,
        founded: WallTime(u64::try_from(number("founded")?).unwrap_or_default()),
        changed: WallTime(u64::try_from(number("changed")?).unwrap_or_default()),
    })
}

fn wall(wall: WallTime) -> i64 {
    i64::try_from(wall.0).unwrap_or(i64::MAX)
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RecordForm {
    v: u64,
    seq: u32,
    wall_ms: u64,
    cause: Option<CauseForm>,
    events: Vec<CompetitionEventForm>,
}

/// The stored form of a record.
///
/// # Errors
/// None in practice: the form has nothing in it that JSON cannot spell.
pub fn encode(record: &Recorded) -> Result<String, serde_json::Error> {
    let text = serde_json::to_string(&RecordForm {
        v: codec::VERSION,
        seq: record.seq,
        wall_ms: record.wall.0,
        cause: record.cause.as_ref().map(Into::into),
        events: record.events.iter().map(Into::into).collect(),
    })?;
    let sum = codec::sum(&text);
    Ok(text + &sum)
}

/// The record that a stored form stands for.
///
/// # Errors
/// [`BadRecord`] if this version would not have written it.
pub fn decode(body: &str) -> Result<Recorded, BadRecord> {
    let (text, written) = codec::parts(body);
    let form: RecordForm = serde_json::from_str(text).map_err(|error| codec::refused(text, error))?;
    if form.v != codec::VERSION {
        return Err(BadRecord::Version(form.v));
    }
    if written != Some(&codec::sum(text)) {
        return Err(BadRecord::Sum);
    }
    let events = form.events.into_iter().map(Event::try_from).collect::<Result<_, _>>()?;
    let cause = form.cause.map(TryInto::try_into).transpose()?;
    Ok(Recorded { seq: form.seq, wall: WallTime(form.wall_ms), cause, events })
}
