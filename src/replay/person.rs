//! One of the people at a table, on a connection of their own. Notices whatever the server must never do.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use tokio::time::timeout;

use crate::client::{Answered, Client, Heard, News, OrderError, Table, Updates};
use crate::journal::{CommandId, RoomId};
use crate::protocol::server::{EventForm, ServerMessage};
use crate::protocol::{Action, Code};
use crate::replay::report::Progress;
use crate::replay::wrong::{Role, Wrong};
use crate::timekeeper::Arrival;

/// Somebody who is connected.
#[derive(Debug)]
pub(super) struct Person {
    pub(super) role: Role,
    pub(super) client: Client,
    pub(super) connections: u32,
    pub(super) tables: BTreeMap<RoomId, Arc<Table>>,
    /// The records that were told one by one, and when.
    pub(super) records: BTreeMap<(RoomId, u32), (Vec<EventForm>, Arrival)>,
    updates: Updates,
    /// Why there is no connection, while there is none.
    lost: Option<String>,
    answers: BTreeMap<CommandId, Answered>,
    progress: Arc<Progress>,
}

impl Person {
    pub(super) fn new(role: Role, (client, updates): (Client, Updates), progress: Arc<Progress>) -> Self {
        Self {
            role,
            client,
            updates,
            lost: None,
            connections: 0,
            tables: BTreeMap::new(),
            records: BTreeMap::new(),
            answers: BTreeMap::new(),
            progress,
        }
    }

    /// The table in a room that is followed and was shown.
    pub(super) fn table(&self, room: RoomId) -> Option<&Arc<Table>> {
        self.tables.get(&room).filter(|table| table.position.is_some())
    }

    /// Takes news until something is so.
    pub(super) async fn until(
        &mut self,
        deadline: Arrival,
        what: impl Fn() -> String,
        is_so: impl Fn(&Self) -> bool,
    ) -> Result<(), Wrong> {
        while !is_so(self) {
            let left = deadline.since(Arrival::now());
            match timeout(left, self.updates.next()).await {
                Ok(Some(news)) => self.take(news)?,
                Ok(None) => return Err(self.no_connection("the client has ended".to_owned())),
                Err(_) => return Err(self.late(what())),
            }
        }
        Ok(())
    }

    /// Does something and waits for the answer, which must not come before its record.
    pub(super) async fn act(
        &mut self,
        room: RoomId,
        action: Action,
        seq: u32,
        deadline: Arrival,
    ) -> Result<(), Wrong> {
        let id = self.client.act(room, action).map_err(|error| self.not_taken(error))?;
        let answered = self.answer(&id, deadline).await?;
        self.check_accepted(&answered, seq)
    }

    /// Waits for the answer to a command.
    pub(super) async fn answer(&mut self, id: &CommandId, deadline: Arrival) -> Result<Answered, Wrong> {
        self.until(deadline, || "an answer".to_owned(), |person| person.answers.contains_key(id)).await?;
        let answered = self.answers.remove(id);
        let answered = answered.ok_or_else(|| self.late("an answer".to_owned()))?;
        if answered.times > 1 {
            self.progress.resent.fetch_add(1, Ordering::Relaxed);
        }
        Ok(answered)
    }

    /// Whether a command was accepted as this record.
    pub(super) fn check_accepted(&self, answered: &Answered, expected: u32) -> Result<(), Wrong> {
        match &answered.result {
            Ok(found) if *found == Some(expected) => Ok(()),
            Ok(found) => Err(Wrong::AcceptedElsewhere { who: self.role, found: *found, expected }),
            Err(why) => Err(Wrong::TurnedDown { who: self.role, why: why.clone() }),
        }
    }

    pub(super) fn not_taken(&self, error: OrderError) -> Wrong {
        self.no_connection(error.to_string())
    }

    fn late(&self, what: String) -> Wrong {
        Wrong::Late { who: self.role, what, lost: self.lost.clone() }
    }

    fn no_connection(&self, why: String) -> Wrong {
        Wrong::NoConnection { who: self.role, why }
    }

    fn nonsense(&self, what: String) -> Wrong {
        Wrong::Nonsense { who: self.role, what }
    }

    fn take(&mut self, news: News) -> Result<(), Wrong> {
        match news {
            News::Connected { times, .. } => {
                if times > 1 {
                    self.progress.reconnects.fetch_add(1, Ordering::Relaxed);
                }
                (self.connections, self.lost) = (times, None);
            }
            News::Lost { why, again_in: _ } => self.lost = Some(why.to_string()),
            News::Room { table, heard, message, at } => return self.take_room(table, heard, *message, at),
            News::Answered(answered) => return self.take_answer(answered),
            News::Said { message, at: _ } => return self.take_other(&message),
            News::NotUnderstood { error } => return Err(self.nonsense(error)),
            News::Ended { why } => return Err(self.no_connection(why.to_string())),
        }
        Ok(())
    }

    fn take_room(
        &mut self,
        table: Arc<Table>,
        heard: Heard,
        message: ServerMessage,
        at: Arrival,
    ) -> Result<(), Wrong> {
        let (who, room, next) = (self.role, table.room, table.next());
        if let ServerMessage::Happened(happened) = message {
            let seq = happened.seq;
            if heard == Heard::Gap {
                return Err(Wrong::Gap { who, seq, expected: next });
            }
            if heard == Heard::Repeated {
                return Err(Wrong::Repeated { who, seq });
            }
            self.records.insert((room, seq), (happened.events, at));
        }
        // Whatever was told was durable, and stays.
        let known = self.table(room).map_or(0, |table| table.next());
        if next < known {
            return Err(Wrong::Unhappened { who, seq: known - 1, next });
        }
        if heard == Heard::Nonsense {
            return Err(self.nonsense(format!("the message before record {next}")));
        }
        self.tables.insert(room, table);
        Ok(())
    }

    fn take_answer(&mut self, answered: Answered) -> Result<(), Wrong> {
        if let (Some(room), Ok(Some(seq))) = (answered.room, &answered.result)
            && self.table(room).is_none_or(|table| table.next() <= *seq)
        {
            return Err(Wrong::AcceptedEarly { who: self.role, seq: *seq });
        }
        self.answers.insert(answered.id.clone(), answered);
        Ok(())
    }

    fn take_other(&self, message: &ServerMessage) -> Result<(), Wrong> {
        let ServerMessage::Error { code, message, room: _, retry_after_ms: _ } = message else {
            return Ok(());
        };
        // The client asks again by itself.
        let is_passing = matches!(code, Code::Unavailable | Code::TooFast | Code::Restarting);
        if is_passing { Ok(()) } else { Err(self.nonsense(format!("{code:?}: {message}"))) }
    }
}
