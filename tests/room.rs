//! Rooms as values: who may do what, what a repeat gets, what time does, what a returning connection is told.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::wildcard_enum_match_arm,
    missing_docs,
    reason = "a test may panic"
)]

mod common;

use common::{
    act, answer, byo_yomi, command_id, connection, control, glance, happened, join, join_seen, kept, ms,
    open_room, opened, person, place, point, put, restarting, room_id, running, secs, sudden_death, told,
};
use tengen::game::board::Stone;
use tengen::game::event::{self as game, Command, Reason, Score};
use tengen::game::moment::{Moment, Span};
use tengen::game::ruleset::{LagRule, RuleSet};
use tengen::game::seat::Seat;
use tengen::journal::{Event, Goal, Journal, Lot, Opened, Rematch, RoomId, Series, WallTime};
use tengen::room::message::{Action, Input, Manner, Outgoing, Refusal, Seen};
use tengen::room::{Effect, Room, TAIL_MAX};
use tengen::store::Epoch;

fn untimed() -> Room {
    running(RuleSet::freestyle(None))
}

fn play(room: &mut Room, moves: &[&str]) {
    for name in moves {
        let ply = room.table().game().ply();
        let mover = if ply.is_multiple_of(2) { 0 } else { 1 };
        let id = format!("move-{ply}");
        assert!(answer(&room.handle(place(mover, &id, ply, name), room.journal().end())).is_ok(), "{name}");
    }
}

/// Black wins by the ninth of these.
const FIVE: [&str; 9] = ["h8", "a1", "i8", "a2", "j8", "a3", "k8", "a4", "l8"];

fn rematch_room() -> Action {
    Action::AcceptRematch { room: RoomId::from_entropy([9; 12]), wall: WallTime(5), lot: Lot([1; 16]) }
}

#[test]
fn a_game_begins_when_the_second_seat_is_taken() {
    let mut room = open_room(RuleSet::freestyle(Some(sudden_death(secs(60)))));
    room.handle(join(0), Moment::ZERO);
    room.handle(join(1), ms(10));
    assert_eq!(
        answer(&room.handle(act(0, "early", Action::Play(Command::Resign)), ms(20))),
        Err(Refusal::Game(game::Refusal::NotStarted))
    );
    let effects = room.handle(act(1, "sit", Action::Sit(Default::default())), ms(5_000));
    let recorded = &kept(&effects)[0];
    assert_eq!(recorded.events.len(), 2, "seated and started are one record");
    assert!(matches!(recorded.events[1], Event::Game(game::Event::Started { black: Seat::A })));
    assert_eq!(room.table().game().deadline(), Some(ms(65_000)));
}

#[test]
fn a08_the_stone_that_makes_five_ends_the_game_in_the_same_record() {
    let mut room = untimed();
    play(&mut room, &FIVE[..8]);
    let effects = room.handle(place(0, "win", 8, "l8"), Moment::ZERO);
    let records = kept(&effects);
    assert_eq!(records.len(), 1);
    let Event::Game(game::Event::Ended { outcome }) = &records[0].events[1] else { panic!("{records:?}") };
    let line = ["h8", "i8", "j8", "k8", "l8"].map(point).to_vec();
    assert_eq!(outcome.reason, Reason::Five { line });
    assert_eq!((outcome.scores.a, outcome.scores.b), (Score::Win, Score::Loss));
}

#[test]
fn e01_e03_e21_moves_out_of_turn_onto_stones_or_for_another_position_change_nothing() {
    let mut room = untimed();
    play(&mut room, &["h8"]);
    let before = room.table().clone();
    for (number, ply, name, refusal) in [
        (0, 1, "i9", game::Refusal::NotYourTurn),
        (1, 1, "h8", game::Refusal::Occupied),
        (1, 0, "i9", game::Refusal::StalePly { ply: 1 }),
        (1, 2, "i9", game::Refusal::StalePly { ply: 1 }),
        (1, 1, "p1", game::Refusal::OffBoard { lines: 15 }),
        (1, 1, "a16", game::Refusal::OffBoard { lines: 15 }),
    ] {
        let effects = room.handle(place(number, &format!("{name}{ply}{number}"), ply, name), Moment::ZERO);
        assert_eq!(answer(&effects), Err(Refusal::Game(refusal)));
        assert!(kept(&effects).is_empty());
        assert_eq!(room.table(), &before);
    }
}

