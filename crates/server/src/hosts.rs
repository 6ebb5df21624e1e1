//! Host names of this server, as a protection against DNS rebinding.
//!
//! A page of `evil.example` can make its name resolve to an address in the visitor's network. The
//! browser then treats the server there as part of that site, and the page can read all responses.
//! Only the `Host` header reveals this. A server at a public address is reachable by everyone
//! anyway, so there nothing is checked and no setting is needed.

use std::net::IpAddr;
use std::sync::Arc;

use axum::Router;
use axum::extract::{ConnectInfo, Request};
use axum::http::header;
use axum::middleware::{self, Next};
use axum::response::Response;
use protocol::HttpErrorCode;

use crate::Origins;
use crate::client_stream::Peer;
use crate::limits::is_private;
use crate::origins::AllowedOrigins;
use crate::problem::problem;
use crate::state::ServerState;

/// Suffixes of names that cannot be registered on the internet.
const PRIVATE_ENDS: [&str; 8] =
    ["localhost", "local", "lan", "home", "home.arpa", "internal", "intranet", "localdomain"];

/// Health checks, which reveal no data and are answered for any name.
const FOR_ALL: [&str; 2] = ["/healthz", "/readyz"];

/// Host names that this server answers to.
#[derive(Debug)]
pub(crate) struct Hosts {
    allowed: Vec<String>,
    allows_all: bool,
}

impl Hosts {
    /// The listed names, and those of allowed origins.
    pub(crate) fn new(listed: &[String], origins: &Origins) -> Hosts {
        let of_origins = match &origins.0 {
            AllowedOrigins::Listed(origins) => origins.as_slice(),
            AllowedOrigins::Any => &[],
        };
        let of_origins =
            of_origins.iter().filter_map(|origin| Some(origin.to_str().ok()?.split_once("://")?.1));
        let all = listed.iter().map(String::as_str).chain(of_origins);
        let allowed = all.map(|host| name_of(host).to_ascii_lowercase()).collect();
        Hosts { allowed, allows_all: listed.iter().any(|host| host == "*") }
    }

    fn allow(&self, host: &str) -> bool {
        let name = name_of(host).to_ascii_lowercase();
        self.allows_all || is_of_a_private_network(&name) || self.allowed.contains(&name)
    }

    /// Checks that a request names this server, or is one for which the name does not matter.
    fn admit(&self, request: &Request, state: &ServerState) -> Result<(), String> {
        // A client without a `Host` header is not a browser, so it cannot be tricked.
        let Some(host) = request.headers().get(header::HOST) else { return Ok(()) };
        let host = host.to_str().unwrap_or("\u{fffd}");
        if self.allow(host) {
            return Ok(());
        }
        let peer = request.extensions().get::<ConnectInfo<Peer>>();
        // A proxy forwards only requests for the server's own name.
        let is_by_proxy = peer.is_some_and(|peer| state.proxies.trust(peer.0.address.ip().to_canonical()));
        let is_public = peer.and_then(|peer| peer.0.local).is_some_and(|local| !is_private(local));
        if is_by_proxy || is_public || FOR_ALL.contains(&request.uri().path()) {
            return Ok(());
        }
        Err(name_of(host).chars().take(253).collect())
    }
}

/// A host without its port, the brackets of an IPv6 address and a trailing dot.
fn name_of(host: &str) -> &str {
    let host = host.trim();
    let name = match host.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        Some((address, _)) => address,
        None => host.split_once(':').map_or(host, |(name, _)| name),
    };
    name.strip_suffix('.').unwrap_or(name)
}

/// Whether a name is an IP address, or one that no site on the internet can have.
fn is_of_a_private_network(name: &str) -> bool {
    let has_end =
        |end: &&str| name.strip_suffix(*end).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'));
    name.parse::<IpAddr>().is_ok()
        || (!name.is_empty() && !name.contains('.'))
        || PRIVATE_ENDS.iter().any(has_end)
}

/// Refuses requests for other host names.
pub(crate) fn check(state: Arc<ServerState>, router: Router) -> Router {
    router.layer(middleware::from_fn(move |request: Request, next: Next| {
        let state = Arc::clone(&state);
        async move {
            match state.hosts.admit(&request, &state) {
                Ok(()) => next.run(request).await,
                Err(name) => refuse(&name),
            }
        }
    }))
}

fn refuse(name: &str) -> Response {
    tracing::warn!(
        ?name,
        "refused a request for an unknown host name; if it is a name of this server, add it to --allowed-hosts"
    );
    let message = format!(
        "this server does not go by the name {name:?}: if it should, add the name to --allowed-hosts (DORD_ALLOWED_HOSTS, or allowed_hosts in dord.toml)"
    );
    problem(HttpErrorCode::MisdirectedRequest, &message)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_of_private_networks_are_accepted() {
        let origins = Origins::new(&["https://club.example:8443".to_owned()]).unwrap();
        let hosts = Hosts::new(&["Dord.Example".to_owned(), "two.example:3000".to_owned()], &origins);
        for host in [
            "127.0.0.1:3000",
            "192.168.1.7",
            "[::1]:3000",
            "[fe80::1]",
            "localhost",
            "LOCALHOST:3000",
            "localhost.",
            "raspberrypi",
            "raspberrypi.local:3000",
            "pi.lan",
            "pi.home.arpa",
            "dord.example",
            "DORD.example.:443",
            "two.example",
            "club.example",
        ] {
            assert!(hosts.allow(host), "{host}");
        }
        for host in [
            "",
            ":3000",
            "evil.example",
            "127.0.0.1.evil.example",
            "localhost.evil.example",
            "evillocal.example",
            "evil.xlocal",
            "dord.example.evil.example",
            "home.arpa.evil.example",
            "\u{fffd}.x",
        ] {
            assert!(!hosts.allow(host), "{host}");
        }
        assert!(Hosts::new(&["*".to_owned()], &Origins::default()).allow("evil.example"));
    }
}
