//! Bots and their tokens in the database: looked up by the server, kept by [`Register`].

use std::path::Path;

use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions, Connection, Row};

use crate::journal::{Name, Person, PersonId, WallTime};
use crate::store::names;
use crate::store::sqlite::{self, Database};
use crate::store::{OpenError, Settings, StoreError};

/// The most bots that have a token.
pub const BOTS_MAX: usize = 1000;

const OWNER: &str = "
    SELECT bot.person, coalesce(person.name, bot.name) AS name FROM token JOIN bot ON bot.name = token.bot
        LEFT JOIN person ON person.id = bot.person
        WHERE token.digest = ?1";

const LIST: &str = "
    SELECT bot.name, bot.person, token.created FROM token JOIN bot ON bot.name = token.bot ORDER BY bot.name";

/// A bot that has a token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Registered {
    /// What the operator calls it.
    pub name: Name,
    /// Who it is.
    pub person: PersonId,
    /// When its token was made.
    pub created: WallTime,
}

/// Why a token was not made.
#[derive(Debug, thiserror::Error)]
pub enum RegisterError {
    /// The bot has one.
    #[error("{0} has a token; revoke it first")]
    HasToken(String),
    /// Somebody else, a person or a bot, is called something that looks like it.
    #[error("somebody else has a name that looks like {0}; choose one that is told apart from it")]
    NameTaken(String),
    /// It looks like a name that the server gives.
    #[error("{0} looks like a name that is the server's to give; choose another")]
    NameGiven(String),
    /// There is nothing to revoke.
    #[error("no bot called {0} has a token")]
    HasNone(String),
    /// As many bots have one as may.
    #[error("{BOTS_MAX} bots have a token, and no more may")]
    TooMany,
    /// The file holds something else than expected, or cannot be written.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The database fails.
    #[error("the database fails")]
    Database(#[from] sqlx::Error),
}

/// The operator's hand on the tokens. Works beside a server that runs, which notices within a second.
#[derive(Debug)]
pub struct Register {
    connection: SqliteConnection,
}

impl Register {
    /// Opens the database at `path`. If it does not exist, or is of an older schema and no server runs, it is made and
    /// brought up to date.
    ///
    /// # Errors
    /// [`OpenError`] says what is wrong with the file; [`OpenError::InUse`] if a server of another version runs.
    pub async fn open(path: &Path) -> Result<Self, OpenError> {
        let options = SqliteConnectOptions::new()
            .filename(path)
            .foreign_keys(true)
            .busy_timeout(sqlite::BUSY_TIMEOUT)
            .disable_statement_logging();
        if let Ok(mut connection) = options.connect().await
            && sqlite::is_current(&mut connection).await
        {
            return Ok(Self { connection });
        }
        // What is made is current, so nobody needs to be kept out of it any longer.
        drop(Database::open(&Settings::new(path)).await?);
        Ok(Self { connection: options.connect().await? })
    }

    /// Gives the bot of this name a token, of which only the digest is kept. Who had one before is the same person again;
    /// the name of a new one is nobody else's, to the eye.
    ///
    /// # Errors
    /// [`RegisterError`] says why not; nothing is written then.
    pub async fn create(
        &mut self,
        name: &Name,
        person: PersonId,
        digest: &str,
        now: WallTime,
    ) -> Result<(), RegisterError> {
        let mut transaction = self.connection.begin_with("BEGIN IMMEDIATE").await?;
        let count: i64 =
            sqlx::query_scalar("SELECT count(*) FROM token").fetch_one(&mut *transaction).await?;
        if usize::try_from(count).is_ok_and(|count| count >= BOTS_MAX) {
            return Err(RegisterError::TooMany);
        }
        let known = sqlx::query_scalar("SELECT person FROM bot WHERE name = ?1").bind(name.as_str());
        let known: Option<String> = known.fetch_optional(&mut *transaction).await?;
        // Who had a token before has its name, or has taken another since.
        if known.is_none() {
            if name.is_given() {
                return Err(RegisterError::NameGiven(name.as_str().to_owned()));
            }
            if !names::hold(&mut transaction, &person.to_string(), name).await? {
                return Err(RegisterError::NameTaken(name.as_str().to_owned()));
            }
        }
        let bot = "INSERT INTO bot (name, person) VALUES (?1, ?2) ON CONFLICT (name) DO NOTHING";
        let bot = sqlx::query(bot).bind(name.as_str()).bind(person.to_string());
        bot.execute(&mut *transaction).await?;
        let token =
            "INSERT INTO token (digest, bot, created) VALUES (?1, ?2, ?3) ON CONFLICT (bot) DO NOTHING";
        let token = sqlx::query(token).bind(digest).bind(name.as_str());
        let created = i64::try_from(now.0).unwrap_or(i64::MAX);
        if token.bind(created).execute(&mut *transaction).await?.rows_affected() == 0 {
            return Err(RegisterError::HasToken(name.as_str().to_owned()));
        }
        transaction.commit().await?;
        Ok(())
    }

    /// Takes a bot's token from it.
    ///
    /// # Errors
    /// [`RegisterError::HasNone`] if it has none.
    pub async fn revoke(&mut self, name: &Name) -> Result<(), RegisterError> {
        let revoke = sqlx::query("DELETE FROM token WHERE bot = ?1").bind(name.as_str());
        match revoke.execute(&mut self.connection).await?.rows_affected() {
            0 => Err(RegisterError::HasNone(name.as_str().to_owned())),
            _ => Ok(()),
        }
    }

    /// The bots that have a token, by name.
    ///
    /// # Errors
    /// The database's, or [`StoreError::Damaged`].
    pub async fn list(&mut self) -> Result<Vec<Registered>, RegisterError> {
        let rows = sqlx::query(LIST).fetch_all(&mut self.connection).await?;
        let registered = rows.iter().map(|row| {
            Ok(Registered {
                name: read(&row.try_get::<String, _>("name")?)?,
                person: read(&row.try_get::<String, _>("person")?)?,
                created: WallTime(u64::try_from(row.try_get::<i64, _>("created")?).unwrap_or_default()),
            })
        });
        registered.collect()
    }

    /// Closes the file in order.
    pub async fn close(self) {
        // What was committed is on the disk whatever becomes of this.
        let _ = self.connection.close().await;
    }
}

/// The bot whose token hashes to `digest`.
pub(super) async fn owner(
    connection: &mut SqliteConnection,
    digest: &str,
) -> Result<Option<Person>, StoreError> {
    let row = sqlx::query(OWNER).bind(digest).fetch_optional(connection).await.map_err(unreadable)?;
    let Some(row) = row else { return Ok(None) };
    let text = |column: &str| row.try_get::<String, _>(column).map_err(unreadable);
    Ok(Some(Person { id: read(&text("person")?)?, name: read(&text("name")?)?, is_bot: true }))
}

/// The digests of all tokens that are good.
pub(super) async fn digests(connection: &mut SqliteConnection) -> Result<Vec<String>, StoreError> {
    sqlx::query_scalar("SELECT digest FROM token").fetch_all(connection).await.map_err(unreadable)
}

fn read<T: std::str::FromStr>(text: &str) -> Result<T, StoreError> {
    text.parse().map_err(|_| StoreError::Damaged("a bot's name or person is none".to_owned()))
}

fn unreadable(error: sqlx::Error) -> StoreError {
    StoreError::Damaged(error.to_string())
}
