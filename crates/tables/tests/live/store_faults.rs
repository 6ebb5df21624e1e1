use serde_json::json;

use crate::test_server::{TestServer, wait};

#[tokio::test(start_paused = true)]
async fn commands_fail_while_the_store_is_unreachable_and_work_afterwards() {
    for preset in ["social", "classic", "validated", "open"] {
        let house = TestServer::open(1);
        let guests = house.game(preset, json!({}), 3).await;
        house.turn(&guests).await;
        let before = house.stored(&guests[0].room).await;
        let (player, event, payload) = house.next_move(&guests).await;
        for guest in &guests {
            guest.forget();
        }
        house.store.set_failing(true);
        for _ in 0..3 {
            assert_eq!(player.is_refused(event, payload.clone()).await, "UNAVAILABLE");
            assert_eq!(player.is_refused("resign", json!({})).await, "UNAVAILABLE");
        }
        for guest in guests.iter().filter(|guest| guest.name != player.name) {
            assert!(guest.heard().is_empty(), "nobody hears of what was not kept");
        }
        house.store.set_failing(false);
        assert_eq!(house.stored(&guests[0].room).await, before);
        player.does(event, payload).await;
        house.turn(&guests).await;
        house.everybody_knows(&guests).await;
    }
}

#[tokio::test(start_paused = true)]
async fn joins_fail_while_the_store_is_unreachable() {
    let house = TestServer::open(2);
    let ann = house.host("Ann", "classic", json!({})).await;
    let bob = house.guest("Bob");
    let by_code = json!({"playerName": "Bob", "roomCode": ann.room});
    house.store.set_failing(true);
    assert_eq!(bob.is_refused("createGame", json!({"playerName": "Bob"})).await, "UNAVAILABLE");
    assert_eq!(bob.is_refused("joinGame", json!({"playerName": "Bob"})).await, "UNAVAILABLE");
    assert_eq!(bob.is_refused("joinGame", by_code.clone()).await, "UNAVAILABLE");
    assert_eq!(ann.is_refused("addBot", json!({"level": 1})).await, "UNAVAILABLE");
    assert_eq!(ann.is_refused("createTicket", json!({})).await, "UNAVAILABLE");
    assert_eq!(ann.is_refused("setNonce", json!({"nonce": "x"})).await, "UNAVAILABLE");
    house.store.set_failing(false);
    assert_eq!(ann.is_refused("startGame", json!({})).await, "NOT_ENOUGH_PLAYERS");
    bob.does("joinGame", by_code).await;
    ann.does("startGame", json!({})).await;
    assert_eq!(bob.count("yourTiles"), 1);
}

#[tokio::test(start_paused = true)]
async fn a_failed_join_does_not_cost_the_current_seat() {
    let house = TestServer::open(3);
    let ann = house.host("Ann", "classic", json!({})).await;
    let bob = house.join("Bob", &ann.room).await;
    house.store.set_failing(true);
    let other = json!({"playerName": "Rob", "roomCode": ann.room});
    assert_eq!(bob.is_refused("joinGame", other).await, "UNAVAILABLE");
    house.store.set_failing(false);
    bob.does("chat", json!({"text": "still here"})).await;
    ann.does("startGame", json!({})).await;
    assert_eq!(bob.count("yourTiles"), 1);
}

#[tokio::test(start_paused = true)]
async fn a_command_repeated_after_a_store_failure_is_carried_out_once() {
    let house = TestServer::open(4);
    let guests = house.game("validated", json!({}), 2).await;
    let (player, event, mut payload) = house.next_move(&guests).await;
    payload["commandId"] = json!("once");
    house.store.set_failing(true);
    assert_eq!(player.is_refused(event, payload.clone()).await, "UNAVAILABLE");
    house.store.set_failing(false);
    let done = player.does(event, payload.clone()).await;
    house.store.set_failing(true);
    assert_eq!(player.is_refused(event, payload.clone()).await, "UNAVAILABLE");
    house.store.set_failing(false);
    assert_eq!(player.does(event, payload).await, done);
}

#[tokio::test(start_paused = true)]
async fn a_timer_due_while_the_store_is_unreachable_fires_afterwards() {
    let house = TestServer::open(5);
    let clock = json!({"clock": {"kind": "turn", "seconds": 30}});
    let guests = house.game("validated", clock, 2).await;
    house.store.set_failing(true);
    wait(40).await;
    assert_eq!(guests[1].count("turnPassed"), 0);
    house.store.set_failing(false);
    wait(1).await;
    assert_eq!(guests[1].count("turnPassed"), 1);
    house.everybody_knows(&guests).await;
}

