//! From a request to a WebSocket. Answered here, so that nothing is negotiated but what the protocol names.

use std::sync::Arc;
use std::time::Duration;

use axum::Extension;
use axum::body::Body;
use axum::extract::Request;
use axum::response::Response;
use http::header::{
    CONNECTION, SEC_WEBSOCKET_ACCEPT, SEC_WEBSOCKET_KEY, SEC_WEBSOCKET_PROTOCOL, SEC_WEBSOCKET_VERSION,
    UPGRADE,
};
use http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode};
use hyper::upgrade::Parts;
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::handshake::derive_accept_key;
use tracing::debug;

use super::Door;
use super::answer::Refusal;
use super::credentials::Credential;
use super::origin::{Origin, origin};
use super::serve::Visit;
use crate::protocol::SUBPROTOCOL;
use crate::session::{self, Entry};

/// How long the answer to an upgrade may take to be written.
const UPGRADED_WITHIN: Duration = Duration::from_secs(10);
/// The letters of sixteen bytes in base64.
const KEY_LETTERS: usize = 24;

/// Answers a request for a WebSocket, and starts the session that serves it.
pub(super) async fn upgrade(
    Extension(door): Extension<Arc<Door>>,
    Extension(visit): Extension<Visit>,
    request: Request,
) -> Result<Response, Refusal> {
    let key = check(&door, &request)?.clone();
    let entry = who(&door, request.headers()).await?;
    Ok(serve(&door, request, &key, entry, visit))
}

/// The same for somebody who only looks on. What the request shows for itself is not looked at: a board in a page of
/// another site works where the browser sends no cookie, and can do no more where it does.
pub(super) async fn look_on(
    Extension(door): Extension<Arc<Door>>,
    Extension(visit): Extension<Visit>,
    request: Request,
) -> Result<Response, Refusal> {
    let key = check(&door, &request)?.clone();
    if origin(request.headers(), door.scheme(), &door.settings.allowed_origins) == Origin::Foreign {
        return Err(Refusal::ForeignOrigin);
    }
    let place = door.onlookers.clone().try_acquire_owned().map_err(|_| Refusal::TooManyConnections)?;
    Ok(serve(&door, request, &key, Some(Entry::onlooker()), (visit, place)))
}

/// Starts the session, which keeps `places` as long as it lasts.
fn serve(
    door: &Door,
    mut request: Request,
    key: &HeaderValue,
    entry: Option<Entry>,
    places: impl Send + 'static,
) -> Response {
    let upgraded = hyper::upgrade::on(&mut request);
    let context = door.sessions.clone();
    door.tasks.spawn(async move {
        match timeout(UPGRADED_WITHIN, upgraded).await {
            Ok(Ok(upgraded)) => match upgraded.downcast::<TokioIo<TcpStream>>() {
                // What the client sent along with the request was read with it.
                Ok(Parts { io, read_buf, .. }) => {
                    session::run(io.into_inner(), read_buf, entry, context).await;
                }
                Err(_) => debug!("an upgrade over something that is no socket"),
            },
            Ok(Err(error)) => debug!(%error, "an upgrade failed"),
            Err(_) => debug!("an upgrade was not taken in time"),
        }
        drop(places);
    });
    switching(key)
}

/// What RFC 6455 asks of the request, and the subprotocol. The key, if it is all there and the server goes on.
fn check<'a>(door: &Door, request: &'a Request) -> Result<&'a HeaderValue, Refusal> {
    if door.stop.is_cancelled() {
        return Err(Refusal::Stopping);
    }
    let headers = request.headers();
    let is_upgrade = *request.method() == Method::GET
        && request.version() == http::Version::HTTP_11
        && lists(headers, &CONNECTION, |token| token.eq_ignore_ascii_case("upgrade"))
        && lists(headers, &UPGRADE, |token| token.eq_ignore_ascii_case("websocket"));
    if !is_upgrade {
        return Err(Refusal::NotAWebSocket);
    }
    if headers.get(SEC_WEBSOCKET_VERSION).is_none_or(|version| version != "13") {
        return Err(Refusal::WrongVersion);
    }
    let key = headers.get(SEC_WEBSOCKET_KEY).filter(|key| is_key(key.as_bytes())).ok_or(Refusal::BadKey)?;
    if !lists(headers, &SEC_WEBSOCKET_PROTOCOL, |token| token == SUBPROTOCOL) {
        return Err(Refusal::UnknownSubprotocol);
    }
    Ok(key)
}

/// Who wants in; none if they say so in their first message, as a program may. A cookie counts only from a page of ours; a
/// browser sends it along whoever asks.
async fn who(door: &Door, headers: &HeaderMap) -> Result<Option<Entry>, Refusal> {
    let origin = origin(headers, door.scheme(), &door.settings.allowed_origins);
    match (origin, door.credential(headers)) {
        (Origin::Foreign, _) => Err(Refusal::ForeignOrigin),
        (Origin::Nowhere | Origin::Ours, Credential::Bearer(shown))
        | (Origin::Ours, Credential::Cookie(shown)) => Ok(Some(door.sessions.guest(shown.person).await?)),
        (Origin::Nowhere | Origin::Ours, Credential::Bot(digest)) => {
            Ok(Some(door.sessions.bot(digest).await?))
        }
        (Origin::Nowhere, Credential::Cookie(_)) => Err(Refusal::OriginNeeded),
        (Origin::Nowhere, Credential::Nothing) => Ok(None),
        (Origin::Nowhere | Origin::Ours, Credential::BadBearer) | (Origin::Ours, Credential::Nothing) => {
            Err(Refusal::Unauthorized)
        }
    }
}

fn lists(headers: &HeaderMap, name: &HeaderName, is_it: impl Fn(&str) -> bool) -> bool {
    let mut lines = headers.get_all(name).iter().filter_map(|line| line.to_str().ok());
    lines.any(|line| line.split(',').any(|token| is_it(token.trim())))
}

fn is_key(key: &[u8]) -> bool {
    let is_digit = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/');
    key.len() == KEY_LETTERS && key.ends_with(b"==") && key[..KEY_LETTERS - 2].iter().all(is_digit)
}

fn switching(key: &HeaderValue) -> Response {
    let accept = HeaderValue::from_str(&derive_accept_key(key.as_bytes()));
    let mut response = Response::new(Body::empty());
    *response.status_mut() = StatusCode::SWITCHING_PROTOCOLS;
    let headers = response.headers_mut();
    headers.insert(CONNECTION, HeaderValue::from_static("upgrade"));
    headers.insert(UPGRADE, HeaderValue::from_static("websocket"));
    headers.insert(SEC_WEBSOCKET_PROTOCOL, HeaderValue::from_static(SUBPROTOCOL));
    if let Ok(accept) = accept {
        headers.insert(SEC_WEBSOCKET_ACCEPT, accept);
    }
    response
}
