//! Lines of the rulebook that concern the game and the table, by their ids. Clocks, shapes and the room's own manners have
//! tests of their own.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::wildcard_enum_match_arm,
    missing_docs,
    reason = "a test may panic"
)]

mod common;

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU32, Ordering};

use common::{
    act, answer, byo_yomi, ending, join, kept, ms, open_room, person, place, point, room_id, running, secs,
    sudden_death, told,
};
use tengen::game::board::Stone;
use tengen::game::event::{self as game, Command, Deed, Outcome, Reason, Said, Score};
use tengen::game::moment::{Moment, Span};
use tengen::game::point::{BoardSize, Point};
use tengen::game::rules::Foul;
use tengen::game::ruleset::{Adjudication, LagRule, PassRule, RuleSet};
use tengen::game::seat::Seat;
use tengen::journal::{Event, Journal};
use tengen::protocol::{self, Code, Request, Wish};
use tengen::room::message::{Action, Input, Outgoing, Refusal};
use tengen::room::{Effect, Room};
use tengen::session::wire;
use tengen::store::Epoch;

fn freestyle() -> Room {
    running(RuleSet::freestyle(None))
}

/// The next stone, by whoever is to move.
fn put(room: &mut Room, at: Point, when: Moment) -> Vec<Effect> {
    let ply = room.table().game().ply();
    let mover = if ply.is_multiple_of(2) { 0 } else { 1 };
    let command = Command::Place { ply, point: at, with: Said::NOTHING, lag: Span::ZERO };
    room.handle(act(mover, &format!("ply-{ply}"), Action::Play(command)), when)
}

fn play(room: &mut Room, names: &str) -> Vec<Effect> {
    let mut last = Vec::new();
    for name in names.split(' ') {
        let now = room.journal().end();
        last = put(room, point(name), now);
        assert!(answer(&last).is_ok(), "{name}");
    }
    last
}

fn outcome(room: &Room) -> &Outcome {
    room.table().game().outcome().unwrap()
}

fn scores(room: &Room) -> (Score, Score) {
    (outcome(room).scores.a, outcome(room).scores.b)
}

/// The fingerprint that two rooms in the same state share.
fn hash(room: &Room) -> String {
    let journal = room.journal();
    protocol::snapshot(room_id(), journal.next(), journal.end().millis(), journal.table()).hash
}

/// A room made anew from the records of another.
fn reopened(room: &Room) -> Room {
    let records = room.journal().tail(0).unwrap().to_vec();
    Room::new(room_id(), Epoch(2), Journal::replay(records).unwrap())
}

