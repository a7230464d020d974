//! Yesterday's games still open: journals stored by earlier versions replay to the shape they had then.
//!
//! A line of a `.jsonl` file is a record as it stands in the database. The `.shape` beside it says, in words that no
//! later version can change, what the journal adds up to. Files of a format that was merged are never written again;
//! a new kind of event brings new files: add a journal to [`journals`] and run with `UPDATE=1` once.
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs, reason = "a test may panic")]

#[allow(dead_code, reason = "shared with other tests, each of which uses a part")]
#[path = "common/records.rs"]
mod records;

use std::fmt::Write as _;
use std::fs;
use std::num::NonZeroU16;
use std::path::PathBuf;

use tengen::game::board::Stone;
use tengen::game::clock::{Exhausted, Gain, Quota, QuotaMet, Reading, Stage, TimeControl};
use tengen::game::event::{Deed, Event as GameEvent, Outcome, Reason, Score};
use tengen::game::moment::{Moment, Span};
use tengen::game::rules::Foul;
use tengen::game::ruleset::{LagRule, RuleSet};
use tengen::game::seat::{PerSeat, Seat};
use tengen::journal::{Cause, Colours, Event, Journal, Lot, Opened, Person, Rematch, Visibility};
use tengen::store::codec;

use crate::records::{opened, person, point, room};

#[test]
fn yesterdays_journals_add_up_to_what_they_did() {
    let mut files: Vec<_> = fs::read_dir(directory()).unwrap().map(|file| file.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "jsonl"));
    assert!(files.len() >= 6, "the journals are gone");
    for path in files {
        let stored = fs::read_to_string(&path).unwrap();
        let read = |line| codec::decode(line).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let journal = Journal::replay(stored.lines().map(read).collect()).unwrap();
        let shape = fs::read_to_string(path.with_extension("shape")).unwrap();
        assert_eq!(shape_of(&journal), shape, "{}", path.display());
    }
}

/// With `UPDATE=1` journals that are not there yet are written; those that are there stay as they are.
#[test]
fn every_kind_of_journal_is_kept() {
    for (name, journal) in journals() {
        let path = directory().join(name);
        if std::env::var_os("UPDATE").is_some() && !path.with_extension("jsonl").exists() {
            fs::write(path.with_extension("jsonl"), lines_of(&journal)).unwrap();
            fs::write(path.with_extension("shape"), shape_of(&journal)).unwrap();
        }
        let stored = fs::read_to_string(path.with_extension("jsonl")).unwrap();
        let read: Vec<_> = stored.lines().map(|line| codec::decode(line).unwrap()).collect();
        assert_eq!(read, journal.tail(0).unwrap(), "{name}: stored yesterday, read today");
    }
}

fn directory() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/journals/v1")
}

fn lines_of(journal: &Journal) -> String {
    let records = journal.tail(0).unwrap();
    records.iter().map(|record| codec::encode(record).unwrap() + "\n").collect()
}

/// What a journal adds up to, in plain words.
fn shape_of(journal: &Journal) -> String {
    let table = journal.table();
    let game = table.game();
    let mut shape = String::new();
    writeln!(shape, "records {}, end {} ms", journal.next(), journal.end().millis()).unwrap();
    for seat in Seat::BOTH {
        let sitter = table.seats()[seat].as_ref();
        let name = sitter.map_or("nobody", |person| person.name.as_str());
        writeln!(shape, "seat {} {name}", letter(seat)).unwrap();
    }
    writeln!(shape, "black {}", game.black().map_or("open", letter)).unwrap();
    let moves: Vec<_> =
        game.moves().iter().filter_map(|made| Some(made.deed.stone()?.0.to_string())).collect();
    writeln!(shape, "moves {} {}", moves.len(), moves.join(" ")).unwrap();
    for seat in Seat::BOTH {
        match game.clock().map(|clock| clock.reading(seat, journal.end())) {
            None => writeln!(shape, "clock {} none", letter(seat)),
            Some(Reading::Out) => writeln!(shape, "clock {} out", letter(seat)),
            Some(Reading::Left(face)) => {
                let (left, used) = (face.left.millis(), face.used.millis());
                let (stage, periods) = (face.stage, face.periods);
                let name = letter(seat);
                writeln!(
                    shape,
                    "clock {name} stage {stage}, periods {periods}, left {left} ms, used {used} ms"
                )
            }
        }
        .unwrap();
    }
    writeln!(shape, "to move {}", game.owed().map_or("nobody", |owed| letter(owed.seat))).unwrap();
    writeln!(shape, "draw offer {}", game.draw_offer().map_or("none", |offer| letter(offer.seat))).unwrap();
    writeln!(shape, "outcome {}", game.outcome().map_or("none".to_owned(), spell_outcome)).unwrap();
    let rematch = match table.rematch() {
        Rematch::None => "none".to_owned(),
        Rematch::Offered(seat) => format!("offered by {}", letter(seat)),
        Rematch::Made(room) => format!("in {room}"),
    };
    writeln!(shape, "rematch {rematch}").unwrap();
    shape
}

