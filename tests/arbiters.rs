//! Arbiters of a room: who becomes one, what only they may do, what everybody sees of it (rulebook L, E-22, I-23).
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::wildcard_enum_match_arm,
    missing_docs,
    reason = "a test may panic"
)]

mod common;

use common::{act, answer, connection, join, kept, ms, opened, person, place, room_id, running, told};
use tengen::game::event::{self as game, Command, Miscolouring, Reason, Ruling, Sides};
use tengen::game::moment::Span;
use tengen::game::ruleset::RuleSet;
use tengen::game::seat::{PerSeat, Seat};
use tengen::journal::{
    ARBITERS_MAX, ArbiterEvent, Arbitration, COMPLAINTS_MAX, Event, Journal, Lot, Opened, PersonId,
    TableRuling, WallTime,
};
use tengen::room::message::{Action, Audience, Input, Outgoing, Refusal};
use tengen::room::talk::{LINES_KEPT, LINES_MAX};
use tengen::room::{Effect, Room, founding};
use tengen::store::Epoch;

const SEAT: Seat = Seat::A;

/// Every ruling there is on a game.
fn every_ruling() -> Vec<Ruling> {
    let all = vec![
        Ruling::Halt,
        Ruling::GoOn { charge: PerSeat::default(), force: false },
        Ruling::SetClock { seat: SEAT, left: Span::from_secs(60) },
        Ruling::Split,
        Ruling::TimePenalty { seat: SEAT, minus: Span::ZERO, plus: Span::ZERO, force: true },
        Ruling::Violation { seat: SEAT },
        Ruling::Loss { seat: SEAT },
        Ruling::DoubleLoss,
        Ruling::Draw,
        Ruling::Replay,
        Ruling::Recolour { cause: Miscolouring::Players },
        Ruling::Adjourn,
        Ruling::Disqualify { seat: SEAT },
        Ruling::Uphold,
        Ruling::Annul { sides: Sides::Both },
    ];
    for ruling in &all {
        // A ruling that is added does not compile until it stands above.
        match ruling {
            Ruling::Halt
            | Ruling::GoOn { .. }
            | Ruling::SetClock { .. }
            | Ruling::Split
            | Ruling::TimePenalty { .. }
            | Ruling::Violation { .. }
            | Ruling::Loss { .. }
            | Ruling::DoubleLoss
            | Ruling::Draw
            | Ruling::Replay
            | Ruling::Recolour { .. }
            | Ruling::Adjourn
            | Ruling::Disqualify { .. }
            | Ruling::Uphold
            | Ruling::Annul { .. } => {}
        }
    }
    all
}

/// A running game, arbitrated by person 2, watched by person 3.
fn arbitrated() -> Room {
    let mut room = running(RuleSet::freestyle(Some(common::sudden_death(common::secs(600)))));
    room.handle(join(3), ms(0));
    assert!(answer(&room.handle(act(2, "office", Action::Officiate), ms(0))).is_ok());
    room
}

fn rule(room: &mut Room, number: u8, id: &str, ruling: TableRuling) -> Vec<Effect> {
    let reason = "by the rules".parse().unwrap();
    let at = room.journal().end();
    room.handle(act(number, id, Action::Rule { ruling, reason, ground: tengen::journal::Ground::Fact }), at)
}

fn say(room: &mut Room, number: u8, id: &str, text: &str, at: u64) -> Vec<Effect> {
    room.handle(act(number, id, Action::Say(text.parse().unwrap())), ms(at))
}

fn said(effects: &[Effect]) -> Result<(), Refusal> {
    effects
        .iter()
        .find_map(|effect| match effect {
            Effect::Tell { outgoing: Outgoing::Answered(answered), .. } => Some(answered.result.map(drop)),
            _ => None,
        })
        .expect("a command is answered")
}

fn heard(effects: &[Effect], number: u8) -> Vec<String> {
    let mut lines = Vec::new();
    for outgoing in told(effects, number) {
        if let Outgoing::Talk(talk) = outgoing {
            lines.extend(talk.value().lines.iter().map(|line| line.text.as_str().to_owned()));
        }
    }
    lines
}

