//! Seats of players at other nodes: they cannot be taken over, and outdated tokens lose them.

use std::sync::Arc;

use rules::Timestamp;
use serde_json::json;
use store::MemoryStore;

use crate::cluster::{Node, nodes_on, split_game};
use crate::test_client::TestClient;
use crate::test_server::wait;

const MORNING: Timestamp = Timestamp(1_700_000_000_000);

/// A running game of the open lobby with two players at one node.
async fn open_game(node: &Node) -> Vec<TestClient> {
    let mut guests = Vec::new();
    for name in ["Ann", "Bob"] {
        let mut guest = node.house.guest(name);
        let seat = guest.does("joinGame", json!({"playerName": name})).await;
        guest.sits(&seat);
        guests.push(guest);
    }
    guests[0].does("startGame", json!({})).await;
    guests
}

#[tokio::test(start_paused = true)]
async fn a_name_cannot_take_the_seat_of_a_player_at_another_node() {
    let store = Arc::new(MemoryStore::new());
    let nodes = nodes_on(&store, 2, false, MORNING);
    let guests = open_game(&nodes[0]).await;
    guests[1].client.gone().await;
    wait(3).await;
    let mut bob = nodes[1].house.guest("Bob");
    bob.greet(&guests[1].room, &guests[1].token, None).await.unwrap();
    // The first node does not know that Bob has reconnected, and cannot find out.
    store.set_without_sight(true);
    let thief = nodes[0].house.guest("Bob");
    assert_eq!(thief.is_refused("joinGame", json!({"playerName": "Bob"})).await, "UNAVAILABLE");
    store.set_without_sight(false);
    store.set_without_news(true);
    assert_eq!(thief.is_refused("joinGame", json!({"playerName": "Bob"})).await, "UNAVAILABLE");
    store.set_without_news(false);
    let elsewhere = thief.does("joinGame", json!({"playerName": "Bob"})).await;
    assert_ne!(elsewhere["roomCode"], bob.room, "it is another Bob, at another table");
    wait(2).await;
    assert!(!bob.is_cut());
    bob.does("resync", json!({})).await;
}

#[tokio::test(start_paused = true)]
async fn a_name_can_take_the_seat_of_a_player_at_no_node() {
    let nodes = nodes_on(&Arc::new(MemoryStore::new()), 2, false, MORNING);
    let guests = open_game(&nodes[0]).await;
    guests[1].client.gone().await;
    wait(3).await;
    let again = nodes[1].house.guest("Bob");
    assert_eq!(again.does("joinGame", json!({"playerName": "Bob"})).await["roomCode"], guests[1].room);
}

#[tokio::test(start_paused = true)]
async fn a_hold_restarts_if_the_player_may_have_been_at_another_node() {
    let store = Arc::new(MemoryStore::new());
    let nodes = nodes_on(&store, 2, true, MORNING);
    let guests = split_game(&nodes, "open", json!({})).await;
    guests[1].client.gone().await;
    wait(5).await;
    // The first node knows that Bob is away, but does not see him connect to the second and leave
    // it again.
    store.set_without_sight(true);
    let mut bob = nodes[1].house.guest("Bob");
    bob.greet(&guests[1].room, &guests[1].token, None).await.unwrap();
    wait(65).await;
    bob.client.gone().await;
    store.set_without_sight(false);
    wait(50).await;
    assert_eq!(guests[0].count("playerRemoved"), 0);
    wait(15).await;
    assert_eq!(guests[0].count("playerRemoved"), 1);
}

#[tokio::test(start_paused = true)]
async fn a_table_stays_in_memory_until_departures_are_announced() {
    let store = Arc::new(MemoryStore::new());
    let nodes = nodes_on(&store, 2, true, MORNING);
    let guests = split_game(&nodes, "social", json!({})).await;
    store.set_refusing(true);
    guests[1].client.gone().await;
    // Longer than a table without clients stays in memory.
    wait(70).await;
    store.set_refusing(false);
    wait(10).await;
    guests[0].does("resync", json!({})).await;
    let players = guests[0].last("tableState").unwrap()["players"].clone();
    assert_eq!(
        (&players[0]["connected"], &players[1]["connected"]),
        (&json!(true), &json!(false)),
        "{players}"
    );
    // Now it is unloaded.
    wait(70).await;
    assert_eq!(nodes[1].house.tables.live_count().await, 0);
}

#[tokio::test(start_paused = true)]
async fn moving_a_seat_to_another_node_ends_the_old_connection() {
    let nodes = nodes_on(&Arc::new(MemoryStore::new()), 2, false, MORNING);
    let guests = split_game(&nodes, "social", json!({})).await;
    let ticket = guests[0].does("createTicket", json!({})).await["ticket"].clone();
    let phone = nodes[1].house.guest("Ann");
    phone.does("joinGame", json!({"ticket": ticket})).await;
    // The first node does not know of it yet.
    phone.client.gone().await;
    wait(3).await;
    assert!(guests[0].is_cut(), "the token of this connection opens nothing any more");
    assert!(guests[0].count("seatMoved") > 0);
    let refused = guests[0].is_refused("passTurn", json!({})).await;
    assert_eq!(refused, "NOT_A_PLAYER");
    assert_eq!(guests[1].count("playerDisconnected"), 1);
}

#[tokio::test(start_paused = true)]
async fn a_join_request_fails_if_the_host_cannot_be_notified() {
    let store = Arc::new(MemoryStore::new());
    let nodes = nodes_on(&store, 2, true, MORNING);
    let ann = nodes[0].house.host("Ann", "social", json!({"joining": "hostAdmits"})).await;
    wait(2).await;
    let bob = nodes[1].house.guest("Bob");
    let wish = json!({"playerName": "Bob", "roomCode": ann.room});
    store.set_refusing(true);
    assert_eq!(bob.is_refused("joinGame", wish.clone()).await, "UNAVAILABLE");
    store.set_refusing(false);
    wait(2).await;
    assert_eq!(ann.count("joinRequested"), 0);
    bob.does("joinGame", wish).await;
    wait(1).await;
    let asked = ann.last("joinRequested").unwrap()["requestId"].clone();
    let decision = json!({"requestId": asked, "admit": true});
    store.set_refusing(true);
    assert_eq!(ann.is_refused("admitPlayer", decision.clone()).await, "UNAVAILABLE");
    store.set_refusing(false);
    ann.does("admitPlayer", decision).await;
    wait(1).await;
    assert_eq!(bob.last("joinDecided").unwrap()["admitted"], true);
}

#[tokio::test(start_paused = true)]
async fn a_ticket_that_was_replaced_at_one_node_opens_nothing_at_another() {
    let nodes = nodes_on(&Arc::new(MemoryStore::new()), 2, false, MORNING);
    let guests = split_game(&nodes, "social", json!({})).await;
    let first = guests[0].does("createTicket", json!({})).await["ticket"].clone();
    let mut again = nodes[1].house.guest("Ann");
    again.greet(&guests[0].room, &guests[0].token, None).await.unwrap();
    let second = again.does("createTicket", json!({})).await["ticket"].clone();
    for node in &nodes {
        let thief = node.house.guest("Eve");
        assert_eq!(thief.is_refused("joinGame", json!({"ticket": first})).await, "BAD_TOKEN");
    }
    nodes[0].house.guest("Ann").does("joinGame", json!({"ticket": second})).await;
}
