use std::fs;
use std::path::Path;

use serde_json::Value;
use sqlx::{AssertSqlSafe, Connection, PgConnection};
use tokio::task::JoinSet;

use crate::kept::{OLD, RECENT, RUNNING, keep, logs};
use crate::program::Program;
use crate::run::dord;
use crate::table::Table;

/// A path as a command-line argument.
fn name(path: &Path) -> &str {
    path.to_str().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_backup_made_during_a_game_is_complete_and_the_game_continues_from_it() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let program = Program::start(&here.join("data"));
    let mut playing = JoinSet::new();
    for number in 0..3 {
        let mut table = Table::open(program.address, 7 + number).await;
        playing.spawn(async move {
            for _ in 0..60 {
                table.turn().await.unwrap();
            }
            table
        });
    }
    // While the game is being played.
    for number in 0..3 {
        let file = format!("{number}.jsonl.gz");
        let made = dord(here, &["backup", "--data-dir", "data", "--output", &file, "--json"]).json();
        assert_eq!(made["rows"]["table"], 3);
        let verified = dord(here, &["backup", "--verify", &file, "--json"]).json();
        assert_eq!((&verified["verified"], &verified["rows"]), (&Value::Bool(true), &made["rows"]));
    }
    let mut tables = playing.join_all().await;
    // The server is still running, but no client writes.
    dord(here, &["backup", "--data-dir", "data", "--output", "last.jsonl.gz"]).ok();
    let before = logs(&here.join("data")).await;
    drop(program);
    let restored = dord(here, &["restore", "last.jsonl.gz", "--data-dir", "new"]).ok();
    assert!(restored.contains("byte for byte"), "{restored}");
    assert_eq!(logs(&here.join("new")).await, before);

    let program = Program::start(&here.join("new"));
    for table in &mut tables {
        table.come_back(program.address).await;
        table.send_again().await;
        table.turn().await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_backup_has_the_time_in_its_name_and_only_its_owner_can_read_it() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    keep(&here.join("dord-data"), &[RECENT]).await;
    let said = dord(here, &["backup"]).ok();
    let files: Vec<String> = fs::read_dir(here)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name != "dord-data")
        .collect();
    let [file] = &files[..] else { panic!("{files:?}") };
    let digits = file.strip_prefix("dord-backup-").and_then(|rest| rest.strip_suffix(".jsonl.gz")).unwrap();
    let is_time = |(place, character): (usize, char)| {
        if place == 8 { character == '-' } else { character.is_ascii_digit() }
    };
    assert!(digits.len() == 15 && digits.chars().enumerate().all(is_time), "{file}");
    assert!(said.contains(file.as_str()), "{said}");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        assert_eq!(fs::metadata(here.join(file)).unwrap().permissions().mode() & 0o777, 0o600);
    }
    // An existing file is not overwritten.
    let kept = fs::read(here.join(file)).unwrap();
    let again = dord(here, &["backup", "--output", file]);
    assert_eq!(again.status, 2);
    assert!(again.error.contains("is there already"), "{}", again.error);
    assert_eq!(fs::read(here.join(file)).unwrap(), kept);
}

#[tokio::test(flavor = "multi_thread")]
async fn backup_verification_and_restore_print_the_same_checksum() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    keep(&here.join("dord-data"), &[OLD, RUNNING]).await;
    let sha256 = |arguments: &[&str]| {
        let answer = dord(here, arguments).json();
        answer["sha256"].as_str().unwrap_or_else(|| panic!("{answer}")).to_owned()
    };
    let made = sha256(&["backup", "--output", "one.gz", "--json"]);
    assert_eq!(made.len(), 64);
    assert_eq!(sha256(&["backup", "--verify", "one.gz", "--json"]), made);
    assert_eq!(sha256(&["restore", "one.gz", "--data-dir", "new", "--json"]), made);
    // The same rows have the same checksum in every backup.
    assert_eq!(sha256(&["backup", "--output", "two.gz", "--data-dir", "new", "--json"]), made);
    let line = format!("SHA-256 of the rows: {made}\n");
    for arguments in [
        &["backup", "--output", "three.gz"][..],
        &["backup", "--verify", "one.gz"],
        &["restore", "one.gz", "--data-dir", "third"],
    ] {
        let said = dord(here, arguments).ok();
        assert!(said.contains(&line), "{said}");
    }
}

