//! Why nothing is done or told of a competition, as a status, a stable code and words.

use axum::Json;
use axum::response::{IntoResponse, Response};
use http::StatusCode;
use serde::Serialize;

use crate::competition;
use crate::hall::HallError;
use crate::http::answer::Refusal;

/// Why nothing is done.
pub(in crate::http) enum Turned {
    Door(Refusal),
    Hall(HallError),
    /// The request is no JSON, or not of this shape.
    Form(String),
    /// What is to be founded is none.
    Competition(String),
    /// The name of the command is none.
    CommandId,
    /// A text is too long, empty or not to be seen.
    Text,
}

#[derive(Serialize)]
struct Told {
    code: &'static str,
    message: String,
}

impl Turned {
    const fn status(&self) -> StatusCode {
        match self {
            Self::Door(refusal) => refusal.status(),
            Self::Form(_) | Self::Competition(_) | Self::CommandId | Self::Text => StatusCode::BAD_REQUEST,
            Self::Hall(error) => match error {
                HallError::Unknown => StatusCode::NOT_FOUND,
                HallError::BadKey => StatusCode::FORBIDDEN,
                HallError::TooMany => StatusCode::CONFLICT,
                HallError::Refused(
                    competition::Refusal::ForbiddenRole | competition::Refusal::NeedsCaptain,
                ) => StatusCode::FORBIDDEN,
                HallError::Refused(_) => StatusCode::CONFLICT,
                HallError::StartTime => StatusCode::BAD_REQUEST,
                HallError::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
            },
        }
    }

    fn told(&self) -> Told {
        let (code, message) = match self {
            Self::Door(refusal) => (refusal.code(), refusal.message()),
            Self::Form(words) => ("bad_json", words.clone()),
            Self::Competition(words) => ("bad_competition", words.clone()),
            Self::CommandId => ("bad_command_id", "a command id is 1 to 40 of A-Z a-z 0-9 _ -".to_owned()),
            Self::Text => ("bad_text", "write 1 to 200 characters, a name of 24, a session of 60".to_owned()),
            Self::Hall(error) => {
                let code = match error {
                    HallError::Unknown => "unknown_competition",
                    HallError::BadKey => "bad_key",
                    HallError::TooMany => "too_many_competitions",
                    HallError::Refused(refusal) => refusal.code(),
                    HallError::StartTime => "bad_rules",
                    HallError::Unavailable => "unavailable",
                };
                (code, error.to_string())
            }
        };
        Told { code, message }
    }
}

impl IntoResponse for Turned {
    fn into_response(self) -> Response {
        match self {
            Self::Door(refusal) => refusal.into_response(),
            Self::Hall(HallError::Unavailable) => Refusal::Unavailable.into_response(),
            Self::Hall(_) | Self::Form(_) | Self::Competition(_) | Self::CommandId | Self::Text => {
                (self.status(), Json(self.told())).into_response()
            }
        }
    }
}

impl From<Refusal> for Turned {
    fn from(refusal: Refusal) -> Self {
        Self::Door(refusal)
    }
}

impl From<HallError> for Turned {
    fn from(error: HallError) -> Self {
        Self::Hall(error)
    }
}
