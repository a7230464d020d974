//! Competitions over HTTP: the list of them, one as it stands, its links for its chief, and what is done in it.

mod turned;
mod view;

use std::sync::Arc;

use axum::extract::{Path, Request};
use axum::{Extension, Json};
use bytes::Bytes;
use http::HeaderMap;
use serde::de::DeserializeOwned;

use self::turned::Turned;
use super::Door;
use super::allowance::Cost;
use super::analysis::body;
use super::answer::Refusal;
use super::credentials::Credential;
use super::serve::Visit;
use crate::competition::{Command, Competition, Kind, Office};
use crate::hall::{Meets, Order, Wanted, words};
use crate::journal::{CommandId, CompetitionId, Person, WallTime};
use crate::protocol::client::TokenForm;
use crate::protocol::competition::{
    COMPETITION_BYTES_MAX, CompetitionCommand, CompetitionDeed, CompetitionDone, CompetitionLinks,
    CompetitionView, Competitions, FirstForm, FoundedCompetition, ListedCompetition, NewCompetition,
    OfficeLink, PairingForm,
};
use crate::spelling::{AppealKindForm, KindForm, PerSeatForm, SeatForm};

/// `GET /api/competitions`: those in which something happened last.
pub(super) async fn list(
    Extension(door): Extension<Arc<Door>>,
    Extension(visit): Extension<Visit>,
) -> Result<Json<Competitions>, Turned> {
    door.charge(&visit, Cost::Page)?;
    let listed = door.hall.list().await?;
    let competitions = listed.into_iter().map(|listed| ListedCompetition {
        competition: listed.competition.to_string(),
        title: listed.title,
        kind: match listed.boards {
            0 => KindForm::Individual {},
            boards => KindForm::Team { boards },
        },
        entrants: listed.entrants,
        rounds: listed.rounds,
        open: listed.is_open,
        founded_ms: listed.founded.0,
    });
    Ok(Json(Competitions { competitions: competitions.collect() }))
}

/// `POST /api/competitions`: one is founded.
pub(super) async fn found(
    Extension(door): Extension<Arc<Door>>,
    Extension(visit): Extension<Visit>,
    headers: HeaderMap,
    request: Request,
) -> Result<Json<FoundedCompetition>, Turned> {
    door.charge(&visit, Cost::Picture)?;
    let by = person(&door, &headers).await?;
    let mut asked: NewCompetition = read(&body(request.into_body(), COMPETITION_BYTES_MAX).await?)?;
    let id = command_id(&std::mem::take(&mut asked.id))?;
    let settings = asked.settings().map_err(|error| Turned::Competition(error.to_string()))?;
    let competition = door.hall.found(by, id, settings).await?;
    let office_key = TokenForm::new(door.hall.key_of(competition, Office::Chief).to_string());
    Ok(Json(FoundedCompetition { competition: competition.to_string(), office_key }))
}

/// `GET /api/competitions/{competition}`: one as it stands.
pub(super) async fn look(
    Extension(door): Extension<Arc<Door>>,
    Extension(visit): Extension<Visit>,
    Path(competition): Path<String>,
    headers: HeaderMap,
) -> Result<Json<CompetitionView>, Turned> {
    door.charge(&visit, Cost::Page)?;
    let competition = named(&competition)?;
    let held = door.hall.look(competition).await?;
    // Whoever is nobody here may look all the same.
    let you = person(&door, &headers).await.ok().map(|person| person.id);
    Ok(Json(view::of(competition, &held, you)))
}

/// `GET /api/competitions/{competition}/links`: the links, for the chief.
pub(super) async fn links(
    Extension(door): Extension<Arc<Door>>,
    Extension(visit): Extension<Visit>,
    Path(competition): Path<String>,
    headers: HeaderMap,
) -> Result<Json<CompetitionLinks>, Turned> {
    door.charge(&visit, Cost::Page)?;
    let competition = named(&competition)?;
    let by = person(&door, &headers).await?;
    let held = door.hall.look(competition).await?;
    if !held.competition.is_chief(by.id) {
        return Err(Turned::Hall(crate::competition::Refusal::ForbiddenRole.into()));
    }
    let link = |(office, name): (Office, String)| OfficeLink {
        office: office.into(),
        name,
        words: words(office),
        office_key: TokenForm::new(door.hall.key_of(competition, office).to_string()),
    };
    Ok(Json(CompetitionLinks { links: offices(&held.competition).into_iter().map(link).collect() }))
}

/// Every office that somebody can come to, and for whom it is.
fn offices(competition: &Competition) -> Vec<(Office, String)> {
    let mut offices = vec![(Office::Chief, String::new())];
    for (number, referee) in (1..).zip(competition.referees()) {
        if referee.dismissed.is_none() {
            offices.push((Office::Referee(number), referee.name.as_str().to_owned()));
        }
    }
    let settings = competition.settings();
    for (number, entrant) in (1..).zip(&settings.entrants) {
        for (member, name) in (1..).zip(&entrant.members) {
            let name = match settings.kind {
                Kind::Individual => name.as_str().to_owned(),
                Kind::Team { .. } => format!("{}: {}", entrant.name.as_str(), name.as_str()),
            };
            offices.push((Office::Seat { entrant: number, member }, name));
        }
    }
    offices
}

