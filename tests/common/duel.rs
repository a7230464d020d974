//! Games between players of the engine, from openings that follow from a seed.

use tengen::bot::engine::{Chance, Field, Ground, Level, Limits, Pick, Table, choose, greedy, think};
use tengen::game::board::{Board, Stone};
use tengen::game::point::{BoardSize, Point};
use tengen::game::rules::{Five, Forbidden, Made, made_by};

pub const FREESTYLE: Ground =
    Ground { board: BoardSize::FIFTEEN, five: Five::FiveOrMore, forbidden: Forbidden::Nobody };
pub const STANDARD: Ground =
    Ground { board: BoardSize::FIFTEEN, five: Five::ExactlyFive, forbidden: Forbidden::Nobody };
pub const RENJU: Ground =
    Ground { board: BoardSize::FIFTEEN, five: Five::Renju, forbidden: Forbidden::Black };
pub const BOTH: Ground =
    Ground { board: BoardSize::FIFTEEN, five: Five::ExactlyFive, forbidden: Forbidden::Both };
pub const LARGE: Ground =
    Ground { board: BoardSize::TWENTY, five: Five::FiveOrMore, forbidden: Forbidden::Nobody };
pub const GO_BOARD: Ground =
    Ground { board: BoardSize::NINETEEN, five: Five::ExactlyFive, forbidden: Forbidden::Nobody };

/// Who plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Player {
    /// A level of the engine.
    Level(Level),
    /// Who looks one stone ahead.
    Greedy,
}

/// What a number of games came to.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Score {
    pub won: u32,
    pub drawn: u32,
    pub lost: u32,
}

impl Score {
    pub fn games(self) -> u32 {
        self.won + self.drawn + self.lost
    }

    /// The share of the points, a draw being half of one.
    pub fn share(self) -> f64 {
        (f64::from(self.won) + f64::from(self.drawn) / 2.0) / f64::from(self.games())
    }
}

/// A game that was played.
#[derive(Clone, Debug)]
pub struct Played {
    /// All stones in turn, Black's first; the first of them are the opening.
    pub stones: Vec<Point>,
    pub one_is_black: bool,
    pub winner: Option<Stone>,
}

impl Played {
    /// Whether the first of the players lost it.
    pub fn is_lost(&self) -> bool {
        self.winner.is_some_and(|stone| (stone == Stone::Black) != self.one_is_black)
    }
}

/// Plays pairs of games, each pair from one opening with colours exchanged.
pub fn duel(ground: Ground, one: Player, other: Player, pairs: u64, seed: u64) -> Score {
    watched_duel(ground, [one, other], pairs, seed, &mut |_| {})
}

/// The same, and every game is shown when it has ended.
pub fn watched_duel(
    ground: Ground,
    [one, other]: [Player; 2],
    pairs: u64,
    seed: u64,
    show: &mut dyn FnMut(&Played),
) -> Score {
    // From a lost position nobody is seen to be much stronger, so where one should win nearly all the games it is looked into
    // farther, and farther than either of them does.
    let care = if [one, other].contains(&Player::Greedy) { GREAT_CARE } else { CARE };
    let mut score = Score::default();
    let mut seeds = Chance::new(seed);
    for _ in 0..pairs {
        // Seeds in a row give the same numbers, each later by one than the one before: openings drawn until one is even would be alike.
        let mut chance = Chance::new(seeds.next());
        let opening = opening(ground, care, &mut chance);
        for one_is_black in [true, false] {
            let players = if one_is_black { [one, other] } else { [other, one] };
            let (winner, stones) = play(ground, players, &opening, chance.clone());
            let played = Played { stones, one_is_black, winner };
            match winner {
                None => score.drawn += 1,
                Some(_) if played.is_lost() => score.lost += 1,
                Some(_) => score.won += 1,
            }
            show(&played);
        }
    }
    score
}

