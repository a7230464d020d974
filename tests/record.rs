//! Records of games (rulebook J, A-06): what they say, how they are written, and that they can be read again.
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs, reason = "a test may panic")]

#[path = "common/bout.rs"]
#[allow(dead_code, unreachable_pub, reason = "not every test uses all of it")]
mod bout;
mod common;

use bout::Bout;
use common::{act, answer, ms, place, point, put, room_id, secs, sudden_death};
use proptest::prelude::*;
use serde_json::{Value, json};
use tengen::game::board::Stone;
use tengen::game::event::{Command, Reason, Ruling, Said};
use tengen::game::moment::Span;
use tengen::game::opening::{Choice, Fifths, NamedOpening, OpeningRule, What};
use tengen::game::point::{BoardSize, Point};
use tengen::game::rules::Foul;
use tengen::game::ruleset::{Adjudication, DrawRule, LagRule, PassRule, PauseRule, RuleSet, TakebackRule};
use tengen::game::seal::{Nonce, SealedMove};
use tengen::game::seat::{PerSeat, Seat};
use tengen::journal::{Event, Journal, TableRuling};
use tengen::record::import::{self, BadImport, Imported};
use tengen::record::{
    ACTS_MAX, Deemed, FILM_BYTES_MAX, FILM_SIDE, FRAMES_MAX, JSON_BYTES_MAX, Record, SVG_BYTES_MAX, Win,
    WinClass,
};
use tengen::room::Room;
use tengen::room::message::{Action, Input};

const MINUTE: u64 = 60_000;

fn rules() -> RuleSet {
    RuleSet { lag: LagRule::OFF, ..RuleSet::freestyle(Some(sudden_death(secs(600)))) }
}

fn competition() -> RuleSet {
    RuleSet {
        opening: OpeningRule::Specified { fifths: Fifths::Announced },
        pass: PassRule::FromMoveSix,
        lag: LagRule::OFF,
        ..RuleSet::renju(Some(sudden_death(secs(600))))
    }
}

fn plays(room: &mut Room, number: u8, command: Command, at: u64) {
    let id = format!("c-{number}-{at}");
    let effects = room.handle(act(number, &id, Action::Play(command.clone())), ms(at));
    assert!(answer(&effects).is_ok(), "{command:?}: {:?}", answer(&effects));
}

fn rules_on(room: &mut Room, ruling: TableRuling, reason: &str, at: u64) {
    let action =
        Action::Rule { ruling, reason: reason.parse().unwrap(), ground: tengen::journal::Ground::Fact };
    let effects = room.handle(act(2, &format!("rule-{at}"), action), ms(at));
    assert!(answer(&effects).is_ok(), "{:?}", answer(&effects));
}

fn record(room: &Room) -> Record {
    Record::of(room_id(), room.journal())
}

fn value(record: &Record) -> Value {
    serde_json::from_str(&record.json().unwrap()).unwrap()
}

/// A game of stones by turns, one every second.
fn stones(rules: RuleSet, names: &[&str]) -> Room {
    let mut room = common::running(rules);
    for (index, name) in (0..).zip(names) {
        plays(&mut room, (index % 2) as u8, put(index, name), 1000 * (u64::from(index) + 1));
    }
    room
}

/// The trace of C-10: an opening with its number, a swap, the fourth stone, alternatives, one that is kept, the sixth.
fn c10() -> Room {
    let mut room = common::running(competition());
    let lag = Span::ZERO;
    let points = ["h8", "i9", "j10"].map(point).to_vec();
    plays(&mut room, 0, Command::Lay { ply: 0, points, number: Some(2), lag }, 10_000);
    plays(&mut room, 1, Command::Choose { ply: 4, choice: Choice::Swap, lag }, 15_000);
    plays(&mut room, 0, put(5, "g9"), 22_000);
    plays(&mut room, 1, Command::Show { ply: 6, points: ["i7", "f9"].map(point).to_vec(), lag }, 30_000);
    plays(&mut room, 0, Command::Keep { ply: 7, point: point("i7"), lag }, 31_000);
    plays(&mut room, 0, put(8, "j8"), 35_000);
    room
}

#[test]
fn j01_c10_a_record_shows_the_opening_as_a_score_sheet_does() {
    assert_eq!(record(&c10()).notation(), "1.H8 2.I9 3.J10 n=2 swap 4.G9 5.(I7,F9)->I7 6.J8");
}

#[test]
fn b15_a_win_is_a_chase_or_free_and_may_be_one_by_fours() {
    // White points a double-three out.
    let claimed = RuleSet {
        adjudication: Adjudication::Claim { overline_any_time: false },
        lag: LagRule::OFF,
        ..RuleSet::renju(Some(sudden_death(secs(600))))
    };
    let mut room = stones(claimed, &["h9", "a1", "h7", "c1", "g8", "e1", "i8", "g1", "h8"]);
    assert_eq!(record(&room).win(), None, "it goes on");
    plays(&mut room, 1, Command::ClaimForbidden { point: point("h8") }, 20_000);
    let chase = record(&room);
    let h8 = point("h8");
    assert_eq!(
        chase.outcome.as_ref().unwrap().reason,
        Reason::Forbidden { point: h8, foul: Foul::ThreeThree }
    );
    assert_eq!(chase.win(), Some(Win { class: WinClass::Chase, by_fours: false }));
    assert_eq!(value(&chase)["win"], json!({ "class": "chase", "by_fours": false }));

    // A four down the column, a four along the row, then five.
    let by_fours =
        ["h8", "a1", "h9", "a3", "h10", "c1", "e11", "c3", "f11", "a5", "h11", "h12", "g11", "i11", "d11"];
    let game = record(&stones(rules(), &by_fours));
    assert_eq!(game.win(), Some(Win { class: WinClass::Free, by_fours: true }), "{:?}", game.outcome);
    assert_eq!(game.until(10).win(), None, "a part of a game was not won");
    // A straight four that is not answered is one four.
    let straight = ["h8", "a1", "i8", "a3", "j8", "a5", "k8", "a7", "l8"];
    assert_eq!(record(&stones(rules(), &straight)).win().map(|win| win.by_fours), Some(false));
    // Neither a resignation nor a flag is a win on the board.
    let mut room = stones(rules(), &["h8", "i9"]);
    plays(&mut room, 0, Command::Resign, 9_000);
    assert_eq!(record(&room).win(), None);
}

