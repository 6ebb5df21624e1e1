//! Minimal Socket.IO client: the WebSocket transport of Engine.IO 4, default namespace, JSON.
//!
//! The load generator and the tests of all crates use it.

use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde_json::Value as Json;
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::{self, Message, Utf8Bytes};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

/// Timeout for connecting.
const CONNECT_MAX: Duration = Duration::from_secs(10);

/// A connection to a server.
#[derive(Debug)]
pub struct SocketIo {
    stream: WebSocketStream<MaybeTlsStream<TcpStream>>,
    acks: u64,
}

/// A packet from the server.
#[derive(Debug)]
pub enum Packet {
    /// An event.
    Event {
        /// Its name.
        name: String,
        /// Its arguments.
        payload: Payload,
    },
    /// An acknowledgement.
    Ack {
        /// The number that `ask` returned.
        id: u64,
        /// Its arguments.
        payload: Payload,
    },
}

/// JSON of a packet, parsed only on demand.
#[derive(Debug, Clone)]
pub struct Payload {
    text: Utf8Bytes,
    start: usize,
}

/// Why a connection failed.
#[derive(Debug, thiserror::Error)]
pub enum SocketError {
    /// The address has another scheme than `http`.
    #[error("{0} is no address of a server: expected one such as http://127.0.0.1:3000")]
    Address(String),
    /// The server answered with something else.
    #[error("it does not speak Engine.IO")]
    NotEngineIo,
    /// The server refused the namespace.
    #[error("it refused the connection: {0}")]
    Refused(String),
    /// The server did not answer in time.
    #[error("it does not answer")]
    NoAnswer,
    /// The server closed the connection.
    #[error("the connection was closed")]
    Closed,
    /// The WebSocket failed.
    #[error(transparent)]
    Transport(#[from] Box<tungstenite::Error>),
}

impl From<tungstenite::Error> for SocketError {
    fn from(error: tungstenite::Error) -> SocketError {
        SocketError::Transport(Box::new(error))
    }
}

impl Payload {
    /// The arguments of the packet, including the name of an event.
    pub fn arguments(&self) -> Vec<Json> {
        serde_json::from_str(self.text()).unwrap_or_default()
    }

    /// The last argument, which is the payload.
    pub fn json(&self) -> Json {
        self.arguments().pop().unwrap_or(Json::Null)
    }

    /// The arguments as they were sent.
    pub fn text(&self) -> &str {
        &self.text[self.start..]
    }
}

impl SocketIo {
    /// Connects to a server, such as `http://127.0.0.1:3000`, with credentials or null.
    pub async fn connect(url: &str, auth: &Json) -> Result<SocketIo, SocketError> {
        let connecting = async {
            let mut socket = SocketIo::open(url).await?;
            if !socket.next_text().await?.starts_with('0') {
                return Err(SocketError::NotEngineIo);
            }
            socket.enter(auth).await?;
            let answer = socket.next_text().await?;
            if answer.starts_with("40") { Ok(socket) } else { Err(SocketError::Refused(answer.to_string())) }
        };
        timeout(CONNECT_MAX, connecting).await.unwrap_or(Err(SocketError::NoAnswer))
    }

    /// Opens the WebSocket and nothing more: the server waits for `enter`.
    pub async fn open(url: &str) -> Result<SocketIo, SocketError> {
        // Nagle's algorithm would add delays that a measurement would attribute to the server.
        let is_undelayed = true;
        let (stream, _) =
            tokio_tungstenite::connect_async_with_config(socket_address(url)?, None, is_undelayed).await?;
        Ok(SocketIo { stream, acks: 0 })
    }

    /// Enters the namespace, without waiting for the answer.
    pub async fn enter(&mut self, auth: &Json) -> Result<(), SocketError> {
        let text = if auth.is_null() { "40".to_owned() } else { format!("40{auth}") };
        self.send_text(text).await
    }

    /// Sends a packet that is encoded already.
    pub async fn send_text(&mut self, text: String) -> Result<(), SocketError> {
        Ok(self.stream.send(Message::text(text)).await?)
    }

    /// Sends an event.
    pub async fn emit(&mut self, event: &str, payload: &Json) -> Result<(), SocketError> {
        self.send_text(format!("42[{},{payload}]", Json::from(event))).await
    }

    /// Sends an event that asks for an acknowledgement, and returns its number.
    pub async fn ask(&mut self, event: &str, payload: &Json) -> Result<u64, SocketError> {
        let id = self.acks;
        self.acks += 1;
        self.send_text(format!("42{id}[{},{payload}]", Json::from(event))).await?;
        Ok(id)
    }

    /// Waits for the next text, and answers pings meanwhile.
    pub async fn next_text(&mut self) -> Result<Utf8Bytes, SocketError> {
        while let Some(message) = self.stream.next().await {
            match message? {
                Message::Text(text) if text.as_str() == "2" => self.send_text("3".to_owned()).await?,
                Message::Text(text) => return Ok(text),
                Message::Close(_) => break,
                _ => {}
            }
        }
        Err(SocketError::Closed)
    }

    /// Waits for the next event or acknowledgement, and answers pings meanwhile.
    pub async fn next(&mut self) -> Result<Packet, SocketError> {
        loop {
            let text = self.next_text().await?;
            if text.starts_with('1') || text.starts_with("41") {
                return Err(SocketError::Closed);
            }
            if let Some(packet) = read_packet(text) {
                return Ok(packet);
            }
        }
    }

    /// Closes the connection.
    pub async fn close(mut self) {
        // The server may have closed it already.
        let _ = timeout(Duration::from_secs(1), self.stream.close(None)).await;
    }
}

/// Reads an event or an acknowledgement; `None` if it is another packet.
pub fn read_packet(text: Utf8Bytes) -> Option<Packet> {
    let digits = text.get(2..)?.bytes().take_while(u8::is_ascii_digit).count();
    let start = 2 + digits;
    match text.get(..2)? {
        "42" => {
            let name = text[start..].strip_prefix("[\"")?.split('"').next()?.to_owned();
            Some(Packet::Event { name, payload: Payload { text, start } })
        }
        "43" => Some(Packet::Ack { id: text[2..start].parse().ok()?, payload: Payload { text, start } }),
        _ => None,
    }
}

/// WebSocket URL of a server.
pub(crate) fn socket_address(url: &str) -> Result<String, SocketError> {
    let host = url.strip_prefix("http://").ok_or_else(|| SocketError::Address(url.to_owned()))?;
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
        assert_eq!((payload.json()["ok"].as_bool(), payload.text()), (Some(true), "[{\"ok\":true}]"));
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
