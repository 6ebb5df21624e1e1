//! Where a client really is.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::atomic::{AtomicBool, Ordering};

use axum::extract::ConnectInfo;
use axum::http::request::Parts;

use crate::wire::Peer;

/// The proxies whose word on a client's address is taken.
#[derive(Debug, Default)]
pub(crate) struct Proxies {
    trusted: Vec<IpAddr>,
    has_warned: AtomicBool,
}

impl Proxies {
    pub(crate) fn new(trusted: Vec<IpAddr>) -> Proxies {
        Proxies { trusted, has_warned: AtomicBool::new(false) }
    }

    /// The address of a client: that of the connection, or what a trusted proxy says it is.
    pub(crate) fn client_address(&self, request: &Parts) -> IpAddr {
        let peer = request.extensions.get::<ConnectInfo<Peer>>();
        let peer = peer.map_or(IpAddr::V4(Ipv4Addr::LOCALHOST), |info| info.0.address.ip().to_canonical());
        // A proxy may add to the line that a client has sent, or add a line of its own.
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
                    "a request has an X-Forwarded-For header, but does not come from a trusted proxy: it is ignored; \
                     list the proxy as trusted if it is yours"
                );
            }
            return peer;
        }
        // The last address that is not a proxy of ours is the client's. What stands before something that is no address was
        // not written by a proxy of ours.
        let parts = lines.iter().rev().flat_map(|line| line.rsplit(','));
        let addresses = parts.map_while(|part| part.trim().parse::<IpAddr>().ok());
        addresses
            .map(|address| address.to_canonical())
            .find(|address| !self.trusted.contains(address))
            .unwrap_or(peer)
    }
}

#[cfg(test)]
mod tests {
    use std::net::SocketAddr;

    use axum::http::Request;

    use super::*;
    use crate::wire::Cutter;

    const PROXY: [u8; 4] = [10, 0, 0, 1];

    fn address(from: [u8; 4], lines: &[&str]) -> String {
        let mut request = Request::builder();
        for line in lines {
            request = request.header("x-forwarded-for", *line);
        }
        let (mut parts, ()) = request.body(()).unwrap().into_parts();
        let peer = Peer { address: SocketAddr::from((from, 1)), cutter: Cutter::default() };
        parts.extensions.insert(ConnectInfo(peer));
        Proxies::new(vec![IpAddr::from(PROXY)]).client_address(&parts).to_string()
    }

    #[test]
    fn the_last_address_that_is_no_proxy_of_ours_is_the_clients() {
        assert_eq!(address(PROXY, &["203.0.113.7"]), "203.0.113.7");
        assert_eq!(address(PROXY, &["192.0.2.1, 203.0.113.7, 10.0.0.1"]), "203.0.113.7");
        assert_eq!(address(PROXY, &["192.0.2.1", "203.0.113.7"]), "203.0.113.7");
        assert_eq!(address(PROXY, &[]), "10.0.0.1");
    }

    #[test]
    fn what_a_client_writes_itself_does_not_count() {
        assert_eq!(address([203, 0, 113, 9], &["192.0.2.1"]), "203.0.113.9");
        assert_eq!(address(PROXY, &["192.0.2.1, unknown"]), "10.0.0.1");
        assert_eq!(address(PROXY, &["192.0.2.1", "unknown"]), "10.0.0.1");
    }
}
