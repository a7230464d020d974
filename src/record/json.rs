//! A record in JSON: what the address of a game answers. Outwards only; fields are only ever added.

use schemars::JsonSchema;
use serde::Serialize;

use crate::journal::{Name, Phase};
use crate::record::acts::Deemed;
use crate::record::{Act, Left, Move, Placed, Record, Win, WinClass, words};
use crate::spelling::{
    ColoursForm, DeedForm, GameEventForm, OutcomeForm, PerSeatForm, PointForm, RulesForm, ScoreForm,
    SeatForm, SeriesForm, StoneForm, seal,
};

/// No record is larger: moves and acts are bounded, and so is what people write into them.
pub const JSON_BYTES_MAX: usize = 2 * 1024 * 1024;

/// A record in JSON. Times are milliseconds; `at` is on the room's time line, which begins with 0.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct RecordForm {
    /// The name of the room.
    room: String,
    /// How many records of the room it sums up.
    next: u32,
    /// How far the game is.
    phase: PhaseForm,
    /// What the players are called; `null` for a free seat.
    players: PerSeatForm<Option<String>>,
    /// Whether they are bots.
    bots: PerSeatForm<bool>,
    /// Who plays Black, after all swaps; `null` until that is settled.
    black: Option<SeatForm>,
    /// Who was scheduled to open the game, whatever was swapped since.
    opener: Option<SeatForm>,
    /// When the room was opened, in milliseconds since 1970.
    opened_ms: u64,
    /// The version of the server that opened it.
    server: String,
    /// What is played.
    rules: RulesForm,
    /// The rules in words.
    summary: String,
    /// The clock in short notation; `null` without clocks.
    clock: Option<String>,
    /// How colours were settled.
    colours: ColoursForm,
    /// The match that the game is part of, as it stood before it.
    series: Option<SeriesForm>,
    /// The room of the game before.
    previous: Option<String>,
    /// The room of the next game.
    rematch: Option<String>,
    /// How many of the moves are told here.
    ply: usize,
    /// How many there are.
    plies: usize,
    /// The stones that stood before the first move, in order.
    laid: Vec<PointForm>,
    /// The moves and the steps of the opening, in order.
    moves: Vec<MoveForm>,
    /// The moves in one line, as a score sheet has them.
    notation: String,
    /// The board after the moves that are told.
    position: PositionForm,
    /// What happened beside the moves, in order; the latest 500.
    acts: Vec<ActForm>,
    /// How many earlier acts were left out.
    acts_left_out: u32,
    /// How often the game began again from the first move. The moves are those of the last attempt.
    restarts: u16,
    /// How many violations each player has.
    violations: PerSeatForm<u8>,
    /// How it ended; `null` while it has not.
    outcome: Option<OutcomeForm>,
    /// What each had got at the end, if an arbiter has changed that since.
    earned: Option<PerSeatForm<ScoreForm>>,
    /// The label of the board.
    board_label: Option<String>,
    /// The outcome in words.
    result: Option<String>,
    /// How a win on the board came about; `null` for any other end, and for a part of the game.
    win: Option<WinForm>,
    /// What the lot hashes to.
    lot_digest: String,
    /// The lot, once the game is over.
    lot: Option<String>,
}

/// How a win on the board came about.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
struct WinForm {
    /// Of which kind it is.
    class: WinClassForm,
    /// Whether the winner's last stones before the five were fours, two of them at least (VCF).
    by_fours: bool,
}

/// A kind of win.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum WinClassForm {
    /// By a forbidden move of the opponent.
    Chase,
    /// By a five.
    Free,
}

impl From<Win> for WinForm {
    fn from(win: Win) -> Self {
        let class = match win.class {
            WinClass::Chase => WinClassForm::Chase,
            WinClass::Free => WinClassForm::Free,
        };
        Self { class, by_fours: win.by_fours }
    }
}

/// How far a game is.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum PhaseForm {
    /// It waits for players.
    Open,
    /// Both sit, and it has not begun.
    Starting,
    /// It is played.
    Playing,
    /// It is over.
    Over,
}

