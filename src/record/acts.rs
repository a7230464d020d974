//! What happened beside the moves, as the record tells it (rulebook J-01, L-02). Pure.

use std::collections::VecDeque;

use crate::game::event as game;
use crate::game::moment::Moment;
use crate::game::seat::Seat;
use crate::journal::{ArbiterEvent, BoardLabel, Event, Name, Recorded, Remark};

/// The most acts that a record tells; the journal has them all.
pub const ACTS_MAX: usize = 500;

/// What one input brought about beside the moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Act {
    /// When.
    pub at: Moment,
    /// In which attempt at the game, from 0: it may begin again from the first move.
    pub attempt: u16,
    /// How many moves of that attempt stood, those that were taken back later left out.
    pub after: usize,
    /// What, in order. Never empty.
    pub events: Vec<Deemed>,
}

/// Something that the record deems worth a line. People have names here and nothing else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Deemed {
    /// It happened in the game.
    Game(game::Event),
    /// A person took the office of an arbiter.
    Officiated {
        /// Who.
        arbiter: Name,
    },
    /// An arbiter was dismissed by the chief of the competition.
    Dismissed {
        /// Who.
        arbiter: Name,
    },
    /// An arbiter ruled what follows.
    Ruled {
        /// Who.
        arbiter: Name,
        /// Why.
        reason: Remark,
    },
    /// A spectator was muted, sent out, or let off either. The record does not say who it was.
    Spectator,
    /// The board got another label.
    BoardMoved {
        /// Which.
        board: BoardLabel,
    },
    /// A player complained to the arbiter.
    Complained {
        /// Who.
        seat: Seat,
        /// Of what.
        text: Remark,
        /// Whether on their own time.
        own_time: bool,
    },
}

/// The acts of a game in order.
#[derive(Debug, Default)]
pub(super) struct Acts {
    acts: VecDeque<Act>,
    left_out: u32,
    restarts: u16,
}

impl Acts {
    /// Writes down what a record says beside the moves, of which so many stand after it.
    pub(super) fn note(&mut self, record: &Recorded, moves: usize) {
        let is_restart = |event: &Event| matches!(event, Event::Game(game::Event::Restarted { .. }));
        if record.events.iter().any(is_restart) {
            self.restarts = self.restarts.saturating_add(1);
        }
        let attempt = self.restarts;
        for act in self.acts.iter_mut().filter(|act| act.attempt == attempt) {
            act.after = act.after.min(moves);
        }
        let is_ruled = record.events.iter().any(|event| matches!(event, Event::Arbitration(_)));
        let events: Vec<Deemed> = record.events.iter().filter_map(|event| deemed(event, is_ruled)).collect();
        if events.is_empty() {
            return;
        }
        if self.acts.len() == ACTS_MAX {
            self.acts.pop_front();
            self.left_out += 1;
        }
        self.acts.push_back(Act { at: record.at, attempt, after: moves, events });
    }

    /// The acts, how many were left out before them, and how often the game began again.
    pub(super) fn into_parts(self) -> (Vec<Act>, u32, u16) {
        (self.acts.into(), self.left_out, self.restarts)
    }
}

fn deemed(event: &Event, is_ruled: bool) -> Option<Deemed> {
    match event {
        Event::Game(event) => is_worth_a_line(event, is_ruled).then(|| Deemed::Game(event.clone())),
        Event::Arbitration(event) => Some(match event {
            ArbiterEvent::Officiated { person } | ArbiterEvent::Presides { person } => {
                Deemed::Officiated { arbiter: person.name.clone() }
            }
            ArbiterEvent::Dismissed { person } => Deemed::Dismissed { arbiter: person.name.clone() },
            ArbiterEvent::Kept { .. } => return None,
            ArbiterEvent::Ruled { arbiter, reason, ground: _ } => {
                Deemed::Ruled { arbiter: arbiter.name.clone(), reason: reason.clone() }
            }
            ArbiterEvent::Muted { .. }
            | ArbiterEvent::Unmuted { .. }
            | ArbiterEvent::Removed { .. }
            | ArbiterEvent::Readmitted { .. } => Deemed::Spectator,
            ArbiterEvent::BoardMoved { board } => Deemed::BoardMoved { board: board.clone() },
            ArbiterEvent::Complained { seat, text, own_time } => {
                Deemed::Complained { seat: *seat, text: text.clone(), own_time: *own_time }
            }
        }),
        Event::Opened(_)
        | Event::Seated { .. }
        | Event::Colours(_)
        | Event::RematchOffered { .. }
        | Event::RematchDeclined { .. }
        | Event::RematchMade { .. }
        | Event::Envelope(_) => None,
    }
}

fn is_worth_a_line(event: &game::Event, is_ruled: bool) -> bool {
    match event {
        // The moves and the result have places of their own; how an arbiter ended the game belongs to the ruling.
        game::Event::Started { .. } | game::Event::Moved { .. } | game::Event::ForcedPass { .. } => false,
        game::Event::Ended { .. } => is_ruled,
        game::Event::DrawOffered { .. }
        | game::Event::DrawOfferDropped { .. }
        | game::Event::DrawDeclined { .. }
        | game::Event::ClaimFailed { .. }
        | game::Event::PlaysAgain { .. }
        | game::Event::Violated { .. }
        | game::Event::Asked { .. }
        | game::Event::Denied { .. }
        | game::Event::TakenBack { .. }
        | game::Event::Paused
        | game::Event::Resumed
        | game::Event::Arrived { .. }
        | game::Event::TimeFouled { .. }
        | game::Event::Halted
        | game::Event::Continued { .. }
        | game::Event::ClockSet { .. }
        | game::Event::TimeSplit
        | game::Event::TimePenalised { .. }
        | game::Event::Restarted { .. }
        | game::Event::Adjourned
        | game::Event::Sealed { .. }
        | game::Event::Unsealed { .. }
        | game::Event::Confirmed { .. }
        | game::Event::TimeGiven { .. }
        | game::Event::Suspended { .. }
        | game::Event::ResultAccepted { .. }
        | game::Event::ResultDisputed { .. }
        | game::Event::ResultSettled { .. }
        | game::Event::Annulled { .. }
        | game::Event::Disqualified { .. }
        | game::Event::Punished { .. } => true,
    }
}
