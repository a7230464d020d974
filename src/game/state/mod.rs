//! One game: what may be done in it, and what then is so.
//!
//! [`Game::decide`] answers a command and changes nothing; [`Game::evolve`] is the only writer, for play and for
//! replay alike.

mod adjournment;
mod claims;
mod draws;
mod evolve;
mod favours;
mod moves;
mod passes;
mod result;
mod rulings;
mod suspension;
mod time;

pub use adjournment::{Adjournment, CONFIRM_WITHIN};
pub use favours::{GIFT, GIFTS_MAX};
pub use passes::FORCED_PASSES_MAX;
pub use result::{CONFIRM_RESULT_WITHIN, Confirmation};
pub use time::READY_BEFORE;

use crate::game::board::{Board, Stone};
use crate::game::clock::{Checkpoint, Clock};
use crate::game::event::{Command, Deed, Event, Favour, Outcome, Reason, Refusal, Score};
use crate::game::moment::{Moment, Span};
use crate::game::opening::{Mark, NamedOpening, Opening, Owed};
use crate::game::point::{BoardSize, Point};
use crate::game::rules::{self, Foul};
use crate::game::ruleset::{Adjudication, RuleSet, StartRule};
use crate::game::seat::{PerSeat, Seat};

/// How long a full board is kept open where the last stone can still be claimed (G-13).
pub const CLAIM_WINDOW: Span = Span::from_secs(10);

/// How many wrong claims are answered without consequence (F-14).
pub const WRONG_CLAIMS_FREE: u8 = 1;

/// How many violations lose a game (G-09).
pub const VIOLATIONS_MAX: u8 = 2;

/// A game from the opening of its table to its result. A plain value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    rules: RuleSet,
    board: Board,
    moves: Vec<Move>,
    opening: Option<Opening>,
    clock: Option<Clock>,
    /// Counts positions, so that no two in one game have the same number.
    ply: u16,
    /// When the one who owes something began to think.
    thinking_since: Moment,
    offer: Option<Offer>,
    offers: PerSeat<u16>,
    /// How often each was refused a draw, and after how many moves last.
    declined: PerSeat<(u8, usize)>,
    favour: Option<(Seat, Favour)>,
    /// How often each was refused a favour, and after how many moves last.
    refused: PerSeat<(u8, usize)>,
    /// How often each gave time.
    gifts: PerSeat<u8>,
    stop: Option<Stop>,
    adjournment: Option<Adjournment>,
    /// Who is there, where the game begins at a time.
    is_there: PerSeat<bool>,
    started_at: Option<Moment>,
    wrong_claims: PerSeat<u8>,
    /// Whose forbidden stone was taken off in this turn.
    playing_again: Option<Seat>,
    violations: PerSeat<u8>,
    outcome: Option<Outcome>,
    /// What each had got at the end, if that was changed since.
    earned: Option<PerSeat<Score>>,
    confirmation: Option<Confirmation>,
    disqualified: PerSeat<bool>,
}

/// Why the game stands still, and since when.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Stop {
    since: Moment,
    why: Why,
}

/// Why a game stands still.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Why {
    /// Both have agreed on a pause.
    Agreed,
    /// The arbiter stopped it.
    Halted,
    /// It is adjourned.
    Sealed,
    /// Part of its record is lost.
    Suspended,
}

/// A draw offer that stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Offer {
    /// Whose.
    pub seat: Seat,
    /// Whether the opponent may object to it.
    pub improper: bool,
}

/// A move that was made, or a step of the opening.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// By whom.
    pub seat: Seat,
    /// What.
    pub deed: Deed,
    /// When.
    pub at: Moment,
    /// How long it took, before any credit.
    pub took: Span,
    /// How much of that was network delay and not charged.
    pub lag: Span,
    /// What is so again when it is undone; none if it cannot be.
    before: Option<Before>,
}

/// What was so before a move.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Before {
    opening: Mark,
    clock: Option<Box<Checkpoint>>,
}

impl Game {
    /// A game that has not begun.
    pub fn new(rules: RuleSet) -> Self {
        let clock = rules.clock.clone().map(|control| Clock::new(control, rules.lag));
        Self {
            board: Board::new(rules.board),
            moves: Vec::new(),
            opening: None,
            clock,
            ply: 0,
            thinking_since: Moment::ZERO,
            offer: None,
            offers: PerSeat::default(),
            declined: PerSeat::default(),
            favour: None,
            refused: PerSeat::default(),
            gifts: PerSeat::default(),
            stop: None,
            adjournment: None,
            is_there: PerSeat::from_fn(|_| matches!(rules.start, StartRule::WhenSeated { .. })),
            started_at: None,
            wrong_claims: PerSeat::default(),
            playing_again: None,
            violations: PerSeat::default(),
            outcome: None,
            earned: None,
            confirmation: None,
            disqualified: PerSeat::default(),
            rules,
        }
    }

