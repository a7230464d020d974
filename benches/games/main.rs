//! How long finished games take to be found: a database is filled with plausible ones through the store, and everything
//! that can be asked is asked through it. The yardstick, one journal read by its key, takes part in the same run.
//!
//! `GAMES=20000 cargo bench --bench games` takes fewer than the usual 100,000.
#![allow(
    clippy::unwrap_used,
    clippy::disallowed_methods,
    clippy::expect_used,
    clippy::print_stdout,
    missing_docs,
    reason = "a benchmark may panic, prints, and measures real time"
)]

use std::time::{Duration, Instant};

use futures::future::join_all;
use tengen::game::event::Score;
use tengen::game::moment::Moment;
use tengen::game::presets::presets;
use tengen::game::ruleset::RuleSet;
use tengen::game::seat::{PerSeat, Seat};
use tengen::journal::{
    Arbitration, Colours, Event, Finished, Lot, Opened, Person, PersonId, Phase, Recorded, RoomId,
    Visibility, WallTime,
};
use tengen::store::{Append, FoundGame, ResultSought, Right, Search, Settings, Store};

const GAMES_USUAL: u32 = 100_000;
/// How many calls write at the same time, as many rooms do.
const AT_ONCE: u32 = 1000;
/// How often each question is asked in a round.
const TIMES: u32 = 200;
/// Of so many rounds the one counts that was disturbed least.
const ROUNDS: u32 = 3;
/// What the slowest of a hundred answers may take.
const TARGET: Duration = Duration::from_millis(10);
/// The milliseconds over which the games are spread: three years.
const YEARS: u64 = 3 * 365 * 86_400_000;
const BEGUN: u64 = 1_700_000_000_000;
/// One in so many games has this player, as a bot has that never sleeps.
const BOT_PLAYS: u64 = 20;
const BOT: u64 = 0;

#[tokio::main(flavor = "multi_thread", worker_threads = 2)]
async fn main() {
    let games = std::env::var("GAMES").map_or(GAMES_USUAL, |games| games.parse().expect("GAMES is a number"));
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("tengen.db");
    let (store, writer) = Store::open(&Settings::new(&path)).await.unwrap();
    let begun = Instant::now();
    fill(&store, games).await;
    let took = begun.elapsed().as_secs_f64();
    let bytes = std::fs::metadata(&path).unwrap().len();
    println!("{games} finished games written in {took:.1} s, {} bytes a game", bytes / u64::from(games));
    println!("  {:<46} {:>6} {:>9} {:>9}", "asked for", "found", "p50", "p99");
    let yardstick = yardstick(&store, games).await;
    let mut worst = Duration::ZERO;
    for (name, search) in questions() {
        worst = worst.max(ask(&store, name, games, search).await);
    }
    let verdict = if worst <= TARGET { "ok" } else { "MISS" };
    println!(
        "slowest p99 {:.2} ms, {:.0} times the yardstick's; target {} ms: {verdict}",
        millis(worst),
        worst.as_secs_f64() / yardstick.as_secs_f64(),
        TARGET.as_millis()
    );
    drop(store);
    writer.finished().await;
}

/// What is asked, given a random number and the newest game that is looked at. The rarest are there on purpose:
/// what fits nothing is looked for longest.
type Question = fn(u64) -> Search;

fn questions() -> Vec<(&'static str, Question)> {
    vec![
        ("everything, first page", |_| Search::default()),
        ("everything, a page far down", |chance| Search { after: far_down(chance), ..Search::default() }),
        ("a player", |chance| Search { player: name(1 + chance % 300), ..Search::default() }),
        ("a player nobody is", |_| Search { player: Some("Nobody".to_owned()), ..Search::default() }),
        ("the bot", |_| Search { player: name(BOT), ..Search::default() }),
        ("the bot, a page far down", |chance| Search {
            player: name(BOT),
            after: far_down(chance),
            ..Search::default()
        }),
        ("a preset", |chance| Search { preset: preset(chance), ..Search::default() }),
        ("an opening", |chance| Search { opening: opening(chance), ..Search::default() }),
        ("a result", |chance| Search { result: result(chance), ..Search::default() }),
        ("a day", |chance| day(chance, Search::default())),
        ("until long ago", |chance| Search { until: Some(BEGUN + chance % YEARS), ..Search::default() }),
        ("mine", |chance| Search { person: Some(person(chance % 300)), ..Search::default() }),
        ("the bot's own, far down", |chance| Search {
            person: Some(person(BOT)),
            after: far_down(chance),
            ..Search::default()
        }),
        ("mine against somebody", |chance| Search {
            person: Some(person(chance % 300)),
            player: name(1 + chance / 300 % 300),
            ..Search::default()
        }),
        ("the bot's own against nobody", |_| Search {
            person: Some(person(BOT)),
            player: Some("Nobody".to_owned()),
            ..Search::default()
        }),
        ("preset, opening", |chance| Search {
            preset: preset(chance),
            opening: opening(chance / 7),
            ..Search::default()
        }),
        ("preset, result", |chance| Search {
            preset: preset(chance),
            result: result(chance / 7),
            ..Search::default()
        }),
        ("a preset that has no such opening", |chance| Search {
            preset: Some("freestyle".to_owned()),
            opening: opening(chance),
            ..Search::default()
        }),
        ("preset, opening, result, a page far down", |chance| Search {
            preset: preset(chance),
            opening: opening(chance / 7),
            result: result(chance / 91),
            after: far_down(chance),
            ..Search::default()
        }),
        ("the bot's draws under a rare preset", |_| Search {
            player: name(BOT),
            preset: Some("free-swap3".to_owned()),
            result: Some(ResultSought::Draw),
            ..Search::default()
        }),
        ("all of it, on a day: mostly none", |chance| {
            day(
                chance,
                Search {
                    player: name(chance % 300),
                    preset: preset(chance),
                    opening: opening(chance / 7),
                    result: result(chance / 91),
                    ..Search::default()
                },
            )
        }),
    ]
}

