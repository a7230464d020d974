//! The WebSocket of the server against the cases of the Autobahn test suite: the same connection, handshake and socket, with
//! an echo behind them. Once with room for the largest messages of the suite, and once within the limits of every day.
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs, reason = "a test may panic")]

#[path = "../common/python.rs"]
#[allow(unreachable_pub, reason = "shared with other tests")]
mod python;

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;
use tengen::{config, http};
use tokio::net::TcpListener;
use tokio::process::Command;
use tokio::sync::OnceCell;
use tokio::time::timeout;

/// How long all cases may take; they need some seconds.
const PATIENCE: Duration = Duration::from_secs(300);
/// How many cases run at once.
const AT_ONCE: &str = "4";
const REQUIREMENTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/websocket/requirements.txt");

/// What a case was judged, and how its connection was closed.
type Verdicts = BTreeMap<String, (String, String)>;

/// Runs cases against an echo with these limits. What is printed counts a case that was declined as failed, so the report
/// is read and not that.
async fn run(limits: config::Session, which: &[&str]) -> Verdicts {
    static PYTHON: OnceCell<PathBuf> = OnceCell::const_new();
    let packages = ["--require-hashes", "--requirement", REQUIREMENTS];
    let python = PYTHON.get_or_init(|| python::python("kosoku", "kosoku", &packages)).await;

    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let echo = tokio::spawn(http::serve_echo(listener, Arc::default(), Arc::new(limits)));
    let report = tempfile::tempdir().unwrap();
    let mut suite = Command::new(python.with_file_name("kosoku"));
    suite.args(["-m", "fuzzingclient", "-p", AT_ONCE, "-o"]).arg(report.path()).args(which).arg(&address);
    let said = timeout(PATIENCE, suite.kill_on_drop(true).output()).await.expect("the cases end").unwrap();
    echo.abort();

    let index = std::fs::read(report.path().join("index.json"));
    let index: Value =
        serde_json::from_slice(&index.unwrap_or_else(|_| panic!("no report: {said:?}"))).unwrap();
    let [cases] = index.as_object().unwrap().values().collect::<Vec<_>>()[..] else { panic!("{index}") };
    let verdict = |case: &Value, what: &str| case[what].as_str().unwrap().to_owned();
    let cases = cases.as_object().unwrap().iter();
    cases
        .map(|(id, case)| (id.clone(), (verdict(case, "behavior"), verdict(case, "behaviorClose"))))
        .collect()
}

/// The cases of which this was said.
fn judged<'a>(verdicts: &'a Verdicts, verdict: &str) -> BTreeSet<&'a str> {
    verdicts.iter().filter(|(_, (judged, _))| judged == verdict).map(|(id, _)| id.as_str()).collect()
}

fn assert_closed_well(verdicts: &Verdicts) {
    for (id, (judged, closed)) in verdicts {
        let is_declined = judged == "UNIMPLEMENTED";
        assert!(
            is_declined || matches!(closed.as_str(), "OK" | "INFORMATIONAL"),
            "{id} was closed: {closed}"
        );
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_case_of_the_suite_is_passed_but_those_of_compression() {
    let limits = config::Session { message_bytes_max: 16 << 20, ..config::Session::default() };
    let verdicts = run(limits, &[]).await;
    assert_eq!(verdicts.len(), 517);
    assert_eq!(judged(&verdicts, "FAILED"), BTreeSet::new());
    // Invalid UTF-8 is noticed at the end of the frame that has it, and not in its middle.
    assert_eq!(judged(&verdicts, "NON-STRICT"), BTreeSet::from(["6.4.3", "6.4.4"]));
    assert_eq!(judged(&verdicts, "INFORMATIONAL"), BTreeSet::from(["7.1.6", "7.13.1", "7.13.2"]));
    let declined = judged(&verdicts, "UNIMPLEMENTED");
    assert!(declined.iter().all(|id| id.starts_with("12.") || id.starts_with("13.")), "{declined:?}");
    assert_eq!((declined.len(), judged(&verdicts, "OK").len()), (216, 296));
    assert_closed_well(&verdicts);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn within_the_limits_of_every_day_nothing_fails_but_what_is_too_large() {
    let small = ["1.*", "2.*", "3.*", "4.*", "5.*", "6.*", "7.*", "10.*"].map(|cases| ["-i", cases]);
    let verdicts = run(config::Session::default(), small.as_flattened()).await;
    // 64 KiB and more in one message.
    let large = ["1.1.6", "1.1.7", "1.1.8", "1.2.6", "1.2.7", "1.2.8", "10.1.1"];
    assert_eq!(judged(&verdicts, "FAILED"), BTreeSet::from(large));
    assert_eq!(judged(&verdicts, "NON-STRICT"), BTreeSet::from(["6.4.3", "6.4.4"]));
    assert!(verdicts.len() > 240, "{}", verdicts.len());
}
