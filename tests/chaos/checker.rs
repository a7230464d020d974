//! What must be so whatever went wrong: the invariants, looked for in what people were told and in the journal. It knows
//! nothing of what was done to the server but when it could not serve.
//!
//! | | |
//! |---|---|
//! | I1 | what was accepted is in the journal once, with the number that was told |
//! | I2 | a journal has no gap, and epochs never fall |
//! | I3 | who comes afterwards is shown what the journal adds up to |
//! | I4 | nobody is told a record twice on one connection, or out of order |
//! | I5 | what was not answered is in the journal once or not at all, and whole |
//! | I6 | nobody is charged for time in which the server could not serve |
//! | I7 | a game has one result at most |
//! | I11 | nobody hears of a room that they do not follow |
//! | I12 | every journal replays to what is stored beside it, and every told record and snapshot is what it replays to |

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::time::Duration;

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection};
use tengen::client::{Answered, Heard};
use tengen::game::event::Event as GameEvent;
use tengen::journal::{CommandId, Event, Journal, PersonId, Recorded, RoomId, Standing};
use tengen::protocol;
use tengen::protocol::server::{Happened, ServerMessage, Snapshot};
use tengen::store::{Finding, codec};
use tengen::timekeeper::{Arrival, Stalls};

use crate::witness::{Entry, History};

/// How much of a time in which the server could not serve may be charged.
pub(crate) const CHARGED_MAX: Duration = Duration::from_millis(100);
/// How many wrong things are named.
const NAMED_MAX: usize = 8;

/// A time in which the server could not serve: at least from the first to the second.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Outage(pub(crate) Arrival, pub(crate) Arrival);

/// What was looked at.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Checked {
    pub(crate) rooms: u64,
    pub(crate) records: u64,
    pub(crate) accepted: u64,
    pub(crate) told: u64,
    pub(crate) unanswered: u64,
    pub(crate) kept_unanswered: u64,
    pub(crate) intervals: u64,
}

impl std::ops::AddAssign for Checked {
    fn add_assign(&mut self, other: Self) {
        // The same database may have been looked through before.
        self.rooms = self.rooms.max(other.rooms);
        self.records = self.records.max(other.records);
        self.accepted += other.accepted;
        self.told += other.told;
        self.unanswered += other.unanswered;
        self.kept_unanswered += other.kept_unanswered;
        self.intervals += other.intervals;
    }
}

impl std::fmt::Display for Checked {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { rooms, records, accepted, told, unanswered, kept_unanswered, intervals } = self;
        write!(
            f,
            "{rooms} rooms, {records} records; {accepted} accepted, {told} told, {unanswered} unanswered \
             ({kept_unanswered} kept), {intervals} clock intervals"
        )
    }
}

/// The journals of a database, and what each of their records was to be told as.
pub(crate) struct Journals {
    rooms: BTreeMap<RoomId, Replayed>,
    causes: BTreeMap<(PersonId, CommandId), Vec<(RoomId, u32)>>,
}

struct Replayed {
    records: Vec<Recorded>,
    told: Vec<Happened>,
    journal: Journal,
}

/// What is wrong.
#[derive(Debug, Default)]
pub(crate) struct Wrong {
    count: u64,
    named: Vec<String>,
}

impl Wrong {
    pub(crate) fn add(&mut self, what: String) {
        self.count += 1;
        if self.named.len() < NAMED_MAX {
            self.named.push(what);
        }
    }

    pub(crate) fn into_result(self) -> Result<(), String> {
        if self.count == 0 {
            return Ok(());
        }
        Err(format!("{} wrong: {}", self.count, self.named.join("; ")))
    }
}

impl Journals {
    /// Reads and replays them. The server need not run. What the database is found to contradict itself in is wrong (I12).
    pub(crate) async fn read(database: &Path, wrong: &mut Wrong) -> Result<Self, String> {
        let mut findings = Vec::new();
        let verified =
            tengen::store::verify(database, |finding: &Finding| findings.push(finding.to_string()));
        verified.await.map_err(|error| format!("verify: {error}"))?;
        findings.into_iter().for_each(|finding| wrong.add(format!("I12 verify: {finding}")));
        let options = SqliteConnectOptions::new().filename(database).read_only(true);
        let mut connection = options.connect().await.map_err(|error| error.to_string())?;
        let rows: Vec<(String, String)> = sqlx::query_as("SELECT room, body FROM event ORDER BY room, seq")
            .fetch_all(&mut connection)
            .await
            .map_err(|error| error.to_string())?;
        connection.close().await.map_err(|error| error.to_string())?;
        let mut records: BTreeMap<RoomId, Vec<Recorded>> = BTreeMap::new();
        for (room, body) in rows {
            let room = room.parse().map_err(|_| format!("{room} is no room"))?;
            let record = codec::decode(&body).map_err(|error| format!("{room}: {error}"))?;
            records.entry(room).or_default().push(record);
        }
        let (mut rooms, mut causes) = (BTreeMap::new(), BTreeMap::<_, Vec<_>>::new());
        for (room, records) in records {
            for record in &records {
                if let Some(cause) = &record.cause {
                    let cause = (cause.person, cause.command.clone());
                    causes.entry(cause).or_default().push((room, record.seq));
                }
            }
            rooms.insert(room, Replayed::new(room, records, wrong)?);
        }
        Ok(Self { rooms, causes })
    }

