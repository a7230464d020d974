//! Every message has an example, and every example is a message.

use std::collections::BTreeSet;

use serde_json::Value;
use tengen::protocol::{self, ClientMessage, ServerMessage};

use crate::{files, schema};

#[test]
fn client_examples_are_read_and_print_back_as_they_are() {
    let schema = jsonschema::validator_for(&schema::client()).unwrap();
    for (name, text) in files("examples/client", "json") {
        let value: Value = serde_json::from_str(&text).unwrap();
        if let Err(error) = schema.validate(&value) {
            panic!("{name}: {error}");
        }
        let message: ClientMessage =
            serde_json::from_str(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
        let mut printed = serde_json::to_value(&message).unwrap();
        // What may be left out is printed as nothing said.
        let is_said = |said: &Value| !(said.is_null() || *said == Value::Bool(false) || *said == "none");
        if let Some(action) = printed.get_mut("action").and_then(Value::as_object_mut) {
            action.retain(|key, said| value["action"].get(key).is_some() || is_said(said));
        }
        if let Some(message) = printed.as_object_mut() {
            message.retain(|key, said| value.get(key).is_some() || is_said(said));
        }
        assert_eq!(printed, value, "{name}");
        protocol::read(&text).unwrap_or_else(|rejected| panic!("{name}: {rejected:?}"));
    }
}

#[test]
fn server_examples_are_read_and_print_back_as_they_are() {
    let schema = jsonschema::validator_for(&schema::server()).unwrap();
    for (name, text) in files("examples/server", "json") {
        let value: Value = serde_json::from_str(&text).unwrap();
        if let Err(error) = schema.validate(&value) {
            panic!("{name}: {error}");
        }
        let message: ServerMessage =
            serde_json::from_str(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
        let printed: Value = serde_json::from_str(&protocol::text(&message)).unwrap();
        assert_eq!(printed, value, "{name}");
    }
}

#[test]
fn every_message_action_event_and_reason_has_an_example() {
    let (client, server) = (schema::client(), schema::server());
    let sent = values("examples/client");
    let told = values("examples/server");
    let events: Vec<&Value> = told.iter().flat_map(|message| each(message, "/events")).collect();
    let game_events = events.iter().filter_map(|event| event.get("event"));
    for (what, all, shown) in [
        ("client message", &client, types(sent.iter())),
        (
            "action",
            &client["$defs"]["Action"],
            types(sent.iter().filter_map(|message| message.get("action"))),
        ),
        ("server message", &server, types(told.iter())),
        ("event", &server["$defs"]["EventForm"], types(events.iter().copied())),
        ("game event", &server["$defs"]["GameEventForm"], types(game_events.clone())),
        (
            "reason",
            &server["$defs"]["ReasonForm"],
            types(game_events.filter_map(|event| event.pointer("/outcome/reason"))),
        ),
    ] {
        let root = if std::ptr::eq(all, &client) || what == "action" { &client } else { &server };
        let all = schema::words(root, all);
        assert!(all.is_subset(&shown), "no example of a {what}: {:?}", all.difference(&shown));
    }
}

fn values(folder: &str) -> Vec<Value> {
    files(folder, "json").iter().map(|(_, text)| serde_json::from_str(text).unwrap()).collect()
}

fn each<'a>(message: &'a Value, list: &str) -> impl Iterator<Item = &'a Value> {
    message.pointer(list).and_then(Value::as_array).into_iter().flatten()
}

fn types<'a>(values: impl Iterator<Item = &'a Value>) -> BTreeSet<String> {
    values.filter_map(|value| Some(value.get("type")?.as_str()?.to_owned())).collect()
}
