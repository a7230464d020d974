//! Pure: what a client has said and still waits for, so that nothing it asked is lost with a connection.
//!
//! A command is sent until it is answered: again on each connection, again whenever its room is joined (the server may
//! have opened the room anew and lost what waited for it), and again when no answer comes. The server carries it out
//! once, because its id stays the same.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use crate::client::news::{Answered, News, TurnedDown};
use crate::client::table::{Heard, Table};
use crate::journal::{CommandId, RoomId};
use crate::protocol::server::ServerMessage;
use crate::protocol::{ClientMessage, Code};
use crate::timekeeper::Arrival;

/// How many commands may wait for their answers.
pub const COMMANDS_MAX: usize = 256;
/// How many rooms may be followed; a server allows as many on one connection.
pub const ROOMS_MAX: usize = 64;
/// How long an answer is waited for before the question is asked again.
const ANSWER_WITHIN: Duration = Duration::from_secs(5);
/// How soon it is asked again when the server could not answer just then.
const AGAIN_AFTER: Duration = Duration::from_millis(500);
/// How often a command is sent on the word that the server could not answer just then.
const TIMES_MAX: u32 = 12;

/// What a client's owner wants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Order {
    Follow(RoomId),
    Leave(RoomId),
    Lobby { watch: bool },
    Invitations { games_max: u16 },
    Command { id: CommandId, room: Option<RoomId>, message: Box<ClientMessage> },
}

/// What was said and is waited for.
#[derive(Debug, Default)]
pub(super) struct Talk {
    is_connected: bool,
    watches_lobby: bool,
    /// How many games are taken at once, if invitations are.
    games_max: Option<u16>,
    rooms: BTreeMap<RoomId, Followed>,
    commands: VecDeque<Command>,
    outgoing: VecDeque<Outgoing>,
    pings: u32,
}

#[derive(Debug)]
struct Followed {
    table: Arc<Table>,
    is_joined: bool,
    /// When to ask again, once asked.
    again_at: Option<Arrival>,
}

#[derive(Debug)]
struct Command {
    id: CommandId,
    room: Option<RoomId>,
    message: Box<ClientMessage>,
    sent: Option<Arrival>,
    times: u32,
    again_at: Option<Arrival>,
}

/// What is to be sent on this connection.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Outgoing {
    Join(RoomId),
    Command(CommandId),
    Other(Box<ClientMessage>),
}

impl Talk {
    /// Takes what the owner wants.
    pub(super) fn take(&mut self, order: Order, now: Arrival) -> Option<News> {
        match order {
            Order::Follow(room) => return self.follow(room, now),
            Order::Leave(room) => {
                self.forget(room);
                self.say(ClientMessage::Leave { room: room.to_string() });
            }
            Order::Lobby { watch } => {
                self.watches_lobby = watch;
                self.say(if watch {
                    ClientMessage::WatchLobby { brief: None }
                } else {
                    ClientMessage::LeaveLobby {}
                });
            }
            Order::Invitations { games_max } => {
                self.games_max = Some(games_max);
                self.say(ClientMessage::TakeInvitations { games_max });
            }
            Order::Command { id, room, message } => {
                if self.commands.len() >= COMMANDS_MAX {
                    let message = "too many commands wait for their answers".to_owned();
                    let result = Err(TurnedDown { code: Code::TooFast, message, ply: None });
                    return Some(News::Answered(Answered { id, room, result, times: 0, sent: now, at: now }));
                }
                if self.can_send(room) {
                    self.outgoing.push_back(Outgoing::Command(id.clone()));
                }
                let (sent, times, again_at) = (None, 0, None);
                self.commands.push_back(Command { id, room, message, sent, times, again_at });
            }
        }
        None
    }

    /// The connection is gone, and with it what was to be sent on it.
    pub(super) fn lose_connection(&mut self) {
        self.is_connected = false;
        self.outgoing.clear();
        for followed in self.rooms.values_mut() {
            (followed.is_joined, followed.again_at) = (false, None);
        }
        for command in &mut self.commands {
            command.again_at = None;
        }
    }

