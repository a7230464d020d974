//! The server against its limits: each row of the table in docs/performance.md, with the bound in the same run.
//!
//! `make bench` runs it; `SHORT=1` asks for the short form, `ROWS=delivery,latency` for some of the rows, which are put
//! in their place. The server is
//! the real one, in a process on one core, with durable moves; the bound takes its place in turns with it, and
//! `tengen::load` drives both from the other core. A row that is not within its target says MISS.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::disallowed_methods,
    clippy::cast_possible_truncation,
    clippy::print_stdout,
    unreachable_pub,
    missing_docs,
    missing_debug_implementations,
    reason = "a benchmark may panic, prints, and measures real time"
)]

mod appends;
mod archive;
mod bound;
mod page;
#[path = "../games/plausible.rs"]
mod plausible;
mod plot;
mod rows;
mod subject;
mod visitor;

use std::path::Path;
use std::time::{Duration, Instant};

use page::{Row, Target};
use rows::Form;

/// What the short form takes unless other rows are asked for.
const ROWS_OF_A_MINUTE: &str = "appends,delivery,memory,latency";

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    if let [command, event_bytes, batch, file @ ..] = &arguments[..]
        && command == "bound"
    {
        let settings = bound::Settings {
            event_bytes: event_bytes.parse().unwrap(),
            batch: batch.parse().unwrap(),
            file: file.first().map(Into::into),
        };
        bound::serve(settings).unwrap();
        return;
    }
    let form = Form { is_short: std::env::var("SHORT").is_ok_and(|short| !short.is_empty()) };
    let mut wanted = std::env::var("ROWS").unwrap_or_default();
    if form.is_short && wanted.is_empty() {
        wanted = ROWS_OF_A_MINUTE.to_owned();
    }
    let is_wanted = |name: &str| wanted.is_empty() || wanted.split(',').any(|row| row == name);
    let begun = Instant::now();
    let rows = measure(form, &is_wanted);
    let took = begun.elapsed();
    println!();
    rows.iter().for_each(Row::print);
    println!("{} rows in {:.0} s", rows.len(), took.as_secs_f64());
    match (form.is_short, wanted.is_empty()) {
        (true, _) => {}
        (false, true) => page::write(&rows, &words(took)),
        (false, false) => page::replace(&rows),
    }
}

fn measure(form: Form, is_wanted: &dyn Fn(&str) -> bool) -> Vec<Row> {
    let mut rows = Vec::new();
    let say = |name: &str| println!("== {name}");
    // Before this process keeps to one core: the store has threads of its own.
    if is_wanted("appends") {
        say("appends");
        rows.push(appends::appends(form));
    }
    let archive = is_wanted("archive").then(|| {
        say("archive");
        archive::Archive::filled(form)
    });
    subject::stay_on_own_core();
    if let Some(filled) = &archive {
        rows.extend(archive::archive(form, filled));
    }
    if is_wanted("delivery") {
        say("delivery");
        rows.extend(rows::delivery(form));
    }
    if is_wanted("memory") {
        say("memory and restart");
        let (row, idle) = rows::idle_memory(form);
        rows.push(row);
        rows.extend(rows::live_games(form, idle));
    }
    if is_wanted("latency") {
        say("latency");
        rows.extend(rows::latency(form));
    }
    if is_wanted("crowd") {
        say("crowd");
        rows.extend(rows::crowd(form));
    }
    if is_wanted("growth") {
        say("growth");
        let (of_rooms, of_watchers, rooms, watchers) = rows::growth(form);
        println!("  rooms {rooms:.2?}\n  watchers {watchers:.2?}");
        rows.extend([of_rooms, of_watchers]);
        if !form.is_short {
            plot::write(&[
                plot::Line { name: "rooms with two players each", colour: "#06c", growth: &rooms },
                plot::Line { name: "watchers, less the moves themselves", colour: "#c50", growth: &watchers },
            ]);
        }
    }
    rows.extend(judge());
    rows
}

/// What the judge's own benchmark printed, if it ran before this one.
fn judge() -> Vec<Row> {
    let Ok(file) = std::env::var("JUDGE") else { return Vec::new() };
    let printed = std::fs::read_to_string(Path::new(&file)).unwrap_or_default();
    let numbers =
        |words: &str| -> Vec<f64> { words.split_whitespace().filter_map(|word| word.parse().ok()).collect() };
    let theirs = printed.lines().filter(|line| line.contains("figrid-board 1.2, one thread"));
    let ours = printed.lines().filter(|line| line.contains("from the stones, one thread"));
    let sets = [("positions from play", 100_000.0), ("the labelled positions", 50_000.0)];
    let rows = theirs.zip(ours).zip(sets).filter_map(|((theirs, ours), (set, target))| {
        let theirs = *numbers(theirs.split("thread").nth(1)?).first()?;
        let ours = *numbers(ours.split("thread").nth(1)?).first()?;
        let name = format!("full-board forbidden scan, {set}; the bound is figrid-board");
        Some(Row::value(&name, "a second", ours, Some(theirs), Target::AtLeast(target)))
    });
    rows.collect()
}

fn words(took: Duration) -> String {
    let cpuinfo = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = cpuinfo.lines().find_map(|line| line.strip_prefix("model name")).unwrap_or_default();
    let cores = cpuinfo.lines().filter(|line| line.starts_with("processor")).count();
    let kernel = std::fs::read_to_string("/proc/sys/kernel/osrelease").unwrap_or_default();
    format!(
        "Written by `make bench` in {:.0} s on {cores} cores of {}, Linux {}. The server had one of them, the generator the other.",
        took.as_secs_f64(),
        model.trim_start_matches([' ', '\t', ':']),
        kernel.trim()
    )
}
