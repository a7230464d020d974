//! How strong the engine is: each level against the one below it, the best against one who looks one stone ahead, and how
//! many positions it looks at in a second. Everything but the speed follows from the seed. At renju games begin with three stones where its
//! openings have theirs; under other rules with five and an answer, drawn until a search finds them even, which against who looks one stone
//! ahead looks farther than Master does, since nobody wins nearly all games from lost positions.
//!
//! `cargo bench --bench strength -- [GAMES] [SEED] [WORDS]`; 200 games a match are usual. Words choose matches, in their order: one is
//! the two players, the first named first (`master-strong`, `club-easy`, `master-greedy`), or the rules (`freestyle`, `standard`, `renju`,
//! `large`). Without players each level meets the one below it and Master one who looks one stone ahead; without rules all four are played:
//!
//! `cargo bench --bench strength -- 200 1 master-strong freestyle`
//!
//! Seeds that are nearer to each other than half the games share openings: parts of a match take seeds that are hundreds apart.
//! With `LOST=1` every game that the first of the players lost is printed, to be looked at.
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

use duel::{FREESTYLE, LARGE, Played, Player, RENJU, STANDARD, watched_duel};
use tengen::bot::engine::{Field, Ground, Level, Limits, Table, think};
use tengen::game::board::Stone;

/// The grounds that a word can choose.
const GROUNDS: [(&str, Ground); 4] =
    [("freestyle", FREESTYLE), ("standard", STANDARD), ("renju", RENJU), ("large", LARGE)];

/// Who plays whom, and on what.
struct Programme {
    pairs: Vec<(Player, Player)>,
    grounds: Vec<(&'static str, Ground)>,
}

fn main() {
    let (numbers, words): (Vec<String>, Vec<String>) = std::env::args()
        .skip(1)
        .filter(|word| !word.starts_with("--"))
        .partition(|word| word.parse::<u64>().is_ok());
    let number =
        |index: usize, usual| numbers.get(index).map_or(usual, |word: &String| word.parse().unwrap());
    let (games, seed) = (number(0, 200), number(1, 1));
    let programme = Programme::chosen_by(&words);
    if words.is_empty() {
        speed();
    }
    println!("{games} games a match, seed {seed}, each opening with both colours");
    for (name, ground) in programme.grounds {
        for (one, other) in &programme.pairs {
            show(name, ground, *one, *other, games, seed);
        }
    }
}

impl Programme {
    fn chosen_by(words: &[String]) -> Self {
        let (mut pairs, mut grounds) = (Vec::new(), Vec::new());
        for word in words {
            if let Some(ground) = GROUNDS.iter().find(|(name, _)| name == word) {
                grounds.push(*ground);
            } else {
                let (one, other) =
                    word.split_once('-').unwrap_or_else(|| panic!("`{word}` is neither players nor rules"));
                pairs.push((player(one), player(other)));
            }
        }
        if pairs.is_empty() {
            pairs.extend(Level::ALL.windows(2).map(|pair| (Player::Level(pair[1]), Player::Level(pair[0]))));
            pairs.push((Player::Level(Level::Master), Player::Greedy));
        }
        if grounds.is_empty() {
            grounds.extend(GROUNDS);
        }
        Self { pairs, grounds }
    }
}

fn player(name: &str) -> Player {
    let is_called = |level: &Level| format!("{level:?}").eq_ignore_ascii_case(name);
    match Level::ALL.into_iter().find(is_called) {
        Some(level) => Player::Level(level),
        None if name == "greedy" => Player::Greedy,
        None => panic!("nobody is called `{name}`"),
    }
}

#[expect(clippy::disallowed_methods, reason = "a benchmark measures real time")]
fn show(name: &str, ground: Ground, one: Player, other: Player, games: u64, seed: u64) {
    let start = Instant::now();
    let is_asked_for = std::env::var("LOST").is_ok();
    let mut show = |played: &Played| {
        if is_asked_for && played.is_lost() {
            let stones: Vec<String> = played.stones.iter().map(ToString::to_string).collect();
            println!(
                "  lost with {}: {}",
                if played.one_is_black { "Black" } else { "White" },
                stones.join(" ")
            );
        }
    };
    let score = watched_duel(ground, [one, other], games.div_ceil(2), seed, &mut show);
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
        let limits = Limits { nodes: NODES, depth: 30, fours: 20, threats: 0 };
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