/// One game, Black first among the players: who wins it, and its stones.
pub fn play(
    ground: Ground,
    players: [Player; 2],
    opening: &[Point],
    mut chance: Chance,
) -> (Option<Stone>, Vec<Point>) {
    let mut stones = opening.to_vec();
    let mut board = Board::new(ground.board);
    let mut field = Field::new(ground);
    let mut mover = Stone::Black;
    for point in opening {
        board.put(*point, mover);
        field.put(*point, mover);
        mover = mover.other();
    }
    let mut tables = [Table::new(16), Table::new(16)];
    while !board.is_full() {
        let side = usize::from(mover == Stone::White);
        let point = match players[side] {
            Player::Greedy => greedy(&field, mover),
            Player::Level(level) => {
                let pick = Pick { mover, allowed: &|_| true, nodes_max: u64::MAX };
                choose(level, &mut field, pick, &mut chance, &mut tables[side], &mut || false).point
            }
        };
        // Only who may not put a stone anywhere has none to put.
        let Some(point) = point else { break };
        stones.push(point);
        match made_by(&board, point, mover, ground.five, ground.forbidden) {
            Made::Five { .. } => return (Some(mover), stones),
            Made::Foul(foul) => panic!("{mover:?} plays the forbidden {point}: {foul:?}\n{board:?}"),
            Made::Nothing => {}
        }
        board.put(point, mover);
        field.put(point, mover);
        mover = mover.other();
    }
    (None, stones)
}

/// How far it is looked, usually, whether an opening is even.
pub const CARE: Limits = Limits { nodes: 20_000, depth: 10, fours: 16, threats: 8000 };

/// The same where one of the players should win nearly all the games: farther than Master looks.
pub const GREAT_CARE: Limits = Limits { nodes: 1_000_000, depth: 20, fours: 24, threats: 100_000 };

/// Where a game begins, as it does under its rules: at renju with three stones within two lines of the centre, where all its openings
/// have theirs; elsewhere with five within four lines and the best answer to them, drawn until neither side has much of an
/// advantage, before the answer and after it, as far as `care` looks.
pub fn opening(ground: Ground, care: Limits, chance: &mut Chance) -> Vec<Point> {
    const SHORT: Limits = Limits { nodes: 1000, depth: 6, fours: 8, threats: 0 };
    if ground.five == Five::Renju {
        return stones(&mut Field::new(ground), 3, 2, chance);
    }
    loop {
        let mut field = Field::new(ground);
        let mut points = stones(&mut field, 5, 4, chance);
        let looks = [SHORT, CARE, care];
        let Some(answer) = even(&mut field, Stone::White, &looks) else { continue };
        field.put(answer, Stone::White);
        points.push(answer);
        if even(&mut field, Stone::Black, &looks).is_some() {
            return points;
        }
    }
}

/// So many stones in turn, Black first, at most so many lines from the centre.
fn stones(field: &mut Field, count: usize, lines: u8, chance: &mut Chance) -> Vec<Point> {
    let turns = [Stone::Black, Stone::White].into_iter().cycle().take(count);
    let mut put = |mover| {
        let point = any_near(field, mover, lines, chance);
        field.put(point, mover);
        point
    };
    turns.map(&mut put).collect()
}

/// The best move where neither side has much of an advantage, however far it is looked.
fn even(field: &mut Field, mover: Stone, looks: &[Limits]) -> Option<Point> {
    /// What an advantage is worth that is none.
    const ADVANTAGE: i32 = 40;
    let mut table = Table::new(16);
    let mut best = None;
    for limits in looks {
        let thought = think(field, mover, &|_| true, *limits, &mut table, &mut || false);
        best = thought.point.filter(|_| thought.value.abs() <= ADVANTAGE);
        best?;
    }
    best
}

/// A free point at most so many lines from the centre that may be played.
fn any_near(field: &Field, mover: Stone, lines: u8, chance: &mut Chance) -> Point {
    loop {
        let side = 2 * usize::from(lines) + 1;
        let steps = [chance.below(side), chance.below(side)].map(|steps| steps as i8 - lines as i8);
        let point = field.ground().board.centre().offset(steps[0], steps[1]).unwrap();
        if field.is_free(point) && field.is_legal(point, mover) {
            return point;
        }
    }
}
