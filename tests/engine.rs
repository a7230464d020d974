//! The engine: what it must see, that it never plays what it may not, that it is the same every time, and that its levels
//! are in order.
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs, reason = "a test may panic")]

#[path = "common/duel.rs"]
#[allow(dead_code, unreachable_pub, reason = "not every test uses all of it")]
mod duel;

use duel::{BOTH, FREESTYLE, GO_BOARD, LARGE, Player, RENJU, STANDARD, duel};
use serde_json::Value;
use tengen::bot::engine::{Chance, Field, Ground, Level, Limits, Pick, Table, Thought, WON, choose, think};
use tengen::game::board::{Board, Stone};
use tengen::game::point::Point;
use tengen::game::rules::{Made, made_by};

const GROUNDS: [Ground; 6] = [FREESTYLE, STANDARD, RENJU, BOTH, GO_BOARD, LARGE];

/// Enough for a short tactical question.
const LIMITS: Limits = Limits { nodes: 20_000, depth: 12, fours: 16, threats: 4000 };

/// A position from names of points, and who is to move.
fn position(ground: Ground, black: &str, white: &str) -> Field {
    let mut field = Field::new(ground);
    for (stone, names) in [(Stone::Black, black), (Stone::White, white)] {
        for name in names.split_whitespace() {
            field.put(name.parse().unwrap(), stone);
        }
    }
    field
}

fn best(field: &mut Field, mover: Stone) -> Thought {
    think(field, mover, &|_| true, LIMITS, &mut Table::new(14), &mut || false)
}

fn named(thought: Thought) -> String {
    thought.point.unwrap().to_string()
}

fn level_plays(level: Level, field: &mut Field, mover: Stone, seed: u64) -> Point {
    let pick = Pick { mover, allowed: &|_| true, nodes_max: u64::MAX };
    let thought = choose(level, field, pick, &mut Chance::new(seed), &mut Table::new(12), &mut || false);
    thought.point.unwrap()
}

#[test]
fn every_level_makes_a_five_and_blocks_one() {
    for level in Level::ALL {
        for seed in 0..20 {
            let mut own = position(FREESTYLE, "g8 h8 i8 j8", "f8 a1 a3 a5");
            assert_eq!(level_plays(level, &mut own, Stone::Black, seed).to_string(), "k8", "{level:?}");
            let mut other = position(FREESTYLE, "g8 h8 i8 j8", "f8 c3 d4 e5");
            assert_eq!(level_plays(level, &mut other, Stone::White, seed).to_string(), "k8", "{level:?}");
        }
    }
}

#[test]
fn a_gentle_level_makes_a_straight_four_and_mostly_answers_an_open_three() {
    let answers = ["e8", "f8", "i8", "j8", "k8"];
    let mut answered = 0;
    for seed in 0..100 {
        let mut own = position(FREESTYLE, "g8 h8 i8", "c3 d4");
        let point = level_plays(Level::Gentle, &mut own, Stone::Black, seed).to_string();
        assert!(["f8", "j8"].contains(&point.as_str()), "{point}");
        let mut other = position(FREESTYLE, "f8 g8 h8", "c3 d5");
        let point = level_plays(Level::Gentle, &mut other, Stone::White, seed).to_string();
        answered += usize::from(answers.contains(&point.as_str()));
    }
    assert!((60..100).contains(&answered), "{answered} of 100");
}

#[test]
fn what_wins_depends_on_the_rules() {
    // A sixth stone wins under freestyle only; under renju it wins for White.
    let row = "e8 f8 g8 i8 j8";
    for (ground, mover, wins) in [
        (FREESTYLE, Stone::Black, true),
        (STANDARD, Stone::Black, false),
        (RENJU, Stone::Black, false),
        (RENJU, Stone::White, true),
    ] {
        let field = match mover {
            Stone::Black => position(ground, row, "a1 a3 a5 a7 a9"),
            Stone::White => position(ground, "a1 a3 a5 a7 a9", row),
        };
        assert_eq!(field.makes_five("h8".parse().unwrap(), mover), wins, "{ground:?} {mover:?}");
    }
}

