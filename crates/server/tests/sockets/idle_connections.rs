//! Connections that never send anything, and connections that are silent for long.

use std::time::Duration;

use load::socket_io::SocketIo;
use serde_json::json;
use tokio::time::{Instant, pause, sleep};

use crate::socket_server::Hall;

#[tokio::test]
async fn a_websocket_that_never_connects_to_the_namespace_is_closed() {
    let hall = Hall::open(1).await;
    let mut socket = SocketIo::open(&format!("http://{}", hall.address)).await.unwrap();
    pause();
    let begun = Instant::now();
    while socket.next_text().await.is_ok() {}
    assert!(begun.elapsed() < Duration::from_secs(30), "{:?}", begun.elapsed());
}

#[tokio::test]
async fn a_polling_session_that_never_connects_to_the_namespace_is_closed() {
    let hall = Hall::open(2).await;
    let opened = hall.get("/socket.io/?EIO=4&transport=polling").await;
    let (_, rest) = opened.split_once("\"sid\":\"").unwrap();
    let (sid, _) = rest.split_once('"').unwrap();
    pause();
    sleep(Duration::from_secs(30)).await;
    let answer = hall.get(&format!("/socket.io/?EIO=4&transport=polling&sid={sid}")).await;
    assert!(answer.starts_with("HTTP/1.1 400"), "{answer}");
}

#[tokio::test]
async fn a_silent_socket_stays_open() {
    let hall = Hall::open(3).await;
    let mut ann = hall.socket().await;
    pause();
    sleep(Duration::from_secs(3600)).await;
    assert_eq!(ann.does("createGame", json!({"playerName": "Ann"})).await["ok"], true);
}