#[test]
fn j01_a_record_says_who_what_when_and_how_long() {
    let record = record(&c10());
    assert_eq!((record.black, record.opener), (Some(Seat::B), Some(Seat::A)));
    assert_eq!(record.name_of(Stone::Black).unwrap().as_str(), "Person 1");
    let kept = &record.moves[7];
    assert_eq!((kept.number, kept.dropped.clone()), (Some(5), vec![point("f9")]));
    assert_eq!((kept.took, record.moves[8].took), (Span::from_secs(1), Span::from_secs(4)));
    let left = |index: usize| record.moves[index].clock.unwrap().left;
    assert_eq!(left(0), Span::from_secs(590), "of who laid the opening");
    assert_eq!(left(4), Span::from_secs(595), "of who swapped");
    assert_eq!(left(7), Span::from_secs(582), "his clock still ran");
    assert_eq!(left(8), Span::from_secs(578));

    let value = value(&record);
    assert_eq!(value["players"], json!({ "a": "Person 0", "b": "Person 1" }));
    assert_eq!(value["summary"], "Renju, 15x15, specified opening");
    assert_eq!((&value["clock"], &value["colours"]), (&json!("10m"), &json!("black_a")));
    assert_eq!(value["opened_ms"], 1_800_000_000_000_u64);
    assert_eq!(value["moves"][7]["deed"], json!({ "type": "kept", "point": "i7" }));
    assert_eq!(value["moves"][7]["dropped"], json!(["f9"]));
    assert_eq!(value["moves"][6]["number"], Value::Null);
    assert_eq!(value["moves"][8]["clock"]["left_ms"], 578_000);
    assert_eq!((&value["outcome"], &value["lot"]), (&Value::Null, &Value::Null));
    let ids = [0, 1, 2].map(|number| common::person(number).id.to_string());
    assert!(ids.iter().all(|id| !value.to_string().contains(id.as_str())), "nobody's id");
}

#[test]
fn j02_a_pass_takes_a_number_and_a_swap_does_not() {
    let mut room = c10();
    let lag = Span::ZERO;
    plays(&mut room, 1, Command::Pass { ply: 9, with: Said::NOTHING, lag }, 40_000);
    plays(&mut room, 0, put(10, "a1"), 41_000);
    let record = record(&room);
    let ends = "5.(I7,F9)->I7 6.J8 7.pass 8.A1";
    assert!(record.notation().ends_with(ends), "{}", record.notation());
    let last = *record.stones().last().unwrap();
    assert_eq!((last.number, last.stone), (8, Stone::White));
    assert_eq!(record.text(), "h8 i9 j10 g9 i7 j8 -- a1\n");
    assert!(record.sgf().contains(";B[]BL["), "{}", record.sgf());
    assert!(record.psq().contains("\n0,0,5000\n1,15,1000\n-1\n"), "{}", record.psq());
}

#[test]
fn i17_a_pass_that_the_clock_took_is_told_apart_as_far_as_a_form_can() {
    let clock = tengen::spelling::read_clock("1x30s pass").unwrap();
    let mut room = common::running(RuleSet { lag: LagRule::OFF, ..RuleSet::freestyle(Some(clock)) });
    for (ply, name) in (0..).zip(["h8", "a1", "j8", "c1", "l8"]) {
        plays(&mut room, (ply % 2) as u8, put(ply, name), 1000 * u64::from(ply));
    }
    room.handle(Input::Wake, ms(34_000));
    plays(&mut room, 0, put(6, "n8"), 35_000);
    let record = record(&room);
    assert!(record.notation().ends_with("5.L8 6.pass(time) 7.N8"), "{}", record.notation());
    assert_eq!(value(&record)["moves"][5]["deed"], json!({ "type": "forced_pass" }));
    assert_eq!(value(&record)["moves"][5]["clock"]["left_ms"], 30_000);
    assert_eq!(value(&record)["clock"], "1x30s pass");
    assert!(record.sgf().contains(";W[]WL[30.000]C[out of time, a pass]"), "{}", record.sgf());
    assert!(record.psq().contains("\n0,0,30000\n"), "{}", record.psq());
    assert_eq!(record.text(), "h8 a1 j8 c1 l8 -- n8\n");
    for read in [
        import::sgf(record.sgf().as_bytes()),
        import::psq(record.psq().as_bytes()),
        import::text(record.text().as_bytes()),
        import::text(record.notation().as_bytes()),
    ] {
        assert_eq!(read.unwrap().nodes.len(), 7);
    }
}

