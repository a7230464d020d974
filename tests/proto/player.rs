//! Plays a transcript: messages of named people at given times go through the reader, into rooms, and what the rooms say
//! goes through the wire's words. Only sockets, the store and the hub are left out.

use std::collections::{BTreeMap, BTreeSet};

use tengen::game::clock::Clock;
use tengen::game::moment::{Moment, Span};
use tengen::game::seal::Nonce;
use tengen::journal::{Arbitration, Journal, Lot, Opened, Person, RoomId, WallTime};
use tengen::protocol::{self, Code, Rejected, Request, ServerMessage, Wish};
use tengen::room::message::{Action, ConnectionId, Input, Manner, Outgoing, Seen};
use tengen::room::outbox::Shared;
use tengen::room::{Effect, Room, founding};
use tengen::session::wire;
use tengen::store::Epoch;

/// The wall clock when a transcript begins.
const WALL: u64 = 1_800_000_000_000;
/// The key that makes an arbiter in transcripts.
const KEY: &str = "arb1terarb1terar";

#[derive(Default)]
pub struct Player {
    now: u64,
    people: Vec<String>,
    rooms: BTreeMap<RoomId, Hosted>,
    /// What was said since the last input, and to whom, in order.
    said: Vec<(Vec<String>, String)>,
}

struct Hosted {
    room: Room,
    /// Where its time line begins; none while it stands still after an interruption.
    base: Option<u64>,
    followers: BTreeSet<ConnectionId>,
}

/// Plays a transcript and gives it back with the answers it should have.
pub fn play(transcript: &str) -> String {
    let mut player = Player::default();
    let mut played = String::new();
    for line in transcript.lines().filter(|line| !line.starts_with("  ")) {
        played.push_str(line);
        played.push('\n');
        if !line.is_empty() && !line.starts_with('#') {
            for (people, text) in player.take(line) {
                played.push_str(&format!("  {} < {text}\n", people.join(" ")));
            }
        }
    }
    played
}

/// The journals that the rooms of a transcript come to.
pub fn journals(transcript: &str) -> Vec<Journal> {
    let mut player = Player::default();
    for line in transcript.lines().filter(|line| !line.starts_with("  ")) {
        if !line.is_empty() && !line.starts_with('#') {
            player.take(line);
        }
    }
    player.rooms.into_values().map(|hosted| hosted.room.journal().clone()).collect()
}

impl Player {
    fn take(&mut self, line: &str) -> Vec<(Vec<String>, String)> {
        let (time, rest) = line.split_once(' ').unwrap_or_else(|| panic!("no time: {line}"));
        let (seconds, millis) = time.split_once('.').unwrap_or_else(|| panic!("no milliseconds: {line}"));
        assert_eq!(millis.len(), 3, "three digits of milliseconds: {line}");
        let now = seconds.parse::<u64>().unwrap() * 1_000 + millis.parse::<u64>().unwrap();
        assert!(now >= self.now, "time runs forwards: {line}");
        self.now = now;
        match rest.split(' ').collect::<Vec<_>>()[..] {
            ["timer"] => self.everywhere(&Input::Wake),
            ["restart"] => self.restart(0),
            ["damage", lost] => self.restart(lost.parse().unwrap()),
            [who, ">", ..] => {
                let text = rest.split_once(" > ").unwrap().1;
                self.say(who, text);
            }
            [who, "gone"] => {
                let connection = self.connection(who);
                self.everywhere(&Input::Leave { connection });
                for hosted in self.rooms.values_mut() {
                    hosted.followers.remove(&connection);
                }
            }
            [who, "lag", millis] => {
                let connection = self.connection(who);
                let round_trip = Span::from_millis(millis.parse().unwrap());
                self.everywhere(&Input::Lag { connection, round_trip });
            }
            _ => panic!("not understood: {line}"),
        }
        std::mem::take(&mut self.said)
    }

