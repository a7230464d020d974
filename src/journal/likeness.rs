//! Names that can be told apart: what may be chosen, and which names look alike. Pure.
//!
//! What was chosen before is not judged again: a [`Name`] that stands in a journal is read as it is.

use std::fmt;

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;
use unicode_security::general_security_profile::IdentifierType;
use unicode_security::mixed_script::AugmentedScriptSet;
use unicode_security::{GeneralSecurityProfile, MixedScript};

use crate::journal::ids::{BadName, Name};

/// How many marks may stand on one letter. Vietnamese and Thai need two; a pile of them covers what is beside it.
const MARKS_MAX: usize = 2;

/// How names that are the server's to give begin.
const GIVEN: &str = "guest";

/// How the server's own bots are called, before their number.
const HOUSE: &str = "tengen";

/// What of a name the eye goes by. Two names with the same likeness are taken for each other.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Likeness(Box<str>);

impl Likeness {
    /// The text, which is for comparing and not for showing.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Likeness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Likeness({:?})", self.0)
    }
}

impl Name {
    /// The name that somebody chooses, in the form in which it is kept: wide and narrow letters and the like in their
    /// usual form (NFKC), one space where there were several. Letters are of one script, but those of Latin may stand
    /// beside Chinese, Japanese and Korean (UTS 39, highly restrictive).
    ///
    /// # Errors
    /// [`BadName`], which says what would be right.
    pub fn chosen(text: &str) -> Result<Self, BadName> {
        // Normal forms are at most 18 times as long; nothing that is far too long is worth the work.
        if text.chars().take(4 * Self::CHARS_MAX + 1).count() > 4 * Self::CHARS_MAX {
            return Err(BadName::Length);
        }
        let text: String = text.nfkc().collect();
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let name: Self = text.parse()?;
        if !text.chars().all(is_shown) || is_piled(&text) {
            return Err(BadName::Character);
        }
        if !is_of_one_script(&text) {
            return Err(BadName::Scripts);
        }
        Ok(name)
    }

    /// What of it the eye goes by: no case, no spaces, and one letter for all that are confused with it (UTS 39).
    pub fn likeness(&self) -> Likeness {
        let text: String = self.as_str().nfkc().collect();
        let seen = skeleton(&text).to_lowercase();
        let seen = skeleton(&seen);
        // A capital i is an l to the eye and an i to the ear.
        let seen = seen.chars().filter(|char| !char.is_whitespace());
        Likeness(seen.map(|char| if char == 'i' { 'l' } else { char }).collect())
    }

    /// Whether it looks like the names of those who have chosen none, or of the server's own bots. Nobody chooses such a
    /// name.
    pub fn is_given(&self) -> bool {
        let Likeness(seen) = self.likeness();
        // A one looks like an l, and a nought like an o.
        let is_number =
            |rest: &str| !rest.is_empty() && rest.chars().all(|char| matches!(char, '0'..='9' | 'l' | 'o'));
        seen.starts_with(GIVEN) || seen.strip_prefix(HOUSE).is_some_and(is_number)
    }
}

fn skeleton(text: &str) -> String {
    unicode_security::skeleton(text).collect()
}

/// Whether it can be seen, is in use, and stands in a line of text.
fn is_shown(char: char) -> bool {
    // What the table does not name is no character, or nobody's.
    let is_fit = |kind| {
        !matches!(
            kind,
            IdentifierType::Not_Character | IdentifierType::Deprecated | IdentifierType::Default_Ignorable
        )
    };
    char == ' ' || char.identifier_type().is_some_and(is_fit)
}

/// Whether more marks stand on a letter than one can read, or on none.
fn is_piled(text: &str) -> bool {
    let mut marks = MARKS_MAX;
    text.nfd().any(|char| {
        marks = if is_combining_mark(char) { marks + 1 } else { 0 };
        marks > MARKS_MAX
    })
}

