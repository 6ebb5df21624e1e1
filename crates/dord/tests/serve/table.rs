//! A table of two players with a record of everything that was acknowledged.

use std::net::SocketAddr;

use serde_json::{Value, json};

use crate::moves;
use crate::recording_socket::{Lost, Socket};

/// A seat as its player knows it.
#[derive(Clone)]
struct Seat {
    id: String,
    token: String,
}

/// A sent command. Until it is acknowledged, its outcome is unknown.
#[derive(Clone, Debug)]
struct Sent {
    seat: usize,
    event: &'static str,
    payload: Value,
}

pub(crate) struct Table {
    room: String,
    seats: Vec<Seat>,
    sockets: Vec<Socket>,
    /// Acknowledged commands, in order.
    done: Vec<Sent>,
    pending: Option<Sent>,
    /// Version in the last acknowledgement.
    version: u64,
    /// View of the seat to move.
    state: Value,
    chance: u64,
}

impl Table {
    /// Opens a table that accepts every word, so that any tile next to another is a play.
    pub(crate) async fn open(address: SocketAddr, chance: u64) -> Table {
        let mut host = Socket::connect(address, &Value::Null).await.unwrap();
        // Only moves may happen, however long the server is down.
        let rules = json!({
            "scorelessEnd": {"kind": "passes", "count": 1000},
            "challengeWindowSeconds": 86_400,
        });
        let wish = json!({"playerName": "Ann", "preset": "social", "rules": rules});
        let opened = host.ask("createGame", &wish).await.unwrap();
        let room = opened["roomCode"].as_str().expect("a table was made").to_owned();
        let mut guest = Socket::connect(address, &Value::Null).await.unwrap();
        let joined = guest.ask("joinGame", &json!({"playerName": "Bob", "roomCode": room})).await.unwrap();
        let seat = |given: &Value| Seat {
            id: given["playerId"].as_str().unwrap().to_owned(),
            token: given["token"].as_str().unwrap().to_owned(),
        };
        let seats = vec![seat(&opened), seat(&joined)];
        let started = host.ask("startGame", &json!({})).await.unwrap();
        let version = started["seq"].as_u64().unwrap();
        let sockets = vec![host, guest];
        let (done, pending, state) = (Vec::new(), None, Value::Null);
        let mut table = Table { room, seats, sockets, done, pending, version, state, chance };
        table.refresh(0).await.unwrap();
        table
    }

    pub(crate) fn done_count(&self) -> usize {
        self.done.len()
    }

    /// Requests the whole view of a seat.
    async fn refresh(&mut self, seat: usize) -> Result<(), Lost> {
        self.sockets[seat].events.clear();
        self.sockets[seat].ask("resync", &json!({})).await?;
        self.state = self.sockets[seat].next("tableState").await?;
        Ok(())
    }

    /// Makes moves until the connection is lost or the game is over.
    pub(crate) async fn play(&mut self) -> Lost {
        loop {
            if let Err(lost) = self.turn().await {
                return lost;
            }
        }
    }

    /// Makes a move; `Err` if the connection is lost, and then the move is pending.
    pub(crate) async fn turn(&mut self) -> Result<(), Lost> {
        let mover = self.state["game"]["currentPlayerId"].as_str().unwrap().to_owned();
        let seat = self.seats.iter().position(|seat| seat.id == mover).unwrap();
        if self.state["you"]["playerId"] != mover {
            self.refresh(seat).await?;
        }
        let sent = self.choose(seat);
        self.pending = Some(sent);
        self.settle().await
    }

    /// Sends the pending command until it is acknowledged.
    async fn settle(&mut self) -> Result<(), Lost> {
        let Some(sent) = self.pending.clone() else { return Ok(()) };
        let answer = self.sockets[sent.seat].ask(sent.event, &sent.payload).await?;
        assert_eq!(answer["ok"], true, "{sent:?} was refused: {answer}");
        // Each command increases the version by one, so a repeated or lost command shows in the
        // number.
        assert_eq!(answer["seq"].as_u64().unwrap(), self.version + 1, "{sent:?}: {answer}");
        self.version += 1;
        self.done.push(sent.clone());
        self.pending = None;
        self.refresh(1 - sent.seat).await
    }

    /// Tries a command and returns the whole answer, without recording it as done.
    pub(crate) async fn try_move(&mut self) -> Value {
        if self.pending.is_none() {
            let mover = self.state["game"]["currentPlayerId"].as_str().unwrap().to_owned();
            let seat = self.seats.iter().position(|seat| seat.id == mover).unwrap();
            self.pending = Some(self.choose(seat));
        }
        let sent = self.pending.clone().unwrap();
        self.sockets[sent.seat].ask(sent.event, &sent.payload).await.unwrap()
    }

