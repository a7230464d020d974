//! A game part of whose record is lost: it stands still until an arbiter rules (rulebook E-12, G-14, G-15).

use crate::game::event::{Event, Reason, Refusal};
use crate::game::moment::Moment;
use crate::game::state::{Game, Why, ended, void};

impl Game {
    /// What follows when `lost` records cannot be read that came after this state. A game that runs stands still; one
    /// that has not begun does not count, because nobody can say how far it went; a result that is known stands.
    pub fn suspend(&self, lost: u32) -> Vec<Event> {
        let mut events = vec![Event::Suspended { lost }];
        if self.opening.is_none() && self.outcome.is_none() {
            events.extend(ended(void(Reason::RecordLost)));
        }
        events
    }

    /// Whether the game waits for an arbiter because part of its record is lost.
    pub fn is_suspended(&self) -> bool {
        self.stop.is_some_and(|stop| stop.why == Why::Suspended)
    }

    /// Players do nothing in a game that waits for an arbiter.
    ///
    /// # Errors
    /// [`Refusal::Suspended`] if it does.
    pub fn check_not_suspended(&self) -> Result<(), Refusal> {
        if self.is_suspended() { Err(Refusal::Suspended) } else { Ok(()) }
    }

    /// What was offered, asked for or sealed belongs to a position that nobody knows any more.
    pub(super) fn evolve_suspended(&mut self, at: Moment) {
        if self.is_running() {
            self.offer = None;
            self.adjournment = None;
            self.stand_still(at, Why::Suspended);
        }
    }
}
