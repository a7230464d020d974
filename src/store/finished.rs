//! Finished games in the database: written beside the record that ends them, found by who looks for them.

use sqlx::sqlite::{SqliteConnection, SqliteRow};
use sqlx::{QueryBuilder, Row, Sqlite};

use crate::game::event::Score;
use crate::game::seat::{PerSeat, Seat};
use crate::journal::{Finished, PersonId, RoomId, Visibility};
use crate::store::StoreError;

/// The most games that are given at once.
pub const PAGE_MAX: u32 = 50;

/// Which finished games are looked for. All that is said must be so.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Search {
    /// One of the players is this person. Then link-only games are found too.
    pub person: Option<PersonId>,
    /// One of the players was called this, whatever the case of its letters.
    pub player: Option<String>,
    /// It had the rules of this preset.
    pub preset: Option<String>,
    /// This opening was on the board: `D1` to `D13`, `I1` to `I13`.
    pub opening: Option<String>,
    /// Who won.
    pub result: Option<ResultSought>,
    /// It was opened at this time or later, in milliseconds since 1970.
    pub since: Option<u64>,
    /// It was opened before this time.
    pub until: Option<u64>,
    /// It comes after this one, the last of the page before.
    pub after: Option<(u64, RoomId)>,
    /// So many at most, and never more than [`PAGE_MAX`].
    pub limit: u32,
}

/// A result that is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResultSought {
    /// Black won.
    Black,
    /// White won.
    White,
    /// Neither did.
    Draw,
}

/// A player of a finished game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundPlayer {
    /// Who it is.
    pub id: String,
    /// What they were called.
    pub name: String,
    /// Whether it was a bot.
    pub is_bot: bool,
}

/// A finished game that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundGame {
    /// Its room.
    pub room: RoomId,
    /// When it was opened, in milliseconds since 1970.
    pub wall: u64,
    /// Who played.
    pub players: PerSeat<FoundPlayer>,
    /// Who had Black at the end.
    pub black: Option<Seat>,
    /// The preset.
    pub preset: Option<String>,
    /// The opening.
    pub opening: Option<String>,
    /// What each got, in the words of the wire.
    pub scores: PerSeat<String>,
    /// Why it ended, in the word of the wire.
    pub reason: String,
    /// How many moves and steps of the opening were made.
    pub moves: u32,
}

const KEEP: &str = "
    INSERT INTO finished (room, wall, visibility, a, a_name, b, b_name, black, preset, opening, a_score, b_score, reason,
        moves, a_bot, b_bot)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16)
    ON CONFLICT (room) DO UPDATE SET a_score = excluded.a_score, b_score = excluded.b_score";

/// Writes a finished game down; one that stands there already may only have another result.
pub(super) async fn keep(
    connection: &mut SqliteConnection,
    room: &str,
    finished: &Finished,
) -> Result<(), sqlx::Error> {
    let Finished { players, scores, .. } = finished;
    sqlx::query(KEEP)
        .bind(room)
        .bind(i64::try_from(finished.wall.0).unwrap_or(i64::MAX))
        .bind(match finished.visibility {
            Visibility::Public => "public",
            Visibility::Link => "link",
        })
        .bind(players.a.id.to_string())
        .bind(players.a.name.as_str())
        .bind(players.b.id.to_string())
        .bind(players.b.name.as_str())
        .bind(finished.black.map(letter))
        .bind(finished.preset)
        .bind(finished.opening.as_deref())
        .bind(score_word(scores.a))
        .bind(score_word(scores.b))
        .bind(finished.reason)
        .bind(i64::from(finished.moves))
        .bind(players.a.is_bot)
        .bind(players.b.is_bot)
        .execute(connection)
        .await?;
    Ok(())
}

/// Finds games, the newest first.
pub(super) async fn find(
    connection: &mut SqliteConnection,
    search: &Search,
) -> Result<Vec<FoundGame>, StoreError> {
    let limit = i64::from(search.limit.clamp(1, PAGE_MAX));
    let person = search.person.map(|person| person.to_string());
    // Each half goes down an index of its own, in the order that is wanted; together they are a page at most each.
    let halves: &[(&str, &str)] = match (&person, &search.player) {
        (Some(_), _) => &[("a = ", ""), ("b = ", "")],
        (None, Some(_)) => &[("a_name = ", " COLLATE NOCASE"), ("b_name = ", " COLLATE NOCASE")],
        (None, None) => &[("", "")],
    };
    let mut games: Vec<FoundGame> = Vec::new();
    for (column, collation) in halves {
        let mut query = QueryBuilder::<Sqlite>::new("SELECT * FROM finished WHERE ");
        match person.as_ref().or(search.player.as_ref()) {
            Some(who) => query.push(column).push_bind(who).push(collation),
            None => query.push("visibility = 'public'"),
        };
        narrow(&mut query, search, person.is_some());
        query.push(" ORDER BY wall DESC, room LIMIT ").push_bind(limit);
        let rows = query.build().fetch_all(&mut *connection).await.map_err(unreadable)?;
        games.extend(rows.iter().map(game).collect::<Result<Vec<_>, _>>()?);
    }
    games.sort_by(|one, other| other.wall.cmp(&one.wall).then(one.room.cmp(&other.room)));
    games.dedup_by_key(|game| game.room);
    games.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
    Ok(games)
}

