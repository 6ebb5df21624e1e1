//! Two games that differ only in hidden tiles: all other clients receive the same bytes.

use std::sync::Arc;

use rules::Game;
use serde_json::{Value, json};
use store::MemoryStore;

use crate::cluster::{Node, nodes_on};
use crate::test_client::{ReceivedEvent, TestClient};
use crate::test_server::TestServer;
use crate::tile_swap::{cluster, payload_or_centre, rewrite, script};

/// How the players are distributed over nodes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Spread {
    Together,
    /// Neighbours in turn order are at different nodes.
    Apart,
}

struct World {
    nodes: Vec<Node>,
    ann: TestClient,
    others: Vec<TestClient>,
    watcher: TestClient,
}

impl World {
    async fn new(
        store: Arc<MemoryStore>,
        guests: &[TestClient],
        now: rules::Timestamp,
        spread: Spread,
    ) -> World {
        let nodes = nodes_on(&store, if spread == Spread::Apart { 3 } else { 1 }, true, now);
        let mut back = Vec::new();
        for (number, guest) in guests.iter().enumerate() {
            let mut again = nodes[number % nodes.len()].house.guest(&guest.name).following();
            again.greet(&guest.room, &guest.token, None).await.unwrap();
            back.push(again);
        }
        let watcher = nodes[0].house.guest("Eve").following();
        watcher.does("watchGame", json!({"roomCode": guests[0].room, "invite": guests[0].invite})).await;
        let ann = back.remove(0);
        World { nodes, ann, others: back, watcher }
    }

    /// Returns everything that was sent to clients other than Ann's.
    fn received_events(&self) -> Vec<Vec<ReceivedEvent>> {
        self.others.iter().chain([&self.watcher]).map(TestClient::heard).collect()
    }

    async fn game(&self) -> Game {
        self.nodes[0].house.replay(&self.ann.room).await
    }
}

/// Replays the moves of all players, with questions and mistakes by the others.
///
/// Ann uses only tiles that are the same in both games.
async fn live_through(world: &World, moves: &[(&str, &str, Value)]) {
    for (name, event, payload) in moves {
        let everybody = world.others.iter().chain([&world.ann]);
        let guest = everybody.into_iter().find(|guest| guest.name == *name).unwrap();
        // Whether the move is refused is part of the comparison.
        let _ = guest.ask(event, payload.clone()).await;
        for asker in &world.others {
            let _ = asker.ask("resync", json!({})).await;
            let _ = asker.ask("previewMove", payload_or_centre(payload)).await;
            let _ = asker.ask("chat", json!({"text": "hm"})).await;
        }
        tokio::time::sleep(std::time::Duration::from_secs(7)).await;
    }
}

async fn is_the_same_for_the_others(preset: &str, seed: u64, spread: Spread) -> usize {
    let house = TestServer::open(seed);
    let guests = house.game(preset, json!({}), 3).await;
    let (table, now) = (house.stored(&guests[0].room).await, house.tables.time().now());
    let game = Game::replay(table.events()).unwrap();
    let seat = game.players().iter().find(|(_, player)| player.name.as_str() == "Ann").unwrap().0;
    let mut compared = 0;
    for hidden in cluster(&game, seat).into_iter().take(2) {
        let scratch = rewrite(&table, seat, None).await;
        let first = World::new(scratch, &guests, now, spread).await;
        let everybody: Vec<TestClient> = {
            let mut all = first.others;
            all.insert(0, first.ann);
            all
        };
        let moves = script(&first.nodes[0].house, &everybody, hidden).await;
        drop(everybody);
        let moves: Vec<(&str, &str, Value)> =
            moves.iter().map(|(name, event, payload)| (name.as_str(), *event, payload.clone())).collect();

        let here = World::new(rewrite(&table, seat, None).await, &guests, now, spread).await;
        live_through(&here, &moves).await;
        let (mine, received_here) = (here.game().await, here.received_events());
        let there_store = rewrite(&table, seat, Some(hidden)).await;
        let there = World::new(there_store, &guests, now, spread).await;
        // The second game starts at the same time as the first did.
        live_through(&there, &moves).await;

        let theirs = there.game().await;
        let racks_of_others = |game: &Game| -> Vec<rules::Rack> {
            let others = game.players().seats().filter(|other| *other != seat);
            others.map(|other| game.rack(other).unwrap().clone()).collect()
        };
        // If the bag gave another player the differing tile, that player may see the difference.
        if racks_of_others(&mine) != racks_of_others(&theirs) || mine.board() != theirs.board() {
            continue;
        }
        assert_ne!(mine.rack(seat), theirs.rack(seat), "the worlds differ");
        for (one, other) in received_here.into_iter().zip(there.received_events()) {
            assert_eq!(one.len(), other.len());
            assert!(one.iter().any(|event| event.name == "stateChange"), "no change of the state");
            for (one, other) in one.into_iter().zip(other) {
                assert_eq!(one, other, "{preset}, seed {seed}");
            }
        }
        compared += 1;
    }
    compared
}

async fn nobody_can_tell_worlds_apart(spread: Spread) {
    let mut compared = 0;
    for preset in ["social", "classic", "validated", "open"] {
        for seed in 0..4 {
            compared += is_the_same_for_the_others(preset, seed, spread).await;
        }
    }
    assert!(compared >= 12, "only {compared} pairs of worlds were compared");
}

#[tokio::test(start_paused = true)]
async fn hidden_tiles_do_not_change_what_other_clients_receive() {
    nobody_can_tell_worlds_apart(Spread::Together).await;
}

#[tokio::test(start_paused = true)]
async fn hidden_tiles_do_not_change_what_clients_at_other_nodes_receive() {
    nobody_can_tell_worlds_apart(Spread::Apart).await;
}
