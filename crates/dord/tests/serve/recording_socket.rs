//! The Socket.IO client, with what it received and without patience where that is needed.

use std::net::SocketAddr;
use std::time::Duration;

use load::socket_io::{Packet, SocketIo};
use serde_json::Value;
use tokio::time::timeout;

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
    io: SocketIo,
    /// Whether the client gives up on a server that does not answer.
    is_impatient: bool,
    /// Received events in order: name and payload.
    pub(crate) events: Vec<(String, Value)>,
    /// Everything received, for players who use several servers. It is compared with the log
    /// afterwards.
    pub(crate) heard: Vec<Received>,
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
        let io = SocketIo::connect(&format!("http://{address}"), auth).await.map_err(|_| Lost)?;
        Ok(Socket { io, is_impatient, events: Vec::new(), heard: Vec::new() })
    }

    async fn packet(&mut self) -> Result<Packet, Lost> {
        let patience = if self.is_impatient { IMPATIENCE } else { ANSWER_MAX };
        let Ok(received) = timeout(patience, self.io.next()).await else {
            assert!(self.is_impatient, "the server does not answer");
            return Err(Lost);
        };
        let packet = received.map_err(|_| Lost)?;
        if let Packet::Event { name, payload } = &packet {
            let text = payload.text();
            let text = text[name.len() + r#"["","#.len()..].strip_suffix(']').expect("a list");
            self.note(|| Received::Event { name: name.clone(), text: text.to_owned() });
        }
        Ok(packet)
    }

    fn note(&mut self, heard: impl FnOnce() -> Received) {
        if self.is_impatient {
            self.heard.push(heard());
        }
    }

    /// Sends an event and waits for its acknowledgement; events in between are recorded.
    pub(crate) async fn ask(&mut self, event: &str, payload: &Value) -> Result<Value, Lost> {
        let is_resync = event == "resync";
        if is_resync {
            self.note(|| Received::Resync);
        }
        let number = self.io.ask(event, payload).await.map_err(|_| Lost)?;
        loop {
            match self.packet().await? {
                Packet::Ack { id, payload } if id == number => {
                    let answer = payload.json();
                    match answer["seq"].as_u64() {
                        _ if is_resync => self.note(|| Received::Resynced),
                        Some(seq) => self.note(|| Received::Acknowledged { seq }),
                        None => {}
                    }
                    return Ok(answer);
                }
                Packet::Event { name, payload } => self.events.push((name, payload.json())),
                Packet::Ack { .. } => {}
            }
        }
    }

    /// The next event with a name; earlier events are dropped.
    pub(crate) async fn next(&mut self, name: &str) -> Result<Value, Lost> {
        loop {
            if let Some(place) = self.events.iter().position(|(other, _)| other == name) {
                return Ok(self.events.drain(..=place).next_back().unwrap().1);
            }
            if let Packet::Event { name, payload } = self.packet().await? {
                self.events.push((name, payload.json()));
            }
        }
    }
}