    /// There is a connection: everything that is waited for is asked again.
    pub(super) fn welcome(&mut self) {
        self.lose_connection();
        self.is_connected = true;
        if self.watches_lobby {
            self.say(ClientMessage::WatchLobby { brief: None });
        }
        if let Some(games_max) = self.games_max {
            self.say(ClientMessage::TakeInvitations { games_max });
        }
        let roomless = self.commands.iter().filter(|command| command.room.is_none());
        self.outgoing.extend(roomless.map(|command| Outgoing::Command(command.id.clone())));
        self.outgoing.extend(self.rooms.keys().map(|room| Outgoing::Join(*room)));
    }

    /// Asks whether the line is alive.
    pub(super) fn ping(&mut self) {
        self.pings = self.pings.wrapping_add(1);
        self.say(ClientMessage::Ping { n: self.pings });
    }

    /// Takes what the server said, and hands on what the owner should know.
    pub(super) fn hear(&mut self, message: ServerMessage, at: Arrival) -> Vec<News> {
        match message {
            ServerMessage::Accepted { id, room, seq, arbiter_key: _ } => {
                let room = room.and_then(|room| room.parse().ok());
                self.answered(&id, room, Ok(seq), at).into_iter().collect()
            }
            ServerMessage::Refused { id, code, message, ply, room: _ } => {
                if self.is_put_off(&id, code, at) {
                    return Vec::new();
                }
                self.answered(&id, None, Err(TurnedDown { code, message, ply }), at).into_iter().collect()
            }
            ServerMessage::Error { code, room: Some(room), message, retry_after_ms: _ } => {
                let Ok(id) = room.parse() else { return Vec::new() };
                self.error(id, code, message, at)
            }
            ServerMessage::Joined { .. }
            | ServerMessage::Snapshot(_)
            | ServerMessage::Happened(_)
            | ServerMessage::Presence { .. }
            | ServerMessage::Resumed { .. }
            | ServerMessage::Readout { .. }
            | ServerMessage::Audience { .. }
            | ServerMessage::Talk { .. } => self.room_said(message, at).into_iter().collect(),
            ServerMessage::Welcome { .. }
            | ServerMessage::Pong { .. }
            | ServerMessage::Lobby { .. }
            | ServerMessage::LobbyChange { .. }
            | ServerMessage::LobbyBrief { .. }
            | ServerMessage::LobbyBriefChange { .. }
            | ServerMessage::Paired { .. }
            | ServerMessage::Following { .. }
            | ServerMessage::Invited { .. }
            | ServerMessage::Bots { .. }
            | ServerMessage::Challenged { .. }
            | ServerMessage::ChallengeSettled { .. }
            | ServerMessage::Error { room: None, .. }
            | ServerMessage::Restarting { .. } => vec![News::Said { message: Box::new(message), at }],
        }
    }

    /// Whether something is to be sent.
    pub(super) fn has_outgoing(&self) -> bool {
        !self.outgoing.is_empty()
    }

    /// What is to be sent next, which then counts as sent.
    pub(super) fn next(&mut self, now: Arrival) -> Option<ClientMessage> {
        loop {
            match self.outgoing.pop_front()? {
                Outgoing::Other(message) => return Some(*message),
                Outgoing::Join(room) => {
                    if let Some(followed) = self.rooms.get_mut(&room) {
                        followed.again_at = Some(now.after(ANSWER_WITHIN));
                        let seen = followed.table.seen();
                        return Some(ClientMessage::Join { room: room.to_string(), seen, glance: false });
                    }
                }
                Outgoing::Command(id) => {
                    if let Some(command) = self.commands.iter_mut().find(|command| command.id == id) {
                        command.sent.get_or_insert(now);
                        command.times = command.times.saturating_add(1);
                        command.again_at = Some(now.after(ANSWER_WITHIN));
                        return Some((*command.message).clone());
                    }
                }
            }
        }
    }