/// A move, or a step of the opening.
#[derive(Clone, Debug, Serialize, JsonSchema)]
struct MoveForm {
    /// By whom.
    seat: SeatForm,
    /// What.
    deed: DeedForm,
    /// Its number: stones and passes take one, swaps and picks do not.
    number: Option<u16>,
    /// When.
    at: u64,
    /// How long it took, before any credit.
    took_ms: u64,
    /// How much of that was network delay and not charged.
    lag_ms: u64,
    /// What its player's clock showed after it; `null` without clocks.
    clock: Option<LeftForm>,
    /// The alternatives that were shown and not kept.
    dropped: Vec<PointForm>,
}

/// What a player's clock showed after a move.
#[derive(Clone, Debug, Serialize, JsonSchema)]
struct LeftForm {
    /// The stage, from 0.
    stage: u8,
    /// What was left of the period.
    left_ms: u64,
    /// How many periods were left, the present one among them.
    periods: u16,
    /// All time charged so far.
    used_ms: u64,
    /// What was left of the time that both share; `null` if they share none.
    shared_left_ms: Option<u64>,
}

/// The board.
#[derive(Clone, Debug, Serialize, JsonSchema)]
struct PositionForm {
    /// The lines of the board.
    board: u8,
    /// The stones, in the order in which they came onto it.
    stones: Vec<PlacedForm>,
    /// The alternatives for the fifth move that are shown, none of them kept yet.
    shown: Vec<PointForm>,
}

/// A stone on the board.
#[derive(Clone, Debug, Serialize, JsonSchema)]
struct PlacedForm {
    /// Where.
    point: PointForm,
    /// Its colour.
    stone: StoneForm,
    /// The number of its move.
    number: u16,
}

/// What happened beside the moves.
#[derive(Clone, Debug, Serialize, JsonSchema)]
struct ActForm {
    /// When.
    at: u64,
    /// In which attempt at the game, from 0.
    attempt: u16,
    /// How many moves of that attempt stood.
    after: usize,
    /// What, in order.
    events: Vec<DeemedForm>,
}

/// Something that the record deems worth a line.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
enum DeemedForm {
    /// It happened in the game.
    Game {
        /// What, as in messages.
        event: GameEventForm,
    },
    /// A person took the office of an arbiter.
    Officiated {
        /// What the arbiter is called.
        arbiter: String,
    },
    /// An arbiter was dismissed by the chief of the competition.
    Dismissed {
        /// What the arbiter is called.
        arbiter: String,
    },
    /// An arbiter ruled what follows.
    Ruled {
        /// What the arbiter is called.
        arbiter: String,
        /// Why.
        reason: String,
    },
    /// A spectator was muted, sent out, or let off either.
    Spectator {},
    /// The board was given a label, or another one.
    BoardMoved {
        /// The label.
        board: String,
    },
    /// A player complained to the arbiter.
    Complained {
        /// Who.
        seat: SeatForm,
        /// Of what.
        text: String,
        /// Whether on their own time.
        own_time: bool,
    },
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
                Phase::Open => PhaseForm::Open,
                Phase::Starting => PhaseForm::Starting,
                Phase::Playing => PhaseForm::Playing,
                Phase::Over => PhaseForm::Over,
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
            earned: record.earned.map(|earned| PerSeatForm::of(&earned, |score| (*score).into())),
            board_label: record.board.as_ref().map(|board| board.as_str().to_owned()),
            result: record.result(),
            win: record.win().map(Into::into),
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
            Deemed::Dismissed { arbiter } => Self::Dismissed { arbiter: arbiter.as_str().to_owned() },
            Deemed::Ruled { arbiter, reason } => {
                Self::Ruled { arbiter: arbiter.as_str().to_owned(), reason: reason.as_str().to_owned() }
            }
            Deemed::Spectator => Self::Spectator {},
            Deemed::BoardMoved { board } => Self::BoardMoved { board: board.as_str().to_owned() },
            Deemed::Complained { seat, text, own_time } => {
                Self::Complained { seat: (*seat).into(), text: text.as_str().to_owned(), own_time: *own_time }
            }
        }
    }
}
