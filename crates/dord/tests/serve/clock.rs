//! A clock that was set back while the server was down: games continue from the stored time.

use std::path::Path;

use serde_json::{Value, json};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{Connection, SqliteConnection};

use crate::program::Program;
use crate::recording_socket::Socket;

const DAY_MS: i64 = 24 * 60 * 60 * 1000;
const TICKET_MS: i64 = 120 * 1000;

/// Current time at the tables, as a new table reports it.
async fn time_at_the_tables(program: &Program) -> i64 {
    let mut host = Socket::connect(program.address, &Value::Null).await.unwrap();
    host.ask("createGame", &json!({"playerName": "Ann", "preset": "social"})).await.unwrap();
    let ticket = host.ask("createTicket", &json!({})).await.unwrap();
    ticket["expiresAt"].as_i64().expect("a ticket says until when it is good") - TICKET_MS
}

/// Shifts all stored times by a day, as if the clock had been set back since. Returns the latest of
/// them.
async fn a_day_later(data: &Path) -> i64 {
    let options = SqliteConnectOptions::new().filename(data.join("dord.sqlite"));
    let mut file = SqliteConnection::connect_with(&options).await.unwrap();
    sqlx::query("UPDATE commits SET at = at + $1").bind(DAY_MS).execute(&mut file).await.unwrap();
    let kept = sqlx::query_scalar("SELECT MAX(at) FROM commits").fetch_one(&mut file).await.unwrap();
    file.close().await.unwrap();
    kept
}

#[tokio::test(flavor = "multi_thread")]
async fn time_does_not_go_back_over_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let program = Program::start(&data);
    let now = time_at_the_tables(&program).await;
    let kept = a_day_later(&data).await;
    assert!(kept > now, "nothing was kept a day later");
    let program = program.kill_and_restart();
    let after = time_at_the_tables(&program).await;
    assert!(after >= kept, "{} ms back", kept - after);
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn time_does_not_go_back_with_the_clock_of_the_database() {
    use sqlx::PgConnection;

    let folder = tempfile::tempdir().unwrap();
    let Some(postgres) = crate::database::Postgres::start(folder.path()) else { return };
    let program = Program::start_on(&folder.path().join("data"), &postgres.url());
    let now = time_at_the_tables(&program).await;
    let mut database = PgConnection::connect(&postgres.url()).await.unwrap();
    let later = sqlx::query("UPDATE tables SET changed_at = changed_at + $1").bind(DAY_MS);
    later.execute(&mut database).await.unwrap();
    let kept = sqlx::query_scalar("SELECT MAX(changed_at) FROM tables");
    let kept: i64 = kept.fetch_one(&mut database).await.unwrap();
    assert!(kept > now, "nothing was kept a day later");
    let program = program.kill_and_restart();
    let after = time_at_the_tables(&program).await;
    assert!(after >= kept, "{} ms back", kept - after);
}
