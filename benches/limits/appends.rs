//! Durable appends of a thousand rooms at once: through the store, each waiting for its answer, and in a bare loop over
//! the same SQLite with the same settings, tables and bytes, which commits a thousand at once.

use std::path::Path;
use std::time::Instant;

use tengen::game::board::Stone;
use tengen::game::event::{self as game, Deed};
use tengen::game::moment::{Moment, Span};
use tengen::game::presets::presets;
use tengen::game::seat::Seat;
use tengen::journal::{
    Arbitration, Cause, Colours, Event, Lot, Opened, PersonId, Phase, Recorded, RoomId, Visibility, WallTime,
};
use tengen::store::{Append, Right, Settings, Store, codec};

use crate::page::{Row, Target};
use crate::rows::Form;

const ROOMS: u16 = 1000;

/// How many appends a second, of the store and of the bare loop, in turns.
pub fn appends(form: Form) -> Row {
    let each = form.pick(100, 30);
    let (mut ours, mut bound) = (0.0_f64, 0.0_f64);
    for _ in 0..form.pick(3, 2) {
        let directory = tempfile::tempdir().unwrap();
        ours = ours.max(through_store(directory.path(), each));
        // The same file with the same tables, and the rooms that the store has founded.
        bound = bound.max(bare_loop(directory.path(), each));
    }
    Row::ratio("durable appends, 1,000 rooms at once", "a second", ours, bound, Target::AtLeast(0.7))
}

#[tokio::main(flavor = "multi_thread", worker_threads = 2)]
async fn through_store(directory: &Path, each: u32) -> f64 {
    let (store, writer) = Store::open(&Settings::new(directory.join("tengen.db"))).await.unwrap();
    let opener = PersonId::from_entropy([1; 16]);
    for number in 0..ROOMS {
        let right = Right::Found { opener, visibility: Visibility::Link };
        let opened = Recorded { seq: 0, at: Moment::ZERO, cause: None, events: vec![opened()] };
        store.append(vec![append(number, right, opened)]).await.unwrap();
    }
    let mut epochs = Vec::new();
    for number in 0..ROOMS {
        epochs.push(store.claim(room(number)).await.unwrap().unwrap().epoch);
    }
    let begun = Instant::now();
    let rooms = epochs.into_iter().zip(0..).map(|(epoch, number)| {
        let store = store.clone();
        tokio::spawn(async move {
            for seq in 1..=each {
                store.append(vec![append(number, Right::Own(epoch), moved(seq))]).await.unwrap();
            }
        })
    });
    for room in rooms.collect::<Vec<_>>() {
        room.await.unwrap();
    }
    let rate = f64::from(u32::from(ROOMS) * each) / begun.elapsed().as_secs_f64();
    store.close();
    writer.finished().await;
    rate
}

fn bare_loop(directory: &Path, each: u32) -> f64 {
    let mut connection = rusqlite::Connection::open(directory.join("tengen.db")).unwrap();
    for (pragma, value) in [("journal_mode", "WAL"), ("synchronous", "FULL"), ("foreign_keys", "ON")] {
        connection.pragma_update(None, pragma, value).unwrap();
    }
    let rooms: Vec<String> = (0..ROOMS).map(|number| room(number).to_string()).collect();
    let begun = Instant::now();
    for seq in each + 1..=2 * each {
        let transaction =
            connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate).unwrap();
        {
            let mut head = transaction
                .prepare_cached(
                    "UPDATE room SET head = ?2 + 1, phase = ?3 WHERE id = ?1 AND head = ?2 AND epoch = 1",
                )
                .unwrap();
            let mut event = transaction
                .prepare_cached("INSERT INTO event (room, seq, at, body) VALUES (?1, ?2, ?3, ?4)")
                .unwrap();
            let body = codec::encode(&moved(seq)).unwrap();
            for room in &rooms {
                assert_eq!(head.execute((room, seq, "playing")).unwrap(), 1);
                event.execute((room, seq, i64::from(seq) * 1000, &body)).unwrap();
            }
        }
        transaction.commit().unwrap();
    }
    f64::from(u32::from(ROOMS) * each) / begun.elapsed().as_secs_f64()
}

fn append(number: u16, right: Right, record: Recorded) -> Append {
    Append { room: room(number), right, records: vec![record], phase: Phase::Playing, finished: None }
}

fn room(number: u16) -> RoomId {
    // A letter of the name has five bits.
    let letter = |place: u32| (number >> (5 * place) & 31) as u8;
    RoomId::from_entropy([letter(0), letter(1), letter(2), 7, 7, 7, 7, 7, 7, 7, 7, 7])
}

fn opened() -> Event {
    Event::Opened(Box::new(Opened {
        rules: presets().remove(0).rules,
        colours: Colours::Random,
        lot: Lot([0; 16]),
        visibility: Visibility::Link,
        wall: WallTime(1_700_000_000_000),
        server: "0.1.0".to_owned(),
        previous: None,
        series: None,
        arbitration: Arbitration::None,
        board: None,
        bout: None,
    }))
}

/// A move like any other: with the command that brought it about, on the disk some 200 bytes.
fn moved(seq: u32) -> Recorded {
    let (seat, stone) = if seq.is_multiple_of(2) { (Seat::B, Stone::White) } else { (Seat::A, Stone::Black) };
    let deed = Deed::Stone { stone, point: "h8".parse().unwrap() };
    let event = Event::Game(game::Event::Moved { seat, deed, lag: Span::from_millis(12) });
    let cause =
        Cause { person: PersonId::from_entropy([1; 16]), command: format!("m{seq}").parse().unwrap() };
    Recorded { seq, at: Moment::from_millis(u64::from(seq) * 1000), cause: Some(cause), events: vec![event] }
}
