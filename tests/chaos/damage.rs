//! Bytes of the database change under it. Whatever was changed is noticed, or was nobody's record.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection};
use tengen::game::event::Event as GameEvent;
use tengen::journal::{Event, Recorded};
use tengen::store::{Finding, codec};

use crate::common::server::{Launch, TestServer};
use crate::load::{Load, Manner, Random};
use crate::{Came, Failed, launch};

/// The size of a page of the database.
const PAGE: usize = 4096;
/// The files of a database.
const FILES: [&str; 3] = ["tengen.db", "tengen.db-wal", "identity.key"];

/// The records of a database by room and number, as far as they can be read.
type Rows = BTreeMap<(String, i64), Option<Recorded>>;

/// What became of a damaged database.
#[derive(Debug, Default)]
struct Tally {
    refused: u64,
    suspended: u64,
    found: u64,
    shorter: u64,
    unharmed: u64,
}

/// Flipped bytes, zeroed pages, and a write-ahead log that is torn off.
pub(crate) async fn bytes(rounds: u64) -> Result<Came, Failed> {
    let mut random = Random(rounds ^ 0xdead);
    let (killed, stopped) = (played(false).await?, played(true).await?);
    let mut tally = Tally::default();
    for round in 0..rounds {
        let played = if round.is_multiple_of(2) { &killed } else { &stopped };
        let copy = tempfile::tempdir().map_err(|error| Failed(error.to_string()))?;
        for file in FILES {
            let from = played.path().join(file);
            if from.exists() {
                std::fs::copy(from, copy.path().join(file)).map_err(|error| Failed(error.to_string()))?;
            }
        }
        let what = damage(copy.path(), round, &mut random)?;
        let whole = rows(&played.path().join("tengen.db")).await?;
        judge(copy.path(), &whole, &mut tally)
            .await
            .map_err(|Failed(why)| Failed(format!("{what}: {why}")))?;
    }
    let Tally { refused, suspended, found, shorter, unharmed } = tally;
    let checked = format!(
        "{refused} would not open, {suspended} with games that wait for an arbiter, {found} found by `verify`, \
         {shorter} as before the torn end of the log, {unharmed} with nothing lost; 0 changed unnoticed"
    );
    Ok(Came::Well { rounds, checked })
}

/// The data of a server on which games were played, after a kill or a stop.
async fn played(is_stopped: bool) -> Result<tempfile::TempDir, Failed> {
    let directory = tempfile::tempdir().map_err(|error| Failed(error.to_string()))?;
    let data = Some(directory.path().to_owned());
    let mut server = TestServer::launch(Launch { data, ..launch() }).await;
    let load = Load::start(&server.url(), Manner::FAST, u64::from(is_stopped));
    load.advance(300).await?;
    drop(load.abandon().await);
    if is_stopped {
        server.terminate().await;
        server.ended().await;
    } else {
        server.kill().await;
    }
    Ok(directory)
}

/// Damages a file, and says how.
fn damage(directory: &Path, round: u64, random: &mut Random) -> Result<String, Failed> {
    let failed = |error: std::io::Error| Failed(error.to_string());
    let log = directory.join("tengen.db-wal");
    let has_log = log.metadata().is_ok_and(|log| log.len() > 0);
    let path = if has_log && round.is_multiple_of(4) { log } else { directory.join("tengen.db") };
    let mut bytes = std::fs::read(&path).map_err(failed)?;
    let what = match random.below(4) {
        0 if path.extension().is_some_and(|extension| extension == "db-wal") => {
            bytes.truncate(usize::try_from(random.below(bytes.len() as u64)).unwrap());
            format!("torn off at {}", bytes.len())
        }
        1 => {
            let page = usize::try_from(random.below((bytes.len() / PAGE) as u64)).unwrap() * PAGE;
            bytes[page..page + PAGE].fill(0);
            format!("zeroed at {page}")
        }
        _ => {
            let places: Vec<usize> = (0..1 + random.below(6))
                .map(|_| usize::try_from(random.below(bytes.len() as u64)).unwrap())
                .collect();
            for place in &places {
                bytes[*place] ^= 1 << random.below(8);
            }
            format!("flipped at {places:?}")
        }
    };
    std::fs::write(&path, bytes).map_err(failed)?;
    Ok(format!("{} {what}", path.display()))
}

