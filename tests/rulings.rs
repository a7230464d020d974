//! What an arbiter may rule on a game, and until when (rulebook D-10 to D-12, G-09, G-10, G-15, G-16, I-13, I-22, I-24, L).
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
use tengen::game::clock::{Clock, Gain, OnFlag, Shared, Stage, TimeControl};
use tengen::game::event::{Event, Favour, Miscolouring, Reason, Refusal, Ruling, Score, Violation};
use tengen::game::moment::Span;
use tengen::game::opening::{Fifths, OpeningRule};
use tengen::game::presets::presets;
use tengen::game::ruleset::{Adjudication, Edition, LagRule, RuleSet};
use tengen::game::seat::{PerSeat, Seat};
use tengen::spelling::read_clock;

const fn secs(seconds: u64) -> Span {
    Span::from_secs(seconds)
}

const fn mins(minutes: u64) -> Span {
    secs(60 * minutes)
}

fn sudden_death(time: Span) -> RuleSet {
    let control = TimeControl::new(vec![Stage::sudden_death(time)]).unwrap();
    RuleSet { lag: LagRule::OFF, ..RuleSet::renju(Some(control)) }
}

fn of(edition: Edition) -> Bout {
    Bout::new(RuleSet { edition, ..sudden_death(mins(20)) })
}

fn scores(bout: &Bout) -> (Score, Score) {
    (bout.outcome().scores.a, bout.outcome().scores.b)
}

const fn go_on(a: Span, b: Span) -> Ruling {
    Ruling::GoOn { charge: PerSeat { a, b }, force: false }
}

const fn penalty(seat: Seat, minus: Span, plus: Span) -> Ruling {
    Ruling::TimePenalty { seat, minus, plus, force: false }
}

#[test]
fn i22_a_halt_stops_the_clocks_and_the_game_and_only_the_arbiter_lets_it_go_on() {
    let mut bout = of(Edition::Of2013);
    bout.play("A h8").wait(secs(30)).rule(Ruling::Halt).unwrap();
    bout.wait(mins(60));
    assert_eq!(bout.left(Seat::B), 1_170_000);
    assert_eq!(bout.refused("B h9"), Refusal::Halted);
    assert_eq!(bout.refused("B resume"), Refusal::Halted);
    assert_eq!(bout.rule(Ruling::Halt), Err(Refusal::Halted));
    bout.rule(go_on(Span::ZERO, Span::ZERO)).unwrap();
    bout.wait(secs(10));
    assert_eq!(bout.left(Seat::B), 1_160_000);
    bout.play("B h9");
    assert_eq!(bout.game.moves()[1].took, secs(40), "nobody thinks while the game is halted");
    assert_eq!(bout.replayed(), bout.game);
}

#[test]
fn i22_the_arbiter_takes_over_a_pause_that_the_players_agreed_on() {
    let rules = RuleSet {
        pauses: tengen::game::ruleset::PauseRule::ByAgreement,
        takebacks: tengen::game::ruleset::TakebackRule::ByAgreement,
        ..sudden_death(mins(20))
    };
    let mut bout = Bout::new(rules);
    bout.play("A h8; A ask-pause; B grant");
    assert_eq!(bout.game.favour(), None::<(Seat, Favour)>);
    bout.rule(Ruling::Halt).unwrap();
    assert_eq!(bout.refused("A resume"), Refusal::Halted);
    bout.wait(mins(1)).rule(go_on(Span::ZERO, Span::ZERO)).unwrap();
    bout.wait(secs(5)).play("B h9");
    assert_eq!(bout.left(Seat::B), 1_195_000);
}

