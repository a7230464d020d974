//! What an organiser fixes: who takes part, by which rules from which round on, how first moves fall.

use std::str::FromStr;

use crate::game::ruleset::{BadRules, RuleSet};
use crate::journal::{Goal, Name, Remark};

/// The most entrants.
pub const ENTRANTS_MAX: usize = 200;
/// The most people of all entrants together.
pub const PLAYERS_MAX: usize = 512;
/// The fewest boards of a team match.
pub const BOARDS_MIN: u8 = 2;
/// The most boards of a team match.
pub const BOARDS_MAX: u8 = 16;
/// How many members a team may have beside those who play: reserves, or a captain who does not.
pub const MEMBERS_MORE_MAX: usize = 4;
/// How often the rules may change.
pub const STAGES_MAX: usize = 8;

/// What a competition or a session is called: 1 to 60 characters; those that are not seen are left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Title(Remark);

impl Title {
    /// The longest title in characters.
    pub const CHARS_MAX: usize = 60;

    /// The text.
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }
}

impl FromStr for Title {
    type Err = BadSettings;

    fn from_str(text: &str) -> Result<Self, BadSettings> {
        let kept: Remark = text.parse().map_err(|_| BadSettings::Title)?;
        if kept.as_str().chars().count() > Self::CHARS_MAX { Err(BadSettings::Title) } else { Ok(Self(kept)) }
    }
}

/// All that is fixed when a competition is founded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// What it is called.
    pub title: Title,
    /// Who competes: people or teams.
    pub kind: Kind,
    /// The entrants, by their numbers from 1.
    pub entrants: Vec<Entrant>,
    /// How long a match on one board lasts.
    pub goal: Goal,
    /// The rules, the first from round 1, each until the next (C-21).
    pub stages: Vec<Stage>,
    /// Who has the first move where the chief does not say.
    pub first_move: FirstMove,
}

/// Who competes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// People; a meeting is one match.
    Individual,
    /// Teams; a meeting is a match on each board (N-02).
    Team {
        /// How many boards, [`BOARDS_MIN`] to [`BOARDS_MAX`].
        boards: u8,
    },
}

/// Who takes part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entrant {
    /// The name of the person or the team.
    pub name: Name,
    /// Who plays, in the order of the boards; of an individual event one.
    pub members: Vec<Name>,
    /// Which member, from 1, speaks for the entrant (M-02).
    pub captain: u8,
}

/// The rules from a round on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stage {
    /// The first round with these rules, from 1.
    pub from: u16,
    /// What is played.
    pub rules: RuleSet,
}

/// Who has the first move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FirstMove {
    /// The chief says so for each meeting.
    Stated,
    /// Who has had it less often; if both as often, the smaller number in odd rounds and the larger in even ones (O-16).
    Fewer,
}

/// Why settings are none.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadSettings {
    /// The title is empty or too long.
    #[error("a title has 1 to {} characters that can be seen", Title::CHARS_MAX)]
    Title,
    /// Too few entrants, or too many.
    #[error("a competition has 2 to {ENTRANTS_MAX} entrants and {PLAYERS_MAX} people at most")]
    Entrants,
    /// Two entrants cannot be told apart.
    #[error("two entrants have the same name")]
    SameName,
    /// No such number of boards.
    #[error("a team match has {BOARDS_MIN} to {BOARDS_MAX} boards")]
    Boards,
    /// A team with too few members, or too many, or without a captain.
    #[error(
        "a team has a member for each board, {MEMBERS_MORE_MAX} more at most, and one of them is its captain"
    )]
    Members,
    /// Rules that do not begin with round 1, or do not ascend, or are too many.
    #[error("rules begin with round 1, each set later than the one before; {STAGES_MAX} sets at most")]
    Stages,
    /// Rules that do not go together.
    #[error(transparent)]
    Rules(#[from] BadRules),
}

impl Kind {
    /// How many matches a meeting has.
    pub const fn boards(self) -> u8 {
        match self {
            Self::Individual => 1,
            Self::Team { boards } => boards,
        }
    }
}

impl Settings {
    /// Checks what goes together.
    ///
    /// # Errors
    /// [`BadSettings`] says what does not.
    pub fn check(&self) -> Result<(), BadSettings> {
        if let Kind::Team { boards } = self.kind
            && !(BOARDS_MIN..=BOARDS_MAX).contains(&boards)
        {
            return Err(BadSettings::Boards);
        }
        let people: usize = self.entrants.iter().map(|entrant| entrant.members.len()).sum();
        if !(2..=ENTRANTS_MAX).contains(&self.entrants.len()) || people > PLAYERS_MAX {
            return Err(BadSettings::Entrants);
        }
        let is_new = |(index, entrant): (usize, &Entrant)| {
            self.entrants[..index].iter().all(|other| other.name != entrant.name)
        };
        if !self.entrants.iter().enumerate().all(is_new) {
            return Err(BadSettings::SameName);
        }
        if !self.entrants.iter().all(|entrant| self.is_full(entrant)) {
            return Err(BadSettings::Members);
        }
        let ascend = self.stages.windows(2).all(|pair| pair[0].from < pair[1].from);
        let begins = self.stages.first().is_some_and(|stage| stage.from == 1);
        if !begins || !ascend || self.stages.len() > STAGES_MAX {
            return Err(BadSettings::Stages);
        }
        self.stages.iter().try_for_each(|stage| stage.rules.check())?;
        Ok(())
    }

    fn is_full(&self, entrant: &Entrant) -> bool {
        let boards = usize::from(self.kind.boards());
        let more = match self.kind {
            Kind::Individual => 0,
            Kind::Team { .. } => MEMBERS_MORE_MAX,
        };
        let members = entrant.members.len();
        let has_captain = (1..=members).contains(&usize::from(entrant.captain));
        (boards..=boards + more).contains(&members) && has_captain
    }

    /// The rules of a round (C-21).
    pub fn rules_of(&self, round: u16) -> Option<&RuleSet> {
        self.stages.iter().rev().find(|stage| stage.from <= round).map(|stage| &stage.rules)
    }

    /// An entrant by the number, from 1.
    pub fn entrant(&self, number: u16) -> Option<&Entrant> {
        self.entrants.get(usize::from(number).checked_sub(1)?)
    }
}
