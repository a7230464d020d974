//! Claims, declared fives, passes, draw offers, violations, take-backs and pauses (rulebook E to H), by their numbers.
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs, reason = "a test may panic")]

#[path = "common/bout.rs"]
#[allow(dead_code, unreachable_pub, reason = "not every test uses all of it")]
mod bout;

use bout::Bout;
use tengen::game::clock::{Exhausted, Gain, Quota, QuotaMet, Stage, TimeControl};
use tengen::game::event::{Event, Reason, Refusal, Score, Violation};
use tengen::game::moment::Span;
use tengen::game::opening::OpeningRule;
use tengen::game::point::{BoardSize, Point};
use tengen::game::rules::{Five, Forbidden, Foul};
use tengen::game::ruleset::{
    Adjudication, BadRules, Declaration, DrawRule, PassRule, PauseRule, RuleSet, TakebackRule,
};
use tengen::game::seat::Seat;

const CLAIM: Adjudication = Adjudication::Claim { overline_any_time: false };
const CLAIM_OVERLINE: Adjudication = Adjudication::Claim { overline_any_time: true };

fn renju(adjudication: Adjudication) -> RuleSet {
    RuleSet { adjudication, pass: PassRule::FromMoveSix, ..RuleSet::renju(None) }
}

fn drawing(strict: bool) -> Bout {
    Bout::new(RuleSet { draws: DrawRule::WithMove { strict }, ..renju(CLAIM) })
}

/// Black H9 H7 G8 I8, White far away; Black's H8 would be a double-three.
const BEFORE_33: &str = "A h9; B a1; A h7; B c1; A g8; B e1; A i8; B g1";
/// Black E8 F8 H8 I8 J8, White far away; Black's G8 would be an overline.
const BEFORE_SIX: &str = "A e8; B a1; A f8; B c1; A h8; B e1; A i8; B g1; A j8; B i1";

fn stage(seconds: u64) -> Stage {
    Stage {
        time: Span::from_secs(seconds),
        periods: std::num::NonZeroU16::MIN,
        quota: None,
        gain: Gain::Nothing,
        exhausted: Exhausted::Flag,
    }
}

fn timed(seconds: u64) -> Option<TimeControl> {
    Some(TimeControl::new(vec![stage(seconds)]).unwrap())
}

#[test]
fn f01_forbidden_moves_bind_black_both_or_nobody() {
    let mut nobody = Bout::new(RuleSet::freestyle(None));
    nobody.play(BEFORE_33).play("A h8; B i1");
    let mut black = Bout::new(renju(Adjudication::Auto));
    black.play(BEFORE_33).play("A h8");
    assert_eq!(black.outcome().scores.a, Score::Loss);
    // The same shape by White: nothing under renju, a loss where both are bound.
    let white_makes_33 = "A a1; B h9; A c1; B h7; A e1; B g8; A g1; B i8; A i1; B h8";
    let mut free = Bout::new(renju(Adjudication::Auto));
    free.play(white_makes_33).play("A k1");
    let mut both = Bout::new(RuleSet {
        forbidden: Forbidden::Both,
        five: Five::ExactlyFive,
        ..renju(Adjudication::Auto)
    });
    both.play(white_makes_33);
    let point = "h8".parse().unwrap();
    assert_eq!(both.outcome().reason, Reason::Forbidden { point, foul: Foul::ThreeThree });
    assert_eq!(both.outcome().scores.b, Score::Loss);
}

