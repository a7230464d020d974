//! What is recorded of a competition.

use crate::competition::appeal::AppealKind;
use crate::competition::command::{Office, RulingMade};
use crate::competition::round::{Place, Played, Round};
use crate::competition::settings::Settings;
use crate::competition::state::Competition;
use crate::journal::{Cause, Name, Person, PersonId, Remark, WallTime};

/// One entry of the journal: what one command brought about, kept or lost as a whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recorded {
    /// Its place, from 0 and without gaps.
    pub seq: u32,
    /// The wall clock, for display.
    pub wall: WallTime,
    /// The command; none if a room had something to report.
    pub cause: Option<Cause>,
    /// What happened. Never empty.
    pub events: Vec<Event>,
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// It came into being. The first event, and no other.
    Founded(Box<Founded>),
    /// A person came by a link.
    Taken {
        /// What for.
        office: Office,
        /// Who.
        person: Person,
    },
    /// A referee was appointed; the number is the next one.
    Appointed {
        /// What the referee is called.
        name: Name,
    },
    /// A referee was dismissed.
    Dismissed {
        /// The number, from 1.
        referee: u8,
        /// Why.
        reason: Remark,
    },
    /// A round was published; its number is the next one.
    Published(Box<Round>),
    /// The organiser has held a round up.
    Delayed {
        /// Which, from 1.
        round: u16,
    },
    /// The rooms of a match have something new.
    Reported {
        /// Which match.
        place: Place,
        /// How it stands.
        played: Played,
    },
    /// An appeal was filed; its number is the next one.
    Appealed {
        /// On which match.
        place: Place,
        /// By whom.
        by: Person,
        /// For which entrant.
        entrant: u16,
        /// What about.
        kind: AppealKind,
        /// In these words.
        text: Remark,
    },
    /// The chief answered an appeal.
    AppealAnswered {
        /// The number, from 1.
        appeal: u16,
        /// Whether it was right.
        upheld: bool,
        /// In these words.
        text: Remark,
    },
    /// The chief overturned a ruling on how the rules are read.
    Overturned {
        /// The ruling.
        ruling: RulingMade,
        /// Why.
        reason: Remark,
    },
    /// It is over.
    Closed,
}

/// What a competition begins with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Founded {
    /// Who founded it.
    pub organiser: PersonId,
    /// What was fixed.
    pub settings: Settings,
}

/// Why records are no competition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadCompetition {
    /// The first record does not found it.
    #[error("the journal of a competition does not begin with `founded`")]
    NotFounded,
    /// A record is missing, or stands twice.
    #[error("record {0} is missing")]
    Gap(u32),
}

/// Plays records back.
///
/// # Errors
/// [`BadCompetition`] if they are not the unbroken journal of one competition.
pub fn replay(records: &[Recorded]) -> Result<Competition, BadCompetition> {
    let Some(Event::Founded(founded)) = records.first().and_then(|first| first.events.first()) else {
        return Err(BadCompetition::NotFounded);
    };
    let mut competition = Competition::new((**founded).clone());
    for (expected, record) in (0..).zip(records) {
        if record.seq != expected {
            return Err(BadCompetition::Gap(expected));
        }
        record.events.iter().for_each(|event| competition.evolve(event));
    }
    Ok(competition)
}
