//! The tokens of bots: random, shown once, and known afterwards by what they hash to.

use std::fmt;

use sha2::{Digest as _, Sha256};

use super::{Secret, entropy, hex};

/// How every token begins, so that one that was published by mistake is found.
const PREFIX: &str = "tengen_bot_";
/// Hexadecimal digits of a token: 256 bits, which nobody guesses however fast the hash is.
const DIGITS: usize = 64;

/// What makes its bearer a bot. It is never printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BotToken(Secret<String>);

/// What a token hashes to, which lets nobody in.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TokenDigest([u8; 32]);

impl BotToken {
    /// A token that nobody has had.
    pub fn random() -> Self {
        Self(Secret::new(format!("{PREFIX}{}", hex(&entropy::<{ DIGITS / 2 }>()))))
    }

    /// The token with this text; none if it is not spelled like one.
    pub fn parse(text: &str) -> Option<Self> {
        let digits = text.strip_prefix(PREFIX)?;
        let is_digit = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
        let is_token = digits.len() == DIGITS && digits.bytes().all(is_digit);
        is_token.then(|| Self(Secret::new(text.to_owned())))
    }

    /// The text, for the one who is shown it.
    pub fn reveal(&self) -> &str {
        self.0.reveal()
    }

    /// What it hashes to.
    pub fn digest(&self) -> TokenDigest {
        TokenDigest(Sha256::digest(self.0.reveal()).into())
    }
}

impl fmt::Display for TokenDigest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex(&self.0))
    }
}

impl fmt::Debug for TokenDigest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("TokenDigest(..)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_read_back_and_printed_nowhere() {
        let token = BotToken::random();
        assert_eq!(BotToken::parse(token.reveal()), Some(token.clone()));
        assert_ne!(token, BotToken::random());
        let digest = token.digest();
        assert_eq!(digest.to_string().len(), DIGITS);
        assert!(!format!("{token:?} {digest:?}").contains(&token.reveal()[PREFIX.len()..]));
    }

    #[test]
    fn what_is_not_spelled_like_a_token_is_none() {
        let token = BotToken::random().reveal().to_owned();
        for text in
            ["", PREFIX, &token[1..], &token[..token.len() - 1], &token.to_uppercase(), &format!("{token}0")]
        {
            assert_eq!(BotToken::parse(text), None, "{text}");
        }
    }
}
