//! Deleted data is in no byte of the data folder, with and without a running server.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use rules::Seat;
use serde_json::{Value, json};
use sqlx::{AssertSqlSafe, Connection, SqliteConnection};

use crate::kept::{OLD, RECENT, keep, player_id};
use crate::program::Program;
use crate::recording_socket::Socket;
use crate::run::dord;

/// A name that occurs nowhere else.
const NAME: &str = "Zwaantje";

/// Files of a folder and its subfolders that contain a text, ignoring case.
fn files_with(folder: &Path, text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files_with(&path, text));
            continue;
        }
        let bytes = fs::read(&path).unwrap().to_ascii_lowercase();
        let text = text.to_ascii_lowercase();
        if bytes.windows(text.len()).any(|window| window == text.as_bytes()) {
            found.push(path.file_name().unwrap().to_string_lossy().into_owned());
        }
    }
    found
}

/// Plays a game with a player of that name to its end. Returns the player's id.
async fn play_and_leave(program: &Program) -> String {
    let mut host = Socket::connect(program.address, &Value::Null).await.unwrap();
    let opened = host.ask("createGame", &json!({"playerName": NAME, "preset": "social"})).await.unwrap();
    let mut guest = Socket::connect(program.address, &Value::Null).await.unwrap();
    let wish = json!({"playerName": "Bob", "roomCode": opened["roomCode"]});
    assert_eq!(guest.ask("joinGame", &wish).await.unwrap()["ok"], true);
    assert_eq!(host.ask("startGame", &json!({})).await.unwrap()["ok"], true);
    assert_eq!(host.ask("resign", &json!({})).await.unwrap()["ok"], true);
    opened["playerId"].as_str().unwrap_or_else(|| panic!("{opened}")).to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deleted_name_is_in_no_file_while_the_server_runs() {
    let folder = tempfile::tempdir().unwrap();
    let (here, data) = (folder.path(), folder.path().join("data"));
    let program = Program::start(&data);
    let player = play_and_leave(&program).await;
    assert!(!files_with(&data, NAME).is_empty(), "the name is kept");

    let forgotten = dord(here, &["admin", "forget", &player, "--data-dir", "data", "--json"]).json();
    assert_eq!(forgotten["erased"], "whileInUse", "{forgotten}");
    assert_eq!(files_with(&data, NAME), [""; 0]);
    // The server continues with the same files.
    assert!(program.is_ready());
    play_and_leave(&program).await;
    assert!(!files_with(&data, NAME).is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deleted_name_is_in_no_file_even_after_an_earlier_release() {
    let folder = tempfile::tempdir().unwrap();
    let (here, data) = (folder.path(), folder.path().join("data"));
    keep(&data, &[RECENT]).await;
    // Deletes rows as an earlier release did, without overwriting them.
    let url = format!("sqlite://{}", data.join("dord.sqlite").display());
    let mut connection = SqliteConnection::connect(&url).await.unwrap();
    let text = format!("{NAME} ").repeat(2000);
    let remains = format!(
        "PRAGMA secure_delete = OFF; CREATE TABLE old (text TEXT); INSERT INTO old VALUES ('{text}'); DROP TABLE old"
    );
    sqlx::raw_sql(AssertSqlSafe(remains)).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
    assert_eq!(files_with(&data, NAME), ["dord.sqlite"]);

    let ann = player_id(1, Seat::at(0).unwrap());
    let said = dord(here, &["admin", "forget", &ann, "--data-dir", "data"]).ok();
    assert!(said.contains("The name is in no file of the database any more."), "{said}");
    assert_eq!(files_with(&data, NAME), [""; 0]);
    let inspected = dord(here, &["admin", "inspect", RECENT.id, "--data-dir", "data"]).ok();
    assert!(inspected.contains("Deleted player"), "{inspected}");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_open_reader_prevents_truncation_of_the_log_and_the_command_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let (here, data) = (folder.path(), folder.path().join("data"));
    keep(&data, &[RECENT]).await;
    let url = format!("sqlite://{}", data.join("dord.sqlite").display());
    let mut reader = SqliteConnection::connect(&url).await.unwrap();
    let mut reading = reader.begin().await.unwrap();
    sqlx::query("SELECT count(*) FROM tables").fetch_one(&mut *reading).await.unwrap();
    let ann = player_id(1, Seat::at(0).unwrap());
    let said = dord(here, &["admin", "forget", &ann, "--data-dir", "data"]).ok();
    assert!(said.contains("The name is still in the database's log"), "{said}");
    reading.commit().await.unwrap();
    reader.close().await.unwrap();
    let again = dord(here, &["admin", "forget", &ann, "--data-dir", "data", "--json"]).json();
    assert_eq!(again["erased"], "everywhere");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deleted_player_of_daily_puzzles_is_in_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let (here, data) = (folder.path(), folder.path().join("data"));
    keep(&data, &[]).await;
    assert_eq!(files_with(&data, "Zoë"), ["dord.sqlite"]);
    for player in ["Zoë", "2"] {
        dord(here, &["admin", "forget", "--daily", player, "--data-dir", "data"]).ok();
    }
    assert_eq!(files_with(&data, "Zoë"), [""; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn expired_tables_leave_no_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    keep(&data, &[OLD]).await;
    assert!(!files_with(&data, OLD.id).is_empty());
    let program = Program::start(&data);
    let begun = Instant::now();
    while !files_with(&data, OLD.id).is_empty() {
        assert!(begun.elapsed() < Duration::from_secs(60), "{:?}", files_with(&data, OLD.id));
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert!(program.is_ready());
}

#[tokio::test(flavor = "multi_thread")]
async fn archived_tables_leave_no_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let (here, data) = (folder.path(), folder.path().join("data"));
    keep(&data, &[OLD, RECENT]).await;
    let archive = ["admin", "archive", "--older-than", "30", "--output", "old.gz", "--data-dir", "data"];
    dord(here, &archive).ok();
    assert_eq!(files_with(&data, OLD.id), [""; 0]);
    assert!(!files_with(&data, RECENT.id).is_empty());
}
