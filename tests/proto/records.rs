//! The schema of records in JSON is made from the types, and is what real records keep to.

use serde_json::{Value, json};
use tengen::journal::Journal;
use tengen::record::{Record, RecordForm};
use tengen::store::codec;

use crate::player::journals;
use crate::{check_generated, files, schema};

/// The room that the records of these tests name.
const ROOM: &str = "0123456789ab";

fn generated() -> Value {
    schema::told::<RecordForm>()
}

/// Every journal that is kept for tests, and those that the transcripts come to.
fn all_journals() -> Vec<(String, Journal)> {
    let mut all = Vec::new();
    for (name, text) in files("../tests/journals/v1", "jsonl") {
        let records = text.lines().map(|line| codec::decode(line).unwrap()).collect();
        all.push((name, Journal::replay(records).unwrap()));
    }
    for (name, text) in files("transcripts", "txt") {
        all.extend(journals(&text).into_iter().map(|journal| (name.clone(), journal)));
    }
    assert!(all.len() > 30, "there are few journals: {}", all.len());
    all
}

fn told(record: &Record) -> Value {
    serde_json::from_str(&record.json().unwrap()).unwrap()
}

#[test]
fn the_schema_of_records_is_made_from_the_types() {
    check_generated(
        "record.schema.json",
        &format!("{}\n", serde_json::to_string_pretty(&generated()).unwrap()),
    );
}

#[test]
fn j01_every_record_keeps_to_the_schema_at_every_move() {
    let schema = jsonschema::validator_for(&generated()).unwrap();
    let (mut acts, mut dropped, mut over) = (0, 0, 0);
    for (name, journal) in all_journals() {
        let whole = Record::of(ROOM.parse().unwrap(), &journal);
        for ply in 0..=whole.moves.len() {
            let value = told(&whole.clone().until(ply));
            if let Err(error) = schema.validate(&value) {
                panic!("{name} after {ply}: {error} at {}", error.instance_path());
            }
        }
        acts += whole.acts.len();
        dropped += whole.moves.iter().map(|made| made.dropped.len()).sum::<usize>();
        over += usize::from(whole.outcome.is_some());
    }
    assert!(acts > 20 && dropped > 3 && over > 10, "{acts} acts, {dropped} dropped, {over} over");
}

#[test]
fn what_is_no_record_does_not_keep_to_the_schema() {
    let schema = jsonschema::validator_for(&generated()).unwrap();
    let (_, journal) =
        all_journals().into_iter().find(|(_, journal)| journal.table().game().ply() > 3).unwrap();
    let value = told(&Record::of(ROOM.parse().unwrap(), &journal));
    assert!(schema.is_valid(&value));
    for (place, wrong) in [
        ("/phase", json!("ended")),
        ("/moves/0/deed/type", json!("thrown")),
        ("/moves/0/took_ms", json!(-1)),
        ("/position/stones/0/point", json!("z9")),
        ("/players", json!({ "a": "Ann" })),
        ("/rules/five", json!("four")),
    ] {
        let mut other = value.clone();
        *other.pointer_mut(place).unwrap() = wrong;
        assert!(!schema.is_valid(&other), "{place}");
    }
    let mut newer = value;
    newer["weather"] = json!("fair");
    assert!(schema.is_valid(&newer), "a record may come to say more");
}
