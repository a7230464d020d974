//! People who play one game after the other, each pair with somebody who watches, as fast as the server lets them.

use std::num::NonZeroU16;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures::future::join_all;
use tengen::client::{Address, Position};
use tengen::game::clock::{Exhausted, Gain, Stage, TimeControl};
use tengen::game::moment::Span;
use tengen::game::ruleset::{LagRule, RuleSet};
use tengen::journal::RoomId;
use tengen::protocol::Action;
use tengen::protocol::server::Phase;
use tengen::spelling::{PointForm, SeatForm};
use tengen::timekeeper::{Arrival, reach};
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use crate::witness::{History, InVain, PATIENCE, Witness};

/// Stones that pairs put before they begin another game.
const MOVES_MAX: u16 = 60;

/// How a load plays.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Manner {
    /// How many pairs.
    pub(crate) pairs: usize,
    /// How long each thinks about a move.
    pub(crate) thinks: Duration,
    /// The time each has for a game.
    pub(crate) clock: Duration,
    /// How long an answer may take, whatever is wrong meanwhile.
    pub(crate) patience: Duration,
    /// Whether a game that is under way when they are stopped is given up, so that nothing is left to be awake for.
    pub(crate) gives_up: bool,
}

impl Manner {
    /// Few who play fast.
    pub(crate) const FAST: Self = Self {
        pairs: 3,
        thinks: Duration::ZERO,
        clock: Duration::from_secs(3600),
        patience: PATIENCE,
        gives_up: false,
    };
}

/// People at play.
pub(crate) struct Load {
    stop: CancellationToken,
    playing: JoinSet<Result<Vec<History>, InVain>>,
    parties: Arc<Mutex<Vec<Arc<Party>>>>,
    progress: Arc<Progress>,
}

/// How far they are.
#[derive(Debug, Default)]
pub(crate) struct Progress {
    moves: AtomicU64,
    slowest_micros: AtomicU64,
}

impl Load {
    /// Lets people play until they are stopped.
    pub(crate) fn start(address: &Address, manner: Manner, seed: u64) -> Self {
        let (stop, progress) = (CancellationToken::new(), Arc::<Progress>::default());
        let parties = Arc::<Mutex<Vec<Arc<Party>>>>::default();
        let mut playing = JoinSet::new();
        for pair in 0..manner.pairs {
            let (address, stop, progress) = (address.clone(), stop.clone(), progress.clone());
            let (random, parties) =
                (Random(seed.wrapping_mul(1009).wrapping_add(pair as u64)), parties.clone());
            playing.spawn(async move {
                let party = Arc::new(Party::new(&address).await?);
                parties.lock().unwrap().push(party.clone());
                play(&party, manner, random, &stop, &progress).await?;
                Ok(party.histories())
            });
        }
        Self { stop, playing, parties, progress }
    }

    /// How many moves were accepted.
    pub(crate) fn moves(&self) -> u64 {
        self.progress.moves.load(Ordering::Relaxed)
    }

    /// The longest wait for an answer since it was asked for last.
    pub(crate) fn slowest(&self) -> Duration {
        Duration::from_micros(self.progress.slowest_micros.swap(0, Ordering::Relaxed))
    }

    /// Waits until so many more moves were accepted.
    pub(crate) async fn advance(&self, moves: u64) -> Result<(), InVain> {
        let (goal, until) = (self.moves() + moves, Arrival::now().after(PATIENCE));
        while self.moves() < goal {
            if Arrival::now() > until {
                return Err(InVain(format!("{} of {moves} moves were made", self.moves() + moves - goal)));
            }
            reach(Some(Arrival::now().after(Duration::from_millis(2)))).await;
        }
        Ok(())
    }

    /// Lets everybody finish what is under way, waits until all have seen the same, and gives what they were told.
    pub(crate) async fn stop(mut self) -> Result<Vec<History>, InVain> {
        self.stop.cancel();
        let mut histories = Vec::new();
        while let Some(played) = self.playing.join_next().await {
            histories.extend(played.map_err(|error| InVain(error.to_string()))??);
        }
        Ok(histories)
    }
}

impl Load {
    /// Gives what people were told so far, and sends them away.
    pub(crate) async fn abandon(mut self) -> Vec<History> {
        self.playing.shutdown().await;
        let parties = std::mem::take(&mut *self.parties.lock().unwrap());
        parties.iter().flat_map(|party| party.histories()).collect()
    }
}

/// A small generator, so that a seed means the same everywhere (`SplitMix64`).
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % bound
    }
}

/// Freestyle with so much time for each side, and nothing given back for the network.
pub(crate) fn rules(time: Duration) -> RuleSet {
    let stage = Stage {
        time: Span::from_millis(u64::try_from(time.as_millis()).unwrap()),
        periods: NonZeroU16::MIN,
        quota: None,
        gain: Gain::Nothing,
        exhausted: Exhausted::Flag,
    };
    let clock = TimeControl::new(vec![stage]).unwrap();
    RuleSet { lag: LagRule::OFF, ..RuleSet::freestyle(Some(clock)) }
}

