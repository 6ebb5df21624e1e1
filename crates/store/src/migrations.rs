//! The tables of both databases. A migration that was released is never edited: what has to change is another one.

use sqlx::SqlStr;
use sqlx::migrate::{Migration, MigrationType, Migrator};

/// Writes a row: how long the first migration took becomes a nanosecond more, and less the next time. SQLite writes nothing where nothing
/// changes. Every database of ours has this row, and no game waits for it.
pub(crate) const WRITE_PROBE: &str = "UPDATE _sqlx_migrations SET execution_time = execution_time + 1 - 2 * (execution_time % 2) \
     WHERE version = (SELECT MIN(version) FROM _sqlx_migrations)";

/// The migrations of a list of embedded files.
///
/// They are embedded by `include_str!`, not by sqlx's macro, which would build both drivers a second time for the compiler.
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
    ])
}
