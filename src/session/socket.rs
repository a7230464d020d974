//! One client's WebSocket: frames in, frames out, each within its time, and a close that is heard.

use std::future::poll_fn;
use std::pin::Pin;
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use bytes::Bytes;
use futures::{SinkExt, StreamExt};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::time::{Sleep, sleep_until, timeout};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::error::{CapacityError, ProtocolError};
use tokio_tungstenite::tungstenite::protocol::frame::CloseFrame;
use tokio_tungstenite::tungstenite::protocol::{Role, WebSocketConfig};
use tokio_tungstenite::tungstenite::{Error, Message, Utf8Bytes};

use super::frames::Watched;
use super::lanes::Lane;
use super::post::{Desk, End, Wire};
use crate::config;
use crate::protocol::CloseCode;
use crate::telemetry::metrics::{Close, METRICS};
use crate::timekeeper::Arrival;

/// What is read from the system at once. Each connection has a buffer of this size, and most messages fit into it.
const READ_BUFFER: usize = 256;
/// What the library may hold back if nothing of it is taken: pongs. The default is no bound at all.
const WRITE_BUFFER_MAX: usize = 256 * 1024;
/// How long a client has to take the close frame and hang up.
const LINGER: Duration = Duration::from_secs(1);
/// What is still read of a client that is being closed, so that its own sending does not destroy the close frame.
const LINGER_BYTES_MAX: usize = 256 * 1024;

/// What a client sent.
#[derive(Debug)]
pub(super) enum Frame {
    /// A whole text message.
    Text(Utf8Bytes),
    /// A whole binary message.
    Binary(Bytes),
    /// A ping, which is answered already.
    Ping,
    /// A pong.
    Pong(Bytes),
    /// Word that it goes.
    Close,
}

/// Why a connection ended. None of these is a fault of the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ended {
    /// The client said so.
    ByClient,
    /// The line broke.
    Lost,
    /// The server closes it.
    Because(CloseCode),
}

/// One client's WebSocket.
#[derive(Debug)]
pub(super) struct Socket<S: Wire> {
    stream: WebSocketStream<Watched<End<S>>>,
    desk: Arc<Desk<S>>,
    write_within: Duration,
    message_within: Duration,
    /// Ends when a message that has begun should have ended.
    unfinished: Option<Pin<Box<Sleep>>>,
}

impl<S: Wire> Socket<S> {
    /// A WebSocket on a stream over which the upgrade was answered. What was read of it already is `first`.
    pub(super) async fn new(stream: S, first: &[u8], lane: Lane, limits: &config::Session) -> Self {
        let settings = WebSocketConfig::default()
            .read_buffer_size(READ_BUFFER)
            .write_buffer_size(0)
            .max_write_buffer_size(WRITE_BUFFER_MAX.max(2 * limits.message_bytes_max))
            .max_message_size(Some(limits.message_bytes_max))
            .max_frame_size(Some(limits.message_bytes_max));
        let desk = Desk::new(stream, lane, limits.outbox_max);
        let mut watched = Watched::new(End(desk.clone()), limits.message_bytes_max);
        watched.note_first(first);
        let stream = if first.is_empty() {
            WebSocketStream::from_raw_socket(watched, Role::Server, Some(settings)).await
        } else {
            WebSocketStream::from_partially_read(watched, first.to_vec(), Role::Server, Some(settings)).await
        };
        let (write_within, message_within) = (limits.write_within, limits.message_within);
        Self { stream, desk, write_within, message_within, unfinished: None }
    }

    /// Where messages for the client are put down.
    pub(super) const fn desk(&self) -> &Arc<Desk<S>> {
        &self.desk
    }

    /// The next frame. Safe to cancel.
    pub(super) async fn read(&mut self) -> Result<Frame, Ended> {
        let Self { stream, message_within, unfinished, .. } = self;
        poll_fn(|cx| {
            if let Poll::Ready(read) = stream.poll_next_unpin(cx) {
                let is_shredded = stream.get_ref().is_shredded();
                return Poll::Ready(understand(read, is_shredded));
            }
            let Some(since) = stream.get_ref().unfinished_since() else {
                *unfinished = None;
                return Poll::Pending;
            };
            let until = since.after(*message_within).instant();
            let waiting = unfinished.get_or_insert_with(|| Box::pin(sleep_until(until)));
            waiting.as_mut().reset(until);
            waiting.as_mut().poll(cx).map(|()| Err(Ended::Because(CloseCode::Silent)))
        })
        .await
    }

