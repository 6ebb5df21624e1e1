//! Faults of the machine under SQLite.
//!
//! Nothing is acknowledged that is not stored, and after the fault the store works again without a
//! restart.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use rules::{Event, EventKind, GameId, Language, Opening, Preset, Progress, Seat, Seed, Timestamp};
use sqlx::{Connection, SqliteConnection, sqlite::SqliteConnectOptions};
use store::{
    AppendError, Commit, EventStore, Lobby, NewTable, OpenError, RoomCode, SqliteSettings, SqliteStore,
    StoreError, TokenHash, Version,
};
use tokio::task::JoinSet;

fn impatient() -> SqliteSettings {
    SqliteSettings { busy_timeout: Duration::from_millis(50), ..SqliteSettings::default() }
}

fn table(name: &str, code: &str) -> NewTable {
    let (id, seed) = (GameId::new(name), Seed([1; 32]));
    let rules = Preset::Open.rules(Language::by_code("en").unwrap());
    let commitment = seed.commitment(&id);
    let opening = Opening { game: id.clone(), rules, commitment, rematch: None, starting_word: Vec::new() };
    NewTable {
        id,
        code: RoomCode::new(code).unwrap(),
        lobby: Lobby::Private,
        seed,
        invite: TokenHash([0; 32]),
        at: Timestamp(0),
        events: vec![Event { at: Timestamp(0), kind: EventKind::TableOpened(opening) }],
        seats: Vec::new(),
        status: Progress::Waiting,
        next_due: None,
    }
}

/// A commit with a number of events.
fn commit(name: &str, expected: Version, events: usize) -> Commit {
    let kind = EventKind::TurnPassed { seat: Seat::at(0).unwrap(), by: rules::PassedBy::Clock };
    Commit {
        table: GameId::new(name),
        expected,
        at: Timestamp(0),
        language: Language::by_code("en").unwrap(),
        events: vec![Event { at: Timestamp(0), kind }; events].into(),
        command: None,
        seats: Vec::new(),
        status: Progress::Playing,
        next_due: None,
    }
}

async fn raw(path: &Path) -> SqliteConnection {
    SqliteConnection::connect_with(&SqliteConnectOptions::new().filename(path)).await.unwrap()
}

fn is_unavailable<T: std::fmt::Debug>(answer: &Result<T, AppendError>) -> bool {
    matches!(answer, Err(AppendError::Store(StoreError::Unavailable { .. })))
}

/// Returns the version of a table.
async fn version_of(store: &SqliteStore, name: &str) -> Version {
    store.load(&GameId::new(name)).await.unwrap().unwrap().version
}

