//! What is said to SQLite: rows and records.

use std::str::FromStr;

use sqlx::sqlite::{SqliteConnection, SqliteRow};
use sqlx::{Connection, Row, Sqlite, Transaction};

use crate::journal::{PersonId, Recorded, RoomId, Visibility};
use crate::store::{Append, Claimed, Damage, Epoch, Phase, Right, StoreError, codec, finished};

/// The inner result is the caller's answer. The outer error is the end of the whole transaction.
pub(super) type Settled<T> = Result<Result<T, StoreError>, sqlx::Error>;

/// Moves the head, if it is where the caller believes and in the caller's epoch, and appends only if it moved: a stale
/// owner is fenced by the statement that would write.
const APPEND_OWN: &str = "
    UPDATE room SET head = ?2 + ?3, phase = ?4 WHERE id = ?1 AND head = ?2 AND epoch = ?7;
    INSERT INTO event (room, seq, at, body) SELECT ?1, ?2, ?5, ?6 WHERE changes() = 1";

/// Founds the room, and appends only if there was none.
const APPEND_FOUND: &str = "
    INSERT INTO room (id, epoch, head, phase, visibility, opener) VALUES (?1, 0, ?3, ?4, ?7, ?8)
        ON CONFLICT (id) DO NOTHING;
    INSERT INTO event (room, seq, at, body) SELECT ?1, ?2, ?5, ?6 WHERE changes() = 1";

/// Sets aside what stands where the records go on, and moves the head back to them.
const MEND: &str = "
    INSERT INTO set_aside (room, epoch, seq, at, body) SELECT room, ?2, seq, at, body FROM event WHERE room = ?1 AND seq >= ?3;
    DELETE FROM event WHERE room = ?1 AND seq >= ?3;
    UPDATE room SET head = ?3 WHERE id = ?1";

/// What is listed as finished and is not, or not so, as far as the journal can be read.
const UNLIST: &str = "DELETE FROM finished WHERE room = ?1";

const EPOCH: &str = "SELECT epoch FROM room WHERE id = ?1";

const APPEND_FURTHER: &str = "INSERT INTO event (room, seq, at, body) VALUES (?1, ?2, ?3, ?4)";

const CLAIM: &str = "UPDATE room SET epoch = epoch + 1 WHERE id = ?1 RETURNING epoch";

const RECORDS: &str = "
    SELECT seq, at, body, (SELECT head FROM room WHERE id = ?1) AS head FROM event WHERE room = ?1 ORDER BY seq";

/// Appends all of them, or writes nothing.
pub(super) async fn append(transaction: &mut Transaction<'_, Sqlite>, appends: &[Append]) -> Settled<()> {
    if let [only] = appends {
        // It decides before it writes, and needs no way back.
        return append_one(transaction, only).await;
    }
    let mut savepoint = transaction.begin().await?;
    for append in appends {
        if let Err(refused) = append_one(&mut savepoint, append).await? {
            savepoint.rollback().await?;
            return Ok(Err(refused));
        }
    }
    savepoint.commit().await?;
    Ok(Ok(()))
}

async fn append_one(connection: &mut SqliteConnection, append: &Append) -> Settled<()> {
    let Some((first, further)) = unbroken(append) else {
        return Ok(Err(StoreError::Conflict));
    };
    let room = append.room.to_string();
    let count = i64::try_from(append.records.len()).unwrap_or(i64::MAX);
    if let Right::Mend(epoch) = append.right
        && !mend(&mut *connection, &room, epoch, first.seq).await?
    {
        return Ok(Err(StoreError::Conflict));
    }
    let stays_listed = append.phase == Phase::Over && append.finished.is_none();
    if matches!(append.right, Right::Mend(_)) && !stays_listed {
        sqlx::query(UNLIST).bind(room.as_str()).execute(&mut *connection).await?;
    }
    let statement = match append.right {
        Right::Own(_) | Right::Mend(_) => sqlx::query(APPEND_OWN),
        Right::Found { .. } => sqlx::query(APPEND_FOUND),
    }
    .bind(room.as_str())
    .bind(i64::from(first.seq))
    .bind(count)
    .bind(phase_word(append.phase))
    .bind(at(first))
    .bind(body(first)?);
    let statement = match append.right {
        Right::Own(epoch) | Right::Mend(epoch) => statement.bind(epoch_number(epoch)),
        Right::Found { opener, visibility } => {
            statement.bind(visibility_word(visibility)).bind(opener.to_string())
        }
    };
    // The rows of both statements: the room's and the record's, or none.
    if statement.execute(&mut *connection).await?.rows_affected() == 0 {
        return Ok(Err(StoreError::Conflict));
    }
    for record in further {
        let statement = sqlx::query(APPEND_FURTHER).bind(room.as_str()).bind(i64::from(record.seq));
        statement.bind(at(record)).bind(body(record)?).execute(&mut *connection).await?;
    }
    if let Some(game) = &append.finished {
        finished::keep(&mut *connection, &room, game).await?;
    }
    Ok(Ok(()))
}