#[test]
fn f11_white_points_a_double_three_out_before_he_moves() {
    let mut claimed = Bout::new(renju(CLAIM));
    claimed.play(BEFORE_33).play("A h8");
    assert_eq!(claimed.refused("A claim h8"), Refusal::NothingToClaim, "F-15: only the opponent");
    claimed.play("B claim h8");
    let point = "h8".parse().unwrap();
    assert_eq!(claimed.outcome().reason, Reason::Forbidden { point, foul: Foul::ThreeThree });
    assert_eq!(claimed.outcome().scores.b, Score::Win);

    let mut late = Bout::new(renju(CLAIM));
    late.play(BEFORE_33).play("A h8; B k1");
    assert_eq!(late.refused("B claim h8"), Refusal::ClaimLapsed);

    let mut passed = Bout::new(renju(CLAIM));
    passed.play(BEFORE_33).play("A h8; B pass");
    assert_eq!(passed.refused("B claim h8"), Refusal::ClaimLapsed);
}

#[test]
fn f11_white_s_flag_comes_before_a_claim() {
    let mut bout = Bout::new(RuleSet { clock: timed(60), ..renju(CLAIM) });
    bout.play(BEFORE_33).play("A h8").wait(Span::from_secs(60));
    assert_eq!(bout.refused("B claim h8"), Refusal::GameOver);
    assert_eq!((&bout.outcome().reason, bout.outcome().scores.a), (&Reason::Flag, Score::Win));
}

const PLAY_AGAIN: Adjudication = Adjudication::PlayAgain { forced_loss: true };

#[test]
fn f17_s05_a_forbidden_stone_is_taken_off_and_black_moves_again() {
    let mut bout = Bout::new(renju(PLAY_AGAIN));
    bout.play(BEFORE_33).play("A h8");
    let ply = bout.game.ply();
    bout.play("B claim h8");
    let h8: Point = "h8".parse().unwrap();
    let (_, last) = bout.events.last().unwrap();
    assert_eq!(*last, Event::PlaysAgain { seat: Seat::A, point: h8, foul: Foul::ThreeThree });
    assert!(bout.game.board().is_free(h8) && bout.game.outcome().is_none());
    assert_eq!(bout.owed(), "A Black Anywhere");
    assert!(bout.game.ply() > ply, "E-21: whoever answers the stone that is gone is told so");
    assert_eq!(bout.game.forbidden_points(), [], "F-16: nobody is shown where else he may not play");

    // The same point again loses; after another stone it would be a new turn.
    let mut forced = bout.clone();
    forced.play("A h8; B claim h8");
    let reason = Reason::ForcedForbidden { point: h8, foul: Foul::ThreeThree };
    assert_eq!((&forced.outcome().reason, forced.outcome().scores.a), (&reason, Score::Loss));
    bout.play("A k1; B i1; A h8; B claim h8");
    assert!(bout.game.outcome().is_none());
}

#[test]
fn s05_without_the_setting_black_loses_only_when_no_other_move_is_left() {
    let again = Adjudication::PlayAgain { forced_loss: false };
    let mut bout = Bout::new(renju(again));
    bout.play(BEFORE_33);
    for _ in 0..5 {
        bout.play("A h8; B claim h8");
    }
    assert!(bout.game.outcome().is_none());

    // What White does not point out is accepted, and a wrong claim is a claim like any other (F-14).
    bout.play("A h8; B k1");
    assert_eq!(bout.refused("B claim h8"), Refusal::ClaimLapsed);
    bout.play("A k3; B claim k3");
    assert!(matches!(bout.events.last().unwrap().1, Event::ClaimFailed { seat: Seat::B, .. }));

    // The last free point is forbidden, and nothing can be passed.
    let rules = RuleSet { pass: PassRule::Never, ..renju(again) };
    let mut can_pass = full_but_d1(RuleSet { pass: PassRule::FromMoveSix, ..rules.clone() });
    can_pass.play("A d1; B claim d1");
    assert_eq!(can_pass.owed(), "A Black Anywhere");
    let mut forced = full_but_d1(rules);
    forced.play("A d1; B claim d1");
    let reason = Reason::ForcedForbidden { point: "d1".parse().unwrap(), foul: Foul::Overline };
    assert_eq!((&forced.outcome().reason, forced.outcome().scores.a), (&reason, Score::Loss));
}

