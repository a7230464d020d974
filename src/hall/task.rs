//! The task that holds competitions.

use std::collections::BTreeMap;
use std::sync::Arc;

use tokio::sync::{mpsc, oneshot};
use tokio_util::sync::CancellationToken;
use tracing::{error, warn};

use crate::competition::{
    Command, Competition, Event, Founded, Kind, Pairing, Place, Recorded, Refusal, Round, RulingMade,
    Settings, replay,
};
use crate::game::moment::Span;
use crate::game::ruleset::{RuleSet, StartRule};
use crate::game::seat::PerSeat;
use crate::hall::collect::{Collected, collect};
use crate::hall::{HELD_MAX, HallError, Held, Meets, OPEN_MAX, Order, Wanted};
use crate::hub::{self, Hub};
use crate::journal::{
    Arbitration, Bout, Cause, Colours, CommandId, CompetitionId, Person, PersonId, RoomId, Series, Visibility,
};
use crate::room::message::{Appointments, Input};
use crate::store::{Append, Competed, Listed, Store, StoreError};
use crate::timekeeper::{Arrival, wall_time};

/// The most records of a competition.
const RECORDS_MAX: u32 = 20_000;
/// How late a player may come to a game that begins at a time, where the rules have no time of their own.
const LATE_USUAL: Span = Span::from_secs(15 * 60);

/// What is asked of the task.
#[derive(Debug)]
pub(super) enum Asked {
    Found {
        competition: CompetitionId,
        by: Person,
        id: CommandId,
        settings: Box<Settings>,
        reply: oneshot::Sender<Result<(), HallError>>,
    },
    Act {
        competition: CompetitionId,
        wanted: Box<Wanted>,
        reply: oneshot::Sender<Result<u32, HallError>>,
    },
    Look {
        competition: CompetitionId,
        reply: oneshot::Sender<Result<Held, HallError>>,
    },
}

/// The one owner of all competitions.
pub(super) struct HallTask {
    store: Store,
    hub: Hub,
    stop: CancellationToken,
    held: BTreeMap<CompetitionId, Holding>,
    /// Counts what is looked at, so that what was not for the longest time is let go.
    turn: u64,
}

/// A competition in memory.
struct Holding {
    held: Held,
    founded: crate::journal::WallTime,
    caused: BTreeMap<(PersonId, CommandId), u32>,
    turn: u64,
}

impl HallTask {
    pub(super) const fn new(store: Store, hub: Hub, stop: CancellationToken) -> Self {
        Self { store, hub, stop, held: BTreeMap::new(), turn: 0 }
    }

    /// Reads the competitions that go on. Who was dismissed rules no more from then on, whatever was under way when the
    /// server ended.
    pub(super) async fn begin(&mut self) {
        let open = self.store.competitions(true).await.unwrap_or_else(|error| {
            error!(%error, "competitions cannot be read");
            Vec::new()
        });
        for listed in open.into_iter().take(HELD_MAX) {
            if let Err(error) = self.hold(listed.competition).await {
                error!(competition = %listed.competition, %error, "a competition cannot be held");
            }
        }
    }

    pub(super) async fn run(mut self, mut asked: mpsc::Receiver<Asked>) {
        loop {
            let reports = self.hub.reports().clone();
            tokio::select! {
                biased;
                () = self.stop.cancelled() => break,
                Some(asked) = asked.recv() => self.answer(asked).await,
                () = reports.changed() => self.collect_reported().await,
            }
        }
    }

    async fn answer(&mut self, asked: Asked) {
        // Who asked may have gone; what was done is done.
        match asked {
            Asked::Found { competition, by, id, settings, reply } => {
                let _ = reply.send(self.found(competition, by, id, *settings).await);
            }
            Asked::Act { competition, wanted, reply } => {
                let _ = reply.send(self.act(competition, *wanted).await);
            }
            Asked::Look { competition, reply } => {
                // What rooms have just said is told with it.
                self.collect_reported().await;
                let _ = reply.send(self.hold(competition).await.map(|holding| holding.held.clone()));
            }
        }
    }

