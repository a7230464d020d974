//! How players treat each other: offers that do not rain, time that is given, games that are left (rulebook G-08, H, I-21).
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs, reason = "a test may panic")]

#[path = "common/bout.rs"]
#[allow(dead_code, unreachable_pub, reason = "not every test uses all of it")]
mod bout;
mod common;

use bout::Bout;
use common::{act, answer, connection, join, ms, place, running, secs, sudden_death};
use tengen::game::event::{Command, Reason, Refusal as No, Ruling, Score};
use tengen::game::moment::Span;
use tengen::game::ruleset::{BadRules, GiftRule, LagRule, PauseRule, RuleSet, TakebackRule};
use tengen::game::seat::Seat;
use tengen::game::{GIFT, GIFTS_MAX};
use tengen::room::Room;
use tengen::room::message::{Action, Input, Refusal};

fn casual() -> RuleSet {
    RuleSet {
        takebacks: TakebackRule::ByAgreement,
        pauses: PauseRule::ByAgreement,
        gifts: GiftRule::Allowed,
        lag: LagRule::OFF,
        ..RuleSet::freestyle(Some(sudden_death(secs(600))))
    }
}

#[test]
fn who_was_refused_a_favour_makes_as_many_moves_before_the_next_as_he_was_refused_times() {
    let mut bout = Bout::new(casual());
    bout.play("A h8; B a1; A ask-takeback; B deny");
    assert_eq!(bout.refused("A ask-takeback"), No::AskedTooSoon { moves: 1 });
    assert_eq!(bout.refused("A ask-pause"), No::AskedTooSoon { moves: 1 }, "whatever is asked for");
    bout.play("B ask-pause; A grant; A resume");
    bout.play("A j8; B a3; A ask-takeback; B deny; A l8; B a5");
    assert_eq!(bout.refused("A ask-takeback"), No::AskedTooSoon { moves: 1 }, "the second time, two");
    bout.play("A n8; B a7; A ask-takeback; B grant");
    assert_eq!(bout.replayed(), bout.game);
}

#[test]
fn who_was_refused_a_draw_waits_longer_each_time() {
    let mut bout = Bout::new(casual());
    bout.play("A h8; B a1; A offer; B decline");
    assert_eq!(bout.refused("A offer"), No::OfferTooSoon);
    bout.play("A j8; B a3; A offer; B decline; A l8; B a5");
    assert_eq!(bout.refused("A offer"), No::OfferTooSoon);
    bout.play("A n8; B a7; A offer; B accept");
    assert_eq!(bout.outcome().reason, Reason::Agreement);
}

#[test]
fn time_is_given_to_the_other_costs_nothing_and_stays_given() {
    let mut bout = Bout::new(casual());
    bout.wait(secs(10)).play("A h8").wait(secs(20)).play("A give-time; B a1");
    assert_eq!((bout.left(Seat::A), bout.left(Seat::B)), (590_000, 595_000));
    bout.play("A j8; A give-time; A ask-takeback; B grant");
    assert_eq!(bout.left(Seat::B), 610_000, "a take-back does not take it back");
    assert_eq!(bout.replayed(), bout.game);
    for _ in 2..GIFTS_MAX {
        bout.play("A give-time");
    }
    assert_eq!(bout.refused("A give-time"), No::GaveEnough);
    bout.play("B give-time");
    assert_eq!(GIFT, secs(15));
}

#[test]
fn no_time_is_given_where_the_rules_have_none_of_it() {
    let mut competition = Bout::new(RuleSet { gifts: GiftRule::Never, ..casual() });
    competition.play("A h8");
    assert_eq!(competition.refused("A give-time"), No::NotInTheRules);
    let mut untimed = Bout::new(RuleSet { clock: None, ..casual() });
    untimed.play("A h8");
    assert_eq!(untimed.refused("A give-time"), No::NotInTheRules);
    let mut halted = Bout::new(casual());
    halted.play("A h8").rule(Ruling::Halt).unwrap();
    assert_eq!(halted.refused("A give-time"), No::Halted);
}

#[test]
fn g08_who_leaves_for_good_has_lost_at_any_time() {
    let mut bout = Bout::new(casual());
    bout.play("A h8; A abandon");
    assert_eq!((&bout.outcome().reason, bout.outcome().scores.b), (&Reason::Abandoned, Score::Win));
    let mut halted = Bout::new(casual());
    halted.play("A h8").rule(Ruling::Halt).unwrap();
    halted.play("B abandon");
    assert_eq!(halted.outcome().scores.b, Score::Loss);
}

