//! Two worlds that differ only in one player's hidden tiles: all other sockets receive identical
//! bytes.

use std::sync::Arc;

use rules::{Game, Rack, Timestamp};
use serde_json::{Value, json};
use store::MemoryStore;

use crate::socket_client::Socket;
use crate::socket_server::{Hall, Stillness, pass};
use crate::test_client::TestClient;
use crate::test_server::TestServer;
use crate::tile_swap::{cluster, payload_or_centre, rewrite, script};

/// Runs a script; returns the resulting game and what all players except Ann received.
async fn live_through(
    store: Arc<MemoryStore>,
    guests: &[TestClient],
    now: Timestamp,
    moves: &[(String, &'static str, Value)],
) -> (Game, Vec<Vec<String>>) {
    let hall = Hall::on(store, 99, now).await;
    let mut sockets = Vec::new();
    for guest in guests {
        let auth = json!({"roomCode": guest.room, "token": guest.token, "stateChanges": true});
        let mut socket = Socket::connect(hall.address, &auth).await;
        socket.next("tableState").await;
        sockets.push(socket);
    }
    let mut watcher = Socket::connect(hall.address, &json!({"stateChanges": true})).await;
    watcher.does("watchGame", json!({"roomCode": guests[0].room, "invite": guests[0].invite})).await;
    sockets.push(watcher);
    for (name, event, payload) in moves {
        let mover = guests.iter().position(|guest| guest.name == *name).unwrap();
        // A refusal is part of the comparison.
        sockets[mover].ask(event, payload.clone()).await;
        for asker in &mut sockets[1..] {
            for (event, payload) in [
                ("resync", json!({})),
                ("previewMove", payload_or_centre(payload)),
                ("submitWord", json!({"placements": [{"row": 7}]})),
                ("chat", json!({"text": "hm"})),
                ("resync", json!({"lastSeq": 1})),
            ] {
                asker.ask(event, payload).await;
            }
        }
        pass(7).await;
    }
    for socket in &mut sockets {
        // The answer to the last request arrives after everything else.
        socket.ask("resync", json!({})).await;
    }
    let game = hall.replay(&json!(guests[0].room)).await;
    (game, sockets[1..].iter().map(Socket::transcript).collect())
}

#[tokio::test(start_paused = true)]
async fn no_byte_on_a_socket_depends_on_another_players_rack() {
    let _still = Stillness::begin();
    let mut compared = 0;
    for (seed, preset) in ["social", "classic", "validated", "open"].into_iter().enumerate() {
        let house = TestServer::open(seed as u64);
        let guests = house.game(preset, json!({}), 3).await;
        let (table, now) = (house.stored(&guests[0].room).await, house.tables.time().now());
        let game = Game::replay(table.events()).unwrap();
        let seat = game.players().iter().find(|(_, player)| player.name.as_str() == "Ann").unwrap().0;
        for hidden in cluster(&game, seat).into_iter().take(2) {
            let scratch = TestServer::on(rewrite(&table, seat, None).await, 99, now);
            let mut players = Vec::new();
            for guest in &guests {
                let mut again = scratch.guest(&guest.name);
                again.greet(&guest.room, &guest.token, None).await.unwrap();
                players.push(again);
            }
            let moves = script(&scratch, &players, hidden).await;
            let (mine, here) = live_through(rewrite(&table, seat, None).await, &guests, now, &moves).await;
            let (theirs, there) =
                live_through(rewrite(&table, seat, Some(hidden)).await, &guests, now, &moves).await;
            let racks_of_others = |game: &Game| -> Vec<Rack> {
                let others = game.players().seats().filter(|other| *other != seat);
                others.map(|other| game.rack(other).unwrap().clone()).collect()
            };
            // Another player drew the tile that differs and may see it.
            if racks_of_others(&mine) != racks_of_others(&theirs) || mine.board() != theirs.board() {
                continue;
            }
            assert_ne!(mine.rack(seat), theirs.rack(seat), "the worlds differ");
            for (one, other) in here.iter().zip(&there) {
                assert!(one.len() > 40, "{}", one.len());
                assert!(one.iter().any(|packet| packet.starts_with("42[\"stateChange\"")));
                assert_eq!(one, other, "{preset}");
            }
            compared += 1;
        }
    }
    assert!(compared >= 4, "only {compared} pairs of worlds were compared");
}