    async fn found(
        &mut self,
        competition: CompetitionId,
        by: Person,
        id: CommandId,
        settings: Settings,
    ) -> Result<(), HallError> {
        match self.hold(competition).await {
            // The name follows from the command: it is a repeat.
            Ok(_) => return Ok(()),
            Err(HallError::Unknown) => {}
            Err(error) => return Err(error),
        }
        if self.store.open_competitions_of(by.id).await? >= OPEN_MAX {
            return Err(HallError::TooMany);
        }
        let founded = Founded { organiser: by.id, settings };
        let value = Competition::new(founded.clone());
        let cause = Some(Cause { person: by.id, command: id });
        let events = vec![Event::Founded(Box::new(founded))];
        let record = Recorded { seq: 0, wall: wall_time(), cause, events };
        let listed = Listed::of(competition, &value, record.wall, record.wall);
        self.store.compete(Competed { listed, record, rooms: Vec::new() }).await?;
        Ok(())
    }

    async fn act(&mut self, competition: CompetitionId, wanted: Wanted) -> Result<u32, HallError> {
        let Wanted { by, id, order } = wanted;
        let holding = self.hold(competition).await?;
        let key = (by.id, id.clone());
        if let Some(seq) = holding.caused.get(&key) {
            return Ok(seq + 1);
        }
        let next = holding.held.next;
        if next >= RECORDS_MAX {
            return Err(Refusal::TooMany.into());
        }
        let value = holding.held.competition.clone();
        let command = self.command(competition, &value, order).await?;
        let events = value.decide(&by, command)?;
        if events.is_empty() {
            return Ok(next);
        }
        let cause = Some(Cause { person: by.id, command: id });
        let before = value.rounds().len();
        let after = self.keep(competition, cause, events).await?;
        if after.rounds().len() > before {
            self.open_round(competition, &after);
        }
        self.appoint_everywhere(competition, &value, &after).await;
        Ok(next + 1)
    }

    /// What a person asks for with what only the hall knows.
    async fn command(
        &self,
        competition: CompetitionId,
        value: &Competition,
        order: Order,
    ) -> Result<Command, HallError> {
        match order {
            Order::Command(command) => Ok(command),
            Order::Publish { session, start_at, pairings } => {
                let (round, boards) = (value.next_round(), value.settings().kind.boards());
                let room_of =
                    |meeting, board| self.hub.bout_room(Bout { competition, round, meeting, board });
                let pairing = |(meeting, meets): (u16, Meets)| Pairing {
                    entrants: meets.entrants,
                    first: meets.first,
                    by_lot: meets.by_lot,
                    rooms: (1..=boards).map(|board| room_of(meeting, board)).collect(),
                };
                let pairings = (1..).zip(pairings).map(pairing).collect();
                Ok(Command::Publish { session, start_at, pairings })
            }
            Order::Overturn { place, room, seq, reason } => {
                let ruling = self.ruling(place, room, seq).await?;
                Ok(Command::Overturn { ruling, reason })
            }
        }
    }

    /// What the journal of a room says of a ruling.
    async fn ruling(&self, place: Place, room: RoomId, seq: u32) -> Result<RulingMade, HallError> {
        let records = self.store.records_of(room).await?.ok_or(Refusal::NoSuchThing)?;
        let record = records.iter().find(|record| record.seq == seq).ok_or(Refusal::NoSuchThing)?;
        let (arbiter, _, ground) = record.ruled().ok_or(Refusal::NoSuchThing)?;
        Ok(RulingMade { place, room, seq, arbiter: arbiter.id, ground })
    }

