//! Errors of the store.

use rules::GameId;

use crate::codec::DecodeError;
use crate::{RoomCode, Version};

/// Why the store cannot answer.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The database cannot be reached or written now.
    ///
    /// The request may be repeated: nothing was acknowledged, and a command with an id is not
    /// carried out twice. The store has logged the cause.
    #[error("the store is not available: {cause}")]
    Unavailable {
        /// Message of the database, for the operator.
        cause: String,
    },
    /// The content of the database cannot be understood, such as a log of a later release.
    #[error("table {table} cannot be read: {problem}")]
    Unreadable {
        /// The table.
        table: GameId,
        /// What is wrong with it.
        problem: String,
    },
}

impl StoreError {
    pub(crate) fn unavailable(cause: impl std::fmt::Display) -> StoreError {
        StoreError::Unavailable { cause: cause.to_string() }
    }

    pub(crate) fn undecodable(table: &GameId, version: Version, error: &DecodeError) -> StoreError {
        StoreError::unreadable(table, format!("version {}: {error}", version.0))
    }

    pub(crate) fn unreadable(table: &GameId, problem: impl Into<String>) -> StoreError {
        StoreError::Unreadable { table: table.clone(), problem: problem.into() }
    }
}

/// Why a table was not created.
#[derive(Debug, thiserror::Error)]
pub enum CreateError {
    /// Another table has the code.
    #[error("the code {0} is taken")]
    CodeTaken(RoomCode),
    /// A table with this id already exists.
    #[error("there is a table {0} already")]
    TableExists(GameId),
    /// The first event is not the opening of this table.
    #[error("the first event of table {0} must be its opening")]
    NoOpening(GameId),
    /// The store cannot answer.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Why nothing was appended.
#[derive(Debug, thiserror::Error)]
pub enum AppendError {
    /// The table is at another version: load what is missing and decide again.
    #[error("the table is at version {}", actual.0)]
    Conflict {
        /// The table's version.
        actual: Version,
    },
    /// The command was carried out before.
    #[error("the command was carried out at version {}", version.0)]
    AlreadyDone {
        /// The version it led to.
        version: Version,
        /// The reply that was sent.
        reply: String,
    },
    /// There is no such table.
    #[error("there is no such table")]
    NoSuchTable,
    /// The store cannot answer.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Why a store could not be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The database file or its folder cannot be created.
    #[error("{path} cannot be made: {cause}")]
    Folder {
        /// The file or folder.
        path: String,
        /// The cause.
        cause: std::io::Error,
    },
    /// The address of the database is wrong, or no connection could be made.
    #[error("{0}")]
    Address(String),
    /// The database is too old to be reliable.
    #[error("expected {database} {least} or newer, found {found}")]
    TooOld {
        /// The kind of database.
        database: &'static str,
        /// The oldest supported version.
        least: &'static str,
        /// The version found.
        found: String,
    },
    /// The database cannot be reached, or rejects its settings.
    #[error("the database cannot be opened: {0}")]
    Database(sqlx::Error),
    /// The schema cannot be migrated.
    #[error("the database cannot be brought up to date: {0}")]
    Migration(sqlx::migrate::MigrateError),
}

// The cause is part of the message. As `source` it would be printed twice.
impl From<sqlx::Error> for OpenError {
    fn from(error: sqlx::Error) -> OpenError {
        OpenError::Database(error)
    }
}

impl From<sqlx::migrate::MigrateError> for OpenError {
    fn from(error: sqlx::migrate::MigrateError) -> OpenError {
        OpenError::Migration(error)
    }
}
