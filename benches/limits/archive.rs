//! The server with a great many finished games behind it, in turns with one that has none: nobody waits longer for them,
//! and they take no memory.

use std::path::Path;
use std::time::{Duration, Instant};

use tempfile::TempDir;
use tengen::store::{Settings, Store};
use tokio::runtime::Runtime;

use crate::page::{Row, Target};
use crate::plausible::{far_down, fill, mixed, name, opening, preset};
use crate::rows::{Form, serves};
use crate::subject::{Subject, Work};
use crate::visitor::{Pages, Visitor};

/// How often something is asked for, in a round.
const TIMES: u64 = 500;
/// Of so many rounds the one counts that was disturbed least.
const ROUNDS: u64 = 3;
/// How many searches one address makes: what is searched for draws credit.
const SEARCHES_OF_ADDRESS: u64 = 20;
/// How many games are begun at once, and how often that is done.
const PASSES: usize = 2;

/// A directory with finished games, which is removed with it.
pub struct Archive {
    data: TempDir,
    games: u32,
}

/// What was measured with as many games live.
struct Measured {
    /// Of the server's own memory, in MB.
    memory: f64,
    /// From the start to the first game that is shown, in seconds.
    restart: f64,
    /// What the slowest of a hundred takes, in milliseconds.
    lobby: f64,
    resume: f64,
    search: f64,
}

impl Archive {
    /// Writes the games through the store. The store has threads of its own, so this process must not have been pinned yet.
    pub fn filled(form: Form) -> Self {
        let (data, games) = (tempfile::tempdir().unwrap(), form.pick(1_000_000, 10_000));
        let begun = Instant::now();
        Runtime::new().unwrap().block_on(async {
            let settings = Settings::new(data.path().join("tengen.db"));
            let (store, writer) = Store::open(&settings).await.unwrap();
            fill(&store, games).await;
            drop(store);
            writer.finished().await;
        });
        println!("  {games} finished games written in {:.0} s", begun.elapsed().as_secs_f64());
        Self { data, games }
    }
}

/// What finished games cost those who are here.
pub fn archive(form: Form, archive: &Archive) -> Vec<Row> {
    let empty = tempfile::tempdir().unwrap();
    let without = measured(form, empty.path());
    let with = measured(form, archive.data.path());
    let live = PASSES * at_once(form);
    let behind = format!("{live} games live, {} finished", archive.games);
    let slowest = |what: &str, value, bound| {
        let name = format!("{behind}: {what}, p99");
        Row::value(&name, "ms", value, bound, Target::AtMost(10.0))
    };
    vec![
        Row::value(
            &format!("{behind}: restart after kill -9, until one is served; the bound has none finished"),
            "s",
            with.restart,
            Some(without.restart),
            Target::AtMost(2.0),
        ),
        Row::ratio(
            &format!("{behind}: memory of the server"),
            "MB",
            with.memory,
            without.memory,
            Target::AtMost(1.1),
        ),
        slowest("the lobby's list", with.lobby, Some(without.lobby)),
        slowest("a connection is made and shown a game", with.resume, Some(without.resume)),
        slowest("a page of the search, by HTTP", with.search, None),
    ]
}

fn at_once(form: Form) -> usize {
    form.pick(5000, 500)
}

fn measured(form: Form, data: &Path) -> Measured {
    let server = Subject::server(data);
    let work = Work { walls: at_once(form), boards: 1, moves: 60, ..Work::default() };
    let reports: Vec<_> = (0..PASSES).map(|_| server.load(work)).collect();
    let memory = reports.last().and_then(|report| report.memory).expect("the server's memory was looked at");
    drop(server);
    let begun = Instant::now();
    let server = Subject::server(data);
    let restart = serves(&server, data, begun);
    let rooms = live_rooms(data);
    Runtime::new().unwrap().block_on(async {
        let mut visitor = Visitor::new(server.address()).await;
        Measured {
            memory: memory.after as f64 / 1024.0 / 1024.0,
            restart,
            lobby: lobby(&mut visitor).await,
            resume: resume(&server, &visitor, &rooms).await,
            search: search(&server).await,
        }
    })
}

/// Some of the games that are played, from all over the journal.
fn live_rooms(data: &Path) -> Vec<String> {
    let connection = rusqlite::Connection::open(data.join("tengen.db")).unwrap();
    let mut all = connection.prepare("SELECT id FROM room WHERE phase <> 'over' ORDER BY id").unwrap();
    let rooms: Vec<String> = all.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect();
    (0..TIMES).map(|turn| rooms[mixed(turn) as usize % rooms.len()].clone()).collect()
}

async fn lobby(visitor: &mut Visitor) -> f64 {
    let mut rounds = Vec::new();
    for _ in 0..ROUNDS {
        let mut times = Vec::new();
        for _ in 0..TIMES {
            let begun = Instant::now();
            visitor.look_round().await;
            times.push(begun.elapsed());
            visitor.leave_lobby().await;
        }
        rounds.push(times);
    }
    slowest_of_a_hundred(rounds)
}

async fn resume(server: &Subject, visitor: &Visitor, rooms: &[String]) -> f64 {
    let mut rounds = Vec::new();
    for _ in 0..ROUNDS {
        let mut times = Vec::new();
        for room in rooms {
            let begun = Instant::now();
            Visitor::back(server.address(), visitor.token.clone()).await.join(room).await;
            times.push(begun.elapsed());
        }
        rounds.push(times);
    }
    slowest_of_a_hundred(rounds)
}

async fn search(server: &Subject) -> f64 {
    let mut rounds = Vec::new();
    let mut pages = Pages::new(server.address(), [127, 0, 0, 1].into()).await;
    for round in 0..ROUNDS {
        let mut times = Vec::new();
        for turn in 0..TIMES {
            let path = question(turn);
            if turn.is_multiple_of(SEARCHES_OF_ADDRESS) {
                let number = round * TIMES / SEARCHES_OF_ADDRESS + turn / SEARCHES_OF_ADDRESS;
                pages = Pages::new(server.address(), [127, 0, 1, number as u8 + 1].into()).await;
            }
            let begun = Instant::now();
            let page = pages.get(&path).await;
            times.push(begun.elapsed());
            assert!(page.starts_with(b"{\"games\":["), "{path}");
        }
        rounds.push(times);
    }
    slowest_of_a_hundred(rounds)
}

/// What is asked in turn: everything, a player, filters together, a page far down, and what nothing fits.
fn question(turn: u64) -> String {
    let chance = mixed(turn + 1);
    let player = |number| name(number).unwrap_or_default().replace(' ', "%20");
    let (preset, opening) = (preset(chance).unwrap_or_default(), opening(chance / 7).unwrap_or_default());
    match turn % 6 {
        0 => "/api/games".to_owned(),
        1 => format!("/api/games?player={}", player(1 + chance % 300)),
        2 => format!("/api/games?preset={preset}&opening={opening}"),
        3 => far_down(chance).map_or_else(String::new, |(wall, room)| {
            format!("/api/games?preset={preset}&result=draw&after={wall}-{room}")
        }),
        4 => format!("/api/games?player={}&preset=freestyle&opening={opening}", player(1 + chance % 300)),
        _ => "/api/games?player=Nobody".to_owned(),
    }
}

fn slowest_of_a_hundred(mut rounds: Vec<Vec<Duration>>) -> f64 {
    rounds.iter_mut().for_each(|times| times.sort());
    let slowest = rounds.iter().map(|times| times[times.len() * 99 / 100]).min();
    slowest.map_or(f64::NAN, |slowest| slowest.as_secs_f64() * 1000.0)
}