#[test]
fn i22_a_clock_is_set_and_a_take_back_does_not_undo_that() {
    let rules =
        RuleSet { takebacks: tengen::game::ruleset::TakebackRule::ByAgreement, ..sudden_death(mins(20)) };
    let mut bout = Bout::new(rules);
    bout.play("A h8").wait(secs(30));
    bout.rule(Ruling::SetClock { seat: Seat::B, left: mins(3) }).unwrap();
    bout.wait(secs(10));
    assert_eq!((bout.left(Seat::A), bout.left(Seat::B)), (1_200_000, 170_000), "it runs on from there");
    assert_eq!(bout.refused("A ask-takeback"), Refusal::NothingToTakeBack);
    assert_eq!(
        bout.rule(Ruling::SetClock { seat: Seat::A, left: Span::ZERO }),
        Err(Refusal::ExceedsTime),
        "a side without time has lost, which is ruled as such"
    );
}

#[test]
fn i22_a_stop_in_the_middle_of_a_move_leaves_what_its_delay_had_left() {
    let delayed = Stage { gain: Gain::Delay(secs(10)), ..Stage::sudden_death(mins(5)) };
    let control = TimeControl::new(vec![delayed]).unwrap();
    let mut bout = Bout::new(RuleSet { lag: LagRule::OFF, ..RuleSet::renju(Some(control)) });
    bout.wait(secs(8)).rule(Ruling::SetClock { seat: Seat::A, left: mins(4) }).unwrap();
    assert_eq!(bout.game.clock().map(Clock::free), Some(secs(2)));
    bout.wait(secs(2));
    assert_eq!(bout.left(Seat::A), 240_000);
    bout.wait(secs(3)).play("A h8");
    assert_eq!(bout.left(Seat::A), 237_000, "the ten seconds are not given twice");
    assert_eq!(bout.game.clock().map(Clock::free), Some(secs(10)), "the other's move has its own");
}

#[test]
fn i22_nothing_is_ruled_on_clocks_where_there_are_none() {
    let mut bout = Bout::new(RuleSet::renju(None));
    bout.play("A h8");
    let set = Ruling::SetClock { seat: Seat::A, left: mins(1) };
    assert_eq!(bout.rule(set), Err(Refusal::NotInTheRules));
    assert_eq!(bout.rule(penalty(Seat::A, mins(1), mins(1))), Err(Refusal::NotInTheRules));
    assert_eq!(bout.rule(Ruling::Split), Err(Refusal::NothingToSplit));
    bout.rule(Ruling::Halt).unwrap();
    assert_eq!(bout.rule(go_on(secs(1), Span::ZERO)), Err(Refusal::NotInTheRules));
    bout.rule(go_on(Span::ZERO, Span::ZERO)).unwrap();
    bout.play("B h9");
}

#[test]
fn i24_the_arbiter_s_time_is_charged_as_ruled_and_a_flag_only_by_force() {
    let mut bout = of(Edition::Of2013);
    bout.play("A h8");
    bout.rule(Ruling::Halt).unwrap();
    bout.wait(secs(90)).rule(go_on(secs(90), Span::ZERO)).unwrap();
    assert_eq!((bout.left(Seat::A), bout.left(Seat::B)), (1_110_000, 1_200_000));

    let mut flags = Bout::new(sudden_death(secs(90)));
    flags.play("A h8").rule(Ruling::Halt).unwrap();
    assert_eq!(flags.wait(secs(90)).rule(go_on(secs(90), Span::ZERO)), Err(Refusal::NeedsForce));
    assert_eq!(flags.left(Seat::A), 90_000, "a refusal changes nothing");
    let charge = PerSeat { a: secs(90), b: Span::ZERO };
    flags.rule(Ruling::GoOn { charge, force: true }).unwrap();
    assert_eq!((&flags.outcome().reason, scores(&flags)), (&Reason::Flag, (Score::Loss, Score::Win)));
    assert_eq!(flags.replayed(), flags.game);
}

#[test]
fn i24_what_is_charged_to_both_may_flag_both() {
    let mut bout = Bout::new(sudden_death(secs(60)));
    bout.play("A h8").rule(Ruling::Halt).unwrap();
    let charge = PerSeat { a: secs(60), b: secs(60) };
    bout.rule(Ruling::GoOn { charge, force: true }).unwrap();
    assert_eq!((&bout.outcome().reason, scores(&bout)), (&Reason::Flag, (Score::Loss, Score::Loss)));
    assert_eq!(bout.rule(Ruling::Halt), Err(Refusal::GameOver));
}

