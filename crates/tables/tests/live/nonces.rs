//! Starting a game whose players have committed to nonces, at one node and at several.

use std::time::Duration;

use rules::Nonce;
use serde_json::{Value, json};

use crate::cluster::nodes;
use crate::test_client::TestClient;
use crate::test_server::{TestServer, wait};

fn commitment(nonce: &str) -> String {
    Nonce(nonce.as_bytes().to_vec()).commitment().to_string()
}

async fn commit(guest: &TestClient, nonce: &str) {
    guest.does("setNonce", json!({"commitment": commitment(nonce)})).await;
}

async fn reveal(guest: &TestClient, nonce: &str) {
    guest.does("revealNonce", json!({"nonce": nonce})).await;
}

/// A table of two players who have both committed.
async fn committed(house: &TestServer, preset: &str) -> Vec<TestClient> {
    let ann = house.host("Ann", preset, json!({})).await;
    let bob = house.join("Bob", &ann.room).await;
    commit(&ann, "ann's").await;
    commit(&bob, "bob's").await;
    vec![ann, bob]
}

fn contributors(guest: &TestClient) -> Vec<(String, String, bool)> {
    let requested = guest.last("nonceRequested").unwrap();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let read = |one: &Value| {
        (text(&one["playerId"]), text(&one["commitment"]), one["isRevealed"].as_bool().unwrap())
    };
    requested["contributors"].as_array().unwrap().iter().map(read).collect()
}

#[tokio::test(start_paused = true)]
async fn the_game_starts_after_all_reveals_and_its_record_is_provably_fair() {
    let house = TestServer::open(41);
    let guests = committed(&house, "open").await;
    let (ann, bob) = (&guests[0], &guests[1]);
    let version = house.version(&ann.room).await;
    let ack = ann.does("startGame", json!({})).await;
    assert_eq!(ack["seq"], version + 1);
    for guest in &guests {
        let expected =
            [(ann.id.clone(), commitment("ann's"), false), (bob.id.clone(), commitment("bob's"), false)];
        assert_eq!(contributors(guest), expected);
        assert_eq!(guest.count("gameStarted"), 0);
    }
    reveal(bob, "bob's").await;
    assert_eq!(ann.last("nonceRevealed").unwrap()["playerId"], bob.id.as_str());
    ann.forget();
    reveal(ann, "ann's").await;
    let names: Vec<String> = ann.names().into_iter().filter(|name| name != "ack").collect();
    assert_eq!(names, ["nonceRevealed", "gameStarted", "yourTiles", "scoreUpdate", "turnChange"]);
    let nonces = ann.last("gameStarted").unwrap()["nonces"].clone();
    assert_eq!(nonces[1], json!({"playerId": bob.id, "nonce": "bob's", "commitment": commitment("bob's")}));

    bob.does("resign", json!({})).await;
    let reveal = ann.last("bagReveal").unwrap();
    assert_eq!((reveal["keyVersion"].as_u64(), &reveal["nonces"][0]["nonce"]), (Some(2), &json!("ann's")));
    let stored = house.stored(&ann.room).await;
    let log: Vec<_> = stored.events().cloned().collect();
    let ids = stored.seats.iter().map(|(seat, sits)| (seat, sits.player.clone()));
    let record = protocol::GameRecord::of(&log, &stored.seed, &ids.collect()).unwrap();
    assert_eq!(protocol::verify_record(&record).unwrap().fair_for, [0, 1]);
}

#[tokio::test(start_paused = true)]
async fn games_without_commitments_start_at_once_without_nonce_events() {
    let house = TestServer::open(42);
    let ann = house.host("Ann", "open", json!({})).await;
    let bob = house.join("Bob", &ann.room).await;
    bob.forget();
    ann.does("startGame", json!({})).await;
    assert_eq!(bob.names(), ["gameStarted", "yourTiles", "scoreUpdate", "turnChange"]);
    // The nonce of an old client is open, so the start does not wait for it.
    let ann = house.host("Ann", "open", json!({})).await;
    let bob = house.join("Bob", &ann.room).await;
    bob.does("setNonce", json!({"nonce": "in the open"})).await;
    bob.forget();
    ann.does("startGame", json!({})).await;
    assert_eq!(bob.names(), ["gameStarted", "yourTiles", "scoreUpdate", "turnChange"]);
    assert_eq!(bob.last("gameStarted").unwrap()["nonces"][1]["nonce"], "in the open");
}