/// A stone of the side to move.
pub(crate) fn stone(ply: u16, point: PointForm) -> Action {
    Action::Place { ply, point, draw: false, five: false }
}

/// A point on which nobody has put a stone.
pub(crate) fn free_point(position: &Position, random: &mut Random) -> PointForm {
    let taken: Vec<_> = position.stones().map(|(point, _)| PointForm::from(point)).collect();
    loop {
        let name = format!("{}{}", char::from(b'a' + random.below(15) as u8), 1 + random.below(15));
        let point = PointForm::from(name.parse::<tengen::game::point::Point>().unwrap());
        if !taken.contains(&point) {
            return point;
        }
    }
}

/// Two who play and one who watches.
pub(crate) struct Party {
    pub(crate) a: Witness,
    pub(crate) b: Witness,
    pub(crate) watcher: Witness,
}

impl Party {
    pub(crate) async fn new(address: &Address) -> Result<Self, InVain> {
        let (a, b, watcher) =
            tokio::join!(Witness::new(address), Witness::new(address), Witness::new(address));
        Ok(Self { a: a?, b: b?, watcher: watcher? })
    }

    /// Everybody, the players first.
    pub(crate) fn all(&self) -> [&Witness; 3] {
        [&self.a, &self.b, &self.watcher]
    }

    /// A game begins. None if the table could not be opened now.
    pub(crate) async fn sit_down(&self, manner: Manner) -> Result<Option<RoomId>, InVain> {
        let created = self.a.create((&rules(manner.clock)).into(), manner.patience).await?;
        let (Ok(_), Some(room)) = (created.result, created.room) else { return Ok(None) };
        for witness in self.all() {
            witness.follow(room).await?;
        }
        let seated = self.b.act(room, Action::Sit {}, manner.patience).await?;
        if seated.result.is_err() {
            return Ok(None);
        }
        self.all_have_seen(room).await?;
        Ok(Some(room))
    }

    /// Puts a stone, whoever is to move. False if the game is over, or the stone was turned down.
    pub(crate) async fn put(
        &self,
        room: RoomId,
        random: &mut Random,
        manner: Manner,
    ) -> Result<bool, InVain> {
        let Some(position) = self.a.table(room).and_then(|table| table.position.clone()) else {
            return Ok(false);
        };
        let state = &position.state;
        let Some(owed) = state.owed.as_ref().filter(|_| state.phase == Phase::Playing) else {
            return Ok(false);
        };
        if state.ply >= MOVES_MAX {
            return Ok(false);
        }
        let point = free_point(&position, random);
        let mover = if owed.seat == SeatForm::A { &self.a } else { &self.b };
        let answered = mover.act(room, stone(state.ply, point), manner.patience).await?;
        let Ok(Some(seq)) = answered.result else { return Ok(true) };
        let seen = |witness: &Witness| witness.table(room).is_some_and(|table| table.next() > seq);
        for player in [&self.a, &self.b] {
            player.until("a record", manner.patience, seen).await?;
        }
        Ok(true)
    }

    /// Waits until everybody has seen as much of a room as anybody.
    pub(crate) async fn all_have_seen(&self, room: RoomId) -> Result<(), InVain> {
        let next = |witness: &Witness| witness.table(room).map_or(0, |table| table.next());
        let most = self.all().map(next).into_iter().max().unwrap_or(0);
        let waits = self.all().map(|witness| {
            witness.until("what the others have seen", PATIENCE, move |witness| next(witness) >= most)
        });
        join_all(waits).await.into_iter().collect()
    }

    /// What everybody was told.
    pub(crate) fn histories(&self) -> Vec<History> {
        self.all().map(Witness::history).into()
    }
}

async fn play(
    party: &Party,
    manner: Manner,
    mut random: Random,
    stop: &CancellationToken,
    progress: &Progress,
) -> Result<(), InVain> {
    while !stop.is_cancelled() {
        let Some(room) = party.sit_down(manner).await? else { continue };
        while !stop.is_cancelled() {
            if !manner.thinks.is_zero() {
                reach(Some(Arrival::now().after(manner.thinks))).await;
            }
            let begun = Arrival::now();
            if !party.put(room, &mut random, manner).await? {
                break;
            }
            let took = u64::try_from(Arrival::now().since(begun).as_micros()).unwrap();
            progress.slowest_micros.fetch_max(took, Ordering::Relaxed);
            progress.moves.fetch_add(1, Ordering::Relaxed);
        }
        if !stop.is_cancelled() || manner.gives_up {
            // A game that was not played to its end would keep its room awake for an hour.
            party.a.act(room, Action::Resign {}, manner.patience).await?;
        }
        party.all_have_seen(room).await?;
        party.all().into_iter().for_each(|witness| witness.leave(room));
    }
    Ok(())
}
