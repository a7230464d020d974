//! One bot and its client: it hears the news, gives the orders, and waits for thoughts.

use std::collections::BTreeMap;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use futures::StreamExt;
use futures::stream::FuturesUnordered;
use tokio::time::{MissedTickBehavior, interval};
use tracing::{debug, warn};

use super::seat::{Purpose, Seat, Wanted};
use crate::bot::engine::Level;
use crate::bot::mind::{Leave, Manners, Mind};
use crate::bot::seeing::game_of;
use crate::bot::thinkers::{Nevermind, Thinkers};
use crate::client::{Client, Heard, News, Updates};
use crate::config::HouseBot;
use crate::game::Game;
use crate::game::event::Deed;
use crate::game::seal::SealedMove;
use crate::game::seat::Seat as GameSeat;
use crate::journal::{CommandId, RoomId, Salt};
use crate::protocol::server::{Phase, ServerMessage};
use crate::protocol::{Action, Code};
use crate::spelling::PointForm;
use crate::timekeeper::{Arrival, reach};

/// How often it is looked for games that are over or forgotten.
const SWEEP_EVERY: Duration = Duration::from_secs(20);
/// How long a table is kept after its game, for another one.
const STAYS_FOR: Duration = Duration::from_secs(180);
/// How long nothing may happen in a game without clocks before it is given up.
const FORGOTTEN_AFTER: Duration = Duration::from_secs(6 * 3600);
/// How often the answer to one position may be refused before the game is given up.
const REFUSED_MAX: u8 = 3;

/// A bot and its tables.
pub(super) struct Host {
    level: Level,
    client: Client,
    thinkers: Thinkers,
    games_max: u16,
    answer_after: Duration,
    person: String,
    /// The server's clock, and when it showed that.
    clock: Option<(u64, Arrival)>,
    games: BTreeMap<RoomId, Playing>,
    sent: BTreeMap<CommandId, RoomId>,
    thoughts: FuturesUnordered<Pin<Box<dyn Future<Output = Thought> + Send>>>,
}

/// A game that is played.
struct Playing {
    seat: Seat,
    /// Our mind for it; none while it thinks.
    mind: Option<Mind>,
    nevermind: Nevermind,
    heard: Arrival,
    refused: u8,
}

/// What a mind came to.
struct Thought {
    room: RoomId,
    ply: u16,
    /// The mind, unless its thread is gone.
    back: Option<(Mind, Option<Action>)>,
}

enum Arrived {
    News(Option<News>),
    Thought(Thought),
    Sweep,
}

impl Host {
    pub(super) fn new(level: Level, client: Client, thinkers: Thinkers, settings: &HouseBot) -> Self {
        Self {
            level,
            client,
            thinkers,
            games_max: settings.games_max,
            answer_after: settings.answer_after,
            person: String::new(),
            clock: None,
            games: BTreeMap::new(),
            sent: BTreeMap::new(),
            thoughts: FuturesUnordered::new(),
        }
    }

