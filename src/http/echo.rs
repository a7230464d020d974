//! A server that says back what it hears, for suites that test WebSockets. The connection, the handshake and the socket are
//! those of the door; nothing of a game is behind it.

use std::convert::Infallible;
use std::sync::Arc;

use axum::response::{IntoResponse, Response};
use http::Request;
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use tokio::net::TcpListener;
use tracing::debug;

use super::answer::Refusal;
use super::{handshake, serve};
use crate::config;
use crate::session;

/// Says back to everybody what they say, within these settings, for as long as it can accept connections.
pub async fn serve_echo(listener: TcpListener, door: Arc<config::Server>, limits: Arc<config::Session>) {
    while let Ok((stream, _)) = listener.accept().await {
        let (door, limits) = (door.clone(), limits.clone());
        tokio::spawn(async move {
            let service = service_fn(async |request| Ok::<_, Infallible>(answer(request, &limits)));
            let connection = serve::http(&door).serve_connection(TokioIo::new(stream), service);
            if let Err(error) = connection.with_upgrades().await {
                debug!(%error, "a connection failed");
            }
        });
    }
}

fn answer(mut request: Request<Incoming>, limits: &Arc<config::Session>) -> Response {
    let key = match handshake::key(&request) {
        Ok(key) => key.clone(),
        Err(refusal) => return Refusal::into_response(refusal),
    };
    let (upgraded, limits) = (hyper::upgrade::on(&mut request), limits.clone());
    tokio::spawn(async move {
        if let Some((stream, first)) = handshake::taken(upgraded).await {
            session::echo(stream, &first, &limits).await;
        }
    });
    handshake::switching(&key, None)
}
