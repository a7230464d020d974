//! Finished games in the database: written beside the record that ends them, found by who looks for them.

use rusqlite::Connection;
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
        moves, a_bot, b_bot, winner)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17)
    ON CONFLICT (room) DO UPDATE SET a_score = excluded.a_score, b_score = excluded.b_score, winner = excluded.winner";

/// Writes a finished game down; one that stands there already may only have another result.
pub(super) fn keep(connection: &Connection, room: &str, finished: &Finished) -> Result<(), rusqlite::Error> {
    let Finished { players, scores, .. } = finished;
    let visibility = match finished.visibility {
        Visibility::Public => "public",
        Visibility::Link => "link",
    };
    connection.prepare_cached(KEEP)?.execute(rusqlite::params![
        room,
        i64::try_from(finished.wall.0).unwrap_or(i64::MAX),
        visibility,
        players.a.id.to_string(),
        players.a.name.as_str(),
        players.b.id.to_string(),
        players.b.name.as_str(),
        finished.black.map(letter),
        finished.preset,
        finished.opening.as_deref(),
        score_word(scores.a),
        score_word(scores.b),
        finished.reason,
        i64::from(finished.moves),
        players.a.is_bot,
        players.b.is_bot,
        result(finished).map(winner_word),
    ])?;
    Ok(())
}

/// Finds games, the newest first.
pub(super) async fn find(
    connection: &mut SqliteConnection,
    search: &Search,
) -> Result<Vec<FoundGame>, StoreError> {
    let limit = search.limit.clamp(1, PAGE_MAX);
    let mut games: Vec<FoundGame> = Vec::new();
    for path in Path::of(search) {
        let rows = query("", *path, search).build().fetch_all(&mut *connection).await.map_err(unreadable)?;
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

/// The index down which games are looked for. Whoever plays sits at one of two seats: two paths, which together are a
/// page at most each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Path {
    PersonA,
    PersonB,
    NameA,
    NameB,
    Opening,
    Preset,
    Winner,
    Told,
}

impl Path {
    /// Those that lead past the fewest games that do not fit.
    const fn of(search: &Search) -> &'static [Self] {
        match search {
            Search { person: Some(_), .. } => &[Self::PersonA, Self::PersonB],
            Search { player: Some(_), .. } => &[Self::NameA, Self::NameB],
            Search { opening: Some(_), .. } => &[Self::Opening],
            Search { preset: Some(_), .. } => &[Self::Preset],
            Search { result: Some(_), .. } => &[Self::Winner],
            Search { .. } => &[Self::Told],
        }
    }

    /// Its index in the database. Named in the query: SQLite chooses by guesses, and these are known.
    const fn index(self) -> &'static str {
        match self {
            Self::PersonA => "finished_a",
            Self::PersonB => "finished_b",
            Self::NameA => "finished_a_name",
            Self::NameB => "finished_b_name",
            Self::Opening => "finished_opening",
            Self::Preset => "finished_preset",
            Self::Winner => "finished_winner",
            Self::Told => "finished_told",
        }
    }
}

/// What is asked down one path. The games are picked by the index alone, and only a page of rows is read.
fn query(head: &str, path: Path, search: &Search) -> QueryBuilder<Sqlite> {
    let mut query = QueryBuilder::new(head);
    query.push("SELECT finished.* FROM (SELECT room FROM finished INDEXED BY ").push(path.index());
    match (path, &search.person) {
        (Path::PersonA, Some(person)) => query.push(" WHERE a = ").push_bind(person.to_string()),
        (Path::PersonB, Some(person)) => query.push(" WHERE b = ").push_bind(person.to_string()),
        _ => query.push(" WHERE visibility = 'public'"),
    };
    narrow(&mut query, path, search);
    query.push(" ORDER BY wall DESC, room LIMIT ").push_bind(i64::from(search.limit.clamp(1, PAGE_MAX)));
    query.push(") AS found CROSS JOIN finished ON finished.room = found.room");
    query
}

