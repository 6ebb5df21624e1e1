//! A database of an earlier release is migrated without losing data.

use rules::{Event, EventKind, GameId, Language, Progress, Seat, Timestamp};
use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, SqlStr};
use store::{
    AdminStore, AppendError, Commit, DailyPlayer, DailyStore, EventStore, IdempotencyRecord, PlayerId,
    Renamed, SqliteSettings, SqliteStore, Version, codec,
};

fn passed(at: i64) -> Vec<Event> {
    let kind = EventKind::TurnPassed { seat: Seat::at(1).unwrap(), by: rules::PassedBy::Player };
    vec![Event { at: Timestamp(at), kind }]
}

#[tokio::test]
async fn the_first_schema_is_migrated_and_usable() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("dord.db");
    let english = Language::by_code("en").unwrap();
    let text = |at: i64| codec::encode(&passed(at), &english);

    let mut old =
        SqliteConnectOptions::new().filename(&path).create_if_missing(true).connect().await.unwrap();
    let first = SqlStr::from_static(include_str!("../migrations/sqlite/0001_tables.sql"));
    let first = Migration::new(1, "tables".into(), MigrationType::Simple, first, false);
    Migrator::with_migrations(vec![first]).run_direct(None, &mut old, false).await.unwrap();
    let secret = "x'0707070707070707070707070707070707070707070707070707070707070707'";
    let rows = format!(
        "INSERT INTO tables VALUES
             ('later', 'private', {secret}, {secret}, 1, 'waiting', 20, 20, NULL),
             ('earlier', 'open', {secret}, {secret}, 2, 'playing', 10, 30, 500);
         INSERT INTO batches VALUES ('later', 1, 20, '{}'), ('earlier', 1, 10, '{}'), ('earlier', 2, 30, '{}');
         INSERT INTO commands VALUES ('earlier', 'ann', 'c1', 2, 'done');
         INSERT INTO seats VALUES ('earlier', 0, 'ann', {secret}, 'ann');
         INSERT INTO codes VALUES ('ABCD', 'earlier', NULL), ('EFGH', 'later', NULL);",
        text(20),
        text(10),
        text(30),
    );
    sqlx::raw_sql(AssertSqlSafe(rows)).execute(&mut old).await.unwrap();
    old.close().await.unwrap();

    let store = SqliteStore::open(&path, SqliteSettings::default()).await.unwrap();
    let earlier = GameId::new("earlier");
    let stored = store.load(&earlier).await.unwrap().unwrap();
    assert_eq!((stored.version, stored.status), (Version(2), Progress::Playing));
    assert_eq!((stored.opened_at, stored.next_due), (Timestamp(10), Some(Timestamp(500))));
    assert_eq!(stored.events().cloned().collect::<Vec<_>>(), [passed(10), passed(30)].concat());
    assert_eq!((stored.code.unwrap().as_str(), stored.seats.len()), ("ABCD", 1));
    let later = store.load(&GameId::new("later")).await.unwrap().unwrap();
    assert_eq!((later.version, later.next_due), (Version(1), None));
    assert_eq!(store.due(Timestamp(499), 9).await.unwrap(), []);
    assert_eq!(store.due(Timestamp(500), 9).await.unwrap(), std::slice::from_ref(&earlier));

    let command = IdempotencyRecord { player: PlayerId::new("ann"), id: "c1".into(), reply: "again".into() };
    let commit = Commit {
        table: earlier.clone(),
        expected: Version(2),
        at: Timestamp(40),
        language: english.clone(),
        events: passed(40).into(),
        command: Some(command),
        seats: Vec::new(),
        status: Progress::Playing,
        next_due: Some(Timestamp(600)),
    };
    let again = store.append(commit.clone()).await;
    assert!(matches!(again, Err(AppendError::AlreadyDone { version: Version(2), .. })), "{again:?}");
    assert_eq!(store.append(Commit { command: None, ..commit }).await.unwrap(), Version(3));
    assert_eq!(store.due(Timestamp(599), 9).await.unwrap(), []);
    assert_eq!(store.due(Timestamp(600), 9).await.unwrap(), [earlier]);
    store.close().await;
}

#[tokio::test]
async fn a_shared_daily_name_belongs_to_the_player_who_had_it_first() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("dord.db");
    let mut old =
        SqliteConnectOptions::new().filename(&path).create_if_missing(true).connect().await.unwrap();
    let migrations = [
        (1, "tables", include_str!("../migrations/sqlite/0001_tables.sql")),
        (2, "commits", include_str!("../migrations/sqlite/0002_commits.sql")),
        (3, "daily", include_str!("../migrations/sqlite/0003_daily.sql")),
    ];
    let migrations = migrations.map(|(version, name, sql)| {
        Migration::new(version, name.into(), MigrationType::Simple, SqlStr::from_static(sql), false)
    });
    Migrator::with_migrations(migrations.to_vec()).run_direct(None, &mut old, false).await.unwrap();
    let players =
        "INSERT INTO daily_players VALUES (1, 'Ann', 1), (2, 'ANN', 2), (3, NULL, 3), (4, 'Bob', 4)";
    sqlx::raw_sql(players).execute(&mut old).await.unwrap();
    old.close().await.unwrap();

    let store = SqliteStore::open(&path, SqliteSettings::default()).await.unwrap();
    assert_eq!(store.daily_players_called("ANN").await.unwrap(), [DailyPlayer(2)], "nobody loses a name");
    for (player, name, renamed) in [
        (3, "Ann", Renamed::Taken),
        (3, "bob", Renamed::Taken),
        (1, "ann", Renamed::Done),
        (2, "ann", Renamed::Taken),
        (2, "Anna", Renamed::Done),
    ] {
        let answer = store.rename_player(DailyPlayer(player), Some(name.to_owned())).await.unwrap();
        assert_eq!(answer, renamed, "{player} {name}");
    }
    store.close().await;
}