#[test]
fn d13_a_record_says_that_a_draw_was_a_win() {
    let rules = RuleSet { draw_wins: Some(Stone::White), ..rules() };
    let mut room = common::running(rules);
    plays(&mut room, 0, put(0, "h8"), 1000);
    plays(&mut room, 0, Command::OfferDraw { ply: 1 }, 2000);
    plays(&mut room, 1, Command::AcceptDraw { ply: 1 }, 3000);
    let record = record(&room);
    assert_eq!(record.result().unwrap(), "White won (by agreement; a draw is White's)");
    assert_eq!(value(&record)["summary"], "Freestyle gomoku, 15x15, a draw is White's win");
    assert!(record.sgf().contains("RE[W+]"), "{}", record.sgf());
}

#[test]
fn j01_offers_claims_violations_and_what_arbiters_did_are_in_the_record() {
    let mut room = common::running(RuleSet {
        draws: DrawRule::WithMove { strict: true },
        takebacks: TakebackRule::ByAgreement,
        ..competition()
    });
    assert!(answer(&room.handle(act(2, "office", Action::Officiate), ms(0))).is_ok());
    room.handle(common::join(3), ms(1));
    let lag = Span::ZERO;
    let points = ["h8", "i9", "j10"].map(point).to_vec();
    plays(&mut room, 0, Command::Lay { ply: 0, points, number: Some(1), lag }, 10_000);
    rules_on(&mut room, TableRuling::Mute(common::person(3).id), "whispering", 11_000);
    rules_on(&mut room, TableRuling::Game(Ruling::Violation { seat: Seat::B }), "a phone rang", 12_000);
    let minus = Span::from_secs(60);
    let penalty = Ruling::TimePenalty { seat: Seat::B, minus, plus: minus, force: true };
    rules_on(&mut room, TableRuling::Game(penalty), "and again", 13_000);
    rules_on(&mut room, TableRuling::Game(Ruling::Replay), "a fire", 14_000);
    let points = ["h8", "h9", "h10"].map(point).to_vec();
    let ply = room.table().game().ply();
    plays(&mut room, 0, Command::Lay { ply, points, number: Some(1), lag }, 20_000);
    plays(&mut room, 1, Command::Resign, 21_000);
    let record = record(&room);
    assert_eq!((record.restarts, record.notation().as_str()), (1, "1.H8 2.H9 3.H10 n=1"));
    assert_eq!(record.violations, PerSeat { a: 0, b: 1 });
    let value = value(&record);
    let acts = value["acts"].to_string();
    for word in [
        "officiated",
        "Person 2",
        "whispering",
        "spectator",
        "a phone rang",
        "violated",
        "time_penalised",
        "a fire",
    ] {
        assert!(acts.contains(word), "{word}: {acts}");
    }
    assert!(!value.to_string().contains("Person 3"), "who was muted is nobody's business");
    let restart = record.acts.iter().find(|act| act.attempt == 1).unwrap();
    assert_eq!((restart.after, restart.events.len()), (0, 2));
    assert!(matches!(&restart.events[0], Deemed::Ruled { reason, .. } if reason.as_str() == "a fire"));
    assert_eq!(value["outcome"]["reason"]["type"], "resigned");
    assert_eq!(value["lot"], "00000000000000000000000000000000", "the lot, once it is over");
    assert!(record.sgf().contains("restarts\\: 1"), "{}", record.sgf());
}

#[test]
fn j01_moves_that_were_taken_back_are_gone_and_their_offers_told() {
    let rules = RuleSet { takebacks: TakebackRule::ByAgreement, pauses: PauseRule::ByAgreement, ..rules() };
    let mut room = stones(rules, &["h8", "a1", "i9"]);
    plays(&mut room, 0, Command::AskTakeback { ply: 3 }, 4000);
    plays(&mut room, 1, Command::Grant { ply: 3 }, 5000);
    let ply = room.table().game().ply();
    plays(&mut room, 0, put(ply, "g7"), 9000);
    let record = record(&room);
    assert_eq!(record.notation(), "1.H8 2.A1 3.G7");
    assert_eq!(record.moves[2].clock.unwrap().left.millis(), 600_000 - 1000 - 4000);
    let told = value(&record)["acts"].to_string();
    assert!(told.contains("asked") && told.contains("taken_back"), "{told}");
    let listed: Vec<usize> = room.table().acts().map(|act| act.after).collect();
    assert_eq!(listed, [2, 2], "a snapshot tells what was asked for, and that it was granted");
    assert!(record.acts.iter().all(|act| act.after == 2), "of the moves that stand: {:?}", record.acts);
}

#[test]
fn k04_a_sealed_move_is_in_no_form_before_it_is_opened() {
    let mut room = common::running(rules());
    assert!(answer(&room.handle(act(2, "office", Action::Officiate), ms(0))).is_ok());
    assert!(answer(&room.handle(place(0, "one", 0, "h8"), ms(1000))).is_ok());
    rules_on(&mut room, TableRuling::Game(Ruling::Adjourn), "supper", 2000);
    let nonce = Nonce([0xab; 16]);
    let seal = Action::Seal { ply: 1, sealed: SealedMove::Stone(point("m13")), nonce };
    assert!(answer(&room.handle(act(1, "seal", seal), ms(3000))).is_ok());
    let all = |record: &Record| {
        let text = [record.json().unwrap(), record.sgf(), record.psq(), record.text(), record.notation()];
        (text.concat().to_lowercase(), record.diagram().svg())
    };
    let before = record(&room);
    for secret in ["m13", "[mc]", "13,3,", "abababab"] {
        assert!(!all(&before).0.contains(secret), "{secret}");
    }
    // The point's place in the picture.
    let place = "cx=\"530\" cy=\"130\" r=\"18\"";
    assert!(!all(&before).1.contains(place));
    assert_eq!((before.lot, before.stones().len()), (None, 1));
    assert!(!format!("{before:?}").contains("m13"));
    rules_on(&mut room, TableRuling::OpenSealed, "all are here", 5000);
    assert!(all(&record(&room)).0.contains("m13"), "and now everybody is told");
    for number in [0, 1] {
        plays(&mut room, number, Command::Confirm, 6000 + u64::from(number));
    }
    assert!(all(&record(&room)).1.contains(place));
}

