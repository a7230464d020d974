//! Why a request was turned down, as a status, a stable code and words.

use axum::Json;
use axum::response::{IntoResponse, Response};
use http::header::{ALLOW, CONNECTION, RETRY_AFTER, SEC_WEBSOCKET_VERSION, UPGRADE, WWW_AUTHENTICATE};
use http::{HeaderValue, StatusCode};
use serde::Serialize;

use crate::journal::preset_names;
use crate::protocol::SUBPROTOCOL;
use crate::session::Barred;
use crate::store::PAGE_MAX;

/// When a client that was turned away for want of room may try again, in seconds.
pub(super) const RETRY_AFTER_SECONDS: u32 = 5;

/// Why a request was turned down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Refusal {
    /// There is nothing at this address.
    NotFound,
    /// Something else can be done at this address.
    WrongMethod,
    /// A secret stands in the address, where it is written into logs and histories.
    TokenInUrl,
    /// The request does not say which host it is for.
    NoHost,
    /// A page of another site sent this.
    ForeignOrigin,
    /// A cookie without word of who uses it.
    OriginNeeded,
    /// Nobody, or somebody this server does not know.
    Unauthorized,
    /// A bot asks for the identity of a guest.
    BotIsNoGuest,
    /// Not a request for a WebSocket.
    NotAWebSocket,
    /// A WebSocket of another version than 13.
    WrongVersion,
    /// A WebSocket without a key of 16 bytes in base64.
    BadKey,
    /// None of the subprotocols is known.
    UnknownSubprotocol,
    /// Too many connections.
    TooManyConnections,
    /// No such room.
    UnknownRoom,
    /// A form that no record is written in.
    UnknownFormat,
    /// A number of moves that is none.
    BadPly,
    /// A search that is none.
    BadSearch(BadSearch),
    /// More was asked of the processor than there is credit for.
    TooFast,
    /// The text of the request is too large.
    TooLarge,
    /// The text of the request did not come whole, or not in time.
    Unfinished,
    /// The store does not answer.
    Unavailable,
    /// The server stops.
    Stopping,
}

/// Why a search for finished games is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BadSearch {
    /// It asks for something that games are not found by, or for a value that is none.
    Query,
    /// No preset has that name.
    Preset,
    /// It wants no games at once, or more than there are on a page.
    Limit,
}

#[derive(Serialize)]
struct Body {
    code: &'static str,
    message: String,
}

impl Refusal {
    pub(super) const fn status(self) -> StatusCode {
        match self {
            Self::NotFound | Self::UnknownRoom | Self::UnknownFormat => StatusCode::NOT_FOUND,
            Self::WrongMethod => StatusCode::METHOD_NOT_ALLOWED,
            Self::TokenInUrl
            | Self::NoHost
            | Self::BadKey
            | Self::UnknownSubprotocol
            | Self::BadPly
            | Self::BadSearch(_) => StatusCode::BAD_REQUEST,
            Self::TooFast => StatusCode::TOO_MANY_REQUESTS,
            Self::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Self::Unfinished => StatusCode::REQUEST_TIMEOUT,
            Self::ForeignOrigin | Self::OriginNeeded | Self::BotIsNoGuest => StatusCode::FORBIDDEN,
            Self::Unauthorized => StatusCode::UNAUTHORIZED,
            Self::NotAWebSocket | Self::WrongVersion => StatusCode::UPGRADE_REQUIRED,
            Self::TooManyConnections | Self::Unavailable | Self::Stopping => StatusCode::SERVICE_UNAVAILABLE,
        }
    }

