//! Accepting connections, and keeping each within its time.

use std::convert::Infallible;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::response::{IntoResponse, Response};
use http::header::{CONNECTION, HeaderValue};
use http::{Request, StatusCode};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::time::timeout;
use tracing::{debug, warn};

use super::answer::{RETRY_AFTER_SECONDS, Refusal};
use super::gate::{Place, Stay};
use super::{Door, caller, routes};
use crate::config;
use crate::timekeeper::Arrival;

/// How many connections are accepted before others have their turn.
const ACCEPTED_AT_ONCE: usize = 1024;
/// The first wait after the system refuses to accept, for want of file descriptors as a rule; it doubles.
const BACK_OFF: Duration = Duration::from_millis(20);
/// The longest such wait.
const BACK_OFF_MAX: Duration = Duration::from_secs(1);
/// What hyper needs to read a request, besides the bound on its head. Its own least value.
const READ_BUFFER_MAX: usize = 8192;
/// How many connections are turned away with words at the same time; others are just closed.
const TURNED_AWAY_MAX: usize = 64;
/// How long turning away may take.
const TURN_AWAY_WITHIN: Duration = Duration::from_secs(1);
/// How long data may stay unacknowledged by the other end before the system gives the connection up.
const UNACKNOWLEDGED_MAX: Duration = Duration::from_secs(20);

/// Where a request comes from, and the places it takes as long as it lasts.
#[derive(Clone, Debug)]
pub(super) struct Visit {
    _place: Arc<Place>,
    stay: Arc<Stay>,
}

impl Visit {
    /// Whose it is.
    pub(super) fn household(&self) -> IpAddr {
        self.stay.household()
    }
}

/// Accepts connections until the door is told to stop.
///
/// Takes many at once: when thousands come back together, each turn is a while after the last, and whom the system's
/// queue has no room for tries again only after a second.
pub async fn serve(listener: TcpListener, door: Arc<Door>) {
    tokio::task::unconstrained(accept(listener, door)).await;
}

async fn accept(listener: TcpListener, door: Arc<Door>) {
    let mut accepted_at_once = 0;
    let turned_away = Arc::new(Semaphore::new(TURNED_AWAY_MAX));
    let mut back_off = BACK_OFF;
    while let Some(accepted) = door.stop.run_until_cancelled(listener.accept()).await {
        match accepted {
            Ok((stream, peer)) => {
                back_off = BACK_OFF;
                admit(stream, peer, &door, &turned_away);
                accepted_at_once += 1;
                if accepted_at_once == ACCEPTED_AT_ONCE {
                    accepted_at_once = 0;
                    tokio::task::yield_now().await;
                }
            }
            Err(error) if is_of_one_connection(&error) => {}
            Err(error) => {
                if back_off == BACK_OFF {
                    warn!(%error, "cannot accept connections; is `ulimit -n` large enough?");
                }
                tokio::time::sleep(back_off).await;
                back_off = (back_off * 2).min(BACK_OFF_MAX);
            }
        }
    }
}

/// Whether it was the other end that failed, and the next connection may be well.
fn is_of_one_connection(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}

fn admit(stream: TcpStream, peer: SocketAddr, door: &Arc<Door>, turned_away: &Arc<Semaphore>) {
    let address = peer.ip().to_canonical();
    let Some(place) = door.gate.enter() else { return turn_away(stream, door, turned_away) };
    // Whom a proxy speaks for is known only with each request.
    let stay = if caller::is_trusted(address, &door.settings.trusted_proxies) {
        None
    } else {
        let Some(stay) = door.gate.admit(address, Arrival::now()) else {
            return turn_away(stream, door, turned_away);
        };
        Some(Arc::new(stay))
    };
    let connection = Connection { door: door.clone(), peer: address, place: Arc::new(place), stay };
    door.tasks.spawn(connection.serve(stream));
}

fn turn_away(stream: TcpStream, door: &Door, turned_away: &Arc<Semaphore>) {
    if let Ok(permit) = turned_away.clone().try_acquire_owned() {
        door.tasks.spawn(async move {
            // It may be gone already, which is as well.
            let _ = timeout(TURN_AWAY_WITHIN, say_full(stream)).await;
            drop(permit);
        });
    }
}

