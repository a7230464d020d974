//! What the events of a journal add up to.

use crate::game::clock::Clock;
use crate::game::event::{self as game, Favour, Outcome, Score};
use crate::game::moment::Moment;
use crate::game::moment::Span;
use crate::game::opening::{NamedOpening, Owed};
use crate::game::point::{BoardSize, Point};
use crate::game::rules::Foul;
use crate::game::ruleset::StartRule;
use crate::game::seat::{PerSeat, Seat};
use crate::game::{Adjournment, Confirmation, Game, Offer};
use crate::journal::acts::{Act, Acts};
use crate::journal::arbitration::{Bench, Envelope};
use crate::journal::colours::{ColourChoice, ColourEvent, Colours, Method};
use crate::journal::event::{Event, Lot, Opened, Person};
use crate::journal::ids::{PersonId, RoomId};
use crate::journal::series::{After, Series};
use crate::journal::text::BoardLabel;

/// A table: who sits at it, the game on it, and what becomes of it afterwards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    opened: Opened,
    seats: PerSeat<Option<Person>>,
    game: Game,
    choice: Option<ColourChoice>,
    bench: Bench,
    envelope: Option<Envelope>,
    acts: Acts,
    rematch: Rematch,
}

/// What is recorded cannot have happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Impossible;

/// Whether the players want another game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rematch {
    /// Nobody has proposed one, or it was turned down.
    None,
    /// This seat proposes one.
    Offered(Seat),
    /// It is played in this room.
    Made(RoomId),
}

impl Table {
    /// The table as it was opened.
    pub fn new(opened: Opened) -> Self {
        Self {
            game: Game::new(opened.rules.clone()),
            seats: PerSeat::default(),
            choice: None,
            bench: Bench::default(),
            envelope: None,
            acts: Acts::default(),
            rematch: Rematch::None,
            opened,
        }
    }

    /// What was fixed when it was opened.
    pub const fn opened(&self) -> &Opened {
        &self.opened
    }

    /// Who sits where.
    pub const fn seats(&self) -> &PerSeat<Option<Person>> {
        &self.seats
    }

    /// The game.
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// The choice of colours, while it lasts.
    pub const fn choice(&self) -> Option<&ColourChoice> {
        self.choice.as_ref()
    }

    /// Who arbitrates, and whom they have silenced or sent out.
    pub const fn bench(&self) -> &Bench {
        &self.bench
    }

    /// The sealed move, until it is opened. Nobody is told of it.
    pub const fn envelope(&self) -> Option<&Envelope> {
        self.envelope.as_ref()
    }

    /// What happened beside the moves.
    pub fn acts(&self) -> impl ExactSizeIterator<Item = &Act> {
        self.acts.iter()
    }

    /// Whether there is to be another game.
    pub const fn rematch(&self) -> Rematch {
        self.rematch
    }

    /// How far it is.
    pub fn phase(&self) -> Phase {
        match (self.game.outcome(), self.game.is_running()) {
            (Some(_), _) => Phase::Over,
            (None, true) => Phase::Playing,
            (None, false) if self.seats.a.is_some() && self.seats.b.is_some() => Phase::Starting,
            (None, false) => Phase::Open,
        }
    }

    /// Where a person sits.
    pub fn seat_of(&self, person: PersonId) -> Option<Seat> {
        Seat::BOTH
            .into_iter()
            .find(|seat| self.seats[*seat].as_ref().is_some_and(|sitter| sitter.id == person))
    }

    /// The seat nobody has taken yet; seat A first.
    pub fn free_seat(&self) -> Option<Seat> {
        Seat::BOTH.into_iter().find(|seat| self.seats[*seat].is_none())
    }

    /// How the match stands after this game, once it is over; none if it is no part of one.
    pub fn series_after(&self) -> Option<After> {
        let opener = self.game.opener().unwrap_or(Seat::A);
        let is_toss = self.opened.colours == Colours::Chosen(Method::Toss);
        let toss = is_toss.then(|| self.opened.lot.black());
        let after = self.opened.series.as_ref()?.after(self.game.outcome()?, opener, toss);
        Some(Series::forfeited(after, self.game.disqualified()))
    }

    /// The label of the board, as an arbiter may have changed it (L-11).
    pub fn board(&self) -> Option<&BoardLabel> {
        self.bench.board.as_ref().or(self.opened.board.as_ref())
    }

    /// How far the store is to know it: a result that time can still confirm is waited for.
    pub fn phase_to_keep(&self) -> Phase {
        match self.phase() {
            Phase::Over if self.game.deadline().is_some() => Phase::Playing,
            phase @ (Phase::Open | Phase::Starting | Phase::Playing | Phase::Over) => phase,
        }
    }

