//! Which game of a competition a room is (rulebook B-17). Pure.

use crate::journal::ids::CompetitionId;

/// The match of a competition that a room's game is part of. Numbers are from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bout {
    /// Of which competition.
    pub competition: CompetitionId,
    /// In which round.
    pub round: u16,
    /// In which meeting of it.
    pub meeting: u16,
    /// On which board.
    pub board: u8,
}
