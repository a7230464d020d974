//! Watchers of a game, of whom some do not read.

use std::time::Duration;

use serde_json::json;
use tengen::timekeeper::Arrival;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::task::JoinSet;

use crate::checker::CHARGED_MAX;
use crate::common::server::TestServer;
use crate::disks::resident;
use crate::load::{Manner, Party, Random};
use crate::raw::{Raw, TEXT, frame, guest, knock};
use crate::{Came, Failed, check, serve};

/// Games that are played before each audience, and the moves of each.
const GAMES: (usize, usize) = (8, 50);
/// How much memory one who does not read may take.
const DEAF_BYTES_MAX: u64 = 1 << 20;

/// One of ten watchers reads nothing.
pub(crate) async fn slow_readers(watchers: u64) -> Result<Came, Failed> {
    let server = serve().await;
    let mut random = Random(watchers);
    let deaf = watchers / 10;
    let mut audience = Audience::default();
    audience.grow(&server, watchers - deaf, true).await?;
    audience.grow(&server, deaf, true).await?;
    let all_read = audience.watch(&server, &mut random).await?;
    audience.shrink(deaf);
    let before = resident(&server);
    audience.grow(&server, deaf, false).await?;
    let some_do_not = audience.watch(&server, &mut random).await?;
    let each = resident(&server).saturating_sub(before) / deaf.max(1);
    if each > DEAF_BYTES_MAX {
        return Err(Failed(format!("{} KiB for each who does not read", each / 1024)));
    }
    let words = |(middle, most): (Duration, Duration)| format!("p50 {middle:.1?}, p99 {most:.1?}");
    let checked = format!(
        "a move {} when all read, {} when {deaf} do not; {} KiB each of these",
        words(all_read),
        words(some_do_not),
        each / 1024
    );
    Ok(Came::Well { rounds: watchers, checked })
}

/// People who only watch.
#[derive(Default)]
struct Audience {
    lines: Vec<OwnedWriteHalf>,
    unread: Vec<OwnedReadHalf>,
    reading: JoinSet<()>,
}

impl Audience {
    async fn grow(&mut self, server: &TestServer, count: u64, read: bool) -> Result<(), Failed> {
        for _ in 0..count {
            let token = guest(&server.url()).await?;
            let stream = knock(server.address(), None, (!read).then_some(4096)).await;
            let raw = Raw::open(stream.map_err(|error| Failed(error.to_string()))?, &token).await?;
            let (mut reader, writer) = raw.stream.into_split();
            self.lines.push(writer);
            if read {
                self.reading.spawn(async move {
                    let mut buffer = [0; 16384];
                    while reader.read(&mut buffer).await.is_ok_and(|read| read > 0) {}
                });
            } else {
                self.unread.push(reader);
            }
        }
        Ok(())
    }

    /// The last of them go.
    fn shrink(&mut self, count: u64) {
        let left = self.lines.len().saturating_sub(usize::try_from(count).unwrap());
        self.lines.truncate(left);
    }

    /// Watches some games. How long the moves took: the middle, and the slowest but one of a hundred.
    async fn watch(
        &mut self,
        server: &TestServer,
        random: &mut Random,
    ) -> Result<(Duration, Duration), Failed> {
        let mut took = Vec::new();
        for _ in 0..GAMES.0 {
            // Others each time: who sends much has to wait.
            let party = Party::new(&server.url()).await?;
            let room = party.sit_down(Manner::FAST).await?.ok_or_else(|| Failed("no table".to_owned()))?;
            let join = json!({"type": "join", "room": room.to_string(), "seen": null}).to_string();
            for line in &mut self.lines {
                // Who does not read may have been sent away.
                line.write_all(&frame(TEXT, join.as_bytes())).await.ok();
            }
            for _ in 0..GAMES.1 {
                let begun = Arrival::now();
                if !party.put(room, random, Manner::FAST).await? {
                    break;
                }
                took.push(Arrival::now().since(begun));
            }
            party.all_have_seen(room).await?;
            check(server, &party.histories(), &[], CHARGED_MAX).await?;
        }
        took.sort();
        Ok((took[took.len() / 2], took[took.len() * 99 / 100]))
    }
}
