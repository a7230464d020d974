//! The process dies: at any time, at the worst times, and while it starts.

use std::time::Duration;

use tengen::timekeeper::{Arrival, reach};

use crate::checker::{CHARGED_MAX, Checked, Outage};
use crate::load::{Load, Manner, Random};
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
    let mut server = crate::common::server::TestServer::launch(launch()).await;
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
        let mut server = crate::common::server::TestServer::prepare(launch());
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

async fn kill_early(
    server: &mut crate::common::server::TestServer,
    random: &mut Random,
) -> Result<(), Failed> {
    let mut process = server.start_blindly();
    wait(random.below(120)).await;
    process.kill().await.map_err(|error| Failed(error.to_string()))
}

/// Waits so many milliseconds.
pub(crate) async fn wait(millis: u64) {
    reach(Some(Arrival::now().after(Duration::from_millis(millis)))).await;
}
