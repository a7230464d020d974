//! Lines of the rulebook that say what a word means, or what cannot happen online (B, C-11, C-22, E-07 to E-19, F-10, G-07,
//! I-07, I-27, J-03, L-05).
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::wildcard_enum_match_arm,
    missing_docs,
    reason = "a test may panic"
)]

#[path = "common/bout.rs"]
#[allow(dead_code, unreachable_pub, reason = "not every test uses all of it")]
mod bout;

use bout::Bout;
use tengen::game::board::Stone;
use tengen::game::clock::{Exhausted, Quota, QuotaMet, Stage, TimeControl};
use tengen::game::event::{Event, Reason, Refusal, Score, Violation};
use tengen::game::moment::Span;
use tengen::game::opening::{Fifths, FreeOpening, OpeningRule};
use tengen::game::point::BoardSize;
use tengen::game::presets::presets;
use tengen::game::rules::{Five, Foul, Position, is_in_overline, standing_five};
use tengen::game::ruleset::{Adjudication, DrawRule, LagRule, PassRule, RuleSet};
use tengen::game::seat::Seat;
use tengen::protocol::{self, Code, Rejected};

const CLAIM: Adjudication = Adjudication::Claim { overline_any_time: true };

fn claimed() -> Bout {
    Bout::new(RuleSet { adjudication: CLAIM, pass: PassRule::FromMoveSix, ..RuleSet::renju(None) })
}

fn preset(id: &str) -> Bout {
    Bout::new(presets().into_iter().find(|preset| preset.id == id).unwrap().rules)
}