    /// When something that was not answered is to be asked again.
    pub(super) fn due_at(&self) -> Option<Arrival> {
        let rooms = self.rooms.values().filter_map(|followed| followed.again_at);
        rooms.chain(self.commands.iter().filter_map(|command| command.again_at)).min()
    }

    /// Asks again what is due.
    pub(super) fn ask_again(&mut self, now: Arrival) {
        let is_due = |at: Option<Arrival>| at.is_some_and(|at| at <= now);
        for (room, followed) in &mut self.rooms {
            if is_due(followed.again_at) {
                followed.again_at = None;
                self.outgoing.push_back(Outgoing::Join(*room));
            }
        }
        for command in self.commands.iter_mut().filter(|command| is_due(command.again_at)) {
            command.again_at = None;
            let is_joined = |room: RoomId| self.rooms.get(&room).is_some_and(|followed| followed.is_joined);
            // What is for a room that is not joined is sent when it is.
            if command.room.is_none_or(is_joined) {
                self.outgoing.push_back(Outgoing::Command(command.id.clone()));
            }
        }
    }

    fn follow(&mut self, room: RoomId, now: Arrival) -> Option<News> {
        if self.rooms.contains_key(&room) {
            return None;
        }
        if self.rooms.len() >= ROOMS_MAX {
            let message = "this client follows as many rooms as one may; leave one".to_owned();
            let error = ServerMessage::Error {
                code: Code::TooManyRooms,
                message,
                room: Some(room.to_string()),
                retry_after_ms: None,
            };
            return Some(News::Said { message: Box::new(error), at: now });
        }
        let table = Arc::new(Table::new(room));
        self.rooms.insert(room, Followed { table, is_joined: false, again_at: None });
        if self.is_connected {
            self.outgoing.push_back(Outgoing::Join(room));
        }
        None
    }

    fn forget(&mut self, room: RoomId) {
        self.rooms.remove(&room);
        self.commands.retain(|command| command.room != Some(room));
    }

    fn say(&mut self, message: ClientMessage) {
        if self.is_connected {
            self.outgoing.push_back(Outgoing::Other(Box::new(message)));
        }
    }

    /// Whether a command can be sent at once: a room's commands wait until it is joined.
    fn can_send(&self, room: Option<RoomId>) -> bool {
        let is_ready = |room: RoomId| self.rooms.get(&room).is_some_and(|followed| followed.is_joined);
        self.is_connected && room.is_none_or(is_ready)
    }

    fn room_said(&mut self, message: ServerMessage, at: Arrival) -> Option<News> {
        let room = room_of(&message)?;
        // A bot is shown its games unasked.
        if let ServerMessage::Joined { you: Some(_), .. } = message
            && self.rooms.len() < ROOMS_MAX
        {
            let table = || Arc::new(Table::new(room));
            self.rooms.entry(room).or_insert_with(|| Followed {
                table: table(),
                is_joined: false,
                again_at: None,
            });
        }
        let followed = self.rooms.get_mut(&room)?;
        let heard = Arc::make_mut(&mut followed.table).receive(&message);
        let table = followed.table.clone();
        match heard {
            Heard::NotMine => return None,
            Heard::Joined => {
                (followed.is_joined, followed.again_at) = (true, None);
                self.send_again(room);
            }
            // What comes before the answer to the join is missed as well, and comes again after it.
            Heard::Gap if followed.again_at.is_none() => self.join_again(room, at),
            Heard::Gap
            | Heard::Snapshot
            | Heard::Record
            | Heard::Repeated
            | Heard::Aside
            | Heard::Nonsense => {}
        }
        Some(News::Room { table, heard, message: Box::new(message), at })
    }

    fn join_again(&mut self, room: RoomId, now: Arrival) {
        if let Some(followed) = self.rooms.get_mut(&room) {
            followed.again_at = Some(now.after(ANSWER_WITHIN));
            self.outgoing.push_back(Outgoing::Join(room));
        }
    }

