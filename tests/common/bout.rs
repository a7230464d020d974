//! A game between two people, told in a few words: `A h8`, `B swap`, `B keep g8`.

use tengen::game::Game;
use tengen::game::clock::Reading;
use tengen::game::event::{Command, Event, Outcome, Refusal, Ruling, Said};
use tengen::game::moment::{Moment, Span};
use tengen::game::opening::{Choice, What};
use tengen::game::point::Point;
use tengen::game::ruleset::RuleSet;
use tengen::game::seat::Seat;

/// A game in which seat A plays Black first.
#[derive(Clone)]
pub struct Bout {
    pub game: Game,
    pub now: Moment,
    /// All that has happened.
    pub events: Vec<(Moment, Event)>,
}

impl Bout {
    /// A game that has begun.
    pub fn new(rules: RuleSet) -> Self {
        rules.check().unwrap();
        let mut bout = Self { game: Game::new(rules), now: Moment::ZERO, events: Vec::new() };
        let started = bout.game.start(Seat::A).unwrap();
        bout.happen(Moment::ZERO, started);
        bout
    }

    /// A seat does what the words say.
    pub fn try_do(&mut self, seat: Seat, words: &str) -> Result<(), Refusal> {
        let command = command(words, self.game.ply());
        self.command(seat, command)
    }

    /// A seat gives a command, after time has done what it does.
    pub fn command(&mut self, seat: Seat, command: Command) -> Result<(), Refusal> {
        self.settle();
        let before = self.game.clone();
        match self.game.decide(seat, command, self.now) {
            Ok(events) => {
                assert!(!events.is_empty());
                events.into_iter().for_each(|event| self.happen(self.now, event));
                Ok(())
            }
            Err(refusal) => {
                assert_eq!(self.game, before, "a refusal changes nothing");
                Err(refusal)
            }
        }
    }

    /// An arbiter rules, after time has done what it does.
    pub fn rule(&mut self, ruling: Ruling) -> Result<(), Refusal> {
        self.settle();
        let events = self.game.rule(ruling, self.now)?;
        assert!(!events.is_empty());
        events.into_iter().for_each(|event| self.happen(self.now, event));
        Ok(())
    }

    /// Something happens by other ways than a command.
    pub fn take(&mut self, event: Event) {
        self.happen(self.now, event);
    }

    /// What is left of a side's present period, in milliseconds.
    pub fn left(&self, seat: Seat) -> u64 {
        match self.game.clock().unwrap().reading(seat, self.now) {
            Reading::Left(face) => face.left.millis(),
            Reading::Out => 0,
        }
    }

    /// Lets time do what it does by now.
    pub fn settle(&mut self) {
        while let Some((due, events)) = self.game.lapsed(self.now, Span::ZERO) {
            for event in events {
                self.happen(due, event);
            }
        }
    }

    /// Time passes.
    pub fn wait(&mut self, span: Span) -> &mut Self {
        self.now = self.now + span;
        self
    }

    /// Several turns, each a seat and what it does, which must all be accepted: `A h8; A h9; B swap`.
    pub fn play(&mut self, turns: &str) -> &mut Self {
        for turn in turns.split(';').map(str::trim).filter(|turn| !turn.is_empty()) {
            let (seat, words) = turn.split_at(1);
            let seat = if seat == "A" { Seat::A } else { Seat::B };
            if let Err(refusal) = self.try_do(seat, words.trim()) {
                panic!("{turn}: {refusal}; owed is {:?}", self.game.owed());
            }
        }
        self
    }

    /// What comes of a turn that is not accepted.
    pub fn refused(&mut self, turn: &str) -> Refusal {
        let (seat, words) = turn.split_at(1);
        let seat = if seat == "A" { Seat::A } else { Seat::B };
        self.try_do(seat, words.trim()).expect_err(turn)
    }

    /// Who owes what, in a few words.
    pub fn owed(&self) -> String {
        let Some(owed) = self.game.owed() else { return "nothing".to_owned() };
        let what = match owed.what {
            What::Stone { stone, zone } => format!("{stone:?} {zone:?}"),
            What::Choice(options) => format!("{options:?}"),
            What::Announcement { most } => format!("announcement to {most}"),
            What::Alternatives { number } => format!("{number} alternatives"),
            What::Keep => "keep".to_owned(),
        };
        format!("{:?} {what}", owed.seat)
    }

    pub fn outcome(&self) -> &Outcome {
        self.game.outcome().expect("the game is over")
    }

    pub fn black(&self) -> Seat {
        self.game.black().unwrap()
    }

    fn happen(&mut self, at: Moment, event: Event) {
        self.game.evolve(at, &event);
        self.events.push((at, event));
    }

    /// The game that all that has happened adds up to.
    pub fn replayed(&self) -> Game {
        let mut game = Game::new(self.game.rules().clone());
        self.events.iter().for_each(|(at, event)| game.evolve(*at, event));
        game
    }
}

/// The command that the words stand for.
pub fn command(words: &str, ply: u16) -> Command {
    let lag = Span::ZERO;
    let (verb, rest) = words.split_once(' ').unwrap_or((words, ""));
    let points =
        |text: &str| -> Vec<Point> { text.split_whitespace().map(|name| name.parse().unwrap()).collect() };
    let choose = |choice| Command::Choose { ply, choice, lag };
    match verb {
        "stay" => choose(Choice::Stay),
        "swap" => choose(Choice::Swap),
        "two" => choose(Choice::PlaceTwo),
        "fifth" => choose(Choice::PlaceFifth),
        "offer-fifths" => choose(Choice::OfferFifths),
        "announce" => Command::Announce { ply, number: rest.parse().unwrap(), lag },
        "show" => Command::Show { ply, points: points(rest), lag },
        "keep" => Command::Keep { ply, point: rest.parse().unwrap(), lag },
        "lay" => {
            let (stones, number) = rest
                .split_once(" n=")
                .map_or((rest, None), |(stones, number)| (stones, Some(number.parse().unwrap())));
            Command::Lay { ply, points: points(stones), number, lag }
        }
        "pass" => Command::Pass { ply, with: said(rest), lag },
        "claim" => Command::ClaimForbidden { point: rest.parse().unwrap() },
        "declare" => Command::DeclareFive,
        "resign" => Command::Resign,
        "offer" => Command::OfferDraw { ply },
        "accept" => Command::AcceptDraw { ply },
        "decline" => Command::DeclineDraw { ply },
        "object" => Command::Object { ply },
        "ask-takeback" => Command::AskTakeback { ply },
        "ask-pause" => Command::AskPause { ply },
        "grant" => Command::Grant { ply },
        "deny" => Command::Deny { ply },
        "resume" => Command::Resume,
        "abort" => Command::Abort,
        "ready" => Command::Ready,
        "confirm" => Command::Confirm,
        "abandon" => Command::Abandon,
        "give-time" => Command::GiveTime,
        "confirm-result" => Command::ConfirmResult,
        point => Command::Place { ply, point: point.parse().expect(words), with: said(rest), lag },
    }
}

fn said(words: &str) -> Said {
    Said { draw: words.contains("draw"), five: words.contains("five") }
}
