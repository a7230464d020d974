//! A WebSocket client that sends whatever it is told to and answers nothing by itself.

use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

use serde_json::Value;
use tengen::client::{self, Address, Token};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::timeout;

use crate::Failed;

/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(60);

pub(crate) const TEXT: u8 = 0x81;
pub(crate) const TEXT_BEGINS: u8 = 0x01;
pub(crate) const GOES_ON: u8 = 0x00;
pub(crate) const PING: u8 = 0x89;
pub(crate) const PONG: u8 = 0x8a;
const CLOSE: u8 = 0x88;

/// What a client hears.
#[derive(Debug)]
pub(crate) enum Frame {
    Says(Value),
    Ping(Vec<u8>),
    Pong,
    Closes(u16),
    /// The end of the stream, or its breaking.
    Gone,
}

/// A line to a server.
pub(crate) struct Raw {
    pub(crate) stream: TcpStream,
}

/// A connection to a server over which nothing was said.
pub(crate) async fn knock(
    server: SocketAddr,
    from: Option<IpAddr>,
    buffer: Option<u32>,
) -> std::io::Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    if let Some(bytes) = buffer {
        socket.set_recv_buffer_size(bytes)?;
    }
    if let Some(from) = from {
        socket.bind(SocketAddr::new(from, 0))?;
    }
    socket.connect(server).await
}

/// The token of a new guest.
pub(crate) async fn guest(address: &Address) -> Result<Token, Failed> {
    let guest = client::guest(address, None).await.map_err(|error| Failed(format!("a guest: {error}")))?;
    Ok(guest.token)
}

impl Raw {
    /// A WebSocket over a connection.
    pub(crate) async fn open(mut stream: TcpStream, token: &Token) -> Result<Self, Failed> {
        let text = format!(
            "GET /ws HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
             Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: tengen.v1\r\n\
             Authorization: Bearer {}\r\n\r\n",
            token.reveal()
        );
        let failed = |error: std::io::Error| Failed(format!("the upgrade: {error}"));
        stream.write_all(text.as_bytes()).await.map_err(failed)?;
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            let read = timeout(PATIENCE, stream.read_u8()).await;
            head.push(read.map_err(|_| Failed("no answer to an upgrade".to_owned()))?.map_err(failed)?);
        }
        if !head.starts_with(b"HTTP/1.1 101 ") {
            return Err(Failed(String::from_utf8_lossy(&head).into_owned()));
        }
        Ok(Self { stream })
    }

    /// A new guest.
    pub(crate) async fn visit(server: SocketAddr, address: &Address) -> Result<Self, Failed> {
        let token = guest(address).await?;
        let stream = knock(server, None, None).await.map_err(|error| Failed(error.to_string()))?;
        Self::open(stream, &token).await
    }

    pub(crate) async fn send(&mut self, bytes: &[u8]) -> std::io::Result<()> {
        self.stream.write_all(bytes).await
    }

    pub(crate) async fn say(&mut self, message: &Value) -> std::io::Result<()> {
        self.send(&frame(TEXT, message.to_string().as_bytes())).await
    }

    /// What comes next.
    pub(crate) async fn hear(&mut self) -> Result<Frame, Failed> {
        let heard = timeout(PATIENCE, self.read()).await;
        heard.map_err(|_| Failed("the server says nothing".to_owned()))
    }

    /// The next message of a type, whatever comes before it; pings are answered.
    pub(crate) async fn hear_of(&mut self, kind: &str) -> Result<Value, Failed> {
        loop {
            match self.hear().await? {
                Frame::Says(message) if message["type"] == kind => return Ok(message),
                Frame::Ping(payload) => drop(self.send(&frame(PONG, &payload)).await),
                Frame::Says(_) | Frame::Pong => {}
                end => return Err(Failed(format!("waiting for {kind}: {end:?}"))),
            }
        }
    }

    /// The code of the close frame; none if the stream just ends. Nothing is answered.
    pub(crate) async fn hear_close(&mut self) -> Result<Option<u16>, Failed> {
        loop {
            match self.hear().await? {
                Frame::Closes(code) => return Ok(Some(code)),
                Frame::Gone => return Ok(None),
                Frame::Says(_) | Frame::Ping(_) | Frame::Pong => {}
            }
        }
    }

    async fn read(&mut self) -> Frame {
        self.try_read().await.unwrap_or(Frame::Gone)
    }

    async fn try_read(&mut self) -> std::io::Result<Frame> {
        let mut head = [0; 2];
        self.stream.read_exact(&mut head).await?;
        let length = match head[1] {
            126 => u64::from(self.stream.read_u16().await?),
            127 => self.stream.read_u64().await?,
            short => u64::from(short),
        };
        let mut payload = vec![0; usize::try_from(length).unwrap()];
        self.stream.read_exact(&mut payload).await?;
        Ok(match head[0] {
            TEXT => Frame::Says(serde_json::from_slice(&payload).unwrap_or_default()),
            PING => Frame::Ping(payload),
            PONG => Frame::Pong,
            CLOSE => {
                Frame::Closes(payload.get(..2).map_or(1005, |code| u16::from_be_bytes([code[0], code[1]])))
            }
            other => return Err(std::io::Error::other(format!("a frame {other:x}"))),
        })
    }
}

/// A frame as a client sends it, with a mask of zeros.
pub(crate) fn frame(first: u8, payload: &[u8]) -> Vec<u8> {
    let mut bytes = vec![first];
    match payload.len() {
        length @ 0..126 => bytes.push(0x80 | u8::try_from(length).unwrap()),
        length => {
            bytes.push(0x80 | 126);
            bytes.extend(u16::try_from(length).unwrap().to_be_bytes());
        }
    }
    bytes.extend([0; 4]);
    bytes.extend(payload);
    bytes
}