#[test]
fn e11_of_two_commands_for_one_ply_the_first_wins() {
    let mut room = untimed();
    assert!(answer(&room.handle(place(0, "first", 0, "h8"), Moment::ZERO)).is_ok());
    let second = answer(&room.handle(place(0, "second", 0, "i9"), Moment::ZERO));
    assert_eq!(second, Err(Refusal::Game(game::Refusal::StalePly { ply: 1 })));
}

#[test]
fn a_repeated_command_gets_the_same_answer_and_is_carried_out_once() {
    let mut room = untimed();
    let first = answer(&room.handle(place(0, "once", 0, "h8"), Moment::ZERO));
    play(&mut room, &["h9"]);
    let effects = room.handle(place(0, "once", 0, "h8"), Moment::ZERO);
    assert_eq!(answer(&effects), first);
    assert!(kept(&effects).is_empty());

    let refused = answer(&room.handle(place(1, "wrong", 2, "a1"), Moment::ZERO));
    play(&mut room, &["b1"]);
    assert_eq!(refused, Err(Refusal::Game(game::Refusal::NotYourTurn)));
    assert_eq!(answer(&room.handle(place(1, "wrong", 3, "a1"), Moment::ZERO)), refused);
}

#[test]
fn a_repeat_is_known_after_the_room_was_opened_again_and_ids_are_each_person_s_own() {
    let mut room = untimed();
    let first = answer(&room.handle(place(0, "x", 0, "h8"), Moment::ZERO));
    let records = room.journal().tail(0).unwrap().to_vec();
    let mut reopened = Room::new(room_id(), Epoch(2), Journal::replay(records).unwrap());
    reopened.handle(join(0), Moment::ZERO);
    reopened.handle(join(1), Moment::ZERO);
    assert_eq!(answer(&reopened.handle(place(0, "x", 0, "h8"), Moment::ZERO)), first);
    assert!(answer(&reopened.handle(place(1, "x", 1, "h9"), Moment::ZERO)).is_ok());
}

#[test]
fn d01_who_has_no_seat_can_do_nothing() {
    let mut room = untimed();
    play(&mut room, &["h8"]);
    room.handle(act(0, "offer", Action::Play(Command::OfferDraw { ply: 1 })), Moment::ZERO);
    let before = room.journal().clone();
    let commands = [
        Action::Play(put(1, "h9")),
        Action::Play(Command::Resign),
        Action::Play(Command::OfferDraw { ply: 1 }),
        Action::Play(Command::AcceptDraw { ply: 1 }),
        Action::Play(Command::DeclineDraw { ply: 1 }),
        Action::Play(Command::Abort),
        Action::OfferRematch,
        rematch_room(),
        Action::DeclineRematch,
    ];
    for (index, action) in commands.into_iter().enumerate() {
        let effects = room.handle(act(2, &format!("c{index}"), action), Moment::ZERO);
        assert_eq!(answer(&effects), Err(Refusal::NotAPlayer));
    }
    assert_eq!(
        answer(&room.handle(act(2, "sit", Action::Sit(Default::default())), Moment::ZERO)),
        Err(Refusal::NoFreeSeat)
    );
    assert_eq!(room.journal(), &before);
}

#[test]
fn a_connection_that_left_or_never_joined_cannot_act_for_its_person() {
    let mut room = untimed();
    room.handle(Input::Leave { connection: connection(0) }, Moment::ZERO);
    assert_eq!(answer(&room.handle(place(0, "gone", 0, "h8"), Moment::ZERO)), Err(Refusal::NotJoined));
    assert_eq!(room.table().game().ply(), 0);
}

#[test]
fn two_windows_of_one_person_both_act_and_count_as_one_presence() {
    let mut room = untimed();
    let window = tengen::room::message::ConnectionId(77);
    room.handle(
        Input::Join { connection: window, person: person(0), seen: None, manner: Manner::Attend },
        Moment::ZERO,
    );
    room.handle(Input::Leave { connection: connection(0) }, Moment::ZERO);
    assert_eq!(room.presence().seats.a, Some(true));
    assert_eq!(room.presence().watchers, 1);
    let input = Input::Act {
        connection: window,
        person: person(0),
        id: command_id("from-the-other"),
        action: Action::Play(put(0, "h8")),
    };
    assert!(answer(&room.handle(input, Moment::ZERO)).is_ok());
    room.handle(Input::Leave { connection: window }, Moment::ZERO);
    assert_eq!(room.presence().seats.a, Some(false));
}