    /// Sends a room's unanswered commands, each once.
    fn send_again(&mut self, room: RoomId) {
        let of_room = self.commands.iter().filter(|command| command.room == Some(room));
        let ids: Vec<CommandId> = of_room.map(|command| command.id.clone()).collect();
        let is_one = |outgoing: &Outgoing| matches!(outgoing, Outgoing::Command(id) if ids.contains(id));
        self.outgoing.retain(|outgoing| !is_one(outgoing));
        self.outgoing.extend(ids.into_iter().map(Outgoing::Command));
    }

    /// Whether a command was not looked at and is to be sent again.
    fn is_put_off(&mut self, id: &str, code: Code, now: Arrival) -> bool {
        if !matches!(code, Code::Unavailable | Code::Restarting | Code::TooFast | Code::NotJoined) {
            return false;
        }
        let Some(command) = self.commands.iter_mut().find(|command| command.id.as_str() == id) else {
            return false;
        };
        if command.times >= TIMES_MAX {
            return false;
        }
        command.again_at = Some(now.after(AGAIN_AFTER));
        let room = command.room;
        match room.and_then(|room| self.rooms.get_mut(&room)) {
            Some(followed) if code == Code::NotJoined => {
                (followed.is_joined, followed.again_at) = (false, Some(now.after(AGAIN_AFTER)));
                true
            }
            Some(_) => true,
            None => code != Code::NotJoined,
        }
    }

    fn answered(
        &mut self,
        id: &str,
        room: Option<RoomId>,
        result: Result<Option<u32>, TurnedDown>,
        at: Arrival,
    ) -> Option<News> {
        // What was sent twice is answered twice.
        let index = self.commands.iter().position(|command| command.id.as_str() == id)?;
        let command = self.commands.remove(index)?;
        let (room, sent) = (command.room.or(room), command.sent.unwrap_or(at));
        Some(News::Answered(Answered { id: command.id, room, result, times: command.times, sent, at }))
    }

    fn error(&mut self, room: RoomId, code: Code, message: String, at: Arrival) -> Vec<News> {
        let mut news = Vec::new();
        match (code, self.rooms.get_mut(&room)) {
            (Code::Unavailable, Some(followed)) => followed.again_at = Some(at.after(AGAIN_AFTER)),
            (Code::UnknownRoom, Some(_)) => {
                let of_room = |command: &&Command| command.room == Some(room);
                let ids: Vec<_> = self.commands.iter().filter(of_room).map(|c| c.id.clone()).collect();
                for id in ids {
                    let result = Err(TurnedDown { code, message: message.clone(), ply: None });
                    news.extend(self.answered(id.as_str(), Some(room), result, at));
                }
                self.forget(room);
            }
            _ => {}
        }
        let message =
            ServerMessage::Error { code, message, room: Some(room.to_string()), retry_after_ms: None };
        news.push(News::Said { message: Box::new(message), at });
        news
    }
}

/// The room that a message is from.
fn room_of(message: &ServerMessage) -> Option<RoomId> {
    let room = match message {
        ServerMessage::Joined { room, .. }
        | ServerMessage::Presence { room, .. }
        | ServerMessage::Resumed { room, .. }
        | ServerMessage::Readout { room, .. }
        | ServerMessage::Audience { room, .. }
        | ServerMessage::Talk { room, .. } => room,
        ServerMessage::Snapshot(snapshot) => &snapshot.room,
        ServerMessage::Happened(happened) => &happened.room,
        ServerMessage::Welcome { .. }
        | ServerMessage::Pong { .. }
        | ServerMessage::Lobby { .. }
        | ServerMessage::LobbyChange { .. }
        | ServerMessage::LobbyBrief { .. }
        | ServerMessage::LobbyBriefChange { .. }
        | ServerMessage::Paired { .. }
        | ServerMessage::Following { .. }
        | ServerMessage::Invited { .. }
        | ServerMessage::Bots { .. }
        | ServerMessage::Challenged { .. }
        | ServerMessage::ChallengeSettled { .. }
        | ServerMessage::Accepted { .. }
        | ServerMessage::Refused { .. }
        | ServerMessage::Error { .. }
        | ServerMessage::Restarting { .. } => return None,
    };
    room.parse().ok()
}

#[cfg(test)]
mod tests;
