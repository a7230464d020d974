//! The opening handshake of RFC 6455. Answered here, so that nothing is negotiated but what the protocol names.

use std::time::Duration;

use axum::body::Body;
use axum::response::Response;
use bytes::Bytes;
use http::header::{
    CONNECTION, SEC_WEBSOCKET_ACCEPT, SEC_WEBSOCKET_KEY, SEC_WEBSOCKET_PROTOCOL, SEC_WEBSOCKET_VERSION,
    UPGRADE,
};
use http::{HeaderMap, HeaderName, HeaderValue, Method, Request, StatusCode};
use hyper::upgrade::{OnUpgrade, Parts};
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::handshake::derive_accept_key;
use tracing::debug;

use super::answer::Refusal;

/// How long the answer to an upgrade may take to be written.
const UPGRADED_WITHIN: Duration = Duration::from_secs(10);
/// The letters of sixteen bytes in base64.
const KEY_LETTERS: usize = 24;

/// What RFC 6455 asks of a request, whatever it is for. The client's key, if it is all there.
pub(super) fn key<B>(request: &Request<B>) -> Result<&HeaderValue, Refusal> {
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
    headers.get(SEC_WEBSOCKET_KEY).filter(|key| is_key(key.as_bytes())).ok_or(Refusal::BadKey)
}

/// Whether some of the values that a header lists is the one that is looked for.
pub(super) fn lists(headers: &HeaderMap, name: &HeaderName, is_it: impl Fn(&str) -> bool) -> bool {
    let mut lines = headers.get_all(name).iter().filter_map(|line| line.to_str().ok());
    lines.any(|line| line.split(',').any(|token| is_it(token.trim())))
}

fn is_key(key: &[u8]) -> bool {
    let is_digit = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/');
    key.len() == KEY_LETTERS && key.ends_with(b"==") && key[..KEY_LETTERS - 2].iter().all(is_digit)
}

/// The answer to who showed this key.
pub(super) fn switching(key: &HeaderValue, subprotocol: Option<&'static str>) -> Response {
    let accept = HeaderValue::from_str(&derive_accept_key(key.as_bytes()));
    let mut response = Response::new(Body::empty());
    *response.status_mut() = StatusCode::SWITCHING_PROTOCOLS;
    let headers = response.headers_mut();
    headers.insert(CONNECTION, HeaderValue::from_static("upgrade"));
    headers.insert(UPGRADE, HeaderValue::from_static("websocket"));
    if let Some(subprotocol) = subprotocol {
        headers.insert(SEC_WEBSOCKET_PROTOCOL, HeaderValue::from_static(subprotocol));
    }
    if let Ok(accept) = accept {
        headers.insert(SEC_WEBSOCKET_ACCEPT, accept);
    }
    response
}

/// The socket, once the answer was written on it, and what the client sent along with the request, which was read with it;
/// none if nobody took the answer in time.
pub(super) async fn taken(upgraded: OnUpgrade) -> Option<(TcpStream, Bytes)> {
    match timeout(UPGRADED_WITHIN, upgraded).await {
        Ok(Ok(upgraded)) => match upgraded.downcast::<TokioIo<TcpStream>>() {
            Ok(Parts { io, read_buf, .. }) => return Some((io.into_inner(), read_buf)),
            Err(_) => debug!("an upgrade over something that is no socket"),
        },
        Ok(Err(error)) => debug!(%error, "an upgrade failed"),
        Err(_) => debug!("an upgrade was not taken in time"),
    }
    None
}
