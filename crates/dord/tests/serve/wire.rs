//! Minimal Socket.IO client over a WebSocket.

use std::net::SocketAddr;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

/// The connection is lost: the server was killed, or closed it.
#[derive(Debug)]
pub(crate) struct Lost;

/// Maximum time for an answer before the server counts as stuck.
const ANSWER_MAX: Duration = Duration::from_secs(30);
/// Maximum time for an answer if the client can use another server.
const IMPATIENCE: Duration = Duration::from_secs(3);

/// What a client received, verbatim, and where it requested a resync.
#[derive(Clone, Debug)]
pub(crate) enum Received {
    Event {
        name: String,
        text: String,
    },
    /// A resync was requested.
    Resync,
    /// The resync was received.
    Resynced,
    /// A command was acknowledged with a version.
    Acknowledged {
        seq: u64,
    },
}

pub(crate) struct Socket {
    stream: WebSocketStream<MaybeTlsStream<TcpStream>>,
    next_ack: u64,
    /// Whether the client gives up on a server that does not answer.
    is_impatient: bool,
    /// Received events in order: name and payload.
    pub(crate) events: Vec<(String, Value)>,
    /// Everything received, for players who use several servers. It is compared with the log
    /// afterwards.
    pub(crate) heard: Vec<Received>,
}

enum Packet {
    Event(String, Value),
    Ack(u64, Value),
    Other,
}

impl Socket {
    /// Connects with a seat's credentials, or without.
    pub(crate) async fn connect(address: SocketAddr, auth: &Value) -> Result<Socket, Lost> {
        Socket::open(address, auth, false).await
    }

    /// Connects to one of several servers: without a prompt answer it counts as lost.
    pub(crate) async fn try_connect(address: SocketAddr, auth: &Value) -> Result<Socket, Lost> {
        timeout(IMPATIENCE, Socket::open(address, auth, true)).await.map_err(|_| Lost)?
    }

    async fn open(address: SocketAddr, auth: &Value, is_impatient: bool) -> Result<Socket, Lost> {
        let url = format!("ws://{address}/socket.io/?EIO=4&transport=websocket");
        let (stream, _) = connect_async(url).await.map_err(|_| Lost)?;
        let mut socket = Socket { stream, next_ack: 0, is_impatient, events: Vec::new(), heard: Vec::new() };
        let auth = if auth.is_null() { json!({}) } else { auth.clone() };
        socket.write(format!("40{auth}")).await?;
        // The answer to "40" is the first packet that begins with it.
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
            let patience = if self.is_impatient { IMPATIENCE } else { ANSWER_MAX };
            let Ok(message) = timeout(patience, self.stream.next()).await else {
                assert!(self.is_impatient, "the server does not answer");
                return Err(Lost);
            };
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
            let (name, payload) = split_event(body).expect("an event is a name and a payload");
            self.note(|| Received::Event { name: name.to_owned(), text: payload.to_owned() });
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

    fn note(&mut self, heard: impl FnOnce() -> Received) {
        if self.is_impatient {
            self.heard.push(heard());
        }
    }

    /// Sends an event and waits for its acknowledgement; events in between are recorded.
    pub(crate) async fn ask(&mut self, event: &str, payload: &Value) -> Result<Value, Lost> {
        let number = self.next_ack;
        self.next_ack += 1;
        let is_resync = event == "resync";
        if is_resync {
            self.note(|| Received::Resync);
        }
        self.write(format!("42{number}{}", json!([event, payload]))).await?;
        loop {
            match self.packet().await? {
                Packet::Ack(answered, answer) if answered == number => {
                    match answer["seq"].as_u64() {
                        _ if is_resync => self.note(|| Received::Resynced),
                        Some(seq) => self.note(|| Received::Acknowledged { seq }),
                        None => {}
                    }
                    return Ok(answer);
                }
                Packet::Event(name, payload) => self.events.push((name, payload)),
                Packet::Ack(..) | Packet::Other => {}
            }
        }
    }

    /// The next event with a name; earlier events are dropped.
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

/// Name and payload of an event, verbatim.
fn split_event(event: &str) -> Option<(&str, &str)> {
    event.strip_prefix("[\"")?.strip_suffix(']')?.split_once("\",")
}
