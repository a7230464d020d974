//! The task that holds a client's socket. It waits; what to say is for the talk to know.

use std::net::IpAddr;
use std::pin::pin;
use std::time::Duration;

use futures::{SinkExt, StreamExt};
use tokio::sync::mpsc;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::tungstenite::{self, Message};

use crate::client::address::Address;
use crate::client::dial::{self, DialError, Inside, Stream, Token};
use crate::client::news::{Lost, News};
use crate::client::pace::{Losses, Pace, Retry};
use crate::client::talk::{COMMANDS_MAX, Order, Talk};
use crate::protocol::ServerMessage;
use crate::timekeeper::{Arrival, reach};

/// How long nothing may be heard; a server pings twice in this time.
const SILENT_MAX: Duration = Duration::from_secs(30);
/// How long nothing is heard before the server is asked whether it is there.
const PING_AFTER: Duration = Duration::from_secs(13);
/// How long a write may take.
const WRITE_WITHIN: Duration = Duration::from_secs(10);
/// How long the end of a connection may take.
const CLOSE_WITHIN: Duration = Duration::from_secs(1);
/// How long the owner may leave the news unread.
const OWNER_WITHIN: Duration = Duration::from_secs(600);
/// The most news that one message, or one connection, brings: every command may be answered by one error.
const NEWS_AT_ONCE: usize = COMMANDS_MAX + 8;
/// The close code of a frame without one.
const NO_CODE: u16 = 1005;

/// How the server is reached.
pub(super) enum Way {
    /// Over the network. A token that is missing is asked for, once.
    Network { address: Address, token: Option<Token>, from: Option<IpAddr> },
    /// In the same process.
    Inside(Inside),
}

struct Task {
    way: Way,
    orders: mpsc::Receiver<Order>,
    news: mpsc::Sender<News>,
    talk: Talk,
    losses: Losses,
    connections: u32,
}

/// The owner has had enough, or does not listen.
struct Dismissed;

/// Why a connection is no longer served.
enum Left {
    Lost(Lost),
    Dismissed,
}

impl From<Dismissed> for Left {
    fn from(_: Dismissed) -> Self {
        Self::Dismissed
    }
}

/// What a connection has waited for.
enum Arrived {
    Order(Option<Order>),
    Frame(Option<Result<Message, tungstenite::Error>>, Arrival),
    OwnerReads(bool),
    Silence,
    PingDue,
    MaySend,
    AskAgain,
}

/// Serves the owner until it has enough, or there is no server for too long.
pub(super) async fn run(way: Way, retry: Retry, orders: mpsc::Receiver<Order>, news: mpsc::Sender<News>) {
    let losses = Losses::new(retry);
    let mut task = Task { way, orders, news, talk: Talk::default(), losses, connections: 0 };
    // When the owner is gone there is nobody to tell.
    let Dismissed = task.live().await;
}

impl Task {
    async fn live(&mut self) -> Dismissed {
        loop {
            let why = match self.live_once().await {
                Left::Lost(why) => why,
                Left::Dismissed => return Dismissed,
            };
            let is_final = matches!(&why, Lost::Dial(error) if error.is_final());
            let wait = self.losses.wait(Arrival::now(), entropy()).filter(|_| !is_final);
            let Some(again_in) = wait else {
                self.tell(News::Ended { why });
                return Dismissed;
            };
            self.tell(News::Lost { why, again_in });
            let again_at = Arrival::now().after(again_in);
            if self.meanwhile(reach(Some(again_at))).await.is_err() || self.owner_reads().await.is_err() {
                return Dismissed;
            }
        }
    }

    /// One connection, from the dial to its end.
    async fn live_once(&mut self) -> Left {
        let mut socket = match self.dial().await {
            Ok(Ok(socket)) => socket,
            Ok(Err(error)) => return Left::Lost(error.into()),
            Err(Dismissed) => return Left::Dismissed,
        };
        let began = Arrival::now();
        let Err(left) = self.serve(&mut socket).await;
        self.talk.lose_connection();
        self.losses.lose_connection(began, Arrival::now());
        // The server need not hear of it; whatever it misses, it notices.
        let _ = timeout(CLOSE_WITHIN, socket.close(None)).await;
        left
    }

    async fn dial(&mut self) -> Result<Result<Stream, DialError>, Dismissed> {
        let (address, known, from) = match &self.way {
            Way::Network { address, token, from } => (address.clone(), token.clone(), *from),
            Way::Inside(inside) => {
                let inside = inside.clone();
                return self.meanwhile(async move { Ok(dial::open_inside(&inside).await) }).await;
            }
        };
        let dialled = async move {
            let token = match known {
                Some(token) => token,
                None => dial::guest(&address, from).await?.token,
            };
            let socket = dial::open(&address, &token, from).await?;
            Ok((token, socket))
        };
        let dialled = self.meanwhile(dialled).await?;
        Ok(dialled.map(|(shown, socket)| {
            if let Way::Network { token, .. } = &mut self.way {
                *token = Some(shown);
            }
            socket
        }))
    }

