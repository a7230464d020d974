//! The opening rules there are, as data (rulebook C; renju-facts 2).

use crate::game::opening::names::NamedOpening;
use crate::game::point::Point;

/// How the first stones come onto the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OpeningRule {
    /// By turns (C-19), with what else the event asks for.
    Free(FreeOpening),
    /// The three stones of a named opening stand already, White plays the fourth (C-12).
    Agreed {
        /// Which.
        opening: &'static NamedOpening,
        /// Whether White may swap first.
        swap: bool,
    },
    /// The opener lays one of the 26, the other may swap, White plays the fourth, Black shows alternatives for the
    /// fifth, White keeps one and plays the sixth (C-02 to C-10, C-16, C-18).
    Specified {
        /// How many alternatives there are.
        fifths: Fifths,
    },
    /// As the specified opening, but whoever plays the fourth stone announces the number, and the other may swap again.
    Soosyrv {
        /// The largest number that may be announced.
        most: u8,
    },
    /// A swap after each of the first five stones, whose zones grow from the centre to 9x9 (C-17).
    Tarannikov,
    /// As Tarannikov for four stones; Black then plays the fifth in 9x9 with a last swap, or shows alternatives anywhere.
    Taraguchi {
        /// How many alternatives.
        fifths: u8,
    },
    /// The opener lays one of the 26, the other plays the fourth in 7x7 and the fifth in 9x9, the opener takes a colour.
    Sakata,
    /// Three stones by turns in the zones of the 26, a swap, and two alternatives for the fifth (the rule until 1995).
    RenjuSwap,
    /// The opener puts two black stones and a white one anywhere, the other takes a colour.
    Swap,
    /// As swap; the other may instead put a white and a black stone, and the opener takes a colour.
    Swap2,
    /// The opener puts the first stone, the other may swap.
    Swap1,
    /// The first stone in the centre, the third outside the central 5x5.
    Pro,
    /// The first stone in the centre, the third outside the central 7x7.
    LongPro,
}

/// What is asked for in an opening by turns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct FreeOpening {
    /// The first stone goes on the centre (`renju-pop`).
    pub centre: bool,
    /// White's first stone goes on his own side (C-13).
    pub own_side: bool,
    /// The first three stones make one of the 26 (C-14).
    pub only_26: bool,
    /// White may swap once three stones stand (C-20).
    pub swap_after_three: bool,
}

/// How many alternatives for the fifth move Black shows (C-07).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fifths {
    /// So many.
    Fixed(u8),
    /// As many as the opener announces with the opening.
    Announced,
}

/// The most alternatives that can always be met: over all 26 openings and all fourth moves the fewest points of
/// different shape are 62.
pub const FIFTHS_MAX: u8 = 62;

impl OpeningRule {
    /// Stones by turns, anywhere.
    pub const FREE: Self =
        Self::Free(FreeOpening { centre: false, own_side: false, only_26: false, swap_after_three: false });

    /// The stones that stand before the first move, in order.
    pub fn laid(self) -> Vec<Point> {
        if let Self::Agreed { opening, swap: _ } = self { opening.stones().to_vec() } else { Vec::new() }
    }

    /// Whether it speaks of the 26 openings or of zones that only a board of 15 lines has.
    pub const fn needs_fifteen_lines(self) -> bool {
        match self {
            Self::Free(free) => free.only_26 || free.own_side,
            Self::Agreed { .. }
            | Self::Specified { .. }
            | Self::Soosyrv { .. }
            | Self::Tarannikov
            | Self::Taraguchi { .. }
            | Self::Sakata
            | Self::RenjuSwap => true,
            Self::Swap | Self::Swap2 | Self::Swap1 | Self::Pro | Self::LongPro => false,
        }
    }

    /// The largest number of alternatives the rule can come to, if it has any.
    pub const fn fifths(self) -> Option<u8> {
        match self {
            Self::Specified { fifths: Fifths::Fixed(number) } => Some(number),
            Self::Specified { fifths: Fifths::Announced } => Some(FIFTHS_MAX),
            Self::Soosyrv { most } => Some(most),
            Self::Taraguchi { fifths } => Some(fifths),
            Self::RenjuSwap => Some(2),
            Self::Free(_)
            | Self::Agreed { .. }
            | Self::Tarannikov
            | Self::Sakata
            | Self::Swap
            | Self::Swap2
            | Self::Swap1
            | Self::Pro
            | Self::LongPro => None,
        }
    }
}