    /// Plays until the client ends. Goes on with the games in `rooms`.
    pub(super) async fn run(mut self, mut updates: Updates, rooms: Vec<RoomId>) {
        if self.client.take_invitations(self.games_max).is_err() {
            return;
        }
        rooms.into_iter().for_each(|room| self.open(room));
        let mut sweep = interval(SWEEP_EVERY);
        sweep.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            let arrived = tokio::select! {
                biased;
                news = updates.next() => Arrived::News(news),
                Some(thought) = self.thoughts.next() => Arrived::Thought(thought),
                _ = sweep.tick() => Arrived::Sweep,
            };
            match arrived {
                Arrived::News(None) => return,
                Arrived::News(Some(news)) => self.hear(news),
                Arrived::Thought(thought) => self.answer(thought),
                Arrived::Sweep => self.sweep(),
            }
        }
    }

    fn hear(&mut self, news: News) {
        match news {
            News::Connected { person, now, at, .. } => {
                self.person = person.id;
                self.clock = Some((now, at));
            }
            News::Room { table, heard, message: _, at } => {
                let Some(playing) = self.games.get_mut(&table.room) else { return };
                playing.heard = at;
                let room = table.room;
                playing.seat.table = table;
                match heard {
                    Heard::Snapshot | Heard::Record | Heard::Aside | Heard::Joined => self.consider(room),
                    Heard::NotMine | Heard::Repeated | Heard::Gap | Heard::Nonsense => {}
                }
            }
            News::Answered(answered) => {
                let Some(room) = self.sent.remove(&answered.id) else { return };
                if let Err(turned_down) = answered.result {
                    debug!(%room, code = ?turned_down.code, message = turned_down.message, "a bot was refused");
                    self.refused(room, turned_down.code);
                }
            }
            News::Said { message, .. } => self.hear_aside(&message),
            News::Ended { why } => warn!(%why, level = ?self.level, "a bot of the house has no server"),
            News::Lost { .. } | News::NotUnderstood { .. } => {}
        }
    }

    fn hear_aside(&mut self, message: &ServerMessage) {
        if let ServerMessage::Invited { room, by: _ } = message {
            if let Ok(room) = room.parse() {
                self.open(room);
            }
        } else if let ServerMessage::Error { room: Some(room), code, .. } = message {
            debug!(room, ?code, "a bot cannot follow a room");
            if let Ok(room) = room.parse::<RoomId>() {
                self.games.remove(&room);
            }
        }
    }

    /// Begins to follow a room.
    fn open(&mut self, room: RoomId) {
        if self.games.contains_key(&room) || self.client.follow(room).is_err() {
            return;
        }
        let playing = Playing {
            seat: Seat::new(room),
            mind: Some(Mind::new(self.level, entropy())),
            nevermind: Nevermind::default(),
            heard: Arrival::now(),
            refused: 0,
        };
        self.games.insert(room, playing);
    }

    /// Does what a table wants.
    fn consider(&mut self, room: RoomId) {
        let now_ms = self.room_time(room);
        let Some(playing) = self.games.get_mut(&room) else { return };
        let Some(salt) = salt() else { return };
        let number = (entropy() % 10 + 1) as u8;
        if let Some(action) = playing.seat.favour(&self.person) {
            self.act(room, action);
            return;
        }
        if playing.mind.is_none() {
            // What is thought about may be out of date: then nobody waits for it.
            playing.nevermind_if_stale();
            return;
        }
        match playing.seat.wanted(&self.person, now_ms, (number, &salt)) {
            Wanted::Nothing => {}
            Wanted::Act(action) => self.act(room, action),
            Wanted::Think(purpose, time) => self.think(room, purpose, time),
            Wanted::Follow(next) => {
                self.open(next);
                self.leave(room);
            }
            Wanted::Leave => self.leave(room),
        }
    }

    fn think(&mut self, room: RoomId, purpose: Purpose, time: Duration) {
        let asked = Arrival::now();
        let Some(playing) = self.games.get_mut(&room) else { return };
        let table = Arc::clone(&playing.seat.table);
        let (Some(position), Some(own)) = (&table.position, playing.seat.own(&self.person)) else { return };
        let Some(game) = game_of(position) else {
            warn!(%room, "a bot cannot make out a game");
            return;
        };
        let Some(mind) = playing.mind.take() else { return };
        let (ply, seat) = (position.state.ply, GameSeat::from(own));
        playing.nevermind = Nevermind::for_ply(ply);
        let thinking =
            self.thinkers.think(mind, asked.after(time), playing.nevermind.clone(), move |mind, leave| {
                answer_to(mind, leave, &game, seat, ply, purpose)
            });
        let Ok(thinking) = thinking else {
            warn!(%room, "too many thoughts wait");
            playing.mind = Some(Mind::new(self.level, entropy()));
            return;
        };
        let answer_after = self.answer_after;
        self.thoughts.push(Box::pin(async move {
            let back = thinking.await.ok();
            reach(Some(asked.after(answer_after.min(time)))).await;
            Thought { room, ply, back }
        }));
    }

    fn answer(&mut self, thought: Thought) {
        let Thought { room, ply, back } = thought;
        let level = self.level;
        let Some(playing) = self.games.get_mut(&room) else { return };
        let (mind, action) = back.unwrap_or_else(|| (Mind::new(level, entropy()), None));
        playing.mind = Some(mind);
        let state = playing.seat.table.position.as_ref().map(|position| &position.state);
        let is_wanted =
            state.is_some_and(|state| state.phase == Phase::Playing && state.ply == ply && !state.paused);
        match action {
            Some(action) if is_wanted => self.act(room, action),
            _ => {
                playing.seat.done.at = None;
                self.consider(room);
            }
        }
    }

    fn act(&mut self, room: RoomId, action: Action) {
        match self.client.act(room, action) {
            Ok(id) => {
                self.sent.insert(id, room);
            }
            Err(error) => warn!(%room, %error, "a bot cannot give an order"),
        }
    }

    fn refused(&mut self, room: RoomId, code: Code) {
        let Some(playing) = self.games.get_mut(&room) else { return };
        // The game has gone on meanwhile, and its record says what is wanted then.
        if matches!(code, Code::GameOver | Code::StalePly | Code::NotYourTurn) {
            return;
        }
        playing.refused += 1;
        if !playing.is_running() {
            self.leave(room);
        } else if playing.refused >= REFUSED_MAX {
            warn!(%room, ?code, "a bot gives up a game in which it is refused again and again");
            self.act(room, Action::Abandon {});
        } else {
            playing.seat.done.at = None;
            self.consider(room);
        }
    }

    fn sweep(&mut self) {
        let now = Arrival::now();
        let idle: Vec<(RoomId, bool, bool)> = self
            .games
            .iter()
            .filter(|(_, playing)| now.since(playing.heard) >= STAYS_FOR)
            .map(|(room, playing)| (*room, playing.is_running(), now.since(playing.heard) >= FORGOTTEN_AFTER))
            .collect();
        for (room, is_running, is_forgotten) in idle {
            match (is_running, is_forgotten) {
                (false, _) => self.leave(room),
                (true, true) => self.act(room, Action::Abandon {}),
                (true, false) => {}
            }
        }
    }

    fn leave(&mut self, room: RoomId) {
        if let Some(playing) = self.games.remove(&room) {
            playing.nevermind.say();
        }
        self.sent.retain(|_, of| *of != room);
        if let Err(error) = self.client.leave(room) {
            warn!(%room, %error, "a bot cannot leave a room");
        }
    }

    /// How much of a room's own time has passed.
    fn room_time(&self, room: RoomId) -> u64 {
        let table = self.games.get(&room).map(|playing| &playing.seat.table);
        let origin = table.and_then(|table| table.origin);
        let (Some(origin), Some((now, at))) = (origin, self.clock) else {
            return table.and_then(|table| table.position.as_ref()).map_or(0, |position| position.at);
        };
        let since = u64::try_from(Arrival::now().since(at).as_millis()).unwrap_or(u64::MAX);
        let shows = i64::try_from(now.saturating_add(since)).unwrap_or(i64::MAX);
        u64::try_from(shows.saturating_sub(origin)).unwrap_or_default()
    }
}

