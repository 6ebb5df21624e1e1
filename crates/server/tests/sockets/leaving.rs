use serde_json::{Value, json};

use crate::socket_client::Socket;
use crate::socket_server::{Hall, Stillness};

/// Number of sockets in the server's metrics.
async fn counted(hall: &Hall) -> String {
    let metrics = hall.get("/metrics").await;
    metrics.lines().find(|line| line.starts_with("dord_sockets ")).unwrap().to_owned()
}

#[tokio::test(start_paused = true)]
async fn a_socket_that_closes_during_the_handshake_is_neither_counted_nor_seated() {
    let _still = Stillness::begin();
    let hall = Hall::open(7).await;
    let (mut sockets, opened) = hall.game(json!({"preset": "social"})).await;
    drop(sockets.remove(0));
    let mut bob = sockets.remove(0);
    bob.next("playerDisconnected").await;
    let auth = json!({"roomCode": opened["roomCode"], "token": opened["token"]});
    for pause in 0..40 {
        let hasty = Socket::knock(hall.address, &auth).await;
        // Close at different moments of the handshake.
        for _ in 0..pause {
            tokio::task::yield_now().await;
        }
        drop(hasty);
    }
    while counted(&hall).await != "dord_sockets 1" {
        tokio::task::yield_now().await;
    }
    let is_there = |state: &Value| {
        let players = state["players"].as_array().unwrap().clone();
        let ann = players.into_iter().find(|player| player["name"] == "Ann").unwrap();
        ann["connected"].as_bool().unwrap()
    };
    loop {
        bob.does("resync", json!({})).await;
        let state = bob.next("tableState").await;
        if !is_there(&state) {
            return;
        }
        tokio::task::yield_now().await;
    }
}
