//! Clocks of nodes and database that differ, stop or jump: time at the tables advances and never
//! goes back.

use std::sync::Arc;
use std::time::Duration;

use rules::{Millis, Timestamp};
use serde_json::json;
use store::MemoryStore;

use crate::cluster::{Node, nodes_at, nodes_on, split_game};
use crate::test_client::TestClient;
use crate::test_server::wait;

const MORNING: Timestamp = Timestamp(1_700_000_000_000);

fn later(seconds: i64) -> Timestamp {
    MORNING + Millis::seconds(seconds)
}

/// Difference between the clocks of two nodes in milliseconds.
fn apart(nodes: &[Node]) -> i64 {
    let [one, other] = [0, 1].map(|number| nodes[number].house.tables.time().now());
    (one.0 - other.0).abs()
}

fn nobody_was_missed(guests: &[TestClient]) {
    for guest in guests {
        for event in ["playerDisconnected", "playerRemoved"] {
            assert_eq!(guest.count(event), 0, "{} was told {event}", guest.name);
        }
    }
}

#[tokio::test(start_paused = true)]
async fn players_stay_connected_when_the_clocks_of_two_nodes_differ() {
    for (seconds, database) in [(10, 0), (60, 0), (-60, 0), (60, 3600), (60, -3600)] {
        let store = Arc::new(MemoryStore::new());
        store.set_clock(later(database));
        let nodes = nodes_at(&store, &[MORNING, later(seconds)], true);
        let guests = split_game(&nodes, "open", json!({})).await;
        // Longer than a seat is held.
        wait(100).await;
        nobody_was_missed(&guests);
        assert!(apart(&nodes) <= 2_250, "{seconds} s apart at first, {} ms after all", apart(&nodes));
    }
}

#[tokio::test(start_paused = true)]
async fn nodes_whose_machines_stood_still_follow_the_database() {
    let store = Arc::new(MemoryStore::new());
    store.set_clock(MORNING);
    let nodes = nodes_on(&store, 2, true, MORNING);
    let guests = split_game(&nodes, "open", json!({})).await;
    let before = nodes[0].house.tables.time().now();
    // The clock of the database jumps ahead by an hour; no time has passed at the nodes.
    store.set_clock(later(3600));
    wait(4).await;
    for node in &nodes {
        assert!(node.house.tables.time().now() >= later(3600));
        assert!(node.house.tables.time().now() > before);
    }
    // By that clock the leases had expired an hour ago, so players were away until the next
    // renewal, but not for long.
    wait(70).await;
    for guest in &guests {
        assert_eq!(guest.count("playerDisconnected"), guest.count("playerReconnected"), "{}", guest.name);
        assert_eq!(guest.count("playerRemoved"), 0, "{}", guest.name);
    }
}

#[tokio::test(start_paused = true)]
async fn a_seat_is_held_for_a_minute_however_far_time_is_set_forward() {
    let store = Arc::new(MemoryStore::new());
    store.set_clock(MORNING);
    let nodes = nodes_on(&store, 2, true, MORNING);
    let guests = split_game(&nodes, "open", json!({})).await;
    guests[1].client.gone().await;
    wait(10).await;
    assert_eq!(guests[0].count("playerDisconnected"), 1);
    store.set_clock(later(3600));
    wait(40).await;
    assert_eq!(guests[0].count("playerRemoved"), 0);
    wait(15).await;
    assert_eq!(guests[0].count("playerRemoved"), 1);
}

#[tokio::test(start_paused = true)]
async fn due_timers_fire_soon_after_the_clock_was_set_forward() {
    let store = Arc::new(MemoryStore::new());
    store.set_clock(MORNING);
    let nodes = nodes_on(&store, 2, false, MORNING);
    let clock = json!({"clock": {"kind": "turn", "seconds": 600}});
    let guests = split_game(&nodes, "validated", clock).await;
    let version = nodes[0].house.version(&guests[0].room).await;
    wait(10).await;
    assert_eq!(nodes[0].house.version(&guests[0].room).await, version);
    store.set_clock(later(660));
    // The next renewal of the leases.
    tokio::time::sleep(Duration::from_millis(2_100)).await;
    assert_eq!(nodes[0].house.version(&guests[0].room).await, version + 1);
}

#[tokio::test(start_paused = true)]
async fn a_database_clock_set_back_delays_no_timer_and_no_lease_expiry() {
    let store = Arc::new(MemoryStore::new());
    store.set_clock(later(3600));
    let mut nodes = nodes_on(&store, 3, true, later(3600));
    let guests = split_game(&nodes, "open", json!({"clock": {"kind": "turn", "seconds": 30}})).await;
    let version = nodes[0].house.version(&guests[0].room).await;
    store.set_clock(MORNING);
    wait(40).await;
    assert!(
        nodes[0].house.version(&guests[0].room).await > version,
        "the clock of the player to move ran on"
    );
    nobody_was_missed(&guests);
    // Another node is stopped right after the clock was set back again.
    store.set_clock(later(-3600));
    drop(nodes.remove(1));
    wait(12).await;
    assert_eq!(guests[0].count("playerDisconnected"), 1);
    let batches = nodes[0].house.stored(&guests[0].room).await.batches;
    let times: Vec<Timestamp> = batches.iter().map(|batch| batch.at).collect();
    assert!(times.is_sorted(), "the log goes back in time: {times:?}");
}
