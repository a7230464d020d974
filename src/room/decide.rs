//! What a person may do at a table, beyond the game itself. Pure.

use crate::game::event as game;
use crate::game::moment::{Moment, Span};
use crate::game::ruleset::{RuleSet, StartRule};
use crate::game::seat::{PerSeat, Seat};
use crate::journal::{
    After, ArbiterEvent, Arbitration, ColourAct, ColourRefusal, Colours, Declarations, Event, Lot, Method,
    Opened, Person, PersonId, Recorded, Rematch, RoomId, Series, Table, WallTime,
};
use crate::room::message::{Action, Appointments, Refusal};
use crate::room::office;

/// What a command brings about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Decision {
    /// In this room; never empty.
    pub(super) events: Vec<Event>,
    /// The first record of a room that is to be opened.
    pub(super) found: Option<(RoomId, Recorded)>,
}

/// The first record of a room that `opener` opens, and sits down in or arbitrates.
pub fn founding(opened: Opened, opener: Person) -> Recorded {
    let comes = match opened.arbitration {
        Arbitration::None | Arbitration::Link => Event::Seated { seat: Seat::A, person: opener },
        Arbitration::Opener => Event::Arbitration(ArbiterEvent::Officiated { person: opener }),
    };
    first_record(opened, vec![comes])
}

/// The first record of a room in which two sit who were paired.
pub fn founding_of_two(opened: Opened, a: Person, b: Person) -> Recorded {
    let begun = Table::new(opened.clone()).begun();
    let seated = [(Seat::A, a), (Seat::B, b)].map(|(seat, person)| Event::Seated { seat, person });
    first_record(opened, seated.into_iter().chain(begun).collect())
}

/// The first record of a room of a competition, to which nobody has come yet.
pub fn founding_for(opened: Opened, appointments: &Appointments) -> Recorded {
    let table = Table::new(opened.clone());
    first_record(opened, office::appoint(&table, appointments))
}

/// Who wants to do something, and from where.
pub(super) struct Asker<'a, F> {
    /// Who.
    pub(super) person: &'a Person,
    /// The least round trip of their connection.
    pub(super) round_trip: Span,
    /// Finds a person among those who follow the room.
    pub(super) watcher: F,
    /// Since when the player of each seat has been gone.
    pub(super) gone_since: PerSeat<Option<Moment>>,
}

/// Answers what a person wants to do with what it brings about, or says why not.
pub(super) fn decide<F: Fn(PersonId) -> Option<Person>>(
    this: RoomId,
    table: &Table,
    asker: Asker<'_, F>,
    action: Action,
    now: Moment,
) -> Result<Decision, Refusal> {
    let Asker { person, round_trip, watcher, gone_since } = asker;
    let seat = table.seat_of(person.id).ok_or(Refusal::NotAPlayer);
    if let Action::Complain(_) | Action::ClaimAbsence = action {
        table.game().check_not_suspended().map_err(Refusal::Game)?;
    }
    let events = match action {
        Action::Sit(declared) => sit(table, person, &declared)?,
        Action::Colours(act) => choose(table, seat?, act)?,
        Action::Seal { ply, sealed, nonce } => {
            arrived(table, seat?).chain(office::seal(table, seat?, ply, sealed, nonce)?).collect()
        }
        Action::Complain(text) => {
            arrived(table, seat?).chain(office::complain(table, seat?, text)?).collect()
        }
        Action::Play(game::Command::Abort) if is_office(table, person) && !is_begun(table) => {
            table.game().decide(Seat::A, game::Command::Abort, now)?.into_iter().map(Event::Game).collect()
        }
        Action::ClaimAbsence => claim_absence(table, seat?, gone_since, now)?,
        Action::Officiate => office::officiate(table, person)?,
        Action::Rule { ruling, reason, ground } => {
            office::rule(table, person, office::Ruling { ruling, reason, ground }, watcher, now)?
        }
        // What is said is not decided on, and is no part of the journal.
        Action::Say(_) => return Err(Refusal::NotJoined),
        Action::Play(game::Command::Abort)
            if table.opened().arbitration != Arbitration::None
                && (is_begun(table) || table.opened().bout.is_some()) =>
        {
            return Err(Refusal::ForbiddenRole);
        }
        Action::Play(command) => {
            let seat = seat?;
            let events = table.game().decide(seat, command.measured(round_trip), now)?;
            events.into_iter().map(Event::Game).collect()
        }
        Action::OfferRematch => {
            let seat = finished_seat(table, person)?;
            // Who meets whom again, the chief of the competition says.
            if table.opened().bout.is_some() {
                return Err(Refusal::NoNextGame);
            }
            if matches!(table.series_after(), Some(After::Next(_))) {
                return Err(Refusal::MatchGoesOn);
            }
            match table.rematch() {
                Rematch::None => vec![Event::RematchOffered { seat }],
                Rematch::Offered(_) => return Err(Refusal::RematchOfferStands),
                Rematch::Made(_) => return Err(Refusal::RematchMade),
            }
        }
        Action::AcceptRematch { room, wall, lot } => {
            check_rematch_offer(table, finished_seat(table, person)?)?;
            let found = Some((room, rematch(table, Again { this, wall, lot })));
            return Ok(Decision { events: vec![Event::RematchMade { room }], found });
        }
        Action::NextGame { room, wall, lot } => {
            finished_seat(table, person)?;
            if let Rematch::Made(_) = table.rematch() {
                return Err(Refusal::RematchMade);
            }
            if table.game().is_result_open() {
                return Err(Refusal::NotConfirmed);
            }
            let Some(After::Next(series)) = table.series_after() else {
                return Err(Refusal::NoNextGame);
            };
            let found = Some((room, next_game(table, Again { this, wall, lot }, series)));
            return Ok(Decision { events: vec![Event::RematchMade { room }], found });
        }
        Action::DeclineRematch => {
            let seat = finished_seat(table, person)?;
            check_rematch_offer(table, seat)?;
            vec![Event::RematchDeclined { seat }]
        }
    };
    Ok(Decision { events, found: None })
}

