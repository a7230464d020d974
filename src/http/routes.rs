//! What there is at which address, and what every answer carries.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Path, Request};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, any, get, post};
use axum::{Extension, Json, Router};
use http::header::{
    AUTHORIZATION, CACHE_CONTROL, CONTENT_SECURITY_POLICY, COOKIE, REFERRER_POLICY, SET_COOKIE,
    STRICT_TRANSPORT_SECURITY, X_CONTENT_TYPE_OPTIONS,
};
use http::{HeaderMap, HeaderName, HeaderValue, Method, Uri};
use serde::Serialize;
use tokio::time::timeout;
use tower::ServiceExt;

use super::answer::Refusal;
use super::credentials::{Credential, set_cookie};
use super::origin::{Origin, host, origin};
use super::pages::Page;
use super::serve::Visit;
use super::{Door, analysis, competitions, games, pages, preview, record, upgrade};
use crate::identity::{default_name, new_person};
use crate::journal::{Person, PersonId};
use crate::protocol::server::PersonForm;
use crate::timekeeper::wall_time;

/// How long the store may keep a request waiting.
pub(super) const STORE_WITHIN: Duration = Duration::from_secs(5);

/// How long the store may take to show that the server is ready.
const READY_WITHIN: Duration = Duration::from_secs(1);

/// What pages may do: nothing but what comes from here, and no script or style inside a page.
const CONTENT_POLICY: &str = "default-src 'self'; connect-src 'self'; img-src 'self' data:; style-src 'self'; \
    object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/// The same for the board that other sites show in a frame: anybody may, and it needs even less.
const FRAMED_POLICY: HeaderValue = HeaderValue::from_static(
    "default-src 'none'; script-src 'self'; connect-src 'self'; img-src 'self'; style-src 'self'; base-uri 'none'; \
     form-action 'none'; frame-ancestors *",
);
/// Which pages may show an answer.
pub(super) const RESOURCE_POLICY: HeaderName = HeaderName::from_static("cross-origin-resource-policy");
const ONE_YEAR_HTTPS: &str = "max-age=31536000";
const NO_STORE: HeaderValue = HeaderValue::from_static("no-store");

/// What an address may not carry, because addresses are written into logs and histories.
const SECRET_PARAMETERS: [&str; 2] = ["token", "access_token"];

/// What there is.
pub(super) fn routes() -> Router {
    Router::new()
        .route("/", page(Page::Lobby))
        .route("/g/{room}", get(room_page))
        .route("/games", page(Page::Games))
        .route("/watch", page(Page::Watch))
        .route("/embed/{room}", get(embedded))
        .route("/analysis", page(Page::Analysis))
        .route("/bots", page(Page::Bots))
        .route("/competitions", page(Page::Competitions))
        .route("/c/{competition}", page(Page::Competition))
        .route("/healthz", get(health))
        .route("/readyz", get(readiness))
        .route("/api/guest", post(guest))
        .route("/api/games", get(games::games))
        .route("/api/games/{room}", get(record::game))
        .route("/api/games/{room}/{file}", get(record::file))
        .route("/api/competitions", get(competitions::list).post(competitions::found))
        .route("/api/competitions/{competition}", get(competitions::look).post(competitions::act))
        .route("/api/competitions/{competition}/links", get(competitions::links))
        .route("/api/judge", post(analysis::judge))
        .route("/api/import", post(analysis::import))
        .route("/api/position.png", get(analysis::picture))
        .route("/ws", any(upgrade::upgrade))
        .route("/ws/look", any(upgrade::look_on))
        .route("/{file}", get(file))
        .route("/assets/{*file}", get(asset))
        .fallback(async || Refusal::NotFound)
        .method_not_allowed_fallback(async || Refusal::WrongMethod)
}

/// Answers a request of `visit`.
pub(super) async fn answer(door: Arc<Door>, visit: Visit, mut request: Request) -> Response {
    let is_secure = door.settings.secure_cookies;
    for secret in [COOKIE, AUTHORIZATION] {
        if let Some(value) = request.headers_mut().get_mut(secret) {
            value.set_sensitive(true);
        }
    }
    let mut response = match check(&door, &request) {
        Err(refusal) => refusal.into_response(),
        Ok(()) => {
            let routes = door.routes.clone();
            request.extensions_mut().insert(door);
            request.extensions_mut().insert(visit);
            routes.oneshot(request).await.into_response()
        }
    };
    harden(response.headers_mut(), is_secure);
    response
}

/// What holds for every request, wherever it goes.
fn check(door: &Door, request: &Request) -> Result<(), Refusal> {
    if has_secret(request.uri()) {
        return Err(Refusal::TokenInUrl);
    }
    if host(request.headers()).is_none() {
        return Err(Refusal::NoHost);
    }
    if matches!(*request.method(), Method::GET | Method::HEAD) {
        return Ok(());
    }
    match origin(request.headers(), door.scheme(), &door.settings.allowed_origins) {
        Origin::Ours => Ok(()),
        Origin::Foreign => Err(Refusal::ForeignOrigin),
        Origin::Nowhere => match door.credential(request.headers()) {
            Credential::Cookie(_) => Err(Refusal::OriginNeeded),
            Credential::Bearer(_) | Credential::Bot(_) | Credential::BadBearer | Credential::Nothing => {
                Ok(())
            }
        },
    }
}

fn has_secret(uri: &Uri) -> bool {
    let mut parameters = uri.query().unwrap_or_default().split('&');
    parameters.any(|parameter| {
        let name = parameter.split('=').next().unwrap_or_default();
        SECRET_PARAMETERS.iter().any(|secret| name.eq_ignore_ascii_case(secret))
    })
}

