//! What becomes of a result: it is confirmed or disputed, annulled, and lost with the match (rulebook B-19, G-17, H-07, L-02,
//! L-09, L-11, L-12, L-14), and what no rule of five in a row ends (I-18, I-30).
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
mod common;

use bout::Bout;
use common::{act, answer, join, kept, ms, opened, person, place, room_id};
use tengen::game::clock::TimeControl;
use tengen::game::event::{Command, Event as GameEvent, Reason, Refusal, Ruling, Score, Settled, Sides};
use tengen::game::moment::Span;
use tengen::game::ruleset::{LagRule, RuleSet};
use tengen::game::seat::{PerSeat, Seat};
use tengen::game::{CONFIRM_RESULT_WITHIN, Confirmation};
use tengen::journal::{
    After, ArbiterEvent, Arbitration, COMPLAINTS_MAX, Event, Goal, Journal, Lot, Opened, Phase, Series,
    TableRuling, WallTime,
};
use tengen::room::message::{Action, Refusal as RoomRefusal};
use tengen::room::{Effect, Interest, Room, Summary, founding};
use tengen::store::Epoch;

const fn mins(minutes: u64) -> Span {
    Span::from_secs(60 * minutes)
}

fn confirmed_rules() -> RuleSet {
    RuleSet {
        confirm_result: true,
        lag: LagRule::OFF,
        ..RuleSet::renju(Some(common::sudden_death(mins(20))))
    }
}

/// A game that seat B has resigned, whose result is to be confirmed.
fn resigned() -> Bout {
    let mut bout = Bout::new(confirmed_rules());
    bout.play("A h8; B resign");
    bout
}

fn settled(bout: &Bout) -> Option<Settled> {
    bout.game.confirmation().unwrap().settled
}

fn scores(bout: &Bout) -> (Score, Score) {
    (bout.outcome().scores.a, bout.outcome().scores.b)
}

#[test]
fn g17_who_confirms_waits_five_minutes_for_a_silent_opponent() {
    let mut bout = resigned();
    bout.play("A confirm-result").wait(Span::from_millis(299_999)).settle();
    assert_eq!(settled(&bout), None);
    bout.wait(Span::from_millis(1)).settle();
    assert_eq!(settled(&bout), Some(Settled::Time), "confirmed: auto");
    assert_eq!(bout.game.deadline(), None);
    assert_eq!(bout.refused("B confirm-result"), Refusal::NothingToConfirm);
    assert_eq!(bout.replayed(), bout.game);
}

#[test]
fn g17_what_both_have_confirmed_can_only_be_annulled() {
    let mut bout = resigned();
    bout.play("B confirm-result");
    assert_eq!(bout.refused("B confirm-result"), Refusal::NothingToConfirm);
    bout.play("A confirm-result");
    assert_eq!((settled(&bout), bout.game.deadline()), (Some(Settled::Both), None));
    assert_eq!(bout.game.dispute(Seat::A), Err(Refusal::GameOver));
    assert_eq!(bout.rule(Ruling::Loss { seat: Seat::A }), Err(Refusal::ResultConfirmed));
    assert_eq!(bout.rule(Ruling::Uphold), Err(Refusal::NothingToConfirm));
    bout.rule(Ruling::Annul { sides: Sides::A }).unwrap();
    assert_eq!(scores(&bout), (Score::Loss, Score::Loss));
    assert_eq!(settled(&bout), Some(Settled::Both), "what was confirmed was confirmed");
    assert_eq!(bout.replayed(), bout.game);
}

