//! Time that is up costs the turn (rulebook I-17, U-22).
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs, reason = "a test may panic")]

#[path = "common/bout.rs"]
#[allow(dead_code, unreachable_pub, reason = "not every test uses all of it")]
mod bout;

use bout::Bout;
use tengen::game::FORCED_PASSES_MAX;
use tengen::game::clock::BadTimeControl;
use tengen::game::event::{Deed, Event, Reason, Refusal, Ruling, Score};
use tengen::game::moment::{Moment, Span};
use tengen::game::opening::OpeningRule;
use tengen::game::ruleset::{Adjudication, LagRule, PassRule, RuleSet, TakebackRule};
use tengen::game::seal::Digest;
use tengen::game::seat::{PerSeat, Seat};
use tengen::spelling::{BadNotation, read_clock};

const FIVE_STONES: &str = "A h8; B a1; A j8; B c1; A l8";

fn ms(ms: u64) -> Moment {
    Moment::ZERO + Span::from_millis(ms)
}

fn rules(clock: &str) -> RuleSet {
    let pass = PassRule::FromMoveSix;
    RuleSet { lag: LagRule::OFF, pass, ..RuleSet::freestyle(Some(read_clock(clock).unwrap())) }
}

/// A game in which five stones stand and B is to move, at the very beginning.
fn bout_with(rules: RuleSet) -> Bout {
    let mut bout = Bout::new(rules);
    bout.play(FIVE_STONES);
    bout
}

fn bout(clock: &str) -> Bout {
    bout_with(rules(clock))
}

/// So long passes, and time does what it does.
fn wait(bout: &mut Bout, ms: u64) {
    bout.wait(Span::from_millis(ms)).settle();
}

fn mover(bout: &Bout) -> Option<Seat> {
    bout.game.owed().map(|owed| owed.seat)
}

#[test]
fn u22_at_thirty_seconds_the_turn_is_passed_the_opponent_is_to_move_and_the_period_is_full_again() {
    let mut bout = bout("1x30s pass");
    wait(&mut bout, 29_999);
    assert_eq!((mover(&bout), bout.left(Seat::B)), (Some(Seat::B), 1));
    let ply = bout.game.ply();
    wait(&mut bout, 1);
    assert_eq!(bout.events.last(), Some(&(ms(30_000), Event::ForcedPass { seat: Seat::B })));
    assert_eq!(mover(&bout), Some(Seat::A));
    assert_eq!((bout.left(Seat::A), bout.left(Seat::B)), (30_000, 30_000));
    assert_eq!(bout.game.ply(), ply + 1, "a new position");
    assert_eq!(bout.game.clock().unwrap().face(Seat::B).used, Span::from_secs(30));
    let last = bout.game.moves().last().unwrap();
    assert_eq!((&last.deed, last.seat, last.took), (&Deed::ForcedPass, Seat::B, Span::from_secs(30)));
    assert_eq!(bout.game.deadline(), Some(ms(60_000)));
}

#[test]
fn u22_a_forced_pass_and_a_voluntary_one_after_it_are_no_draw() {
    let mut bout = bout("1x30s pass");
    wait(&mut bout, 30_000);
    bout.play("A pass");
    assert!(bout.game.is_running(), "there is only one voluntary pass");
    bout.play("B pass");
    assert_eq!(bout.outcome().reason, Reason::DoublePass);
}

#[test]
fn u22_a_voluntary_pass_and_a_forced_one_after_it_are_no_draw() {
    let mut bout = bout("1x30s pass");
    bout.play("B pass");
    wait(&mut bout, 30_000);
    assert!(bout.game.is_running());
    bout.play("B pass");
    assert!(bout.game.is_running(), "B's two passes stand on either side of what the clock took from A");
    bout.play("A pass");
    assert_eq!(bout.outcome().reason, Reason::DoublePass);
}

#[test]
fn i17_only_the_last_period_of_the_last_stage_costs_the_turn() {
    let mut bout = bout("60s 3x30s pass");
    wait(&mut bout, 60_000 + 60_000);
    assert_eq!(mover(&bout), Some(Seat::B), "main time and two periods are gone");
    wait(&mut bout, 30_000);
    assert_eq!(mover(&bout), Some(Seat::A));
    let face = bout.game.clock().unwrap().face(Seat::B);
    assert_eq!((face.stage, face.left, face.periods), (1, Span::from_secs(30), 1));
    assert_eq!(face.used, Span::from_secs(150));
}

#[test]
fn i17_e05_in_the_opening_and_before_the_sixth_move_the_flag_loses() {
    let mut early = Bout::new(rules("1x30s pass"));
    early.play("A h8; B a1; A j8; B c1");
    wait(&mut early, 30_000);
    assert_eq!((&early.outcome().reason, early.outcome().scores.a), (&Reason::Flag, Score::Loss));

    let mut choosing = Bout::new(RuleSet { opening: OpeningRule::Swap2, ..rules("1x30s pass") });
    choosing.play("A h8; A h9; A i9");
    wait(&mut choosing, 30_000);
    assert_eq!((&choosing.outcome().reason, choosing.outcome().scores.b), (&Reason::Flag, Score::Loss));
}

