//! Pure: a table as this client knows it, from what the server says of it.

use crate::game::board::Stone;
use crate::game::event::Deed;
use crate::game::point::Point;
use crate::journal::RoomId;
use crate::protocol::SeenForm;
use crate::protocol::server::{
    EventForm, Happened, MoveForm, OpenedForm, PersonForm, ServerMessage, Snapshot, State,
};
use crate::spelling::{GameEventForm, PerSeatForm, PointForm, SeatForm};

/// A table that is followed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// Its room.
    pub room: RoomId,
    /// In which epoch it was joined last; none before the first `joined`.
    pub epoch: Option<u64>,
    /// Our seat, as of the last `joined`.
    pub you: Option<SeatForm>,
    /// Where its time line begins on the server's clock; none while it stands still.
    pub origin: Option<i64>,
    /// Who is here.
    pub presence: Option<Presence>,
    /// How it stands; none before the first snapshot.
    pub position: Option<Position>,
}

/// Who is at a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Presence {
    /// Whether the player of each seat has a connection; none for a free seat.
    pub seats: PerSeatForm<Option<bool>>,
    /// How many connections watch.
    pub watchers: u32,
}

/// How a table stands after a number of records.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// The number of the next record.
    pub next: u32,
    /// When the last record happened, on the room's time line.
    pub at: u64,
    /// What was fixed when the room was opened.
    pub opened: OpenedForm,
    /// Who sits where.
    pub seats: PerSeatForm<Option<PersonForm>>,
    /// The stones that stood before the first move, in order.
    pub laid: Vec<Point>,
    /// The moves and steps of the opening, in order.
    pub moves: Vec<Move>,
    /// Where the game stands.
    pub state: State,
}

/// A move on a table, or a step of the opening.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// By whom.
    pub seat: SeatForm,
    /// What.
    pub deed: Deed,
    /// When, on the room's time line.
    pub at: u64,
}

/// What a table made of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Heard {
    /// The message is about something else, or came before the room was joined.
    NotMine,
    /// The room is followed; what comes next brings the table up to date.
    Joined,
    /// The position was replaced.
    Snapshot,
    /// A record was added.
    Record,
    /// This record was added before.
    Repeated,
    /// Who is here, or where the time line lies.
    Aside,
    /// A record is missing: join again with what was seen.
    Gap,
    /// The message contradicts itself or the position.
    Nonsense,
}

impl Table {
    /// A table of which nothing is known yet.
    pub const fn new(room: RoomId) -> Self {
        Self { room, epoch: None, you: None, origin: None, presence: None, position: None }
    }

    /// How far it was seen, as `join` wants to know it.
    pub fn seen(&self) -> Option<SeenForm> {
        Some(SeenForm { epoch: self.epoch?, next: self.position.as_ref()?.next })
    }

    /// The number of the record that is expected next.
    pub fn next(&self) -> u32 {
        self.position.as_ref().map_or(0, |position| position.next)
    }

    /// The moves in order; none while nothing is known.
    pub fn moves(&self) -> &[Move] {
        self.position.as_ref().map_or(&[], |position| &position.moves)
    }

    /// Takes a message.
    pub fn receive(&mut self, message: &ServerMessage) -> Heard {
        let room = self.room.to_string();
        match message {
            ServerMessage::Joined { room: of, epoch, you, origin } if *of == room => {
                (self.epoch, self.you, self.origin) = (Some(*epoch), *you, *origin);
                Heard::Joined
            }
            _ if self.epoch.is_none() => Heard::NotMine,
            ServerMessage::Snapshot(snapshot) if snapshot.room == room => self.replace(snapshot),
            ServerMessage::Happened(happened) if happened.room == room => self.add(happened),
            ServerMessage::Presence { room: of, seats, watchers, gone_since: _ } if *of == room => {
                self.presence = Some(Presence { seats: seats.clone(), watchers: *watchers });
                Heard::Aside
            }
            ServerMessage::Resumed { room: of, origin } if *of == room => {
                self.origin = Some(*origin);
                Heard::Aside
            }
            ServerMessage::Readout { room: of, .. }
            | ServerMessage::Audience { room: of, .. }
            | ServerMessage::Talk { room: of, .. }
                if *of == room =>
            {
                Heard::Aside
            }
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
            | ServerMessage::Joined { .. }
            | ServerMessage::Snapshot(_)
            | ServerMessage::Happened(_)
            | ServerMessage::Presence { .. }
            | ServerMessage::Resumed { .. }
            | ServerMessage::Readout { .. }
            | ServerMessage::Audience { .. }
            | ServerMessage::Talk { .. }
            | ServerMessage::Accepted { .. }
            | ServerMessage::Refused { .. }
            | ServerMessage::Error { .. }
            | ServerMessage::Restarting { .. } => Heard::NotMine,
        }
    }

