//! How the database is opened.

use std::time::Duration;

use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous};
use sqlx::{ConnectOptions, Connection, SqliteConnection};

use super::appends;
use super::file::{DatabaseFile, FileIdentity};
use crate::{OpenError, migrations};

/// Older ones can corrupt a database with a write-ahead log.
const LEAST: (u32, u32, u32) = (3, 51, 3);
const LEAST_TEXT: &str = "3.51.3";

/// What can be chosen about a database.
#[derive(Clone, Debug)]
pub struct SqliteSettings {
    /// How long to wait for somebody else who has locked the database.
    pub busy_timeout: Duration,
    /// How many connections read at the same time.
    pub readers: u32,
    /// How many commits can wait; whoever comes then is told that the store is not available.
    pub waiting_max: usize,
    /// The most pages (of 4 kB) that the database may have; `None` as many as the disk holds.
    pub pages_max: Option<u32>,
}

impl Default for SqliteSettings {
    fn default() -> SqliteSettings {
        SqliteSettings {
            busy_timeout: Duration::from_secs(5),
            readers: 4,
            waiting_max: 4096,
            pages_max: None,
        }
    }
}

/// How to connect for writing.
pub(super) fn writing(file: &DatabaseFile, settings: &SqliteSettings) -> SqliteConnectOptions {
    let options = SqliteConnectOptions::new()
        .filename(file.path())
        // The file was made when the store was opened. If it is gone, an empty one must not take its place.
        .create_if_missing(false)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .foreign_keys(true)
        .busy_timeout(settings.busy_timeout)
        // What is deleted is overwritten. A move deletes nothing, and costs the same.
        .pragma("secure_delete", "ON")
        // Statements are few and known; they need not be told again in the log.
        .disable_statement_logging();
    match settings.pages_max {
        Some(pages) => options.pragma("max_page_count", pages.to_string()),
        None => options,
    }
}

/// How to connect for reading.
pub(super) fn reading(file: &DatabaseFile, settings: &SqliteSettings) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(file.path())
        .create_if_missing(false)
        .read_only(true)
        .foreign_keys(true)
        .busy_timeout(settings.busy_timeout)
        .disable_statement_logging()
}

/// A connection that writes, and the files that it writes to.
pub(super) struct WritingConnection {
    pub(super) connection: SqliteConnection,
    pub(super) identity: FileIdentity,
    /// How long the file was when it was last looked at.
    bytes: u64,
}

/// What has become of the files of a connection.
pub(super) enum Files {
    /// They are where they were.
    InPlace,
    /// Others are there.
    Replaced,
    /// Nothing is there that could be used.
    Missing(String),
}

/// Connects, and brings the tables up to date: the file may be one that was put back.
pub(super) async fn connect(
    file: &DatabaseFile,
    settings: &SqliteSettings,
) -> Result<WritingConnection, OpenError> {
    let mut connection = writing(file, settings).connect().await?;
    let found: String = sqlx::query_scalar("SELECT sqlite_version()").fetch_one(&mut connection).await?;
    if number(&found).is_none_or(|number| number < LEAST) {
        return Err(OpenError::TooOld { database: "SQLite", least: LEAST_TEXT, found });
    }
    // Not `run`, whose future the compiler does not know to be `Send` in a spawned task.
    migrations::sqlite().run_direct(None, &mut connection, false).await?;
    // A write makes the write-ahead log, so that it has an identity.
    sqlx::query("BEGIN IMMEDIATE; COMMIT").execute(&mut connection).await?;
    sqlx::raw_sql(appends::TRIGGER).execute(&mut connection).await?;
    let (identity, bytes) = file.look().map_err(sqlx::Error::Io)?;
    file.use_files(Some(identity));
    Ok(WritingConnection { connection, identity, bytes })
}

/// Connects to files that have come while the store is open. An empty one is no database that somebody put back, and must
/// not become one: everything would seem to be forgotten.
pub(super) async fn reconnect(
    file: &DatabaseFile,
    settings: &SqliteSettings,
) -> Result<WritingConnection, OpenError> {
    // Whatever does not belong together is not even opened.
    let (_, bytes) = file.look().map_err(sqlx::Error::Io)?;
    if bytes == 0 {
        return Err(sqlx::Error::Protocol("the database's file is empty".to_owned()).into());
    }
    connect(file, settings).await
}

impl WritingConnection {
    /// Whether what is written here can be found again.
    pub(super) fn files(&mut self, file: &DatabaseFile) -> Files {
        let (identity, bytes) = match file.look() {
            Ok(found) => found,
            Err(error) => return Files::Missing(format!("the database's files are gone: {error}")),
        };
        if identity != self.identity {
            return Files::Replaced;
        }
        if bytes < self.bytes {
            return Files::Missing("the database's file was overwritten".to_owned());
        }
        self.bytes = bytes;
        Files::InPlace
    }

    /// Closes it while its files are in place. The log goes with the last connection, and the next one makes another.
    pub(super) async fn close(self, file: &DatabaseFile) {
        // There is nobody to tell, and nothing that was acknowledged depends on it.
        let _ = self.connection.close().await;
        file.use_files(None);
    }
}

fn number(text: &str) -> Option<(u32, u32, u32)> {
    let mut parts = text.split('.').map(str::parse);
    let mut part = || parts.next()?.ok();
    Some((part()?, part()?, part().unwrap_or(0)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_compare_by_their_numbers() {
        assert_eq!(number(LEAST_TEXT), Some(LEAST));
        for (text, is_enough) in [
            ("3.51.3", true),
            ("3.51.10", true),
            ("3.52.0", true),
            ("4.0", true),
            ("3.51.2", false),
            ("3.9.9", false),
        ] {
            assert_eq!(number(text).is_some_and(|number| number >= LEAST), is_enough, "{text}");
        }
        assert_eq!(number("three"), None);
    }
}
