use serde_json::json;

use crate::test_client::TestClient;
use crate::test_server::{TestServer, wait};

async fn finished(house: &TestServer, players: usize) -> Vec<TestClient> {
    let guests = house.game("validated", json!({}), players).await;
    guests[0].does("endGame", json!({})).await;
    for guest in &guests[1..players - 1] {
        guest.does("endGame", json!({})).await;
    }
    assert_eq!(guests[0].count("gameEnded"), 1);
    guests
}

#[tokio::test(start_paused = true)]
async fn a_rematch_reserves_all_seats_and_the_next_player_begins() {
    let house = TestServer::open(1);
    let mut guests = finished(&house, 3).await;
    let old = guests[0].room.clone();
    let seat = guests[1].does("playAgain", json!({})).await;
    guests[1].sits(&seat);
    let offer = guests[0].last("playAgainOffered").unwrap();
    assert_eq!((&offer["roomCode"], &offer["playerName"]), (&seat["roomCode"], &json!("Bob")));
    assert_eq!(guests[1].last("lobbyUpdate").unwrap()["keptFor"].as_array().unwrap().len(), 2);
    let stranger = house.guest("Cid");
    let wish = json!({"playerName": "Cid", "roomCode": seat["roomCode"]});
    assert_eq!(stranger.is_refused("joinGame", wish).await, "NAME_TAKEN", "the seat is kept for Cid");
    for index in [0, 2] {
        let seat = guests[index].does("playAgain", json!({})).await;
        guests[index].sits(&seat);
        assert_eq!(guests[index].room, guests[1].room);
        assert_ne!(guests[index].room, old);
    }
    guests[1].does("startGame", json!({})).await;
    assert_eq!(house.to_move(&guests).await.name, "Bob", "the beginner moves on by one");
    house.turn(&guests).await;
    house.everybody_knows(&guests).await;
}

#[tokio::test(start_paused = true)]
async fn a_claimed_seat_contributes_its_nonce_from_the_beginning() {
    let house = TestServer::open(12);
    let mut guests = finished(&house, 2).await;
    for (guest, nonce) in guests.iter_mut().zip(["ann's", "bob's"]) {
        let commitment = rules::Nonce(nonce.as_bytes().to_vec()).commitment().to_string();
        let seat = guest.does("playAgain", json!({"commitment": commitment})).await;
        guest.sits(&seat);
    }
    guests[0].does("startGame", json!({})).await;
    assert_eq!(guests[0].last("nonceRequested").unwrap()["contributors"].as_array().unwrap().len(), 2);
    guests[1].forget();
    for (guest, nonce) in guests.iter().zip(["ann's", "bob's"]) {
        guest.does("revealNonce", json!({"nonce": nonce})).await;
    }
    assert_eq!(guests[1].count("gameStarted"), 1);
}

#[tokio::test(start_paused = true)]
async fn unclaimed_seats_are_dropped_when_the_host_starts() {
    let house = TestServer::open(2);
    let mut guests = finished(&house, 3).await;
    guests.truncate(2);
    for guest in &mut guests {
        let seat = guest.does("playAgain", json!({})).await;
        guest.sits(&seat);
    }
    guests[0].does("startGame", json!({})).await;
    assert_eq!(guests[1].last("gameStarted").unwrap()["turnOrder"].as_array().unwrap().len(), 2);
}

#[tokio::test(start_paused = true)]
async fn bots_are_seated_in_a_rematch() {
    let house = TestServer::open(3);
    let mut ann = house.host("Ann", "validated", json!({})).await;
    ann.does("addBot", json!({"level": 1})).await;
    ann.does("startGame", json!({})).await;
    ann.does("endGame", json!({})).await;
    let seat = ann.does("playAgain", json!({})).await;
    ann.sits(&seat);
    let lobby = ann.last("lobbyUpdate").unwrap();
    assert_eq!(lobby["players"].as_array().unwrap().len(), 2);
    assert_eq!(lobby["canStart"], true);
    ann.does("startGame", json!({})).await;
    wait(5).await;
    assert_eq!(ann.count("playMade"), 1, "the bot begins this time");
}

#[tokio::test(start_paused = true)]
async fn an_abandoned_rematch_table_is_replaced() {
    let house = TestServer::open(4);
    let guests = finished(&house, 2).await;
    let first = guests[0].does("playAgain", json!({})).await;
    guests[0].does("leaveGame", json!({})).await;
    let second = guests[1].does("playAgain", json!({})).await;
    assert_ne!(second["roomCode"], first["roomCode"]);
    let mut ann = house.guest("Ann");
    ann.greet(&guests[0].room, &guests[0].token, None).await.unwrap();
    let third = ann.does("playAgain", json!({})).await;
    assert_eq!(third["roomCode"], second["roomCode"]);
}

#[tokio::test(start_paused = true)]
async fn concurrent_rematch_requests_get_the_same_table() {
    let house = TestServer::open(5);
    let guests = finished(&house, 4).await;
    let ask = |index: usize| guests[index].does("playAgain", json!({}));
    let (a, b, c, d) = tokio::join!(ask(0), ask(1), ask(2), ask(3));
    for other in [b, c, d] {
        assert_eq!(other["roomCode"], a["roomCode"]);
        assert_ne!(other["token"], a["token"]);
    }
}

#[tokio::test(start_paused = true)]
async fn a_running_game_has_no_rematch() {
    let house = TestServer::open(6);
    let guests = house.game("social", json!({}), 2).await;
    assert_eq!(guests[0].is_refused("playAgain", json!({})).await, "NOT_ALLOWED");
    let watcher = house.guest("Eve");
    let wish = json!({"roomCode": guests[0].room, "invite": guests[0].invite});
    watcher.does("watchGame", wish).await;
    assert_eq!(watcher.is_refused("playAgain", json!({})).await, "NOT_A_PLAYER");
}

#[tokio::test(start_paused = true)]
async fn each_player_gets_the_link_of_a_rematch_table() {
    let house = TestServer::open(31);
    let mut guests = finished(&house, 2).await;
    let old = guests[0].invite.clone();
    for guest in &mut guests {
        let seat = guest.does("playAgain", json!({})).await;
        guest.sits(&seat);
    }
    let invite = guests[0].invite.clone();
    assert_eq!((invite.len(), &guests[1].invite), (32, &invite));
    assert_ne!(invite, old);
    let watcher = house.guest("Eve");
    let by_code = json!({"roomCode": guests[0].room});
    assert_eq!(watcher.is_refused("watchGame", by_code).await, "BAD_TOKEN");
    let wrong = json!({"roomCode": guests[0].room, "invite": old});
    assert_eq!(watcher.is_refused("watchGame", wrong).await, "BAD_TOKEN", "the old link is the old table's");
    watcher.does("watchGame", json!({"roomCode": guests[0].room, "invite": invite})).await;
    let cid = house.guest("Cid");
    cid.does("joinGame", json!({"playerName": "Cid", "roomCode": guests[0].room, "invite": invite})).await;
}

#[tokio::test(start_paused = true)]
async fn the_link_of_a_rematch_table_survives_a_restart() {
    let house = TestServer::open(32);
    let mut guests = finished(&house, 2).await;
    let seat = guests[0].does("playAgain", json!({})).await;
    guests[0].sits(&seat);
    let house = house.restart(33).await;
    let mut bob = house.guest("Bob");
    bob.greet(&guests[1].room, &guests[1].token, None).await.unwrap();
    let claimed = bob.does("playAgain", json!({})).await;
    assert_eq!(claimed["invite"], guests[0].invite.as_str());
}
