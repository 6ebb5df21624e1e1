//! A connection has at most one seat.

use serde_json::json;

use crate::test_client::TestClient;
use crate::test_server::{TestServer, wait};

/// Checks that all players are connected, and that the first one is the host.
fn has_no_ghost(guest: &TestClient, players: usize) {
    let lobby = guest.last("lobbyUpdate").unwrap()["players"].clone();
    assert_eq!(lobby.as_array().unwrap().len(), players, "{lobby}");
    assert!(lobby.as_array().unwrap().iter().all(|player| player["connected"] == true), "{lobby}");
    assert_eq!(lobby[0]["isHost"], true, "{lobby}");
}

#[tokio::test(start_paused = true)]
async fn a_second_join_is_refused_while_the_first_seat_is_held() {
    let house = TestServer::open(1);
    let ann = house.host("Ann", "social", json!({})).await;
    let other = house.host("Zed", "social", json!({})).await;
    let bob = house.join("Bob", &ann.room).await;
    for (event, wish) in [
        ("joinGame", json!({"playerName": "Rob", "roomCode": ann.room})),
        ("joinGame", json!({"playerName": "Bob", "roomCode": other.room})),
        ("joinGame", json!({"playerName": "Bob"})),
        ("joinGame", json!({"roomCode": other.room, "token": other.token})),
        ("joinGame", json!({"roomCode": ann.room, "token": ann.token})),
        ("createGame", json!({"playerName": "Bob"})),
        ("watchGame", json!({"roomCode": ann.room, "invite": ann.invite})),
        ("watchGame", json!({"roomCode": other.room, "invite": other.invite})),
    ] {
        for client in [&ann, &bob] {
            // The token of its own seat returns the client's own state.
            if wish["token"] == client.token.as_str() {
                client.does(event, wish.clone()).await;
            } else {
                assert_eq!(client.is_refused(event, wish.clone()).await, "NOT_ALLOWED", "{event} {wish}");
            }
        }
    }
    let ticket = other.does("createTicket", json!({})).await["ticket"].clone();
    assert_eq!(bob.is_refused("joinGame", json!({"ticket": ticket})).await, "NOT_ALLOWED");
    wait(120).await;
    has_no_ghost(&ann, 2);
    has_no_ghost(&other, 1);
}

#[tokio::test(start_paused = true)]
async fn only_one_of_two_concurrent_joins_gets_a_seat() {
    let house = TestServer::open(2);
    let guest = house.guest("Ann");
    let join = |name: &str| guest.ask("joinGame", json!({"playerName": name}));
    let (first, second) = tokio::join!(join("Ann"), join("Rob"));
    assert_eq!([&first, &second].iter().filter(|answer| answer.is_ok()).count(), 1);
    wait(120).await;
    has_no_ghost(&guest, 1);
    let create = json!({"playerName": "Ann"});
    let (first, second) = {
        let other = house.guest("Eve");
        let both = (other.ask("createGame", create.clone()), other.ask("joinGame", create.clone()));
        tokio::join!(both.0, both.1)
    };
    assert_eq!([&first, &second].iter().filter(|answer| answer.is_ok()).count(), 1);
}

#[tokio::test(start_paused = true)]
async fn a_client_whose_game_is_over_can_join_another_table() {
    let house = TestServer::open(3);
    let guests = house.game("social", json!({}), 3).await;
    let other = house.host("Zed", "social", json!({"maxPlayers": 4})).await;
    let by = |name: &str| json!({"playerName": name, "roomCode": other.room});
    assert_eq!(guests[2].is_refused("joinGame", by("Cid")).await, "NOT_ALLOWED");
    guests[2].does("resign", json!({})).await;
    guests[2].does("joinGame", by("Cid")).await;
    guests[1].does("leaveGame", json!({})).await;
    guests[1].does("joinGame", by("Bob")).await;
    assert_eq!(guests[0].count("gameEnded"), 1);
    guests[0].does("joinGame", by("Ann")).await;
    has_no_ghost(&other, 4);
}

#[tokio::test(start_paused = true)]
async fn taking_a_seat_withdraws_a_join_request_elsewhere() {
    let house = TestServer::open(4);
    let ann = house.host("Ann", "social", json!({"joining": "hostAdmits"})).await;
    let zed = house.host("Zed", "social", json!({})).await;
    let bob = house.guest("Bob");
    bob.does("watchGame", json!({"roomCode": zed.room, "invite": zed.invite})).await;
    let asked = bob.does("joinGame", json!({"playerName": "Bob", "roomCode": ann.room})).await;
    bob.does("joinGame", json!({"playerName": "Bob", "roomCode": zed.room})).await;
    assert_eq!(ann.last("joinWithdrawn").unwrap()["requestId"], asked["requestId"]);
    let yes = json!({"requestId": asked["requestId"], "admit": true});
    assert_eq!(ann.is_refused("admitPlayer", yes).await, "NOT_ALLOWED");
    has_no_ghost(&ann, 1);
    has_no_ghost(&zed, 2);
}