#[test]
fn l01_each_ruling_is_for_arbiters_alone() {
    let mut room = arbitrated();
    let state = room.table().clone();
    for (index, ruling) in every_ruling().into_iter().enumerate() {
        for number in [0, 1, 3] {
            let effects = rule(&mut room, number, &format!("r{index}"), TableRuling::Game(ruling));
            assert_eq!(answer(&effects), Err(Refusal::ForbiddenRole), "{ruling:?} by person {number}");
        }
    }
    let id = person(3).id;
    let others = [
        TableRuling::OpenSealed,
        TableRuling::Mute(id),
        TableRuling::Unmute(id),
        TableRuling::Remove(id),
        TableRuling::Readmit(id),
        TableRuling::MoveBoard("3".parse().unwrap()),
    ];
    for (index, ruling) in others.into_iter().enumerate() {
        for number in [0, 1, 3] {
            let effects = rule(&mut room, number, &format!("o{index}"), ruling.clone());
            assert_eq!(answer(&effects), Err(Refusal::ForbiddenRole), "{ruling:?} by person {number}");
        }
    }
    assert_eq!(*room.table(), state, "a refusal changes nothing");
}

#[test]
fn l01_every_act_says_who_ruled_and_why_before_what_follows_and_all_are_told() {
    let mut room = arbitrated();
    let effects = rule(&mut room, 2, "v", TableRuling::Game(Ruling::Violation { seat: SEAT }));
    let records = kept(&effects);
    let ruled = ArbiterEvent::Ruled {
        arbiter: person(2),
        reason: "by the rules".parse().unwrap(),
        ground: tengen::journal::Ground::Fact,
    };
    assert_eq!(records[0].events[0], Event::Arbitration(ruled));
    assert!(matches!(records[0].events[1], Event::Game(game::Event::Violated { .. })));
    for number in 0..4 {
        assert_eq!(common::happened(&told(&effects, number)).len(), 1, "person {number}");
    }
    let acts: Vec<_> = room.table().acts().collect();
    assert_eq!(acts.len(), 2, "the office and the violation");
    assert_eq!((acts[1].after, acts[1].events.len()), (0, 2));
}

#[test]
fn l01_nobody_arbitrates_a_game_they_play_and_no_arbiter_sits_down() {
    let mut room = arbitrated();
    assert_eq!(
        answer(&room.handle(act(0, "office", Action::Officiate), ms(1))),
        Err(Refusal::ArbiterCannotPlay)
    );
    assert_eq!(answer(&room.handle(act(2, "again", Action::Officiate), ms(1))), Err(Refusal::AlreadyArbiter));

    let first =
        founding(Opened { arbitration: Arbitration::Opener, ..opened(RuleSet::freestyle(None)) }, person(0));
    let mut office = Room::new(room_id(), Epoch(1), Journal::replay(vec![first]).unwrap());
    (0..3).for_each(|number| drop(office.handle(join(number), ms(0))));
    assert_eq!(
        answer(&office.handle(act(0, "sit", Action::Sit(Default::default())), ms(0))),
        Err(Refusal::ArbiterCannotPlay)
    );
    assert!(answer(&office.handle(act(1, "sit", Action::Sit(Default::default())), ms(0))).is_ok());
    assert!(office.table().game().black().is_none(), "it takes two");
    assert!(answer(&office.handle(act(2, "sit", Action::Sit(Default::default())), ms(0))).is_ok());
    assert_eq!(office.table().game().black(), Some(Seat::A));
}

#[test]
fn l01_a_table_has_so_many_arbiters_and_no_more() {
    let mut room = running(RuleSet::freestyle(None));
    for number in 10..10 + u8::try_from(ARBITERS_MAX).unwrap() {
        room.handle(join(number), ms(0));
        assert!(answer(&room.handle(act(number, "office", Action::Officiate), ms(0))).is_ok());
    }
    room.handle(join(99), ms(0));
    assert_eq!(
        answer(&room.handle(act(99, "office", Action::Officiate), ms(0))),
        Err(Refusal::TooManyArbiters)
    );
}

