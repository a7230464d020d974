//! How fast forbidden moves are judged: full-board scans a second, ours and figrid-board's, and the whole of
//! `tengen judge` with its JSON, all in one run.
#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    missing_docs,
    reason = "a benchmark may panic, and prints"
)]

use std::hint::black_box;
use std::path::Path;
use std::time::{Duration, Instant};

use figrid_board::BitBoard;
use serde::Deserialize;
use tengen::game::board::Stone;
use tengen::game::point::{BoardSize, Point};
use tengen::game::rules::Position;

/// A round of one contestant. The contestants take turns, and the best round of each counts.
const ROUND: Duration = Duration::from_millis(600);
const ROUNDS: usize = 5;

fn main() {
    println!("full-board scans for renju's forbidden moves, a second, best of {ROUNDS} rounds in turns");
    let labelled: Vec<Stones> = lines("forbidden-positions.jsonl");
    let games: Vec<Game> = lines("engine-games.jsonl");
    let played: Vec<Stones> =
        games.iter().flat_map(|game| (1..game.moves.len()).map(|plies| game.after(plies))).collect();
    contest("positions from the engine games", &played, 100_000.0);
    contest("labelled positions", &labelled, 50_000.0);
}

/// Lets the three run over the same positions and prints what they did.
fn contest(name: &str, stones: &[Stones], target: f64) {
    let points: Vec<_> = stones.iter().map(|stones| (points(&stones.black), points(&stones.white))).collect();
    let bits: Vec<_> = points.iter().map(|(black, white)| (bits(black), bits(white))).collect();
    let text: String = stones.iter().enumerate().map(|(id, stones)| stones.question(id)).collect();

    let found: usize = points.iter().map(|(black, white)| scan(black, white)).sum();
    let found_by_figrid: usize = bits.iter().map(|(black, white)| scan_with_figrid(black, white)).sum();
    assert_eq!(found, found_by_figrid, "the contestants must do the same work");

    let [mut ours, mut theirs, mut program] = [0.0_f64; 3];
    for _ in 0..ROUNDS {
        ours = ours.max(rate(points.len(), |at| {
            let (black, white) = &points[at];
            scan(black, white)
        }));
        theirs = theirs.max(rate(bits.len(), |at| {
            let (black, white) = &bits[at];
            scan_with_figrid(black, white)
        }));
        program = program.max(rate(1, |_| judge(&text, stones.len())) * stones.len() as f64);
    }
    let stones_each =
        points.iter().map(|(black, white)| black.len() + white.len()).sum::<usize>() / points.len();
    println!("\n{name}: {}, {stones_each} stones each, {found} points not plainly legal", stones.len());
    println!("  {:<44} {theirs:>10.0}", "figrid-board 1.2, one thread");
    row("tengen, from the stones, one thread", ours, theirs, target);
    row("tengen judge, JSON in and out, its own threads", program, theirs, target);
}

fn row(name: &str, rate: f64, theirs: f64, target: f64) {
    let word = if rate >= target { "ok" } else { "MISS" };
    println!("  {name:<44} {rate:>10.0}  {:>6.1}x  target {target:.0}: {word}", rate / theirs);
}

/// Calls `scan` with the numbers below `count` in turn until the round is over; the calls a second.
#[expect(clippy::disallowed_methods, reason = "a benchmark measures real time")]
fn rate(count: usize, mut scan: impl FnMut(usize) -> usize) -> f64 {
    const AT_ONCE: usize = 256;
    let (start, mut calls) = (Instant::now(), 0);
    while start.elapsed() < ROUND {
        for _ in 0..AT_ONCE.min(count) {
            black_box(scan(calls % count));
            calls += 1;
        }
    }
    calls as f64 / start.elapsed().as_secs_f64()
}

fn scan(black: &[Point], white: &[Point]) -> usize {
    let mut position = Position::new(BoardSize::FIFTEEN);
    black.iter().for_each(|point| position.put(*point, Stone::Black));
    white.iter().for_each(|point| position.put(*point, Stone::White));
    position.scan().map(black_box).count()
}

/// Asks for every free point, which is the only question it answers.
fn scan_with_figrid(black: &BitBoard, white: &BitBoard) -> usize {
    (0..figrid_board::NUM_CELLS)
        .filter(|cell| !black.get(*cell) && !white.get(*cell))
        .filter(|cell| figrid_board::renju::foul(black, white, *cell) != figrid_board::renju::Foul::None)
        .count()
}

fn judge(text: &str, lines: usize) -> usize {
    let mut answers = Vec::with_capacity(text.len());
    let outcome =
        tengen::judge::run(text.as_bytes(), &mut answers, std::io::sink(), tengen::judge::Detail::Verdict)
            .unwrap();
    assert_eq!((outcome.answered, outcome.refused), (lines as u64, 0));
    answers.len()
}

#[derive(Deserialize)]
struct Stones {
    black: Vec<String>,
    white: Vec<String>,
}

impl Stones {
    fn question(&self, id: usize) -> String {
        format!("{}\n", serde_json::json!({ "id": id, "black": self.black, "white": self.white }))
    }
}

#[derive(Deserialize)]
struct Game {
    moves: Vec<String>,
}

impl Game {
    fn after(&self, plies: usize) -> Stones {
        let every_second = |from| self.moves[..plies].iter().skip(from).step_by(2).cloned().collect();
        Stones { black: every_second(0), white: every_second(1) }
    }
}

fn lines<T: for<'a> Deserialize<'a>>(name: &str) -> Vec<T> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name);
    std::fs::read_to_string(path).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn points(names: &[String]) -> Vec<Point> {
    names.iter().map(|name| name.parse().unwrap()).collect()
}

fn bits(points: &[Point]) -> BitBoard {
    let mut board = BitBoard::EMPTY;
    points
        .iter()
        .for_each(|point| board.set(figrid_board::to_idx(point.row().into(), point.column().into())));
    board
}