    /// The rules, which never change.
    pub const fn rules(&self) -> &RuleSet {
        &self.rules
    }

    /// The stones.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The stones that stood before the first move, in order (C-12).
    pub fn laid(&self) -> Vec<Point> {
        if self.opening.is_some() { self.rules.opening.laid() } else { Vec::new() }
    }

    /// The moves in order.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The number of the position (E-21). It grows with every move, and with every take-back.
    pub const fn ply(&self) -> u16 {
        self.ply
    }

    /// Who plays Black, once the game has begun.
    pub fn black(&self) -> Option<Seat> {
        self.opening.as_ref().map(Opening::black)
    }

    /// Who was scheduled to open the game, whatever was swapped since (D-08); known once it has begun.
    pub fn opener(&self) -> Option<Seat> {
        self.opening.as_ref().map(Opening::opener)
    }

    /// Who owes what, while the game runs. Nobody does on a full board that may still be claimed.
    pub fn owed(&self) -> Option<Owed> {
        if self.outcome.is_some() || self.board.is_full() {
            return None;
        }
        self.opening.as_ref().map(Opening::owed)
    }

    /// The alternatives for the fifth move that are shown.
    pub fn shown(&self) -> &[Point] {
        self.opening.as_ref().map(Opening::shown).unwrap_or_default()
    }