#[tokio::test(start_paused = true)]
async fn a_start_without_all_reveals_fails_and_can_be_repeated() {
    let house = TestServer::open(43);
    let guests = committed(&house, "validated").await;
    let (ann, bob) = (&guests[0], &guests[1]);
    ann.does("startGame", json!({})).await;
    assert_eq!(ann.is_refused("startGame", json!({})).await, "GAME_ALREADY_STARTED");
    assert_eq!(bob.is_refused("setNonce", json!({"nonce": "x"})).await, "GAME_ALREADY_STARTED");
    let eve = house.guest("Eve");
    let join = json!({"playerName": "Eve", "roomCode": ann.room});
    assert_eq!(eve.is_refused("joinGame", join).await, "GAME_ALREADY_STARTED");
    assert_eq!(bob.is_refused("revealNonce", json!({"nonce": "another"})).await, "NOT_ALLOWED");
    reveal(ann, "ann's").await;
    wait(4).await;
    assert_eq!(ann.count("startFailed"), 0);
    wait(1).await;
    for guest in &guests {
        let failed = guest.last("startFailed").unwrap();
        assert_eq!(failed["players"], json!([{"playerId": bob.id, "playerName": "Bob"}]));
    }
    // The first nonces are no longer valid.
    assert_eq!(bob.is_refused("revealNonce", json!({"nonce": "bob's"})).await, "NOT_ALLOWED");
    commit(ann, "ann's second").await;
    // A nonce in the open is a contribution, too.
    bob.does("setNonce", json!({"nonce": "bob's second"})).await;
    ann.does("startGame", json!({})).await;
    let asked: Vec<_> = contributors(ann).into_iter().map(|(id, _, is_revealed)| (id, is_revealed)).collect();
    assert_eq!(asked, [(ann.id.clone(), false), (bob.id.clone(), true)]);
    reveal(ann, "ann's second").await;
    assert_eq!(bob.count("gameStarted"), 1);
    house.turn(&guests).await;
}

/// Attack by an operator who hosts: withhold the nonce, then start again before the other device has
/// committed to a new one, and get a deal without it.
#[tokio::test(start_paused = true)]
async fn a_host_who_withholds_a_nonce_cannot_start_without_the_other_players() {
    for node_count in [1, 2] {
        let nodes = nodes(node_count, true);
        let mallory = nodes[0].house.host("Mallory", "validated", json!({})).await;
        let ann = nodes.last().unwrap().house.join("Ann", &mallory.room).await;
        tokio::time::sleep(Duration::from_secs(3)).await;
        commit(&mallory, "mallory's").await;
        commit(&ann, "ann's").await;
        tokio::time::sleep(Duration::from_millis(20)).await;
        mallory.does("startGame", json!({})).await;
        tokio::time::sleep(Duration::from_millis(20)).await;
        reveal(&ann, "ann's").await;
        wait(6).await;
        assert_eq!(mallory.count("startFailed"), 1);

        commit(&mallory, "mallory's second").await;
        let refused = mallory.ask("startGame", json!({})).await.unwrap_err();
        assert_eq!((&refused["code"], &refused["rule"]), (&json!("NOT_ALLOWED"), &json!("notRecommitted")));
        commit(&ann, "ann's second").await;
        tokio::time::sleep(Duration::from_millis(20)).await;
        mallory.does("startGame", json!({})).await;
        let asked: Vec<String> = contributors(&mallory).into_iter().map(|(id, _, _)| id).collect();
        assert_eq!(asked, [mallory.id.clone(), ann.id.clone()]);
    }
}

#[tokio::test(start_paused = true)]
async fn a_player_who_reconnects_during_a_start_is_asked_again() {
    let house = TestServer::open(44);
    let guests = committed(&house, "validated").await;
    guests[0].does("startGame", json!({})).await;
    let (room, token) = (guests[1].room.clone(), guests[1].token.clone());
    guests[1].client.gone().await;
    reveal(&guests[0], "ann's").await;
    let mut again = house.guest("Bob");
    again.greet(&room, &token, None).await.unwrap();
    let state = again.last("tableState").unwrap();
    assert_eq!(state["you"]["nonceCommitment"], commitment("bob's"));
    assert_eq!(state["canStart"], false);
    let asked: Vec<bool> = contributors(&again).into_iter().map(|(_, _, is_revealed)| is_revealed).collect();
    assert_eq!(asked, [true, false]);
    reveal(&again, "bob's").await;
    assert_eq!(again.count("gameStarted"), 1);
}

