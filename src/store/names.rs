//! What people are called in the database, and that no two of them look alike.

use rusqlite::Connection;
use sqlx::Row;
use sqlx::sqlite::SqliteConnection;

use crate::journal::{Name, PersonId};
use crate::store::StoreError;
use crate::store::statements::{Settled, parse, unreadable};

/// How many names of a person nobody else can take: the one that is used and those before it.
const HELD_MAX: i64 = 3;

const SET_NAME: &str = "
    INSERT INTO person (id, name) VALUES (?1, ?2) ON CONFLICT (id) DO UPDATE SET name = excluded.name";

/// A name that was had before is the latest again.
const LET_GO: &str = "DELETE FROM likeness WHERE likeness = ?1 AND person = ?2";

const HOLD: &str =
    "INSERT INTO likeness (likeness, person) VALUES (?1, ?2) ON CONFLICT (likeness) DO NOTHING";

const FORGET: &str = "
    DELETE FROM likeness WHERE person = ?1 AND turn <= (
        SELECT turn FROM likeness WHERE person = ?1 ORDER BY turn DESC LIMIT 1 OFFSET ?2)";

/// Names that were chosen before likenesses were kept.
const NOT_HELD: &str = "SELECT id, name FROM person WHERE NOT EXISTS (SELECT 1 FROM likeness)";

/// Remembers what a person is called, if nobody else is called anything like it.
pub(super) fn set(connection: &Connection, person: PersonId, name: &Name) -> Settled<()> {
    let (person, likeness) = (person.to_string(), name.likeness());
    connection.execute(LET_GO, (likeness.as_str(), &person))?;
    if connection.execute(HOLD, (likeness.as_str(), &person))? == 0 {
        return Ok(Err(StoreError::NameTaken));
    }
    connection.execute(FORGET, (&person, HELD_MAX))?;
    connection.execute(SET_NAME, (&person, name.as_str()))?;
    Ok(Ok(()))
}

/// What a person is called.
pub(super) async fn of(
    connection: &mut SqliteConnection,
    person: PersonId,
) -> Result<Option<Name>, StoreError> {
    let query = sqlx::query_scalar::<_, String>("SELECT name FROM person WHERE id = ?1");
    let name = query.bind(person.to_string()).fetch_optional(connection).await.map_err(unreadable)?;
    name.map(|name| parse(&name, "a person's name")).transpose()
}

/// Bots whose name was given with their token before likenesses of such names were kept.
const BOTS_NOT_HELD: &str = "
    SELECT bot.person, coalesce(person.name, bot.name) FROM bot LEFT JOIN person ON person.id = bot.person
        WHERE NOT EXISTS (SELECT 1 FROM likeness WHERE likeness.person = bot.person)";

const HOLDER: &str = "SELECT person FROM likeness WHERE likeness = ?1";

/// Holds a name for somebody. Whether it is theirs then: false if somebody else has one that looks like it.
pub(super) async fn hold(
    connection: &mut SqliteConnection,
    person: &str,
    name: &Name,
) -> Result<bool, sqlx::Error> {
    let likeness = name.likeness();
    sqlx::query(HOLD).bind(likeness.as_str()).bind(person).execute(&mut *connection).await?;
    let holder: String = sqlx::query_scalar(HOLDER).bind(likeness.as_str()).fetch_one(connection).await?;
    Ok(holder == person)
}

/// Holds the names that were chosen before likenesses were kept. Two that look alike are both kept; the first holds it.
pub(super) async fn hold_earlier(connection: &mut SqliteConnection) -> Result<(), sqlx::Error> {
    let mut rows = sqlx::query(NOT_HELD).fetch_all(&mut *connection).await?;
    rows.extend(sqlx::query(BOTS_NOT_HELD).fetch_all(&mut *connection).await?);
    for row in rows {
        let (person, name): (String, String) = (row.try_get(0)?, row.try_get(1)?);
        // A name that cannot be read is found out when it is asked for.
        if let Ok(name) = name.parse::<Name>() {
            hold(connection, &person, &name).await?;
        }
    }
    Ok(())
}
