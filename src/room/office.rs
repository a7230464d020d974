//! What arbiters do at a table, and what is done to them (rulebook L). Pure.

use crate::game::event as game;
use crate::game::moment::Moment;
use crate::game::seal::{Nonce, SealedMove};
use crate::game::seat::{PerSeat, Seat};
use crate::journal::{
    ARBITERS_MAX, After, ArbiterEvent, Arbitration, COMPLAINTS_MAX, Envelope, Event, Ground, Person,
    PersonId, Remark, SANCTIONED_MAX, Table, TableRuling,
};
use crate::room::message::{Appointments, Refusal};

/// A person who has the key becomes an arbiter; who plays does not.
pub(super) fn officiate(table: &Table, person: &Person) -> Result<Vec<Event>, Refusal> {
    // Who rules at the tables of a competition is said there (L-10).
    if table.opened().bout.is_some() {
        return Err(Refusal::ForbiddenRole);
    }
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

/// What changes at a table of a competition if these sit and rule there; nothing at any other table.
pub(super) fn appoint(table: &Table, appointments: &Appointments) -> Vec<Event> {
    let Appointments { chief, referees, players } = appointments;
    if table.opened().bout.is_none() {
        return Vec::new();
    }
    let bench = table.bench();
    let is_appointed = |id: PersonId| chief.iter().chain(referees).any(|person| person.id == id);
    // Whoever presided is a referee at most from now on.
    let is_demoted = |id: PersonId| bench.chief == Some(id) && chief.as_ref().is_none_or(|new| new.id != id);
    let goes = |person: &&Person| !is_appointed(person.id) || is_demoted(person.id);
    let left: Vec<&Person> = bench.arbiters.iter().filter(goes).collect();
    let stays = |id: PersonId| bench.is_arbiter(id) && left.iter().all(|person| person.id != id);
    let presides = chief.iter().filter(|person| bench.chief != Some(person.id));
    let is_chief = |id: PersonId| chief.as_ref().is_some_and(|chief| chief.id == id);
    let officiate = referees.iter().filter(|person| !stays(person.id) && !is_chief(person.id));
    let dismissed = left.iter().map(|person| ArbiterEvent::Dismissed { person: (*person).clone() });
    let presides = presides.map(|person| ArbiterEvent::Presides { person: person.clone() });
    let officiate = officiate.map(|person| ArbiterEvent::Officiated { person: person.clone() });
    let kept = Seat::BOTH.into_iter().filter_map(|seat| keep(table, seat, players));
    dismissed.chain(presides).chain(officiate).chain(kept).map(Event::Arbitration).collect()
}

/// A seat that nobody has taken is kept for who is to have it.
fn keep(table: &Table, seat: Seat, players: &PerSeat<Option<Person>>) -> Option<ArbiterEvent> {
    let person = players[seat].as_ref()?;
    let is_kept = table.bench().kept[seat].as_ref().is_some_and(|kept| kept.id == person.id);
    let is_free = table.seats()[seat].is_none() && table.game().outcome().is_none();
    (is_free && !is_kept).then(|| ArbiterEvent::Kept { seat, person: person.clone() })
}

/// What an arbiter orders.
pub(super) struct Ruling {
    /// What.
    pub(super) ruling: TableRuling,
    /// Why.
    pub(super) reason: Remark,
    /// What it rests on.
    pub(super) ground: Ground,
}

/// What an arbiter's ruling brings about: who ruled and why, then what follows. Everybody else is turned down.
pub(super) fn rule(
    table: &Table,
    person: &Person,
    ruling: Ruling,
    watcher: impl Fn(PersonId) -> Option<Person>,
    now: Moment,
) -> Result<Vec<Event>, Refusal> {
    if !table.bench().is_arbiter(person.id) {
        return Err(Refusal::ForbiddenRole);
    }
    let Ruling { ruling, reason, ground } = ruling;
    let follows = match ruling {
        TableRuling::Game(game::Ruling::Disqualify { .. })
            if table.opened().bout.is_some() && table.bench().chief != Some(person.id) =>
        {
            return Err(Refusal::NeedsChief);
        }
        // After the end there is something to forfeit only where the match goes on.
        TableRuling::Game(game::Ruling::Disqualify { .. })
            if table.game().outcome().is_some() && !matches!(table.series_after(), Some(After::Next(_))) =>
        {
            return Err(Refusal::Game(game::Refusal::GameOver));
        }
        TableRuling::Game(ruling) => table.game().rule(ruling, now)?.into_iter().map(Event::Game).collect(),
        TableRuling::OpenSealed => {
            let Some(Envelope { sealed, nonce }) = table.envelope().cloned() else {
                return Err(Refusal::Game(game::Refusal::NotAdjourned));
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
    let ruled = Event::Arbitration(ArbiterEvent::Ruled { arbiter: person.clone(), reason, ground });
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
