//! The public record of a game, as it is handed out and kept (rulebook J-01). Pure.
//!
//! It is made from a room's journal and holds nothing that is told to nobody: no lot before the end, no sealed move
//! before it is opened, and people by their names alone. Each form it is written in has a file of its own; [`import`]
//! reads three of them back.

mod acts;
mod diagram;
mod film;
pub mod import;
mod json;
mod notation;
mod picture;
mod psq;
mod sgf;
mod text;
mod win;
mod words;

pub use acts::{ACTS_MAX, Act, Deemed};
pub use diagram::{Diagram, SVG_BYTES_MAX};
pub use film::{FILM_BYTES_MAX, FILM_SIDE, FRAMES_MAX, Film};
pub use json::{JSON_BYTES_MAX, RecordForm};
pub use picture::{BadPicture, PICTURE_HEIGHT, PICTURE_WIDTH};
pub use win::{Win, WinClass};
pub use words::summary;

use std::slice;

use crate::game::board::Stone;
use crate::game::clock::Reading;
use crate::game::event::{self as game, Deed, Outcome, Score};
use crate::game::moment::{Moment, Span};
use crate::game::point::{BoardSize, Point};
use crate::game::ruleset::RuleSet;
use crate::game::seal::Digest;
use crate::game::seat::{PerSeat, Seat};
use crate::journal::{
    BoardLabel, Colours, Event, Journal, Lot, Name, Opened, Phase, Recorded, Rematch, RoomId, Series, Table,
    WallTime,
};
use acts::Acts;

/// The public record of a game, as far as it has gone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The room it is played in.
    pub room: RoomId,
    /// How many records of the room it sums up.
    pub next: u32,
    /// What was fixed before it.
    pub header: Header,
    /// What the players are called.
    pub names: PerSeat<Option<Name>>,
    /// Whether they are bots.
    pub are_bots: PerSeat<bool>,
    /// How far it is.
    pub phase: Phase,
    /// Who plays Black, after all swaps.
    pub black: Option<Seat>,
    /// Who was scheduled to open it, whatever was swapped since.
    pub opener: Option<Seat>,
    /// The stones that stood before the first move, in order (C-12).
    pub laid: Vec<Point>,
    /// The moves in order, up to where the record was asked for.
    pub moves: Vec<Move>,
    /// How many moves the game has.
    pub moves_total: usize,
    /// What happened beside the moves, in order; the latest [`ACTS_MAX`].
    pub acts: Vec<Act>,
    /// How many earlier acts were left out.
    pub acts_left_out: u32,
    /// How often it began again from the first move (D-10, E-12). The moves are those of the last attempt.
    pub restarts: u16,
    /// How many violations each player has.
    pub violations: PerSeat<u8>,
    /// How it ended.
    pub outcome: Option<Outcome>,
    /// What each had got at the end, if an arbiter has changed that since.
    pub earned: Option<PerSeat<Score>>,
    /// The label of the board.
    pub board: Option<BoardLabel>,
    /// The lot, once the game is over.
    pub lot: Option<Lot>,
    /// The room of the next game.
    pub rematch: Option<RoomId>,
}

/// What was fixed when the room was opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// What is played.
    pub rules: RuleSet,
    /// How colours were settled.
    pub colours: Colours,
    /// The wall clock when the room opened.
    pub wall: WallTime,
    /// The version of the server that opened it.
    pub server: String,
    /// The room of the game before it.
    pub previous: Option<RoomId>,
    /// The match it is part of, as it stood before it.
    pub series: Option<Series>,
    /// What the lot hashes to.
    pub lot_digest: Digest,
}

/// A move, or a step of the opening.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// By whom.
    pub seat: Seat,
    /// What.
    pub deed: Deed,
    /// Its number: stones and passes take one, swaps and picks do not (J-02).
    pub number: Option<u16>,
    /// When.
    pub at: Moment,
    /// How long it took, before any credit.
    pub took: Span,
    /// How much of that was network delay and not charged.
    pub lag: Span,
    /// What its player's clock showed after it.
    pub clock: Option<Left>,
    /// The alternatives that were shown and not kept.
    pub dropped: Vec<Point>,
}

/// What a player's clock showed after a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Left {
    /// The stage, from 0.
    pub stage: u8,
    /// What was left of the period.
    pub left: Span,
    /// How many periods were left, the present one among them.
    pub periods: u16,
    /// All time charged so far.
    pub used: Span,
    /// What was left of the time both share.
    pub shared: Option<Span>,
}

/// A stone on the board, with the number of its move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placed {
    /// Where.
    pub point: Point,
    /// Its colour.
    pub stone: Stone,
    /// The number of its move.
    pub number: u16,
}

impl Record {
    /// The record of a game whose journal this is.
    pub fn of(room: RoomId, journal: &Journal) -> Self {
        let table = journal.table();
        let (clocks, acts) = played_back(journal.tail(0).unwrap_or_default(), table.opened());
        let game = table.game();
        let laid = game.laid();
        let moves = numbered(game.moves(), &clocks, laid.len());
        let (acts, acts_left_out, restarts) = acts.into_parts();
        Self {
            room,
            next: journal.next(),
            header: Header::of(table.opened()),
            names: PerSeat::from_fn(|seat| table.seats()[seat].as_ref().map(|person| person.name.clone())),
            are_bots: PerSeat::from_fn(|seat| {
                table.seats()[seat].as_ref().is_some_and(|person| person.is_bot)
            }),
            phase: table.phase(),
            black: game.black(),
            opener: game.opener(),
            moves_total: moves.len(),
            laid,
            moves,
            acts,
            acts_left_out,
            restarts,
            violations: game.violations(),
            outcome: game.outcome().cloned(),
            earned: game.earned(),
            board: table.board().cloned(),
            lot: game.outcome().map(|_| table.opened().lot),
            rematch: match table.rematch() {
                Rematch::Made(room) => Some(room),
                Rematch::None | Rematch::Offered(_) => None,
            },
        }
    }

