//! Erasing what removed and rewritten rows leave behind in the database files.
//!
//! With `secure_delete` SQLite overwrites deleted data. Copies remain in three places: the
//! write-ahead log, until it is truncated; the unused part of pages in which SQLite once moved
//! rows; and pages freed by a release without `secure_delete`. [`Eraser`] handles the first two
//! while a server runs, [`SqliteStore::rebuild`] all of them while none does.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection, SqliteConnection};
use tokio::time::{Instant, sleep};

use super::SqliteStore;
use super::connection::{self, SqliteSettings};
use super::file::DatabaseFile;
use crate::admin::{Remains, Removed};

/// How long readers may prevent the truncation of the log before it is given up.
const TRUNCATE_MAX: Duration = Duration::from_secs(10);
/// How long one attempt waits. It blocks writers, so it is short.
const ATTEMPT_MAX: Duration = Duration::from_millis(100);
const BETWEEN_ATTEMPTS: Duration = Duration::from_millis(50);
/// Requests within this time share one truncation.
const TOGETHER: Duration = Duration::from_secs(1);

/// Maximum number of seats rewritten while games are played. It takes about a second.
const SEATS_MAX: i64 = 200_000;

/// Empties and refills the tables and indices with names, so that all their pages are new.
///
/// Seats are ordered by random ids, and names of daily players alphabetically, so rows often move
/// within pages.
const REWRITE_NAMES: &str = "\
    BEGIN IMMEDIATE; \
    CREATE TEMP TABLE kept_seats AS SELECT table_id, seat, player, token, name_key FROM seats; \
    DELETE FROM seats; \
    INSERT INTO seats (table_id, seat, player, token, name_key) \
        SELECT table_id, seat, player, token, name_key FROM kept_seats ORDER BY table_id, seat; \
    DROP TABLE kept_seats; \
    REINDEX daily_players; \
    COMMIT";

/// Truncates the log of a database in use.
#[derive(Clone)]
pub(super) struct Eraser {
    file: DatabaseFile,
    settings: SqliteSettings,
    is_scheduled: Arc<AtomicBool>,
}

impl Eraser {
    pub(super) fn new(file: DatabaseFile, settings: &SqliteSettings) -> Eraser {
        let settings = SqliteSettings { busy_timeout: ATTEMPT_MAX, ..settings.clone() };
        Eraser { file, settings, is_scheduled: Arc::default() }
    }

    /// Erases copies of removed data.
    pub(super) async fn erase(&self, removed: Removed) -> Result<Remains, sqlx::Error> {
        // Only files that belong together are opened.
        self.file.identity().map_err(sqlx::Error::Io)?;
        let mut connection = connection::writing(&self.file, &self.settings).connect().await?;
        let erased = async {
            if removed == Removed::Names {
                rewrite_names(&mut connection).await?;
            }
            truncate_log(&mut connection).await
        };
        let erased = erased.await;
        connection.close().await?;
        erased
    }

    /// Schedules a truncation of the log, without waiting for it.
    pub(super) fn erase_soon(&self) {
        if self.is_scheduled.swap(true, Ordering::AcqRel) {
            return;
        }
        let eraser = self.clone();
        tokio::spawn(async move {
            sleep(TOGETHER).await;
            eraser.is_scheduled.store(false, Ordering::Release);
            match eraser.erase(Removed::Rows).await {
                Ok(Remains::None) => {}
                Ok(_) => tracing::warn!("the database's log is in use: what was removed stays there for now"),
                Err(error) => {
                    tracing::warn!(%error, "what was removed could not be erased from the database's log");
                }
            }
        });
    }
}

async fn rewrite_names(connection: &mut SqliteConnection) -> Result<(), sqlx::Error> {
    let seats: i64 = sqlx::query_scalar("SELECT count(*) FROM seats").fetch_one(&mut *connection).await?;
    if seats > SEATS_MAX {
        return Ok(());
    }
    // Names must not be written to a temporary file.
    sqlx::raw_sql("PRAGMA temp_store = memory").execute(&mut *connection).await?;
    let begun = Instant::now();
    loop {
        match sqlx::raw_sql(REWRITE_NAMES).execute(&mut *connection).await {
            Ok(_) => return Ok(()),
            Err(error) if is_busy(&error) && begun.elapsed() < TRUNCATE_MAX => {}
            Err(error) => {
                // The failed statement leaves its transaction open. Without one, there is nothing
                // to undo.
                let _ = sqlx::raw_sql("ROLLBACK").execute(&mut *connection).await;
                return Err(error);
            }
        }
        sleep(BETWEEN_ATTEMPTS).await;
    }
}

async fn truncate_log(connection: &mut SqliteConnection) -> Result<Remains, sqlx::Error> {
    let begun = Instant::now();
    loop {
        let truncate = "PRAGMA wal_checkpoint(TRUNCATE)";
        let (busy, _, _): (i64, i64, i64) = sqlx::query_as(truncate).fetch_one(&mut *connection).await?;
        if busy == 0 {
            return Ok(Remains::None);
        }
        if begun.elapsed() >= TRUNCATE_MAX {
            return Ok(Remains::InLog);
        }
        sleep(BETWEEN_ATTEMPTS).await;
    }
}

/// Whether the error is `SQLITE_BUSY`; extended codes have further bits.
fn is_busy(error: &sqlx::Error) -> bool {
    let code = error.as_database_error().and_then(|error| error.code()?.parse::<u32>().ok());
    code.is_some_and(|code| code & 0xff == 5)
}

impl SqliteStore {
    /// Rewrites the whole file, so that no removed data is left in it.
    ///
    /// Returns whether it was done: it is impossible while another program has the database open.
    pub async fn rebuild(path: &Path) -> Result<bool, sqlx::Error> {
        let mut connection = SqliteConnectOptions::new()
            .filename(path)
            .create_if_missing(false)
            .busy_timeout(Duration::ZERO)
            .pragma("secure_delete", "ON")
            .disable_statement_logging()
            .connect()
            .await?;
        // Only the last connection can leave WAL mode, so this tests for other programs.
        let mode = sqlx::query_scalar::<_, String>("PRAGMA journal_mode = DELETE");
        let is_alone = match mode.fetch_one(&mut connection).await {
            Ok(mode) => mode == "delete",
            Err(error) if is_busy(&error) => false,
            Err(error) => return Err(error),
        };
        if is_alone {
            let rebuilt = sqlx::raw_sql("VACUUM").execute(&mut connection).await;
            sqlx::raw_sql("PRAGMA journal_mode = WAL").execute(&mut connection).await?;
            rebuilt?;
        }
        connection.close().await?;
        Ok(is_alone)
    }
}