#[test]
fn a06_a_diagram_has_each_stone_with_its_number_on_its_point() {
    let record = record(&stones(rules(), &["h8", "a1", "o15", "b2", "g9"]));
    let numbers: Vec<_> = record.stones().iter().map(|placed| (placed.number, placed.stone)).collect();
    let (black, white) = (Stone::Black, Stone::White);
    assert_eq!(numbers, [(1, black), (2, white), (3, black), (4, white), (5, black)]);
    let svg = record.diagram().svg();
    for (x, y, number) in [(330, 330, 1), (50, 610, 2), (610, 50, 3), (90, 570, 4), (290, 290, 5)] {
        let stone = format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"18\"");
        let label = format!("<text x=\"{x}\" y=\"{}\"", y + 6);
        let line = svg.lines().find(|line| line.contains(&stone) && line.contains(&label)).unwrap();
        assert!(line.contains(&format!(">{number}</text>")), "{line}");
    }
    assert!(svg.contains("<title>Person 0 – Person 1</title>"));
}

#[test]
fn a06_a_picture_of_a_full_board_is_not_too_large() {
    let rules = RuleSet { board: BoardSize::TWENTY, clock: None, ..rules() };
    let mut record = record(&stones(rules, &["a1"]));
    let made = record.moves[0].clone();
    record.moves = (1..)
        .zip(BoardSize::TWENTY.iter())
        .map(|(number, point)| {
            let deed = tengen::game::event::Deed::Stone { stone: Stone::Black, point };
            tengen::record::Move { deed, number: Some(number), ..made.clone() }
        })
        .collect();
    let svg = record.diagram().svg();
    assert!(svg.len() < SVG_BYTES_MAX, "{}", svg.len());
    assert!(is_well_formed(&svg));
    let png = record.diagram().png().unwrap();
    assert!(png.len() < 512 * 1024, "{}", png.len());
    let mut reader = png::Decoder::new(std::io::Cursor::new(&png)).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let shape = reader.next_frame(&mut pixels).unwrap();
    assert_eq!((shape.width, shape.height), (1200, 630));
}

/// Whether every tag that opens closes again, and nothing in the text would open another.
fn is_well_formed(svg: &str) -> bool {
    let mut open = Vec::new();
    for tag in svg.split('<').skip(1) {
        let Some((tag, text)) = tag.split_once('>') else { return false };
        if let Some(name) = tag.strip_prefix('/') {
            if open.pop() != Some(name) {
                return false;
            }
        } else if !tag.ends_with('/') {
            open.push(tag.split(' ').next().unwrap());
        }
        if text.contains('>') {
            return false;
        }
    }
    open.is_empty()
}

#[test]
fn j06_a_record_can_be_had_up_to_any_move() {
    let record = record(&stones(rules(), &["h8", "a1", "i9", "b2", "j10", "c3", "g7"]));
    let until = |ply| value(&record.clone().until(ply));
    let five = until(5);
    assert_eq!((&five["ply"], &five["plies"]), (&json!(5), &json!(7)));
    assert_eq!(five["moves"].as_array().unwrap().len(), 5);
    assert_eq!(five["position"]["stones"].as_array().unwrap().len(), 5);
    assert_eq!(five["position"]["stones"][4], json!({ "point": "j10", "stone": "black", "number": 5 }));
    assert_eq!(until(999), value(&record), "beyond the last is the last");
    assert_eq!(until(0)["position"]["stones"], json!([]));
}

#[test]
fn j01_sgf_counts_rows_from_the_top_and_escapes_names() {
    let mut room = common::open_room(rules());
    let odd = tengen::journal::Person { name: "a]b\\c: <天>".parse().unwrap(), ..common::person(1) };
    room.handle(common::join(0), ms(0));
    let input = |action| Input::Act {
        connection: common::connection(1),
        person: odd.clone(),
        id: common::command_id("sit"),
        action,
    };
    let join = Input::Join {
        connection: common::connection(1),
        person: odd.clone(),
        seen: None,
        manner: tengen::room::message::Manner::Attend,
    };
    room.handle(join, ms(0));
    assert!(answer(&room.handle(input(Action::Sit(Default::default())), ms(0))).is_ok());
    plays(&mut room, 0, put(0, "h8"), 1500);
    plays(&mut room, 1, put(1, "h9"), 3000);
    plays(&mut room, 0, Command::Resign, 4000);
    let record = record(&room);
    let sgf = record.sgf();
    for part in [
        "(;FF[4]GM[4]CA[UTF-8]AP[Tengen:0.0.0-test]SZ[15]PB[Person 0]PW[a\\]b\\\\c\\: <天>]DT[2027-01-15]RE[W+R]",
        "RU[Freestyle gomoku, 15x15]TM[600]OT[10m]",
        ";B[hh]BL[598.500]",
        ";W[hg]WL[598.500]C[White won (resigned)]",
    ] {
        assert!(sgf.contains(part), "{part}\n{sgf}");
    }
    assert_eq!(import::sgf(sgf.as_bytes()).unwrap().main_line(), [Some(point("h8")), Some(point("h9"))]);
    assert!(record.diagram().svg().contains("a]b\\c: &lt;天&gt;") && is_well_formed(&record.diagram().svg()));
    let psq = "Piskvorky 15x15, 11:11, 0\n8,8,1500\n8,7,1500\n-1\nPerson 0\na]b\\c: <天>\n0,-\n";
    assert_eq!(record.psq(), psq);
}

