//! What the process may have runs out, rooms break, and nothing happens for a long time.

use std::path::PathBuf;
use std::time::Duration;

use tengen::timekeeper::Arrival;
use tokio::net::TcpStream;

use crate::checker::{CHARGED_MAX, Checked};
use crate::common::server::{Launch, TestServer};
use crate::disks::resident;
use crate::kills::wait;
use crate::load::{Load, Manner, Party};
use crate::raw::{Raw, knock};
use crate::witness::PATIENCE;
use crate::{Came, Failed, check, check_but_for_panics, launch};

/// Files that the server may have open.
const FILES: u64 = 300;
/// Moves of one load in the soak, until other people come.
const LOAD_MOVES: u64 = 3000;
/// Moves before the soak begins: some 3 MB of database, more than its cache of 2 MB holds.
const WARM_MOVES: u64 = 12_000;
/// Milliseconds after which connections are closed, and rooms asleep that nobody needs.
const FORGOTTEN_AFTER: u64 = 40_000;

/// More come than there are descriptors for.
pub(crate) async fn descriptors(rounds: u64) -> Result<Came, Failed> {
    let through = vec!["prlimit".to_owned(), format!("--nofile={FILES}:{FILES}")];
    let server = TestServer::launch(Launch { through, ..launch() }).await;
    let load = Load::start(&server.url(), Manner::FAST, rounds);
    let mut burnt = Duration::ZERO;
    for _ in 0..rounds {
        load.advance(10).await?;
        let mut held: Vec<TcpStream> = Vec::new();
        for _ in 0..FILES + 50 {
            held.push(knock(server.address(), None, None).await.map_err(|error| Failed(error.to_string()))?);
        }
        load.advance(10).await?;
        let before = processor_time(&server);
        wait(1000).await;
        burnt = burnt.max(processor_time(&server).saturating_sub(before));
        load.advance(10).await?;
        drop(held);
        // There is room again.
        let url = server.url();
        tokio::time::timeout(PATIENCE, Raw::visit(server.address(), &url))
            .await
            .map_err(|_| Failed("nobody is let in afterwards".to_owned()))??;
    }
    let histories = load.stop().await?;
    let checked = check(&server, &histories, &[], CHARGED_MAX).await?;
    if burnt > Duration::from_millis(700) {
        return Err(Failed(format!("{burnt:?} of the processor in a second: it spins")));
    }
    if !server.log().contains("cannot accept connections") {
        return Err(Failed("the descriptors never ran out".to_owned()));
    }
    Ok(Came::Well { rounds, checked: format!("{burnt:.0?} of the processor a second meanwhile; {checked}") })
}

/// How much of the processors a server has had.
fn processor_time(server: &TestServer) -> Duration {
    let stat = std::fs::read_to_string(format!("/proc/{}/stat", server.process_id())).unwrap_or_default();
    let after_name = stat.rsplit(')').next().unwrap_or_default();
    let ticks: u64 =
        after_name.split_whitespace().skip(11).take(2).filter_map(|word| word.parse::<u64>().ok()).sum();
    Duration::from_millis(ticks * 10)
}

/// The server may have 96 MiB, and so many come, more than it lets in.
pub(crate) async fn memory(people: u64) -> Result<Came, Failed> {
    const LIMIT: u64 = 96 << 20;
    let group = PathBuf::from(format!("/sys/fs/cgroup/memory/tengen-chaos-{}", std::process::id()));
    let prepared = std::fs::create_dir(&group)
        .and_then(|()| std::fs::write(group.join("memory.limit_in_bytes"), LIMIT.to_string()));
    if let Err(error) = prepared {
        return Ok(Came::Skipped(format!("no memory control group: {error}")));
    }
    let came = memory_within(people, &group, LIMIT).await;
    // It is empty once the server has ended.
    let until = Arrival::now().after(PATIENCE);
    while std::fs::remove_dir(&group).is_err() && Arrival::now() < until {
        wait(20).await;
    }
    came
}

async fn memory_within(people: u64, group: &std::path::Path, limit: u64) -> Result<Came, Failed> {
    let at_most = format!("[server]\nconnections_max = {}", people * 9 / 10);
    let settings = crate::SETTINGS.replace("[server]", &at_most);
    let mut server = TestServer::launch(Launch { settings, ..launch() }).await;
    std::fs::write(group.join("cgroup.procs"), server.process_id().to_string())
        .map_err(|error| Failed(error.to_string()))?;
    let load = Load::start(&server.url(), Manner::FAST, people);
    load.advance(10).await?;
    let (mut held, mut turned_away) = (Vec::new(), 0);
    for number in 0..people {
        // A person has only so many connections.
        let token = crate::raw::guest(&server.url()).await;
        let stream = knock(server.address(), None, None).await;
        let opened = match (token, stream) {
            (Ok(token), Ok(stream)) => Raw::open(stream, &token).await,
            (Err(failed), _) => Err(failed),
            (_, Err(error)) => Err(Failed(error.to_string())),
        };
        match opened {
            Ok(raw) => held.push(raw),
            Err(_) => turned_away += 1,
        }
        if number.is_multiple_of(400) {
            load.advance(2).await?;
        }
    }
    let (let_in, most) = (held.len(), resident(&server));
    load.advance(10).await?;
    if !server.is_running() {
        return Err(Failed("the server was killed for its memory".to_owned()));
    }
    let histories = load.stop().await?;
    check(&server, &histories, &[], CHARGED_MAX).await?;
    let words = format!("{let_in} let in, {turned_away} turned away; {} of {} MiB", most >> 20, limit >> 20);
    if let_in == 0 || turned_away == 0 {
        return Err(Failed(words));
    }
    Ok(Came::Well { rounds: people, checked: words })
}

