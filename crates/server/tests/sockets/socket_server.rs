//! A server in this process, whose clock stops unless a test advances it.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use engine::{Bots, Move, Observation};
use rules::{BotLevel, Game, Timestamp};
use serde_json::{Value, json};
use server::{MetricsPlace, Server};
use store::{EventStore, MemoryStore};
use tables::{Lexicons, Time};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;

use crate::socket_client::Socket;
use crate::test_server::{Script, placements};

/// Guard that keeps the clock from advancing. A paused clock advances by itself when the runtime is
/// idle.
pub(crate) struct Stillness {
    _end: std::sync::mpsc::Sender<()>,
}

impl Stillness {
    pub(crate) fn begin() -> Stillness {
        let (end, ended) = std::sync::mpsc::channel::<()>();
        tokio::task::spawn_blocking(move || ended.recv().ok());
        Stillness { _end: end }
    }
}

pub(crate) async fn pass(seconds: u64) {
    tokio::time::advance(Duration::from_secs(seconds)).await;
}

pub(crate) struct Hall {
    pub(crate) address: SocketAddr,
    pub(crate) store: Arc<MemoryStore>,
    serving: JoinHandle<std::io::Result<()>>,
}

impl Hall {
    pub(crate) async fn open(seed: u64) -> Hall {
        Hall::on(Arc::new(MemoryStore::new()), seed, Timestamp(1_700_000_000_000)).await
    }

    pub(crate) async fn on(store: Arc<MemoryStore>, seed: u64, now: Timestamp) -> Hall {
        let words: HashMap<String, Arc<lexicon::Lexicon>> = wordlists::all()
            .iter()
            .map(|lexicon| (lexicon.language().code().to_owned(), Arc::clone(lexicon)))
            .collect();
        Hall::judging_by(Arc::new(words), store, seed, now).await
    }

    /// Starts a server with other words.
    pub(crate) async fn judging_by(
        words: Arc<dyn Lexicons>,
        store: Arc<MemoryStore>,
        seed: u64,
        now: Timestamp,
    ) -> Hall {
        let mut server = Server::new(Arc::clone(&store) as Arc<dyn store::Store>, words);
        server.secrets = Arc::new(Script::new(seed));
        server.time = Time::starting_at(now);
        server.metrics_place = MetricsPlace::Main;
        server.limits.messages_per_second = 0;
        server.limits.chats_per_second = 0;
        server.limits.states_per_minute = 0;
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let serving = tokio::spawn(server.serve(listener, std::future::pending()));
        Hall { address, store, serving }
    }

    pub(crate) async fn socket(&self) -> Socket {
        Socket::connect(self.address, &Value::Null).await
    }

    /// A running game of two with their sockets, and Ann's answer to `createGame`.
    pub(crate) async fn game(&self, wish: Value) -> (Vec<Socket>, Value) {
        let mut ann = self.socket().await;
        let mut wish = wish;
        wish["playerName"] = json!("Ann");
        let opened = ann.does("createGame", wish).await;
        let mut bob = self.socket().await;
        bob.does("joinGame", json!({"playerName": "Bob", "roomCode": opened["roomCode"]})).await;
        ann.does("startGame", json!({})).await;
        (vec![ann, bob], opened)
    }

    pub(crate) async fn replay(&self, room: &Value) -> Game {
        let code = store::RoomCode::new(room.as_str().unwrap()).unwrap();
        let id = self.store.find_code(&code).await.unwrap().unwrap();
        Game::replay(self.store.load(&id).await.unwrap().unwrap().events()).unwrap()
    }

    /// The socket to move, and its best play.
    pub(crate) async fn best_move(&self, room: &Value) -> (usize, &'static str, Value) {
        let game = self.replay(room).await;
        let seat = game.to_move().unwrap();
        let view = game.player_view(seat).unwrap();
        let (rules, observation) = (view.table().rules(), Observation::of(view).unwrap());
        let opponents = Bots::new(Arc::clone(wordlists::embedded(rules.language.code()).unwrap())).unwrap();
        let (event, payload) = match opponents.choose(observation, BotLevel::new(4).unwrap(), None, 0) {
            Move::Play(placement) => ("submitWord", placements(&game, &placement)),
            Move::Exchange(places) => ("exchangeTiles", json!({"tileIndices": places})),
            Move::Pass => ("passTurn", json!({})),
        };
        (usize::from(game.players()[seat].name.as_str() != "Ann"), event, payload)
    }

    pub(crate) async fn get(&self, path: &str) -> String {
        let mut stream = TcpStream::connect(self.address).await.unwrap();
        let request = format!("GET {path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.unwrap();
        answer
    }
}

impl Drop for Hall {
    fn drop(&mut self) {
        self.serving.abort();
    }
}