#[test]
fn g17_a_dispute_stops_the_time_until_the_arbiter_rules_or_it_is_withdrawn() {
    let mut bout = resigned();
    bout.play("A confirm-result").wait(mins(4));
    let disputed = bout.game.dispute(Seat::B).unwrap().unwrap();
    bout.take(disputed);
    assert_eq!(bout.game.dispute(Seat::B), Ok(None), "once is enough");
    bout.wait(mins(600)).settle();
    assert_eq!(settled(&bout), None, "it waits for the arbiter");

    let mut upheld = bout.clone();
    upheld.rule(Ruling::Uphold).unwrap();
    assert_eq!((settled(&upheld), scores(&upheld)), (Some(Settled::Arbiter), (Score::Win, Score::Loss)));

    let mut changed = bout.clone();
    changed.rule(Ruling::Loss { seat: Seat::A }).unwrap();
    assert_eq!((settled(&changed), scores(&changed)), (Some(Settled::Arbiter), (Score::Loss, Score::Loss)));
    assert_eq!(changed.game.earned(), Some(PerSeat { a: Score::Win, b: Score::Loss }));
    assert_eq!(changed.replayed(), changed.game);

    bout.play("B confirm-result");
    assert_eq!(settled(&bout), Some(Settled::Both), "whoever confirms after all disputes no more");
}

#[test]
fn g17_a_dispute_that_is_withdrawn_before_the_other_speaks_leaves_him_five_minutes() {
    let mut bout = resigned();
    let disputed = bout.game.dispute(Seat::A).unwrap().unwrap();
    bout.take(disputed);
    bout.wait(mins(30)).play("A confirm-result");
    let due = bout.now + CONFIRM_RESULT_WITHIN;
    let expected = Confirmation {
        confirmed: PerSeat { a: true, b: false },
        disputed: PerSeat::default(),
        until: Some(due),
        settled: None,
    };
    assert_eq!(bout.game.confirmation(), Some(&expected));
    bout.wait(mins(5)).settle();
    assert_eq!(settled(&bout), Some(Settled::Time));
}

#[test]
fn g17_there_is_nothing_to_confirm_before_the_end_nor_of_a_game_that_does_not_count_nor_without_the_rule() {
    let mut running = Bout::new(confirmed_rules());
    assert_eq!(running.refused("A confirm-result"), Refusal::NotOver);
    assert_eq!(running.rule(Ruling::Uphold), Err(Refusal::NotOver));
    running.play("A abort");
    assert_eq!((running.game.confirmation(), running.game.deadline()), (None, None));

    let mut plain = Bout::new(RuleSet::renju(None));
    plain.play("A h8; B resign");
    assert_eq!(plain.refused("A confirm-result"), Refusal::NothingToConfirm);
    assert_eq!(plain.rule(Ruling::Uphold), Err(Refusal::NothingToConfirm));
}

#[test]
fn l12_l14_an_annulled_result_is_nothing_for_the_side_or_both_and_what_it_was_is_kept() {
    let mut one = Bout::new(RuleSet::renju(None));
    one.play("A h8; B h9; A offer; B accept");
    one.rule(Ruling::Annul { sides: Sides::B }).unwrap();
    assert_eq!((&one.outcome().reason, scores(&one)), (&Reason::Agreement, (Score::Draw, Score::Loss)));
    assert_eq!(one.game.earned(), Some(PerSeat { a: Score::Draw, b: Score::Draw }));
    assert_eq!(one.rule(Ruling::Annul { sides: Sides::B }), Err(Refusal::AlreadyLost));
    one.rule(Ruling::Annul { sides: Sides::Both }).unwrap();
    assert_eq!(scores(&one), (Score::Loss, Score::Loss));
    assert_eq!(one.game.earned(), Some(PerSeat { a: Score::Draw, b: Score::Draw }), "as it was at the end");
    assert_eq!(one.replayed(), one.game);

    let mut running = Bout::new(RuleSet::renju(None));
    assert_eq!(running.rule(Ruling::Annul { sides: Sides::Both }), Err(Refusal::NotOver));
    let mut void = Bout::new(RuleSet::renju(None));
    void.play("A abort");
    assert_eq!(void.rule(Ruling::Annul { sides: Sides::Both }), Err(Refusal::AlreadyLost));
}

#[test]
fn l09_a_disqualified_player_loses_the_game_that_runs() {
    let mut bout = Bout::new(RuleSet::renju(None));
    bout.play("A h8").rule(Ruling::Disqualify { seat: Seat::B }).unwrap();
    assert_eq!((&bout.outcome().reason, scores(&bout)), (&Reason::Disqualified, (Score::Win, Score::Loss)));
    assert_eq!(bout.game.disqualified(), PerSeat { a: false, b: true });
    assert_eq!(bout.rule(Ruling::Disqualify { seat: Seat::B }), Err(Refusal::AlreadyLost));
    assert_eq!(bout.replayed(), bout.game);
}

