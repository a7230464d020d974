//! Plays the golden transcripts of `proto/` against a running server, and says what differs: for whoever writes a server.
//!
//! What needs time to pass, the server to be killed, or chance to fall in a certain way cannot be played over a socket; it
//! is named and left out. Who is here (`presence`, `audience`) is told when the server likes, and not compared.

mod compare;
mod transcript;

pub use compare::Names;
pub use transcript::{NotPlayed, Step, Transcript};

use std::collections::BTreeMap;
use std::time::Duration;

use futures::{SinkExt, StreamExt};
use http::HeaderValue;
use http::header::{AUTHORIZATION, SEC_WEBSOCKET_PROTOCOL};
use rust_embed::RustEmbed;
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{self, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use crate::client::{Address, DIAL_WITHIN, DialError, guest};
use crate::protocol::SUBPROTOCOL;

/// How long anything may take that is to be said.
const SAID_WITHIN: Duration = Duration::from_secs(10);
/// What comes at the server's own pace.
const ASIDE: [&str; 5] = ["presence", "audience", "readout", "resumed", "welcome"];

#[derive(RustEmbed)]
#[folder = "proto/transcripts/"]
struct Files;

/// What came of a transcript.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Came {
    /// Everything was said as it stands there.
    Same,
    /// Something was not: in which line, and what.
    Differs(usize, String),
    /// It cannot be played over a socket.
    LeftOut(NotPlayed),
}

/// Why nothing could be played.
#[derive(Debug, thiserror::Error)]
pub enum Unplayable {
    /// The server is not there.
    #[error(transparent)]
    Dial(#[from] DialError),
    /// It does not speak WebSocket.
    #[error("the server does not speak WebSocket: {0}")]
    Socket(Box<tungstenite::Error>),
    /// It takes its time.
    #[error("the server does not answer in time")]
    Late,
}

impl From<tungstenite::Error> for Unplayable {
    fn from(error: tungstenite::Error) -> Self {
        Self::Socket(Box::new(error))
    }
}

/// The names of all transcripts.
pub fn names() -> impl Iterator<Item = String> {
    Files::iter().map(|name| name.into_owned())
}

/// Plays the transcript of this name.
///
/// # Errors
/// [`Unplayable`] if the server is not there.
pub async fn play(address: &Address, name: &str) -> Result<Came, Unplayable> {
    let text =
        Files::get(name).map(|file| String::from_utf8_lossy(&file.data).into_owned()).unwrap_or_default();
    let transcript = match Transcript::read(&text) {
        Ok(transcript) => transcript,
        Err(error) => return Ok(Came::LeftOut(error)),
    };
    let mut stage = Stage {
        address: address.clone(),
        people: BTreeMap::new(),
        tokens: BTreeMap::new(),
        names: Names::default(),
    };
    for step in &transcript.steps {
        if let Some(difference) = stage.take(step).await? {
            return Ok(Came::Differs(step.line, difference));
        }
    }
    Ok(stage.nothing_more().await?.map_or(Came::Same, |difference| {
        Came::Differs(transcript.steps.last().map_or(0, |step| step.line), difference)
    }))
}

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// Everybody in a transcript, each on a connection of their own.
struct Stage {
    address: Address,
    people: BTreeMap<String, Socket>,
    /// By who it is without the number of the window.
    tokens: BTreeMap<String, String>,
    names: Names,
}

impl Stage {
    async fn take(&mut self, step: &Step) -> Result<Option<String>, Unplayable> {
        if !self.people.contains_key(&step.who) {
            self.enter(&step.who).await?;
        }
        match &step.sends {
            Some(text) => {
                let text = self.names.translated(text);
                self.socket(&step.who)?.send(Message::text(text)).await?;
            }
            None => drop(self.people.remove(&step.who)),
        }
        for (who, wanted) in &step.heard {
            if ASIDE.iter().any(|aside| wanted["type"] == *aside) {
                continue;
            }
            let Some(said) = self.hear(who).await? else {
                return Ok(Some(format!("{who} hears nothing, and should hear {wanted}")));
            };
            if let Some(difference) = self.names.difference(wanted, &said) {
                return Ok(Some(format!("{who} hears {}: {difference}", said["type"])));
            }
        }
        Ok(None)
    }

    /// Lets somebody in, as a guest who stands for somebody of the transcript.
    async fn enter(&mut self, who: &str) -> Result<(), Unplayable> {
        let name = who.split('/').next().unwrap_or(who).to_owned();
        let token = match self.tokens.get(&name) {
            Some(token) => token.clone(),
            None => {
                let guest = guest(&self.address, None).await?;
                self.names.learn(&name[..1].repeat(16), &guest.person.id);
                self.names.learn_called(&name, guest.person.name.as_str());
                guest.token.reveal().to_owned()
            }
        };
        let mut request = self.address.to_string().into_client_request()?;
        let mut bearer =
            HeaderValue::from_str(&format!("Bearer {token}")).map_err(|_| DialError::BadToken)?;
        bearer.set_sensitive(true);
        request.headers_mut().insert(AUTHORIZATION, bearer);
        request.headers_mut().insert(SEC_WEBSOCKET_PROTOCOL, HeaderValue::from_static(SUBPROTOCOL));
        let (socket, _) =
            timeout(DIAL_WITHIN, connect_async(request)).await.map_err(|_| Unplayable::Late)??;
        self.people.insert(who.to_owned(), socket);
        self.tokens.insert(name, token);
        Ok(())
    }

    /// The next message that is compared; none if none comes.
    async fn hear(&mut self, who: &str) -> Result<Option<Value>, Unplayable> {
        let socket = self.socket(who)?;
        let next = async {
            while let Some(Ok(message)) = socket.next().await {
                let Message::Text(text) = message else { continue };
                let said: Value = serde_json::from_str(&text).unwrap_or_default();
                if !ASIDE.iter().any(|aside| said["type"] == *aside) {
                    return Some(said);
                }
            }
            None
        };
        Ok(timeout(SAID_WITHIN, next).await.unwrap_or_default())
    }

    /// What is said beyond the transcript. The answer to a ping comes after everything else.
    async fn nothing_more(&mut self) -> Result<Option<String>, Unplayable> {
        for who in self.people.keys().cloned().collect::<Vec<_>>() {
            self.socket(&who)?.send(Message::text(json!({ "type": "ping", "n": 7 }).to_string())).await?;
            match self.hear(&who).await? {
                Some(said) if said["type"] == "pong" => {}
                Some(said) => return Ok(Some(format!("{who} hears more: {said}"))),
                None => return Ok(Some(format!("{who} gets no answer to a ping"))),
            }
        }
        Ok(None)
    }

    fn socket(&mut self, who: &str) -> Result<&mut Socket, Unplayable> {
        self.people.get_mut(who).ok_or_else(|| tungstenite::Error::ConnectionClosed.into())
    }
}
