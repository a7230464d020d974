//! The engine's best level against figrid, an engine of Piskvork's protocol, each with the same time for a move.
//!
//! `cargo bench --bench figrid -- [GAMES] [MILLISECONDS] [SEED]`, after `make figrid`; 20 games of 500 ms are usual. The clock of the
//! machine decides how far either looks, so two runs are not alike. What figrid keeps back of the time that it is told of is added to
//! it; how long each really took for a move is printed. So is for how many moves figrid says that it has searched no position: they were
//! forced, or won by threats, or its time was over before it had begun, in which case it puts its stone into a corner. That it did
//! with 60 ms a move; a score with many of these says little.
//! Each set of rules has openings of its own, so that the scores do not follow from the same games.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::print_stdout,
    missing_docs,
    unreachable_pub,
    dead_code,
    clippy::wildcard_enum_match_arm,
    reason = "a benchmark may panic, and prints"
)]

#[path = "../tests/common/duel.rs"]
mod duel;

use std::io::{BufRead, BufReader, Lines, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use duel::{CARE, FREESTYLE, RENJU, STANDARD, Score, opening};
use tengen::bot::engine::{Chance, Field, Ground, Level, Limits, Table, think};
use tengen::bridge::{Said, read};
use tengen::game::board::{Board, Stone};
use tengen::game::point::Point;
use tengen::game::rules::{Five, Forbidden, Made, made_by};

/// What figrid 1.2 keeps back of the time for a move: told of 1,000 ms it takes 850.
const KEPT_BACK: Duration = Duration::from_millis(150);

/// How long one side took for its moves.
#[derive(Clone, Copy, Debug, Default)]
struct Taken {
    moves: u32,
    time: Duration,
    /// For how many of them it said that it had searched no position.
    unsearched: u32,
}

impl Taken {
    #[expect(clippy::disallowed_methods, reason = "a benchmark measures real time")]
    fn measure<T>(&mut self, answer: impl FnOnce() -> T) -> T {
        let begun = Instant::now();
        let answered = answer();
        self.moves += 1;
        self.time += begun.elapsed();
        answered
    }

    fn mean_ms(self) -> u128 {
        (self.time / self.moves.max(1)).as_millis()
    }
}

/// A running figrid.
struct Figrid {
    process: Child,
    said: ChildStdin,
    heard: Lines<BufReader<ChildStdout>>,
    /// Whether it has said of its last move that it searched no position.
    has_not_searched: bool,
}

fn main() {
    let numbers: Vec<u64> = std::env::args().skip(1).filter_map(|word| word.parse().ok()).collect();
    let number = |index: usize, usual| numbers.get(index).copied().unwrap_or(usual);
    let (games, time, seed) = (number(0, 20), Duration::from_millis(number(1, 500)), number(2, 1));
    println!("Master against figrid, {games} games each, {} ms a move, seed {seed}", time.as_millis());
    for (number, name, ground) in
        [(0, "freestyle", FREESTYLE), (1, "standard", STANDARD), (2, "renju", RENJU)]
    {
        let mut seeds = Chance::new(seed + (number << 32));
        let seeds: Vec<u64> = (0..games.div_ceil(2)).map(|_| seeds.next()).collect();
        let (mut score, mut taken) = (Score::default(), [Taken::default(); 2]);
        for game in 0..games {
            // Each opening with both colours.
            let own = if game % 2 == 0 { Stone::Black } else { Stone::White };
            match play(ground, own, time, seeds[game as usize / 2], &mut taken) {
                None => score.drawn += 1,
                Some(stone) if stone == own => score.won += 1,
                Some(_) => score.lost += 1,
            }
        }
        let Score { won, drawn, lost } = score;
        println!(
            "  {name:<10} {won:>3} won {drawn:>3} drawn {lost:>3} lost  {:>5.1} %, {} ms against {} ms a move, {} of its {} unsearched",
            100.0 * score.share(),
            taken[0].mean_ms(),
            taken[1].mean_ms(),
            taken[1].unsearched,
            taken[1].moves
        );
    }
}

/// One game: who wins it, and how long Master and figrid took. A forbidden or impossible move of either loses.
fn play(ground: Ground, own: Stone, time: Duration, seed: u64, taken: &mut [Taken; 2]) -> Option<Stone> {
    let mut chance = Chance::new(seed);
    let (mut board, mut field) = (Board::new(ground.board), Field::new(ground));
    let mut stones: Vec<(Point, Stone)> = Vec::new();
    let mut mover = Stone::Black;
    for point in opening(ground, CARE, &mut chance) {
        board.put(point, mover);
        field.put(point, mover);
        stones.push((point, mover));
        mover = mover.other();
    }
    let (mut figrid, mut table) = (Figrid::start(ground, time), Table::new(18));
    while !board.is_full() {
        let point = if mover == own {
            taken[0].measure(|| own_move(&mut field, mover, time, &mut table))
        } else {
            let answered = taken[1].measure(|| figrid.answer(&stones, mover));
            taken[1].unsearched += u32::from(figrid.has_not_searched);
            answered.filter(|point| board.size().contains(*point) && board.is_free(*point))
        };
        let Some(point) = point else { return Some(mover.other()) };
        match made_by(&board, point, mover, ground.five, ground.forbidden) {
            Made::Five { .. } => return Some(mover),
            Made::Foul(_) => return Some(mover.other()),
            Made::Nothing => {}
        }
        board.put(point, mover);
        field.put(point, mover);
        stones.push((point, mover));
        mover = mover.other();
    }
    None
}

#[expect(clippy::disallowed_methods, reason = "a benchmark measures real time")]
fn own_move(field: &mut Field, mover: Stone, time: Duration, table: &mut Table) -> Option<Point> {
    let begun = Instant::now();
    let limits = Limits { nodes: u64::MAX, depth: 30, ..Level::Master.limits() };
    think(field, mover, &|_| true, limits, table, &mut || begun.elapsed() >= time).point
}

impl Figrid {
    fn start(ground: Ground, time: Duration) -> Self {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/figrid/bin/pbrain-figrid");
        assert!(file.exists(), "the engine is not there; `make figrid` installs it");
        let mut process = Command::new(file)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let said = process.stdin.take().unwrap();
        let heard = BufReader::new(process.stdout.take().unwrap()).lines();
        let mut figrid = Self { process, said, heard, has_not_searched: false };
        let rule = match (ground.five, ground.forbidden) {
            (Five::Renju, Forbidden::Black) => 4,
            (Five::ExactlyFive, _) => 1,
            (Five::FiveOrMore | Five::Renju, _) => 0,
        };
        figrid.say(&[format!("START {}", ground.board.lines())]);
        assert_eq!(figrid.hear(), Said::Ok);
        figrid.say(&[
            format!("INFO timeout_turn {}", (time + KEPT_BACK).as_millis()),
            "INFO timeout_match 0".to_owned(),
            format!("INFO rule {rule}"),
        ]);
        figrid
    }

    /// The move for who plays `mover` in the position.
    fn answer(&mut self, stones: &[(Point, Stone)], mover: Stone) -> Option<Point> {
        let field = |stone: Stone| if stone == mover { 1 } else { 2 };
        let mut lines = vec!["BOARD".to_owned()];
        lines.extend(
            stones
                .iter()
                .map(|(point, stone)| format!("{},{},{}", point.column(), point.row(), field(*stone))),
        );
        lines.push("DONE".to_owned());
        self.has_not_searched = false;
        self.say(&lines);
        match self.hear() {
            Said::Points(points) => points.first().and_then(|(column, row)| Point::new(*column, *row)),
            other => panic!("figrid says {other:?}"),
        }
    }

    fn say(&mut self, lines: &[String]) {
        for line in lines {
            writeln!(self.said, "{line}\r").unwrap();
        }
        self.said.flush().unwrap();
    }

    /// The next line that is more than a remark.
    fn hear(&mut self) -> Said {
        loop {
            match read(&self.heard.next().expect("figrid has ended").unwrap()) {
                Said::Remark(remark) => self.has_not_searched |= remark.contains("| Node 0 |"),
                said => return said,
            }
        }
    }
}

impl Drop for Figrid {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
