//! Compares what was said with what a transcript has. Pure. Names of rooms and people, keys and moments differ from one
//! server to the next; which is which is learned as they come.

use std::collections::BTreeMap;

use serde_json::Value;

/// What differs from server to server and from second to second. Only whether it is there is compared.
const OF_THE_MOMENT: &[&str] = &[
    "at",
    "since",
    "stopped_since",
    "now",
    "epoch",
    "until",
    "wall_ms",
    "took_ms",
    "lag_ms",
    "hash",
    "lot",
    "lot_digest",
    "server",
    "nonce",
    "digest",
    "message",
    "clock",
];

/// Whether the time of a new room stands still until its players are there is the server's affair.
const OF_THE_SERVER: &str = "origin";

/// The names that a transcript has for what a server calls otherwise.
#[derive(Clone, Debug, Default)]
pub struct Names {
    theirs: BTreeMap<String, String>,
    /// What people are called; nothing that is sent.
    called: BTreeMap<String, String>,
}

/// How a transcript's names for rooms and keys begin.
const MADE_UP: [&str; 2] = ["tab1e", "arb1ter"];

impl Names {
    /// Takes note of what the server calls something.
    pub fn learn(&mut self, ours: &str, theirs: &str) {
        self.theirs.insert(ours.to_owned(), theirs.to_owned());
    }

    /// Takes note of what the server calls a person: names are given once, so that nobody can have the transcript's.
    pub fn learn_called(&mut self, ours: &str, theirs: &str) {
        self.called.insert(ours.to_owned(), theirs.to_owned());
    }

    /// A text in the server's names.
    pub fn translated(&self, text: &str) -> String {
        self.theirs.iter().fold(text.to_owned(), |text, (ours, theirs)| text.replace(ours, theirs))
    }

    /// Where what was said differs from what was to be said, and how; none if it does not.
    pub fn difference(&mut self, wanted: &Value, said: &Value) -> Option<String> {
        self.differs("", wanted, said)
    }

    fn differs(&mut self, at: &str, wanted: &Value, said: &Value) -> Option<String> {
        match (wanted, said) {
            (Value::Object(wanted), Value::Object(said)) => {
                // The server may say more than the transcript knows.
                wanted.iter().find_map(|(key, wanted)| {
                    let at = format!("{at}.{key}");
                    let Some(said) = said.get(key) else { return Some(format!("{at} is missing")) };
                    if key == OF_THE_SERVER {
                        return None;
                    }
                    if OF_THE_MOMENT.contains(&key.as_str()) {
                        return (wanted.is_null() != said.is_null())
                            .then(|| format!("{at} is {said}, not {wanted}"));
                    }
                    self.differs(&at, wanted, said)
                })
            }
            (Value::Array(wanted), Value::Array(said)) if wanted.len() == said.len() => {
                let mut pairs = (0..).zip(wanted.iter().zip(said));
                pairs
                    .find_map(|(index, (wanted, said))| self.differs(&format!("{at}[{index}]"), wanted, said))
            }
            (Value::String(ours), Value::String(theirs)) if self.is_the_same(ours, theirs) => None,
            _ if wanted == said => None,
            _ => Some(format!("{} is {said}, not {wanted}", if at.is_empty() { "it" } else { at })),
        }
    }

    fn is_the_same(&mut self, ours: &str, theirs: &str) -> bool {
        match self.theirs.get(ours).or_else(|| self.called.get(ours)) {
            Some(known) => known == theirs,
            None if MADE_UP.iter().any(|beginning| ours.starts_with(beginning)) => {
                self.learn(ours, theirs);
                true
            }
            None => ours == theirs,
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn names_are_learned_and_then_held_to() {
        let mut names = Names::default();
        let wanted = json!({ "room": "tab1e0000001", "at": 5, "seq": 1 });
        assert_eq!(
            names.difference(&wanted, &json!({ "room": "7c2m9x4kq0hd", "at": 9, "seq": 1, "new": 0 })),
            None
        );
        let other = names.difference(&wanted, &json!({ "room": "0123456789ab", "at": 9, "seq": 1 }));
        assert_eq!(other.unwrap(), r#".room is "0123456789ab", not "tab1e0000001""#);
        assert_eq!(names.translated(r#"{"room":"tab1e0000001"}"#), r#"{"room":"7c2m9x4kq0hd"}"#);
    }

    #[test]
    fn what_differs_is_named_with_its_place() {
        let wanted =
            json!({ "events": [{ "type": "game", "event": { "lag_ms": 0, "ply": 3 } }], "clock": null });
        let mut said = wanted.clone();
        said["events"][0]["event"]["ply"] = json!(4);
        let mut names = Names::default();
        assert_eq!(names.difference(&wanted, &said).unwrap(), ".events[0].event.ply is 4, not 3");
        said = wanted.clone();
        said["clock"] = json!({});
        assert_eq!(names.difference(&wanted, &said).unwrap(), ".clock is {}, not null");
        assert_eq!(names.difference(&wanted, &json!({ "events": [] })).unwrap(), ".clock is missing");
    }
}