#[test]
fn c12_stones_that_were_laid_are_part_of_every_form() {
    let opening = NamedOpening::by_code("I11").unwrap();
    let rules = RuleSet { opening: OpeningRule::Agreed { opening, swap: false }, ..rules() };
    let mut room = common::running(rules);
    plays(&mut room, 1, put(0, "a1"), 1000);
    let record = record(&room);
    assert_eq!(record.notation(), "1.H8 2.I9 3.G7 4.A1");
    assert_eq!(record.text(), "h8 i9 g7 a1\n");
    assert!(record.psq().ends_with(",I11\n"), "{}", record.psq());
    for read in [import::sgf(record.sgf().as_bytes()), import::psq(record.psq().as_bytes())] {
        assert_eq!(read.unwrap().main_line().len(), 4);
    }
}

#[test]
fn what_a_record_tells_is_bounded() {
    let mut room = common::running(RuleSet { clock: None, ..rules() });
    assert!(answer(&room.handle(act(2, "office", Action::Officiate), ms(0))).is_ok());
    let mut records = room.journal().tail(0).unwrap().to_vec();
    let arbiter = common::person(2);
    let reason: tengen::journal::Remark = "\u{1f5e3}".repeat(200).parse().unwrap();
    for seq in 0..2 * ACTS_MAX as u32 {
        let ruled = tengen::journal::ArbiterEvent::Ruled {
            arbiter: arbiter.clone(),
            reason: reason.clone(),
            ground: tengen::journal::Ground::Fact,
        };
        records.push(tengen::journal::Recorded {
            seq: records.len() as u32,
            at: ms(MINUTE + u64::from(seq)),
            cause: None,
            events: vec![Event::Arbitration(ruled)],
        });
    }
    let record = Record::of(room_id(), &Journal::replay(records).unwrap());
    assert_eq!((record.acts.len(), record.acts_left_out), (ACTS_MAX, ACTS_MAX as u32 + 1));
    let json = record.json().unwrap();
    assert!(json.len() < JSON_BYTES_MAX, "{}", json.len());
}

#[test]
fn a_record_of_every_reason_has_words() {
    for (ruling, code, words) in [
        (Ruling::Draw, "RE[0]", "A draw (ruled by the arbiter)"),
        (Ruling::DoubleLoss, "RE[Void]", "Both lost (ruled by the arbiter)"),
        (Ruling::Loss { seat: Seat::A }, "RE[W+F]", "White won (ruled by the arbiter)"),
    ] {
        let mut room = stones(rules(), &["h8", "a1"]);
        assert!(answer(&room.handle(act(2, "office", Action::Officiate), ms(3000))).is_ok());
        rules_on(&mut room, TableRuling::Game(ruling), "so it is", 4000);
        let record = record(&room);
        assert!(record.sgf().contains(code), "{}", record.sgf());
        assert_eq!(record.result().as_deref(), Some(words));
        let told = value(&record)["acts"].to_string();
        assert!(told.contains("so it is") && told.contains("ended"), "{told}");
    }
    let five = record(&stones(rules(), &["a1", "o1", "a2", "o2", "a3", "o3", "a4", "o4", "a5"]));
    assert!(matches!(five.outcome.as_ref().unwrap().reason, Reason::Five { .. }));
    assert!(five.sgf().contains("RE[B+]"));
}

#[test]
fn what_others_write_is_read() {
    let h8_h9: Vec<Option<Point>> = vec![Some(point("h8")), Some(point("h9"))];
    for sgf in [
        "(;GM[4]SZ[15];B[hh];W[hg])",
        "\u{feff} (;GM[4]FF[4] SZ[15]\r\nPB[a\\]b]\n;B[hh]C[;W[aa\\]]\n(;W[hg])(;W[aa];B[bb]))",
        "(;SZ[15:15](;B[hh](;W[hg])(;W[hf])))",
        "(;GaMe[x];B[hh];White[hg])",
    ] {
        let read = import::sgf(sgf.as_bytes());
        if sgf.contains("GaMe") {
            // Small letters mean nothing, so this says GM[x], and another game is not read.
            assert_eq!(read.unwrap_err().code(), "other_game");
        } else {
            assert_eq!(main_line(read), Ok((BoardSize::FIFTEEN, h8_h9.clone())), "{sgf}");
        }
    }
    for text in ["h8 h9", "H8\nH9\n", "1.h8 2.h9", "1. H8, 2. H9", "h8h9", "h8;h9"] {
        assert_eq!(import::text(text.as_bytes()).unwrap().main_line(), h8_h9, "{text}");
    }
    let psq = "Piskvorky 15x15, 11:11, 0\r\n8,8,0\r\n8,7,12\r\npbrain-a.zip\r\npbrain-b.zip\r\n1\r\n";
    assert_eq!(import::psq(psq.as_bytes()).unwrap().main_line(), h8_h9);
}

