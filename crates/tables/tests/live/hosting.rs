use serde_json::json;

use crate::test_server::{TestServer, wait};

#[tokio::test(start_paused = true)]
async fn the_next_player_becomes_host_when_the_host_leaves() {
    let house = TestServer::open(1);
    let ann = house.host("Ann", "social", json!({})).await;
    let bob = house.join("Bob", &ann.room).await;
    let cid = house.join("Cid", &ann.room).await;
    assert_eq!(bob.is_refused("startGame", json!({})).await, "NOT_HOST");
    ann.does("leaveGame", json!({})).await;
    assert_eq!(cid.last("hostChanged").unwrap()["playerId"], bob.id.as_str());
    bob.does("startGame", json!({})).await;
    bob.does("resign", json!({})).await;
    assert_eq!(cid.last("gameEnded").unwrap()["winner"]["playerId"], cid.id.as_str());
}

#[tokio::test(start_paused = true)]
async fn a_new_host_gets_the_pending_join_requests() {
    let house = TestServer::open(9);
    let ann = house.host("Ann", "social", json!({"joining": "hostAdmits"})).await;
    let by = |name: &str| json!({"playerName": name, "roomCode": ann.room});
    let (bob, cid) = (house.guest("Bob"), house.guest("Cid"));
    let sits = bob.does("joinGame", by("Bob")).await;
    ann.does("admitPlayer", json!({"requestId": sits["requestId"], "admit": true})).await;
    let asks = cid.does("joinGame", by("Cid")).await;
    assert_eq!(bob.count("joinRequested"), 0);
    ann.does("leaveGame", json!({})).await;
    assert_eq!(bob.last("joinRequested").unwrap()["requestId"], asks["requestId"]);
    bob.does("admitPlayer", json!({"requestId": asks["requestId"], "admit": true})).await;
    assert_eq!(cid.last("joinDecided").unwrap()["admitted"], true);
}

#[tokio::test(start_paused = true)]
async fn the_next_player_becomes_host_when_the_host_resigns() {
    let house = TestServer::open(2);
    let guests = house.game("social", json!({}), 3).await;
    guests[0].does("resign", json!({})).await;
    assert_eq!(guests[2].last("hostChanged").unwrap()["playerId"], guests[1].id.as_str());
    guests[1].does("endGame", json!({})).await;
    assert_eq!(guests[2].last("gameEnded").unwrap()["reason"], "hostEnded");
    house.everybody_knows(&guests).await;
}

#[tokio::test(start_paused = true)]
async fn at_a_table_of_two_the_host_ends_the_game_alone() {
    let house = TestServer::open(3);
    let guests = house.game("validated", json!({}), 2).await;
    house.turn(&guests).await;
    assert_eq!(guests[1].is_refused("endGame", json!({})).await, "NOT_HOST");
    guests[0].does("endGame", json!({})).await;
    assert_eq!(guests[1].last("gameEnded").unwrap()["reason"], "hostEnded");
}

#[tokio::test(start_paused = true)]
async fn at_a_table_of_four_more_than_half_must_agree_to_end() {
    let house = TestServer::open(4);
    let guests = house.game("validated", json!({}), 4).await;
    guests[0].does("endGame", json!({})).await;
    assert_eq!(guests[3].last("endGameRequested").unwrap()["playerId"], guests[0].id.as_str());
    guests[2].does("endGame", json!({})).await;
    assert_eq!(guests[0].last("endGameAgreed").unwrap()["agreed"].as_array().unwrap().len(), 2);
    assert_eq!(guests[0].count("gameEnded"), 0, "half is not more than half");
    guests[1].does("endGame", json!({})).await;
    assert_eq!(guests[0].last("gameEnded").unwrap()["reason"], "hostEnded");
    house.everybody_knows(&guests).await;
}

#[tokio::test(start_paused = true)]
async fn a_request_to_end_lapses_with_the_next_move_or_after_a_minute() {
    let house = TestServer::open(5);
    let guests = house.game("validated", json!({}), 3).await;
    guests[0].does("endGame", json!({})).await;
    house.turn(&guests).await;
    assert_eq!(guests[1].is_refused("endGame", json!({})).await, "NOT_HOST", "there is no question any more");
    guests[0].does("endGame", json!({})).await;
    wait(60).await;
    assert_eq!(guests[1].count("endGameLapsed"), 2);
    assert_eq!(guests[1].count("gameEnded"), 0);
    house.everybody_knows(&guests).await;
}

#[tokio::test(start_paused = true)]
async fn the_host_removes_players_from_the_lobby_and_they_are_notified() {
    let house = TestServer::open(6);
    let ann = house.host("Ann", "social", json!({})).await;
    let bob = house.join("Bob", &ann.room).await;
    let cid = house.join("Cid", &ann.room).await;
    assert_eq!(bob.is_refused("removePlayer", json!({"playerId": cid.id})).await, "NOT_HOST");
    ann.does("removePlayer", json!({"playerId": cid.id})).await;
    assert_eq!(cid.last("playerLeft").unwrap()["playerId"], cid.id.as_str());
    let version = ann.last_seq();
    ann.does("setNonce", json!({"nonce": "a die: 4"})).await;
    assert_eq!(bob.last_seq(), version + 1);
    assert_eq!(cid.last_seq(), version, "whoever was turned out hears no more");
    assert_eq!(cid.is_refused("chat", json!({"text": "hello?"})).await, "NOT_A_PLAYER");
}

#[tokio::test(start_paused = true)]
async fn a_connected_player_cannot_be_removed_from_a_game() {
    let house = TestServer::open(7);
    let guests = house.game("social", json!({}), 3).await;
    let removal = json!({"playerId": guests[1].id});
    assert_eq!(guests[0].is_refused("removePlayer", removal.clone()).await, "NOT_ALLOWED");
    guests[1].client.gone().await;
    wait(59).await;
    assert_eq!(guests[0].is_refused("removePlayer", removal.clone()).await, "NOT_ALLOWED");
    wait(1).await;
    guests[0].does("removePlayer", removal).await;
    assert_eq!(guests[2].last("playerRemoved").unwrap()["playerId"], guests[1].id.as_str());
}

#[tokio::test(start_paused = true)]
async fn an_empty_lobby_is_closed_and_its_code_released() {
    let house = TestServer::open(8);
    let ann = house.host("Ann", "social", json!({})).await;
    ann.does("addBot", json!({"level": 2})).await;
    let room = ann.room.clone();
    ann.does("leaveGame", json!({})).await;
    let bob = house.guest("Bob");
    let wish = json!({"playerName": "Bob", "roomCode": room});
    assert_eq!(bob.is_refused("joinGame", wish).await, "ROOM_NOT_FOUND");
}