#[test]
fn h02_an_offer_is_accepted_declined_or_answered_by_a_move() {
    let offer = |ply| Action::Play(Command::OfferDraw { ply });
    let mut accepted = untimed();
    play(&mut accepted, &["h8"]);
    assert!(answer(&accepted.handle(act(0, "offer", offer(1)), Moment::ZERO)).is_ok());
    let own = accepted.handle(act(0, "own", Action::Play(Command::AcceptDraw { ply: 1 })), Moment::ZERO);
    assert_eq!(answer(&own), Err(Refusal::Game(game::Refusal::NoOffer)), "D2: nobody accepts his own offer");
    let effects = accepted.handle(act(1, "yes", Action::Play(Command::AcceptDraw { ply: 1 })), Moment::ZERO);
    assert!(answer(&effects).is_ok());
    let outcome = accepted.table().game().outcome().unwrap();
    assert_eq!(
        (&outcome.reason, outcome.scores.a, outcome.scores.b),
        (&Reason::Agreement, Score::Draw, Score::Draw)
    );

    let mut moved = untimed();
    play(&mut moved, &["h8"]);
    moved.handle(act(0, "offer", offer(1)), Moment::ZERO);
    play(&mut moved, &["h9"]);
    assert_eq!(moved.table().game().draw_offer(), None);
    let late = moved.handle(act(1, "late", Action::Play(Command::AcceptDraw { ply: 2 })), Moment::ZERO);
    assert_eq!(answer(&late), Err(Refusal::Game(game::Refusal::NoOffer)));
}

#[test]
fn an_offer_that_was_turned_down_is_not_made_again_before_a_move() {
    let mut room = untimed();
    let offer = |ply| Action::Play(Command::OfferDraw { ply });
    play(&mut room, &["h8"]);
    room.handle(act(0, "o1", offer(1)), Moment::ZERO);
    assert_eq!(
        answer(&room.handle(act(1, "o2", offer(1)), Moment::ZERO)),
        Err(Refusal::Game(game::Refusal::OfferStands))
    );
    room.handle(act(1, "no", Action::Play(Command::DeclineDraw { ply: 1 })), Moment::ZERO);
    assert_eq!(
        answer(&room.handle(act(0, "o3", offer(1)), Moment::ZERO)),
        Err(Refusal::Game(game::Refusal::OfferTooSoon))
    );
    play(&mut room, &["h9", "i9"]);
    assert!(answer(&room.handle(act(0, "o4", offer(3)), Moment::ZERO)).is_ok());
}

#[test]
fn h08_a_flag_that_falls_under_a_standing_offer_is_a_loss() {
    let mut room = running(RuleSet::freestyle(Some(sudden_death(secs(60)))));
    play(&mut room, &["h8"]);
    room.handle(act(0, "offer", Action::Play(Command::OfferDraw { ply: 1 })), ms(10));
    room.handle(Input::Wake, ms(60_000));
    let outcome = room.table().game().outcome().unwrap();
    assert_eq!((&outcome.reason, outcome.scores.b), (&Reason::Flag, Score::Loss));
    assert_eq!(room.table().game().draw_offer(), None);
}

#[test]
fn d08_g04_after_the_end_nothing_is_done_any_more() {
    let mut room = untimed();
    play(&mut room, &FIVE);
    let before = room.table().clone();
    for (index, command) in [
        put(9, "b9"),
        Command::Resign,
        Command::OfferDraw { ply: 9 },
        Command::AcceptDraw { ply: 9 },
        Command::DeclineDraw { ply: 9 },
        Command::Abort,
    ]
    .into_iter()
    .enumerate()
    {
        let effects = room.handle(act(1, &format!("late-{index}"), Action::Play(command)), Moment::ZERO);
        assert_eq!(answer(&effects), Err(Refusal::Game(game::Refusal::GameOver)));
    }
    assert_eq!(room.table(), &before);
}

