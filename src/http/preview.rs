//! What others show of a link to a room: who plays, what, and a picture of the position, in Open Graph's words.

use std::time::Duration;

use http::HeaderMap;
use tokio::time::timeout;

use super::Door;
use super::origin::host;
use super::record::record;
use crate::journal::RoomId;
use crate::record::{PICTURE_HEIGHT, PICTURE_WIDTH, Record, summary};

/// How long the store may hold a page up for it. A page without a preview is still a page.
const PREVIEW_WITHIN: Duration = Duration::from_millis(500);

/// The tags for the page of a room; none if there is no such room, or it takes too long to look.
pub(super) async fn of(door: &Door, room: &str, headers: &HeaderMap) -> Option<String> {
    let room = room.parse::<RoomId>().ok()?;
    let origin = origin(door, headers)?;
    let records = timeout(PREVIEW_WITHIN, door.records_of(room)).await.ok()?.ok()?;
    Some(tags(&record(room, records).ok()?, &origin))
}

/// Where the page is, as far as its reader can be told. A name of a host with anything unusual in it is not repeated.
fn origin(door: &Door, headers: &HeaderMap) -> Option<String> {
    let host = host(headers)?;
    let is_usual = |byte: u8| byte.is_ascii_alphanumeric() || b".-:[]_".contains(&byte);
    host.bytes().all(is_usual).then(|| format!("{}://{host}", door.scheme()))
}

fn tags(record: &Record, origin: &str) -> String {
    let room = record.room;
    let mut description = summary(&record.header.rules);
    if let Some(result) = record.result() {
        description = format!("{result}. {description}");
    }
    // The number of records makes it another picture when the game has gone on.
    let picture = format!("{origin}/api/games/{room}/picture.png?at={}", record.next);
    let (width, height) = (PICTURE_WIDTH.to_string(), PICTURE_HEIGHT.to_string());
    let open_graph = [
        ("og:type", "website"),
        ("og:site_name", "Tengen"),
        ("og:title", &record.title()),
        ("og:description", &description),
        ("og:url", &format!("{origin}/g/{room}")),
        ("og:image", &picture),
        ("og:image:type", "image/png"),
        ("og:image:width", &width),
        ("og:image:height", &height),
    ];
    let tag = |kind: &str, name: &str, content: &str| {
        format!("\n    <meta {kind}=\"{name}\" content=\"{}\" />", escaped(content))
    };
    let mut tags: String = open_graph.iter().map(|(name, content)| tag("property", name, content)).collect();
    tags.push_str(&tag("name", "twitter:card", "summary_large_image"));
    tags
}

/// Text in an attribute.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            letter => out.push(letter),
        }
    }
    out
}