#[tokio::test(flavor = "multi_thread")]
async fn a_locked_database_is_unavailable_until_the_lock_is_released() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("dord.db");
    let store = SqliteStore::open(&path, impatient()).await.unwrap();
    store.create(table("a", "AAAA")).await.unwrap();

    let mut other = raw(&path).await;
    sqlx::query("BEGIN IMMEDIATE").execute(&mut other).await.unwrap();
    assert!(is_unavailable(&store.append(commit("a", Version(1), 1)).await));
    assert!(store.ping().await.is_err());
    // Readers are not affected.
    assert_eq!(version_of(&store, "a").await, Version(1));
    sqlx::query("COMMIT").execute(&mut other).await.unwrap();

    assert_eq!(store.append(commit("a", Version(1), 1)).await.unwrap(), Version(2));
    store.ping().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn writes_of_other_programs_are_reported_once_and_own_writes_never() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("dord.db");
    let store = SqliteStore::open(&path, impatient()).await.unwrap();
    store.create(table("a", "AAAA")).await.unwrap();
    // The first result is undefined.
    store.others_have_written().await.unwrap();
    store.append(commit("a", Version(1), 1)).await.unwrap();
    assert!(!store.others_have_written().await.unwrap());

    let other = SqliteStore::open(&path, impatient()).await.unwrap();
    assert_eq!(version_of(&other, "a").await, Version(2));
    assert!(!store.others_have_written().await.unwrap(), "it was only read");
    other.append(commit("a", Version(2), 1)).await.unwrap();
    assert!(store.others_have_written().await.unwrap());
    assert!(!store.others_have_written().await.unwrap());

    // A writer that blocks the database is detected afterwards.
    let mut raw = raw(&path).await;
    sqlx::query("BEGIN IMMEDIATE").execute(&mut raw).await.unwrap();
    sqlx::query("UPDATE tables SET due_from = 1").execute(&mut raw).await.unwrap();
    assert!(store.others_have_written().await.is_err());
    sqlx::query("COMMIT").execute(&mut raw).await.unwrap();
    assert!(store.others_have_written().await.unwrap());
    assert!(!store.others_have_written().await.unwrap());
    other.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_full_disk_is_unavailable_until_there_is_space() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("dord.db");
    let settings = SqliteSettings { pages_max: Some(120), ..impatient() };
    let store = SqliteStore::open(&path, settings).await.unwrap();
    for (name, code) in [("ballast", "AAAA"), ("a", "BBBB")] {
        store.create(table(name, code)).await.unwrap();
    }
    let mut acknowledged = Version::FIRST;
    loop {
        match store.append(commit("ballast", acknowledged, 200)).await {
            Ok(version) => acknowledged = version,
            answer => {
                assert!(is_unavailable(&answer), "{answer:?}");
                break;
            }
        }
        assert!(acknowledged < Version(1000), "the disk is never full");
    }
    assert!(acknowledged > Version(5), "it was full too soon");
    let stored = store.load(&GameId::new("ballast")).await.unwrap().unwrap();
    assert_eq!((stored.version, stored.batches.len() as u64), (acknowledged, acknowledged.0));

    let mut other = raw(&path).await;
    let throw_off =
        "DELETE FROM commits WHERE table_number = (SELECT number FROM tables WHERE id = 'ballast')";
    sqlx::query(throw_off).execute(&mut other).await.unwrap();
    assert_eq!(store.append(commit("a", Version(1), 200)).await.unwrap(), Version(2));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_commit_that_does_not_fit_fails_alone() {
    let folder = tempfile::tempdir().unwrap();
    let settings = SqliteSettings { pages_max: Some(120), ..impatient() };
    let store = Arc::new(SqliteStore::open(folder.path().join("dord.db"), settings).await.unwrap());
    store.create(table("large", "AAAA")).await.unwrap();
    for number in 0..20 {
        let code = format!("BBB{}", char::from(b'A' + number));
        store.create(table(&format!("small {number}"), &code)).await.unwrap();
    }
    for round in 1..=5 {
        let mut tasks = JoinSet::new();
        for number in 0..20 {
            let small = (store.clone(), commit(&format!("small {number}"), Version(round), 1));
            tasks.spawn(async move { small.0.append(small.1).await });
            if number == 10 {
                let large = (store.clone(), commit("large", Version(1), 20_000));
                tasks.spawn(async move {
                    let answer = large.0.append(large.1).await;
                    assert!(is_unavailable(&answer), "{answer:?}");
                    Ok(Version(round + 1))
                });
            }
        }
        for answer in tasks.join_all().await {
            assert_eq!(answer.unwrap(), Version(round + 1));
        }
    }
    assert_eq!(version_of(&store, "large").await, Version(1));
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn missing_files_are_unavailable_until_they_are_restored() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("data").join("dord.db");
    let away = folder.path().join("away");
    let store = SqliteStore::open(&path, impatient()).await.unwrap();
    store.create(table("a", "AAAA")).await.unwrap();
    store.append(commit("a", Version(1), 1)).await.unwrap();

    std::fs::rename(path.parent().unwrap(), &away).unwrap();
    for _ in 0..3 {
        assert!(is_unavailable(&store.append(commit("a", Version(2), 1)).await));
        assert!(store.load(&GameId::new("a")).await.is_err());
    }
    assert!(!path.exists(), "an empty database took the place of the one that is gone");

    std::fs::rename(&away, path.parent().unwrap()).unwrap();
    // The unacknowledged commit may have reached the file before it was missed; no other did.
    let version = version_of(&store, "a").await;
    assert!([Version(2), Version(3)].contains(&version), "{version:?}");
    assert_eq!(store.append(commit("a", version, 1)).await.unwrap(), version.next());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_corrupt_file_is_unavailable_until_it_is_repaired() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("dord.db");
    let store = SqliteStore::open(&path, impatient()).await.unwrap();
    store.create(table("a", "AAAA")).await.unwrap();
    store.close().await;
    let good = std::fs::read(&path).unwrap();

    std::fs::write(&path, vec![b'x'; good.len()]).unwrap();
    let opened = SqliteStore::open(&path, impatient()).await;
    assert!(matches!(opened, Err(OpenError::Database(_))));

    std::fs::write(&path, &good).unwrap();
    let store = SqliteStore::open(&path, impatient()).await.unwrap();
    assert_eq!(version_of(&store, "a").await, Version(1));
    // The file is moved away and replaced while the store is open.
    std::fs::rename(&path, folder.path().join("good")).unwrap();
    std::fs::write(&path, b"this is not a database, whatever its name says").unwrap();
    assert!(is_unavailable(&store.append(commit("a", Version(1), 1)).await));
    assert!(is_unavailable(&store.append(commit("a", Version(1), 1)).await));
    assert!(store.load(&GameId::new("a")).await.is_err());
    std::fs::rename(folder.path().join("good"), &path).unwrap();
    let version = version_of(&store, "a").await;
    assert_eq!(store.append(commit("a", version, 1)).await.unwrap(), version.next());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_ping_writes_and_commits() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("dord.db");
    let store = SqliteStore::open(&path, impatient()).await.unwrap();
    let mut other = raw(&path).await;
    let mut versions = Vec::new();
    for _ in 0..3 {
        let version = sqlx::query_scalar::<_, i64>("PRAGMA data_version").fetch_one(&mut other).await;
        versions.push(version.unwrap());
        store.ping().await.unwrap();
    }
    versions.dedup();
    assert_eq!(versions.len(), 3, "each ping is a commit that others see");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_closed_store_is_unavailable() {
    let folder = tempfile::tempdir().unwrap();
    let store = SqliteStore::open(folder.path().join("dord.db"), impatient()).await.unwrap();
    store.create(table("a", "AAAA")).await.unwrap();
    store.close().await;
    store.close().await;
    assert!(is_unavailable(&store.append(commit("a", Version(1), 1)).await));
    assert!(store.load(&GameId::new("a")).await.is_err());
    assert!(store.ping().await.is_err());
}

#[tokio::test(flavor = "multi_thread")]
async fn writes_requested_before_closing_are_stored() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("dord.db");
    let store = Arc::new(SqliteStore::open(&path, impatient()).await.unwrap());
    for number in 0..26_u8 {
        let letter = char::from(b'A' + number);
        store.create(table(&letter.to_string(), &format!("AAA{letter}"))).await.unwrap();
    }
    let mut tasks = JoinSet::new();
    for number in 0..26_u8 {
        let (store, name) = (store.clone(), char::from(b'A' + number).to_string());
        tasks.spawn(async move { (store.append(commit(&name, Version(1), 1)).await.is_ok(), name) });
    }
    store.close().await;
    let answers = tasks.join_all().await;
    let store = SqliteStore::open(&path, impatient()).await.unwrap();
    for (is_acknowledged, name) in answers {
        let expected = if is_acknowledged { Version(2) } else { Version(1) };
        assert_eq!(version_of(&store, &name).await, expected);
    }
}

#[cfg(unix)]
#[tokio::test]
async fn only_the_owner_can_read_the_database() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("data").join("dord.db");
    let store = SqliteStore::open(&path, impatient()).await.unwrap();
    let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(path.parent().unwrap()), 0o700);
    assert_eq!(mode(&path), 0o600);
    assert_eq!(mode(&path.with_file_name("dord.db-wal")), 0o600);
    store.close().await;
}
