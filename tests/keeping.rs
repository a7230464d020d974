//! Copies of the database, and what is found by looking one through.
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs, reason = "a test may panic")]

#[allow(dead_code, reason = "shared with other tests, each of which uses a part")]
#[path = "common/records.rs"]
mod records;
#[allow(dead_code, reason = "shared with other tests, each of which uses a part")]
#[path = "common/stores.rs"]
mod stores;

use std::fs;
use std::num::NonZeroU8;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output};

use sqlx::Connection;
use sqlx::sqlite::SqliteConnection;
use tengen::competition::{self, Competition, Entrant, Event, FirstMove, Founded, Kind, Stage};
use tengen::game::ruleset::RuleSet;
use tengen::journal::{CompetitionId, Finished, Goal, Journal, WallTime};
use tengen::store::{
    Append, BackupError, Competed, Finding, Listed, OpenError, Right, Settings, Store, Verified, VerifyError,
    Wrong, backup, codec, verify,
};

use crate::records::{person, room};
use crate::stores::{Directory, found, own};

/// Whether something that is wrong is what was meddled with.
type IsIt = fn(&Wrong) -> bool;

#[tokio::test]
async fn a_database_of_every_kind_of_game_is_found_to_be_right() {
    let directory = Directory::new();
    let rooms = fill(&directory).await;
    let (verified, findings) = look(&directory.path()).await;
    assert_eq!(findings, []);
    assert_eq!(verified.rooms, rooms);
    assert!(verified.over >= 7 && verified.records > 4 * rooms, "{verified:?}");
    assert_eq!(
        verified.to_string(),
        format!(
            "{rooms} rooms, {} of them over, and 1 competitions, with {} records: all replay to what is kept",
            verified.over, verified.records
        )
    );
}

#[tokio::test]
async fn whatever_is_wrong_is_found_with_its_room() {
    const FIVE: &str = "SELECT room FROM finished WHERE reason = 'five' LIMIT 1";
    let meddled: [(&str, IsIt); 9] = [
        (
            "UPDATE event SET body = '{}' WHERE seq = 2 AND room = ?five",
            |wrong| matches!(wrong, Wrong::Unreadable(why) if why.starts_with("record 2: ")),
        ),
        (
            "DELETE FROM event WHERE seq = 3 AND room = ?five",
            |wrong| matches!(wrong, Wrong::Unreadable(why) if why == "record 3: it is missing"),
        ),
        (
            "UPDATE room SET head = head + 1 WHERE id = ?five",
            |wrong| matches!(wrong, Wrong::Unreadable(why) if why.contains("records, and should be")),
        ),
        ("UPDATE room SET phase = 'playing' WHERE id = ?five", |wrong| {
            *wrong == Wrong::Phase { kept: "playing".to_owned(), replayed: "over" }
        }),
        (
            "UPDATE room SET visibility = 'secret' WHERE id = ?five",
            |wrong| matches!(wrong, Wrong::Visibility { kept, .. } if kept == "secret"),
        ),
        ("DELETE FROM finished WHERE room = ?five", |wrong| *wrong == Wrong::NotListed),
        ("UPDATE finished SET a_score = b_score, b_score = a_score WHERE room = ?five", |wrong| {
            *wrong == Wrong::Result("result")
        }),
        ("UPDATE finished SET moves = moves + 1 WHERE room = ?five", |wrong| {
            *wrong == Wrong::Result("number of moves")
        }),
        (
            "UPDATE finished SET room = (SELECT id FROM room WHERE phase = 'playing' LIMIT 1) WHERE room = ?five",
            |wrong| matches!(wrong, Wrong::Listed | Wrong::NotListed),
        ),
    ];
    for (statement, is_it) in meddled {
        let directory = Directory::new();
        fill(&directory).await;
        let mut beside = directory.meddle().await;
        let five: String = sqlx::query_scalar(FIVE).fetch_one(&mut beside).await.unwrap();
        let statement = statement.replace("?five", &format!("'{five}'"));
        let changed =
            sqlx::query(sqlx::AssertSqlSafe(statement.as_str())).execute(&mut beside).await.unwrap();
        assert_eq!(changed.rows_affected(), 1, "{statement}");
        beside.close().await.unwrap();

        let (verified, findings) = look(&directory.path()).await;
        assert_eq!(verified.findings, findings.len() as u64);
        assert!(!findings.is_empty() && findings.iter().all(|found| is_it(&found.wrong)), "{findings:?}");
        assert!(findings.iter().any(|found| found.of.as_ref() == Some(&five)), "{statement}");
        assert!(findings[0].to_string().starts_with(findings[0].of.as_ref().unwrap()));
    }
}

