//! Records over HTTP: what a game was, in every form it is written in. Reads the journal; wakes no room.

use std::sync::Arc;

use axum::Extension;
use axum::extract::{Path, RawQuery};
use axum::response::{IntoResponse, Response};
use http::header::{
    CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETAG, IF_NONE_MATCH,
};
use http::{HeaderMap, HeaderValue, StatusCode};
use tokio::time::timeout;

use super::Door;
use super::allowance::Cost;
use super::answer::Refusal;
use super::routes::{RESOURCE_POLICY, STORE_WITHIN};
use super::serve::Visit;
use super::workshop::Workshop;
use crate::journal::{Journal, Recorded, RoomId};
use crate::record::Record;

/// What a picture may do when it is opened by itself: nothing.
pub(super) const PICTURE_POLICY: HeaderValue =
    HeaderValue::from_static("default-src 'none'; frame-ancestors 'none'; sandbox");
/// A record grows, so it is asked for each time, and told apart by its tag.
const ASK: HeaderValue = HeaderValue::from_static("no-cache");

/// What a record is written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    Json,
    Sgf,
    Psq,
    Text,
    Svg,
    Png,
    Apng,
}

impl Format {
    /// The form that a file of this name has.
    fn of(file: &str) -> Option<Self> {
        Some(match file {
            "record.json" => Self::Json,
            "record.sgf" => Self::Sgf,
            "record.psq" => Self::Psq,
            "record.txt" => Self::Text,
            "record.svg" => Self::Svg,
            "picture.png" => Self::Png,
            "record.apng" => Self::Apng,
            _ => return None,
        })
    }

    const fn kind(self) -> HeaderValue {
        HeaderValue::from_static(match self {
            Self::Json => "application/json",
            Self::Sgf => "application/x-go-sgf; charset=utf-8",
            Self::Psq | Self::Text => "text/plain; charset=utf-8",
            Self::Svg => "image/svg+xml",
            Self::Png => "image/png",
            Self::Apng => "image/apng",
        })
    }

    /// What the name of a file ends in that is kept; none of what is looked at.
    const fn ending(self) -> Option<&'static str> {
        match self {
            Self::Json => Some("json"),
            Self::Sgf => Some("sgf"),
            Self::Psq => Some("psq"),
            Self::Text => Some("txt"),
            Self::Svg | Self::Png | Self::Apng => None,
        }
    }

    async fn write(self, record: &Record, workshop: &Workshop) -> Result<Vec<u8>, Refusal> {
        Ok(match self {
            Self::Json => record.json().map_err(|_| Refusal::Unavailable)?.into_bytes(),
            Self::Sgf => record.sgf().into_bytes(),
            Self::Psq => record.psq().into_bytes(),
            Self::Text => record.text().into_bytes(),
            Self::Svg => record.diagram().svg().into_bytes(),
            Self::Png => {
                let diagram = record.diagram();
                workshop.work(move || diagram.png()).await?.map_err(|_| Refusal::Unavailable)?
            }
            Self::Apng => {
                let film = record.film();
                workshop.work(move || film.apng()).await?.map_err(|_| Refusal::Unavailable)?
            }
        })
    }
}

