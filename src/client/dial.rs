//! The way to a server: a guest's token by HTTP, and the WebSocket.

use std::fmt;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use http::header::{AUTHORIZATION, HOST, SEC_WEBSOCKET_PROTOCOL};
use http::{HeaderValue, Request, StatusCode};
use http_body_util::{BodyExt, Empty, Limited};
use hyper_util::rt::TokioIo;
use serde::Deserialize;
use tokio::io::{AsyncRead, AsyncWrite, DuplexStream};
use tokio::net::{TcpSocket, TcpStream, lookup_host};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::{Role, WebSocketConfig};
use tokio_tungstenite::tungstenite::{self};
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

use crate::client::address::Address;
use crate::protocol::SUBPROTOCOL;
use crate::protocol::server::PersonForm;

/// How long an answer to a dial may take.
pub const DIAL_WITHIN: Duration = Duration::from_secs(10);
/// The longest answer to a request for a guest, in bytes.
const GUEST_BYTES_MAX: usize = 8192;
/// The longest message from a server, in bytes: a lobby of a thousand games is a few hundred thousand.
const MESSAGE_BYTES_MAX: usize = 4 << 20;
/// How much is read at once, in bytes. Thousands of clients may share a process.
const READ_BUFFER_BYTES: usize = 8192;

/// A WebSocket to a server.
pub(super) type Stream = WebSocketStream<Box<dyn Wire>>;

/// What bytes go over.
pub(super) trait Wire: AsyncRead + AsyncWrite + Send + Unpin {}

impl<T: AsyncRead + AsyncWrite + Send + Unpin> Wire for T {}

/// A server in the same process: each line to it is made without a network, and it knows who is at the other end.
#[derive(Clone)]
pub struct Inside(Arc<dyn Fn() -> DuplexStream + Send + Sync>);

impl Inside {
    /// The server that gives our end of a new line over which the upgrade to a WebSocket counts as answered.
    pub fn new(line: impl Fn() -> DuplexStream + Send + Sync + 'static) -> Self {
        Self(Arc::new(line))
    }
}

impl fmt::Debug for Inside {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Inside(..)")
    }
}

/// What proves who a client is. It is never printed.
#[derive(Clone, PartialEq, Eq, Deserialize)]
#[serde(transparent)]
pub struct Token(String);

impl Token {
    /// The token with this text.
    pub const fn new(text: String) -> Self {
        Self(text)
    }

    /// The text, for whoever keeps it.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(..)")
    }
}

/// An identity that a server has given.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Guest {
    /// What proves it.
    pub token: Token,
    /// Who it is.
    pub person: PersonForm,
}

