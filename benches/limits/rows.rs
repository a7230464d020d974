//! The rows: each drives the bound and the server in turns, and takes of each the round that was disturbed least.

use std::time::{Duration, Instant};

use tengen::load::Report;

use crate::page::{Row, Target};
use crate::subject::{Peer, Subject, Work, watchers_max};
use crate::visitor::Visitor;

const KB: f64 = 1024.0;
/// A new connection is pinged twice within five seconds, and then seldom: that belongs to its beginning.
const SETTLE: Duration = Duration::from_millis(5500);

/// How much is done.
#[derive(Clone, Copy)]
pub struct Form {
    pub is_short: bool,
}

impl Form {
    /// One of two values.
    pub fn pick<T>(self, full: T, short: T) -> T {
        if self.is_short { short } else { full }
    }
}

/// The server and the bound do the same work in turns.
fn in_turns(rounds: usize, batch: usize, is_durable: bool, work: Work) -> Vec<(Report, Report)> {
    let mut both = Vec::new();
    for _ in 0..rounds {
        let directory = tempfile::tempdir().unwrap();
        let server = Subject::server(directory.path()).load(work);
        let file = directory.path().join("moves");
        let bytes = if server.bytes_per_message > 0.0 { server.bytes_per_message as usize } else { 680 };
        let bound = Subject::bound(bytes, batch, is_durable.then_some(&*file)).load(work);
        both.push((server, bound));
    }
    both
}

fn least(both: &[(Report, Report)], of: impl Fn(&Report) -> f64) -> (f64, f64) {
    let least = |values: &mut dyn Iterator<Item = f64>| values.fold(f64::INFINITY, f64::min);
    (
        least(&mut both.iter().map(|(server, _)| of(server))),
        least(&mut both.iter().map(|(_, bound)| of(bound))),
    )
}

fn processor(report: &Report) -> f64 {
    report.processor_us_per_message.unwrap_or(f64::NAN)
}

/// What a delivered message costs: one event for each write, and eight that wait together.
pub fn delivery(form: Form) -> Vec<Row> {
    let every = Some(Duration::from_millis(250));
    let one = Work {
        walls: form.pick(10, 2),
        boards: 1,
        watchers: 1000,
        moves: form.pick(32, 16),
        every,
        settle: form.pick(SETTLE, Duration::ZERO),
        ..Work::default()
    };
    let eight = Work { walls: 4, boards: 8, ..one };
    let mut rows = Vec::new();
    let all = [("one at a time", 1, one, 1.10), ("8 waiting", 8, eight, 1.20)];
    for (name, batch, work, target) in all.into_iter().take(form.pick(2, 1)) {
        let name = format!("processor for a delivered message, {name}");
        let both = in_turns(form.pick(3, 1), batch, false, work);
        let (value, bound) = least(&both, processor);
        rows.push(Row::ratio(&name, "us", value, bound, Target::AtMost(target)));
        for peer in Peer::ALL.into_iter().filter(|_| !form.is_short) {
            match Subject::peer(peer, both[0].0.bytes_per_message as usize) {
                Some(subject) => {
                    let name = format!("{name}: {}", peer.name());
                    let value = processor(&subject.load(work));
                    rows.push(Row::ratio(&name, "us", value, bound, Target::None));
                }
                None => println!("  {} is not installed, so it is left out", peer.name()),
            }
        }
    }
    rows
}

/// What a connection takes of the server's own memory while nothing is said.
pub fn idle_memory(form: Form) -> (Row, f64) {
    let idle = form.pick(8000, 2000);
    let work = Work { walls: 1, boards: 1, idle, moves: 1, ..Work::default() };
    let both = in_turns(1, 1, false, work);
    let each = |report: &Report| report.memory.map_or(f64::NAN, |memory| memory.per_connection(idle) / KB);
    let (value, bound) = least(&both, each);
    (Row::value("memory of an idle connection", "KB", value, Some(bound), Target::AtMost(4.0)), value * KB)
}

/// How long a move takes to the opponent, kept on the disk before.
pub fn latency(form: Form) -> Vec<Row> {
    let work = Work {
        walls: form.pick(1000, 300),
        boards: 1,
        moves: form.pick(16, 6),
        every: Some(Duration::from_secs(1)),
        ..Work::default()
    };
    let both = in_turns(form.pick(2, 1), 1, true, work);
    let (value, bound) = least(&both, |report| report.latency.p50 as f64 / 1000.0);
    let (p99, p99_bound) = least(&both, |report| report.latency.p99 as f64 / 1000.0);
    let name = format!("move to opponent's event, {} games at 1 move/s", work.walls);
    vec![
        Row::ratio(&format!("{name}, p50"), "ms", value, bound, Target::AtMost(1.5)),
        Row::value(&format!("{name}, p50"), "ms", value, Some(bound), Target::AtMost(0.5)),
        Row::value(&format!("{name}, p99"), "ms", p99, Some(p99_bound), Target::AtMost(3.0)),
    ]
}

/// One game that as many watch as there can be.
pub fn crowd(form: Form) -> Vec<Row> {
    let watchers = form.pick(watchers_max(), 2000);
    let every = Some(Duration::from_millis(form.pick(700, 300)));
    let work = Work { walls: 1, boards: 1, watchers, moves: form.pick(40, 12), every, ..Work::default() };
    let watched = in_turns(form.pick(2, 1), 1, false, work);
    let last = |report: &Report| report.to_everybody.map_or(f64::NAN, |to| to.p50 as f64 / 1000.0);
    let (value, bound) = least(&watched, last);
    let directory = tempfile::tempdir().unwrap();
    let unwatched = Subject::server(directory.path()).load(Work { watchers: 0, ..work });
    let p99 = |report: &Report| report.latency.p99 as f64 / 1000.0;
    let (players, _) = least(&watched, p99);
    vec![
        Row::ratio(
            &format!("one game, {watchers} watch: move to the last of them"),
            "ms",
            value,
            bound,
            Target::AtMost(2.0),
        ),
        Row::ratio(
            "the same: its players' p99, against the game unwatched",
            "ms",
            players,
            p99(&unwatched),
            Target::AtMost(1.2),
        ),
    ]
}

