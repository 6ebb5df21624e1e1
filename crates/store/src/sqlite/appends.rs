//! Appends as one statement with many rows.
//!
//! Most commits are moves: events, perhaps the answer to a command, and nothing else. A round trip
//! to the driver's thread for each of them, and for the transaction, costs far more than the
//! writes. So many appends are the rows of one statement. A trigger, which lives as long as the
//! connection, defines what an append does.

use std::sync::{Arc, LazyLock};

use futures_util::TryStreamExt;
use sqlx::{AssertSqlSafe, Executor, SqliteConnection};

use super::writer::GROUP_MAX;
use super::writes::Append;
use crate::{Commit, columns};

/// The trigger that performs an append.
///
/// A row that would write nothing, because its table is not at the expected version, fails the
/// statement.
///
/// The row of a table is updated only when needed. Each commit stores when the next timer is due.
/// The table stores only a lower bound of it (`due_from`), which has to change only when it has
/// passed or a timer is due sooner.
///
/// The conditions are checked before the row is inserted. An `INSERT … SELECT` that reads the table
/// it writes to would collect its rows in a temporary table first, which costs as much as the rest.
pub(super) const TRIGGER: &str = "\
    PRAGMA temp_store = memory; \
    CREATE TEMP VIEW appends AS SELECT \
        '' AS table_id, 0 AS expected, '' AS standing, 0 AS at, 0 AS next_due, '' AS events, \
        '' AS player, '' AS command_id, '' AS reply; \
    CREATE TEMP TRIGGER append INSTEAD OF INSERT ON appends WHEN NEW.table_id IS NOT NULL BEGIN \
        SELECT RAISE(ABORT, 'missed') WHERE NOT EXISTS ( \
            SELECT 1 FROM tables WHERE id = NEW.table_id \
                AND NEW.expected = (SELECT max(version) FROM commits WHERE table_number = number) \
                AND NOT EXISTS (SELECT 1 FROM commits WHERE table_number = number \
                                AND command_id = NEW.command_id AND player = NEW.player)); \
        INSERT INTO commits (table_number, version, at, next_due, events, player, command_id, reply) \
            VALUES ((SELECT number FROM tables WHERE id = NEW.table_id), NEW.expected + 1, NEW.at, \
                    NEW.next_due, NEW.events, NEW.player, NEW.command_id, NEW.reply); \
        UPDATE tables SET standing = NEW.standing, due_from = NEW.next_due \
            WHERE id = NEW.table_id \
                AND (standing <> NEW.standing OR (due_from IS NOT NEW.next_due \
                     AND (due_from IS NULL OR NEW.next_due IS NULL \
                          OR due_from > NEW.next_due OR due_from <= NEW.at))); \
    END";

/// A row of the view, with positional parameters: the driver would look up named ones for every
/// row.
const ROW: &str = "(?, ?, ?, ?, ?, ?, ?, ?, ?)";

/// The statements by number of rows, prepared once and cached by the connection.
///
/// There is one for each power of two, because one for each number would fill that cache. Surplus
/// rows are empty, and the trigger skips them. It is a single statement because the driver wakes
/// the waiting task after each one.
static TEXTS: LazyLock<Vec<Arc<str>>> = LazyLock::new(|| {
    let sizes = (0..=GROUP_MAX.ilog2()).map(|power| 1 << power);
    sizes.map(|rows| format!("INSERT INTO appends VALUES {}", vec![ROW; rows].join(", ")).into()).collect()
});

/// Writes appends: in the transaction that is open, or else in their own.
pub(super) async fn write(connection: &mut SqliteConnection, appends: &[&Append]) -> Result<(), NotAppended> {
    let power = appends.len().next_power_of_two().ilog2() as usize;
    let mut query = sqlx::query(AssertSqlSafe(Arc::clone(&TEXTS[power])));
    for append in appends {
        let Commit { table, expected, at, command, status, next_due, .. } = &append.commit;
        query = query
            .bind(table.as_str())
            .bind(expected.column())
            .bind(columns::status(*status))
            .bind(at.0)
            .bind(next_due.map(|due| due.0))
            .bind(&append.events)
            .bind(command.as_ref().map(|done| done.player.as_str()))
            .bind(command.as_ref().map(|done| &done.id))
            .bind(command.as_ref().map(|done| &done.reply));
    }
    // The first result is the only one. Waiting for the end of the results would wake the task
    // twice.
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
    /// The table of one of them was not at the expected version. Nothing is written.
    Missed,
    /// One of them may be at fault: it is too large, or violates a constraint. Nothing is written.
    OfARow(sqlx::Error),
    /// The outcome of the transaction is unknown.
    Altogether(sqlx::Error),
}

/// `SQLITE_CONSTRAINT_TRIGGER`, which only the trigger raises.
const MISSED: u32 = 1811;
/// `SQLITE_FULL`, `SQLITE_TOOBIG` and `SQLITE_CONSTRAINT`; extended codes have further bits.
const OF_A_ROW: [u32; 3] = [13, 18, 19];

fn code(error: &sqlx::Error) -> Option<u32> {
    error.as_database_error().and_then(|error| error.code()?.parse().ok())
}