    fn replace(&mut self, snapshot: &Snapshot) -> Heard {
        let read = |made: &MoveForm| {
            let deed = Deed::try_from(made.deed.clone()).ok()?;
            Some(Move { seat: made.seat, deed, at: made.at })
        };
        let moves = snapshot.moves.iter().map(read).collect::<Option<Vec<_>>>();
        let (Some(moves), Ok(laid)) = (moves, PointForm::read_all(&snapshot.laid)) else {
            return Heard::Nonsense;
        };
        // A take-back makes a new position of fewer moves.
        if moves.len() > usize::from(snapshot.state.ply) {
            return Heard::Nonsense;
        }
        self.position = Some(Position {
            next: snapshot.next,
            at: snapshot.at,
            opened: snapshot.opened.clone(),
            seats: snapshot.seats.clone(),
            laid,
            moves,
            state: snapshot.state.clone(),
        });
        Heard::Snapshot
    }

    fn add(&mut self, happened: &Happened) -> Heard {
        let Some(position) = &mut self.position else {
            return Heard::Gap;
        };
        match happened.seq.cmp(&position.next) {
            std::cmp::Ordering::Less => Heard::Repeated,
            std::cmp::Ordering::Greater => Heard::Gap,
            std::cmp::Ordering::Equal => match position.apply(happened) {
                Some(()) => Heard::Record,
                None => Heard::Nonsense,
            },
        }
    }
}

impl Position {
    /// The stones in the order in which they came onto the board.
    pub fn stones(&self) -> impl Iterator<Item = (Point, Stone)> {
        let colours = [Stone::Black, Stone::White].into_iter().cycle();
        self.laid.iter().copied().zip(colours).chain(self.moves.iter().filter_map(|made| made.deed.stone()))
    }

    /// Adds a record, if it goes with what is here.
    fn apply(&mut self, happened: &Happened) -> Option<()> {
        if happened.at < self.at {
            return None;
        }
        for event in &happened.events {
            match event {
                EventForm::Opened(opened) => self.opened = (**opened).clone(),
                EventForm::Seated { seat: SeatForm::A, person } => self.seats.a = Some(person.clone()),
                EventForm::Seated { seat: SeatForm::B, person } => self.seats.b = Some(person.clone()),
                EventForm::Game { event: GameEventForm::Moved { seat, deed, lag_ms: _ } } => {
                    let deed = Deed::try_from(deed.clone()).ok()?;
                    self.moves.push(Move { seat: *seat, deed, at: happened.at });
                }
                EventForm::Game { event: GameEventForm::ForcedPass { seat } } => {
                    self.moves.push(Move { seat: *seat, deed: Deed::ForcedPass, at: happened.at });
                }
                EventForm::Game { event: GameEventForm::TakenBack { moves } } => {
                    self.moves.truncate(usize::from(*moves));
                }
                EventForm::Game { event: GameEventForm::PlaysAgain { .. } } => {
                    self.moves.pop();
                }
                EventForm::Game { event: GameEventForm::Restarted { .. } } => self.moves.clear(),
                // What these bring about stands in the state.
                EventForm::Game {
                    event:
                        GameEventForm::Started { .. }
                        | GameEventForm::DrawOffered { .. }
                        | GameEventForm::DrawOfferDropped { .. }
                        | GameEventForm::DrawDeclined { .. }
                        | GameEventForm::ClaimFailed { .. }
                        | GameEventForm::Violated { .. }
                        | GameEventForm::Asked { .. }
                        | GameEventForm::Denied { .. }
                        | GameEventForm::Paused {}
                        | GameEventForm::Resumed {}
                        | GameEventForm::Ended { .. }
                        | GameEventForm::Arrived { .. }
                        | GameEventForm::TimeFouled { .. }
                        | GameEventForm::Halted {}
                        | GameEventForm::Continued { .. }
                        | GameEventForm::ClockSet { .. }
                        | GameEventForm::TimeSplit {}
                        | GameEventForm::TimePenalised { .. }
                        | GameEventForm::Adjourned {}
                        | GameEventForm::Sealed { .. }
                        | GameEventForm::Unsealed { .. }
                        | GameEventForm::Confirmed { .. }
                        | GameEventForm::TimeGiven { .. }
                        | GameEventForm::Suspended { .. }
                        | GameEventForm::ResultAccepted { .. }
                        | GameEventForm::ResultDisputed { .. }
                        | GameEventForm::ResultSettled { .. }
                        | GameEventForm::Annulled { .. }
                        | GameEventForm::Disqualified { .. }
                        | GameEventForm::Punished { .. },
                }
                | EventForm::Colours(_)
                | EventForm::Arbitration(_)
                | EventForm::RematchOffered { .. }
                | EventForm::RematchDeclined { .. }
                | EventForm::RematchMade { .. } => {}
            }
        }
        self.state = happened.state.clone();
        self.at = happened.at;
        self.next += 1;
        (self.moves.len() <= usize::from(self.state.ply)).then_some(())
    }
}
