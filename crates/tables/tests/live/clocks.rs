use serde_json::json;

use crate::test_server::{TestServer, wait};

#[tokio::test(start_paused = true)]
async fn a_turn_that_takes_too_long_is_passed_by_the_clock() {
    let house = TestServer::open(1);
    let clock = json!({"clock": {"kind": "turn", "seconds": 30}});
    let guests = house.game("validated", clock, 2).await;
    wait(29).await;
    assert_eq!(guests[1].count("turnPassed"), 0);
    wait(1).await;
    let passed = guests[1].last("turnPassed").unwrap();
    assert_eq!((&passed["automatic"], &passed["playerId"]), (&json!(true), &json!(guests[0].id)));
    assert_eq!(guests[0].is_refused("passTurn", json!({})).await, "NOT_YOUR_TURN");
    // Four automatic passes end the game like any other passes.
    wait(31).await;
    wait(31).await;
    wait(31).await;
    assert_eq!(guests[0].last("gameEnded").unwrap()["reason"], "consecutivePasses");
    house.everybody_knows(&guests).await;
}

#[tokio::test(start_paused = true)]
async fn the_clock_of_an_absent_player_keeps_running() {
    let house = TestServer::open(1);
    let clock = json!({"clock": {"kind": "turn", "seconds": 30}});
    let guests = house.game("social", clock, 2).await;
    guests[0].client.gone().await;
    wait(31).await;
    assert_eq!(guests[1].last("turnPassed").unwrap()["automatic"], true);
}

#[tokio::test(start_paused = true)]
async fn a_bot_moves_after_the_clock_passed_a_turn() {
    let house = TestServer::open(1);
    let ann = house.host("Ann", "validated", json!({"clock": {"kind": "turn", "seconds": 30}})).await;
    ann.does("addBot", json!({"level": 1})).await;
    ann.does("startGame", json!({})).await;
    wait(10).await;
    let by_bot = ann.count("playMade");
    wait(40).await;
    assert_eq!(ann.last("turnPassed").unwrap()["playerId"], ann.id.as_str());
    assert!(ann.count("playMade") > by_bot);
}

#[tokio::test(start_paused = true)]
async fn a_player_ten_minutes_over_the_game_clock_has_lost() {
    let house = TestServer::open(2);
    let clock = json!({"clock": {"kind": "game", "minutes": 5}});
    let guests = house.game("validated", clock, 2).await;
    wait(5 * 60).await;
    assert_eq!(guests[0].count("gameEnded"), 0, "overtime costs points first");
    let clock = guests[1].last("clockUpdate").unwrap();
    assert_eq!(clock["running"], guests[0].id.as_str());
    wait(10 * 60).await;
    let ended = guests[1].last("gameEnded").expect("the time is up");
    assert_eq!(ended["reason"], "timeExpired");
    assert_eq!(ended["winner"]["playerId"], guests[1].id.as_str());
    house.everybody_knows(&guests).await;
}

#[tokio::test(start_paused = true)]
async fn overtime_costs_ten_points_a_started_minute() {
    let house = TestServer::open(2);
    let clock = json!({"clock": {"kind": "game", "minutes": 1}});
    let guests = house.game("validated", clock, 2).await;
    wait(60 + 61).await;
    for _ in 0..4 {
        house.to_move(&guests).await.does("passTurn", json!({})).await;
    }
    let ended = guests[0].last("gameEnded").unwrap();
    let scores = ended["finalScores"].as_array().unwrap();
    let mine = scores.iter().find(|line| line["playerId"] == guests[0].id.as_str()).unwrap();
    assert_eq!(mine["overtime"], 20);
}

#[tokio::test(start_paused = true)]
async fn a_soft_clock_never_acts() {
    let house = TestServer::open(3);
    let guests = house.game("social", json!({"clock": {"kind": "soft", "seconds": 30}}), 2).await;
    let version = house.version(&guests[0].room).await;
    wait(3600).await;
    assert_eq!(house.version(&guests[0].room).await, version);
    house.turn(&guests).await;
}

#[tokio::test(start_paused = true)]
async fn clocks_are_paused_while_a_challenge_is_pending() {
    let house = TestServer::open(14);
    let clock = json!({"clock": {"kind": "turn", "seconds": 30}});
    let guests = house.game("social", clock, 2).await;
    house.turn(&guests).await;
    guests[1].does("challenge", json!({})).await;
    wait(600).await;
    assert_eq!(guests[0].count("turnPassed"), 0);
    guests[0].does("resolveChallenge", json!({"valid": false})).await;
    wait(31).await;
    assert_eq!(guests[0].count("turnPassed"), 1);
}

#[tokio::test(start_paused = true)]
async fn a_table_without_an_action_for_a_day_ends() {
    let house = TestServer::open(5);
    let guests = house.game("social", json!({}), 2).await;
    wait(24 * 3600).await;
    assert_eq!(guests[0].last("gameEnded").unwrap()["reason"], "abandoned");
    house.everybody_knows(&guests).await;
}
