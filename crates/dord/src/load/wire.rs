//! Minimal Socket.IO client: the WebSocket transport of Engine.IO 4, default namespace, JSON.

use std::time::Duration;

use anyhow::{Context, bail};
use futures_util::{SinkExt, StreamExt};
use serde_json::Value as Json;
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

/// Timeout for connecting.
const PATIENCE: Duration = Duration::from_secs(10);

/// A connection to a server.
pub(super) struct Wire {
    stream: WebSocketStream<MaybeTlsStream<TcpStream>>,
    acks: u64,
}

/// A packet from the server.
#[derive(Debug)]
pub(super) enum Packet {
    Event { name: String, payload: Payload },
    Ack { id: u64, payload: Payload },
}

/// JSON of a packet, parsed only on demand.
#[derive(Debug, Clone)]
pub(super) struct Payload {
    text: Utf8Bytes,
    start: usize,
}

impl Payload {
    /// The arguments of the packet, including the name of an event.
    pub(super) fn arguments(&self) -> Vec<Json> {
        serde_json::from_str(&self.text[self.start..]).unwrap_or_default()
    }

    /// The last argument, which is the payload.
    pub(super) fn json(&self) -> Json {
        self.arguments().pop().unwrap_or(Json::Null)
    }
}

impl Wire {
    /// Connects to a server, such as `http://127.0.0.1:3000`.
    pub(super) async fn connect(url: &str) -> anyhow::Result<Wire> {
        let address = socket_address(url)?;
        let connecting = async {
            // Nagle's algorithm would add delays that the measurement would attribute to the
            // server.
            let is_undelayed = true;
            let (mut stream, _) =
                tokio_tungstenite::connect_async_with_config(&address, None, is_undelayed).await?;
            // The Engine.IO handshake, then the Socket.IO handshake.
            let opened = next_text(&mut stream).await?;
            if !opened.starts_with('0') {
                bail!("it does not speak Engine.IO");
            }
            stream.send(Message::text("40")).await?;
            // A server may send a ping before it answers.
            let mut joined = next_text(&mut stream).await?;
            while joined == "2" {
                stream.send(Message::text("3")).await?;
                joined = next_text(&mut stream).await?;
            }
            if !joined.starts_with("40") {
                bail!("it refused the connection: {joined}");
            }
            Ok(Wire { stream, acks: 0 })
        };
        let connected = timeout(PATIENCE, connecting).await.unwrap_or_else(|_| bail!("it does not answer"));
        connected.with_context(|| format!("cannot connect to {url}"))
    }

    /// Sends an event.
    pub(super) async fn emit(&mut self, event: &str, payload: &Json) -> anyhow::Result<()> {
        let text = format!("42[{},{payload}]", Json::from(event));
        Ok(self.stream.send(Message::text(text)).await?)
    }

    /// Sends an event that asks for an acknowledgement, and returns its number.
    pub(super) async fn ask(&mut self, event: &str, payload: &Json) -> anyhow::Result<u64> {
        let id = self.acks;
        self.acks += 1;
        let text = format!("42{id}[{},{payload}]", Json::from(event));
        self.stream.send(Message::text(text)).await?;
        Ok(id)
    }

    /// Waits for the next packet, and answers pings meanwhile.
    pub(super) async fn next(&mut self) -> anyhow::Result<Packet> {
        loop {
            let text = next_text(&mut self.stream).await?;
            if text.starts_with('2') {
                self.stream.send(Message::text("3")).await?;
            } else if text.starts_with('1') || text.starts_with("41") {
                bail!("the server closed the connection");
            } else if let Some(packet) = read_packet(text) {
                return Ok(packet);
            }
        }
    }

    /// Closes the connection.
    pub(super) async fn close(mut self) {
        // The server may have closed it already.
        let _ = timeout(Duration::from_secs(1), self.stream.close(None)).await;
    }
}

async fn next_text(stream: &mut WebSocketStream<MaybeTlsStream<TcpStream>>) -> anyhow::Result<Utf8Bytes> {
    while let Some(message) = stream.next().await {
        match message? {
            Message::Text(text) => return Ok(text),
            Message::Close(_) => break,
            _ => {}
        }
    }
    bail!("the connection was closed")
}

fn read_packet(text: Utf8Bytes) -> Option<Packet> {
    let kind = text.get(..2)?.to_owned();
    let digits = text[2..].bytes().take_while(u8::is_ascii_digit).count();
    let start = 2 + digits;
    match kind.as_str() {
        "42" => {
            let name = text[start..].strip_prefix("[\"")?.split('"').next()?.to_owned();
            Some(Packet::Event { name, payload: Payload { text, start } })
        }
        "43" => Some(Packet::Ack { id: text[2..start].parse().ok()?, payload: Payload { text, start } }),
        _ => None,
    }
}

/// WebSocket URL of a server.
pub(super) fn socket_address(url: &str) -> anyhow::Result<String> {
    let Some(host) = url.strip_prefix("http://") else {
        bail!("{url} is no address of a server: expected one such as http://127.0.0.1:3000");
    };
    let host = host.trim_end_matches('/');
    Ok(format!("ws://{host}/socket.io/?EIO=4&transport=websocket"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_and_acks_are_distinguished() {
        let event = read_packet("42[\"turnChange\",{\"seq\":3}]".into());
        let Some(Packet::Event { name, payload }) = event else { panic!("{event:?}") };
        assert_eq!((name.as_str(), payload.json()["seq"].as_u64()), ("turnChange", Some(3)));
        let ack = read_packet("4312[{\"ok\":true}]".into());
        let Some(Packet::Ack { id: 12, payload }) = ack else { panic!("{ack:?}") };
        assert_eq!(payload.json()["ok"], true);
    }

    #[test]
    fn an_address_without_a_scheme_is_refused_with_an_example() {
        assert_eq!(
            socket_address("http://127.0.0.1:3000/").unwrap(),
            "ws://127.0.0.1:3000/socket.io/?EIO=4&transport=websocket"
        );
        assert!(socket_address("127.0.0.1:3000").unwrap_err().to_string().contains("http://"));
    }
}
