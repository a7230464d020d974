//! Whole games as they cross the wire: playing the file gives back the file.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::player::play;
use crate::{check_generated, files, schema};

#[test]
fn transcripts_play_back_as_written() {
    for (path, text) in files("transcripts", "txt") {
        check_generated(&path, &play(&text));
    }
}

#[test]
fn what_is_said_in_transcripts_is_in_the_schemas_and_shows_every_end() {
    let client = jsonschema::validator_for(&schema::client()).unwrap();
    let server = jsonschema::validator_for(&schema::server()).unwrap();
    let mut reasons = BTreeSet::new();
    for (path, text) in files("transcripts", "txt") {
        for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| !line.starts_with('#')) {
            if let Some((_, json)) = line.split_once(" < ") {
                let value: Value = serde_json::from_str(json).unwrap();
                assert!(server.is_valid(&value), "{path}:{number}");
                let ended = value["events"].as_array().into_iter().flatten();
                reasons.extend(
                    ended.filter_map(|event| Some(event.pointer("/event/outcome/reason/type")?.to_string())),
                );
            } else if let Some((_, json)) = line.split_once(" > ")
                && !path.ends_with("not_understood.txt")
            {
                assert!(client.is_valid(&serde_json::from_str(json).unwrap()), "{path}:{number}");
            }
        }
    }
    // A full board takes 225 lines; it is a test of its own.
    let server = schema::server();
    let all = schema::words(&server, &server["$defs"]["ReasonForm"]);
    let missing: Vec<&String> = all.iter().filter(|word| !reasons.contains(&format!("\"{word}\""))).collect();
    assert_eq!(missing, ["full_board"]);
}
