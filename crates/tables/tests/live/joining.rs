use serde_json::json;

use crate::test_client::TestClient;
use crate::test_server::{TestServer, wait};

/// Joins the open lobby by name alone.
async fn arrive(house: &TestServer, name: &str) -> TestClient {
    let mut guest = house.guest(name);
    let seat = guest.does("joinGame", json!({"playerName": name})).await;
    guest.sits(&seat);
    guest
}

#[tokio::test(start_paused = true)]
async fn the_open_lobby_fills_the_waiting_table_before_it_opens_another() {
    let house = TestServer::open(1);
    let ann = arrive(&house, "Ann").await;
    let bob = arrive(&house, "Bob").await;
    assert_eq!(ann.room, bob.room);
    ann.does("startGame", json!({})).await;
    let cid = arrive(&house, "Cid").await;
    assert_ne!(cid.room, ann.room, "the running table takes nobody");
    for name in ["Dora", "Eve", "Fay"] {
        assert_eq!(arrive(&house, name).await.room, cid.room);
    }
    assert_ne!(arrive(&house, "Gus").await.room, cid.room, "the waiting table is full");
}

#[tokio::test(start_paused = true)]
async fn tables_with_a_code_are_never_found_by_the_open_lobby() {
    let house = TestServer::open(2);
    let host = house.host("Ann", "open", json!({})).await;
    assert_ne!(arrive(&house, "Bob").await.room, host.room);
}

#[tokio::test(start_paused = true)]
async fn a_name_regains_its_seat_at_a_running_open_table() {
    let house = TestServer::open(3);
    let ann = arrive(&house, "Ann").await;
    let bob = arrive(&house, "Bob").await;
    ann.does("startGame", json!({})).await;
    // While Bob is connected, another Bob is another player.
    let namesake = arrive(&house, "Bob").await;
    assert_ne!(namesake.room, bob.room);
    namesake.client.gone().await;
    bob.client.gone().await;
    let again = arrive(&house, "BOB").await;
    assert_eq!((&again.room, &again.id), (&bob.room, &bob.id));
    assert_ne!(again.token, bob.token);
    assert_eq!(ann.last("playerReconnected").unwrap()["by"], "name");
    assert_eq!(ann.last("seatMoved").unwrap()["playerId"], bob.id.as_str());
    assert_eq!(again.last("yourTiles").unwrap()["tiles"].as_array().unwrap().len(), 7);
    let mut old = house.guest("Bob");
    assert_eq!(old.greet(&bob.room, &bob.token, None).await.unwrap_err()["code"], "BAD_TOKEN");
    // After the hold the player is removed, and the name has no seat there.
    again.client.gone().await;
    wait(60).await;
    assert_ne!(arrive(&house, "Bob").await.room, bob.room);
}

#[tokio::test(start_paused = true)]
async fn a_name_alone_gives_back_no_seat_at_a_table_with_a_code() {
    let house = TestServer::open(4);
    let guests = house.game("open", json!({}), 2).await;
    guests[1].client.gone().await;
    assert_ne!(arrive(&house, "Bob").await.room, guests[1].room);
    let thief = house.guest("Bob");
    let wish = json!({"playerName": "Bob", "roomCode": guests[0].room});
    assert_eq!(thief.is_refused("joinGame", wish).await, "GAME_ALREADY_STARTED");
}

#[tokio::test(start_paused = true)]
async fn a_refused_join_states_the_reason() {
    let house = TestServer::open(5);
    let ann = house.host("Ann", "classic", json!({"maxPlayers": 2})).await;
    let guest = house.guest("Bob");
    let by = |name: &str| json!({"playerName": name, "roomCode": ann.room});
    assert_eq!(
        guest.is_refused("joinGame", json!({"playerName": "Bob", "roomCode": "ZZZZ"})).await,
        "ROOM_NOT_FOUND"
    );
    assert_eq!(guest.is_refused("joinGame", by("ANN")).await, "NAME_TAKEN");
    assert_eq!(guest.is_refused("joinGame", by("-")).await, "NAME_INVALID");
    assert_eq!(ann.is_refused("startGame", json!({})).await, "NOT_ENOUGH_PLAYERS");
    let bad = json!({"roomCode": ann.room, "token": "00"});
    assert_eq!(guest.is_refused("joinGame", bad).await, "BAD_TOKEN");
    guest.does("joinGame", by("Bob")).await;
    let late = house.guest("Cid");
    assert_eq!(late.is_refused("joinGame", by("Cid")).await, "GAME_FULL");
    ann.does("startGame", json!({})).await;
    assert_eq!(late.is_refused("joinGame", by("Cid")).await, "GAME_ALREADY_STARTED");
    assert_eq!(late.is_refused("passTurn", json!({})).await, "GAME_NOT_STARTED");
}

