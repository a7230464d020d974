//! The rules of one game as data, fixed before the first move and shown to all (rulebook W-13).

use crate::game::clock::TimeControl;
use crate::game::moment::Span;
use crate::game::point::BoardSize;
use crate::game::rules::{Five, Forbidden};

/// All that two people agree on before they play.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RuleSet {
    /// The board.
    pub board: BoardSize,
    /// Which rows win.
    pub five: Five,
    /// Whom the forbidden moves bind (F-01).
    pub forbidden: Forbidden,
    /// What follows a forbidden move (F-12).
    pub adjudication: Adjudication,
    /// Who says that there is a five (G-01).
    pub declaration: Declaration,
    /// How the first stones come onto the board (C).
    pub opening: OpeningRule,
    /// Whether a move may be passed (E-05).
    pub pass: PassRule,
    /// How draws are offered (H).
    pub draws: DrawRule,
    /// Whether a move can be taken back (E-02).
    pub takebacks: TakebackRule,
    /// The time each side has; none for a game without clocks.
    pub clock: Option<TimeControl>,
    /// How much of the network's delay is given back.
    pub lag: LagRule,
    /// When the game begins.
    pub start: StartRule,
}

/// What follows a forbidden move (F-12).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Adjudication {
    /// It loses at once.
    Auto,
}

/// Who says that there is a five (G-01).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Declaration {
    /// The server: a five ends the game.
    Automatic,
}

/// How the first stones come onto the board (C).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OpeningRule {
    /// By turns and anywhere (C-19).
    Free,
}

/// Whether a move may be passed (E-05).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PassRule {
    /// It may not.
    Never,
}

/// How draws are offered (H).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DrawRule {
    /// At any time, one standing offer at a table; a player whose offer was turned down moves before he offers again.
    Plain,
}

/// Whether a move can be taken back (E-02).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TakebackRule {
    /// A stone that was played stays.
    Never,
}

/// When the game begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StartRule {
    /// As soon as both seats are taken. A table that is not filled `within` this time is closed.
    WhenSeated {
        /// How long the table stays open.
        within: Span,
    },
}

/// How much of the delay that the server itself measured is given back to the mover (I-01 `lag_grace`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LagRule {
    /// The most for one move; zero turns the credit off.
    pub per_move: Span,
    /// The most for one player in one game.
    pub per_game: Span,
}

impl LagRule {
    /// No credit: what the network takes is the player's.
    pub const OFF: Self = Self { per_move: Span::ZERO, per_game: Span::ZERO };
    /// The usual credit, which is also the largest: 150 ms a move and 3 s a game.
    pub const USUAL: Self = Self { per_move: Span::from_millis(150), per_game: Span::from_secs(3) };
}

/// Why values do not go together as a rule set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadRules {
    /// Forbidden moves are defined on the 15-line board with renju's five.
    #[error(
        "forbidden moves need a board of 15 lines and the renju five; this has {board} lines and {five:?}"
    )]
    ForbiddenOutsideRenju {
        /// The lines of the board.
        board: u8,
        /// The winning rows.
        five: Five,
    },
    /// More lag credit than any game may give.
    #[error("lag credit is 150 ms a move and 3 s a game at most")]
    LagTooLarge,
    /// The table would stay open too short or too long.
    #[error("a table stays open for 1 min to 7 days")]
    OpenTime,
}

impl RuleSet {
    /// The shortest time a table stays open.
    pub const OPEN_MIN: Span = Span::from_secs(60);
    /// The longest time a table stays open.
    pub const OPEN_MAX: Span = Span::from_secs(7 * 24 * 3600);
    /// How long a table usually stays open.
    pub const OPEN_USUAL: Span = Span::from_secs(24 * 3600);

    /// Five or more wins, nothing is forbidden (T-01).
    pub const fn freestyle(clock: Option<TimeControl>) -> Self {
        Self::with(BoardSize::FIFTEEN, Five::FiveOrMore, Forbidden::Nobody, clock)
    }

    /// Exactly five wins, nothing is forbidden.
    pub const fn standard(clock: Option<TimeControl>) -> Self {
        Self::with(BoardSize::FIFTEEN, Five::ExactlyFive, Forbidden::Nobody, clock)
    }

    /// Black's double-three, double-four and overline lose at once; White's overline wins (F, G-02).
    pub const fn renju(clock: Option<TimeControl>) -> Self {
        Self::with(BoardSize::FIFTEEN, Five::Renju, Forbidden::Black, clock)
    }

    const fn with(board: BoardSize, five: Five, forbidden: Forbidden, clock: Option<TimeControl>) -> Self {
        Self {
            board,
            five,
            forbidden,
            adjudication: Adjudication::Auto,
            declaration: Declaration::Automatic,
            opening: OpeningRule::Free,
            pass: PassRule::Never,
            draws: DrawRule::Plain,
            takebacks: TakebackRule::Never,
            clock,
            lag: LagRule::USUAL,
            start: StartRule::WhenSeated { within: Self::OPEN_USUAL },
        }
    }

    /// Whether the values go together.
    ///
    /// # Errors
    /// [`BadRules`] names the values that clash.
    pub fn check(&self) -> Result<(), BadRules> {
        let renju_board = self.board == BoardSize::FIFTEEN && self.five == Five::Renju;
        if self.forbidden != Forbidden::Nobody && !renju_board {
            return Err(BadRules::ForbiddenOutsideRenju { board: self.board.lines(), five: self.five });
        }
        if self.lag.per_move > LagRule::USUAL.per_move || self.lag.per_game > LagRule::USUAL.per_game {
            return Err(BadRules::LagTooLarge);
        }
        let StartRule::WhenSeated { within } = self.start;
        if within < Self::OPEN_MIN || within > Self::OPEN_MAX {
            return Err(BadRules::OpenTime);
        }
        Ok(())
    }
}
