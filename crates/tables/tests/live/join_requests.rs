//! The list of join requests under attack.

use serde_json::{Value, json};

use crate::test_client::TestClient;
use crate::test_server::{TestServer, wait};

const EVE: [u8; 4] = [203, 0, 113, 1];

async fn asking_table(house: &TestServer) -> (TestClient, impl Fn(&str) -> Value) {
    let ann = house.host("Ann", "social", json!({"joining": "hostAdmits"})).await;
    let room = ann.room.clone();
    (ann, move |name: &str| json!({"playerName": name, "roomCode": room}))
}

async fn answer(host: &TestClient, asked: &Value, admit: bool) {
    host.does("admitPlayer", json!({"requestId": asked["requestId"], "admit": admit})).await;
}

#[tokio::test(start_paused = true)]
async fn a_connection_has_one_request() {
    let house = TestServer::open(1);
    let (ann, by) = asking_table(&house).await;
    let eve = house.guest("Eve");
    let asked = eve.does("joinGame", by("Eve")).await;
    assert_eq!(eve.does("joinGame", by("Eve")).await["requestId"], asked["requestId"]);
    for number in 0..20 {
        assert_eq!(eve.is_refused("joinGame", by(&format!("Eve {number}"))).await, "NOT_ALLOWED");
    }
    assert_eq!(ann.count("joinRequested"), 1);
    let bob = house.guest("Bob");
    let asked = bob.does("joinGame", by("Bob")).await;
    answer(&ann, &asked, true).await;
    assert_eq!(bob.last("joinDecided").unwrap()["admitted"], true);
}

#[tokio::test(start_paused = true)]
async fn one_address_cannot_fill_the_list_and_links_always_get_through() {
    let house = TestServer::open(2);
    let (ann, by) = asking_table(&house).await;
    let mut crowd = Vec::new();
    for number in 0..30 {
        let eve = house.guest("Eve").at(EVE);
        let answer = eve.ask("joinGame", by(&format!("Eve {number}"))).await;
        assert_eq!(answer.is_ok(), number < 3, "{number}: {answer:?}");
        crowd.push(eve);
    }
    let bob = house.guest("Bob").at([203, 0, 113, 2]);
    bob.does("joinGame", by("Bob")).await;
    // Many addresses together do fill the list.
    for number in 0..12 {
        let eve = house.guest("Eve").at([203, 0, 114, number]);
        eve.does("joinGame", by(&format!("Mob {number}"))).await;
        crowd.push(eve);
    }
    let dora = house.guest("Dora").at([203, 0, 113, 3]);
    let refused = dora.ask("joinGame", by("Dora")).await.unwrap_err();
    assert_eq!((&refused["code"], refused["retryAfterMs"].is_u64()), (&json!("RATE_LIMITED"), true));
    for (guest, address) in [(&dora, [203, 0, 113, 3]), (&house.guest("Cid").at(EVE), EVE)] {
        let mut wish = by(&guest.name);
        wish["invite"] = ann.invite.clone().into();
        let asked = guest.does("joinGame", wish).await;
        answer(&ann, &asked, true).await;
        assert_eq!(guest.last("joinDecided").unwrap()["admitted"], true, "{address:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_rejected_guest_waits_longer_each_time() {
    let house = TestServer::open(3);
    let (ann, by) = asking_table(&house).await;
    for seconds in [30, 60, 120] {
        let eve = house.guest("Eve").at(EVE);
        let asked = eve.does("joinGame", by("Eve")).await;
        answer(&ann, &asked, false).await;
        assert_eq!(eve.last("joinDecided").unwrap()["admitted"], false);
        // Neither this connection nor another one from the same address may ask earlier.
        for guest in [&eve, &house.guest("Mob").at(EVE)] {
            let refused = guest.ask("joinGame", by("Eve")).await.unwrap_err();
            assert_eq!(refused["code"], "RATE_LIMITED");
            let wait_ms = refused["retryAfterMs"].as_u64().unwrap();
            assert!((seconds * 1000 - 1000..=seconds * 1000 + 1).contains(&wait_ms), "{wait_ms}");
        }
        house.guest("Bob").at([203, 0, 113, 2]).client.gone().await;
        wait(seconds).await;
    }
    let bob = house.guest("Bob").at([203, 0, 113, 2]);
    bob.does("joinGame", by("Bob")).await;
}

#[tokio::test(start_paused = true)]
async fn withdrawn_requests_are_reported_and_repeated_requests_limited() {
    let house = TestServer::open(4);
    let (ann, by) = asking_table(&house).await;
    let mut asked = 0;
    for _ in 0..20 {
        let eve = house.guest("Eve").at(EVE);
        asked += usize::from(eve.ask("joinGame", by("Eve")).await.is_ok());
        eve.client.gone().await;
        wait(0).await;
    }
    assert_eq!((asked, ann.count("joinRequested"), ann.count("joinWithdrawn")), (6, 6, 6));
    wait(60).await;
    house.guest("Eve").at(EVE).does("joinGame", by("Eve")).await;
}
