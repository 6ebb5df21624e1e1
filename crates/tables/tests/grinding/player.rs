//! A client that records the events it receives.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use protocol::{ClientMessage, Packet};
use serde_json::{Value, json};
use tables::{Client, ClientId, ClientSink, Tables};

/// How long an event from another node may take. A lost hint delays it by a second.
const PATIENCE: Duration = Duration::from_secs(20);

#[derive(Default)]
struct Recorder(Mutex<Vec<(String, Value)>>);

impl ClientSink for Recorder {
    fn send(&self, frame: &Packet) {
        let mut body: Value = serde_json::from_str(frame.payload()).unwrap();
        // The tests compare the events of two players.
        body.as_object_mut().unwrap().remove("seq");
        self.0.lock().unwrap().push((frame.name().to_string(), body));
    }

    fn close(&self) {}
}

pub(crate) struct Player {
    client: Client,
    line: Arc<Recorder>,
    pub(crate) room: String,
}

impl Player {
    pub(crate) fn new(tables: &Tables) -> Player {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        let line = Arc::new(Recorder::default());
        let id = ClientId(NEXT.fetch_add(1, Ordering::Relaxed));
        let client = Client::new(id, line.clone(), tables.clone());
        Player { client, line, room: String::new() }
    }

    /// Opens a table with a nonce or commitment.
    pub(crate) async fn create(&mut self, mut wish: Value) {
        wish["playerName"] = json!("Ann");
        wish["preset"] = json!("validated");
        let opened = self.does("createGame", wish).await;
        opened["roomCode"].as_str().unwrap().clone_into(&mut self.room);
    }

    pub(crate) async fn join(&mut self, room: &str, mut wish: Value) {
        wish["playerName"] = json!("Mallory");
        wish["roomCode"] = json!(room);
        self.does("joinGame", wish).await;
        room.clone_into(&mut self.room);
    }

    async fn ask(&self, event: &str, payload: Value) -> Result<Value, Value> {
        let message = ClientMessage::parse(event, &[payload]).expect("the tests write what can be read");
        match self.client.handle(message).await {
            Ok(accepted) => Ok(serde_json::to_value(accepted.into_ack()).unwrap()),
            Err(refused) => Err(serde_json::to_value(*refused.error).unwrap()),
        }
    }

    /// Sends an event that is accepted.
    pub(crate) async fn does(&self, event: &str, payload: Value) -> Value {
        self.ask(event, payload).await.unwrap_or_else(|error| panic!("{event} was refused: {error}"))
    }

    /// Sends an event that is refused.
    pub(crate) async fn refused(&self, event: &str, payload: Value) -> Value {
        self.ask(event, payload).await.expect_err(event)
    }

    /// Waits for an event and returns its last occurrence.
    pub(crate) async fn heard(&self, name: &str) -> Value {
        let heard = async {
            loop {
                let found =
                    self.line.0.lock().unwrap().iter().rev().find(|(other, _)| other == name).cloned();
                if let Some((_, body)) = found {
                    return body;
                }
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        };
        tokio::time::timeout(PATIENCE, heard).await.unwrap_or_else(|_| panic!("{name} was not heard"))
    }

    /// Waits until the lobby shows two players, both connected.
    pub(crate) async fn sees_everyone(&self) {
        let seen = async {
            loop {
                let lobby = self.heard("lobbyUpdate").await;
                let players = lobby["players"].as_array().cloned().unwrap_or_default();
                if players.len() == 2 && players.iter().all(|player| player["connected"] == true) {
                    return;
                }
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        };
        tokio::time::timeout(PATIENCE, seen).await.expect("a lobby with both players");
    }
}
