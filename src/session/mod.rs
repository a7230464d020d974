//! One connection, in one task: what the client sends goes to rooms and lobby, what they say goes to the client.
//!
//! Nothing is decided here but who may speak how often. A session never waits without end for anybody: not for its
//! client, not for a room. Whatever ends it, the rooms learn that it has gone.

mod company;
mod credit;
mod echo;
mod entry;
mod frames;
mod invitations;
mod lanes;
mod ledger;
mod line;
mod listening;
mod lobby;
mod people;
mod post;
mod pursuit;
mod rate;
mod requests;
mod rooms;
mod socket;
mod wanted;
pub mod wire;

pub use credit::Credits;
pub use echo::echo;
pub use entry::{Barred, Entry, Tokens, Visitor};
pub use invitations::Invitations;
pub use lanes::Lanes;
pub use ledger::Ledger;
use people::Here;
pub use people::People;
pub use post::Wire;

use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use bytes::Bytes;
use tokio::sync::broadcast::{self, error::RecvError};
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;
use tracing::debug;

use self::company::Company;
use self::credit::Purse;
use self::entry::Watched;
use self::invitations::{Invitation, Taking};
use self::line::Line;
use self::lobby::Followed;
use self::post::{Desk, Todo};
pub use self::rate::{Bucket, Rate};
use self::socket::{Ended, Frame, Socket, stamped};
use self::wanted::Wanted;
use crate::config;
use crate::hub::Hub;
use crate::identity::{Key, entropy};
use crate::journal::{Person, RoomId};
use crate::lobby::{Lobby, Pursuit, Told};
use crate::pairing::{Pairing, Ticket};
use crate::protocol::{CloseCode, Code, ServerMessage};
use crate::room::message::{ConnectionId, Input};
use crate::roster::Roster;
use crate::store::Store;
use crate::timekeeper::{Arrival, ServerClock, reach};

/// How long a room, the lobby or the store may keep a session waiting.
const ANSWER_WITHIN: Duration = Duration::from_secs(5);
/// How many messages turned down as too fast are forgiven each second.
const FORGIVEN_PER_SECOND: u32 = 1;

/// What every session needs.
#[derive(Debug)]
pub struct Context {
    /// The rooms.
    pub hub: Hub,
    /// Who waits for an opponent.
    pub pairing: Pairing,
    /// The list of games.
    pub lobby: Lobby,
    /// The bots that are here.
    pub roster: Roster,
    /// Names and tokens.
    pub store: Store,
    /// What signs the identities of guests.
    pub key: Key,
    /// The tokens of those who are here.
    pub tokens: Tokens,
    /// The bots that take invitations.
    pub invitations: Invitations,
    /// The server's own bots, the gentlest first.
    pub computers: Arc<[Person]>,
    /// The server's own clock.
    pub clock: ServerClock,
    /// Where what rooms say is written to those who watch.
    pub lanes: Lanes,
    /// Who is connected.
    pub people: People,
    /// What a connection may do.
    pub limits: config::Session,
    /// What all connections of a person or of an address may do together.
    pub credits: Credits,
    /// When clients shall come back after a stop: no sooner, no later.
    pub come_back: (Duration, Duration),
    /// The server stops.
    pub stop: CancellationToken,
    /// The number of the next connection.
    pub connections: AtomicU64,
}

struct Session<S: Wire> {
    context: Arc<Context>,
    socket: Socket<S>,
    connection: ConnectionId,
    person: Person,
    _here: Option<Here>,
    token: Option<Watched>,
    desk: Arc<Desk<S>>,
    lobby: Option<Followed>,
    ticket: Option<Ticket>,
    pursuit: Option<(Pursuit, broadcast::Receiver<Told>)>,
    visitor: Visitor,
    taking: Option<Taking>,
    company: Company,
    line: Line,
    messages: Bucket,
    purse: Purse,
    too_fast: Bucket,
    control_frames: Bucket,
    not_understood: u32,
}

/// What a session has waited for.
enum Arrived {
    Stop,
    Revoked,
    Frame(Result<Frame, Ended>, Arrival),
    Attention,
    Lobby(Result<Told, RecvError>),
    Pursued(Result<Told, RecvError>),
    Paired(Option<RoomId>),
    Invited(Option<Invitation>),
    OfBots(company::Heard),
    Silence,
    PingDue,
    RoomDue,
}

/// Serves who has come in over a stream on which the upgrade to a WebSocket was answered, until either has enough. Who
/// has not shown who they are does so in their first message. `household` is the address they come from, or the part of
/// it that names a household; none if they come from inside.
/// What was read of the stream already is `first`.
pub async fn run<S: Wire>(
    stream: S,
    first: Bytes,
    entry: Option<Entry>,
    household: Option<IpAddr>,
    context: Arc<Context>,
) {
    // What is done takes a box for as long as it lasts, so that who waits takes little.
    if let Some(mut session) = Box::pin(begin(stream, first, entry, household, context)).await {
        let Err(ended) = session.serve().await;
        Box::pin(end(session, ended)).await;
    }
}

