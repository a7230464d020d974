//! Names of things that outlive a process: rooms, people, commands.

use std::fmt;
use std::str::FromStr;

/// The letters of an identifier: digits and lower-case letters without the four that are easily misread.
const ALPHABET: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

/// Why a text is no identifier.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not an identifier of this server")]
pub struct BadId;

macro_rules! identifier {
    ($(#[$doc:meta])* $name:ident, $letters:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name([u8; $letters]);

        impl $name {
            /// The identifier that these random bytes make; five bits of each are used.
            pub fn from_entropy(bytes: [u8; $letters]) -> Self {
                Self(bytes.map(|byte| ALPHABET[usize::from(byte) % ALPHABET.len()]))
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.iter().try_for_each(|byte| fmt::Write::write_char(f, char::from(*byte)))
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!(stringify!($name), "({})"), self)
            }
        }

        impl FromStr for $name {
            type Err = BadId;

            fn from_str(text: &str) -> Result<Self, BadId> {
                let bytes: [u8; $letters] = text.as_bytes().try_into().map_err(|_| BadId)?;
                if bytes.iter().all(|byte| ALPHABET.contains(byte)) { Ok(Self(bytes)) } else { Err(BadId) }
            }
        }
    };
}

identifier!(
    /// A room, and its address: 12 letters, 60 bits, so that a private link cannot be guessed.
    RoomId,
    12
);

identifier!(
    /// A competition, and its address.
    CompetitionId,
    12
);

identifier!(
    /// A person, which is never a secret: knowing it lets nobody act for the person.
    PersonId,
    16
);

/// What a client calls a command, so that a repeat gets the same answer: 1 to 40 of `A-Z a-z 0-9 _ -`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CommandId(Box<str>);

impl CommandId {
    /// The longest name of a command.
    pub const LETTERS_MAX: usize = 40;

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for CommandId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "CommandId({})", self.0)
    }
}

impl FromStr for CommandId {
    type Err = BadCommandId;

    fn from_str(text: &str) -> Result<Self, BadCommandId> {
        let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-';
        if text.is_empty() || text.len() > Self::LETTERS_MAX || !text.bytes().all(is_letter) {
            return Err(BadCommandId);
        }
        Ok(Self(text.into()))
    }
}

/// Why a text is no command id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a command id is 1 to 40 of A-Z a-z 0-9 _ -")]
pub struct BadCommandId;

/// What a person is called at the table: 1 to 24 characters, without control, direction or invisible ones. More is
/// asked of one that is chosen: [`Name::chosen`].
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Name(Box<str>);

impl Name {
    /// The longest name in characters.
    pub const CHARS_MAX: usize = 24;

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Name({:?})", self.0)
    }
}

impl FromStr for Name {
    type Err = BadName;

    fn from_str(text: &str) -> Result<Self, BadName> {
        let text = text.trim();
        let chars = text.chars().count();
        if chars == 0 || chars > Self::CHARS_MAX {
            return Err(BadName::Length);
        }
        if text.chars().any(is_deceptive) {
            return Err(BadName::Character);
        }
        Ok(Self(text.into()))
    }
}

/// Why a text is no name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadName {
    /// It is empty or too long.
    #[error("a name has 1 to 24 characters")]
    Length,
    /// It has a character that is not seen, stands for nothing, or turns or covers the text around it.
    #[error(
        "a name has characters that can be seen and stand beside each other, and at most two marks on a letter"
    )]
    Character,
    /// Its letters are of scripts that do not belong together.
    #[error("the letters of a name are of one script, or of Latin and one of Chinese, Japanese and Korean")]
    Scripts,
}

/// Characters that are not seen, stack up, or change the direction of the text around them.
pub(crate) fn is_deceptive(char: char) -> bool {
    char.is_control()
        || matches!(char,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}'
            | '\u{fff0}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}' | '\u{300}'..='\u{36f}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_identifier_reads_back_what_it_prints() {
        let room = RoomId::from_entropy([255, 0, 31, 32, 7, 8, 9, 10, 11, 12, 13, 14]);
        assert_eq!(room.to_string().parse(), Ok(room));
        for text in ["", "short", "0123456789ab0", "0123456789aI", "0123456789aé"] {
            assert_eq!(text.parse::<RoomId>(), Err(BadId), "{text:?}");
        }
    }

    #[test]
    fn names_that_deceive_are_refused() {
        for text in ["", "   ", "a\u{202e}b", "a\u{200d}b", "a\nb", "z\u{301}\u{301}algo", &"x".repeat(25)] {
            assert!(text.parse::<Name>().is_err(), "{text:?}");
        }
        assert_eq!(" 天元 ".parse::<Name>().unwrap().as_str(), "天元");
        assert!("x".repeat(24).parse::<Name>().is_ok());
    }

    #[test]
    fn command_ids_are_short_and_plain() {
        assert!("7f3c-Move_1".parse::<CommandId>().is_ok());
        for text in ["", "a b", "é", &"x".repeat(41)] {
            assert_eq!(text.parse::<CommandId>(), Err(BadCommandId), "{text:?}");
        }
    }
}