#[test]
fn what_is_no_game_is_refused_with_its_place() {
    let sgf = |text: &str| import::sgf(text.as_bytes()).unwrap_err();
    assert_eq!(sgf("hello").code(), "bad_beginning");
    assert_eq!(sgf("(;GM[1];B[aa])"), BadImport::OtherGame("1".to_owned()));
    assert_eq!(sgf("(;GM[4]SZ[9])"), BadImport::Board("9".to_owned()));
    assert_eq!(sgf("(;GM[4]\nAB[aa][bb])"), BadImport::SetUp { line: 2 });
    assert_eq!(sgf("(;B[aa];B[bb])"), BadImport::NotByTurns { number: 2, line: 1 });
    assert_eq!(sgf("(;B[aa];W[aa])"), BadImport::Occupied { number: 2, line: 1 });
    assert_eq!(sgf("(;B[pp])"), BadImport::OffBoard { number: 1, line: 1 });
    assert_eq!(sgf("(;B[aa"), BadImport::End("the value of a property"));
    assert_eq!(sgf("(;B[aa]"), BadImport::End("the game"));
    assert!(matches!(sgf("(;B[aa]\n;W[abc])"), BadImport::Unreadable { line: 2, .. }));
    assert!(matches!(sgf("(;B[aa]\n5)"), BadImport::Unreadable { line: 2, .. }));
    let text = |text: &str| import::text(text.as_bytes()).unwrap_err();
    assert!(matches!(text("h8\nh9 hello"), BadImport::Unreadable { line: 2, .. }));
    assert_eq!(text("h8 u1").code(), "unreadable");
    assert_eq!(text("h8\nh8"), BadImport::Occupied { number: 2, line: 2 });
    assert_eq!(text(&"-- ".repeat(401)), BadImport::Long);
    let psq = |text: &str| import::psq(text.as_bytes()).unwrap_err();
    assert_eq!(psq("x").code(), "bad_beginning");
    assert_eq!(psq("Piskvorky 30x30, 11:11, 0\n").code(), "bad_board");
    assert_eq!(psq("Piskvorky 15x15, 11:11, 0\n16,1,0\n"), BadImport::OffBoard { number: 1, line: 2 });
    assert_eq!(psq("Piskvorky 15x15, 11:11, 0\n1,999,0\n").code(), "unreadable");
    let large = vec![b' '; import::BYTES_MAX + 1];
    for read in [import::sgf, import::psq, import::text] {
        assert_eq!(read(&large), Err(BadImport::Large));
        assert_eq!(read(b"(;\xff"), Err(BadImport::NotText { at: 2 }));
    }
    assert!(sgf("(;B[aa];B[bb])").to_string().contains("move 2"));
}

/// The board and the main line of what was read.
fn main_line(read: Result<Imported, BadImport>) -> Result<(BoardSize, Vec<Option<Point>>), BadImport> {
    read.map(|imported| (imported.board, imported.main_line()))
}

/// Whatever it is written in.
fn whichever(bytes: &[u8]) -> Result<Imported, BadImport> {
    import::any(bytes).map(|(_, imported)| imported)
}

#[test]
fn a_moving_picture_has_a_still_one_for_every_move() {
    let mut room = c10();
    plays(&mut room, 1, put(9, "k11"), 36_000);
    let record = record(&room);
    let film = record.film();
    let frames = decoded(&film.apng().unwrap());
    let mut stills: Vec<Vec<u8>> = Vec::new();
    for ply in 0..=record.moves.len() {
        let still = board_of(&record.clone().until(ply).diagram().png().unwrap());
        if stills.last() != Some(&still) {
            stills.push(still);
        }
    }
    // Three stones, the fourth, the alternatives, the one that is kept, two more; and the empty board before.
    assert_eq!((film.frames(), frames.len(), stills.len()), (9, 9, 9));
    for (number, (frame, still)) in frames.iter().zip(&stills).enumerate() {
        assert!(frame.pixels == *still, "frame {number} is not the picture of the position");
    }
    let delays: Vec<(u16, u16)> = frames.iter().map(|frame| frame.delay).collect();
    assert!(delays[..8].iter().all(|delay| *delay == (80, 100)) && delays[8] == (400, 100), "{delays:?}");
    assert_eq!(record.until(3).film().frames(), 4);
}

#[test]
fn a_moving_picture_is_bounded_and_exact_on_every_board_however_full() {
    for lines in [15, 19, 20] {
        let board = BoardSize::new(lines).unwrap();
        let mut record = record(&stones(RuleSet { board, clock: None, ..rules() }, &["a1"]));
        let made = record.moves[0].clone();
        let mut points: Vec<Point> = board.iter().collect();
        // Far apart, so that each frame is as large as can be.
        points.sort_by_key(|point| (u32::from(point.column()) * 7 + u32::from(point.row()) * 11) % 23);
        record.moves = (1..)
            .zip(points)
            .map(|(number, point): (u16, _)| {
                let stone = if number % 2 == 1 { Stone::Black } else { Stone::White };
                let deed = tengen::game::event::Deed::Stone { stone, point };
                tengen::record::Move { deed, number: Some(number), ..made.clone() }
            })
            .collect();
        let film = record.film();
        let bytes = film.apng().unwrap();
        assert!(film.frames() == board.points() + 1 && film.frames() <= FRAMES_MAX);
        assert!(bytes.len() <= FILM_BYTES_MAX, "{lines}: {} bytes", bytes.len());
        let frames = decoded(&bytes);
        assert_eq!(frames.len(), film.frames());
        for ply in [0, 1, 2, 100, board.points()] {
            let still = board_of(&record.clone().until(ply).diagram().png().unwrap());
            assert!(frames[ply].pixels == still, "{lines} lines, move {ply}");
        }
    }
}