    /// Makes moves at a server that is sometimes unavailable, each with retries.
    pub(crate) async fn insist(&mut self, moves: usize) {
        for _ in 0..moves {
            loop {
                let answer = self.try_move().await;
                if answer["ok"] == true {
                    break;
                }
                assert_eq!(answer["error"]["code"], "UNAVAILABLE", "{answer}");
                tokio::task::yield_now().await;
            }
            self.insist_on_pending().await;
        }
    }

    /// Repeats the pending command until the server answers.
    async fn insist_on_pending(&mut self) {
        let sent = self.pending.clone().unwrap();
        let answer = loop {
            let answer = self.sockets[sent.seat].ask(sent.event, &sent.payload).await.unwrap();
            if answer["error"]["code"] != "UNAVAILABLE" {
                break answer;
            }
        };
        assert_eq!(
            (&answer["ok"], answer["seq"].as_u64()),
            (&json!(true), Some(self.version + 1)),
            "{sent:?}"
        );
        self.version += 1;
        self.done.push(sent.clone());
        self.pending = None;
        self.refresh(1 - sent.seat).await.unwrap();
    }

    /// Sends the pending command again, which must succeed now.
    pub(crate) async fn finish_move(&mut self) {
        self.settle().await.unwrap();
    }

    fn choose(&mut self, seat: usize) -> Sent {
        let id = format!("{}-{}", self.room, self.done.len());
        let (event, payload) = moves::some_move(&self.state, &mut self.chance, &id);
        Sent { seat, event, payload }
    }

    /// Reconnects after a restart: both seats must see the same game, with everything acknowledged.
    pub(crate) async fn come_back(&mut self, address: SocketAddr) {
        let mut states = Vec::new();
        for index in 0..self.seats.len() {
            let auth = json!({"roomCode": self.room, "token": self.seats[index].token});
            let mut socket = Socket::connect(address, &auth).await.unwrap();
            states.push(socket.next("tableState").await.unwrap());
            self.sockets[index] = socket;
        }
        for field in ["board", "log", "currentPlayerId", "turnNumber", "tileBagCount"] {
            assert_eq!(states[0]["game"][field], states[1]["game"][field], "{field}");
        }
        self.state = states.swap_remove(0);
        self.check();
    }

    /// Checks that the server's log is what was acknowledged, plus at most the unanswered command.
    fn check(&self) {
        let log = self.state["game"]["log"].as_array().unwrap();
        let seq = self.state["seq"].as_u64().unwrap();
        let extra = seq - self.version;
        assert!(extra <= u64::from(self.pending.is_some()), "{extra} moves nobody made");
        assert_eq!(log.len() as u64, self.done.len() as u64 + extra);
        for (line, sent) in log.iter().zip(self.done.iter().chain(&self.pending)) {
            assert_eq!(line["playerId"], self.seats[sent.seat].id.as_str());
            let kind = match sent.event {
                "submitWord" => "played",
                "exchangeTiles" => "exchanged",
                _ => "passed",
            };
            assert_eq!(line["deed"]["kind"], kind);
            if kind == "played" {
                let square = |placed: &Value| (placed["row"].clone(), placed["col"].clone());
                let laid = |all: &Value| -> Vec<_> { all.as_array().unwrap().iter().map(square).collect() };
                assert_eq!(laid(&line["deed"]["placements"]), laid(&sent.payload["placements"]));
            }
        }
    }

    /// Sends the unanswered command again, then all others: nothing may be done twice.
    pub(crate) async fn send_again(&mut self) {
        self.settle().await.unwrap();
        for number in self.done.len().saturating_sub(3)..self.done.len() {
            let sent = self.done[number].clone();
            let answer = self.sockets[sent.seat].ask(sent.event, &sent.payload).await.unwrap();
            assert_eq!(answer["ok"], true, "{sent:?} was answered differently: {answer}");
            let behind = (self.done.len() - 1 - number) as u64;
            assert_eq!(answer["seq"].as_u64().unwrap(), self.version - behind);
        }
        self.refresh(0).await.unwrap();
        self.check();
    }

    /// Asserts that the server's state is what was acknowledged.
    pub(crate) async fn is_as_acknowledged(&mut self) {
        self.refresh(0).await.unwrap();
        self.check();
    }
}