#[test]
fn s05_the_clock_goes_on_from_where_the_stone_was_put() {
    let seconds = Span::from_secs;
    let increment = Stage { gain: Gain::Increment(seconds(5)), ..stage(60) };
    let clock = Some(TimeControl::new(vec![increment]).unwrap());
    let mut bout = Bout::new(RuleSet { clock, ..renju(PLAY_AGAIN) });
    bout.play(BEFORE_33);
    let (black, white) = (bout.left(Seat::A), bout.left(Seat::B));
    bout.wait(seconds(7)).play("A h8").wait(seconds(3)).play("B claim h8");
    assert_eq!(bout.left(Seat::A), black - 7000, "no increment for a stone that does not stand");
    assert_eq!(bout.left(Seat::B), white - 3000, "finding it out is White's time");
    bout.wait(seconds(4)).play("A k1");
    assert_eq!(bout.left(Seat::A), black - 11_000 + 5000);

    // A period for one move is not begun anew.
    let minute = Stage {
        quota: Some(Quota { moves: std::num::NonZeroU16::MIN, met: QuotaMet::Restart }),
        ..stage(60)
    };
    let clock = Some(TimeControl::new(vec![minute]).unwrap());
    let mut bout = Bout::new(RuleSet { clock, ..renju(PLAY_AGAIN) });
    bout.play(BEFORE_33).wait(seconds(50)).play("A h8; B claim h8").wait(seconds(9));
    assert_eq!(bout.left(Seat::A), 1000);
}

#[test]
fn f12_auto_ends_the_game_with_the_stone_and_block_refuses_it() {
    let mut auto = Bout::new(renju(Adjudication::Auto));
    auto.play(BEFORE_33).play("A h8");
    let last_two: Vec<_> = auto.events.iter().rev().take(2).map(|(at, _)| *at).collect();
    assert_eq!(last_two[0], last_two[1]);

    let mut block = Bout::new(renju(Adjudication::Block));
    block.play(BEFORE_33);
    assert_eq!(block.refused("A h8"), Refusal::ForbiddenPoint { foul: Foul::ThreeThree });
    assert_eq!(block.game.forbidden_points(), [("h8".parse().unwrap(), Foul::ThreeThree)]);
    block.play("A a15");
    assert!(block.game.forbidden_points().is_empty(), "White is not bound");
}

#[test]
fn f13_an_overline_can_be_pointed_out_until_the_end_on_either_side_s_time() {
    for turns in ["A g8; B k1; A a15", "A g8; B k1"] {
        let mut bout = Bout::new(renju(CLAIM_OVERLINE));
        bout.play(BEFORE_SIX).play(turns).play("B claim g8");
        let point = "g8".parse().unwrap();
        assert_eq!(bout.outcome().reason, Reason::Forbidden { point, foul: Foul::Overline });
    }
    let mut lapsed = Bout::new(renju(CLAIM));
    lapsed.play(BEFORE_SIX).play("A g8; B k1; A a15");
    assert_eq!(lapsed.refused("B claim g8"), Refusal::ClaimLapsed);
}

#[test]
fn f07_g05_a_five_is_not_to_be_claimed() {
    let mut bout = Bout::new(renju(CLAIM_OVERLINE));
    bout.play(
        "A d8; B a1; A e8; B c1; A f8; B e1; A g8; B g1; A h3; B i1; A h4; B k1; A h5; B m1; A h6; B o1",
    );
    bout.play("A h7");
    let Reason::Five { line } = &bout.outcome().reason else { panic!("{:?}", bout.outcome()) };
    assert_eq!(line.len(), 5, "h3 to h7 was five already");
}