#[test]
fn i24_s05_a_stone_that_is_taken_off_after_a_ruling_on_the_clock_leaves_the_ruling() {
    let adjudication = Adjudication::PlayAgain { forced_loss: false };
    let mut bout = Bout::new(RuleSet { adjudication, ..sudden_death(mins(20)) });
    bout.play("A h8; B a1; A h9; B a3; A j10; B a5; A k10; B a7").wait(secs(60)).play("A h10");
    bout.rule(Ruling::SetClock { seat: Seat::A, left: mins(5) }).unwrap();
    bout.wait(secs(10)).play("B claim h10");
    assert!(bout.owed().starts_with("A Black"), "{}", bout.owed());
    assert_eq!((bout.left(Seat::A), bout.left(Seat::B)), (300_000, 1_190_000));
    bout.wait(secs(7));
    assert_eq!((bout.left(Seat::A), bout.left(Seat::B)), (293_000, 1_190_000), "his clock runs");
}

#[test]
fn i16_s05_a_foul_stays_one_when_the_stone_is_taken_off() {
    let adjudication = Adjudication::PlayAgain { forced_loss: false };
    let per_move = read_clock("1x30s fouls 3").unwrap();
    let mut bout = Bout::new(RuleSet { adjudication, clock: Some(per_move), ..sudden_death(mins(20)) });
    bout.play("A h8; B a1; A h9; B a3; A j10; B a5; A k10; B a7").wait(secs(35)).settle();
    let fouls = |bout: &Bout| bout.game.clock().unwrap().face(Seat::A).fouls;
    assert_eq!(fouls(&bout), 1);
    bout.play("A h10; B claim h10");
    assert_eq!(bout.game.board().get("h10".parse().unwrap()), None);
    assert_eq!(fouls(&bout), 1);
}

#[test]
fn i13_an_arbiter_splits_what_is_left_of_the_shared_time() {
    let pool = RuleSet { clock: Some(TimeControl::pool(mins(120)).unwrap()), ..sudden_death(mins(1)) };
    let mut bout = Bout::new(pool.clone());
    bout.wait(mins(25)).play("A h8").wait(mins(15));
    assert_eq!(bout.game.clock().unwrap().shared_at(bout.now), Some(mins(80)), "whoever moves");
    let set = Ruling::SetClock { seat: Seat::A, left: mins(1) };
    assert_eq!(bout.rule(set), Err(Refusal::ClockShared));
    bout.rule(Ruling::Split).unwrap();
    assert_eq!((bout.left(Seat::A), bout.left(Seat::B)), (2_400_000, 2_400_000));
    bout.wait(secs(1));
    assert_eq!((bout.left(Seat::A), bout.left(Seat::B)), (2_400_000, 2_399_000), "the mover's clock runs");
    assert_eq!(bout.rule(Ruling::Split), Err(Refusal::NothingToSplit));
    bout.wait(mins(40)).settle();
    assert_eq!((&bout.outcome().reason, scores(&bout)), (&Reason::Flag, (Score::Win, Score::Loss)));

    let shared = Shared::before_stages(mins(30));
    let own = vec![Stage::sudden_death(mins(15))];
    let deferred = Some(TimeControl::assemble(Some(shared), own, OnFlag::Loss).unwrap());
    let mut free = Bout::new(RuleSet { clock: deferred, ..sudden_death(mins(1)) });
    assert_eq!(free.rule(Ruling::Split), Err(Refusal::NothingToSplit), "free time is nobody's");

    let mut odd = Bout::new(pool);
    odd.wait(Span::from_millis(1)).rule(Ruling::Split).unwrap();
    assert_eq!((odd.left(Seat::A), odd.left(Seat::B)), (3_599_999, 3_600_000), "the odd one to who waits");
}

