//! A server without a network: tables on a store in memory, with scripted randomness and time.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use engine::{Bots, Move, Observation};
use rules::{BotLevel, Game, Placement, Seat, TileToLay, Timestamp};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use store::{EventStore, MemoryStore, StoredTable};
use tables::{ClusterHandle, Limits, Secrets, Tables, Time};

use crate::test_client::TestClient;

/// Pseudorandom bytes that are the same in every run.
pub(crate) struct Script {
    seed: u64,
    next: AtomicU64,
}

impl Script {
    pub(crate) fn new(seed: u64) -> Script {
        Script { seed, next: AtomicU64::new(0) }
    }
}

impl Secrets for Script {
    fn fill(&self, bytes: &mut [u8]) {
        for chunk in bytes.chunks_mut(32) {
            let number = self.next.fetch_add(1, Ordering::SeqCst);
            let block = Sha256::digest([self.seed.to_be_bytes(), number.to_be_bytes()].concat());
            chunk.copy_from_slice(&block[..chunk.len()]);
        }
    }
}

pub(crate) struct TestServer {
    pub(crate) store: Arc<MemoryStore>,
    pub(crate) tables: Tables,
}

/// Time at which the tests start.
const MORNING: Timestamp = Timestamp(1_700_000_000_000);

impl TestServer {
    pub(crate) fn open(seed: u64) -> TestServer {
        TestServer::on(Arc::new(MemoryStore::new()), seed, MORNING)
    }

    /// Opens a server on a store that may have been used before.
    pub(crate) fn on(store: Arc<MemoryStore>, seed: u64, now: Timestamp) -> TestServer {
        TestServer::among(store, seed, now, None)
    }

    /// Opens a server that may share its store with others.
    pub(crate) fn among(
        store: Arc<MemoryStore>,
        seed: u64,
        now: Timestamp,
        cluster: Option<ClusterHandle>,
    ) -> TestServer {
        let secrets = Arc::new(Script::new(seed));
        let english = wordlists::embedded("en").unwrap().clone();
        let dutch = wordlists::embedded("nl").unwrap().clone();
        let words = HashMap::from([("en".to_owned(), english), ("nl".to_owned(), dutch)]);
        let time = Time::starting_at(now);
        // The moves of bots matter little here, and no test waits for them.
        let limits = Limits { bot_thinking_max: Duration::from_millis(20), ..Limits::default() };
        let tables = Tables::new(store.clone(), secrets, Arc::new(words), time, limits, cluster);
        TestServer { store, tables }
    }

    /// Starts a new server on the same store. All clients are disconnected.
    pub(crate) async fn restart(self, seed: u64) -> TestServer {
        let (store, now) = (self.store.clone(), self.tables.time().now());
        drop(self);
        // The tasks of the old tables notice that their senders were dropped.
        tokio::time::sleep(Duration::from_millis(1)).await;
        TestServer::on(store, seed, now)
    }

    pub(crate) fn guest(&self, name: &str) -> TestClient {
        TestClient::new(name, &self.tables)
    }

    /// A host who has opened a table.
    pub(crate) async fn host(&self, name: &str, preset: &str, rules: Value) -> TestClient {
        let mut host = self.guest(name);
        let wish = json!({"playerName": name, "preset": preset, "rules": rules});
        let opened = host.does("createGame", wish).await;
        host.sits(&opened);
        host
    }

    /// A guest who sits down at a table by its code.
    pub(crate) async fn join(&self, name: &str, room: &str) -> TestClient {
        let mut guest = self.guest(name);
        let seat = guest.does("joinGame", json!({"playerName": name, "roomCode": room})).await;
        guest.sits(&seat);
        guest
    }

    /// A running game with a number of players.
    pub(crate) async fn game(&self, preset: &str, rules: Value, players: usize) -> Vec<TestClient> {
        const NAMES: [&str; 4] = ["Ann", "Bob", "Cid", "Dora"];
        let host = self.host(NAMES[0], preset, rules).await;
        let room = host.room.clone();
        let mut guests = vec![host];
        for name in &NAMES[1..players] {
            guests.push(self.join(name, &room).await);
        }
        guests[0].does("startGame", json!({})).await;
        guests
    }

