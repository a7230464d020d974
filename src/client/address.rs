//! Where a server is.

use std::fmt;
use std::str::FromStr;

/// The address of a server's WebSocket, `ws://HOST[:PORT]/ws`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    authority: String,
    host: String,
    port: u16,
    path: String,
}

/// Why a text is no address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a server's address is ws://HOST[:PORT]/ws; for https, connect to the server behind the proxy")]
pub struct BadAddress;

const PORT_USUAL: u16 = 80;

impl Address {
    /// What stands in the `Host` header.
    pub fn authority(&self) -> &str {
        &self.authority
    }

    /// The host's name or IP address, without brackets.
    pub fn host(&self) -> &str {
        &self.host
    }

    /// The port.
    pub const fn port(&self) -> u16 {
        self.port
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ws://{}{}", self.authority, self.path)
    }
}

impl FromStr for Address {
    type Err = BadAddress;

    fn from_str(text: &str) -> Result<Self, BadAddress> {
        let uri: http::Uri = text.parse().map_err(|_| BadAddress)?;
        let authority = uri.authority().ok_or(BadAddress)?;
        if uri.scheme_str() != Some("ws") || authority.as_str().contains('@') || uri.query().is_some() {
            return Err(BadAddress);
        }
        let host = authority.host().trim_start_matches('[').trim_end_matches(']');
        if host.is_empty() {
            return Err(BadAddress);
        }
        Ok(Self {
            authority: authority.to_string(),
            host: host.to_owned(),
            port: authority.port_u16().unwrap_or(PORT_USUAL),
            path: if uri.path() == "/" { "/ws".to_owned() } else { uri.path().to_owned() },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_read_and_printed() {
        for (text, host, port, printed) in [
            ("ws://127.0.0.1:8015/ws", "127.0.0.1", 8015, "ws://127.0.0.1:8015/ws"),
            ("ws://[::1]:8015/ws", "::1", 8015, "ws://[::1]:8015/ws"),
            ("ws://example.org", "example.org", 80, "ws://example.org/ws"),
        ] {
            let address: Address = text.parse().unwrap();
            assert_eq!((address.host(), address.port()), (host, port));
            assert_eq!(address.to_string(), printed);
        }
    }

    #[test]
    fn what_is_no_address_is_refused() {
        for text in
            ["", "127.0.0.1:8015", "http://a/ws", "wss://a/ws", "ws:///ws", "ws://a@b/ws", "ws://a/?b"]
        {
            assert_eq!(text.parse::<Address>(), Err(BadAddress), "{text:?}");
        }
    }
}
