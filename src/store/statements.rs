//! What is said to SQLite: rows and records.
//!
//! The writer has the library to itself and calls it directly, statement by statement on its own thread; readers go
//! through sqlx and its pool.

use std::fmt::Display;
use std::str::FromStr;

use rusqlite::{Connection, OptionalExtension, TransactionBehavior};
use sqlx::Row;
use sqlx::sqlite::{SqliteConnection, SqliteRow};

use crate::journal::{PersonId, Recorded, RoomId, Visibility};
use crate::store::{
    Append, Claimed, Competed, Damage, Epoch, Phase, Right, StoreError, codec, competitions, finished,
};

/// The inner result is the caller's answer. The outer error is the end of the whole transaction.
pub(super) type Settled<T> = Result<Result<T, StoreError>, rusqlite::Error>;

/// Moves the head, if it is where the caller believes and in the caller's epoch. Records are inserted only if it moved, so
/// that a stale owner is fenced.
const MOVE_HEAD: &str =
    "UPDATE room SET head = ?2 + ?3, phase = ?4 WHERE id = ?1 AND head = ?2 AND epoch = ?5";

/// Founds the room, if there is none.
const FOUND: &str = "
    INSERT INTO room (id, epoch, head, phase, visibility, opener) VALUES (?1, 0, ?2, ?3, ?4, ?5)
        ON CONFLICT (id) DO NOTHING";

/// What stands where the records go on is set aside, and the head moved back to them.
const SET_ASIDE: &str = "
    INSERT INTO set_aside (room, epoch, seq, at, body) SELECT room, ?2, seq, at, body FROM event WHERE room = ?1 AND seq >= ?3";
const CUT: &str = "DELETE FROM event WHERE room = ?1 AND seq >= ?2";
const MOVE_BACK: &str = "UPDATE room SET head = ?2 WHERE id = ?1";

/// What is listed as finished and is not, or not so, as far as the journal can be read.
const UNLIST: &str = "DELETE FROM finished WHERE room = ?1";

const EPOCH: &str = "SELECT epoch FROM room WHERE id = ?1";

const INSERT: &str = "INSERT INTO event (room, seq, at, body) VALUES (?1, ?2, ?3, ?4)";

const CLAIM: &str = "UPDATE room SET epoch = epoch + 1 WHERE id = ?1 RETURNING epoch";

const RECORDS: &str = "
    SELECT seq, at, body, (SELECT head FROM room WHERE id = ?1) AS head FROM event WHERE room = ?1 ORDER BY seq";

/// Begins a transaction that nobody else writes beside.
pub(super) fn begin(connection: &mut Connection) -> Result<rusqlite::Transaction<'_>, rusqlite::Error> {
    connection.transaction_with_behavior(TransactionBehavior::Immediate)
}

/// Appends all of them, or writes nothing.
pub(super) fn append(transaction: &mut rusqlite::Transaction<'_>, appends: &[Append]) -> Settled<()> {
    if let [only] = appends {
        // It decides before it writes, and needs no way back.
        return append_one(transaction, only);
    }
    let savepoint = transaction.savepoint()?;
    for append in appends {
        if let Err(refused) = append_one(&savepoint, append)? {
            // Dropped, it rolls back.
            savepoint.finish()?;
            return Ok(Err(refused));
        }
    }
    savepoint.commit()?;
    Ok(Ok(()))
}

/// Writes a record of a competition and the rooms that it opens, or nothing.
pub(super) fn compete(transaction: &mut rusqlite::Transaction<'_>, competed: &Competed) -> Settled<()> {
    let savepoint = transaction.savepoint()?;
    let mut settled = competitions::append(&savepoint, competed)?;
    for append in &competed.rooms {
        if settled.is_ok() {
            settled = append_one(&savepoint, append)?;
        }
    }
    if settled.is_err() {
        // Dropped, it rolls back.
        savepoint.finish()?;
    } else {
        savepoint.commit()?;
    }
    Ok(settled)
}

fn append_one(connection: &Connection, append: &Append) -> Settled<()> {
    let Some(first) = unbroken(append) else {
        return Ok(Err(StoreError::Conflict));
    };
    let room = append.room.to_string();
    let count = i64::try_from(append.records.len()).unwrap_or(i64::MAX);
    if let Right::Mend(epoch) = append.right
        && !mend(connection, &room, epoch, first.seq)?
    {
        return Ok(Err(StoreError::Conflict));
    }
    let stays_listed = append.phase == Phase::Over && append.finished.is_none();
    if matches!(append.right, Right::Mend(_)) && !stays_listed {
        connection.execute(UNLIST, (&room,))?;
    }
    let phase = phase_word(append.phase);
    let is_ours = match append.right {
        Right::Own(epoch) | Right::Mend(epoch) => {
            let values = (&room, first.seq, count, phase, epoch_number(epoch));
            connection.prepare_cached(MOVE_HEAD)?.execute(values)?
        }
        Right::Found { opener, visibility } => {
            let values = (&room, count, phase, visibility_word(visibility), opener.to_string());
            connection.prepare_cached(FOUND)?.execute(values)?
        }
    };
    if is_ours == 0 {
        return Ok(Err(StoreError::Conflict));
    }
    let mut insert = connection.prepare_cached(INSERT)?;
    for record in &append.records {
        insert.execute((&room, record.seq, at(record), body(record)?))?;
    }
    if let Some(game) = &append.finished {
        finished::keep(connection, &room, game)?;
    }
    Ok(Ok(()))
}

