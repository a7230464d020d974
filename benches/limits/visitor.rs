//! Somebody who comes and asks, over a socket or by HTTP, and waits for the answer.

use std::net::IpAddr;
use std::time::Duration;

use bytes::Bytes;
use futures::{SinkExt, StreamExt};
use http_body_util::{BodyExt, Empty};
use hyper::client::conn::http1::{SendRequest, handshake};
use hyper_util::rt::TokioIo;
use tengen::client::{Address, Token, guest};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{WebSocketStream, client_async};

/// How long an answer may take until the benchmark gives up.
const PATIENCE: Duration = Duration::from_secs(20);

/// A guest with a socket.
pub struct Visitor {
    pub token: Token,
    socket: WebSocketStream<TcpStream>,
}

impl Visitor {
    pub async fn new(address: &Address) -> Self {
        let guest = guest(address, None).await.unwrap();
        Self::back(address, guest.token).await
    }

    /// The same guest over another socket.
    pub async fn back(address: &Address, token: Token) -> Self {
        let mut request = address.to_string().into_client_request().unwrap();
        let headers = request.headers_mut();
        headers.insert("authorization", format!("Bearer {}", token.reveal()).parse().unwrap());
        headers.insert("sec-websocket-protocol", "tengen.v1".parse().unwrap());
        let stream = TcpStream::connect(address.authority()).await.unwrap();
        stream.set_nodelay(true).unwrap();
        let (socket, _) = client_async(request, stream).await.unwrap();
        Self { token, socket }
    }

    /// Is shown a room.
    pub async fn join(&mut self, room: &str) {
        let join = format!("{{\"type\":\"join\",\"room\":\"{room}\",\"seen\":null}}");
        self.ask(&join, "snapshot").await;
    }

    /// Is told of the lobby, and no longer.
    pub async fn look_round(&mut self) {
        self.ask(r#"{"type":"watch_lobby","brief":"newest"}"#, "lobby_brief").await;
    }

    pub async fn leave_lobby(&mut self) {
        self.socket.send(Message::text(r#"{"type":"leave_lobby"}"#)).await.unwrap();
    }

    /// Says something and waits for a message of this type.
    async fn ask(&mut self, message: &str, answer: &str) {
        self.socket.send(Message::text(message)).await.unwrap();
        let begins = format!("{{\"type\":\"{answer}\",");
        let answered = async {
            loop {
                let heard = self.socket.next().await.expect("the server goes on").unwrap();
                let text = heard.to_text().unwrap_or_default();
                assert!(
                    !heard.is_close() && !text.starts_with("{\"type\":\"refused\""),
                    "{message}: {heard:?}"
                );
                if text.starts_with(&begins) {
                    return;
                }
            }
        };
        timeout(PATIENCE, answered).await.unwrap_or_else(|_| panic!("no {answer} after {message}"));
    }
}

/// A connection over which pages are asked for, one after the other.
pub struct Pages {
    sender: SendRequest<Empty<Bytes>>,
    host: String,
}

impl Pages {
    /// From a local address, which has a credit of its own.
    pub async fn new(address: &Address, from: IpAddr) -> Self {
        let socket = TcpSocket::new_v4().unwrap();
        socket.bind((from, 0).into()).unwrap();
        let stream = socket.connect(address.authority().parse().unwrap()).await.unwrap();
        stream.set_nodelay(true).unwrap();
        let (sender, connection) = handshake(TokioIo::new(stream)).await.unwrap();
        tokio::spawn(connection);
        Self { sender, host: address.authority().to_owned() }
    }

    /// What is at a path. Anything but success is a failure of the benchmark.
    pub async fn get(&mut self, path: &str) -> Bytes {
        let request = http::Request::get(path).header("host", &self.host).body(Empty::new()).unwrap();
        self.sender.ready().await.unwrap();
        let response = self.sender.send_request(request).await.unwrap();
        assert!(response.status().is_success(), "{path}: {}", response.status());
        response.into_body().collect().await.unwrap().to_bytes()
    }
}
