//! Appends that belong together, in one exchange with the database.
//!
//! Most commits are moves: events, perhaps the answer to a command, and nothing else. Asking the driver's thread for each of
//! them, and for the transaction around them, costs far more than writing them does. So they are the rows of one
//! statement, and what an append is stands in a trigger, which lives as long as the connection.

use std::sync::{Arc, LazyLock};

use futures_util::TryStreamExt;
use sqlx::{AssertSqlSafe, Either, Executor, Row, SqliteConnection};

use super::writer::{GROUP_MAX, Lost};
use super::writes::Append;
use crate::{Commit, columns};

/// What an append is. Each statement acts only if the one before it did; a row that wrote nothing is noted as missed.
pub(super) const TRIGGER: &str = "\
    PRAGMA temp_store = memory; \
    CREATE TEMP TABLE missed (place INTEGER PRIMARY KEY); \
    CREATE TEMP VIEW appends AS SELECT \
        0 AS place, '' AS table_id, 0 AS expected, '' AS standing, 0 AS at, 0 AS next_due, '' AS events, \
        '' AS player, '' AS command_id, '' AS reply; \
    CREATE TEMP TRIGGER append INSTEAD OF INSERT ON appends WHEN NEW.table_id IS NOT NULL BEGIN \
        UPDATE tables SET version = version + 1, standing = NEW.standing, changed_at = NEW.at, next_due = NEW.next_due \
            WHERE id = NEW.table_id AND version = NEW.expected AND NOT EXISTS \
                (SELECT 1 FROM commands \
                 WHERE table_id = NEW.table_id AND player = NEW.player AND command_id = NEW.command_id); \
        INSERT INTO batches (table_id, version, at, events) \
            SELECT NEW.table_id, NEW.expected + 1, NEW.at, NEW.events WHERE changes() = 1; \
        INSERT INTO missed (place) SELECT NEW.place WHERE changes() = 0; \
        INSERT INTO commands (table_id, player, command_id, version, reply) \
            SELECT NEW.table_id, NEW.player, NEW.command_id, NEW.expected + 1, NEW.reply \
            WHERE changes() = 0 AND NEW.command_id IS NOT NULL; \
    END";

/// A row of the view, without names: the driver finds those one after the other, for every row again.
const ROW: &str = "(?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";

/// Whether the transaction has begun.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Transaction {
    /// The statement is a transaction of its own.
    Own,
    /// Something else was written in it, and the appends end it.
    Begun,
}

/// The statements for so many rows, prepared once and kept by the connection. There is one for each power of two, because one for
/// each number would fill that memory; rows that are left over are empty, and the trigger passes over them.
///
/// The driver wakes whoever waits after each statement, so there are as few as can be.
static TEXTS: LazyLock<[Vec<Arc<str>>; 2]> = LazyLock::new(|| {
    let sizes: Vec<usize> = (0..=GROUP_MAX.ilog2()).map(|power| 1 << power).collect();
    ["", "; COMMIT"].map(|end| {
        let text = |rows: &usize| {
            let rows = vec![ROW; *rows].join(", ");
            Arc::from(format!("INSERT INTO appends VALUES {rows}; SELECT place FROM missed{end}"))
        };
        sizes.iter().map(text).collect()
    })
});

/// Writes appends and ends the transaction. Says which of them wrote nothing, because their table was not as expected.
pub(super) async fn write(
    connection: &mut SqliteConnection,
    appends: &[&Append],
    transaction: Transaction,
) -> Result<Vec<usize>, Lost> {
    let texts = match transaction {
        Transaction::Own => &TEXTS[0],
        Transaction::Begun => &TEXTS[1],
    };
    let power = appends.len().next_power_of_two().ilog2() as usize;
    let mut query = sqlx::query(AssertSqlSafe(Arc::clone(&texts[power])));
    for (place, append) in appends.iter().enumerate() {
        let Commit { table, expected, at, command, standing, next_due, .. } = &append.commit;
        query = query
            .bind(place as i64)
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
    let mut missed = Vec::new();
    let mut statements_done = 0;
    let mut answers = connection.fetch_many(query);
    loop {
        match answers.try_next().await {
            Ok(Some(Either::Left(_))) => statements_done += 1,
            Ok(Some(Either::Right(row))) => {
                let place: i64 = row.try_get(0).map_err(|error| Lost::Altogether(error.to_string()))?;
                missed.push(place as usize);
            }
            Ok(None) => break,
            Err(error) if statements_done == 0 && is_of_a_row(&error) => {
                return Err(Lost::Within(error.to_string()));
            }
            Err(error) => return Err(Lost::Altogether(error.to_string())),
        }
    }
    drop(answers);
    if !missed.is_empty() {
        let forget = sqlx::query("DELETE FROM missed").execute(connection).await;
        forget.map_err(|error| Lost::Altogether(error.to_string()))?;
    }
    Ok(missed)
}

/// Whether one of the rows may be at fault, and nothing is written: it does not fit, or it breaks what the tables ask for. After
/// anything else nobody knows what became of the transaction.
fn is_of_a_row(error: &sqlx::Error) -> bool {
    /// `SQLITE_FULL`, `SQLITE_TOOBIG` and `SQLITE_CONSTRAINT`; further bits of a code say more.
    const OF_A_ROW: [u32; 3] = [13, 18, 19];
    let code = error.as_database_error().and_then(|error| error.code()?.parse::<u32>().ok());
    code.is_some_and(|code| OF_A_ROW.contains(&(code & 0xff)))
}
