//! Pictures, records and reviews under load.

use std::sync::Arc;
use std::time::Duration;

use rules::GameId;
use serde_json::Value;
use store::PlayerId;
use tokio::task::JoinSet;

use crate::client::Running;
use crate::fixtures::{FINISHED, FOUR};

#[tokio::test]
async fn requests_for_games_and_reviews_are_limited_per_address() {
    let server = Running::start(|server| {
        server.limits.game_requests_per_minute = 4;
        server.limits.reviews_per_minute = 2;
    })
    .await;
    for end in ["", ".gcg", ".svg", ".png"] {
        assert_eq!(server.get(&format!("/api/games/{FINISHED}{end}")).await.status, 200, "{end}");
    }
    let limited = server.get(&format!("/api/games/{FINISHED}.png")).await;
    assert_eq!(limited.status, 429);
    let problem: Value = serde_json::from_str(limited.text()).unwrap();
    assert_eq!(problem["error"]["code"], "RATE_LIMITED");
    assert!(limited.header("retry-after").unwrap().parse::<u64>().unwrap() >= 1);

    let review = format!("/api/games/{FINISHED}/review");
    let asked = [server.get(&review).await, server.get(&review).await, server.get(&review).await];
    assert_eq!(asked.map(|reply| reply.status), [200, 200, 429]);
}

#[tokio::test]
async fn excess_requests_for_pictures_are_refused_and_records_do_not_wait() {
    let server = Arc::new(Running::start(|_| {}).await);
    server.store.set_holding_up(Some(GameId::new(FINISHED)));
    let mut asking = JoinSet::new();
    // The numbers make the URLs differ, but have no effect.
    for number in 0..120 {
        let server = Arc::clone(&server);
        asking.spawn(async move { server.get(&format!("/api/games/{FINISHED}.png?{number}")).await });
    }
    let mut turned_away = 0;
    // At most four are drawn, and 32 wait.
    while turned_away < 120 - 36 {
        let reply = asking.join_next().await.unwrap().unwrap();
        assert_eq!((reply.status, reply.header("retry-after")), (503, Some("5")));
        turned_away += 1;
    }
    assert_eq!(server.get(&format!("/api/games/{FOUR}")).await.status, 200);
    server.store.set_holding_up(None);
    let statuses: Vec<u16> = asking.join_all().await.iter().map(|reply| reply.status).collect();
    assert!(statuses.contains(&200), "{statuses:?}");
}

#[tokio::test]
async fn pictures_and_reviews_are_cached() {
    let server = Running::start(|_| {}).await;
    for end in ["", ".gcg", ".svg", ".png", "/review"] {
        let path = format!("/api/games/{FINISHED}{end}");
        let first = server.get(&path).await;
        server.store.set_failing(true);
        let second = server.get(&path).await;
        server.store.set_failing(false);
        assert_eq!((second.status, &second.body), (200, &first.body), "{end}");
        assert_eq!(second.header("etag"), first.header("etag"));
        assert_eq!(second.header("content-type"), first.header("content-type"));
        let tag = first.header("etag").unwrap();
        let known = server.ask("GET", &path, &format!("If-None-Match: {tag}\r\n")).await;
        assert_eq!((known.status, known.body.len()), (304, 0));
    }
}

#[tokio::test]
async fn a_deleted_player_is_in_no_cached_response_after_a_minute() {
    let server = Running::start(|_| {}).await;
    let paths = ["", ".svg"].map(|end| format!("/api/games/{FOUR}{end}"));
    for path in &paths {
        assert!(server.get(path).await.text().contains("Ελένη"), "{path}");
    }
    store::forget_seated(server.store.as_ref(), &PlayerId::new("p2")).await.unwrap();
    tokio::time::pause();
    tokio::time::advance(Duration::from_secs(60)).await;
    tokio::time::resume();
    for path in &paths {
        let reply = server.get(path).await;
        assert!(reply.status == 200 && !reply.text().contains("Ελένη"), "{path}");
    }
}

#[tokio::test]
async fn a_store_that_cannot_write_is_not_ready_and_says_why() {
    let server = Running::start(|_| {}).await;
    server.store.set_refusing(true);
    let reply = server.get("/readyz").await;
    let problem: Value = serde_json::from_str(reply.text()).unwrap();
    assert_eq!((reply.status, problem["error"]["code"].as_str()), (503, Some("UNAVAILABLE")));
    assert!(problem["error"]["message"].as_str().unwrap().contains("a test said so"), "{problem}");
    assert_eq!(server.get("/healthz").await.status, 200);
}