async fn begin<S: Wire>(
    stream: S,
    first: Bytes,
    entry: Option<Entry>,
    household: Option<IpAddr>,
    context: Arc<Context>,
) -> Option<Box<Session<S>>> {
    let connection = ConnectionId(context.connections.fetch_add(1, Ordering::Relaxed));
    let lane = context.lanes.of(connection);
    let mut socket = Socket::new(stream, &first, lane, &context.limits).await;
    let entry = match entry {
        Some(entry) => Ok(entry),
        None => entry::first_message(&mut socket, &context).await,
    };
    let entry = match entry {
        Ok(entry) => entry,
        Err(ended) => {
            socket.close(ended).await;
            return None;
        }
    };
    let Some(here) = context.people.enter(entry.person.id, entry.visitor) else {
        debug!(person = %entry.person.id, "too many connections of a person");
        socket.close(Ended::Because(CloseCode::TooManyConnections)).await;
        return None;
    };
    Some(Box::new(Session::new(socket, connection, entry, here, household, context)))
}

async fn end<S: Wire>(mut session: Box<Session<S>>, ended: Ended) {
    debug!(connection = session.connection.0, person = %session.person.id, ?ended, "connection ended");
    // Rooms first: whether a player is there matters more than a friendly goodbye.
    session.leave_rooms().await;
    session.socket.close(ended).await;
}

/// What never is.
enum Never {}

impl<S: Wire> Session<S> {
    fn new(
        socket: Socket<S>,
        connection: ConnectionId,
        entry: Entry,
        here: Option<Here>,
        household: Option<IpAddr>,
        context: Arc<Context>,
    ) -> Self {
        let now = Arrival::now();
        let Entry { person, token, visitor } = entry;
        let token = token.map(|digest| context.tokens.enter(digest));
        let limits = &context.limits;
        let company = if person.is_bot && visitor == Visitor::Person {
            Company::of_bot(context.lobby.games_of(person.id))
        } else {
            Company::default()
        };
        let bucket = |per_second, burst| Bucket::new(Rate { per_second, burst }, now);
        let somebody = (visitor == Visitor::Person).then_some(person.id);
        let purse = context.credits.of(somebody, household, now);
        Self {
            connection,
            person,
            _here: here,
            token,
            desk: socket.desk().clone(),
            lobby: None,
            ticket: None,
            pursuit: None,
            visitor,
            taking: None,
            company,
            line: Line::new(limits.ping_every, limits.silent_max, now),
            purse,
            messages: bucket(limits.messages_per_second, limits.messages_burst),
            too_fast: bucket(FORGIVEN_PER_SECOND, limits.too_fast_max),
            control_frames: bucket(limits.control_frames_per_second, limits.control_frames_burst),
            not_understood: 0,
            socket,
            context,
        }
    }

    async fn serve(&mut self) -> Result<Never, Ended> {
        Box::pin(self.welcome()).await?;
        loop {
            // What is done takes a box for as long as it lasts, so that who waits takes little.
            match self.wait().await {
                Arrived::Stop => return Err(Box::pin(self.restarting()).await),
                Arrived::Revoked => return Err(Box::pin(self.revoked()).await),
                Arrived::Frame(frame, arrival) => Box::pin(self.take(frame?, arrival)).await?,
                Arrived::Attention => Box::pin(self.attend()).await?,
                Arrived::Lobby(change) => Box::pin(self.tell_lobby(change)).await?,
                Arrived::Pursued(change) => Box::pin(self.go_after(change)).await?,
                Arrived::Paired(room) => Box::pin(self.tell_paired(room)).await?,
                Arrived::Invited(invitation) => Box::pin(self.tell_invited(invitation)).await?,
                Arrived::OfBots(heard) => Box::pin(self.hear_of_bots(heard)).await?,
                Arrived::Silence => return Err(Ended::Because(CloseCode::Silent)),
                Arrived::PingDue => Box::pin(self.ping()).await?,
                Arrived::RoomDue => Box::pin(self.enter_due_rooms()).await?,
            }
            if let Some(taking) = &self.taking {
                taking.plays(self.desk.rooms(|rooms| rooms.len()));
            }
        }
    }

    /// Waits; whatever it returns is worked on where nothing cancels it. Frames come before the time limits, so that
    /// nobody is called silent whose frame lies unread; they cannot starve the rest, because their number is limited.
    async fn wait(&mut self) -> Arrived {
        let (at, due) = self.next_due();
        let Self { context, socket, desk, token, lobby, pursuit, ticket, taking, company, .. } = self;
        let wanted = Wanted { token: token.as_ref(), lobby, pursuit, ticket, taking, company };
        tokio::select! {
            biased;
            () = context.stop.cancelled() => Arrived::Stop,
            (frame, arrival) = async { stamped(socket.read().await) } => Arrived::Frame(frame, arrival),
            () = desk.attention.notified() => Arrived::Attention,
            arrived = wanted.next() => arrived,
            () = reach(Some(at)) => due,
        }
    }

