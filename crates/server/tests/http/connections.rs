//! Idle and slow connections.

use std::time::Duration;

use tokio::time::Instant;

use crate::client::{Connection, Running};

/// A head that never ends.
const BEGUN: &[u8] = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Slow: ";

async fn connections(server: &Running, count: usize) -> Vec<Connection> {
    let mut connections = Vec::new();
    for number in 0..count {
        let mut connection = server.connect().await;
        if number % 2 == 0 {
            connection.send(BEGUN).await;
        }
        connections.push(connection);
    }
    server.answers().await;
    connections
}

#[tokio::test]
async fn idle_and_half_open_connections_are_closed_after_ten_seconds() {
    let server = Running::start(|_| {}).await;
    let connections = connections(&server, 300).await;
    tokio::time::pause();
    let begun = Instant::now();
    for mut connection in connections {
        connection.is_closed().await;
    }
    assert!(begun.elapsed() < Duration::from_secs(15), "{:?}", begun.elapsed());
    tokio::time::resume();
    server.answers().await;
}

#[tokio::test]
async fn a_connection_can_be_reused_for_a_minute() {
    let server = Running::start(|_| {}).await;
    let mut connection = server.connect().await;
    tokio::time::pause();
    for _ in 0..3 {
        tokio::time::advance(Duration::from_secs(9)).await;
        connection.send(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n").await;
        connection.read_until("ok\n").await;
    }
    let begun = Instant::now();
    connection.is_closed().await;
    let idle = begun.elapsed().as_secs();
    assert!((55..65).contains(&idle), "{idle} s");
}

#[tokio::test]
async fn a_missing_body_times_out() {
    let server = Running::start(|_| {}).await;
    let mut connection = server.connect().await;
    let head = "POST /api/daily/transfer HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
                Content-Length: 100\r\n\r\n{";
    connection.send(head.as_bytes()).await;
    server.answers().await;
    tokio::time::pause();
    let begun = Instant::now();
    connection.is_closed().await;
    assert!(begun.elapsed() < Duration::from_secs(95), "{:?}", begun.elapsed());
}

#[tokio::test]
async fn a_request_is_served_despite_many_waiting_connections() {
    // A private network can have four times as many.
    let server = Running::start(|server| server.limits.open_connections_per_address = 5).await;
    let mut connections = connections(&server, 60).await;
    // The first connections were closed in favour of the others.
    for connection in &mut connections[..39] {
        connection.is_closed().await;
    }
    server.answers().await;
    let mut last = connections.pop().unwrap();
    last.send(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n").await;
    assert_eq!(last.reply("GET").await.status, 200);
}

#[tokio::test]
async fn a_request_is_served_despite_a_low_limit_on_files() {
    let server = Running::start(|server| server.connections_max = Some(10)).await;
    let mut connections = connections(&server, 60).await;
    for connection in &mut connections[..49] {
        connection.is_closed().await;
    }
    server.answers().await;
}

#[tokio::test]
async fn connections_of_a_trusted_proxy_are_not_limited() {
    let server = Running::start(|server| {
        server.limits.open_connections_per_address = 1;
        server.trusted_proxies = vec![[127, 0, 0, 1].into()];
    })
    .await;
    let connections = connections(&server, 60).await;
    for (number, mut connection) in connections.into_iter().enumerate() {
        let rest: &[u8] = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
        connection.send(if number % 2 == 0 { b"\r\nConnection: close\r\n\r\n" } else { rest }).await;
        assert_eq!(connection.reply("GET").await.status, 200);
    }
}
