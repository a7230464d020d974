//! Time goes wrong: the process is stopped and goes on, the wall clock jumps, others take the processor.

use std::path::PathBuf;
use std::process::Stdio;
use std::time::Duration;

use tengen::protocol::server::Phase;
use tengen::timekeeper::Arrival;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::process::{Child, Command};

use crate::checker::{CHARGED_MAX, Outage};
use crate::common::server::{Launch, TestServer};
use crate::kills::wait;
use crate::load::{Load, Manner, Party, Random};
use crate::witness::{Entry, History};
use crate::{Came, Failed, SETTINGS, check, launch, serve};

/// A library that shows a process another wall clock.
const FAKETIME: &str = "/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1";
/// Every so many stops, one is longer than a silent client is borne with.
const LONG_STOP_EVERY: u64 = 40;

/// SIGSTOP for up to a second and a half, sometimes much longer, and SIGCONT.
pub(crate) async fn stopped(rounds: u64) -> Result<Came, Failed> {
    let mut random = Random(rounds ^ 0x57);
    let server = serve().await;
    let manner = Manner { thinks: Duration::from_millis(5), ..Manner::FAST };
    let load = Load::start(&server.url(), manner, random.below(u64::MAX));
    let mut outages = Vec::new();
    for round in 1..=rounds {
        load.advance(6).await?;
        let is_long = round.is_multiple_of(LONG_STOP_EVERY);
        let length = if is_long { 33_000 } else { 120 + random.below(1400) };
        outages.push(stop(&server, Duration::from_millis(length)).await?);
    }
    load.advance(6).await?;
    let histories = load.stop().await?;
    let checked = check(&server, &histories, &outages, CHARGED_MAX).await?;
    let closed = closed_as_silent(&histories);
    if closed > 0 {
        return Err(Failed(format!("{closed} connections were called silent while the server was stopped")));
    }
    no_flag_falls_by_a_stop().await?;
    rooms_fall_asleep_all_the_same().await?;
    Ok(Came::Well { rounds, checked: format!("{checked}; no flag by a stop") })
}

/// Two with two seconds each: the server is stopped for longer than that, and the game goes on as if nothing had been.
async fn no_flag_falls_by_a_stop() -> Result<(), Failed> {
    let server = serve().await;
    let party = Party::new(&server.url()).await?;
    let manner = Manner { clock: Duration::from_secs(2), ..Manner::FAST };
    let room = party.sit_down(manner).await?.ok_or_else(|| Failed("no table".to_owned()))?;
    let outage = stop(&server, Duration::from_secs(3)).await?;
    if !party.put(room, &mut Random(1), manner).await? {
        return Err(Failed("a flag fell while the server was stopped".to_owned()));
    }
    let over = |witness: &crate::witness::Witness| {
        let table = witness.table(room);
        table
            .and_then(|table| table.position.clone())
            .is_some_and(|position| position.state.phase == Phase::Over)
    };
    party.watcher.until("the flag", crate::witness::PATIENCE, over).await?;
    party.all_have_seen(room).await?;
    check(&server, &party.histories(), &[outage], CHARGED_MAX).await?;
    Ok(())
}

/// A room that nobody needs leaves the memory, however often the server is held up meanwhile.
async fn rooms_fall_asleep_all_the_same() -> Result<(), Failed> {
    let free = std::net::TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr());
    let metrics = free.map_err(|error| Failed(error.to_string()))?;
    let settings = SETTINGS
        .replace("[server]", &format!("[server]\nmetrics_listen = \"{metrics}\""))
        .replace("[rooms]", "[rooms]\nidle_after = \"2s\"");
    let server = TestServer::launch(Launch { settings, ..launch() }).await;
    let party = Party::new(&server.url()).await?;
    let room = party.sit_down(Manner::FAST).await?.ok_or_else(|| Failed("no table".to_owned()))?;
    party.a.act(room, tengen::protocol::Action::Resign {}, crate::witness::PATIENCE).await?;
    drop(party);
    for _ in 0..8 {
        stop(&server, Duration::from_millis(250)).await?;
        wait(400).await;
    }
    let mut stream =
        crate::raw::knock(metrics, None, None).await.map_err(|error| Failed(error.to_string()))?;
    let mut text = String::new();
    let ask = b"GET /metrics HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
    stream.write_all(ask).await.map_err(|error| Failed(error.to_string()))?;
    stream.read_to_string(&mut text).await.map_err(|error| Failed(error.to_string()))?;
    if !text.contains("tengen_rooms_awake 0") {
        let line = text.lines().find(|line| line.starts_with("tengen_rooms_awake"));
        return Err(Failed(format!("a room that nobody needs stays awake: {line:?}")));
    }
    Ok(())
}

fn closed_as_silent(histories: &[History]) -> usize {
    let entries = histories.iter().flat_map(|history| &history.entries);
    entries.filter(|entry| matches!(entry, Entry::Lost(Some(4030)))).count()
}

/// Stops the server for so long.
async fn stop(server: &TestServer, length: Duration) -> Result<Outage, Failed> {
    signal(server.process_id(), "STOP").await?;
    let stat = format!("/proc/{}/stat", server.process_id());
    while !std::fs::read_to_string(&stat).unwrap_or_default().contains(") T ") {
        wait(1).await;
    }
    let from = Arrival::now();
    wait(u64::try_from(length.as_millis()).unwrap()).await;
    let outage = Outage(from, Arrival::now());
    signal(server.process_id(), "CONT").await?;
    Ok(outage)
}

/// Sends a process a signal.
pub(crate) async fn signal(process: u32, name: &str) -> Result<(), Failed> {
    let sent = Command::new("kill").args([format!("-{name}"), process.to_string()]).status().await;
    match sent {
        Ok(status) if status.success() => Ok(()),
        other => Err(Failed(format!("kill -{name} {process}: {other:?}"))),
    }
}