/// Makes room for the record that follows those which can be read. False, and nothing is written, if another owner has
/// the journal.
fn mend(connection: &Connection, room: &str, epoch: Epoch, seq: u32) -> Result<bool, rusqlite::Error> {
    let held: Option<i64> = connection.query_row(EPOCH, (room,), |row| row.get(0)).optional()?;
    if held != Some(epoch_number(epoch)) {
        return Ok(false);
    }
    connection.execute(SET_ASIDE, (room, epoch_number(epoch), seq))?;
    connection.execute(CUT, (room, seq))?;
    connection.execute(MOVE_BACK, (room, seq))?;
    Ok(true)
}

/// The first of the records, if a journal can go on with them: none missing among them, and from 0 on if they found it.
fn unbroken(append: &Append) -> Option<&Recorded> {
    let first = append.records.first()?;
    let starts_right = match append.right {
        Right::Found { .. } => first.seq == 0,
        Right::Own(_) | Right::Mend(_) => true,
    };
    let goes_on = (first.seq..).zip(&append.records).all(|(seq, record)| record.seq == seq);
    (starts_right && goes_on).then_some(first)
}

/// Bumps the room's epoch and reads its journal, as far as it can be read. One of which nothing can be read is its own
/// room's trouble.
pub(super) fn claim(connection: &Connection, room: RoomId) -> Settled<Option<Claimed>> {
    let room = room.to_string();
    let mut claim = connection.prepare_cached(CLAIM)?;
    let Some(epoch) = claim.query_row((&room,), |row| row.get::<_, i64>(0)).optional()? else {
        return Ok(Ok(None));
    };
    let epoch = Epoch(u64::try_from(epoch).unwrap_or_default());
    let readable = readable(connection, &room)
        .and_then(|read| read.ok_or_else(|| StoreError::Damaged("the room has no records".to_owned())));
    Ok(readable.map(|(records, damage)| Some(Claimed { epoch, records, damage })))
}

/// The journal of a room as far as it can be read, and what is wrong with the rest. That the file cannot be read, or was
/// written by a later version, is no damage.
fn readable(connection: &Connection, room: &str) -> Result<Option<Readable>, StoreError> {
    let mut statement = connection.prepare_cached(RECORDS).map_err(unreadable)?;
    let mut rows = statement.query((room,)).map_err(unreadable)?;
    let (mut records, mut why, mut found, mut head) = (Vec::new(), None, 0, 0);
    while let Some(row) = rows.next().map_err(unreadable)? {
        head = usize::try_from(row.get::<_, i64>("head").map_err(unreadable)?).unwrap_or_default();
        if why.is_none() && found < head {
            match record(&stored(row), u32::try_from(found).unwrap_or(u32::MAX)) {
                Ok(record) => records.push(record),
                Err(Unreadable::Damaged(words)) if found > 0 => why = Some(words),
                Err(unreadable) => return Err(unreadable.into_error()),
            }
        }
        found += 1;
    }
    if found == 0 {
        return Ok(None);
    }
    let expected = head.max(found);
    let lost = u32::try_from(expected - records.len()).unwrap_or(u32::MAX);
    let why = why.unwrap_or_else(|| format!("there are {found} records, and should be {head}"));
    Ok(Some((records, (lost > 0).then_some(Damage { lost, why }))))
}

/// The records that can be read, and what is wrong with the rest.
type Readable = (Vec<Recorded>, Option<Damage>);

/// What a row holds that should be a record. Each value may be another thing than it should be.
struct Stored<'a> {
    seq: Result<i64, String>,
    at: Result<i64, String>,
    body: Result<&'a [u8], String>,
}

fn stored<'a>(row: &'a rusqlite::Row<'_>) -> Stored<'a> {
    // As bytes, so that a text that is none is this record's trouble and not the statement's.
    let body = row.get_ref("body").map_err(|error| error.to_string());
    Stored {
        seq: row.get("seq").map_err(|error| error.to_string()),
        at: row.get("at").map_err(|error| error.to_string()),
        body: body.and_then(|value| value.as_bytes().map_err(|error| error.to_string())),
    }
}

