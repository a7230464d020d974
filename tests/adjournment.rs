//! Adjournments with a sealed move (rulebook K), and that nobody learns of the move before its time.
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs, reason = "a test may panic")]

mod common;

use common::{act, answer, join, kept, ms, place, point, room_id, secs, sudden_death, told};
use tengen::game::event::{self as game, Command, Deed, Reason, Ruling, Score};
use tengen::game::opening::{Choice, Fifths, OpeningRule};
use tengen::game::point::Point;
use tengen::game::ruleset::{LagRule, RuleSet};
use tengen::game::seal::{Nonce, SealedMove};
use tengen::game::seat::Seat;
use tengen::game::{Adjournment, CONFIRM_WITHIN};
use tengen::journal::{Event, Journal, TableRuling};
use tengen::room::message::{Action, Input, Refusal};
use tengen::room::{Effect, Room};
use tengen::session::wire;
use tengen::store::Epoch;

const NONCE: Nonce = Nonce([0xab; 16]);

fn rules() -> RuleSet {
    RuleSet { lag: LagRule::OFF, ..RuleSet::freestyle(Some(sudden_death(secs(600)))) }
}

/// A running game, arbitrated by person 2, in which person 1 is to move.
fn arbitrated(rules: RuleSet) -> Room {
    let mut room = common::running(rules);
    assert!(answer(&room.handle(act(2, "office", Action::Officiate), ms(0))).is_ok());
    room
}

fn one_move() -> Room {
    let mut room = arbitrated(rules());
    assert!(answer(&room.handle(place(0, "one", 0, "h8"), ms(1000))).is_ok());
    room
}

fn rule(room: &mut Room, number: u8, id: &str, ruling: TableRuling, at: u64) -> Vec<Effect> {
    let reason = "the hall closes".parse().unwrap();
    room.handle(
        act(number, id, Action::Rule { ruling, reason, ground: tengen::journal::Ground::Fact }),
        ms(at),
    )
}

fn adjourn(room: &mut Room, at: u64) {
    let effects = rule(room, 2, "adjourn", TableRuling::Game(Ruling::Adjourn), at);
    assert!(answer(&effects).is_ok());
}

fn seal(room: &mut Room, number: u8, ply: u16, sealed: SealedMove, at: u64) -> Result<u32, Refusal> {
    let id = format!("seal-{number}-{at}");
    answer(&room.handle(act(number, &id, Action::Seal { ply, sealed, nonce: NONCE }), ms(at)))
}

fn open(room: &mut Room, at: u64) -> Result<u32, Refusal> {
    answer(&rule(room, 2, &format!("open-{at}"), TableRuling::OpenSealed, at))
}

fn confirm(room: &mut Room, number: u8, at: u64) -> Result<u32, Refusal> {
    let id = format!("confirm-{number}-{at}");
    answer(&room.handle(act(number, &id, Action::Play(Command::Confirm)), ms(at)))
}

fn reopened(room: &Room) -> Room {
    let journal = Journal::replay(room.journal().tail(0).unwrap().to_vec()).unwrap();
    assert_eq!(journal.table(), room.table());
    let mut room = Room::new(room_id(), Epoch(2), journal);
    let end = room.journal().end();
    (0..3).for_each(|number| drop(room.handle(join(number), end)));
    room
}

fn left(room: &Room, seat: Seat, at: u64) -> u64 {
    match room.table().game().clock().unwrap().reading(seat, ms(at)) {
        tengen::game::clock::Reading::Left(face) => face.left.millis(),
        tengen::game::clock::Reading::Out => 0,
    }
}

fn at(name: &str) -> Point {
    point(name)
}

#[test]
fn k01_only_an_arbiter_adjourns() {
    let mut room = one_move();
    for number in [0, 1] {
        let effects = rule(&mut room, number, "mine", TableRuling::Game(Ruling::Adjourn), 2000);
        assert_eq!(answer(&effects), Err(Refusal::ForbiddenRole));
        let effects = rule(&mut room, number, "open", TableRuling::OpenSealed, 2000);
        assert_eq!(answer(&effects), Err(Refusal::ForbiddenRole));
    }
    assert_eq!(open(&mut room, 2000), Err(Refusal::Game(game::Refusal::NotAdjourned)));
}

#[test]
fn k02_the_mover_s_clock_runs_until_he_seals_and_then_both_stand_still() {
    let mut room = one_move();
    adjourn(&mut room, 5000);
    assert_eq!(left(&room, Seat::B, 9000), 592_000);
    let early = answer(&room.handle(place(1, "two", 1, "h9"), ms(6000)));
    assert_eq!(early, Err(Refusal::Game(game::Refusal::Sealing)));
    let theirs = seal(&mut room, 0, 1, SealedMove::Stone(at("h9")), 6000);
    assert_eq!(theirs, Err(Refusal::Game(game::Refusal::NotYourTurn)));
    let stale = seal(&mut room, 1, 0, SealedMove::Stone(at("h9")), 6000);
    assert_eq!(stale, Err(Refusal::Game(game::Refusal::StalePly { ply: 1 })));
    seal(&mut room, 1, 1, SealedMove::Stone(at("j9")), 11_000).unwrap();
    assert_eq!(left(&room, Seat::B, 900_000_000), 590_000);
    assert_eq!(left(&room, Seat::A, 900_000_000), 599_000);
    assert_eq!(room.wake_at(), None, "nothing falls while the game is adjourned");
    for (number, command) in [(0, Command::OfferDraw { ply: 1 }), (1, common::put(1, "a1"))] {
        let effects = room.handle(act(number, "x", Action::Play(command)), ms(12_000));
        assert_eq!(answer(&effects), Err(Refusal::Game(game::Refusal::Adjourned)));
    }
}