/// The wall clock jumps by an hour, back, and by a day; the monotonic clock does not.
pub(crate) async fn wall_clock_jumps(rounds: u64) -> Result<Came, Failed> {
    if !PathBuf::from(FAKETIME).exists() {
        return Ok(Came::Skipped("faketime is not installed".to_owned()));
    }
    const JUMPS: [&str; 6] = ["+1h", "-1h", "+0", "-24h", "+24h", "+0"];
    let directory = tempfile::tempdir().map_err(|error| Failed(error.to_string()))?;
    let file = directory.path().join("faketime");
    let show = |jump: &str| std::fs::write(&file, jump).map_err(|error| Failed(error.to_string()));
    show("+0")?;
    let environment = [
        ("LD_PRELOAD", FAKETIME.to_owned()),
        ("FAKETIME_TIMESTAMP_FILE", file.display().to_string()),
        ("FAKETIME_DONT_FAKE_MONOTONIC", "1".to_owned()),
        ("FAKETIME_NO_CACHE", "1".to_owned()),
    ];
    let environment = environment.map(|(name, value)| (name.to_owned(), value)).into();
    let mut server = TestServer::launch(Launch { environment, ..launch() }).await;
    let load = Load::start(&server.url(), Manner::FAST, rounds);
    for round in 0..rounds {
        load.advance(10).await?;
        show(JUMPS[usize::try_from(round).unwrap() % JUMPS.len()])?;
        load.advance(10).await?;
        if round % 3 == 2 {
            // Whoever comes back is still who they were, and games go on where they were.
            server.kill_and_restart().await;
        }
    }
    load.advance(6).await?;
    let histories = load.stop().await?;
    let ended = histories.iter().flat_map(|history| &history.entries);
    let turned_away = ended.filter(|entry| matches!(entry, Entry::Ended(_))).count();
    if turned_away > 0 {
        return Err(Failed(format!("{turned_away} people were not known any more")));
    }
    let checked = check(&server, &histories, &[], CHARGED_MAX).await?;
    Ok(Came::Well { rounds, checked: format!("±1 h, -24 h: {checked}") })
}

/// The server has one processor together with those who do nothing but take it.
pub(crate) async fn starved(rounds: u64) -> Result<Came, Failed> {
    const OTHERS: usize = 6;
    let through = ["taskset", "-c", "0"].map(str::to_owned).into();
    let server = TestServer::launch(Launch { through, settings: SETTINGS.to_owned(), ..launch() }).await;
    let manner = Manner { thinks: Duration::from_millis(20), ..Manner::FAST };
    let load = Load::start(&server.url(), manner, rounds);
    let mut slowest = Duration::ZERO;
    for _ in 0..rounds {
        load.advance(20).await?;
        load.slowest();
        let others: Vec<Child> = (0..OTHERS).map(|_| busy()).collect::<Result<_, _>>()?;
        load.advance(60).await?;
        slowest = slowest.max(load.slowest());
        drop(others);
    }
    let histories = load.stop().await?;
    let checked = check(&server, &histories, &[], CHARGED_MAX).await?;
    let lost = histories.iter().flat_map(|history| &history.entries);
    let lost = lost.filter(|entry| matches!(entry, Entry::Lost(_))).count();
    if lost > 0 {
        return Err(Failed(format!("{lost} connections were lost")));
    }
    Ok(Came::Well { rounds, checked: format!("slowest answer {slowest:.0?}; {checked}") })
}

/// Something that takes the first processor until it is dropped.
fn busy() -> Result<Child, Failed> {
    let mut command = Command::new("taskset");
    command.args(["-c", "0", "sh", "-c", "while :; do :; done"]);
    command
        .stdin(Stdio::null())
        .kill_on_drop(true)
        .spawn()
        .map_err(|error| Failed(format!("taskset: {error}")))
}

/// The machine was asleep for hours: a server that is started again finds other clocks since boot.
pub(crate) async fn suspended(rounds: u64) -> Result<Came, Failed> {
    let with_clocks = |hours: u64| {
        let seconds = (hours * 3600).to_string();
        let words =
            ["unshare", "--time", "--boottime", &seconds, "--monotonic", &seconds, "--fork", "--kill-child"];
        words.map(str::to_owned).to_vec()
    };
    let words = with_clocks(1);
    let tried = Command::new(&words[0]).args(&words[1..]).arg("true").output().await;
    match tried {
        Ok(tried) if tried.status.success() => {}
        Ok(tried) => return Ok(Came::Skipped(String::from_utf8_lossy(&tried.stderr).trim().to_owned())),
        Err(error) => return Ok(Came::Skipped(format!("unshare: {error}"))),
    }
    let mut server = TestServer::launch(launch()).await;
    let load = Load::start(&server.url(), Manner::FAST, rounds);
    for round in 0..rounds {
        load.advance(6).await?;
        server.kill().await;
        server.launch.through = if round.is_multiple_of(2) { with_clocks(8 + round) } else { Vec::new() };
        let until = Arrival::now().after(crate::witness::PATIENCE);
        // Who was killed was the parent, and its child may have the database a moment longer.
        while !server.restart_or_die().await {
            server.ended().await;
            if Arrival::now() > until {
                return Err(Failed(format!("it does not start again:\n{}", server.log())));
            }
            wait(20).await;
        }
    }
    load.advance(6).await?;
    let histories = load.stop().await?;
    let checked = check(&server, &histories, &[], CHARGED_MAX).await?;
    Ok(Came::Well { rounds, checked: format!("8 hours and more, forth and back: {checked}") })
}
