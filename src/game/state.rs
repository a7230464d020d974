//! One game: what may be done in it, and what then is so.
//!
//! [`Game::decide`] answers a command and changes nothing; [`Game::evolve`] is the only writer, for play and for
//! replay alike.

use crate::game::board::{Board, Stone};
use crate::game::clock::Clock;
use crate::game::event::{Command, Event, Outcome, Reason, Refusal, Score};
use crate::game::moment::{Moment, Span};
use crate::game::opening::{Opening, Owed};
use crate::game::point::Point;
use crate::game::rules::{self, Made};
use crate::game::ruleset::{Adjudication, Declaration, DrawRule, RuleSet, StartRule};
use crate::game::seat::{PerSeat, Seat};

/// A game from the opening of its table to its result. A plain value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    rules: RuleSet,
    board: Board,
    moves: Vec<Move>,
    opening: Option<Opening>,
    clock: Option<Clock>,
    offer: Option<Seat>,
    declined_at: PerSeat<Option<u16>>,
    started_at: Option<Moment>,
    outcome: Option<Outcome>,
}

/// A move that was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// By whom.
    pub seat: Seat,
    /// The colour of the stone.
    pub stone: Stone,
    /// Where.
    pub point: Point,
    /// When.
    pub at: Moment,
    /// How long it took, before any credit.
    pub took: Span,
    /// How much of that was network delay and not charged.
    pub lag: Span,
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
            offer: None,
            declined_at: PerSeat::default(),
            started_at: None,
            outcome: None,
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

    /// The moves in order.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// How many moves were made (E-21).
    pub fn ply(&self) -> u16 {
        u16::try_from(self.moves.len()).unwrap_or(u16::MAX)
    }

    /// Who plays Black, once the game has begun.
    pub fn black(&self) -> Option<Seat> {
        self.opening.map(Opening::black)
    }

    /// Who owes what, while the game runs.
    pub fn owed(&self) -> Option<Owed> {
        if self.outcome.is_some() { None } else { self.opening.map(Opening::owed) }
    }

    /// The clocks, once the game has begun and if it has any.
    pub fn clock(&self) -> Option<&Clock> {
        self.opening.and(self.clock.as_ref())
    }

    /// Whose draw offer stands.
    pub const fn draw_offer(&self) -> Option<Seat> {
        self.offer
    }

    /// How the game ended.
    pub const fn outcome(&self) -> Option<&Outcome> {
        self.outcome.as_ref()
    }

    /// Whether both sit and it has not ended.
    pub const fn is_running(&self) -> bool {
        self.opening.is_some() && self.outcome.is_none()
    }

    /// When time alone will bring something about.
    pub fn deadline(&self) -> Option<Moment> {
        if self.outcome.is_some() {
            return None;
        }
        if self.opening.is_none() {
            let StartRule::WhenSeated { within } = self.rules.start;
            return Some(Moment::ZERO + within);
        }
        self.clock()?.deadline()
    }

    /// What time alone has brought about by `now`, and when it was due. A flag falls (I-03, I-04) once its deadline has
    /// been past for `grace`, within which a move may still be on its way to a server that will give its delay back.
    pub fn lapsed(&self, now: Moment, grace: Span) -> Option<(Moment, Event)> {
        let due = self.deadline()?;
        let Some(opening) = self.opening else {
            let scores = PerSeat { a: Score::Void, b: Score::Void };
            let outcome = Outcome { reason: Reason::Expired, scores };
            return (now >= due).then_some((due, Event::Ended { outcome }));
        };
        if now < due + grace {
            return None;
        }
        let outcome = lost_by(opening.owed().seat, Reason::Flag);
        Some((due, Event::Ended { outcome }))
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
            return Err(Refusal::GameOver);
        }
        match command {
            Command::Place { ply, point, lag } => self.decide_place(seat, ply, point, lag, now),
            Command::Resign => {
                self.opening.ok_or(Refusal::NotStarted)?;
                Ok(vec![Event::Ended { outcome: lost_by(seat, Reason::Resigned) }])
            }
            Command::OfferDraw { ply } => self.decide_offer(seat, ply),
            Command::AcceptDraw { ply } => {
                self.check_offer_to(seat, ply)?;
                Ok(vec![Event::Ended { outcome: drawn(Reason::Agreement) }])
            }
            Command::DeclineDraw { ply } => {
                self.check_offer_to(seat, ply)?;
                Ok(vec![Event::DrawDeclined { seat }])
            }
            Command::Abort => self.decide_abort(),
        }
    }

    /// Applies one event. Never fails: an event is a fact.
    pub fn evolve(&mut self, at: Moment, event: &Event) {
        match event {
            Event::Started { black } => {
                let opening = Opening::begin(self.rules.opening, *black);
                self.opening = Some(opening);
                self.started_at = Some(at);
                if let Some(clock) = &mut self.clock {
                    clock.start(opening.owed().seat, at);
                }
            }
            Event::Placed { seat, stone, point, lag } => self.evolve_placed(at, *seat, *stone, *point, *lag),
            Event::DrawOffered { seat } => self.offer = Some(*seat),
            Event::DrawDeclined { seat } => self.decline_offer_to(*seat),
            Event::Ended { outcome } => {
                self.offer = None;
                self.outcome = Some(outcome.clone());
                if let Some(clock) = &mut self.clock {
                    clock.stop(at);
                }
            }
        }
    }

    fn decide_place(
        &self,
        seat: Seat,
        ply: u16,
        point: Point,
        lag: Span,
        now: Moment,
    ) -> Result<Vec<Event>, Refusal> {
        let owed = self.opening.ok_or(Refusal::NotStarted)?.owed();
        self.check_ply(ply)?;
        if owed.seat != seat {
            return Err(Refusal::NotYourTurn);
        }
        let crate::game::opening::What::Stone(stone) = owed.what;
        if !self.board.size().contains(point) {
            return Err(Refusal::OffBoard { lines: self.board.size().lines() });
        }
        if !self.board.is_free(point) {
            return Err(Refusal::Occupied);
        }
        let lag = self.clock().map_or(Span::ZERO, |clock| clock.grant(seat, lag, now));
        let mut events = vec![Event::Placed { seat, stone, point, lag }];
        events.extend(self.outcome_of(seat, stone, point).map(|outcome| Event::Ended { outcome }));
        Ok(events)
    }

    /// How the game ends by this stone, if it does. A five wins whatever else the stone makes (F-07, G-05), and is
    /// looked for before the board counts as full (G-13).
    fn outcome_of(&self, seat: Seat, stone: Stone, point: Point) -> Option<Outcome> {
        let Declaration::Automatic = self.rules.declaration;
        let Adjudication::Auto = self.rules.adjudication;
        match rules::made_by(&self.board, point, stone, self.rules.five, self.rules.forbidden) {
            Made::Five { line } => Some(lost_by(seat.other(), Reason::Five { line })),
            Made::Foul(foul) => Some(lost_by(seat, Reason::Forbidden { point, foul })),
            Made::Nothing => {
                let is_last = usize::from(self.board.stones()) + 1 == self.board.size().points();
                is_last.then(|| drawn(Reason::FullBoard))
            }
        }
    }

    fn decide_offer(&self, seat: Seat, ply: u16) -> Result<Vec<Event>, Refusal> {
        let DrawRule::Plain = self.rules.draws;
        self.opening.ok_or(Refusal::NotStarted)?;
        self.check_ply(ply)?;
        if self.offer.is_some() {
            return Err(Refusal::OfferStands);
        }
        let has_moved_since =
            |declined_at: u16| self.moves.iter().skip(usize::from(declined_at)).any(|made| made.seat == seat);
        if self.declined_at[seat].is_some_and(|declined_at| !has_moved_since(declined_at)) {
            return Err(Refusal::OfferTooSoon);
        }
        Ok(vec![Event::DrawOffered { seat }])
    }

    fn check_offer_to(&self, seat: Seat, ply: u16) -> Result<(), Refusal> {
        self.opening.ok_or(Refusal::NotStarted)?;
        self.check_ply(ply)?;
        if self.offer == Some(seat.other()) { Ok(()) } else { Err(Refusal::NoOffer) }
    }

    fn decide_abort(&self) -> Result<Vec<Event>, Refusal> {
        if self.moves.len() >= 2 {
            return Err(Refusal::TooLateToAbort);
        }
        let scores = PerSeat { a: Score::Void, b: Score::Void };
        Ok(vec![Event::Ended { outcome: Outcome { reason: Reason::Aborted, scores } }])
    }

    fn check_ply(&self, ply: u16) -> Result<(), Refusal> {
        if ply == self.ply() { Ok(()) } else { Err(Refusal::StalePly { ply: self.ply() }) }
    }

    fn evolve_placed(&mut self, at: Moment, seat: Seat, stone: Stone, point: Point, lag: Span) {
        let began = self.moves.last().map(|last| last.at).or(self.started_at).unwrap_or(at);
        self.moves.push(Move { seat, stone, point, at, took: at.since(began), lag });
        self.board.put(point, stone);
        // A move declines the opponent's offer; one's own offer stands until it is answered (H-02, H-08).
        self.decline_offer_to(seat);
        self.opening = self.opening.map(Opening::placed);
        if let (Some(clock), Some(opening)) = (&mut self.clock, self.opening) {
            clock.complete_move(at, lag);
            clock.start(opening.owed().seat, at);
        }
    }

    fn decline_offer_to(&mut self, seat: Seat) {
        if self.offer == Some(seat.other()) {
            self.offer = None;
            self.declined_at[seat.other()] = Some(self.ply());
        }
    }
}

fn lost_by(seat: Seat, reason: Reason) -> Outcome {
    Outcome { reason, scores: PerSeat::from_fn(|each| if each == seat { Score::Loss } else { Score::Win }) }
}

fn drawn(reason: Reason) -> Outcome {
    Outcome { reason, scores: PerSeat { a: Score::Draw, b: Score::Draw } }
}