    /// The name of the opening that the first three stones make (C-03).
    pub fn named_opening(&self) -> Option<&'static NamedOpening> {
        if self.rules.board != BoardSize::FIFTEEN {
            return None;
        }
        let mut stones = self.stones().map(|(point, _)| point);
        NamedOpening::of([stones.next()?, stones.next()?, stones.next()?])
    }

    /// The points that are forbidden to who is to move, and why, where the rules show them (F-16).
    pub fn forbidden_points(&self) -> Vec<(Point, Foul)> {
        let shown = self.rules.adjudication == Adjudication::Block;
        match self.owed().map(|owed| owed.what) {
            Some(crate::game::opening::What::Stone { stone, .. }) if shown => {
                rules::forbidden_points(&self.board, stone, self.rules.forbidden)
            }
            Some(_) | None => Vec::new(),
        }
    }

    /// The clocks, once the game has begun and if it has any.
    pub fn clock(&self) -> Option<&Clock> {
        self.opening.as_ref().and(self.clock.as_ref())
    }

    /// The draw offer that stands.
    pub const fn draw_offer(&self) -> Option<Offer> {
        self.offer
    }

    /// Who asks for what.
    pub const fn favour(&self) -> Option<(Seat, Favour)> {
        self.favour
    }

    /// Whether the clocks stand still, by agreement or because the arbiter stopped the game.
    pub fn is_paused(&self) -> bool {
        self.stop.is_some_and(|stop| stop.why != Why::Sealed)
    }

    /// Whether the arbiter stopped the game.
    pub fn is_halted(&self) -> bool {
        self.stop.is_some_and(|stop| stop.why == Why::Halted)
    }

    /// Since when the clocks stand still, for whatever reason.
    pub fn stopped_since(&self) -> Option<Moment> {
        self.stop.map(|stop| stop.since)
    }

    /// How far an adjournment is.
    pub const fn adjournment(&self) -> Option<&Adjournment> {
        self.adjournment.as_ref()
    }

    /// Who is there, where the game begins at a time (I-20); both, where it begins when both sit.
    pub const fn is_there(&self) -> PerSeat<bool> {
        self.is_there
    }

    /// When the game began, or began again.
    pub const fn started_at(&self) -> Option<Moment> {
        self.started_at
    }

    /// How many violations each has (L-03).
    pub const fn violations(&self) -> PerSeat<u8> {
        self.violations
    }

    /// How the game ended.
    pub const fn outcome(&self) -> Option<&Outcome> {
        self.outcome.as_ref()
    }

    /// Whether both sit and it has not ended.
    pub const fn is_running(&self) -> bool {
        self.opening.is_some() && self.outcome.is_none()
    }

    /// Begins the game with these colours (I-19).
    ///
    /// # Errors
    /// [`Refusal::GameOver`] if it has ended before it began.
    pub fn start(&self, black: Seat) -> Result<Event, Refusal> {
        if self.outcome.is_some() { Err(Refusal::GameOver) } else { Ok(Event::Started { black }) }
    }

    /// Answers a command that arrived at `now` with the events it causes, or says why not.
    ///
    /// # Errors
    /// A [`Refusal`], upon which nothing is changed.
    pub fn decide(&self, seat: Seat, command: Command, now: Moment) -> Result<Vec<Event>, Refusal> {
        if self.outcome.is_some() {
            return self.decide_after_end(seat, &command);
        }
        self.check_not_suspended()?;
        if command == Command::Abort {
            return self.decide_abort();
        }
        if command == Command::Ready {
            return self.decide_ready(seat, now);
        }
        let opening = self.opening.as_ref().ok_or(Refusal::NotStarted)?;
        if !self.is_there[seat] {
            return self.decide_on_arrival(seat, command, now);
        }
        if let Some(ply) = command.ply()
            && ply != self.ply
        {
            return Err(Refusal::StalePly { ply: self.ply });
        }
        self.check_adjourned(&command)?;
        match command {
            Command::Place { .. }
            | Command::Pass { .. }
            | Command::Lay { .. }
            | Command::Choose { .. }
            | Command::Announce { .. }
            | Command::Show { .. }
            | Command::Keep { .. } => self.decide_move(opening, seat, command, now),
            Command::ClaimForbidden { point } => self.decide_claim(opening, seat, point),
            Command::DeclareFive => self.decide_declare(opening, seat),
            Command::Resign => Ok(ended(lost_by(seat, Reason::Resigned))),
            Command::OfferDraw { .. } => self.decide_offer(opening, seat),
            Command::AcceptDraw { .. } => self.decide_accept(seat),
            Command::DeclineDraw { .. } => self.decide_decline(seat),
            Command::Object { .. } => self.decide_object(seat),
            Command::AskTakeback { .. } => self.decide_ask(seat, Favour::Takeback),
            Command::AskPause { .. } => self.decide_ask(seat, Favour::Pause),
            Command::Grant { .. } => self.decide_grant(seat),
            Command::Deny { .. } => self.decide_deny(seat),
            Command::Resume => self.decide_resume(),
            Command::Confirm => self.decide_confirm(seat, now),
            Command::Abandon => Ok(ended(lost_by(seat, Reason::Abandoned))),
            Command::GiveTime => self.decide_give_time(seat),
            Command::ConfirmResult => Err(Refusal::NotOver),
            Command::Abort => self.decide_abort(),
            Command::Ready => self.decide_ready(seat, now),
        }
    }

    /// The stones in the order in which they came onto the board.
    fn stones(&self) -> impl Iterator<Item = (Point, Stone)> {
        let colours = [Stone::Black, Stone::White].into_iter().cycle();
        let laid = self.rules.opening.laid().into_iter().zip(colours);
        laid.chain(self.moves.iter().filter_map(|made| made.deed.stone()))
    }

    /// A board with all the stones there are.
    fn board_of_stones(&self) -> Board {
        let mut board = Board::new(self.rules.board);
        self.stones().for_each(|(point, stone)| board.put(point, stone));
        board
    }

    /// The end of a game that is drawn: half a point each, or the win of the colour that wins such a game (D-13).
    fn drawn(&self, reason: Reason) -> Outcome {
        match (self.rules.draw_wins, self.black()) {
            (Some(Stone::Black), Some(black)) => lost_by(black.other(), reason),
            (Some(Stone::White), Some(black)) => lost_by(black, reason),
            (Some(_), None) | (None, _) => halved(reason),
        }
    }

    /// The end of a game that a player has left.
    pub fn abandoned_by(&self, seat: Seat) -> Event {
        Event::Ended { outcome: lost_by(seat, Reason::Abandoned) }
    }

    fn decide_abort(&self) -> Result<Vec<Event>, Refusal> {
        if matches!(self.rules.start, StartRule::Scheduled { .. }) && self.opening.is_some() {
            return Err(Refusal::TooLateToAbort);
        }
        let has_moved = |seat: Seat| self.moves.iter().any(|made| made.seat == seat);
        if has_moved(Seat::A) && has_moved(Seat::B) {
            return Err(Refusal::TooLateToAbort);
        }
        Ok(ended(void(Reason::Aborted)))
    }
}

/// The one event that ends a game.
fn ended(outcome: Outcome) -> Vec<Event> {
    vec![Event::Ended { outcome }]
}

fn lost_by(seat: Seat, reason: Reason) -> Outcome {
    Outcome { reason, scores: PerSeat::from_fn(|each| if each == seat { Score::Loss } else { Score::Win }) }
}

/// A draw that is one whatever the rules say.
fn halved(reason: Reason) -> Outcome {
    Outcome { reason, scores: PerSeat { a: Score::Draw, b: Score::Draw } }
}

fn void(reason: Reason) -> Outcome {
    Outcome { reason, scores: PerSeat { a: Score::Void, b: Score::Void } }
}
