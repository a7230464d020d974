//! The task around a room, which waits and does nothing else, and the handle by which it is reached.
//!
//! The journal is the room; the task is a cache of it. Panic, a failed append, an idle end and a stop look alike: the
//! task ends, whoever followed it finds the room stale and enters it again, and it is opened from its journal.

mod handle;
mod pauses;
mod subscription;

pub use handle::{RoomGone, RoomHandle};

use std::collections::BTreeMap;
use std::time::Duration;

use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;
use tracing::{debug, error, warn};

use self::handle::Message;
use self::subscription::Subscription;
use crate::failpoint::failpoint;
use crate::game::seat::Seat;
use crate::journal::{BoardLabel, Finished, Phase, RoomId};
use crate::room::damage::whole;
use crate::room::interruption::{Interruption, Interruptions};
use crate::room::keeping::appends;
use crate::room::message::{ConnectionId, Input, Outgoing};
use crate::room::outbox::Shared;
use crate::room::reports::Reports;
use crate::room::state::{Effect, Room};
use crate::room::summary::{Interest, Stage, Summary};
use crate::store::{Damage, Right, Store, StoreError};
use crate::telemetry::metrics::METRICS;
use crate::timekeeper::{Arrival, RoomTime, ServerClock, Stalls, reach, wall_time};

/// How many inputs wait for a room before whoever sends the next one waits too.
pub const INBOX_BOUND: usize = 256;

/// How long changes in the number of watchers are gathered before everyone is told.
pub const WATCHERS_TOLD_EVERY: Duration = Duration::from_millis(1700);

/// What every room of a server shares.
#[derive(Clone, Debug)]
pub struct Context {
    /// Keeps the journals.
    pub store: Store,
    /// The clock that clients know.
    pub clock: ServerClock,
    /// When the process was held up.
    pub stalls: Stalls,
    /// Told of every room whose summary changes.
    pub summaries: mpsc::Sender<Summary>,
    /// Told of every room of a competition that has something new.
    pub reports: Reports,
    /// Told of every room that another room has founded.
    pub founded: mpsc::Sender<RoomId>,
    /// Ends all rooms once they have kept what is under way.
    pub stop: CancellationToken,
    /// How long a room stands still after an interruption, unless its players are back earlier (I-26).
    pub resume_within: Duration,
    /// How long a room without followers and deadlines is kept in memory.
    pub idle_after: Duration,
}

/// How a room's task has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// It had nothing more to do, or can do nothing more.
    Quietly,
    /// It was cut short, and the room is to be opened again.
    CutShort,
}

impl Context {
    /// How many summaries wait for the lobby, and how many founded rooms to be woken.
    pub fn waiting(&self) -> (usize, usize) {
        (waiting(&self.summaries), waiting(&self.founded))
    }
}

/// How much waits in a queue.
fn waiting<T>(queue: &mpsc::Sender<T>) -> usize {
    queue.max_capacity() - queue.capacity()
}

/// The future of a room's task, and the handle to reach it.
pub fn open(room: RoomId, context: Context) -> (RoomHandle, impl Future<Output = Ended> + Send + 'static) {
    let (sender, inbox) = mpsc::channel(INBOX_BOUND);
    (RoomHandle { room, inbox: sender }, run(room, context, inbox))
}

async fn run(id: RoomId, context: Context, mut inbox: mpsc::Receiver<Box<Message>>) -> Ended {
    // What is done takes a box for as long as it lasts, so that a room in which nothing happens takes little.
    match Box::pin(begin(id, context)).await {
        Ok(Some(mut task)) => task.serve(id, &mut inbox).await,
        Ok(None) => {
            tell_unknown(id, inbox);
            Ended::Quietly
        }
        Err(ended) => ended,
    }
}

