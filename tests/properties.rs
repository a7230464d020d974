//! What is so for every game, not only for the ones somebody thought of.
//!
//! A case that failed once is kept beside this file, in `properties.proptest-regressions`.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::wildcard_enum_match_arm,
    missing_docs,
    reason = "a test may panic"
)]

mod common;

use common::{act, byo_yomi, connection, control, fischer, join, ms, open_room, person, restarting, room_id};
use common::{secs, stage, sudden_death};
use proptest::prelude::*;
use serde_json::{Value, json};
use tengen::game::Game;
use tengen::game::clock::{Exhausted, Gain, Stage, TimeControl};
use tengen::game::event::{self as game, Command, Reason, Said};
use tengen::game::moment::{Moment, Span};
use tengen::game::point::{BoardSize, Point};
use tengen::game::ruleset::{LagRule, RuleSet};
use tengen::game::seal::Nonce;
use tengen::game::seat::Seat;
use tengen::journal::{Event, Journal, Lot, Recorded, RoomId, WallTime};
use tengen::protocol::{self, Code, Request, Wish};
use tengen::room::message::{Action, ConnectionId, Input, Outgoing};
use tengen::room::{Effect, Room};
use tengen::spelling::{BadForm, GameEventForm, RulesForm, read_clock};
use tengen::store::{Epoch, codec};

/// One thing that happens to a room, some time after the last one.
#[derive(Clone, Copy, Debug)]
struct Step {
    /// How long after.
    wait: u64,
    /// Whose doing: two players and a watcher.
    number: u8,
    what: What,
}

#[derive(Clone, Copy, Debug)]
enum What {
    /// The stone that is owed, by whoever owes it, near the middle.
    Move(u8, u8),
    /// A stone by anybody, as if so many moves had been made less than have been.
    Stray(u8, u8, u8),
    Resign,
    OfferDraw,
    AcceptDraw,
    DeclineDraw,
    Abort,
    OfferRematch,
    AcceptRematch,
    DeclineRematch,
    Sit,
    Lag(u64),
    Gone,
    Back,
}

fn step() -> impl Strategy<Value = Step> {
    let near = 4_u8..11;
    let what = prop_oneof![
        30 => (near.clone(), near.clone()).prop_map(|(column, row)| What::Move(column, row)),
        4 => (near.clone(), near, 0_u8..3).prop_map(|(column, row, late)| What::Stray(column, row, late)),
        1 => prop_oneof![
            Just(What::Resign),
            Just(What::Abort),
            Just(What::OfferRematch),
            Just(What::AcceptRematch),
            Just(What::DeclineRematch),
            Just(What::Sit),
        ],
        3 => prop_oneof![Just(What::OfferDraw), Just(What::DeclineDraw), Just(What::DeclineDraw), Just(What::AcceptDraw)],
        2 => prop_oneof![(0_u64..400).prop_map(What::Lag), Just(What::Gone), Just(What::Back)],
    ];
    let wait = prop_oneof![8 => 0_u64..3_000, 1 => 3_000_u64..9_000, 1 => Just(0)];
    (wait, 0_u8..3, what).prop_map(|(wait, number, what)| Step { wait, number, what })
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    prop::collection::vec(step(), 0..90)
}

fn rules() -> impl Strategy<Value = RuleSet> {
    let clock = prop_oneof![
        Just(None),
        Just(Some(sudden_death(secs(40)))),
        Just(Some(fischer(secs(8), secs(2)))),
        Just(Some(byo_yomi(secs(6), 3, secs(4)))),
        Just(Some(control(vec![Stage { gain: Gain::Delay(secs(2)), ..stage(secs(20)) }]))),
        Just(Some(control(vec![Stage { gain: Gain::GiveBack(secs(2)), ..stage(secs(20)) }]))),
        Just(Some(control(vec![
            Stage { exhausted: Exhausted::NextStage, ..stage(secs(5)) },
            restarting(secs(20), 2, 5)
        ]))),
    ];
    let lag = prop_oneof![Just(LagRule::OFF), Just(LagRule::USUAL)];
    (clock, lag, 0..3).prop_map(|(clock, lag, kind)| {
        let rules = match kind {
            0 => RuleSet::freestyle(clock),
            1 => RuleSet::standard(clock),
            _ => RuleSet::renju(clock),
        };
        RuleSet { lag, ..rules }
    })
}

