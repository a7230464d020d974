//! Real servers in processes of their own, to which bad things are done while people play, and a checker that looks through
//! what they were told and through the journal. Prints a line for each fault.
//!
//! ```text
//! cargo test --test chaos                 a few rounds of each
//! make chaos                              many
//! ROUNDS=1000 make chaos ONLY=kill        as many as you like, of one of them
//! ```
//!
//! A fault that needs root, or a tool that is not there, is counted as skipped, never as passed.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::wildcard_enum_match_arm,
    clippy::print_stdout,
    unreachable_pub,
    missing_docs,
    reason = "a test may panic"
)]

mod audience;
mod bots;
mod checker;
#[path = "../common/mod.rs"]
mod common;
mod damage;
mod disks;
mod kills;
mod limits;
mod load;
mod peers;
mod raw;
mod stops;
mod storm;
mod witness;

use std::process::ExitCode;
use std::time::Duration;

use futures::future::BoxFuture;
use futures::stream::{self, StreamExt};
use tengen::timekeeper::Arrival;

use crate::checker::{CHARGED_MAX, Checked, Journals, Outage, Wrong};
use crate::common::server::{Launch, TestServer};
use crate::witness::{History, InVain};

/// Clients come back soon, and many of them from one address.
pub(crate) const SETTINGS: &str = "
[server]
connections_per_address = 10000
come_back_after = \"50ms\"
come_back_within = \"300ms\"
[rooms]
open_tables_max = 1000
[house_bot]
enabled = false
";

/// What came of a fault.
pub(crate) enum Came {
    /// Nothing was wrong: in so many rounds, and what was looked at.
    Well { rounds: u64, checked: String },
    /// It cannot be done here, and why.
    Skipped(String),
}

/// Nothing came well.
pub(crate) struct Failed(pub(crate) String);

impl From<InVain> for Failed {
    fn from(InVain(what): InVain) -> Self {
        Self(what)
    }
}

impl From<String> for Failed {
    fn from(what: String) -> Self {
        Self(what)
    }
}

/// How many faults the short form does at a time. Most of them wait for most of it.
const AT_ONCE: usize = 4;

type Run = fn(u64) -> BoxFuture<'static, Result<Came, Failed>>;

/// A fault: its number in the list, its name, how often it is done in the short form and in the long one, and how.
struct Fault(&'static str, &'static str, u64, u64, Run);

const FAULTS: &[Fault] = &[
    Fault("1", "kill -9 at random", 6, 1000, |rounds| Box::pin(kills::at_random(rounds))),
    Fault("2", "kill at named points", 5, 100, |rounds| Box::pin(kills::at_named_points(rounds))),
    Fault("2", "kill while it starts", 6, 200, |rounds| Box::pin(kills::while_it_starts(rounds))),
    Fault("", "restart with many games", 300, 10_000, |rounds| Box::pin(kills::with_many_games(rounds))),
    Fault("3", "power cut", 2, 50, |rounds| Box::pin(disks::power_cut(rounds))),
    Fault("4", "stop and continue", 3, 120, |rounds| Box::pin(stops::stopped(rounds))),
    Fault("6", "disk full", 1, 20, |rounds| Box::pin(disks::full(rounds))),
    Fault("7", "fsync and write errors", 3, 200, |rounds| Box::pin(disks::failing(rounds))),
    Fault("8", "slow disk", 1, 20, |rounds| Box::pin(disks::slow(rounds))),
    Fault("13", "half-open lines", 1, 20, |rounds| Box::pin(peers::half_open(rounds))),
    Fault("15", "slow readers", 50, 1_000, |rounds| Box::pin(audience::slow_readers(rounds))),
    Fault("16", "storm after a kill", 300, 15_000, |rounds| Box::pin(storm::after_kill(rounds))),
    Fault("16", "storm after a cut", 300, 15_000, |rounds| Box::pin(storm::after_cut(rounds))),
    Fault("17", "duplicates, other orders", 1_000, 1_000_000, |rounds| Box::pin(peers::duplicates(rounds))),
    Fault("18", "floods of control frames", 4, 200, |rounds| Box::pin(peers::floods(rounds))),
    Fault("19", "malformed frames", 20, 2_000, |rounds| Box::pin(peers::malformed(rounds))),
    Fault("20", "unfinished, slow, silent", 5, 200, |rounds| Box::pin(peers::unfinished(rounds))),
    Fault("23", "wall clock jumps", 3, 60, |rounds| Box::pin(stops::wall_clock_jumps(rounds))),
    Fault("24", "suspended machine", 2, 50, |rounds| Box::pin(stops::suspended(rounds))),
    Fault("25", "starved of the processor", 1, 20, |rounds| Box::pin(stops::starved(rounds))),
    Fault("26", "little memory", 600, 3_200, |rounds| Box::pin(limits::memory(rounds))),
    Fault("27", "few descriptors", 1, 20, |rounds| Box::pin(limits::descriptors(rounds))),
    Fault("28", "rooms that panic", 1, 20, |rounds| Box::pin(limits::panics(rounds))),
    Fault("30", "damaged database", 8, 1_000, |rounds| Box::pin(damage::bytes(rounds))),
    Fault("", "bots and both ends killed", 4, 100, |rounds| Box::pin(bots::killed(rounds))),
    Fault("", "soak, in minutes", 0, 0, |rounds| Box::pin(limits::soak(rounds))),
];