/// Reads the room from its journal, and begins where that ends. None if there is no such room.
async fn begin(id: RoomId, context: Context) -> Result<Option<Box<RoomTask>>, Ended> {
    let claimed = match context.store.claim(id).await {
        Ok(Some(claimed)) => claimed,
        Ok(None) => return Ok(None),
        Err(error) => {
            warn!(room = %id, %error, "could not open a room");
            return Err(if matches!(error, StoreError::Unknown) { Ended::CutShort } else { Ended::Quietly });
        }
    };
    failpoint!("room-claimed");
    let (journal, damage) = match whole(claimed.records, claimed.damage) {
        Ok(read) => read,
        Err(error) => {
            error!(room = %id, %error, "a journal does not replay");
            return Err(Ended::Quietly);
        }
    };
    debug!(room = %id, epoch = claimed.epoch.0, records = journal.next(), "room opened");
    let mut task = Box::new(RoomTask {
        time: RoomTime::standing_at(journal.goes_on_at(wall_time()), context.stalls.clone()),
        room: Room::new(id, claimed.epoch, journal),
        interruptions: Interruptions::of(&context),
        resume_due: Arrival::now().after(context.resume_within),
        context,
        subscriptions: BTreeMap::new(),
        presence_due: None,
        idle_since: None,
        published: None,
        interest: Interest::default(),
        reported: None,
    });
    if let Some(Damage { lost, why }) = damage
        && let Err(error) = task.suspend(id, lost, &why).await
    {
        warn!(room = %id, %error, "could not write down that a journal is damaged");
        return Err(Ended::CutShort);
    }
    task.start_or_stand_still();
    task.report(id);
    task.publish_summary(id).await;
    Ok(Some(task))
}

/// Answers everyone who waits for a room that does not exist.
fn tell_unknown(room: RoomId, mut inbox: mpsc::Receiver<Box<Message>>) {
    inbox.close();
    while let Ok(message) = inbox.try_recv() {
        if let Message::Join { mut subscription, .. } = *message {
            subscription.is_ended = subscription.outbox.put(Outgoing::Unknown(room)).is_ok();
        }
    }
}

struct RoomTask {
    room: Room,
    time: RoomTime,
    context: Context,
    interruptions: Interruptions,
    /// When time goes on that stands still, whoever is here by then.
    resume_due: Arrival,
    subscriptions: BTreeMap<ConnectionId, Subscription>,
    presence_due: Option<Arrival>,
    /// Since when nobody is here and nothing is waited for.
    idle_since: Option<Arrival>,
    /// What the lobby was last told, as far as it can change.
    published: Option<Outline>,
    /// What made the room worth a look when it was last told who is here.
    interest: Interest,
    /// How far it was, and who sat, when its competition was last told.
    reported: Option<(Phase, [bool; 2])>,
}

/// What of a room changes in the lobby.
#[derive(Clone, PartialEq, Eq)]
struct Outline {
    stage: Stage,
    free: Option<Seat>,
    board: Option<BoardLabel>,
    interest: Interest,
}

/// Who hears something.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ears {
    All,
    One(ConnectionId),
}

/// What a room's task has waited for.
enum Arrived {
    Message(Box<Message>),
    Deadline,
    ResumeDue,
    Interrupted(Interruption),
    PresenceDue,
    IdleLongEnough,
    Stop,
}

impl RoomTask {
    async fn serve(&mut self, id: RoomId, inbox: &mut mpsc::Receiver<Box<Message>>) -> Ended {
        loop {
            let (input, arrival) = match self.wait(inbox).await {
                Arrived::Message(message) => self.open_message(*message),
                Arrived::Deadline => (Input::Wake, Arrival::now()),
                Arrived::ResumeDue => {
                    self.resume(id);
                    continue;
                }
                Arrived::Interrupted(interruption) => {
                    self.interrupt(id, interruption, Arrival::now());
                    continue;
                }
                Arrived::PresenceDue => {
                    let mut sayings = Vec::new();
                    self.say_presence(&mut sayings);
                    self.say(&sayings);
                    Box::pin(self.publish_summary(id)).await;
                    continue;
                }
                Arrived::IdleLongEnough | Arrived::Stop => {
                    inbox.close();
                    return Ended::Quietly;
                }
            };
            if let Err(error) = Box::pin(self.take(id, input, arrival)).await {
                // Ending here makes the next join read the journal again.
                warn!(room = %id, %error, "could not keep an event; closing the room");
                self.pause(id, Arrival::now());
                return Ended::CutShort;
            }
        }
    }