#[test]
fn a_win_by_fours_is_found_and_leads_to_its_end() {
    // Two threes blocked at one end cross on j8, where two fours arise; three more fours lead there.
    for (ground, black, white, stones) in [
        (FREESTYLE, "g8 h8 i8 j5 j6 j7", "f8 j4 a1 a3 c15 e15", 3),
        (STANDARD, "g8 h8 i8 j5 j6 j7", "f8 j4 a1 a3 c15 e15", 3),
        (RENJU, "a1 a3 c15 e15 f8 j4 o1", "g8 h8 i8 j5 j6 j7", 3),
    ] {
        let mover = if ground == RENJU { Stone::White } else { Stone::Black };
        let mut field = position(ground, black, white);
        let thought = best(&mut field, mover);
        assert_eq!((named(thought), thought.value > WON), ("j8".to_owned(), true), "{ground:?}");
        assert_eq!(stones_to_win(&mut field, mover), stones, "{ground:?}");
    }
}

/// Lets the engine attack and the defence answer each four, until there is a five: after how many stones.
fn stones_to_win(field: &mut Field, attacker: Stone) -> usize {
    let before = field.stones();
    let free: Vec<Point> = field.ground().board.iter().collect();
    loop {
        assert!(field.stones() < before + 40, "no end\n{field:?}");
        let point = best(field, attacker).point.unwrap();
        let wins = field.makes_five(point, attacker);
        field.put(point, attacker);
        if wins {
            return field.stones() - before;
        }
        let is_open = |point: &&Point| field.is_free(**point);
        let fives: Vec<Point> = free
            .iter()
            .filter(is_open)
            .filter(|point| field.makes_five(**point, attacker))
            .copied()
            .collect();
        let answer = fives.first().expect("each attacking stone makes a four");
        field.put(*answer, attacker.other());
    }
}

#[test]
fn white_wins_by_a_forbidden_point_and_black_does_not_step_on_one() {
    // White's four can only be stopped on h8, where Black would make two fours.
    let (black, white) = ("e8 f8 g8 h9 h10 h11 m3", "d8 h12 i7 j6 k5");
    let four: Point = "l4".parse().unwrap();
    for (ground, is_lost) in [(RENJU, true), (STANDARD, false)] {
        let mut field = position(ground, black, white);
        assert_eq!(field.is_legal("h8".parse().unwrap(), Stone::Black), !is_lost);
        field.put(four, Stone::White);
        let reply = best(&mut field, Stone::Black);
        assert_eq!(reply.value < -WON, is_lost, "{ground:?}: {reply:?}");
        assert!(reply.point.is_some_and(|point| field.is_legal(point, Stone::Black)));
        field.take();
        let thought = best(&mut field, Stone::White);
        assert!(thought.value > WON, "{thought:?}");
    }
}

#[test]
fn what_the_engine_says_of_a_point_is_what_the_judge_says() {
    for (number, ground) in (0..).zip(GROUNDS) {
        let mut chance = Chance::new(number);
        for _ in 0..60 {
            let (field, board) = scattered(ground, &mut chance);
            for point in board.free_points() {
                for stone in [Stone::Black, Stone::White] {
                    let made = made_by(&board, point, stone, ground.five, ground.forbidden);
                    let is_five = matches!(made, Made::Five { .. });
                    assert_eq!(
                        field.makes_five(point, stone),
                        is_five,
                        "{point} {stone:?} {ground:?}\n{board:?}"
                    );
                    let is_legal = !matches!(made, Made::Foul(_));
                    assert_eq!(
                        field.is_legal(point, stone),
                        is_legal,
                        "{point} {stone:?} {ground:?}\n{board:?}"
                    );
                }
            }
        }
    }
}

