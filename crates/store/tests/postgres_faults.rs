//! What the store does when PostgreSQL goes away and comes back. Needs the server that the contract needs.

use rules::GameId;
use sqlx::{AssertSqlSafe, Connection, PgConnection};
use store::{OpenError, PostgresStore, Store, StoreError};

/// The server, if there is one for the tests.
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
        // Only ours: other tests are at work on the same server.
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
async fn a_server_that_is_not_there_is_said_so() {
    // A port that was free a moment ago.
    let port = std::net::TcpListener::bind(("127.0.0.1", 0)).unwrap().local_addr().unwrap().port();
    let opened = PostgresStore::connect(&format!("postgres://postgres@127.0.0.1:{port}/postgres")).await;
    assert!(matches!(opened, Err(OpenError::Database(_))));
}