    pub(crate) async fn stored(&self, room: &str) -> StoredTable {
        let code = store::RoomCode::new(room).unwrap();
        let game = self.store.find_code(&code).await.unwrap().expect("there is a table with this code");
        self.store.load(&game).await.unwrap().unwrap()
    }

    /// The game as the store has it.
    pub(crate) async fn replay(&self, room: &str) -> Game {
        Game::replay(self.stored(room).await.events()).unwrap()
    }

    pub(crate) async fn version(&self, room: &str) -> u64 {
        self.stored(room).await.version.0
    }

    /// Returns the player to move, with the best legal move that the engine finds.
    pub(crate) async fn next_move<'g>(
        &self,
        guests: &'g [TestClient],
    ) -> (&'g TestClient, &'static str, Value) {
        let game = self.replay(&guests[0].room).await;
        let seat = game.to_move().expect("the game is on");
        let name = &game.players()[seat].name;
        let guest = guests.iter().find(|guest| guest.name == name.as_str()).unwrap();
        let (event, payload) = best_move(&game, seat);
        (guest, event, payload)
    }

    /// Plays one turn.
    pub(crate) async fn turn<'g>(&self, guests: &'g [TestClient]) -> &'g TestClient {
        let (guest, event, payload) = self.next_move(guests).await;
        guest.does(event, payload).await;
        guest
    }

    /// Returns the player to move.
    pub(crate) async fn to_move<'g>(&self, guests: &'g [TestClient]) -> &'g TestClient {
        let game = self.replay(&guests[0].room).await;
        let seat = game.to_move().expect("the game is on");
        let name = game.players()[seat].name.as_str().to_owned();
        guests.iter().find(|guest| guest.name == name).unwrap()
    }

    /// Checks that all connected clients have received the last version.
    pub(crate) async fn everybody_knows(&self, guests: &[TestClient]) {
        let version = self.version(&guests[0].room).await;
        for guest in guests {
            assert_eq!(guest.last_seq(), version, "{} is behind", guest.name);
        }
    }
}

/// Lets time pass, so that due timers fire.
pub(crate) async fn wait(seconds: u64) {
    tokio::time::sleep(Duration::from_secs(seconds)).await;
    tokio::time::sleep(Duration::from_millis(5)).await;
}

static OPPONENTS: LazyLock<Bots> =
    LazyLock::new(|| Bots::new(Arc::clone(wordlists::embedded("en").unwrap())).unwrap());

fn best_move(game: &Game, seat: Seat) -> (&'static str, Value) {
    let view = game.player_view(seat).unwrap();
    match OPPONENTS.choose(Observation::of(view).unwrap(), BotLevel::new(4).unwrap(), None, 0) {
        Move::Play(placement) => ("submitWord", placements(game, &placement)),
        Move::Exchange(places) => ("exchangeTiles", json!({"tileIndices": places})),
        Move::Pass => ("passTurn", json!({})),
    }
}

/// A placement as a client sends it.
pub(crate) fn placements(game: &Game, placement: &Placement) -> Value {
    let language = &game.rules().language;
    let tiles = placement.tiles.iter().map(|tile| {
        let (letter, is_blank) = match tile.tile {
            TileToLay::Letter(letter) => (letter, false),
            TileToLay::Blank(letter) => (letter.unwrap(), true),
        };
        json!({"row": tile.row, "col": tile.column, "tile": {"letter": language.text(letter), "isBlank": is_blank}})
    });
    json!({"placements": tiles.collect::<Vec<_>>()})
}

/// The first play of a game: tiles of the rack side by side, whatever they spell.
pub(crate) fn nonsense(game: &Game, seat: Seat, places: &[usize]) -> Value {
    let rack = game.rack(seat).unwrap().tiles();
    let tiles = places.iter().enumerate().map(|(index, &place)| rules::ClaimedTile {
        row: 7,
        column: 7 + index as i64,
        tile: match rack[place] {
            rules::Tile::Letter(letter) => TileToLay::Letter(letter),
            rules::Tile::Blank => TileToLay::Blank(game.rules().language.letters().next()),
        },
    });
    placements(game, &Placement { tiles: tiles.collect() })
}
