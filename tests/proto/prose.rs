//! The exchanges in `proto/README.md` are messages of the protocol: whole ones fit its schemas, and those with something left
//! out (`…`) have no field and no word that it does not know.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::{proto, schema};

/// How far the lines that go on with a message stand in.
const GOES_ON: &str = "   ";

#[test]
fn what_the_prose_shows_is_what_the_protocol_says() {
    let text = std::fs::read_to_string(proto("README.md")).unwrap();
    let (client, server) = (schema::client(), schema::server());
    let sent = jsonschema::validator_for(&client).unwrap();
    let told = jsonschema::validator_for(&server).unwrap();
    let mut known = BTreeSet::new();
    for schema in [&client, &server].into_iter().chain(&files_of_the_api()) {
        gather(schema, &mut known);
    }
    let (mut whole, mut parts) = (0, 0);
    for Shown { direction, json } in shown(&text) {
        if json.contains('…') {
            parts += 1;
        } else {
            let value: Value = serde_json::from_str(&json).unwrap_or_else(|error| panic!("{json}: {error}"));
            let fits = match (value.get("type"), direction) {
                (None, _) => true,
                (Some(_), '>') => sent.is_valid(&value),
                (Some(_), _) => told.is_valid(&value),
            };
            assert!(fits, "the schema does not know {json}");
            whole += 1;
        }
        for word in fields_of(&json).chain(words_of(&json)) {
            assert!(known.contains(&word), "nothing is called `{word}`: {json}");
        }
    }
    assert!(whole > 25 && parts > 15, "the exchanges are gone: {whole} whole, {parts} in part");
}

/// A message in the prose, and which way it goes.
struct Shown {
    direction: char,
    json: String,
}

/// The messages in the blocks of the prose, each with the lines on which it goes on.
fn shown(text: &str) -> Vec<Shown> {
    let mut shown: Vec<Shown> = Vec::new();
    let (mut is_block, mut is_open) = (false, false);
    for line in text.lines() {
        if line.starts_with("```") {
            (is_block, is_open) = (!is_block, false);
        } else if is_block && is_open && line.starts_with(GOES_ON) && direction_of(line).is_none() {
            shown.last_mut().unwrap().json.push_str(line.trim());
        } else if is_block {
            let begins = direction_of(line).zip(line.find('{'));
            is_open = begins.is_some();
            if let Some((direction, at)) = begins {
                shown.push(Shown { direction, json: line[at..].trim().to_owned() });
            }
        }
    }
    shown
}

/// `>` to the server, `<` from it; none of a line that begins no message. Requests of other forms than JSON are none.
fn direction_of(line: &str) -> Option<char> {
    let before = line.split('{').next()?;
    let is_sgf = line.contains("/api/import");
    ['>', '<'].into_iter().find(|sign| before.split(' ').any(|word| word == sign.to_string()) && !is_sgf)
}

/// Every name of a field: what stands in quotes before a colon.
fn fields_of(json: &str) -> impl Iterator<Item = String> {
    let pieces: Vec<&str> = json.split('"').collect();
    let is_field = |index: &usize| pieces.get(index + 1).is_some_and(|after| after.starts_with(':'));
    let names: Vec<String> =
        (1..pieces.len()).step_by(2).filter(is_field).map(|index| pieces[index].to_owned()).collect();
    names.into_iter()
}

/// Every word that says of which kind something is: what follows `"type":`.
fn words_of(json: &str) -> impl Iterator<Item = String> {
    json.split("\"type\":\"").skip(1).filter_map(|after| after.split('"').next().map(str::to_owned))
}

/// The schemas of what the rest of the server says.
fn files_of_the_api() -> Vec<Value> {
    ["openapi.json", "record.schema.json"]
        .map(|file| serde_json::from_str(&std::fs::read_to_string(proto(file)).unwrap()).unwrap())
        .into()
}

/// Every name of a field in a schema, and every word that it allows.
fn gather(schema: &Value, known: &mut BTreeSet<String>) {
    match schema {
        Value::Object(fields) => {
            if let Some(properties) = fields.get("properties").and_then(Value::as_object) {
                known.extend(properties.keys().cloned());
            }
            known.extend(fields.get("const").and_then(Value::as_str).map(str::to_owned));
            let words = fields.get("enum").and_then(Value::as_array).into_iter().flatten();
            known.extend(words.filter_map(Value::as_str).map(str::to_owned));
            fields.values().for_each(|value| gather(value, known));
        }
        Value::Array(items) => items.iter().for_each(|item| gather(item, known)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}
