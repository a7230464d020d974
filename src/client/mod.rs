//! A client of the public protocol: what bots, bridges and load generators are made of.
//!
//! It is an ordinary client: it knows the wire and nothing of the server behind it. [`Table`] is a pure view of a room,
//! the talk (what was said and is waited for) is pure as well; one task holds the socket. The owner gives orders through
//! [`Client`], which never waits, and reads [`News`] in the order in which things happened.
//!
//! ```text
//!   owner ── orders ──> task ── Talk: what to send, what to send again ──> socket
//!         <── news ──        <── Table: what the server says of a room  <──
//! ```
//!
//! A lost connection is made again by itself, after a growing and jittered wait or when the server said. Rooms are then
//! joined with what was seen of them, and commands without an answer are sent again under the same id.

mod address;
mod dial;
mod news;
mod pace;
mod table;
mod talk;
mod task;

pub use address::{Address, BadAddress};
pub(crate) use dial::connect;
pub use dial::{DIAL_WITHIN, DialError, Guest, Inside, Token, guest};
pub use news::{Answered, Lost, News, TurnedDown};
pub use pace::Retry;
pub use table::{Heard, Move, Position, Presence, Table};
pub use talk::{COMMANDS_MAX, ROOMS_MAX};

use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use tokio::sync::mpsc;

use crate::client::talk::Order;
use crate::journal::{CommandId, RoomId};
use crate::protocol::{Action, ClientMessage, ColoursForm, VisibilityForm};
use crate::spelling::{AcceptsForm, ArbitrationForm, RulesForm};

/// How many orders may wait for the task.
const ORDERS_BOUND: usize = 256;
/// How many news may wait for the owner. Until there is room for more, the task reads nothing from the socket.
const NEWS_BOUND: usize = 1024;

/// How a client finds its server, and as whom.
#[derive(Clone, Debug)]
pub struct Options {
    /// Where the server is.
    pub address: Address,
    /// What proves who we are; without it the server is asked for a guest.
    pub token: Option<Token>,
    /// The local address to connect from, if it matters.
    pub from: Option<IpAddr>,
    /// How a lost connection is tried again.
    pub retry: Retry,
}

impl Options {
    /// A guest of this server.
    pub fn guest_of(address: Address) -> Self {
        Self { address, token: None, from: None, retry: Retry::default() }
    }
}

/// Gives orders to a client's task. When all of these are dropped, the task closes the connection and ends.
#[derive(Clone, Debug)]
pub struct Client {
    orders: mpsc::Sender<Order>,
    ids: Arc<Ids>,
}

/// Names for commands that no other client of the same person has.
#[derive(Debug)]
struct Ids {
    prefix: u64,
    next: AtomicU64,
}

/// Where a client's owner reads what happened.
#[derive(Debug)]
pub struct Updates {
    news: mpsc::Receiver<News>,
}

/// Why an order was not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OrderError {
    /// As many as may wait do.
    #[error("too many orders wait for the client")]
    Busy,
    /// The task has ended; the last news said why.
    #[error("the client has ended")]
    Ended,
}

impl Client {
    /// Starts a client. Must be called within a runtime.
    pub fn start(options: Options) -> (Self, Updates) {
        let Options { address, token, from, retry } = options;
        Self::start_on(task::Way::Network { address, token, from }, retry)
    }

    /// Starts a client of a server in the same process. Must be called within a runtime.
    pub fn start_inside(inside: Inside, retry: Retry) -> (Self, Updates) {
        Self::start_on(task::Way::Inside(inside), retry)
    }

    fn start_on(way: task::Way, retry: Retry) -> (Self, Updates) {
        let (orders, orders_inbox) = mpsc::channel(ORDERS_BOUND);
        let (news_outbox, news) = mpsc::channel(NEWS_BOUND);
        tokio::spawn(task::run(way, retry, orders_inbox, news_outbox));
        let ids = Ids { prefix: task::entropy(), next: AtomicU64::new(1) };
        (Self { orders, ids: Arc::new(ids) }, Updates { news })
    }

    /// Opens a table; the answer names its room.
    ///
    /// # Errors
    /// [`OrderError`] if the order was not taken.
    pub fn create(
        &self,
        rules: RulesForm,
        colours: ColoursForm,
        visibility: VisibilityForm,
    ) -> Result<CommandId, OrderError> {
        let rules = Box::new(rules);
        self.command(None, |id| ClientMessage::Create {
            id,
            rules,
            clock: None,
            colours,
            visibility,
            series: None,
            decider: None,
            start_at: None,
            arbitration: ArbitrationForm::None,
            board: None,
        })
    }

