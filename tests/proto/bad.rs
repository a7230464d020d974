//! What is no message is answered with its code, and with words that are not too many.

use serde::Deserialize;
use tengen::protocol::{Code, read};

use crate::files;

/// A text that is no message. `id` tells whether the answer is a refusal of that command or an error.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Bad {
    text: String,
    code: Code,
    #[serde(default)]
    id: Option<String>,
}

#[test]
fn bad_messages_are_answered_with_their_codes() {
    for (name, file) in files("examples/bad", "json") {
        let bad: Bad = serde_json::from_str(&file).unwrap_or_else(|error| panic!("{name}: {error}"));
        match read(&bad.text) {
            Ok(request) => panic!("{name}: was understood as {request:?}"),
            Err(rejected) => {
                assert_eq!((rejected.code, rejected.id), (bad.code, bad.id), "{name}: {}", rejected.message);
                assert!(!rejected.message.is_empty() && rejected.message.chars().count() <= 200, "{name}");
            }
        }
    }
}

#[test]
fn texts_that_are_deep_or_long_cost_an_error_and_no_more() {
    let deep = 10_000;
    for (text, code) in [
        (format!("{}{}", "[".repeat(deep), "]".repeat(deep)), Code::BadMessage),
        ("{\"type\":".repeat(deep), Code::BadMessage),
        (format!("{{\"type\":\"ping\",\"n\":{}1{}}}", "[".repeat(deep), "]".repeat(deep)), Code::BadJson),
        (format!("{{\"type\":\"{}\"}}", "x".repeat(8_000)), Code::BadMessage),
        (format!("{{\"type\":\"ping\",\"n\":{}}}", "9".repeat(8_000)), Code::BadJson),
        (format!("{{\"type\":\"ping\",\"{}\":1}}", "k".repeat(8_000)), Code::BadMessage),
    ] {
        let rejected = read(&text).unwrap_err();
        assert_eq!(rejected.code, code, "{}: {}", &text[..40], rejected.message);
        assert!(rejected.message.chars().count() <= 200, "the answer does not repeat what was sent");
    }
}
