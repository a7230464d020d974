//! The process dies: at any time, at the worst times, and while it starts.

use std::path::Path;
use std::time::Duration;

use tengen::game::seat::Seat;
use tengen::journal::{Arbitration, Colours, Lot, Opened, Person, PersonId, Phase, RoomId, Visibility};
use tengen::room::founding_of_two;
use tengen::store::{Append, Right, Settings, Store};
use tengen::timekeeper::{Arrival, reach};

use crate::checker::{CHARGED_MAX, Checked, Outage};
use crate::common::server::{Launch, TestServer};
use crate::load::{Load, Manner, Random, rules};
use crate::witness::Witness;
use crate::{Came, Failed, check, launch, serve};

/// After so many rounds what was told is looked through, and people begin anew.
const ROUNDS_CHECKED: u64 = 25;
/// Moves that must have been accepted before the next round.
const MOVES_BETWEEN: u64 = 6;

/// `kill -9` after up to 300 ms of play, again and again.
pub(crate) async fn at_random(rounds: u64) -> Result<Came, Failed> {
    let mut random = Random(rounds ^ 0x5eed);
    let mut server = serve().await;
    let (mut checked, mut outages, mut recoveries) = (Checked::default(), Vec::new(), Vec::new());
    let mut done = 0;
    while done < rounds {
        let load = Load::start(&server.url(), Manner::FAST, random.below(u64::MAX));
        for _ in 0..ROUNDS_CHECKED.min(rounds - done) {
            load.advance(MOVES_BETWEEN).await?;
            wait(random.below(300)).await;
            server.kill().await;
            let dead = Arrival::now();
            // Long enough for a charge to be seen, now and then.
            wait(if random.below(10) == 0 { 400 } else { 0 }).await;
            let begun = Arrival::now();
            outages.push(Outage(dead, begun));
            server.restart().await;
            recoveries.push(Arrival::now().since(begun));
            done += 1;
        }
        load.advance(MOVES_BETWEEN).await?;
        let histories = load.stop().await?;
        checked += check(&server, &histories, &outages, CHARGED_MAX).await?;
        outages.clear();
    }
    recoveries.sort();
    let middle = recoveries[recoveries.len() / 2];
    let checked =
        format!("{checked}; back in {middle:.0?}, at most {:.0?}", recoveries[recoveries.len() - 1]);
    Ok(Came::Well { rounds, checked })
}

/// The process aborts just there.
pub(crate) async fn at_named_points(rounds: u64) -> Result<Came, Failed> {
    const POINTS: [&str; 4] =
        ["store-before-commit", "store-after-commit", "room-before-telling", "room-claimed"];
    let mut random = Random(rounds ^ 0xd1e);
    let mut server = TestServer::launch(launch()).await;
    let (mut checked, mut outages) = (Checked::default(), Vec::new());
    let mut done = 0;
    while done < rounds {
        let load = Load::start(&server.url(), Manner::FAST, random.below(u64::MAX));
        for _ in 0..ROUNDS_CHECKED.min(rounds - done) {
            load.advance(MOVES_BETWEEN).await?;
            server.kill().await;
            let point = POINTS[usize::try_from(done).unwrap() % POINTS.len()];
            // Rooms that are awake are claimed at once, others when a game begins.
            let passes = if point == "room-claimed" { random.below(6) } else { 5 + random.below(60) };
            server.launch.environment =
                vec![("FAILPOINTS".to_owned(), format!("{point}={passes}*off->return"))];
            let _ = server.restart_or_die().await;
            let ended = server.ended().await;
            if ended.code().is_some() {
                return Err(Failed(format!("{point}: it ended by itself, {ended}:\n{}", server.log())));
            }
            let dead = Arrival::now();
            server.launch.environment.clear();
            outages.push(Outage(dead, Arrival::now()));
            server.restart().await;
            done += 1;
        }
        load.advance(MOVES_BETWEEN).await?;
        let histories = load.stop().await?;
        checked += check(&server, &histories, &outages, CHARGED_MAX).await?;
    }
    Ok(Came::Well { rounds, checked: format!("{}: {checked}", POINTS.join(", ")) })
}