/// Why a server was not reached.
#[derive(Debug, thiserror::Error)]
pub enum DialError {
    /// There is no connection.
    #[error("the server cannot be reached: {0}")]
    Unreachable(#[from] io::Error),
    /// There was no answer in time.
    #[error("the server did not answer within {} s", DIAL_WITHIN.as_secs())]
    Late,
    /// It answered that it will not.
    #[error("the server answered {status}: {words}")]
    Status {
        /// The status.
        status: StatusCode,
        /// What it said of it.
        words: String,
    },
    /// It answered something that is no HTTP.
    #[error("the server does not speak HTTP: {0}")]
    Http(#[from] hyper::Error),
    /// It answered something that is no WebSocket.
    #[error("the server does not speak WebSocket: {0}")]
    WebSocket(Box<tungstenite::Error>),
    /// It gave no guest.
    #[error("the server's answer names no guest")]
    NoGuest,
    /// The token is none.
    #[error("the token is none that a header can carry")]
    BadToken,
}

impl DialError {
    /// Whether trying again would change nothing.
    pub fn is_final(&self) -> bool {
        match self {
            Self::Status { status, .. } => {
                status.is_client_error()
                    && !matches!(*status, StatusCode::REQUEST_TIMEOUT | StatusCode::TOO_MANY_REQUESTS)
            }
            Self::BadToken | Self::NoGuest => true,
            Self::Unreachable(_) | Self::Late | Self::Http(_) | Self::WebSocket(_) => false,
        }
    }
}

/// Asks a server for an identity.
///
/// # Errors
/// [`DialError`] says why there is none.
pub async fn guest(address: &Address, from: Option<IpAddr>) -> Result<Guest, DialError> {
    timeout(DIAL_WITHIN, ask_for_guest(address, from)).await.map_err(|_| DialError::Late)?
}

/// Opens a WebSocket.
pub(super) async fn open(
    address: &Address,
    token: &Token,
    from: Option<IpAddr>,
) -> Result<Stream, DialError> {
    timeout(DIAL_WITHIN, upgrade(address, token, from)).await.map_err(|_| DialError::Late)?
}

/// Opens a WebSocket to a server in the same process.
pub(super) async fn open_inside(inside: &Inside) -> Stream {
    let line: Box<dyn Wire> = Box::new((inside.0)());
    WebSocketStream::from_raw_socket(line, Role::Client, Some(config())).await
}

async fn ask_for_guest(address: &Address, from: Option<IpAddr>) -> Result<Guest, DialError> {
    let stream = TokioIo::new(connect(address, from).await?);
    let (mut sender, connection) = hyper::client::conn::http1::handshake(stream).await?;
    let mut request = Request::new(Empty::<Bytes>::new());
    *request.method_mut() = http::Method::POST;
    *request.uri_mut() = http::Uri::from_static("/api/guest");
    let host = HeaderValue::from_str(address.authority()).map_err(|_| DialError::NoGuest)?;
    request.headers_mut().insert(HOST, host);

    let exchange = async move {
        let response = sender.send_request(request).await?;
        let status = response.status();
        let body = Limited::new(response.into_body(), GUEST_BYTES_MAX).collect().await;
        Ok::<_, hyper::Error>((status, body.map(http_body_util::Collected::to_bytes).unwrap_or_default()))
    };
    // The connection moves while the exchange waits, and ends after it, because it drops the sender.
    let (exchanged, _) = futures::join!(exchange, connection);
    let (status, body) = exchanged?;
    if !status.is_success() {
        return Err(DialError::Status { status, words: words(&body) });
    }
    serde_json::from_slice(&body).map_err(|_| DialError::NoGuest)
}

async fn upgrade(address: &Address, token: &Token, from: Option<IpAddr>) -> Result<Stream, DialError> {
    let mut request = address.to_string().into_client_request().map_err(web_socket)?;
    let bearer = HeaderValue::from_str(&format!("Bearer {}", token.reveal()));
    let mut bearer = bearer.map_err(|_| DialError::BadToken)?;
    bearer.set_sensitive(true);
    request.headers_mut().insert(AUTHORIZATION, bearer);
    request.headers_mut().insert(SEC_WEBSOCKET_PROTOCOL, HeaderValue::from_static(SUBPROTOCOL));

    let stream: Box<dyn Wire> = Box::new(connect(address, from).await?);
    let opened = client_async_with_config(request, stream, Some(config())).await;
    opened.map(|(stream, _)| stream).map_err(web_socket)
}

fn config() -> WebSocketConfig {
    WebSocketConfig::default()
        .read_buffer_size(READ_BUFFER_BYTES)
        .write_buffer_size(0)
        .max_message_size(Some(MESSAGE_BYTES_MAX))
        .max_frame_size(Some(MESSAGE_BYTES_MAX))
}

/// A connection to the server, from one of our addresses if it matters.
pub(crate) async fn connect(address: &Address, from: Option<IpAddr>) -> io::Result<TcpStream> {
    let mut last = None;
    for target in lookup_host((address.host(), address.port())).await? {
        match connect_to(target, from).await {
            Ok(stream) => {
                stream.set_nodelay(true)?;
                return Ok(stream);
            }
            Err(error) => last = Some(error),
        }
    }
    Err(last.unwrap_or_else(|| io::ErrorKind::AddrNotAvailable.into()))
}

async fn connect_to(target: SocketAddr, from: Option<IpAddr>) -> io::Result<TcpStream> {
    let socket = if target.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
    if let Some(from) = from {
        socket.bind(SocketAddr::new(from, 0))?;
    }
    socket.connect(target).await
}

/// The beginning of what a server said, to be shown to a person.
fn words(body: &[u8]) -> String {
    const CHARS_MAX: usize = 200;
    let is_plain = |char: &char| !char.is_control();
    String::from_utf8_lossy(body).chars().filter(is_plain).take(CHARS_MAX).collect()
}

fn web_socket(error: tungstenite::Error) -> DialError {
    if let tungstenite::Error::Http(response) = &error {
        let body = response.body().as_deref().unwrap_or_default();
        return DialError::Status { status: response.status(), words: words(body) };
    }
    DialError::WebSocket(Box::new(error))
}
