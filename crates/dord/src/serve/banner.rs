//! Startup banner.

use std::fmt::Write as _;
use std::net::{IpAddr, SocketAddr};

use qrcode::QrCode;
use qrcode::render::unicode::Dense1x2;
use server::BasePath;

/// Startup banner: the addresses to open, and what is missing for use on the internet.
pub(super) struct Banner<'s> {
    pub(super) listening: SocketAddr,
    pub(super) base_path: &'s BasePath,
    pub(super) trusted_proxies: &'s [IpAddr],
    /// Address of the metrics listener, if there is one.
    pub(super) metrics: Option<SocketAddr>,
}

impl Banner<'_> {
    pub(super) fn print(&self, is_quiet: bool) {
        // Programs wait for this line.
        anstream::println!(
            "Dord is open on {}",
            self.address(&format!("localhost:{}", self.listening.port()))
        );
        if is_quiet {
            return;
        }
        let others = if self.listening.ip().is_unspecified() { other_addresses() } else { Vec::new() };
        anstream::print!("{}", self.for_others(&others));
        anstream::print!("{}", self.for_the_operator());
    }

    /// URL of the page at a host.
    fn address(&self, host: &str) -> String {
        let end = if self.base_path.is_root() { "" } else { "/" };
        format!("http://{host}{}{end}", self.base_path)
    }

    /// Addresses for other devices on this network, with the first as a QR code.
    fn for_others(&self, others: &[IpAddr]) -> String {
        let port = self.listening.port();
        let addresses = others.iter().map(|ip| self.address(&SocketAddr::new(*ip, port).to_string()));
        let addresses: Vec<String> = addresses.collect();
        let mut text = String::new();
        for address in &addresses {
            let _ = writeln!(text, "From other devices on this network: {address}");
        }
        if let Some(code) = addresses.first().and_then(|address| QrCode::new(address).ok()) {
            let picture =
                code.render::<Dense1x2>().dark_color(Dense1x2::Light).light_color(Dense1x2::Dark).build();
            let _ = writeln!(text, "{picture}");
        }
        text
    }

    /// What is missing for use on the internet, and where metrics are served.
    fn for_the_operator(&self) -> String {
        let mut text = String::new();
        if self.trusted_proxies.is_empty() {
            text.push_str(
                "On the internet it needs a proxy with TLS in front, such as Caddy or nginx, and the address of the proxy in \
                 --trusted-proxies: see docs/deploying.md\n",
            );
        } else {
            let proxies: Vec<String> = self.trusted_proxies.iter().map(ToString::to_string).collect();
            let base = self.base_path;
            let _ = writeln!(
                text,
                "Trusted proxy: {}. Players open https://NAME{base}/, where NAME is that of the proxy, which does TLS",
                proxies.join(", ")
            );
        }
        if let Some(address) = self.metrics {
            let _ = writeln!(text, "Metrics: http://{address}/metrics");
        }
        text
    }
}

/// Addresses of this machine that other devices may reach, IPv4 first because it is easier to type.
fn other_addresses() -> Vec<IpAddr> {
    let mut addresses: Vec<IpAddr> = if_addrs::get_if_addrs()
        .unwrap_or_default()
        .into_iter()
        .filter(|interface| !interface.is_loopback() && !interface.is_link_local())
        .map(|interface| interface.ip())
        .collect();
    addresses.sort_by_key(IpAddr::is_ipv6);
    addresses
}

#[cfg(test)]
mod tests {
    use super::*;

    fn banner<'s>(base_path: &'s BasePath, trusted_proxies: &'s [IpAddr]) -> Banner<'s> {
        let listening = "0.0.0.0:3000".parse().unwrap();
        Banner { listening, base_path, trusted_proxies, metrics: Some("127.0.0.1:3090".parse().unwrap()) }
    }

    #[test]
    fn addresses_end_with_the_base_path() {
        let (root, base) = (BasePath::default(), "/games/dord".parse().unwrap());
        let others = ["192.168.1.7".parse().unwrap(), "fd00::7".parse().unwrap()];
        assert_eq!(banner(&root, &[]).address("localhost:3000"), "http://localhost:3000");
        let banner = banner(&base, &[]);
        assert_eq!(banner.address("localhost:3000"), "http://localhost:3000/games/dord/");
        let text = banner.for_others(&others);
        assert!(text.contains("http://192.168.1.7:3000/games/dord/\n"), "{text}");
        assert!(text.contains("http://[fd00::7]:3000/games/dord/\n"), "{text}");
        assert!(banner.for_others(&[]).is_empty());
    }

    #[test]
    fn the_banner_names_what_is_missing_for_the_internet_and_the_metrics_address() {
        let base: BasePath = "/games/dord".parse().unwrap();
        let alone = banner(&base, &[]).for_the_operator();
        for piece in ["TLS", "--trusted-proxies", "Metrics: http://127.0.0.1:3090/metrics"] {
            assert!(alone.contains(piece), "{alone}");
        }
        let proxies = ["127.0.0.1".parse().unwrap(), "10.0.0.2".parse().unwrap()];
        let behind = Banner { metrics: None, ..banner(&base, &proxies) }.for_the_operator();
        assert!(behind.contains("127.0.0.1, 10.0.0.2"), "{behind}");
        assert!(behind.contains("https://NAME/games/dord/"), "{behind}");
        assert!(!behind.contains("--trusted-proxies") && !behind.contains("Metrics"), "{behind}");
        for text in [alone, behind] {
            assert!(text.lines().count() <= 2 && !text.contains('\u{1b}'), "{text}");
        }
    }
}
