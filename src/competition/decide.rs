//! What follows from a command, or why nothing does.

use crate::competition::appeal::{APPEALS_EACH_MAX, APPEALS_MAX, AppealKind, AppealState};
use crate::competition::command::{Command, Office, Pairing, Refusal, RulingMade};
use crate::competition::event::Event;
use crate::competition::round::{Match, Meeting, Place, Played, ROUNDS_MAX, Round};
use crate::competition::settings::{FirstMove, Kind, Title};
use crate::competition::state::{Competition, REFEREES_MAX, Seating};
use crate::game::seat::{PerSeat, Seat};
use crate::journal::{ARBITERS_MAX, Ground, Name, Person, Remark, WallTime};

impl Competition {
    /// Answers what a person wants done with what follows from it.
    ///
    /// # Errors
    /// [`Refusal`] says why nothing does.
    pub fn decide(&self, by: &Person, command: Command) -> Result<Vec<Event>, Refusal> {
        let event = match command {
            Command::Take(office) => return self.decide_take(by, office),
            Command::Appeal { place, kind, text } => self.decide_appeal(by, place, kind, text)?,
            Command::Appoint { .. }
            | Command::Dismiss { .. }
            | Command::Publish { .. }
            | Command::MarkDelay { .. }
            | Command::Answer { .. }
            | Command::Overturn { .. }
            | Command::Close
                if !self.is_chief(by.id) =>
            {
                return Err(Refusal::ForbiddenRole);
            }
            Command::Appoint { name } => self.decide_appoint(name)?,
            Command::Dismiss { referee, reason } => self.decide_dismiss(referee, reason)?,
            Command::Publish { session, start_at, pairings } => {
                self.decide_publish(session, start_at, &pairings)?
            }
            Command::MarkDelay { round } => {
                let known = self.round(round).ok_or(Refusal::NoSuchThing)?;
                if known.delayed {
                    return Ok(Vec::new());
                }
                Event::Delayed { round }
            }
            Command::Answer { appeal, upheld, text } => self.decide_answer(appeal, upheld, text)?,
            Command::Overturn { ruling, reason } => self.decide_overturn(ruling, reason)?,
            Command::Close if self.is_closed() => return Err(Refusal::Closed),
            Command::Close => Event::Closed,
        };
        Ok(vec![event])
    }

    /// What follows from what the rooms of a match say; none if that is known.
    pub fn decide_report(&self, place: Place, played: Played) -> Option<Event> {
        let known = self.bout(place)?.played();
        (known != played).then_some(Event::Reported { place, played })
    }

    /// A person takes an office, unless it is theirs.
    fn decide_take(&self, by: &Person, office: Office) -> Result<Vec<Event>, Refusal> {
        let officiates = self.is_chief(by.id) || self.referee_of(by.id).is_some();
        let seating = self.seating_of(by.id);
        let is_theirs = match office {
            Office::Chief | Office::Referee(_) if seating.is_some() => return Err(Refusal::CannotBeBoth),
            Office::Chief => self.is_chief(by.id),
            Office::Referee(number) => {
                let referee = usize::from(number).checked_sub(1).and_then(|index| self.referees().get(index));
                if referee.ok_or(Refusal::NoSuchThing)?.dismissed.is_some() {
                    return Err(Refusal::Dismissed);
                }
                match self.referee_of(by.id) {
                    Some(other) if other != number => return Err(Refusal::AlreadyEntered),
                    mine => mine.is_some(),
                }
            }
            Office::Seat { .. } if officiates => return Err(Refusal::CannotBeBoth),
            Office::Seat { entrant, member } => {
                let known = self.settings().entrant(entrant).ok_or(Refusal::NoSuchThing)?;
                if !(1..=known.members.len()).contains(&usize::from(member)) {
                    return Err(Refusal::NoSuchThing);
                }
                match seating {
                    Some(other) if other != (Seating { entrant, member }) => {
                        return Err(Refusal::AlreadyEntered);
                    }
                    mine => mine.is_some(),
                }
            }
        };
        let taken = (!is_theirs).then(|| Event::Taken { office, person: by.clone() });
        Ok(taken.into_iter().collect())
    }

    fn decide_appoint(&self, name: Name) -> Result<Event, Refusal> {
        self.check_open()?;
        let active = self.referees().iter().filter(|referee| referee.dismissed.is_none()).count();
        // One place at every table is the chief's.
        if active >= ARBITERS_MAX - 1 || self.referees().len() >= REFEREES_MAX {
            return Err(Refusal::TooMany);
        }
        Ok(Event::Appointed { name })
    }

    fn decide_dismiss(&self, number: u8, reason: Remark) -> Result<Event, Refusal> {
        let index = usize::from(number).checked_sub(1).ok_or(Refusal::NoSuchThing)?;
        let referee = self.referees().get(index).ok_or(Refusal::NoSuchThing)?;
        if referee.dismissed.is_some() {
            return Err(Refusal::Dismissed);
        }
        Ok(Event::Dismissed { referee: number, reason })
    }

    fn decide_publish(
        &self,
        session: Option<Title>,
        start_at: Option<WallTime>,
        pairings: &[Pairing],
    ) -> Result<Event, Refusal> {
        self.check_open()?;
        if self.rounds().len() >= ROUNDS_MAX {
            return Err(Refusal::TooMany);
        }
        let number = self.next_round();
        let rules = self.settings().rules_of(number).ok_or(Refusal::NoSuchThing)?.clone();
        self.check_pairings(pairings)?;
        let meetings = pairings.iter().map(|pairing| self.meeting_of(pairing, number));
        let meetings = meetings.collect::<Result<_, _>>()?;
        Ok(Event::Published(Box::new(Round { session, start_at, rules, meetings, delayed: false })))
    }

