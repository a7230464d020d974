//! What bots have said that they play, as it is known at one moment. Pure.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::game::accepts::{Accepts, NotPlayed};
use crate::game::ruleset::RuleSet;
use crate::journal::{Person, PersonId};

/// What each bot has said that it plays. Whoever is not in it plays with everybody. Cheap to clone.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Declarations(Arc<BTreeMap<PersonId, Declared>>);

/// What a bot has said, and what it does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declared {
    /// What it plays.
    pub accepts: Arc<Accepts>,
    /// How many games it has at the moment.
    pub games: usize,
}

/// Why two do not play each other. What a bot asks for itself is held against its own word, too.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unwilling {
    /// The bot that asks has said otherwise.
    #[error("you have declared otherwise: {0}")]
    Asker(NotPlayed),
    /// The other has.
    #[error(transparent)]
    Other(NotPlayed),
}

impl Declarations {
    /// These.
    pub fn new(declared: BTreeMap<PersonId, Declared>) -> Self {
        Self(Arc::new(declared))
    }

    /// Whether somebody plays one game more by these rules, with `other` if it is known who that is.
    ///
    /// # Errors
    /// [`NotPlayed`] says why not.
    pub fn check(&self, who: PersonId, rules: &RuleSet, other: Option<&Person>) -> Result<(), NotPlayed> {
        let Some(declared) = self.0.get(&who) else { return Ok(()) };
        declared.accepts.check_game(rules)?;
        if let Some(other) = other {
            declared.accepts.check_opponent(other.is_bot)?;
        }
        declared.accepts.check_number(declared.games)
    }

    /// Whether `asker` may have a seat, beside `other` if somebody sits there. That it has games enough is for the asker
    /// to know.
    ///
    /// # Errors
    /// [`Unwilling`] says who of the two has said otherwise, and what.
    pub fn check_seat(
        &self,
        asker: &Person,
        rules: &RuleSet,
        other: Option<&Person>,
    ) -> Result<(), Unwilling> {
        match self.check(asker.id, rules, other) {
            Ok(()) | Err(NotPlayed::Busy) => {}
            Err(why) => return Err(Unwilling::Asker(why)),
        }
        match other {
            Some(other) => self.check(other.id, rules, Some(asker)).map_err(Unwilling::Other),
            None => Ok(()),
        }
    }

    /// Whether somebody plays one game more by these rules with a person.
    pub fn plays_people(&self, who: PersonId, rules: &RuleSet) -> bool {
        let plays = |declared: &Declared| declared.accepts.check_opponent(false).is_ok();
        self.check(who, rules, None).is_ok() && self.0.get(&who).is_none_or(plays)
    }

    /// Whether each of two plays with the other by these rules, now.
    pub fn fit(&self, one: &Person, other: &Person, rules: &RuleSet) -> bool {
        self.check(one.id, rules, Some(other)).is_ok() && self.check(other.id, rules, Some(one)).is_ok()
    }
}
