//! A server to knock at, and a client that can send anything.

use std::net::SocketAddr;
use std::path::Path;
use std::time::Duration;

use serde_json::Value;
use tempfile::TempDir;
use tengen::config::Config;
use tengen::server::Server;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio::time::timeout;

use crate::leaks;

/// How long an answer may take before a test gives up.
const PATIENCE: Duration = Duration::from_secs(10);

pub(crate) const TEXT: u8 = 0x81;
pub(crate) const TEXT_BEGINS: u8 = 0x01;
pub(crate) const GOES_ON: u8 = 0x00;
pub(crate) const ENDS: u8 = 0x80;
pub(crate) const BINARY: u8 = 0x82;
pub(crate) const PING: u8 = 0x89;
pub(crate) const PONG: u8 = 0x8a;

/// A server on a free port with a directory of its own.
pub(crate) struct House {
    pub(crate) address: SocketAddr,
    pub(crate) server: Server,
    directory: TempDir,
    _watch: leaks::Watch,
}

/// An answer to a request.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Answer {
    pub(crate) fn code(&self) -> String {
        let body: Value = serde_json::from_str(&self.body).unwrap_or_else(|_| panic!("no JSON: {self:?}"));
        assert!(body["message"].as_str().is_some_and(|words| words.len() > 10), "{self:?}");
        body["code"].as_str().unwrap().to_owned()
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let mut lines = self.head.lines().filter_map(|line| line.split_once(": "));
        lines.find(|(found, _)| found.eq_ignore_ascii_case(name)).map(|(_, value)| value)
    }

    pub(crate) fn cookie(&self) -> Option<&str> {
        self.header("set-cookie")?.split(';').next()
    }
}

impl House {
    pub(crate) async fn open() -> Self {
        Self::with(|_| {}).await
    }

    pub(crate) async fn with(change: impl FnOnce(&mut Config)) -> Self {
        let watch = leaks::Watch::here();
        let directory = tempfile::tempdir().unwrap();
        let mut config = Config::default();
        config.server.listen = SocketAddr::from(([127, 0, 0, 1], 0));
        config.keep_data_in(directory.path());
        change(&mut config);
        let server = Server::start(config).await.unwrap();
        Self { address: server.address(), server, directory, _watch: watch }
    }

    /// Where it keeps its data.
    pub(crate) fn data(&self) -> &Path {
        self.directory.path()
    }

    pub(crate) async fn knock(&self) -> TcpStream {
        TcpStream::connect(self.address).await.unwrap()
    }

    /// Sends a request with the right Host and these other header lines.
    pub(crate) async fn ask(&self, request: &str, headers: &[&str]) -> Answer {
        Self::ask_at(self.address, request, headers).await
    }

    /// The same at another address.
    pub(crate) async fn ask_at(address: SocketAddr, request: &str, headers: &[&str]) -> Answer {
        let mut stream = TcpStream::connect(address).await.unwrap();
        let mut text = format!("{request} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n");
        headers.iter().for_each(|line| text.push_str(&format!("{line}\r\n")));
        text.push_str("\r\n");
        stream.write_all(text.as_bytes()).await.unwrap();
        let mut bytes = Vec::new();
        timeout(PATIENCE, stream.read_to_end(&mut bytes)).await.unwrap().unwrap();
        answer(&bytes)
    }

    /// Sends a request with a body, and no more of it than there is, whatever is said of its length.
    pub(crate) async fn post(&self, path: &str, length: usize, body: &[u8]) -> Answer {
        let mut stream = self.knock().await;
        let head = format!(
            "POST {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nContent-Length: {length}\r\n\r\n",
            self.address
        );
        // It may have answered, and closed, before it has read all.
        let _ = stream.write_all(&[head.as_bytes(), body].concat()).await;
        let mut bytes = Vec::new();
        let _ = timeout(PATIENCE, stream.read_to_end(&mut bytes)).await.unwrap();
        answer(&bytes)
    }

    /// Posts a text as somebody.
    pub(crate) async fn post_as(&self, path: &str, token: &str, body: &str) -> Answer {
        let mut stream = self.knock().await;
        let text = format!(
            "POST {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nContent-Length: {}\r\n\
             Authorization: Bearer {token}\r\n\r\n{body}",
            self.address,
            body.len()
        );
        stream.write_all(text.as_bytes()).await.unwrap();
        let mut bytes = Vec::new();
        timeout(PATIENCE, stream.read_to_end(&mut bytes)).await.unwrap().unwrap();
        answer(&bytes)
    }

    /// The head of the answer to a request on a connection that could be kept.
    pub(crate) async fn ask_and_stay(&self, request: &str) -> String {
        let mut stream = self.knock().await;
        let text = format!("{request} HTTP/1.1\r\nHost: {}\r\n\r\n", self.address);
        stream.write_all(text.as_bytes()).await.unwrap();
        let mut head = String::new();
        let mut lines = BufReader::new(stream);
        while !head.ends_with("\r\n\r\n") {
            assert!(timeout(PATIENCE, lines.read_line(&mut head)).await.unwrap().unwrap() > 0, "{head}");
        }
        head.to_ascii_lowercase()
    }

    /// Asks for a WebSocket with these header lines besides what RFC 6455 needs.
    pub(crate) async fn upgrade(&self, headers: &[&str]) -> Result<Client, Answer> {
        let mut lines = vec!["Sec-WebSocket-Protocol: tengen.v1"];
        lines.extend(headers);
        self.upgrade_plain(&lines).await
    }

    /// The same without a subprotocol.
    pub(crate) async fn upgrade_plain(&self, headers: &[&str]) -> Result<Client, Answer> {
        self.upgrade_at("/ws", headers).await
    }

