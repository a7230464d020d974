//! The shape of the crate: data flows down one list, the game is pure, files stay small and say what they are.
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs, reason = "a test may panic")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Each module and the modules it may use. Data flows down this list, never up.
const MAY_USE: &[(&str, &[&str])] = &[
    (
        "main",
        &[
            "cli",
            "server",
            "store",
            "telemetry",
            "config",
            "judge",
            "client",
            "bridge",
            "conformance",
            "load",
            "replay",
        ],
    ),
    (
        "cli",
        &[
            "server",
            "store",
            "telemetry",
            "config",
            "judge",
            "client",
            "bridge",
            "conformance",
            "load",
            "replay",
        ],
    ),
    (
        "server",
        &[
            "http",
            "session",
            "hall",
            "pairing",
            "bot",
            "client",
            "roster",
            "hub",
            "lobby",
            "store",
            "journal",
            "identity",
            "telemetry",
            "config",
            "timekeeper",
        ],
    ),
    (
        "http",
        &[
            "session",
            "hall",
            "hub",
            "lobby",
            "store",
            "analysis",
            "record",
            "protocol",
            "spelling",
            "competition",
            "journal",
            "identity",
            "telemetry",
            "config",
            "timekeeper",
        ],
    ),
    (
        "session",
        &[
            "pairing",
            "roster",
            "hub",
            "lobby",
            "room",
            "store",
            "protocol",
            "spelling",
            "timekeeper",
            "journal",
            "game",
            "identity",
            "telemetry",
            "config",
        ],
    ),
    ("hall", &["hub", "room", "store", "timekeeper", "competition", "journal", "game"]),
    ("pairing", &["hub", "lobby", "journal", "game"]),
    ("roster", &["hub", "lobby", "room", "timekeeper", "journal", "game"]),
    ("hub", &["room", "store", "timekeeper", "journal", "game", "telemetry"]),
    ("lobby", &["room", "journal", "game"]),
    ("room", &["store", "timekeeper", "journal", "game", "telemetry", "failpoint"]),
    ("store", &["spelling", "timekeeper", "competition", "journal", "game", "telemetry", "failpoint"]),
    ("bot", &["client", "protocol", "spelling", "timekeeper", "journal", "game", "config"]),
    ("replay", &["client", "judge", "protocol", "spelling", "timekeeper", "journal", "game"]),
    ("conformance", &["client", "protocol"]),
    ("load", &["client", "protocol", "spelling", "timekeeper", "game"]),
    ("bridge", &["client", "protocol", "spelling", "timekeeper", "journal", "game"]),
    ("client", &["protocol", "spelling", "timekeeper", "journal", "game"]),
    ("analysis", &["record", "spelling", "game"]),
    ("record", &["spelling", "journal", "game"]),
    ("protocol", &["spelling", "competition", "journal", "game"]),
    ("spelling", &["competition", "journal", "game"]),
    ("identity", &["journal"]),
    ("timekeeper", &["journal", "game"]),
    ("judge", &["game"]),
    ("competition", &["journal", "game"]),
    ("journal", &["game"]),
    ("telemetry", &["config"]),
    ("config", &[]),
    ("failpoint", &[]),
    ("game", &[]),
];

/// What the rules of a game have no business with.
const NOT_IN_GAME: &[&str] = &[
    "tokio",
    "serde",
    "tracing",
    "async ",
    ".await",
    "Instant",
    "SystemTime",
    "std::fs",
    "std::net",
    "std::io",
    "std::env",
    "std::thread",
    "HashMap",
    "HashSet",
];

/// The parts of the computer that think, and are as pure as the game.
const PURE_BOT: [&str; 2] = ["bot/engine", "bot/mind"];

/// Names that say nothing.
const EMPTY_NAMES: &[&str] = &["utils", "util", "common", "helpers", "helper", "manager", "misc", "service"];

/// Beyond this a file has two jobs.
const LINES_MAX: usize = 450;

#[test]
fn the_list_itself_flows_down() {
    let names: Vec<&str> = MAY_USE.iter().map(|(module, _)| *module).collect();
    for (place, (module, may_use)) in MAY_USE.iter().enumerate() {
        for used in *may_use {
            let below = names.iter().position(|name| name == used);
            assert!(below > Some(place), "`{module}` stands above everything it uses, so not above `{used}`");
        }
    }
}

