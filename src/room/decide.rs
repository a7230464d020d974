//! What a person may do at a table, beyond the game itself. Pure.

use crate::game::event as game;
use crate::game::moment::{Moment, Span};
use crate::game::seat::{PerSeat, Seat};
use crate::journal::{Colours, Event, Opened, Person, Recorded, Rematch, RoomId, Table, WallTime};
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
            let events = table.game().decide(seat, measured(command, round_trip), now)?;
            events.into_iter().map(Event::Game).collect()
        }
        Action::OfferRematch => {
            let seat = finished_seat(table, person)?;
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

/// The command with the delay that was measured on its connection; what a client says of it counts for nothing.
fn measured(command: game::Command, round_trip: Span) -> game::Command {
    match command {
        game::Command::Place { ply, point, lag: _ } => game::Command::Place { ply, point, lag: round_trip },
        game::Command::Resign
        | game::Command::OfferDraw { .. }
        | game::Command::AcceptDraw { .. }
        | game::Command::DeclineDraw { .. }
        | game::Command::Abort => command,
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

/// The first record of the next game, in a room that remembers this one as `previous`: the same rules, both seated as
/// before, colours exchanged, begun.
fn rematch(table: &Table, this: RoomId, wall: WallTime) -> Recorded {
    let black = table.game().black().unwrap_or(Seat::A).other();
    let opened =
        Opened { colours: Colours::Black(black), wall, previous: Some(this), ..table.opened().clone() };
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
