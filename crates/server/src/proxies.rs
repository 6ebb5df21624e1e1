//! Client addresses behind trusted proxies.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::atomic::{AtomicBool, Ordering};

use axum::extract::ConnectInfo;
use axum::http::request::Parts;

use crate::client_stream::Peer;

/// Common address of all clients whose trusted proxy does not report an address. No connection can
/// come from it, and it is not private: together these clients have the limits of one address.
pub(crate) const UNKNOWN: IpAddr = IpAddr::V4(Ipv4Addr::UNSPECIFIED);

/// Proxies that are trusted to report a client's address.
#[derive(Debug, Default)]
pub(crate) struct Proxies {
    trusted: Vec<IpAddr>,
    has_warned: AtomicBool,
}

impl Proxies {
    pub(crate) fn new(trusted: Vec<IpAddr>) -> Proxies {
        Proxies { trusted, has_warned: AtomicBool::new(false) }
    }

    /// Whether an address belongs to a trusted proxy.
    pub(crate) fn trust(&self, address: IpAddr) -> bool {
        self.trusted.contains(&address)
    }

    /// The client's address. It is that of the connection, or the one reported by a trusted proxy;
    /// [`UNKNOWN`] if that is not readable.
    pub(crate) fn client_address(&self, request: &Parts) -> IpAddr {
        let peer = request.extensions.get::<ConnectInfo<Peer>>();
        let peer = peer.map_or(IpAddr::V4(Ipv4Addr::LOCALHOST), |info| info.0.address.ip().to_canonical());
        // A proxy may append to the client's header line, or add a line of its own.
        let lines: Vec<&str> = request
            .headers
            .get_all("x-forwarded-for")
            .iter()
            .map(|line| line.to_str().unwrap_or_default())
            .collect();
        if lines.is_empty() {
            return peer;
        }
        if !self.trusted.contains(&peer) {
            if !self.has_warned.swap(true, Ordering::Relaxed) {
                tracing::warn!(
                    "ignoring an X-Forwarded-For header that is not from a trusted proxy; \
                     if the proxy is yours, add it to --trusted-proxies"
                );
            }
            return peer;
        }
        // The client is the last address that is not a trusted proxy. Everything before an invalid
        // part was not written by a trusted proxy.
        let mut parts = lines.iter().rev().flat_map(|line| line.rsplit(','));
        parts
            .find_map(|part| match address_of(part) {
                Some(address) if self.trust(address) => None,
                Some(address) => Some(address),
                None => Some(UNKNOWN),
            })
            .unwrap_or(peer)
    }
}

/// Parses an address as proxies write it: alone, with a port, or in brackets.
fn address_of(part: &str) -> Option<IpAddr> {
    let part = part.trim();
    let in_brackets = || part.strip_prefix('[')?.strip_suffix(']')?.parse::<std::net::Ipv6Addr>().ok();
    let address = part
        .parse::<IpAddr>()
        .ok()
        .or_else(|| part.parse::<SocketAddr>().ok().map(|address| address.ip()))
        .or_else(|| in_brackets().map(IpAddr::V6))?;
    Some(address.to_canonical())
}

#[cfg(test)]
mod tests {
    use axum::http::Request;

    use super::*;
    use crate::client_stream::AbortHandle;

    const PROXY: [u8; 4] = [10, 0, 0, 1];

    fn address(from: [u8; 4], lines: &[&str]) -> String {
        let mut request = Request::builder();
        for line in lines {
            request = request.header("x-forwarded-for", *line);
        }
        let (mut parts, ()) = request.body(()).unwrap().into_parts();
        let peer = Peer { address: SocketAddr::from((from, 1)), local: None, cutter: AbortHandle::default() };
        parts.extensions.insert(ConnectInfo(peer));
        Proxies::new(vec![IpAddr::from(PROXY)]).client_address(&parts).to_string()
    }

    #[test]
    fn the_last_address_that_is_not_a_trusted_proxy_is_the_clients() {
        assert_eq!(address(PROXY, &["203.0.113.7"]), "203.0.113.7");
        assert_eq!(address(PROXY, &["192.0.2.1, 203.0.113.7, 10.0.0.1"]), "203.0.113.7");
        assert_eq!(address(PROXY, &["192.0.2.1", "203.0.113.7"]), "203.0.113.7");
        assert_eq!(address(PROXY, &[]), "10.0.0.1");
    }

    #[test]
    fn entries_added_by_the_client_are_ignored() {
        assert_eq!(address([203, 0, 113, 9], &["192.0.2.1"]), "203.0.113.9");
    }

    #[test]
    fn an_address_can_have_a_port_or_brackets() {
        for (line, expected) in [
            ("203.0.113.7:5678", "203.0.113.7"),
            ("[2001:db8::1]", "2001:db8::1"),
            ("[2001:db8::1]:80", "2001:db8::1"),
            ("2001:db8::1", "2001:db8::1"),
            ("::ffff:203.0.113.7", "203.0.113.7"),
            ("[::ffff:203.0.113.7]:9", "203.0.113.7"),
            ("192.0.2.1:1, 203.0.113.7:2, 10.0.0.1:3", "203.0.113.7"),
        ] {
            assert_eq!(address(PROXY, &[line]), expected, "{line}");
        }
    }

    #[test]
    fn an_invalid_address_is_not_replaced_by_that_of_the_proxy() {
        for line in [
            "",
            " ",
            ",",
            "unknown",
            "_hidden",
            "localhost",
            "10.0.0.1.",
            "192.0.2.1, unknown",
            "192.0.2.1,",
            "unknown, 10.0.0.1",
            "203.0.113.7:99999",
            "203.0.113.7:",
            "[203.0.113.7]",
            "[2001:db8::1",
            "\"[2001:db8::1]\"",
            "2001:db8::1%eth0",
            "203.0.113.7 192.0.2.1",
        ] {
            assert_eq!(address(PROXY, &[line]), UNKNOWN.to_string(), "{line:?}");
        }
        assert_eq!(address(PROXY, &["192.0.2.1", "unknown"]), UNKNOWN.to_string());
        assert!(!crate::limits::is_private(UNKNOWN), "it has limits");
    }
}