/// Killed again and again while it opens its database for the first time, and while it wakes its rooms.
pub(crate) async fn while_it_starts(rounds: u64) -> Result<Came, Failed> {
    let mut random = Random(rounds ^ 0xbaf);
    let mut checked = Checked::default();
    let mut done = 0;
    while done < rounds {
        let mut server = TestServer::prepare(launch());
        for _ in 0..ROUNDS_CHECKED.min((rounds - done).div_ceil(2)) {
            kill_early(&mut server, &mut random).await?;
            done += 1;
        }
        server.restart().await;
        let load = Load::start(&server.url(), Manner::FAST, random.below(u64::MAX));
        load.advance(5 * MOVES_BETWEEN).await?;
        for _ in 0..ROUNDS_CHECKED.min(rounds - done) {
            server.kill().await;
            kill_early(&mut server, &mut random).await?;
            server.restart().await;
            load.advance(MOVES_BETWEEN).await?;
            done += 1;
        }
        let histories = load.stop().await?;
        checked += check(&server, &histories, &[], Duration::from_secs(60)).await?;
    }
    Ok(Came::Well { rounds: done, checked: checked.to_string() })
}

async fn kill_early(server: &mut TestServer, random: &mut Random) -> Result<(), Failed> {
    let mut process = server.start_blindly();
    wait(random.below(120)).await;
    process.kill().await.map_err(|error| Failed(error.to_string()))
}

/// Waits so many milliseconds.
pub(crate) async fn wait(millis: u64) {
    reach(Some(Arrival::now().after(Duration::from_millis(millis)))).await;
}

/// A kill with so many games under way: how soon they are served again.
pub(crate) async fn with_many_games(games: u64) -> Result<Came, Failed> {
    let directory = tempfile::tempdir().map_err(|error| Failed(error.to_string()))?;
    let database = directory.path().join("tengen.db");
    // Opening a store is no future that may change threads.
    let here = tokio::runtime::Handle::current();
    let opened = tokio::task::spawn_blocking(move || here.block_on(open_games(&database, games)));
    let last = opened.await.map_err(|error| Failed(error.to_string()))??;
    let mut server = TestServer::prepare(Launch { data: Some(directory.path().to_owned()), ..launch() });
    let mut words = Vec::new();
    // The second time after a kill in the middle of waking them.
    for after in ["a stop", "a kill"] {
        let begun = Arrival::now();
        server.restart().await;
        let ready = Arrival::now().since(begun);
        let witness = Witness::new(&server.url()).await?;
        witness.follow(last).await?;
        words.push(format!(
            "after {after} ready in {ready:.1?}, the last game shown after {:.1?}",
            Arrival::now().since(begun)
        ));
        server.kill().await;
    }
    server.restart().await;
    Ok(Came::Well { rounds: games, checked: words.join("; ") })
}

/// A number in digits of five bits, of which names are made.
fn digits<const N: usize>(number: u64) -> [u8; N] {
    std::array::from_fn(|place| u8::try_from(number >> (5 * place.min(12)) & 31).unwrap())
}

/// Writes the journals of games that have begun, and names the last of them.
async fn open_games(database: &Path, games: u64) -> Result<RoomId, Failed> {
    let (store, writer) =
        Store::open(&Settings::new(database)).await.map_err(|error| Failed(error.to_string()))?;
    let person = |number: u64| {
        let id = PersonId::from_entropy(digits(number));
        Person { id, name: format!("Player {number}").parse().expect("a name"), is_bot: false }
    };
    let mut last = None;
    for number in 0..games {
        let room = RoomId::from_entropy(digits(number));
        let (a, b) = (person(2 * number), person(2 * number + 1));
        let right = Right::Found { opener: a.id, visibility: Visibility::Link };
        let opened = Opened {
            rules: rules(Duration::from_secs(3600)),
            colours: Colours::Black(Seat::A),
            lot: Lot([7; 16]),
            visibility: Visibility::Link,
            wall: tengen::timekeeper::wall_time(),
            server: "test".to_owned(),
            previous: None,
            series: None,
            arbitration: Arbitration::None,
            board: None,
            bout: None,
        };
        let records = vec![founding_of_two(opened, a, b)];
        let append = Append { room, right, records, phase: Phase::Playing, finished: None };
        store.append(vec![append]).await.map_err(|error| Failed(error.to_string()))?;
        last = Some(room);
    }
    drop(store);
    writer.finished().await;
    last.ok_or_else(|| Failed("no games".to_owned()))
}
