//! A seeded world in virtual time: two players and two watchers on a bad network, a server that crashes. However it
//! goes, every client ends with the journal, nothing that was accepted is lost, and nothing is done twice.
//!
//! A failure prints its seed; `SEED=n cargo test --test simulation` plays that one again, `SEEDS=n` plays so many.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::wildcard_enum_match_arm,
    unreachable_pub,
    missing_docs,
    reason = "a test may panic"
)]

mod client;
#[path = "../common/mod.rs"]
mod common;
mod world;

use std::collections::BTreeMap;

use tengen::journal::Journal;
use world::World;

/// How many seeds are played unless `SEEDS` says otherwise.
const SEEDS: u64 = 1_500;

fn seeds() -> std::ops::Range<u64> {
    let number = |name: &str| std::env::var(name).ok().map(|text| text.parse::<u64>().unwrap());
    match number("SEED") {
        Some(seed) => seed..seed + 1,
        None => 0..number("SEEDS").unwrap_or(SEEDS),
    }
}

#[test]
fn every_client_ends_with_the_journal_and_nothing_accepted_is_lost_or_doubled() {
    let mut seen = BTreeMap::new();
    for seed in seeds() {
        let world = World::new(seed).run();
        check(&world, seed);
        for (what, times) in &world.counted {
            *seen.entry(*what).or_insert(0) += times;
        }
    }
    if seeds().count() > 100 {
        // A simulation in which these never happen would prove nothing.
        for what in [
            "crash before keeping",
            "crash before telling",
            "lost connection",
            "duplicate",
            "lagging watcher",
            "tail",
            "snapshot",
            "repeat answered",
            "refused",
            "flag",
            "five",
            "resigned",
            "agreement",
        ] {
            assert!(seen.get(what).copied().unwrap_or(0) > 20, "{what} hardly ever happens: {seen:?}");
        }
    }
}

#[test]
fn a_seed_means_the_same_every_time() {
    let journal = |seed| World::new(seed).run().journal;
    assert_eq!(journal(42), journal(42));
    assert_ne!(journal(42), journal(43));
}

fn check(world: &World, seed: u64) {
    let journal =
        Journal::replay(world.journal.clone()).unwrap_or_else(|error| panic!("SEED={seed} {error}"));
    assert!(journal.table().game().outcome().is_some(), "SEED={seed}: the game ends");
    for client in &world.clients {
        let table =
            client.table.as_ref().unwrap_or_else(|| panic!("SEED={seed}: {} has no table", client.number));
        assert_eq!(client.next, journal.next(), "SEED={seed}: {} is behind", client.number);
        assert_eq!(table, journal.table(), "SEED={seed}: {} sees another table", client.number);
        assert!(client.pending.is_empty(), "SEED={seed}: {} waits for {:?}", client.number, client.pending);
        for (id, seq) in &client.accepted {
            let recorded = &world.journal[usize::try_from(*seq).unwrap()];
            let cause = recorded.cause.as_ref().unwrap_or_else(|| panic!("SEED={seed}: {id:?} at {seq}"));
            assert_eq!(&cause.command, id, "SEED={seed}: accepted, and not there");
        }
    }
    let mut causes = std::collections::BTreeSet::new();
    for cause in world.journal.iter().filter_map(|recorded| recorded.cause.as_ref()) {
        assert!(causes.insert((cause.person, cause.command.clone())), "SEED={seed}: {cause:?} twice");
    }
}