    /// Looks through what somebody was told.
    pub(crate) fn check(&self, history: &History, wrong: &mut Wrong) -> Checked {
        let mut checked = Checked::default();
        let mut reading = Reading::default();
        let mut open = BTreeSet::new();
        for entry in &history.entries {
            match entry {
                Entry::Connected | Entry::Lost(_) => reading.next.clear(),
                Entry::Ordered(id) => drop(open.insert(id.clone())),
                Entry::Answered(answered) => {
                    open.remove(&answered.id);
                    self.check_answer(history.person, answered, &mut checked, wrong);
                }
                Entry::Room { room, message, heard } => {
                    checked.told += 1;
                    self.check_told(&mut reading, *room, message, *heard, wrong);
                }
                Entry::Said(message) => self.check_said(history.person, message, wrong),
                Entry::Nonsense(error) => wrong.add(format!("not understood: {error}")),
                Entry::Ended(why) => wrong.add(format!("{} gave up: {why}", history.person)),
            }
        }
        for id in &open {
            checked.unanswered += 1;
            let kept = self.caused_by(history.person, id).len();
            checked.kept_unanswered += u64::from(kept == 1);
            if kept > 1 {
                wrong.add(format!("I5 {id:?} was not answered and is there {kept} times"));
            }
        }
        checked
    }

    /// Looks for time that was charged though the server could not serve: what lies between two records of one room cannot
    /// be longer than from when the first was asked for to when the second was answered, less the outages in between.
    pub(crate) fn check_clocks(
        &self,
        histories: &[History],
        outages: &[Outage],
        slack: Duration,
        wrong: &mut Wrong,
    ) -> u64 {
        self.check_intervals(histories, slack, wrong, |first, second| {
            let out = |Outage(from, to): &Outage| (*to).min(second.at).since((*from).max(first.sent));
            second.at.since(first.sent).saturating_sub(outages.iter().map(out).sum())
        })
    }

    /// Looks for time that was charged though nobody could think: before the answer to the move before was heard, or after
    /// the own move was sent. In `ours`, times in which those who play were held up themselves.
    pub(crate) fn check_thinking(
        &self,
        histories: &[History],
        ours: &Stalls,
        slack: Duration,
        wrong: &mut Wrong,
    ) -> u64 {
        self.check_intervals(histories, slack, wrong, |first, second| {
            second.sent.since(first.at) + ours.lost_between(first.sent, second.at)
        })
    }

    fn check_intervals(
        &self,
        histories: &[History],
        slack: Duration,
        wrong: &mut Wrong,
        played: impl Fn(&Answered, &Answered) -> Duration,
    ) -> u64 {
        let mut answers: BTreeMap<(RoomId, u32), &Answered> = BTreeMap::new();
        for entry in histories.iter().flat_map(|history| &history.entries) {
            if let Entry::Answered(answered) = entry
                && let (Some(room), Ok(Some(seq))) = (answered.room, &answered.result)
            {
                answers.insert((room, *seq), answered);
            }
        }
        let mut intervals = 0;
        for ((room, seq), second) in &answers {
            let Some(before) = seq.checked_sub(1) else { continue };
            let Some(first) = answers.get(&(*room, before)) else { continue };
            let Some(replayed) = self.rooms.get(room) else { continue };
            let record = |seq: u32| replayed.records.get(seq as usize);
            let (Some(from), Some(to)) = (record(before), record(*seq)) else { continue };
            let counted = Duration::from_millis(to.at.since(from.at).millis());
            let most = played(first, second) + slack;
            intervals += 1;
            if counted > most {
                wrong.add(format!(
                    "I6 {room} {seq}: {counted:?} on the clock, and at most {most:?} were played"
                ));
            }
        }
        intervals
    }

    /// Looks for a command that caused more than one record (I7).
    pub(crate) fn check_causes(&self, wrong: &mut Wrong) {
        for ((person, id), records) in self.causes.iter().filter(|(_, records)| records.len() > 1) {
            wrong.add(format!("I7 {id:?} of {person} is there {} times", records.len()));
        }
    }

    /// Whether a game is over.
    pub(crate) fn has_result(&self, room: RoomId) -> bool {
        self.rooms.get(&room).is_some_and(|room| room.journal.table().game().outcome().is_some())
    }

    /// How many there are, and their records.
    pub(crate) fn count(&self) -> Checked {
        let records = self.rooms.values().map(|room| room.records.len() as u64).sum();
        Checked { rooms: self.rooms.len() as u64, records, ..Checked::default() }
    }

    /// The records that a command is said to have caused.
    fn caused_by(&self, person: PersonId, id: &CommandId) -> &[(RoomId, u32)] {
        self.causes.get(&(person, id.clone())).map_or(&[], Vec::as_slice)
    }

