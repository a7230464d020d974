//! What the rooms of a match say of it, read from their journals.

use crate::competition::{Game, Played};
use crate::game::event::Score;
use crate::game::seat::{PerSeat, Seat};
use crate::hall::HallError;
use crate::journal::{
    After, Colours, GAMES_MAX, Ground, Journal, Person, Phase, Remark, Rematch, RoomId, Table,
};
use crate::store::Store;

/// The most rulings of a room that are shown, the latest.
pub const RULINGS_MAX: usize = 32;

/// A ruling in a room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ruled {
    /// The record.
    pub seq: u32,
    /// Who ruled.
    pub arbiter: Person,
    /// Why.
    pub reason: Remark,
    /// On what ground.
    pub ground: Ground,
}

/// How far a room is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Live {
    /// How far its game is.
    pub phase: Phase,
    /// Whether each player has come.
    pub has_come: PerSeat<bool>,
    /// What was ruled there.
    pub rulings: Vec<Ruled>,
}

/// What was collected of a match.
#[derive(Clone, Debug)]
pub(super) struct Collected {
    pub(super) played: Played,
    pub(super) live: Vec<(RoomId, Live)>,
}

/// Follows a match from its first room to its last.
pub(super) async fn collect(store: &Store, first: RoomId) -> Result<Option<Collected>, HallError> {
    let mut collected = Collected {
        played: Played { games: Vec::new(), points: PerSeat::default(), is_over: false },
        live: Vec::new(),
    };
    let mut room = first;
    // A game that does not count is played again, and so there may be more rooms than games.
    for _ in 0..2 * usize::from(GAMES_MAX) {
        let Some(records) = store.records_of(room).await? else { break };
        let Ok(journal) = Journal::replay(records) else { break };
        let table = journal.table();
        collected.add(room, table, rulings(&journal));
        match (table.rematch(), table.series_after()) {
            (Rematch::Made(next), Some(After::Next(_))) => room = next,
            (Rematch::Made(_) | Rematch::Offered(_) | Rematch::None, _) => break,
        }
    }
    Ok((!collected.live.is_empty()).then_some(collected))
}

impl Collected {
    fn add(&mut self, room: RoomId, table: &Table, rulings: Vec<Ruled>) {
        let has_come = PerSeat::from_fn(|seat| table.seats()[seat].is_some());
        self.live.push((room, Live { phase: table.phase(), has_come, rulings }));
        let game = table.game();
        let outcome = game.outcome().filter(|_| !game.is_result_open());
        self.played.games.push(Game {
            room: Some(room),
            opener: game.opener().or_else(|| scheduled(table)),
            scores: outcome.map(|outcome| outcome.scores),
        });
        let Some(outcome) = outcome else { return };
        let won = PerSeat::from_fn(|seat| half_points(outcome.scores[seat]));
        // What is forfeited beyond this game stands in how the match ended.
        let forfeited = match table.series_after() {
            Some(After::Over(points)) => {
                self.played.is_over = true;
                let before =
                    table.opened().series.as_ref().map_or_else(PerSeat::default, |series| series.points);
                PerSeat::from_fn(|seat| points[seat].saturating_sub(before[seat] + won[seat]))
            }
            Some(After::Next(_)) | None => PerSeat::default(),
        };
        let points = self.played.points;
        self.played.points = PerSeat::from_fn(|seat| points[seat] + won[seat] + forfeited[seat]);
    }
}

/// What was ruled in a room.
fn rulings(journal: &Journal) -> Vec<Ruled> {
    let records = journal.tail(0).unwrap_or_default();
    let ruled = records.iter().filter_map(|record| {
        let (arbiter, reason, ground) = record.ruled()?;
        Some(Ruled { seq: record.seq, arbiter: arbiter.clone(), reason: reason.clone(), ground })
    });
    let all: Vec<_> = ruled.collect();
    all[all.len().saturating_sub(RULINGS_MAX)..].to_vec()
}

fn scheduled(table: &Table) -> Option<Seat> {
    match table.opened().colours {
        Colours::Black(seat) => Some(seat),
        Colours::Random | Colours::Chosen(_) => None,
    }
}

const fn half_points(score: Score) -> u16 {
    match score {
        Score::Win => 2,
        Score::Draw => 1,
        Score::Loss | Score::Void => 0,
    }
}