fn sit(table: &Table, person: &Person, declared: &Declarations) -> Result<Vec<Event>, Refusal> {
    if table.seat_of(person.id).is_some() {
        return Err(Refusal::AlreadySeated);
    }
    if table.game().outcome().is_some() {
        return Err(Refusal::Game(game::Refusal::GameOver));
    }
    if table.bench().is_arbiter(person.id) {
        return Err(Refusal::ArbiterCannotPlay);
    }
    let seat = seat_for(table, person)?;
    let other = table.seats()[seat.other()].as_ref();
    declared.check_seat(person, table.game().rules(), other)?;
    let seated = Event::Seated { seat, person: person.clone() };
    let is_full = other.is_some();
    let begun = if is_full && !is_begun(table) { table.begun() } else { None };
    Ok([seated].into_iter().chain(begun).collect())
}

/// The seat for a person: at a table of a competition the one that is kept for them, anywhere else the free one.
fn seat_for(table: &Table, person: &Person) -> Result<Seat, Refusal> {
    let free = table.free_seat().ok_or(Refusal::NoFreeSeat)?;
    if table.opened().bout.is_none() {
        return Ok(free);
    }
    let is_theirs = |seat: &Seat| table.bench().kept[*seat].as_ref().is_some_and(|kept| kept.id == person.id);
    let is_free = |seat: &Seat| table.seats()[*seat].is_none();
    Seat::BOTH.into_iter().filter(is_free).find(is_theirs).ok_or(Refusal::SeatKept)
}

/// The opponent has been gone for as long as the rules have one wait (G-08). Nobody is waited for while the game stands
/// still.
fn claim_absence(
    table: &Table,
    seat: Seat,
    gone_since: PerSeat<Option<Moment>>,
    now: Moment,
) -> Result<Vec<Event>, Refusal> {
    let game = table.game();
    let wait = game.rules().absence.ok_or(Refusal::Game(game::Refusal::NotInTheRules))?;
    if !game.is_running() || game.is_paused() || game.adjournment().is_some() {
        return Err(Refusal::NotAbsent);
    }
    let gone = gone_since[seat.other()].ok_or(Refusal::NotAbsent)?;
    if now.since(gone) < wait {
        return Err(Refusal::NotAbsent);
    }
    Ok(vec![Event::Game(game.abandoned_by(seat.other()))])
}

/// Who does anything in a game that has begun is there, whether or not he has said so.
fn arrived(table: &Table, seat: Seat) -> impl Iterator<Item = Event> + use<> {
    let is_new = table.game().is_running() && !table.game().is_there()[seat];
    is_new.then_some(Event::Game(game::Event::Arrived { seat })).into_iter()
}

/// Whether a person arbitrates, and so closes a table at which nobody plays yet.
fn is_office(table: &Table, person: &Person) -> bool {
    table.bench().is_arbiter(person.id)
}

/// Whether the game runs or has run.
fn is_begun(table: &Table) -> bool {
    table.game().opener().is_some()
}