    /// The number of the round to be published next.
    pub fn next_round(&self) -> u16 {
        u16::try_from(self.rounds().len()).unwrap_or(u16::MAX).saturating_add(1)
    }

    fn check_pairings(&self, pairings: &[Pairing]) -> Result<(), Refusal> {
        let boards = usize::from(self.settings().kind.boards());
        let mut plays = vec![false; self.settings().entrants.len() + 1];
        for pairing in pairings {
            for number in [pairing.entrants.a, pairing.entrants.b] {
                self.settings().entrant(number).ok_or(Refusal::NoSuchThing)?;
                if std::mem::replace(&mut plays[usize::from(number)], true) {
                    return Err(Refusal::BadPairing);
                }
            }
            if pairing.rooms.len() != boards {
                return Err(Refusal::BadPairing);
            }
        }
        if pairings.is_empty() { Err(Refusal::BadPairing) } else { Ok(()) }
    }

    fn meeting_of(&self, pairing: &Pairing, round: u16) -> Result<Meeting, Refusal> {
        let first = match (self.settings().kind, self.settings().first_move) {
            // A lot for each room would break up whose boards are first.
            (Kind::Team { .. }, _) if pairing.by_lot => return Err(Refusal::FirstMoveNeeded),
            (Kind::Individual, _) if pairing.by_lot => None,
            (_, FirstMove::Stated) => Some(pairing.first.ok_or(Refusal::FirstMoveNeeded)?),
            (_, FirstMove::Fewer) => pairing.first.or_else(|| Some(self.fewer(pairing.entrants, round))),
        };
        let mut meeting = Meeting { entrants: pairing.entrants, first, matches: Vec::new() };
        for (board, room) in (1..).zip(&pairing.rooms) {
            let bout = Match::begin(self.settings().goal, *room, meeting.first_on(board));
            meeting.matches.push(bout);
        }
        Ok(meeting)
    }

    /// Who has had the first move less often; if both as often, the smaller number in odd rounds and the larger in even
    /// ones (O-16).
    fn fewer(&self, entrants: PerSeat<u16>, round: u16) -> Seat {
        let had = PerSeat::from_fn(|seat| self.first_moves(entrants[seat]));
        let smaller = if entrants.a < entrants.b { Seat::A } else { Seat::B };
        match had.a.cmp(&had.b) {
            std::cmp::Ordering::Less => Seat::A,
            std::cmp::Ordering::Greater => Seat::B,
            std::cmp::Ordering::Equal if round % 2 == 1 => smaller,
            std::cmp::Ordering::Equal => smaller.other(),
        }
    }

    fn decide_appeal(
        &self,
        by: &Person,
        place: Place,
        kind: AppealKind,
        text: Remark,
    ) -> Result<Event, Refusal> {
        let seating = self.seating_of(by.id).ok_or(Refusal::ForbiddenRole)?;
        let meeting = self.meeting(place).ok_or(Refusal::NoSuchThing)?;
        self.bout(place).ok_or(Refusal::NoSuchThing)?;
        let entrant = seating.entrant;
        meeting.side_of(entrant).ok_or(Refusal::NotYourMatch)?;
        if !self.is_captain(seating) {
            return Err(Refusal::NeedsCaptain);
        }
        let is_delayed = self.round(place.round).is_some_and(|round| round.delayed);
        if usize::from(place.round) < self.rounds().len() && !is_delayed {
            return Err(Refusal::TooLate);
        }
        let of_round = |appeal: &&crate::competition::Appeal| {
            appeal.entrant == entrant && appeal.place.round == place.round
        };
        let filed = self.appeals().iter().filter(of_round).count();
        if filed >= APPEALS_EACH_MAX || self.appeals().len() >= APPEALS_MAX {
            return Err(Refusal::TooMany);
        }
        Ok(Event::Appealed { place, by: by.clone(), entrant, kind, text })
    }

    fn decide_answer(&self, number: u16, upheld: bool, text: Remark) -> Result<Event, Refusal> {
        let index = usize::from(number).checked_sub(1).ok_or(Refusal::NoSuchThing)?;
        match self.appeals().get(index).ok_or(Refusal::NoSuchThing)?.state {
            AppealState::Filed => Ok(Event::AppealAnswered { appeal: number, upheld, text }),
            AppealState::FactsFinal => Err(Refusal::FactsFinal),
            AppealState::Answered { .. } => Err(Refusal::Answered),
        }
    }

    /// A ruling on a fact stands, whoever has it looked at again (L-10).
    fn decide_overturn(&self, ruling: RulingMade, reason: Remark) -> Result<Event, Refusal> {
        let bout = self.bout(ruling.place).ok_or(Refusal::NoSuchThing)?;
        if !bout.games.iter().any(|game| game.room == Some(ruling.room)) {
            return Err(Refusal::NoSuchThing);
        }
        let is_it = |known: &crate::competition::Overturned| {
            known.ruling.room == ruling.room && known.ruling.seq == ruling.seq
        };
        if self.overturned().iter().any(is_it) {
            return Err(Refusal::Answered);
        }
        match ruling.ground {
            Ground::Fact => Err(Refusal::FactsFinal),
            Ground::Interpretation => Ok(Event::Overturned { ruling, reason }),
        }
    }

    const fn check_open(&self) -> Result<(), Refusal> {
        if self.is_closed() { Err(Refusal::Closed) } else { Ok(()) }
    }
}
