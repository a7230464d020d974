//! Where the server listens.

use std::io;
use std::net::SocketAddr;

use socket2::{Domain, Protocol, Socket, Type};
use tokio::net::TcpListener;

/// Connections that may wait to be accepted. The system has its own bound, `net.core.somaxconn`.
const BACKLOG: i32 = 4096;

/// Why the server cannot listen.
#[derive(Debug, thiserror::Error)]
pub enum ListenError {
    /// Somebody does already.
    #[error("{setting} = {address}: the port is in use; stop what uses it or choose another one")]
    InUse {
        /// By which setting.
        setting: &'static str,
        /// Where.
        address: SocketAddr,
    },
    /// The system does not allow it.
    #[error("{setting} = {address}: {source}")]
    Refused {
        /// By which setting.
        setting: &'static str,
        /// Where.
        address: SocketAddr,
        /// Why not.
        source: io::Error,
    },
}

/// Listens at `address`, which `setting` names.
///
/// # Errors
/// [`ListenError`] names both.
pub fn listen(setting: &'static str, address: SocketAddr) -> Result<TcpListener, ListenError> {
    bind(address).map_err(|source| {
        let is_in_use = source.kind() == io::ErrorKind::AddrInUse;
        if is_in_use {
            ListenError::InUse { setting, address }
        } else {
            ListenError::Refused { setting, address, source }
        }
    })
}

fn bind(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = Socket::new(Domain::for_address(address), Type::STREAM, Some(Protocol::TCP))?;
    // A restart may not find the port taken by connections of the last run that are still closing.
    socket.set_reuse_address(true)?;
    socket.set_nonblocking(true)?;
    socket.bind(&address.into())?;
    socket.listen(BACKLOG)?;
    TcpListener::from_std(socket.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_port_in_use_is_named() {
        let first = listen("server.listen", SocketAddr::from(([127, 0, 0, 1], 0))).unwrap();
        let address = first.local_addr().unwrap();
        let error = listen("server.metrics_listen", address).unwrap_err();
        assert!(error.to_string().starts_with(&format!("server.metrics_listen = {address}: ")), "{error}");
        assert!(matches!(error, ListenError::InUse { .. }));
    }
}
