//! What arbiters do at a table, and what is done to them (rulebook L). Pure.

use crate::game::event::Ruling;
use crate::game::moment::Moment;
use crate::game::seal::{Nonce, SealedMove};
use crate::game::seat::Seat;
use crate::journal::{
    ARBITERS_MAX, After, ArbiterEvent, Arbitration, COMPLAINTS_MAX, Envelope, Event, Person, PersonId,
    Remark, SANCTIONED_MAX, Table, TableRuling,
};
use crate::room::message::Refusal;

/// A person who has the key becomes an arbiter; who plays does not.
pub(super) fn officiate(table: &Table, person: &Person) -> Result<Vec<Event>, Refusal> {
    if table.seat_of(person.id).is_some() {
        return Err(Refusal::ArbiterCannotPlay);
    }
    if table.bench().is_arbiter(person.id) {
        return Err(Refusal::AlreadyArbiter);
    }
    if table.bench().arbiters.len() >= ARBITERS_MAX {
        return Err(Refusal::TooManyArbiters);
    }
    Ok(vec![Event::Arbitration(ArbiterEvent::Officiated { person: person.clone() })])
}

/// What an arbiter's ruling brings about: who ruled and why, then what follows. Everybody else is turned down.
pub(super) fn rule(
    table: &Table,
    person: &Person,
    ruling: TableRuling,
    reason: Remark,
    watcher: impl Fn(PersonId) -> Option<Person>,
    now: Moment,
) -> Result<Vec<Event>, Refusal> {
    if !table.bench().is_arbiter(person.id) {
        return Err(Refusal::ForbiddenRole);
    }
    let follows = match ruling {
        // After the end there is something to forfeit only where the match goes on.
        TableRuling::Game(Ruling::Disqualify { .. })
            if table.game().outcome().is_some() && !matches!(table.series_after(), Some(After::Next(_))) =>
        {
            return Err(Refusal::Game(crate::game::event::Refusal::GameOver));
        }
        TableRuling::Game(ruling) => table.game().rule(ruling, now)?.into_iter().map(Event::Game).collect(),
        TableRuling::OpenSealed => {
            let Some(Envelope { sealed, nonce }) = table.envelope().cloned() else {
                return Err(Refusal::Game(crate::game::event::Refusal::NotAdjourned));
            };
            vec![Event::Game(table.game().decide_unseal(sealed, nonce)?)]
        }
        TableRuling::Mute(id) => {
            sanction(table, id, &table.bench().muted, watcher, |person| ArbiterEvent::Muted { person })?
        }
        TableRuling::Remove(id) => {
            sanction(table, id, &table.bench().removed, watcher, |person| ArbiterEvent::Removed { person })?
        }
        TableRuling::MoveBoard(board) => vec![Event::Arbitration(ArbiterEvent::BoardMoved { board })],
        TableRuling::Unmute(id) => {
            pardon(id, &table.bench().muted, |person| ArbiterEvent::Unmuted { person })?
        }
        TableRuling::Readmit(id) => {
            pardon(id, &table.bench().removed, |person| ArbiterEvent::Readmitted { person })?
        }
    };
    let ruled = Event::Arbitration(ArbiterEvent::Ruled { arbiter: person.clone(), reason });
    Ok([ruled].into_iter().chain(follows).collect())
}

/// Silences or sends out somebody who watches; players and arbiters are not for an arbiter to send out (L-08).
fn sanction(
    table: &Table,
    id: PersonId,
    already: &[Person],
    watcher: impl Fn(PersonId) -> Option<Person>,
    event: impl FnOnce(Person) -> ArbiterEvent,
) -> Result<Vec<Event>, Refusal> {
    let is_watcher = table.seat_of(id).is_none() && !table.bench().is_arbiter(id);
    let is_new = already.iter().all(|person| person.id != id) && already.len() < SANCTIONED_MAX;
    let person = watcher(id).filter(|_| is_watcher && is_new).ok_or(Refusal::NoSuchPerson)?;
    Ok(vec![Event::Arbitration(event(person))])
}

fn pardon(
    id: PersonId,
    sanctioned: &[Person],
    event: impl FnOnce(Person) -> ArbiterEvent,
) -> Result<Vec<Event>, Refusal> {
    let person = sanctioned.iter().find(|person| person.id == id).ok_or(Refusal::NoSuchPerson)?;
    Ok(vec![Event::Arbitration(event(person.clone()))])
}

/// A player's move of an adjourned game: the envelope, which nobody is told of, and what everybody may know.
pub(super) fn seal(
    table: &Table,
    seat: Seat,
    ply: u16,
    sealed: SealedMove,
    nonce: Nonce,
) -> Result<Vec<Event>, Refusal> {
    let envelope = Envelope { sealed, nonce };
    let sealed = table.game().decide_seal(seat, ply, envelope.digest())?;
    Ok(vec![Event::Envelope(envelope), Event::Game(sealed)])
}

/// A player complains, where there is somebody to complain to (L-13).
pub(super) fn complain(table: &Table, seat: Seat, text: Remark) -> Result<Vec<Event>, Refusal> {
    let disputes = match table.game().outcome() {
        Some(_) => table.game().dispute(seat).map_err(|_| Refusal::ComplaintTooLate)?,
        None => None,
    };
    if table.opened().arbitration == Arbitration::None && table.bench().arbiters.is_empty() {
        return Err(Refusal::NoArbiter);
    }
    // Whoever has called the arbiter often is still heard on the result.
    if disputes.is_none() && table.bench().complaints(seat) >= COMPLAINTS_MAX {
        return Err(Refusal::TooManyComplaints);
    }
    let own_time = table.game().owed().is_some_and(|owed| owed.seat == seat);
    let complained = Event::Arbitration(ArbiterEvent::Complained { seat, text, own_time });
    Ok([complained].into_iter().chain(disputes.map(Event::Game)).collect())
}
