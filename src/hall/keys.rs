//! What the links of a competition carry.

use std::fmt;

use subtle::ConstantTimeEq as _;

use crate::competition::Office;
use crate::hub::mac;
use crate::journal::{CompetitionId, PersonId};

/// What lets a person take an office of a competition: 16 letters, 80 bits, that follow from the server's key and are
/// stored nowhere.
pub struct OfficeKey(String);

impl OfficeKey {
    /// The key of an office. `key` is the one that competitions are named with ([`crate::hall::KEY_PURPOSE`]).
    pub fn of(key: &[u8; 32], competition: CompetitionId, office: Office) -> Self {
        let digest = mac(key, &[b"office", competition.to_string().as_bytes(), words(office).as_bytes()]);
        // The letters are those of a person's name to the server, which has as many.
        Self(PersonId::from_entropy(std::array::from_fn(|index| digest[index])).to_string())
    }

    /// Whether a text is this key; takes as long whatever the text.
    pub fn is(&self, text: &str) -> bool {
        self.0.as_bytes().ct_eq(text.as_bytes()).into()
    }
}

/// An office as it stands in a link: `chief`, `referee.2`, `seat.5.1`.
pub fn words(office: Office) -> String {
    match office {
        Office::Chief => "chief".to_owned(),
        Office::Referee(referee) => format!("referee.{referee}"),
        Office::Seat { entrant, member } => format!("seat.{entrant}.{member}"),
    }
}

impl fmt::Display for OfficeKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Printing it by accident would give it away.
impl fmt::Debug for OfficeKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("OfficeKey(..)")
    }
}