#[test]
fn d10_colours_are_corrected_until_white_s_second_stone_and_for_a_quarter_of_an_hour() {
    let recolour = Ruling::Recolour { cause: Miscolouring::Pairing };
    let begun = |edition| {
        let mut bout = of(edition);
        bout.play("A h8; B h9; A j10");
        bout
    };
    let mut in_time = begun(Edition::Of2013);
    in_time.wait(Span::from_millis(899_999)).rule(recolour).unwrap();
    assert_eq!(in_time.black(), Seat::B);
    assert!(in_time.game.moves().is_empty() && in_time.game.board().stones() == 0);
    assert_eq!(in_time.replayed(), in_time.game);
    in_time.play("B h8; A h9");

    assert_eq!(begun(Edition::Of2013).wait(mins(15)).rule(recolour), Err(Refusal::TooLate));
    assert_eq!(begun(Edition::Of2013).play("B g9").rule(recolour), Err(Refusal::TooLate));
    for edition in [Edition::Of2009, Edition::Older] {
        begun(edition).wait(mins(15)).rule(recolour).unwrap();
        assert_eq!(begun(edition).play("B g9").rule(recolour), Err(Refusal::TooLate), "{edition:?}");
    }
}

#[test]
fn d11_the_clocks_begin_anew_in_2013_and_in_2009_if_the_pairing_was_wrong() {
    let left_after = |edition, cause| {
        let mut bout = of(edition);
        bout.wait(secs(90)).play("A h8").rule(Ruling::Recolour { cause }).unwrap();
        bout.left(Seat::A)
    };
    assert_eq!(left_after(Edition::Of2013, Miscolouring::Players), 1_200_000);
    assert_eq!(left_after(Edition::Of2009, Miscolouring::Pairing), 1_200_000);
    assert_eq!(left_after(Edition::Of2009, Miscolouring::Players), 1_110_000, "and P still has -90 s");
    assert_eq!(left_after(Edition::Older, Miscolouring::Players), 1_110_000);
}

#[test]
fn d12_history_counts_the_scheduled_opener_whatever_was_swapped() {
    let opening = OpeningRule::Specified { fifths: Fifths::Fixed(2) };
    let mut bout = Bout::new(RuleSet { opening, ..sudden_death(mins(20)) });
    bout.play("A lay h8 h9 j10; B swap");
    assert_eq!((bout.black(), bout.game.opener()), (Seat::B, Some(Seat::A)));
    // Correcting colours is what makes another the scheduled one: the schedule was entered wrongly.
    bout.rule(Ruling::Recolour { cause: Miscolouring::Pairing }).unwrap();
    assert_eq!((bout.black(), bout.game.opener()), (Seat::B, Some(Seat::B)));
}

#[test]
fn g09_l03_the_second_violation_loses_and_one_each_does_not() {
    let mut bout = of(Edition::Of2013);
    bout.play("A h8");
    bout.rule(Ruling::Violation { seat: Seat::A }).unwrap();
    bout.rule(Ruling::Violation { seat: Seat::B }).unwrap();
    assert!(bout.game.outcome().is_none());
    assert_eq!(bout.game.violations(), PerSeat { a: 1, b: 1 });
    bout.rule(Ruling::Violation { seat: Seat::A }).unwrap();
    assert_eq!((&bout.outcome().reason, scores(&bout)), (&Reason::Violations, (Score::Loss, Score::Win)));
}

