//! Games that begin at a time: who is there, whose clock runs, and who has lost by not coming (rulebook I-19, I-20).
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs, reason = "a test may panic")]

mod common;

use common::{act, answer, connection, join, kept, ms, open_room, person, place, secs, sudden_death};
use tengen::game::event::{self as game, Command, Reason, Score};
use tengen::game::moment::Span;
use tengen::game::ruleset::{BadRules, LagRule, RuleSet, StartRule};
use tengen::game::seat::Seat;
use tengen::journal::{Event, Journal, Phase};
use tengen::room::Room;
use tengen::room::message::{Action, Input, Refusal};
use tengen::store::Epoch;

/// When the game begins.
const AT: u64 = 3_600_000;

fn rules() -> RuleSet {
    let start = StartRule::Scheduled { after: Span::from_millis(AT), late: secs(900) };
    RuleSet { start, lag: LagRule::OFF, ..RuleSet::freestyle(Some(sudden_death(secs(1800)))) }
}

/// Person 0 at seat A, person 1 at seat B, an hour before the game.
fn seated() -> Room {
    let mut room = open_room(rules());
    for number in 0..3 {
        room.handle(join(number), ms(0));
    }
    assert!(answer(&room.handle(act(1, "sit", Action::Sit(Default::default())), ms(0))).is_ok());
    room
}

fn ready(room: &mut Room, number: u8, at: u64) -> Result<u32, Refusal> {
    let id = format!("ready-{number}-{at}");
    answer(&room.handle(act(number, &id, Action::Play(Command::Ready)), ms(at)))
}

fn left(room: &Room, seat: Seat, at: u64) -> u64 {
    match room.table().game().clock().unwrap().reading(seat, ms(at)) {
        tengen::game::clock::Reading::Left(face) => face.left.millis(),
        tengen::game::clock::Reading::Out => 0,
    }
}

fn end(room: &Room) -> (Reason, Score, Score) {
    let outcome = room.table().game().outcome().unwrap();
    (outcome.reason.clone(), outcome.scores.a, outcome.scores.b)
}

const MINUTE: u64 = 60_000;

#[test]
fn i19_a_scheduled_game_begins_at_its_time_though_nobody_moves() {
    let mut room = seated();
    assert_eq!(room.table().phase(), Phase::Starting);
    assert_eq!(ready(&mut room, 0, AT - MINUTE), Ok(2));
    assert_eq!(ready(&mut room, 1, AT - MINUTE), Ok(3));
    let early = answer(&room.handle(place(0, "early", 0, "h8"), ms(AT - 1)));
    assert_eq!(early, Err(Refusal::Game(game::Refusal::NotStarted)));
    let started = kept(&room.handle(Input::Wake, ms(AT + 40)));
    assert_eq!(started[0].events, [Event::Game(game::Event::Started { black: Seat::A })]);
    assert_eq!(started[0].at, ms(AT), "stamped when it was due");
    assert_eq!(left(&room, Seat::A, AT + 10_000), 1_790_000, "Black's clock runs from that instant");
    assert_eq!(left(&room, Seat::B, AT + 10_000), 1_800_000);
}

#[test]
fn i20_lateness_is_taken_off_each_player_s_own_time() {
    let mut room = seated();
    room.handle(Input::Wake, ms(AT));
    assert_eq!(left(&room, Seat::B, AT + MINUTE), 1_740_000, "both clocks run at once before play");
    ready(&mut room, 0, AT + 4 * MINUTE).unwrap();
    assert_eq!(left(&room, Seat::A, AT + 8 * MINUTE), 1_560_000, "who is there is not charged any more");
    ready(&mut room, 1, AT + 9 * MINUTE).unwrap();
    assert_eq!(left(&room, Seat::A, AT + 9 * MINUTE), 1_800_000 - 4 * MINUTE);
    assert_eq!(left(&room, Seat::B, AT + 9 * MINUTE), 1_800_000 - 9 * MINUTE);
    assert_eq!(left(&room, Seat::A, AT + 10 * MINUTE), 1_800_000 - 5 * MINUTE, "Black is to move");
    assert_eq!(left(&room, Seat::B, AT + 10 * MINUTE), 1_800_000 - 9 * MINUTE);
}

