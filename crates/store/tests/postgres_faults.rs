//! Behaviour of the store when PostgreSQL is down and recovers.
//!
//! Needs the same server as the contract tests.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use rules::GameId;
use sqlx::{AssertSqlSafe, Connection, PgConnection};
use store::{EventStore, OpenError, PostgresStore, StoreError};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;

/// Returns the server for the tests, if there is one.
fn server() -> Option<String> {
    let server = std::env::var("DORD_TEST_POSTGRES_URL").ok();
    if server.is_none() {
        eprintln!("skipped: DORD_TEST_POSTGRES_URL is not set (`cargo xtask check` starts a server)");
    }
    server
}

#[tokio::test(flavor = "multi_thread")]
async fn lost_connections_are_replaced() {
    let Some(server) = server() else { return };
    let schema = format!("s{}_lost_connections", std::process::id());
    let mut other = PgConnection::connect(&server).await.unwrap();
    sqlx::raw_sql(AssertSqlSafe(format!("CREATE SCHEMA {schema}"))).execute(&mut other).await.unwrap();
    let separator = if server.contains('?') { '&' } else { '?' };
    let url = format!("{server}{separator}options=-c%20search_path%3D{schema}&application_name={schema}");
    let store = PostgresStore::connect(&url).await.unwrap();
    store.ping().await.unwrap();
    for _ in 0..3 {
        // Only our connections: other tests use the same server.
        let end = format!(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = '{schema}'"
        );
        let ended = sqlx::query(AssertSqlSafe(end)).fetch_all(&mut other).await.unwrap();
        assert!(!ended.is_empty(), "no connection was found to end");
        assert_eq!(store.load(&GameId::new("nobody")).await.unwrap(), None);
    }
    store.close().await;
    assert!(matches!(store.ping().await, Err(StoreError::Unavailable { .. })));
    sqlx::raw_sql(AssertSqlSafe(format!("DROP SCHEMA {schema} CASCADE"))).execute(&mut other).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_missing_server_is_reported() {
    // A port that was free a moment ago.
    let port = std::net::TcpListener::bind(("127.0.0.1", 0)).unwrap().local_addr().unwrap().port();
    let opened = PostgresStore::connect(&format!("postgres://postgres@127.0.0.1:{port}/postgres")).await;
    let Err(OpenError::Address(problem)) = opened else { panic!("it is not there") };
    assert!(problem.starts_with(&format!("PostgreSQL at 127.0.0.1:{port} cannot be reached: ")), "{problem}");
}

/// Creates a schema for one test, and returns it with the store's address.
async fn schema(server: &str, name: &str) -> (PgConnection, String, String) {
    let schema = format!("s{}_{name}", std::process::id());
    let mut other = PgConnection::connect(server).await.unwrap();
    sqlx::raw_sql(AssertSqlSafe(format!("CREATE SCHEMA {schema}"))).execute(&mut other).await.unwrap();
    let separator = if server.contains('?') { '&' } else { '?' };
    let url = format!("{server}{separator}options=-c%20search_path%3D{schema}");
    (other, schema, url)
}

async fn drop_schema(mut other: PgConnection, schema: &str) {
    sqlx::raw_sql(AssertSqlSafe(format!("DROP SCHEMA {schema} CASCADE"))).execute(&mut other).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_ping_writes_and_commits() {
    let Some(server) = server() else { return };
    let (mut other, schema, url) = schema(&server, "ping").await;
    let store = PostgresStore::connect(&url).await.unwrap();
    let row = format!("SELECT xmin::TEXT FROM {schema}._sqlx_migrations ORDER BY version LIMIT 1");
    let mut writers = Vec::new();
    for _ in 0..2 {
        store.ping().await.unwrap();
        let row = sqlx::query_scalar::<_, String>(AssertSqlSafe(row.clone()));
        writers.push(row.fetch_one(&mut other).await.unwrap());
    }
    assert_ne!(writers[0], writers[1], "each ping is a transaction that has written the row");
    store.close().await;
    drop_schema(other, &schema).await;
}

/// A proxy to the server, which works until it is dropped.
struct Cable(JoinSet<()>);

impl Cable {
    async fn plug_in(at: SocketAddr, server: SocketAddr) -> (Cable, SocketAddr) {
        let begun = Instant::now();
        let listener = loop {
            // Remains of earlier connections may block the port for a moment.
            match TcpListener::bind(at).await {
                Ok(listener) => break listener,
                Err(error) => assert!(begun.elapsed() < Duration::from_secs(60), "{error}"),
            }
        };
        let at = listener.local_addr().unwrap();
        let mut passing = JoinSet::new();
        passing.spawn(async move {
            let mut connections = JoinSet::new();
            while let Ok((mut client, _)) = listener.accept().await {
                connections.spawn(async move {
                    let mut server = TcpStream::connect(server).await.unwrap();
                    let _ = tokio::io::copy_bidirectional(&mut client, &mut server).await;
                });
            }
        });
        (Cable(passing), at)
    }

    async fn pull(mut self) {
        self.0.shutdown().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn requests_do_not_wait_for_a_server_known_to_be_down() {
    let Some(server) = server() else { return };
    let (other, schema, url) = schema(&server, "known_down").await;
    let (before, rest) = url.split_once("127.0.0.1:").expect("a server on this machine");
    let port: String = rest.chars().take_while(char::is_ascii_digit).collect();
    let behind = SocketAddr::from(([127, 0, 0, 1], port.parse().unwrap()));
    let (cable, at) = Cable::plug_in(SocketAddr::from(([127, 0, 0, 1], 0)), behind).await;
    let store = PostgresStore::connect(&format!("{before}{at}{}", &rest[port.len()..])).await.unwrap();
    let game = GameId::new("nobody");
    assert_eq!(store.load(&game).await.unwrap(), None);

    cable.pull().await;
    // The first request detects it.
    let begun = Instant::now();
    while store.load(&game).await.is_ok() {
        assert!(begun.elapsed() < Duration::from_secs(60), "the server is never down");
    }
    // Detection runs in the background, so the next request may wait as well.
    let _ = store.load(&game).await;
    let begun = Instant::now();
    for _ in 0..50 {
        assert!(matches!(store.load(&game).await, Err(StoreError::Unavailable { .. })));
        assert!(store.ping().await.is_err());
    }
    // Without the breaker each request would take five seconds or more.
    assert!(begun.elapsed() < Duration::from_secs(20), "{:?}", begun.elapsed());

    let (cable, _) = Cable::plug_in(at, behind).await;
    let begun = Instant::now();
    while store.load(&game).await.is_err() {
        assert!(begun.elapsed() < Duration::from_secs(60), "the server is never back");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    store.ping().await.unwrap();
    store.close().await;
    cable.pull().await;
    drop_schema(other, &schema).await;
}
