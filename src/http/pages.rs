//! The browser client: in a release inside the program, in a debug build read from its directory.

use axum::body::Body;
use axum::response::{IntoResponse, Response};
use http::header::{
    ACCEPT_ENCODING, ACCEPT_LANGUAGE, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_SECURITY_POLICY, CONTENT_TYPE,
    ETAG, IF_NONE_MATCH, LINK, VARY,
};
use http::{HeaderMap, HeaderValue, StatusCode};
use rust_embed::RustEmbed;
use sha2::{Digest as _, Sha256};

use super::answer::Refusal;

/// Behind this more can be put into the head of a page.
const END_OF_TITLE: &str = "</title>";
/// Files below this have their content's hash in their name and never change.
const HASHED: &str = "assets/";
/// How their addresses begin.
const ASSETS: &str = "/assets/";

/// How files were packed when the client was built, the smaller way first: the coding, and what the name ends in.
const PACKED: [(&str, &str); 2] = [("br", ".br"), ("gzip", ".gz")];

/// The languages of the client; the first is what everybody else reads.
const LANGUAGES: [&str; 3] = ["en", "zh", "ja"];

const FOREVER: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");
/// Asked for again each time; and nobody else's, because it may come with a cookie.
const ALWAYS_ASK: HeaderValue = HeaderValue::from_static("private, no-cache");

/// What script and style may do if somebody opens them as a page. Each byte of it is sent with each of many small files.
const NO_PAGE: HeaderValue = HeaderValue::from_static("default-src 'none'");

const NOT_BUILT: &str = "<!doctype html><html lang=\"en\"><title>Tengen</title>\
    <h1>Tengen runs, but its browser client was not built.</h1>\
    <p>Build it with <code>npm ci &amp;&amp; npm run build</code> in <code>web-client</code>, then build the server \
    again. Programs can connect to <code>/ws</code> as it is.</p></html>\n";

/// A page of the client. Each is a file, which names what that page shows first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Page {
    /// Where games are found.
    Lobby,
    /// One game.
    Game,
    /// Finished games.
    Games,
    /// Many running games.
    Watch,
    /// The analysis board.
    Analysis,
    /// The bots that are here.
    Bots,
    /// Competitions.
    Competitions,
    /// One competition.
    Competition,
    /// One board, in a frame of another site.
    Embed,
}

impl Page {
    fn file(self) -> &'static str {
        match self {
            Self::Lobby => "index.html",
            Self::Game => "game.html",
            Self::Games => "games.html",
            Self::Watch => "watch.html",
            Self::Analysis => "analysis.html",
            Self::Bots => "bots.html",
            Self::Competitions => "competitions.html",
            Self::Competition => "competition.html",
            Self::Embed => "embed.html",
        }
    }

    /// The modules that the page wants besides those which its file names: words, by the language of who reads them.
    fn words(self, language: &str) -> Vec<String> {
        let more = match self {
            Self::Lobby | Self::Watch | Self::Embed => Some("watch"),
            Self::Analysis => Some("analysis"),
            Self::Game | Self::Games | Self::Bots | Self::Competitions | Self::Competition => None,
        };
        let more = more.map(|part| format!("{part}.{language}"));
        [language.to_owned()].into_iter().chain(more).collect()
    }
}

#[derive(RustEmbed)]
#[folder = "web-client/dist"]
struct Client;