async fn ask(store: &Store, what: &str, games: u32, question: Question) -> Duration {
    let (mut rounds, mut found) = (Vec::new(), 0);
    for _ in 0..ROUNDS {
        let mut times = Vec::new();
        for turn in 0..TIMES {
            let search = Search { limit: 50, ..question(mixed(u64::from(turn) + 1)) };
            let begun = Instant::now();
            let page = store.find_games(search.clone()).await.unwrap();
            times.push(begun.elapsed());
            assert!(page.iter().all(|game| fits(game, &search)), "{what}: {search:?}");
            assert!(page.is_sorted_by(|one, next| (next.wall, one.room) < (one.wall, next.room)), "{what}");
            found += page.len();
        }
        rounds.push(times);
    }
    assert!(found > 0 || what.contains("no") || games < GAMES_USUAL, "{what}: nothing was found");
    report(what, found / (TIMES * ROUNDS) as usize, rounds)
}

/// A benchmark that finds the wrong games measures nothing.
fn fits(game: &FoundGame, search: &Search) -> bool {
    let is_called = |name: &String| game.players.a.name == *name || game.players.b.name == *name;
    let is_at = |person: PersonId| [&game.players.a.id, &game.players.b.id].contains(&&person.to_string());
    search.player.as_ref().is_none_or(is_called)
        && search.person.is_none_or(is_at)
        && search.preset.as_ref().is_none_or(|preset| game.preset.as_ref() == Some(preset))
        && search.opening.as_ref().is_none_or(|opening| game.opening.as_ref() == Some(opening))
        && search.since.is_none_or(|since| game.wall >= since)
        && search.until.is_none_or(|until| game.wall < until)
        && search.after.is_none_or(|after| (game.wall, after.1) < (after.0, game.room))
}

async fn yardstick(store: &Store, games: u32) -> Duration {
    let mut rounds = Vec::new();
    for round in 0..ROUNDS {
        let mut times = Vec::new();
        for turn in 0..TIMES {
            let number = mixed(u64::from(round * TIMES + turn)) % u64::from(games);
            let begun = Instant::now();
            assert!(store.records_of(room(number)).await.unwrap().is_some());
            times.push(begun.elapsed());
        }
        rounds.push(times);
    }
    report("(the journal of one room)", 1, rounds)
}

/// Prints a line, and says what the slowest of a hundred took.
fn report(what: &str, found: usize, mut rounds: Vec<Vec<Duration>>) -> Duration {
    rounds.iter_mut().for_each(|times| times.sort());
    let best = |percent: usize| {
        rounds.iter().map(|times| times[times.len() * percent / 100]).min().expect("there was a round")
    };
    println!("  {what:<46} {found:>6} {:>6.2} ms {:>6.2} ms", millis(best(50)), millis(best(99)));
    best(99)
}

fn millis(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1000.0
}

async fn fill(store: &Store, games: u32) {
    for first in (0..games).step_by(AT_ONCE as usize) {
        let numbers = first..(first + AT_ONCE).min(games);
        let written = join_all(numbers.map(|number| store.append(vec![game(u64::from(number))]))).await;
        assert!(written.iter().all(Result::is_ok));
    }
}

