//! Peers that are hostile, slow, gone without a word, or many.

use std::time::Duration;

use serde_json::{Value, json};
use tengen::journal::RoomId;
use tengen::timekeeper::Arrival;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::process::Command;
use tokio::task::JoinSet;

use crate::checker::{CHARGED_MAX, Journals, Wrong};
use crate::common::server::{Launch, TestServer};
use crate::disks::resident;
use crate::load::{Load, Manner, Party, rules};
use crate::raw::{GOES_ON, PING, PONG, Raw, TEXT, TEXT_BEGINS, frame, guest, knock};
use crate::witness::{PATIENCE, Witness};
use crate::{Came, Failed, SETTINGS, check, launch, serve};

/// How much memory one hostile connection may take.
const HOSTILE_BYTES_MAX: u64 = 1 << 20;

/// How soon a flood is ended, on a machine that others use as well.
const FLOOD_ENDS_WITHIN: Duration = Duration::from_secs(2);

/// Pings, pongs and empty pieces as fast as they go, by somebody who never reads.
pub(crate) async fn floods(rounds: u64) -> Result<Came, Failed> {
    let shreds = [frame(TEXT_BEGINS, b""), frame(GOES_ON, b"").repeat(5000)].concat();
    let floods = [
        ("pings", frame(PING, &[b'p'; 125]).repeat(500)),
        ("pongs", frame(PONG, &[b'p'; 125]).repeat(500)),
        ("empty pieces", shreds),
        ("empty pings", frame(PING, b"").repeat(5000)),
    ];
    let server = serve().await;
    let load = Load::start(&server.url(), Manner::FAST, rounds);
    load.advance(20).await?;
    let (mut most, mut longest) = (0, Duration::ZERO);
    for round in 0..rounds {
        let (name, blob) = &floods[usize::try_from(round).unwrap() % floods.len()];
        let before = resident(&server);
        let mut client = Raw::visit(server.address(), &server.url()).await?;
        let began = Arrival::now();
        let mut peak = before;
        while client.send(blob).await.is_ok() {
            peak = peak.max(resident(&server));
            if Arrival::now().since(began) > PATIENCE {
                return Err(Failed(format!("a flood of {name} is borne with")));
            }
        }
        longest = longest.max(Arrival::now().since(began));
        most = most.max(peak.saturating_sub(before));
    }
    load.advance(20).await?;
    let histories = load.stop().await?;
    check(&server, &histories, &[], CHARGED_MAX).await?;
    if longest > FLOOD_ENDS_WITHIN || most > HOSTILE_BYTES_MAX {
        return Err(Failed(format!("a flood lasted {longest:?} and took {} KiB", most / 1024)));
    }
    Ok(Came::Well { rounds, checked: format!("closed within {longest:.1?}, +{} KiB at most", most / 1024) })
}