#[test]
fn g08_i21_a_line_that_breaks_is_no_leaving_and_the_clock_runs_on() {
    let mut room =
        running(RuleSet { lag: LagRule::OFF, ..RuleSet::freestyle(Some(sudden_death(secs(600)))) });
    assert!(answer(&room.handle(place(0, "h8", 0, "h8"), ms(0))).is_ok());
    room.handle(Input::Leave { connection: connection(1) }, ms(0));
    let claim = room.handle(act(0, "claim", Action::ClaimAbsence), ms(170_000));
    assert_eq!(answer(&claim), Err(Refusal::Game(No::NotInTheRules)), "timed games have the clock");
    room.handle(join(1), ms(180_000));
    assert!(answer(&room.handle(place(1, "h9", 1, "h9"), ms(180_000))).is_ok());
    assert_eq!(room.table().game().clock().unwrap().face(Seat::B).left, secs(420));
}

/// A game without clocks in which a player who is gone is waited for two minutes.
fn untimed() -> Room {
    running(RuleSet { absence: Some(secs(120)), ..RuleSet::freestyle(None) })
}

fn claim(room: &mut Room, number: u8, at: u64) -> Result<u32, Refusal> {
    answer(&room.handle(act(number, &format!("claim-{number}-{at}"), Action::ClaimAbsence), ms(at)))
}

#[test]
fn g08_who_is_gone_for_as_long_as_the_rules_say_can_have_lost() {
    let mut room = untimed();
    assert_eq!(claim(&mut room, 0, 500_000), Err(Refusal::NotAbsent), "everybody is here");
    room.handle(Input::Leave { connection: connection(1) }, ms(600_000));
    assert_eq!(room.presence().gone_since.b, Some(ms(600_000)));
    assert_eq!(claim(&mut room, 0, 719_999), Err(Refusal::NotAbsent));
    assert_eq!(claim(&mut room, 2, 720_000), Err(Refusal::NotAPlayer));
    claim(&mut room, 0, 720_000).unwrap();
    let outcome = room.table().game().outcome().unwrap();
    assert_eq!((&outcome.reason, outcome.scores.a), (&Reason::Abandoned, Score::Win));
}

#[test]
fn g08_who_comes_back_is_waited_for_anew() {
    let mut room = untimed();
    room.handle(Input::Leave { connection: connection(1) }, ms(600_000));
    room.handle(join(1), ms(650_000));
    assert_eq!(room.presence().gone_since.b, None);
    assert_eq!(claim(&mut room, 0, 800_000), Err(Refusal::NotAbsent));
    room.handle(Input::Leave { connection: connection(1) }, ms(900_000));
    assert_eq!(claim(&mut room, 0, 1_019_999), Err(Refusal::NotAbsent));
    claim(&mut room, 0, 1_020_000).unwrap();
}

#[test]
fn g08_nobody_is_waited_for_while_the_game_stands_still() {
    let mut room = untimed();
    assert!(answer(&room.handle(act(2, "office", Action::Officiate), ms(0))).is_ok());
    let ruling = tengen::journal::TableRuling::Game(Ruling::Halt);
    let halt = Action::Rule {
        ruling,
        reason: "a fire alarm".parse().unwrap(),
        ground: tengen::journal::Ground::Fact,
    };
    assert!(answer(&room.handle(act(2, "halt", halt), ms(10))).is_ok());
    room.handle(Input::Leave { connection: connection(1) }, ms(20));
    assert_eq!(claim(&mut room, 0, 900_000), Err(Refusal::NotAbsent));
    room.handle(act(0, "off", Action::Play(Command::Resign)), ms(900_001));
    assert_eq!(claim(&mut room, 0, 900_002), Err(Refusal::NotAbsent), "nor when it is over");
}

#[test]
fn g08_the_wait_is_neither_a_moment_nor_a_day() {
    let checked = |absence| RuleSet { absence: Some(absence), ..RuleSet::freestyle(None) }.check();
    assert_eq!(checked(secs(30)), Ok(()));
    assert_eq!(checked(secs(3600)), Ok(()));
    assert_eq!(checked(secs(29)), Err(BadRules::Absence));
    assert_eq!(checked(secs(3600) + Span::from_millis(1)), Err(BadRules::Absence));
    assert_eq!(RuleSet::freestyle(None).absence, None);
}
