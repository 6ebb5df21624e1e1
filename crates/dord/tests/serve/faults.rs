use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{Connection, SqliteConnection};
use tokio::task::JoinSet;

use crate::program::Program;
use crate::recording_socket::Socket;
use crate::table::Table;

async fn somebody_else(data: &Path) -> SqliteConnection {
    let options = SqliteConnectOptions::new().filename(data.join("dord.sqlite"));
    SqliteConnection::connect_with(&options).await.unwrap()
}

/// Repeats the command until it succeeds: a recovered store may need a moment.
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
async fn nothing_is_acknowledged_while_another_process_locks_the_database() {
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

/// Asserts that every command fails as unavailable, and that the server reports not being ready.
#[cfg(unix)]
async fn is_unavailable(program: &Program, table: &mut Table) {
    for _ in 0..3 {
        let answer = table.try_move().await;
        assert_eq!(answer["error"]["code"], "UNAVAILABLE", "{answer}");
        program.becomes_ready(false);
    }
    table.is_as_acknowledged().await;
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn files_moved_away_and_back_lose_nothing_acknowledged() {
    let folder = tempfile::tempdir().unwrap();
    let (data, away) = (folder.path().join("data"), folder.path().join("away"));
    let program = Program::start(&data);
    let mut table = Table::open(program.address, 5).await;
    for _ in 0..3 {
        table.turn().await.unwrap();
        fs::rename(&data, &away).unwrap();
        is_unavailable(&program, &mut table).await;
        assert!(!data.exists(), "something else took the place of the files");
        fs::rename(&away, &data).unwrap();
        recovers(&mut table).await;
        program.becomes_ready(true);
    }
    let program = program.kill_and_restart();
    table.come_back(program.address).await;
    table.send_again().await;
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn files_moved_away_and_back_under_load_lose_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let (data, away) = (folder.path().join("data"), folder.path().join("away"));
    let program = Program::start(&data);
    let mut playing = JoinSet::new();
    for number in 0..3 {
        let mut table = Table::open(program.address, 60 + number).await;
        playing.spawn(async move {
            table.insist(40).await;
            table
        });
    }
    let is_over = Arc::new(AtomicBool::new(false));
    let until = Arc::clone(&is_over);
    let moving = tokio::task::spawn_blocking(move || {
        while !until.load(Ordering::Relaxed) {
            // Once so briefly that the server may not notice, and once until it has noticed.
            for is_noticed in [false, true] {
                fs::rename(&data, &away).unwrap();
                if is_noticed {
                    program.becomes_ready(false);
                }
                fs::rename(&away, &data).unwrap();
                if is_noticed {
                    program.becomes_ready(true);
                }
            }
        }
        program
    });
    let mut tables = playing.join_all().await;
    is_over.store(true, Ordering::Relaxed);
    let program = moving.await.unwrap().kill_and_restart();
    for table in &mut tables {
        table.come_back(program.address).await;
        table.send_again().await;
    }
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn an_overwritten_database_is_used_again_once_it_is_restored() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let (file, kept) = (data.join("dord.sqlite"), data.join("kept"));
    let program = Program::start(&data);
    let mut table = Table::open(program.address, 6).await;
    let long = vec![b'x'; 8192];
    for junk in [b"this is no database".as_slice(), b"", &long] {
        table.turn().await.unwrap();
        fs::rename(&file, &kept).unwrap();
        fs::write(&file, junk).unwrap();
        is_unavailable(&program, &mut table).await;
        assert_eq!(fs::read(&file).unwrap(), junk, "what is not ours is left alone");
        fs::rename(&kept, &file).unwrap();
        recovers(&mut table).await;
    }
    // Overwritten in place, as by a copy to the wrong path.
    for junk in [b"this is no database".as_slice(), b""] {
        table.turn().await.unwrap();
        let before = fs::read(&file).unwrap();
        fs::write(&file, junk).unwrap();
        is_unavailable(&program, &mut table).await;
        fs::write(&file, before).unwrap();
        recovers(&mut table).await;
    }
    let program = program.kill_and_restart();
    table.come_back(program.address).await;
    table.send_again().await;
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_acknowledged_once_the_files_are_deleted() {
    let folder = tempfile::tempdir().unwrap();
    for deletes_folder in [false, true] {
        let data = folder.path().join(format!("data {deletes_folder}"));
        let program = Program::start(&data);
        let mut table = Table::open(program.address, 7).await;
        table.turn().await.unwrap();
        if deletes_folder {
            fs::remove_dir_all(&data).unwrap();
        } else {
            fs::remove_file(data.join("dord.sqlite")).unwrap();
        }
        is_unavailable(&program, &mut table).await;
        let mut newcomer = Socket::connect(program.address, &Value::Null).await.unwrap();
        let answer = newcomer.ask("createGame", &json!({"playerName": "Eve"})).await.unwrap();
        assert_eq!(answer["error"]["code"], "UNAVAILABLE", "{answer}");
        assert!(
            !data.join("dord.sqlite").exists(),
            "an empty database took the place of the one that is gone"
        );
    }
}

/// A limit on the size of files simulates a full disk.
#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_acknowledged_while_the_disk_is_full() {
    let folder = tempfile::tempdir().unwrap();
    let program = Program::on_a_small_disk(&folder.path().join("data"), 1_000_000);
    let mut table = Table::open(program.address, 8).await;
    let mut moves = 0;
    while table.try_move().await["ok"] == true {
        table.finish_move().await;
        moves += 1;
        assert!(moves < 1000, "the disk is never full");
    }
    assert!(moves > 5, "the disk was full after {moves} moves");
    for _ in 0..3 {
        let answer = table.try_move().await;
        assert_eq!(answer["error"]["code"], "UNAVAILABLE", "{answer}");
    }
    table.is_as_acknowledged().await;
    program.becomes_ready(false);
    let answer = program.get("/readyz");
    assert!(answer.starts_with("HTTP/1.1 503") && answer.contains("disk"), "{answer}");
    assert!(program.get("/healthz").starts_with("HTTP/1.1 200"));
    program.make_room();
    recovers(&mut table).await;
    program.becomes_ready(true);
    for _ in 0..10 {
        table.turn().await.unwrap();
    }
    let program = program.kill_and_restart();
    table.come_back(program.address).await;
    table.send_again().await;
}

/// Idle connections use up the file descriptors, but other clients are served. The database has
/// descriptors of its own.
#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread")]
async fn idle_connections_do_not_use_up_the_file_descriptors() {
    use std::io::Write;
    use std::net::TcpStream;
    let folder = tempfile::tempdir().unwrap();
    let program = Program::with_few_files(&folder.path().join("data"), 64, 200);
    let limits = fs::read_to_string(format!("/proc/{}/limits", program.pid())).unwrap();
    let files = limits.lines().find(|line| line.starts_with("Max open files")).unwrap();
    let files: Vec<&str> = files.split_whitespace().skip(3).take(2).collect();
    assert_eq!(files, ["200", "200"], "the soft limit is raised to the hard limit");

    let mut table = Table::open(program.address, 9).await;
    table.turn().await.unwrap();
    let mut slow = Vec::new();
    for number in 0..400 {
        let mut stream = TcpStream::connect(program.address).unwrap();
        if number % 2 == 0 {
            // The server may have closed the connection already.
            let _ = stream.write_all(b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ");
        }
        slow.push(stream);
        if number % 50 == 0 {
            assert!(program.get("/healthz").starts_with("HTTP/1.1 200"));
            table.turn().await.unwrap();
        }
    }
    assert!(program.get("/healthz").starts_with("HTTP/1.1 200"));
    for _ in 0..5 {
        table.turn().await.unwrap();
    }
    table.is_as_acknowledged().await;
    drop(slow);
    program.becomes_ready(true);
}

/// Root can write to read-only folders, so the test does nothing when run as root.
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
    fs::set_permissions(&data, Permissions::from_mode(0o500)).unwrap();
    // An open database may still be writable. The answer must only be truthful.
    let answer = table.try_move().await;
    assert!(answer["ok"] == true || answer["error"]["code"] == "UNAVAILABLE", "{answer}");
    fs::set_permissions(&data, Permissions::from_mode(0o700)).unwrap();
    recovers(&mut table).await;
}
