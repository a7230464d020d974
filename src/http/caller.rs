//! Pure: whom a connection speaks for.

use std::net::IpAddr;

use http::HeaderMap;

use crate::config::Network;

/// What proxies write the address of their visitor into, the nearest proxy last.
const FORWARDED_FOR: &str = "x-forwarded-for";

/// Whether the operator named this address as a proxy.
pub(super) fn is_trusted(address: IpAddr, proxies: &[Network]) -> bool {
    proxies.iter().any(|network| network.contains(address))
}

/// The address of the visitor: the right-most hop that is no trusted proxy. What stands left of it is hearsay.
pub(super) fn address(peer: IpAddr, headers: &HeaderMap, proxies: &[Network]) -> IpAddr {
    if !is_trusted(peer, proxies) {
        return peer;
    }
    let lines: Vec<&str> =
        headers.get_all(FORWARDED_FOR).iter().map(|line| line.to_str().unwrap_or("?")).collect();
    let mut nearest = peer;
    for hop in lines.iter().rev().flat_map(|line| line.rsplit(',')) {
        // A hop that cannot be read was not written by a proxy we know: the one who passed it on answers for it.
        let Some(hop) = read_hop(hop.trim()) else { return nearest };
        nearest = hop;
        if !is_trusted(hop, proxies) {
            break;
        }
    }
    nearest
}

/// An address, with or without a port.
fn read_hop(text: &str) -> Option<IpAddr> {
    let bare = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(text);
    let address = bare.parse().or_else(|_| text.parse::<std::net::SocketAddr>().map(|address| address.ip()));
    address.ok().map(|address: IpAddr| address.to_canonical())
}

#[cfg(test)]
mod tests {
    use super::*;
    use http::HeaderValue;

    fn seen(peer: &str, lines: &[&'static str]) -> String {
        let proxies = ["127.0.0.1", "10.0.0.0/8"].map(|text| text.parse().unwrap());
        let mut headers = HeaderMap::new();
        for line in lines {
            headers.append(FORWARDED_FOR, HeaderValue::from_static(line));
        }
        address(peer.parse().unwrap(), &headers, &proxies).to_string()
    }

    #[test]
    fn nobody_but_a_trusted_proxy_is_believed() {
        assert_eq!(seen("203.0.113.9", &["198.51.100.1"]), "203.0.113.9");
        assert_eq!(seen("127.0.0.1", &["198.51.100.1"]), "198.51.100.1");
        assert_eq!(seen("127.0.0.1", &[]), "127.0.0.1");
    }

    #[test]
    fn the_right_most_untrusted_hop_is_the_visitor() {
        assert_eq!(seen("127.0.0.1", &["1.2.3.4, 198.51.100.1"]), "198.51.100.1");
        assert_eq!(seen("127.0.0.1", &["1.2.3.4, 198.51.100.1, 10.1.1.1"]), "198.51.100.1");
        assert_eq!(seen("127.0.0.1", &["1.2.3.4", "198.51.100.1", "10.1.1.1"]), "198.51.100.1");
        assert_eq!(seen("127.0.0.1", &["10.2.2.2, 10.1.1.1"]), "10.2.2.2");
    }

    #[test]
    fn what_cannot_be_read_hides_nobody() {
        assert_eq!(seen("127.0.0.1", &["1.2.3.4, unknown, 10.1.1.1"]), "10.1.1.1");
        assert_eq!(seen("127.0.0.1", &["1.2.3.4,"]), "127.0.0.1");
        assert_eq!(seen("127.0.0.1", &["[2001:db8::1]:4711"]), "2001:db8::1");
        assert_eq!(seen("127.0.0.1", &["198.51.100.1:99"]), "198.51.100.1");
        assert_eq!(seen("127.0.0.1", &["::ffff:198.51.100.1"]), "198.51.100.1");
    }
}