fn harden(headers: &mut HeaderMap, is_secure: bool) {
    let mut set = |name: HeaderName, value| headers.insert(name, HeaderValue::from_static(value));
    set(X_CONTENT_TYPE_OPTIONS, "nosniff");
    set(REFERRER_POLICY, "same-origin");
    set(HeaderName::from_static("cross-origin-opener-policy"), "same-origin");
    if is_secure {
        set(STRICT_TRANSPORT_SECURITY, ONE_YEAR_HTTPS);
    }
    // Pictures may do less than pages, and be shown by others.
    headers.entry(CONTENT_SECURITY_POLICY).or_insert(HeaderValue::from_static(CONTENT_POLICY));
    headers.entry(RESOURCE_POLICY).or_insert(HeaderValue::from_static("same-origin"));
    headers.entry(CACHE_CONTROL).or_insert(NO_STORE);
}

impl Door {
    pub(super) fn credential(&self, headers: &HeaderMap) -> Credential {
        Credential::of(headers, &self.key, self.settings.secure_cookies, wall_time())
    }

    fn give_cookie(&self, response: &mut Response, person: PersonId) {
        let signed = self.key.sign(person, wall_time());
        if let Some(cookie) = set_cookie(&signed, self.settings.secure_cookies) {
            response.headers_mut().append(SET_COOKIE, cookie);
        }
    }
}

/// A page that is the same for everybody.
fn page(page: Page) -> MethodRouter {
    get(async move |Extension(door): Extension<Arc<Door>>, headers: HeaderMap| {
        welcomed(&door, &headers, pages::page(page, &headers))
    })
}

async fn room_page(
    Extension(door): Extension<Arc<Door>>,
    Path(room): Path<String>,
    headers: HeaderMap,
) -> Response {
    let page = match preview::of(&door, &room, &headers).await {
        Some(preview) => pages::room_page(&preview, &headers),
        None => pages::page(Page::Game, &headers),
    };
    welcomed(&door, &headers, page)
}

/// A board for a frame in a page of another site. It needs no identity, gives none, and can do nothing.
async fn embedded(headers: HeaderMap) -> Response {
    let mut response = pages::page(Page::Embed, &headers);
    let headers = response.headers_mut();
    headers.insert(CONTENT_SECURITY_POLICY, FRAMED_POLICY);
    headers.insert(RESOURCE_POLICY, HeaderValue::from_static("cross-origin"));
    response
}

/// A page, with an identity for whoever has none.
fn welcomed(door: &Door, headers: &HeaderMap, mut response: Response) -> Response {
    match door.credential(headers) {
        Credential::Cookie(shown) if shown.is_old => door.give_cookie(&mut response, shown.person),
        Credential::Cookie(_) | Credential::Bearer(_) | Credential::Bot(_) | Credential::BadBearer => {}
        Credential::Nothing => door.give_cookie(&mut response, new_person()),
    }
    response
}

async fn file(Path(file): Path<String>, headers: HeaderMap) -> Response {
    pages::file(&file, &headers)
}

async fn asset(Path(file): Path<String>, headers: HeaderMap) -> Response {
    pages::file(&format!("assets/{file}"), &headers)
}

#[derive(Serialize)]
struct Health {
    status: &'static str,
    server: &'static str,
}

async fn health(Extension(door): Extension<Arc<Door>>) -> Result<Json<Health>, Refusal> {
    if door.stop.is_cancelled() {
        return Err(Refusal::Stopping);
    }
    Ok(Json(Health { status: "ok", server: env!("CARGO_PKG_VERSION") }))
}

/// Whether games can be played here at the moment: the store reads and writes.
async fn readiness(Extension(door): Extension<Arc<Door>>) -> Result<Json<Health>, Refusal> {
    if door.stop.is_cancelled() {
        return Err(Refusal::Stopping);
    }
    let nobody = PersonId::from_entropy([0; 16]);
    let read = timeout(READY_WITHIN, door.sessions.store.name_of(nobody)).await;
    if !matches!(read, Ok(Ok(_))) || !door.sessions.store.load().is_up {
        return Err(Refusal::Unavailable);
    }
    Ok(Json(Health { status: "ready", server: env!("CARGO_PKG_VERSION") }))
}

#[derive(Serialize)]
struct Guest {
    token: String,
    person: PersonForm,
}

async fn guest(Extension(door): Extension<Arc<Door>>, headers: HeaderMap) -> Result<Response, Refusal> {
    let person = match door.credential(&headers) {
        Credential::Bearer(shown) | Credential::Cookie(shown) => {
            door.sessions.guest(shown.person).await?.person
        }
        // A guest's token of the same person could not be revoked.
        Credential::Bot(_) => return Err(Refusal::BotIsNoGuest),
        Credential::BadBearer => return Err(Refusal::Unauthorized),
        Credential::Nothing => {
            let id = new_person();
            Person { id, name: default_name(id), is_bot: false }
        }
    };
    let token = door.key.sign(person.id, wall_time()).reveal().clone();
    let mut response = Json(Guest { token, person: (&person).into() }).into_response();
    door.give_cookie(&mut response, person.id);
    Ok(response)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_in_an_address_is_seen() {
        for text in ["/ws?token=a", "/ws?a=b&access_token=c", "/?TOKEN", "/ws?Token=x&y"] {
            assert!(has_secret(&text.parse().unwrap()), "{text}");
        }
        for text in ["/ws", "/ws?tokens=1", "/?a=token", "/token"] {
            assert!(!has_secret(&text.parse().unwrap()), "{text}");
        }
    }
}
