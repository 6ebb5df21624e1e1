//! A client at a table that records everything it receives.

use std::collections::BTreeSet;
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use protocol::{ClientMessage, Handshake, Packet, WireError};
use serde_json::{Value, json};
use tables::{Answer, Client, ClientId, ClientSink, Tables};

/// A message that a guest received: the name of an event, or `ack`, and its JSON.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ReceivedEvent {
    pub(crate) name: String,
    pub(crate) text: String,
}

impl ReceivedEvent {
    pub(crate) fn body(&self) -> Value {
        serde_json::from_str(&self.text).expect("everything that is sent is JSON")
    }
}

/// A connection that records everything.
#[derive(Default)]
pub(crate) struct Recorder {
    heard: Mutex<Vec<ReceivedEvent>>,
    is_cut: AtomicBool,
    address: Mutex<Option<IpAddr>>,
    /// Number of full states it may still receive; unlimited if `None`.
    states: Mutex<Option<u32>>,
    follows_state: AtomicBool,
    /// Where the packets are in memory: the same for all clients that share a packet.
    packets: Mutex<BTreeSet<usize>>,
}

impl Recorder {
    fn add(&self, name: &str, text: String) {
        self.heard.lock().unwrap().push(ReceivedEvent { name: name.to_owned(), text });
    }
}

impl ClientSink for Recorder {
    fn send(&self, frame: &Packet) {
        self.add(frame.name().as_str(), frame.payload().to_owned());
        self.packets.lock().unwrap().insert(frame.text().as_ptr().addr());
    }

    fn close(&self) {
        self.is_cut.store(true, Ordering::SeqCst);
    }

    fn follows_state(&self) -> bool {
        self.follows_state.load(Ordering::SeqCst)
    }

    fn address(&self) -> Option<IpAddr> {
        *self.address.lock().unwrap()
    }

    fn count_state(&self) -> Result<(), WireError> {
        match &mut *self.states.lock().unwrap() {
            Some(0) => Err(WireError::rate_limited(2000)),
            Some(left) => {
                *left -= 1;
                Ok(())
            }
            None => Ok(()),
        }
    }
}

/// A client with its connection and the seat it was given.
pub(crate) struct TestClient {
    pub(crate) name: String,
    pub(crate) client: Client,
    line: Arc<Recorder>,
    pub(crate) room: String,
    pub(crate) id: String,
    pub(crate) token: String,
    pub(crate) invite: String,
}

impl TestClient {
    pub(crate) fn new(name: &str, tables: &Tables) -> TestClient {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        let line = Arc::new(Recorder::default());
        let id = ClientId(NEXT.fetch_add(1, Ordering::Relaxed));
        let client = Client::new(id, line.clone(), tables.clone());
        let empty = String::new;
        TestClient {
            name: name.to_owned(),
            client,
            line,
            room: empty(),
            id: empty(),
            token: empty(),
            invite: empty(),
        }
    }

    /// Sets the address of the guest.
    pub(crate) fn at(self, address: [u8; 4]) -> TestClient {
        *self.line.address.lock().unwrap() = Some(address.into());
        self
    }

    /// Asks for changes of the state.
    pub(crate) fn following(self) -> TestClient {
        self.line.follows_state.store(true, Ordering::SeqCst);
        self
    }

    /// Limits the number of full states that the guest may still receive.
    pub(crate) fn may_have_states(&self, count: u32) {
        *self.line.states.lock().unwrap() = Some(count);
    }

    /// Sends an event and returns the body of the ack, or the error in it.
    pub(crate) async fn ask(&self, event: &str, payload: Value) -> Result<Value, Value> {
        let message = ClientMessage::parse(event, &[payload]).expect("the tests write what can be read");
        self.keep(self.client.handle(message).await)
    }

    /// Sends an event that is accepted.
    pub(crate) async fn does(&self, event: &str, payload: Value) -> Value {
        let answer = self.ask(event, payload).await;
        answer.unwrap_or_else(|error| panic!("{} was refused {event}: {error}", self.name))
    }

    /// Sends an event that is refused, and returns the error code.
    pub(crate) async fn is_refused(&self, event: &str, payload: Value) -> String {
        match self.ask(event, payload).await {
            Ok(ack) => panic!("{} was not refused {event}: {ack}", self.name),
            Err(error) => error["code"].as_str().unwrap().to_owned(),
        }
    }

    /// Records an answer as the server sends it: a refusal is also an event.
    fn keep(&self, answer: Answer) -> Result<Value, Value> {
        let ack = match answer {
            Ok(accepted) => serde_json::to_value(accepted.into_ack()).unwrap(),
            Err(refused) => {
                self.line.send(&Packet::new(*refused.event, None));
                serde_json::to_value(protocol::Ack::Refused(*refused.error)).unwrap()
            }
        };
        self.line.add("ack", ack.to_string());
        if ack["ok"] == true { Ok(ack) } else { Err(ack["error"].clone()) }
    }