    /// Somebody sends a message.
    fn say(&mut self, who: &str, text: &str) {
        let person = person(who);
        let connection = self.connection(who);
        let now = self.now;
        match protocol::read(text) {
            Ok(Request::Ping { n }) => self.tell(connection, &ServerMessage::Pong { n, now }),
            Ok(Request::Create {
                id,
                rules,
                colours,
                visibility,
                series,
                start_at: _,
                arbitration,
                board,
            }) => {
                let opened = Opened {
                    rules: *rules,
                    colours,
                    lot: Lot([0; 16]),
                    visibility,
                    wall: WallTime(WALL + now),
                    server: "0.1.0".to_owned(),
                    previous: None,
                    series,
                    arbitration,
                    board,
                    bout: None,
                };
                let room = self.next_room();
                self.host(room, Journal::replay(vec![founding(opened, person)]).unwrap());
                let (id, room) = (id.as_str().to_owned(), Some(room.to_string()));
                let arbiter_key = (arbitration != Arbitration::None).then(|| KEY.to_owned());
                self.tell(connection, &ServerMessage::Accepted { id, room, seq: None, arbiter_key });
            }
            Ok(Request::Join { room, seen, glance }) => {
                let manner = if glance { Manner::Glance } else { Manner::Attend };
                let seen = seen.map(|seen| Seen { epoch: Epoch(seen.epoch), next: seen.next });
                match self.rooms.get_mut(&room) {
                    Some(hosted) => {
                        hosted.followers.insert(connection);
                        self.input(room, Input::Join { connection, person, seen, manner });
                        self.go_on(room);
                    }
                    None => self.outgoing(&[connection], &Outgoing::Unknown(room)),
                }
            }
            Ok(Request::Leave { room }) => {
                self.input(room, Input::Leave { connection });
                self.rooms.get_mut(&room).unwrap().followers.remove(&connection);
            }
            Ok(Request::Act { room, id, .. }) if !self.rooms[&room].followers.contains(&connection) => {
                let words = "join the room on this connection before you act in it".to_owned();
                self.tell(connection, &wire::refused(&id, Some(room), Code::NotJoined, words));
            }
            Ok(Request::Act { room, id, wish }) => {
                let action = match wish {
                    Wish::Sit => Action::Sit(Default::default()),
                    Wish::Play(command) => Action::Play(command),
                    Wish::OfferRematch => Action::OfferRematch,
                    Wish::AcceptRematch => {
                        let (room, wall, lot) = (self.next_room(), WallTime(WALL + now), Lot([0; 16]));
                        Action::AcceptRematch { room, wall, lot }
                    }
                    Wish::DeclineRematch => Action::DeclineRematch,
                    Wish::NextGame => {
                        let (room, wall, lot) = (self.next_room(), WallTime(WALL + now), Lot([0; 16]));
                        Action::NextGame { room, wall, lot }
                    }
                    Wish::Colours(act) => Action::Colours(act),
                    Wish::Seal { ply, sealed } => Action::Seal { ply, sealed, nonce: Nonce([0; 16]) },
                    Wish::ClaimAbsence => Action::ClaimAbsence,
                    Wish::Complain(text) => Action::Complain(text),
                    Wish::Say(text) => Action::Say(text),
                    Wish::Officiate { key } => {
                        assert_eq!(key, KEY, "who has another key is turned down before the room");
                        Action::Officiate
                    }
                    Wish::Rule { ruling, reason, ground } => Action::Rule { ruling, reason, ground },
                };
                self.input(room, Input::Act { connection, person, id, action });
            }
            Ok(
                other @ (Request::Authenticate { .. }
                | Request::WatchLobby { .. }
                | Request::LeaveLobby
                | Request::Pair { .. }
                | Request::Unpair
                | Request::Follow { .. }
                | Request::Unfollow
                | Request::Invite { .. }
                | Request::TakeInvitations { .. }
                | Request::Declare { .. }
                | Request::Bots { .. }
                | Request::Challenge { .. }
                | Request::Withdraw
                | Request::AnswerChallenge { .. }
                | Request::Rename { .. }),
            ) => {
                panic!("not in transcripts: {other:?}")
            }
            Err(Rejected { code, message, id: Some(id), room }) => {
                self.tell(connection, &ServerMessage::Refused { id, room, code, message, ply: None });
            }
            Err(Rejected { code, message, id: None, room }) => {
                self.tell(connection, &ServerMessage::Error { code, message, room, retry_after_ms: None });
            }
        }
    }

    fn everywhere(&mut self, input: &Input) {
        for room in self.rooms.keys().copied().collect::<Vec<_>>() {
            self.input(room, input.clone());
        }
    }

