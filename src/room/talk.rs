//! What is said beside a game: players' talk and spectators' apart (rulebook E-22). Pure, bounded, and not recorded.

use std::collections::VecDeque;

use crate::game::moment::{Moment, Span};
use crate::journal::{CommandId, Person, PersonId, Remark};

/// How many lines a room keeps for who comes later.
pub const LINES_KEPT: usize = 100;
/// How many lines a person may say within [`LINES_WITHIN`].
pub const LINES_MAX: usize = 5;
/// See [`LINES_MAX`].
pub const LINES_WITHIN: Span = Span::from_secs(10);

/// What somebody is at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// Has a seat.
    Player,
    /// Arbitrates.
    Arbiter,
    /// Watches.
    Spectator,
}

/// Something that was said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// By whom.
    pub from: Person,
    /// As what.
    pub role: Role,
    /// What.
    pub text: Remark,
    /// When.
    pub at: Moment,
    /// What the client calls the command that said it.
    id: CommandId,
}

/// The talk of a room.
#[derive(Debug, Default)]
pub struct Talk {
    lines: VecDeque<Line>,
}

/// What becomes of something that is to be said.
#[derive(Debug, PartialEq, Eq)]
pub enum Said {
    /// It is said.
    New(Line),
    /// It was said before.
    Repeated,
    /// The person says too much.
    TooFast,
}

impl Line {
    /// Whether somebody hears it: spectators are not heard by who plays, as long as the game is not over.
    pub fn is_heard_by(&self, listener: Role, is_over: bool) -> bool {
        match (self.role, listener) {
            (Role::Player | Role::Arbiter, _) | (Role::Spectator, Role::Arbiter | Role::Spectator) => true,
            (Role::Spectator, Role::Player) => is_over,
        }
    }
}

impl Talk {
    /// What is kept, in order.
    pub fn lines(&self) -> impl Iterator<Item = &Line> {
        self.lines.iter()
    }

    /// Takes what a person wants to say.
    pub fn say(&mut self, from: Person, role: Role, text: Remark, id: CommandId, at: Moment) -> Said {
        if self.lines.iter().any(|line| line.from.id == from.id && line.id == id) {
            return Said::Repeated;
        }
        if self.said_lately(from.id, at) >= LINES_MAX {
            return Said::TooFast;
        }
        if self.lines.len() == LINES_KEPT {
            self.lines.pop_front();
        }
        let line = Line { from, role, text, at, id };
        self.lines.push_back(line.clone());
        Said::New(line)
    }

    fn said_lately(&self, person: PersonId, at: Moment) -> usize {
        let is_late = |line: &&Line| at.since(line.at) < LINES_WITHIN;
        self.lines.iter().rev().take_while(is_late).filter(|line| line.from.id == person).count()
    }
}