/// What stands there of the game of a room.
pub(super) async fn listed(
    connection: &mut SqliteConnection,
    room: RoomId,
) -> Result<Option<FoundGame>, StoreError> {
    let query = sqlx::query("SELECT * FROM finished WHERE room = ?1").bind(room.to_string());
    let row = query.fetch_optional(connection).await.map_err(unreadable)?;
    row.as_ref().map(game).transpose()
}

impl FoundGame {
    /// How a finished game stands in the list.
    pub(super) fn of(room: RoomId, finished: &Finished) -> Self {
        let player = |seat: Seat| {
            let player = &finished.players[seat];
            let (id, name) = (player.id.to_string(), player.name.as_str().to_owned());
            FoundPlayer { id, name, is_bot: player.is_bot }
        };
        Self {
            room,
            wall: finished.wall.0,
            players: PerSeat::from_fn(player),
            black: finished.black,
            preset: finished.preset.map(str::to_owned),
            opening: finished.opening.clone(),
            scores: PerSeat::from_fn(|seat| score_word(finished.scores[seat]).to_owned()),
            reason: finished.reason.to_owned(),
            moves: finished.moves,
        }
    }
}

fn narrow(query: &mut QueryBuilder<Sqlite>, search: &Search, is_own: bool) {
    if !is_own {
        query.push(" AND visibility = 'public'");
    }
    if let (Some(player), true) = (&search.player, is_own) {
        query.push(" AND (a_name = ").push_bind(player).push(" COLLATE NOCASE OR b_name = ");
        query.push_bind(player).push(" COLLATE NOCASE)");
    }
    for (column, value) in [("preset", &search.preset), ("opening", &search.opening)] {
        if let Some(value) = value {
            query.push(" AND ").push(column).push(" = ").push_bind(value);
        }
    }
    match search.result {
        Some(ResultSought::Black) => {
            query.push(" AND ((black = 'a' AND a_score = 'win') OR (black = 'b' AND b_score = 'win'))")
        }
        Some(ResultSought::White) => {
            query.push(" AND ((black = 'a' AND b_score = 'win') OR (black = 'b' AND a_score = 'win'))")
        }
        Some(ResultSought::Draw) => query.push(" AND a_score = 'draw' AND b_score = 'draw'"),
        None => query,
    };
    let millis = |millis: u64| i64::try_from(millis).unwrap_or(i64::MAX);
    if let Some(since) = search.since {
        query.push(" AND wall >= ").push_bind(millis(since));
    }
    if let Some(until) = search.until {
        query.push(" AND wall < ").push_bind(millis(until));
    }
    if let Some((wall, room)) = search.after {
        query.push(" AND wall <= ").push_bind(millis(wall));
        query.push(" AND (wall < ").push_bind(millis(wall)).push(" OR room > ");
        query.push_bind(room.to_string()).push(")");
    }
}

fn game(row: &SqliteRow) -> Result<FoundGame, StoreError> {
    let text = |column: &str| row.try_get::<String, _>(column).map_err(unreadable);
    let number = |column: &str| row.try_get::<i64, _>(column).map_err(unreadable);
    let player = |id: &str, name: &str, is_bot: &str| {
        Ok(FoundPlayer { id: text(id)?, name: text(name)?, is_bot: number(is_bot)? != 0 })
    };
    let black: Option<String> = row.try_get("black").map_err(unreadable)?;
    Ok(FoundGame {
        room: text("room")?.parse().map_err(|_| StoreError::Damaged("a room's id is none".to_owned()))?,
        wall: u64::try_from(number("wall")?).unwrap_or_default(),
        players: PerSeat { a: player("a", "a_name", "a_bot")?, b: player("b", "b_name", "b_bot")? },
        black: black.map(|letter| if letter == "a" { Seat::A } else { Seat::B }),
        preset: row.try_get("preset").map_err(unreadable)?,
        opening: row.try_get("opening").map_err(unreadable)?,
        scores: PerSeat { a: text("a_score")?, b: text("b_score")? },
        reason: text("reason")?,
        moves: u32::try_from(number("moves")?).unwrap_or_default(),
    })
}

const fn letter(seat: Seat) -> &'static str {
    match seat {
        Seat::A => "a",
        Seat::B => "b",
    }
}

const fn score_word(score: Score) -> &'static str {
    match score {
        Score::Win => "win",
        Score::Draw => "draw",
        Score::Loss => "loss",
        Score::Void => "void",
    }
}

fn unreadable(error: sqlx::Error) -> StoreError {
    StoreError::Damaged(error.to_string())
}