fn stored_by_sqlx(row: &SqliteRow) -> Stored<'_> {
    Stored {
        seq: row.try_get("seq").map_err(|error| error.to_string()),
        at: row.try_get("at").map_err(|error| error.to_string()),
        body: row.try_get_unchecked("body").map_err(|error| error.to_string()),
    }
}

/// The whole journal of a room; none if there is no such room.
pub(super) async fn records(
    connection: &mut SqliteConnection,
    room: RoomId,
) -> Result<Option<Vec<Recorded>>, StoreError> {
    let rows = sqlx::query(RECORDS).bind(room.to_string()).fetch_all(connection).await.map_err(unreadable)?;
    let Some(last) = rows.last() else {
        return Ok(None);
    };
    let head: i64 = last.try_get("head").map_err(unreadable)?;
    let read = |(seq, row)| record(&stored_by_sqlx(row), seq).map_err(Unreadable::into_error);
    let records = (0..).zip(&rows).map(read).collect::<Result<Vec<_>, _>>()?;
    if i64::try_from(records.len()) != Ok(head) {
        return Err(StoreError::Damaged(format!(
            "there are {} records, and should be {head}",
            records.len()
        )));
    }
    Ok(Some(records))
}

/// The rooms that are not over.
pub(super) async fn awake_rooms(connection: &mut SqliteConnection) -> Result<Vec<RoomId>, StoreError> {
    let query = sqlx::query_scalar::<_, String>("SELECT id FROM room WHERE phase <> 'over'");
    let ids = query.fetch_all(connection).await.map_err(unreadable)?;
    ids.iter().map(|id| parse(id, "a room's id")).collect()
}

/// How many open tables a person has opened.
pub(super) async fn open_tables_of(
    connection: &mut SqliteConnection,
    person: PersonId,
) -> Result<u32, StoreError> {
    let query = sqlx::query_scalar("SELECT count(*) FROM room WHERE opener = ?1 AND phase = 'open'");
    query.bind(person.to_string()).fetch_one(connection).await.map_err(unreadable)
}

/// Why a row is no record.
enum Unreadable {
    /// It is damaged.
    Damaged(String),
    /// A later version of this program wrote it.
    Newer(String),
}

impl Unreadable {
    fn into_error(self) -> StoreError {
        let (Self::Damaged(words) | Self::Newer(words)) = self;
        StoreError::Damaged(words)
    }
}

/// The record of a row that should be the journal's `seq`th.
fn record(row: &Stored<'_>, seq: u32) -> Result<Recorded, Unreadable> {
    let damaged = |why: &dyn Display| Unreadable::Damaged(format!("record {seq}: {why}"));
    if row.seq.as_ref().map_err(|error| damaged(error))? != &i64::from(seq) {
        return Err(damaged(&"it is missing"));
    }
    let body = row.body.as_ref().map_err(|error| damaged(error))?;
    let body = std::str::from_utf8(body).map_err(|error| damaged(&error))?;
    let is_newer = |error: &codec::BadRecord| matches!(error, codec::BadRecord::Version(version) if *version > codec::VERSION);
    let record = codec::decode(body).map_err(|error| {
        if is_newer(&error) { Unreadable::Newer(format!("record {seq}: {error}")) } else { damaged(&error) }
    })?;
    let stored_at = row.at.as_ref().map_err(|error| damaged(error))?;
    if record.seq != seq || at(&record) != *stored_at {
        return Err(damaged(&"it is another record than its row says"));
    }
    Ok(record)
}

fn body(record: &Recorded) -> Result<String, rusqlite::Error> {
    codec::encode(record).map_err(|error| rusqlite::Error::ToSqlConversionFailure(error.into()))
}

/// A moment that no room lives to see is written as the last one there is.
fn at(record: &Recorded) -> i64 {
    i64::try_from(record.at.millis()).unwrap_or(i64::MAX)
}

/// An epoch that was never given out is no room's.
fn epoch_number(epoch: Epoch) -> i64 {
    i64::try_from(epoch.0).unwrap_or(-1)
}

pub(super) const fn phase_word(phase: Phase) -> &'static str {
    match phase {
        // Both are woken when the server starts.
        Phase::Open => "open",
        Phase::Starting | Phase::Playing => "playing",
        Phase::Over => "over",
    }
}

pub(super) const fn visibility_word(visibility: Visibility) -> &'static str {
    match visibility {
        Visibility::Public => "public",
        Visibility::Link => "link",
    }
}

pub(super) fn parse<T: FromStr>(text: &str, what: &'static str) -> Result<T, StoreError> {
    text.parse().map_err(|_| StoreError::Damaged(format!("{what} is none")))
}

pub(super) fn unreadable(error: impl Display) -> StoreError {
    StoreError::Damaged(error.to_string())
}