/// A match arbitrated by person 2: its first game runs between persons 0 and 1.
fn arbitrated(rules: RuleSet, goal: Option<Goal>) -> Room {
    let (series, arbitration) = (goal.map(Series::begin), Arbitration::Link);
    let first = founding(Opened { series, arbitration, ..opened(rules) }, person(0));
    let mut room = Room::new(room_id(), Epoch(1), Journal::replay(vec![first]).unwrap());
    (0..4).for_each(|number| drop(room.handle(join(number), ms(0))));
    assert!(answer(&room.handle(act(1, "sit", Action::Sit(Default::default())), ms(0))).is_ok());
    assert!(answer(&room.handle(act(2, "office", Action::Officiate), ms(0))).is_ok());
    room
}

fn rule(room: &mut Room, id: &str, ruling: TableRuling) -> Vec<Effect> {
    let (reason, at) = ("by the rules".parse().unwrap(), room.journal().end());
    room.handle(act(2, id, Action::Rule { ruling, reason, ground: tengen::journal::Ground::Fact }), at)
}

fn play(room: &mut Room, number: u8, id: &str, command: Command) -> Result<u32, RoomRefusal> {
    let at = room.journal().end();
    answer(&room.handle(act(number, id, Action::Play(command)), at))
}

fn next_game(room: &mut Room, number: u8, id: &str) -> (Result<u32, RoomRefusal>, Option<Opened>) {
    let (to, wall, lot) = (tengen::journal::RoomId::from_entropy([9; 12]), WallTime(0), Lot([0; 16]));
    let at = room.journal().end();
    let effects = room.handle(act(number, id, Action::NextGame { room: to, wall, lot }), at);
    let founded = effects.iter().find_map(|effect| match effect {
        Effect::Found { first, .. } => match &first.events[0] {
            Event::Opened(opened) => Some((**opened).clone()),
            _ => None,
        },
        _ => None,
    });
    (answer(&effects), founded)
}

fn goal(points: u8) -> Option<Goal> {
    Some(Goal::FirstTo(points.try_into().unwrap()))
}

#[test]
fn h07_a_drawn_game_of_a_match_that_must_be_decided_leads_to_the_next_game() {
    let mut room = arbitrated(RuleSet::freestyle(None), goal(1));
    assert!(answer(&room.handle(place(0, "p", 0, "h8"), ms(1))).is_ok());
    assert!(play(&mut room, 0, "offer", Command::OfferDraw { ply: 1 }).is_ok(), "agreement stays possible");
    assert!(play(&mut room, 1, "accept", Command::AcceptDraw { ply: 1 }).is_ok());
    assert!(matches!(room.table().series_after(), Some(After::Next(_))));
    let (answered, founded) = next_game(&mut room, 1, "next");
    assert!(answered.is_ok());
    let series = founded.unwrap().series.unwrap();
    assert_eq!((series.game.get(), series.points), (2, PerSeat { a: 1, b: 1 }));
}

#[test]
fn l09_the_games_of_the_match_to_come_are_forfeited() {
    let mut room = arbitrated(RuleSet::freestyle(None), goal(3));
    assert!(answer(&rule(&mut room, "out", TableRuling::Game(Ruling::Disqualify { seat: Seat::A }))).is_ok());
    assert_eq!(room.table().series_after(), Some(After::Over(PerSeat { a: 0, b: 6 })));
    assert_eq!(next_game(&mut room, 1, "next").0, Err(RoomRefusal::NoNextGame));

    let mut between = arbitrated(RuleSet::freestyle(None), goal(2));
    assert!(play(&mut between, 1, "resign", Command::Resign).is_ok());
    let out = TableRuling::Game(Ruling::Disqualify { seat: Seat::A });
    assert!(answer(&rule(&mut between, "out", out.clone())).is_ok());
    assert_eq!(
        between.table().series_after(),
        Some(After::Over(PerSeat { a: 2, b: 4 })),
        "what was won is kept"
    );
    let over = Err(RoomRefusal::Game(Refusal::GameOver));
    assert_eq!(answer(&rule(&mut between, "again", out.clone())), over, "nothing is left to forfeit");
    let mut single = arbitrated(RuleSet::freestyle(None), None);
    assert!(play(&mut single, 1, "resign", Command::Resign).is_ok());
    assert_eq!(answer(&rule(&mut single, "out", out)), over);
}