#[tokio::test]
async fn whatever_is_wrong_is_found_with_its_competition() {
    let meddled: [(&str, IsIt); 4] = [
        (
            "UPDATE competition_event SET body = replace(body, 'City', 'Town')",
            |wrong| matches!(wrong, Wrong::Unreadable(why) if why == "it is not what was written"),
        ),
        (
            "DELETE FROM competition_event WHERE seq = 1",
            |wrong| matches!(wrong, Wrong::Unreadable(why) if why.contains("missing")),
        ),
        ("UPDATE competition SET open = 1", |wrong| *wrong == Wrong::Row),
        ("UPDATE competition SET title = 'Town open'", |wrong| *wrong == Wrong::Row),
    ];
    for (statement, is_it) in meddled {
        let directory = Directory::new();
        fill(&directory).await;
        let mut beside = directory.meddle().await;
        let changed = sqlx::query(statement).execute(&mut beside).await.unwrap();
        assert!(changed.rows_affected() > 0, "{statement}");
        beside.close().await.unwrap();
        let (_, findings) = look(&directory.path()).await;
        let [Finding { of, wrong }] = &findings[..] else { panic!("{statement}: {findings:?}") };
        assert_eq!(*of, Some(competition().to_string()));
        assert!(is_it(wrong), "{statement}: {wrong:?}");
    }
}

#[tokio::test]
async fn a_file_that_is_damaged_is_said_to_be() {
    let directory = Directory::new();
    fill(&directory).await;
    let mut beside = directory.meddle().await;
    let page: i64 = number(&mut beside, "SELECT rootpage FROM sqlite_schema WHERE name = 'event'").await;
    let size: i64 = number(&mut beside, "PRAGMA page_size").await;
    beside.close().await.unwrap();
    let mut bytes = fs::read(directory.path()).unwrap();
    let [from, to] = [page - 1, page].map(|pages| usize::try_from(pages * size).unwrap());
    bytes[from..to].fill(0x55);
    fs::write(directory.path(), bytes).unwrap();
    let mut findings = Vec::new();
    let verified = verify(&directory.path(), |finding| findings.push(finding.clone())).await;
    assert!(findings.iter().any(|found| matches!(found.wrong, Wrong::File(_))), "{verified:?} {findings:?}");
}

#[tokio::test]
async fn a_copy_is_a_store_as_it_was_at_one_moment_while_others_write() {
    let directory = Directory::new();
    let rooms = fill(&directory).await;
    let store = directory.open().await;
    store.append(vec![found(900)]).await.unwrap();
    let copy = directory.root().join("copy.db");
    let from = directory.path();
    let writing = async {
        for seq in 1..200 {
            store
                .append(vec![Append { right: Right::Own(tengen::store::Epoch(0)), ..own(900, 0, seq) }])
                .await
                .unwrap();
        }
    };
    let (copied, ()) = tokio::join!(backup(&from, &copy, |finding| panic!("{finding}")), writing);
    assert_eq!(copied.unwrap().rooms, rooms + 1);
    store.end().await;
    assert_eq!(fs::metadata(&copy).unwrap().permissions().mode() & 0o777, 0o600, "only its owner reads it");
    assert!(!directory.root().join("copy.db.part").exists());

    let (verified, findings) = look(&copy).await;
    assert_eq!((verified.rooms, findings), (rooms + 1, vec![]));
    let (store, writer) = Store::open(&Settings::new(&copy)).await.unwrap();
    assert!(store.records_of(room(900)).await.unwrap().is_some());
    assert!(store.claim(room(900)).await.unwrap().is_some(), "a server goes on with it");
    drop(store);
    writer.finished().await;
}

#[tokio::test]
async fn what_is_there_is_left_alone() {
    let directory = Directory::new();
    fill(&directory).await;
    for there in ["copy.db", "copy.db.part"] {
        let [path, copy] = [there, "copy.db"].map(|name| directory.root().join(name));
        fs::write(&path, "something else").unwrap();
        let refused = backup(&directory.path(), &copy, |_| {}).await;
        assert!(
            matches!(&refused, Err(BackupError::Exists { path: named }) if *named == path),
            "{refused:?}"
        );
        assert_eq!(fs::read_to_string(&path).unwrap(), "something else");
        fs::remove_file(&path).unwrap();
    }
    let nowhere = directory.root().join("nowhere/copy.db");
    assert!(matches!(backup(&directory.path(), &nowhere, |_| {}).await, Err(BackupError::File { .. })));
    let copy = directory.root().join("copy.db");
    let nothing = backup(&directory.root().join("nothing.db"), &copy, |_| {}).await;
    assert!(matches!(nothing, Err(BackupError::Open(OpenError::Database(_)))), "{nothing:?}");
    assert!(!copy.exists() && !directory.root().join("copy.db.part").exists());
}