    /// Gives a room an input and does what it asks for.
    fn input(&mut self, room: RoomId, input: Input) {
        let hosted = self.rooms.get_mut(&room).unwrap();
        let at = hosted.base.map_or(hosted.room.journal().end(), |base| Moment::from_millis(self.now - base));
        let effects = hosted.room.handle(input, at);
        let mut followers: Vec<ConnectionId> = hosted.followers.iter().copied().collect();
        let presence = Outgoing::Presence(Shared::new(hosted.room.presence()));
        let origin = hosted.base.map(|base| i64::try_from(base).unwrap());
        for effect in effects {
            match effect {
                Effect::Keep(happened) => self.outgoing(&followers, &Outgoing::Happened(happened)),
                Effect::Found { room, first, .. } => self.host(room, Journal::replay(vec![*first]).unwrap()),
                Effect::Tell { to, outgoing: Outgoing::Joined(mut joined) } => {
                    joined.origin = origin;
                    self.outgoing(&[to], &Outgoing::Joined(joined));
                }
                Effect::Tell { to, outgoing } => {
                    self.outgoing(&[to], &outgoing);
                    if let Outgoing::Removed(_) = outgoing {
                        // The session follows the room no more.
                        followers.retain(|follower| *follower != to);
                        self.rooms.get_mut(&room).unwrap().followers.remove(&to);
                    }
                }
                Effect::Presence { .. } => {
                    self.outgoing(&followers, &presence);
                    let audience = self.rooms[&room].room.audience();
                    if let Some((arbiters, audience)) = audience {
                        self.outgoing(&arbiters, &Outgoing::Audience(Shared::new(audience)));
                    }
                }
            }
        }
    }

    fn host(&mut self, room: RoomId, journal: Journal) {
        let room_ = Room::new(room, Epoch(1), journal);
        let hosted = Hosted { room: room_, base: Some(self.now), followers: BTreeSet::new() };
        self.rooms.insert(room, hosted);
    }

    /// All connections are lost, and every room is opened from its journal. Where a clock runs, time stands still until
    /// both players are back. The last `lost` records of every journal cannot be read.
    fn restart(&mut self, lost: u32) {
        for (id, hosted) in &mut self.rooms {
            let mut records = hosted.room.journal().tail(0).unwrap().to_vec();
            records.truncate(records.len() - usize::try_from(lost).unwrap());
            let journal = Journal::replay(records).unwrap();
            hosted.room = Room::new(*id, Epoch(hosted.room.epoch().0 + 1), journal);
            if lost > 0 {
                hosted.room.suspend(lost);
            }
            let end = hosted.room.journal().end().millis();
            let stands_still = hosted.room.table().game().clock().is_some_and(Clock::is_running);
            hosted.base = if stands_still { None } else { Some(self.now - end) };
            hosted.followers.clear();
        }
    }

    /// Lets a room's time go on if it stood still and both players are there.
    fn go_on(&mut self, room: RoomId) {
        let hosted = self.rooms.get_mut(&room).unwrap();
        if hosted.base.is_none() && hosted.room.has_its_players() {
            let base = self.now - hosted.room.journal().end().millis();
            hosted.base = Some(base);
            let followers: Vec<ConnectionId> = hosted.followers.iter().copied().collect();
            self.outgoing(&followers, &Outgoing::Resumed { room, origin: i64::try_from(base).unwrap() });
        }
    }

    fn next_room(&self) -> RoomId {
        format!("tab1e{:07}", self.rooms.len() + 1).parse().unwrap()
    }

    fn connection(&mut self, who: &str) -> ConnectionId {
        let place = self.people.iter().position(|known| known == who).unwrap_or_else(|| {
            self.people.push(who.to_owned());
            self.people.len() - 1
        });
        ConnectionId(u64::try_from(place).unwrap())
    }

    fn tell(&mut self, to: ConnectionId, message: &ServerMessage) {
        self.frame(&[to], protocol::text(message));
    }

    fn outgoing(&mut self, to: &[ConnectionId], outgoing: &Outgoing) {
        self.frame(to, String::from_utf8(wire::outgoing(outgoing).to_vec()).unwrap());
    }

    fn frame(&mut self, to: &[ConnectionId], text: String) {
        let names =
            to.iter().map(|to| self.people[usize::try_from(to.0).unwrap()].clone()).collect::<Vec<_>>();
        if !names.is_empty() {
            self.said.push((names, text));
        }
    }
}

/// Who is behind a connection: `ann/2` is Ann's second window.
fn person(who: &str) -> Person {
    let name = who.split('/').next().unwrap();
    Person { id: name[..1].repeat(16).parse().unwrap(), name: name.parse().unwrap(), is_bot: false }
}
