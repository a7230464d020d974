//! The rules of one game as data, fixed before the first move and shown to all (rulebook W-13).

use crate::game::board::Stone;
use crate::game::clock::TimeControl;
use crate::game::moment::Span;
use crate::game::opening::{FIFTHS_MAX, OpeningRule};
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
    /// Whose win a drawn game is, where one side has to win; none where a draw is half a point each (D-13).
    pub draw_wins: Option<Stone>,
    /// Whether a move can be taken back (E-02).
    pub takebacks: TakebackRule,
    /// Whether players can let the clocks stand still (I-23).
    pub pauses: PauseRule,
    /// Whether a player may give the other time.
    pub gifts: GiftRule,
    /// How long a player who is gone is waited for before the other may claim the game; none if he never may (G-08).
    pub absence: Option<Span>,
    /// Whether players confirm the result, or dispute it before an arbiter (G-17).
    pub confirm_result: bool,
    /// The time each side has; none for a game without clocks.
    pub clock: Option<TimeControl>,
    /// How much of the network's delay is given back.
    pub lag: LagRule,
    /// When the game begins.
    pub start: StartRule,
    /// Which edition of the competition rules an arbiter goes by.
    pub edition: Edition,
}

/// What follows a forbidden move (F-12).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Adjudication {
    /// It loses at once.
    Auto,
    /// It loses if the opponent points it out before he completes a move (F-11). Nobody is shown forbidden points (F-16).
    Claim {
        /// Whether an overline can be pointed out until the end of the game (F-13).
        overline_any_time: bool,
    },
    /// If the opponent points it out before he completes a move, it is taken off and its owner moves again (F-17, S-05).
    /// Nobody is shown forbidden points. Whoever has no other move left has lost.
    PlayAgain {
        /// Whether a second forbidden stone in the same turn loses.
        forced_loss: bool,
    },
    /// It is refused, and the players are shown where they may not play.
    Block,
}

impl Adjudication {
    /// Whether nothing follows unless the opponent points the stone out (F-11, F-17).
    pub const fn is_claimed(self) -> bool {
        match self {
            Self::Claim { .. } | Self::PlayAgain { .. } => true,
            Self::Auto | Self::Block => false,
        }
    }
}

/// Who says that there is a five (G-01).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Declaration {
    /// The server: a five ends the game.
    Automatic,
    /// Its owner, with the move or while it stands (G-03).
    Declared,
}

/// Whether a move may be passed (E-05).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PassRule {
    /// It may not.
    Never,
    /// From the sixth move on, once the opening is over. Two passes in a row are a draw (G-12).
    FromMoveSix,
}

/// How draws are offered (H).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DrawRule {
    /// At any time, one standing offer at a table; a player whose offer was turned down moves before he offers again.
    Plain,
    /// With one's own move, at most two more than the opponent (H-01, H-05).
    WithMove {
        /// Whether an improper offer is delivered, so that the opponent can accept it or object (H-04); otherwise it is
        /// refused, or left out of its move.
        strict: bool,
    },
}

/// Whether a move can be taken back (E-02).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TakebackRule {
    /// A stone that was played stays.
    Never,
    /// If the opponent agrees.
    ByAgreement,
}

/// Whether players can let the clocks stand still (I-23).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PauseRule {
    /// They cannot.
    Never,
    /// If both agree.
    ByAgreement,
}

/// Whether a player may give the other time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GiftRule {
    /// He may not.
    Never,
    /// A quarter of a minute at a time.
    Allowed,
}

/// When the game begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StartRule {
    /// As soon as both seats are taken. A table that is not filled `within` this time is closed.
    WhenSeated {
        /// How long the table stays open.
        within: Span,
    },
    /// At a time, whoever is there (I-19). From then on the clock of each player runs who has not come (I-20).
    Scheduled {
        /// How long after the opening of the room it begins.
        after: Span,
        /// How late a player may come. Whoever is not there by then has lost.
        late: Span,
    },
}

/// An edition of the Chinese competition rules, by which an arbiter goes: how much time he may take and give (L-04), and
/// until when he may correct colours (D-10, D-11).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Edition {
    /// Of 2013: up to five minutes each way, as the case may be; colours until White's second stone, within a quarter of
    /// an hour, and then both clocks begin anew.
    Of2013,
    /// Of 2009: five minutes from the offender, two to the opponent; colours until the fourth stone, and the clocks begin
    /// anew if the pairing was wrong.
    Of2009,
    /// Before that: as 2009, but an offender with less than seven minutes keeps them, and the opponent gets all seven.
    Older,
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
        "forbidden moves need a board of 15 lines, and exactly five to win for whom they bind; this has {board} lines and {five:?}"
    )]
    ForbiddenOutsideRenju {
        /// The lines of the board.
        board: u8,
        /// The winning rows.
        five: Five,
    },
    /// Nothing is forbidden, and yet it is said what follows a forbidden move.
    #[error("nothing is forbidden here, so forbidden moves can be neither claimed nor blocked")]
    NothingToAdjudicate,
    /// The opening is one of a board of 15 lines (C-01).
    #[error("this opening needs a board of 15 lines; this has {board}")]
    OpeningNeedsFifteenLines {
        /// The lines of the board.
        board: u8,
    },
    /// The opening begins in the centre, and the board has none.
    #[error("this opening begins in the centre, and a board of {board} lines has none")]
    OpeningNeedsCentre {
        /// The lines of the board.
        board: u8,
    },
    /// The number of alternatives cannot always be met (C-07).
    #[error("the number of alternatives is 1 to {FIFTHS_MAX}, not {number}")]
    Fifths {
        /// The number asked for.
        number: u8,
    },
    /// More lag credit than any game may give.
    #[error("lag credit is 150 ms a move and 3 s a game at most")]
    LagTooLarge,
    /// An absent player would be waited for too short or too long.
    #[error("who is gone is waited for between 30 s and 1 h")]
    Absence,
    /// The game would begin too late, or wait too long or too short.
    #[error("a game begins within 30 days, and waits 1 min to 4 h for who is late")]
    Schedule,
    /// The table would stay open too short or too long.
    #[error("a table stays open for 1 min to 7 days")]
    OpenTime,
}

