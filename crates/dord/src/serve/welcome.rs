use std::net::{IpAddr, SocketAddr};

use qrcode::QrCode;
use qrcode::render::unicode::Dense1x2;

/// Says where the server can be found, from this machine and from others.
pub(super) fn print(listening: SocketAddr, is_quiet: bool) {
    let port = listening.port();
    anstream::println!("Dord is open on http://localhost:{port}");
    if is_quiet || !listening.ip().is_unspecified() {
        return;
    }
    let addresses = other_addresses();
    for address in &addresses {
        anstream::println!("From other devices on this network: http://{}", SocketAddr::new(*address, port));
    }
    let code = addresses
        .first()
        .and_then(|address| QrCode::new(format!("http://{}", SocketAddr::new(*address, port))).ok());
    if let Some(code) = code {
        let picture =
            code.render::<Dense1x2>().dark_color(Dense1x2::Light).light_color(Dense1x2::Dark).build();
        anstream::println!("{picture}");
    }
}

/// The addresses of this machine that other devices may reach, IPv4 first because people can type it.
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