/// A frame as it is seen.
struct Seen {
    pixels: Vec<u8>,
    delay: (u16, u16),
}

/// The frames of a moving picture, each put upon those before it.
fn decoded(bytes: &[u8]) -> Vec<Seen> {
    let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().unwrap();
    assert_eq!((reader.info().width, reader.info().height), (FILM_SIDE, FILM_SIDE));
    let count = reader.info().animation_control().unwrap().num_frames;
    let side = FILM_SIDE as usize;
    let mut canvas = vec![0; side * side * 3];
    let mut seen = Vec::new();
    for _ in 0..count {
        let mut buffer = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut buffer).unwrap();
        let control = *reader.info().frame_control().unwrap();
        let (width, left) = (control.width as usize * 3, control.x_offset as usize * 3);
        for row in 0..control.height as usize {
            let at = (control.y_offset as usize + row) * side * 3 + left;
            canvas[at..at + width].copy_from_slice(&buffer[row * width..(row + 1) * width]);
        }
        seen.push(Seen { pixels: canvas.clone(), delay: (control.delay_num, control.delay_den) });
    }
    seen
}

/// The pixels of a still picture without what stands beside the board.
fn board_of(bytes: &[u8]) -> Vec<u8> {
    let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().unwrap();
    let mut buffer = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut buffer).unwrap();
    let (width, side) = (info.width as usize * 3, info.height as usize * 3);
    let left = (width - side) / 2;
    buffer.chunks(width).flat_map(|row| row[left..left + side].to_vec()).collect()
}

/// The journal of a game that was played by itself.
fn journal_of(bout: &Bout) -> Journal {
    let opened = common::opened(bout.game.rules().clone());
    let mut events = vec![(ms(0), Event::Opened(Box::new(opened)))];
    for (number, seat) in (0..).zip(Seat::BOTH) {
        events.push((ms(0), Event::Seated { seat, person: common::person(number) }));
    }
    events.extend(bout.events.iter().map(|(at, event)| (*at, Event::Game(event.clone()))));
    let records = (0..).zip(events).map(|(seq, (at, event))| tengen::journal::Recorded {
        seq,
        at,
        cause: None,
        events: vec![event],
    });
    Journal::replay(records.collect()).unwrap()
}

/// Plays what is owed as the numbers say, and takes back now and then.
fn played(opening: OpeningRule, numbers: &[u16]) -> Bout {
    let takebacks = TakebackRule::ByAgreement;
    let five = tengen::game::rules::Five::Renju;
    let mut bout = Bout::new(RuleSet { opening, takebacks, five, ..rules() });
    let lag = Span::ZERO;
    for number in numbers {
        let (ply, number) = (bout.game.ply(), usize::from(*number));
        let Some(owed) = bout.game.owed() else { break };
        bout.wait(Span::from_millis(1 + number as u64 % 4000));
        if number % 9 == 0 && bout.command(owed.seat.other(), Command::AskTakeback { ply }).is_ok() {
            bout.command(owed.seat, Command::Grant { ply }).unwrap();
            continue;
        }
        let free: Vec<Point> = bout.game.board().free_points().collect();
        let near = |index: usize| free[(number * 7 + index * 13) % free.len()];
        let tries: Vec<Command> = match owed.what {
            What::Stone { .. } => (0..free.len())
                .map(|index| Command::Place {
                    ply,
                    point: free[(number + index) % free.len()],
                    with: Said::NOTHING,
                    lag,
                })
                .collect(),
            What::Choice(options) => {
                vec![Command::Choose { ply, choice: options[number % options.len()], lag }]
            }
            What::Announcement { most } => {
                vec![Command::Announce { ply, number: 1 + number as u8 % most.min(4), lag }]
            }
            What::Alternatives { number: wanted } => (0..200)
                .map(|shift| {
                    let points = (0..usize::from(wanted)).map(|index| near(index + shift)).collect();
                    Command::Show { ply, points, lag }
                })
                .collect(),
            What::Keep => {
                let shown = bout.game.shown();
                vec![Command::Keep { ply, point: shown[number % shown.len()], lag }]
            }
        };
        let done = tries.into_iter().any(|command| bout.command(owed.seat, command).is_ok());
        assert!(done, "{:?}", bout.game.owed());
    }
    bout
}

/// Any opening, and the numbers that a game under it is played by.
fn any_game() -> impl Strategy<Value = (OpeningRule, Vec<u16>)> {
    let openings = vec![
        OpeningRule::FREE,
        OpeningRule::Agreed { opening: NamedOpening::by_code("D4").unwrap(), swap: true },
        OpeningRule::Specified { fifths: Fifths::Fixed(3) },
        OpeningRule::Specified { fifths: Fifths::Announced },
        OpeningRule::Soosyrv { most: 4 },
        OpeningRule::Tarannikov,
        OpeningRule::Taraguchi { fifths: 4 },
        OpeningRule::Sakata,
        OpeningRule::RenjuSwap,
        OpeningRule::Swap,
        OpeningRule::Swap2,
        OpeningRule::Swap1,
        OpeningRule::Pro,
        OpeningRule::LongPro,
    ];
    (proptest::sample::select(openings), proptest::collection::vec(any::<u16>(), 0..60))
}