/// Makes room for the record that follows those which can be read. False, and nothing is written, if another owner has
/// the journal.
async fn mend(
    connection: &mut SqliteConnection,
    room: &str,
    epoch: Epoch,
    seq: u32,
) -> Result<bool, sqlx::Error> {
    let held = sqlx::query_scalar::<_, i64>(EPOCH).bind(room).fetch_optional(&mut *connection).await?;
    if held != Some(epoch_number(epoch)) {
        return Ok(false);
    }
    let statement = sqlx::query(MEND).bind(room).bind(epoch_number(epoch)).bind(i64::from(seq));
    statement.execute(connection).await?;
    Ok(true)
}

/// The records, if a journal can go on with them: none missing among them, and from 0 on if they found it.
fn unbroken(append: &Append) -> Option<(&Recorded, &[Recorded])> {
    let (first, further) = append.records.split_first()?;
    let starts_right = match append.right {
        Right::Found { .. } => first.seq == 0,
        Right::Own(_) | Right::Mend(_) => true,
    };
    let goes_on = (first.seq..).zip(&append.records).all(|(seq, record)| record.seq == seq);
    (starts_right && goes_on).then_some((first, further))
}

/// Bumps the room's epoch and reads its journal, as far as it can be read. One of which nothing can be read is its own
/// room's trouble.
pub(super) async fn claim(connection: &mut SqliteConnection, room: RoomId) -> Settled<Option<Claimed>> {
    let claim = sqlx::query_scalar::<_, i64>(CLAIM).bind(room.to_string());
    let Some(epoch) = claim.fetch_optional(&mut *connection).await? else {
        return Ok(Ok(None));
    };
    let epoch = Epoch(u64::try_from(epoch).unwrap_or_default());
    let readable = readable(connection, room)
        .await
        .and_then(|read| read.ok_or_else(|| StoreError::Damaged("the room has no records".to_owned())));
    Ok(readable.map(|(records, damage)| Some(Claimed { epoch, records, damage })))
}

/// The journal of a room as far as it can be read, and what is wrong with the rest. That the file cannot be read, or was
/// written by a later version, is no damage.
async fn readable(
    connection: &mut SqliteConnection,
    room: RoomId,
) -> Result<Option<(Vec<Recorded>, Option<Damage>)>, StoreError> {
    let rows = sqlx::query(RECORDS).bind(room.to_string()).fetch_all(connection).await.map_err(unreadable)?;
    let Some(last) = rows.last() else {
        return Ok(None);
    };
    let head: i64 = last.try_get("head").map_err(unreadable)?;
    let head = usize::try_from(head).unwrap_or_default();
    let mut records = Vec::with_capacity(rows.len());
    let mut why = None;
    for (seq, row) in (0..).zip(rows.iter().take(head)) {
        match record(row, seq) {
            Ok(record) => records.push(record),
            Err(Unreadable::Damaged(words)) if seq > 0 => {
                why = Some(words);
                break;
            }
            Err(unreadable) => return Err(unreadable.into_error()),
        }
    }
    let expected = head.max(rows.len());
    let lost = u32::try_from(expected - records.len()).unwrap_or(u32::MAX);
    let why = why.unwrap_or_else(|| format!("there are {} records, and should be {head}", rows.len()));
    Ok(Some((records, (lost > 0).then_some(Damage { lost, why }))))
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
    let read = |(seq, row)| record(row, seq).map_err(Unreadable::into_error);
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
fn record(row: &SqliteRow, seq: u32) -> Result<Recorded, Unreadable> {
    let damaged = |why: &dyn std::fmt::Display| Unreadable::Damaged(format!("record {seq}: {why}"));
    if row.try_get::<i64, _>("seq").map_err(|error| damaged(&error))? != i64::from(seq) {
        return Err(damaged(&"it is missing"));
    }
    // As bytes, so that a text that is none is this record's trouble and not the statement's.
    let body: &[u8] = row.try_get_unchecked("body").map_err(|error| damaged(&error))?;
    let body = std::str::from_utf8(body).map_err(|error| damaged(&error))?;
    let is_newer = |error: &codec::BadRecord| matches!(error, codec::BadRecord::Version(version) if *version > codec::VERSION);
    let record = codec::decode(body).map_err(|error| {
        if is_newer(&error) { Unreadable::Newer(format!("record {seq}: {error}")) } else { damaged(&error) }
    })?;
    let stored_at: i64 = row.try_get("at").map_err(|error| damaged(&error))?;
    if record.seq != seq || at(&record) != stored_at {
        return Err(damaged(&"it is another record than its row says"));
    }
    Ok(record)
}

fn body(record: &Recorded) -> Result<String, sqlx::Error> {
    codec::encode(record).map_err(|error| sqlx::Error::Encode(error.into()))
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

pub(super) fn unreadable(error: sqlx::Error) -> StoreError {
    StoreError::Damaged(error.to_string())
}
