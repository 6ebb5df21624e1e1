//! Games over days: deadlines that are far away, stand-ins and pauses.

use rules::{Millis, Progress};
use serde_json::{Value, json};

use crate::cluster::nodes;
use crate::test_client::TestClient;
use crate::test_server::{TestServer, wait};

const DAY_S: i64 = 24 * 60 * 60;

fn one_day() -> Value {
    json!({"clock": {"kind": "days", "days": 1, "bankDays": 1}})
}

/// Lets time pass between two sweeps of the server, which find what is due.
async fn pass(house: &TestServer, seconds: i64) {
    let time = house.tables.time();
    time.set_forward(time.now() + Millis::seconds(seconds));
    house.tables.wake_due().await;
    wait(1).await;
}

async fn all_leave(house: &TestServer, guests: &[TestClient]) {
    for guest in guests {
        guest.client.gone().await;
    }
    wait(61).await;
    assert_eq!(house.tables.live_count().await, 0, "a table over days does not stay in memory");
}

async fn come_back(house: &TestServer, guest: &TestClient) -> TestClient {
    let mut again = house.guest(&guest.name);
    again.greet(&guest.room, &guest.token, None).await.unwrap();
    again
}

#[tokio::test(start_paused = true)]
async fn a_table_without_clients_is_unloaded_and_woken_at_its_deadline() {
    for preset in ["social", "classic", "validated", "open"] {
        let house = TestServer::open(1);
        let guests = house.game(preset, one_day(), 2).await;
        let (room, version) = (guests[0].room.clone(), house.version(&guests[0].room).await);
        all_leave(&house, &guests).await;
        pass(&house, 2 * DAY_S - 90).await;
        assert_eq!(house.version(&room).await, version, "{preset}: the bank has a moment left");
        pass(&house, 60).await;
        assert_eq!(house.version(&room).await, version + 1, "{preset}: the turn was passed");
        assert_eq!(house.replay(&room).await.players().len(), 2, "nobody was removed");
    }
}

#[tokio::test(start_paused = true)]
async fn a_deadline_survives_a_restart_and_the_second_one_ends_the_game() {
    let house = TestServer::open(2);
    let guests = house.game("validated", one_day(), 2).await;
    let (room, first) = (guests[0].room.clone(), house.to_move(&guests).await.name.clone());
    pass(&house, 2 * DAY_S).await;
    house.turn(&guests).await;
    let house = house.restart(3).await;
    assert_eq!(house.tables.live_count().await, 0);
    pass(&house, DAY_S - 10).await;
    assert_eq!(house.replay(&room).await.progress(), Progress::Playing);
    pass(&house, 20).await;
    let game = house.replay(&room).await;
    let outcome = game.outcome().expect("the time of the first player ran out twice in a row");
    assert_eq!(outcome.reason, rules::EndReason::TimeExpired);
    assert_ne!(game.players()[outcome.winners[0]].name.as_str(), first);
}

#[tokio::test(start_paused = true)]
async fn one_of_two_nodes_acts_at_the_deadline() {
    let nodes = nodes(2, true);
    let [one, two] = [&nodes[0].house, &nodes[1].house];
    let guests = one.game("open", one_day(), 2).await;
    let (room, version) = (guests[0].room.clone(), one.version(&guests[0].room).await);
    for guest in &guests {
        guest.client.gone().await;
    }
    wait(70).await;
    for node in [one, two] {
        let time = node.tables.time();
        time.set_forward(time.now() + Millis::days(2));
    }
    for _ in 0..8 {
        two.tables.wake_due().await;
        one.tables.wake_due().await;
        wait(1).await;
    }
    assert_eq!(one.version(&room).await, version + 1);
}

#[tokio::test(start_paused = true)]
async fn clients_see_the_deadline_and_the_bank() {
    let house = TestServer::open(4);
    let guests = house.game("social", one_day(), 2).await;
    let clock = guests[0].last("clockUpdate").unwrap();
    let now = clock["serverTime"].as_i64().unwrap();
    assert_eq!(clock["turnEndsAt"], now + DAY_S * 1000);
    assert_eq!(clock["deadline"], now + 2 * DAY_S * 1000);
    assert_eq!(clock["players"][0]["remainingMs"], DAY_S * 1000);
    pass(&house, DAY_S * 3 / 2).await;
    let again = come_back(&house, &guests[0]).await;
    let state = again.last("tableState").unwrap();
    let clock = &state["game"]["clock"];
    assert_eq!(clock["deadline"], now + 2 * DAY_S * 1000, "the deadline does not move");
    let left = clock["players"][0]["remainingMs"].as_i64().unwrap();
    assert!((left - DAY_S * 500).abs() < 10_000, "half of the bank is left: {left}");
}

