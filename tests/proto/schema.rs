//! The JSON Schemas are made from the types.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::Value;
use tengen::protocol::{ClientMessage, ServerMessage};

use crate::check_generated;

/// What a client may send.
pub fn client() -> Value {
    of::<ClientMessage>(SchemaSettings::draft2020_12())
}

/// What the server sends.
pub fn server() -> Value {
    told::<ServerMessage>()
}

/// What is told. It may come to say more, so the schema does not say that nothing else is there.
pub fn told<T: JsonSchema>() -> Value {
    let mut schema = of::<T>(SchemaSettings::draft2020_12().for_serialize());
    open(&mut schema);
    schema
}

/// Lets a schema take what a newer server says beside it.
pub fn open(schema: &mut Value) {
    match schema {
        Value::Object(fields) => {
            fields.remove("additionalProperties");
            fields.values_mut().for_each(open);
        }
        Value::Array(items) => items.iter_mut().for_each(open),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

fn of<T: JsonSchema>(settings: SchemaSettings) -> Value {
    settings.into_generator().into_root_schema_for::<T>().to_value()
}

/// The variants of an enum; those of another enum that stand among them, one by one.
pub fn variants<'a>(root: &'a Value, schema: &'a Value) -> Option<Vec<&'a Value>> {
    let own = schema.get("oneOf").or_else(|| schema.get("anyOf"))?.as_array()?;
    let is_other = |variant: &Value| variant.get("$ref").is_some() && variant.get("properties").is_none();
    let mut all = Vec::new();
    for variant in own {
        match variant["$ref"].as_str().filter(|_| is_other(variant)) {
            Some(inner) => all.extend(variants(root, root.pointer(&inner[1..]).unwrap())?),
            None => all.push(variant),
        }
    }
    Some(all)
}

/// The words that tell the variants of a tagged enum, or of an enum of words, apart.
pub fn words(root: &Value, schema: &Value) -> BTreeSet<String> {
    variants(root, schema)
        .unwrap()
        .iter()
        .map(|variant| {
            let tag = variant.get("const").or_else(|| variant.pointer("/properties/type/const"));
            tag.and_then(Value::as_str).unwrap_or_else(|| panic!("{variant} has no word")).to_owned()
        })
        .collect()
}

#[test]
fn the_schemas_are_made_from_the_types() {
    for (path, schema) in [("client.schema.json", client()), ("server.schema.json", server())] {
        check_generated(path, &format!("{}\n", serde_json::to_string_pretty(&schema).unwrap()));
    }
}
