//! What a person may do at a table, beyond the game itself. Pure.

use crate::game::event as game;
use crate::game::moment::{Moment, Span};
use crate::game::seat::{PerSeat, Seat};
use crate::journal::{
    After, Colours, Event, Opened, Person, Recorded, Rematch, RoomId, Series, Table, WallTime,
};
use crate::room::message::{Action, Refusal};

/// What a command brings about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Decision {
    /// In this room; never empty.
    pub(super) events: Vec<Event>,
    /// The first record of a room that is to be opened.
    pub(super) found: Option<(RoomId, Recorded)>,
}

/// The first record of a room that `opener` opens.
pub fn founding(opened: Opened, opener: Person) -> Recorded {
    let seated = Event::Seated { seat: Seat::A, person: opener };
    first_record(opened, vec![seated])
}

/// Answers what a person wants to do with what it brings about, or says why not.
pub(super) fn decide(
    this: RoomId,
    table: &Table,
    person: &Person,
    action: Action,
    round_trip: Span,
    now: Moment,
) -> Result<Decision, Refusal> {
    let events = match action {
        Action::Sit => sit(table, person)?,
        Action::Play(command) => {
            let seat = table.seat_of(person.id).ok_or(Refusal::NotAPlayer)?;
            let events = table.game().decide(seat, command.measured(round_trip), now)?;
            events.into_iter().map(Event::Game).collect()
        }
        Action::OfferRematch => {
            let seat = finished_seat(table, person)?;
            if matches!(table.series_after(), Some(After::Next(_))) {
                return Err(Refusal::MatchGoesOn);
            }
            match table.rematch() {
                Rematch::None => vec![Event::RematchOffered { seat }],
                Rematch::Offered(_) => return Err(Refusal::RematchOfferStands),
                Rematch::Made(_) => return Err(Refusal::RematchMade),
            }
        }
        Action::AcceptRematch { room, wall } => {
            check_rematch_offer(table, finished_seat(table, person)?)?;
            let found = Some((room, rematch(table, this, wall)));
            return Ok(Decision { events: vec![Event::RematchMade { room }], found });
        }
        Action::NextGame { room, wall } => {
            finished_seat(table, person)?;
            if let Rematch::Made(_) = table.rematch() {
                return Err(Refusal::RematchMade);
            }
            let Some(After::Next(series)) = table.series_after() else {
                return Err(Refusal::NoNextGame);
            };
            let found = Some((room, next_game(table, this, wall, series)));
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

fn sit(table: &Table, person: &Person) -> Result<Vec<Event>, Refusal> {
    if table.seat_of(person.id).is_some() {
        return Err(Refusal::AlreadySeated);
    }
    if table.game().outcome().is_some() {
        return Err(Refusal::Game(game::Refusal::GameOver));
    }
    let seat = table.free_seat().ok_or(Refusal::NoFreeSeat)?;
    let opened = table.opened();
    let started = table.game().start(opened.colours.black(opened.lot))?;
    Ok(vec![Event::Seated { seat, person: person.clone() }, Event::Game(started)])
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

/// The first record of another game, in a room that remembers this one as `previous`: colours exchanged, and a match of
/// the same length begun anew.
fn rematch(table: &Table, this: RoomId, wall: WallTime) -> Recorded {
    let black = table.game().black().unwrap_or(Seat::A).other();
    let series = table.opened().series.map(|series| Series::begin(series.goal));
    played_again(table, this, wall, black, series)
}

/// The first record of the next game of a match (D-08).
fn next_game(table: &Table, this: RoomId, wall: WallTime, series: Series) -> Recorded {
    let opened = table.opened();
    let scheduled = opened.colours.black(opened.lot);
    let black = table.game().outcome().map_or(scheduled, |outcome| Series::opener_after(outcome, scheduled));
    played_again(table, this, wall, black, Some(series))
}

/// The first record of a room with the same rules, both seated as before, and the game begun.
fn played_again(
    table: &Table,
    this: RoomId,
    wall: WallTime,
    black: Seat,
    series: Option<Series>,
) -> Recorded {
    let colours = Colours::Black(black);
    let opened = Opened { colours, wall, previous: Some(this), series, ..table.opened().clone() };
    let PerSeat { a, b } = table.seats().clone();
    let seated = [(Seat::A, a), (Seat::B, b)]
        .into_iter()
        .filter_map(|(seat, person)| person.map(|person| Event::Seated { seat, person }));
    let started = Event::Game(game::Event::Started { black });
    first_record(opened, seated.chain([started]).collect())
}

fn first_record(opened: Opened, rest: Vec<Event>) -> Recorded {
    let mut events = vec![Event::Opened(Box::new(opened))];
    events.extend(rest);
    Recorded { seq: 0, at: Moment::ZERO, cause: None, events }
}