    /// Does something in a room that is followed. If it is not joined yet, the command waits until it is.
    ///
    /// # Errors
    /// [`OrderError`] if the order was not taken.
    pub fn act(&self, room: RoomId, action: Action) -> Result<CommandId, OrderError> {
        self.command(Some(room), |id| ClientMessage::Act { room: room.to_string(), id, action })
    }

    /// Asks a bot, by its person's id, to a free seat of a table. That it comes, the table shows.
    ///
    /// # Errors
    /// [`OrderError`] if the order was not taken.
    pub fn invite(&self, room: RoomId, bot: String) -> Result<CommandId, OrderError> {
        self.command(None, |id| ClientMessage::Invite { id, room: room.to_string(), bot })
    }

    /// Takes invitations to tables, as a bot, until so many rooms are followed on this connection. It is said again on
    /// every connection.
    ///
    /// # Errors
    /// [`OrderError`] if the order was not taken.
    pub fn take_invitations(&self, games_max: u16) -> Result<(), OrderError> {
        self.order(Order::Invitations { games_max })
    }

    /// Takes another name.
    ///
    /// # Errors
    /// [`OrderError`] if the order was not taken.
    pub fn rename(&self, name: String) -> Result<CommandId, OrderError> {
        self.command(None, |id| ClientMessage::Rename { id, name })
    }

    /// Says what this bot plays. It is so for one connection, and to be said again on the next.
    ///
    /// # Errors
    /// [`OrderError`] if the order was not taken.
    pub fn declare(&self, accepts: AcceptsForm) -> Result<CommandId, OrderError> {
        let accepts = Box::new(accepts);
        self.command(None, |id| ClientMessage::Declare { id, accepts })
    }

    /// Challenges a bot; the news says what becomes of it.
    ///
    /// # Errors
    /// [`OrderError`] if the order was not taken.
    pub fn challenge(
        &self,
        bot: String,
        rules: RulesForm,
        colours: ColoursForm,
        visibility: VisibilityForm,
    ) -> Result<CommandId, OrderError> {
        let rules = Box::new(rules);
        self.command(None, |id| ClientMessage::Challenge { id, bot, rules, clock: None, colours, visibility })
    }

    /// Answers a challenge to this bot.
    ///
    /// # Errors
    /// [`OrderError`] if the order was not taken.
    pub fn answer_challenge(&self, challenge: u64, accept: bool) -> Result<CommandId, OrderError> {
        self.command(None, |id| ClientMessage::AnswerChallenge { id, challenge, accept })
    }

    /// Follows a room, at most [`ROOMS_MAX`] of them.
    ///
    /// # Errors
    /// [`OrderError`] if the order was not taken.
    pub fn follow(&self, room: RoomId) -> Result<(), OrderError> {
        self.order(Order::Follow(room))
    }

    /// Follows a room no more, and waits for no answers from it.
    ///
    /// # Errors
    /// [`OrderError`] if the order was not taken.
    pub fn leave(&self, room: RoomId) -> Result<(), OrderError> {
        self.order(Order::Leave(room))
    }

    /// Follows the list of games, or no more.
    ///
    /// # Errors
    /// [`OrderError`] if the order was not taken.
    pub fn watch_lobby(&self, watch: bool) -> Result<(), OrderError> {
        self.order(Order::Lobby { watch })
    }

    fn command(
        &self,
        room: Option<RoomId>,
        message: impl FnOnce(String) -> ClientMessage,
    ) -> Result<CommandId, OrderError> {
        let id = self.ids.next();
        let message = Box::new(message(id.as_str().to_owned()));
        self.order(Order::Command { id: id.clone(), room, message })?;
        Ok(id)
    }

    fn order(&self, order: Order) -> Result<(), OrderError> {
        self.orders.try_send(order).map_err(|error| match error {
            mpsc::error::TrySendError::Full(_) => OrderError::Busy,
            mpsc::error::TrySendError::Closed(_) => OrderError::Ended,
        })
    }
}

impl Ids {
    #[expect(clippy::expect_used, reason = "hexadecimal digits and a dash make a command id")]
    fn next(&self) -> CommandId {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        format!("{:x}-{number:x}", self.prefix).parse().expect("a command id")
    }
}

impl Updates {
    /// The next news; none once the client has ended. Safe to cancel.
    pub async fn next(&mut self) -> Option<News> {
        self.news.recv().await
    }
}
