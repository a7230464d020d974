//! What the events of a competition add up to.

use std::collections::BTreeMap;

use crate::competition::appeal::{Appeal, AppealKind, AppealState};
use crate::competition::command::{Office, RulingMade};
use crate::competition::event::{Event, Founded};
use crate::competition::round::{Board, Match, Meeting, Place, Round};
use crate::competition::settings::Settings;
use crate::game::seat::{PerSeat, Seat};
use crate::journal::{Name, Person, PersonId, Remark};

/// The most referees, the dismissed among them.
pub const REFEREES_MAX: usize = 64;

/// A competition as it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Competition {
    founded: Founded,
    chief: Option<Person>,
    referees: Vec<Referee>,
    players: BTreeMap<Seating, Person>,
    rounds: Vec<Round>,
    appeals: Vec<Appeal>,
    overturned: Vec<Overturned>,
    is_closed: bool,
}

/// A referee, by a number from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Referee {
    /// What the chief calls the referee.
    pub name: Name,
    /// Who has come by the link.
    pub person: Option<Person>,
    /// Why the referee was dismissed, if so.
    pub dismissed: Option<Remark>,
}

/// A member of an entrant, both by their numbers from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seating {
    /// The entrant.
    pub entrant: u16,
    /// The member.
    pub member: u8,
}

/// A ruling that the chief has overturned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Overturned {
    /// Which.
    pub ruling: RulingMade,
    /// Why.
    pub reason: Remark,
}

impl Competition {
    /// A competition as it was founded.
    pub const fn new(founded: Founded) -> Self {
        Self {
            founded,
            chief: None,
            referees: Vec::new(),
            players: BTreeMap::new(),
            rounds: Vec::new(),
            appeals: Vec::new(),
            overturned: Vec::new(),
            is_closed: false,
        }
    }

    /// Who founded it.
    pub const fn organiser(&self) -> PersonId {
        self.founded.organiser
    }

    /// What was fixed.
    pub const fn settings(&self) -> &Settings {
        &self.founded.settings
    }

    /// The chief, once somebody has come by that link.
    pub const fn chief(&self) -> Option<&Person> {
        self.chief.as_ref()
    }

    /// All referees there have been, by their numbers.
    pub fn referees(&self) -> &[Referee] {
        &self.referees
    }

    /// The referees who officiate.
    pub fn active_referees(&self) -> impl Iterator<Item = &Person> {
        let active = self.referees.iter().filter(|referee| referee.dismissed.is_none());
        active.filter_map(|referee| referee.person.as_ref())
    }

    /// Who has come to play as which member.
    pub const fn players(&self) -> &BTreeMap<Seating, Person> {
        &self.players
    }

    /// The rounds, from round 1.
    pub fn rounds(&self) -> &[Round] {
        &self.rounds
    }

    /// The appeals, by their numbers.
    pub fn appeals(&self) -> &[Appeal] {
        &self.appeals
    }

    /// What was overturned.
    pub fn overturned(&self) -> &[Overturned] {
        &self.overturned
    }

    /// Whether it is over.
    pub const fn is_closed(&self) -> bool {
        self.is_closed
    }

    /// Whether a person is the chief.
    pub fn is_chief(&self, person: PersonId) -> bool {
        self.chief.as_ref().is_some_and(|chief| chief.id == person)
    }

    /// The number of the referee that a person is, unless dismissed.
    pub fn referee_of(&self, person: PersonId) -> Option<u8> {
        let is_it = |referee: &Referee| {
            referee.dismissed.is_none() && referee.person.as_ref().is_some_and(|other| other.id == person)
        };
        (1..).zip(&self.referees).find(|(_, referee)| is_it(referee)).map(|(number, _)| number)
    }

    /// For whom a person plays.
    pub fn seating_of(&self, person: PersonId) -> Option<Seating> {
        self.players.iter().find(|(_, other)| other.id == person).map(|(seating, _)| *seating)
    }

    /// Whether a member speaks for the entrant (M-02).
    pub fn is_captain(&self, seating: Seating) -> bool {
        self.settings().entrant(seating.entrant).is_some_and(|entrant| entrant.captain == seating.member)
    }

    /// A round by its number, from 1.
    pub fn round(&self, number: u16) -> Option<&Round> {
        self.rounds.get(usize::from(number).checked_sub(1)?)
    }