    /// Waits; whatever it returns is worked on where nothing cancels it. The inbox comes before the timer: a move that
    /// came in time is looked at before the flag falls. Nothing starves, because every input settles the time before it.
    async fn wait(&mut self, inbox: &mut mpsc::Receiver<Box<Message>>) -> Arrived {
        let deadline = self.room.wake_at().and_then(|moment| self.time.arrival(moment));
        let may_resume = !self.time.is_running() && self.interruptions.is_store_up();
        let resume = may_resume.then_some(self.resume_due);
        let is_idle = self.room.is_deserted() && !self.room.has_deadline();
        // What concerns all rooms wakes this one, and keeps it from nothing.
        self.idle_since = is_idle.then(|| self.idle_since.unwrap_or_else(Arrival::now));
        let idle = self.idle_since.map(|since| since.after(self.context.idle_after));
        tokio::select! {
            biased;
            () = self.context.stop.cancelled() => Arrived::Stop,
            interruption = self.interruptions.next() => Arrived::Interrupted(interruption),
            Some(message) = inbox.recv() => Arrived::Message(message),
            () = reach(deadline) => Arrived::Deadline,
            () = reach(resume) => Arrived::ResumeDue,
            () = reach(self.presence_due) => Arrived::PresenceDue,
            () = reach(idle) => Arrived::IdleLongEnough,
        }
    }

    /// What a message is to the room.
    fn open_message(&mut self, message: Message) -> (Input, Arrival) {
        match message {
            Message::Input(input, arrival) => (input, arrival),
            Message::Join { connection, person, subscription, seen, manner } => {
                self.subscribe(connection, subscription);
                (Input::Join { connection, person, seen, manner }, Arrival::now())
            }
        }
    }

    async fn take(&mut self, id: RoomId, input: Input, arrival: Arrival) -> Result<(), StoreError> {
        let moment = self.time.moment(arrival);
        let left = match &input {
            Input::Leave { connection } => Some(*connection),
            Input::Join { .. } | Input::Act { .. } | Input::Lag { .. } | Input::Appoint(_) | Input::Wake => {
                None
            }
        };
        let begun = Arrival::now();
        failpoint!("room-take");
        let effects = self.room.handle(input, moment);
        METRICS.judge.observe(Arrival::now().since(begun).as_secs_f64());
        if let Some(mut subscription) = left.and_then(|connection| self.subscriptions.remove(&connection)) {
            subscription.is_ended = true;
        }
        self.perform(id, effects).await?;
        self.resume_if_all_are_here(id);
        self.publish_summary(id).await;
        Ok(())
    }

    /// Keeps, then tells.
    async fn perform(&mut self, id: RoomId, effects: Vec<Effect>) -> Result<(), StoreError> {
        let appends = appends(&self.room, id, &effects);
        let founded: Vec<RoomId> =
            appends.iter().map(|append| append.room).filter(|room| *room != id).collect();
        if !appends.is_empty() {
            self.keep(id, appends).await?;
            self.report(id);
        }
        failpoint!("room-before-telling");
        let mut sayings = Vec::with_capacity(effects.len());
        for effect in effects {
            match effect {
                Effect::Keep(happened) => sayings.push((Ears::All, Outgoing::Happened(happened))),
                Effect::Found { .. } => {}
                Effect::Tell { to, outgoing } => sayings.push((Ears::One(to), outgoing)),
                Effect::Presence { urgent: true } => self.say_presence(&mut sayings),
                Effect::Presence { urgent: false } => {
                    self.presence_due.get_or_insert_with(|| Arrival::now().after(WATCHERS_TOLD_EVERY));
                }
            }
        }
        self.say(&sayings);
        for room in founded {
            // The hub is gone only when the server stops; the room is then woken at the next start.
            let _ = self.context.founded.send(room).await;
        }
        Ok(())
    }

