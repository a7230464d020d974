//! How long finished games take to be found: a database is filled with plausible ones through the store, and everything
//! that can be asked is asked through it. The yardstick, one journal read by its key, takes part in the same run.
//!
//! `GAMES=20000 cargo bench --bench games` takes fewer than the usual 100,000.
#![allow(
    clippy::unwrap_used,
    clippy::disallowed_methods,
    clippy::expect_used,
    clippy::print_stdout,
    unreachable_pub,
    missing_docs,
    reason = "a benchmark may panic, prints, and measures real time"
)]

mod plausible;

use std::time::{Duration, Instant};

use plausible::{BEGUN, BOT, YEARS, far_down, fill, mixed, name, opening, person, preset, room};
use tengen::journal::PersonId;
use tengen::store::{FoundGame, ResultSought, Search, Settings, Store};

const GAMES_USUAL: u32 = 100_000;
/// How often each question is asked in a round.
const TIMES: u32 = 200;
/// Of so many rounds the one counts that was disturbed least.
const ROUNDS: u32 = 3;
/// What the slowest of a hundred answers may take.
const TARGET: Duration = Duration::from_millis(10);

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

#[expect(clippy::unnecessary_wraps, reason = "it is a part of a search")]
fn result(chance: u64) -> Option<ResultSought> {
    Some([ResultSought::Black, ResultSought::White, ResultSought::Draw][(chance % 3) as usize])
}

fn day(chance: u64, search: Search) -> Search {
    let since = BEGUN + chance % YEARS;
    Search { since: Some(since), until: Some(since + 86_400_000), ..search }
}