#[test]
fn k02_a_flag_that_falls_before_the_move_is_sealed_loses() {
    let mut room = one_move();
    adjourn(&mut room, 5000);
    room.handle(Input::Wake, ms(601_000));
    assert_eq!(room.table().game().outcome().unwrap().reason, Reason::Flag);
}

#[test]
fn k02_a_sealed_move_on_a_stone_is_taken_and_loses_when_it_is_opened() {
    let mut room = one_move();
    adjourn(&mut room, 5000);
    seal(&mut room, 1, 1, SealedMove::Stone(at("h8")), 6000).unwrap();
    assert!(room.table().game().outcome().is_none(), "looked at when it is opened");
    open(&mut room, 7000).unwrap();
    confirm(&mut room, 0, 8000).unwrap();
    confirm(&mut room, 1, 9000).unwrap();
    let outcome = room.table().game().outcome().unwrap();
    assert_eq!((&outcome.reason, outcome.scores.b), (&Reason::SealedIllegal, Score::Loss));
}

#[test]
fn k02_a_forbidden_point_is_playable_and_loses_by_the_usual_rule() {
    let mut room = arbitrated(RuleSet { lag: LagRule::OFF, ..RuleSet::renju(Some(sudden_death(secs(600)))) });
    let moves = ["f8", "a1", "g8", "o1", "h6", "a15", "h7", "o15"];
    for (ply, name) in (0..).zip(moves) {
        let number = u8::try_from(ply % 2).unwrap();
        assert!(answer(&room.handle(place(number, name, ply, name), ms(1000))).is_ok());
    }
    adjourn(&mut room, 2000);
    seal(&mut room, 0, 8, SealedMove::Stone(at("h8")), 3000).unwrap();
    open(&mut room, 4000).unwrap();
    room.handle(Input::Wake, ms(4000) + CONFIRM_WITHIN);
    assert!(matches!(room.table().game().outcome().unwrap().reason, Reason::Forbidden { .. }));
}

#[test]
fn k02_whatever_is_owed_can_be_sealed() {
    let opening = OpeningRule::Specified { fifths: Fifths::Announced };
    let swap_after_three = |room: &mut Room| {
        let points = ["h8", "h9", "j10"].map(point).to_vec();
        let lag = tengen::game::moment::Span::ZERO;
        let lay = Command::Lay { ply: 0, points, number: Some(2), lag };
        assert!(answer(&room.handle(act(0, "lay", Action::Play(lay)), ms(10))).is_ok());
    };
    let mut room = arbitrated(RuleSet { opening, ..rules() });
    swap_after_three(&mut room);
    adjourn(&mut room, 20);
    seal(&mut room, 1, 4, SealedMove::Choose(Choice::Swap), 30).unwrap();
    open(&mut room, 40).unwrap();
    confirm(&mut room, 0, 50).unwrap();
    confirm(&mut room, 1, 60).unwrap();
    assert_eq!(room.table().game().black(), Some(Seat::B), "the swap was played");
    // What was swapped owes the fourth stone: the game goes on.
    assert!(answer(&room.handle(place(0, "four", 5, "g9"), ms(70))).is_ok());
}

#[test]
fn k03_the_digest_is_that_of_the_revealed_move_and_the_opponent_s_clock_starts_then() {
    let mut room = one_move();
    adjourn(&mut room, 5000);
    seal(&mut room, 1, 1, SealedMove::Stone(at("j9")), 11_000).unwrap();
    let Some(Adjournment::Sealed { digest }) = room.table().game().adjournment() else {
        panic!("not sealed")
    };
    let digest = *digest;
    room = reopened(&room);
    let opened_at = 3_600_000;
    let effects = rule(&mut room, 2, "open", TableRuling::OpenSealed, opened_at);
    let record = kept(&effects).remove(0);
    let Some(Event::Game(game::Event::Unsealed { sealed, nonce, seat })) = record.events.last() else {
        panic!("not opened: {record:?}")
    };
    assert_eq!((*seat, sealed, nonce), (Seat::B, &SealedMove::Stone(at("j9")), &NONCE));
    let words = format!("stone j9|{nonce}");
    assert_eq!(digest.to_string(), sha256(words.as_bytes()));

    confirm(&mut room, 1, opened_at + 1000).unwrap();
    assert_eq!(confirm(&mut room, 1, opened_at + 1500), Err(Refusal::Game(game::Refusal::NothingToConfirm)));
    confirm(&mut room, 0, opened_at + 2000).unwrap();
    let game = room.table().game();
    assert!(matches!(&game.moves()[1].deed, Deed::Stone { point, .. } if *point == at("j9")));
    assert_eq!(game.moves()[1].took, secs(10), "only what he thought before he sealed");
    assert_eq!(left(&room, Seat::B, opened_at + 9000), 590_000, "unchanged since sealing");
    assert_eq!(left(&room, Seat::A, opened_at + 9000), 592_000, "runs from the move on");
}