#[test]
fn i20_black_may_open_while_white_is_absent_and_only_white_s_clock_runs() {
    let mut room = seated();
    ready(&mut room, 0, AT - 1).unwrap();
    room.handle(Input::Wake, ms(AT));
    assert!(answer(&room.handle(place(0, "one", 0, "h8"), ms(AT + MINUTE))).is_ok());
    assert_eq!(left(&room, Seat::A, AT + 2 * MINUTE), 1_800_000);
    assert_eq!(left(&room, Seat::B, AT + 2 * MINUTE), 1_800_000 - 2 * MINUTE);
    // Whoever moves is there.
    let moved = kept(&room.handle(place(1, "two", 1, "h9"), ms(AT + 3 * MINUTE)));
    assert_eq!(moved[0].events[0], Event::Game(game::Event::Arrived { seat: Seat::B }));
    assert_eq!(left(&room, Seat::B, AT + 5 * MINUTE), 1_800_000 - 3 * MINUTE);
    assert_eq!(left(&room, Seat::A, AT + 5 * MINUTE), 1_800_000 - 2 * MINUTE);
}

#[test]
fn i20_who_is_not_there_in_time_has_lost() {
    let mut room = seated();
    ready(&mut room, 0, AT - 1).unwrap();
    room.handle(Input::Wake, ms(AT));
    assert_eq!(room.wake_at(), Some(ms(AT + 15 * MINUTE)));
    room.handle(Input::Wake, ms(AT + 15 * MINUTE - 1));
    assert!(room.table().game().outcome().is_none());
    // A word that comes at that very instant is too late (I-03).
    assert_eq!(ready(&mut room, 1, AT + 15 * MINUTE), Err(Refusal::Game(game::Refusal::GameOver)));
    assert_eq!(end(&room), (Reason::Late, Score::Win, Score::Loss));
}

#[test]
fn i20_g16_w11_both_late_is_a_double_forfeit_and_nobody_gets_anything() {
    let mut room = seated();
    room.handle(Input::Wake, ms(AT + 15 * MINUTE));
    assert_eq!(end(&room), (Reason::DoubleForfeit, Score::Loss, Score::Loss));
}

#[test]
fn i19_i26_a_time_that_comes_while_the_server_is_down_comes_when_it_is_back() {
    use tengen::journal::WallTime;
    let mut room = seated();
    let opened = room.table().opened().wall.0;
    let back = |room: &Room, after: u64| room.journal().goes_on_at(WallTime(opened + after));
    assert_eq!(back(&room, AT - MINUTE), ms(AT - MINUTE), "the calendar goes on");
    assert_eq!(back(&room, AT + 60 * MINUTE), ms(AT), "nobody is late by the outage");
    assert_eq!(back(&room, 0), room.journal().end(), "a wall clock set back changes nothing");
    room.handle(Input::Wake, ms(AT));
    room.handle(Input::Wake, ms(AT + MINUTE));
    assert_eq!(back(&room, AT + 60 * MINUTE), ms(AT), "a game that runs goes on where its journal ends");
}

#[test]
fn i20_nobody_is_later_by_what_the_arbiter_took() {
    let mut room = seated();
    assert!(answer(&room.handle(act(2, "office", Action::Officiate), ms(1))).is_ok());
    ready(&mut room, 0, AT - 1).unwrap();
    room.handle(Input::Wake, ms(AT));
    let rule = |room: &mut Room, id: &str, ruling, at| {
        let ruling = tengen::journal::TableRuling::Game(ruling);
        let rule = Action::Rule {
            ruling,
            reason: "a fire alarm".parse().unwrap(),
            ground: tengen::journal::Ground::Fact,
        };
        assert!(answer(&room.handle(act(2, id, rule), ms(at))).is_ok());
    };
    rule(&mut room, "halt", game::Ruling::Halt, AT + MINUTE);
    assert_eq!(room.wake_at(), None);
    let go_on = game::Ruling::GoOn { charge: tengen::game::seat::PerSeat::default(), force: false };
    rule(&mut room, "on", go_on, AT + 31 * MINUTE);
    assert_eq!(room.wake_at(), Some(ms(AT + 45 * MINUTE)), "fourteen minutes are left to come in");
    ready(&mut room, 1, AT + 32 * MINUTE).unwrap();
    assert_eq!(left(&room, Seat::B, AT + 32 * MINUTE), 1_800_000 - 2 * MINUTE);
}

#[test]
fn i20_who_seals_or_complains_is_there() {
    let mut room = seated();
    assert!(answer(&room.handle(act(2, "office", Action::Officiate), ms(1))).is_ok());
    room.handle(Input::Wake, ms(AT));
    let complain = Action::Complain("it is cold".parse().unwrap());
    let told = kept(&room.handle(act(0, "cold", complain), ms(AT + MINUTE)));
    assert_eq!(told[0].events[0], Event::Game(game::Event::Arrived { seat: Seat::A }));
}

