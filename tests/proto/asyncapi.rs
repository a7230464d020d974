//! `asyncapi.json`, the messages of the WebSocket as AsyncAPI 3 has them, made from the schemas.

use serde_json::{Map, Value, json};
use tengen::protocol::SUBPROTOCOL;

use crate::{check_generated, files, schema};

#[test]
fn the_asyncapi_document_is_made_from_the_types() {
    let mut parts = Map::new();
    let mut messages = Map::new();
    let mut channel = Map::new();
    for (side, root) in [("client", schema::client()), ("server", schema::server())] {
        for (name, part) in root["$defs"].as_object().unwrap() {
            parts.insert(format!("{side}.{name}"), moved(part, side));
        }
        for variant in root["oneOf"].as_array().unwrap() {
            let tag = variant.pointer("/properties/type/const").and_then(Value::as_str).unwrap();
            let key = format!("{side}.{tag}");
            let message = json!({
                "name": tag,
                "summary": variant["description"],
                "contentType": "application/json",
                "payload": moved(variant, side),
                "examples": examples(side, tag),
            });
            messages.insert(key.clone(), message);
            channel.insert(key.clone(), json!({ "$ref": format!("#/components/messages/{key}") }));
        }
    }
    let of = |side: &str| -> Vec<Value> {
        let keys = channel.keys().filter(|key| key.starts_with(side));
        keys.map(|key| json!({ "$ref": format!("#/channels/socket/messages/{key}") })).collect()
    };
    let document = json!({
        "asyncapi": "3.0.0",
        "info": {
            "title": "Tengen",
            "version": SUBPROTOCOL.rsplit_once(".v").unwrap().1,
            "description": "Five in a row, renju and gomoku in real time. How the messages belong together is told in README.md.",
            "license": { "name": "MIT OR Apache-2.0" },
        },
        "defaultContentType": "application/json",
        "servers": {
            "local": {
                "host": "127.0.0.1:8015",
                "protocol": "ws",
                "description": "A server on this machine, as `tengen serve` starts it.",
                "security": [{ "$ref": "#/components/securitySchemes/token" }],
            },
        },
        "channels": {
            "socket": {
                "address": "/ws",
                "description": format!("One WebSocket, subprotocol `{SUBPROTOCOL}`; one JSON object in one text frame."),
                "messages": channel,
                "bindings": {
                    "ws": {
                        "method": "GET",
                        "headers": {
                            "type": "object",
                            "properties": { "Sec-WebSocket-Protocol": { "type": "string", "const": SUBPROTOCOL } },
                            "required": ["Sec-WebSocket-Protocol"],
                        },
                    },
                },
            },
        },
        "operations": {
            "hear": {
                "action": "receive",
                "summary": "What a client sends.",
                "channel": { "$ref": "#/channels/socket" },
                "messages": of("client."),
            },
            "tell": {
                "action": "send",
                "summary": "What the server sends.",
                "channel": { "$ref": "#/channels/socket" },
                "messages": of("server."),
            },
        },
        "components": {
            "messages": messages,
            "schemas": parts,
            "securitySchemes": {
                "token": {
                    "type": "http",
                    "scheme": "bearer",
                    "description": "The token of a guest or a bot. Or the first message is `authenticate`.",
                },
            },
        },
    });
    check_generated("asyncapi.json", &format!("{}\n", serde_json::to_string_pretty(&document).unwrap()));
}

/// A part of a schema whose parts stand among the components of the document.
pub fn moved(part: &Value, side: &str) -> Value {
    match part {
        Value::Object(fields) => {
            let fields = fields.iter().map(|(name, value)| match value.as_str() {
                Some(link) if name == "$ref" => {
                    let inner = link.strip_prefix("#/$defs/").unwrap();
                    (name.clone(), json!(format!("#/components/schemas/{side}.{inner}")))
                }
                Some(_) | None => (name.clone(), moved(value, side)),
            });
            fields.collect::<Map<_, _>>().into()
        }
        Value::Array(items) => items.iter().map(|item| moved(item, side)).collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => part.clone(),
    }
}

/// The first example of a message, by the names of their files.
fn examples(side: &str, tag: &str) -> Value {
    let all = files(&format!("examples/{side}"), "json");
    let example = all.iter().find_map(|(name, text)| {
        let value: Value = serde_json::from_str(text).unwrap();
        (value["type"] == tag).then(|| json!({ "name": name, "payload": value }))
    });
    json!([example.expect("every message has an example")])
}
