use serde_json::{Value, json};

use crate::test_server::TestServer;

#[tokio::test(start_paused = true)]
async fn a_spectator_follows_every_version_and_sees_no_rack() {
    let house = TestServer::open(1);
    let guests = house.game("classic", json!({}), 3).await;
    let watcher = house.guest("Eve");
    let link = json!({"roomCode": guests[0].room, "invite": guests[0].invite});
    let watching = watcher.does("watchGame", link).await;
    assert_eq!(watching["state"]["you"], Value::Null);
    for _ in 0..6 {
        house.turn(&guests).await;
    }
    let secret = ["yourTiles", "tilesExchanged"];
    assert!(watcher.names().iter().all(|name| !secret.contains(&name.as_str())));
    assert_eq!(watcher.last_seq(), house.version(&guests[0].room).await);
    for event in ["passTurn", "resign", "startGame", "createTicket", "endGame", "challenge"] {
        assert_eq!(watcher.is_refused(event, json!({})).await, "NOT_A_PLAYER", "{event}");
    }
    assert_eq!(watcher.is_refused("chat", json!({"text": "psst"})).await, "NOT_A_PLAYER");
    watcher.does("leaveGame", json!({})).await;
    let last = watcher.last_seq();
    house.turn(&guests).await;
    assert_eq!(watcher.last_seq(), last);
}

#[tokio::test(start_paused = true)]
async fn watching_by_link_needs_the_link() {
    let house = TestServer::open(2);
    let guests = house.game("classic", json!({}), 2).await;
    let watcher = house.guest("Eve");
    let room = &guests[0].room;
    assert_eq!(watcher.is_refused("watchGame", json!({"roomCode": room})).await, "BAD_TOKEN");
    let wrong = json!({"roomCode": room, "invite": "00112233445566778899aabbccddeeff"});
    assert_eq!(watcher.is_refused("watchGame", wrong).await, "BAD_TOKEN");
    let open = house.game("classic", json!({"watching": "anyone"}), 2).await;
    watcher.does("watchGame", json!({"roomCode": open[0].room})).await;
}

#[tokio::test(start_paused = true)]
async fn at_most_fifty_watch_a_table() {
    let house = TestServer::open(3);
    let guests = house.game("classic", json!({"watching": "anyone"}), 2).await;
    let wish = json!({"roomCode": guests[0].room});
    let mut watchers = Vec::new();
    for _ in 0..50 {
        let watcher = house.guest("Eve");
        watcher.does("watchGame", wish.clone()).await;
        watchers.push(watcher);
    }
    let late = house.guest("Eve");
    assert_eq!(late.is_refused("watchGame", wish.clone()).await, "RATE_LIMITED");
    watchers[0].does("watchGame", wish.clone()).await;
    watchers.pop().unwrap().client.gone().await;
    late.does("watchGame", wish).await;
}