/// Rooms panic while people play in them; others go on.
pub(crate) async fn panics(rounds: u64) -> Result<Came, Failed> {
    let mut checked = Checked::default();
    let mut panics = 0;
    for round in 0..rounds {
        let environment = vec![("FAILPOINTS".to_owned(), "room-take=2%panic".to_owned())];
        let server = TestServer::launch(Launch { environment, ..launch() }).await;
        let load = Load::start(&server.url(), Manner::FAST, round);
        load.advance(200).await?;
        let histories = load.stop().await?;
        checked += check_but_for_panics(&server, &histories).await?;
        panics += server.log().matches("panicked").count();
    }
    if panics == 0 {
        return Err(Failed("no room panicked".to_owned()));
    }
    a_deserted_room_that_panicked_goes_on().await?;
    Ok(Came::Well {
        rounds,
        checked: format!("{panics} panics; a flag falls after one with nobody there; {checked}"),
    })
}

/// A room panics with nobody there, and its flag falls all the same.
async fn a_deserted_room_that_panicked_goes_on() -> Result<(), Failed> {
    // Joins, the sitting down, and what comes with leaving: one of them panics, and nobody comes to look.
    let environment = vec![("FAILPOINTS".to_owned(), "room-take=7*off->1*panic".to_owned())];
    let mut settings = launch();
    settings.settings = settings.settings.replace("[rooms]", "[rooms]\nresume_within = \"500ms\"");
    let server = TestServer::launch(Launch { environment, ..settings }).await;
    let party = Party::new(&server.url()).await?;
    let manner = Manner { clock: Duration::from_secs(1), ..Manner::FAST };
    let room = party.sit_down(manner).await?.ok_or_else(|| Failed("no table".to_owned()))?;
    party.all().into_iter().for_each(|witness| witness.leave(room));
    drop(party);
    let until = Arrival::now().after(PATIENCE);
    while !server.log().contains("panicked") && Arrival::now() < until {
        wait(5).await;
    }
    if !server.log().contains("panicked") {
        return Err(Failed("a deserted room did not panic".to_owned()));
    }
    // The flag is due within two seconds; nobody is there to see it.
    wait(4000).await;
    let database = server.database();
    let mut wrong = crate::checker::Wrong::default();
    let journals = crate::checker::Journals::read(&database, &mut wrong).await?;
    wrong.into_result()?;
    if !journals.has_result(room) {
        return Err(Failed("a room that panicked with nobody there stays asleep".to_owned()));
    }
    Ok(())
}

/// An hour, or so many minutes, of quiet play: nothing grows.
pub(crate) async fn soak(minutes: u64) -> Result<Came, Failed> {
    let settings = crate::SETTINGS.replace("[rooms]", "[rooms]\nidle_after = \"20s\"");
    let server = TestServer::launch(Launch { settings, ..launch() }).await;
    let manner = Manner { pairs: 6, thinks: Duration::from_millis(400), gives_up: true, ..Manner::FAST };
    // What is made once is there before: threads, and the database's cache, which fills with the database.
    let warm = Load::start(&server.url(), Manner { thinks: Duration::ZERO, ..manner }, 0);
    while warm.moves() < WARM_MOVES {
        wait(100).await;
    }
    drop(warm.stop().await?);
    wait(FORGOTTEN_AFTER).await;
    let before = footprint(&server);
    let until = Arrival::now().after(Duration::from_secs(60 * minutes));
    let (mut checked, mut number) = (Checked::default(), 0);
    let mut table = None;
    while Arrival::now() < until {
        number += 1;
        let load = Load::start(&server.url(), manner, number);
        while Arrival::now() < until && load.moves() < LOAD_MOVES {
            wait(500).await;
        }
        let histories = load.stop().await?;
        table = Some(check(&server, &histories, &[], CHARGED_MAX).await?);
        let Checked { accepted, told, intervals, .. } = table.unwrap_or_default();
        checked += Checked { accepted, told, intervals, ..Checked::default() };
    }
    let Checked { rooms, records, .. } = table.unwrap_or_default();
    checked += Checked { rooms, records, ..Checked::default() };
    wait(FORGOTTEN_AFTER).await;
    let after = footprint(&server);
    let words = format!("before {before}, after {after}; {checked}");
    let grown = after.resident as f64 / before.resident as f64 - 1.0;
    if grown > 0.05 || after.files > before.files || after.threads > before.threads {
        return Err(Failed(format!("it grows: {words}")));
    }
    Ok(Came::Well { rounds: minutes, checked: words })
}

/// What a process has.
#[derive(Clone, Copy, Debug)]
struct Footprint {
    resident: u64,
    files: usize,
    threads: usize,
}

impl std::fmt::Display for Footprint {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "{:.1} MiB, {} files, {} threads",
            self.resident as f64 / 1048576.0,
            self.files,
            self.threads
        )
    }
}

fn footprint(server: &TestServer) -> Footprint {
    let count = |what: &str| {
        std::fs::read_dir(format!("/proc/{}/{what}", server.process_id())).map_or(0, Iterator::count)
    };
    Footprint { resident: resident(server), files: count("fd"), threads: count("task") }
}
