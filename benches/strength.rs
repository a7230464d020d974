//! How strong the engine is: each level against the one below it, the best against one who looks one stone ahead, and how
//! many positions it looks at in a second. Everything but the speed follows from the seed.
//!
//! `cargo bench --bench strength -- [GAMES] [SEED]`; 200 games a match are usual.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::print_stdout,
    missing_docs,
    unreachable_pub,
    dead_code,
    reason = "a benchmark may panic, and prints"
)]

#[path = "../tests/common/duel.rs"]
mod duel;

use std::time::Instant;

use duel::{FREESTYLE, LARGE, Player, RENJU, STANDARD, duel};
use tengen::bot::engine::{Field, Ground, Level, Limits, Table, think};
use tengen::game::board::Stone;

fn main() {
    let numbers: Vec<u64> = std::env::args().skip(1).filter_map(|word| word.parse().ok()).collect();
    let games = numbers.first().copied().unwrap_or(200);
    let seed = numbers.get(1).copied().unwrap_or(1);
    speed();
    println!("{games} games a match, seed {seed}, each opening with both colours");
    for (name, ground) in
        [("freestyle", FREESTYLE), ("standard", STANDARD), ("renju", RENJU), ("freestyle 20x20", LARGE)]
    {
        for pair in Level::ALL.windows(2) {
            show(name, ground, Player::Level(pair[1]), Player::Level(pair[0]), games, seed);
        }
        show(name, ground, Player::Level(Level::Master), Player::Greedy, games, seed);
    }
}

#[expect(clippy::disallowed_methods, reason = "a benchmark measures real time")]
fn show(name: &str, ground: Ground, one: Player, other: Player, games: u64, seed: u64) {
    let start = Instant::now();
    let score = duel(ground, one, other, games.div_ceil(2), seed);
    println!(
        "  {name:<16} {:<8} against {:<8} {:>4} won {:>3} drawn {:>3} lost  {:>5.1} %  ({:.0} s)",
        called(one),
        called(other),
        score.won,
        score.drawn,
        score.lost,
        100.0 * score.share(),
        start.elapsed().as_secs_f64()
    );
}

fn called(player: Player) -> String {
    match player {
        Player::Level(level) => format!("{level:?}"),
        Player::Greedy => "greedy".to_owned(),
    }
}

/// Positions a second, where nothing is forced yet.
#[expect(clippy::disallowed_methods, reason = "a benchmark measures real time")]
fn speed() {
    const NODES: u64 = 200_000;
    for (name, ground) in [("freestyle", FREESTYLE), ("renju", RENJU), ("freestyle 20x20", LARGE)] {
        let mut field = Field::new(ground);
        let mut mover = Stone::Black;
        for name in ["h8", "i9", "f6", "k7", "e10", "l11"] {
            field.put(name.parse().unwrap(), mover);
            mover = mover.other();
        }
        let (mut table, start) = (Table::new(18), Instant::now());
        let limits = Limits { nodes: NODES, depth: 30, fours: 20 };
        let thought = think(&mut field, mover, &|_| true, limits, &mut table, &mut || false);
        let spent = start.elapsed().as_secs_f64();
        println!(
            "{name}: {:.0} positions a second, {} deep after {}",
            thought.nodes as f64 / spent,
            thought.depth,
            thought.nodes
        );
    }
}