    /// The record with its first `ply` moves alone, or all of them if there are fewer (J-06). What is known of the game
    /// as a whole stays.
    #[must_use]
    pub fn until(mut self, ply: usize) -> Self {
        self.moves.truncate(ply);
        let restarts = self.restarts;
        self.acts.retain(|act| act.attempt < restarts || act.after <= ply);
        self
    }

    /// Whether it has all moves of the game.
    pub const fn is_whole(&self) -> bool {
        self.moves.len() == self.moves_total
    }

    /// The board.
    pub const fn board(&self) -> BoardSize {
        self.header.rules.board
    }

    /// The stones of the record in the order in which they came onto the board, with their numbers.
    pub fn stones(&self) -> Vec<Placed> {
        let laid = (1..).zip(&self.laid).map(|(number, point)| Placed {
            point: *point,
            stone: stone_of(number),
            number,
        });
        let played = self.moves.iter().filter_map(|made| {
            let (point, stone) = made.deed.stone()?;
            Some(Placed { point, stone, number: made.number? })
        });
        laid.chain(played).collect()
    }

    /// The alternatives for the fifth move that are shown where the record ends, none of them kept yet.
    pub fn shown(&self) -> &[Point] {
        match self.moves.last().map(|made| &made.deed) {
            Some(Deed::Showed(points)) => points,
            Some(
                Deed::Stone { .. }
                | Deed::Pass
                | Deed::ForcedPass
                | Deed::Chose(_)
                | Deed::Announced(_)
                | Deed::Kept(_),
            )
            | None => &[],
        }
    }

    /// What the player at a seat is called, and whether it is a bot, in words; none for a free seat.
    pub fn label(&self, seat: Seat) -> Option<String> {
        let name = self.names[seat].as_ref()?.as_str();
        Some(if self.are_bots[seat] { format!("{name} (bot)") } else { name.to_owned() })
    }

    /// The same of who plays a colour, after all swaps.
    pub fn label_of(&self, stone: Stone) -> Option<String> {
        let black = self.black?;
        self.label(if stone == Stone::Black { black } else { black.other() })
    }

    /// What the player of a colour is called, after all swaps.
    pub fn name_of(&self, stone: Stone) -> Option<&Name> {
        let black = self.black?;
        self.names[if stone == Stone::Black { black } else { black.other() }].as_ref()
    }
}

impl Header {
    fn of(opened: &Opened) -> Self {
        Self {
            rules: opened.rules.clone(),
            colours: opened.colours,
            wall: opened.wall,
            server: opened.server.clone(),
            previous: opened.previous,
            series: opened.series.clone(),
            lot_digest: opened.lot.digest(),
        }
    }
}

/// Black has the odd numbers.
const fn stone_of(number: u16) -> Stone {
    if number.is_multiple_of(2) { Stone::White } else { Stone::Black }
}

/// Plays the records once more: what the mover's clock showed after each move that stands, and what happened beside.
fn played_back(records: &[Recorded], opened: &Opened) -> (Vec<Option<Left>>, Acts) {
    let mut table = Table::new(opened.clone());
    let mut clocks = Vec::new();
    let mut acts = Acts::default();
    for record in records {
        for event in &record.events {
            table.apply(record.at, slice::from_ref(event));
            // Moves can be taken back, all of them when the game begins again.
            clocks.truncate(table.game().moves().len());
            if let Event::Game(game::Event::Moved { seat, .. } | game::Event::ForcedPass { seat }) = event {
                clocks.resize(table.game().moves().len(), left(&table, *seat, record.at));
            }
        }
        acts.note(record, table.game().moves().len());
    }
    (clocks, acts)
}

fn left(table: &Table, seat: Seat, at: Moment) -> Option<Left> {
    let clock = table.game().clock()?;
    let face = match clock.reading(seat, at) {
        Reading::Left(face) => face,
        Reading::Out => clock.face(seat).emptied(clock.control()),
    };
    Some(Left {
        stage: face.stage,
        left: face.left,
        periods: face.periods,
        used: face.used,
        shared: clock.shared_at(at),
    })
}

fn numbered(made: &[crate::game::Move], clocks: &[Option<Left>], laid: usize) -> Vec<Move> {
    let mut number = u16::try_from(laid).unwrap_or(u16::MAX);
    let mut shown: &[Point] = &[];
    let mut moves = Vec::with_capacity(made.len());
    for (index, made) in made.iter().enumerate() {
        let mut dropped = Vec::new();
        let takes_number = match &made.deed {
            Deed::Stone { .. } | Deed::Pass | Deed::ForcedPass => true,
            Deed::Kept(kept) => {
                dropped.extend(shown.iter().filter(|point| *point != kept));
                true
            }
            Deed::Showed(points) => {
                shown = points;
                false
            }
            Deed::Chose(_) | Deed::Announced(_) => false,
        };
        number = number.saturating_add(u16::from(takes_number));
        moves.push(Move {
            seat: made.seat,
            deed: made.deed.clone(),
            number: takes_number.then_some(number),
            at: made.at,
            took: made.took,
            lag: made.lag,
            clock: clocks.get(index).copied().flatten(),
            dropped,
        });
    }
    moves
}
