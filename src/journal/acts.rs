//! What happens beside the moves of a game and is worth a line in its record (rulebook J-01, L-02). Pure.

use std::collections::VecDeque;

use crate::game::event as game;
use crate::game::moment::Moment;
use crate::journal::arbitration::ArbiterEvent;
use crate::journal::event::Event;

/// The most acts that a table keeps at hand; the journal has them all.
pub const ACTS_MAX: usize = 256;

/// What one record said that is worth a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Act {
    /// When.
    pub at: Moment,
    /// How many moves stood.
    pub after: usize,
    /// What, in order.
    pub events: Vec<Event>,
}

/// The acts of a table in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Acts(VecDeque<Act>);

impl Acts {
    /// The acts in order.
    pub(super) fn iter(&self) -> impl ExactSizeIterator<Item = &Act> {
        self.0.iter()
    }

    /// Writes down a record after which `moves` stand, if it is worth a line.
    pub(super) fn note(&mut self, at: Moment, moves: usize, events: &[Event]) {
        self.0.iter_mut().for_each(|act| act.after = act.after.min(moves));
        if !events.iter().any(is_worth_a_line) {
            return;
        }
        if self.0.len() == ACTS_MAX {
            self.0.pop_front();
        }
        // What is told to nobody is in the journal alone.
        let events = events.iter().filter(|event| !matches!(event, Event::Envelope(_))).cloned().collect();
        self.0.push_back(Act { at, after: moves, events });
    }
}

fn is_worth_a_line(event: &Event) -> bool {
    match event {
        Event::Arbitration(event) => match event {
            ArbiterEvent::Officiated { .. }
            | ArbiterEvent::Ruled { .. }
            | ArbiterEvent::Presides { .. }
            | ArbiterEvent::Dismissed { .. }
            | ArbiterEvent::Complained { .. } => true,
            // Each follows the ruling that brought it about.
            ArbiterEvent::Muted { .. }
            | ArbiterEvent::Unmuted { .. }
            | ArbiterEvent::Removed { .. }
            | ArbiterEvent::Readmitted { .. }
            | ArbiterEvent::Kept { .. }
            | ArbiterEvent::BoardMoved { .. } => false,
        },
        Event::Game(event) => match event {
            game::Event::DrawOffered { .. }
            | game::Event::DrawOfferDropped { .. }
            | game::Event::DrawDeclined { .. }
            | game::Event::ClaimFailed { .. }
            | game::Event::PlaysAgain { .. }
            | game::Event::Violated { .. }
            | game::Event::TimeFouled { .. }
            | game::Event::TimeSplit
            | game::Event::Suspended { .. }
            | game::Event::ResultAccepted { .. }
            | game::Event::ResultDisputed { .. }
            | game::Event::ResultSettled { .. }
            | game::Event::Asked { .. }
            | game::Event::Denied { .. }
            | game::Event::TakenBack { .. }
            | game::Event::Paused
            | game::Event::Resumed
            | game::Event::TimeGiven { .. }
            | game::Event::Sealed { .. } => true,
            game::Event::Started { .. }
            | game::Event::Moved { .. }
            | game::Event::ForcedPass { .. }
            | game::Event::Arrived { .. }
            | game::Event::Halted
            | game::Event::Continued { .. }
            | game::Event::ClockSet { .. }
            | game::Event::TimePenalised { .. }
            | game::Event::Restarted { .. }
            | game::Event::Adjourned
            | game::Event::Unsealed { .. }
            | game::Event::Confirmed { .. }
            | game::Event::Punished { .. }
            | game::Event::Annulled { .. }
            | game::Event::Disqualified { .. }
            | game::Event::Ended { .. } => false,
        },
        Event::Opened(_)
        | Event::Seated { .. }
        | Event::Colours(_)
        | Event::RematchOffered { .. }
        | Event::RematchDeclined { .. }
        | Event::RematchMade { .. }
        | Event::Envelope(_) => false,
    }
}
