//! How colours are settled (rulebook D-01 to D-08), and that what was left to chance can be checked (W-12).
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::wildcard_enum_match_arm,
    missing_docs,
    reason = "a test may panic"
)]

mod common;

use std::sync::atomic::{AtomicU32, Ordering};

use common::{act, answer, join, kept, ms, open_room, opened, person, room_id};
use tengen::game::board::Stone;
use tengen::game::event::{self as game, Deed};
use tengen::game::presets::presets;
use tengen::game::ruleset::RuleSet;
use tengen::game::seat::Seat;
use tengen::journal::{
    CHOOSE_WITHIN, Call, ColourAct, ColourEvent, ColourRight, Colours, Drawn, Event, HAND_MAX, Journal, Lot,
    Method, Opened, Phase, Salt, commitment,
};
use tengen::room::message::{Action, Input, Refusal};
use tengen::room::{Room, founding};
use tengen::store::Epoch;

/// A lot by which seat A is first, A's number is 3, B's is 4, and the call is even.
const LOT: Lot = Lot([0, 2, 3, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);

fn salt(number: u8) -> Salt {
    format!("salt-of-person-{number}").parse().unwrap()
}

/// Both sit down to choose; person 0 at seat A.
fn choosing(method: Method, lot: Lot) -> Room {
    let colours = Colours::Chosen(method);
    let first = founding(Opened { colours, lot, ..opened(RuleSet::freestyle(None)) }, person(0));
    let mut room = Room::new(room_id(), Epoch(1), Journal::replay(vec![first]).unwrap());
    for number in 0..3 {
        room.handle(join(number), ms(0));
    }
    assert!(answer(&room.handle(act(1, "sit", Action::Sit(Default::default())), ms(0))).is_ok());
    assert_eq!(room.table().phase(), Phase::Starting);
    room
}

fn act_at(room: &mut Room, number: u8, what: ColourAct, at: u64) -> Result<u32, Refusal> {
    static COMMANDS: AtomicU32 = AtomicU32::new(0);
    let id = format!("c-{}", COMMANDS.fetch_add(1, Ordering::Relaxed));
    answer(&room.handle(act(number, &id, Action::Colours(what)), ms(at)))
}

fn commit(room: &mut Room, number: u8, hand: u8) -> Result<u32, Refusal> {
    let at = room.journal().end().millis() + 1;
    act_at(room, number, ColourAct::Commit(commitment(hand, &salt(number))), at)
}

fn reveal(room: &mut Room, number: u8, hand: u8) -> Result<u32, Refusal> {
    let at = room.journal().end().millis() + 1;
    act_at(room, number, ColourAct::Reveal { number: hand, salt: salt(number) }, at)
}

fn call(room: &mut Room, number: u8, call: Call) -> Result<u32, Refusal> {
    let at = room.journal().end().millis() + 1;
    act_at(room, number, ColourAct::Call(call), at)
}

fn choose(room: &mut Room, number: u8, right: ColourRight) -> Result<u32, Refusal> {
    let at = room.journal().end().millis() + 1;
    act_at(room, number, ColourAct::Choose(right), at)
}

fn black_after(method: Method, a: u8, b: u8) -> Seat {
    let mut room = choosing(method, LOT);
    for (number, hand) in [(0, a), (1, b)] {
        commit(&mut room, number, hand).unwrap();
    }
    for (number, hand) in [(1, b), (0, a)] {
        reveal(&mut room, number, hand).unwrap();
    }
    assert_eq!(room.table().phase(), Phase::Playing);
    room.table().game().black().unwrap()
}

const NOT_OWED: Result<u32, Refusal> = Err(Refusal::Game(game::Refusal::NotOwed));

#[test]
fn d01_the_first_move_is_a_black_stone_in_every_preset() {
    for preset in presets() {
        let game = {
            let mut game = tengen::game::Game::new(preset.rules);
            let started = game.start(Seat::B).unwrap();
            game.evolve(ms(0), &started);
            game
        };
        let owed = game.owed().unwrap();
        let laid = game.laid().len();
        assert_eq!((owed.seat, laid), (Seat::B, 0), "{}: the opener", preset.id);
        let first = game.decide(Seat::B, common::put(0, "h8"), ms(1)).unwrap();
        let stone = first.iter().find_map(|event| match event {
            game::Event::Moved { deed: Deed::Stone { stone, .. }, .. } => Some(*stone),
            _ => None,
        });
        assert_eq!(stone, Some(Stone::Black), "{}", preset.id);
    }
}

#[test]
fn d03_an_odd_sum_keeps_the_tentative_colours_and_an_even_one_exchanges_them() {
    assert_eq!(black_after(Method::Handful, 3, 4), Seat::A);
    assert_eq!(black_after(Method::Handful, 3, 5), Seat::B);
}

#[test]
fn d03_the_lot_says_whose_the_tentative_colours_are() {
    let room = choosing(Method::Handful, Lot([1; 16]));
    assert_eq!(room.table().choice().unwrap().tentative, Seat::B);
}

#[test]
fn d03_no_number_is_shown_before_both_have_committed_and_none_can_be_changed() {
    let mut room = choosing(Method::Handful, LOT);
    commit(&mut room, 0, 3).unwrap();
    assert_eq!(reveal(&mut room, 0, 3), NOT_OWED);
    assert_eq!(commit(&mut room, 0, 4), NOT_OWED, "a commitment stands");
    commit(&mut room, 1, 5).unwrap();
    assert_eq!(reveal(&mut room, 1, 0), Err(Refusal::NumberOutOfHand));
    assert_eq!(reveal(&mut room, 1, HAND_MAX + 1), Err(Refusal::NumberOutOfHand));
    assert_eq!(commit(&mut room, 2, 1), Err(Refusal::NotAPlayer));
}

#[test]
fn d03_a_number_that_is_not_the_one_committed_to_is_drawn_by_the_server() {
    let mut room = choosing(Method::Handful, LOT);
    commit(&mut room, 0, 3).unwrap();
    commit(&mut room, 1, 5).unwrap();
    let at = room.journal().end().millis() + 1;
    let lie = Action::Colours(ColourAct::Reveal { number: 4, salt: salt(1) });
    let records = kept(&room.handle(act(1, "lie", lie), ms(at)));
    let drawn = ColourEvent::NumberDrawn { seat: Seat::B, number: 4, cause: Drawn::BadReveal };
    assert_eq!(records[0].events, [Event::Colours(drawn)]);
    reveal(&mut room, 0, 3).unwrap();
    assert_eq!(room.table().game().black(), Some(Seat::A), "3 and the drawn 4 make 7");
}

#[test]
fn d03_nobody_commits_to_what_the_other_has_committed_to() {
    // The copy could be shown after the original, and the sum would always be even.
    let mut room = choosing(Method::Handful, LOT);
    commit(&mut room, 0, 3).unwrap();
    let at = room.journal().end().millis() + 1;
    let copy = act_at(&mut room, 1, ColourAct::Commit(commitment(3, &salt(0))), at);
    assert_eq!(copy, Err(Refusal::CopiedDigest));
    commit(&mut room, 1, 3).unwrap();
}

#[test]
fn d03_who_does_not_show_within_thirty_seconds_is_drawn_for_and_that_is_recorded() {
    let mut room = choosing(Method::Handful, LOT);
    commit(&mut room, 0, 3).unwrap();
    commit(&mut room, 1, 5).unwrap();
    reveal(&mut room, 0, 3).unwrap();
    let due = room.journal().end() + CHOOSE_WITHIN;
    assert_eq!(room.wake_at(), Some(due));
    let records = kept(&room.handle(Input::Wake, due));
    let drawn = ColourEvent::NumberDrawn { seat: Seat::B, number: 4, cause: Drawn::Late };
    assert_eq!(records[0].events[0], Event::Colours(drawn));
    assert_eq!(records[0].events[1], Event::Game(game::Event::Started { black: Seat::A }));
}

#[test]
fn d03_what_the_server_draws_is_not_told_before_the_other_has_shown() {
    let mut room = choosing(Method::Handful, LOT);
    commit(&mut room, 0, 3).unwrap();
    let due = room.journal().end() + CHOOSE_WITHIN;
    let missed = kept(&room.handle(Input::Wake, due));
    assert_eq!(missed[0].events, [Event::Colours(ColourEvent::CommitMissed { seat: Seat::B })]);
    assert_eq!(room.table().choice().unwrap().numbers.b, None);
    reveal(&mut room, 0, 3).unwrap();
    assert_eq!(room.table().game().black(), Some(Seat::A));
}

#[test]
fn d03_a_game_begins_though_neither_does_anything() {
    for method in [Method::Handful, Method::HandfulDifference, Method::Call, Method::Toss] {
        let mut room = choosing(method, LOT);
        for _ in 0..4 {
            let Some(due) = room.wake_at() else { break };
            room.handle(Input::Wake, due);
        }
        assert_eq!(room.table().phase(), Phase::Playing, "{method:?}");
        assert!(room.journal().end() <= ms(0) + CHOOSE_WITHIN.saturating_mul(3));
    }
}

#[test]
fn d04_an_odd_difference_exchanges_and_an_even_one_keeps() {
    assert_eq!(black_after(Method::HandfulDifference, 7, 4), Seat::B);
    assert_eq!(black_after(Method::HandfulDifference, 4, 8), Seat::A);
}

#[test]
fn d05_who_calls_right_plays_black() {
    let black = |called| {
        let mut room = choosing(Method::Call, LOT);
        assert_eq!(call(&mut room, 1, called), NOT_OWED, "first the other takes stones");
        commit(&mut room, 0, 5).unwrap();
        assert_eq!(reveal(&mut room, 0, 5), NOT_OWED, "first it is called");
        call(&mut room, 1, called).unwrap();
        reveal(&mut room, 0, 5).unwrap();
        room.table().game().black().unwrap()
    };
    assert_eq!(black(Call::Odd), Seat::B);
    assert_eq!(black(Call::Even), Seat::A);
}

#[test]
fn d06_who_is_wrong_moves_second_and_the_other_gets_black() {
    let mut room = choosing(Method::Call, LOT);
    commit(&mut room, 0, 4).unwrap();
    call(&mut room, 1, Call::Odd).unwrap();
    reveal(&mut room, 0, 4).unwrap();
    assert_eq!(room.table().game().black(), Some(Seat::A));
}

#[test]
fn d07_the_winner_of_the_toss_takes_a_colour_or_has_the_other_choose() {
    let toss = || choosing(Method::Toss, Lot([1; 16]));
    let mut black = toss();
    assert_eq!(choose(&mut black, 0, ColourRight::Black), NOT_OWED, "B has won the toss");
    choose(&mut black, 1, ColourRight::Black).unwrap();
    assert_eq!(black.table().game().black(), Some(Seat::B));

    let mut white = toss();
    choose(&mut white, 1, ColourRight::White).unwrap();
    assert_eq!(white.table().game().black(), Some(Seat::A));

    let mut passed = toss();
    choose(&mut passed, 1, ColourRight::YouChoose).unwrap();
    assert_eq!(choose(&mut passed, 0, ColourRight::YouChoose), Err(Refusal::MustChoose));
    assert_eq!(choose(&mut passed, 1, ColourRight::Black), NOT_OWED);
    choose(&mut passed, 0, ColourRight::White).unwrap();
    assert_eq!(passed.table().game().black(), Some(Seat::B));
}

#[test]
fn d07_who_is_silent_passes_the_choice_on_and_then_gets_black() {
    let mut room = choosing(Method::Toss, LOT);
    let due = room.wake_at().unwrap();
    room.handle(Input::Wake, due);
    let chosen = ColourEvent::Chosen { seat: Seat::A, choice: ColourRight::YouChoose, late: true };
    assert_eq!(room.journal().tail(2).unwrap()[0].events, [Event::Colours(chosen)]);
    let due = room.wake_at().unwrap();
    room.handle(Input::Wake, due);
    assert_eq!(room.table().game().black(), Some(Seat::B));
}

#[test]
fn d08_the_scheduled_opener_alternates_over_a_match_and_its_history_is_kept() {
    use tengen::journal::{Goal, Series, WallTime};
    let goal = Goal::BestOf(3.try_into().unwrap());
    let first =
        opened(RuleSet { opening: tengen::game::opening::OpeningRule::Swap, ..RuleSet::freestyle(None) });
    let founded = founding(Opened { series: Some(Series::begin(goal)), ..first }, person(0));
    let mut room = Room::new(room_id(), Epoch(1), Journal::replay(vec![founded]).unwrap());
    let mut openers = Vec::new();
    for game in 0..3_u8 {
        (0..2).for_each(|number| drop(room.handle(join(number), ms(0))));
        if game == 0 {
            room.handle(act(1, "sit", Action::Sit(Default::default())), ms(0));
        }
        openers.push(room.table().game().opener().unwrap());
        assert_eq!(room.table().opened().series.as_ref().unwrap().openers, openers[..openers.len() - 1]);
        // A draw by agreement after the colours were swapped in the opening.
        let play = |room: &mut Room, number: u8, id: &str, command| {
            assert!(answer(&room.handle(act(number, id, Action::Play(command)), ms(1))).is_ok(), "{id}");
        };
        let (opener, other) = if openers[usize::from(game)] == Seat::A { (0, 1) } else { (1, 0) };
        for (ply, name) in [(0, "h8"), (1, "h9"), (2, "j10")] {
            play(&mut room, opener, name, common::put(ply, name));
        }
        let swap = tengen::game::opening::Choice::Swap;
        let lag = tengen::game::moment::Span::ZERO;
        play(&mut room, other, "swap", game::Command::Choose { ply: 3, choice: swap, lag });
        assert_ne!(room.table().game().black(), room.table().game().opener(), "colours were swapped");
        play(&mut room, opener, "offer", game::Command::OfferDraw { ply: 4 });
        play(&mut room, other, "accept", game::Command::AcceptDraw { ply: 4 });
        if game < 2 {
            let next = Action::NextGame { room: room_id(), wall: WallTime(5), lot: Lot([game; 16]) };
            let effects = room.handle(act(0, "next", next), ms(2));
            let record = effects.iter().find_map(|effect| match effect {
                tengen::room::Effect::Found { first, .. } => Some((**first).clone()),
                _ => None,
            });
            room = Room::new(room_id(), Epoch(1), Journal::replay(vec![record.unwrap()]).unwrap());
            assert_eq!(room.table().opened().lot, Lot([game; 16]), "each game has a lot of its own");
        }
    }
    assert_eq!(openers, [Seat::A, Seat::B, Seat::A]);
}

#[test]
fn w12_what_was_left_to_chance_follows_from_a_lot_whose_digest_was_known() {
    use sha2_of as sha2;
    for first in [0_u8, 1, 254, 255] {
        let lot = Lot([first; 16]);
        let founded =
            founding(Opened { colours: Colours::Random, lot, ..opened(RuleSet::freestyle(None)) }, person(0));
        let mut room = Room::new(room_id(), Epoch(1), Journal::replay(vec![founded]).unwrap());
        (0..2).for_each(|number| drop(room.handle(join(number), ms(0))));
        let before = snapshot(&mut room);
        assert_eq!(before["opened"]["lot_digest"], sha2(&lot.0));
        assert_eq!(before["state"]["lot"], serde_json::Value::Null);
        room.handle(act(1, "sit", Action::Sit(Default::default())), ms(0));
        let expected = if first & 1 == 0 { Seat::A } else { Seat::B };
        assert_eq!(room.table().game().black(), Some(expected));
        assert_eq!(snapshot(&mut room)["state"]["lot"], serde_json::Value::Null, "not while it is played");
        room.handle(act(0, "off", Action::Play(game::Command::Abort)), ms(1));
        let hex: String = lot.0.iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(snapshot(&mut room)["state"]["lot"], hex);
    }
}

/// The SHA-256 of some bytes, by the same words as the client has it.
fn sha2_of(bytes: &[u8]) -> String {
    use sha2::{Digest as _, Sha256};
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

fn snapshot(room: &mut Room) -> serde_json::Value {
    let snapshot = room.snapshot();
    let value = snapshot.value();
    let form = tengen::protocol::snapshot(value.room, value.next, value.at.millis(), &value.table);
    serde_json::to_value(form).unwrap()
}

#[test]
fn d02_a_choice_opened_again_at_any_step_goes_on_the_same() {
    let mut room = choosing(Method::Handful, LOT);
    let again = |room: &Room| {
        let journal = Journal::replay(room.journal().tail(0).unwrap().to_vec()).unwrap();
        assert_eq!(journal.table(), room.table());
        let mut reopened = Room::new(room_id(), Epoch(2), journal);
        (0..2).for_each(|number| drop(reopened.handle(join(number), room.journal().end())));
        reopened
    };
    room = again(&room);
    commit(&mut room, 0, 3).unwrap();
    room = again(&room);
    commit(&mut room, 1, 4).unwrap();
    room = again(&room);
    reveal(&mut room, 1, 4).unwrap();
    room = again(&room);
    reveal(&mut room, 0, 3).unwrap();
    assert_eq!(again(&room).table().game().black(), Some(Seat::A));
}

#[test]
fn d02_a_table_may_be_closed_while_colours_are_chosen() {
    let mut room = choosing(Method::Toss, LOT);
    let refused = answer(&room.handle(common::place(0, "h8", 0, "h8"), ms(1)));
    assert_eq!(refused, Err(Refusal::Game(game::Refusal::NotStarted)));
    assert!(answer(&room.handle(act(1, "off", Action::Play(game::Command::Abort)), ms(2))).is_ok());
    assert_eq!(room.wake_at(), None, "nothing is due at a table that is closed");
    assert_eq!(open_room(RuleSet::freestyle(None)).table().phase(), Phase::Open);
}

/// The games of a match of two that is decided, which both resign in turn; the last one is what they lead to.
fn deciding(toss: Lot, draw_wins: Stone) -> Room {
    use tengen::journal::{Goal, Series};
    let series = Some(Series::begin(Goal::BestOf(2.try_into().unwrap())).decided_by(draw_wins));
    let colours = Colours::Chosen(Method::Toss);
    let first = Opened { series, colours, lot: toss, ..opened(RuleSet::freestyle(None)) };
    let founded = founding(first, person(0));
    let mut room = Room::new(room_id(), Epoch(1), Journal::replay(vec![founded]).unwrap());
    (0..2).for_each(|number| drop(room.handle(join(number), ms(0))));
    room.handle(act(1, "sit", Action::Sit(Default::default())), ms(0));
    let winner = if toss.black() == Seat::A { 0 } else { 1 };
    choose(&mut room, winner, ColourRight::Black).unwrap();
    assert_eq!(room.table().game().opener(), Some(toss.black()));
    for resigns in 0..2 {
        resign(&mut room, resigns);
        room = next_room(&mut room);
    }
    room
}

fn resign(room: &mut Room, number: u8) {
    let resign = Action::Play(game::Command::Resign);
    assert!(answer(&room.handle(act(number, "resign", resign), room.journal().end())).is_ok());
}

fn next_room(room: &mut Room) -> Room {
    let next = Action::NextGame { room: room_id(), wall: tengen::journal::WallTime(5), lot: Lot([0; 16]) };
    found(room, 0, "next", next)
}

/// The room that an action opens, with both in it.
fn found(room: &mut Room, number: u8, id: &str, action: Action) -> Room {
    let effects = room.handle(act(number, id, action), room.journal().end());
    let record = effects.iter().find_map(|effect| match effect {
        tengen::room::Effect::Found { first, .. } => Some((**first).clone()),
        _ => None,
    });
    let mut next = Room::new(room_id(), Epoch(1), Journal::replay(vec![record.expect(id)]).unwrap());
    (0..2).for_each(|number| drop(next.handle(join(number), ms(0))));
    next
}

fn both_agree_to_a_draw(room: &mut Room) {
    for (number, id, command) in [
        (0, "offer", game::Command::OfferDraw { ply: 0 }),
        (1, "accept", game::Command::AcceptDraw { ply: 0 }),
    ] {
        assert!(answer(&room.handle(act(number, id, Action::Play(command)), room.journal().end())).is_ok());
    }
}

#[test]
fn d13_who_lost_the_first_toss_chooses_the_colours_of_the_deciding_game() {
    for (toss, chooser, other) in [(Lot([1; 16]), 0, 1), (LOT, 1, 0)] {
        let mut room = deciding(toss, Stone::Black);
        assert_eq!(room.table().phase(), Phase::Starting);
        assert_eq!(choose(&mut room, other, ColourRight::Black), NOT_OWED, "he had the chance");
        assert_eq!(choose(&mut room, chooser, ColourRight::YouChoose), Err(Refusal::MustChoose));
        choose(&mut room, chooser, ColourRight::White).unwrap();
        let seat = if other == 0 { Seat::A } else { Seat::B };
        assert_eq!(room.table().game().black(), Some(seat));
    }
}

#[test]
fn d13_games_before_the_deciding_one_have_no_toss_and_draws() {
    use tengen::journal::{Goal, Series};
    let series = Series::begin(Goal::BestOf(2.try_into().unwrap())).decided_by(Stone::White);
    let colours = Colours::Chosen(Method::Toss);
    let first = Opened { series: Some(series), colours, lot: LOT, ..opened(RuleSet::freestyle(None)) };
    let mut room = Room::new(room_id(), Epoch(1), Journal::replay(vec![founding(first, person(0))]).unwrap());
    (0..2).for_each(|number| drop(room.handle(join(number), ms(0))));
    room.handle(act(1, "sit", Action::Sit(Default::default())), ms(0));
    choose(&mut room, 0, ColourRight::White).unwrap();
    resign(&mut room, 0);
    let second = next_room(&mut room);
    assert_eq!(second.table().phase(), Phase::Playing, "nothing is drawn again");
    assert_eq!(second.table().game().opener(), Some(Seat::A), "colours alternate");
    assert_eq!(second.table().opened().rules.draw_wins, None);
}

#[test]
fn d13_g16_a_draw_in_the_deciding_game_is_the_win_of_the_colour_that_was_named() {
    use tengen::game::event::{Reason, Score};
    use tengen::journal::After;
    for (draw_wins, a) in [(Stone::Black, Score::Win), (Stone::White, Score::Loss)] {
        let mut room = deciding(Lot([1; 16]), draw_wins);
        choose(&mut room, 0, ColourRight::Black).unwrap();
        both_agree_to_a_draw(&mut room);
        let outcome = room.table().game().outcome().unwrap();
        assert_eq!((&outcome.reason, outcome.scores.a), (&Reason::Agreement, a));
        let Some(After::Over(points)) = room.table().series_after() else { panic!("it is decided") };
        assert_eq!(points.a + points.b, 6);
        assert_ne!(points.a, points.b);
        assert_eq!(
            Journal::replay(room.journal().tail(0).unwrap().to_vec()).unwrap().table().game(),
            room.table().game()
        );
    }
}

#[test]
fn d13_who_is_silent_in_the_deciding_game_has_black() {
    let mut room = deciding(Lot([1; 16]), Stone::Black);
    let due = room.wake_at().unwrap();
    room.handle(Input::Wake, due);
    assert_eq!(room.table().game().black(), Some(Seat::A));
}

#[test]
fn d13_a_match_after_it_begins_with_a_toss_and_has_draws_again() {
    let mut room = deciding(Lot([1; 16]), Stone::Black);
    choose(&mut room, 0, ColourRight::Black).unwrap();
    both_agree_to_a_draw(&mut room);
    assert!(answer(&room.handle(act(0, "again", Action::OfferRematch), room.journal().end())).is_ok());
    let (wall, lot) = (tengen::journal::WallTime(6), LOT);
    let accept = Action::AcceptRematch { room: room_id(), wall, lot };
    let again = found(&mut room, 1, "play-again", accept);
    let opened = again.table().opened();
    assert_eq!((opened.colours, opened.rules.draw_wins), (Colours::Chosen(Method::Toss), None));
    let series = opened.series.as_ref().unwrap();
    assert_eq!((series.game.get(), series.deciding()), (1, None));
    assert!(series.decider.is_some_and(|decider| decider.toss.is_none()));
}
