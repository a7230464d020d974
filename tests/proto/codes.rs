//! `codes.md` is the only table of the codes, and a whole one.

use std::collections::{BTreeMap, BTreeSet};

use schemars::schema_for;
use serde_json::Value;
use tengen::protocol::{CloseCode, Code};

use crate::{proto, schema};

#[test]
fn the_table_lists_exactly_the_codes_there_are() {
    let rows = rows();
    let told: BTreeSet<String> =
        rows.iter().filter(|row| row.parse::<u16>().is_err()).map(ToString::to_string).collect();
    assert_eq!(told, schema::words(&Value::Null, &schema_for!(Code).to_value()));
}

#[test]
fn the_table_lists_exactly_the_close_codes_there_are() {
    let told: BTreeSet<u16> = rows().iter().filter_map(|row| row.parse().ok()).collect();
    let numbers: BTreeSet<u16> = CloseCode::ALL.iter().map(|code| code.number()).collect();
    assert_eq!(numbers.len(), CloseCode::ALL.len(), "no two close codes share a number");
    assert_eq!(told, numbers);
    for code in CloseCode::ALL {
        assert!(code.reason().len() <= 123, "a close frame has room for 123 bytes");
    }
}

/// What stands in the first column, each once.
fn rows() -> Vec<String> {
    let text = std::fs::read_to_string(proto("codes.md")).unwrap();
    let mut seen = BTreeMap::new();
    for line in text.lines().filter_map(|line| line.strip_prefix("| `")) {
        let (word, _) = line.split_once('`').unwrap();
        *seen.entry(word.to_owned()).or_insert(0) += 1;
    }
    assert!(seen.values().all(|times| *times == 1), "{seen:?}");
    seen.into_keys().collect()
}