#[test]
fn l03_an_automatic_violation_and_a_ruled_one_make_two() {
    let cn2013 = presets().into_iter().find(|preset| preset.id == "cn2013").unwrap().rules;
    let mut bout = Bout::new(RuleSet { opening: OpeningRule::FREE, ..cn2013 });
    bout.play("A h8; B h9; A j10; B g9; A a1; B a3; A c1; B c3; B offer; A object");
    assert_eq!(bout.game.violations(), PerSeat { a: 0, b: 1 });
    let told = bout.events.iter().rev().find_map(|(_, event)| match event {
        Event::Violated { seat, violation } => Some((*seat, *violation)),
        _ => None,
    });
    assert_eq!(told, Some((Seat::B, Violation::ImproperOffer)), "L-05: each automatic violation is told");
    bout.rule(Ruling::Violation { seat: Seat::B }).unwrap();
    assert_eq!(bout.outcome().reason, Reason::Violations);
}

#[test]
fn g10_a_ruled_loss_ends_the_game_at_any_time() {
    let mut bout = of(Edition::Of2013);
    bout.play("A h8");
    bout.rule(Ruling::Loss { seat: Seat::A }).unwrap();
    assert_eq!((&bout.outcome().reason, scores(&bout)), (&Reason::Ruled, (Score::Loss, Score::Win)));
    assert_eq!(bout.game.deadline(), None);
}

#[test]
fn g15_l02_a_draw_a_double_loss_and_a_replay_are_ruled_after_accidents() {
    let mut drawn = of(Edition::Of2013);
    drawn.play("A h8").rule(Ruling::Draw).unwrap();
    assert_eq!((&drawn.outcome().reason, scores(&drawn)), (&Reason::Ruled, (Score::Draw, Score::Draw)));

    let mut both = of(Edition::Of2013);
    both.play("A h8").rule(Ruling::DoubleLoss).unwrap();
    assert_eq!(scores(&both), (Score::Loss, Score::Loss));

    let mut again = of(Edition::Of2013);
    again.wait(secs(7)).play("A h8; B h9").rule(Ruling::Violation { seat: Seat::A }).unwrap();
    again.rule(Ruling::Replay).unwrap();
    assert_eq!((again.black(), again.left(Seat::A)), (Seat::A, 1_200_000));
    assert_eq!(again.game.violations().a, 1, "violations are the players', not the position's");
    assert_eq!(again.game.ply(), 3, "what answers the old position is stale");
    again.play("A h8; B g9");
    assert_eq!(again.replayed(), again.game);
}

#[test]
fn e12_a_game_replayed_while_halted_or_adjourned_waits_for_the_arbiter() {
    for ruling in [Ruling::Halt, Ruling::Adjourn] {
        let mut bout = of(Edition::Of2013);
        bout.play("A h8").rule(ruling).unwrap();
        if ruling == Ruling::Adjourn {
            let digest = tengen::game::seal::Digest([7; 32]);
            let sealed = bout.game.decide_seal(Seat::B, 1, digest).unwrap();
            bout.game.evolve(bout.now, &sealed);
        }
        bout.rule(Ruling::Replay).unwrap();
        assert!(bout.game.is_halted() && bout.game.adjournment().is_none(), "{ruling:?}");
        bout.wait(mins(90));
        assert_eq!(bout.refused("A h8"), Refusal::Halted);
        bout.rule(go_on(Span::ZERO, Span::ZERO)).unwrap();
        bout.wait(secs(1)).play("A h8");
        assert_eq!(bout.left(Seat::A), 1_199_000);
    }
}

/// The game as it stands after so many of its records are lost.
fn suspend(bout: &mut Bout, lost: u32) {
    bout.game.suspend(lost).into_iter().for_each(|event| bout.take(event));
}