impl Playing {
    fn is_running(&self) -> bool {
        let position = self.seat.table.position.as_ref();
        position.is_some_and(|position| matches!(position.state.phase, Phase::Playing | Phase::Starting))
    }

    fn nevermind_if_stale(&self) {
        let state = self.seat.table.position.as_ref().map(|position| &position.state);
        if state.is_none_or(|state| state.phase != Phase::Playing || !self.nevermind.is_for(state.ply)) {
            self.nevermind.say();
        }
    }
}

/// What a mind makes of a game, as something to do; none if it has nothing to say.
fn answer_to(
    mind: &mut Mind,
    leave: &mut Leave<'_>,
    game: &Game,
    seat: GameSeat,
    ply: u16,
    purpose: Purpose,
) -> Option<Action> {
    if purpose == Purpose::Draw {
        let agrees = mind.agrees_to_draw(game, seat, leave);
        return Some(if agrees { Action::AcceptDraw { ply } } else { Action::DeclineDraw { ply } });
    }
    match mind.says(game, seat) {
        Some(Manners::Claim(point)) => return Some(Action::ClaimForbidden { point: point.into() }),
        Some(Manners::DeclareFive) => return Some(Action::DeclareFive {}),
        None => {}
    }
    let Some(deed) = mind.deed(game, leave) else { return Some(Action::Resign {}) };
    if purpose == Purpose::SealedDeed {
        return Some(Action::Seal { ply, sealed: (&sealed(deed)).into() });
    }
    Some(match deed {
        Deed::Stone { point, stone } => {
            let five = Mind::announces_five(game, point, stone);
            Action::Place { ply, point: point.into(), draw: false, five }
        }
        Deed::Pass | Deed::ForcedPass => Action::Pass { ply, draw: false },
        Deed::Chose(choice) => Action::Choose { ply, choice: choice.into() },
        Deed::Announced(number) => Action::Announce { ply, number },
        Deed::Showed(points) => Action::Show { ply, points: PointForm::all(&points) },
        Deed::Kept(point) => Action::Keep { ply, point: point.into() },
    })
}

fn sealed(deed: Deed) -> SealedMove {
    match deed {
        Deed::Stone { point, .. } => SealedMove::Stone(point),
        Deed::Pass | Deed::ForcedPass => SealedMove::Pass,
        Deed::Chose(choice) => SealedMove::Choose(choice),
        Deed::Announced(number) => SealedMove::Announce(number),
        Deed::Showed(points) => SealedMove::Show(points),
        Deed::Kept(point) => SealedMove::Keep(point),
    }
}

/// Bits by chance. Without the system's randomness every game is alike, which is no reason to end.
fn entropy() -> u64 {
    let mut bytes = [0; 8];
    let _ = getrandom::fill(&mut bytes);
    u64::from_le_bytes(bytes)
}

/// What is hashed with a number, so that nobody finds it by trying.
fn salt() -> Option<Salt> {
    format!("{:016x}{:016x}", entropy(), entropy()).parse().ok()
}