#[test]
fn a_backup_does_not_create_a_missing_database() {
    let folder = tempfile::tempdir().unwrap();
    for command in [&["backup"][..], &["admin", "stats"], &["admin", "close", "ABCD"]] {
        let run = dord(folder.path(), command);
        assert_eq!(run.status, 2, "{command:?}");
        assert!(run.error.contains("there is no database in ./dord-data"), "{}", run.error);
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_backup_uses_the_database_of_the_settings_file() {
    let folder = tempfile::tempdir().unwrap();
    keep(&folder.path().join("dord-data"), &[RECENT]).await;
    fs::write(folder.path().join("dord.toml"), "database_url = \"postgres://localhost:1/none\"").unwrap();
    let run = dord(folder.path(), &["backup"]);
    assert_eq!(run.status, 2);
    assert!(run.error.contains("cannot open the database"), "{}", run.error);
    // Checking a file needs no database.
    fs::remove_file(folder.path().join("dord.toml")).unwrap();
    dord(folder.path(), &["backup", "--output", "b.gz"]).ok();
    let url = ["--database-url", "postgres://localhost:1/none"];
    dord(folder.path(), &[&["backup", "--verify", "b.gz"][..], &url].concat()).ok();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_backup_is_restored_only_to_an_empty_database() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    keep(&here.join("one"), &[OLD]).await;
    keep(&here.join("other"), &[RECENT, RUNNING]).await;
    dord(here, &["backup", "--data-dir", "one", "--output", "one.gz"]).ok();
    let before = logs(&here.join("other")).await;
    let run = dord(here, &["restore", "one.gz", "--data-dir", "other"]);
    assert_eq!(run.status, 2);
    assert!(
        run.error.contains("the database is not empty: it has 2 tables, 2 daily players"),
        "{}",
        run.error
    );
    assert_eq!(logs(&here.join("other")).await, before);
}

/// A schema of its own on the database server from the environment.
struct Schema {
    server: String,
    name: String,
}

impl Schema {
    /// `None`, with a message, if there is no database server.
    async fn new(name: &str) -> Option<Schema> {
        let Ok(server) = std::env::var("DORD_TEST_POSTGRES_URL") else {
            eprintln!("skipped: DORD_TEST_POSTGRES_URL is not set (`cargo xtask check` starts a server)");
            return None;
        };
        let schema = Schema { server, name: format!("o{}_{name}", std::process::id()) };
        schema.on_server(format!("CREATE SCHEMA {}", schema.name)).await;
        Some(schema)
    }

    fn url(&self) -> String {
        let separator = if self.server.contains('?') { '&' } else { '?' };
        format!("{}{separator}options=-c%20search_path%3D{}", self.server, self.name)
    }

    async fn on_server(&self, statement: String) {
        let mut connection = PgConnection::connect(&self.server).await.unwrap();
        sqlx::raw_sql(AssertSqlSafe(statement)).execute(&mut connection).await.unwrap();
        connection.close().await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_backup_goes_from_sqlite_to_postgresql_and_back_byte_for_byte() {
    let Some(schema) = Schema::new("round_trip").await else { return };
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let url = schema.url();
    keep(&here.join("first"), &[OLD, RECENT, RUNNING]).await;
    let before = logs(&here.join("first")).await;
    dord(here, &["backup", "--data-dir", "first", "--output", "first.gz"]).ok();
    let there = dord(here, &["restore", "first.gz", "--database-url", &url, "--json"]).json();
    let refused = dord(here, &["restore", "first.gz", "--database-url", &url]);
    assert!(refused.error.contains("the database is not empty"), "{}", refused.error);
    let stats = dord(here, &["admin", "stats", "--database-url", &url, "--json"]).json();
    assert_eq!((&stats["tables"]["ended"], &stats["tables"]["playing"]), (&2.into(), &1.into()));
    dord(here, &["backup", "--database-url", &url, "--output", name(&here.join("second.gz"))]).ok();
    let back = dord(here, &["restore", "second.gz", "--data-dir", "second", "--json"]).json();
    assert_eq!(there, back);
    assert_eq!(logs(&here.join("second")).await, before);
    let closed = dord(here, &["admin", "close", RUNNING.code, "--database-url", &url, "--json"]).json();
    assert_eq!(closed["standing"], "ended");
    schema.on_server(format!("DROP SCHEMA {} CASCADE", schema.name)).await;
}
