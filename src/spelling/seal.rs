//! What is sealed, in JSON; hashes and nonces in hexadecimal digits.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::game::point::Point;
use crate::game::seal::{Digest, Nonce, SealedMove};
use crate::spelling::{BadForm, ChoiceForm, PointForm};

/// A move that is handed in and not shown.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum SealedMoveForm {
    /// A stone.
    Stone {
        /// Where.
        point: PointForm,
    },
    /// A pass.
    Pass {},
    /// A choice of the opening.
    Choose {
        /// Which.
        choice: ChoiceForm,
    },
    /// The number of alternatives for the fifth move.
    Announce {
        /// How many.
        number: u8,
    },
    /// The alternatives.
    Show {
        /// Where.
        points: Vec<PointForm>,
    },
    /// The alternative that stays.
    Keep {
        /// Which.
        point: PointForm,
    },
}

/// Printing it would open it.
impl std::fmt::Debug for SealedMoveForm {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("SealedMoveForm(..)")
    }
}

impl From<&SealedMove> for SealedMoveForm {
    fn from(sealed: &SealedMove) -> Self {
        match sealed {
            SealedMove::Stone(point) => Self::Stone { point: (*point).into() },
            SealedMove::Pass => Self::Pass {},
            SealedMove::Choose(choice) => Self::Choose { choice: (*choice).into() },
            SealedMove::Announce(number) => Self::Announce { number: *number },
            SealedMove::Show(points) => Self::Show { points: PointForm::all(points) },
            SealedMove::Keep(point) => Self::Keep { point: (*point).into() },
        }
    }
}

impl TryFrom<SealedMoveForm> for SealedMove {
    type Error = BadForm;

    fn try_from(form: SealedMoveForm) -> Result<Self, BadForm> {
        Ok(match form {
            SealedMoveForm::Stone { point } => Self::Stone(Point::try_from(&point)?),
            SealedMoveForm::Pass {} => Self::Pass,
            SealedMoveForm::Choose { choice } => Self::Choose(choice.into()),
            SealedMoveForm::Announce { number } => Self::Announce(number),
            SealedMoveForm::Show { points } => Self::Show(PointForm::read_all(&points)?),
            SealedMoveForm::Keep { point } => Self::Keep(Point::try_from(&point)?),
        })
    }
}

/// The hash that 64 lower-case hexadecimal digits spell.
///
/// # Errors
/// [`BadForm::Hex`] if they are none.
pub fn digest(text: &str) -> Result<Digest, BadForm> {
    bytes(text).map(Digest).ok_or(BadForm::Hex(64))
}

/// The nonce that 32 lower-case hexadecimal digits spell.
///
/// # Errors
/// [`BadForm::Hex`] if they are none.
pub fn nonce(text: &str) -> Result<Nonce, BadForm> {
    bytes(text).map(Nonce).ok_or(BadForm::Hex(32))
}

/// The bytes that two lower-case hexadecimal digits each spell.
pub fn bytes<const N: usize>(text: &str) -> Option<[u8; N]> {
    let digit = |letter: u8| match letter {
        b'0'..=b'9' => Some(letter - b'0'),
        b'a'..=b'f' => Some(letter - b'a' + 10),
        _ => None,
    };
    let (pairs, rest) = text.as_bytes().as_chunks::<2>();
    if pairs.len() != N || !rest.is_empty() {
        return None;
    }
    let mut bytes = [0; N];
    for (byte, [high, low]) in bytes.iter_mut().zip(pairs) {
        *byte = digit(*high)? << 4 | digit(*low)?;
    }
    Some(bytes)
}

/// Bytes as two lower-case hexadecimal digits each.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_read_back_what_they_print() {
        let sixteen: [u8; 16] = std::array::from_fn(|index| (index * 17) as u8);
        assert_eq!(hex(&sixteen), "00112233445566778899aabbccddeeff");
        assert_eq!(bytes(&hex(&sixteen)), Some(sixteen));
        for text in ["", "00", &"0".repeat(31), &"0".repeat(33), &"A".repeat(32), &"é".repeat(16)] {
            assert_eq!(bytes::<16>(text), None, "{text:?}");
        }
    }
}