    /// Stores the seat from an answer.
    pub(crate) fn sits(&mut self, given: &Value) {
        let text = |field: &str| given[field].as_str().unwrap_or_default().to_owned();
        (self.room, self.id, self.token) = (text("roomCode"), text("playerId"), text("token"));
        if given.get("invite").is_some() {
            self.invite = text("invite");
        }
    }

    /// Connects with a token in the handshake.
    pub(crate) async fn greet(
        &mut self,
        room: &str,
        token: &str,
        last_seq: Option<u64>,
    ) -> Result<(), Value> {
        let mut auth = json!({"roomCode": room, "token": token});
        if let Some(last_seq) = last_seq {
            auth["lastSeq"] = last_seq.into();
        }
        let handshake = Handshake::parse(Some(&auth)).unwrap();
        let answer = self.client.greet(handshake).await.expect("a token is answered");
        let seat = self.keep(answer)?;
        self.sits(&seat);
        Ok(())
    }

    /// Returns everything received so far.
    pub(crate) fn heard(&self) -> Vec<ReceivedEvent> {
        self.line.heard.lock().unwrap().clone()
    }

    /// Returns everything received since the last call.
    pub(crate) fn forget(&self) -> Vec<ReceivedEvent> {
        std::mem::take(&mut *self.line.heard.lock().unwrap())
    }

    /// Returns where the packets received since the last call are in memory.
    pub(crate) fn take_packets(&self) -> BTreeSet<usize> {
        std::mem::take(&mut *self.line.packets.lock().unwrap())
    }

    /// Returns the names of all events received so far.
    pub(crate) fn names(&self) -> Vec<String> {
        self.heard().into_iter().map(|heard| heard.name).collect()
    }

    /// Returns the last event of a name.
    pub(crate) fn last(&self, name: &str) -> Option<Value> {
        self.heard().iter().rev().find(|heard| heard.name == name).map(ReceivedEvent::body)
    }

    pub(crate) fn count(&self, name: &str) -> usize {
        self.heard().iter().filter(|heard| heard.name == name).count()
    }

    /// Returns the version of the last table event.
    pub(crate) fn last_seq(&self) -> u64 {
        let heard = self.heard();
        let mut events = heard.iter().rev().filter(|heard| heard.name != "ack");
        events.find_map(|heard| heard.body()["seq"].as_u64()).unwrap_or(0)
    }

    pub(crate) fn is_cut(&self) -> bool {
        self.line.is_cut.load(Ordering::SeqCst)
    }

    /// Checks that the client missed no version.
    ///
    /// Every version sends every member at least one event, so versions on a connection increase by
    /// one, or start again at another table. After a gap the full state must follow.
    fn missed_nothing(&self) {
        let heard = self.heard();
        let seq = |heard: &ReceivedEvent| heard.body()["seq"].as_u64().filter(|_| heard.name != "ack");
        let mut last: Option<u64> = None;
        for (index, event) in heard.iter().enumerate() {
            let Some(number) = seq(event) else { continue };
            let is_whole = |later: &ReceivedEvent| later.name == "tableState" && seq(later) == Some(number);
            if let Some(last) = last.filter(|last| number > last + 1) {
                let is_told = heard[index..].iter().any(is_whole);
                assert!(is_told, "{} heard nothing between {last} and {number}: {event:?}", self.name);
            }
            last = Some(number);
        }
    }
}

/// The events of the contract that describe the course of a game.
const CONTRACT: [&str; 10] = [
    "lobbyUpdate",
    "gameStarted",
    "yourTiles",
    "wordAccepted",
    "boardUpdate",
    "turnChange",
    "tilesExchanged",
    "scoreUpdate",
    "gameEnded",
    "playerDisconnected",
];

impl TestClient {
    /// Checks that `gameEnded` is the last contract event of a game, however the game ended.
    fn heard_nothing_after_the_end(&self) {
        let heard = self.heard();
        let told: Vec<(&str, u64)> = heard
            .iter()
            .filter(|heard| CONTRACT.contains(&heard.name.as_str()))
            .filter_map(|heard| Some((heard.name.as_str(), heard.body()["seq"].as_u64()?)))
            .collect();
        // All events of a commit, or of a full state, have the same version.
        for version in told.chunk_by(|one, next| one.1 == next.1) {
            let has_ended = version.iter().any(|(name, _)| *name == "gameEnded");
            let last = version.last().map(|(name, _)| *name);
            assert!(!has_ended || last == Some("gameEnded"), "{} heard {version:?}", self.name);
        }
    }
}

impl Drop for TestClient {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            self.missed_nothing();
            self.heard_nothing_after_the_end();
        }
    }
}
