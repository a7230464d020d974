//! A connection that says back what it hears: the socket of every session, and nothing behind it.

use tokio::io::{AsyncRead, AsyncWrite};

use super::socket::{Ended, Frame, Socket};
use crate::config;

/// Says back every message of a stream on which the upgrade to a WebSocket was answered, until it ends.
pub async fn echo<S: AsyncRead + AsyncWrite + Unpin>(stream: S, limits: &config::Session) {
    let mut socket = Socket::new(stream, limits).await;
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
