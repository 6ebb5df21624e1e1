//! As much of Socket.IO as these tests need, over a WebSocket.

use std::net::SocketAddr;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

/// The connection is gone: the server was killed, or cut it.
#[derive(Debug)]
pub(crate) struct Lost;

/// How long an answer may take before the server counts as stuck.
const ANSWER_MAX: Duration = Duration::from_secs(30);

pub(crate) struct Socket {
    stream: WebSocketStream<MaybeTlsStream<TcpStream>>,
    next_ack: u64,
    /// Events that came, in order: name and payload.
    pub(crate) events: Vec<(String, Value)>,
}

enum Packet {
    Event(String, Value),
    Ack(u64, Value),
    Other,
}

impl Socket {
    /// Connects, with what proves a seat or with nothing.
    pub(crate) async fn connect(address: SocketAddr, auth: &Value) -> Result<Socket, Lost> {
        let url = format!("ws://{address}/socket.io/?EIO=4&transport=websocket");
        let (stream, _) = connect_async(url).await.map_err(|_| Lost)?;
        let mut socket = Socket { stream, next_ack: 0, events: Vec::new() };
        let auth = if auth.is_null() { json!({}) } else { auth.clone() };
        socket.write(format!("40{auth}")).await?;
        // The answer to "40" is the first packet that begins so.
        loop {
            let text = socket.read().await?;
            if text.starts_with("40") {
                return Ok(socket);
            }
        }
    }

    async fn write(&mut self, text: String) -> Result<(), Lost> {
        self.stream.send(Message::text(text)).await.map_err(|_| Lost)
    }

    async fn read(&mut self) -> Result<String, Lost> {
        loop {
            let message = timeout(ANSWER_MAX, self.stream.next()).await.expect("the server answers in time");
            match message {
                Some(Ok(Message::Text(text))) if text.as_str() == "2" => self.write("3".to_owned()).await?,
                Some(Ok(Message::Text(text))) => return Ok(text.to_string()),
                Some(Ok(Message::Close(_)) | Err(_)) | None => return Err(Lost),
                Some(Ok(_)) => {}
            }
        }
    }

    async fn packet(&mut self) -> Result<Packet, Lost> {
        let text = self.read().await?;
        if let Some(body) = text.strip_prefix("42") {
            let body: Value = serde_json::from_str(body).unwrap();
            return Ok(Packet::Event(body[0].as_str().unwrap().to_owned(), body[1].clone()));
        }
        if let Some(body) = text.strip_prefix("43") {
            let digits = body.find('[').unwrap();
            let answer: Value = serde_json::from_str(&body[digits..]).unwrap();
            return Ok(Packet::Ack(body[..digits].parse().unwrap(), answer[0].clone()));
        }
        Ok(Packet::Other)
    }

    /// Sends an event and waits for its ack; what comes in between is kept.
    pub(crate) async fn ask(&mut self, event: &str, payload: &Value) -> Result<Value, Lost> {
        let number = self.next_ack;
        self.next_ack += 1;
        self.write(format!("42{number}{}", json!([event, payload]))).await?;
        loop {
            match self.packet().await? {
                Packet::Ack(answered, answer) if answered == number => return Ok(answer),
                Packet::Event(name, payload) => self.events.push((name, payload)),
                Packet::Ack(..) | Packet::Other => {}
            }
        }
    }

    /// The next event of a name; whatever came before it is forgotten.
    pub(crate) async fn next(&mut self, name: &str) -> Result<Value, Lost> {
        loop {
            if let Some(place) = self.events.iter().position(|(other, _)| other == name) {
                return Ok(self.events.drain(..=place).next_back().unwrap().1);
            }
            if let Packet::Event(name, payload) = self.packet().await? {
                self.events.push((name, payload));
            }
        }
    }
}