    /// When time alone will bring something about.
    pub fn deadline(&self) -> Option<Moment> {
        match (&self.choice, self.start_due()) {
            (Some(choice), _) => Some(choice.until),
            (None, Some(due)) => Some(due),
            (None, None) => self.game.deadline(),
        }
    }

    /// What time alone has brought about by `now`, and when it was due; see [`Game::lapsed`].
    pub fn lapsed(&self, now: Moment, grace: Span) -> Option<(Moment, Vec<Event>)> {
        if let Some(choice) = &self.choice {
            let overdue = choice.overdue(self.opened.lot);
            return (now >= choice.until).then(|| (choice.until, self.settled_by(overdue)));
        }
        if let Some(due) = self.start_due() {
            let black = self.opened.colours.black(self.opened.lot).unwrap_or(Seat::A);
            let started = Event::Game(game::Event::Started { black });
            return (now >= due).then(|| (due, vec![started]));
        }
        let (due, events) = self.game.lapsed(now, grace)?;
        Some((due, events.into_iter().map(Event::Game).collect()))
    }

    /// When the game begins by itself.
    fn start_due(&self) -> Option<Moment> {
        match self.game.rules().start {
            StartRule::Scheduled { after, .. }
                if self.game.opener().is_none() && self.game.outcome().is_none() =>
            {
                Some(Moment::ZERO + after)
            }
            StartRule::Scheduled { .. } | StartRule::WhenSeated { .. } => None,
        }
    }

    /// The events of a choice of colours, and what follows from them: numbers that the server draws, and the game.
    pub fn settled_by(&self, events: Vec<ColourEvent>) -> Vec<Event> {
        let Some(mut choice) = self.choice.clone() else {
            return Vec::new();
        };
        let lot = self.opened.lot;
        events.iter().for_each(|event| choice.evolve(Moment::ZERO, event));
        let drawn = choice.drawn(lot);
        drawn.iter().for_each(|event| choice.evolve(Moment::ZERO, event));
        let started = choice.black().map(|black| Event::Game(game::Event::Started { black }));
        events.into_iter().chain(drawn).map(Event::Colours).chain(started).collect()
    }

    /// What follows when both sit: colours are chosen, or the game begins, or its time is waited for.
    pub fn begun(&self) -> Option<Event> {
        let Opened { colours, lot, rules, series, .. } = &self.opened;
        match (*colours, rules.start) {
            (Colours::Chosen(method), _) => {
                let toss = series.as_ref().and_then(|series| series.decider?.toss);
                Some(Event::Colours(ColourChoice::begun(method, *lot, toss.unwrap_or(Seat::A).other())))
            }
            (Colours::Black(_) | Colours::Random, StartRule::Scheduled { .. }) => None,
            (colours @ (Colours::Black(_) | Colours::Random), StartRule::WhenSeated { .. }) => {
                let black = colours.black(*lot)?;
                Some(Event::Game(game::Event::Started { black }))
            }
        }
    }

    /// Applies what one record says. Never fails: an event is a fact.
    pub fn apply(&mut self, at: Moment, events: &[Event]) {
        events.iter().for_each(|event| self.evolve(at, event));
        self.acts.note(at, self.game.moves().len(), events);
    }

    /// Applies what one stored record says, unless it cannot have happened.
    pub(super) fn replay(&mut self, at: Moment, events: &[Event]) -> Result<(), Impossible> {
        for event in events {
            if let Event::Game(event) = event
                && !self.game.can_follow(event)
            {
                return Err(Impossible);
            }
            self.evolve(at, event);
        }
        self.acts.note(at, self.game.moves().len(), events);
        Ok(())
    }

    /// Applies one event. Never fails: an event is a fact.
    fn evolve(&mut self, at: Moment, event: &Event) {
        match event {
            Event::Opened(opened) => *self = Self::new((**opened).clone()),
            Event::Seated { seat, person } => self.seats[*seat] = Some(person.clone()),
            Event::Game(event) => self.evolve_game(at, event),
            Event::Colours(event) => self.evolve_choice(at, event),
            Event::Arbitration(event) => self.bench.evolve(event),
            Event::Envelope(envelope) => self.envelope = Some(envelope.clone()),
            Event::RematchOffered { seat } => self.rematch = Rematch::Offered(*seat),
            Event::RematchDeclined { seat: _ } => self.rematch = Rematch::None,
            Event::RematchMade { room } => self.rematch = Rematch::Made(*room),
        }
    }

    fn evolve_game(&mut self, at: Moment, event: &game::Event) {
        self.game.evolve(at, event);
        if self.game.opener().is_some() || self.game.outcome().is_some() {
            self.choice = None;
        }
        if self.game.adjournment().is_none() {
            self.envelope = None;
        }
    }