#[test]
fn i23_players_cannot_call_off_a_game_that_has_an_arbiter() {
    let first =
        founding(Opened { arbitration: Arbitration::Link, ..opened(RuleSet::freestyle(None)) }, person(0));
    let mut room = Room::new(room_id(), Epoch(1), Journal::replay(vec![first]).unwrap());
    (0..2).for_each(|number| drop(room.handle(join(number), ms(0))));
    let abort = |number, id: &str| act(number, id, Action::Play(Command::Abort));
    room.handle(act(1, "sit", Action::Sit(Default::default())), ms(0));
    assert_eq!(answer(&room.handle(abort(0, "off"), ms(1))), Err(Refusal::ForbiddenRole));
}

#[test]
fn l01_an_arbiter_closes_a_table_at_which_nobody_plays_yet() {
    let first =
        founding(Opened { arbitration: Arbitration::Opener, ..opened(RuleSet::freestyle(None)) }, person(0));
    let mut room = Room::new(room_id(), Epoch(1), Journal::replay(vec![first]).unwrap());
    (0..3).for_each(|number| drop(room.handle(join(number), ms(0))));
    let abort = |number, id: &str| act(number, id, Action::Play(Command::Abort));
    assert_eq!(answer(&room.handle(abort(1, "mine"), ms(1))), Err(Refusal::NotAPlayer));
    assert!(answer(&room.handle(abort(0, "close"), ms(1))).is_ok());
    let mut running = arbitrated();
    assert_eq!(answer(&running.handle(abort(2, "close"), ms(1))), Err(Refusal::NotAPlayer));
}

#[test]
fn l02_all_four_steps_of_the_ladder_are_there_and_have_a_reason() {
    // Disqualification is of an event, not of a table: a loss here is what it means for the present game (L-09).
    let mut room = arbitrated();
    let minute = Span::from_secs(60);
    let penalty = Ruling::TimePenalty { seat: SEAT, minus: minute, plus: minute, force: false };
    for (id, ruling) in [("t", penalty), ("v", Ruling::Violation { seat: SEAT }), ("d", Ruling::DoubleLoss)] {
        assert!(answer(&rule(&mut room, 2, id, TableRuling::Game(ruling))).is_ok(), "{ruling:?}");
    }
    assert_eq!(room.table().game().outcome().unwrap().reason, Reason::Ruled);
    for record in room.journal().tail(3).unwrap() {
        let reasons = record.events.iter().filter(|event| {
            matches!(event, Event::Arbitration(ArbiterEvent::Ruled { reason, .. }) if !reason.as_str().is_empty())
        });
        assert_eq!(reasons.count(), 1);
    }
}

#[test]
fn l08_a_spectator_who_is_sent_out_hears_nothing_more_and_stays_out_until_readmitted() {
    let mut room = arbitrated();
    let effects = rule(&mut room, 2, "out", TableRuling::Remove(person(3).id));
    assert!(answer(&effects).is_ok());
    let to_three = told(&effects, 3);
    assert!(to_three.iter().any(|outgoing| matches!(outgoing, Outgoing::Removed(_))));
    assert!(!room.is_player(connection(3)) && room.presence().watchers == 1, "only the arbiter watches");

    let back = room.handle(join(3), ms(10));
    assert!(matches!(told(&back, 3)[..], [Outgoing::Removed(_)]), "{back:?}");
    assert_eq!(said(&say(&mut room, 3, "psst", "psst", 11)), Err(Refusal::NotJoined));

    // A restart does not let them in.
    let journal = Journal::replay(room.journal().tail(0).unwrap().to_vec()).unwrap();
    let mut room = Room::new(room_id(), Epoch(2), journal);
    (0..3).for_each(|number| drop(room.handle(join(number), ms(12))));
    assert!(matches!(told(&room.handle(join(3), ms(12)), 3)[..], [Outgoing::Removed(_)]));

    assert!(answer(&rule(&mut room, 2, "in", TableRuling::Readmit(person(3).id))).is_ok());
    assert!(told(&room.handle(join(3), ms(13)), 3).len() > 1);
}