    /// The same at another address.
    pub(crate) async fn upgrade_at(&self, path: &str, headers: &[&str]) -> Result<Client, Answer> {
        let mut stream = self.knock().await;
        let mut text = format!(
            "GET {path} HTTP/1.1\r\nHost: {}\r\nConnection: keep-alive, Upgrade\r\nUpgrade: websocket\r\n\
             Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n",
            self.address
        );
        headers.iter().for_each(|line| text.push_str(&format!("{line}\r\n")));
        text.push_str("\r\n");
        stream.write_all(text.as_bytes()).await.unwrap();
        let head = read_head(&mut stream).await;
        if !head.starts_with("HTTP/1.1 101 ") {
            let mut rest = Vec::new();
            let _ = timeout(Duration::from_millis(200), stream.read_to_end(&mut rest)).await;
            return Err(answer(&[head.as_bytes(), &rest].concat()));
        }
        assert!(head.contains("s3pPLMBiTxaQ9kYGzzhZRbK+xOo="), "{head}");
        assert!(!head.to_ascii_lowercase().contains("sec-websocket-extensions"), "{head}");
        Ok(Client { stream })
    }

    pub(crate) async fn token(&self) -> String {
        let answer = self.ask("POST /api/guest", &["Content-Length: 0"]).await;
        let body: Value = serde_json::from_str(&answer.body).unwrap();
        body["token"].as_str().unwrap().to_owned()
    }

    /// A new guest who was welcomed.
    pub(crate) async fn visit(&self) -> Client {
        let token = self.token().await;
        self.visit_as(&token).await
    }

    pub(crate) async fn visit_as(&self, token: &str) -> Client {
        let bearer = format!("Authorization: Bearer {token}");
        let mut client = self.upgrade(&[&bearer]).await.unwrap();
        client.hear_of("welcome").await;
        client
    }
}

/// What a client hears.
#[derive(Debug, PartialEq)]
pub(crate) enum Heard {
    Says(Value),
    Ping(Vec<u8>),
    Pong,
    Closes(u16),
    /// The end of the stream, or its breaking.
    Gone,
}

/// A WebSocket client that sends whatever it is told to.
pub(crate) struct Client {
    pub(crate) stream: TcpStream,
}

impl Client {
    pub(crate) async fn send(&mut self, bytes: &[u8]) -> std::io::Result<()> {
        self.stream.write_all(bytes).await
    }

    pub(crate) async fn say(&mut self, text: &str) {
        self.send(&frame(TEXT, text.as_bytes())).await.unwrap();
    }

    /// What comes next, pings being answered.
    pub(crate) async fn hear(&mut self) -> Heard {
        loop {
            let heard = timeout(PATIENCE, self.hear_anything()).await.expect("the server says something");
            let Heard::Ping(payload) = heard else { return heard };
            let _ = self.send(&frame(PONG, &payload)).await;
        }
    }

    /// The next message of a type, whatever comes before it.
    pub(crate) async fn hear_of(&mut self, kind: &str) -> Value {
        self.hear_of_any(&[kind]).await
    }

    /// The next message of one of these types.
    pub(crate) async fn hear_of_any(&mut self, kinds: &[&str]) -> Value {
        loop {
            match self.hear().await {
                Heard::Says(message) if kinds.iter().any(|kind| message["type"] == *kind) => return message,
                Heard::Says(_) | Heard::Ping(_) | Heard::Pong => {}
                end @ (Heard::Closes(_) | Heard::Gone) => panic!("waiting for {kinds:?}: {end:?}"),
            }
        }
    }

    /// Why the server closes, whatever it says before.
    pub(crate) async fn hear_close(&mut self) -> u16 {
        loop {
            match self.hear().await {
                Heard::Closes(code) => return code,
                Heard::Gone => panic!("gone without a close frame"),
                Heard::Says(_) | Heard::Ping(_) | Heard::Pong => {}
            }
        }
    }

    /// The line lives and serves.
    pub(crate) async fn is_well(&mut self) {
        self.say(r#"{"type":"ping","n":77}"#).await;
        // Others may have been asked for before.
        while self.hear_of("pong").await["n"] != 77 {}
    }

    pub(crate) async fn hear_anything(&mut self) -> Heard {
        let mut head = [0; 2];
        if self.stream.read_exact(&mut head).await.is_err() {
            return Heard::Gone;
        }
        let length = match head[1] {
            126 => u64::from(self.stream.read_u16().await.unwrap()),
            127 => self.stream.read_u64().await.unwrap(),
            short => u64::from(short),
        };
        let mut payload = vec![0; usize::try_from(length).unwrap()];
        if self.stream.read_exact(&mut payload).await.is_err() {
            return Heard::Gone;
        }
        match head[0] {
            TEXT => Heard::Says(serde_json::from_slice(&payload).unwrap()),
            PING => Heard::Ping(payload),
            PONG => Heard::Pong,
            0x88 => {
                Heard::Closes(u16::from_be_bytes(payload.get(..2).map_or([0, 0], |code| [code[0], code[1]])))
            }
            other => panic!("a frame {other:x}"),
        }
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

async fn read_head(stream: &mut TcpStream) -> String {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        let read = timeout(PATIENCE, stream.read_u8()).await.expect("an answer comes");
        head.push(read.expect("an answer is whole"));
    }
    String::from_utf8(head).unwrap()
}

fn answer(bytes: &[u8]) -> Answer {
    let text = String::from_utf8_lossy(bytes);
    let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
    Answer { status, head: head.to_owned(), body: body.to_owned() }
}