#[tokio::test(start_paused = true)]
async fn players_who_are_away_keep_their_seats_in_the_lobby_and_the_host_stays() {
    let house = TestServer::open(5);
    let ann = house.host("Ann", "open", one_day()).await;
    let bob = house.join("Bob", &ann.room).await;
    for guest in [&ann, &bob] {
        guest.client.gone().await;
    }
    wait(61).await;
    pass(&house, 10 * DAY_S).await;
    let ann = come_back(&house, &ann).await;
    let lobby = &ann.last("tableState").unwrap();
    assert_eq!(lobby["players"].as_array().unwrap().len(), 2);
    assert_eq!(lobby["players"][0]["isHost"], true);
    ann.does("startGame", json!({})).await;
}

#[tokio::test(start_paused = true)]
async fn a_pause_is_proposed_agreed_and_resumed_over_the_wire() {
    let house = TestServer::open(6);
    let guests = house.game("classic", one_day(), 2).await;
    let [ann, bob] = [&guests[0], &guests[1]];
    ann.does("proposePause", json!({})).await;
    let proposed = bob.last("pauseProposed").unwrap();
    assert_eq!(proposed["playerId"], json!(ann.id));
    bob.does("answerPause", json!({"agree": true})).await;
    assert!(ann.last("gamePaused").is_some() && ann.last("clockUpdate").unwrap().get("running").is_none());
    let version = house.version(&ann.room).await;
    pass(&house, 30 * DAY_S).await;
    assert_eq!(house.version(&ann.room).await, version, "clocks stand still");
    let refused = house.to_move(&guests).await.ask("passTurn", json!({})).await.unwrap_err();
    assert_eq!((&refused["code"], &refused["rule"]), (&json!("NOT_ALLOWED"), &json!("gamePaused")));
    bob.does("resumeGame", json!({})).await;
    assert_eq!(ann.last("gameResumed").unwrap()["playerId"], json!(bob.id));
    house.turn(&guests).await;
    house.everybody_knows(&guests).await;
}

#[tokio::test(start_paused = true)]
async fn a_computer_stands_in_without_any_client_and_the_player_takes_the_seat_back() {
    let house = TestServer::open(7);
    let rules = json!({"clock": {"kind": "days", "days": 1}, "standIn": 3});
    let guests = house.game("validated", rules, 2).await;
    let room = guests[0].room.clone();
    let absent = house.to_move(&guests).await;
    let present = guests.iter().find(|guest| guest.name != absent.name).unwrap();
    pass(&house, DAY_S).await;
    house.turn(&guests).await;
    all_leave(&house, &guests).await;
    pass(&house, DAY_S).await;
    wait(30).await;
    let game = house.replay(&room).await;
    let computers = game.players().seats().filter(|&seat| game.computer(seat).is_some()).count();
    assert_eq!(computers, 1);
    let to_move = game.to_move().unwrap();
    assert_eq!(game.players()[to_move].name.as_str(), present.name, "the computer has moved");

    let back = come_back(&house, absent).await;
    let me = |state: &Value| {
        let players = state["players"].as_array().unwrap();
        players.iter().find(|player| player["id"] == json!(absent.id)).unwrap().clone()
    };
    assert_eq!(me(&back.last("tableState").unwrap())["standIn"], 3);
    back.does("returnToSeat", json!({})).await;
    assert_eq!(back.last("standInEnded").unwrap()["playerId"], json!(absent.id));
    let refused = back.ask("returnToSeat", json!({})).await.unwrap_err();
    assert_eq!(refused["rule"], "noStandIn");
}

#[tokio::test(start_paused = true)]
async fn a_computer_whose_node_stopped_moves_after_a_minute() {
    let house = TestServer::open(8);
    let rules = json!({"clock": {"kind": "days", "days": 1}, "standIn": 1});
    let guests = house.game("validated", rules, 2).await;
    let room = guests[0].room.clone();
    pass(&house, DAY_S).await;
    house.turn(&guests).await;
    // The computer takes over, and its node stops before it has decided.
    let time = house.tables.time();
    time.set_forward(time.now() + Millis::days(1));
    house.tables.wake_due().await;
    wait(0).await;
    let game = house.replay(&room).await;
    assert!(game.computer(game.to_move().unwrap()).is_some());
    let version = house.version(&room).await;
    let house = house.restart(9).await;
    pass(&house, 50).await;
    assert_eq!((house.version(&room).await, house.tables.live_count().await), (version, 0));
    pass(&house, 20).await;
    wait(30).await;
    assert_eq!(house.version(&room).await, version + 1, "the table was woken for the computer");
}