#[test]
fn i20_a_table_nobody_has_joined_begins_all_the_same() {
    let mut room = open_room(rules());
    room.handle(join(0), ms(0));
    ready(&mut room, 0, AT - 1).unwrap();
    room.handle(Input::Wake, ms(AT));
    room.handle(join(1), ms(AT + MINUTE));
    assert!(answer(&room.handle(act(1, "sit", Action::Sit(Default::default())), ms(AT + MINUTE))).is_ok());
    ready(&mut room, 1, AT + MINUTE).unwrap();
    assert_eq!(left(&room, Seat::B, AT + 2 * MINUTE), 1_800_000 - MINUTE);
    assert!(answer(&room.handle(place(0, "one", 0, "h8"), ms(AT + 2 * MINUTE))).is_ok());
}

#[test]
fn i20_a_clock_shorter_than_the_limit_flags_first() {
    let clock = Some(sudden_death(secs(120)));
    let start = StartRule::Scheduled { after: secs(60), late: secs(900) };
    let mut room = open_room(RuleSet { start, clock, ..rules() });
    room.handle(join(0), ms(0));
    ready(&mut room, 0, 0).unwrap();
    room.handle(Input::Wake, ms(60_000));
    assert_eq!(room.wake_at(), Some(ms(180_000)));
    room.handle(Input::Wake, ms(180_000));
    assert_eq!(end(&room), (Reason::Flag, Score::Win, Score::Loss));
}

#[test]
fn i19_one_is_there_in_the_last_quarter_of_an_hour_and_only_once() {
    let mut room = seated();
    let early = ready(&mut room, 0, AT - 15 * MINUTE - 1);
    assert_eq!(early, Err(Refusal::Game(game::Refusal::TooEarly { minutes: 15 })));
    ready(&mut room, 0, AT - 15 * MINUTE).unwrap();
    assert_eq!(ready(&mut room, 0, AT), Err(Refusal::Game(game::Refusal::ReadyAlready)));
    assert_eq!(ready(&mut room, 2, AT), Err(Refusal::NotAPlayer));
    let mut casual = common::running(RuleSet::freestyle(None));
    assert_eq!(ready(&mut casual, 0, 5), Err(Refusal::Game(game::Refusal::NotInTheRules)));
}

#[test]
fn i19_a_scheduled_game_is_called_off_before_its_time_and_not_to_escape_it() {
    let abort = |number, id: &str| act(number, id, Action::Play(Command::Abort));
    let mut before = seated();
    assert!(answer(&before.handle(abort(0, "off"), ms(AT - 1))).is_ok());
    let mut after = seated();
    let refused = answer(&after.handle(abort(0, "off"), ms(AT)));
    assert_eq!(refused, Err(Refusal::Game(game::Refusal::TooLateToAbort)));
}

#[test]
fn i20_a_room_opened_again_at_any_point_goes_on_the_same() {
    let steps: [(u64, Input); 5] = [
        (AT - MINUTE, act(0, "r0", Action::Play(Command::Ready))),
        (AT, Input::Wake),
        (AT + MINUTE, place(0, "one", 0, "h8")),
        (AT + 3 * MINUTE, act(1, "r1", Action::Play(Command::Ready))),
        (AT + 4 * MINUTE, place(1, "two", 1, "h9")),
    ];
    let mut whole = seated();
    let mut again = seated();
    for (at, input) in steps {
        whole.handle(input.clone(), ms(at));
        again.handle(input, ms(at));
        let journal = Journal::replay(again.journal().tail(0).unwrap().to_vec()).unwrap();
        again = Room::new(common::room_id(), Epoch(2), journal);
        (0..3).for_each(|number| drop(again.handle(join(number), ms(at))));
        assert_eq!(again.table(), whole.table());
        assert_eq!(again.wake_at(), whole.wake_at());
    }
    let _ = (connection(0), person(0));
}

#[test]
fn i19_a_start_is_within_a_month_and_lateness_within_bounds() {
    let checked = |after, late| RuleSet { start: StartRule::Scheduled { after, late }, ..rules() }.check();
    assert_eq!(checked(Span::ZERO, secs(60)), Ok(()));
    assert_eq!(checked(RuleSet::AHEAD_MAX, RuleSet::LATE_MAX), Ok(()));
    assert_eq!(checked(RuleSet::AHEAD_MAX + Span::from_millis(1), secs(60)), Err(BadRules::Schedule));
    assert_eq!(checked(Span::ZERO, secs(59)), Err(BadRules::Schedule));
}
