use serde_json::{Value, json};

use crate::test_client::{ReceivedEvent, TestClient};
use crate::test_server::{TestServer, wait};

#[tokio::test(start_paused = true)]
async fn a_client_with_a_last_version_gets_exactly_what_it_missed() {
    let house = TestServer::open(1);
    let mut guests = house.game("validated", json!({}), 3).await;
    house.turn(&guests).await;
    let mut cid = guests.pop().unwrap();
    let last = cid.last_seq();
    cid.client.gone().await;
    wait(0).await;
    // A player who stays receives what Cid misses.
    for guest in &guests {
        guest.forget();
    }
    house.turn(&guests).await;
    let missed: Vec<ReceivedEvent> =
        guests[0].heard().into_iter().filter(|heard| heard.name != "ack").collect();
    let (room, token) = (cid.room.clone(), cid.token.clone());
    drop(cid);
    cid = house.guest("Cid");
    cid.greet(&room, &token, Some(last)).await.unwrap();
    let heard: Vec<ReceivedEvent> = cid.heard().into_iter().filter(|heard| heard.name != "ack").collect();
    let public = |all: Vec<ReceivedEvent>| -> Vec<ReceivedEvent> {
        all.into_iter().filter(|heard| heard.name != "yourTiles" && heard.name != "wordAccepted").collect()
    };
    assert_eq!(public(heard), public(missed));
    assert_eq!(cid.count("tableState"), 0);
}

#[tokio::test(start_paused = true)]
async fn a_client_that_missed_nothing_gets_no_events() {
    let house = TestServer::open(2);
    let guests = house.game("classic", json!({}), 2).await;
    let last = guests[1].last_seq();
    let mut again = house.guest("Bob");
    again.greet(&guests[1].room, &guests[1].token, Some(last)).await.unwrap();
    assert_eq!(again.names(), ["ack"]);
}

#[tokio::test(start_paused = true)]
async fn without_a_last_version_the_contract_events_and_the_full_state_are_sent() {
    let house = TestServer::open(3);
    let guests = house.game("validated", json!({}), 2).await;
    house.turn(&guests).await;
    let mut again = house.guest("Bob");
    again.greet(&guests[1].room, &guests[1].token, None).await.unwrap();
    let expected =
        ["gameStarted", "yourTiles", "boardUpdate", "scoreUpdate", "turnChange", "tableState", "ack"];
    assert_eq!(again.names(), expected);
    let state = again.last("tableState").unwrap();
    assert_eq!(state["you"]["tiles"], guests[1].last("yourTiles").unwrap()["tiles"]);
    assert_eq!(state["game"]["board"], guests[0].last("boardUpdate").unwrap()["board"]);
}

#[tokio::test(start_paused = true)]
async fn a_version_too_old_or_too_new_gets_the_full_state() {
    let house = TestServer::open(4);
    let guests = house.game("open", json!({"scorelessEnd": {"kind": "passes", "count": 100}}), 2).await;
    for _ in 0..70 {
        house.to_move(&guests).await.does("passTurn", json!({})).await;
    }
    let (room, token) = (&guests[1].room, &guests[1].token);
    for last in [0, 3, 10_000] {
        let mut again = house.guest("Bob");
        again.greet(room, token, Some(last)).await.unwrap();
        assert_eq!(again.count("tableState"), 1, "{last}");
    }
    let mut recent = house.guest("Bob");
    let last = house.version(room).await - 12;
    recent.greet(room, token, Some(last)).await.unwrap();
    assert_eq!((recent.count("tableState"), recent.count("turnPassed")), (0, 12));
}

#[tokio::test(start_paused = true)]
async fn a_resync_sends_missed_events_or_the_full_state() {
    let house = TestServer::open(5);
    let guests = house.game("validated", json!({}), 2).await;
    let last = guests[1].last_seq();
    house.turn(&guests).await;
    guests[1].forget();
    guests[1].does("resync", json!({"lastSeq": last})).await;
    assert!(guests[1].count("playMade") == 1 && guests[1].count("tableState") == 0);
    guests[1].does("resync", json!({})).await;
    assert_eq!(guests[1].count("tableState"), 1);
}

#[tokio::test(start_paused = true)]
async fn a_repeated_command_is_answered_but_not_carried_out_again() {
    let house = TestServer::open(6);
    let guests = house.game("validated", json!({}), 2).await;
    let (player, event, mut payload) = house.next_move(&guests).await;
    payload["commandId"] = json!("c-1");
    let first = player.does(event, payload.clone()).await;
    let game = house.replay(&player.room).await;
    // Once while a repetition would be refused, and once when it would be accepted.
    assert_eq!(player.does(event, payload.clone()).await, first);
    house.turn(&guests).await;
    let mut pass = json!({"commandId": "c-1"});
    assert_eq!(player.does("passTurn", pass.clone()).await, first, "an id is good for one command");
    pass["commandId"] = json!("c-2");
    let second = player.does("passTurn", pass.clone()).await;
    assert_ne!(second, first);
    assert_eq!(house.version(&player.room).await, second["seq"].as_u64().unwrap());
    assert_eq!(game.history().len() + 2, house.replay(&player.room).await.history().len());
}