/// Starts a server on damaged data, and looks whether anything else than what was written is taken for a record.
async fn judge(directory: &Path, whole: &Rows, tally: &mut Tally) -> Result<(), Failed> {
    let mut server = TestServer::prepare(Launch { data: Some(directory.to_owned()), ..launch() });
    if server.restart_or_die().await {
        // Its rooms are being opened.
        crate::kills::wait(50).await;
        server.terminate().await;
    }
    server.ended().await;
    let log = server.log();
    if log.contains("panicked") {
        return Err(Failed(format!("the server panicked:\n{log}")));
    }
    let database = directory.join("tengen.db");
    let mut findings = 0_u64;
    let verified = tengen::store::verify(&database, |_: &Finding| findings += 1).await.is_ok();
    let Ok(read) = rows(&database).await else {
        // Not even its list of records can be read.
        if verified && findings == 0 {
            return Err(Failed("it cannot be read, and `verify` finds nothing".to_owned()));
        }
        tally.refused += u64::from(!log.contains("ready"));
        tally.found += u64::from(log.contains("ready"));
        return Ok(());
    };
    let changed = changed_unnoticed(&read, whole);
    if !changed.is_empty() {
        return Err(Failed(format!("{changed:?} were changed, and are taken for records")));
    }
    let is_shorter = read.len() < whole.len();
    match (log.contains("ready"), log.contains("a journal is damaged")) {
        (false, _) => tally.refused += 1,
        (true, true) => tally.suspended += 1,
        (true, false) if !verified || findings > 0 => tally.found += 1,
        (true, false) if is_shorter => tally.shorter += 1,
        (true, false) => tally.unharmed += 1,
    }
    Ok(())
}

/// Records that can be read, are not those that were written, and are not written since in the place of lost ones.
fn changed_unnoticed(read: &Rows, whole: &Rows) -> Vec<(String, i64)> {
    let is_mend = |event: &Event| matches!(event, Event::Game(GameEvent::Suspended { .. }));
    let mut mended = BTreeMap::<&str, i64>::new();
    for ((room, seq), record) in read {
        if record.as_ref().is_some_and(|record| record.events.iter().any(is_mend)) {
            mended.entry(room).or_insert(*seq);
        }
    }
    let is_changed = |(place, record): &(&(String, i64), &Option<Recorded>)| {
        let is_since = mended.get(place.0.as_str()).is_some_and(|from| place.1 >= *from);
        let written = whole.get(*place).cloned().flatten();
        record.is_some() && !is_since && written.is_some() && written != **record
    };
    read.iter().filter(is_changed).map(|(place, _)| place.clone()).collect()
}

async fn rows(database: &Path) -> Result<Rows, Failed> {
    let failed = |error: sqlx::Error| Failed(error.to_string());
    let options = SqliteConnectOptions::new().filename(database).read_only(true);
    let mut connection = options.busy_timeout(Duration::from_secs(5)).connect().await.map_err(failed)?;
    let rows: Result<Vec<(String, i64, Vec<u8>)>, _> =
        sqlx::query_as("SELECT room, seq, CAST(body AS BLOB) FROM event").fetch_all(&mut connection).await;
    connection.close().await.map_err(failed)?;
    // As the server reads them: a record that says another number than its row is none.
    let read = |seq: i64, body: Vec<u8>| {
        let record = codec::decode(&String::from_utf8(body).ok()?).ok()?;
        (i64::from(record.seq) == seq).then_some(record)
    };
    let rows = rows.map_err(failed)?.into_iter();
    Ok(rows.map(|(room, seq, body)| ((room, seq), read(seq, body))).collect())
}
