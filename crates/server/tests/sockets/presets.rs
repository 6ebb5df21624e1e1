use serde_json::json;

use crate::socket_server::{Hall, Stillness, pass};
use crate::test_server::nonsense;

#[tokio::test(start_paused = true)]
async fn classic_draws_for_the_first_move_and_the_dictionary_decides_at_once() {
    let _still = Stillness::begin();
    let hall = Hall::open(1).await;
    let (mut sockets, opened) = hall.game(json!({"preset": "classic"})).await;
    let drawn = sockets[1].next("openingDraw").await;
    assert_eq!(drawn["draws"].as_array().map(Vec::len), Some(2), "{drawn}");
    let (mover, ..) = hall.best_move(&opened["roomCode"]).await;
    let game = hall.replay(&opened["roomCode"]).await;
    let play = nonsense(&game, game.to_move().unwrap(), &[0, 1, 2, 3, 4, 5, 6]);
    sockets[mover].does("submitWord", play).await;
    let other = 1 - mover;
    assert!(sockets[other].next("playMade").await["challengeUntil"].is_i64());
    sockets[other].does("challenge", json!({})).await;
    for socket in &mut sockets {
        assert_eq!(socket.next("challengeResolved").await["valid"], false);
    }
    let board = sockets[mover].next("boardUpdate").await;
    assert!(board["board"][7][7].is_null(), "the tiles are back on the rack");
    let (next, event, payload) = hall.best_move(&opened["roomCode"]).await;
    assert_eq!(next, other, "the player's turn is over");
    sockets[next].does(event, payload).await;
    // A challenge of a valid word fails and costs the challenger a turn.
    sockets[mover].does("challenge", json!({})).await;
    assert_eq!(sockets[other].next("challengeResolved").await["valid"], true);
    assert_eq!(hall.best_move(&opened["roomCode"]).await.0, next, "the other moves again");
}

#[tokio::test(start_paused = true)]
async fn a_turn_that_runs_out_of_time_is_a_pass() {
    let _still = Stillness::begin();
    let hall = Hall::open(2).await;
    let clock = json!({"clock": {"kind": "turn", "seconds": 30}});
    let (mut sockets, _) = hall.game(json!({"preset": "validated", "rules": clock})).await;
    let first = sockets[1].next("turnChange").await;
    pass(30).await;
    let passed = sockets[1].next("turnPassed").await;
    assert_eq!((&passed["playerId"], &passed["automatic"]), (&first["currentPlayerId"], &json!(true)));
    let second = sockets[1].next("turnChange").await;
    assert_ne!(second["currentPlayerId"], first["currentPlayerId"]);
    assert_eq!(second["consecutivePasses"], 1);
}

#[tokio::test(start_paused = true)]
async fn an_open_lobby_seat_is_held_for_a_minute_and_then_freed() {
    let _still = Stillness::begin();
    let hall = Hall::open(3).await;
    let (mut ann, mut bob) = (hall.socket().await, hall.socket().await);
    ann.does("joinGame", json!({"playerName": "Ann"})).await;
    bob.does("joinGame", json!({"playerName": "Bob"})).await;
    ann.does("startGame", json!({})).await;
    drop(bob);
    assert_eq!(ann.next("playerDisconnected").await["playerName"], "Bob");
    // Within the minute, the name alone recovers the seat.
    pass(59).await;
    let mut bob = hall.socket().await;
    bob.does("joinGame", json!({"playerName": "Bob"})).await;
    assert_eq!(ann.next("playerReconnected").await["playerName"], "Bob");
    drop(bob);
    ann.next("playerDisconnected").await;
    pass(60).await;
    assert_eq!(ann.next("playerRemoved").await["playerName"], "Bob");
    let ended = ann.next("gameEnded").await;
    assert_eq!((&ended["reason"], &ended["winner"]["playerName"]), (&json!("abandoned"), &json!("Ann")));
}

#[tokio::test(start_paused = true)]
async fn a_table_without_an_action_for_a_day_expires() {
    let _still = Stillness::begin();
    let hall = Hall::open(4).await;
    let (mut sockets, _) = hall.game(json!({"preset": "social"})).await;
    pass(24 * 60 * 60 - 1).await;
    sockets[0].does("passTurn", json!({})).await;
    pass(24 * 60 * 60 - 1).await;
    sockets[1].does("resync", json!({})).await;
    pass(1).await;
    assert_eq!(sockets[1].next("gameEnded").await["reason"], "abandoned");
}

#[tokio::test(start_paused = true)]
async fn a_dutch_game_is_played_with_dutch_tiles_and_words() {
    let _still = Stillness::begin();
    let hall = Hall::open(5).await;
    let (mut sockets, opened) = hall.game(json!({"preset": "validated", "language": "nl"})).await;
    // The first one was of the lobby.
    sockets[0].next("tableState").await;
    sockets[0].does("resync", json!({})).await;
    let state = sockets[0].next("tableState").await;
    assert_eq!(state["game"]["tileBagCount"], 102 - 14);
    assert_eq!(sockets[0].does("lookupWord", json!({"word": "fiets"})).await["valid"], true);
    assert_eq!(sockets[0].does("lookupWord", json!({"word": "bicycle"})).await["valid"], false);
    for _ in 0..6 {
        let (mover, event, payload) = hall.best_move(&opened["roomCode"]).await;
        sockets[mover].does(event, payload).await;
    }
    let game = hall.replay(&opened["roomCode"]).await;
    assert_eq!(game.rules().language.code(), "nl");
}

#[tokio::test(start_paused = true)]
async fn the_last_turn_is_answered_before_the_game_ends() {
    let _still = Stillness::begin();
    let hall = Hall::open(6).await;
    let (mut sockets, _) = hall.game(json!({"preset": "validated"})).await;
    for turn in 0..4 {
        sockets[turn % 2].does("passTurn", json!({})).await;
    }
    for socket in &mut sockets {
        // By the protocol, `turnChange` follows every turn, and `gameEnded` is the last event.
        while socket.next("turnChange").await["consecutivePasses"] != 4 {}
        assert_eq!(socket.next("gameEnded").await["reason"], "consecutivePasses");
    }
}