    /// Makes events durable with the rooms that they open, and applies them.
    async fn keep(
        &mut self,
        competition: CompetitionId,
        cause: Option<Cause>,
        events: Vec<Event>,
    ) -> Result<Arc<Competition>, HallError> {
        let Some(holding) = self.held.get(&competition) else {
            return Err(HallError::Unavailable);
        };
        let mut after = (*holding.held.competition).clone();
        events.iter().for_each(|event| after.evolve(event));
        let mut rooms = Vec::new();
        for event in &events {
            if let Event::Published(round) = event {
                rooms = self.rooms(competition, &after, round)?;
            }
        }
        let record = Recorded { seq: holding.held.next, wall: wall_time(), cause: cause.clone(), events };
        let listed = Listed::of(competition, &after, holding.founded, record.wall);
        if let Err(error) = self.store.compete(Competed { listed, record, rooms }).await {
            // What is durable is read again when it is next asked for.
            self.held.remove(&competition);
            return Err(error.into());
        }
        let after = Arc::new(after);
        if let Some(holding) = self.held.get_mut(&competition) {
            if let Some(Cause { person, command }) = cause {
                holding.caused.insert((person, command), holding.held.next);
            }
            holding.held.next += 1;
            holding.held.competition = after.clone();
        }
        Ok(after)
    }

    /// The first records of the rooms of a round, which is the last one.
    fn rooms(
        &self,
        competition: CompetitionId,
        value: &Competition,
        published: &Round,
    ) -> Result<Vec<Append>, HallError> {
        let round = u16::try_from(value.rounds().len()).unwrap_or(u16::MAX);
        let boards = value.boards().filter(|board| board.place.round == round);
        let mut rooms = Vec::new();
        for board in boards {
            let Place { meeting, board: number, .. } = board.place;
            let colours = board.meeting.first_on(number).map_or(Colours::Random, Colours::Black);
            let mut rules = published.rules.clone();
            if published.start_at.is_some() {
                let late = match rules.start {
                    StartRule::Scheduled { late, .. } => late,
                    StartRule::WhenSeated { .. } => LATE_USUAL,
                };
                rules.start = StartRule::Scheduled { after: Span::ZERO, late };
            } else if let StartRule::Scheduled { .. } = rules.start {
                rules.start = StartRule::WhenSeated { within: RuleSet::OPEN_MAX };
            }
            if let StartRule::WhenSeated { within } = &mut rules.start {
                *within = RuleSet::OPEN_MAX;
            }
            let label = match value.settings().kind {
                Kind::Individual => format!("{round}-{meeting}"),
                Kind::Team { .. } => format!("{round}-{meeting}-{number}"),
            };
            let order = hub::Order {
                rules,
                colours,
                visibility: Visibility::Link,
                series: Some(Series::begin(value.settings().goal)),
                start_at: published.start_at,
                arbitration: Arbitration::Link,
                board: label.parse().ok(),
            };
            let bout = Bout { competition, round, meeting, board: number };
            rooms.push(self.hub.for_bout(order, bout, &appointments(value, board.place))?);
        }
        Ok(rooms)
    }

    /// Wakes the rooms of the last round, so that flags fall with nobody there.
    fn open_round(&self, competition: CompetitionId, value: &Competition) {
        let round = u16::try_from(value.rounds().len()).unwrap_or(u16::MAX);
        for board in value.boards().filter(|board| board.place.round == round) {
            let Place { meeting, board, .. } = board.place;
            self.hub.room(self.hub.bout_room(Bout { competition, round, meeting, board }));
        }
    }

    /// Tells every room whose people have changed who sits and who rules there; the latest first, in which games run.
    async fn appoint_everywhere(&self, _id: CompetitionId, before: &Competition, after: &Competition) {
        let boards: Vec<_> = after.boards().map(|board| (board.place, board.bout.games.clone())).collect();
        for (place, games) in boards.into_iter().rev() {
            let wanted = appointments(after, place);
            if before.bout(place).is_none() || wanted == appointments(before, place) {
                continue;
            }
            for room in games.iter().rev().filter_map(|game| game.room) {
                self.appoint(room, wanted.clone()).await;
            }
        }
    }

