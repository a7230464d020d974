//! From a request to a WebSocket: who may have one, and the session that serves it.

use std::net::IpAddr;
use std::sync::Arc;

use axum::Extension;
use axum::extract::Request;
use axum::response::Response;
use http::header::SEC_WEBSOCKET_PROTOCOL;
use http::{HeaderMap, HeaderValue};

use super::answer::Refusal;
use super::credentials::Credential;
use super::origin::{Origin, origin};
use super::serve::Visit;
use super::{Door, handshake};
use crate::protocol::SUBPROTOCOL;
use crate::session::{self, Entry};

/// Answers a request for a WebSocket, and starts the session that serves it.
pub(super) async fn upgrade(
    Extension(door): Extension<Arc<Door>>,
    Extension(visit): Extension<Visit>,
    request: Request,
) -> Result<Response, Refusal> {
    let key = check(&door, &request)?.clone();
    let entry = who(&door, request.headers()).await?;
    let household = visit.household();
    Ok(serve(&door, request, &key, entry, household, visit))
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
    let household = visit.household();
    Ok(serve(&door, request, &key, Some(Entry::onlooker()), household, (visit, place)))
}

/// Starts the session, which keeps `places` as long as it lasts.
fn serve(
    door: &Door,
    mut request: Request,
    key: &HeaderValue,
    entry: Option<Entry>,
    household: IpAddr,
    places: impl Send + 'static,
) -> Response {
    let upgraded = hyper::upgrade::on(&mut request);
    let context = door.sessions.clone();
    door.tasks.spawn(async move {
        if let Some((stream, first)) = handshake::taken(upgraded).await {
            session::run(stream, first, entry, Some(household), context).await;
        }
        drop(places);
    });
    handshake::switching(key, Some(SUBPROTOCOL))
}

/// What RFC 6455 asks of the request, and the subprotocol. The key, if it is all there and the server goes on.
fn check<'a>(door: &Door, request: &'a Request) -> Result<&'a HeaderValue, Refusal> {
    if door.stop.is_cancelled() {
        return Err(Refusal::Stopping);
    }
    let key = handshake::key(request)?;
    if !handshake::lists(request.headers(), &SEC_WEBSOCKET_PROTOCOL, |token| token == SUBPROTOCOL) {
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
