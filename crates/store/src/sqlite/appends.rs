//! Appends: many as the rows of one statement, or one with all checks.
//!
//! Most commits are moves: events, perhaps the answer to a command, and nothing else. A round trip
//! to the driver's thread for each of them, and for the transaction, costs far more than the
//! writes. So appends to tables whose state is known (`known_tables.rs`) are the rows of one
//! statement. The others read that state.

use std::fmt::Write as _;
use std::sync::{Arc, LazyLock};

use futures_util::TryStreamExt;
use sqlx::{AssertSqlSafe, Executor, Row, SqlSafeStr, SqlStr, SqliteConnection};

use super::known_tables::TableRow;
use super::writer::GROUP_MAX;
use super::writes::Append;
use crate::{Commit, columns};

const INSERT: &str =
    "INSERT INTO commits (table_number, version, at, next_due, events, player, command_id, reply)";

/// Inserts a commit if its table is at the expected version and the command is new.
///
/// Otherwise it has no number for the table, and the statement fails.
const INSERT_CHECKED: &str = "\
    INSERT INTO commits (table_number, version, at, next_due, events, player, command_id, reply) \
    VALUES ((SELECT number FROM tables WHERE id = $1 \
                 AND $2 - 1 = (SELECT max(version) FROM commits WHERE table_number = number) \
                 AND NOT EXISTS (SELECT 1 FROM commits WHERE table_number = number \
                                 AND command_id = $7 AND player = $6)), \
            $2, $3, $4, $5, $6, $7, $8)";

/// The statements for known tables by number of rows, prepared once and cached by the connection.
///
/// There is one for each power of two, because one for each number would fill that cache. Surplus
/// rows are empty and skipped. It is a single statement because the driver wakes the waiting task
/// after each one. Parameters are positional: the driver would look up named ones for every row.
///
/// A table that was removed has no number, which fails the statement, and so does a version that
/// exists.
struct Texts(Vec<Arc<str>>);

impl Texts {
    /// `new_command` is a condition on the number of a table.
    fn new(new_command: &str) -> Texts {
        let sizes = (0..=GROUP_MAX.ilog2()).map(|power| 1_usize << power);
        Texts(sizes.map(|rows| Texts::with_rows(rows, new_command).into()).collect())
    }

    fn with_rows(rows: usize, new_command: &str) -> String {
        const ROW: &str = "(?, ?, ?, ?, ?, ?, ?, ?)";
        let mut text = format!(
            "{INSERT} SELECT (SELECT number FROM tables WHERE id = column1{new_command}), \
             column2, column3, column4, column5, column6, column7, column8 FROM (VALUES {ROW}"
        );
        for _ in 1..rows {
            // Writing to a string cannot fail.
            let _ = write!(text, ", {ROW}");
        }
        text.push_str(") WHERE column1 IS NOT NULL");
        text
    }

    fn for_rows(&self, rows: usize) -> SqlStr {
        AssertSqlSafe(Arc::clone(&self.0[rows.next_power_of_two().ilog2() as usize])).into_sql_str()
    }
}

/// Without commands, nothing reads the table that is written to. Otherwise SQLite would collect the
/// rows in a temporary table first.
static WITHOUT_COMMANDS: LazyLock<Texts> = LazyLock::new(|| Texts::new(""));
static WITH_COMMANDS: LazyLock<Texts> = LazyLock::new(|| {
    Texts::new(
        " AND NOT EXISTS (SELECT 1 FROM commits WHERE table_number = number \
         AND command_id = column7 AND player = column6)",
    )
});

/// The same for one row, which SQLite inserts without any detour.
const INSERT_KNOWN: &str = "\
    INSERT INTO commits (table_number, version, at, next_due, events, player, command_id, reply) \
    VALUES ((SELECT number FROM tables WHERE id = ?), ?, ?, ?, ?, ?, ?, ?)";

/// Writes appends to known tables: in the transaction that is open, or else in their own.
pub(super) async fn write_known(
    connection: &mut SqliteConnection,
    appends: &[&Append],
) -> Result<(), NotAppended> {
    let has_commands = appends.iter().any(|append| append.commit.command.is_some());
    let text = match (appends.len(), has_commands) {
        (1, false) => INSERT_KNOWN.into_sql_str(),
        (1, true) => INSERT_CHECKED.into_sql_str(),
        (rows, false) => WITHOUT_COMMANDS.for_rows(rows),
        (rows, true) => WITH_COMMANDS.for_rows(rows),
    };
    insert(connection, text, appends).await
}

/// Writes an append with all checks. Returns the row of its table afterwards.
pub(super) async fn write_checked(
    connection: &mut SqliteConnection,
    append: &Append,
) -> Result<TableRow, NotAppended> {
    let before = append.take_row();
    insert(connection, INSERT_CHECKED.into_sql_str(), &[append]).await?;
    let row = follow_commit(connection, &append.commit, before).await;
    row.map_err(NotAppended::Altogether)
}

async fn insert(
    connection: &mut SqliteConnection,
    text: SqlStr,
    appends: &[&Append],
) -> Result<(), NotAppended> {
    let mut query = sqlx::query(text);
    for append in appends {
        let Commit { table, expected, at, command, next_due, .. } = &append.commit;
        query = query
            .bind(table.as_str())
            .bind(expected.next().column())
            .bind(at.0)
            .bind(next_due.map(|due| due.0))
            .bind(Arc::clone(&append.events))
            .bind(command.as_ref().map(|done| done.player.as_str()))
            .bind(command.as_ref().map(|done| &done.id))
            .bind(command.as_ref().map(|done| &done.reply));
    }
    // The first result is the only one. Waiting for the end of the results would wake the task
    // twice.
    match connection.fetch_many(query).try_next().await {
        Ok(_) => Ok(()),
        Err(error) => Err(match code(&error) {
            Some(NO_NUMBER | VERSION_EXISTS) => NotAppended::Missed,
            Some(code) if OF_A_ROW.contains(&(code & 0xff)) => NotAppended::OfARow(error),
            _ => NotAppended::Altogether(error),
        }),
    }
}

/// Changes the row of a table as a commit requires, and returns it.
async fn follow_commit(
    connection: &mut SqliteConnection,
    commit: &Commit,
    before: Option<TableRow>,
) -> Result<TableRow, sqlx::Error> {
    let before = if let Some(before) = before {
        before
    } else {
        let row = sqlx::query("SELECT standing, due_from FROM tables WHERE id = $1")
            .bind(commit.table.as_str())
            .fetch_one(&mut *connection)
            .await?;
        TableRow::from_columns(row.try_get(0)?, row.try_get(1)?)
    };
    let Some(changed) = before.changed_by(commit) else { return Ok(before) };
    sqlx::query("UPDATE tables SET standing = $2, due_from = $3 WHERE id = $1")
        .bind(commit.table.as_str())
        .bind(columns::status(commit.status))
        .bind(changed.due_from.map(|due| due.0))
        .execute(connection)
        .await?;
    Ok(changed)
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

/// `SQLITE_CONSTRAINT_NOTNULL`: the table was not found in the expected state.
const NO_NUMBER: u32 = 1299;
/// `SQLITE_CONSTRAINT_UNIQUE`: the table has such a version already.
const VERSION_EXISTS: u32 = 2067;
/// `SQLITE_FULL`, `SQLITE_TOOBIG` and `SQLITE_CONSTRAINT`; extended codes have further bits.
const OF_A_ROW: [u32; 3] = [13, 18, 19];

fn code(error: &sqlx::Error) -> Option<u32> {
    error.as_database_error().and_then(|error| error.code()?.parse().ok())
}