    fn check_answer(&self, person: PersonId, answered: &Answered, checked: &mut Checked, wrong: &mut Wrong) {
        let Answered { id, room, result, .. } = answered;
        match (room, result) {
            (Some(room), Ok(Some(seq))) => {
                checked.accepted += 1;
                let kept = self.caused_by(person, id);
                if kept != [(*room, *seq)] {
                    wrong.add(format!("I1 {room}: {id:?} was accepted as {seq} and is there as {kept:?}"));
                }
            }
            (Some(room), Ok(None)) => {
                checked.accepted += 1;
                if !self.rooms.contains_key(room) {
                    wrong.add(format!("I1 {room} was opened and is not there"));
                }
            }
            (None, Ok(_)) => {}
            (_, Err(_)) => {
                let kept = self.caused_by(person, id).len();
                if kept > 0 {
                    wrong.add(format!("I5 {id:?} was refused and is there {kept} times"));
                }
            }
        }
    }

    fn check_told(
        &self,
        reading: &mut Reading,
        room: RoomId,
        message: &ServerMessage,
        heard: Heard,
        wrong: &mut Wrong,
    ) {
        if matches!(heard, Heard::Gap | Heard::Nonsense | Heard::Repeated | Heard::NotMine) {
            wrong.add(format!("I4 {room}: {heard:?}"));
        }
        match message {
            ServerMessage::Joined { epoch, .. } => {
                let before = reading.epochs.insert(room, *epoch).unwrap_or(0);
                if before > *epoch {
                    wrong.add(format!("I2 {room}: epoch {epoch} after {before}"));
                }
            }
            ServerMessage::Snapshot(snapshot) => {
                reading.next.insert(room, snapshot.next);
                self.check_snapshot(room, snapshot, wrong);
            }
            ServerMessage::Happened(happened) => {
                if let Some(next) = reading.next.insert(room, happened.seq + 1)
                    && next != happened.seq
                {
                    wrong.add(format!("I4 {room}: {} after {next}", happened.seq));
                }
                let replayed = self.rooms.get(&room).and_then(|room| room.told.get(happened.seq as usize));
                if replayed != Some(&**happened) {
                    wrong.add(format!(
                        "I12 {room}: record {} was told otherwise than it is kept",
                        happened.seq
                    ));
                }
            }
            _ => {}
        }
    }

    fn check_snapshot(&self, room: RoomId, snapshot: &Snapshot, wrong: &mut Wrong) {
        match self.rooms.get(&room).and_then(|replayed| replayed.snapshot(room, snapshot.next)) {
            Some(replayed) if replayed == *snapshot => {}
            Some(replayed) => {
                let what = if replayed.hash == snapshot.hash { "told otherwise" } else { "another state" };
                wrong.add(format!("I3 {room}: the snapshot before {} is {what}", snapshot.next));
            }
            None => {
                wrong.add(format!("I1 {room}: a snapshot of {} records that are not kept", snapshot.next))
            }
        }
    }

    fn check_said(&self, person: PersonId, message: &ServerMessage, wrong: &mut Wrong) {
        let of_a_room = matches!(
            message,
            ServerMessage::Joined { .. } | ServerMessage::Snapshot(_) | ServerMessage::Happened(_)
        );
        if of_a_room {
            wrong.add(format!("I11 {person} heard of a room that they do not follow"));
        }
    }
}

impl Replayed {
    fn new(room: RoomId, records: Vec<Recorded>, wrong: &mut Wrong) -> Result<Self, String> {
        let ends = |record: &Recorded| {
            let is_end = |event: &&Event| matches!(event, Event::Game(GameEvent::Ended { .. }));
            record.events.iter().filter(is_end).count()
        };
        let results: usize = records.iter().map(ends).sum();
        if results > 1 {
            wrong.add(format!("I7 {room}: {results} results"));
        }
        let first = records.first().cloned().ok_or("an empty journal")?;
        let bad = |error| format!("I2 {room}: {error}");
        let mut journal = Journal::replay(vec![first.clone()]).map_err(bad)?;
        let mut told = vec![protocol::happened(room, &first, &Standing::of(journal.table()))];
        for record in records.iter().skip(1) {
            journal.record(record.at, record.cause.clone(), record.events.clone());
            told.push(protocol::happened(room, record, &Standing::of(journal.table())));
        }
        if Journal::replay(records.clone()).map_err(bad)? != journal {
            wrong.add(format!("I12 {room}: does not replay to itself"));
        }
        Ok(Self { records, told, journal })
    }

    /// The room as it stood after a number of records.
    fn snapshot(&self, room: RoomId, next: u32) -> Option<Snapshot> {
        let records = self.records.get(..next as usize)?;
        let at = records.last()?.at.millis();
        if next == self.journal.next() {
            return Some(protocol::snapshot(room, next, at, self.journal.table()));
        }
        let journal = Journal::replay(records.to_vec()).ok()?;
        Some(protocol::snapshot(room, next, at, journal.table()))
    }
}

/// How far somebody has read.
#[derive(Default)]
struct Reading {
    next: BTreeMap<RoomId, u32>,
    epochs: BTreeMap<RoomId, u64>,
}
