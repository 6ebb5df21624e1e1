use serde_json::{Value, json};

use crate::test_server::TestServer;

#[tokio::test(start_paused = true)]
async fn a_table_is_described_before_a_seat_is_taken() {
    let house = TestServer::open(1);
    let ann = house.host("Ann", "classic", json!({"maxPlayers": 2})).await;
    let visitor = house.guest("Eve");
    let by_code = json!({"roomCode": ann.room});
    let seen = visitor.does("describeTable", by_code.clone()).await;
    assert_eq!((&seen["progress"], &seen["canJoin"]), (&json!("waiting"), &json!(true)));
    assert_eq!((&seen["players"][0]["name"], &seen["players"][0]["isHost"]), (&json!("Ann"), &json!(true)));
    assert_eq!((&seen["rules"]["preset"], &seen["canWatch"]), (&json!("classic"), &json!(false)));
    assert_eq!(visitor.names(), ["ack"], "nothing else is sent");
    assert_eq!(ann.count("lobbyUpdate"), 1);

    let bob = house.join("Bob", &ann.room).await;
    assert_eq!(visitor.does("describeTable", by_code.clone()).await["canJoin"], false);
    ann.does("startGame", json!({})).await;
    let seen = visitor.does("describeTable", by_code).await;
    assert_eq!((&seen["progress"], &seen["canJoin"]), (&json!("playing"), &json!(false)));
    assert_eq!((&seen["players"], &seen["playerCount"]), (&Value::Null, &json!(2)), "codes can be guessed");
    let by_link = json!({"roomCode": ann.room, "invite": ann.invite});
    let seen = visitor.does("describeTable", by_link).await;
    assert_eq!((&seen["players"][1]["name"], &seen["canWatch"]), (&json!(bob.name), &json!(true)));
    let wrong = json!({"roomCode": ann.room, "invite": "00112233445566778899aabbccddeeff"});
    assert_eq!(visitor.is_refused("describeTable", wrong).await, "BAD_TOKEN");
    assert_eq!(visitor.is_refused("describeTable", json!({"roomCode": "ZZZZ"})).await, "ROOM_NOT_FOUND");
}

#[tokio::test(start_paused = true)]
async fn the_players_of_a_table_where_the_host_admits_are_shown_by_link_only() {
    let house = TestServer::open(2);
    let ann = house.host("Ann", "classic", json!({"joining": "hostAdmits"})).await;
    let visitor = house.guest("Eve");
    let seen = visitor.does("describeTable", json!({"roomCode": ann.room})).await;
    assert_eq!((&seen["players"], &seen["playerCount"]), (&Value::Null, &json!(1)));
    let seen = visitor.does("describeTable", json!({"roomCode": ann.room, "invite": ann.invite})).await;
    assert_eq!(seen["players"][0]["name"], "Ann");
}

#[tokio::test(start_paused = true)]
async fn a_spectator_follows_a_rematch() {
    let house = TestServer::open(3);
    let mut guests = house.game("validated", json!({}), 2).await;
    let watcher = house.guest("Eve");
    let link = json!({"roomCode": guests[0].room, "invite": guests[0].invite});
    watcher.does("watchGame", link).await;
    assert_eq!(watcher.is_refused("watchRematch", json!({})).await, "ROOM_NOT_FOUND");
    assert_eq!(guests[0].is_refused("watchRematch", json!({})).await, "NOT_ALLOWED");
    for _ in 0..4 {
        house.turn(&guests).await;
    }
    guests[0].does("endGame", json!({})).await;
    for guest in &mut guests {
        let seat = guest.does("playAgain", json!({})).await;
        guest.sits(&seat);
    }
    assert_eq!(watcher.count("playAgainOffered"), 1);
    let watching = watcher.does("watchRematch", json!({})).await;
    assert_eq!(watching["state"]["roomCode"], guests[0].room.as_str());
    guests[0].does("startGame", json!({})).await;
    assert_eq!(watcher.count("gameStarted"), 1);
    // The link of the new table works again after a reload.
    let again = house.guest("Eve");
    let link = json!({"roomCode": guests[0].room, "invite": watching["invite"]});
    again.does("watchGame", link).await;
}

#[tokio::test(start_paused = true)]
async fn a_spectator_by_code_gets_no_link_with_the_rematch() {
    let house = TestServer::open(4);
    let guests = house.game("validated", json!({"watching": "anyone"}), 2).await;
    let watcher = house.guest("Eve");
    watcher.does("watchGame", json!({"roomCode": guests[0].room})).await;
    guests[0].does("endGame", json!({})).await;
    guests[0].does("playAgain", json!({})).await;
    assert_eq!(watcher.does("watchRematch", json!({})).await["invite"], Value::Null);
}

#[tokio::test(start_paused = true)]
async fn a_device_whose_seat_moved_may_watch() {
    let house = TestServer::open(5);
    let guests = house.game("classic", json!({}), 2).await;
    let made = guests[1].does("createTicket", json!({})).await;
    let phone = house.guest("Bob");
    phone.does("joinGame", json!({"ticket": made["ticket"]})).await;
    let old = house.guest("Bob");
    let wish = json!({"roomCode": guests[1].room, "token": guests[1].token});
    let watching = old.does("watchGame", wish).await;
    assert_eq!((&watching["state"]["you"], &watching["invite"]), (&Value::Null, &Value::Null));
    // A token that still opens a seat is not for watching, and neither is a wrong one.
    let seated = json!({"roomCode": guests[0].room, "token": guests[0].token});
    assert_eq!(house.guest("Eve").is_refused("watchGame", seated).await, "BAD_TOKEN");
    assert_eq!(old.is_refused("passTurn", json!({})).await, "NOT_A_PLAYER");
}