async fn say_full(mut stream: TcpStream) -> io::Result<()> {
    let refusal = Refusal::TooManyConnections;
    let body = format!("{{\"code\":\"{}\",\"message\":\"{}\"}}", refusal.code(), refusal.message());
    let text = format!(
        "HTTP/1.1 {} Service Unavailable\r\ncontent-type: application/json\r\nretry-after: {RETRY_AFTER_SECONDS}\r\n\
         content-length: {}\r\nconnection: close\r\n\r\n{body}",
        refusal.status().as_u16(),
        body.len(),
    );
    stream.write_all(text.as_bytes()).await?;
    stream.shutdown().await?;
    // What was sent must be read, or closing destroys the answer on its way.
    let mut request = [0; 1024];
    while stream.read(&mut request).await? > 0 {}
    Ok(())
}

struct Connection {
    door: Arc<Door>,
    peer: IpAddr,
    place: Arc<Place>,
    stay: Option<Arc<Stay>>,
}

impl Connection {
    async fn serve(self, stream: TcpStream) {
        let peer = self.peer;
        if let Err(error) = prepare(&stream) {
            return debug!(%peer, %error, "a connection was gone at once");
        }
        let settings = &self.door.settings;
        // A browser opens connections ahead of need; they must not hold a stop up.
        let mut first_byte = [0];
        let first = timeout(settings.first_byte_within, stream.peek(&mut first_byte));
        if !matches!(self.door.stop.run_until_cancelled(first).await, Some(Ok(Ok(1)))) {
            return debug!(%peer, "a connection never spoke");
        }
        match self.door.stop.run_until_cancelled(self.door.turnstile.pass()).await {
            Some(true) => {}
            Some(false) => {
                // It may be gone already, which is as well.
                let _ = timeout(TURN_AWAY_WITHIN, say_full(stream)).await;
                return debug!(%peer, "too many have come at once");
            }
            None => return debug!(%peer, "a connection came when the server stopped"),
        }
        match timeout(settings.plain_http_max, self.speak_http(stream)).await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => debug!(%peer, %error, "a connection failed"),
            Err(_) => debug!(%peer, "a connection lasted too long"),
        }
    }

    async fn speak_http(&self, stream: TcpStream) -> hyper::Result<()> {
        let settings = &self.door.settings;
        let service = service_fn(async |request| Ok::<_, Infallible>(self.answer(request).await));
        let connection = http(settings).serve_connection(TokioIo::new(stream), service).with_upgrades();
        tokio::pin!(connection);
        tokio::select! {
            biased;
            served = &mut connection => return served,
            () = self.door.stop.cancelled() => {}
        }
        connection.as_mut().graceful_shutdown();
        connection.await
    }

    async fn answer(&self, request: Request<Incoming>) -> Response {
        let stay = match &self.stay {
            Some(stay) => stay.clone(),
            None => {
                let proxies = &self.door.settings.trusted_proxies;
                let address = caller::address(self.peer, request.headers(), proxies);
                match self.door.gate.admit(address, Arrival::now()) {
                    Some(stay) => Arc::new(stay),
                    None => return Refusal::TooManyConnections.into_response(),
                }
            }
        };
        let visit = Visit { _place: self.place.clone(), stay };
        let mut response = routes::answer(self.door.clone(), visit, request.map(Body::new)).await;
        // A browser keeps what it fetched files over for a while; a club behind one address needs the places.
        if self.stay.as_ref().is_some_and(|stay| stay.is_crowded())
            && response.status() != StatusCode::SWITCHING_PROTOCOLS
        {
            response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
        }
        response
    }
}

/// HTTP as it is spoken here.
pub(super) fn http(settings: &config::Server) -> http1::Builder {
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new())
        .header_read_timeout(settings.headers_within)
        .max_header_size(settings.header_bytes_max)
        .max_headers(settings.headers_max)
        .max_buf_size(READ_BUFFER_MAX.max(settings.header_bytes_max));
    http
}

fn prepare(stream: &TcpStream) -> io::Result<()> {
    // A move is small and must not wait for company.
    stream.set_nodelay(true)?;
    socket2::SockRef::from(stream).set_tcp_user_timeout(Some(UNACKNOWLEDGED_MAX))
}
