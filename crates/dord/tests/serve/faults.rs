use std::path::Path;
use std::time::{Duration, Instant};

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{Connection, SqliteConnection};

use crate::program::Program;
use crate::table::Table;

async fn somebody_else(data: &Path) -> SqliteConnection {
    let options = SqliteConnectOptions::new().filename(data.join("dord.sqlite"));
    SqliteConnection::connect_with(&options).await.unwrap()
}

/// A store that has just come back may need a moment: the same command is sent until it is done.
async fn recovers(table: &mut Table) {
    let begun = Instant::now();
    while table.try_move().await["ok"] != true {
        assert!(begun.elapsed() < Duration::from_secs(30), "the server does not recover");
        tokio::task::yield_now().await;
    }
    table.finish_move().await;
    table.turn().await.unwrap();
    table.is_as_acknowledged().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn while_somebody_else_locks_the_database_nothing_is_acknowledged() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let program = Program::start(&data);
    let mut table = Table::open(program.address, 1).await;
    table.turn().await.unwrap();
    let mut other = somebody_else(&data).await;
    sqlx::query("BEGIN IMMEDIATE").execute(&mut other).await.unwrap();
    let answer = table.try_move().await;
    assert_eq!(answer["error"]["code"], "UNAVAILABLE", "{answer}");
    sqlx::query("ROLLBACK").execute(&mut other).await.unwrap();
    table.is_as_acknowledged().await;
    recovers(&mut table).await;
}

/// Whoever may do anything may write to what is read-only, so there nothing can be tried.
#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn a_folder_that_becomes_read_only_loses_nothing() {
    use std::fs::Permissions;
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let program = Program::start(&data);
    let mut table = Table::open(program.address, 4).await;
    table.turn().await.unwrap();
    std::fs::set_permissions(&data, Permissions::from_mode(0o500)).unwrap();
    // An open database may be written on all the same: what matters is that an answer is the truth.
    let answer = table.try_move().await;
    assert!(answer["ok"] == true || answer["error"]["code"] == "UNAVAILABLE", "{answer}");
    std::fs::set_permissions(&data, Permissions::from_mode(0o700)).unwrap();
    recovers(&mut table).await;
}
