//! Where a client really is.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::atomic::{AtomicBool, Ordering};

use axum::extract::ConnectInfo;
use axum::http::request::Parts;

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
        let peer = request.extensions.get::<ConnectInfo<SocketAddr>>();
        let peer = peer.map_or(IpAddr::V4(Ipv4Addr::LOCALHOST), |info| info.0.ip().to_canonical());
        let Some(forwarded) = request.headers.get("x-forwarded-for").and_then(|value| value.to_str().ok())
        else {
            return peer;
        };
        if !self.trusted.contains(&peer) {
            if !self.has_warned.swap(true, Ordering::Relaxed) {
                tracing::warn!(
                    "a request has an X-Forwarded-For header, but does not come from a trusted proxy: it is ignored; \
                     list the proxy as trusted if it is yours"
                );
            }
            return peer;
        }
        // The last address that a proxy of ours did not add itself is the client's.
        let addresses = forwarded.rsplit(',').filter_map(|part| part.trim().parse::<IpAddr>().ok());
        addresses
            .map(|address| address.to_canonical())
            .find(|address| !self.trusted.contains(address))
            .unwrap_or(peer)
    }
}
