//! A table that loads slowly delays only requests for that table.

use std::sync::Arc;
use std::time::Duration;

use rules::Timestamp;
use serde_json::json;
use store::MemoryStore;
use tokio::time::timeout;

use crate::cluster::nodes_on;
use crate::test_server::wait;

/// More tables than locks, so that some share the lock of the slow one.
const TABLES: usize = 150;

#[tokio::test(start_paused = true)]
async fn a_slow_table_delays_no_other_table() {
    let store = Arc::new(MemoryStore::new());
    let nodes = nodes_on(&store, 2, false, Timestamp(1_700_000_000_000));
    let mut hosts = Vec::new();
    for _ in 0..TABLES {
        hosts.push(nodes[0].house.host("Ann", "social", json!({})).await);
    }
    let slow = nodes[0].house.stored(&hosts[0].room).await.id;
    store.set_holding_up(Some(slow));
    let mut waiting = Vec::new();
    for name in ["Bob", "Cid"] {
        let (guest, room) = (nodes[1].house.guest(name), hosts[0].room.clone());
        waiting.push(tokio::spawn(async move {
            guest.does("joinGame", json!({"playerName": name, "roomCode": room})).await;
            guest
        }));
    }
    wait(0).await;
    let mut guests = Vec::new();
    for host in &hosts[1..] {
        let joining = nodes[1].house.join("Bob", &host.room);
        guests.push(timeout(Duration::from_millis(100), joining).await.expect("this one is not held up"));
    }
    // The node keeps serving the other tables.
    for host in &hosts[1..] {
        host.does("startGame", json!({})).await;
    }
    wait(2).await;
    for guest in &guests {
        assert_eq!(guest.count("gameStarted"), 1, "at {}", guest.room);
    }
    assert!(waiting.iter().all(|waiting| !waiting.is_finished()));
    store.set_holding_up(None);
    for waiting in waiting {
        waiting.await.unwrap();
    }
    assert_eq!(nodes[1].house.tables.live_count().await, TABLES);
}