#[test]
fn i17_where_nobody_may_pass_the_clock_still_takes_the_turn() {
    let mut bout = bout_with(RuleSet { pass: PassRule::Never, ..rules("1x30s pass") });
    wait(&mut bout, 30_000);
    assert_eq!(mover(&bout), Some(Seat::A));
    assert_eq!(bout.refused("A pass"), Refusal::NotInTheRules);
}

#[test]
fn i17_who_loses_ten_turns_without_a_stone_between_loses_the_game() {
    let mut bout = bout("1x30s pass");
    for _ in 1..FORCED_PASSES_MAX {
        wait(&mut bout, 30_000);
        bout.play("A pass");
    }
    assert!(bout.game.is_running());
    bout.play("B o15; A o1");
    for _ in 1..FORCED_PASSES_MAX {
        wait(&mut bout, 30_000);
        bout.play("A pass");
    }
    assert!(bout.game.is_running(), "a stone begins the count anew");
    wait(&mut bout, 30_000);
    assert_eq!((&bout.outcome().reason, bout.outcome().scores.b), (&Reason::Flag, Score::Loss));
}

#[test]
fn i17_a_game_that_both_have_left_ends_where_it_was_due_however_late_the_server_looks() {
    let mut late = bout("1x30s pass");
    late.wait(Span::from_secs(86_400)).settle();
    let (at, last) = late.events.last().unwrap();
    let turns = u64::try_from(2 * FORCED_PASSES_MAX - 1).unwrap();
    assert_eq!(*at, ms(30_000 * turns));
    assert!(matches!(last, Event::Ended { .. }));
    let mut punctual = bout("1x30s pass");
    (0..turns).for_each(|_| wait(&mut punctual, 30_000));
    assert_eq!(late.events, punctual.events);
    assert_eq!(late.replayed(), late.game);
}

#[test]
fn i17_a_move_that_comes_after_the_pass_is_refused_as_one_of_another_position() {
    let mut bout = bout("1x30s pass");
    let ply = bout.game.ply();
    bout.wait(Span::from_secs(30));
    let late = bout::command("pass", ply);
    assert_eq!(bout.command(Seat::B, late), Err(Refusal::StalePly { ply: ply + 1 }));
}

#[test]
fn i17_f11_a_claim_lapses_with_the_turn() {
    let adjudication = Adjudication::Claim { overline_any_time: false };
    let clock = Some(read_clock("1x30s pass").unwrap());
    let claim = RuleSet { adjudication, lag: LagRule::OFF, ..RuleSet::renju(clock) };
    let mut bout = Bout::new(claim);
    bout.play("A h8; B a1; A h9; B a3; A j10; B a5; A k10; B a7; A h10");
    wait(&mut bout, 30_000);
    assert_eq!(bout.refused("B claim h10"), Refusal::ClaimLapsed);
}

#[test]
fn i17_a_draw_offer_and_a_favour_lapse_with_the_turn_and_the_turn_can_be_given_back() {
    let mut bout = bout_with(RuleSet { takebacks: TakebackRule::ByAgreement, ..rules("1x30s pass") });
    bout.play("A offer");
    wait(&mut bout, 30_000);
    assert_eq!(bout.game.draw_offer(), None);
    bout.play("B ask-takeback; A grant");
    assert_eq!(mover(&bout), Some(Seat::B));
    assert_eq!((bout.left(Seat::A), bout.left(Seat::B)), (30_000, 30_000));
    assert_eq!(bout.replayed(), bout.game);
}

#[test]
fn i17_k02_while_a_move_is_to_be_sealed_the_other_seals_after_a_pass() {
    let mut bout = bout("1x30s pass");
    bout.rule(Ruling::Adjourn).unwrap();
    wait(&mut bout, 30_000);
    let digest = Digest([7; 32]);
    let ply = bout.game.ply();
    assert_eq!(bout.game.decide_seal(Seat::B, ply, digest), Err(Refusal::NotYourTurn));
    assert!(bout.game.decide_seal(Seat::A, ply, digest).is_ok());
}

#[test]
fn i17_a_pause_in_the_middle_of_a_turn_gives_no_second_period() {
    let mut bout = bout("1x30s pass");
    wait(&mut bout, 20_000);
    bout.rule(Ruling::Halt).unwrap();
    wait(&mut bout, 500_000);
    bout.rule(Ruling::GoOn { charge: PerSeat::default(), force: false }).unwrap();
    wait(&mut bout, 9_999);
    assert_eq!(mover(&bout), Some(Seat::B));
    wait(&mut bout, 1);
    assert_eq!(mover(&bout), Some(Seat::A));
}

#[test]
fn i14_i17_free_time_counts_as_used_when_the_turn_is_lost() {
    let mut bout = bout("free 60s 1x30s pass");
    wait(&mut bout, 90_000);
    assert_eq!(mover(&bout), Some(Seat::A));
    assert_eq!(bout.game.clock().unwrap().face(Seat::B).used, Span::from_secs(90));
    assert_eq!(bout.left(Seat::A), 30_000);
}

#[test]
fn i17_out_of_time_is_a_pass_only_in_periods_for_one_move() {
    let refused = Err(BadNotation::Clock(BadTimeControl::PassWithoutPeriods));
    assert_eq!(read_clock("5m pass"), refused);
    assert_eq!(read_clock("5m 5m/10 pass"), refused);
    assert!(read_clock("5m 1x10s pass").is_ok());
}