    /// What time brings next, and when.
    fn next_due(&self) -> (Arrival, Arrived) {
        let room_due = self.desk.rooms(|rooms| rooms.again_at());
        let (mut at, mut due) = (self.dead_at(), Arrived::Silence);
        if self.line.ping_due() < at {
            (at, due) = (self.line.ping_due(), Arrived::PingDue);
        }
        match room_due {
            Some(room_due) if room_due < at => (room_due, Arrived::RoomDue),
            Some(_) | None => (at, due),
        }
    }

    /// When the client has been silent for too long, not counting what it may have said while the process was held up.
    fn dead_at(&self) -> Arrival {
        let lost = self.context.hub.stalls().lost_between(self.line.heard_at(), Arrival::now());
        self.line.dead_at().after(lost)
    }

    async fn take(&mut self, frame: Frame, arrival: Arrival) -> Result<(), Ended> {
        self.line.heard(arrival);
        match frame {
            Frame::Text(text) => self.take_text(&text, arrival).await,
            Frame::Binary(_) => Err(Ended::Because(CloseCode::Binary)),
            Frame::Close => Err(Ended::ByClient),
            Frame::Ping | Frame::Pong(_) if !self.control_frames.take(arrival) => {
                Err(Ended::Because(CloseCode::TooFast))
            }
            Frame::Ping => Ok(()),
            Frame::Pong(payload) => {
                if self.line.ponged(&payload, arrival).is_some() {
                    self.report_lag(arrival).await;
                }
                Ok(())
            }
        }
    }

    /// Does the next thing that only the session can do, of what concerns what is written.
    async fn attend(&mut self) -> Result<(), Ended> {
        match self.desk.todo() {
            Todo::Nothing => return self.check_refused(),
            Todo::TooSlow => return Err(Ended::Because(CloseCode::TooSlow)),
            Todo::Finish => self.socket.finish().await?,
            Todo::Stale(room, entry) => {
                self.desk.rooms(|rooms| rooms.lose(room, entry, Arrival::now(), chance()));
            }
        }
        // There may be more, but it waits for no less than what the client says.
        self.desk.attention.notify_one();
        Ok(())
    }

    /// Whoever insists is no player but a program gone wrong; its clock runs on (E-20).
    fn check_refused(&self) -> Result<(), Ended> {
        if self.desk.rooms(|rooms| rooms.refused_most()) >= self.context.limits.refused_max {
            return Err(Ended::Because(CloseCode::TooManyErrors));
        }
        Ok(())
    }

    async fn ping(&mut self) -> Result<(), Ended> {
        let nonce = entropy();
        self.line.pinged(nonce, Arrival::now(), chance());
        self.socket.ping(&nonce).await
    }

    async fn welcome(&mut self) -> Result<(), Ended> {
        self.say(&ServerMessage::Welcome {
            server: env!("CARGO_PKG_VERSION").to_owned(),
            person: (&self.person).into(),
            now: self.context.clock.millis(Arrival::now()),
            computers: wire::computers(&self.context.computers),
        })
        .await
    }

    async fn tell_invited(&mut self, invitation: Option<Invitation>) -> Result<(), Ended> {
        let Some(Invitation { room, by }) = invitation else {
            self.taking = None;
            return Ok(());
        };
        self.say(&ServerMessage::Invited { room: room.to_string(), by: (&by).into() }).await
    }

    async fn restarting(&mut self) -> Ended {
        let (after, within) = self.context.come_back;
        let millis = |duration: Duration| u64::try_from(duration.as_millis()).unwrap_or(u64::MAX);
        let message = ServerMessage::Restarting { come_back_in_ms: millis(after), within_ms: millis(within) };
        match self.say(&message).await {
            Ok(()) => Ended::Because(CloseCode::GoingAway),
            Err(ended) => ended,
        }
    }

    async fn revoked(&mut self) -> Ended {
        match self.error(Code::Unauthorized, "the operator has revoked this token", None).await {
            Ok(()) => Ended::Because(CloseCode::Unauthorized),
            Err(ended) => ended,
        }
    }

    async fn report_lag(&mut self, arrival: Arrival) {
        let Some(round_trip) = self.line.round_trip() else { return };
        let input = Input::Lag { connection: self.connection, round_trip };
        // A room that is gone or busy goes on with the last value.
        let _ = timeout(ANSWER_WITHIN, async {
            for handle in self.desk.rooms(|rooms| rooms.handles()) {
                let _ = handle.send(input.clone(), arrival).await;
            }
        })
        .await;
    }

    async fn leave_rooms(&mut self) {
        let input = Input::Leave { connection: self.connection };
        let arrival = Arrival::now();
        for handle in self.desk.rooms(|rooms| rooms.handles()) {
            // A room that is gone has nobody in it.
            let _ = timeout(ANSWER_WITHIN, handle.send(input.clone(), arrival)).await;
        }
    }

    async fn say(&mut self, message: &ServerMessage) -> Result<(), Ended> {
        self.socket.write(vec![wire::bytes(message)]).await
    }

    async fn error(&mut self, code: Code, message: &str, room: Option<String>) -> Result<(), Ended> {
        self.say(&ServerMessage::Error { code, message: message.to_owned(), room, retry_after_ms: None })
            .await
    }
}

/// What keeps many connections from doing the same thing at the same time.
fn chance() -> u8 {
    let [chance] = entropy();
    chance
}