#[test]
fn e12_a_game_whose_record_is_damaged_stands_still_and_takes_a_draw_or_a_replay_and_nothing_else() {
    let mut bout = of(Edition::Of2013);
    bout.play("A h8; B h9").wait(secs(20));
    suspend(&mut bout, 3);
    assert!(bout.game.is_suspended() && bout.game.is_paused() && bout.game.is_running());
    assert_eq!(bout.game.moves().len(), 2, "the position up to the damage is what there is");
    bout.wait(mins(90));
    assert_eq!((bout.left(Seat::A), bout.game.deadline()), (1_180_000, None));
    for turn in ["A i9", "A resign", "B abandon", "A abort", "A resume", "B claim h8", "A confirm", "A ready"]
    {
        assert_eq!(bout.refused(turn), Refusal::Suspended, "{turn}");
    }
    assert_eq!(
        bout.game.decide_seal(Seat::A, 2, tengen::game::seal::Digest([7; 32])),
        Err(Refusal::Suspended)
    );
    let others = [
        Ruling::Halt,
        go_on(Span::ZERO, Span::ZERO),
        Ruling::SetClock { seat: Seat::A, left: mins(1) },
        Ruling::Split,
        penalty(Seat::A, mins(1), mins(1)),
        Ruling::Violation { seat: Seat::A },
        Ruling::Loss { seat: Seat::A },
        Ruling::DoubleLoss,
        Ruling::Recolour { cause: Miscolouring::Players },
        Ruling::Adjourn,
    ];
    for ruling in others {
        assert_eq!(bout.rule(ruling), Err(Refusal::Suspended), "{ruling:?}");
    }

    let mut again = bout.clone();
    again.rule(Ruling::Replay).unwrap();
    assert!(again.game.is_halted() && !again.game.is_suspended(), "the arbiter says when it begins");
    again.rule(go_on(Span::ZERO, Span::ZERO)).unwrap();
    again.play("A h8; B g9");
    assert_eq!(again.left(Seat::A), 1_200_000);
    assert_eq!(again.replayed(), again.game);
}

#[test]
fn e12_whatever_a_game_was_waiting_for_is_forgotten_with_the_records_that_are_lost() {
    let mut offered = Bout::new(RuleSet::renju(None));
    offered.play("A h8; B h9; A offer");
    suspend(&mut offered, 1);
    assert_eq!((offered.game.draw_offer(), offered.game.favour()), (None, None));
    assert_eq!(offered.refused("B accept"), Refusal::Suspended);

    let mut adjourned = of(Edition::Of2013);
    adjourned.play("A h8").rule(Ruling::Adjourn).unwrap();
    suspend(&mut adjourned, 1);
    assert_eq!(adjourned.game.adjournment(), None);
    assert!(adjourned.game.is_suspended());

    let mut halted = of(Edition::Of2013);
    halted.play("A h8").rule(Ruling::Halt).unwrap();
    suspend(&mut halted, 1);
    assert_eq!(halted.rule(go_on(Span::ZERO, Span::ZERO)), Err(Refusal::Suspended));
}

#[test]
fn e12_a_result_that_is_known_stands_and_a_game_that_had_not_begun_does_not_count() {
    let mut over = of(Edition::Of2013);
    over.play("A h8; B resign");
    suspend(&mut over, 2);
    assert_eq!((&over.outcome().reason, scores(&over)), (&Reason::Resigned, (Score::Win, Score::Loss)));
    assert!(!over.game.is_suspended());

    let mut unbegun = tengen::game::Game::new(RuleSet::renju(None));
    for event in unbegun.suspend(9) {
        unbegun.evolve(tengen::game::moment::Moment::ZERO, &event);
    }
    let outcome = unbegun.outcome().unwrap();
    assert_eq!(
        (&outcome.reason, outcome.scores.a, outcome.scores.b),
        (&Reason::RecordLost, Score::Void, Score::Void)
    );
}

/// Which of two flags fell first is never unknown to a server that keeps an order; it is where the record of it is lost,
/// and there nobody loses by his clock: the arbiter rules the draw.
#[test]
fn g14_nobody_loses_on_time_by_a_record_that_cannot_be_trusted() {
    let mut bout = Bout::new(sudden_death(mins(3)));
    bout.play("A h8").wait(mins(2));
    suspend(&mut bout, 12);
    bout.wait(mins(600)).settle();
    assert_eq!(bout.game.outcome(), None, "both would be over by any clock on the wall");
    bout.rule(Ruling::Draw).unwrap();
    assert_eq!(scores(&bout), (Score::Draw, Score::Draw));
}

