//! Opening of the database.

use std::time::Duration;

use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous};
use sqlx::{ConnectOptions, Connection, SqliteConnection};

use super::file::{DatabaseFile, FileIdentity};
use super::known_tables::KnownTables;
use crate::{OpenError, migrations};

/// Older versions can corrupt a database with a write-ahead log.
const LEAST: (u32, u32, u32) = (3, 51, 3);
const LEAST_TEXT: &str = "3.51.3";

/// Settings of a database.
#[derive(Clone, Debug)]
pub struct SqliteSettings {
    /// How long to wait while another program has locked the database.
    pub busy_timeout: Duration,
    /// Number of connections that read concurrently.
    pub readers: u32,
    /// Maximum number of queued commits. Further ones are refused as unavailable.
    pub waiting_max: usize,
    /// Maximum number of pages (of 4 kB) of the database; `None` for as many as fit on the disk.
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

/// Options of connections that write.
pub(super) fn writing(file: &DatabaseFile, settings: &SqliteSettings) -> SqliteConnectOptions {
    let options = SqliteConnectOptions::new()
        .filename(file.path())
        // The file was created when the store was opened. If it is missing, an empty one must not
        // replace it.
        .create_if_missing(false)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .foreign_keys(true)
        .busy_timeout(settings.busy_timeout)
        // Deleted data is overwritten. A move deletes nothing, and costs the same.
        .pragma("secure_delete", "ON")
        // Statements are few and known, so they are not logged.
        .disable_statement_logging();
    match settings.pages_max {
        Some(pages) => options.pragma("max_page_count", pages.to_string()),
        None => options,
    }
}

/// Options of connections that read.
pub(super) fn reading(file: &DatabaseFile, settings: &SqliteSettings) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(file.path())
        .create_if_missing(false)
        .read_only(true)
        .foreign_keys(true)
        .busy_timeout(settings.busy_timeout)
        .disable_statement_logging()
}

/// A connection that writes, and the files it writes to.
pub(super) struct WritingConnection {
    pub(super) connection: SqliteConnection,
    pub(super) known: KnownTables,
    pub(super) identity: FileIdentity,
    /// Length of the file when it was last checked.
    bytes: u64,
}

/// State of the files of a connection.
pub(super) enum Files {
    /// They are unchanged.
    InPlace,
    /// Other files are in their place.
    Replaced,
    /// There are no usable files.
    Missing(String),
}

/// Connects, and migrates the schema: the file may be a restored one.
pub(super) async fn connect(
    file: &DatabaseFile,
    settings: &SqliteSettings,
) -> Result<WritingConnection, OpenError> {
    let mut connection = writing(file, settings).connect().await?;
    let found: String = sqlx::query_scalar("SELECT sqlite_version()").fetch_one(&mut connection).await?;
    if number(&found).is_none_or(|number| number < LEAST) {
        return Err(OpenError::TooOld { database: "SQLite", least: LEAST_TEXT, found });
    }
    // Not `run`: the compiler cannot prove that its future is `Send` in a spawned task.
    migrations::sqlite().run_direct(None, &mut connection, false).await?;
    // A write creates the write-ahead log, so that it has an identity.
    sqlx::query("BEGIN IMMEDIATE; COMMIT").execute(&mut connection).await?;
    let (identity, bytes) = file.identify().map_err(sqlx::Error::Io)?;
    file.use_files(Some(identity));
    Ok(WritingConnection { connection, known: KnownTables::default(), identity, bytes })
}

/// Connects to files that have appeared while the store is open.
///
/// An empty file is no restored database and must not become one: all data would seem to be lost.
pub(super) async fn reconnect(
    file: &DatabaseFile,
    settings: &SqliteSettings,
) -> Result<WritingConnection, OpenError> {
    // Files that do not belong together are not even opened.
    let (_, bytes) = file.identify().map_err(sqlx::Error::Io)?;
    if bytes == 0 {
        return Err(sqlx::Error::Protocol("the database's file is empty".to_owned()).into());
    }
    connect(file, settings).await
}

impl WritingConnection {
    /// Checks whether data written through this connection can be found again.
    pub(super) fn files(&mut self, file: &DatabaseFile) -> Files {
        let (identity, bytes) = match file.identify() {
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

    /// Closes the connection while its files are in place.
    ///
    /// The last connection removes the log, and the next one creates another.
    pub(super) async fn close(self, file: &DatabaseFile) {
        // The error is of no use, and no acknowledged data depends on it.
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
    fn versions_are_compared_numerically() {
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
