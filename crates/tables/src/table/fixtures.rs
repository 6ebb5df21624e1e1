//! Games, clients and nodes for the unit tests of a table's parts.

use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use protocol::Packet;
use rules::{
    BySeat, Command, Decision, Env, Event, Game, GameId, Key, Language, Letter, Newcomer, Opening, Preset,
    Seat, Seed, Timestamp,
};
use store::{Hint, Hints, MemoryStore, NodeId};

use crate::client_sink::ClientSink;
use crate::cluster::ClusterHandle;

pub(super) const NOW: Timestamp = Timestamp(1_763_208_000_000);
pub(super) const SEED: Seed = Seed([7; 32]);

pub(super) fn seat(index: usize) -> Seat {
    Seat::all().nth(index).unwrap()
}

/// A waiting game without players, and its first event.
pub(super) fn opened() -> (Game, Event) {
    let game = GameId::new("6f2c8a3e-0000-4000-8000-000000000001");
    let rules = Preset::Open.rules(Language::by_code("en").unwrap());
    let commitment = SEED.commitment(&game);
    Game::open(Opening { game, rules, commitment, rematch: None, starting_word: Vec::new() }, NOW)
}

pub(super) fn decide<T>(game: &Game, then: impl FnOnce(&Game, &Env<'_>) -> T) -> T {
    let words = |_: &[Letter]| true;
    let (draws, away) = (Key::new(&SEED, game.id(), &[]), BySeat::new());
    then(game, &Env { words: &words, now: NOW, draws: &draws, away: &away })
}

/// What happens when a player joins.
pub(super) fn joins(game: &Game, name: &str) -> Decision {
    let newcomer = Newcomer { name: name.parse().unwrap(), nonce: None };
    decide(game, |game, env| game.admit(newcomer, env)).unwrap()
}

/// What happens when the player on a seat sends a command.
pub(super) fn does(game: &Game, seat: Seat, command: Command) -> Decision {
    decide(game, |game, env| game.decide(seat, command, env)).unwrap()
}

/// A client that records what it is sent.
#[derive(Default)]
pub(super) struct RecordingSink {
    pub(super) sent: Mutex<Vec<String>>,
    pub(super) is_closed: Mutex<bool>,
}

impl ClientSink for RecordingSink {
    fn send(&self, packet: &Packet) {
        self.sent.lock().unwrap().push(packet.payload().to_owned());
    }

    fn close(&self) {
        *self.is_closed.lock().unwrap() = true;
    }
}

/// Hints that are only counted.
#[derive(Default)]
pub(super) struct RecordedHints(pub(super) Mutex<Vec<Hint>>);

#[async_trait]
impl Hints for RecordedHints {
    fn give(&self, hint: Hint) {
        self.0.lock().unwrap().push(hint);
    }

    async fn next(&self) -> Hint {
        std::future::pending().await
    }
}

/// A node on a store, with the hints that it gave.
pub(super) fn node(name: &str, store: &Arc<MemoryStore>) -> (ClusterHandle, Arc<RecordedHints>) {
    let hints = Arc::new(RecordedHints::default());
    let handle = ClusterHandle {
        node: NodeId::new(name).unwrap(),
        cluster_store: Arc::<MemoryStore>::clone(store),
        hints: Arc::<RecordedHints>::clone(&hints),
    };
    (handle, hints)
}