/// `POST /api/competitions/{competition}`: something is done in it.
pub(super) async fn act(
    Extension(door): Extension<Arc<Door>>,
    Extension(visit): Extension<Visit>,
    Path(competition): Path<String>,
    headers: HeaderMap,
    request: Request,
) -> Result<Json<CompetitionDone>, Turned> {
    door.charge(&visit, Cost::Page)?;
    let competition = named(&competition)?;
    let by = person(&door, &headers).await?;
    let deed: CompetitionDeed = read(&body(request.into_body(), COMPETITION_BYTES_MAX).await?)?;
    let id = command_id(&deed.id)?;
    let is_on_fact = matches!(deed.command, CompetitionCommand::Appeal { kind: AppealKindForm::Fact, .. });
    let next = match order(deed.command)? {
        Asked::Take { office, key } => door.hall.take(competition, office, key.reveal(), (by, id)).await?,
        Asked::Order(order) => door.hall.act(competition, Wanted { by, id, order: *order }).await?,
    };
    let answer = is_on_fact.then(|| crate::competition::Refusal::FactsFinal.code().to_owned());
    Ok(Json(CompetitionDone { next, answer }))
}

/// What is asked of the hall.
enum Asked {
    /// An office, by a key that is still to be looked at.
    Take { office: Office, key: TokenForm },
    /// Anything else.
    Order(Box<Order>),
}

fn order(command: CompetitionCommand) -> Result<Asked, Turned> {
    let remark = |text: &str| text.parse().map_err(|_| Turned::Text);
    let command = match command {
        CompetitionCommand::Take { office, office_key } => {
            return Ok(Asked::Take { office: office.into(), key: office_key });
        }
        CompetitionCommand::Appoint { name } => {
            Command::Appoint { name: name.parse().map_err(|_| Turned::Text)? }
        }
        CompetitionCommand::Dismiss { referee, reason } => {
            Command::Dismiss { referee, reason: remark(&reason)? }
        }
        CompetitionCommand::Publish { session, start_at, pairings } => {
            let session = session.map(|session| session.parse().map_err(|_| Turned::Text)).transpose()?;
            let start_at = start_at.map(WallTime);
            let pairings = pairings.into_iter().map(meets).collect();
            return Ok(Asked::Order(Box::new(Order::Publish { session, start_at, pairings })));
        }
        CompetitionCommand::MarkDelay { round } => Command::MarkDelay { round },
        CompetitionCommand::Appeal { place, kind, text } => {
            Command::Appeal { place: place.into(), kind: kind.into(), text: remark(&text)? }
        }
        CompetitionCommand::Answer { appeal, upheld, text } => {
            Command::Answer { appeal, upheld, text: remark(&text)? }
        }
        CompetitionCommand::Overturn { place, room, seq, reason } => {
            let room = room.parse().map_err(|_| Turned::Door(Refusal::UnknownRoom))?;
            let order = Order::Overturn { place: place.into(), room, seq, reason: remark(&reason)? };
            return Ok(Asked::Order(Box::new(order)));
        }
        CompetitionCommand::Close {} => Command::Close,
    };
    Ok(Asked::Order(Box::new(Order::Command(command))))
}

fn meets(form: PairingForm) -> Meets {
    let PairingForm { a, b, first } = form;
    let entrants = PerSeatForm { a, b }.read(|number| number);
    let (first, by_lot) = match first {
        Some(FirstForm::A) => (Some(SeatForm::A.into()), false),
        Some(FirstForm::B) => (Some(SeatForm::B.into()), false),
        Some(FirstForm::Lot) => (None, true),
        None => (None, false),
    };
    Meets { entrants, first, by_lot }
}

fn named(text: &str) -> Result<CompetitionId, Turned> {
    text.parse().map_err(|_| Turned::Hall(crate::hall::HallError::Unknown))
}

fn command_id(text: &str) -> Result<CommandId, Turned> {
    text.parse().map_err(|_| Turned::CommandId)
}

fn read<T: DeserializeOwned>(text: &Bytes) -> Result<T, Turned> {
    serde_json::from_slice(text).map_err(|error| Turned::Form(error.to_string()))
}

async fn person(door: &Door, headers: &HeaderMap) -> Result<Person, Refusal> {
    Ok(match door.credential(headers) {
        Credential::Bot(digest) => door.sessions.bot(digest).await?.person,
        Credential::Cookie(shown) | Credential::Bearer(shown) => {
            door.sessions.guest(shown.person).await?.person
        }
        Credential::BadBearer | Credential::Nothing => return Err(Refusal::Unauthorized),
    })
}
