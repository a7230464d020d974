//! `messages.md`, every message field by field, made from the schemas.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use serde_json::Value;

use crate::{check_generated, schema};

#[test]
fn the_prose_is_made_from_the_types() {
    let (client, server) = (schema::client(), schema::server());
    let mut text = String::from(
        "# Messages\n\nMade from the types by `UPDATE=1 cargo test --test proto`; do not edit it here. How the messages belong \
         together is told in\n[README.md](README.md), what the codes mean in [codes.md](codes.md).\n",
    );
    text.push_str("\n## From the client\n");
    variants(&mut text, &client, &client);
    text.push_str("\n## From the server\n");
    variants(&mut text, &server, &server);
    text.push_str("\n## Their parts\n");
    let mut told = BTreeSet::new();
    for root in [&client, &server] {
        for (name, part) in root["$defs"].as_object().unwrap() {
            // The table of codes is the only one.
            if name != "Code" && told.insert(name.clone()) {
                part_of(&mut text, root, name, part);
            }
        }
    }
    check_generated("messages.md", &text);
}

/// The variants of a tagged enum, each with its fields.
fn variants(text: &mut String, root: &Value, tagged: &Value) {
    for variant in tagged["oneOf"].as_array().unwrap() {
        let tag = variant.pointer("/properties/type/const").and_then(Value::as_str).unwrap();
        write!(text, "\n### `{tag}`\n\n{}\n", prose(variant)).unwrap();
        fields(text, root, variant);
    }
}

fn part_of(text: &mut String, root: &Value, name: &str, part: &Value) {
    write!(text, "\n### {name}\n\n{}\n", prose(part)).unwrap();
    match schema::variants(root, part) {
        Some(words) if words.iter().all(|word| word.get("const").is_some()) => {
            text.push_str("\n| word | meaning |\n|---|---|\n");
            for word in words {
                writeln!(text, "| `{}` | {} |", word["const"].as_str().unwrap(), prose(word)).unwrap();
            }
        }
        Some(tagged) => {
            text.push_str("\n| type | fields | meaning |\n|---|---|---|\n");
            for variant in tagged {
                let tag = variant.pointer("/properties/type/const").and_then(Value::as_str).unwrap();
                let mut list: Vec<String> = properties(variant)
                    .iter()
                    .map(|(name, field)| {
                        format!("`{name}`: {} {}", kind(field), prose(field)).trim().to_owned()
                    })
                    .collect();
                if let Some(inner) = variant.get("$ref").and_then(Value::as_str) {
                    list.push(format!("those of {}", link(inner)));
                }
                let list = if list.is_empty() { "none".to_owned() } else { list.join("<br>") };
                writeln!(text, "| `{tag}` | {list} | {} |", prose(variant)).unwrap();
            }
        }
        None if part.get("properties").is_some() => fields(text, root, part),
        None => writeln!(text, "\nWritten as: {}.", kind_of(part)).unwrap(),
    }
}

fn fields(text: &mut String, root: &Value, object: &Value) {
    if let Some(inner) = object.get("$ref").and_then(Value::as_str) {
        assert!(root.pointer(&inner[1..]).is_some(), "{inner}");
        write!(text, "\nIts fields are those of {}.\n", link(inner)).unwrap();
        return;
    }
    let list = properties(object);
    if list.is_empty() {
        text.push_str("\nNo fields.\n");
        return;
    }
    let required: BTreeSet<&str> =
        object["required"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
    text.push_str("\n| field | is | meaning |\n|---|---|---|\n");
    for (name, field) in list {
        let may_miss = if required.contains(name.as_str()) { "" } else { ", may be left out" };
        writeln!(text, "| `{name}` | {}{may_miss} | {} |", kind(field), prose(field)).unwrap();
    }
}

fn properties(object: &Value) -> Vec<(&String, &Value)> {
    let properties = object.get("properties").and_then(Value::as_object);
    properties.into_iter().flatten().filter(|(name, _)| *name != "type").collect()
}

/// The kind of a field: a link to its part, or what JSON calls it.
fn kind(field: &Value) -> String {
    if let Some(inner) = field.get("$ref").and_then(Value::as_str) {
        return link(inner);
    }
    if let Some(either) = field.get("anyOf").and_then(Value::as_array) {
        return either.iter().map(kind).collect::<Vec<_>>().join(" or ");
    }
    kind_of(field)
}

fn kind_of(field: &Value) -> String {
    let named = |name: &str| match name {
        "array" => format!("list of {}", kind(&field["items"])),
        "integer" => {
            let bound = |key: &str| field.get(key).and_then(Value::as_u64);
            let bounds = match (bound("minimum"), bound("maximum")) {
                (Some(least), Some(most)) => format!(" from {least} to {most}"),
                (Some(least), None) if least > 0 => format!(" from {least}"),
                _ => String::new(),
            };
            format!("integer{bounds}")
        }
        "string" => match field.get("pattern").and_then(Value::as_str) {
            Some(pattern) => format!("string like `{}`", pattern.replace('|', "\\|")),
            None => "string".to_owned(),
        },
        name => name.to_owned(),
    };
    match &field["type"] {
        Value::String(name) => named(name),
        Value::Array(names) => {
            names.iter().filter_map(Value::as_str).map(named).collect::<Vec<_>>().join(" or ")
        }
        _ => panic!("{field} has no kind"),
    }
}

fn link(inner: &str) -> String {
    let name = inner.rsplit('/').next().unwrap();
    if name == "Code" {
        return "[code](codes.md)".to_owned();
    }
    format!("[{name}](#{})", name.to_lowercase())
}

fn prose(of: &Value) -> String {
    let text = of.get("description").and_then(Value::as_str).unwrap_or_default();
    text.replace("\n\n", "<br>").replace('\n', " ")
}