#[test]
fn l08_players_arbiters_and_strangers_are_not_sent_out() {
    let mut room = arbitrated();
    for (id, number) in [("a", 0), ("b", 1), ("c", 2), ("d", 77)] {
        let effects = rule(&mut room, 2, id, TableRuling::Remove(person(number).id));
        assert_eq!(answer(&effects), Err(Refusal::NoSuchPerson), "person {number}");
    }
    let nobody: PersonId = person(3).id;
    assert_eq!(answer(&rule(&mut room, 2, "e", TableRuling::Readmit(nobody))), Err(Refusal::NoSuchPerson));
    assert!(answer(&rule(&mut room, 2, "f", TableRuling::Mute(nobody))).is_ok());
    let again = rule(&mut room, 2, "g", TableRuling::Mute(nobody));
    assert_eq!(answer(&again), Err(Refusal::NoSuchPerson), "and nobody twice");
}

#[test]
fn l08_only_arbiters_are_shown_who_watches() {
    let mut room = arbitrated();
    room.handle(join(4), ms(5));
    let (arbiters, Audience { watchers, .. }) = room.audience().unwrap();
    assert_eq!(arbiters, [connection(2)]);
    assert_eq!(watchers, [person(3), person(4)]);
    let mut without = running(RuleSet::freestyle(None));
    assert!(without.audience().is_none());
    without.handle(Input::Leave { connection: connection(2) }, ms(1));
}

#[test]
fn l13_a_complaint_reaches_the_arbiter_and_is_marked_if_it_is_not_on_one_s_own_time() {
    let mut room = arbitrated();
    let complain = |number: u8, id: &str| act(number, id, Action::Complain("my clock".parse().unwrap()));
    let text = "my clock".parse().unwrap();
    let theirs = kept(&room.handle(complain(1, "c1"), ms(5)));
    let complained = ArbiterEvent::Complained { seat: Seat::B, text, own_time: false };
    assert_eq!(theirs[0].events, [Event::Arbitration(complained)]);
    let own = kept(&room.handle(complain(0, "c2"), ms(5)));
    assert!(
        matches!(own[0].events[0], Event::Arbitration(ArbiterEvent::Complained { own_time: true, .. })),
        "it stops no clock: {:?}",
        room.table().game().deadline()
    );
    assert_eq!(answer(&room.handle(complain(3, "c3"), ms(5))), Err(Refusal::NotAPlayer));
    for count in 1..COMPLAINTS_MAX {
        assert!(answer(&room.handle(complain(0, &format!("more{count}")), ms(5))).is_ok());
    }
    assert_eq!(answer(&room.handle(complain(0, "last"), ms(5))), Err(Refusal::TooManyComplaints));
}

#[test]
fn i22_a_complaint_after_one_s_own_flag_comes_too_late() {
    let mut room = arbitrated();
    let late = room.handle(act(0, "c", Action::Complain("my clock".parse().unwrap())), ms(600_000));
    assert_eq!(answer(&late), Err(Refusal::ComplaintTooLate));
    let mut without = running(RuleSet::freestyle(None));
    let nobody = without.handle(act(0, "c", Action::Complain("my clock".parse().unwrap())), ms(1));
    assert_eq!(answer(&nobody), Err(Refusal::NoArbiter));
}

#[test]
fn e22_spectators_are_not_heard_by_who_plays_until_the_game_is_over() {
    let mut room = arbitrated();
    let watchers = say(&mut room, 3, "w", "h9 wins", 10);
    assert_eq!(said(&watchers), Ok(()));
    let heard_by = |effects: &[Effect]| [0, 1, 2, 3].map(|number| heard(effects, number).len());
    assert_eq!(heard_by(&watchers), [0, 0, 1, 1]);
    assert_eq!(heard_by(&say(&mut room, 0, "p", "hello", 20)), [1, 1, 1, 1]);
    assert_eq!(heard_by(&say(&mut room, 2, "a", "quiet, please", 30)), [1, 1, 1, 1]);

    // Who comes back is told what they may hear, and no more.
    for (number, lines) in [(0, 2), (2, 3), (3, 3)] {
        assert_eq!(heard(&room.handle(join(number), ms(40)), number).len(), lines, "person {number}");
    }
    let over = room.handle(act(0, "resign", Action::Play(Command::Resign)), ms(50));
    assert_eq!(heard_by(&over), [3, 3, 0, 0], "players hear at the end what was said meanwhile");
    assert_eq!(heard(&room.handle(join(0), ms(60)), 0).len(), 3);
    assert_eq!(heard_by(&say(&mut room, 3, "gg", "well played", 70)), [1, 1, 1, 1]);
    assert_eq!(room.journal().next(), 4, "nothing of it is recorded");
}

