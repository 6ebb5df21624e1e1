//! Full states are far longer than the requests for them, so they are counted.

use serde_json::json;

use crate::test_server::TestServer;

#[tokio::test(start_paused = true)]
async fn only_resyncs_that_send_something_are_counted() {
    let house = TestServer::open(1);
    let guests = house.game("validated", json!({}), 2).await;
    house.turn(&guests).await;
    let ann = &guests[0];
    let seq = ann.last_seq();
    ann.may_have_states(3);
    ann.does("resync", json!({})).await;
    ann.does("resync", json!({"lastSeq": seq - 1})).await;
    ann.does("resync", json!({"lastSeq": seq + 100})).await;
    let before = ann.heard().len();
    for wish in [json!({}), json!({"lastSeq": seq - 1}), json!({"lastSeq": 0})] {
        let refused = ann.ask("resync", wish).await.unwrap_err();
        assert_eq!((&refused["code"], &refused["retryAfterMs"]), (&json!("RATE_LIMITED"), &json!(2000)));
    }
    assert_eq!(ann.heard().len(), before + 6, "an error and an ack each");
    // A client that missed nothing gets an answer and plays on.
    ann.does("resync", json!({"lastSeq": seq})).await;
    house.turn(&guests).await;
}

#[tokio::test(start_paused = true)]
async fn a_client_over_its_state_limit_cannot_watch_or_return() {
    let house = TestServer::open(2);
    let guests = house.game("validated", json!({}), 2).await;
    let eve = house.guest("Eve");
    eve.may_have_states(1);
    let wish = json!({"roomCode": guests[0].room, "invite": guests[0].invite});
    eve.does("watchGame", wish.clone()).await;
    assert_eq!(eve.is_refused("watchGame", wish).await, "RATE_LIMITED");
    let mut late = house.guest("Bob");
    late.may_have_states(0);
    let refused = late.greet(&guests[1].room, &guests[1].token, None).await.unwrap_err();
    assert_eq!(refused["code"], "RATE_LIMITED");
    let ticket = guests[1].does("createTicket", json!({})).await["ticket"].clone();
    assert_eq!(late.is_refused("joinGame", json!({"ticket": ticket})).await, "RATE_LIMITED");
    assert!(!guests[1].is_cut(), "the seat is still where it was");
    house.turn(&guests).await;
    house.everybody_knows(&guests).await;
    // The ticket was not used up.
    house.guest("Bob").does("joinGame", json!({"ticket": ticket})).await;
}

#[tokio::test(start_paused = true)]
async fn missed_events_are_never_much_longer_than_the_full_state() {
    let house = TestServer::open(3);
    let guests = house.game("validated", json!({}), 4).await;
    for _ in 0..16 {
        house.turn(&guests).await;
    }
    let seq = guests[0].last_seq();
    for behind in [1, 4, 15] {
        guests[0].forget();
        guests[0].does("resync", json!({"lastSeq": seq - behind})).await;
        let bytes: usize = guests[0].forget().iter().map(|heard| heard.text.len()).sum();
        assert!(bytes < 96 * 1024, "{behind} versions are {bytes} bytes");
    }
}

#[tokio::test(start_paused = true)]
async fn a_client_over_its_state_limit_can_create_a_table() {
    let house = TestServer::open(4);
    for (event, wish) in
        [("createGame", json!({"playerName": "Ann"})), ("joinGame", json!({"playerName": "Ann"}))]
    {
        let ann = house.guest("Ann");
        ann.may_have_states(0);
        ann.does(event, wish).await;
        assert_eq!(ann.last("lobbyUpdate").unwrap()["players"][0]["connected"], true);
        assert_eq!(ann.is_refused("resync", json!({})).await, "RATE_LIMITED");
    }
}