fn rejected(action: &str) -> Rejected {
    let text = format!(r#"{{"type":"act","room":"7c2m9x4kq0hd","id":"x","action":{action}}}"#);
    protocol::read(&text).expect_err(action)
}

#[test]
fn b02_a_line_is_five_points_next_to_each_other_on_a_line_or_a_diagonal() {
    let mut diagonal = Bout::new(RuleSet::freestyle(None));
    diagonal.play("A a1; B o1; A b2; B o3; A c3; B o5; A d4; B o7; A e5");
    assert!(matches!(diagonal.outcome().reason, Reason::Five { .. }));
    let mut knights = Bout::new(RuleSet::freestyle(None));
    knights.play("A a1; B o1; A b3; B o3; A c5; B o5; A d7; B o7; A e9");
    assert!(knights.game.outcome().is_none(), "A1, B3, C5, D7, E9 are no line");
}

#[test]
fn b06_four_stones_with_one_point_between_them_are_one_four() {
    let mut position = Position::new(BoardSize::FIFTEEN);
    for stone in ["d8", "e8", "g8"] {
        position.put(stone.parse().unwrap(), Stone::Black);
    }
    let [four] = position.explain("h8".parse().unwrap()).fours.try_into().unwrap();
    assert_eq!(four.fifths, ["f8".parse().unwrap()]);
}

#[test]
fn b07_one_white_stone_makes_six_of_a_split_four_and_wins() {
    let mut bout = Bout::new(RuleSet::renju(None));
    bout.play("A a1; B d8; A a3; B e8; A a5; B f8; A a7; B h8; A a9; B i8; A a11; B g8");
    assert_eq!(bout.outcome().scores.b, Score::Win);
    assert!(is_in_overline(bout.game.board(), "g8".parse().unwrap(), Stone::White));
}

#[test]
fn b10_b11_a_swap_moves_colours_and_the_one_who_had_black_plays_white_four() {
    let mut bout = preset("rif");
    bout.play("A lay h8 i9 j10; B swap");
    assert_eq!(bout.black(), Seat::B);
    assert_eq!(bout.owed(), "A White Anywhere", "P is White and P is to move");
}

#[test]
fn b12_the_alternatives_are_black_s_and_white_keeps_one() {
    let mut bout = preset("rif");
    bout.play("A lay h8 i9 j10; B stay; B g9");
    assert_eq!(bout.owed(), "A 2 alternatives");
    bout.play("A show i7 f9; B keep i7");
    assert_eq!(bout.game.board().stones(), 5);
}

#[test]
fn b13_c11_a_specified_opening_goes_with_forbidden_moves_and_a_free_one_without() {
    for preset in presets() {
        let is_specified = matches!(preset.rules.opening, OpeningRule::Specified { .. });
        let binds = preset.rules.forbidden.binds(Stone::Black);
        assert!(!is_specified || binds, "{}", preset.id);
    }
    let free = presets().into_iter().find(|preset| preset.id == "free").unwrap().rules;
    assert!(!free.forbidden.binds(Stone::Black));
}

#[test]
fn b18_three_shapes_are_forbidden_and_each_is_called_by_its_name() {
    let made = |moves: &str| {
        let mut bout = Bout::new(RuleSet::renju(None));
        bout.play(moves);
        match bout.outcome().reason {
            Reason::Forbidden { foul, .. } => foul,
            ref other => panic!("{other:?}"),
        }
    };
    assert_eq!(made("A f8; B a1; A g8; B o1; A h6; B a15; A h7; B o15; A h8"), Foul::ThreeThree);
    let overline = "A c8; B a1; A d8; B o1; A e8; B a15; A g8; B o15; A h8; B a8; A f8";
    assert_eq!(made(overline), Foul::Overline);
}

#[test]
fn b20_a_pass_is_a_move_that_puts_no_stone() {
    let mut bout = claimed();
    bout.play("A h8; B h9; A i9; B g9; A j10; B pass");
    assert_eq!((bout.game.board().stones(), bout.game.moves().len()), (5, 6));
    assert_eq!(bout.owed(), "A Black Anywhere");
}

#[test]
fn c22_e08_e09_e10_a_wrong_opening_cannot_be_played_so_none_is_found_later() {
    let mut tengen = Bout::new(RuleSet {
        opening: OpeningRule::Free(FreeOpening { centre: true, ..FreeOpening::default() }),
        ..RuleSet::renju(None)
    });
    assert!(matches!(tengen.refused("A g8"), Refusal::OutsideZone { .. }), "E-08");
    let mut specified = preset("cn2013");
    specified.play("A h8; A h9");
    assert!(matches!(specified.refused("A a1"), Refusal::OutsideZone { .. }), "E-09");
    let announced = OpeningRule::Specified { fifths: Fifths::Announced };
    let mut unannounced = Bout::new(RuleSet { opening: announced, ..RuleSet::renju(None) });
    assert_eq!(unannounced.refused("A lay h8 h9 j10"), Refusal::NumberRequired, "E-10");
    unannounced.play("A lay h8 h9 j10 n=3");
}

#[test]
fn e07_who_plays_on_has_accepted_the_offer_s_form() {
    let draws = DrawRule::WithMove { strict: true };
    let mut bout = Bout::new(RuleSet { draws, ..RuleSet::renju(None) });
    bout.play("A h8; B h9; A j10; B g9; A a1; B a3; A c1; A offer");
    bout.play("B c3");
    // The rulebook says `too_late`; there is then no offer left to object to.
    assert_eq!(bout.refused("B object"), Refusal::NoOffer);
    assert_eq!(bout.game.violations().a, 0);
}

#[test]
fn e13_e16_j03_nothing_straightens_a_stone_presses_a_clock_or_moves_in_advance() {
    for verb in ["straighten", "press", "premove", "undo", "lift"] {
        let rejected = rejected(&format!(r#"{{"type":"{verb}"}}"#));
        assert_eq!(rejected.code, Code::BadMessage, "{verb}");
    }
}

#[test]
fn e15_the_first_stone_of_a_ply_is_the_move() {
    let mut bout = Bout::new(RuleSet::renju(None));
    bout.play("A h8");
    let again = bout::command("h9", 0);
    assert_eq!(bout.command(Seat::A, again), Err(Refusal::StalePly { ply: 1 }));
    assert_eq!(bout.game.board().stones(), 1);
}

#[test]
fn e17_l05_an_improper_offer_that_is_objected_to_is_told_as_a_violation_with_its_reason() {
    let draws = DrawRule::WithMove { strict: true };
    let mut bout = Bout::new(RuleSet { draws, ..RuleSet::renju(None) });
    bout.play("A h8; B h9; A j10; B g9; A a1; B a3; A c1; A offer; B object");
    let told = bout
        .events
        .iter()
        .any(|(_, event)| *event == Event::Violated { seat: Seat::A, violation: Violation::ImproperOffer });
    assert!(told && bout.game.violations().a == 1);
}

#[test]
fn e18_l07_who_refuses_to_be_corrected_loses_by_the_arbiter_s_word() {
    let mut bout = Bout::new(RuleSet::renju(None));
    bout.play("A h8");
    bout.rule(tengen::game::event::Ruling::Loss { seat: Seat::A }).unwrap();
    assert_eq!((&bout.outcome().reason, bout.outcome().scores.b), (&Reason::Ruled, Score::Win));
}

#[test]
fn f10_a_forced_forbidden_move_loses_like_any_other_and_may_be_passed_instead() {
    let before = "A f8; B a1; A g8; B o1; A h6; B a15; A h7; B o15";
    let mut forced = claimed();
    forced.play(before).play("A h8; B claim h8");
    assert!(matches!(forced.outcome().reason, Reason::Forbidden { .. }));
    let mut passed = claimed();
    passed.play(before).play("A pass");
    assert_eq!(passed.owed(), "B White Anywhere");
}

#[test]
fn g07_whoever_s_time_is_over_has_lost_though_the_opponent_cannot_win() {
    let control = TimeControl::new(vec![Stage::sudden_death(Span::from_secs(10))]).unwrap();
    let mut bout = Bout::new(RuleSet { lag: LagRule::OFF, ..RuleSet::renju(Some(control)) });
    bout.wait(Span::from_secs(10)).settle();
    assert_eq!((&bout.outcome().reason, bout.outcome().scores.a), (&Reason::Flag, Score::Loss));
}

#[test]
fn i07_stones_passes_swaps_and_alternatives_count_one_each_toward_a_quota() {
    let quota = Some(Quota { moves: 10.try_into().unwrap(), met: QuotaMet::NextStage { carry: true } });
    let first = Stage { quota, ..Stage::sudden_death(Span::from_secs(600)) };
    let control = TimeControl::new(vec![first, Stage::sudden_death(Span::from_secs(600))]).unwrap();
    let rules = RuleSet { pass: PassRule::FromMoveSix, lag: LagRule::OFF, ..RuleSet::renju(Some(control)) };
    let mut bout = Bout::new(rules.clone());
    let black = ["a1", "c1", "e1", "g1", "i1", "k1", "m1", "o1", "a3"];
    let white = ["a15", "c15", "e15", "g15", "i15", "k15", "m15", "o15", "a13"];
    for (mine, theirs) in black.into_iter().zip(white) {
        bout.play(&format!("A {mine}; B {theirs}"));
    }
    bout.wait(Span::from_secs(599)).play("A pass");
    assert_eq!(bout.game.clock().unwrap().face(Seat::A).stage, 1, "nine stones and one pass at 9:59");

    let opening = OpeningRule::Specified { fifths: Fifths::Fixed(2) };
    let mut opened = Bout::new(RuleSet { opening, ..rules });
    opened.play("A lay h8 i9 j10; B swap; A g9; B show i7 f9; A keep i7; A j8");
    let made = |seat| opened.game.clock().unwrap().face(seat).made;
    assert_eq!((made(Seat::A), made(Seat::B)), (3, 2), "opening, four, keep with six; swap, alternatives");
    assert_eq!(exhausted_of(&opened), Exhausted::Flag);
}

fn exhausted_of(bout: &Bout) -> Exhausted {
    bout.game.clock().unwrap().control().stages()[0].exhausted
}

#[test]
fn i27_the_record_is_whole_after_a_time_scramble_though_nobody_writes() {
    let control = TimeControl::new(vec![Stage::sudden_death(Span::from_secs(60))]).unwrap();
    let mut bout = Bout::new(RuleSet { lag: LagRule::OFF, ..RuleSet::freestyle(Some(control)) });
    bout.wait(Span::from_secs(58)).play("A a1");
    for (mine, theirs) in [("c1", "a15"), ("e1", "c15"), ("g1", "e15")] {
        bout.wait(Span::from_millis(30)).play(&format!("B {theirs}"));
        bout.wait(Span::from_millis(40)).play(&format!("A {mine}"));
    }
    let took: Vec<u64> = bout.game.moves().iter().map(|made| made.took.millis()).collect();
    assert_eq!(took, [58_000, 30, 40, 30, 40, 30, 40]);
    assert_eq!(bout.replayed(), bout.game);
    assert_eq!(standing_five(bout.game.board(), Stone::Black, Five::FiveOrMore), None);
}