/// What the code of an action is that a person sends as JSON; none if it is accepted.
fn code_of(room: &mut Room, number: u8, action: &str, at: Moment) -> Option<Code> {
    // No two commands share an id; a repeat would get the first one's answer.
    static SENT: AtomicU32 = AtomicU32::new(0);
    let id = format!("c{}", SENT.fetch_add(1, Ordering::Relaxed));
    let text = format!(r#"{{"type":"act","room":"{}","id":"{id}","action":{action}}}"#, room_id());
    let wish = match protocol::read(&text) {
        Ok(Request::Act { wish, .. }) => wish,
        Ok(other) => panic!("{other:?}"),
        Err(rejected) => return Some(rejected.code),
    };
    let action = match wish {
        Wish::Play(command) => Action::Play(command),
        Wish::Sit => Action::Sit(Default::default()),
        other => panic!("{other:?}"),
    };
    answer(&room.handle(act(number, &id, action), at)).err().map(wire::code)
}

/// The colour of each point when the board is full and nobody has three in a row; Black has one more.
fn quiet(column: u8, row: u8) -> Stone {
    if (column + 2 * row) % 4 < 2 { Stone::Black } else { Stone::White }
}

/// Every point of a board of 15 lines in an order of play that gives each its colour, `last` at the end.
fn order(colour: impl Fn(u8, u8) -> Stone, last: Point) -> Vec<Point> {
    let of = |stone| {
        let points = BoardSize::FIFTEEN.iter().filter(move |at| *at != last);
        points.filter(|at| colour(at.column(), at.row()) == stone).collect::<Vec<_>>()
    };
    let (black, white) = (of(Stone::Black), of(Stone::White));
    assert_eq!((black.len(), white.len()), (112, 112));
    black.into_iter().zip(white).flat_map(|(black, white)| [black, white]).chain([last]).collect()
}

#[test]
fn a01_the_board_has_225_points_and_o15_is_one_of_them() {
    let mut room = freestyle();
    assert_eq!(
        code_of(&mut room, 0, r#"{"type":"place","ply":0,"point":"P15"}"#, ms(0)),
        Some(Code::BadPoint)
    );
    assert_eq!(code_of(&mut room, 0, r#"{"type":"place","ply":0,"point":"O15"}"#, ms(0)), None);
    let letters = "abcdefghijklmno";
    let named: BTreeSet<Point> = letters
        .chars()
        .flat_map(|letter| (1..=15).map(move |row| point(&format!("{letter}{row}"))))
        .collect();
    assert_eq!(named.len(), 225);
    assert_eq!(named, BoardSize::FIFTEEN.iter().collect());
}

#[test]
fn a02_a_point_is_its_column_s_letter_and_its_row_s_number() {
    for (name, column, row) in [("h8", 7, 7), ("A1", 0, 0), ("o15", 14, 14), ("i9", 8, 8)] {
        assert_eq!((point(name).column(), point(name).row()), (column, row), "{name}");
    }
    let mut room = freestyle();
    for name in ["H0", "A16", "P1", "8H", "", "h08", "h+8", "hh8", " h8", "h8 ", "天1"] {
        let action = format!(r#"{{"type":"place","ply":0,"point":"{name}"}}"#);
        assert_eq!(code_of(&mut room, 0, &action, ms(0)), Some(Code::BadPoint), "{name:?}");
    }
}

#[test]
fn a03_the_first_stone_may_stand_on_tengen_or_a_star_or_anywhere() {
    for name in ["h8", "d4", "d12", "l4", "l12", "a1"] {
        let mut room = running(RuleSet::renju(None));
        play(&mut room, name);
        assert_eq!(room.table().game().board().get(point(name)), Some(Stone::Black));
    }
    let tengen = point("h8");
    assert_eq!((tengen.column(), tengen.row()), (14 - tengen.column(), 14 - tengen.row()), "the middle");
}

#[test]
fn a04_nobody_runs_out_of_stones() {
    let mut room = running(RuleSet { board: BoardSize::NINETEEN, ..RuleSet::freestyle(None) });
    let quiet = |stone| {
        let points = BoardSize::NINETEEN.iter();
        points.filter(move |at| quiet(at.column(), at.row()) == stone).collect::<Vec<_>>()
    };
    for (black, white) in quiet(Stone::Black).into_iter().zip(quiet(Stone::White)).take(130) {
        for at in [black, white] {
            assert!(answer(&put(&mut room, at, ms(0))).is_ok());
        }
    }
    assert!(room.table().game().is_running());
    assert_eq!(
        room.table()
            .game()
            .moves()
            .iter()
            .filter(|made| matches!(made.deed, Deed::Stone { stone: Stone::Black, .. }))
            .count(),
        130
    );
}

/// A game for every way to end there is.
fn every_end() -> Vec<(&'static str, Room)> {
    let mut ends = Vec::new();
    let mut five = freestyle();
    play(&mut five, "h8 a1 i8 a2 j8 a3 k8 a4 l8");
    ends.push(("five", five));
    let mut forbidden = running(RuleSet::renju(None));
    play(&mut forbidden, "h9 a1 h7 c1 g8 e1 i8 g1 h8");
    ends.push(("forbidden", forbidden));
    for (name, number, action) in [
        ("resigned", 1, Action::Play(Command::Resign)),
        ("aborted", 1, Action::Play(Command::Abort)),
        ("agreement", 1, Action::Play(Command::AcceptDraw { ply: 1 })),
    ] {
        let mut room = freestyle();
        play(&mut room, "h8");
        room.handle(act(0, "offer", Action::Play(Command::OfferDraw { ply: 1 })), ms(0));
        assert!(answer(&room.handle(act(number, "end", action), ms(0))).is_ok());
        ends.push((name, room));
    }
    let mut flag = running(RuleSet::freestyle(Some(sudden_death(secs(60)))));
    flag.handle(Input::Wake, ms(60_000));
    ends.push(("flag", flag));
    let mut full = freestyle();
    for at in order(quiet, point("a1")) {
        put(&mut full, at, ms(0));
    }
    ends.push(("full board", full));
    let mut expired = open_room(RuleSet::freestyle(None));
    expired.handle(Input::Wake, Moment::ZERO + RuleSet::OPEN_USUAL);
    ends.push(("expired", expired));
    let claiming = RuleSet {
        adjudication: Adjudication::Claim { overline_any_time: true },
        pass: PassRule::FromMoveSix,
        ..RuleSet::renju(None)
    };
    let mut violations = running(claiming.clone());
    play(&mut violations, "h8");
    for id in ["one", "two", "three"] {
        let claim = Action::Play(Command::ClaimForbidden { point: point("h8") });
        assert!(answer(&violations.handle(act(1, id, claim), ms(0))).is_ok());
    }
    ends.push(("violations", violations));
    let mut passes = running(claiming);
    play(&mut passes, "h8 a1 h9 a2 k3");
    for (number, ply) in [(1, 5), (0, 6)] {
        let pass = Action::Play(Command::Pass { ply, with: Said::NOTHING, lag: Span::ZERO });
        assert!(answer(&passes.handle(act(number, "pass", pass), ms(0))).is_ok());
    }
    ends.push(("double pass", passes));
    ends
}

#[test]
fn b14_every_finished_game_has_one_reason_and_two_scores() {
    let ends = every_end();
    let mut reasons = BTreeSet::new();
    for (name, room) in &ends {
        let records = room.journal().tail(0).unwrap();
        let ended = records.iter().flat_map(|record| &record.events);
        let ended = ended.filter(|event| matches!(event, Event::Game(game::Event::Ended { .. })));
        assert_eq!(ended.count(), 1, "{name}");
        reasons.insert(ending(&outcome(room).reason));
        let sum = match scores(room) {
            (Score::Win, Score::Loss) | (Score::Loss, Score::Win) => "decided",
            (Score::Draw, Score::Draw) => "drawn",
            (Score::Void, Score::Void) => "void",
            other => panic!("{name}: {other:?}"),
        };
        let expected = match *name {
            "agreement" | "full board" | "double pass" => "drawn",
            "aborted" | "expired" => "void",
            _ => "decided",
        };
        assert_eq!(sum, expected, "{name}");
    }
    assert_eq!(reasons, ends.iter().map(|(name, _)| *name).collect());
}

#[test]
fn b16_w05_a_room_made_anew_from_its_records_is_the_same_to_the_hash_at_every_step() {
    for (name, room) in every_end() {
        let records = room.journal().tail(0).unwrap();
        let mut hashes = BTreeSet::new();
        for upto in 1..=records.len() {
            let part = Journal::replay(records[..upto].to_vec()).unwrap();
            hashes.insert(hash(&Room::new(room_id(), Epoch(1), part)));
        }
        assert_eq!(hashes.len(), records.len(), "{name}: no two states share a hash");
        assert_eq!(hash(&reopened(&room)), hash(&room), "{name}");
    }
}

#[test]
fn e01_e03_a_move_out_of_turn_or_onto_a_stone_leaves_the_clock_as_it_is() {
    let mut room = running(RuleSet::freestyle(Some(sudden_death(secs(60)))));
    room.handle(place(0, "first", 0, "h8"), ms(1_000));
    let (clock, deadline) = (room.table().game().clock().cloned(), room.wake_at());
    let out_of_turn = code_of(&mut room, 0, r#"{"type":"place","ply":1,"point":"h9"}"#, ms(2_000));
    assert_eq!(out_of_turn, Some(Code::NotYourTurn));
    let occupied = code_of(&mut room, 1, r#"{"type":"place","ply":1,"point":"H8"}"#, ms(3_000));
    assert_eq!(occupied, Some(Code::Occupied));
    assert_eq!((room.table().game().clock().cloned(), room.wake_at()), (clock, deadline));
    assert_eq!(room.table().game().clock().unwrap().running().unwrap().seat, Seat::B);
}

#[test]
fn e02_a_stone_that_stands_cannot_be_moved_or_taken_back() {
    let mut room = freestyle();
    play(&mut room, "h8 h9");
    let before = hash(&room);
    for action in
        [r#"{"type":"undo"}"#, r#"{"type":"take_back","ply":2}"#, r#"{"type":"remove","point":"h8"}"#]
    {
        assert_eq!(code_of(&mut room, 0, action, ms(0)), Some(Code::BadMessage), "{action}");
    }
    assert_eq!(hash(&room), before);
}

#[test]
fn e04_every_free_point_is_open_to_the_fourth_stone() {
    let mut room = running(RuleSet::renju(None));
    play(&mut room, "h8 h9 i9");
    let game = room.table().game();
    let is_open = |at: &Point| {
        game.decide(
            Seat::B,
            Command::Place { ply: 3, point: *at, with: Said::NOTHING, lag: Span::ZERO },
            ms(0),
        )
        .is_ok()
    };
    assert_eq!(BoardSize::FIFTEEN.iter().filter(is_open).count(), 222);
}

#[test]
fn e20_irregular_frames_are_refused_and_cost_only_time() {
    let mut room = running(RuleSet::freestyle(Some(byo_yomi(secs(60), 1, secs(10)))));
    room.handle(place(0, "first", 0, "h8"), ms(1_000));
    let mut now = 2_000;
    for (number, action, code) in [
        (0, r#"{"type":"place","ply":1,"point":"h9"}"#, Code::NotYourTurn),
        (1, r#"{"type":"place","ply":1,"point":"h8"}"#, Code::Occupied),
        (1, r#"{"type":"place","ply":1,"point":"p8"}"#, Code::BadPoint),
        (1, r#"{"type":"place","ply":1,"point":"h99"}"#, Code::BadPoint),
        (1, r#"{"type":"place","ply":0,"point":"h9"}"#, Code::StalePly),
        (1, r#"{"type":"place","ply":1,"points":["h9","i9"]}"#, Code::BadMessage),
        (1, r#"{"type":"pass","ply":1}"#, Code::NotInTheRules),
        (1, r#"{"type":"premove","point":"h9"}"#, Code::BadMessage),
        (1, r#"{"type":"accept_draw","ply":1}"#, Code::NoOffer),
        (1, r#"{"type":"sit"}"#, Code::AlreadySeated),
        (2, r#"{"type":"place","ply":1,"point":"h9"}"#, Code::NotAPlayer),
        (2, r#"{"type":"resign"}"#, Code::NotAPlayer),
    ] {
        let before = room.table().clone();
        assert_eq!(code_of(&mut room, number, action, ms(now)), Some(code), "{action}");
        assert_eq!(room.table(), &before, "{action}: board, ply and clocks are as they were");
        now += 1_000;
    }
    assert!(code_of(&mut room, 1, r#"{"type":"place","ply":1,"point":"h9"}"#, ms(now)).is_none());
    let took = room.table().game().moves()[1].took;
    assert_eq!(took, Span::from_millis(now - 1_000), "the clock ran on all the while");
}

#[test]
fn f12_a_forbidden_move_ends_the_game_in_the_record_of_the_stone() {
    let mut room = running(RuleSet::renju(None));
    let records = kept(&play(&mut room, "h9 a1 h7 c1 g8 e1 i8 g1 h8"));
    assert_eq!(records.len(), 1);
    assert!(matches!(records[0].events[0], Event::Game(game::Event::Moved { .. })));
    assert_eq!(outcome(&room).reason, Reason::Forbidden { point: point("h8"), foul: Foul::ThreeThree });
    assert_eq!(scores(&room), (Score::Loss, Score::Win));
    assert_eq!(room.table().game().board().get(point("h8")), Some(Stone::Black), "the stone is shown");
}

#[test]
fn g01_a_five_ends_the_game_at_once_and_names_its_five_points() {
    let mut room = freestyle();
    play(&mut room, "a1 h8 c1 i9 e1 j10 g1 k11 i1 g7");
    let line = ["g7", "h8", "i9", "j10", "k11"].map(point).to_vec();
    assert_eq!(outcome(&room).reason, Reason::Five { line });
    assert_eq!(scores(&room), (Score::Loss, Score::Win));
}

#[test]
fn g02_six_in_a_row_is_white_s_win_in_renju_both_colours_in_freestyle_and_nobody_s_in_standard() {
    let white = "a1 e8 c1 f8 e1 i8 g1 j8 i1 h8 k1 g8";
    let black = "e8 a1 f8 c1 i8 e1 j8 g1 h8 i1 g8";
    for (rules, moves, wins) in [
        (RuleSet::renju(None), white, Some(Seat::B)),
        (RuleSet::renju(None), black, Some(Seat::B)),
        (RuleSet::freestyle(None), white, Some(Seat::B)),
        (RuleSet::freestyle(None), black, Some(Seat::A)),
        (RuleSet::standard(None), white, None),
        (RuleSet::standard(None), black, None),
    ] {
        let mut room = running(rules.clone());
        play(&mut room, moves);
        let winner = room
            .table()
            .game()
            .outcome()
            .and_then(|outcome| Seat::BOTH.into_iter().find(|seat| outcome.scores[*seat] == Score::Win));
        assert_eq!(winner, wins, "{:?} {moves}", rules.five);
    }
}

#[test]
fn g06_a_player_may_resign_on_either_clock_and_loses() {
    for number in [0, 1] {
        for moves in ["h8", "h8 h9"] {
            let mut room = running(RuleSet::freestyle(Some(sudden_death(secs(60)))));
            play(&mut room, moves);
            assert!(
                answer(&room.handle(act(number, "enough", Action::Play(Command::Resign)), ms(10))).is_ok()
            );
            assert_eq!(outcome(&room).reason, Reason::Resigned);
            let lost = if number == 0 { (Score::Loss, Score::Win) } else { (Score::Win, Score::Loss) };
            assert_eq!(scores(&room), lost);
            assert_eq!(room.wake_at(), None);
        }
    }
}

#[test]
fn g11_an_agreed_draw_gives_half_a_point_to_each() {
    let mut room = freestyle();
    play(&mut room, "h8 h9");
    room.handle(act(1, "offer", Action::Play(Command::OfferDraw { ply: 2 })), ms(0));
    assert!(answer(&room.handle(act(0, "yes", Action::Play(Command::AcceptDraw { ply: 2 })), ms(0))).is_ok());
    assert_eq!((&outcome(&room).reason, scores(&room)), (&Reason::Agreement, (Score::Draw, Score::Draw)));
}

#[test]
fn g13_a_full_board_is_a_draw() {
    let mut room = freestyle();
    let order = order(quiet, point("a1"));
    for at in &order[..224] {
        assert!(answer(&put(&mut room, *at, ms(0))).is_ok());
        assert!(room.table().game().is_running(), "{at}");
    }
    put(&mut room, order[224], ms(0));
    assert_eq!((&outcome(&room).reason, scores(&room)), (&Reason::FullBoard, (Score::Draw, Score::Draw)));
}

#[test]
fn g13_a_five_by_the_last_stone_wins() {
    // As in a quiet game, but for a five along the lowest row whose middle comes last.
    let colour = |column: u8, row: u8| match (column, row) {
        (2 | 3, 0) => Stone::Black,
        (5, 0) | (0, 14) => Stone::White,
        _ => quiet(column, row),
    };
    let mut room = freestyle();
    for at in order(colour, point("c1")) {
        assert!(room.table().game().is_running(), "{at}");
        assert!(answer(&put(&mut room, at, ms(0))).is_ok());
    }
    assert!(room.table().game().board().is_full());
    let line = ["a1", "b1", "c1", "d1", "e1"].map(point).to_vec();
    assert_eq!(outcome(&room).reason, Reason::Five { line });
    assert_eq!(scores(&room), (Score::Win, Score::Loss));
}

#[test]
fn g16_results_belong_to_seats_whatever_their_colour() {
    for (black, winner) in [(Seat::A, Seat::A), (Seat::B, Seat::B)] {
        let mut room = open_room(RuleSet::freestyle(None));
        room.handle(join(0), ms(0));
        let opened = tengen::journal::Opened {
            colours: tengen::journal::Colours::Black(black),
            ..room.table().opened().clone()
        };
        let first = tengen::room::founding(opened, person(0));
        let mut room = Room::new(room_id(), Epoch(1), Journal::replay(vec![first]).unwrap());
        room.handle(join(0), ms(0));
        room.handle(join(1), ms(0));
        room.handle(act(1, "sit", Action::Sit(Default::default())), ms(0));
        let (mover, other) = if black == Seat::A { (0, 1) } else { (1, 0) };
        for (ply, name) in (0_u16..).zip(["h8", "a1", "i8", "a2", "j8", "a3", "k8", "a4", "l8"]) {
            let number = if ply.is_multiple_of(2) { mover } else { other };
            assert!(answer(&room.handle(place(number, &format!("p{ply}"), ply, name), ms(0))).is_ok());
        }
        assert_eq!(outcome(&room).scores[winner], Score::Win);
        assert_eq!(outcome(&room).scores[winner.other()], Score::Loss);
    }
}

#[test]
fn i26_a_room_that_was_down_goes_on_where_its_journal_ends() {
    let mut room = running(RuleSet::freestyle(Some(sudden_death(secs(60)))));
    room.handle(place(0, "first", 0, "h8"), ms(10_000));
    let mut again = reopened(&room);
    assert_eq!(again.journal().end(), ms(10_000));
    assert_eq!(again.wake_at(), Some(ms(70_000)), "White has the whole minute");
    again.handle(join(0), ms(10_000));
    again.handle(join(1), ms(10_000));
    assert!(answer(&again.handle(place(1, "second", 1, "h9"), ms(12_000))).is_ok());
    assert_eq!(again.table().game().moves()[1].took, secs(2));
}

#[test]
fn i28_w02_players_and_spectators_are_told_the_same_numbers_in_the_same_order() {
    let mut room = running(RuleSet::renju(Some(byo_yomi(secs(10), 3, secs(5)))));
    let mut heard: [Vec<String>; 3] = Default::default();
    let text = |outgoing: &Outgoing| String::from_utf8(wire::outgoing(outgoing).to_vec()).unwrap();
    for (index, name) in (0..).zip(["h8", "h9", "i9", "g7", "j10"]) {
        let effects = put(&mut room, point(name), ms(4_000 * (index + 1)));
        for (number, heard) in (0..).zip(&mut heard) {
            let told = told(&effects, number);
            heard.extend(told.iter().filter(|said| matches!(said, Outgoing::Happened(_))).map(text));
        }
    }
    assert_eq!(heard[0].len(), 5);
    assert_eq!(heard[0], heard[1]);
    assert_eq!(heard[0], heard[2]);
    let snapshots: Vec<String> = (0..3)
        .map(|number| {
            let told = told(&room.handle(join(number), ms(20_000)), number);
            text(told.iter().find(|said| matches!(said, Outgoing::Snapshot(_))).unwrap())
        })
        .collect();
    assert!(snapshots.iter().all(|snapshot| *snapshot == snapshots[0]));
}

#[test]
fn w01_what_a_client_says_about_time_changes_nothing() {
    let mut room = running(RuleSet::freestyle(Some(sudden_death(secs(60)))));
    let claimed = Command::Place { ply: 0, point: point("h8"), with: Said::NOTHING, lag: secs(50) };
    room.handle(act(0, "first", Action::Play(claimed)), ms(30_000));
    let game = room.table().game();
    assert_eq!((game.moves()[0].lag, game.moves()[0].took), (Span::ZERO, secs(30)));
    assert_eq!(game.clock().unwrap().face(Seat::A).left, secs(30));
    let lie = r#"{"type":"place","ply":1,"point":"h9","at":0}"#;
    assert_eq!(code_of(&mut room, 1, lie, ms(31_000)), Some(Code::BadMessage));
}

#[test]
fn w02_of_two_inputs_of_one_millisecond_the_one_taken_first_decides() {
    let moved = |room: &mut Room| room.handle(place(0, "move", 0, "h8"), ms(5));
    let aborted = |room: &mut Room| room.handle(act(1, "abort", Action::Play(Command::Abort)), ms(5));
    let mut first = freestyle();
    moved(&mut first);
    aborted(&mut first);
    assert_eq!((first.table().game().ply(), &outcome(&first).reason), (1, &Reason::Aborted));
    let mut second = freestyle();
    aborted(&mut second);
    assert_eq!(answer(&moved(&mut second)), Err(Refusal::Game(game::Refusal::GameOver)));
    assert_eq!(second.table().game().ply(), 0);
}

#[test]
fn w03_who_comes_back_is_told_what_who_stayed_has() {
    for (name, room) in every_end() {
        let mut whole = reopened(&room);
        let effects = whole.handle(join(2), whole.journal().end());
        let snapshot = told(&effects, 2).into_iter().find_map(|said| match said {
            Outgoing::Snapshot(snapshot) => Some(snapshot.value().clone()),
            _ => None,
        });
        assert_eq!(&snapshot.unwrap().table, room.table(), "{name}");
    }
    let mut room = running(RuleSet::renju(Some(sudden_death(secs(60)))));
    play(&mut room, "h8 h9 i9");
    let effects = room.handle(act(0, "offer", Action::Play(Command::OfferDraw { ply: 3 })), ms(2_000));
    let Effect::Keep(live) = &effects[0] else { panic!("{effects:?}") };
    let told = told(&room.handle(join(3), ms(3_000)), 3);
    let snapshot = protocol::snapshot(room_id(), room.journal().next(), 2_000, room.table());
    let Outgoing::Snapshot(shared) = &told[1] else { panic!("{told:?}") };
    assert_eq!(
        wire::outgoing(&told[1]),
        protocol::text(&protocol::ServerMessage::Snapshot(Box::new(snapshot.clone())))
    );
    assert_eq!(shared.value().at, ms(2_000));
    let happened = protocol::happened(room_id(), &live.value().recorded, &live.value().standing);
    assert_eq!(snapshot.state, happened.state, "clocks, offer and what is owed with them");
}

#[test]
fn w14_59_999_is_in_time_and_60_000_is_not() {
    let rules = || RuleSet { lag: LagRule::OFF, ..RuleSet::freestyle(Some(sudden_death(secs(60)))) };
    let mut room = running(rules());
    assert!(answer(&room.handle(place(0, "just", 0, "h8"), ms(59_999))).is_ok());
    let mut room = running(rules());
    let effects = room.handle(place(0, "late", 0, "h8"), ms(60_000));
    assert_eq!(answer(&effects), Err(Refusal::Game(game::Refusal::GameOver)));
    assert_eq!((&outcome(&room).reason, scores(&room)), (&Reason::Flag, (Score::Loss, Score::Win)));
}
