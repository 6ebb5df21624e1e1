use serde_json::json;

use crate::test_server::{TestServer, wait};

#[tokio::test(start_paused = true)]
async fn a_player_of_an_open_game_who_is_away_for_a_minute_is_removed() {
    let house = TestServer::open(1);
    let guests = house.game("open", json!({}), 3).await;
    guests[1].client.gone().await;
    wait(0).await;
    assert!(guests[0].last("playerDisconnected").unwrap()["heldUntil"].is_i64());
    wait(59).await;
    assert_eq!(guests[0].count("playerRemoved"), 0);
    wait(1).await;
    let removed = guests[0].last("playerRemoved").unwrap();
    assert_eq!((&removed["playerId"], &removed["reason"]), (&json!(guests[1].id), &json!("removed")));
    assert_eq!(guests[0].count("gameEnded"), 0, "two go on");
    guests[2].client.gone().await;
    wait(60).await;
    let ended = guests[0].last("gameEnded").unwrap();
    assert_eq!((&ended["reason"], &ended["winner"]["playerId"]), (&json!("abandoned"), &json!(guests[0].id)));
}

#[tokio::test(start_paused = true)]
async fn a_player_who_reconnects_within_the_minute_keeps_the_seat() {
    let house = TestServer::open(2);
    let guests = house.game("open", json!({}), 2).await;
    guests[1].client.gone().await;
    wait(59).await;
    let mut bob = house.guest("Bob");
    bob.greet(&guests[1].room, &guests[1].token, None).await.unwrap();
    assert_eq!(guests[0].last("playerReconnected").unwrap()["by"], "token");
    wait(300).await;
    assert_eq!(guests[0].count("playerRemoved"), 0);
}

#[tokio::test(start_paused = true)]
async fn seats_of_other_presets_are_kept() {
    for preset in ["social", "classic", "validated"] {
        let house = TestServer::open(3);
        let guests = house.game(preset, json!({}), 2).await;
        guests[1].client.gone().await;
        wait(3600).await;
        assert_eq!(guests[0].count("playerRemoved"), 0, "{preset}");
        let mut bob = house.guest("Bob");
        bob.greet(&guests[1].room, &guests[1].token, None).await.unwrap();
        assert_eq!(bob.last("yourTiles").unwrap()["tiles"].as_array().unwrap().len(), 7);
    }
}

#[tokio::test(start_paused = true)]
async fn an_absent_player_loses_their_lobby_seat_and_token_after_a_minute() {
    let house = TestServer::open(4);
    let ann = house.host("Ann", "classic", json!({})).await;
    let bob = house.join("Bob", &ann.room).await;
    bob.client.gone().await;
    wait(0).await;
    assert_eq!(ann.last("lobbyUpdate").unwrap()["players"][1]["connected"], false);
    wait(60).await;
    assert_eq!(ann.last("lobbyUpdate").unwrap()["players"].as_array().unwrap().len(), 1);
    let mut again = house.guest("Bob");
    let error = again.greet(&ann.room, &bob.token, None).await.unwrap_err();
    assert_eq!(error["code"], "BAD_TOKEN");
    house.join("Bob", &ann.room).await;
}

#[tokio::test(start_paused = true)]
async fn a_host_who_is_away_for_a_minute_is_replaced() {
    let house = TestServer::open(5);
    let guests = house.game("social", json!({}), 3).await;
    guests[0].client.gone().await;
    wait(60).await;
    assert_eq!(guests[2].last("hostChanged").unwrap()["playerId"], guests[1].id.as_str());
    guests[1].does("removePlayer", json!({"playerId": guests[0].id})).await;
    assert_eq!(guests[2].last("playerRemoved").unwrap()["playerId"], guests[0].id.as_str());
}

#[tokio::test(start_paused = true)]
async fn a_game_of_three_continues_after_one_resigns() {
    let house = TestServer::open(6);
    let guests = house.game("classic", json!({}), 3).await;
    let out = house.to_move(&guests).await;
    out.does("resign", json!({})).await;
    assert_eq!(guests[0].count("gameEnded"), 0);
    assert_ne!(house.to_move(&guests).await.name, out.name);
    let next = house.turn(&guests).await;
    next.does("resign", json!({})).await;
    let last = guests.iter().find(|guest| guest.name != out.name && guest.name != next.name).unwrap();
    let ended = last.last("gameEnded").unwrap();
    assert_eq!((&ended["reason"], &ended["winner"]["playerId"]), (&json!("resigned"), &json!(last.id)));
    assert_eq!(out.is_refused("resign", json!({})).await, "GAME_ENDED");
    house.everybody_knows(&guests).await;
}

#[tokio::test(start_paused = true)]
async fn leaving_a_running_game_is_resigning() {
    let house = TestServer::open(7);
    let guests = house.game("open", json!({}), 2).await;
    guests[1].does("leaveGame", json!({})).await;
    assert_eq!(guests[0].last("gameEnded").unwrap()["reason"], "resigned");
    assert_eq!(guests[1].is_refused("passTurn", json!({})).await, "GAME_NOT_STARTED");
}
