//! Who a request says it comes from: a bearer token, or else a cookie.

use cookie::{Cookie, SameSite};
use http::header::{AUTHORIZATION, COOKIE};
use http::{HeaderMap, HeaderValue};

use crate::identity::{BotToken, Key, LIFETIME, Secret, Shown, TokenDigest};
use crate::journal::WallTime;

/// The cookie that carries an identity.
const NAME: &str = "tengen_person";
/// The same over https, where a browser lets no other host set it.
const SECURE_NAME: &str = "__Host-tengen_person";

/// What a request shows for itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Credential {
    /// A token this server signed, which no page of another site can send.
    Bearer(Shown),
    /// The token of a bot, of which the store says whether it is good.
    Bot(TokenDigest),
    /// A cookie this server signed, which a browser sends along whoever asks it to.
    Cookie(Shown),
    /// A token this server did not sign. Whoever sends one wants to be told.
    BadBearer,
    /// Nothing of worth.
    Nothing,
}

impl Credential {
    /// Reads the headers of a request.
    pub(super) fn of(headers: &HeaderMap, key: &Key, is_secure: bool, now: WallTime) -> Self {
        if let Some(authorization) = headers.get(AUTHORIZATION) {
            let value = bearer(authorization).unwrap_or_default();
            if let Some(token) = BotToken::parse(value) {
                return Self::Bot(token.digest());
            }
            return key.verify(value, now).map_or(Self::BadBearer, Self::Bearer);
        }
        let texts = headers.get_all(COOKIE).iter().filter_map(|line| line.to_str().ok());
        let mut cookies = texts.flat_map(Cookie::split_parse).filter_map(Result::ok);
        // Another host of the domain may have put one of the same name before ours.
        let shown = cookies.find_map(|cookie| {
            (cookie.name() == name(is_secure)).then(|| key.verify(cookie.value(), now)).flatten()
        });
        shown.map_or(Self::Nothing, Self::Cookie)
    }
}

/// The header that keeps a signed identity in the browser.
pub(super) fn set_cookie(signed: &Secret<String>, is_secure: bool) -> Option<HeaderValue> {
    let max_age = cookie::time::Duration::try_from(LIFETIME).ok()?;
    let cookie = Cookie::build((name(is_secure), signed.reveal().as_str()))
        .path("/")
        .http_only(true)
        .same_site(SameSite::Lax)
        .secure(is_secure)
        .max_age(max_age);
    let mut value = HeaderValue::from_str(&cookie.to_string()).ok()?;
    value.set_sensitive(true);
    Some(value)
}

const fn name(is_secure: bool) -> &'static str {
    if is_secure { SECURE_NAME } else { NAME }
}

fn bearer(authorization: &HeaderValue) -> Option<&str> {
    let (scheme, value) = authorization.to_str().ok()?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then_some(value.trim())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::identity::new_person;

    const NOW: WallTime = WallTime(1_800_000_000_000);

    #[test]
    fn a_cookie_is_read_back_as_it_was_set() {
        let (key, person) = (Key::random(), new_person());
        for is_secure in [false, true] {
            let header = set_cookie(&key.sign(person, NOW), is_secure).unwrap();
            let text = header.to_str().unwrap();
            for part in ["HttpOnly", "SameSite=Lax", "Path=/", "Max-Age=31536000"] {
                assert!(text.contains(part), "{text}");
            }
            assert_eq!(text.starts_with("__Host-"), is_secure);
            assert_eq!(text.contains("Secure"), is_secure);

            let pair = text.split(';').next().unwrap();
            let line = format!("tengen_person=forged; other=1; {pair}");
            let mut headers = HeaderMap::new();
            headers.insert(COOKIE, HeaderValue::from_str(&line).unwrap());
            let shown = Shown { person, is_old: false };
            assert_eq!(Credential::of(&headers, &key, is_secure, NOW), Credential::Cookie(shown));
            assert_eq!(Credential::of(&headers, &Key::random(), is_secure, NOW), Credential::Nothing);
            assert_eq!(Credential::of(&headers, &key, !is_secure, NOW), Credential::Nothing);
        }
    }

    #[test]
    fn a_bearer_comes_before_a_cookie_even_if_it_is_wrong() {
        let (key, person) = (Key::random(), new_person());
        let signed = key.sign(person, NOW);
        let mut headers = HeaderMap::new();
        let line = format!("{NAME}={}", signed.reveal());
        headers.insert(COOKIE, HeaderValue::from_str(&line).unwrap());
        headers.insert(AUTHORIZATION, HeaderValue::from_static("Bearer nonsense"));
        assert_eq!(Credential::of(&headers, &key, false, NOW), Credential::BadBearer);
        let line = format!("bearer {}", signed.reveal());
        headers.insert(AUTHORIZATION, HeaderValue::from_str(&line).unwrap());
        let shown = Shown { person, is_old: false };
        assert_eq!(Credential::of(&headers, &key, false, NOW), Credential::Bearer(shown));
    }
}