#[test]
fn g14_shared_time_that_runs_out_is_a_draw() {
    let mut bout = Bout::new(RuleSet {
        lag: LagRule::OFF,
        ..RuleSet::renju(Some(TimeControl::pool(mins(60)).unwrap()))
    });
    bout.play("A h8; B h9").wait(mins(60)).settle();
    assert_eq!((&bout.outcome().reason, scores(&bout)), (&Reason::SharedTime, (Score::Draw, Score::Draw)));
}

#[test]
fn g16_a_disciplinary_loss_after_the_end_leaves_the_opponent_what_he_got() {
    let mut bout = of(Edition::Of2013);
    bout.play("A h8").rule(Ruling::Draw).unwrap();
    bout.rule(Ruling::Loss { seat: Seat::A }).unwrap();
    assert_eq!((&bout.outcome().reason, scores(&bout)), (&Reason::Ruled, (Score::Loss, Score::Draw)));
    assert_eq!(bout.rule(Ruling::Loss { seat: Seat::A }), Err(Refusal::AlreadyLost));
    assert_eq!(bout.rule(Ruling::Draw), Err(Refusal::GameOver), "the board's result stands");
    assert_eq!(bout.replayed(), bout.game);
}

#[test]
fn l04_the_rules_of_2013_take_and_give_up_to_five_minutes() {
    let mut bout = of(Edition::Of2013);
    bout.play("A h8");
    let too_much = Err(Refusal::OverLimit { minus: mins(5), plus: mins(5) });
    assert_eq!(bout.rule(penalty(Seat::A, mins(6), Span::ZERO)), too_much);
    assert_eq!(bout.rule(penalty(Seat::A, Span::ZERO, mins(6))), too_much);
    bout.rule(penalty(Seat::A, mins(5), mins(5))).unwrap();
    assert_eq!((bout.left(Seat::A), bout.left(Seat::B)), (900_000, 1_500_000));
    bout.rule(Ruling::TimePenalty { seat: Seat::A, minus: mins(6), plus: Span::ZERO, force: true }).unwrap();
    assert_eq!(bout.left(Seat::A), 540_000);
}

#[test]
fn l04_the_older_rules_leave_less_than_seven_minutes_alone() {
    let after = |left: Span| {
        let mut bout = of(Edition::Older);
        bout.play("A h8");
        bout.rule(Ruling::SetClock { seat: Seat::A, left }).unwrap();
        bout.rule(penalty(Seat::A, mins(5), mins(2))).unwrap();
        (bout.left(Seat::A), bout.left(Seat::B))
    };
    assert_eq!(after(secs(390)), (390_000, 1_620_000), "6:30 stay, the opponent gets 7:00");
    assert_eq!(after(mins(7)), (120_000, 1_320_000), "7:00 become 2:00, the opponent gets 2:00");
}

#[test]
fn l04_nobody_is_taken_below_nothing() {
    let mut bout = of(Edition::Of2009);
    bout.play("A h8");
    bout.rule(Ruling::SetClock { seat: Seat::A, left: mins(5) }).unwrap();
    assert_eq!(bout.rule(penalty(Seat::A, mins(5), mins(2))), Err(Refusal::ExceedsTime));
    bout.rule(Ruling::TimePenalty { seat: Seat::A, minus: Span::ZERO, plus: mins(7), force: true }).unwrap();
    assert_eq!((bout.left(Seat::A), bout.left(Seat::B)), (300_000, 1_620_000), "the alternative of 001");
}

#[test]
fn l04_each_preset_goes_by_the_edition_of_its_text() {
    let edition = |id| presets().into_iter().find(|preset| preset.id == id).unwrap().rules.edition;
    assert_eq!(edition("cn2013"), Edition::Of2013);
    assert_eq!(edition("cn2009"), Edition::Of2009);
    assert_eq!(edition("cn-old"), Edition::Older);
}