    /// Writes texts, all of them or not in time.
    pub(super) async fn write(&mut self, texts: Vec<Bytes>) -> Result<(), Ended> {
        if self.desk.say(texts) { Ok(()) } else { self.finish().await }
    }

    /// Writes what is unsent.
    pub(super) async fn finish(&mut self) -> Result<(), Ended> {
        let finished = poll_fn(|cx| self.desk.poll_finish(cx));
        match timeout(self.write_within, finished).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) => Err(Ended::Lost),
            Err(_) => Err(Ended::Because(CloseCode::TooSlow)),
        }
    }

    /// Writes a binary message.
    pub(super) async fn write_binary(&mut self, bytes: Bytes) -> Result<(), Ended> {
        self.send(Message::Binary(bytes)).await
    }

    /// Writes a ping.
    pub(super) async fn ping(&mut self, payload: &[u8]) -> Result<(), Ended> {
        self.send(Message::Ping(Bytes::copy_from_slice(payload))).await
    }

    /// Has the library write a message, which it does behind what is unsent.
    async fn send(&mut self, message: Message) -> Result<(), Ended> {
        match timeout(self.write_within, self.stream.send(message)).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(Error::WriteBufferFull(_))) | Err(_) => Err(Ended::Because(CloseCode::TooSlow)),
            Ok(Err(_)) => Err(Ended::Lost),
        }
    }

    /// Ends the connection so that the client learns why.
    pub(super) async fn close(mut self, ended: Ended) {
        self.desk.leave();
        // It may be gone, or take nothing more: there is nobody left to tell.
        let within = self.write_within.min(LINGER);
        let _ = match ended {
            Ended::Lost => return,
            // The answer to its close frame waits to be written.
            Ended::ByClient => timeout(within, self.stream.flush()).await,
            Ended::Because(code) => {
                METRICS.closes.get_or_create(&Close { code: code.number() }).inc();
                let frame = CloseFrame { code: code.number().into(), reason: code.reason().into() };
                timeout(within, self.stream.close(Some(frame))).await
            }
        };
        let _ = timeout(LINGER, self.hang_up()).await;
    }

    /// Says that nothing more comes, and waits until the client says so too.
    async fn hang_up(&mut self) {
        let stream = self.stream.get_mut();
        if stream.shutdown().await.is_err() {
            return;
        }
        let mut rest = [0; 1024];
        let mut left = LINGER_BYTES_MAX;
        while let Ok(read @ 1..) = stream.read(&mut rest).await
            && read <= left
        {
            left -= read;
        }
    }
}

impl<S: Wire> Drop for Socket<S> {
    fn drop(&mut self) {
        self.desk.shut();
    }
}

fn understand(read: Option<Result<Message, Error>>, is_shredded: bool) -> Result<Frame, Ended> {
    match read {
        Some(Ok(Message::Text(text))) => Ok(Frame::Text(text)),
        Some(Ok(Message::Binary(bytes))) => Ok(Frame::Binary(bytes)),
        Some(Ok(Message::Ping(_))) => Ok(Frame::Ping),
        Some(Ok(Message::Pong(payload))) => Ok(Frame::Pong(payload)),
        Some(Ok(Message::Close(_))) => Ok(Frame::Close),
        // The library never reads a raw frame.
        Some(Ok(Message::Frame(_))) => Err(Ended::Because(CloseCode::BadFrame)),
        Some(Err(_)) if is_shredded => Err(Ended::Because(CloseCode::TooFast)),
        Some(Err(error)) => Err(broken(&error)),
        None => Err(Ended::Lost),
    }
}

fn broken(error: &Error) -> Ended {
    match error {
        Error::Capacity(CapacityError::MessageTooLong { .. }) => Ended::Because(CloseCode::TooLarge),
        Error::Utf8(_) => Ended::Because(CloseCode::NotUtf8),
        Error::Protocol(ProtocolError::ResetWithoutClosingHandshake) => Ended::Lost,
        Error::Protocol(_) | Error::AttackAttempt | Error::Capacity(CapacityError::TooManyHeaders) => {
            Ended::Because(CloseCode::BadFrame)
        }
        Error::ConnectionClosed
        | Error::AlreadyClosed
        | Error::Io(_)
        | Error::Tls(_)
        | Error::WriteBufferFull(_)
        | Error::Url(_)
        | Error::Http(_)
        | Error::HttpFormat(_) => Ended::Lost,
    }
}

/// When a frame was read, with the frame. Stamped here and nowhere later, so that nobody is charged for our queues.
pub(super) fn stamped(read: Result<Frame, Ended>) -> (Result<Frame, Ended>, Arrival) {
    (read, Arrival::now())
}