/// A whole game in one append, as short as a journal can be. Its number decides everything about it.
fn game(number: u64) -> Append {
    let chance = |what: u64| mixed(number << 8 | what);
    let visibility = if chance(1).is_multiple_of(10) { Visibility::Link } else { Visibility::Public };
    let wall = WallTime(BEGUN + chance(2) % YEARS);
    let opened = Opened {
        rules: RuleSet::renju(None),
        colours: Colours::Black(Seat::A),
        lot: Lot([7; 16]),
        visibility,
        wall,
        server: "0.1.0".to_owned(),
        previous: None,
        series: None,
        arbitration: Arbitration::None,
        board: None,
        bout: None,
    };
    let a = if chance(3).is_multiple_of(BOT_PLAYS) { BOT } else { somebody(chance(4)) };
    let b = 1 + (a + somebody(chance(5))) % PEOPLE;
    let players = PerSeat { a: a % PEOPLE, b: if a == b { BOT } else { b } };
    let preset = presets()[rank(chance(6), 18)].id;
    let scores = match chance(7) % 20 {
        0..10 => PerSeat { a: Score::Win, b: Score::Loss },
        10..19 => PerSeat { a: Score::Loss, b: Score::Win },
        _ => PerSeat { a: Score::Draw, b: Score::Draw },
    };
    let finished = Finished {
        wall,
        visibility,
        players: PerSeat { a: who(players.a), b: who(players.b) },
        black: Some(if chance(8).is_multiple_of(2) { Seat::A } else { Seat::B }),
        preset: Some(preset),
        opening: if ["freestyle", "standard", "free"].contains(&preset) { None } else { opening(chance(9)) },
        scores,
        reason: "five",
        moves: 9 + u32::try_from(chance(10) % 100).unwrap(),
    };
    let first = Recorded {
        seq: 0,
        at: Moment::from_millis(0),
        cause: None,
        events: vec![Event::Opened(Box::new(opened))],
    };
    Append {
        room: room(number),
        right: Right::Found { opener: finished.players.a.id, visibility },
        records: vec![first],
        phase: Phase::Over,
        finished: Some(Box::new(finished)),
    }
}

/// How many people play. Some play much, most play little.
const PEOPLE: u64 = 5000;

fn somebody(chance: u64) -> u64 {
    1 + rank(chance, 4000) as u64
}

/// A number below `most`, the small ones far more often.
fn rank(chance: u64, most: u32) -> usize {
    let share = (chance % 1_000_000) as f64 / 1_000_000.0;
    ((f64::from(most) + 1.0).powf(share) - 1.0) as usize
}

fn who(number: u64) -> Person {
    Person { id: person(number), name: name(number).unwrap().parse().unwrap(), is_bot: false }
}

#[expect(clippy::unnecessary_wraps, reason = "it is a part of a search")]
fn name(number: u64) -> Option<String> {
    Some(format!("Guest {number}"))
}

fn person(number: u64) -> PersonId {
    let bytes = mixed(number).to_le_bytes();
    PersonId::from_entropy(std::array::from_fn(|at| if at < 8 { bytes[at] } else { 3 }))
}

fn room(number: u64) -> RoomId {
    // Twelve times five bits: no two numbers share a room.
    RoomId::from_entropy(std::array::from_fn(|at| (mixed_back(number) >> (5 * at) & 31) as u8))
}

/// Spreads numbers below 2^60 over all of them, and no two to one place.
const fn mixed_back(number: u64) -> u64 {
    number.wrapping_mul(0x09e3_779b_97f4_a7c5) & ((1 << 60) - 1)
}

#[expect(clippy::unnecessary_wraps, reason = "it is a part of a search")]
fn preset(chance: u64) -> Option<String> {
    Some(presets()[(chance % 18) as usize].id.to_owned())
}

#[expect(clippy::unnecessary_wraps, reason = "it is a part of a search")]
fn opening(chance: u64) -> Option<String> {
    let kind = if chance.is_multiple_of(2) { 'D' } else { 'I' };
    Some(format!("{kind}{}", 1 + chance / 2 % 13))
}

#[expect(clippy::unnecessary_wraps, reason = "it is a part of a search")]
fn result(chance: u64) -> Option<ResultSought> {
    Some([ResultSought::Black, ResultSought::White, ResultSought::Draw][(chance % 3) as usize])
}

fn day(chance: u64, search: Search) -> Search {
    let since = BEGUN + chance % YEARS;
    Search { since: Some(since), until: Some(since + 86_400_000), ..search }
}

/// A game somewhere among all of them.
#[expect(clippy::unnecessary_wraps, reason = "it is a part of a search")]
fn far_down(chance: u64) -> Option<(u64, RoomId)> {
    Some((BEGUN + chance % (YEARS / 10), room(chance % 1000)))
}

/// Splitmix: what looks like chance, and is the same in every run.
const fn mixed(number: u64) -> u64 {
    let mut mixed = number.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}
