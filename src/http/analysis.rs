//! The analysis board over HTTP: positions judged and painted, games read from files. Knows no room and keeps nothing.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::extract::{RawQuery, Request};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use bytes::Bytes;
use http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use http::{HeaderValue, StatusCode};
use http_body_util::{BodyExt, LengthLimitError, Limited};
use serde::Serialize;
use tokio::time::timeout;

use super::Door;
use super::allowance::Cost;
use super::answer::Refusal;
use super::record::PICTURE_POLICY;
use super::serve::Visit;
use crate::analysis::{AnswerForm, BadQuestion, ImportedForm, QUESTION_BYTES_MAX, Question};
use crate::record::import::{self, BadImport};

/// How long the text of a request may take to come.
const BODY_WITHIN: Duration = Duration::from_secs(5);
/// A position is always the same, and so is its picture.
const KEPT: HeaderValue = HeaderValue::from_static("public, max-age=86400, immutable");

/// Why nothing is answered.
pub(super) enum Turned {
    Door(Refusal),
    Question(BadQuestion),
    Import(BadImport),
}

/// `POST /api/judge`: what is to be said of a position.
pub(super) async fn judge(
    Extension(door): Extension<Arc<Door>>,
    Extension(visit): Extension<Visit>,
    request: Request,
) -> Result<Json<AnswerForm>, Turned> {
    door.charge(&visit, Cost::Position)?;
    let text = body(request.into_body(), QUESTION_BYTES_MAX).await?;
    let question = Question::read(&text)?;
    Ok(Json(door.workshop.work(move || question.answer()).await?))
}

/// `POST /api/import`: a game that stands in the text of the request.
pub(super) async fn import(
    Extension(door): Extension<Arc<Door>>,
    Extension(visit): Extension<Visit>,
    request: Request,
) -> Result<Json<ImportedForm>, Turned> {
    door.charge(&visit, Cost::File)?;
    let text = match body(request.into_body(), import::BYTES_MAX).await {
        Err(Refusal::TooLarge) => return Err(BadImport::Large.into()),
        text => text?,
    };
    let (format, imported) = door.workshop.work(move || import::any(&text)).await??;
    Ok(Json(ImportedForm::of(format, imported)))
}

/// `GET /api/position.png?board=15&moves=h8i9`: the picture of a position.
pub(super) async fn picture(
    Extension(door): Extension<Arc<Door>>,
    Extension(visit): Extension<Visit>,
    RawQuery(query): RawQuery,
) -> Result<Response, Turned> {
    let position = position(query.as_deref().unwrap_or_default())?;
    door.charge(&visit, Cost::Picture)?;
    let painted = door.workshop.work(move || position.diagram().png()).await?;
    let bytes = painted.map_err(|_| Refusal::Unavailable)?;
    let headers = [
        (CONTENT_TYPE, HeaderValue::from_static("image/png")),
        (CACHE_CONTROL, KEPT),
        (CONTENT_SECURITY_POLICY, PICTURE_POLICY),
    ];
    Ok((headers, bytes).into_response())
}

/// The position that a query names. Other parameters mean nothing.
fn position(query: &str) -> Result<Question, BadQuestion> {
    let said = |name: &str| {
        query
            .split('&')
            .filter_map(|pair| pair.split_once('='))
            .find(|(key, _)| *key == name)
            .map(|pair| pair.1)
    };
    let lines = said("board").unwrap_or("15");
    let lines = lines.parse().map_err(|_| BadQuestion::Form("`board` is a number of lines".to_owned()))?;
    Question::of_points(lines, said("moves").unwrap_or_default())
}

/// The text of a request, if it is no larger and comes in time.
pub(super) async fn body(body: Body, bytes_max: usize) -> Result<Bytes, Refusal> {
    match timeout(BODY_WITHIN, Limited::new(body, bytes_max).collect()).await {
        Ok(Ok(whole)) => Ok(whole.to_bytes()),
        Ok(Err(error)) if error.is::<LengthLimitError>() => Err(Refusal::TooLarge),
        // Whoever sent it is gone, or takes too long.
        Ok(Err(_)) | Err(_) => Err(Refusal::Unfinished),
    }
}

#[derive(Serialize)]
struct Told {
    code: &'static str,
    message: String,
    /// The line of the file.
    line: Option<usize>,
    /// The number of the move.
    #[serde(rename = "move")]
    number: Option<usize>,
}

impl IntoResponse for Turned {
    fn into_response(self) -> Response {
        let told = match self {
            Self::Door(refusal) => return refusal.into_response(),
            Self::Question(bad) => {
                Told { code: bad.code(), message: bad.to_string(), line: None, number: bad.number() }
            }
            Self::Import(bad) => {
                Told { code: bad.code(), message: bad.to_string(), line: bad.line(), number: bad.number() }
            }
        };
        (StatusCode::BAD_REQUEST, Json(told)).into_response()
    }
}

impl From<Refusal> for Turned {
    fn from(refusal: Refusal) -> Self {
        Self::Door(refusal)
    }
}

impl From<BadQuestion> for Turned {
    fn from(bad: BadQuestion) -> Self {
        Self::Question(bad)
    }
}

impl From<BadImport> for Turned {
    fn from(bad: BadImport) -> Self {
        Self::Import(bad)
    }
}