impl RuleSet {
    /// The shortest time a table stays open.
    pub const OPEN_MIN: Span = Span::from_secs(60);
    /// The longest time a table stays open.
    pub const OPEN_MAX: Span = Span::from_secs(7 * 24 * 3600);
    /// The least time that an absent player is waited for.
    pub const ABSENCE_MIN: Span = Span::from_secs(30);
    /// The most time that an absent player is waited for.
    pub const ABSENCE_MAX: Span = Span::from_secs(3600);
    /// The furthest ahead that a game can be scheduled.
    pub const AHEAD_MAX: Span = Span::from_secs(30 * 24 * 3600);
    /// The least lateness that is waited for.
    pub const LATE_MIN: Span = Span::from_secs(60);
    /// The most lateness that is waited for.
    pub const LATE_MAX: Span = Span::from_secs(4 * 3600);
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
            opening: OpeningRule::FREE,
            pass: PassRule::Never,
            draws: DrawRule::Plain,
            draw_wins: None,
            takebacks: TakebackRule::Never,
            pauses: PauseRule::Never,
            gifts: GiftRule::Never,
            absence: None,
            confirm_result: false,
            clock,
            lag: LagRule::USUAL,
            start: StartRule::WhenSeated { within: Self::OPEN_USUAL },
            edition: Edition::Of2013,
        }
    }

    /// Whether the values go together.
    ///
    /// # Errors
    /// [`BadRules`] names the values that clash.
    pub fn check(&self) -> Result<(), BadRules> {
        let goes = match self.forbidden {
            Forbidden::Nobody => true,
            Forbidden::Black => self.five == Five::Renju && self.board == BoardSize::FIFTEEN,
            Forbidden::Both => self.five == Five::ExactlyFive && self.board == BoardSize::FIFTEEN,
        };
        if !goes {
            return Err(BadRules::ForbiddenOutsideRenju { board: self.board.lines(), five: self.five });
        }
        if self.forbidden == Forbidden::Nobody && self.adjudication != Adjudication::Auto {
            return Err(BadRules::NothingToAdjudicate);
        }
        self.check_opening()?;
        if self.lag.per_move > LagRule::USUAL.per_move || self.lag.per_game > LagRule::USUAL.per_game {
            return Err(BadRules::LagTooLarge);
        }
        let is_within = |span: Span, least: Span, most: Span| span >= least && span <= most;
        if self.absence.is_some_and(|span| !is_within(span, Self::ABSENCE_MIN, Self::ABSENCE_MAX)) {
            return Err(BadRules::Absence);
        }
        match self.start {
            StartRule::WhenSeated { within } if !is_within(within, Self::OPEN_MIN, Self::OPEN_MAX) => {
                Err(BadRules::OpenTime)
            }
            StartRule::Scheduled { after, late }
                if after > Self::AHEAD_MAX || !is_within(late, Self::LATE_MIN, Self::LATE_MAX) =>
            {
                Err(BadRules::Schedule)
            }
            StartRule::WhenSeated { .. } | StartRule::Scheduled { .. } => Ok(()),
        }
    }

    fn check_opening(&self) -> Result<(), BadRules> {
        let lines = self.board.lines();
        if self.opening.needs_fifteen_lines() && self.board != BoardSize::FIFTEEN {
            return Err(BadRules::OpeningNeedsFifteenLines { board: lines });
        }
        let wants_centre = match self.opening {
            OpeningRule::Pro | OpeningRule::LongPro => true,
            OpeningRule::Free(free) => free.centre,
            OpeningRule::Agreed { .. }
            | OpeningRule::Specified { .. }
            | OpeningRule::Soosyrv { .. }
            | OpeningRule::Tarannikov
            | OpeningRule::Taraguchi { .. }
            | OpeningRule::Sakata
            | OpeningRule::RenjuSwap
            | OpeningRule::Swap
            | OpeningRule::Swap2
            | OpeningRule::Swap1 => false,
        };
        if wants_centre && lines.is_multiple_of(2) {
            return Err(BadRules::OpeningNeedsCentre { board: lines });
        }
        match self.opening.fifths() {
            Some(number) if number == 0 || number > FIFTHS_MAX => Err(BadRules::Fifths { number }),
            Some(_) | None => Ok(()),
        }
    }
}