#[test]
fn a_module_uses_only_what_lies_below_it() {
    let mut wrong = Vec::new();
    for (path, text) in sources() {
        let module = module_of(&path);
        if module == "lib" {
            continue;
        }
        let Some((_, may_use)) = MAY_USE.iter().find(|(name, _)| *name == module) else {
            wrong.push(format!("{}: the module `{module}` has no place in the list", path.display()));
            continue;
        };
        let used = used_modules(&code_of(&text), if module == "main" { "tengen::" } else { "crate::" });
        for used in used {
            if used != module && !may_use.contains(&used.as_str()) {
                wrong.push(format!("{}: `{module}` may not use `{used}`", path.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_game_is_pure() {
    let mut wrong = Vec::new();
    for (path, text) in sources() {
        if module_of(&path) != "game" {
            continue;
        }
        let code = code_of(&text);
        for word in NOT_IN_GAME.iter().filter(|word| code.contains(*word)) {
            wrong.push(format!("{}: the game knows no `{}`", path.display(), word.trim()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_computer_thinks_as_purely_as_the_game() {
    let mut wrong = Vec::new();
    let mut looked_at = 0;
    for (path, text) in sources() {
        if !PURE_BOT.iter().any(|part| path.starts_with(part)) {
            continue;
        }
        looked_at += 1;
        let code = code_of(&text);
        for word in NOT_IN_GAME.iter().filter(|word| code.contains(*word)) {
            wrong.push(format!("{}: the engine knows no `{}`", path.display(), word.trim()));
        }
        for used in used_modules(&code, "crate::").into_iter().filter(|used| used != "game" && used != "bot")
        {
            wrong.push(format!("{}: the engine knows no `{used}`", path.display()));
        }
    }
    assert!(wrong.is_empty() && looked_at > 8, "{}", wrong.join("\n"));
}

#[test]
fn every_file_says_what_it_is_and_stays_small() {
    let mut wrong = Vec::new();
    for (path, text) in sources() {
        if !text.starts_with("//!") {
            wrong.push(format!("{}: begins with `//!` and what it is", path.display()));
        }
        let lines = text.lines().count();
        if lines > LINES_MAX {
            wrong.push(format!("{}: has {lines} lines, {LINES_MAX} are enough", path.display()));
        }
        let stem = path.file_stem().unwrap().to_str().unwrap();
        let folders = path.components().map(|part| part.as_os_str().to_str().unwrap());
        if folders.chain([stem]).any(|name| EMPTY_NAMES.contains(&name)) {
            wrong.push(format!("{}: is called by a name that says nothing", path.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn what_may_panic_says_why_it_does_not() {
    let mut wrong = Vec::new();
    for (path, text) in sources() {
        let mut excused: Option<usize> = None;
        let mut depth = 0_usize;
        let mut in_attribute = false;
        for (line, code) in (1..).zip(code_of(&text).lines()) {
            let trimmed = code.trim();
            in_attribute |= trimmed.starts_with("#[");
            let is_excuse = in_attribute
                && (trimmed.contains("clippy::expect_used") || trimmed.contains("clippy::unwrap_used"));
            if is_excuse {
                excused = Some(depth);
            }
            let panics = trimmed.contains(".unwrap()") || trimmed.contains(".expect(");
            if panics && excused.is_none() {
                wrong.push(format!("{}:{line}: {trimmed}", path.display()));
            }
            let attribute_ends = in_attribute && trimmed.ends_with(']');
            if in_attribute {
                in_attribute = !attribute_ends;
                continue;
            }
            depth += code.matches(['{', '(']).count();
            depth -= code.matches(['}', ')']).count().min(depth);
            // The excuse covers the item or statement that follows it.
            if excused == Some(depth) && (trimmed.ends_with('}') || trimmed.ends_with(';')) {
                excused = None;
            }
        }
    }
    assert!(wrong.is_empty(), "no excuse stands before:\n{}", wrong.join("\n"));
}

#[test]
fn the_checks_find_what_they_look_for() {
    let used = |text: &str| used_modules(&code_of(text), "crate::").into_iter().collect::<Vec<_>>();
    assert_eq!(used("use crate::hub::Hub;\nfn f() { crate::store::open() }"), ["hub", "store"]);
    assert_eq!(used("use crate::{game::Game, journal::{self, Event}, room};"), ["game", "journal", "room"]);
    assert_eq!(used("//! speaks of [`crate::hub`]\n/* crate::store */ // crate::room"), [""; 0]);
    assert_eq!(used("fn f() {}\n#[cfg(test)]\nmod tests { use crate::hub::Hub; }"), [""; 0]);
    assert_eq!(module_of(Path::new("room/task.rs")), "room");
    assert_eq!(module_of(Path::new("judge.rs")), "judge");
    assert!(sources().len() > 30);
}

/// Every file of the crate but those of unit tests, by its path below `src`.
fn sources() -> Vec<(PathBuf, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut folders = vec![root.clone()];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs")
                && !path.ends_with("tests.rs")
            {
                let text = fs::read_to_string(&path).unwrap();
                files.push((path.strip_prefix(&root).unwrap().to_owned(), text));
            }
        }
    }
    files.sort();
    files
}

fn module_of(path: &Path) -> String {
    let first = Path::new(path.components().next().unwrap().as_os_str());
    first.file_stem().unwrap().to_str().unwrap().to_owned()
}

/// A file without its comments and without its unit tests, which stand last.
fn code_of(text: &str) -> String {
    let text = text.split("\n#[cfg(test)]\nmod tests {").next().unwrap();
    let mut code = String::new();
    let mut rest = text;
    while let Some(start) = rest.find("/*") {
        code.push_str(&rest[..start]);
        rest = rest[start..].split_once("*/").map_or("", |(_, after)| after);
    }
    code.push_str(rest);
    let lines = code.lines().map(|line| match line.find("//") {
        // A `//` in a text stands behind a colon.
        Some(at) if !line[..at].ends_with(':') => &line[..at],
        Some(_) | None => line,
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// The modules of the crate that some code names after `root`.
fn used_modules(code: &str, root: &str) -> BTreeSet<String> {
    let word = |text: &str| {
        text.trim_start()
            .chars()
            .take_while(|char| char.is_alphanumeric() || *char == '_')
            .collect::<String>()
    };
    let mut used = BTreeSet::new();
    for (at, _) in code.match_indices(root) {
        let after = &code[at + root.len()..];
        let Some(list) = after.strip_prefix('{') else {
            used.insert(word(after));
            continue;
        };
        let mut depth = 0_usize;
        let mut item = String::new();
        for char in list.chars() {
            match char {
                '}' if depth == 0 => break,
                ',' if depth == 0 => used.insert(word(&std::mem::take(&mut item))),
                '{' => {
                    depth += 1;
                    false
                }
                '}' => {
                    depth -= 1;
                    false
                }
                _ if depth == 0 => {
                    item.push(char);
                    false
                }
                _ => false,
            };
        }
        used.insert(word(&item));
    }
    used.remove("");
    // A macro or a constant of the crate root is no module.
    used.retain(|name| name.chars().next().is_some_and(char::is_lowercase));
    used
}

/// A claim is worth what its test is: every test that is named must be there.
#[test]
fn the_tests_that_the_checklist_of_security_names_are_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let checklist = fs::read_to_string(root.join("docs/security.md")).unwrap();
    let mut all = String::new();
    let mut folders = vec![root.join("tests"), root.join("src")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() && !path.ends_with("node_modules") {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                all.push_str(&fs::read_to_string(&path).unwrap());
            }
        }
    }
    let named: Vec<&str> = checklist
        .split('`')
        .skip(1)
        .step_by(2)
        .filter_map(|quoted| quoted.split_once("::"))
        .map(|(_, test)| test)
        .collect();
    assert!(named.len() > 40, "{}", named.len());
    let missing: Vec<_> = named.iter().filter(|test| !all.contains(&format!("fn {test}("))).collect();
    assert!(missing.is_empty(), "named and not there: {missing:?}");
}
