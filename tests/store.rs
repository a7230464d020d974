//! What the store promises: what it acknowledged is there, and no one writes whom it did not let.
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs, reason = "a test may panic")]

#[allow(dead_code, reason = "shared with other tests, each of which uses a part")]
#[path = "common/records.rs"]
mod records;
#[allow(dead_code, reason = "shared with other tests, each of which uses a part")]
#[path = "common/stores.rs"]
mod stores;

use futures::future::{FutureExt, join_all};
use proptest::prelude::*;
use tengen::journal::Phase;
use tengen::journal::Visibility;
use tengen::store::{Append, Epoch, Read, Request, Right, Settings, Store, StoreError, Write, codec};

use crate::records::{any_records, every_event, further, opening, person, record, room};
use crate::stores::{Directory, appended, commits, found, own};

#[tokio::test]
async fn every_event_comes_back_equal_after_the_store_was_closed() {
    let directory = Directory::new();
    let events = every_event();
    let mut records = vec![opening()];
    records.extend((1..).zip(events).map(|(seq, event)| record(seq, vec![event])));
    let store = directory.open().await;
    store.append(vec![Append { records: records.clone(), ..found(1) }]).await.unwrap();
    store.end().await;

    let store = directory.open().await;
    assert_eq!(store.records_of(room(1)).await.unwrap(), Some(records.clone()));
    let claimed = store.claim(room(1)).await.unwrap().unwrap();
    assert_eq!((claimed.epoch, claimed.records), (Epoch(1), records));
    assert!(store.claim(room(2)).await.unwrap().is_none());
    assert_eq!(store.records_of(room(2)).await.unwrap(), None);
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_record_comes_back_equal(records in any_records()) {
        for record in records {
            let body = codec::encode(&record).unwrap();
            prop_assert_eq!(codec::decode(&body).unwrap(), record);
        }
    }
}

#[tokio::test]
async fn who_claimed_last_writes_and_nobody_else() {
    let directory = Directory::new();
    let store = directory.open().await;
    store.append(vec![found(1)]).await.unwrap();
    store.append(vec![own(1, 0, 1)]).await.expect("a founder goes on in epoch 0");

    let first = store.claim(room(1)).await.unwrap().unwrap();
    assert_eq!((first.epoch, first.records), (Epoch(1), vec![opening(), further(1)]));
    store.append(vec![own(1, 1, 2)]).await.unwrap();
    let second = store.claim(room(1)).await.unwrap().unwrap();
    assert_eq!(second.epoch, Epoch(2));

    for stale in [own(1, 0, 3), own(1, 1, 3), own(1, 3, 3), own(1, u64::MAX, 3)] {
        assert!(matches!(store.append(vec![stale]).await, Err(StoreError::Conflict)));
    }
    store.append(vec![own(1, 2, 3)]).await.unwrap();
    assert_eq!(store.records_of(room(1)).await.unwrap().unwrap().len(), 4);
}

#[tokio::test]
async fn a_journal_goes_on_where_it_ends() {
    let directory = Directory::new();
    let store = directory.open().await;
    let with = |append: Append, records| Append { records, ..append };
    let no_start = [with(found(1), vec![]), with(found(1), vec![further(1)]), own(1, 0, 0)];
    for append in no_start {
        assert!(matches!(store.append(vec![append]).await, Err(StoreError::Conflict)));
    }
    store.append(vec![found(1)]).await.unwrap();
    let conflicts = [
        found(1),
        own(1, 0, 0),
        own(1, 0, 2),
        own(2, 0, 1),
        with(own(1, 0, 1), vec![]),
        with(own(1, 0, 1), vec![further(1), further(3)]),
        with(own(1, 0, 1), vec![further(1), further(1)]),
    ];
    for append in conflicts {
        assert!(matches!(store.append(vec![append]).await, Err(StoreError::Conflict)));
    }
    store.append(vec![with(own(1, 0, 1), vec![further(1), further(2)])]).await.unwrap();
    store.append(vec![own(1, 0, 3)]).await.unwrap();
    let expected: Vec<_> = std::iter::once(opening()).chain((1..4).map(further)).collect();
    assert_eq!(store.records_of(room(1)).await.unwrap(), Some(expected));
    store.append(vec![]).await.expect("nothing is durable at once");
}

#[tokio::test]
async fn appends_of_one_call_are_kept_or_lost_together() {
    let directory = Directory::new();
    let store = directory.open().await;
    store.append(vec![found(1)]).await.unwrap();
    let calls = [
        store.append(vec![own(1, 0, 1), found(2), own(3, 0, 1)]),
        store.append(vec![found(4), found(1)]),
        store.append(vec![found(5), own(1, 0, 1)]),
        store.append(vec![own(1, 0, 2), found(5)]),
        store.append(vec![found(6), Append { records: vec![further(1)], ..own(6, 0, 1) }]),
    ];
    let answers: Vec<_> = join_all(calls).await.iter().map(Result::is_ok).collect();
    assert_eq!(answers, [false, false, true, false, true]);
    let lengths = join_all((1..=6).map(|number| store.records_of(room(number)))).await;
    let lengths: Vec<_> = lengths.into_iter().map(|records| records.unwrap().map(|it| it.len())).collect();
    assert_eq!(lengths, [Some(2), None, None, None, Some(1), Some(2)]);
}

