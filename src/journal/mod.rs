//! What is recorded of a room: its events, their order, and the table they add up to. Pure.
//!
//! The journal is the room. Everything else (a task, a snapshot, a client's board) is a cache of it.

mod acts;
mod arbitration;
mod bout;
mod colours;
mod declared;
mod event;
mod finished;
mod ids;
mod likeness;
mod series;
mod table;
mod text;

pub use acts::{ACTS_MAX, Act};
pub use arbitration::{
    ARBITERS_MAX, ArbiterEvent, Arbitration, Bench, COMPLAINTS_MAX, Envelope, Ground, SANCTIONED_MAX,
    TableRuling,
};
pub use bout::Bout;
pub use colours::{
    CHOOSE_WITHIN, Call, ColourAct, ColourChoice, ColourDebt, ColourEvent, ColourRefusal, ColourRight,
    Colours, Drawn, HAND_MAX, Method, commitment,
};
pub use declared::{Declarations, Declared, Unwilling};
pub use event::{Cause, Event, Lot, Opened, Person, Recorded, Visibility, WallTime};
pub use finished::{Finished, preset_names};
pub(crate) use ids::is_deceptive;
pub use ids::{BadCommandId, BadId, BadName, CommandId, CompetitionId, Name, PersonId, RoomId};
pub use likeness::Likeness;
pub use series::{After, Decider, GAMES_MAX, Goal, Series};
pub use table::{Phase, Rematch, Standing, Start, Table};
pub use text::{BadBoardLabel, BadRemark, BadSalt, BoardLabel, Remark, Salt};

use table::Impossible;

use crate::game;
use crate::game::moment::{Moment, Span};

/// The records of one room in order, and the table they add up to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Journal {
    records: Vec<Recorded>,
    table: Table,
}

/// Why records are no journal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadJournal {
    /// The first record does not open the room.
    #[error("the journal does not begin with `opened`")]
    NotOpened,
    /// The room is opened a second time.
    #[error("record {seq} opens the room again")]
    OpenedTwice {
        /// Which record.
        seq: u32,
    },
    /// A record is missing, or stands twice.
    #[error("record {expected} is missing")]
    Gap {
        /// The number that should be next.
        expected: u32,
    },
    /// A record lies before the one it follows.
    #[error("record {seq} lies before the one it follows")]
    Backwards {
        /// Which record.
        seq: u32,
    },
    /// A record says nothing.
    #[error("record {seq} is empty")]
    Empty {
        /// Which record.
        seq: u32,
    },
    /// A record puts a stone where none can be put.
    #[error("record {seq} puts a stone on a point that is not free")]
    Impossible {
        /// Which record.
        seq: u32,
    },
}

impl BadJournal {
    /// Which record is the first that cannot be one of the journal.
    pub const fn at(self) -> u32 {
        match self {
            Self::NotOpened => 0,
            Self::Gap { expected: seq }
            | Self::OpenedTwice { seq }
            | Self::Backwards { seq }
            | Self::Empty { seq }
            | Self::Impossible { seq } => seq,
        }
    }
}

impl Journal {
    /// Plays records back. What results is what was there when the last of them was written.
    ///
    /// # Errors
    /// [`BadJournal`] if they are not the unbroken journal of one room.
    pub fn replay(records: Vec<Recorded>) -> Result<Self, BadJournal> {
        let Some(Event::Opened(opened)) = records.first().and_then(|first| first.events.first()) else {
            return Err(BadJournal::NotOpened);
        };
        let mut table = Table::new((**opened).clone());
        let mut end = Moment::ZERO;
        for (expected, record) in (0..).zip(&records) {
            check(record, expected, end)?;
            end = record.at;
            let played = table.replay(record.at, &record.events);
            played.map_err(|Impossible| BadJournal::Impossible { seq: expected })?;
        }
        Ok(Self { records, table })
    }

    /// After how many records some were lost, if any were: what came next was written in their place (E-12).
    pub fn mended_after(&self) -> Option<u32> {
        let is_mend = |event: &Event| matches!(event, Event::Game(game::event::Event::Suspended { .. }));
        let mut records = self.records.iter().rev();
        records.find(|record| record.events.iter().any(is_mend)).map(|record| record.seq)
    }

    /// Writes down what one input brought about, and applies it.
    pub fn record(&mut self, at: Moment, cause: Option<Cause>, events: Vec<Event>) -> &Recorded {
        self.table.apply(at, &events);
        let seq = self.next();
        let mut events = events;
        // Most are one event, and there are as many of them as moves.
        events.shrink_to_fit();
        self.records.push(Recorded { seq, at, cause, events });
        &self.records[self.records.len() - 1]
    }

    /// The table.
    pub const fn table(&self) -> &Table {
        &self.table
    }

    /// The last record.
    pub fn last(&self) -> Option<&Recorded> {
        self.records.last()
    }

    /// When the last record happened.
    pub fn end(&self) -> Moment {
        self.records.last().map_or(Moment::ZERO, |record| record.at)
    }

    /// Where the room's time line goes on when it is opened again at `wall`: where the journal ends, except that the time
    /// until a game begins is by the calendar and passes while the server is down (I-19). The game itself begins no
    /// earlier than the server is back (I-26).
    pub fn goes_on_at(&self, wall: WallTime) -> Moment {
        let table = &self.table;
        if table.game().opener().is_some() || table.choice().is_some() {
            return self.end();
        }
        let passed = Span::from_millis(wall.0.saturating_sub(table.opened().wall.0));
        let by_calendar = Moment::ZERO + passed;
        self.end().max(table.deadline().map_or(by_calendar, |due| due.min(by_calendar)))
    }

    /// The sequence number of the next record.
    pub fn next(&self) -> u32 {
        u32::try_from(self.records.len()).unwrap_or(u32::MAX)
    }

    /// What somebody has missed who expects `next`; none if this journal never got that far.
    pub fn tail(&self, next: u32) -> Option<&[Recorded]> {
        self.records.get(usize::try_from(next).ok()?..)
    }

    /// The last records, at most so many, each with how the table stood after it: the journal is played back for that.
    pub fn last_with_standings(&self, most: usize) -> Vec<(Recorded, Standing)> {
        let first = self.records.len().saturating_sub(most);
        let mut table = Table::new(self.table.opened().clone());
        let mut last = Vec::with_capacity(self.records.len() - first);
        for (index, record) in self.records.iter().enumerate() {
            table.apply(record.at, &record.events);
            if index >= first {
                last.push((record.clone(), Standing::of(&table)));
            }
        }
        last
    }

    /// The record that a command brought about, if it did.
    pub fn caused_by(&self, person: PersonId, command: &CommandId) -> Option<&Recorded> {
        self.records.iter().rev().find(|record| {
            record.cause.as_ref().is_some_and(|cause| cause.person == person && cause.command == *command)
        })
    }
}

fn check(record: &Recorded, expected: u32, end: Moment) -> Result<(), BadJournal> {
    let seq = record.seq;
    if seq != expected {
        return Err(BadJournal::Gap { expected });
    }
    if record.at < end {
        return Err(BadJournal::Backwards { seq });
    }
    if record.events.is_empty() {
        return Err(BadJournal::Empty { seq });
    }
    let opens = |(index, event): (usize, &Event)| (seq, index) != (0, 0) && matches!(event, Event::Opened(_));
    if record.events.iter().enumerate().any(opens) {
        return Err(BadJournal::OpenedTwice { seq });
    }
    Ok(())
}
