//! Pure: which page sent a request. Browsers say so and cannot be made to lie by the page.

use http::HeaderMap;
use http::header::{HOST, ORIGIN};

/// Where a request comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    /// A page of this server, or one the operator allows.
    Ours,
    /// No page: a program, or a browser that was not asked to say.
    Nowhere,
    /// A page of another site, or none that can be told.
    Foreign,
}

/// Where a request comes from, compared letter by letter.
pub(super) fn origin(headers: &HeaderMap, scheme: &str, allowed: &[String]) -> Origin {
    let mut origins = headers.get_all(ORIGIN).iter();
    let Some(origin) = origins.next() else { return Origin::Nowhere };
    if origins.next().is_some() {
        return Origin::Foreign;
    }
    let Ok(origin) = origin.to_str() else { return Origin::Foreign };
    let is_own = host(headers).is_some_and(|host| origin == own(scheme, host));
    if is_own || allowed.iter().any(|allowed| allowed == origin) { Origin::Ours } else { Origin::Foreign }
}

/// The host a request is for.
pub(super) fn host(headers: &HeaderMap) -> Option<&str> {
    let mut hosts = headers.get_all(HOST).iter();
    let host = hosts.next()?.to_str().ok()?;
    (hosts.next().is_none() && !host.is_empty()).then_some(host)
}

/// The server's own origin, as a browser spells it: lower case, and without the usual port.
fn own(scheme: &str, host: &str) -> String {
    let usual_port = if scheme == "https" { ":443" } else { ":80" };
    let host = host.to_ascii_lowercase();
    let host = host.strip_suffix(usual_port).unwrap_or(&host);
    format!("{scheme}://{host}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use http::HeaderValue;

    fn judged(scheme: &str, host: &str, origins: &[&str]) -> Origin {
        let mut headers = HeaderMap::new();
        headers.insert(HOST, HeaderValue::from_str(host).unwrap());
        for origin in origins {
            headers.append(ORIGIN, HeaderValue::from_str(origin).unwrap());
        }
        origin(&headers, scheme, &["https://club.example".to_owned()])
    }

    #[test]
    fn our_own_pages_and_allowed_ones_are_ours() {
        assert_eq!(judged("http", "127.0.0.1:8015", &["http://127.0.0.1:8015"]), Origin::Ours);
        assert_eq!(judged("http", "LocalHost:8015", &["http://localhost:8015"]), Origin::Ours);
        assert_eq!(judged("https", "play.example", &["https://play.example"]), Origin::Ours);
        assert_eq!(judged("https", "play.example:443", &["https://play.example"]), Origin::Ours);
        assert_eq!(judged("http", "[::1]:8015", &["http://[::1]:8015"]), Origin::Ours);
        assert_eq!(judged("https", "play.example", &["https://club.example"]), Origin::Ours);
    }

    #[test]
    fn everything_else_is_foreign() {
        let foreign = [
            "https://evil.example",
            "null",
            "",
            "https://play.example.evil",
            "https://evilplay.example",
            "https://play.example:8443",
            "https://play.example:443",
            "http://play.example",
            "https://PLAY.example",
            "HTTPS://play.example",
            "https://play.example/",
            "https://play.example https://evil.example",
            "https://club.example.evil",
            "play.example",
        ];
        for origin in foreign {
            assert_eq!(judged("https", "play.example", &[origin]), Origin::Foreign, "{origin}");
        }
        let twice = ["https://play.example", "https://play.example"];
        assert_eq!(judged("https", "play.example", &twice), Origin::Foreign);
    }

    #[test]
    fn a_missing_origin_is_nowhere() {
        assert_eq!(judged("https", "play.example", &[]), Origin::Nowhere);
    }
}
