//! How the first stones come onto the board: a state machine whose every state says who owes what.
//!
//! A rule is a list of steps (a stone in a zone, a choice, a number, alternatives, the one that is kept), each owed by one
//! seat; a choice can put other steps in place of those that would have followed. After the last step stones are played
//! by turns.
//!
//! ```text
//!   specified   opener lays 3 (and N) ─> other: stay | swap ─> White 4 ─> Black shows N ─> White keeps 1, plays 6
//!   swap2       opener lays 3 ─> other: stay | swap | puts 2 more ─> opener: stay | swap
//!   tarannikov  1 ─> swap? ─> 2 ─> swap? ─> 3 ─> swap? ─> 4 ─> swap? ─> 5 ─> swap? ─> 6
//! ```
//!
//! The rules, the clock, the client and the bots all read the one answer, [`Opening::owed`]. A turn lasts as long as the
//! same seat owes something: that is when its clock is pressed (B-01, C-04, C-09).

mod fifths;
mod names;
mod rule;
mod script;
mod turn;
mod zone;

pub use fifths::FourStones;
pub use names::{NamedOpening, OPENINGS};
pub use rule::{FIFTHS_MAX, Fifths, FreeOpening, OpeningRule};
pub use script::Choice;
pub use zone::Zone;

use crate::game::board::Stone;
use crate::game::event::Deed;
use crate::game::point::Point;
use crate::game::seat::Seat;
use script::{By, Number, Step};

/// Where the opening stands.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Opening {
    rule: OpeningRule,
    /// What is still to be done, the next last.
    ahead: Vec<Step>,
    opener: Seat,
    black: Seat,
    /// Who put the last stone.
    last: Seat,
    /// How many moves were made: stones and passes, which take a number too (J-02).
    moves: u16,
    /// The announced number of alternatives.
    announced: u8,
    /// The alternatives shown, until one is kept.
    shown: Vec<Point>,
}

/// Where an opening stood, for when what was done since is undone. Most moves are made after the last step; then two
/// numbers are all that changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    /// After the last step.
    Settled {
        /// Who had put the last stone.
        last: Seat,
        /// How many moves had been made.
        moves: u16,
    },
    /// Before it.
    Open(Box<Opening>),
}

impl Mark {
    /// Whether nothing but stones by turns was left.
    pub(super) const fn is_settled(&self) -> bool {
        matches!(self, Self::Settled { .. })
    }
}

/// Exactly one seat owes exactly one thing.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Owed {
    /// Who.
    pub seat: Seat,
    /// What.
    pub what: What,
}

/// What a seat can owe.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum What {
    /// A stone of this colour on any free point of the zone.
    Stone {
        /// The colour.
        stone: Stone,
        /// Where it may stand.
        zone: Zone,
    },
    /// One of these.
    Choice(&'static [Choice]),
    /// The number of alternatives for the fifth move, from 1 to `most`.
    Announcement {
        /// The largest number.
        most: u8,
    },
    /// So many alternatives for the fifth move, no two of the same shape.
    Alternatives {
        /// How many.
        number: u8,
    },
    /// The one of the alternatives that stays.
    Keep,
}

impl Opening {
    /// The first state under `rule`, with the colours as they were settled before.
    pub fn begin(rule: OpeningRule, black: Seat) -> Self {
        let mut ahead = script::steps(rule);
        ahead.reverse();
        Self {
            rule,
            ahead,
            opener: black,
            black,
            last: black,
            moves: u16::try_from(rule.laid().len()).unwrap_or_default(),
            announced: 0,
            shown: Vec::new(),
        }
    }

    /// Who owes what.
    pub fn owed(&self) -> Owed {
        let stone = self.next_stone();
        let Some(step) = self.ahead.last() else {
            let what = What::Stone { stone, zone: Zone::Anywhere };
            return Owed { seat: self.holder(stone), what };
        };
        match *step {
            Step::Stone { by, zone } => Owed { seat: self.seat(by), what: What::Stone { stone, zone } },
            Step::Choose { by, options } => Owed { seat: self.seat(by), what: What::Choice(options) },
            Step::Announce { by, most } => Owed { seat: self.seat(by), what: What::Announcement { most } },
            Step::Offer { number } => {
                let what = match self.count(number) {
                    0 | 1 => What::Stone { stone, zone: Zone::Anywhere },
                    number => What::Alternatives { number },
                };
                Owed { seat: self.black, what }
            }
            Step::Keep => Owed { seat: self.black.other(), what: What::Keep },
        }
    }

    /// Who played Black at the beginning, whatever was swapped since.
    pub const fn opener(&self) -> Seat {
        self.opener
    }

    /// Who plays Black.
    pub const fn black(&self) -> Seat {
        self.black
    }

    /// The alternatives that are shown.
    pub fn shown(&self) -> &[Point] {
        &self.shown
    }

    /// Whether nothing but stones by turns is left.
    pub fn is_settled(&self) -> bool {
        self.ahead.is_empty()
    }

    /// Where it stands.
    pub(super) fn mark(&self) -> Mark {
        if self.is_settled() {
            Mark::Settled { last: self.last, moves: self.moves }
        } else {
            Mark::Open(Box::new(self.clone()))
        }
    }

    /// Goes back to where it stood.
    pub(super) fn go_back(&mut self, mark: Mark) {
        match mark {
            Mark::Settled { last, moves } => (self.last, self.moves) = (last, moves),
            Mark::Open(opening) => *self = *opening,
        }
    }

    /// What was owed was done by `seat`, or a move was given up.
    pub(super) fn apply(&mut self, seat: Seat, deed: &Deed) {
        let step = self.ahead.pop();
        match deed {
            Deed::Stone { .. } => {
                self.last = seat;
                self.moves += 1;
                // A single alternative is a stone, and nothing is then to be kept.
                if let Some(Step::Offer { .. }) = step {
                    self.ahead.pop();
                }
            }
            Deed::Pass | Deed::ForcedPass => self.moves += 1,
            Deed::Chose(choice) => self.choose(*choice),
            Deed::Announced(number) => self.announced = *number,
            Deed::Showed(points) => self.shown.clone_from(points),
            Deed::Kept(_) => {
                self.shown.clear();
                self.moves += 1;
                self.last = self.black;
            }
        }
    }

    fn choose(&mut self, choice: Choice) {
        if choice == Choice::Swap {
            self.black = self.black.other();
        }
        if let Some(mut steps) = script::branch(self.rule, choice) {
            steps.reverse();
            self.ahead = steps;
        }
    }

    const fn next_stone(&self) -> Stone {
        if self.moves.is_multiple_of(2) { Stone::Black } else { Stone::White }
    }

    const fn holder(&self, stone: Stone) -> Seat {
        match stone {
            Stone::Black => self.black,
            Stone::White => self.black.other(),
        }
    }

    const fn seat(&self, by: By) -> Seat {
        match by {
            By::Opener => self.opener,
            By::Other => self.opener.other(),
            By::Mover => self.holder(self.next_stone()),
            By::Last => self.last,
            By::NotLast => self.last.other(),
        }
    }

    const fn count(&self, number: Number) -> u8 {
        match number {
            Number::Fixed(number) => number,
            Number::Announced => self.announced,
        }
    }
}
