//! Appends that belong together, in one exchange with the database.
//!
//! Most commits are moves: events, perhaps the answer to a command, and nothing else. Asking the driver's thread for each of
//! them, and for the transaction around them, costs far more than writing them does. So they are the rows of one
//! statement, and what an append is stands in a trigger, which lives as long as the connection.

use std::sync::{Arc, LazyLock};

use futures_util::TryStreamExt;
use sqlx::{AssertSqlSafe, Executor, SqliteConnection};

use super::writer::GROUP_MAX;
use super::writes::Append;
use crate::{Commit, columns};

/// What an append is. A row that would write nothing, because its table is not as expected, fails the statement.
///
/// The row of a table changes only when something about it does. What is due is told by each commit; the table has a moment
/// before which nothing is, and that has to move only when it has passed or something is due sooner.
pub(super) const TRIGGER: &str = "\
    PRAGMA temp_store = memory; \
    CREATE TEMP VIEW appends AS SELECT \
        '' AS table_id, 0 AS expected, '' AS standing, 0 AS at, 0 AS next_due, '' AS events, \
        '' AS player, '' AS command_id, '' AS reply; \
    CREATE TEMP TRIGGER append INSTEAD OF INSERT ON appends WHEN NEW.table_id IS NOT NULL BEGIN \
        INSERT INTO commits (table_number, version, at, next_due, events, player, command_id, reply) \
            SELECT number, NEW.expected + 1, NEW.at, NEW.next_due, NEW.events, NEW.player, NEW.command_id, NEW.reply \
            FROM tables WHERE id = NEW.table_id \
                AND NEW.expected = (SELECT max(version) FROM commits WHERE table_number = number) \
                AND NOT EXISTS (SELECT 1 FROM commits WHERE table_number = number \
                                AND command_id = NEW.command_id AND player = NEW.player); \
        SELECT RAISE(ABORT, 'missed') WHERE changes() = 0; \
        UPDATE tables SET standing = NEW.standing, due_from = NEW.next_due \
            WHERE id = NEW.table_id \
                AND (standing <> NEW.standing OR (due_from IS NOT NEW.next_due \
                     AND (due_from IS NULL OR NEW.next_due IS NULL \
                          OR due_from > NEW.next_due OR due_from <= NEW.at))); \
    END";

/// A row of the view, without names: the driver finds those one after the other, for every row again.
const ROW: &str = "(?, ?, ?, ?, ?, ?, ?, ?, ?)";

/// The statements for so many rows, prepared once and kept by the connection. There is one for each power of two, because one for
/// each number would fill that memory; rows that are left over are empty, and the trigger passes over them.
///
/// The driver wakes whoever waits after each statement, so there is only one.
static TEXTS: LazyLock<Vec<Arc<str>>> = LazyLock::new(|| {
    let sizes = (0..=GROUP_MAX.ilog2()).map(|power| 1 << power);
    sizes.map(|rows| format!("INSERT INTO appends VALUES {}", vec![ROW; rows].join(", ")).into()).collect()
});

/// Writes appends: in the transaction that has begun, or in one of their own.
pub(super) async fn write(connection: &mut SqliteConnection, appends: &[&Append]) -> Result<(), NotAppended> {
    let power = appends.len().next_power_of_two().ilog2() as usize;
    let mut query = sqlx::query(AssertSqlSafe(Arc::clone(&TEXTS[power])));
    for append in appends {
        let Commit { table, expected, at, command, standing, next_due, .. } = &append.commit;
        query = query
            .bind(table.as_str())
            .bind(expected.column())
            .bind(columns::standing(*standing))
            .bind(at.0)
            .bind(next_due.map(|due| due.0))
            .bind(&append.events)
            .bind(command.as_ref().map(|done| &done.player.0))
            .bind(command.as_ref().map(|done| &done.id))
            .bind(command.as_ref().map(|done| &done.reply));
    }
    // The first answer is the only one. Whoever waits for the end of the answers is woken twice.
    match connection.fetch_many(query).try_next().await {
        Ok(_) => Ok(()),
        Err(error) if code(&error) == Some(MISSED) => Err(NotAppended::Missed),
        Err(error) if code(&error).is_some_and(|code| OF_A_ROW.contains(&(code & 0xff))) => {
            Err(NotAppended::OfARow(error))
        }
        Err(error) => Err(NotAppended::Altogether(error)),
    }
}

/// Why appends were not written.
pub(super) enum NotAppended {
    /// The table of one of them was not as expected. Nothing is written.
    Missed,
    /// One of them may be at fault: it does not fit, or it breaks what the tables ask for. Nothing is written.
    OfARow(sqlx::Error),
    /// Nobody knows what became of the transaction.
    Altogether(sqlx::Error),
}

/// `SQLITE_CONSTRAINT_TRIGGER`: nothing else is raised by a trigger.
const MISSED: u32 = 1811;
/// `SQLITE_FULL`, `SQLITE_TOOBIG` and `SQLITE_CONSTRAINT`; further bits of a code say more.
const OF_A_ROW: [u32; 3] = [13, 18, 19];

fn code(error: &sqlx::Error) -> Option<u32> {
    error.as_database_error().and_then(|error| error.code()?.parse().ok())
}