/// What a game takes of the memory beside its connections, and how long the server takes to serve so many again.
pub fn live_games(form: Form, idle_bytes: f64) -> Vec<Row> {
    let (at_once, passes) = form.pick((5000, 2), (500, 1));
    let directory = tempfile::tempdir().unwrap();
    let server = Subject::server(directory.path());
    let work = Work { walls: at_once, boards: 1, moves: 60, ..Work::default() };
    let first = server.load(work);
    let memory = first.memory.unwrap();
    let connections = 2.0 * at_once as f64 * idle_bytes;
    let each = (memory.after.saturating_sub(memory.before) as f64 - connections) / at_once as f64 / KB;
    for _ in 1..passes {
        server.load(work);
    }
    // `kill -9`, and once more from what it left.
    drop(server);
    let begun = Instant::now();
    let server = Subject::server(directory.path());
    let served_after = serves(&server, directory.path(), begun);
    let games = at_once * passes;
    println!(
        "  ready after {:.2} s, the last game served after {served_after:.2} s",
        server.ready_after.as_secs_f64()
    );
    vec![
        Row::value(
            "memory of a live game of 60 moves, beside its connections",
            "KB",
            each,
            None,
            Target::AtMost(16.0),
        ),
        Row::value(
            &format!("restart after kill -9 with {games} live games, until one is served"),
            "s",
            served_after,
            None,
            Target::AtMost(2.0),
        ),
    ]
}

/// How long it took until a guest was shown the game that is opened last.
pub fn serves(server: &Subject, data: &std::path::Path, begun: Instant) -> f64 {
    let connection = rusqlite::Connection::open(data.join("tengen.db")).unwrap();
    let room: String =
        connection.query_row("SELECT max(id) FROM room WHERE phase <> 'over'", [], |row| row.get(0)).unwrap();
    tokio::runtime::Runtime::new().unwrap().block_on(async {
        Visitor::new(server.address()).await.join(&room).await;
        begun.elapsed().as_secs_f64()
    })
}

/// One line of a plot: what a delivered message costs at each size.
pub type Growth = Vec<(usize, f64)>;

/// How the cost grows with rooms, and with those who watch one.
pub fn growth(form: Form) -> (Row, Row, Growth, Growth) {
    let rooms: Growth = form
        .pick(&[10, 100, 1000, 10_000][..], &[10, 200])
        .iter()
        .map(|rooms| (*rooms, of_rooms(form, *rooms)))
        .collect();
    let watchers: Growth = form
        .pick(vec![10, 100, 1000, 10_000, watchers_max()], vec![10, 1000])
        .into_iter()
        .map(|watchers| (watchers, of_watchers(form, watchers)))
        .collect();
    let row = |what: &str, growth: &Growth| {
        let (from, to) = (growth[0].0, growth[growth.len() - 1].0);
        let values = || growth.iter().map(|(_, value)| *value);
        let middle = (values().fold(0.0, f64::max) + values().fold(f64::INFINITY, f64::min)) / 2.0;
        let spread = (values().fold(0.0, f64::max) / middle - 1.0) * 100.0;
        let name = format!("processor for a delivered message, {from} to {to} {what}");
        Row::value(&name, "% about the middle", spread, None, Target::AtMost(15.0))
    };
    (row("rooms", &rooms), row("watchers", &watchers), rooms, watchers)
}

/// A thousand moves a second, spread over so many rooms.
fn of_rooms(form: Form, rooms: usize) -> f64 {
    let seconds = form.pick(6, 2);
    // A connection may follow 64 rooms, and a process have 20,000 files.
    let boards = if rooms > 1000 { 2 } else { 1 };
    let every = Duration::from_millis(rooms as u64).max(Duration::from_millis(10));
    let moves = (seconds * 1000 / every.as_millis().max(1) as usize).clamp(2, 200);
    let work =
        Work { walls: rooms / boards, boards, moves: moves as u16, every: Some(every), ..Work::default() };
    let directory = tempfile::tempdir().unwrap();
    processor(&Subject::server(directory.path()).load(work))
}

/// What a message to one who watches costs, less what the same moves cost unwatched.
fn of_watchers(form: Form, watchers: usize) -> f64 {
    let walls = (form.pick(2000, 500) / watchers).clamp(1, 100);
    let moves = (form.pick(120_000, 20_000) / (walls * watchers)).clamp(8, 60);
    let every = Duration::from_millis((walls * watchers / 50) as u64).max(Duration::from_millis(200));
    let (every, settle) = (Some(every), SETTLE);
    let work = Work { walls, boards: 1, watchers, moves: moves as u16, every, settle, ..Work::default() };
    let run = |work: Work| {
        let directory = tempfile::tempdir().unwrap();
        Subject::server(directory.path()).load(work)
    };
    let (watched, unwatched) = (run(work), run(Work { watchers: 0, ..work }));
    let seconds = |report: &Report| report.processor_seconds.unwrap_or(f64::NAN);
    let messages = (watched.delivered - unwatched.delivered) as f64;
    (seconds(&watched) - seconds(&unwatched)) / messages * 1e6
}
