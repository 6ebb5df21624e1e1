//! Forgotten names are in no byte of SQLite's files, even while other connections are open.

use std::path::Path;
use std::time::{Duration, Instant};

use rules::{GameId, Seat, Timestamp};
use sqlx::{Connection, SqliteConnection, sqlite::SqliteConnectOptions};
use store::{
    AdminStore, DailyStore, EventStore, Redaction, Remains, Removed, SqliteSettings, SqliteStore, TokenHash,
    Version,
};

/// So many that their seats fill many pages, and rows were moved within them.
const TABLES: u64 = 5_000;

/// Pseudorandom numbers that are the same in every run.
fn scattered(number: u64) -> u64 {
    let mixed = (number + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed ^ (mixed >> 27)
}

fn id(number: u64) -> String {
    format!("{:016x}{:016x}", scattered(number), scattered(number + 1_000_000))
}

/// Names of different lengths, so that rows do not simply replace each other.
fn name(number: u64) -> String {
    let letters = "abcdefgh".chars().cycle().skip((scattered(number) % 8) as usize);
    let begins: String = letters.take(1 + (scattered(number + 7) % 9) as usize).collect();
    format!("{begins}{:010x}", scattered(number + 2_000_000) >> 24)
}

/// Creates many tables with seats. Their ids are not in the order of creation.
async fn fill(path: &Path) {
    let options = SqliteConnectOptions::new().filename(path).pragma("secure_delete", "ON");
    let mut connection = SqliteConnection::connect_with(&options).await.unwrap();
    let mut transaction = connection.begin().await.unwrap();
    for number in 0..TABLES {
        let table = "INSERT INTO tables (id, number, lobby, seed, invite, standing, opened_at) \
                     VALUES ($1, $2, 'open', x'00', x'00', 'ended', 0)";
        sqlx::query(table).bind(id(number)).bind(number as i64 + 1).execute(&mut *transaction).await.unwrap();
        let commit = "INSERT INTO commits (table_number, version, at, events) VALUES ($1, 1, 0, '[]')";
        sqlx::query(commit).bind(number as i64 + 1).execute(&mut *transaction).await.unwrap();
        let seat =
            "INSERT INTO seats (table_id, seat, player, token, name_key) VALUES ($1, 0, $2, x'00', $3)";
        sqlx::query(seat)
            .bind(id(number))
            .bind(format!("player {number}"))
            .bind(name(number))
            .execute(&mut *transaction)
            .await
            .unwrap();
    }
    transaction.commit().await.unwrap();
    connection.close().await.unwrap();
}

/// Returns which of the names occur in a file of the folder.
fn found(folder: &Path, names: &[String]) -> Vec<String> {
    let files = std::fs::read_dir(folder).unwrap().map(|entry| std::fs::read(entry.unwrap().path()).unwrap());
    let bytes: Vec<u8> = files.flatten().collect();
    let text = String::from_utf8_lossy(&bytes);
    names.iter().filter(|name| text.contains(name.as_str())).cloned().collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn forgotten_names_are_erased_from_pages_and_log() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("dord.sqlite");
    let server = SqliteStore::open(&path, SqliteSettings::default()).await.unwrap();
    fill(&path).await;
    // Opens a reader that stays idle, as in a server.
    assert!(server.load(&GameId::new("none")).await.unwrap().is_none());

    let command = SqliteStore::open(&path, SqliteSettings::default()).await.unwrap();
    let forgotten: Vec<u64> = (0..TABLES).step_by(4).collect();
    for &number in &forgotten {
        let seat = Seat::at(0);
        let rewriting = Redaction {
            table: GameId::new(id(number)),
            expected: Version(1),
            events: Vec::new(),
            seat,
            name: String::new(),
        };
        command.rewrite(rewriting).await.unwrap();
    }
    let names: Vec<String> = forgotten.iter().map(|&number| name(number)).collect();
    assert!(!found(folder.path(), &names).is_empty(), "the log has them");
    assert_eq!(command.erase_remains(Removed::Names).await.unwrap(), Remains::None);
    assert_eq!(found(folder.path(), &names), [""; 0]);
    let others: Vec<String> = (1..TABLES).step_by(4).map(name).collect();
    assert_eq!(found(folder.path(), &others).len(), others.len(), "nobody else was forgotten");
    command.close().await;
    server.ping().await.unwrap();
    server.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_is_rebuilt_only_when_no_other_program_has_it_open() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("dord.sqlite");
    let server = SqliteStore::open(&path, SqliteSettings::default()).await.unwrap();
    assert!(!SqliteStore::rebuild(&path).await.unwrap());
    server.ping().await.unwrap();
    server.close().await;
    assert!(SqliteStore::rebuild(&path).await.unwrap());
    let again = SqliteStore::open(&path, SqliteSettings::default()).await.unwrap();
    again.ping().await.unwrap();
    again.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn deleting_a_puzzle_player_erases_their_name() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("dord.sqlite");
    let server = SqliteStore::open(&path, SqliteSettings::default()).await.unwrap();
    let player = server.add_player(TokenHash([1; 32]), Timestamp(0)).await.unwrap();
    server.rename_player(player, Some("Zwaantje".to_owned())).await.unwrap();
    let names = ["Zwaantje".to_owned()];
    assert_eq!(found(folder.path(), &names), names);
    server.forget_player(player, "2026-11-17").await.unwrap();
    // The log is truncated a moment later, without the player waiting for it.
    let begun = Instant::now();
    while !found(folder.path(), &names).is_empty() {
        assert!(begun.elapsed() < Duration::from_secs(60), "the name is still there");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    server.ping().await.unwrap();
    server.close().await;
}