fn narrow(query: &mut QueryBuilder<Sqlite>, path: Path, search: &Search) {
    if let Some(player) = &search.player {
        let mut is_called = |column, end| {
            query.push(column).push_bind(player.clone()).push(end);
        };
        match path {
            Path::NameA => is_called(" AND a_name = ", " COLLATE NOCASE"),
            Path::NameB => is_called(" AND b_name = ", " COLLATE NOCASE"),
            Path::PersonA | Path::PersonB | Path::Opening | Path::Preset | Path::Winner | Path::Told => {
                is_called(" AND (a_name = ", " COLLATE NOCASE");
                is_called(" OR b_name = ", " COLLATE NOCASE)");
            }
        }
    }
    let winner = search.result.map(|result| winner_word(result).to_owned());
    for (column, value) in [("preset", &search.preset), ("opening", &search.opening), ("winner", &winner)] {
        if let Some(value) = value {
            query.push(" AND ").push(column).push(" = ").push_bind(value.clone());
        }
    }
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

/// Which colour won; none if the game never began or both lost.
fn result(finished: &Finished) -> Option<ResultSought> {
    match (finished.scores.a, finished.scores.b) {
        (Score::Draw, Score::Draw) => Some(ResultSought::Draw),
        (Score::Win, _) => finished.black.map(|black| won_by(black == Seat::A)),
        (_, Score::Win) => finished.black.map(|black| won_by(black == Seat::B)),
        (Score::Draw | Score::Loss | Score::Void, Score::Draw | Score::Loss | Score::Void) => None,
    }
}

const fn won_by(is_black: bool) -> ResultSought {
    if is_black { ResultSought::Black } else { ResultSought::White }
}

const fn letter(seat: Seat) -> &'static str {
    match seat {
        Seat::A => "a",
        Seat::B => "b",
    }
}

/// What a result that is looked for stands as in the column `winner`.
const fn winner_word(result: ResultSought) -> &'static str {
    match result {
        ResultSought::Black => "black",
        ResultSought::White => "white",
        ResultSought::Draw => "draw",
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

#[cfg(test)]
mod tests {
    use tempfile::tempdir;

    use super::*;
    use crate::store::Settings;
    use crate::store::sqlite::Database;

    /// Everything that can be asked, with and without each other.
    fn searches() -> impl Iterator<Item = Search> {
        let room = RoomId::from_entropy([7; 12]);
        (0..1_u32 << 8).map(move |asked| {
            let is_asked = |bit: u32| (asked >> bit & 1 == 1).then_some(());
            Search {
                person: is_asked(0).map(|()| PersonId::from_entropy([7; 16])),
                player: is_asked(1).map(|()| "Ann".to_owned()),
                preset: is_asked(2).map(|()| "renju".to_owned()),
                opening: is_asked(3).map(|()| "D1".to_owned()),
                result: is_asked(4).map(|()| ResultSought::Draw),
                since: is_asked(5).map(|()| 1),
                until: is_asked(6).map(|()| 9),
                after: is_asked(7).map(|()| (5, room)),
                limit: PAGE_MAX,
            }
        })
    }

    #[tokio::test]
    async fn no_search_reads_the_table_or_sorts() {
        let directory = tempdir().unwrap();
        let database = Database::open(&Settings::new(directory.path().join("tengen.db"))).await.unwrap();
        let mut plans = 0;
        for search in searches() {
            for path in Path::of(&search) {
                let mut query = query("EXPLAIN QUERY PLAN ", *path, &search);
                let rows = query.build().fetch_all(&database.readers).await.unwrap();
                let plan: Vec<String> = rows.iter().map(|row| row.get("detail")).collect();
                let [found, by_index, scan, by_key] = &plan[..] else { panic!("{search:?}: {plan:#?}") };
                assert!(found.ends_with("found"), "{plan:#?}");
                let down = format!("SEARCH finished USING COVERING INDEX {} (", path.index());
                assert!(by_index.starts_with(&down), "{search:?}: {plan:#?}");
                // The page that was found, and nothing else, is gone through.
                assert_eq!(
                    (scan.as_str(), by_key.as_str()),
                    ("SCAN found", "SEARCH finished USING PRIMARY KEY (room=?)")
                );
                // A date or a page further on is a place in the index, not a filter behind it.
                let is_bounded = search.since.or(search.until).is_some() || search.after.is_some();
                assert_eq!(by_index.contains("wall"), is_bounded, "{search:?}: {by_index}");
                plans += 1;
            }
        }
        assert_eq!(plans, 256 + 128 + 64);
    }
}