#[tokio::test(start_paused = true)]
async fn a_start_survives_a_restart_or_fails_after_it() {
    for returns in [true, false] {
        let house = TestServer::open(45);
        let mut guests = committed(&house, "validated").await;
        guests[0].does("startGame", json!({})).await;
        reveal(&guests[0], "ann's").await;
        let seats: Vec<_> = guests.drain(..).map(|guest| (guest.room.clone(), guest.token.clone())).collect();
        let house = house.restart(46).await;
        let mut ann = house.guest("Ann");
        ann.greet(&seats[0].0, &seats[0].1, None).await.unwrap();
        if returns {
            let mut bob = house.guest("Bob");
            bob.greet(&seats[1].0, &seats[1].1, None).await.unwrap();
            reveal(&bob, "bob's").await;
            assert_eq!(ann.count("gameStarted"), 1);
        } else {
            wait(6).await;
            assert_eq!(ann.last("startFailed").unwrap()["players"][0]["playerName"], "Bob");
            commit(&ann, "ann's second").await;
            ann.does("startGame", json!({})).await;
            reveal(&ann, "ann's second").await;
            assert_eq!(ann.count("gameStarted"), 1);
        }
    }
}

#[tokio::test(start_paused = true)]
async fn the_players_of_a_table_can_be_at_different_nodes() {
    for has_hints in [true, false] {
        let nodes = nodes(3, has_hints);
        let pause = if has_hints { Duration::from_millis(20) } else { Duration::from_secs(2) };
        let ann = nodes[0].house.host("Ann", "validated", json!({})).await;
        let bob = nodes[1].house.join("Bob", &ann.room).await;
        let cid = nodes[2].house.join("Cid", &ann.room).await;
        tokio::time::sleep(Duration::from_secs(3)).await;
        for (guest, nonce) in [(&ann, "ann's"), (&bob, "bob's"), (&cid, "cid's")] {
            commit(guest, nonce).await;
        }
        tokio::time::sleep(pause).await;
        ann.does("startGame", json!({})).await;
        tokio::time::sleep(pause).await;
        for guest in [&bob, &cid] {
            assert_eq!(contributors(guest), contributors(&ann), "hints: {has_hints}");
            assert_eq!(contributors(guest).len(), 3);
        }
        // Two simultaneous reveals at two nodes: neither is lost.
        tokio::join!(reveal(&bob, "bob's"), reveal(&cid, "cid's"));
        reveal(&ann, "ann's").await;
        tokio::time::sleep(pause).await;
        for guest in [&ann, &bob, &cid] {
            assert_eq!(guest.count("gameStarted"), 1, "{} has not heard of the start", guest.name);
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_start_whose_node_crashed_fails_at_another_node() {
    let mut nodes = nodes(2, true);
    let ann = nodes[0].house.host("Ann", "validated", json!({})).await;
    let bob = nodes[1].house.join("Bob", &ann.room).await;
    tokio::time::sleep(Duration::from_secs(3)).await;
    commit(&ann, "ann's").await;
    commit(&bob, "bob's").await;
    tokio::time::sleep(Duration::from_millis(20)).await;
    ann.does("startGame", json!({})).await;
    tokio::time::sleep(Duration::from_millis(20)).await;
    reveal(&bob, "bob's").await;
    drop((ann, nodes.remove(0)));
    wait(8).await;
    assert_eq!(bob.last("startFailed").unwrap()["players"][0]["playerName"], "Ann");
}

#[tokio::test(start_paused = true)]
async fn a_commitment_can_be_part_of_create_game_and_bots_need_none() {
    let house = TestServer::open(47);
    let mut ann = house.guest("Ann");
    let wish = json!({"playerName": "Ann", "preset": "validated", "commitment": commitment("ann's")});
    let opened = ann.does("createGame", wish).await;
    ann.sits(&opened);
    ann.does("addBot", json!({"level": 1})).await;
    ann.does("startGame", json!({})).await;
    reveal(&ann, "ann's").await;
    assert_eq!(ann.count("gameStarted"), 1);
}
