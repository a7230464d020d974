//! Somebody who plays and writes down everything that was said to them, and when.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tengen::client::{self, Address, Answered, Client, Heard, Lost, News, Retry, Table, Token, Updates};
use tengen::journal::{CommandId, PersonId, RoomId};
use tengen::protocol::server::ServerMessage;
use tengen::protocol::{Action, ColoursForm, VisibilityForm};
use tengen::spelling::RulesForm;
use tokio::sync::watch;
use tokio::time::timeout;

/// How long a step may take once nothing is wrong any more.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

/// What somebody was told, or told the server.
#[derive(Debug)]
pub(crate) enum Entry {
    /// A connection came about.
    Connected,
    /// It was lost. The code, if the server closed it.
    Lost(Option<u16>),
    /// A command was given to the client.
    Ordered(CommandId),
    /// The server answered it.
    Answered(Answered),
    /// A room said something.
    Room { room: RoomId, message: Box<ServerMessage>, heard: Heard },
    /// The server said something that concerns no room.
    Said(Box<ServerMessage>),
    /// The server said something that is none of its messages.
    Nonsense(String),
    /// The client has given up.
    Ended(String),
}

/// Everything that one person was told, in order.
#[derive(Debug)]
pub(crate) struct History {
    /// Who.
    pub(crate) person: PersonId,
    /// What.
    pub(crate) entries: Vec<Entry>,
}

/// A person with a connection that comes back by itself.
pub(crate) struct Witness {
    pub(crate) person: PersonId,
    client: Client,
    known: Arc<Mutex<Known>>,
    changed: watch::Receiver<u64>,
}

#[derive(Default)]
struct Known {
    tables: BTreeMap<RoomId, Arc<Table>>,
    answers: BTreeMap<CommandId, Answered>,
    entries: Vec<Entry>,
    connections: u32,
}

/// Something did not come about in time.
#[derive(Debug)]
pub(crate) struct InVain(pub(crate) String);

impl Witness {
    /// A new guest.
    pub(crate) async fn new(address: &Address) -> Result<Self, InVain> {
        let guest =
            client::guest(address, None).await.map_err(|error| InVain(format!("a guest: {error}")))?;
        let person = guest.person.id.parse().map_err(|_| InVain("a person's id".to_owned()))?;
        Self::back(address, person, guest.token).await
    }

    /// Somebody who was here before.
    pub(crate) async fn back(address: &Address, person: PersonId, token: Token) -> Result<Self, InVain> {
        let millis = Duration::from_millis;
        let retry =
            Retry { first: millis(20), longest: millis(150), give_up_after: Duration::from_secs(600) };
        let options = client::Options { address: address.clone(), token: Some(token), from: None, retry };
        let (client, updates) = Client::start(options);
        let known = Arc::default();
        let (changes, changed) = watch::channel(0);
        tokio::spawn(write_down(updates, Arc::clone(&known), changes));
        let witness = Self { person, client, known, changed };
        witness.until("a connection", PATIENCE, |_| witness.connections() > 0).await?;
        Ok(witness)
    }

    /// How many connections there have been.
    pub(crate) fn connections(&self) -> u32 {
        self.known.lock().unwrap().connections
    }

    /// The table in a room, as far as it is known.
    pub(crate) fn table(&self, room: RoomId) -> Option<Arc<Table>> {
        self.known.lock().unwrap().tables.get(&room).filter(|table| table.position.is_some()).cloned()
    }

    /// Waits until something is so that what is heard brings about.
    pub(crate) async fn until(
        &self,
        what: &str,
        patience: Duration,
        is_so: impl Fn(&Self) -> bool,
    ) -> Result<(), InVain> {
        let mut changed = self.changed.clone();
        let waited = timeout(patience, async {
            while !is_so(self) {
                if changed.changed().await.is_err() {
                    return;
                }
            }
        });
        match waited.await {
            Ok(()) if is_so(self) => Ok(()),
            Ok(()) | Err(_) => Err(InVain(format!("{} waited in vain for {what}", self.person))),
        }
    }

    /// Opens a table that only those find who are told.
    pub(crate) async fn create(&self, rules: RulesForm, patience: Duration) -> Result<Answered, InVain> {
        let created = self.client.create(rules, ColoursForm::BlackA, VisibilityForm::Link);
        self.answer(created.map_err(|error| InVain(error.to_string()))?, patience).await
    }

    /// Does something in a room, and has the answer when this returns.
    pub(crate) async fn act(
        &self,
        room: RoomId,
        action: Action,
        patience: Duration,
    ) -> Result<Answered, InVain> {
        let ordered = self.client.act(room, action);
        self.answer(ordered.map_err(|error| InVain(error.to_string()))?, patience).await
    }

    /// Follows a room, and has seen it when this returns.
    pub(crate) async fn follow(&self, room: RoomId) -> Result<(), InVain> {
        self.client.follow(room).map_err(|error| InVain(error.to_string()))?;
        self.until("a room", PATIENCE, |witness| witness.table(room).is_some()).await
    }

    /// Follows a room no more.
    pub(crate) fn leave(&self, room: RoomId) {
        // A client that has ended follows nothing.
        let _ = self.client.leave(room);
        self.known.lock().unwrap().tables.remove(&room);
    }

    /// What was written down since the last time.
    pub(crate) fn history(&self) -> History {
        let entries = std::mem::take(&mut self.known.lock().unwrap().entries);
        History { person: self.person, entries }
    }

    async fn answer(&self, id: CommandId, patience: Duration) -> Result<Answered, InVain> {
        let entry = Entry::Ordered(id.clone());
        self.known.lock().unwrap().entries.push(entry);
        let is_answered = |witness: &Self| witness.known.lock().unwrap().answers.contains_key(&id);
        self.until("an answer", patience, is_answered).await?;
        let answered = self.known.lock().unwrap().answers.remove(&id);
        answered.ok_or_else(|| InVain("an answer".to_owned()))
    }
}

async fn write_down(mut updates: Updates, known: Arc<Mutex<Known>>, changes: watch::Sender<u64>) {
    while let Some(news) = updates.next().await {
        known.lock().unwrap().hear(news);
        changes.send_modify(|number| *number += 1);
    }
}

impl Known {
    fn hear(&mut self, news: News) {
        let entry = match news {
            News::Connected { times, .. } => {
                self.connections = times;
                Entry::Connected
            }
            News::Lost { why: Lost::Closed { code, .. }, .. } => Entry::Lost(Some(code)),
            News::Lost { .. } => Entry::Lost(None),
            News::Room { table, heard, message, .. } => {
                let room = table.room;
                self.tables.insert(room, table);
                Entry::Room { room, message, heard }
            }
            News::Answered(answered) => {
                self.answers.insert(answered.id.clone(), answered.clone());
                Entry::Answered(answered)
            }
            News::Said { message, .. } => Entry::Said(message),
            News::NotUnderstood { error } => Entry::Nonsense(error),
            News::Ended { why } => Entry::Ended(why.to_string()),
        };
        self.entries.push(entry);
    }
}