#[tokio::test]
async fn a_database_of_another_version_is_not_judged() {
    for (statement, says) in [
        (
            "INSERT INTO _sqlx_migrations SELECT 9999, description, installed_on, success, checksum, execution_time \
            FROM _sqlx_migrations LIMIT 1",
            "the database has schema 9999, and this program knows no later one than ",
        ),
        (
            "DELETE FROM _sqlx_migrations WHERE version > 1",
            "the database has schema 1, which `tengen serve` would bring to ",
        ),
    ] {
        let directory = Directory::new();
        fill(&directory).await;
        let mut beside = directory.meddle().await;
        sqlx::query(statement).execute(&mut beside).await.unwrap();
        beside.close().await.unwrap();
        let refused = verify(&directory.path(), |_| {}).await.unwrap_err();
        assert!(
            matches!(refused, VerifyError::Open(_)) && refused.to_string().starts_with(says),
            "{refused}"
        );
    }
}

#[tokio::test]
async fn the_commands_say_what_they_found_and_end_accordingly() {
    let directory = Directory::new();
    let rooms = fill(&directory).await;
    let database = directory.path();
    let data = database.parent().unwrap().to_str().unwrap();
    let copy = directory.root().join("copy.db");
    let copy = copy.to_str().unwrap();

    let made = tengen(&["backup", copy, "--data", data]);
    assert!(made.status.success(), "{made:?}");
    assert!(said(&made).starts_with(&format!("{rooms} rooms, ")), "{made:?}");
    assert_eq!(tengen(&["backup", copy, "--data", data]).status.code(), Some(73));
    assert_eq!(tengen(&["verify", "--data", data]).status.code(), Some(0));
    assert_eq!(tengen(&["verify", "/nowhere/at/all.db"]).status.code(), Some(69));

    let mut beside = directory.meddle().await;
    sqlx::query("DELETE FROM event WHERE seq = 1").execute(&mut beside).await.unwrap();
    beside.close().await.unwrap();
    let looked = tengen(&["verify", "--data", data]);
    assert_eq!(looked.status.code(), Some(1));
    assert!(said(&looked).ends_with("things are wrong\n"), "{looked:?}");
    assert!(String::from_utf8_lossy(&looked.stderr).contains("record 1: it is missing"));
    assert_eq!(tengen(&["verify", copy]).status.code(), Some(0), "the copy is from before");
}

/// A database with every kind of journal there is one of, as rooms have written it; how many rooms.
async fn fill(directory: &Directory) -> u64 {
    let journals = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/journals/v1");
    let mut files: Vec<_> = fs::read_dir(journals).unwrap().map(|file| file.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "jsonl"));
    files.sort();
    let store = directory.open().await;
    for (number, file) in (1..).zip(&files) {
        let lines = fs::read_to_string(file).unwrap();
        let records: Vec<_> = lines.lines().map(|line| codec::decode(line).unwrap()).collect();
        let journal = Journal::replay(records.clone()).unwrap();
        let table = journal.table();
        let append = Append {
            room: room(number),
            right: Right::Found { opener: person(0), visibility: table.opened().visibility },
            records,
            phase: table.phase(),
            finished: Finished::of(table).map(Box::new),
        };
        store.append(vec![append]).await.unwrap();
    }
    hold_competition(&store).await;
    store.end().await;
    files.len() as u64
}

fn competition() -> CompetitionId {
    CompetitionId::from_entropy([7; 12])
}

/// A competition that was founded and ended.
async fn hold_competition(store: &Store) {
    let entrant = |name: &str| Entrant {
        name: name.parse().unwrap(),
        members: vec![name.parse().unwrap()],
        captain: 1,
    };
    let settings = competition::Settings {
        title: "City open".parse().unwrap(),
        kind: Kind::Individual,
        entrants: vec![entrant("Nakamura"), entrant("Sushkov")],
        goal: Goal::Games(NonZeroU8::MIN),
        stages: vec![Stage { from: 1, rules: RuleSet::renju(None) }],
        first_move: FirstMove::Stated,
    };
    let founded = Founded { organiser: person(0), settings };
    let mut value = Competition::new(founded.clone());
    let wall = WallTime(1_800_000_000_000);
    for (seq, event) in (0..).zip([Event::Founded(Box::new(founded)), Event::Closed]) {
        value.evolve(&event);
        let record = competition::Recorded { seq, wall, cause: None, events: vec![event] };
        let listed = Listed::of(competition(), &value, wall, wall);
        store.compete(Competed { listed, record, rooms: Vec::new() }).await.unwrap();
    }
}

async fn number(connection: &mut SqliteConnection, question: &'static str) -> i64 {
    sqlx::query_scalar(question).fetch_one(connection).await.unwrap()
}

async fn look(database: &Path) -> (Verified, Vec<Finding>) {
    let mut findings = Vec::new();
    let verified = verify(database, |finding| findings.push(finding.clone())).await.unwrap();
    (verified, findings)
}

fn tengen(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_tengen")).args(arguments).output().unwrap()
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}