/// A page of the client.
pub(super) fn page(page: Page, headers: &HeaderMap) -> Response {
    if let Some(found) = Client::get(page.file()) {
        let mut response = file(page.file(), headers);
        announce(&mut response, &String::from_utf8_lossy(&found.data), &page.words(language(headers)));
        return response;
    }
    let head =
        [(CACHE_CONTROL, ALWAYS_ASK), (CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"))];
    (head, NOT_BUILT).into_response()
}

/// The client's page of a room, with something more in its head. Not packed: it is small, and not the same for every
/// room.
pub(super) fn room_page(head: &str, headers: &HeaderMap) -> Response {
    let client = Client::get(Page::Game.file());
    let page = match &client {
        Some(file) => String::from_utf8_lossy(&file.data),
        None => NOT_BUILT.into(),
    };
    let Some((before, after)) = page.split_once(END_OF_TITLE) else {
        return self::page(Page::Game, headers);
    };
    let whole = format!("{before}{END_OF_TITLE}{head}{after}");
    let hash = Sha256::digest(&whole);
    let (tag, is_known) = tagged(&hash, headers);
    let kind = HeaderValue::from_static("text/html; charset=utf-8");
    let mut response = if is_known {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        ([(CONTENT_TYPE, kind)], whole).into_response()
    };
    response.headers_mut().insert(CACHE_CONTROL, ALWAYS_ASK);
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        response.headers_mut().insert(ETAG, tag);
    }
    announce(&mut response, &page, &Page::Game.words(language(headers)));
    response
}

/// Says which files the page is about to want, so that they are on their way before the browser has read it: those that
/// it names, and the modules with words. These come first: a browser opens six connections, and words are among the
/// largest.
fn announce(response: &mut Response, page: &str, words: &[String]) {
    let address = |module: &String| {
        let begins = format!("{HASHED}{module}-");
        Client::iter().find(|path| path.starts_with(&begins) && path.ends_with(".js"))
    };
    let words = words.iter().filter_map(address).map(|path| format!("/{path}"));
    let named = page.split('"').filter(|text| text.starts_with(ASSETS)).map(str::to_owned);
    let links: Vec<String> = words.chain(named).filter_map(|path| preload(&path)).collect();
    if let Ok(links) = HeaderValue::from_str(&links.join(", ")) {
        response.headers_mut().insert(LINK, links);
    }
}

/// How a file is announced. What is not script or style can wait.
fn preload(path: &str) -> Option<String> {
    let how = match path.rsplit('.').next()? {
        "js" => "modulepreload",
        "css" => "preload; as=style; crossorigin",
        _ => return None,
    };
    Some(format!("<{path}>; rel={how}"))
}

/// The language that the client shows to who comes for the first time, as it finds it itself.
fn language(headers: &HeaderMap) -> &'static str {
    let wanted = headers.get(ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let known = |tag: &str| {
        let tag = tag.trim().get(..2)?;
        LANGUAGES.into_iter().find(|language| tag.eq_ignore_ascii_case(language))
    };
    wanted.split(',').find_map(known).unwrap_or(LANGUAGES[0])
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
    let packed = PACKED
        .into_iter()
        .filter(|(coding, _)| accepts(headers, coding))
        .find_map(|(coding, ending)| Some((coding, Client::get(&format!("{path}{ending}"))?)));
    let hash = packed.as_ref().map_or(&file, |(_, packed)| packed).metadata.sha256_hash();
    let (tag, is_known) = tagged(&hash, headers);
    let caching = if path.starts_with(HASHED) { FOREVER } else { ALWAYS_ASK };
    let mut response = if is_known {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        let kind = with_charset(file.metadata.mimetype());
        match packed {
            Some((coding, packed)) => {
                let head = [(CONTENT_TYPE, kind), (CONTENT_ENCODING, HeaderValue::from_static(coding))];
                (head, Body::from(packed.data)).into_response()
            }
            None => ([(CONTENT_TYPE, kind)], Body::from(file.data)).into_response(),
        }
    };
    if path.starts_with(HASHED) && (path.ends_with(".js") || path.ends_with(".css")) {
        response.headers_mut().insert(CONTENT_SECURITY_POLICY, NO_PAGE);
    }
    response.headers_mut().insert(CACHE_CONTROL, caching);
    response.headers_mut().insert(VARY, HeaderValue::from_static("accept-encoding"));
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        response.headers_mut().insert(ETAG, tag);
    }
    response
}

/// Whether a file that is packed like that is welcome: the coding is named, and not with a weight of nothing.
fn accepts(headers: &HeaderMap, wanted: &str) -> bool {
    let named = headers.get_all(ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    named.flat_map(|value| value.split(',')).any(|coding| {
        let mut parts = coding.split(';').map(str::trim);
        let is_named = parts.next().is_some_and(|name| name.eq_ignore_ascii_case(wanted));
        is_named && !parts.any(|weight| matches!(weight, "q=0" | "q=0.0" | "q=0.00" | "q=0.000"))
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
        let accepts_gzip = |value: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert(ACCEPT_ENCODING, HeaderValue::from_static(value));
            accepts(&headers, "gzip")
        };
        for value in ["gzip", "GZIP", "deflate, gzip;q=0.5, br", "br,gzip"] {
            assert!(accepts_gzip(value), "{value}");
        }
        for value in ["", "br", "gzip;q=0", "x-gzip-like", "identity, gzip; q=0.0"] {
            assert!(!accepts_gzip(value), "{value}");
        }
        assert!(!accepts(&HeaderMap::new(), "gzip"));
    }

    #[test]
    fn script_and_style_that_a_page_names_are_announced_as_it_names_them() {
        let page = "<link rel=\"icon\" href=\"/assets/icon-1.svg\">\
            <script type=\"module\" crossorigin src=\"/assets/app-2.js\"></script>\
            <link rel=\"stylesheet\" crossorigin href=\"/assets/app-3.css\"><a href=\"/watch\">";
        let mut response = StatusCode::OK.into_response();
        announce(&mut response, page, &["no such words".to_owned()]);
        assert_eq!(
            response.headers()[LINK],
            "</assets/app-2.js>; rel=modulepreload, </assets/app-3.css>; rel=preload; as=style; crossorigin"
        );
    }

    #[test]
    fn the_words_that_are_sent_ahead_are_those_the_page_will_show() {
        let language_of = |value: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert(ACCEPT_LANGUAGE, HeaderValue::from_static(value));
            language(&headers)
        };
        for (value, shown) in [
            ("en-GB,en;q=0.9", "en"),
            ("zh-CN,zh;q=0.9,en;q=0.8", "zh"),
            ("JA", "ja"),
            ("fr-FR, fr;q=0.9, ja;q=0.5, en;q=0.3", "ja"),
            ("de", "en"),
            ("", "en"),
            ("*", "en"),
        ] {
            assert_eq!(language_of(value), shown, "{value}");
        }
        assert_eq!(language(&HeaderMap::new()), "en");
    }
}