#[test]
fn taking_stones_off_brings_back_what_was() {
    for (number, ground) in (100..).zip(GROUNDS) {
        let mut chance = Chance::new(number);
        let mut stones: Vec<(Point, Stone)> = Vec::new();
        let mut field = Field::new(ground);
        for step in 0..400 {
            if chance.below(3) == 0 && !stones.is_empty() {
                field.take();
                stones.pop();
            } else {
                let stone = [Stone::Black, Stone::White][chance.below(2)];
                let lines = usize::from(ground.board.lines());
                let point = Point::new(chance.below(lines) as u8, chance.below(lines) as u8).unwrap();
                if field.is_free(point) {
                    field.put(point, stone);
                    stones.push((point, stone));
                }
            }
            if step % 40 == 0 {
                let mut fresh = Field::new(ground);
                stones.iter().rev().for_each(|(point, stone)| fresh.put(*point, *stone));
                assert_eq!(told(&field), told(&fresh), "{field:?}");
            }
        }
    }
}

#[test]
fn a_position_and_its_mirror_images_promise_the_same() {
    for (number, ground) in (200..).zip(GROUNDS) {
        let mut chance = Chance::new(number);
        for _ in 0..20 {
            let (field, board) = scattered(ground, &mut chance);
            let last = ground.board.lines() - 1;
            for turn in 0..3 {
                let turned = |point: Point| {
                    let (column, row) = (point.column(), point.row());
                    let (column, row) = [(last - column, row), (row, column), (row, last - column)][turn];
                    Point::new(column, row).unwrap()
                };
                let mut image = Field::new(ground);
                for point in ground.board.iter() {
                    if let Some(stone) = board.get(point) {
                        image.put(turned(point), stone);
                    }
                }
                for point in board.free_points() {
                    for stone in [Stone::Black, Stone::White] {
                        let promises =
                            (field.promise_of(point, stone), image.promise_of(turned(point), stone));
                        assert_eq!(promises.0, promises.1, "{point} {stone:?}\n{board:?}");
                    }
                }
            }
        }
    }
}

#[test]
fn no_level_plays_what_it_may_not_in_a_thousand_positions_of_each_rule_set() {
    for (number, ground) in (300..).zip(GROUNDS) {
        let mut chance = Chance::new(number);
        let mut table = Table::new(12);
        for round in 0..1000 {
            let (mut field, board) = scattered(ground, &mut chance);
            let mover = [Stone::Black, Stone::White][round % 2];
            let level = Level::ALL[round % Level::ALL.len()];
            let pick = Pick { mover, allowed: &|_| true, nodes_max: 60 };
            let thought = choose(level, &mut field, pick, &mut chance, &mut table, &mut || false);
            let point = thought.point.expect("there is always a point that may be played");
            assert!(board.is_free(point), "{point} {level:?}\n{board:?}");
            let made = made_by(&board, point, mover, ground.five, ground.forbidden);
            assert!(!matches!(made, Made::Foul(_)), "{mover:?} {point} {made:?}\n{board:?}");
        }
    }
}

#[test]
fn the_last_move_of_a_won_game_is_found_and_what_the_loser_could_not_stop_is_known() {
    let games = std::fs::read_to_string("tests/data/engine-games.jsonl").unwrap();
    let mut played = 0;
    for line in games.lines().step_by(7) {
        let game: Value = serde_json::from_str(line).unwrap();
        if game["ending"] != "five" {
            continue;
        }
        let ground = match game["rule"].as_str().unwrap() {
            "renju" => RENJU,
            "standard" => STANDARD,
            _ => FREESTYLE,
        };
        let moves: Vec<Point> = game["moves"]
            .as_array()
            .unwrap()
            .iter()
            .map(|name| name.as_str().unwrap().parse().unwrap())
            .collect();
        if moves.iter().any(|point| !ground.board.contains(*point)) {
            continue;
        }
        let mut field = Field::new(ground);
        let colours = [Stone::Black, Stone::White];
        for (at, point) in moves[..moves.len() - 1].iter().enumerate() {
            field.put(*point, colours[at % 2]);
        }
        let winner = colours[(moves.len() - 1) % 2];
        let thought = best(&mut field, winner);
        assert!(field.makes_five(thought.point.unwrap(), winner), "{}", game["id"]);
        field.take();
        let few = Limits { nodes: 500, depth: 4, fours: 8, threats: 0 };
        let loser = winner.other();
        let thought = think(&mut field, loser, &|_| true, few, &mut Table::new(10), &mut || false);
        // The loser may have overlooked a block; if there was none, the engine knows that it is lost.
        if thought.value < -WON {
            played += 1;
        }
    }
    assert!(played > 50, "{played}");
}