    async fn serve(&mut self, socket: &mut Stream) -> Result<Never, Left> {
        let mut pace = Pace::new(Arrival::now());
        let (mut heard_at, mut pinged_at) = (Arrival::now(), Arrival::now());
        loop {
            self.write(socket, &mut pace).await?;
            let can_read = self.news.capacity() >= NEWS_AT_ONCE;
            let quiet_since = heard_at.max(pinged_at);
            let arrived = tokio::select! {
                biased;
                order = self.orders.recv() => Arrived::Order(order),
                (frame, at) = stamped(socket.next()), if can_read => Arrived::Frame(frame, at),
                is_read = self.news.reserve_many(NEWS_AT_ONCE), if !can_read => Arrived::OwnerReads(is_read.is_ok()),
                () = reach(Some(heard_at.after(SILENT_MAX))), if can_read => Arrived::Silence,
                () = reach(Some(quiet_since.after(PING_AFTER))), if can_read => Arrived::PingDue,
                () = reach(Some(pace.ready_at())), if self.talk.has_outgoing() => Arrived::MaySend,
                () = reach(self.talk.due_at()) => Arrived::AskAgain,
            };
            match arrived {
                Arrived::Order(Some(order)) => self.take(order),
                Arrived::Order(None) | Arrived::OwnerReads(false) => return Err(Left::Dismissed),
                Arrived::Frame(frame, at) => {
                    heard_at = at;
                    self.hear(frame, at)?;
                }
                // What was heard while the owner was busy lies in the socket.
                Arrived::OwnerReads(true) => heard_at = Arrival::now(),
                Arrived::Silence => return Err(Left::Lost(Lost::Silent)),
                Arrived::PingDue => {
                    pinged_at = Arrival::now();
                    self.talk.ping();
                }
                Arrived::MaySend => {}
                Arrived::AskAgain => self.talk.ask_again(Arrival::now()),
            }
        }
    }

    /// Writes what may be written, and flushes once.
    async fn write(&mut self, socket: &mut Stream, pace: &mut Pace) -> Result<(), Left> {
        let mut is_written = false;
        while self.talk.has_outgoing() && pace.take(Arrival::now()) {
            let Some(message) = self.talk.next(Arrival::now()) else { break };
            // There is nothing in a message that JSON cannot write.
            let text = serde_json::to_string(&message).unwrap_or_default();
            let fed = timeout(WRITE_WITHIN, socket.feed(Message::text(text))).await;
            fed.map_err(|_| Left::Lost(Lost::NotTaken))?.map_err(broken)?;
            is_written = true;
        }
        if is_written {
            let flushed = timeout(WRITE_WITHIN, socket.flush()).await;
            flushed.map_err(|_| Left::Lost(Lost::NotTaken))?.map_err(broken)?;
        }
        Ok(())
    }

    fn hear(&mut self, frame: Option<Result<Message, tungstenite::Error>>, at: Arrival) -> Result<(), Left> {
        let text = match frame {
            None => return Err(closed(None)),
            Some(Err(error)) => return Err(broken(error)),
            Some(Ok(Message::Close(frame))) => return Err(closed(frame)),
            Some(Ok(Message::Text(text))) => text,
            // A ping is answered by the socket itself.
            Some(Ok(Message::Binary(_) | Message::Ping(_) | Message::Pong(_) | Message::Frame(_))) => {
                return Ok(());
            }
        };
        match serde_json::from_str(&text) {
            Ok(ServerMessage::Welcome { person, now, server: _, computers }) => {
                self.connections = self.connections.saturating_add(1);
                self.talk.welcome();
                self.tell(News::Connected { person, times: self.connections, now, at, computers });
            }
            Ok(ServerMessage::Restarting { come_back_in_ms, within_ms }) => {
                let millis = Duration::from_millis;
                self.losses.send_away(millis(come_back_in_ms), millis(within_ms));
                let message = Box::new(ServerMessage::Restarting { come_back_in_ms, within_ms });
                self.tell(News::Said { message, at });
            }
            Ok(message) => {
                for news in self.talk.hear(message, at) {
                    self.tell(news);
                }
            }
            Err(error) => self.tell(News::NotUnderstood { error: error.to_string() }),
        }
        Ok(())
    }

    fn take(&mut self, order: Order) {
        if let Some(news) = self.talk.take(order, Arrival::now()) {
            self.tell(news);
        }
    }

    /// Takes orders while something else is waited for.
    async fn meanwhile<T>(&mut self, future: impl Future<Output = T>) -> Result<T, Dismissed> {
        let mut future = pin!(future);
        loop {
            tokio::select! {
                biased;
                order = self.orders.recv() => match order {
                    Some(order) => self.take(order),
                    None => return Err(Dismissed),
                },
                done = &mut future => return Ok(done),
            }
        }
    }

    /// Waits until there is room for more news.
    async fn owner_reads(&mut self) -> Result<(), Dismissed> {
        let news = self.news.clone();
        let reserved = timeout(OWNER_WITHIN, news.reserve_many(NEWS_AT_ONCE));
        match self.meanwhile(reserved).await? {
            Ok(Ok(_)) => Ok(()),
            Ok(Err(_)) | Err(_) => Err(Dismissed),
        }
    }

    /// Tells the owner. There is room: it was waited for before the socket was read. An owner that gives more orders than
    /// it reads answers loses the refusals of those that are too many.
    fn tell(&self, news: News) {
        let _ = self.news.try_send(news);
    }
}

/// What never is.
enum Never {}

async fn stamped<T>(future: impl Future<Output = T>) -> (T, Arrival) {
    let value = future.await;
    (value, Arrival::now())
}

fn closed(frame: Option<CloseFrame>) -> Left {
    let (code, reason) =
        frame.map_or((NO_CODE, String::new()), |frame| (frame.code.into(), frame.reason.to_string()));
    Left::Lost(Lost::Closed { code, reason })
}

fn broken(error: tungstenite::Error) -> Left {
    Left::Lost(Lost::Broken(error.to_string()))
}

/// Bits that no other client has.
pub(super) fn entropy() -> u64 {
    let mut bytes = [0; 8];
    // Without the system's randomness all clients wait equally long, which is no reason to end.
    let _ = getrandom::fill(&mut bytes);
    u64::from_le_bytes(bytes)
}
