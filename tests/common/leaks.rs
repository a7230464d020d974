//! Looks for secrets in what a server writes down. Every secret that is given out can be told by how it is written, so all
//! that any server of any test writes is searched for all of them.
#![allow(dead_code, unreachable_pub, reason = "not every test uses all of it")]

use std::io;
use std::sync::{LazyLock, Mutex, Once, PoisonError};

use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

/// How a kind of secret is written.
#[derive(serde::Deserialize)]
struct Look {
    begins: String,
    /// What comes after that.
    letters: String,
    /// How much of it makes a secret.
    least: usize,
}

/// All kinds; the browser's tests read the same file.
static LOOKS: LazyLock<Vec<Look>> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../data/secrets.json")).expect("the looks of secrets")
});

/// The first secret in a text.
pub fn secret_in(text: &str) -> Option<String> {
    LOOKS.iter().find_map(|Look { begins, letters, least }| {
        let mut rest = text;
        while let Some((_, after)) = rest.split_once(begins) {
            let length = after.chars().take_while(|letter| letters.contains(*letter)).count();
            if length >= *least {
                return Some(format!("{begins}{}", &after[..length]));
            }
            rest = after;
        }
        None
    })
}

static FOUND: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// Searches a text, and remembers what is found.
pub fn search(text: &str) {
    if let Some(secret) = secret_in(text) {
        FOUND.lock().unwrap_or_else(PoisonError::into_inner).push(format!("{secret} in: {text}"));
    }
}

/// Dropped with the server it watches, it fails the test if any server of this process has written down a secret.
pub struct Watch;

impl Watch {
    /// Watches a server in a process of its own, whose lines are searched as they come.
    pub fn elsewhere() -> Self {
        Self
    }

    /// Watches a server in this process: everything it would write at its most talkative.
    pub fn here() -> Self {
        static ONCE: Once = Once::new();
        ONCE.call_once(|| {
            let filter = Targets::new().with_target("tengen", LevelFilter::TRACE);
            let lines = tracing_subscriber::fmt::layer().with_ansi(false).with_writer(|| Searched);
            tracing_subscriber::registry().with(filter).with(lines).init();
        });
        Self
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        let found = FOUND.lock().unwrap_or_else(PoisonError::into_inner);
        assert!(found.is_empty() || std::thread::panicking(), "a secret was written down: {found:?}");
    }
}

struct Searched;

impl io::Write for Searched {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        search(&String::from_utf8_lossy(line));
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
