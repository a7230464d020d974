//! Who a visitor is: a guest whose identity is a signed value, kept in a cookie or carried as a bearer token; or a bot
//! with a token that the operator gave it, of which the store has the digest.
//!
//! The server stores nothing about a guest. Whoever has the key can be anybody, so the key never leaves its file, and
//! neither it nor a signed value is ever printed.

use std::fmt;
use std::time::Duration;

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use subtle::ConstantTimeEq;

use crate::journal::{Name, PersonId, WallTime};

mod key;
mod token;

pub use key::{Key, KeyError};
pub use token::{BotToken, TokenDigest};

/// How long a signed identity is good for.
pub const LIFETIME: Duration = Duration::from_secs(365 * 24 * 3600);
/// A page load renews an identity that is older than this.
const RENEWED_AFTER: Duration = Duration::from_secs(30 * 24 * 3600);
/// How far ahead of the wall clock a signature may lie, which may have been set back.
const CLOCK_SLACK: Duration = Duration::from_secs(24 * 3600);
/// The first part of every signed value. Another spelling gets another version.
const VERSION: &str = "v1";
/// Hexadecimal digits of a signature.
const TAG_DIGITS: usize = 64;

/// What must not be printed.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret<T>(T);

impl<T> Secret<T> {
    /// Hides a value from every print.
    pub const fn new(value: T) -> Self {
        Self(value)
    }

    /// The value, for the one place that needs it.
    pub const fn reveal(&self) -> &T {
        &self.0
    }
}

impl<T> fmt::Debug for Secret<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(..)")
    }
}

/// An identity that a visitor has shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shown {
    /// Whose it is.
    pub person: PersonId,
    /// Whether it is old enough to be signed again.
    pub is_old: bool,
}

impl Key {
    /// The signed value that makes its bearer `person`.
    pub fn sign(&self, person: PersonId, issued: WallTime) -> Secret<String> {
        let claim = format!("{VERSION}.{person}.{:x}", issued.0 / 1000);
        let tag = hex(&self.tag(&claim));
        Secret::new(format!("{claim}.{tag}"))
    }

    /// Who the bearer of `value` is; nobody, if this key did not sign it or it has run out.
    pub fn verify(&self, value: &str, now: WallTime) -> Option<Shown> {
        let (claim, tag) = value.rsplit_once('.')?;
        if tag.len() != TAG_DIGITS || !bool::from(hex(&self.tag(claim)).as_bytes().ct_eq(tag.as_bytes())) {
            return None;
        }
        let rest = claim.strip_prefix(VERSION)?.strip_prefix('.')?;
        let (person, issued) = rest.split_once('.')?;
        let issued = Duration::from_secs(u64::from_str_radix(issued, 16).ok()?);
        let now = Duration::from_millis(now.0);
        if issued > now + CLOCK_SLACK {
            return None;
        }
        let age = now.saturating_sub(issued);
        let person = person.parse().ok()?;
        (age < LIFETIME).then_some(Shown { person, is_old: age > RENEWED_AFTER })
    }

    /// A key for another purpose, from which this one cannot be told.
    pub fn derive(&self, purpose: &str) -> [u8; 32] {
        // No claim begins like this, so no signature is ever such a key.
        self.tag(&format!("derive.{purpose}"))
    }

    fn tag(&self, claim: &str) -> [u8; 32] {
        #[expect(clippy::expect_used, reason = "HMAC takes a key of any length")]
        let mut mac = Hmac::<Sha256>::new_from_slice(self.bytes()).expect("any length is right");
        mac.update(claim.as_bytes());
        mac.finalize().into_bytes().into()
    }
}

/// How many letters of its id a guest is called by.
const GIVEN_LETTERS: usize = 6;

/// A person nobody has been.
pub fn new_person() -> PersonId {
    PersonId::from_entropy(entropy())
}

/// What a person without a name is called. The same person is always called the same.
pub fn default_name(person: PersonId) -> Name {
    let letters = person.to_string();
    // Thirty bits: two of the people in one room are never called the same.
    let last = &letters[letters.len() - GIVEN_LETTERS..];
    #[expect(clippy::expect_used, reason = "a test tries it, and it is the same for all")]
    format!("Guest {last}").parse().expect("a short plain text is a name")
}

/// Bytes that nobody can guess.
#[expect(
    clippy::expect_used,
    reason = "without the system's randomness nobody is safe, and there is no way on"
)]
pub fn entropy<const BYTES: usize>() -> [u8; BYTES] {
    let mut bytes = [0; BYTES];
    getrandom::fill(&mut bytes).expect("the system has randomness");
    bytes
}

fn hex(bytes: &[u8]) -> String {
    use fmt::Write;
    let mut text = String::with_capacity(bytes.len() * 2);
    for byte in bytes {
        let written = write!(text, "{byte:02x}");
        debug_assert!(written.is_ok(), "writing to a string does not fail");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: WallTime = WallTime(1_800_000_000_000);

    fn later(by: Duration) -> WallTime {
        WallTime(NOW.0 + u64::try_from(by.as_millis()).unwrap())
    }

    #[test]
    fn a_signed_identity_is_known_again() {
        let (key, person) = (Key::random(), new_person());
        let value = key.sign(person, NOW);
        assert_eq!(key.verify(value.reveal(), NOW), Some(Shown { person, is_old: false }));
        assert_eq!(
            key.verify(value.reveal(), later(RENEWED_AFTER * 2)),
            Some(Shown { person, is_old: true })
        );
        assert_eq!(key.verify(value.reveal(), later(LIFETIME)), None);
    }

    #[test]
    fn a_forged_cut_or_foreign_identity_is_nobody() {
        let (key, person) = (Key::random(), new_person());
        let value = key.sign(person, NOW).reveal().clone();
        assert_eq!(Key::random().verify(&value, NOW), None);
        for end in 0..value.len() {
            assert_eq!(key.verify(&value[..end], NOW), None, "{end}");
        }
        for at in 0..value.len() {
            let mut forged = value.clone().into_bytes();
            forged[at] = if forged[at] == b'0' { b'1' } else { b'0' };
            assert_eq!(key.verify(std::str::from_utf8(&forged).unwrap(), NOW), None, "{at}");
        }
        for text in [format!("{value}0"), format!(" {value}"), value.to_uppercase(), "....".to_owned()] {
            assert_eq!(key.verify(&text, NOW), None, "{text}");
        }
    }

    #[test]
    fn another_version_is_nobody_even_if_signed() {
        let key = Key::random();
        let claim = format!("v2.{}.{:x}", new_person(), NOW.0 / 1000);
        let value = format!("{claim}.{}", hex(&key.tag(&claim)));
        assert_eq!(key.verify(&value, NOW), None);
    }

    #[test]
    fn an_identity_from_the_future_is_nobody() {
        let key = Key::random();
        let value = key.sign(new_person(), later(CLOCK_SLACK * 2));
        assert_eq!(key.verify(value.reveal(), NOW), None);
    }

    #[test]
    fn a_secret_is_not_printed() {
        let value = Key::random().sign(new_person(), NOW);
        assert_eq!(format!("{value:?}"), "Secret(..)");
        assert_eq!(format!("{:?}", Key::random()), "Key(Secret(..))");
    }

    #[test]
    fn a_guest_has_letters_of_its_own() {
        let person = PersonId::from_entropy([7; 16]);
        assert_eq!(default_name(person), default_name(person));
        let other = new_person();
        assert_eq!(default_name(other).as_str(), format!("Guest {}", &other.to_string()[10..]));
        assert!(default_name(other).is_given());
    }
}