    /// Says things in order, first to the players: they have them before anybody else is looked at.
    fn say(&mut self, sayings: &[(Ears, Outgoing)]) {
        let begun = Arrival::now();
        let players = self.room.players();
        for player in &players {
            for (ears, outgoing) in sayings {
                if *ears == Ears::All || *ears == Ears::One(*player) {
                    self.tell(*player, outgoing.clone(), true);
                }
            }
            if let Some(subscription) = self.subscriptions.get(player) {
                subscription.outbox.hurry();
            }
        }
        for (ears, outgoing) in sayings {
            match ears {
                Ears::One(to) if players.contains(to) => {}
                Ears::One(to) => self.tell(*to, outgoing.clone(), false),
                Ears::All => {
                    for (connection, subscription) in &mut self.subscriptions {
                        if !players.contains(connection) {
                            subscription.put(outgoing.clone());
                        }
                    }
                }
            }
        }
        if sayings.iter().any(|(ears, _)| *ears == Ears::All) {
            METRICS.fan_out.observe(Arrival::now().since(begun).as_secs_f64());
        }
    }

    /// Puts a message before a connection.
    fn tell(&mut self, to: ConnectionId, mut outgoing: Outgoing, is_player: bool) {
        let Some(subscription) = self.subscriptions.get_mut(&to) else {
            return;
        };
        if let Outgoing::Joined(joined) = &mut outgoing {
            joined.origin = self.time.origin(self.context.clock);
        }
        if matches!(outgoing, Outgoing::Removed(_)) && !subscription.is_stale {
            // If it finds no place, the connection joins again and is told then.
            subscription.is_ended = subscription.outbox.put(outgoing).is_ok();
            self.subscriptions.remove(&to);
        } else if is_player {
            subscription.put_first(outgoing);
        } else {
            subscription.put(outgoing);
        }
    }

    fn say_presence(&mut self, sayings: &mut Vec<(Ears, Outgoing)>) {
        self.presence_due = None;
        let presence = Shared::new(self.room.presence());
        self.interest = Interest::of(&self.room, presence.value());
        sayings.push((Ears::All, Outgoing::Presence(presence)));
        if let Some((arbiters, audience)) = self.room.audience() {
            let audience = Shared::new(audience);
            let for_one = |arbiter| (Ears::One(arbiter), Outgoing::Audience(audience.clone()));
            sayings.extend(arbiters.into_iter().map(for_one));
        }
    }

    fn subscribe(&mut self, connection: ConnectionId, subscription: Subscription) {
        if let Some(mut replaced) = self.subscriptions.insert(connection, subscription) {
            replaced.is_ended = true;
        }
    }

    /// Part of the journal is lost: that is written down in its place, before anybody is told anything.
    async fn suspend(&mut self, id: RoomId, lost: u32, why: &str) -> Result<(), StoreError> {
        error!(room = %id, lost, why, "a journal is damaged; the game waits for an arbiter");
        let effects = self.room.suspend(lost);
        let mut appends = appends(&self.room, id, &effects);
        for append in &mut appends {
            append.right = Right::Mend(self.room.epoch());
            // A result that is still to be confirmed stands, though the room is kept as one that goes on.
            if self.room.table().game().is_result_open() {
                append.finished = Finished::of(self.room.table()).map(Box::new);
            }
        }
        self.context.store.append(appends).await
    }

    /// Tells the competition that the room is part of, unless only the game goes on.
    fn report(&mut self, id: RoomId) {
        let table = self.room.table();
        let Some(bout) = table.opened().bout else { return };
        let seats = table.seats();
        let far = (table.phase(), [seats.a.is_some(), seats.b.is_some()]);
        let is_ruled = self.room.journal().last().is_some_and(|record| record.ruled().is_some());
        if is_ruled || table.game().outcome().is_some() || self.reported != Some(far) {
            self.reported = Some(far);
            self.context.reports.note(id, bout);
        }
    }

    async fn publish_summary(&mut self, id: RoomId) {
        let interest = self.interest.after_moves(&self.room);
        let (stage, table) = (Stage::of(&self.room), self.room.table());
        let outline = Outline { stage, free: table.free_seat(), board: table.board().cloned(), interest };
        if self.published.as_ref() != Some(&outline) {
            self.published = Some(outline);
            // The lobby is gone only when the server stops.
            let _ = self.context.summaries.send(Summary::of(id, &self.room, interest)).await;
        }
    }
}
