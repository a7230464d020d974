//! Finished games over HTTP: found by who played, preset, opening, result and date, a page at a time.

use std::sync::Arc;

use axum::extract::{Query, rejection::QueryRejection};
use axum::{Extension, Json};
use http::HeaderMap;
use serde::{Deserialize, Serialize};
use tokio::time::timeout;

use super::Door;
use super::allowance::Cost;
use super::answer::{BadSearch, Refusal};
use super::credentials::Credential;
use super::routes::STORE_WITHIN;
use super::serve::Visit;
use crate::journal::{Name, PersonId, RoomId, preset_names};
use crate::protocol::server::PersonForm;
use crate::spelling::{PerSeatForm, SeatForm};
use crate::store::{FoundGame, FoundPlayer, PAGE_MAX, ResultSought, Search};

/// The longest name of an opening that is looked for.
const WORD_BYTES_MAX: usize = 40;

/// Which games are looked for. All that is said must be so.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Asked {
    /// `mine=true`: games of the person who asks, those among them that only who has the link finds.
    #[serde(default)]
    mine: bool,
    /// One of the players was called this, whatever the case of its letters.
    player: Option<String>,
    preset: Option<String>,
    opening: Option<String>,
    /// `black`, `white` or `draw`.
    result: Option<ResultWord>,
    /// Milliseconds since 1970.
    since: Option<u64>,
    until: Option<u64>,
    /// What the page before gave as `next`: the time and the room of its last game.
    after: Option<String>,
    limit: Option<u32>,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
enum ResultWord {
    Black,
    White,
    Draw,
}

/// A page of finished games, the newest first.
#[derive(Debug, Serialize)]
pub(super) struct Page {
    games: Vec<GameForm>,
    /// Where the next page begins; none if this is the last.
    next: Option<String>,
}

#[derive(Debug, Serialize)]
struct GameForm {
    room: String,
    wall_ms: u64,
    players: PerSeatForm<PersonForm>,
    /// Who had Black at the end; none if the game never began.
    black: Option<SeatForm>,
    preset: Option<String>,
    opening: Option<String>,
    scores: PerSeatForm<String>,
    reason: String,
    moves: u32,
}

/// `GET /api/games`: finished games.
pub(super) async fn games(
    Extension(door): Extension<Arc<Door>>,
    Extension(visit): Extension<Visit>,
    headers: HeaderMap,
    query: Result<Query<Asked>, QueryRejection>,
) -> Result<Json<Page>, Refusal> {
    let Query(asked) = query.map_err(|_| Refusal::BadSearch(BadSearch::Query))?;
    let person = if asked.mine { Some(person(&door, &headers).await?) } else { None };
    let search = search(asked, person).map_err(Refusal::BadSearch)?;
    door.charge(&visit, Cost::Page)?;
    let limit = search.limit;
    let found = timeout(STORE_WITHIN, door.sessions.store.find_games(search)).await;
    let Ok(Ok(found)) = found else {
        return Err(Refusal::Unavailable);
    };
    let is_full = u32::try_from(found.len()).is_ok_and(|count| count >= limit);
    let last = found.last().filter(|_| is_full);
    let next = last.map(|last| format!("{}-{}", last.wall, last.room));
    Ok(Json(Page { games: found.into_iter().map(Into::into).collect(), next }))
}

async fn person(door: &Door, headers: &HeaderMap) -> Result<PersonId, Refusal> {
    match door.credential(headers) {
        Credential::Bot(digest) => Ok(door.sessions.bot(digest).await?.person.id),
        Credential::Cookie(person) | Credential::Bearer(person) => Ok(person.person),
        Credential::BadBearer | Credential::Nothing => Err(Refusal::Unauthorized),
    }
}

/// What is to be looked for.
fn search(asked: Asked, person: Option<PersonId>) -> Result<Search, BadSearch> {
    let is_short = |word: &Option<String>| word.as_ref().is_none_or(|word| word.len() <= WORD_BYTES_MAX);
    if !is_short(&asked.opening) {
        return Err(BadSearch::Query);
    }
    let is_preset = |word: &String| preset_names().any(|name| name == word);
    if !asked.preset.as_ref().is_none_or(is_preset) {
        return Err(BadSearch::Preset);
    }
    let limit = asked.limit.unwrap_or(PAGE_MAX);
    if !(1..=PAGE_MAX).contains(&limit) {
        return Err(BadSearch::Limit);
    }
    let player = asked.player.map(|name| name.parse::<Name>()).transpose();
    let after = asked.after.map(|text| place(&text).ok_or(BadSearch::Query)).transpose()?;
    let player = player.map_err(|_| BadSearch::Query)?;
    Ok(Search {
        person,
        player: player.map(|name| name.as_str().to_owned()),
        preset: asked.preset,
        opening: asked.opening.map(|code| code.to_ascii_uppercase()),
        result: asked.result.map(|word| match word {
            ResultWord::Black => ResultSought::Black,
            ResultWord::White => ResultSought::White,
            ResultWord::Draw => ResultSought::Draw,
        }),
        since: asked.since,
        until: asked.until,
        after,
        limit,
    })
}

/// The time and the room of a page's last game.
fn place(text: &str) -> Option<(u64, RoomId)> {
    let (wall, room) = text.split_once('-')?;
    Some((wall.parse().ok()?, room.parse().ok()?))
}

impl From<FoundGame> for GameForm {
    fn from(game: FoundGame) -> Self {
        let person = |player: &FoundPlayer| PersonForm {
            id: player.id.clone(),
            name: player.name.clone(),
            bot: player.is_bot,
        };
        Self {
            room: game.room.to_string(),
            wall_ms: game.wall,
            players: PerSeatForm::of(&game.players, person),
            black: game.black.map(Into::into),
            preset: game.preset,
            opening: game.opening,
            scores: PerSeatForm::of(&game.scores, Clone::clone),
            reason: game.reason,
            moves: game.moves,
        }
    }
}
