//! The players of a wall: one task has both sides of all its tables, over two lines.

use std::time::Duration;

use hdrhistogram::Histogram;
use serde_json::Value;
use tokio::sync::mpsc;
use tokio::time::timeout;

use super::line::{Line, is_of};
use super::pacer::Timetable;
use super::report::microseconds;
use super::{LoadError, Pace, Phase, Shared};
use crate::game::presets::presets;
use crate::game::ruleset::RuleSet;
use crate::protocol::{ClientMessage, ColoursForm, VisibilityForm};
use crate::spelling::ArbitrationForm;
use crate::timekeeper::Arrival;

/// The most moves a game can have: what a board of 15 holds, less a few.
pub const MOVES_MAX: u16 = 220;

/// How long a move may be on its way before the game counts as failed.
const ARRIVED_WITHIN: Duration = Duration::from_secs(30);
/// How long a table takes to open.
const OPENED_WITHIN: Duration = Duration::from_secs(60);
/// Long enough that no game ends by time.
const CLOCK: &str = "2h+30s";
const SIDE: u8 = 15;

/// A point by column and row.
type Place = (u8, u8);

/// What a wall tells whoever waits for it.
#[derive(Debug)]
pub(super) enum Told {
    /// Its tables are open and both sit.
    Opened { wall: usize, rooms: Vec<String> },
    /// Its games are played, or have failed.
    Played(Outcome),
}

/// What came of the games of a wall.
#[derive(Debug)]
pub(super) struct Outcome {
    pub(super) wall: usize,
    /// From when a move was due to be sent, to the opponent's event, in microseconds.
    pub(super) latency: Histogram<u64>,
    /// When the moves of each round were sent.
    pub(super) sent: Vec<Arrival>,
    pub(super) moves: u64,
    pub(super) failure: Option<LoadError>,
}

/// The two who play all the games of a wall, one stone in each at a time.
struct Pair {
    rooms: Vec<String>,
    /// Black's line, and White's.
    sides: [Line; 2],
}

/// Opens the tables of a wall, plays when it is time, and stays until the end.
pub(super) async fn wall(mut shared: Shared, wall: usize, told: mpsc::Sender<Told>) {
    let mut outcome =
        Outcome { wall, latency: super::report::histogram(), sent: Vec::new(), moves: 0, failure: None };
    let opened = open(&shared, wall).await;
    let Ok(mut pair) = opened.map_err(|error| outcome.failure = Some(error)) else {
        let _ = told.send(Told::Played(outcome)).await;
        return;
    };
    if told.send(Told::Opened { wall, rooms: pair.rooms.clone() }).await.is_err() {
        return;
    }
    let Some(begun) = begun(&mut shared, &mut pair).await else { return };
    if let Err(error) = play(&shared, &mut pair, begun, &mut outcome).await {
        outcome.failure = Some(error);
    }
    if told.send(Told::Played(outcome)).await.is_err() {
        return;
    }
    // Pings are still answered, so that what the games left behind can be looked at.
    let is_over = shared.phase.wait_for(|phase| *phase == Phase::End);
    tokio::select! {
        _ = is_over => {}
        _ = pair.listen() => {}
    }
}

/// Tables at which both sit, and which both follow.
async fn open(shared: &Shared, wall: usize) -> Result<Pair, LoadError> {
    let plan = &shared.plan;
    let line = |side: usize| {
        let number = wall * 2 + side;
        Line::open(&plan.address, shared.token(number), plan.source(number))
    };
    let opened = async {
        let _permit = shared.permits.acquire().await.map_err(|_| LoadError::Closed)?;
        let (mut black, mut white) = (line(0).await?, line(1).await?);
        black.next_of("welcome").await?;
        white.next_of("welcome").await?;
        let mut rooms = Vec::with_capacity(plan.boards);
        for board in 0..plan.boards {
            black.say(&create(wall * plan.boards + board)?).await?;
            let room = room_of(&black.next_of("accepted").await?)?;
            for line in [&mut black, &mut white] {
                line.say(&join(&room)).await?;
                line.next_of("snapshot").await?;
            }
            white.say(&act(&room, &format!("s{board}"), "{\"type\":\"sit\"}")).await?;
            white.next_of("accepted").await?;
            rooms.push(room);
        }
        Ok(Pair { rooms, sides: [black, white] })
    };
    timeout(OPENED_WITHIN, opened).await.map_err(|_| LoadError::Late)?
}

/// Waits for the beginning; none if there is none.
async fn begun(shared: &mut Shared, pair: &mut Pair) -> Option<Arrival> {
    let began = shared.phase.wait_for(|phase| *phase > Phase::Open);
    let phase = tokio::select! {
        phase = began => *phase.ok()?,
        _ = pair.listen() => return None,
    };
    match phase {
        Phase::Play(at) => Some(at),
        Phase::Open | Phase::End => None,
    }
}