#[tokio::test(start_paused = true)]
async fn guests_sit_down_only_if_the_host_admits_them() {
    let house = TestServer::open(6);
    let ann = house.host("Ann", "social", json!({"joining": "hostAdmits"})).await;
    let mut bob = house.guest("Bob");
    let cid = house.guest("Cid");
    let by = |name: &str| json!({"playerName": name, "roomCode": ann.room});
    let asked = bob.does("joinGame", by("Bob")).await;
    assert!(asked.get("token").is_none() && asked.get("playerId").is_none());
    let request = ann.last("joinRequested").unwrap();
    assert_eq!((&request["requestId"], &request["playerName"]), (&asked["requestId"], &json!("Bob")));
    let other = cid.does("joinGame", by("Cid")).await;
    ann.does("admitPlayer", json!({"requestId": other["requestId"], "admit": false})).await;
    let no = cid.last("joinDecided").unwrap();
    assert_eq!((&no["admitted"], no.get("seat")), (&json!(false), None));
    ann.does("admitPlayer", json!({"requestId": asked["requestId"], "admit": true})).await;
    let yes = bob.last("joinDecided").unwrap();
    assert_eq!(yes["admitted"], true);
    bob.sits(&json!({"roomCode": yes["roomCode"], "playerId": yes["seat"]["playerId"], "token": yes["seat"]["token"]}));
    assert_eq!(ann.last("lobbyUpdate").unwrap()["players"].as_array().unwrap().len(), 2);
    let again = json!({"requestId": asked["requestId"], "admit": true});
    assert_eq!(bob.is_refused("admitPlayer", again.clone()).await, "NOT_HOST");
    assert_eq!(ann.is_refused("admitPlayer", again).await, "NOT_ALLOWED");
    ann.does("startGame", json!({})).await;
    assert_eq!(bob.count("yourTiles"), 1);
    assert_eq!(cid.is_refused("passTurn", json!({})).await, "NOT_A_PLAYER");
}

#[tokio::test(start_paused = true)]
async fn a_guest_who_disconnects_is_not_seated() {
    let house = TestServer::open(7);
    let ann = house.host("Ann", "social", json!({"joining": "hostAdmits"})).await;
    let bob = house.guest("Bob");
    let asked = bob.does("joinGame", json!({"playerName": "Bob", "roomCode": ann.room})).await;
    bob.client.gone().await;
    let yes = json!({"requestId": asked["requestId"], "admit": true});
    assert_eq!(ann.is_refused("admitPlayer", yes).await, "NOT_ALLOWED");
    assert_eq!(ann.last("lobbyUpdate").unwrap()["players"].as_array().unwrap().len(), 1);
}

#[tokio::test(start_paused = true)]
async fn a_host_who_reconnects_gets_the_pending_requests_again() {
    let house = TestServer::open(10);
    let ann = house.host("Ann", "social", json!({"joining": "hostAdmits"})).await;
    let by = |name: &str| json!({"playerName": name, "roomCode": ann.room});
    let [bob, cid, dora] = ["Bob", "Cid", "Dora"].map(|name| house.guest(name));
    let first = bob.does("joinGame", by("Bob")).await;
    let second = cid.does("joinGame", by("Cid")).await;
    let third = dora.does("joinGame", by("Dora")).await;
    ann.does("admitPlayer", json!({"requestId": second["requestId"], "admit": true})).await;
    dora.client.gone().await;
    ann.client.gone().await;

    let mut again = house.guest("Ann");
    again.greet(&ann.room, &ann.token, None).await.unwrap();
    let request = again.last("joinRequested").unwrap();
    assert_eq!((&request["requestId"], &request["playerName"]), (&first["requestId"], &json!("Bob")));
    assert_eq!(again.count("joinRequested"), 1, "neither who is in nor who is gone asks any more");
    assert_ne!(first["requestId"], third["requestId"]);
    assert_eq!(cid.count("joinRequested"), 0, "nobody but the host is told");
    again.does("admitPlayer", json!({"requestId": first["requestId"], "admit": true})).await;
    assert_eq!(bob.last("joinDecided").unwrap()["admitted"], true);
}

#[tokio::test(start_paused = true)]
async fn repeated_commands_create_one_table_and_take_one_seat() {
    let house = TestServer::open(77);
    let ann = house.guest("Ann");
    let wish = json!({"playerName": "Ann", "preset": "classic", "commandId": "make"});
    let opened = ann.does("createGame", wish.clone()).await;
    assert_eq!(ann.does("createGame", wish.clone()).await, opened);
    let bob = house.guest("Bob");
    let join = json!({"playerName": "Bob", "roomCode": opened["roomCode"], "commandId": "sit"});
    let seat = bob.does("joinGame", join.clone()).await;
    assert_eq!(bob.does("joinGame", join.clone()).await, seat);
    let bot = ann.does("addBot", json!({"level": 1, "commandId": "bot"})).await;
    assert_eq!(ann.does("addBot", json!({"level": 1, "commandId": "bot"})).await, bot);
    assert_eq!(house.replay(opened["roomCode"].as_str().unwrap()).await.players().len(), 3);
    // Another connection with the same command id does not get the seat.
    let eve = house.guest("Eve");
    assert_eq!(eve.is_refused("joinGame", join).await, "NAME_TAKEN");
    assert_ne!(eve.does("createGame", wish).await["token"], opened["token"]);
}
