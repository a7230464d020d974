//! What the operator's monitoring asks for, at an address of its own that strangers do not reach.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::response::{IntoResponse, Response};
use http::header::CONTENT_TYPE;
use http::{Request, StatusCode};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::gauge::ConstGauge;
use prometheus_client::metrics::info::Info;
use prometheus_client::registry::Registry;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tokio::time::timeout;
use tracing::debug;

use super::Door;
use crate::telemetry::metrics::METRICS;

/// How many may ask at once.
const ASKING_MAX: usize = 8;
/// How long a connection may last; monitoring comes again.
const ASKING_WITHIN: Duration = Duration::from_secs(10);
/// How long to wait after the system refuses to accept.
const BACK_OFF: Duration = Duration::from_millis(200);
/// The media type of the text.
const OPEN_METRICS: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// Answers whoever asks, until the door is told to stop.
pub async fn serve_metrics(listener: TcpListener, door: Arc<Door>) {
    let places = Arc::new(Semaphore::new(ASKING_MAX));
    while let Some(accepted) = door.stop.run_until_cancelled(listener.accept()).await {
        let Ok((stream, _)) = accepted else {
            tokio::time::sleep(BACK_OFF).await;
            continue;
        };
        let Ok(place) = places.clone().try_acquire_owned() else { continue };
        let asked = door.clone();
        door.tasks.spawn(async move {
            let service = service_fn(async |request| Ok::<_, Infallible>(answer(&asked, &request)));
            let served = http1::Builder::new()
                .timer(TokioTimer::new())
                .header_read_timeout(asked.settings.headers_within)
                .keep_alive(false)
                .serve_connection(TokioIo::new(stream), service);
            if !matches!(timeout(ASKING_WITHIN, served).await, Ok(Ok(()))) {
                debug!("somebody asked for metrics and did not take them");
            }
            drop(place);
        });
    }
}

fn answer(door: &Door, request: &Request<Incoming>) -> Response {
    if request.uri().path() != "/metrics" {
        return (StatusCode::NOT_FOUND, "There is /metrics here.\n").into_response();
    }
    match text(door) {
        Ok(text) => ([(CONTENT_TYPE, OPEN_METRICS)], text).into_response(),
        Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}

/// All of it: what was counted, and how full everything is that has a bound.
fn text(door: &Door) -> Result<String, std::fmt::Error> {
    let mut registry = Registry::with_prefix("tengen");
    registry.register("build", "The server", Info::new([("version", env!("CARGO_PKG_VERSION"))]));
    METRICS.register(&mut registry);
    for (name, help, value) in fullness(door) {
        let value = i64::try_from(value).unwrap_or(i64::MAX);
        registry.register(name, help, ConstGauge::new(value));
    }
    let mut text = String::new();
    encode(&mut text, &registry)?;
    Ok(text)
}

fn fullness(door: &Door) -> Vec<(&'static str, &'static str, usize)> {
    let sessions = &door.sessions;
    let (all, addresses) = door.gate.count();
    let hub = sessions.hub.load();
    let store = sessions.store.load();
    let mut gauges = vec![
        ("connections", "Connections of all kinds", all),
        ("connections_max", "The most connections of all kinds", door.settings.connections_max),
        ("addresses", "Addresses with connections", addresses),
        ("people", "People connected by WebSocket", sessions.people.count()),
        ("rooms_awake", "Rooms in memory", hub.rooms),
        ("room_inputs_waiting", "Inputs waiting for all rooms", hub.inputs),
        ("summaries_waiting", "Rooms' news waiting for the lobby", hub.summaries),
        ("founded_waiting", "Rooms founded by others waiting to be woken", hub.founded),
        ("pairing_waiting", "Requests waiting for the pairing", sessions.pairing.waiting()),
        ("store_writes_waiting", "Requests waiting to be written", store.writes),
        ("store_reads_waiting", "Requests waiting to be read", store.reads),
        ("store_committing", "Requests in the transaction under way", store.committing),
        ("store_up", "Whether the store can write", usize::from(store.is_up)),
        ("tasks", "Connections and their helpers", door.tasks.len()),
    ];
    if let Some((pages, files)) = of_process() {
        gauges.push(("resident_pages", "Memory in pages of the system", pages));
        gauges.push(("open_files", "Open file descriptors", files));
    }
    gauges
}

/// The memory in pages and the open files of this process, where the system tells.
fn of_process() -> Option<(usize, usize)> {
    let memory = std::fs::read_to_string("/proc/self/statm").ok()?;
    let pages = memory.split_whitespace().nth(1)?.parse().ok()?;
    Some((pages, std::fs::read_dir("/proc/self/fd").ok()?.count()))
}