#[test]
fn f14_a_wrong_claim_is_answered_the_second_is_a_violation_and_the_second_violation_loses() {
    let mut bout = Bout::new(renju(CLAIM));
    bout.play("A h8; B claim h8");
    assert!(matches!(bout.events.last(), Some((_, Event::ClaimFailed { seat: Seat::B, .. }))));
    assert_eq!(bout.game.violations().b, 0);
    bout.play("B claim h8");
    assert_eq!(bout.game.violations().b, 1);
    bout.play("B claim h8");
    assert_eq!((&bout.outcome().reason, bout.outcome().scores.b), (&Reason::Violations, Score::Loss), "G-09");
}

#[test]
fn f15_claims_are_only_for_stones_of_the_opponent_that_are_there() {
    let mut bout = Bout::new(renju(CLAIM));
    bout.play("A h8");
    assert_eq!(bout.refused("B claim h9"), Refusal::NothingToClaim);
    bout.play("B h9");
    assert_eq!(bout.refused("A claim h9"), Refusal::NothingToClaim, "White is not bound");
    let mut auto = Bout::new(renju(Adjudication::Auto));
    auto.play("A h8");
    assert_eq!(auto.refused("B claim h8"), Refusal::NotInTheRules);
}

#[test]
fn f16_nobody_is_shown_forbidden_points_where_they_are_claimed() {
    let mut bout = Bout::new(renju(CLAIM));
    bout.play(BEFORE_33);
    assert!(bout.game.forbidden_points().is_empty());
}

#[test]
fn g03_a_five_that_is_not_declared_waits_and_the_first_to_declare_wins() {
    let rules = RuleSet { declaration: Declaration::Declared, ..RuleSet::renju(None) };
    let black_makes_five = "A d8; B d1; A e8; B e1; A f8; B f1; A g8; B g1; A h8";
    let mut later = Bout::new(rules.clone());
    later.play(black_makes_five).play("B a15; A declare");
    assert_eq!(later.outcome().scores.a, Score::Win);

    let mut at_once = Bout::new(rules.clone());
    at_once.play("A d8; B d1; A e8; B e1; A f8; B f1; A g8; B g1; A h8 five");
    assert_eq!(at_once.outcome().scores.a, Score::Win);

    let mut forgot = Bout::new(rules);
    forgot.play(black_makes_five);
    assert_eq!(forgot.refused("B declare"), Refusal::NoFive);
    forgot.play("B h1 five");
    assert_eq!(forgot.outcome().scores.b, Score::Win);
}

#[test]
fn g01_a_five_that_is_none_is_not_declared_with_a_stone() {
    let mut bout = Bout::new(RuleSet { declaration: Declaration::Declared, ..RuleSet::renju(None) });
    assert_eq!(bout.refused("A h8 five"), Refusal::NoFive);
}

#[test]
fn g12_two_passes_in_a_row_are_a_draw() {
    let five = "A h8; B a1; A h9; B a2; A k3";
    let mut bout = Bout::new(renju(CLAIM));
    bout.play(five).play("B pass; A pass");
    assert_eq!((&bout.outcome().reason, bout.outcome().scores.a), (&Reason::DoublePass, Score::Draw));
    let mut broken = Bout::new(renju(CLAIM));
    broken.play(five).play("B pass; A a15; B pass; A pass");
    assert_eq!(broken.outcome().reason, Reason::DoublePass);
}

#[test]
fn j02_a_pass_takes_a_number_so_black_stays_odd() {
    let mut bout = Bout::new(renju(CLAIM));
    bout.play("A h8; B a1; A h9; B a2; A k3; B pass");
    assert_eq!(bout.owed(), "A Black Anywhere");
    bout.play("A a15");
    assert_eq!(bout.owed(), "B White Anywhere");
}

/// Fills the board so that nobody has five anywhere, the last point kept free.
fn nearly_full(rules: RuleSet) -> Bout {
    let (black, white): (Vec<_>, Vec<_>) = BoardSize::FIFTEEN.iter().partition(is_in_two_columns);
    filled(rules, &black, &white)
}