#[tokio::test]
async fn appends_of_many_rooms_share_a_commit() {
    let directory = Directory::new();
    let store = directory.open().await;
    let before = commits(&directory.path());
    let rooms = 0..100;
    let answers = join_all(rooms.clone().map(|number| store.append(vec![found(number)]))).await;
    assert!(answers.iter().all(Result::is_ok));
    let answers = join_all(rooms.clone().map(|number| store.append(vec![own(number, 0, 1)]))).await;
    assert!(answers.iter().all(Result::is_ok));
    let commits = commits(&directory.path()) - before;
    assert!((2..=20).contains(&commits), "200 calls took {commits} commits");
    store.end().await;

    let store = directory.open().await;
    for number in rooms {
        assert_eq!(store.records_of(room(number)).await.unwrap(), Some(vec![opening(), further(1)]));
    }
}

#[tokio::test]
async fn concurrent_appenders_of_one_room_agree_on_one_order() {
    let directory = Directory::new();
    let store = directory.open().await;
    store.append(vec![found(1)]).await.unwrap();
    let rivals = join_all((0..20).map(|_| store.append(vec![own(1, 0, 1)]))).await;
    assert_eq!(rivals.iter().filter(|answer| answer.is_ok()).count(), 1);
    assert_eq!(store.records_of(room(1)).await.unwrap().unwrap().len(), 2);
}

#[tokio::test]
async fn rooms_are_found_by_how_far_they_are() {
    let directory = Directory::new();
    let store = directory.open().await;
    let opened_by = |number: u16, opener: u8| Append {
        right: Right::Found { opener: person(opener), visibility: Visibility::Link },
        ..found(number)
    };
    let to = |number: u16, phase| Append { phase, ..own(number, 0, 1) };
    store.append(vec![opened_by(1, 1), opened_by(2, 1), opened_by(3, 1), opened_by(4, 2)]).await.unwrap();
    assert_eq!(store.open_tables_of(person(1)).await.unwrap(), 3);
    store.append(vec![to(1, Phase::Playing), to(2, Phase::Over)]).await.unwrap();

    let mut awake = store.awake_rooms().await.unwrap();
    awake.sort_unstable();
    assert_eq!(awake, [room(1), room(3), room(4)]);
    let open = join_all((1..=3).map(|opener| store.open_tables_of(person(opener)))).await;
    assert_eq!(open.into_iter().map(Result::unwrap).collect::<Vec<_>>(), [1, 1, 0]);
}

#[tokio::test]
async fn a_person_has_the_name_given_last() {
    let directory = Directory::new();
    let store = directory.open().await;
    assert_eq!(store.name_of(person(1)).await.unwrap(), None);
    for name in ["Nakamura", "中村 茂"] {
        store.set_name(person(1), name.parse().unwrap()).await.unwrap();
        assert_eq!(store.name_of(person(1)).await.unwrap().unwrap().as_str(), name);
    }
    assert_eq!(store.name_of(person(2)).await.unwrap(), None);
}

#[tokio::test]
async fn a_closed_store_answers_what_waits_and_takes_no_more() {
    let directory = Directory::new();
    let (store, writer) = Store::open(&Settings::new(directory.path())).await.unwrap();
    let (appended, ()) = tokio::join!(store.append(vec![found(1)]), async { store.close() });
    appended.expect("it was asked before the store was closed");
    writer.finished().await;
    assert!(matches!(store.append(vec![found(2)]).await, Err(StoreError::Closed)));
    assert!(matches!(store.claim(room(1)).await, Err(StoreError::Closed)));
    assert!(matches!(store.awake_rooms().await, Err(StoreError::Closed)));
}

#[tokio::test]
async fn a_detached_store_asks_whoever_holds_the_other_end() {
    let (store, mut requests) = Store::detached(4);
    let test = async {
        let Some(Request::Write(Write::Append { appends, reply })) = requests.recv().await else { panic!() };
        assert_eq!(appends.len(), 1);
        reply.send(Err(StoreError::Conflict)).unwrap();
        let Some(Request::Write(write @ Write::Claim { .. })) = requests.recv().await else { panic!() };
        drop(write);
        let Some(Request::Read(Read::AwakeRooms { reply })) = requests.recv().await else { panic!() };
        reply.send(Ok(vec![room(5)])).unwrap();
        drop(requests);
    };
    let room_task = async {
        assert!(matches!(store.append(vec![found(1)]).await, Err(StoreError::Conflict)));
        assert!(matches!(store.claim(room(1)).await, Err(StoreError::Unknown)));
        assert_eq!(store.awake_rooms().await.unwrap(), [room(5)]);
        assert!(matches!(store.append(vec![found(1)]).await, Err(StoreError::Closed)));
    };
    tokio::join!(test, room_task);
}

#[tokio::test]
async fn an_appender_that_gave_up_harms_nobody() {
    let directory = Directory::new();
    let store = directory.open().await;
    assert!(store.append(vec![found(1)]).now_or_never().is_none());
    store.append(vec![found(2)]).await.unwrap();
    assert!(appended(&store, 2).await);
}