#[test]
fn l14_an_annulled_game_of_a_match_counts_for_nobody() {
    let mut room = arbitrated(RuleSet::freestyle(None), goal(2));
    assert!(play(&mut room, 1, "resign", Command::Resign).is_ok());
    let annul = TableRuling::Game(Ruling::Annul { sides: Sides::Both });
    let effects = rule(&mut room, "annul", annul);
    let events = &kept(&effects)[0].events;
    assert!(matches!(&events[0], Event::Arbitration(ArbiterEvent::Ruled { .. })), "with its reason");
    assert_eq!(events[1], Event::Game(GameEvent::Annulled { sides: Sides::Both }));
    let Some(After::Next(next)) = room.table().series_after() else { panic!("it goes on") };
    assert_eq!(
        (next.game.get(), next.points),
        (2, PerSeat { a: 0, b: 0 }),
        "the game was played, for nothing"
    );
}

#[test]
fn g17_a_match_goes_on_once_the_result_is_confirmed_and_the_room_is_waited_for_until_then() {
    let mut room = arbitrated(confirmed_rules(), goal(2));
    assert!(play(&mut room, 1, "resign", Command::Resign).is_ok());
    assert_eq!((room.table().phase(), room.table().phase_to_keep()), (Phase::Over, Phase::Playing));
    assert_eq!(next_game(&mut room, 0, "soon").0, Err(RoomRefusal::NotConfirmed));
    assert!(play(&mut room, 0, "yes", Command::ConfirmResult).is_ok());
    assert!(play(&mut room, 1, "yes2", Command::ConfirmResult).is_ok());
    assert_eq!(room.table().phase_to_keep(), Phase::Over);
    assert!(next_game(&mut room, 0, "now").0.is_ok());
}

#[test]
fn g17_a_complaint_after_the_end_disputes_the_result_even_of_who_has_complained_often() {
    let mut room = arbitrated(confirmed_rules(), None);
    let complain = |room: &mut Room, id: &str| {
        let at = room.journal().end();
        room.handle(act(0, id, Action::Complain("not so".parse().unwrap())), at)
    };
    for index in 0..COMPLAINTS_MAX {
        assert!(answer(&complain(&mut room, &format!("c{index}"))).is_ok());
    }
    assert_eq!(answer(&complain(&mut room, "more")), Err(RoomRefusal::TooManyComplaints));
    assert!(play(&mut room, 1, "resign", Command::Resign).is_ok());
    let effects = complain(&mut room, "dispute");
    assert_eq!(kept(&effects)[0].events[1], Event::Game(GameEvent::ResultDisputed { seat: Seat::A }));
    assert_eq!(room.wake_at(), None);
    assert!(answer(&rule(&mut room, "stands", TableRuling::Game(Ruling::Uphold))).is_ok());
    assert_eq!(answer(&complain(&mut room, "late")), Err(RoomRefusal::ComplaintTooLate));
}

#[test]
fn l11_a_board_is_moved_and_nothing_but_its_label_changes() {
    let mut room = arbitrated(RuleSet::freestyle(None), goal(2));
    let game = room.table().game().clone();
    assert_eq!(room.table().board(), None);
    let effects = rule(&mut room, "move", TableRuling::MoveBoard("3".parse().unwrap()));
    assert!(answer(&effects).is_ok());
    assert_eq!(*room.table().game(), game);
    assert_eq!(room.table().board().unwrap().as_str(), "3");
    assert_eq!(Summary::of(room_id(), &room, Interest::default()).board.unwrap().as_str(), "3");
    let again = Journal::replay(room.journal().tail(0).unwrap().to_vec()).unwrap();
    assert_eq!(again.table().board().unwrap().as_str(), "3");
    assert!(play(&mut room, 1, "resign", Command::Resign).is_ok());
    let next = next_game(&mut room, 0, "next").1.unwrap();
    assert_eq!(next.board.unwrap().as_str(), "3", "the match stays at its board");
}

