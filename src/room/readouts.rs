//! Which seconds of byo-yomi were read out, and which are due (rulebook I-10, I-21). Pure.

use crate::game::Game;
use crate::game::clock::Readout;
use crate::game::moment::{Moment, Span};

/// How late a second may be read out. Later it would only confuse.
pub const READOUT_STALE: Span = Span::from_millis(500);

/// How far a room has read out.
#[derive(Clone, Copy, Debug)]
pub(super) struct Readouts {
    until: Moment,
}

impl From<Moment> for Readouts {
    /// Nothing before `until` is read out any more.
    fn from(until: Moment) -> Self {
        Self { until }
    }
}

impl Readouts {
    /// The next second to be read out.
    pub(super) fn next(&self, game: &Game) -> Option<(Moment, Readout)> {
        if game.outcome().is_some() {
            return None;
        }
        game.clock()?.next_readout(self.until)
    }

    /// The seconds that have come by `now`, without those that are stale.
    pub(super) fn due(&mut self, game: &Game, now: Moment) -> Vec<Readout> {
        let mut due = Vec::new();
        self.until = self.until.max(Moment::ZERO + now.since(Moment::ZERO).saturating_sub(READOUT_STALE));
        while let Some((at, readout)) = self.next(game).filter(|(at, _)| *at <= now) {
            self.until = at;
            due.push(readout);
        }
        self.until = self.until.max(now);
        due
    }
}
