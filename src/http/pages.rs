//! The browser client: in a release inside the program, in a debug build read from its directory.

use axum::body::Body;
use axum::response::{IntoResponse, Response};
use http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use http::{HeaderMap, HeaderValue, StatusCode};
use rust_embed::RustEmbed;

use super::answer::Refusal;

/// The page that is every page.
const INDEX: &str = "index.html";
/// Files below this have their content's hash in their name and never change.
const HASHED: &str = "assets/";

const FOREVER: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");
/// Asked for again each time; and nobody else's, because it may come with a cookie.
const ALWAYS_ASK: HeaderValue = HeaderValue::from_static("private, no-cache");

const NOT_BUILT: &str = "<!doctype html><html lang=\"en\"><title>Tengen</title>\
    <h1>Tengen runs, but its browser client was not built.</h1>\
    <p>Build it with <code>npm ci &amp;&amp; npm run build</code> in <code>web-client</code>, then build the server \
    again. Programs can connect to <code>/ws</code> as it is.</p></html>\n";

#[derive(RustEmbed)]
#[folder = "web-client/dist"]
struct Client;

/// The client's page.
pub(super) fn index(headers: &HeaderMap) -> Response {
    if Client::get(INDEX).is_some() {
        return file(INDEX, headers);
    }
    let head =
        [(CACHE_CONTROL, ALWAYS_ASK), (CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"))];
    (head, NOT_BUILT).into_response()
}

/// One of the client's files.
pub(super) fn file(path: &str, headers: &HeaderMap) -> Response {
    let is_plain = path.split('/').all(|part| !part.is_empty() && !part.starts_with('.'));
    let Some(file) = is_plain.then(|| Client::get(path)).flatten() else {
        return Refusal::NotFound.into_response();
    };
    let hash = file.metadata.sha256_hash();
    let tag: String = hash.iter().take(16).map(|byte| format!("{byte:02x}")).collect();
    let tag = format!("\"{tag}\"");
    let is_known = headers.get(IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes());
    let caching = if path.starts_with(HASHED) { FOREVER } else { ALWAYS_ASK };
    let mut response = if is_known {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        let body = Body::from(file.data);
        let kind = with_charset(file.metadata.mimetype());
        ([(CONTENT_TYPE, kind)], body).into_response()
    };
    response.headers_mut().insert(CACHE_CONTROL, caching);
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        response.headers_mut().insert(ETAG, tag);
    }
    response
}

fn with_charset(kind: &str) -> HeaderValue {
    let text = if kind.starts_with("text/") { format!("{kind}; charset=utf-8") } else { kind.to_owned() };
    HeaderValue::from_str(&text).unwrap_or(HeaderValue::from_static("application/octet-stream"))
}
