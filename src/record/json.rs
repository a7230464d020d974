//! A record in JSON: what the address of a game answers. Outwards only; fields are only ever added.

use serde::Serialize;

use crate::journal::{Name, Phase};
use crate::record::acts::Deemed;
use crate::record::{Act, Left, Move, Placed, Record, words};
use crate::spelling::{
    ColoursForm, DeedForm, GameEventForm, OutcomeForm, PerSeatForm, PointForm, RulesForm, SeatForm,
    SeriesForm, StoneForm, seal,
};

/// No record is larger: moves and acts are bounded, and so is what people write into them.
pub const JSON_BYTES_MAX: usize = 2 * 1024 * 1024;

/// A record in JSON. Times are milliseconds; `at` is on the room's time line, which begins with 0.
#[derive(Clone, Debug, Serialize)]
pub struct RecordForm {
    room: String,
    /// How many records of the room it sums up.
    next: u32,
    phase: &'static str,
    players: PerSeatForm<Option<String>>,
    /// Whether they are bots.
    bots: PerSeatForm<bool>,
    black: Option<SeatForm>,
    opener: Option<SeatForm>,
    opened_ms: u64,
    server: String,
    rules: RulesForm,
    /// The rules in words.
    summary: String,
    /// The clock in short notation.
    clock: Option<String>,
    colours: ColoursForm,
    series: Option<SeriesForm>,
    previous: Option<String>,
    rematch: Option<String>,
    /// How many of the moves are told here.
    ply: usize,
    /// How many there are.
    plies: usize,
    laid: Vec<PointForm>,
    moves: Vec<MoveForm>,
    notation: String,
    position: PositionForm,
    acts: Vec<ActForm>,
    acts_left_out: u32,
    restarts: u16,
    violations: PerSeatForm<u8>,
    outcome: Option<OutcomeForm>,
    /// The outcome in words.
    result: Option<String>,
    lot_digest: String,
    lot: Option<String>,
}

#[derive(Clone, Debug, Serialize)]
struct MoveForm {
    seat: SeatForm,
    deed: DeedForm,
    number: Option<u16>,
    at: u64,
    took_ms: u64,
    lag_ms: u64,
    clock: Option<LeftForm>,
    dropped: Vec<PointForm>,
}

#[derive(Clone, Debug, Serialize)]
struct LeftForm {
    stage: u8,
    left_ms: u64,
    periods: u16,
    used_ms: u64,
    shared_left_ms: Option<u64>,
}

#[derive(Clone, Debug, Serialize)]
struct PositionForm {
    board: u8,
    stones: Vec<PlacedForm>,
    shown: Vec<PointForm>,
}

#[derive(Clone, Debug, Serialize)]
struct PlacedForm {
    point: PointForm,
    stone: StoneForm,
    number: u16,
}

#[derive(Clone, Debug, Serialize)]
struct ActForm {
    at: u64,
    attempt: u16,
    after: usize,
    events: Vec<DeemedForm>,
}

#[derive(Clone, Debug, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum DeemedForm {
    Game { event: GameEventForm },
    Officiated { arbiter: String },
    Ruled { arbiter: String, reason: String },
    Spectator {},
    Complained { seat: SeatForm, text: String, own_time: bool },
}

impl Record {
    /// The record in JSON, in one line that ends with a newline.
    ///
    /// # Errors
    /// None in practice: the form has nothing in it that JSON cannot spell.
    pub fn json(&self) -> Result<String, serde_json::Error> {
        let mut text = serde_json::to_string(&RecordForm::from(self))?;
        text.push('\n');
        Ok(text)
    }
}

impl From<&Record> for RecordForm {
    fn from(record: &Record) -> Self {
        let header = &record.header;
        let text = |name: &Option<Name>| name.as_ref().map(|name| name.as_str().to_owned());
        Self {
            room: record.room.to_string(),
            next: record.next,
            phase: match record.phase {
                Phase::Open => "open",
                Phase::Starting => "starting",
                Phase::Playing => "playing",
                Phase::Over => "over",
            },
            players: PerSeatForm::of(&record.names, text),
            bots: PerSeatForm::of(&record.are_bots, |is_bot| *is_bot),
            black: record.black.map(Into::into),
            opener: record.opener.map(Into::into),
            opened_ms: header.wall.0,
            server: header.server.clone(),
            rules: (&header.rules).into(),
            summary: words::summary(&header.rules),
            clock: header.rules.clock.as_ref().map(words::clock),
            colours: header.colours.into(),
            series: header.series.as_ref().map(Into::into),
            previous: header.previous.map(|room| room.to_string()),
            rematch: record.rematch.map(|room| room.to_string()),
            ply: record.moves.len(),
            plies: record.moves_total,
            laid: PointForm::all(&record.laid),
            moves: record.moves.iter().map(Into::into).collect(),
            notation: record.notation(),
            position: PositionForm {
                board: record.board().lines(),
                stones: record.stones().into_iter().map(Into::into).collect(),
                shown: PointForm::all(record.shown()),
            },
            acts: record.acts.iter().map(Into::into).collect(),
            acts_left_out: record.acts_left_out,
            restarts: record.restarts,
            violations: PerSeatForm::of(&record.violations, |number| *number),
            outcome: record.outcome.as_ref().map(Into::into),
            result: record.result(),
            lot_digest: header.lot_digest.to_string(),
            lot: record.lot.map(|lot| seal::hex(&lot.0)),
        }
    }
}

impl From<&Move> for MoveForm {
    fn from(made: &Move) -> Self {
        Self {
            seat: made.seat.into(),
            deed: (&made.deed).into(),
            number: made.number,
            at: made.at.millis(),
            took_ms: made.took.millis(),
            lag_ms: made.lag.millis(),
            clock: made.clock.map(Into::into),
            dropped: PointForm::all(&made.dropped),
        }
    }
}

impl From<Left> for LeftForm {
    fn from(left: Left) -> Self {
        Self {
            stage: left.stage,
            left_ms: left.left.millis(),
            periods: left.periods,
            used_ms: left.used.millis(),
            shared_left_ms: left.shared.map(|span| span.millis()),
        }
    }
}

impl From<Placed> for PlacedForm {
    fn from(placed: Placed) -> Self {
        Self { point: placed.point.into(), stone: placed.stone.into(), number: placed.number }
    }
}

impl From<&Act> for ActForm {
    fn from(act: &Act) -> Self {
        let events = act.events.iter().map(Into::into).collect();
        Self { at: act.at.millis(), attempt: act.attempt, after: act.after, events }
    }
}

impl From<&Deemed> for DeemedForm {
    fn from(deemed: &Deemed) -> Self {
        match deemed {
            Deemed::Game(event) => Self::Game { event: event.into() },
            Deemed::Officiated { arbiter } => Self::Officiated { arbiter: arbiter.as_str().to_owned() },
            Deemed::Ruled { arbiter, reason } => {
                Self::Ruled { arbiter: arbiter.as_str().to_owned(), reason: reason.as_str().to_owned() }
            }
            Deemed::Spectator => Self::Spectator {},
            Deemed::Complained { seat, text, own_time } => {
                Self::Complained { seat: (*seat).into(), text: text.as_str().to_owned(), own_time: *own_time }
            }
        }
    }
}