/// When the room is woken beside its inputs.
#[derive(Clone, Copy, Debug)]
enum Waking {
    Never,
    AtEveryDeadline,
    /// This long after every input, and at the deadlines, each so much too late.
    AtRandom(u64),
}

fn seated(rules: RuleSet) -> Room {
    let mut room = open_room(rules);
    for number in 0..3 {
        room.handle(join(number), ms(0));
    }
    room.handle(act(1, "sit", Action::Sit(Default::default())), ms(0));
    room
}

/// The input that a step is, in the position there is.
fn input(room: &Room, index: usize, step: Step) -> Input {
    let game = room.table().game();
    let ply = game.ply();
    let id = format!("c{index}");
    let play = |number, command| act(number, &id, Action::Play(command));
    let stone = |number, column, row, ply| {
        play(
            number,
            Command::Place {
                ply,
                point: Point::new(column, row).unwrap(),
                with: Said::NOTHING,
                lag: Span::ZERO,
            },
        )
    };
    match step.what {
        What::Move(column, row) => {
            let owes = game.owed().map_or(step.number, |owed| u8::from(owed.seat == Seat::B));
            stone(owes, column, row, ply)
        }
        What::Stray(column, row, late) => stone(step.number, column, row, ply.saturating_sub(late.into())),
        What::Resign => play(step.number, Command::Resign),
        What::OfferDraw => play(step.number, Command::OfferDraw { ply }),
        What::AcceptDraw => play(step.number, Command::AcceptDraw { ply }),
        What::DeclineDraw => play(step.number, Command::DeclineDraw { ply }),
        What::Abort => play(step.number, Command::Abort),
        What::OfferRematch => act(step.number, &id, Action::OfferRematch),
        What::AcceptRematch => act(step.number, &id, rematch()),
        What::DeclineRematch => act(step.number, &id, Action::DeclineRematch),
        What::Sit => act(step.number, &id, Action::Sit(Default::default())),
        What::Lag(millis) => {
            Input::Lag { connection: connection(step.number), round_trip: Span::from_millis(millis) }
        }
        What::Gone => Input::Leave { connection: connection(step.number) },
        What::Back => join(step.number),
    }
}

fn rematch() -> Action {
    Action::AcceptRematch { room: RoomId::from_entropy([9; 12]), wall: WallTime(5), lot: Lot([1; 16]) }
}

/// Plays steps. What is decided depends on the inputs and their stamps; when the room is woken must not matter.
fn played(rules: RuleSet, steps: &[Step], waking: Waking) -> Room {
    let mut room = seated(rules);
    let mut now = 0;
    for (index, step) in steps.iter().enumerate() {
        let from = now;
        now += step.wait;
        match waking {
            Waking::Never => {}
            Waking::AtEveryDeadline => {
                while let Some(due) = room.wake_at().filter(|due| *due <= ms(now)) {
                    room.handle(Input::Wake, due.max(ms(from)));
                }
            }
            Waking::AtRandom(late) => {
                room.handle(Input::Wake, ms((from + late).min(now)));
                if let Some(due) = room.wake_at().map(|due| due + Span::from_millis(late))
                    && due <= ms(now)
                {
                    room.handle(Input::Wake, due.max(ms(from)));
                }
            }
        }
        // The steps say what people try, so they are made from a room where time was looked at; that is no input.
        let mut looked = Room::new(room_id(), Epoch(1), room.journal().clone());
        looked.handle(Input::Wake, ms(now));
        room.handle(input(&looked, index, *step), ms(now));
    }
    room.handle(Input::Wake, ms(now + 1_000_000));
    room
}

fn records(room: &Room) -> Vec<Recorded> {
    room.journal().tail(0).unwrap().to_vec()
}