#[tokio::test(start_paused = true)]
async fn command_ids_are_scoped_to_a_player() {
    let house = TestServer::open(7);
    let guests = house.game("validated", json!({}), 2).await;
    let pass = json!({"commandId": "same"});
    let one = guests[0].does("passTurn", pass.clone()).await;
    let two = guests[1].does("passTurn", pass).await;
    assert_eq!(one["seq"].as_u64().unwrap() + 1, two["seq"].as_u64().unwrap());
}

#[tokio::test(start_paused = true)]
async fn a_duplicate_without_an_id_is_refused_and_changes_nothing() {
    let house = TestServer::open(8);
    let guests = house.game("validated", json!({}), 2).await;
    let (player, event, payload) = house.next_move(&guests).await;
    player.does(event, payload.clone()).await;
    let before = house.stored(&player.room).await;
    assert_eq!(player.is_refused(event, payload).await, "NOT_YOUR_TURN");
    assert_eq!(player.is_refused("startGame", json!({})).await, "GAME_ALREADY_STARTED");
    assert_eq!(house.stored(&player.room).await, before);
    assert_eq!(player.last("error").unwrap()["code"], Value::from("GAME_ALREADY_STARTED"));
}

#[tokio::test(start_paused = true)]
async fn chat_and_presence_carry_the_version_without_advancing_it() {
    let house = TestServer::open(9);
    let guests = house.game("social", json!({}), 2).await;
    let version = house.version(&guests[0].room).await;
    guests[1].does("chat", json!({"text": "well \u{202e}played"})).await;
    let line = guests[0].last("chat").unwrap();
    assert_eq!((&line["text"], &line["seq"]), (&json!("well played"), &json!(version)));
    guests[1].client.gone().await;
    let mut bob = house.guest("Bob");
    bob.greet(&guests[1].room, &guests[1].token, None).await.unwrap();
    assert_eq!(guests[0].last("playerReconnected").unwrap()["seq"], version);
    assert_eq!(house.version(&guests[0].room).await, version);
}

#[tokio::test(start_paused = true)]
async fn unreadable_chat_is_refused() {
    let house = TestServer::open(41);
    let guests = house.game("social", json!({}), 2).await;
    for text in ["  ", "\u{3164}\u{200b}", "\u{e0041}\u{e007f}", "\u{301}"] {
        assert_eq!(guests[0].is_refused("chat", json!({"text": text})).await, "BAD_REQUEST", "{text:?}");
    }
    assert_eq!(guests[1].count("chat"), 0);
    let pile = format!("z{}", "\u{336}".repeat(200));
    guests[0].does("chat", json!({"text": pile})).await;
    let shown = guests[1].last("chat").unwrap()["text"].as_str().unwrap().chars().count();
    assert_eq!(shown, 9);
}

#[tokio::test(start_paused = true)]
async fn words_are_found_with_and_without_diacritics() {
    let house = TestServer::open(42);
    let guests = house.game("validated", json!({}), 2).await;
    for word in ["cafe", "Café", "CAFE\u{301}", "naïve"] {
        assert_eq!(guests[0].does("lookupWord", json!({"word": word})).await["valid"], true, "{word}");
    }
    assert_eq!(guests[0].does("lookupWord", json!({"word": "кафе"})).await["valid"], false);
}

/// A player's client that follows the state, at the same seat.
async fn follower_of(house: &TestServer, guest: &TestClient, last_seq: Option<u64>) -> TestClient {
    let mut follower = house.guest(&guest.name).following();
    follower.greet(&guest.room, &guest.token, last_seq).await.unwrap();
    follower
}

fn events_of(heard: Vec<ReceivedEvent>) -> Vec<ReceivedEvent> {
    heard.into_iter().filter(|heard| heard.name != "ack").collect()
}

#[tokio::test(start_paused = true)]
async fn every_version_ends_with_its_change_for_clients_that_follow_the_state() {
    let house = TestServer::open(7);
    let mut guests = house.game("classic", json!({}), 2).await;
    guests[0] = follower_of(&house, &guests[0], None).await;
    guests[0].forget();
    for _ in 0..5 {
        house.turn(&guests).await;
    }
    let events = events_of(guests[0].heard());
    let seq = |heard: &ReceivedEvent| heard.body()["seq"].as_u64();
    let versions: Vec<_> = events.chunk_by(|one, next| seq(one) == seq(next)).collect();
    assert!(versions.len() >= 5);
    for version in versions {
        assert_eq!(version.last().unwrap().name, "stateChange");
    }
    assert_eq!(guests[1].count("stateChange"), 0);
}

#[tokio::test(start_paused = true)]
async fn a_client_that_follows_the_state_gets_the_changes_that_it_missed() {
    let house = TestServer::open(8);
    let mut guests = house.game("validated", json!({}), 2).await;
    let alone = house.version(&guests[0].room).await;
    house.turn(&guests).await;
    // No client followed the state, so the changes are not in memory.
    guests[1] = follower_of(&house, &guests[1], Some(alone)).await;
    assert_eq!((guests[1].count("tableState"), guests[1].count("stateChange")), (1, 0));

    guests[0] = follower_of(&house, &guests[0], None).await;
    let last = guests[1].last_seq();
    guests[0].forget();
    for _ in 0..3 {
        house.turn(&guests).await;
    }
    let sent = events_of(guests[0].heard());
    let returned = follower_of(&house, &guests[0], Some(last)).await;
    assert_eq!(events_of(returned.heard()), sent);
    assert_eq!(returned.count("stateChange"), 3);
}