/// The same, but that the last point is d1 and would be Black's sixth stone in its row.
fn full_but_d1(rules: RuleSet) -> Bout {
    let exchanged: [Point; 4] = ["c1", "d1", "a5", "o10"].map(|name| name.parse().unwrap());
    let is_black = |point: &Point| is_in_two_columns(point) != exchanged.contains(point);
    let (mut black, white): (Vec<_>, Vec<_>) = BoardSize::FIFTEEN.iter().partition(is_black);
    black.retain(|point| *point != exchanged[1]);
    black.push(exchanged[1]);
    filled(rules, &black, &white)
}

/// Two columns of each colour, exchanged in every row: no row of one colour is longer than two.
fn is_in_two_columns(point: &Point) -> bool {
    (point.column() / 2 + point.row()).is_multiple_of(2)
}

fn filled(rules: RuleSet, black: &[Point], white: &[Point]) -> Bout {
    assert_eq!((black.len(), white.len()), (113, 112));
    let mut bout = Bout::new(rules);
    for index in 0..112 {
        bout.play(&format!("A {}; B {}", black[index], white[index]));
    }
    bout
}

#[test]
fn g13_a_full_board_is_a_draw_and_where_it_can_be_claimed_only_after_ten_seconds() {
    let mut at_once = nearly_full(RuleSet { five: Five::ExactlyFive, ..RuleSet::freestyle(None) });
    let last = at_once.game.board().free_points().next().unwrap();
    at_once.play(&format!("A {last}"));
    assert_eq!(at_once.outcome().reason, Reason::FullBoard);

    let mut held = nearly_full(renju(CLAIM));
    let last = held.game.board().free_points().next().unwrap();
    held.play(&format!("A {last}"));
    assert!(held.game.outcome().is_none());
    assert_eq!(held.owed(), "nothing");
    held.wait(Span::from_millis(9_999)).settle();
    assert!(held.game.outcome().is_none());
    held.wait(Span::from_millis(1)).settle();
    assert_eq!((&held.outcome().reason, held.outcome().scores.b), (&Reason::FullBoard, Score::Draw));
}

#[test]
fn h01_h02_an_offer_comes_with_a_move_and_is_answered_in_words_or_by_a_move() {
    let mut bout = drawing(true);
    bout.play("A h8; B a1; A h9; B a2; A k3; B a4 draw");
    assert_eq!(bout.game.draw_offer().unwrap().seat, Seat::B);
    assert_eq!(bout.refused("B accept"), Refusal::NoOffer);
    let mut accepted = bout.clone();
    accepted.play("A accept");
    assert_eq!(accepted.outcome().reason, Reason::Agreement);
    let mut declined = bout.clone();
    declined.play("A decline");
    assert_eq!(declined.game.draw_offer(), None);
    bout.play("A k5");
    assert_eq!(bout.refused("A accept"), Refusal::NoOffer);
}

#[test]
fn h03_a_move_with_an_offer_declines_and_offers_anew() {
    let mut bout = drawing(true);
    bout.play("A h8 draw; B a1 draw");
    assert_eq!(bout.game.draw_offer().unwrap().seat, Seat::B);
}

#[test]
fn h04_an_offer_on_the_opponent_s_time_is_improper_where_rules_are_strict() {
    let mut strict = drawing(true);
    strict.play("A h8");
    assert_eq!(strict.refused("B offer"), Refusal::OfferWithMove, "one's own time: move first");
    strict.play("A offer");
    assert!(strict.game.draw_offer().unwrap().improper);
    let mut objected = strict.clone();
    objected.play("B object");
    assert_eq!(objected.game.violations().a, 1);
    assert_eq!(objected.game.draw_offer(), None);
    let mut accepted = strict.clone();
    accepted.play("B accept");
    assert_eq!(accepted.outcome().reason, Reason::Agreement);
    // E-07 calls what comes after the next move too late; there is then no offer left to object to.
    strict.play("B a1");
    assert_eq!(strict.refused("B object"), Refusal::NoOffer);

    let mut lenient = drawing(false);
    lenient.play("A h8");
    assert_eq!(lenient.refused("A offer"), Refusal::OfferWithMove);
}

