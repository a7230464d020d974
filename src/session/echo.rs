//! A connection that says back what it hears: the socket of every session, and nothing behind it.

use super::ConnectionId;
use super::lanes::Lanes;
use super::post::Wire;
use super::socket::{Ended, Frame, Socket};
use crate::config;

/// Says back every message of a stream on which the upgrade to a WebSocket was answered, until it ends. What was read of it
/// already is `first`.
pub async fn echo<S: Wire>(stream: S, first: &[u8], limits: &config::Session) {
    let lane = Lanes::default().of(ConnectionId(0));
    let mut socket = Socket::new(stream, first, lane, limits).await;
    let ended = loop {
        let said = match socket.read().await {
            Ok(Frame::Text(text)) => socket.write(vec![text.into()]).await,
            Ok(Frame::Binary(bytes)) => socket.write_binary(bytes).await,
            Ok(Frame::Ping | Frame::Pong(_)) => Ok(()),
            Ok(Frame::Close) => Err(Ended::ByClient),
            Err(ended) => Err(ended),
        };
        if let Err(ended) = said {
            break ended;
        }
    };
    socket.close(ended).await;
}