    async fn appoint(&self, room: RoomId, appointments: Appointments) {
        let input = Input::Appoint(Box::new(appointments));
        // A room whose task has just ended is opened again by the second look.
        for _ in 0..2 {
            if self.hub.room(room).send(input.clone(), Arrival::now()).await.is_ok() {
                return;
            }
        }
        warn!(%room, "a room of a competition could not be told who rules there");
    }

    /// Takes up what rooms have reported.
    async fn collect_reported(&mut self) {
        let reported = self.hub.reports().take();
        let mut places: Vec<Bout> = reported.into_values().collect();
        places.sort();
        places.dedup();
        for bout in places {
            // Where it is read only now, everything is collected anyway.
            if let Err(error) = self.hold(bout.competition).await {
                warn!(competition = %bout.competition, %error, "a result is collected later");
                continue;
            }
            self.collect_one(bout.competition, bout.into()).await;
        }
    }

    /// Collects one match, and tells its rooms who rules there if one of them was not known.
    async fn collect_one(&mut self, competition: CompetitionId, place: Place) {
        let Some(holding) = self.held.get(&competition) else { return };
        let value = holding.held.competition.clone();
        let Some(first) = value.bout(place).and_then(|bout| bout.games.first()?.room) else { return };
        let Ok(Some(Collected { played, live })) = collect(&self.store, first).await else { return };
        let unknown: Vec<RoomId> =
            live.iter().map(|(room, _)| *room).filter(|room| !holding.held.live.contains_key(room)).collect();
        if let Some(holding) = self.held.get_mut(&competition) {
            Arc::make_mut(&mut holding.held.live).extend(live);
        }
        if let Some(event) = value.decide_report(place, played)
            && let Err(error) = self.keep(competition, None, vec![event]).await
        {
            warn!(%competition, %error, "a result could not be kept; it is collected again");
            return;
        }
        for room in unknown {
            self.appoint(room, appointments(&value, place)).await;
        }
    }

    /// A competition, read from its journal if it is not held.
    async fn hold(&mut self, competition: CompetitionId) -> Result<&Holding, HallError> {
        self.turn += 1;
        let turn = self.turn;
        if !self.held.contains_key(&competition) {
            let records = self.store.competition(competition).await?.ok_or(HallError::Unknown)?;
            let value = replay(&records).map_err(|error| StoreError::Damaged(error.to_string()))?;
            let founded = records.first().map_or_else(wall_time, |record| record.wall);
            let cause = |record: Recorded| {
                let Cause { person, command } = record.cause?;
                Some(((person, command), record.seq))
            };
            let next = u32::try_from(records.len()).unwrap_or(u32::MAX);
            let places: Vec<Place> = value.boards().map(|board| board.place).collect();
            let held = Held { competition: Arc::new(value), next, live: Arc::default() };
            let caused = records.into_iter().filter_map(cause).collect();
            self.make_place();
            self.held.insert(competition, Holding { held, founded, caused, turn });
            for place in places {
                self.collect_one(competition, place).await;
            }
        }
        let holding = self.held.get_mut(&competition).ok_or(HallError::Unavailable)?;
        holding.turn = turn;
        Ok(holding)
    }

    fn make_place(&mut self) {
        while self.held.len() >= HELD_MAX {
            let oldest = self.held.iter().min_by_key(|(_, holding)| holding.turn).map(|(id, _)| *id);
            let Some(oldest) = oldest else { return };
            self.held.remove(&oldest);
        }
    }
}

/// Who sits and who rules at a board.
fn appointments(value: &Competition, place: Place) -> Appointments {
    let players = value.players_at(place);
    Appointments {
        chief: value.chief().cloned(),
        referees: value.active_referees().cloned().collect(),
        players: PerSeat::from_fn(|seat| players[seat].cloned()),
    }
}