#[test]
fn a_game_can_be_aborted_until_both_have_moved() {
    let abort = || Action::Play(Command::Abort);
    let mut room = untimed();
    play(&mut room, &["h8"]);
    let mut late = untimed();
    play(&mut late, &["h8", "h9"]);
    assert!(answer(&room.handle(act(1, "abort", abort()), Moment::ZERO)).is_ok());
    let outcome = room.table().game().outcome().unwrap();
    assert_eq!((outcome.scores.a, outcome.scores.b), (Score::Void, Score::Void));
    assert_eq!(
        answer(&late.handle(act(1, "abort", abort()), Moment::ZERO)),
        Err(Refusal::Game(game::Refusal::TooLateToAbort))
    );

    let mut open = open_room(RuleSet::freestyle(None));
    open.handle(join(0), Moment::ZERO);
    open.handle(join(1), Moment::ZERO);
    assert!(answer(&open.handle(act(0, "close", abort()), Moment::ZERO)).is_ok());
    assert_eq!(
        answer(&open.handle(act(1, "sit", Action::Sit(Default::default())), Moment::ZERO)),
        Err(Refusal::Game(game::Refusal::GameOver))
    );
}

#[test]
fn a_table_that_nobody_joins_expires_when_it_was_due() {
    let mut room = open_room(RuleSet::freestyle(None));
    assert_eq!(room.wake_at(), Some(Moment::ZERO + RuleSet::OPEN_USUAL));
    let effects = room.handle(Input::Wake, ms(200_000_000));
    assert_eq!(kept(&effects)[0].at, Moment::ZERO + RuleSet::OPEN_USUAL);
    assert_eq!(room.table().game().outcome().unwrap().reason, Reason::Expired);
    assert_eq!(room.wake_at(), None);
}

#[test]
fn a_rematch_exchanges_colours_and_is_made_once() {
    let mut room = untimed();
    assert_eq!(
        answer(&room.handle(act(0, "early", Action::OfferRematch), Moment::ZERO)),
        Err(Refusal::GameNotOver)
    );
    play(&mut room, &FIVE);
    assert_eq!(
        answer(&room.handle(act(0, "none", rematch_room()), Moment::ZERO)),
        Err(Refusal::NoRematchOffer)
    );
    assert!(answer(&room.handle(act(0, "again", Action::OfferRematch), Moment::ZERO)).is_ok());
    assert_eq!(
        answer(&room.handle(act(0, "own", rematch_room()), Moment::ZERO)),
        Err(Refusal::NoRematchOffer)
    );
    let effects = room.handle(act(1, "yes", rematch_room()), Moment::ZERO);
    let found = effects.iter().find_map(|effect| match effect {
        Effect::Found { room, first, .. } => Some((*room, (**first).clone())),
        _ => None,
    });
    let (other, first) = found.unwrap();
    assert_eq!(room.table().rematch(), Rematch::Made(other));
    assert_eq!(answer(&room.handle(act(0, "too", rematch_room()), Moment::ZERO)), Err(Refusal::RematchMade));

    let journal = Journal::replay(vec![first]).unwrap();
    let table = journal.table();
    assert_eq!(table.opened().previous, Some(room_id()));
    assert_eq!((table.seat_of(person(0).id), table.seat_of(person(1).id)), (Some(Seat::A), Some(Seat::B)));
    assert_eq!(table.game().black(), Some(Seat::B));
    assert!(table.game().is_running());
}

/// A match of so many games, of which the first is running.
fn best_of(games: u8) -> Room {
    let goal = Goal::BestOf(std::num::NonZeroU8::new(games).unwrap());
    let opened = Opened { series: Some(Series::begin(goal)), ..opened(RuleSet::freestyle(None)) };
    let journal = Journal::replay(vec![tengen::room::founding(opened, person(0))]).unwrap();
    let mut room = Room::new(room_id(), Epoch(1), journal);
    for number in 0..2 {
        room.handle(join(number), Moment::ZERO);
    }
    room.handle(act(1, "sit", Action::Sit(Default::default())), Moment::ZERO);
    room
}

fn next_game() -> Action {
    Action::NextGame { room: RoomId::from_entropy([9; 12]), wall: WallTime(5), lot: Lot([1; 16]) }
}