    /// A meeting.
    pub fn meeting(&self, place: Place) -> Option<&Meeting> {
        self.round(place.round)?.meetings.get(usize::from(place.meeting).checked_sub(1)?)
    }

    /// A match.
    pub fn bout(&self, place: Place) -> Option<&Match> {
        self.meeting(place)?.matches.get(usize::from(place.board).checked_sub(1)?)
    }

    /// Every board, in order.
    pub fn boards(&self) -> impl Iterator<Item = Board<'_>> {
        let meetings = (1..).zip(&self.rounds).flat_map(|(round, played)| {
            (1..).zip(&played.meetings).map(move |(meeting, met)| (round, meeting, met))
        });
        meetings.flat_map(|(round, number, meeting)| {
            (1..).zip(&meeting.matches).map(move |(board, bout)| {
                let place = Place { round, meeting: number, board };
                Board { place, meeting, bout }
            })
        })
    }

    /// Who is to sit where on a board, as far as they have come.
    pub fn players_at(&self, place: Place) -> PerSeat<Option<&Person>> {
        let meeting = self.meeting(place);
        PerSeat::from_fn(|seat| {
            let entrant = meeting?.entrants[seat];
            self.players.get(&Seating { entrant, member: place.board })
        })
    }

    /// How often an entrant has had the first move of a meeting, as it was scheduled (O-16, D-12).
    pub fn first_moves(&self, entrant: u16) -> usize {
        let meetings = self.rounds.iter().flat_map(|round| &round.meetings);
        let had_it = |meeting: &&Meeting| {
            meeting.first_known().is_some_and(|first: Seat| meeting.entrants[first] == entrant)
        };
        meetings.filter(had_it).count()
    }

    /// Applies one event. Never fails: an event is a fact.
    pub fn evolve(&mut self, event: &Event) {
        match event {
            Event::Founded(founded) => *self = Self::new((**founded).clone()),
            Event::Taken { office, person } => self.take(*office, person),
            Event::Appointed { name } => {
                self.referees.push(Referee { name: name.clone(), person: None, dismissed: None });
            }
            Event::Dismissed { referee, reason } => {
                if let Some(referee) = nth(&mut self.referees, (*referee).into()) {
                    referee.dismissed = Some(reason.clone());
                }
            }
            Event::Published(round) => self.rounds.push((**round).clone()),
            Event::Delayed { round } => {
                if let Some(round) = nth(&mut self.rounds, (*round).into()) {
                    round.delayed = true;
                }
            }
            Event::Reported { place, played } => {
                if let Some(bout) = self.bout_mut(*place) {
                    bout.take(played);
                }
            }
            Event::Appealed { place, by, entrant, kind, text } => self.appeals.push(Appeal {
                place: *place,
                by: by.clone(),
                entrant: *entrant,
                kind: *kind,
                text: text.clone(),
                state: match kind {
                    AppealKind::Fact => AppealState::FactsFinal,
                    AppealKind::Interpretation | AppealKind::Uncovered => AppealState::Filed,
                },
            }),
            Event::AppealAnswered { appeal, upheld, text } => {
                if let Some(appeal) = nth(&mut self.appeals, (*appeal).into()) {
                    appeal.state = AppealState::Answered { upheld: *upheld, text: text.clone() };
                }
            }
            Event::Overturned { ruling, reason } => {
                self.overturned.push(Overturned { ruling: ruling.clone(), reason: reason.clone() });
            }
            Event::Closed => self.is_closed = true,
        }
    }

    fn take(&mut self, office: Office, person: &Person) {
        match office {
            Office::Chief => self.chief = Some(person.clone()),
            Office::Referee(number) => {
                if let Some(referee) = nth(&mut self.referees, number.into()) {
                    referee.person = Some(person.clone());
                }
            }
            Office::Seat { entrant, member } => {
                self.players.insert(Seating { entrant, member }, person.clone());
            }
        }
    }

    fn bout_mut(&mut self, place: Place) -> Option<&mut Match> {
        let round = nth(&mut self.rounds, place.round.into())?;
        nth(&mut nth(&mut round.meetings, place.meeting.into())?.matches, place.board.into())
    }
}

/// The one with a number, from 1.
fn nth<T>(all: &mut [T], number: usize) -> Option<&mut T> {
    all.get_mut(number.checked_sub(1)?)
}
