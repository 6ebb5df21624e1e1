use std::fs;
use std::path::Path;

use rules::Seat;
use serde_json::{Value, json};

use crate::kept::{OLD, RECENT, RUNNING, SEED, Sample, keep, logs, player_id};
use crate::program::Program;
use crate::recording_socket::Socket;
use crate::run::{Run, dord};

fn admin(folder: &Path, arguments: &[&str]) -> Run {
    dord(folder, &[&["admin", "--data-dir", "data"], arguments].concat())
}

async fn folder_with(samples: &[Sample]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    keep(&folder.path().join("data"), samples).await;
    folder
}

#[tokio::test(flavor = "multi_thread")]
async fn tables_are_counted_and_listed() {
    let folder = folder_with(&[OLD, RECENT, RUNNING]).await;
    let here = folder.path();
    let stats = admin(here, &["stats", "--json"]).json();
    assert_eq!(stats["tables"], json!({"waiting": 0, "playing": 1, "ended": 2, "closed": 0}));
    assert_eq!((&stats["dailyPlayers"], &stats["dailyAttempts"]), (&json!(2), &json!(2)));
    assert!(
        admin(here, &["stats"]).ok().lines().any(|line| line.starts_with("tables") && line.ends_with(" 3"))
    );

    let tables = admin(here, &["tables", "--json"]).json();
    let codes: Vec<&Value> = tables.as_array().unwrap().iter().map(|table| &table["code"]).collect();
    assert_eq!(codes, [RUNNING.code, RECENT.code, OLD.code]);
    let ended = admin(here, &["tables", "--standing", "ended", "--limit", "1", "--json"]).json();
    assert_eq!((ended.as_array().unwrap().len(), &ended[0]["id"]), (1, &json!(RECENT.id)));
    let listed = admin(here, &["tables", "--limit", "0"]).ok();
    assert_eq!(listed.lines().count(), 4, "{listed}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_running_game_is_shown_without_its_secrets() {
    let folder = folder_with(&[OLD, RUNNING]).await;
    let here = folder.path();
    for table in [RUNNING.code, "runa", RUNNING.id] {
        let (shown, as_json) =
            (admin(here, &["inspect", table]).ok(), admin(here, &["inspect", table, "--json"]).ok());
        for text in [&shown, &as_json] {
            assert!(text.contains("Ann") && text.contains(RUNNING.code), "{text}");
            for secret in [SEED, "ABCDEFG", "token", "invite", &"15".repeat(8)] {
                assert!(!text.contains(secret), "{secret} in {text}");
            }
        }
        let inspected: Value = serde_json::from_str(&as_json).unwrap();
        assert_eq!((&inspected["seed"], &inspected["outcome"]), (&Value::Null, &Value::Null));
        assert_eq!(inspected["players"][1]["playerId"], player_id(2, Seat::at(1).unwrap()));
    }
    let over = admin(here, &["inspect", OLD.code, "--json"]).json();
    assert_eq!((&over["seed"], &over["standing"]), (&json!(SEED), &json!("ended")));
    assert!(over["outcome"]["finalScores"].is_array(), "{over}");
    let nowhere = admin(here, &["inspect", "ZZZZ"]);
    assert_eq!(nowhere.status, 2);
    assert!(nowhere.error.contains("no table has the code or the id \"ZZZZ\""), "{}", nowhere.error);
}

#[tokio::test(flavor = "multi_thread")]
async fn closing_a_table_ends_its_game_on_a_running_server() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let program = Program::start(&here.join("data"));
    let mut host = Socket::connect(program.address, &Value::Null).await.unwrap();
    let opened = host.ask("createGame", &json!({"playerName": "Ann", "preset": "social"})).await.unwrap();
    let room = opened["roomCode"].as_str().unwrap();
    let mut guest = Socket::connect(program.address, &Value::Null).await.unwrap();
    guest.ask("joinGame", &json!({"playerName": "Bob", "roomCode": room})).await.unwrap();
    assert_eq!(host.ask("startGame", &json!({})).await.unwrap()["ok"], true);
    let mut lobby = Socket::connect(program.address, &Value::Null).await.unwrap();
    let waiting = lobby.ask("createGame", &json!({"playerName": "Cat", "preset": "social"})).await.unwrap();

    let closed = admin(here, &["close", room, "--json"]).json();
    assert_eq!(closed["standing"], "ended");
    for socket in [&mut host, &mut guest] {
        // The client is notified without sending anything.
        assert_eq!(socket.next("gameEnded").await.unwrap()["reason"], "abandoned");
        let answer = socket.ask("passTurn", &json!({})).await.unwrap();
        assert_eq!(answer["ok"], false, "{answer}");
    }
    let again = admin(here, &["close", room]);
    assert_eq!(again.status, 2);
    assert!(again.error.contains("is over already"), "{}", again.error);

    let closed = admin(here, &["close", waiting["roomCode"].as_str().unwrap(), "--json"]).json();
    assert_eq!(closed["standing"], "closed");
    assert_eq!(lobby.ask("startGame", &json!({})).await.unwrap()["ok"], false);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deleted_player_is_in_no_record() {
    let folder = folder_with(&[RECENT, RUNNING]).await;
    let here = folder.path();
    let ann = |number| player_id(number, Seat::at(0).unwrap());
    let refused = admin(here, &["forget", &ann(2)]);
    assert_eq!(refused.status, 2);
    assert!(refused.error.contains("is still open: close it first"), "{}", refused.error);
    let forgotten = admin(here, &["forget", &ann(1), "--json"]).json();
    assert_eq!(forgotten["tables"], json!([RECENT.id]));
    let unknown = admin(here, &["forget", "nobody"]);
    assert!(unknown.error.contains("nobody sits or sat anywhere as player nobody"), "{}", unknown.error);

    // The remaining game is still complete, and so is a backup of it.
    let inspected = admin(here, &["inspect", RECENT.id]).ok();
    assert!(inspected.contains("Deleted player") && !inspected.contains("Ann"), "{inspected}");
    dord(here, &["backup", "--data-dir", "data", "--output", "b.gz"]).ok();
    dord(here, &["backup", "--verify", "b.gz"]).ok();
    let program = Program::start(&here.join("data"));
    for form in ["", ".gcg"] {
        let answer = program.get(&format!("/api/games/{}{form}", RECENT.id));
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
        assert!(answer.contains("Deleted player") && !answer.contains("Ann"), "{answer}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_player_of_daily_puzzles_is_deleted_by_name_or_number() {
    let folder = folder_with(&[]).await;
    let here = folder.path();
    let several = admin(here, &["forget", "--daily", "1"]);
    assert_eq!(several.status, 2);
    assert!(several.error.contains("choose one of 1, 2"), "{}", several.error);
    assert_eq!(admin(here, &["forget", "--daily", "2", "--json"]).json()["dailyPlayer"], 2);
    assert_eq!(admin(here, &["forget", "--daily", "Zoë", "--json"]).json()["dailyPlayer"], 1);
    assert_eq!(admin(here, &["stats", "--json"]).json()["dailyAttempts"], 0);
    assert_eq!(admin(here, &["forget", "--daily", "Zoë"]).status, 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn old_games_are_removed_after_their_archive_was_checked() {
    let folder = folder_with(&[OLD, RECENT, RUNNING]).await;
    let here = folder.path();
    let before = logs(&here.join("data")).await;
    let none = admin(here, &["archive", "--older-than", "90", "--output", "old.gz", "--json"]).json();
    assert_eq!(none, json!({"file": null, "removed": 0}));
    assert!(!here.join("old.gz").exists());
    // Nothing is removed if the file cannot be written.
    let nowhere = admin(here, &["archive", "--older-than", "30", "--output", "no/where.gz"]);
    assert_eq!(nowhere.status, 2, "{}", nowhere.out);
    assert_eq!(logs(&here.join("data")).await, before);

    let archived = admin(here, &["archive", "--older-than", "30", "--output", "old.gz", "--json"]).json();
    assert_eq!((&archived["removed"], &archived["rows"]["table"]), (&json!(1), &json!(1)));
    let left = admin(here, &["tables", "--json"]).json();
    assert_eq!(left.as_array().unwrap().len(), 2);
    dord(here, &["backup", "--verify", "old.gz"]).ok();
    dord(here, &["restore", "old.gz", "--data-dir", "old"]).ok();
    let mut all = logs(&here.join("old")).await;
    all.extend(logs(&here.join("data")).await);
    assert_eq!(all, before);
    // An existing file is not overwritten, and then nothing is removed.
    let kept = fs::read(here.join("old.gz")).unwrap();
    assert_eq!(admin(here, &["archive", "--older-than", "1", "--output", "old.gz"]).status, 2);
    assert_eq!(fs::read(here.join("old.gz")).unwrap(), kept);
    assert_eq!(admin(here, &["tables", "--json"]).json().as_array().unwrap().len(), 2);
}
