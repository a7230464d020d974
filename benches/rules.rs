//! What the rules cost: deciding and applying one move or step of each opening, and putting a whole room into words.
//! The yardstick is a stone put on a bare board, in the same run.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::print_stdout,
    missing_docs,
    unreachable_pub,
    dead_code,
    reason = "a benchmark may panic, and prints"
)]

#[path = "../tests/common/bout.rs"]
mod bout;

use std::hint::black_box;
use std::time::{Duration, Instant};

use bout::{Bout, command};
use tengen::game::board::{Board, Stone};
use tengen::game::point::BoardSize;
use tengen::game::presets::presets;
use tengen::game::ruleset::RuleSet;
use tengen::game::seat::Seat;
use tengen::journal::{
    Arbitration, Colours, Event, Journal, Lot, Opened, Person, Recorded, Visibility, WallTime,
};
use tengen::protocol;

const ROUND: Duration = Duration::from_millis(150);
const ROUNDS: usize = 5;

/// What each opening does first, in as many steps as it has.
const SPECIFIED: &str = "A h8; A i9; A j10; A announce 2; B swap; A g9; B show i7 f9; A keep i7; A j8";
const FIXED: &str = "A h8; A i9; A j10; B swap; A g9; B show i7 f9; A keep i7; A j8";
const TARANNIKOV: &str = "A h8; B swap; A i9; B stay; B j10; A stay; A k8; B stay; B l8; A swap; B a1";
const TARAGUCHI: &str =
    "A h8; B stay; B i9; A stay; A j10; B stay; B k8; A stay; A fifth; A l8; B stay; B a1";
const SOOSYRV: &str = "A h8; A i9; A j10; B stay; B g9; B announce 2; A swap; B show a1 b2; A keep a1; A o1";
const SWAP2: &str = "A h8; A a1; A o15; B two; B i9; B c7; A swap; A d3; B e5";
const BY_TURNS: &str = "A h8; B h9; A l12; B i9; A g7; B j10; A k11";
const SWAP_AFTER_THREE: &str = "A h8; B h9; A l12; B swap; A i9; B g7; A j10";

fn main() {
    println!("nanoseconds, best of {ROUNDS} rounds in turns");
    let bare = time(|| {
        let mut board = Board::new(BoardSize::FIFTEEN);
        board.put(BoardSize::FIFTEEN.centre(), Stone::Black);
        board
    });
    println!("  {:<42} {bare:>9.0}", "a stone on a bare board");
    for preset in presets() {
        let turns = match preset.id {
            "cn2013" | "yamaguchi" => SPECIFIED,
            "cn2009" | "cn-old" | "rif" | "swap3-2" => FIXED,
            "tarannikov" => TARANNIKOV,
            "taraguchi10" => TARAGUCHI,
            "soosyrv8" => SOOSYRV,
            "swap2" => SWAP2,
            "free-swap3" => SWAP_AFTER_THREE,
            _ => BY_TURNS,
        };
        let each = time_steps(&preset.rules, turns);
        println!(
            "  {:<42} {each:>9.0}  {:>6.1}x",
            format!("{}: decide and evolve a step", preset.id),
            each / bare
        );
    }
    let journal = sixty_moves();
    let snapshot = time(|| {
        let table = journal.table();
        protocol::snapshot(
            tengen::journal::RoomId::from_entropy([7; 12]),
            journal.next(),
            journal.end().millis(),
            table,
        )
    });
    println!("  {:<42} {snapshot:>9.0}  {:>6.1}x", "a snapshot of 60 moves, with its hash", snapshot / bare);
}

/// The mean time of a step of a game, clones of the states not counted.
#[expect(clippy::disallowed_methods, reason = "a benchmark measures real time")]
fn time_steps(rules: &RuleSet, turns: &str) -> f64 {
    let mut states = Vec::new();
    let mut bout = Bout::new(rules.clone());
    for turn in turns.split(';').map(str::trim) {
        let seat = if turn.starts_with('A') { Seat::A } else { Seat::B };
        states.push((bout.game.clone(), seat, command(turn[1..].trim(), bout.game.ply())));
        bout.play(turn);
    }
    let mut best = f64::MAX;
    for _ in 0..ROUNDS {
        let (mut spent, mut steps) = (Duration::ZERO, 0_u32);
        while spent < ROUND / 2 {
            let mut fresh: Vec<_> = states.iter().cycle().take(256).cloned().collect();
            let start = Instant::now();
            for (game, seat, command) in &mut fresh {
                let events = game.decide(*seat, command.clone(), bout.now).unwrap();
                events.iter().for_each(|event| game.evolve(bout.now, event));
            }
            spent += start.elapsed();
            steps += 256;
            black_box(&fresh);
        }
        best = best.min(spent.as_secs_f64() * 1e9 / f64::from(steps));
    }
    best
}

#[expect(clippy::disallowed_methods, reason = "a benchmark measures real time")]
fn time<T>(mut work: impl FnMut() -> T) -> f64 {
    let mut best = f64::MAX;
    for _ in 0..ROUNDS {
        let (start, mut calls) = (Instant::now(), 0_u32);
        while start.elapsed() < ROUND {
            for _ in 0..64 {
                black_box(work());
            }
            calls += 64;
        }
        best = best.min(start.elapsed().as_secs_f64() * 1e9 / f64::from(calls));
    }
    best
}

/// A room in which sixty stones stand and nobody has won.
fn sixty_moves() -> Journal {
    let opened = Opened {
        rules: RuleSet::renju(None),
        colours: Colours::Black(Seat::A),
        lot: Lot([0; 16]),
        visibility: Visibility::Public,
        wall: WallTime(0),
        server: "bench".to_owned(),
        previous: None,
        series: None,
        arbitration: Arbitration::None,
        board: None,
        bout: None,
    };
    let person = |number: u8| Person {
        id: tengen::journal::PersonId::from_entropy([number; 16]),
        name: format!("Person {number}").parse().unwrap(),
        is_bot: false,
    };
    let seated = |seat, number| Event::Seated { seat, person: person(number) };
    let events = vec![Event::Opened(Box::new(opened.clone())), seated(Seat::A, 0), seated(Seat::B, 1)];
    let first = Recorded { seq: 0, at: tengen::game::moment::Moment::ZERO, cause: None, events };
    let mut journal = Journal::replay(vec![first]).unwrap();
    let mut bout = Bout::new(opened.rules);
    let quiet = |stone: usize| {
        BoardSize::FIFTEEN
            .iter()
            .filter(move |point| usize::from(point.column() / 2 + point.row()) % 2 == stone)
            .take(30)
            .collect::<Vec<_>>()
    };
    for (black, white) in quiet(0).into_iter().zip(quiet(1)) {
        bout.play(&format!("A {black}; B {white}"));
    }
    for (at, event) in &bout.events {
        journal.record(*at, None, vec![Event::Game(event.clone())]);
    }
    journal
}
