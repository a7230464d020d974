//! What is handed in and not shown: a sealed move, and what it hashes to (rulebook K-02).

use std::fmt;

use crate::game::event::{Command, Said};
use crate::game::moment::Span;
use crate::game::opening::Choice;
use crate::game::point::Point;

/// A move that is handed in. Whether it is legal is looked at when it is opened.
#[derive(Clone, PartialEq, Eq, Hash)]
pub enum SealedMove {
    /// A stone.
    Stone(Point),
    /// A pass.
    Pass,
    /// A choice of the opening.
    Choose(Choice),
    /// A number of alternatives.
    Announce(u8),
    /// The alternatives.
    Show(Vec<Point>),
    /// The alternative that stays.
    Keep(Point),
}

/// What something secret hashes to: a SHA-256.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Digest(pub [u8; 32]);

/// What is hashed with something secret, so that nobody finds it by trying.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Nonce(pub [u8; 16]);

impl SealedMove {
    /// The move as a command that answers the position `ply`.
    pub fn command(&self, ply: u16) -> Command {
        let (with, lag) = (Said::NOTHING, Span::ZERO);
        match self {
            Self::Stone(point) => Command::Place { ply, point: *point, with, lag },
            Self::Pass => Command::Pass { ply, with, lag },
            Self::Choose(choice) => Command::Choose { ply, choice: *choice, lag },
            Self::Announce(number) => Command::Announce { ply, number: *number, lag },
            Self::Show(points) => Command::Show { ply, points: points.clone(), lag },
            Self::Keep(point) => Command::Keep { ply, point: *point, lag },
        }
    }
}

/// Printing it would open it.
impl fmt::Debug for SealedMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SealedMove(..)")
    }
}

/// Printing it would help to open what it seals.
impl fmt::Debug for Nonce {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Nonce(..)")
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Digest({self})")
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Display for Nonce {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}