#[test]
fn k03_after_a_minute_the_position_counts_as_confirmed_whoever_is_absent() {
    let mut room = one_move();
    adjourn(&mut room, 5000);
    seal(&mut room, 1, 1, SealedMove::Stone(at("j9")), 11_000).unwrap();
    open(&mut room, 20_000).unwrap();
    assert_eq!(room.wake_at(), Some(ms(80_000)));
    room.handle(Input::Wake, ms(80_000));
    assert_eq!(room.table().game().moves().len(), 2);
    assert_eq!(left(&room, Seat::A, 90_000), 589_000);
}

#[test]
fn k03_an_increment_is_given_for_the_sealed_move_too() {
    let clock = Some(common::fischer(secs(600), secs(10)));
    let mut room = arbitrated(RuleSet { clock, ..rules() });
    assert!(answer(&room.handle(place(0, "one", 0, "h8"), ms(1000))).is_ok());
    adjourn(&mut room, 1000);
    seal(&mut room, 1, 1, SealedMove::Stone(at("j9")), 5000).unwrap();
    open(&mut room, 6000).unwrap();
    room.handle(Input::Wake, ms(66_000));
    assert_eq!(left(&room, Seat::B, 70_000), 606_000);
}

#[test]
fn k01_an_adjournment_is_called_off_as_long_as_nothing_is_sealed() {
    let mut room = one_move();
    adjourn(&mut room, 5000);
    let charge = tengen::game::seat::PerSeat::default();
    let go_on = TableRuling::Game(Ruling::GoOn { charge, force: false });
    assert!(answer(&rule(&mut room, 2, "on", go_on, 6000)).is_ok());
    assert!(answer(&room.handle(place(1, "two", 1, "h9"), ms(8000))).is_ok());
    assert_eq!(left(&room, Seat::B, 9000), 593_000);
    adjourn_again(&mut room);
}

fn adjourn_again(room: &mut Room) {
    let again = rule(room, 2, "again", TableRuling::Game(Ruling::Adjourn), 9000);
    assert!(answer(&again).is_ok());
    let twice = rule(room, 2, "twice", TableRuling::Game(Ruling::Adjourn), 9000);
    assert_eq!(answer(&twice), Err(Refusal::Game(game::Refusal::Adjourned)));
}

#[test]
fn k03_a_player_may_resign_while_the_game_is_adjourned() {
    let mut room = one_move();
    adjourn(&mut room, 5000);
    seal(&mut room, 1, 1, SealedMove::Pass, 11_000).unwrap();
    assert!(answer(&room.handle(act(1, "resign", Action::Play(Command::Resign)), ms(12_000))).is_ok());
    assert!(room.table().envelope().is_none(), "what was sealed is of no use any more");
}

#[test]
fn k04_neither_frames_nor_debug_output_have_the_move_before_it_is_opened() {
    let mut room = one_move();
    let mut frames = String::new();
    let mut listen = |effects: &[Effect]| {
        for number in 0..3 {
            for outgoing in told(effects, number) {
                frames.push_str(std::str::from_utf8(&wire::outgoing(&outgoing)).unwrap());
            }
        }
        frames.push_str(&format!("{effects:?}"));
    };
    listen(&rule(&mut room, 2, "adjourn", TableRuling::Game(Ruling::Adjourn), 5000));
    let sealed = SealedMove::Stone(at("m13"));
    listen(&room.handle(act(1, "seal", Action::Seal { ply: 1, sealed, nonce: NONCE }), ms(6000)));
    // Everybody leaves, the server restarts, everybody comes back and is told all there is.
    room = reopened(&room);
    for number in 0..3 {
        listen(&room.handle(Input::Leave { connection: common::connection(number) }, ms(7000)));
        listen(&room.handle(join(number), ms(7000)));
    }
    listen(&room.handle(act(0, "resume", Action::Play(Command::Resume)), ms(8000)));
    assert!(frames.contains("sealed") && frames.len() > 5000, "something was said");
    for secret in ["m13", "M13", &NONCE.to_string(), "171, 171"] {
        assert!(!frames.contains(secret), "{secret} was told too early");
    }
    let opened = rule(&mut room, 2, "open", TableRuling::OpenSealed, 9000);
    let told: String = told(&opened, 0)
        .iter()
        .map(|outgoing| String::from_utf8(wire::outgoing(outgoing).to_vec()).unwrap())
        .collect();
    assert!(told.contains("m13") && told.contains(&NONCE.to_string()), "and now it is told");
}

fn sha256(bytes: &[u8]) -> String {
    use sha2::{Digest as _, Sha256};
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}