#[test]
fn the_same_seed_gives_the_same_game() {
    let once = || {
        let mut field = position(RENJU, "h8 i10 g7", "i9 h9");
        let (mut chance, mut table) = (Chance::new(7), Table::new(12));
        let mut mover = Stone::White;
        let mut points = Vec::new();
        for turn in 0..12 {
            let level = Level::ALL[turn % 4];
            let pick = Pick { mover, allowed: &|_| true, nodes_max: 2000 };
            let thought = choose(level, &mut field, pick, &mut chance, &mut table, &mut || false);
            points.push(thought.point.unwrap());
            field.put(thought.point.unwrap(), mover);
            mover = mover.other();
        }
        points
    };
    assert_eq!(once(), once());
}

#[test]
fn a_search_stops_when_it_is_told_to_and_still_has_a_move() {
    let mut field = position(FREESTYLE, "h8 i10 g7", "i9 h9 j8");
    let mut asked = 0;
    let limits = Limits { nodes: u64::MAX, depth: 32, fours: 16, threats: 4000 };
    let mut should_stop = || {
        asked += 1;
        asked > 20
    };
    let thought = think(&mut field, Stone::Black, &|_| true, limits, &mut Table::new(14), &mut should_stop);
    assert!(thought.point.is_some_and(|point| field.is_free(point)));
    assert_eq!(asked, 21, "it is asked again and again, and not any more once it has said yes");
    assert_eq!(field.stones(), 6, "the board is as it was");
}

/// Each level against the one below it, in few games of a fixed seed: that their order has not turned round. How far they
/// are apart, `cargo bench --bench strength` says.
#[test]
fn each_level_beats_the_one_below_it() {
    for (pair, pairs) in Level::ALL[..4].windows(2).zip([12, 12, 10]) {
        let score = duel(FREESTYLE, Player::Level(pair[1]), Player::Level(pair[0]), pairs, 1);
        assert!(score.share() >= 0.6, "{:?} against {:?}: {score:?}", pair[1], pair[0]);
    }
    let score = duel(RENJU, Player::Level(Level::Strong), Player::Greedy, 3, 1);
    assert_eq!((score.won, score.lost), (6, 0));
}

/// A board with some stones by chance, none of which has won and none of which was forbidden.
fn scattered(ground: Ground, chance: &mut Chance) -> (Field, Board) {
    let mut board = Board::new(ground.board);
    let mut field = Field::new(ground);
    let stones = chance.below(70);
    let lines = usize::from(ground.board.lines());
    // Closer together, so that there are shapes.
    let reach = 5 + chance.below(lines - 5);
    for number in 0..stones {
        let stone = if number % 2 == 0 { Stone::Black } else { Stone::White };
        let point = Point::new(chance.below(reach) as u8, chance.below(reach) as u8).unwrap();
        let is_nothing = board.is_free(point)
            && made_by(&board, point, stone, ground.five, ground.forbidden) == Made::Nothing;
        if is_nothing {
            board.put(point, stone);
            field.put(point, stone);
        }
    }
    (field, board)
}

/// All that a field says of its free points.
fn told(field: &Field) -> Vec<(Point, [i16; 2], [bool; 2])> {
    let colours = [Stone::Black, Stone::White];
    let free = field.ground().board.iter().filter(|point| field.is_free(*point));
    free.map(|point| {
        (
            point,
            colours.map(|stone| field.promise_of(point, stone)),
            colours.map(|stone| field.is_legal(point, stone)),
        )
    })
    .collect()
}