fn found(effects: &[Effect]) -> Room {
    let first = effects.iter().find_map(|effect| match effect {
        Effect::Found { first, .. } => Some((**first).clone()),
        _ => None,
    });
    let mut room = Room::new(room_id(), Epoch(1), Journal::replay(vec![first.unwrap()]).unwrap());
    for number in 0..2 {
        room.handle(join(number), Moment::ZERO);
    }
    room
}

#[test]
fn d08_a_match_goes_on_with_colours_alternating_until_it_is_decided() {
    let mut first = best_of(3);
    assert_eq!(answer(&first.handle(act(0, "early", next_game()), Moment::ZERO)), Err(Refusal::GameNotOver));
    first.handle(act(1, "give-up", Action::Play(Command::Resign)), Moment::ZERO);
    assert_eq!(
        answer(&first.handle(act(0, "again", Action::OfferRematch), Moment::ZERO)),
        Err(Refusal::MatchGoesOn)
    );
    assert_eq!(answer(&first.handle(act(2, "watcher", next_game()), Moment::ZERO)), Err(Refusal::NotJoined));
    let effects = first.handle(act(1, "next", next_game()), Moment::ZERO);
    assert!(answer(&effects).is_ok(), "either player may begin it");
    assert_eq!(answer(&first.handle(act(0, "too", next_game()), Moment::ZERO)), Err(Refusal::RematchMade));

    let mut second = found(&effects);
    assert_eq!(second.table().game().black(), Some(Seat::B), "Q Black in game 2");
    let series = second.table().opened().series.clone().unwrap();
    assert_eq!((series.game.get(), series.points.a, series.points.b), (2, 2, 0));
    second.handle(act(0, "give-up", Action::Play(Command::Resign)), Moment::ZERO);
    let mut third = found(&second.handle(act(0, "next", next_game()), Moment::ZERO));
    assert_eq!(third.table().game().black(), Some(Seat::A), "P Black in game 3");
    third.handle(act(0, "give-up", Action::Play(Command::Resign)), Moment::ZERO);
    assert_eq!(answer(&third.handle(act(0, "next", next_game()), Moment::ZERO)), Err(Refusal::NoNextGame));
    third.handle(act(0, "again", Action::OfferRematch), Moment::ZERO);
    let again = found(&third.handle(act(1, "yes", rematch_room()), Moment::ZERO));
    let series = again.table().opened().series.clone().unwrap();
    assert_eq!((series.game.get(), series.points.a), (1, 0), "another match");
}

#[test]
fn d08_a_game_that_is_called_off_is_played_again_with_the_same_colours() {
    let mut room = best_of(3);
    room.handle(act(0, "off", Action::Play(Command::Abort)), Moment::ZERO);
    let again = found(&room.handle(act(0, "next", next_game()), Moment::ZERO));
    assert_eq!(again.table().game().black(), Some(Seat::A));
    assert_eq!(again.table().opened().series.clone().unwrap().game.get(), 1);
}

#[test]
fn a_declined_rematch_can_be_offered_again() {
    let mut room = untimed();
    play(&mut room, &FIVE);
    room.handle(act(0, "again", Action::OfferRematch), Moment::ZERO);
    assert!(answer(&room.handle(act(1, "no", Action::DeclineRematch), Moment::ZERO)).is_ok());
    assert!(answer(&room.handle(act(1, "well", Action::OfferRematch), Moment::ZERO)).is_ok());
    assert_eq!(room.table().rematch(), Rematch::Offered(Seat::B));
}

#[test]
fn a_returning_connection_gets_the_tail_or_one_snapshot_and_never_a_gap() {
    let mut room = untimed();
    play(&mut room, &["h8", "h9", "i9"]);
    let next = room.journal().next();
    let seen = |next| Some(Seen { epoch: Epoch(1), next });
    let tail = told(&room.handle(join_seen(3, seen(next - 2)), Moment::ZERO), 3);
    let seqs: Vec<u32> = happened(&tail).iter().map(|happened| happened.value().recorded.seq).collect();
    assert_eq!(seqs, [next - 2, next - 1]);
    assert!(matches!(tail[0], Outgoing::Joined(_)));

    let up_to_date = told(&room.handle(join_seen(3, seen(next)), Moment::ZERO), 3);
    assert!(happened(&up_to_date).is_empty());
    let is_snapshot = |outgoing: &Outgoing| matches!(outgoing, Outgoing::Snapshot(_));
    assert!(!up_to_date.iter().any(is_snapshot));

    for stranger in [None, seen(next + 1), Some(Seen { epoch: Epoch(2), next: 0 })] {
        let told = told(&room.handle(join_seen(4, stranger), Moment::ZERO), 4);
        assert!(happened(&told).is_empty());
        assert_eq!(told.iter().filter(|outgoing| is_snapshot(outgoing)).count(), 1, "{stranger:?}");
    }
}