fn letter(seat: Seat) -> &'static str {
    match seat {
        Seat::A => "a",
        Seat::B => "b",
    }
}

fn spell_outcome(outcome: &Outcome) -> String {
    let reason = match &outcome.reason {
        Reason::Five { line } => line.iter().fold("five".to_owned(), |text, point| format!("{text} {point}")),
        Reason::Forbidden { point, foul } => match foul {
            Foul::Overline => format!("overline {point}"),
            Foul::FourFour => format!("four-four {point}"),
            Foul::ThreeThree => format!("three-three {point}"),
        },
        Reason::Resigned => "resigned".to_owned(),
        Reason::Flag => "flag".to_owned(),
        Reason::Violations => "violations".to_owned(),
        Reason::DoublePass => "double pass".to_owned(),
        Reason::Agreement => "agreement".to_owned(),
        Reason::FullBoard => "full board".to_owned(),
        Reason::Aborted => "aborted".to_owned(),
        Reason::Expired => "expired".to_owned(),
    };
    let score = |score| match score {
        Score::Win => "win",
        Score::Draw => "draw",
        Score::Loss => "loss",
        Score::Void => "void",
    };
    format!("{reason}; a {}, b {}", score(outcome.scores.a), score(outcome.scores.b))
}

/// Writes a journal as the tables of its day would have.
struct Scribe {
    journal: Journal,
    at: Moment,
    commands: u32,
}

impl Scribe {
    fn new(opened: Opened) -> Self {
        let first = records::record(0, vec![Event::Opened(Box::new(opened))]);
        Self { journal: Journal::replay(vec![first]).unwrap(), at: Moment::ZERO, commands: 0 }
    }

    /// Both sit, two seconds apart, and the game begins.
    fn seated(opened: Opened) -> Self {
        let black = opened.colours.black(opened.lot);
        let mut scribe = Self::new(opened);
        let sits = |seat, number, name: &str| Event::Seated {
            seat,
            person: Person { id: person(number), name: name.parse().unwrap() },
        };
        scribe.by(Seat::A, 0, vec![sits(Seat::A, 1, "Nakamura")]);
        let started = Event::Game(GameEvent::Started { black });
        scribe.by(Seat::B, 2000, vec![sits(Seat::B, 2, "中村 茂"), started]);
        scribe
    }

    /// A record that a person's command brought about, `after` so many milliseconds.
    fn by(&mut self, seat: Seat, after: u64, events: Vec<Event>) {
        self.at = self.at + Span::from_millis(after);
        self.commands += 1;
        let command = format!("c-{}", self.commands).parse().unwrap();
        let number = if seat == Seat::A { 1 } else { 2 };
        let cause = Cause { person: person(number), command };
        self.journal.record(self.at, Some(cause), events);
    }

    /// Moves in turn, each 1.5 s after the last, of which 20 ms are not charged. The last move may end the game.
    fn moves(&mut self, moves: &str, end: Option<Reason>) {
        let moves: Vec<_> = moves.split_whitespace().collect();
        for (index, name) in moves.iter().enumerate() {
            let seat = self.journal.table().game().owed().unwrap().seat;
            let stone =
                if self.journal.table().game().ply().is_multiple_of(2) { Stone::Black } else { Stone::White };
            let placed = GameEvent::Moved {
                seat,
                deed: Deed::Stone { stone, point: point(name) },
                lag: Span::from_millis(20),
            };
            let mut events = vec![Event::Game(placed)];
            if let Some(reason) = end.clone().filter(|_| index + 1 == moves.len()) {
                let winner = if matches!(reason, Reason::Five { .. }) { seat } else { seat.other() };
                events.push(ended(reason, |each| if each == winner { Score::Win } else { Score::Loss }));
            }
            self.by(seat, 1500, events);
        }
    }

    /// What time alone brings about, when it is due.
    fn lapse(&mut self) {
        let game = self.journal.table().game();
        let (due, event) = game.lapsed(game.deadline().unwrap(), Span::ZERO).unwrap();
        self.journal.record(due, None, vec![Event::Game(event)]);
    }
}