#[test]
fn e22_talk_is_bounded_repeats_are_one_line_and_the_muted_are_silent() {
    let mut room = arbitrated();
    assert_eq!(heard(&say(&mut room, 3, "once", "hello", 1), 3), ["hello"]);
    assert!(heard(&say(&mut room, 3, "once", "hello", 2), 3).is_empty(), "sent again after a broken line");
    for line in 1..LINES_MAX {
        assert_eq!(said(&say(&mut room, 3, &format!("l{line}"), "x", 3)), Ok(()));
    }
    assert_eq!(said(&say(&mut room, 3, "fast", "x", 4)), Err(Refusal::TalksTooFast));
    assert_eq!(said(&say(&mut room, 3, "slow", "x", 20_000)), Ok(()));

    for line in 0..2 * LINES_KEPT {
        let at = 30_000 + 10_000 * u64::try_from(line).unwrap();
        // Somebody is to move all the time; what is said costs no time and gives none.
        if at < 600_000 {
            assert_eq!(said(&say(&mut room, 3, &format!("m{line}"), "x", at)), Ok(()));
        }
    }
    assert!(heard(&room.handle(join(3), ms(599_999)), 3).len() <= LINES_KEPT);

    assert!(answer(&rule(&mut room, 2, "mute", TableRuling::Mute(person(3).id))).is_ok());
    assert_eq!(said(&say(&mut room, 3, "muted", "but", 599_999)), Err(Refusal::Muted));
    assert!(answer(&rule(&mut room, 2, "unmute", TableRuling::Unmute(person(3).id))).is_ok());
    assert_eq!(said(&say(&mut room, 3, "free", "thanks", 599_999)), Ok(()));
}

#[test]
fn l01_arbiters_of_a_game_are_those_of_the_next_one_too() {
    let mut room = arbitrated();
    room.handle(act(0, "resign", Action::Play(Command::Resign)), ms(5));
    room.handle(act(0, "again", Action::OfferRematch), ms(6));
    let accept = Action::AcceptRematch { room: room_id(), wall: WallTime(5), lot: Lot([3; 16]) };
    let effects = room.handle(act(1, "yes", accept), ms(7));
    let first = effects.iter().find_map(|effect| match effect {
        Effect::Found { first, .. } => Some((**first).clone()),
        _ => None,
    });
    let next = Journal::replay(vec![first.unwrap()]).unwrap();
    assert!(next.table().bench().is_arbiter(person(2).id));
    assert_eq!(next.table().opened().lot, Lot([3; 16]));
}

#[test]
fn l06_an_improper_offer_that_nobody_objects_to_in_time_is_no_violation() {
    let rules =
        tengen::game::presets::presets().into_iter().find(|preset| preset.id == "cn2013").unwrap().rules;
    let opening = tengen::game::opening::OpeningRule::FREE;
    let mut room = running(RuleSet { opening, ..rules });
    for (ply, name) in (0..).zip(["h8", "h9", "j10", "g9", "a1", "a3"]) {
        let number = u8::try_from(ply % 2).unwrap();
        assert!(answer(&room.handle(place(number, name, ply, name), ms(10))).is_ok(), "{name}");
    }
    let offer = act(1, "offer", Action::Play(Command::OfferDraw { ply: 6 }));
    assert!(answer(&room.handle(offer, ms(20))).is_ok());
    assert!(answer(&room.handle(place(0, "c1", 6, "c1"), ms(30))).is_ok());
    let late = room.handle(act(0, "object", Action::Play(Command::Object { ply: 7 })), ms(40));
    assert!(answer(&late).is_err());
    assert_eq!(room.table().game().violations(), PerSeat::default());
}