/// Something done in the choice of colours, and what follows from it.
fn choose(table: &Table, seat: Seat, act: ColourAct) -> Result<Vec<Event>, Refusal> {
    let choice = table.choice().ok_or(Refusal::Game(game::Refusal::NotOwed))?;
    match choice.decide(seat, act, table.opened().lot) {
        Ok(event) => Ok(table.settled_by(vec![event])),
        Err(ColourRefusal::NotOwed) => Err(Refusal::Game(game::Refusal::NotOwed)),
        Err(ColourRefusal::NumberOutOfHand) => Err(Refusal::NumberOutOfHand),
        Err(ColourRefusal::MustChoose) => Err(Refusal::MustChoose),
        Err(ColourRefusal::CopiedDigest) => Err(Refusal::CopiedDigest),
    }
}

/// The seat of a player whose game is over and had two players.
fn finished_seat(table: &Table, person: &Person) -> Result<Seat, Refusal> {
    let seat = table.seat_of(person.id).ok_or(Refusal::NotAPlayer)?;
    if table.game().outcome().is_none() {
        return Err(Refusal::GameNotOver);
    }
    if table.free_seat().is_some() {
        return Err(Refusal::Game(game::Refusal::NotStarted));
    }
    Ok(seat)
}

fn check_rematch_offer(table: &Table, seat: Seat) -> Result<(), Refusal> {
    match table.rematch() {
        Rematch::Offered(by) if by != seat => Ok(()),
        Rematch::Offered(_) | Rematch::None => Err(Refusal::NoRematchOffer),
        Rematch::Made(_) => Err(Refusal::RematchMade),
    }
}

/// Where a game is played again.
struct Again {
    /// The room whose players play again.
    this: RoomId,
    /// The wall clock.
    wall: WallTime,
    /// Decides what is left to chance there.
    lot: Lot,
}

/// The first record of another game, in a room that remembers this one as `previous`: colours exchanged, and a match of
/// the same length begun anew.
fn rematch(table: &Table, again: Again) -> Recorded {
    let black = table.game().black().unwrap_or(Seat::A).other();
    let series = table.opened().series.as_ref().map(Series::anew);
    // A match that may have to be decided begins with a toss (D-13).
    let is_tossed = series.as_ref().is_some_and(|series| series.decider.is_some());
    let colours = if is_tossed { Colours::Chosen(Method::Toss) } else { Colours::Black(black) };
    played_again(table, again, colours, series)
}

/// The first record of the next game of a match (D-08, D-13).
fn next_game(table: &Table, again: Again, series: Series) -> Recorded {
    let scheduled = table.game().opener().unwrap_or(Seat::A);
    let black = table.game().outcome().map_or(scheduled, |outcome| Series::opener_after(outcome, scheduled));
    let colours = match series.deciding() {
        Some(_) => Colours::Chosen(Method::Right),
        None => Colours::Black(black),
    };
    played_again(table, again, colours, Some(series))
}

/// The first record of a room with the same rules and arbiters, both seated as before, and the game or the choice of its
/// colours begun.
fn played_again(table: &Table, again: Again, colours: Colours, series: Option<Series>) -> Recorded {
    let Again { this, wall, lot } = again;
    let mut rules = table.opened().rules.clone();
    // Who has just played is there.
    if let StartRule::Scheduled { .. } = rules.start {
        rules.start = StartRule::WhenSeated { within: RuleSet::OPEN_USUAL };
    }
    if let Some(series) = series.as_ref().filter(|series| series.decider.is_some()) {
        rules.draw_wins = series.deciding().map(|decider| decider.draw_wins);
    }
    let opened = Opened {
        rules,
        colours,
        wall,
        lot,
        previous: Some(this),
        series,
        board: table.board().cloned(),
        ..table.opened().clone()
    };
    let PerSeat { a, b } = table.seats().clone();
    let seated = [(Seat::A, a), (Seat::B, b)]
        .into_iter()
        .filter_map(|(seat, person)| person.map(|person| Event::Seated { seat, person }));
    let chief = table.bench().chief;
    let officiated = table.bench().arbiters.iter().cloned().map(|person| {
        Event::Arbitration(if Some(person.id) == chief {
            ArbiterEvent::Presides { person }
        } else {
            ArbiterEvent::Officiated { person }
        })
    });
    let begun = Table::new(opened.clone()).begun();
    let rest = seated.chain(officiated).chain(begun).collect();
    first_record(opened, rest)
}

fn first_record(opened: Opened, rest: Vec<Event>) -> Recorded {
    let mut events = vec![Event::Opened(Box::new(opened))];
    events.extend(rest);
    Recorded { seq: 0, at: Moment::ZERO, cause: None, events }
}