#[test]
fn what_was_missed_is_told_word_for_word_as_it_was_told_to_those_who_were_there() {
    let mut room = running(RuleSet::freestyle(Some(sudden_death(secs(300)))));
    let (since, mut live) = (room.journal().next(), Vec::new());
    let inputs = [
        (place(0, "m0", 0, "h8"), 1000),
        (place(1, "m1", 1, "h9"), 3000),
        (act(0, "offer", Action::Play(Command::OfferDraw { ply: 2 })), 4000),
        (place(0, "m2", 2, "j9"), 6000),
        (act(1, "out", Action::Play(Command::Resign)), 8000),
    ];
    for (input, at) in inputs {
        live.extend(room.handle(input, ms(at)).into_iter().filter_map(|effect| match effect {
            Effect::Keep(happened) => Some(happened.value().clone()),
            Effect::Found { .. } | Effect::Tell { .. } | Effect::Presence { .. } => None,
        }));
    }
    assert!(live.len() > 3, "{live:?}");
    let told = told(&room.handle(join_seen(5, Some(Seen { epoch: Epoch(1), next: since })), ms(9000)), 5);
    let missed: Vec<_> = happened(&told).iter().map(|happened| happened.value().clone()).collect();
    assert_eq!(missed, live);
}

#[test]
fn records_of_an_earlier_epoch_are_summed_up_in_a_snapshot() {
    let mut room = untimed();
    play(&mut room, &["h8", "h9"]);
    let next = room.journal().next();
    let mut again = Room::new(room_id(), Epoch(2), room.journal().clone());
    let is_snapshot = |outgoing: &Outgoing| matches!(outgoing, Outgoing::Snapshot(_));
    let seen = |next| Some(Seen { epoch: Epoch(1), next });
    let behind = told(&again.handle(join_seen(3, seen(next - 1)), Moment::ZERO), 3);
    assert!(happened(&behind).is_empty() && behind.iter().any(is_snapshot), "{behind:?}");
    let up_to_date = told(&again.handle(join_seen(4, seen(next)), Moment::ZERO), 4);
    assert!(happened(&up_to_date).is_empty() && !up_to_date.iter().any(is_snapshot), "{up_to_date:?}");
}

#[test]
fn e19_who_was_away_is_told_the_move_the_clocks_and_what_is_offered() {
    let mut room = running(RuleSet::freestyle(Some(sudden_death(secs(300)))));
    room.handle(place(0, "m0", 0, "h8"), ms(1000));
    room.handle(place(1, "m1", 1, "h9"), ms(3000));
    room.handle(Input::Leave { connection: connection(1) }, ms(4000));
    room.handle(place(0, "m2", 2, "j9"), ms(6000));
    room.handle(act(0, "offer", Action::Play(Command::OfferDraw { ply: 3 })), ms(7000));
    let told = told(&room.handle(join(1), ms(9000)), 1);
    let [snapshot] = told
        .iter()
        .filter_map(|outgoing| match outgoing {
            Outgoing::Snapshot(snapshot) => Some(snapshot.value()),
            _ => None,
        })
        .collect::<Vec<_>>()
        .try_into()
        .unwrap();
    let game = snapshot.table.game();
    assert_eq!(game.board().get(point("j9")), Some(Stone::Black));
    assert_eq!(game.moves().last().map(|made| made.at), Some(ms(6000)));
    assert_eq!((game.ply(), game.draw_offer().map(|offer| offer.seat)), (3, Some(Seat::A)));
    let clock = game.clock().unwrap();
    assert_eq!((clock.face(Seat::A).left, clock.face(Seat::B).left), (secs(296), secs(298)));
    assert_eq!(clock.running().map(|running| (running.seat, running.since)), Some((Seat::B, ms(6000))));
}