async fn play(
    shared: &Shared,
    pair: &mut Pair,
    begun: Arrival,
    outcome: &mut Outcome,
) -> Result<(), LoadError> {
    let plan = &shared.plan;
    let (black, white) = stones();
    for ply in 0..plan.moves.min(MOVES_MAX) {
        let due = if let Pace::Every(every) = plan.pace {
            tokio::select! {
                turn = shared.pacer.next(outcome.wall) => turn?,
                error = pair.listen() => return Err(error),
            }
            Timetable { begun, every, walls: plan.walls }.due(outcome.wall, ply)
        } else {
            Arrival::now()
        };
        outcome.sent.push(Arrival::now());
        let point = if ply % 2 == 0 { &black } else { &white }.get(usize::from(ply / 2)).copied();
        let point = point.ok_or(LoadError::Closed)?;
        pair.place(ply, point).await?;
        let round = pair.arrived(ply, |arrived| {
            outcome.latency.saturating_record(microseconds(arrived.since(due)));
            outcome.moves += 1;
        });
        timeout(ARRIVED_WITHIN, round).await.map_err(|_| LoadError::Late)??;
    }
    Ok(())
}

impl Pair {
    /// Reads what is said meanwhile, until a line fails.
    async fn listen(&mut self) -> LoadError {
        let [black, white] = &mut self.sides;
        tokio::select! {
            error = listen(black) => error,
            error = listen(white) => error,
        }
    }

    /// Makes the same move in all games.
    async fn place(&mut self, ply: u16, point: Place) -> Result<(), LoadError> {
        let (column, row) = (char::from(b'a' + point.0), point.1 + 1);
        let action = format!("{{\"type\":\"place\",\"ply\":{ply},\"point\":\"{column}{row}\"}}");
        let texts = self.rooms.iter().enumerate();
        let texts: Vec<String> =
            texts.map(|(board, room)| act(room, &format!("m{board}-{ply}"), &action)).collect();
        self.sides[usize::from(ply % 2)].say_all(&texts).await
    }

    /// Waits until the opponent has all events and the mover all answers; says when the opponent had each.
    async fn arrived(&mut self, ply: u16, mut each: impl FnMut(Arrival)) -> Result<(), LoadError> {
        let boards = self.rooms.len();
        let [black, white] = &mut self.sides;
        let (mover, opponent) = if ply.is_multiple_of(2) { (black, white) } else { (white, black) };
        let arrived = async {
            for _ in 0..boards {
                opponent.next_of("happened").await?;
                each(Arrival::now());
            }
            Ok::<_, LoadError>(())
        };
        let answered = async {
            let (mut told, mut answered) = (0, 0);
            while told < boards || answered < boards {
                let text = mover.next().await?;
                told += usize::from(is_of(&text, "happened"));
                answered += usize::from(is_of(&text, "accepted"));
                if is_of(&text, "refused") || is_of(&text, "error") {
                    return Err(LoadError::TurnedDown(String::from_utf8_lossy(&text).into_owned()));
                }
            }
            Ok(())
        };
        tokio::try_join!(arrived, answered)?;
        Ok(())
    }
}

async fn listen(line: &mut Line) -> LoadError {
    loop {
        if let Err(error) = line.next().await {
            return error;
        }
    }
}

/// The message that follows a room.
pub(super) fn join(room: &str) -> String {
    format!("{{\"type\":\"join\",\"room\":\"{room}\",\"seen\":null}}")
}

fn act(room: &str, id: &str, action: &str) -> String {
    format!("{{\"type\":\"act\",\"room\":\"{room}\",\"id\":\"{id}\",\"action\":{action}}}")
}

fn create(number: usize) -> Result<String, LoadError> {
    let freestyle = presets().into_iter().next().map(|preset| preset.rules);
    let rules = freestyle.map(|rules| RuleSet { clock: None, ..rules });
    let rules = rules.ok_or_else(|| LoadError::Unexpected("no preset".to_owned()))?;
    let message = ClientMessage::Create {
        id: format!("t{number}"),
        rules: Box::new((&rules).into()),
        clock: Some(CLOCK.to_owned()),
        colours: ColoursForm::BlackA,
        visibility: VisibilityForm::Link,
        series: None,
        decider: None,
        start_at: None,
        arbitration: ArbitrationForm::default(),
        board: None,
    };
    serde_json::to_string(&message).map_err(|error| LoadError::Unexpected(error.to_string()))
}

fn room_of(accepted: &[u8]) -> Result<String, LoadError> {
    let read = serde_json::from_slice::<Value>(accepted).ok();
    let room = read.and_then(|message| Some(message.get("room")?.as_str()?.to_owned()));
    room.ok_or_else(|| LoadError::Unexpected(String::from_utf8_lossy(accepted).into_owned()))
}

/// The points of Black, and those of White: stripes in which nobody ever has more than two in a row.
fn stones() -> (Vec<Place>, Vec<Place>) {
    let points = (0..SIDE).flat_map(|row| (0..SIDE).map(move |column| (column, row)));
    points.partition(|(column, row)| (column + 2 * row) % 4 < 2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::board::{Board, Stone};
    use crate::game::point::BoardSize;
    use crate::game::rules::{Five, Forbidden, Made, made_by};

    #[test]
    fn the_stones_that_are_played_never_make_five() {
        let (black, white) = stones();
        let mut board = Board::new(BoardSize::FIFTEEN);
        for ply in 0..usize::from(MOVES_MAX) {
            let (stone, points) = if ply % 2 == 0 { (Stone::Black, &black) } else { (Stone::White, &white) };
            let (column, row) = points[ply / 2];
            let name = format!("{}{}", char::from(b'a' + column), row + 1);
            let point = name.parse().unwrap();
            let made = made_by(&board, point, stone, Five::FiveOrMore, Forbidden::Nobody);
            assert!(matches!(made, Made::Nothing), "{name}");
            board.put(point, stone);
        }
    }
}
