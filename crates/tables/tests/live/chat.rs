use serde_json::{Value, json};

use crate::test_server::TestServer;

fn texts(history: &Value) -> Vec<&str> {
    history["lines"].as_array().unwrap().iter().map(|line| line["text"].as_str().unwrap()).collect()
}

#[tokio::test(start_paused = true)]
async fn chat_is_there_for_a_player_who_comes_later_and_after_a_restart() {
    let house = TestServer::open(1);
    let guests = house.game("social", json!({}), 2).await;
    guests[0].does("chat", json!({"text": "hello"})).await;
    guests[1].does("chat", json!({"text": "hi\u{202e}"})).await;
    let watcher = house.guest("Eve");
    watcher.does("watchGame", json!({"roomCode": guests[0].room, "invite": guests[0].invite})).await;
    let history = watcher.does("chatHistory", json!({})).await;
    assert_eq!(texts(&history), ["hello", "hi"]);
    let first = &history["lines"][0];
    assert_eq!((&first["playerName"], &first["playerId"]), (&json!("Ann"), &json!(guests[0].id)));

    let (room, token) = (guests[0].room.clone(), guests[0].token.clone());
    let house = house.restart(9).await;
    let mut ann = house.guest("Ann");
    ann.greet(&room, &token, None).await.unwrap();
    assert_eq!(texts(&ann.does("chatHistory", json!({})).await), ["hello", "hi"]);
    assert_eq!(house.guest("Zoe").is_refused("chatHistory", json!({})).await, "NOT_A_PLAYER");
}

#[tokio::test(start_paused = true)]
async fn a_message_that_cannot_be_stored_is_not_sent() {
    let house = TestServer::open(2);
    let guests = house.game("social", json!({}), 2).await;
    house.store.set_refusing(true);
    assert_eq!(guests[0].is_refused("chat", json!({"text": "lost"})).await, "UNAVAILABLE");
    house.store.set_refusing(false);
    assert_eq!(guests[1].count("chat"), 0);
    assert_eq!(texts(&guests[0].does("chatHistory", json!({})).await), [""; 0]);
}