#[test]
fn h04_a_proper_offer_cannot_be_objected_to() {
    let mut bout = drawing(true);
    bout.play("A h8 draw");
    assert_eq!(bout.refused("B object"), Refusal::NothingToObject);
}

#[test]
fn h05_at_most_two_offers_more_than_the_opponent() {
    let mut strict = drawing(true);
    strict.play("A h8 draw; B a1; A h9 draw; B a2; A k3 draw");
    assert!(strict.game.draw_offer().unwrap().improper, "the third is a breach");
    strict.play("B object");
    assert!(matches!(
        strict.events.last(),
        Some((_, Event::Violated { seat: Seat::A, violation: Violation::ImproperOffer }))
    ));

    let mut even = drawing(true);
    even.play("A h8 draw; B a1 draw; A h9 draw; B a2; A k3 draw");
    assert!(!even.game.draw_offer().unwrap().improper, "the opponent has offered once");
}

#[test]
fn h06_lenient_rules_leave_the_third_offer_out() {
    let mut bout = drawing(false);
    bout.play("A h8 draw; B a1; A h9 draw; B a2; A k3 draw");
    assert_eq!(bout.game.draw_offer(), None);
    assert!(matches!(bout.events.last(), Some((_, Event::DrawOfferDropped { seat: Seat::A }))));
    assert_eq!(bout.game.violations().a, 0);
}

#[test]
fn h08_no_offer_in_an_opening_and_none_survives_the_flag() {
    let opening = OpeningRule::Tarannikov;
    let mut bout = Bout::new(RuleSet { opening, draws: DrawRule::WithMove { strict: true }, ..renju(CLAIM) });
    assert_eq!(bout.refused("A h8 draw"), Refusal::OfferInOpening);
    bout.play("A h8; B stay; B i9; A stay; A j10; B stay; B k8; A stay");
    assert_eq!(bout.refused("A l8 draw"), Refusal::OfferInOpening);
    bout.play("A l8; B stay; B a1 draw");
    assert!(bout.game.draw_offer().is_some(), "with the sixth");

    let mut flagged =
        Bout::new(RuleSet { clock: timed(60), draws: DrawRule::WithMove { strict: true }, ..renju(CLAIM) });
    flagged.play("A h8 draw").wait(Span::from_secs(60)).settle();
    assert_eq!((&flagged.outcome().reason, flagged.outcome().scores.b), (&Reason::Flag, Score::Loss));
}

#[test]
fn e06_a_pass_is_the_way_out_when_only_forbidden_points_are_left() {
    let mut bout = Bout::new(renju(Adjudication::Block));
    bout.play(BEFORE_33);
    bout.play("A pass; B pass");
    assert_eq!(bout.outcome().reason, Reason::DoublePass);
}

