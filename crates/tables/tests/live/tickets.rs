use serde_json::json;

use crate::test_server::{TestServer, wait};

#[tokio::test(start_paused = true)]
async fn a_ticket_moves_a_seat_to_another_device_once() {
    let house = TestServer::open(1);
    let guests = house.game("classic", json!({}), 2).await;
    let made = guests[1].does("createTicket", json!({})).await;
    let mut phone = house.guest("Bob");
    let seat = phone.does("joinGame", json!({"ticket": made["ticket"]})).await;
    phone.sits(&seat);
    assert_eq!(phone.id, guests[1].id);
    assert_ne!(phone.token, guests[1].token);
    assert!(guests[1].is_cut(), "the old device is told and closed");
    assert_eq!(guests[1].last("seatMoved").unwrap()["playerId"], phone.id.as_str());
    assert_eq!(guests[0].last("seatMoved").unwrap()["playerId"], phone.id.as_str());
    assert_eq!(phone.last("tableState").unwrap()["you"]["playerId"], phone.id.as_str());
    let thief = house.guest("Eve");
    assert_eq!(thief.is_refused("joinGame", json!({"ticket": made["ticket"]})).await, "BAD_TOKEN");
    let mut old = house.guest("Bob");
    let refused = old.greet(&phone.room, &guests[1].token, None).await.unwrap_err();
    assert_eq!(refused["code"], "BAD_TOKEN");
    let code = guests[1].is_refused("chat", json!({"text": "still me?"})).await;
    assert_eq!(code, "NOT_A_PLAYER");
    let mover = [&guests[0], &phone].into_iter().find(|one| one.name == "Bob").unwrap();
    mover.does("resign", json!({})).await;
}

#[tokio::test(start_paused = true)]
async fn a_ticket_is_valid_for_two_minutes() {
    let house = TestServer::open(2);
    let ann = house.host("Ann", "classic", json!({})).await;
    let made = ann.does("createTicket", json!({})).await;
    let now = house.tables.time().now().0;
    assert_eq!(made["expiresAt"], now + 120_000);
    wait(120).await;
    let guest = house.guest("Ann");
    assert_eq!(guest.is_refused("joinGame", json!({"ticket": made["ticket"]})).await, "BAD_TOKEN");
    let later = ann.does("createTicket", json!({})).await;
    wait(119).await;
    guest.does("joinGame", json!({"ticket": later["ticket"]})).await;
}

#[tokio::test(start_paused = true)]
async fn the_newest_connection_gets_the_seat_and_the_older_one_is_notified() {
    let house = TestServer::open(3);
    let guests = house.game("social", json!({}), 2).await;
    let mut second = house.guest("Ann");
    second.greet(&guests[0].room, &guests[0].token, None).await.unwrap();
    assert_eq!(guests[0].last("seatMoved").unwrap()["playerId"], guests[0].id.as_str());
    assert!(guests[0].is_cut());
    assert_eq!(guests[0].is_refused("passTurn", json!({})).await, "NOT_A_PLAYER");
    // When the older connection closes, the player is still present.
    guests[0].client.gone().await;
    wait(0).await;
    assert_eq!(guests[1].count("playerDisconnected"), 0);
    second.does("passTurn", json!({})).await;
}

#[tokio::test(start_paused = true)]
async fn a_ticket_is_valid_until_the_seat_has_moved() {
    let house = TestServer::open(4);
    let guests = house.game("classic", json!({}), 2).await;
    let made = guests[1].does("createTicket", json!({})).await;
    let wish = json!({"ticket": made["ticket"]});
    let phone = house.guest("Bob");
    house.store.set_failing(true);
    assert_eq!(phone.is_refused("joinGame", wish.clone()).await, "UNAVAILABLE");
    house.store.set_failing(false);
    house.store.set_refusing(true);
    assert_eq!(phone.is_refused("joinGame", wish.clone()).await, "UNAVAILABLE");
    house.store.set_refusing(false);
    phone.does("joinGame", wish.clone()).await;
    assert_eq!(house.guest("Eve").is_refused("joinGame", wish).await, "BAD_TOKEN");
}

#[tokio::test(start_paused = true)]
async fn concurrent_uses_of_a_ticket_move_the_seat_once() {
    let house = TestServer::open(5);
    let guests = house.game("classic", json!({}), 2).await;
    let made = guests[1].does("createTicket", json!({})).await;
    let phones = [house.guest("Bob"), house.guest("Bob"), house.guest("Bob")];
    let ask = |index: usize| phones[index].ask("joinGame", json!({"ticket": made["ticket"]}));
    let (a, b, c) = tokio::join!(ask(0), ask(1), ask(2));
    assert_eq!([a, b, c].iter().filter(|answer| answer.is_ok()).count(), 1);
}

#[tokio::test(start_paused = true)]
async fn a_disconnected_client_cannot_take_a_seat() {
    let house = TestServer::open(6);
    let guests = house.game("classic", json!({}), 2).await;
    guests[1].client.gone().await;
    wait(0).await;
    let mut late = house.guest("Bob");
    late.client.gone().await;
    assert!(late.greet(&guests[1].room, &guests[1].token, None).await.is_err());
    let code =
        late.is_refused("joinGame", json!({"roomCode": guests[1].room, "token": guests[1].token})).await;
    assert_eq!(code, "UNAVAILABLE");
    wait(0).await;
    assert_eq!(guests[0].count("playerReconnected"), 0);
}

#[tokio::test(start_paused = true)]
async fn a_new_ticket_invalidates_the_previous_one() {
    let house = TestServer::open(7);
    let guests = house.game("classic", json!({}), 2).await;
    let first = guests[1].does("createTicket", json!({})).await;
    let second = guests[1].does("createTicket", json!({})).await;
    let thief = house.guest("Eve");
    assert_eq!(thief.is_refused("joinGame", json!({"ticket": first["ticket"]})).await, "BAD_TOKEN");
    let phone = house.guest("Bob");
    let seat = phone.does("joinGame", json!({"ticket": second["ticket"]})).await;
    assert_eq!(seat["playerId"], guests[1].id.as_str());
}

#[tokio::test(start_paused = true)]
async fn a_ticket_does_not_open_the_seat_of_the_next_player() {
    let house = TestServer::open(8);
    let ann = house.host("Ann", "classic", json!({})).await;
    let eve = house.join("Eve", &ann.room).await;
    let ticket = eve.does("createTicket", json!({})).await["ticket"].clone();
    eve.does("leaveGame", json!({})).await;
    let bob = house.join("Bob", &ann.room).await;
    assert_eq!(house.guest("Eve").is_refused("joinGame", json!({"ticket": ticket})).await, "BAD_TOKEN");
    assert!(!bob.is_cut());
    bob.does("chat", json!({"text": "still here"})).await;
}