#[tokio::test(start_paused = true)]
async fn a_bot_moves_once_the_store_is_reachable_again() {
    let house = TestServer::open(6);
    let ann = house.host("Ann", "validated", json!({})).await;
    ann.does("addBot", json!({"level": 5})).await;
    ann.does("startGame", json!({})).await;
    ann.does("passTurn", json!({})).await;
    house.store.set_failing(true);
    wait(30).await;
    assert_eq!(ann.count("playMade"), 0);
    house.store.set_failing(false);
    wait(10).await;
    assert_eq!(ann.count("playMade"), 1);
}

#[tokio::test(start_paused = true)]
async fn a_rematch_fails_as_a_whole_while_the_store_is_unreachable() {
    let house = TestServer::open(7);
    let guests = house.game("validated", json!({}), 2).await;
    guests[0].does("endGame", json!({})).await;
    house.store.set_failing(true);
    assert_eq!(guests[0].is_refused("playAgain", json!({})).await, "UNAVAILABLE");
    house.store.set_failing(false);
    assert_eq!(guests[1].count("playAgainOffered"), 0);
    let one = guests[0].does("playAgain", json!({})).await;
    let two = guests[1].does("playAgain", json!({})).await;
    assert_eq!(one["roomCode"], two["roomCode"]);
}

#[tokio::test(start_paused = true)]
async fn a_commit_stored_without_an_answer_is_discovered() {
    for preset in ["social", "classic", "validated", "open"] {
        let house = TestServer::open(6);
        let guests = house.game(preset, json!({}), 3).await;
        house.turn(&guests).await;
        let (player, event, mut payload) = house.next_move(&guests).await;
        payload["commandId"] = json!("once");
        let before = house.version(&guests[0].room).await;
        house.store.set_silent(true);
        assert_eq!(player.is_refused(event, payload.clone()).await, "UNAVAILABLE");
        house.store.set_silent(false);
        // The command is answered, and so are all later ones.
        let done = player.does(event, payload.clone()).await;
        assert_eq!(done["seq"], before + 1);
        house.everybody_knows(&guests).await;
        house.turn(&guests).await;
        assert_eq!(player.does(event, payload).await["seq"], before + 1);
        house.everybody_knows(&guests).await;
    }
}

#[tokio::test(start_paused = true)]
async fn a_discovered_commit_is_sent_to_all_clients_without_a_request() {
    let house = TestServer::open(7);
    let guests = house.game("validated", json!({}), 2).await;
    let (player, event, payload) = house.next_move(&guests).await;
    house.store.set_silent(true);
    assert_eq!(player.is_refused(event, payload).await, "UNAVAILABLE");
    house.store.set_failing(true);
    wait(5).await;
    assert_eq!(guests[1].count("playMade") + guests[1].count("tilesSwapped"), 0);
    house.store.set_failing(false);
    house.store.set_silent(false);
    wait(1).await;
    assert_eq!(guests[1].count("playMade") + guests[1].count("tilesSwapped"), 1);
    house.everybody_knows(&guests).await;
}

#[tokio::test(start_paused = true)]
async fn a_seat_whose_answer_was_lost_becomes_free_again() {
    let house = TestServer::open(8);
    let ann = house.host("Ann", "classic", json!({})).await;
    let bob = house.guest("Bob");
    let wish = json!({"playerName": "Bob", "roomCode": ann.room});
    house.store.set_silent(true);
    assert_eq!(bob.is_refused("joinGame", wish.clone()).await, "UNAVAILABLE");
    house.store.set_silent(false);
    wait(61).await;
    bob.does("joinGame", wish).await;
    ann.does("startGame", json!({})).await;
    assert_eq!(bob.count("yourTiles"), 1);
}

#[tokio::test(start_paused = true)]
async fn an_undelivered_token_is_invalid() {
    let house = TestServer::open(9);
    let guests = house.game("classic", json!({}), 2).await;
    let made = guests[1].does("createTicket", json!({})).await;
    let phone = house.guest("Bob");
    house.store.set_silent(true);
    assert_eq!(phone.is_refused("joinGame", json!({"ticket": made["ticket"]})).await, "UNAVAILABLE");
    house.store.set_silent(false);
    wait(1).await;
    let mut again = house.guest("Bob");
    again.greet(&guests[1].room, &guests[1].token, None).await.unwrap();
    again.does("resign", json!({})).await;
}
