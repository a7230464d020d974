//! Appeals to the chief (rulebook M-01, M-02, M-05).

use crate::competition::round::Place;
use crate::journal::{Person, Remark};

/// The most appeals of a competition.
pub const APPEALS_MAX: usize = 500;
/// The most appeals that an entrant files in one round.
pub const APPEALS_EACH_MAX: usize = 5;

/// An appeal, and what became of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Appeal {
    /// Which match it is about.
    pub place: Place,
    /// Who filed it: the player, or the captain of a team.
    pub by: Person,
    /// For which entrant.
    pub entrant: u16,
    /// What it is about.
    pub kind: AppealKind,
    /// What it says.
    pub text: Remark,
    /// How far it is.
    pub state: AppealState,
}

/// What an appeal is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AppealKind {
    /// What happened. The referee's word is the last one.
    Fact,
    /// How rules are read. The chief's word is the last one.
    Interpretation,
    /// What the rules do not speak of.
    Uncovered,
}

/// How far an appeal is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AppealState {
    /// The chief has it.
    Filed,
    /// It was about a fact, and so was answered when it was filed.
    FactsFinal,
    /// The chief has answered.
    Answered {
        /// Whether it was right.
        upheld: bool,
        /// In these words.
        text: Remark,
    },
}
