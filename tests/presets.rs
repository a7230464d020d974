//! The presets as the clients know them: `proto/presets.json` says what the server's own list says.
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs, reason = "a test may panic")]

use serde_json::{Value, json};
use tengen::game::presets::presets;
use tengen::spelling::RulesForm;

/// `UPDATE=1` writes the file anew.
#[test]
fn the_file_of_presets_is_the_list_of_presets() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/proto/presets.json");
    let list: Vec<Value> = presets()
        .iter()
        .map(|preset| json!({ "id": preset.id, "rules": RulesForm::from(&preset.rules) }))
        .collect();
    let text = serde_json::to_string_pretty(&list).unwrap() + "\n";
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(path, &text).unwrap();
    }
    assert_eq!(std::fs::read_to_string(path).unwrap(), text);
}
