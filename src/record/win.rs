//! How a win came about (rulebook B-15).

use crate::game::board::{Board, Stone};
use crate::game::event::Reason;
use crate::game::rules::Position;
use crate::record::{Placed, Record};

/// How a win came about on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Win {
    /// Of which kind it is.
    pub class: WinClass,
    /// Whether every stone of the winner before the five made a four, two of them at least.
    pub by_fours: bool,
}

/// The kinds of wins on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WinClass {
    /// By a forbidden move of the opponent.
    Chase,
    /// By a five.
    Free,
}

impl Record {
    /// How the win came about, if it did on the board; nothing for a win by time, by resignation or by a ruling.
    pub fn win(&self) -> Option<Win> {
        let winner = self.winner().filter(|_| self.is_whole())?;
        match self.outcome.as_ref()?.reason {
            Reason::Five { .. } => Some(Win { class: WinClass::Free, by_fours: self.is_by_fours(winner) }),
            Reason::Forbidden { .. } | Reason::ForcedForbidden { .. } => {
                Some(Win { class: WinClass::Chase, by_fours: false })
            }
            Reason::Resigned
            | Reason::Flag
            | Reason::Violations
            | Reason::Agreement
            | Reason::DoublePass
            | Reason::FullBoard
            | Reason::Aborted
            | Reason::Expired
            | Reason::SharedTime
            | Reason::TimeFouls
            | Reason::Late
            | Reason::DoubleForfeit
            | Reason::Ruled
            | Reason::SealedIllegal
            | Reason::Abandoned
            | Reason::RecordLost
            | Reason::Disqualified => None,
        }
    }

    /// Whether the winner's last stones but the five were fours, at least two of them.
    fn is_by_fours(&self, winner: Stone) -> bool {
        const FOURS_MIN: usize = 2;
        let stones = self.stones();
        let of_winner = (0..stones.len()).rev().filter(|index| stones[*index].stone == winner);
        let fours = of_winner.skip(1).take_while(|index| makes_four(&stones[..=*index], self));
        fours.take(FOURS_MIN).count() == FOURS_MIN
    }
}

/// Whether the last of the stones made a four.
fn makes_four(stones: &[Placed], record: &Record) -> bool {
    let Some((last, before)) = stones.split_last() else {
        return false;
    };
    let mut board = Board::new(record.board());
    before.iter().for_each(|placed| board.put(placed.point, placed.stone));
    !Position::seen_by(last.stone, &board).explain(last.point).fours.is_empty()
}