#[test]
fn b19_l02_the_four_kinds_of_penalty_are_commands_with_a_reason() {
    let time = Ruling::TimePenalty { seat: Seat::A, minus: mins(1), plus: mins(1), force: false };
    let kinds = [
        time,
        Ruling::Violation { seat: Seat::A },
        Ruling::Loss { seat: Seat::A },
        Ruling::DoubleLoss,
        Ruling::Disqualify { seat: Seat::A },
    ];
    for kind in kinds {
        let mut room = arbitrated(RuleSet::freestyle(Some(common::sudden_death(mins(20)))), None);
        let effects = rule(&mut room, "p", TableRuling::Game(kind));
        let records = kept(&effects);
        let reason = "by the rules".parse().unwrap();
        let ruled = Event::Arbitration(ArbiterEvent::Ruled {
            arbiter: person(2),
            reason,
            ground: tengen::journal::Ground::Fact,
        });
        assert_eq!(records[0].events[0], ruled, "{kind:?}");
        assert!(records[0].events.len() > 1, "{kind:?} does something");
    }
}

#[test]
fn i18_a_game_whose_time_is_over_is_never_decided_by_counting() {
    let pool = RuleSet { lag: LagRule::OFF, ..RuleSet::renju(Some(TimeControl::pool(mins(10)).unwrap())) };
    let mut bout = Bout::new(pool);
    // Black has made two fours and White none.
    bout.play("A h8; B a1; A h9; B a3; A h10; B o1; A h11; B h12; A i8; B o3; A g8; B o5; A f8; B e8");
    bout.wait(mins(10)).settle();
    assert_eq!((&bout.outcome().reason, scores(&bout)), (&Reason::SharedTime, (Score::Draw, Score::Draw)));
}

#[test]
fn i30_nothing_but_the_arbiter_ends_a_game_in_which_somebody_plays_for_time() {
    let mut bout = Bout::new(RuleSet {
        lag: LagRule::OFF,
        ..RuleSet::freestyle(Some(common::byo_yomi(mins(1), 1, Span::from_secs(60))))
    });
    let columns = ["a", "c", "e", "g", "i", "k", "m", "o"];
    for (index, column) in columns.into_iter().enumerate() {
        let row = if index % 2 == 0 { 1 } else { 15 };
        bout.wait(Span::from_secs(59)).play(&format!("A {column}{row}"));
        bout.wait(Span::from_secs(59)).play(&format!("B {column}{}", 16 - row));
    }
    bout.settle();
    assert_eq!(bout.game.outcome(), None, "slow is not lost");
    bout.rule(Ruling::Draw).unwrap();
    assert_eq!(scores(&bout), (Score::Draw, Score::Draw));
}

#[test]
fn j05_i27_nobody_keeps_a_record_and_it_is_whole_after_a_scramble() {
    let mut room = common::running(RuleSet {
        lag: LagRule::OFF,
        ..RuleSet::freestyle(Some(common::sudden_death(Span::from_secs(2))))
    });
    let points = ["h8", "a1", "h9", "a2", "h10", "a3", "i8", "a4", "i9", "b1", "i10", "b2"];
    for (ply, point) in (0_u16..).zip(points) {
        let number = if ply.is_multiple_of(2) { 0 } else { 1 };
        let at = ms(u64::from(ply) * 300 + 290);
        assert!(answer(&room.handle(place(number, &format!("p{ply}"), ply, point), at)).is_ok());
    }
    let record = tengen::record::Record::of(room_id(), room.journal());
    assert_eq!(record.moves.len(), points.len());
    assert!(record.moves.iter().all(|made| made.clock.is_some() && made.took <= Span::from_millis(300)));
    assert_eq!(record.text().trim(), points.join(" "));
}