/// `GET /api/games/{room}`: the record in JSON, to be looked at.
pub(super) async fn game(
    Extension(door): Extension<Arc<Door>>,
    Extension(visit): Extension<Visit>,
    Path(room): Path<String>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Result<Response, Refusal> {
    written(&door, &visit, &room, Format::Json, query.as_deref(), &headers).await
}

/// `GET /api/games/{room}/{file}`: the record in any form, to be kept.
pub(super) async fn file(
    Extension(door): Extension<Arc<Door>>,
    Extension(visit): Extension<Visit>,
    Path((room, file)): Path<(String, String)>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Result<Response, Refusal> {
    let format = Format::of(&file).ok_or(Refusal::UnknownFormat)?;
    let mut response = written(&door, &visit, &room, format, query.as_deref(), &headers).await?;
    if let Some(ending) = format.ending() {
        let name = format!("attachment; filename=\"tengen-{room}.{ending}\"");
        // The name of a room has nothing in it that a header does not take: it was found.
        if let Ok(name) = HeaderValue::from_str(&name) {
            response.headers_mut().insert(CONTENT_DISPOSITION, name);
        }
    }
    Ok(response)
}

async fn written(
    door: &Door,
    visit: &Visit,
    room: &str,
    format: Format,
    query: Option<&str>,
    headers: &HeaderMap,
) -> Result<Response, Refusal> {
    let ply = ply(query.unwrap_or_default())?;
    let room = room.parse::<RoomId>().map_err(|_| Refusal::UnknownRoom)?;
    let records = door.records_of(room).await?;
    let tag = format!("\"{}-{}\"", env!("CARGO_PKG_VERSION"), records.len());
    let mut response = if is_known(headers, &tag) {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        if format == Format::Apng {
            door.charge(visit, Cost::Film)?;
        }
        let mut record = record(room, records)?;
        if let Some(ply) = ply {
            record = record.until(ply);
        }
        let body = format.write(&record, &door.workshop).await?;
        ([(CONTENT_TYPE, format.kind())], body).into_response()
    };
    let headers = response.headers_mut();
    headers.insert(CACHE_CONTROL, ASK);
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        headers.insert(ETAG, tag);
    }
    if matches!(format, Format::Svg | Format::Png | Format::Apng) {
        headers.insert(CONTENT_SECURITY_POLICY, PICTURE_POLICY);
        headers.insert(RESOURCE_POLICY, HeaderValue::from_static("cross-origin"));
    }
    Ok(response)
}

/// The record that a journal adds up to. One that adds up to nothing is damage, of which the operator is told elsewhere.
pub(super) fn record(room: RoomId, records: Vec<Recorded>) -> Result<Record, Refusal> {
    let journal = Journal::replay(records).map_err(|_| Refusal::Unavailable)?;
    Ok(Record::of(room, &journal))
}

impl Door {
    /// The journal of a room as it stands.
    pub(super) async fn records_of(&self, room: RoomId) -> Result<Vec<Recorded>, Refusal> {
        match timeout(STORE_WITHIN, self.sessions.store.records_of(room)).await {
            Ok(Ok(Some(records))) => Ok(records),
            Ok(Ok(None)) => Err(Refusal::UnknownRoom),
            Ok(Err(_)) | Err(_) => Err(Refusal::Unavailable),
        }
    }
}

/// How many moves are asked for; none for all. Beyond the last move is the last; other parameters mean nothing.
fn ply(query: &str) -> Result<Option<usize>, Refusal> {
    let mut asked = query.split('&').filter_map(|parameter| parameter.strip_prefix("ply="));
    let Some(digits) = asked.next() else {
        return Ok(None);
    };
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    if !is_number || asked.next().is_some() {
        return Err(Refusal::BadPly);
    }
    Ok(Some(digits.parse().unwrap_or(usize::MAX)))
}

/// Whether whoever asks has what bears this tag.
fn is_known(headers: &HeaderMap, tag: &str) -> bool {
    let known = headers.get_all(IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
    known
        .flat_map(|value| value.split(','))
        .map(str::trim)
        .any(|known| known == "*" || known.strip_prefix("W/").unwrap_or(known) == tag)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn j06_a_ply_is_digits_and_stands_once() {
        for (query, wanted) in [
            ("", None),
            ("ply=5", Some(5)),
            ("ply=0", Some(0)),
            ("a=b&ply=12", Some(12)),
            ("ply=99999999999999999999999", Some(usize::MAX)),
        ] {
            assert_eq!(ply(query), Ok(wanted), "{query}");
        }
        for query in ["ply=", "ply=-1", "ply=+1", "ply=a", "ply=1&ply=2", "ply=1.5", "ply=%35"] {
            assert_eq!(ply(query), Err(Refusal::BadPly), "{query}");
        }
    }

    #[test]
    fn a_tag_is_found_among_several() {
        let asked = |value: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert(IF_NONE_MATCH, HeaderValue::from_static(value));
            is_known(&headers, "\"a-1\"")
        };
        for value in ["\"a-1\"", "W/\"a-1\"", "\"x\", \"a-1\"", "*"] {
            assert!(asked(value), "{value}");
        }
        for value in ["", "\"a-2\"", "a-1"] {
            assert!(!asked(value), "{value}");
        }
        assert!(!is_known(&HeaderMap::new(), "\"a-1\""));
    }
}
