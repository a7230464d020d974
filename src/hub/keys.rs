//! What follows from the server's key: names of rooms, and what makes an arbiter of one.

use std::fmt;

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use subtle::ConstantTimeEq as _;

use crate::journal::{PersonId, RoomId};

/// What makes an arbiter of a room: 16 letters, 80 bits, that follow from the server's key and are stored nowhere.
pub struct ArbiterKey(String);

impl ArbiterKey {
    /// The key of a room. `key` is the one that rooms are named with ([`crate::hub::Settings::key`]).
    pub fn of(key: &[u8; 32], room: RoomId) -> Self {
        let digest = mac(key, &[b"arbiter", room.to_string().as_bytes()]);
        // The letters are those of a person's name to the server, which has as many.
        Self(PersonId::from_entropy(std::array::from_fn(|index| digest[index])).to_string())
    }

    /// Whether a text is this key; takes as long whatever the text.
    pub fn is(&self, text: &str) -> bool {
        self.0.as_bytes().ct_eq(text.as_bytes()).into()
    }
}

impl fmt::Display for ArbiterKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Printing it by accident would give it away.
impl fmt::Debug for ArbiterKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ArbiterKey(..)")
    }
}

/// A code made from parts, each with its length, that nobody can make without the key.
pub(crate) fn mac(key: &[u8; 32], parts: &[&[u8]]) -> [u8; 32] {
    #[expect(clippy::expect_used, reason = "an HMAC takes a key of any length")]
    let mut mac = Hmac::<Sha256>::new_from_slice(key).expect("a key of any length");
    for part in parts {
        mac.update(&u64::try_from(part.len()).unwrap_or(u64::MAX).to_be_bytes());
        mac.update(part);
    }
    mac.finalize().into_bytes().into()
}