/// Frames that break the rules, at random, and others that are cut short.
pub(crate) async fn malformed(rounds: u64) -> Result<Came, Failed> {
    let server = serve().await;
    let load = Load::start(&server.url(), Manner::FAST, rounds);
    load.advance(20).await?;
    let mut random = crate::load::Random(rounds);
    let mut closed = std::collections::BTreeMap::<String, u64>::new();
    for _ in 0..rounds {
        let mut client = Raw::visit(server.address(), &server.url()).await?;
        client.hear_of("welcome").await?;
        let mut bytes = Vec::new();
        // Valid frames, then noise until the server has had enough.
        for _ in 0..random.below(4) {
            bytes.extend(frame(TEXT, br#"{"type":"ping","n":1}"#));
        }
        for _ in 0..64 {
            let length = random.below(40);
            let payload: Vec<u8> = (0..length).map(|_| random.below(256) as u8).collect();
            bytes.extend(frame(random.below(256) as u8, &payload));
        }
        // It may hang up before it has taken everything.
        let _ = client.send(&bytes).await;
        let _ = client.stream.shutdown().await;
        let code = client.hear_close().await?;
        *closed.entry(code.map_or("none".to_owned(), |code| code.to_string())).or_default() += 1;
    }
    load.advance(20).await?;
    let histories = load.stop().await?;
    let checked = check(&server, &histories, &[], CHARGED_MAX).await?;
    let allowed = ["1000", "1002", "1003", "1007", "1009", "4000", "4029", "4030", "none"];
    if let Some(code) = closed.keys().find(|code| !allowed.contains(&code.as_str())) {
        return Err(Failed(format!("closed by {code}")));
    }
    let codes: Vec<_> = closed.iter().map(|(code, times)| format!("{code}: {times}")).collect();
    Ok(Came::Well { rounds, checked: format!("closed by {}; {checked}", codes.join(", ")) })
}

/// Those who begin something and do not go on, at the settings that are shipped.
pub(crate) async fn unfinished(rounds: u64) -> Result<Came, Failed> {
    let server = serve().await;
    let (address, url) = (server.address(), server.url());
    let before = resident(&server);
    let mut waiting = JoinSet::new();
    for _ in 0..rounds {
        let url = url.clone();
        waiting.spawn(async move {
            let stream = knock(address, None, None).await.map_err(|error| Failed(error.to_string()))?;
            Ok::<_, Failed>(("says nothing", 5.0, kept(stream, b"").await))
        });
        waiting.spawn(async move {
            let mut stream = knock(address, None, None).await.map_err(|error| Failed(error.to_string()))?;
            stream
                .write_all(b"GET / HTTP/1.1\r\nHost: x\r\n")
                .await
                .map_err(|error| Failed(error.to_string()))?;
            Ok(("drips headers", 10.0, kept(stream, b"X").await))
        });
        let guest_url = url.clone();
        waiting.spawn(async move {
            let mut raw = Raw::visit(address, &guest_url).await?;
            raw.send(&frame(TEXT_BEGINS, b"{")).await.map_err(|error| Failed(error.to_string()))?;
            Ok(("does not end a message", 5.0, kept(raw.stream, b"").await))
        });
        waiting.spawn(async move {
            let mut raw = Raw::visit(address, &url).await?;
            let cut = &frame(TEXT, &[b' '; 8000])[..4000];
            raw.send(cut).await.map_err(|error| Failed(error.to_string()))?;
            Ok(("does not end a frame", 5.0, kept(raw.stream, b"").await))
        });
    }
    let mut longest = std::collections::BTreeMap::<&str, (f64, f64)>::new();
    while let Some(kept) = waiting.join_next().await {
        let (what, due, kept) = kept.map_err(|error| Failed(error.to_string()))??;
        let entry = longest.entry(what).or_insert((due, 0.0));
        entry.1 = entry.1.max(kept.as_secs_f64());
    }
    let grown = resident(&server).saturating_sub(before) / (4 * rounds);
    let words: Vec<_> = longest.iter().map(|(what, (_, kept))| format!("{what}: {kept:.1} s")).collect();
    if let Some((what, (due, kept))) = longest.iter().find(|(_, (due, kept))| *kept > due + 3.0) {
        return Err(Failed(format!("who {what} is kept {kept:.1} s, and should be {due:.0} s")));
    }
    Ok(Came::Well { rounds, checked: format!("{}; {} KiB each", words.join(", "), grown / 1024) })
}

/// How long the server keeps a connection on which `chunk` is sent again and again.
async fn kept(mut stream: tokio::net::TcpStream, chunk: &[u8]) -> Duration {
    let began = Arrival::now();
    let mut buffer = [0; 4096];
    loop {
        match tokio::time::timeout(Duration::from_millis(200), stream.read(&mut buffer)).await {
            Ok(Ok(0) | Err(_)) => return Arrival::now().since(began),
            Ok(Ok(_)) => {}
            Err(_) if stream.write_all(chunk).await.is_err() => return Arrival::now().since(began),
            Err(_) if Arrival::now().since(began) > PATIENCE => return PATIENCE,
            Err(_) => {}
        }
    }
}

/// A player's line goes dead without a word: the packets of it are dropped. The seat waits.
pub(crate) async fn half_open(rounds: u64) -> Result<Came, Failed> {
    let nft = |words: &str| {
        let words: Vec<String> = words.split(' ').map(str::to_owned).collect();
        async move {
            match Command::new("nft").args(&words).output().await {
                Ok(output) if output.status.success() => Ok(()),
                Ok(output) => Err(String::from_utf8_lossy(&output.stderr).trim().to_owned()),
                Err(error) => Err(format!("nft: {error}")),
            }
        }
    };
    let table = format!("tengen_chaos_{}", std::process::id());
    if let Err(why) = nft(&format!("add table inet {table}")).await {
        return Ok(Came::Skipped(why));
    }
    let came = half_open_with(rounds, &table, nft).await;
    nft(&format!("delete table inet {table}")).await?;
    came
}

async fn half_open_with<F: Future<Output = Result<(), String>>>(
    rounds: u64,
    table: &str,
    nft: impl Fn(&str) -> F,
) -> Result<Came, Failed> {
    nft(&format!("add chain inet {table} input {{ type filter hook input priority 0 ; }}")).await?;
    // Once as a quick look, and then as it is shipped.
    let silent_max = if rounds == 1 { Duration::from_secs(6) } else { Duration::from_secs(30) };
    let patience = format!("[session]\nsilent_max = \"{}s\"\nping_every = \"2s\"\n", silent_max.as_secs());
    let settings = if rounds == 1 { format!("{SETTINGS}{patience}") } else { SETTINGS.to_owned() };
    let server = TestServer::launch(Launch { settings, ..launch() }).await;
    let mut longest = Duration::ZERO;
    for _ in 0..rounds {
        let party = Party::new(&server.url()).await?;
        let token = guest(&server.url()).await?;
        let stream = knock(server.address(), None, None).await.map_err(|error| Failed(error.to_string()))?;
        let port = stream.local_addr().map_err(|error| Failed(error.to_string()))?.port();
        let mut lost = Raw::open(stream, &token).await?;
        let room = sit_beside(&party, &mut lost).await?;
        nft(&format!("add rule inet {table} input tcp sport {port} drop")).await?;
        nft(&format!("add rule inet {table} input tcp dport {port} drop")).await?;
        let began = Arrival::now();
        let gone = |witness: &Witness| {
            let table = witness.table(room);
            table.and_then(|table| table.presence.clone()).is_some_and(|here| here.seats.b == Some(false))
        };
        party.a.until("word that the player is gone", PATIENCE, gone).await?;
        longest = longest.max(Arrival::now().since(began));
        // They come back on another line, and sit where they sat.
        let stream = knock(server.address(), None, None).await.map_err(|error| Failed(error.to_string()))?;
        let mut back = Raw::open(stream, &token).await?;
        back.say(&json!({"type": "join", "room": room.to_string(), "seen": null})).await.ok();
        let joined = back.hear_of("joined").await?;
        if joined["you"] != "b" {
            return Err(Failed(format!("the seat is not kept: {joined}")));
        }
    }
    // And what a busy machine adds.
    if longest > silent_max + Duration::from_secs(5) {
        return Err(Failed(format!("a dead line is held for {longest:.0?}")));
    }
    Ok(Came::Well { rounds, checked: format!("noticed within {longest:.1?}, the seat is kept") })
}

/// The party's first player opens a table, and somebody else sits down at it.
async fn sit_beside(party: &Party, other: &mut Raw) -> Result<RoomId, Failed> {
    let created = party.a.create((&rules(Duration::from_secs(3600))).into(), PATIENCE).await?;
    let room = created.room.ok_or_else(|| Failed("no table".to_owned()))?;
    party.a.follow(room).await?;
    let room_name = room.to_string();
    other.say(&json!({"type": "join", "room": room_name, "seen": null})).await.ok();
    other.hear_of("joined").await?;
    other.say(&json!({"type": "act", "room": room_name, "id": "sit", "action": {"type": "sit"}})).await.ok();
    other.hear_of("accepted").await?;
    Ok(room)
}

/// Every command three times and in another order, over two lines of each player.
pub(crate) async fn duplicates(rounds: u64) -> Result<Came, Failed> {
    let fast = "[session]\nmessages_per_second = 100000\nmessages_burst = 100000\nrefused_max = 1000000\n\
                connections_per_person = 64\noutbox_max = 4096\n";
    let settings = format!("{SETTINGS}{fast}");
    let server = TestServer::launch(Launch { settings, ..launch() }).await;
    let mut random = crate::load::Random(rounds);
    let (mut sent, mut games) = (0_u64, 0_u64);
    while sent < rounds {
        let party = Party::new(&server.url()).await?;
        let mut lines = Vec::new();
        let token = guest(&server.url()).await?;
        for _ in 0..2 {
            let stream =
                knock(server.address(), None, None).await.map_err(|error| Failed(error.to_string()))?;
            lines.push(Raw::open(stream, &token).await?);
        }
        let room = sit_beside(&party, &mut lines[0]).await?.to_string();
        lines[1].say(&json!({"type": "join", "room": room, "seen": null})).await.ok();
        lines[1].hear_of("joined").await?;
        let mut answers = std::collections::BTreeMap::<String, Value>::new();
        let id: RoomId = room.parse().map_err(|_| Failed("a room".to_owned()))?;
        for turn in 0..30_u16 {
            // The opponent moves, so that the next stone is theirs.
            if !put_one(&party.a, id, &mut random).await? {
                break;
            }
            let mut batch = duplicated(&room, turn, &mut random);
            for index in (1..batch.len()).rev() {
                batch.swap(index, usize::try_from(random.below(index as u64 + 1)).unwrap());
            }
            for (line, half) in lines.iter_mut().zip(batch.chunks(batch.len().div_ceil(2))) {
                let bytes: Vec<u8> =
                    half.iter().flat_map(|message| frame(TEXT, message.to_string().as_bytes())).collect();
                line.send(&bytes).await.map_err(|error| Failed(error.to_string()))?;
                let mut heard = 0;
                while heard < half.len() {
                    let answer = match line.hear().await? {
                        crate::raw::Frame::Says(message) => message,
                        crate::raw::Frame::Ping(payload) => {
                            line.send(&frame(PONG, &payload)).await.ok();
                            continue;
                        }
                        crate::raw::Frame::Pong => continue,
                        end => return Err(Failed(format!("duplicates: {end:?}"))),
                    };
                    if answer["type"] != "accepted" && answer["type"] != "refused" {
                        continue;
                    }
                    heard += 1;
                    let id = answer["id"].as_str().unwrap_or_default().to_owned();
                    let before = answers.entry(id).or_insert_with(|| answer.clone());
                    if before["type"] != answer["type"] || before["seq"] != answer["seq"] {
                        return Err(Failed(format!("answered {before} and then {answer}")));
                    }
                }
            }
            sent += batch.len() as u64;
        }
        games += 1;
        // It may be over already.
        party.a.act(id, tengen::protocol::Action::Resign {}, PATIENCE).await?;
    }
    let mut wrong = Wrong::default();
    let journals = Journals::read(&server.database(), &mut wrong).await?;
    journals.check_causes(&mut wrong);
    let counted = journals.count();
    wrong.into_result()?;
    Ok(Came::Well {
        rounds: sent,
        checked: format!("{games} games, {} records, none twice; every answer as the first", counted.records),
    })
}

/// Stones on points by chance for this turn and for the one before, each command three times.
fn duplicated(room: &str, turn: u16, random: &mut crate::load::Random) -> Vec<Value> {
    let mut batch = Vec::new();
    for number in 0..64_u16 {
        let of = turn.saturating_sub(number % 2);
        let point = format!("{}{}", char::from(b'a' + random.below(15) as u8), 1 + random.below(15));
        let id = format!("m{turn}-{of}-{number}");
        let action = json!({"type": "place", "ply": 2 * of + 1, "point": point});
        let message = json!({"type": "act", "room": room, "id": id, "action": action});
        batch.extend([message.clone(), message.clone(), message]);
    }
    batch
}

/// Puts a stone on the first free point. False if the game is over.
async fn put_one(witness: &Witness, room: RoomId, random: &mut crate::load::Random) -> Result<bool, Failed> {
    let is_theirs = |witness: &Witness| {
        let table = witness.table(room);
        table.and_then(|table| table.position.clone()).is_none_or(|position| {
            position.state.owed.as_ref().is_none_or(|owed| owed.seat == tengen::spelling::SeatForm::A)
        })
    };
    witness.until("its turn", PATIENCE, is_theirs).await?;
    let Some(position) = witness.table(room).and_then(|table| table.position.clone()) else {
        return Ok(false);
    };
    if position.state.owed.is_none() {
        return Ok(false);
    }
    let point = crate::load::free_point(&position, random);
    witness.act(room, crate::load::stone(position.state.ply, point), PATIENCE).await?;
    Ok(true)
}