fn ended(reason: Reason, score: impl FnMut(Seat) -> Score) -> Event {
    Event::Game(GameEvent::Ended { outcome: Outcome { reason, scores: PerSeat::from_fn(score) } })
}

fn stage(seconds: u64, periods: u16, gain: Gain, exhausted: Exhausted) -> Stage {
    let periods = NonZeroU16::new(periods).unwrap();
    Stage { time: Span::from_secs(seconds), periods, quota: None, gain, exhausted }
}

fn clock(stages: Vec<Stage>) -> Option<TimeControl> {
    Some(TimeControl::new(stages).unwrap())
}

fn journals() -> Vec<(&'static str, Journal)> {
    let fischer = clock(vec![stage(300, 1, Gain::Increment(Span::from_secs(3)), Exhausted::Flag)]);
    let restart = Quota { moves: NonZeroU16::MIN, met: QuotaMet::Restart };
    let byo_yomi = clock(vec![
        stage(2, 1, Gain::Nothing, Exhausted::NextStage),
        Stage { quota: Some(restart), ..stage(10, 3, Gain::Nothing, Exhausted::Flag) },
    ]);
    let delay = clock(vec![stage(600, 1, Gain::Delay(Span::from_secs(1)), Exhausted::Flag)]);
    let mut all = Vec::new();

    let mut won = Scribe::seated(opened(RuleSet::freestyle(fischer)));
    won.moves("h8 i9 h9", None);
    won.by(Seat::A, 400, vec![Event::Game(GameEvent::DrawOffered { seat: Seat::A, improper: false })]);
    won.by(Seat::B, 300, vec![Event::Game(GameEvent::DrawDeclined { seat: Seat::B })]);
    let line = ["h8", "h9", "h10", "h11", "h12"].map(point).to_vec();
    won.moves("i10 h10 i11 h11 i12 h12", Some(Reason::Five { line }));
    all.push(("freestyle-won-by-five", won.journal));

    let mut foul =
        Scribe::seated(Opened { colours: Colours::Black(Seat::B), ..opened(RuleSet::renju(delay)) });
    let made = Reason::Forbidden { point: point("h8"), foul: Foul::ThreeThree };
    foul.moves("f8 a1 g8 o1 h6 a15 h7 o15 h8", Some(made));
    all.push(("renju-lost-by-three-three", foul.journal));

    let mut flag = Scribe::seated(Opened {
        colours: Colours::Random,
        lot: Lot(std::array::from_fn(|index| (index as u8) * 16 + 1)),
        ..opened(RuleSet { lag: LagRule::OFF, ..RuleSet::standard(byo_yomi) })
    });
    flag.moves("h8 h9 g8 g9 f8", None);
    flag.lapse();
    all.push(("standard-lost-on-time", flag.journal));

    let mut drawn = Scribe::seated(opened(RuleSet::renju(None)));
    drawn.moves("h8 h9 j10", None);
    drawn.by(Seat::B, 10, vec![Event::Game(GameEvent::DrawOffered { seat: Seat::B, improper: false })]);
    drawn.by(Seat::A, 10, vec![ended(Reason::Agreement, |_| Score::Draw)]);
    drawn.by(Seat::A, 10, vec![Event::RematchOffered { seat: Seat::A }]);
    drawn.by(Seat::B, 10, vec![Event::RematchDeclined { seat: Seat::B }]);
    drawn.by(Seat::B, 10, vec![Event::RematchOffered { seat: Seat::B }]);
    drawn.by(Seat::A, 10, vec![Event::RematchMade { room: room(2) }]);
    all.push(("renju-drawn-and-played-again", drawn.journal));

    let mut expired = Scribe::new(Opened {
        visibility: Visibility::Link,
        previous: Some(room(1)),
        ..opened(RuleSet::freestyle(None))
    });
    expired.lapse();
    all.push(("nobody-came", expired.journal));

    let mut aborted = Scribe::seated(opened(RuleSet::freestyle(None)));
    aborted.moves("h8", None);
    aborted.by(Seat::B, 60_000, vec![ended(Reason::Aborted, |_| Score::Void)]);
    all.push(("aborted-after-one-move", aborted.journal));

    let mut running = Scribe::seated(opened(RuleSet::standard(clock(vec![stage(
        60,
        1,
        Gain::GiveBack(Span::from_secs(1)),
        Exhausted::Flag,
    )]))));
    running.moves("h8 h9 j10 k11", None);
    running.by(Seat::A, 700, vec![Event::Game(GameEvent::DrawOffered { seat: Seat::A, improper: false })]);
    all.push(("standard-still-running", running.journal));

    all
}