#[test]
fn a_long_absence_is_summed_up_in_one_snapshot() {
    let mut room = untimed();
    let columns = "abcdefghijklmno".chars();
    let names: Vec<String> =
        columns.flat_map(|column| [1, 3, 5].map(|row| format!("{column}{row}"))).take(TAIL_MAX + 2).collect();
    // Rows apart, colours by turns: no five in sight.
    for (ply, name) in (0u16..).zip(&names) {
        if room.table().game().outcome().is_none() {
            room.handle(
                place(if ply.is_multiple_of(2) { 0 } else { 1 }, &format!("m{ply}"), ply, name),
                Moment::ZERO,
            );
        }
    }
    assert!(room.table().game().ply() > u16::try_from(TAIL_MAX).unwrap());
    let told = told(&room.handle(join_seen(5, Some(Seen { epoch: Epoch(1), next: 2 })), Moment::ZERO), 5);
    assert!(happened(&told).is_empty());
    assert!(matches!(told[1], Outgoing::Snapshot(_)));
}

#[test]
fn i21_w04_a_lost_connection_stops_no_clock() {
    let mut room = running(RuleSet::freestyle(Some(byo_yomi(secs(1), 1, secs(60)))));
    for number in 0..3 {
        room.handle(Input::Leave { connection: connection(number) }, ms(500));
    }
    assert!(room.is_deserted());
    assert_eq!(room.wake_at(), Some(ms(61_000)));
    room.handle(Input::Wake, ms(61_000));
    assert_eq!(room.table().game().outcome().unwrap().reason, Reason::Flag);
}

#[test]
fn a_flag_waits_for_a_move_under_way_no_longer_than_its_measured_delay() {
    let mut room = running(RuleSet::freestyle(Some(sudden_death(secs(60)))));
    let lag = |millis| Input::Lag { connection: connection(0), round_trip: Span::from_millis(millis) };
    assert_eq!(room.wake_at(), Some(ms(60_000)));
    room.handle(lag(80), ms(1_000));
    assert_eq!(room.wake_at(), Some(ms(60_080)));
    room.handle(lag(5_000), ms(2_000));
    assert_eq!(room.wake_at(), Some(ms(60_150)), "150 ms at most, whatever the client's line is worth");
    room.handle(lag(80), ms(3_000));
    assert!(answer(&room.handle(place(0, "just", 0, "h8"), ms(60_079))).is_ok());
    assert_eq!(room.table().game().moves()[0].lag, Span::from_millis(80));
    assert_eq!(room.table().game().moves()[0].took, Span::from_millis(60_079));
}

#[test]
fn i04_the_flag_is_recorded_when_it_was_due_and_the_late_move_refused() {
    let mut room = running(RuleSet::freestyle(Some(sudden_death(secs(60)))));
    let effects = room.handle(place(0, "late", 0, "h8"), ms(75_000));
    assert_eq!(answer(&effects), Err(Refusal::Game(game::Refusal::GameOver)));
    let records = kept(&effects);
    assert_eq!((records.len(), records[0].at, records[0].cause.as_ref()), (1, ms(60_000), None));
}

#[test]
fn c08_of_all_that_would_end_a_game_at_once_exactly_one_does() {
    for first in 0..4 {
        let mut room = running(RuleSet::freestyle(Some(sudden_death(secs(60)))));
        play(&mut room, &FIVE[..8]);
        room.handle(act(1, "offer", Action::Play(Command::OfferDraw { ply: 8 })), ms(10));
        let inputs = [
            act(0, "resign-a", Action::Play(Command::Resign)),
            act(1, "resign-b", Action::Play(Command::Resign)),
            act(0, "accept", Action::Play(Command::AcceptDraw { ply: 8 })),
            place(0, "five", 8, "l8"),
        ];
        let mut ends = 0;
        for index in 0..4 {
            let effects = room.handle(inputs[(first + index) % 4].clone(), ms(59_999));
            ends += kept(&effects).len();
        }
        ends += kept(&room.handle(Input::Wake, ms(60_000))).len();
        assert_eq!(ends, 1);
    }
}

