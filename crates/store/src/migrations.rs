//! Schema migrations of both databases. A released migration is never edited; changes are new
//! migrations.

use sqlx::SqlStr;
use sqlx::migrate::{Migration, MigrationType, Migrator};

/// Statement that writes one row, to test whether the database can write.
///
/// It alternates the recorded duration of the first migration by a nanosecond, because SQLite
/// writes nothing if nothing changes. Every database has this row, and no game waits for it.
pub(crate) const WRITE_PROBE: &str = "UPDATE _sqlx_migrations SET execution_time = execution_time + 1 - 2 * (execution_time % 2) \
     WHERE version = (SELECT MIN(version) FROM _sqlx_migrations)";

/// Builds the migrations from a list of embedded files.
///
/// The files are embedded by `include_str!` rather than by sqlx's macro, which would build both
/// drivers a second time for the compiler.
fn migrator(files: &[(i64, &'static str, &'static str)]) -> Migrator {
    let migration = |&(version, description, sql): &(i64, &'static str, &'static str)| {
        Migration::new(version, description.into(), MigrationType::Simple, SqlStr::from_static(sql), false)
    };
    Migrator::with_migrations(files.iter().map(migration).collect())
}

pub(crate) fn sqlite() -> Migrator {
    migrator(&[
        (1, "tables", include_str!("../migrations/sqlite/0001_tables.sql")),
        (2, "commits", include_str!("../migrations/sqlite/0002_commits.sql")),
        (3, "daily", include_str!("../migrations/sqlite/0003_daily.sql")),
        (4, "daily names", include_str!("../migrations/sqlite/0004_daily_names.sql")),
        (5, "chat", include_str!("../migrations/sqlite/0005_chat.sql")),
    ])
}

pub(crate) fn postgres() -> Migrator {
    migrator(&[
        (1, "tables", include_str!("../migrations/postgres/0001_tables.sql")),
        (2, "daily", include_str!("../migrations/postgres/0002_daily.sql")),
        (3, "nodes", include_str!("../migrations/postgres/0003_nodes.sql")),
        (4, "time", include_str!("../migrations/postgres/0004_time.sql")),
        (5, "notes", include_str!("../migrations/postgres/0005_notes.sql")),
        (6, "daily names", include_str!("../migrations/postgres/0006_daily_names.sql")),
        (7, "chat", include_str!("../migrations/postgres/0007_chat.sql")),
    ])
}
