//! The browser client: in a release inside the program, in a debug build read from its directory.

use axum::body::Body;
use axum::response::{IntoResponse, Response};
use http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, IF_NONE_MATCH, VARY,
};
use http::{HeaderMap, HeaderValue, StatusCode};
use rust_embed::RustEmbed;
use sha2::{Digest as _, Sha256};

use super::answer::Refusal;

/// The page that is every page.
const INDEX: &str = "index.html";
/// The page of a board in a frame.
pub(super) const EMBED: &str = "embed.html";
/// Behind this more can be put into the head of a page.
const END_OF_TITLE: &str = "</title>";
/// Files below this have their content's hash in their name and never change.
const HASHED: &str = "assets/";

/// What the name of a file ends in that was packed when the client was built.
const PACKED: &str = ".gz";
const GZIP: HeaderValue = HeaderValue::from_static("gzip");

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

/// The client's page, with something more in its head. Not packed: it is small, and not the same for every room.
pub(super) fn index_with(head: &str, headers: &HeaderMap) -> Response {
    let client = Client::get(INDEX);
    let page = match &client {
        Some(file) => String::from_utf8_lossy(&file.data),
        None => NOT_BUILT.into(),
    };
    let Some((before, after)) = page.split_once(END_OF_TITLE) else {
        return index(headers);
    };
    let page = format!("{before}{END_OF_TITLE}{head}{after}");
    let hash = Sha256::digest(&page);
    let (tag, is_known) = tagged(&hash, headers);
    let kind = HeaderValue::from_static("text/html; charset=utf-8");
    let mut response = if is_known {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        ([(CONTENT_TYPE, kind)], page).into_response()
    };
    response.headers_mut().insert(CACHE_CONTROL, ALWAYS_ASK);
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        response.headers_mut().insert(ETAG, tag);
    }
    response
}

/// The tag of a page with this hash, and whether the browser has it.
fn tagged(hash: &[u8], headers: &HeaderMap) -> (String, bool) {
    let tag: String = hash.iter().take(16).map(|byte| format!("{byte:02x}")).collect();
    let tag = format!("\"{tag}\"");
    let is_known = headers.get(IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes());
    (tag, is_known)
}

/// One of the client's files.
pub(super) fn file(path: &str, headers: &HeaderMap) -> Response {
    let is_plain = path.split('/').all(|part| !part.is_empty() && !part.starts_with('.'));
    let Some(file) = is_plain.then(|| Client::get(path)).flatten() else {
        return Refusal::NotFound.into_response();
    };
    let packed = accepts_gzip(headers).then(|| Client::get(&format!("{path}{PACKED}"))).flatten();
    let hash = packed.as_ref().map_or(&file, |packed| packed).metadata.sha256_hash();
    let (tag, is_known) = tagged(&hash, headers);
    let caching = if path.starts_with(HASHED) { FOREVER } else { ALWAYS_ASK };
    let mut response = if is_known {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        let kind = with_charset(file.metadata.mimetype());
        match packed {
            Some(packed) => {
                let head = [(CONTENT_TYPE, kind), (CONTENT_ENCODING, GZIP)];
                (head, Body::from(packed.data)).into_response()
            }
            None => ([(CONTENT_TYPE, kind)], Body::from(file.data)).into_response(),
        }
    };
    response.headers_mut().insert(CACHE_CONTROL, caching);
    response.headers_mut().insert(VARY, HeaderValue::from_static("accept-encoding"));
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        response.headers_mut().insert(ETAG, tag);
    }
    response
}

/// Whether a packed file is welcome: `gzip` is named, and not with a weight of nothing.
fn accepts_gzip(headers: &HeaderMap) -> bool {
    let named = headers.get_all(ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    named.flat_map(|value| value.split(',')).any(|coding| {
        let mut parts = coding.split(';').map(str::trim);
        let is_gzip = parts.next().is_some_and(|name| name.eq_ignore_ascii_case("gzip"));
        is_gzip && !parts.any(|weight| matches!(weight, "q=0" | "q=0.0" | "q=0.00" | "q=0.000"))
    })
}

fn with_charset(kind: &str) -> HeaderValue {
    let text = if kind.starts_with("text/") { format!("{kind}; charset=utf-8") } else { kind.to_owned() };
    HeaderValue::from_str(&text).unwrap_or(HeaderValue::from_static("application/octet-stream"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_packed_file_goes_only_to_who_unpacks_it() {
        let accepts = |value: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert(ACCEPT_ENCODING, HeaderValue::from_static(value));
            accepts_gzip(&headers)
        };
        for value in ["gzip", "GZIP", "deflate, gzip;q=0.5, br", "br,gzip"] {
            assert!(accepts(value), "{value}");
        }
        for value in ["", "br", "gzip;q=0", "x-gzip-like", "identity, gzip; q=0.0"] {
            assert!(!accepts(value), "{value}");
        }
        assert!(!accepts_gzip(&HeaderMap::new()));
    }
}