#[test]
fn s04_a_take_back_needs_both_and_gives_back_board_and_clock() {
    let quota = Some(Quota { moves: std::num::NonZeroU16::MIN, met: QuotaMet::Restart });
    let main = Stage { exhausted: Exhausted::NextStage, ..stage(10) };
    let control = TimeControl::new(vec![main, Stage { quota, ..stage(30) }]).unwrap();
    let rules = RuleSet { takebacks: TakebackRule::ByAgreement, ..RuleSet::freestyle(Some(control)) };
    let mut bout = Bout::new(rules);
    bout.wait(Span::from_secs(9)).play("A h8; B h9");
    bout.wait(Span::from_secs(5)).play("A i9");
    let face = |bout: &Bout| bout.game.clock().unwrap().face(Seat::A);
    assert_eq!(face(&bout).stage, 1, "byo-yomi began with the second move");
    let before = bout.game.ply();
    bout.play("A ask-takeback");
    assert_eq!(bout.refused("A grant"), Refusal::NothingAsked);
    assert_eq!(bout.refused("B ask-takeback"), Refusal::AskedAlready);
    bout.play("B grant");
    assert_eq!(
        (face(&bout).stage, face(&bout).left),
        (0, Span::from_secs(1)),
        "C4: one second of main time again"
    );
    assert_eq!(bout.owed(), "A Black Anywhere");
    assert_eq!(bout.game.board().stones(), 2);
    assert!(bout.game.ply() > before, "no two positions have the same number");
    assert_eq!(bout.replayed(), bout.game);
    bout.play("A i9; B j9");
    bout.play("A ask-takeback; B deny");
    assert_eq!(bout.refused("B grant"), Refusal::NothingAsked);
    bout.play("A a1; B ask-takeback; A grant");
    assert_eq!(bout.game.board().stones(), 3, "B's move and A's answer");
}

#[test]
fn s04_what_the_opening_settled_is_not_taken_back() {
    let rules = RuleSet {
        takebacks: TakebackRule::ByAgreement,
        opening: OpeningRule::Swap2,
        ..RuleSet::standard(None)
    };
    let mut bout = Bout::new(rules);
    bout.play("A lay h8 a1 o15; B swap");
    assert_eq!(bout.refused("A ask-takeback"), Refusal::NothingToTakeBack);
    assert_eq!(bout.refused("B ask-takeback"), Refusal::NothingToTakeBack);
    bout.play("A i9; A ask-takeback; B grant");
    assert_eq!(bout.owed(), "A White Anywhere");
}

#[test]
fn e02_i23_competition_knows_neither_take_backs_nor_pauses() {
    let mut bout = Bout::new(renju(CLAIM));
    bout.play("A h8");
    assert_eq!(bout.refused("A ask-takeback"), Refusal::NotInTheRules);
    assert_eq!(bout.refused("A ask-pause"), Refusal::NotInTheRules);
}

#[test]
fn a_pause_that_both_agree_on_stops_the_clocks_in_the_middle_of_a_move() {
    let delayed = Stage { gain: Gain::Delay(Span::from_secs(5)), ..stage(60) };
    let clock = Some(TimeControl::new(vec![delayed]).unwrap());
    let rules = RuleSet { pauses: PauseRule::ByAgreement, ..RuleSet::freestyle(clock) };
    let mut bout = Bout::new(rules);
    bout.play("A h8").wait(Span::from_secs(3)).play("A ask-pause; B grant");
    assert!(bout.game.is_paused());
    assert_eq!(bout.game.deadline(), None);
    bout.wait(Span::from_secs(3600));
    assert_eq!(bout.refused("B h9"), Refusal::Paused);
    bout.play("A resume");
    bout.wait(Span::from_secs(4)).play("B h9");
    let face = bout.game.clock().unwrap().face(Seat::B);
    assert_eq!(face.left, Span::from_secs(58), "seven seconds, of which five cost nothing, once");
    let took = bout.game.moves()[1].took;
    assert_eq!(took, Span::from_secs(7), "the pause is nobody's thinking");
    assert_eq!(bout.refused("B resume"), Refusal::NotPaused);
    assert_eq!(bout.replayed(), bout.game);
}

#[test]
fn i25_c01_contradictions_are_refused_with_the_values_that_clash() {
    let claim_nothing = RuleSet { adjudication: CLAIM, ..RuleSet::freestyle(None) };
    assert_eq!(claim_nothing.check(), Err(BadRules::NothingToAdjudicate));
    let both = RuleSet { forbidden: Forbidden::Both, ..RuleSet::renju(None) };
    assert_eq!(both.check(), Err(BadRules::ForbiddenOutsideRenju { board: 15, five: Five::Renju }));
}
