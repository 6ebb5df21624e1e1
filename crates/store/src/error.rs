//! What can go wrong.

use rules::GameId;

use crate::codec::DecodeError;
use crate::{RoomCode, Version};

/// Why the store has no answer.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The database cannot be reached or written now. Whatever was asked for may be asked again: nothing was
    /// acknowledged, and a command with an id is not carried out twice. The store has logged the cause.
    #[error("the store is not available: {cause}")]
    Unavailable {
        /// What the database says, for the operator.
        cause: String,
    },
    /// What the database holds cannot be understood, such as a log of a later release.
    #[error("table {table} cannot be read: {problem}")]
    Unreadable {
        /// Which table.
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
    /// There is a table with this id.
    #[error("there is a table {0} already")]
    TableExists(GameId),
    /// The first event is not the opening of this table.
    #[error("the first event of table {0} must be its opening")]
    NoOpening(GameId),
    /// The store has no answer.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Why nothing was appended.
#[derive(Debug, thiserror::Error)]
pub enum AppendError {
    /// The table is at another version: load what is missing and decide again.
    #[error("the table is at version {}", actual.0)]
    Conflict {
        /// The version that it is at.
        actual: Version,
    },
    /// The command was carried out before.
    #[error("the command was carried out at version {}", version.0)]
    AlreadyDone {
        /// The version that it led to.
        version: Version,
        /// What it was answered with.
        reply: String,
    },
    /// There is no such table.
    #[error("there is no such table")]
    NoSuchTable,
    /// The store has no answer.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Why a store was not opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The folder of the database or its file cannot be made.
    #[error("{path} cannot be made: {cause}")]
    Folder {
        /// Which.
        path: String,
        /// Why.
        cause: std::io::Error,
    },
    /// The address of the database is wrong, or no connection comes about there.
    #[error("{0}")]
    Address(String),
    /// The database is too old to be trusted.
    #[error("expected {database} {least} or newer, found {found}")]
    TooOld {
        /// Which kind of database.
        database: &'static str,
        /// The oldest that will do.
        least: &'static str,
        /// What is there.
        found: String,
    },
    /// The database cannot be reached, or does not take its settings.
    #[error("the database cannot be opened: {0}")]
    Database(sqlx::Error),
    /// The tables in it cannot be brought up to date.
    #[error("the database cannot be brought up to date: {0}")]
    Migration(sqlx::migrate::MigrateError),
}

// The cause is part of the sentence, so it is not a source as well: it would be printed twice.
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
