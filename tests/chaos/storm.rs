//! Thousands lose their connections at the same moment, and come back while others play.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tengen::client::{Address, Client, News, Options, Retry};
use tengen::load::{self, Pace, Plan, Quantiles};
use tengen::timekeeper::{Arrival, reach};
use tokio::process::Command;
use tokio::task::{JoinSet, spawn_blocking};

use crate::common::server::{Launch, TestServer};
use crate::disks::resident;
use crate::kills::wait;
use crate::load::{Load, Manner};
use crate::witness::PATIENCE;
use crate::{Came, Failed, SETTINGS, check, launch};

/// How players play meanwhile.
const MANNER: Manner = Manner { thinks: Duration::from_millis(20), ..Manner::FAST };
/// How many moves are looked at before a storm.
const CALM: u64 = 300;
/// When the network breaks after players have come: they begin after three seconds and play for eight.
const CUT_AFTER: Duration = Duration::from_secs(5);
/// Where the crowd comes from, so that a network can fail them and nobody else.
const NETWORK: &str = "127.0.1.0/24";

/// The server is killed, and everybody comes back.
pub(crate) async fn after_kill(rounds: u64) -> Result<Came, Failed> {
    let mut server = TestServer::launch(roomy()).await;
    let load = Load::start(&server.url(), MANNER, 1);
    load.advance(CALM).await?;
    let calm = load.slowest();
    let many = Crowd::gather(&server, rounds).await?;
    let kept = resident(&server);
    load.advance(CALM).await?;
    load.slowest();
    server.kill().await;
    let began = Arrival::now();
    server.restart().await;
    let marks = many.come_back(rounds, began).await?;
    load.advance(CALM / 10).await?;
    let stormy = load.slowest();
    let histories = load.stop().await?;
    let checked = check(&server, &histories, &[], PATIENCE).await?;
    let checked = format!(
        "{marks}; slowest move {calm:.0?} before, {stormy:.0?} over the kill and the storm; {} MiB; {checked}",
        kept >> 20
    );
    Ok(Came::Well { rounds, checked })
}

/// The network of all who watch breaks, and the players' does not.
pub(crate) async fn after_cut(rounds: u64) -> Result<Came, Failed> {
    let server = TestServer::launch(roomy()).await;
    let many = Crowd::gather(&server, rounds).await?;
    let calm = play_by_rote(server.url()).await?;
    let storm = tokio::spawn(play_by_rote(server.url()));
    reach(Some(Arrival::now().after(CUT_AFTER))).await;
    let began = Arrival::now();
    // The system closes both ends.
    let cut = Command::new("ss").args(["-K", "dst", NETWORK]).output().await;
    if !cut.is_ok_and(|output| output.status.success()) {
        return Ok(Came::Skipped("needs `ss` and root".to_owned()));
    }
    let marks = many.come_back(rounds, began).await?;
    let stormy = storm.await.map_err(|error| Failed(error.to_string()))??;
    let checked = check(&server, &[], &[], PATIENCE).await?;
    let checked = format!("{marks}; a move {calm} before, {stormy} in the storm; {checked}");
    Ok(Came::Well { rounds, checked })
}

/// Plays twenty games for eight seconds, in threads of their own, and says how long moves took from when they were due.
async fn play_by_rote(address: Address) -> Result<Quantiles, Failed> {
    let plan = Plan {
        address,
        walls: 20,
        boards: 1,
        watchers: 0,
        idle: 0,
        moves: 80,
        pace: Pace::Every(Duration::from_millis(100)),
        settle: Duration::ZERO,
        per_person: 1,
        sources: Vec::new(),
        process: None,
    };
    let report = spawn_blocking(|| load::run(plan)).await.map_err(|error| Failed(error.to_string()))?;
    let report = report.map_err(|error| Failed(error.to_string()))?;
    match report.first_failure {
        Some(why) => Err(Failed(why)),
        None => Ok(report.latency),
    }
}

fn roomy() -> Launch {
    let settings = format!("{SETTINGS}\n").replace("[server]", "[server]\nconnections_max = 19000");
    Launch { settings, ..launch() }
}

/// People who only hold a connection.
struct Crowd {
    connections: Arc<AtomicU64>,
    before: u64,
    _people: JoinSet<()>,
}

impl Crowd {
    async fn gather(server: &TestServer, count: u64) -> Result<Self, Failed> {
        let connections = Arc::<AtomicU64>::default();
        let mut people = JoinSet::new();
        let millis = Duration::from_millis;
        for number in 0..count {
            let from = IpAddr::V4(Ipv4Addr::new(127, 0, 1, u8::try_from(number % 100 + 1).unwrap()));
            let retry = Retry { first: millis(500), longest: millis(8000), give_up_after: 5 * PATIENCE };
            let options = Options { address: server.url(), token: None, from: Some(from), retry };
            let connections = connections.clone();
            people.spawn(async move {
                let (_client, mut updates) = Client::start(options);
                while let Some(news) = updates.next().await {
                    if matches!(news, News::Connected { .. }) {
                        connections.fetch_add(1, Ordering::Relaxed);
                    }
                }
            });
            if number % 200 == 199 {
                wait(20).await;
            }
        }
        let mut crowd = Self { connections, before: 0, _people: people };
        crowd.are_back(count).await?;
        crowd.before = count;
        Ok(crowd)
    }

    /// Waits until all are back, and says how long that took since `began`.
    async fn come_back(&self, all: u64, began: Arrival) -> Result<String, Failed> {
        let mut marks = Vec::new();
        for percent in [50, 99, 100] {
            self.are_back(all * percent / 100).await?;
            marks.push(format!("{percent}% in {:.1?}", Arrival::now().since(began)));
        }
        Ok(marks.join(", "))
    }

    async fn are_back(&self, count: u64) -> Result<(), Failed> {
        let until = Arrival::now().after(3 * PATIENCE);
        while self.connections.load(Ordering::Relaxed) < self.before + count {
            if Arrival::now() > until {
                let here = self.connections.load(Ordering::Relaxed) - self.before;
                return Err(Failed(format!("{here} of {count} are here")));
            }
            wait(5).await;
        }
        Ok(())
    }
}
