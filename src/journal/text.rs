//! Text from people, which is text and nothing else.

use std::fmt;
use std::str::FromStr;

use crate::journal::ids::is_deceptive;

/// What a person says in a sentence: why an arbiter ruled, what a player complains of, a line of talk. 1 to 200
/// characters; those that are not seen or turn the text round are left out.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Remark(Box<str>);

impl Remark {
    /// The longest remark in characters.
    pub const CHARS_MAX: usize = 200;

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// A log has no use for what people say.
impl fmt::Debug for Remark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Remark({} bytes)", self.0.len())
    }
}

impl FromStr for Remark {
    type Err = BadRemark;

    fn from_str(text: &str) -> Result<Self, BadRemark> {
        let is_too_long = text.chars().take(Self::CHARS_MAX + 1).count() > Self::CHARS_MAX;
        let kept: String = text.chars().filter(|char| !is_deceptive(*char)).collect();
        let kept = kept.trim();
        if is_too_long || kept.is_empty() {
            return Err(BadRemark);
        }
        Ok(Self(kept.into()))
    }
}

/// Why a text is no remark.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("write 1 to {} characters that can be seen", Remark::CHARS_MAX)]
pub struct BadRemark;

/// What a board is called where several are played on: a number or a short name (L-11). 1 to 16 characters; those that
/// are not seen or turn the text round are left out.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BoardLabel(Box<str>);

impl BoardLabel {
    /// The longest label in characters.
    pub const CHARS_MAX: usize = 16;

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for BoardLabel {
    type Err = BadBoardLabel;

    fn from_str(text: &str) -> Result<Self, BadBoardLabel> {
        let Remark(kept) = text.parse().map_err(|BadRemark| BadBoardLabel)?;
        if kept.chars().count() > Self::CHARS_MAX { Err(BadBoardLabel) } else { Ok(Self(kept)) }
    }
}

/// Why a text is no label of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a board is called by 1 to {} characters that can be seen", BoardLabel::CHARS_MAX)]
pub struct BadBoardLabel;

/// What a player hashes with a number, so that nobody finds it by trying: 16 to 64 of `A-Z a-z 0-9 _ -`.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Salt(Box<str>);

impl Salt {
    /// The least letters.
    pub const LETTERS_MIN: usize = 16;
    /// The most letters.
    pub const LETTERS_MAX: usize = 64;

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Salt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Salt(..)")
    }
}

impl FromStr for Salt {
    type Err = BadSalt;

    fn from_str(text: &str) -> Result<Self, BadSalt> {
        let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-';
        let is_long_enough = (Self::LETTERS_MIN..=Self::LETTERS_MAX).contains(&text.len());
        if is_long_enough && text.bytes().all(is_letter) { Ok(Self(text.into())) } else { Err(BadSalt) }
    }
}

/// Why a text is no salt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a nonce is {} to {} of A-Z a-z 0-9 _ -", Salt::LETTERS_MIN, Salt::LETTERS_MAX)]
pub struct BadSalt;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_remark_is_what_can_be_seen_of_it() {
        assert_eq!(" No\u{202e} phone\u{200b}! ".parse::<Remark>().unwrap().as_str(), "No phone!");
        assert_eq!("裁判".parse::<Remark>().unwrap().as_str(), "裁判");
        for text in ["", "  ", "\u{200b}\u{202e}", &"x".repeat(201)] {
            assert_eq!(text.parse::<Remark>(), Err(BadRemark), "{text:?}");
        }
        assert!("é".repeat(200).parse::<Remark>().is_ok());
    }

    #[test]
    fn l11_a_board_is_called_by_a_few_characters() {
        assert_eq!(" 3\u{200b} ".parse::<BoardLabel>().unwrap().as_str(), "3");
        assert!("第十二台".parse::<BoardLabel>().is_ok() && "x".repeat(16).parse::<BoardLabel>().is_ok());
        for text in ["", "  ", &"x".repeat(17), &"x".repeat(300)] {
            assert_eq!(text.parse::<BoardLabel>(), Err(BadBoardLabel), "{text:?}");
        }
    }

    #[test]
    fn a_salt_is_long_enough_not_to_be_guessed() {
        assert!("0123456789abcdef".parse::<Salt>().is_ok());
        for text in ["", "0123456789abcde", "0123456789abcde!", &"x".repeat(65)] {
            assert_eq!(text.parse::<Salt>(), Err(BadSalt), "{text:?}");
        }
    }
}