    pub(super) const fn code(self) -> &'static str {
        match self {
            Self::NotFound => "not_found",
            Self::WrongMethod => "wrong_method",
            Self::TokenInUrl => "token_in_url",
            Self::NoHost => "no_host",
            Self::ForeignOrigin => "foreign_origin",
            Self::OriginNeeded => "origin_needed",
            Self::Unauthorized => "unauthorized",
            Self::BotIsNoGuest => "bot_is_no_guest",
            Self::NotAWebSocket => "not_a_websocket",
            Self::WrongVersion => "wrong_version",
            Self::BadKey => "bad_key",
            Self::UnknownSubprotocol => "unknown_subprotocol",
            Self::TooManyConnections => "too_many_connections",
            Self::UnknownRoom => "unknown_room",
            Self::UnknownFormat => "unknown_format",
            Self::BadPly => "bad_ply",
            Self::BadSearch(_) => "bad_search",
            Self::TooFast => "too_fast",
            Self::TooLarge => "too_large",
            Self::Unfinished => "unfinished",
            Self::Unavailable => "unavailable",
            Self::Stopping => "restarting",
        }
    }

    pub(super) fn message(self) -> String {
        let words = match self {
            Self::BadSearch(BadSearch::Preset) => {
                let presets: Vec<_> = preset_names().collect();
                return format!("there is no such preset; there are {}", presets.join(", "));
            }
            Self::BadSearch(BadSearch::Limit) => {
                return format!("1 to {PAGE_MAX} games are given at once; `after` gives the next ones");
            }
            Self::BadSearch(BadSearch::Query) => {
                "finished games are found by mine, player, preset, opening, result (black, white, draw), since, until, \
                 after and limit"
            }
            Self::NotFound => "there is nothing here",
            Self::WrongMethod => "this address knows another method",
            Self::TokenInUrl => {
                "send the token in the header `Authorization: Bearer …`, never in the address"
            }
            Self::NoHost => "send exactly one Host header",
            Self::ForeignOrigin => "the page that sent this belongs to another site",
            Self::OriginNeeded => {
                "a cookie needs an Origin; a program sends `Authorization: Bearer …` instead"
            }
            Self::Unauthorized => {
                "load any page or POST /api/guest first, and send the cookie or the token you get"
            }
            Self::BotIsNoGuest => "a bot has its own token and needs no other",
            Self::NotAWebSocket => "open a WebSocket here: GET with `Upgrade: websocket`",
            Self::WrongVersion => "send `Sec-WebSocket-Version: 13`",
            Self::BadKey => "send a `Sec-WebSocket-Key` of 16 bytes in base64",
            Self::UnknownSubprotocol => {
                return format!("ask for one of the subprotocols known here: {SUBPROTOCOL}");
            }
            Self::TooManyConnections => "too many connections; close some or try again later",
            Self::UnknownRoom => "there is no such room",
            Self::UnknownFormat => {
                "a record is written as record.json, record.sgf, record.psq, record.txt, record.svg, picture.png or record.apng"
            }
            Self::BadPly => "`ply` is how many moves to show: digits, as in ?ply=5",
            Self::TooFast => "too much was asked for; try again in a moment",
            Self::TooLarge => "the text of the request is too large",
            Self::Unfinished => "the text of the request did not come whole and in time",
            Self::Unavailable => "the server cannot look anything up at the moment; try again",
            Self::Stopping => "the server stops; come back in a moment",
        };
        words.to_owned()
    }
}

impl From<Barred> for Refusal {
    fn from(barred: Barred) -> Self {
        match barred {
            Barred::Unknown => Self::Unauthorized,
            Barred::Unavailable => Self::Unavailable,
        }
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let body = Json(Body { code: self.code(), message: self.message() });
        let mut response = (self.status(), body).into_response();
        let headers = response.headers_mut();
        match self {
            Self::WrongMethod => {
                headers.entry(ALLOW).or_insert(HeaderValue::from_static("GET, HEAD"));
            }
            Self::Unauthorized => {
                headers.insert(WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
            }
            Self::NotAWebSocket | Self::WrongVersion => {
                headers.insert(UPGRADE, HeaderValue::from_static("websocket"));
                headers.insert(CONNECTION, HeaderValue::from_static("upgrade"));
                headers.insert(SEC_WEBSOCKET_VERSION, HeaderValue::from_static("13"));
            }
            Self::TooFast => {
                headers.insert(RETRY_AFTER, HeaderValue::from(1));
            }
            Self::TooManyConnections | Self::Unavailable | Self::Stopping => {
                headers.insert(RETRY_AFTER, HeaderValue::from(RETRY_AFTER_SECONDS));
            }
            Self::NotFound
            | Self::UnknownRoom
            | Self::UnknownFormat
            | Self::BadPly
            | Self::BadSearch(_)
            | Self::TooLarge
            | Self::Unfinished
            | Self::TokenInUrl
            | Self::NoHost
            | Self::ForeignOrigin
            | Self::OriginNeeded
            | Self::BotIsNoGuest
            | Self::BadKey
            | Self::UnknownSubprotocol => {}
        }
        response
    }
}