    fn evolve_choice(&mut self, at: Moment, event: &ColourEvent) {
        if let (ColourEvent::Begun { tentative }, Colours::Chosen(method)) = (event, self.opened.colours) {
            self.choice = Some(ColourChoice::begin(method, *tentative, at));
        } else if let Some(choice) = &mut self.choice {
            choice.evolve(at, event);
        }
    }
}

/// Where a table stands: what a client must know after each record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The board it is played on.
    pub board: BoardSize,
    /// How far it is.
    pub phase: Phase,
    /// Who plays Black, once that is settled.
    pub black: Option<Seat>,
    /// The number of the position.
    pub ply: u16,
    /// Who owes what, while the game runs.
    pub owed: Option<Owed>,
    /// The clocks, once the game has begun and if it has any.
    pub clock: Option<Clock>,
    /// The alternatives for the fifth move that are shown.
    pub shown: Vec<Point>,
    /// The name of the opening on the board.
    pub opening: Option<&'static NamedOpening>,
    /// The points that are forbidden to who is to move, and why, where the rules show them.
    pub forbidden: Vec<(Point, Foul)>,
    /// The draw offer that stands.
    pub draw_offer: Option<Offer>,
    /// Who asks for what.
    pub favour: Option<(Seat, Favour)>,
    /// Whether both have agreed that the clocks stand still.
    pub is_paused: bool,
    /// How many violations each has.
    pub violations: PerSeat<u8>,
    /// How the game ended.
    pub outcome: Option<Outcome>,
    /// What each had got at the end, if an arbiter has changed that since.
    pub earned: Option<PerSeat<Score>>,
    /// How far the confirmation of the result is.
    pub confirmation: Option<Confirmation>,
    /// Who was disqualified.
    pub disqualified: PerSeat<bool>,
    /// Half points of each from the match, this game among them, once it is over.
    pub match_points: Option<PerSeat<u16>>,
    /// Whether there is to be another game.
    pub rematch: Rematch,
    /// Whether the match wants another game.
    pub next_game: bool,
    /// Who was scheduled to open the game.
    pub opener: Option<Seat>,
    /// Whether the arbiter stopped the game.
    pub is_halted: bool,
    /// Whether the game waits for an arbiter because part of its record is lost.
    pub is_suspended: bool,
    /// Since when the clocks stand still.
    pub stopped_since: Option<Moment>,
    /// The choice of colours, while it lasts.
    pub choice: Option<ColourChoice>,
    /// A scheduled game, until both players are there.
    pub start: Option<Start>,
    /// How far an adjournment is.
    pub adjournment: Option<Adjournment>,
    /// The lot, once the game is over.
    pub lot: Option<Lot>,
}

/// A scheduled game, until both players are there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Start {
    /// When it begins.
    pub at: Moment,
    /// When whoever is not there has lost it.
    pub late_at: Moment,
    /// Who is there.
    pub is_there: PerSeat<bool>,
}

/// How far a table is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Phase {
    /// A seat is free.
    Open,
    /// Both sit; colours are being settled, or the time of the game has not come.
    Starting,
    /// The game runs.
    Playing,
    /// It is over.
    Over,
}

impl Standing {
    /// Where a table stands.
    pub fn of(table: &Table) -> Self {
        let game = &table.game;
        Self {
            board: game.board().size(),
            phase: table.phase(),
            black: game.black(),
            ply: game.ply(),
            owed: game.owed(),
            clock: game.clock().cloned(),
            shown: game.shown().to_vec(),
            opening: game.named_opening(),
            forbidden: game.forbidden_points(),
            draw_offer: game.draw_offer(),
            favour: game.favour(),
            is_paused: game.is_paused(),
            violations: game.violations(),
            outcome: game.outcome().cloned(),
            earned: game.earned(),
            confirmation: game.confirmation().copied(),
            disqualified: game.disqualified(),
            match_points: table.series_after().map(|after| match after {
                After::Next(next) => next.points,
                After::Over(points) => points,
            }),
            rematch: table.rematch,
            next_game: matches!(table.series_after(), Some(After::Next(_))) && !game.is_result_open(),
            opener: game.opener(),
            is_halted: game.is_halted(),
            is_suspended: game.is_suspended(),
            stopped_since: game.stopped_since(),
            choice: table.choice.clone(),
            start: Start::of(game),
            adjournment: game.adjournment().cloned(),
            lot: game.outcome().map(|_| table.opened.lot),
        }
    }
}

impl Start {
    /// When a scheduled game begins, until both are there.
    fn of(game: &Game) -> Option<Self> {
        let StartRule::Scheduled { after, late } = game.rules().start else {
            return None;
        };
        let is_awaited = game.outcome().is_none() && game.is_there() != (PerSeat { a: true, b: true });
        let at = game.started_at().unwrap_or(Moment::ZERO + after);
        (is_awaited || game.opener().is_none()).then(|| Self {
            at,
            late_at: at + late,
            is_there: game.is_there(),
        })
    }
}
