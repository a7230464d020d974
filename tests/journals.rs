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
use std::num::{NonZeroU8, NonZeroU16};
use std::path::PathBuf;

use tengen::game::board::Stone;
use tengen::game::clock::{Exhausted, Gain, OnFlag, Quota, QuotaMet, Reading, Shared, Stage, TimeControl};
use tengen::game::event::{Deed, Event as GameEvent, Outcome, Reason, Score, Settled, Sides, Violation};
use tengen::game::moment::{Moment, Span};
use tengen::game::rules::Foul;
use tengen::game::ruleset::{Adjudication, Edition, LagRule, RuleSet, StartRule};
use tengen::game::seal::{Nonce, SealedMove};
use tengen::game::seat::{PerSeat, Seat};
use tengen::journal::{
    ArbiterEvent, Arbitration, BadJournal, Cause, ColourEvent, ColourRight, Colours, Decider, Envelope,
    Event, Goal, Ground, Journal, Lot, Method, Opened, Person, Rematch, Salt, Series, Visibility, commitment,
};
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

/// E-12: a damaged record that can still be read is noticed by what it says.
#[test]
fn e12_a_stone_where_one_stands_is_no_move_of_a_journal() {
    let lines = fs::read_to_string(directory().join("freestyle-won-by-five.jsonl")).unwrap();
    let with = |point: &str| {
        let damaged = lines.replacen("\"i10\"", &format!("\"{point}\""), 1);
        Journal::replay(damaged.lines().map(|line| codec::decode(line).unwrap()).collect())
    };
    assert!(with("a1").is_ok(), "a free point");
    for point in ["h9", "i9", "p16"] {
        assert_eq!(with(point), Err(BadJournal::Impossible { seq: 8 }), "{point}");
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
        Reason::ForcedForbidden { point, foul } => format!("forced {foul:?} {point}"),
        Reason::Resigned => "resigned".to_owned(),
        Reason::Flag => "flag".to_owned(),
        Reason::Violations => "violations".to_owned(),
        Reason::DoublePass => "double pass".to_owned(),
        Reason::Agreement => "agreement".to_owned(),
        Reason::FullBoard => "full board".to_owned(),
        Reason::Aborted => "aborted".to_owned(),
        Reason::Expired => "expired".to_owned(),
        Reason::SharedTime => "shared time".to_owned(),
        Reason::TimeFouls => "time fouls".to_owned(),
        Reason::Late => "late".to_owned(),
        Reason::DoubleForfeit => "double forfeit".to_owned(),
        Reason::Ruled => "ruled".to_owned(),
        Reason::SealedIllegal => "sealed illegal".to_owned(),
        Reason::Abandoned => "abandoned".to_owned(),
        Reason::RecordLost => "record lost".to_owned(),
        Reason::Disqualified => "disqualified".to_owned(),
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
        let black = opened.colours.black(opened.lot).unwrap();
        let mut scribe = Self::new(opened);
        let sits = |seat, number, name: &str| Event::Seated {
            seat,
            person: Person { id: person(number), name: name.parse().unwrap(), is_bot: false },
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
        let table = self.journal.table();
        let (due, events) = table.lapsed(table.deadline().unwrap(), Span::ZERO).unwrap();
        self.at = due;
        self.journal.record(due, None, events);
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

/// A game with everything an arbiter does, adjourned when its journal ends.
fn ruled_on() -> Scribe {
    let shared = Shared::before_stages(Span::from_secs(60));
    let stages = vec![stage(900, 1, Gain::Nothing, Exhausted::Flag)];
    let control =
        TimeControl::assemble(Some(shared), stages, OnFlag::Fouls(NonZeroU8::new(2).unwrap())).unwrap();
    let rules = RuleSet { lag: LagRule::OFF, edition: Edition::Of2009, ..RuleSet::renju(Some(control)) };
    let mut scribe = Scribe::seated(Opened { arbitration: Arbitration::Link, ..opened(rules) });
    let arbiter = Person { id: person(3), name: "裁判".parse().unwrap(), is_bot: false };
    let rules_that = |events: Vec<GameEvent>| {
        let reason = "by the rules".parse().unwrap();
        let ruled = Event::Arbitration(ArbiterEvent::Ruled {
            arbiter: arbiter.clone(),
            reason,
            ground: Ground::Fact,
        });
        [ruled].into_iter().chain(events.into_iter().map(Event::Game)).collect::<Vec<_>>()
    };
    let officiated = Event::Arbitration(ArbiterEvent::Officiated { person: arbiter.clone() });
    scribe.by(Seat::B, 10, vec![officiated]);
    scribe.moves("h8 h9", None);
    scribe.by(Seat::B, 10, rules_that(vec![GameEvent::Restarted { black: Seat::B, clocks_reset: true }]));
    scribe.moves("h8 i9 j10", None);
    scribe.by(Seat::B, 70_000, rules_that(vec![GameEvent::Halted]));
    let charged = PerSeat { a: Span::ZERO, b: Span::from_millis(5000) };
    scribe.by(Seat::B, 9000, rules_that(vec![GameEvent::Continued { charged }]));
    let (minus, plus) = (Span::from_secs(300), Span::from_secs(120));
    scribe.by(Seat::B, 10, rules_that(vec![GameEvent::TimePenalised { seat: Seat::A, minus, plus }]));
    let left = Span::from_secs(500);
    scribe.by(Seat::B, 10, rules_that(vec![GameEvent::ClockSet { seat: Seat::B, left }]));
    let violated = GameEvent::Violated { seat: Seat::A, violation: Violation::Ruled };
    scribe.by(Seat::B, 10, rules_that(vec![violated]));
    scribe.by(Seat::B, 10, rules_that(vec![GameEvent::Adjourned]));
    let envelope = Envelope { sealed: SealedMove::Stone(point("g9")), nonce: Nonce([5; 16]) };
    let sealed = GameEvent::Sealed { seat: Seat::A, digest: envelope.digest() };
    scribe.by(Seat::A, 4000, vec![Event::Envelope(envelope), Event::Game(sealed)]);
    scribe
}

/// A game part of whose record was lost, and on which a draw was ruled.
fn damaged() -> Scribe {
    let mut scribe = Scribe::seated(opened(RuleSet::freestyle(clock(vec![stage(
        900,
        1,
        Gain::Nothing,
        Exhausted::Flag,
    )]))));
    scribe.moves("h8 h9 j10", None);
    scribe.by(Seat::B, 0, vec![Event::Game(GameEvent::Suspended { lost: 7 })]);
    let ruled = ArbiterEvent::Ruled {
        arbiter: Person { id: person(3), name: "裁判".parse().unwrap(), is_bot: false },
        reason: "an accident".parse().unwrap(),
        ground: Ground::Fact,
    };
    scribe.by(Seat::B, 60_000, vec![Event::Arbitration(ruled), ended(Reason::Ruled, |_| Score::Draw)]);
    scribe
}

/// A game at a board with a label, whose result was disputed, upheld, and annulled, and whose winner was disqualified.
fn disputed() -> Scribe {
    let rules = RuleSet { confirm_result: true, ..RuleSet::freestyle(None) };
    let board = Some("7".parse().unwrap());
    let mut scribe = Scribe::seated(Opened { arbitration: Arbitration::Link, board, ..opened(rules) });
    scribe.moves("h8 h9", None);
    let moved = ArbiterEvent::BoardMoved { board: "第3台".parse().unwrap() };
    scribe.by(Seat::B, 10, vec![Event::Arbitration(moved)]);
    let scores = |seat| if seat == Seat::A { Score::Win } else { Score::Loss };
    scribe.by(Seat::B, 1000, vec![ended(Reason::Resigned, scores)]);
    scribe.by(Seat::A, 900, vec![Event::Game(GameEvent::ResultAccepted { seat: Seat::A })]);
    scribe.by(Seat::B, 900, vec![Event::Game(GameEvent::ResultDisputed { seat: Seat::B })]);
    scribe.by(Seat::B, 900, vec![Event::Game(GameEvent::ResultSettled { by: Settled::Arbiter })]);
    scribe.by(Seat::B, 900, vec![Event::Game(GameEvent::Annulled { sides: Sides::Both })]);
    scribe.by(Seat::B, 900, vec![Event::Game(GameEvent::Disqualified { seat: Seat::A })]);
    scribe
}

/// A game whose colours were exchanged by an even sum, and that was just begun.
fn by_handful() -> Scribe {
    let colours = Colours::Chosen(Method::Handful);
    let mut scribe = Scribe::new(Opened { colours, ..opened(RuleSet::renju(None)) });
    let salt = || "0123456789abcdef".parse::<Salt>().unwrap();
    let sits = |seat, number, name: &str| Event::Seated {
        seat,
        person: Person { id: person(number), name: name.parse().unwrap(), is_bot: false },
    };
    scribe.by(Seat::A, 0, vec![sits(Seat::A, 1, "Nakamura")]);
    let begun = Event::Colours(ColourEvent::Begun { tentative: Seat::A });
    scribe.by(Seat::B, 2000, vec![sits(Seat::B, 2, "中村 茂"), begun]);
    let committed = |seat, number| ColourEvent::Committed { seat, digest: commitment(number, &salt()) };
    scribe.by(Seat::A, 900, vec![Event::Colours(committed(Seat::A, 3))]);
    scribe.by(Seat::B, 900, vec![Event::Colours(committed(Seat::B, 5))]);
    let revealed = |seat, number| Event::Colours(ColourEvent::Revealed { seat, number, salt: salt() });
    scribe.by(Seat::A, 90, vec![revealed(Seat::A, 3)]);
    let started = Event::Game(GameEvent::Started { black: Seat::B });
    scribe.by(Seat::B, 90, vec![revealed(Seat::B, 5), started]);
    scribe
}

/// The deciding game of a match, in which the clock took a turn and a draw was Black's win.
fn decided() -> Scribe {
    let clock = tengen::spelling::read_clock("1x10s pass read 5 9").unwrap();
    let draw_wins = Some(Stone::Black);
    let rules = RuleSet { draw_wins, lag: LagRule::OFF, ..RuleSet::freestyle(Some(clock)) };
    let decider = Decider { draw_wins: Stone::Black, toss: Some(Seat::A), is_on: true };
    let series = Series {
        game: 3.try_into().unwrap(),
        points: PerSeat { a: 2, b: 2 },
        openers: vec![Seat::B, Seat::A],
        decider: Some(decider),
        ..Series::begin(Goal::BestOf(2.try_into().unwrap()))
    };
    let colours = Colours::Chosen(Method::Right);
    let mut scribe = Scribe::new(Opened { colours, series: Some(series), ..opened(rules) });
    let sits = |seat, number, name: &str| Event::Seated {
        seat,
        person: Person { id: person(number), name: name.parse().unwrap(), is_bot: false },
    };
    let begun = Event::Colours(ColourEvent::Begun { tentative: Seat::B });
    scribe.by(Seat::A, 0, vec![sits(Seat::A, 1, "Nakamura"), sits(Seat::B, 2, "中村 茂"), begun]);
    let chosen = ColourEvent::Chosen { seat: Seat::B, choice: ColourRight::Black, late: false };
    let started = Event::Game(GameEvent::Started { black: Seat::B });
    scribe.by(Seat::B, 900, vec![Event::Colours(chosen), started]);
    scribe.moves("h8 a1 j8 c1 l8", None);
    scribe.lapse();
    scribe.by(Seat::B, 10, vec![Event::Game(GameEvent::DrawOffered { seat: Seat::B, improper: false })]);
    let scores = |seat| if seat == Seat::B { Score::Win } else { Score::Loss };
    scribe.by(Seat::A, 10, vec![ended(Reason::Agreement, scores)]);
    scribe
}

/// A game that began at its time and that both have lost.
fn nobody_ready() -> Scribe {
    let start = StartRule::Scheduled { after: Span::from_secs(600), late: Span::from_secs(900) };
    let clock = clock(vec![stage(1800, 1, Gain::Nothing, Exhausted::Flag)]);
    let rules = RuleSet { start, lag: LagRule::OFF, ..RuleSet::renju(clock) };
    let mut scribe = Scribe::new(Opened { arbitration: Arbitration::Opener, ..opened(rules) });
    scribe.lapse();
    scribe.lapse();
    scribe
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
        Scribe::seated(Opened { colours: Colours::Black(Seat::B), ..opened(RuleSet::renju(delay.clone())) });
    let made = Reason::Forbidden { point: point("h8"), foul: Foul::ThreeThree };
    foul.moves("f8 a1 g8 o1 h6 a15 h7 o15 h8", Some(made));
    all.push(("renju-lost-by-three-three", foul.journal));

    let play_again =
        RuleSet { adjudication: Adjudication::PlayAgain { forced_loss: true }, ..RuleSet::renju(delay) };
    let mut again = Scribe::seated(Opened { colours: Colours::Black(Seat::B), ..opened(play_again) });
    again.moves("f8 a1 g8 o1 h6 a15 h7 o15 h8", None);
    let (h8, foul) = (point("h8"), Foul::ThreeThree);
    again.by(Seat::A, 900, vec![Event::Game(GameEvent::PlaysAgain { seat: Seat::B, point: h8, foul })]);
    again.moves("h8", None);
    let score = |seat| if seat == Seat::A { Score::Win } else { Score::Loss };
    again.by(Seat::A, 900, vec![ended(Reason::ForcedForbidden { point: h8, foul }, score)]);
    all.push(("played-again-and-lost", again.journal));

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

    all.push(("damaged-and-drawn", damaged().journal));
    all.push(("decided-by-a-draw", decided().journal));
    all.push(("disputed-and-annulled", disputed().journal));
    all.push(("ruled-on-and-adjourned", ruled_on().journal));
    all.push(("colours-by-handful", by_handful().journal));
    all.push(("nobody-came-to-a-scheduled-game", nobody_ready().journal));

    all
}