/// A game of stones on distinct points, with a pass here and there, as a record.
fn any_record() -> impl Strategy<Value = (Record, Vec<Option<Point>>)> {
    let size = prop_oneof![Just(BoardSize::FIFTEEN), Just(BoardSize::NINETEEN), Just(BoardSize::TWENTY)];
    let points = size.prop_flat_map(|size| {
        let all: Vec<Point> = size.iter().collect();
        let most = all.len().min(120);
        (Just(size), Just(all).prop_shuffle(), 0..most, proptest::collection::vec(0..20_u8, most))
    });
    points.prop_map(|(size, points, length, passes)| {
        let moves: Vec<Option<Point>> = points
            .into_iter()
            .zip(passes)
            .take(length)
            .map(|(point, pass)| (pass != 0).then_some(point))
            .collect();
        let rules = RuleSet { board: size, clock: None, ..rules() };
        let mut record = record(&stones(rules, &["a1"]));
        let made = record.moves[0].clone();
        record.moves = (1..)
            .zip(&moves)
            .map(|(number, point): (u16, _)| {
                use tengen::game::event::Deed;
                let stone = if number % 2 == 1 { Stone::Black } else { Stone::White };
                let deed = point.map_or(Deed::Pass, |point| Deed::Stone { stone, point });
                tengen::record::Move { deed, number: Some(number), ..made.clone() }
            })
            .collect();
        (record, moves)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn j01_j02_a06_the_record_of_any_game_is_the_game((opening, numbers) in any_game()) {
        let bout = played(opening, &numbers);
        let record = Record::of(room_id(), &journal_of(&bout));
        let (board, stones) = (bout.game.board(), record.stones());
        prop_assert_eq!(stones.len(), usize::from(board.stones()));
        prop_assert_eq!(record.black, bout.game.black());
        for pair in stones.windows(2) {
            prop_assert!(pair[0].number < pair[1].number);
        }
        for placed in &stones {
            prop_assert_eq!(board.get(placed.point), Some(placed.stone));
            prop_assert_eq!(placed.number % 2 == 1, placed.stone == Stone::Black, "Black is odd");
        }
        let points: Vec<Option<Point>> = stones.iter().map(|placed| Some(placed.point)).collect();
        let whole = (board.size(), points);
        for read in [
            import::sgf(record.sgf().as_bytes()),
            import::psq(record.psq().as_bytes()),
            import::text(record.text().as_bytes()),
        ] {
            prop_assert_eq!(main_line(read), Ok(whole.clone()));
        }
        // The last to move has what the game says he has; his clock stands, or it is still his turn.
        if let (Some(last), Some(clock)) = (record.moves.last(), bout.game.clock()) {
            let left = last.clock.unwrap().left;
            prop_assert!(left <= clock.face(last.seat).left, "{:?} {:?}", left, clock.face(last.seat));
        }
        for ply in 0..=record.moves.len() {
            let part = record.clone().until(ply);
            prop_assert!(stones.starts_with(&part.stones()));
            prop_assert!(part.acts.iter().all(|act| act.after <= ply));
        }
        let kept = record.notation().matches("->").count();
        let showed = record.moves.iter().filter(|made| !made.dropped.is_empty()).count();
        prop_assert_eq!(kept, showed);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn what_is_written_is_read_back((record, moves) in any_record()) {
        let board = record.board();
        let whole = (board, moves.clone());
        prop_assert_eq!(main_line(import::sgf(record.sgf().as_bytes())), Ok(whole.clone()));
        prop_assert_eq!(main_line(import::psq(record.psq().as_bytes())), Ok(whole));
        prop_assert_eq!(import::text(record.text().as_bytes()).unwrap().main_line(), moves);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn nothing_that_is_read_panics(
        bytes in proptest::collection::vec(any::<u8>(), 0..200),
        text in "[(;)BWSZGMA\\[\\]a-z0-9,x:\\\\ \n.é-]{0,120}",
        cut in 0..400_usize,
        change in any::<u8>(),
    ) {
        let sgf = "(;GM[4]FF[4]SZ[15]PB[天]C[a\\]b];B[hh];W[hg](;B[aa])(;B[bb]))";
        let psq = "Piskvorky 15x15, 11:11, 0\n8,8,0\n8,7,12\n-1\na\nb\n0,-\n";
        let mut broken: Vec<Vec<u8>> = vec![bytes, text.clone().into_bytes()];
        broken.push(format!("(;{text}").into_bytes());
        broken.push(format!("Piskvorky {text}").into_bytes());
        broken.push(format!("Piskvorky 15x15, 1:1, 0\n{text}").into_bytes());
        for whole in [sgf, psq, "1.h8 2.h9 j10k11 --"] {
            let mut whole = whole.as_bytes().to_vec();
            let at = cut % whole.len();
            whole[at] = change;
            broken.push(whole.clone());
            whole.truncate(at);
            broken.push(whole);
        }
        for bytes in broken {
            for read in [import::sgf, import::psq, import::text, whichever] {
                if let Err(error) = read(&bytes) {
                    prop_assert!(error.to_string().len() > 10 && !error.code().is_empty());
                }
            }
        }
    }
}