fn hash(room: &Room) -> String {
    let journal = room.journal();
    protocol::snapshot(room_id(), journal.next(), journal.end().millis(), journal.table()).hash
}

fn is_refused(effects: &[Effect]) -> bool {
    effects.iter().any(|effect| match effect {
        Effect::Tell { outgoing: Outgoing::Answered(answered), .. } => answered.result.is_err(),
        _ => false,
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// A room made anew from its records is the room that wrote them; so it is after a way through the store.
    #[test]
    fn replay_equals_play(rules in rules(), steps in steps()) {
        let room = played(rules, &steps, Waking::Never);
        let records = records(&room);
        let replayed = Journal::replay(records.clone()).unwrap();
        prop_assert_eq!(replayed.table(), room.table());
        prop_assert_eq!(&replayed, room.journal());

        let stored: Vec<Recorded> = records
            .iter()
            .map(|record| codec::decode(&codec::encode(record).unwrap()).unwrap())
            .collect();
        prop_assert_eq!(&stored, &records);
    }

    /// Timers only save time: waking at every deadline, at odd times or never changes nothing that happened.
    #[test]
    fn late_timers_change_nothing(rules in rules(), steps in steps(), late in 0_u64..5_000) {
        let asleep = played(rules.clone(), &steps, Waking::Never);
        let punctual = played(rules.clone(), &steps, Waking::AtEveryDeadline);
        prop_assert_eq!(records(&punctual), records(&asleep));
        let odd = played(rules, &steps, Waking::AtRandom(late));
        prop_assert_eq!(records(&odd), records(&asleep));
    }

    /// A refusal changes nothing but the room's memory of it.
    #[test]
    fn a_refusal_changes_nothing(rules in rules(), steps in steps()) {
        let mut room = seated(RuleSet { lag: LagRule::OFF, ..rules });
        let mut now = 0;
        for (index, step) in steps.iter().enumerate() {
            now += step.wait;
            room.handle(Input::Wake, ms(now));
            let before = room.journal().clone();
            let effects = room.handle(input(&room, index, *step), ms(now));
            if is_refused(&effects) {
                prop_assert_eq!(room.journal(), &before);
                let keeps = effects.iter().any(|effect| matches!(effect, Effect::Keep(_) | Effect::Found { .. }));
                prop_assert!(!keeps);
            }
        }
    }

    /// What is spelled reads back as what it was, through JSON text.
    #[test]
    fn events_and_rules_survive_their_spelling(rules in rules(), steps in steps()) {
        let room = played(rules, &steps, Waking::Never);
        for event in records(&room).iter().flat_map(|record| &record.events) {
            match event {
                Event::Game(event) => {
                    let text = serde_json::to_string(&GameEventForm::from(event)).unwrap();
                    let form: GameEventForm = serde_json::from_str(&text).unwrap();
                    prop_assert_eq!(&game::Event::try_from(form).unwrap(), event);
                }
                Event::Opened(opened) => {
                    let text = serde_json::to_string(&RulesForm::from(&opened.rules)).unwrap();
                    let form: RulesForm = serde_json::from_str(&text).unwrap();
                    prop_assert_eq!(&RuleSet::try_from(form).unwrap(), &opened.rules);
                }
                _ => {}
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    /// Rules are read and print back as they were written, or are refused with a reason.
    #[test]
    fn rules_print_back_or_are_refused(written in written_rules()) {
        let form: RulesForm = serde_json::from_value(written.clone()).unwrap();
        match RuleSet::try_from(form) {
            Ok(rules) => {
                prop_assert!(rules.check().is_ok());
                prop_assert_eq!(serde_json::to_value(RulesForm::from(&rules)).unwrap(), written);
            }
            Err(
                error @ (BadForm::BoardSize(_)
                | BadForm::Opening
                | BadForm::FoulsAndPass
                | BadForm::Zero(_)
                | BadForm::Clock(_)
                | BadForm::Rules(_)),
            ) => prop_assert!(!error.to_string().is_empty()),
            Err(error) => prop_assert!(false, "{error}"),
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(5_000))]

    /// What anybody types as a clock is a clock or is refused with a reason.
    #[test]
    fn any_text_is_a_clock_or_none(text in "([0-9]{1,3}|[0-9]{20}|[hms]|[hms ]|[+~^/x,×\\PC]){0,12}") {
        match read_clock(&text) {
            Ok(control) => prop_assert!(!control.stages().is_empty()),
            Err(bad) => prop_assert!(!bad.to_string().is_empty()),
        }
    }
}

/// Rules of which each value alone is well spelled, near the bounds and beyond them.
fn written_rules() -> impl Strategy<Value = Value> {
    let board = prop_oneof![4 => Just(15), 1 => Just(19), 1 => Just(20), 1 => 0_u8..30];
    let five = prop_oneof![Just("five_or_more"), Just("exactly_five"), Just("renju")];
    let forbidden = prop_oneof![3 => Just("nobody"), 3 => Just("black"), 1 => Just("both")];
    let millis = prop_oneof![
        6 => 1_000_u64..3_600_000,
        1 => prop_oneof![Just(0), Just(999), Just(1_000), Just(86_400_000), Just(86_400_001), Just(u64::MAX)],
    ];
    let quota = prop_oneof![
        3 => Just(Value::Null),
        2 => (0_u16..4, prop_oneof![Just("restart"), Just("next_stage"), Just("carry_over")])
            .prop_map(|(moves, met)| json!({ "moves": moves, "met": met })),
    ];
    let gain = prop_oneof![
        Just(json!({ "type": "nothing" })),
        (prop_oneof![Just("increment"), Just("give_back"), Just("delay")], millis.clone())
            .prop_map(|(kind, ms)| json!({ "type": kind, "ms": ms })),
    ];
    let exhausted = prop_oneof![2 => Just("flag"), 1 => Just("next_stage")];
    let stage = (millis.clone(), 0_u16..5, quota, gain, exhausted).prop_map(
        |(time_ms, periods, quota, gain, exhausted)| {
            json!({ "time_ms": time_ms, "periods": periods, "quota": quota, "gain": gain, "exhausted": exhausted })
        },
    );
    let shared = prop_oneof![
        4 => Just(Value::Null),
        1 => (millis, prop_oneof![Just("draw"), Just("stages")], prop::option::of(0_u8..101))
            .prop_map(|(time_ms, used_up, split)| {
                json!({ "time_ms": time_ms, "used_up": used_up, "split_at_percent": split })
            }),
    ];
    let fouls = prop_oneof![4 => Just(Value::Null), 1 => (0_u8..11).prop_map(|fouls| json!(fouls))];
    let readouts = prop::option::weighted(0.2, prop::collection::vec(0_u32..70, 0..4));
    let clock = prop_oneof![
        1 => Just(Value::Null),
        4 => (shared, prop::collection::vec(stage, 0..4), fouls, any::<bool>(), readouts).prop_map(
            |(shared, stages, fouls, pass, readouts)| {
                json!({
                    "shared": shared, "stages": stages, "fouls": fouls, "forced_pass": pass, "readouts": readouts
                })
            }
        ),
        1 => Just(json!({ "shared": null, "fouls": null, "stages": vec![
            json!({ "time_ms": 1_000, "periods": 1, "quota": null, "gain": { "type": "nothing" }, "exhausted": "flag" });
            TimeControl::STAGES_MAX + 1
        ] })),
    ];
    let lag = (0_u64..170, 0_u64..3_200)
        .prop_map(|(per_move, per_game)| json!({ "per_move_ms": per_move, "per_game_ms": per_game }));
    let within = prop_oneof![3 => 60_000_u64..=604_800_000, 1 => Just(59_999), 1 => Just(604_800_001)];
    let late = prop_oneof![3 => 60_000_u64..=14_400_000, 1 => Just(59_999), 1 => Just(14_400_001)];
    let start = prop_oneof![
        2 => within.prop_map(|within| json!({ "type": "when_seated", "within_ms": within })),
        1 => (prop_oneof![Just(0_u64), Just(2_592_000_000), Just(2_592_000_001)], late)
            .prop_map(|(after, late)| json!({ "type": "scheduled", "after_ms": after, "late_ms": late })),
    ];
    let edition = prop_oneof![Just("of2013"), Just("of2009"), Just("older")];
    let basis = (board, five, forbidden, clock, lag, start, edition);
    (basis, written_manners()).prop_map(|((board, five, forbidden, clock, lag, start, edition), manners)| {
        let mut rules = json!({
            "board": board, "five": five, "forbidden": forbidden, "clock": clock, "lag": lag,
            "start": start, "edition": edition, "gifts": "never", "absence_ms": null, "confirm_result": false,
        });
        rules.as_object_mut().unwrap().extend(manners.as_object().unwrap().clone());
        rules
    })
}

/// How stones come onto the board and what players may do, each value alone well spelled.
fn written_manners() -> impl Strategy<Value = Value> {
    let adjudication = prop_oneof![
        3 => Just(json!({ "type": "auto" })),
        1 => any::<bool>().prop_map(|any_time| json!({ "type": "claim", "overline_any_time": any_time })),
        1 => Just(json!({ "type": "block" })),
    ];
    let opening = prop_oneof![
        any::<[bool; 4]>().prop_map(|[centre, own_side, only_26, swap]| json!({
            "type": "free", "centre": centre, "own_side": own_side, "only_26": only_26, "swap_after_three": swap,
        })),
        (prop_oneof![Just("D1"), Just("I13"), Just("X1")], any::<bool>())
            .prop_map(|(opening, swap)| json!({ "type": "agreed", "opening": opening, "swap": swap })),
        (0_u8..70).prop_map(|fifths| json!({ "type": "specified", "fifths": fifths })),
        Just(json!({ "type": "specified", "fifths": null })),
        (0_u8..70).prop_map(|most| json!({ "type": "soosyrv", "most": most })),
        (0_u8..70).prop_map(|fifths| json!({ "type": "taraguchi", "fifths": fifths })),
        prop_oneof![Just("tarannikov"), Just("sakata"), Just("renju_swap"), Just("swap"), Just("swap2"), Just("swap1"),
            Just("pro"), Just("long_pro")]
            .prop_map(|name| json!({ "type": name })),
    ];
    let draws = prop_oneof![
        Just(json!({ "type": "plain" })),
        any::<bool>().prop_map(|strict| json!({ "type": "with_move", "strict": strict })),
    ];
    let by_agreement = || prop_oneof![Just("never"), Just("by_agreement")];
    let declaration = prop_oneof![Just("automatic"), Just("declared")];
    let pass = prop_oneof![Just("never"), Just("from_move_six")];
    let draw_wins = prop::option::of(prop_oneof![Just("black"), Just("white")]);
    let ends = (pass, draw_wins);
    (adjudication, opening, draws, by_agreement(), by_agreement(), declaration, ends).prop_map(
        |(adjudication, opening, draws, takebacks, pauses, declaration, (pass, draw_wins))| {
            json!({
                "adjudication": adjudication, "opening": opening, "draws": draws, "takebacks": takebacks,
                "pauses": pauses, "declaration": declaration, "pass": pass,
                "draw_wins": draw_wins,
            })
        },
    )
}

/// Turned and mirrored, every engine game ends by the same kind of move at the same ply.
#[test]
fn a_turned_or_mirrored_game_ends_alike() {
    let text = include_str!("data/engine-games.jsonl");
    let mut ends = 0;
    for line in text.lines() {
        let game: Value = serde_json::from_str(line).unwrap();
        let rules = match game["rule"].as_str().unwrap() {
            "freestyle" => RuleSet::freestyle(None),
            "standard" => RuleSet::standard(None),
            "renju" => RuleSet::renju(None),
            other => panic!("{other}"),
        };
        let moves = game["moves"].as_array().unwrap().iter();
        let moves: Vec<Point> = moves.map(|name| name.as_str().unwrap().parse().unwrap()).collect();
        let end = end_of(&rules, moves.iter().copied());
        ends += usize::from(end.1.is_some());
        for symmetry in 1..8 {
            let turned = end_of(&rules, moves.iter().map(|point| turned(*point, symmetry)));
            assert_eq!(turned, end, "{} turned by {symmetry}", game["id"]);
        }
    }
    assert_eq!(ends, 998, "as many games as were not cut off end by their last move");
}

/// After how many moves a game ends, and how.
fn end_of(rules: &RuleSet, moves: impl Iterator<Item = Point>) -> (u16, Option<String>) {
    let mut game = Game::new(rules.clone());
    let begun = game.start(Seat::A).unwrap();
    game.evolve(Moment::ZERO, &begun);
    for point in moves {
        let owed = game.owed().expect("the game goes on to its last move");
        let command = Command::Place { ply: game.ply(), point, with: Said::NOTHING, lag: Span::ZERO };
        for event in game.decide(owed.seat, command, Moment::ZERO).unwrap() {
            game.evolve(Moment::ZERO, &event);
        }
    }
    let how = game.outcome().map(|outcome| match &outcome.reason {
        Reason::Five { line } => format!("row of {} {:?}", line.len(), outcome.scores),
        Reason::Forbidden { foul, .. } => format!("{foul:?} {:?}", outcome.scores),
        other => format!("{other:?}"),
    });
    (game.ply(), how)
}

/// One of the eight symmetries of the board.
fn turned(point: Point, symmetry: u8) -> Point {
    let last = BoardSize::FIFTEEN.lines() - 1;
    let (mut column, mut row) = (point.column(), point.row());
    if symmetry & 1 != 0 {
        column = last - column;
    }
    if symmetry & 2 != 0 {
        row = last - row;
    }
    if symmetry & 4 != 0 {
        std::mem::swap(&mut column, &mut row);
    }
    Point::new(column, row).unwrap()
}

/// A small generator, so that a seed means the same everywhere (splitmix64).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((mixed ^ (mixed >> 31)) % u64::try_from(bound).unwrap()).unwrap()
    }

    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.below(from.len())]
    }
}

/// W-15: whatever 100,000 frames say, the room is changed by those alone that are accepted.
#[test]
fn w15_frames_that_are_not_accepted_leave_the_state_hash_as_it_is() {
    let mut random = Random(15);
    let mut room = seated(RuleSet::renju(Some(sudden_death(secs(40_000)))));
    let mut before = hash(&room);
    let (mut not_read, mut refused, mut accepted, mut games) = (0, 0, 0, 0);
    for index in 0..100_000_u64 {
        if room.table().game().outcome().is_some() && random.below(20) == 0 {
            room = seated(RuleSet::renju(Some(sudden_death(secs(40_000)))));
            before = hash(&room);
            games += 1;
        }
        let text = frame(&mut random, &room, index);
        let request = match protocol::read(&text) {
            Ok(request) => request,
            Err(rejected) => {
                not_read += 1;
                assert_ne!(rejected.message, "", "{text}");
                assert!(rejected.message.chars().count() <= 200, "{text}");
                let is_known =
                    !matches!(rejected.code, Code::GameOver | Code::Unavailable | Code::Restarting);
                assert!(is_known, "{text}: {:?}", rejected.code);
                continue;
            }
        };
        let Request::Act { room: to, id, wish } = request else { continue };
        if to != room_id() {
            continue;
        }
        let action = match wish {
            Wish::Sit => Action::Sit(Default::default()),
            Wish::Play(command) => Action::Play(command),
            Wish::OfferRematch => Action::OfferRematch,
            Wish::AcceptRematch => rematch(),
            Wish::DeclineRematch => Action::DeclineRematch,
            Wish::NextGame => {
                let (room, wall, lot) = (RoomId::from_entropy([9; 12]), WallTime(5), Lot([1; 16]));
                Action::NextGame { room, wall, lot }
            }
            Wish::Colours(act) => Action::Colours(act),
            Wish::Seal { ply, sealed } => Action::Seal { ply, sealed, nonce: Nonce([2; 16]) },
            Wish::ClaimAbsence => Action::ClaimAbsence,
            Wish::Complain(text) => Action::Complain(text),
            Wish::Say(text) => Action::Say(text),
            Wish::Officiate { .. } => Action::Officiate,
            Wish::Rule { ruling, reason, ground } => Action::Rule { ruling, reason, ground },
        };
        let number = u8::try_from(random.below(3)).unwrap();
        let connection = ConnectionId(u64::from(number));
        let next = room.journal().next();
        let effects =
            room.handle(Input::Act { connection, person: person(number), id, action }, room.journal().end());
        let after = hash(&room);
        if is_refused(&effects) || room.journal().next() == next {
            refused += 1;
            assert_eq!(after, before, "{text}");
        } else {
            accepted += 1;
            assert_ne!(after, before, "{text}");
            before = after;
        }
    }
    // A fuzzer that never gets through, or never fails to, would prove nothing.
    for (what, times) in
        [("not read", not_read), ("refused", refused), ("accepted", accepted), ("games", games)]
    {
        assert!(times > 100, "{what}: {times}");
    }
}

/// A frame that somebody might send, whole or damaged.
fn frame(random: &mut Random, room: &Room, index: u64) -> String {
    let ply = room.table().game().ply();
    let ply = if random.below(5) == 0 { random.below(12).to_string() } else { ply.to_string() };
    let column = random.pick(&["d", "e", "f", "g", "h", "i", "j", "k", "p", "A"]);
    let row = random.pick(&["4", "5", "6", "7", "8", "9", "10", "11", "16", "0"]);
    let action = match random.below(60) {
        0 => r#"{"type":"sit"}"#.to_owned(),
        1 => r#"{"type":"resign"}"#.to_owned(),
        2 => r#"{"type":"abort"}"#.to_owned(),
        3 => r#"{"type":"offer_rematch"}"#.to_owned(),
        4 => r#"{"type":"accept_rematch"}"#.to_owned(),
        5 => r#"{"type":"decline_rematch"}"#.to_owned(),
        6..=8 => format!(r#"{{"type":"offer_draw","ply":{ply}}}"#),
        9 => format!(r#"{{"type":"accept_draw","ply":{ply}}}"#),
        10..=12 => format!(r#"{{"type":"decline_draw","ply":{ply}}}"#),
        _ => format!(r#"{{"type":"place","ply":{ply},"point":"{column}{row}"}}"#),
    };
    let id = if random.below(10) == 0 { index / 7 } else { index };
    let mut text = format!(r#"{{"type":"act","room":"{}","id":"c{id}","action":{action}}}"#, room_id());
    for _ in 0..random.below(4) {
        damage(random, &mut text);
    }
    text
}

fn damage(random: &mut Random, text: &mut String) {
    let mut chars: Vec<char> = text.chars().collect();
    let at = random.below(chars.len() + 1);
    let to = (at + random.below(12)).min(chars.len());
    match random.below(5) {
        0 => drop(chars.drain(at..to)),
        1 => {
            let again: Vec<char> = chars[at..to].to_vec();
            chars.splice(at..at, again);
        }
        2 => chars.truncate(at.max(1)),
        3 => {
            let piece = random.pick(&[
                "{",
                "}",
                "[",
                "]",
                "\"",
                "\\",
                ",",
                ":",
                "null",
                "true",
                "1e400",
                "-1",
                "\\ud800",
                "\u{0}",
                "天",
                "\"type\":\"place\",",
                "\"lag\":9,",
                "99999999999999999999",
                " ",
                "\n",
                "65535",
                "0.5",
            ]);
            chars.splice(at..at, piece.chars());
        }
        _ => {
            let piece = random.pick(&["a", "h", "8", "z", "_", "0", "\u{7f}", "{", "\""]);
            chars.splice(at..to.min(at + 1), piece.chars());
        }
    }
    *text = chars.into_iter().collect();
}