fn is_of_one_script(text: &str) -> bool {
    let latin = AugmentedScriptSet::for_char('a');
    let is_latin = |char: &char| {
        let mut both = AugmentedScriptSet::for_char(*char);
        both.intersect_with(latin);
        !both.is_empty()
    };
    let besides: String = text.chars().filter(|char| !is_latin(char)).collect();
    let AugmentedScriptSet { hanb, jpan, kore, .. } = AugmentedScriptSet::for_str(&besides);
    text.is_single_script() || hanb || jpan || kore
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(text: &str) -> Name {
        Name::chosen(text).unwrap_or_else(|error| panic!("{text:?}: {error}"))
    }

    #[test]
    fn ordinary_names_of_all_the_world_are_welcome() {
        for text in [
            "Ann",
            "赵云",
            "張文遠",
            "山田 太郎",
            "さくら",
            "サクラ・ミク",
            "김철수",
            "五子棋Fan",
            "Tengen天元",
            "ミクmiku39",
            "Đỗ Thị Hồng",
            "Ægir",
            "José",
            "Кирилл",
            "Αλέξανδρος",
            "สมชาย",
            "देवी",
            "דוד",
            "محمد",
            "A <b> \"&",
            "x_X-1",
            "O'Neil",
            "★ 五目 ★",
            "renju 2026!",
            "ㄅㄆㄇ台灣",
            "弘一郎々",
            "𠮷野家",
        ] {
            assert_eq!(name(text).as_str(), text.nfc().collect::<String>(), "{text}");
        }
    }

    #[test]
    fn one_form_is_kept_of_what_is_written_in_several() {
        for (typed, kept) in [
            ("ＡＮＮ", "ANN"),
            ("  Ann   Lee ", "Ann Lee"),
            ("Ann\u{3000}Lee", "Ann Lee"),
            ("ｻｸﾗ", "サクラ"),
            ("Jose\u{301}", "José"),
            ("①番", "1番"),
            ("A\u{a0}B", "A B"),
        ] {
            assert_eq!(name(typed).as_str(), kept);
        }
    }

    #[test]
    fn what_deceives_is_refused_with_what_would_be_right() {
        for (text, why) in [
            ("", BadName::Length),
            (" \u{3000} ", BadName::Length),
            (&"x".repeat(25), BadName::Length),
            (&"\u{fdfa}".repeat(20), BadName::Length),
            (&"a".repeat(100_000), BadName::Length),
            ("a\u{202e}nn", BadName::Character),
            ("a\u{2066}nn", BadName::Character),
            ("A\u{200b}nn", BadName::Character),
            ("A\u{200d}nn", BadName::Character),
            ("A\u{fe0f}nn", BadName::Character),
            ("A\u{ad}nn", BadName::Character),
            ("\u{e000}nn", BadName::Character),
            ("A\u{e0041}", BadName::Character),
            ("z\u{301}\u{301}algo", BadName::Character),
            ("a\u{20dd}\u{20de}\u{20e0}b", BadName::Character),
            ("\u{0e47}\u{0e47}\u{0e47}", BadName::Character),
            ("ก\u{0e49}\u{0e49}\u{0e49}", BadName::Character),
            ("\u{0430}dmin", BadName::Scripts),
            ("Ann\u{0430}", BadName::Scripts),
            ("\u{0391}nn", BadName::Scripts),
            ("赵云Кирилл", BadName::Scripts),
            ("さくら김", BadName::Scripts),
            ("דוד天元", BadName::Scripts),
        ] {
            assert_eq!(Name::chosen(text), Err(why), "{text:?}");
        }
    }

    #[test]
    fn names_that_look_alike_have_one_likeness() {
        for (one, other) in [
            ("Ann", "ann"),
            ("Ann", "A n n"),
            ("BOB", "B0B"),
            ("Bill", "BiIl"),
            ("Bill", "Bi1l"),
            ("modern", "modem"),
            ("ace", "\u{0430}\u{0441}\u{0435}"),
            ("PAX", "\u{0420}\u{0410}\u{0425}"),
            ("口", "ロ"),
            ("二郎", "ニ郎"),
            ("ANN", "ＡＮＮ"),
            ("IAN", "ian"),
        ] {
            assert_eq!(name(one).likeness(), name(other).likeness(), "{one} {other}");
        }
        for (one, other) in
            [("Ann", "Anna"), ("赵云", "趙雲"), ("さくら", "サクラ"), ("Jose", "José"), ("一郎", "二郎")]
        {
            assert_ne!(name(one).likeness(), name(other).likeness(), "{one} {other}");
        }
    }

    #[test]
    fn nobody_chooses_a_name_that_the_server_gives() {
        for text in [
            "Guest 4711",
            "guest",
            "GUEST1",
            "\u{0261}uest 7",
            "Tengen 5",
            "TENGEN1",
            "Tengen l",
            "T engen 10",
        ] {
            assert!(name(text).is_given(), "{text}");
        }
        for text in ["Ann", "Tengen", "Tengen天元", "Tengen fan"] {
            assert!(!name(text).is_given(), "{text}");
        }
    }
}
