//! What time alone brings about, and how games begin (rulebook I-03, I-04, I-13, I-16, I-19, I-20).

use crate::game::clock::{Clock, Lapse, OnFlag};
use crate::game::event::{Command, Event, Outcome, Reason, Refusal, Score, Settled};
use crate::game::moment::{Moment, Span};
use crate::game::opening::Opening;
use crate::game::ruleset::StartRule;
use crate::game::seat::{PerSeat, Seat};
use crate::game::state::{CLAIM_WINDOW, Game, Stop, Why, ended, lost_by, void};

/// How long before a scheduled game a player can say that he is there.
pub const READY_BEFORE: Span = Span::from_secs(15 * 60);

impl Game {
    /// When time alone will bring something about.
    pub fn deadline(&self) -> Option<Moment> {
        if self.outcome.is_some() {
            return self.result_due();
        }
        if self.opening.is_none() {
            return match self.rules.start {
                StartRule::WhenSeated { within } => Some(Moment::ZERO + within),
                StartRule::Scheduled { .. } => None,
            };
        }
        if let Some(until) = self.confirming_until() {
            return Some(until);
        }
        if self.stop.is_some() {
            return None;
        }
        if self.board.is_full() {
            return Some(self.thinking_since + CLAIM_WINDOW);
        }
        let flag = self.clock().and_then(Clock::deadline);
        flag.into_iter().chain(self.forfeit_at()).min()
    }

    /// What time alone has brought about by `now`, and when it was due. A flag falls (I-03, I-04) once its deadline has
    /// been past for `grace`, within which a move may still be on its way to a server that will give its delay back.
    pub fn lapsed(&self, now: Moment, grace: Span) -> Option<(Moment, Vec<Event>)> {
        let due = self.deadline()?;
        if now < due {
            return None;
        }
        if self.outcome.is_some() {
            return Some((due, vec![Event::ResultSettled { by: Settled::Time }]));
        }
        if self.opening.is_none() {
            return Some((due, ended(void(Reason::Expired))));
        }
        if self.confirming_until().is_some() {
            return Some((due, self.play_sealed(due)));
        }
        if self.board.is_full() {
            return Some((due, ended(self.drawn(Reason::FullBoard))));
        }
        if self.forfeit_at() == Some(due) {
            return Some((due, ended(self.forfeited())));
        }
        if now < due + grace {
            return None;
        }
        let (_, lapse) = self.clock()?.lapse()?;
        Some((due, self.out_of_time(lapse)))
    }

    /// Who is out of time gets a foul or loses the turn where that follows, and has lost otherwise.
    fn out_of_time(&self, lapse: Lapse) -> Vec<Event> {
        ended(match lapse {
            Lapse::SharedTime => self.drawn(Reason::SharedTime),
            Lapse::Split => return vec![Event::TimeSplit],
            Lapse::BothOut => both_lost(Reason::DoubleForfeit),
            Lapse::Out(seat) => {
                let on_flag = self.clock.as_ref().map_or(OnFlag::Loss, |clock| clock.control().on_flag());
                let fouls = self.clock.as_ref().map_or(0, |clock| clock.face(seat).fouls);
                match on_flag {
                    OnFlag::Fouls(limit) if fouls + 1 < limit.get() => {
                        return vec![Event::TimeFouled { seat }];
                    }
                    OnFlag::Fouls(_) => lost_by(seat, Reason::TimeFouls),
                    OnFlag::Loss => lost_by(seat, Reason::Flag),
                    OnFlag::Pass => match self.forced_pass(seat) {
                        Some(passed) => return vec![passed],
                        None => lost_by(seat, Reason::Flag),
                    },
                }
            }
        })
    }

    /// When whoever is not there has lost by it.
    pub fn forfeit_at(&self) -> Option<Moment> {
        match self.rules.start {
            StartRule::Scheduled { late, .. } if self.is_there != (PerSeat { a: true, b: true }) => {
                Some(self.started_at? + late)
            }
            StartRule::Scheduled { .. } | StartRule::WhenSeated { .. } => None,
        }
    }

    fn forfeited(&self) -> Outcome {
        match (self.is_there.a, self.is_there.b) {
            (false, false) => both_lost(Reason::DoubleForfeit),
            (false, true) => lost_by(Seat::A, Reason::Late),
            (true, _) => lost_by(Seat::B, Reason::Late),
        }
    }

    /// A player says that he is there: in the last quarter of an hour before the time, or after it.
    pub(super) fn decide_ready(&self, seat: Seat, now: Moment) -> Result<Vec<Event>, Refusal> {
        let StartRule::Scheduled { after, .. } = self.rules.start else {
            return Err(Refusal::NotInTheRules);
        };
        if self.is_there[seat] {
            return Err(Refusal::ReadyAlready);
        }
        if now + READY_BEFORE < Moment::ZERO + after {
            return Err(Refusal::TooEarly { minutes: READY_BEFORE.millis() / 60_000 });
        }
        Ok(vec![Event::Arrived { seat }])
    }

    /// Who does something in a game that has begun is there, whether or not he has said so.
    pub(super) fn decide_on_arrival(
        &self,
        seat: Seat,
        command: Command,
        now: Moment,
    ) -> Result<Vec<Event>, Refusal> {
        let arrived = Event::Arrived { seat };
        let mut game = self.clone();
        game.evolve(now, &arrived);
        let events = game.decide(seat, command, now)?;
        Ok([arrived].into_iter().chain(events).collect())
    }

    pub(super) fn evolve_arrived(&mut self, at: Moment, seat: Seat) {
        self.is_there[seat] = true;
        if self.opening.is_some()
            && let Some(clock) = &mut self.clock
        {
            clock.arrive(seat, at);
        }
    }

    pub(super) fn evolve_started(&mut self, at: Moment, black: Seat) {
        self.begin(at, black);
        self.start_clock(at);
    }

    /// The game begins again, on clocks that go on or are full; it stands still if it did.
    pub(super) fn evolve_restarted(&mut self, at: Moment, black: Seat, clocks_reset: bool) {
        if let Some(clock) = &mut self.clock {
            clock.stop(at);
            if clocks_reset {
                *clock = Clock::new(clock.control().clone(), self.rules.lag);
            }
        }
        self.moves.clear();
        self.ply += 1;
        self.offer = None;
        self.favour = None;
        self.offers = PerSeat::default();
        self.declined = PerSeat::default();
        self.refused = PerSeat::default();
        self.wrong_claims = PerSeat::default();
        self.playing_again = None;
        self.adjournment = None;
        self.begin(at, black);
        match &mut self.stop {
            // What was adjourned is not any more; the arbiter lets it go on.
            Some(stop) => *stop = Stop { since: at, why: Why::Halted },
            None => self.start_clock(at),
        }
    }

    fn begin(&mut self, at: Moment, black: Seat) {
        self.opening = Some(Opening::begin(self.rules.opening, black));
        self.board = self.board_of_stones();
        self.thinking_since = at;
        self.started_at = Some(at);
    }

    fn start_clock(&mut self, at: Moment) {
        let is_there = self.is_there;
        let mover = self.owed().map(|owed| owed.seat);
        if let (Some(clock), Some(mover)) = (&mut self.clock, mover) {
            Seat::BOTH.into_iter().filter(|seat| !is_there[*seat]).for_each(|seat| clock.miss(seat, at));
            clock.start(mover, at);
        }
    }
}

pub(super) fn both_lost(reason: Reason) -> Outcome {
    Outcome { reason, scores: PerSeat { a: Score::Loss, b: Score::Loss } }
}