#[test]
fn whoever_glances_sees_all_and_is_nobody() {
    let mut room = untimed();
    let told = told(&room.handle(glance(7), Moment::ZERO), 7);
    assert!(
        matches!(told[..], [Outgoing::Joined(_), Outgoing::Snapshot(_), Outgoing::Presence(_)]),
        "{told:?}"
    );
    assert_eq!(room.presence().watchers, 1, "as before");
    let effects = room.handle(place(7, "m", 0, "h8"), Moment::ZERO);
    assert_eq!(answer(&effects), Err(Refusal::NotJoined));
    let effects = room.handle(act(7, "s", Action::Say("hello".parse().unwrap())), Moment::ZERO);
    assert!(matches!(&effects[..], [Effect::Tell { outgoing: Outgoing::Answered(answered), .. }]
        if answered.result == Err(Refusal::NotJoined)));
}

#[test]
fn a_player_who_only_glances_is_gone() {
    let mut room = untimed();
    room.handle(glance(0), ms(5));
    assert_eq!(room.presence().seats.a, Some(false));
    assert_eq!(room.presence().gone_since.a, Some(ms(5)));
    assert!(!room.is_player(connection(0)) && !room.is_deserted());
    room.handle(join(0), ms(9));
    assert_eq!(room.presence().seats.a, Some(true));
    for number in 0..3 {
        room.handle(Input::Leave { connection: connection(number) }, ms(9));
    }
    assert!(room.is_deserted(), "a glance that became more is no glance that stays");
}

#[test]
fn whoever_comes_from_a_glance_is_counted_and_whoever_goes_back_to_one_is_not() {
    let mut room = untimed();
    room.handle(glance(7), Moment::ZERO);
    let effects = room.handle(join(7), Moment::ZERO);
    assert!(effects.iter().any(|effect| matches!(effect, Effect::Presence { .. })));
    assert_eq!(room.presence().watchers, 2);
    let effects = room.handle(glance(7), Moment::ZERO);
    assert!(effects.iter().any(|effect| matches!(effect, Effect::Presence { .. })));
    assert_eq!(room.presence().watchers, 1);
}

#[test]
fn i10_w10_i21_the_room_reads_out_to_everybody_in_time_whoever_is_there() {
    let clock = Some(control(vec![restarting(secs(60), 1, 1)]));
    let mut room = open_room(RuleSet { lag: LagRule::OFF, ..RuleSet::freestyle(clock) });
    (0..3).for_each(|number| drop(room.handle(join(number), Moment::ZERO)));
    assert!(answer(&room.handle(act(1, "sit", Action::Sit(Default::default())), Moment::ZERO)).is_ok());
    // The player to move is gone; that stops no clock and no read-out.
    room.handle(Input::Leave { connection: connection(0) }, ms(5));
    let mut heard = Vec::new();
    while let Some(at) = room.wake_at().filter(|at| *at < ms(57_200)) {
        let effects = room.handle(Input::Wake, at);
        let readouts = |number| {
            told(&effects, number).into_iter().filter_map(move |outgoing| match outgoing {
                Outgoing::Readout { readout, .. } => Some((at, readout)),
                _ => None,
            })
        };
        let (player, watcher): (Vec<_>, Vec<_>) = (readouts(1).collect(), readouts(2).collect());
        assert_eq!(player, watcher);
        heard.extend(player);
    }
    let seconds: Vec<u64> = heard.iter().map(|(_, readout)| readout.elapsed.millis() / 1000).collect();
    assert_eq!(seconds, [30, 40, 50, 56, 57]);
    assert!(heard.iter().all(|(at, readout)| at.millis() == readout.elapsed.millis()));
    assert_eq!(room.journal().next(), 2, "nothing of it is recorded");
    room.handle(Input::Wake, ms(60_000));
    assert_eq!(room.table().game().outcome().unwrap().reason, Reason::Flag, "flag at 60.000 s");
}

#[test]
fn i10_a_read_out_that_comes_too_late_is_left_out() {
    let clock = Some(control(vec![restarting(secs(60), 1, 1)]));
    let mut room = running(RuleSet { lag: LagRule::OFF, ..RuleSet::freestyle(clock) });
    let late = room.handle(Input::Wake, ms(40_300));
    let elapsed: Vec<u64> = told(&late, 2)
        .iter()
        .filter_map(|outgoing| match outgoing {
            Outgoing::Readout { readout, .. } => Some(readout.elapsed.millis()),
            _ => None,
        })
        .collect();
    assert_eq!(elapsed, [40_000], "30 s lie too far back");
    assert!(told(&room.handle(join(2), ms(40_400)), 2).len() > 1, "and nothing is said twice");
}