fn main() -> ExitCode {
    let variable = |name: &str| std::env::var(name).ok().filter(|text| !text.is_empty());
    let is_long = variable("LONG").is_some();
    let asked: Option<u64> = variable("ROUNDS").map(|text| text.parse().expect("ROUNDS is a number"));
    let only: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let is_chosen = |fault: &&Fault| {
        only.is_empty() || only.iter().any(|word| fault.1.contains(word.as_str()) || fault.0 == word)
    };
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    println!("{:<4}{:<27}{:>8}  checked", "", "fault", "rounds");
    let failed = runtime.block_on(async {
        let faults = FAULTS.iter().filter(is_chosen).map(|fault| {
            let rounds = asked.unwrap_or(if is_long { fault.3 } else { fault.2 });
            async move { meet(fault, rounds).await }
        });
        // The long form measures, too.
        let at_once = if is_long { 1 } else { AT_ONCE };
        let met = stream::iter(faults).buffered(at_once);
        met.fold(0, async |failed, is_well| failed + usize::from(!is_well)).await
    });
    if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Meets a fault, and prints what came of it. Whether that is well.
async fn meet(Fault(number, name, _, _, run): &Fault, rounds: u64) -> bool {
    if rounds == 0 {
        return true;
    }
    let began = Arrival::now();
    let came = tokio::spawn(run(rounds)).await;
    let took = Arrival::now().since(began).as_secs_f64();
    let (is_well, rounds, words) = match came {
        Ok(Ok(Came::Well { rounds, checked })) => (true, rounds, format!("ok       {checked}")),
        Ok(Ok(Came::Skipped(why))) => (true, 0, format!("skipped  {why}")),
        Ok(Err(Failed(why))) => (false, rounds, format!("FAIL     {why}")),
        Err(panic) => (false, rounds, format!("FAIL     {panic}")),
    };
    println!("{number:<4}{name:<27}{rounds:>8}  {words} [{took:.1} s]");
    is_well
}

/// A server with the usual settings.
pub(crate) async fn serve() -> TestServer {
    TestServer::start(SETTINGS).await
}

/// The same, started in another way.
pub(crate) fn launch() -> Launch {
    Launch { settings: SETTINGS.to_owned(), ..Launch::default() }
}

/// Looks through what people were told and through the journal of a server, which has ended or not.
pub(crate) async fn check(
    server: &TestServer,
    histories: &[History],
    outages: &[Outage],
    slack: Duration,
) -> Result<Checked, Failed> {
    if server.log().contains("panicked") {
        return Err(Failed(format!("I9 the server panicked:\n{}", server.log())));
    }
    look_through(server, histories, outages, slack).await
}

/// The same where rooms were made to panic.
pub(crate) async fn check_but_for_panics(
    server: &TestServer,
    histories: &[History],
) -> Result<Checked, Failed> {
    look_through(server, histories, &[], CHARGED_MAX).await
}

async fn look_through(
    server: &TestServer,
    histories: &[History],
    outages: &[Outage],
    slack: Duration,
) -> Result<Checked, Failed> {
    let mut wrong = Wrong::default();
    let journals = Journals::read(&server.database(), &mut wrong).await?;
    let mut checked = journals.count();
    for history in histories {
        checked += journals.check(history, &mut wrong);
    }
    checked.intervals = journals.check_clocks(histories, outages, slack, &mut wrong);
    journals.check_causes(&mut wrong);
    wrong.into_result()?;
    Ok(checked)
}
