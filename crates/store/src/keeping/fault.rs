//! What can come between a database and its rows.

use std::io;

use rules::GameId;

use super::{ReadRowsError, WriteRowsError};
use crate::StoreError;

/// Why rows were not read or written, before the store has looked at its database's part of it.
pub(crate) enum Fault {
    Database(sqlx::Error),
    Content(StoreError),
    /// By whoever takes the rows, or gives them.
    Outside(io::Error),
    NotEmpty,
    OutOfPlace(GameId),
}

impl From<sqlx::Error> for Fault {
    fn from(error: sqlx::Error) -> Fault {
        Fault::Database(error)
    }
}

impl From<StoreError> for Fault {
    fn from(error: StoreError) -> Fault {
        Fault::Content(error)
    }
}

impl From<io::Error> for Fault {
    fn from(error: io::Error) -> Fault {
        Fault::Outside(error)
    }
}

impl Fault {
    pub(crate) fn of_reading(self, failed: impl FnOnce(sqlx::Error) -> StoreError) -> ReadRowsError {
        match self.of_writing(failed) {
            WriteRowsError::Source(error) => ReadRowsError::Stopped(error),
            WriteRowsError::Store(error) => ReadRowsError::Store(error),
            // Only writing looks at either.
            error @ (WriteRowsError::NotEmpty | WriteRowsError::OutOfPlace(_)) => {
                ReadRowsError::Store(StoreError::unavailable(error))
            }
        }
    }

    pub(crate) fn of_writing(self, failed: impl FnOnce(sqlx::Error) -> StoreError) -> WriteRowsError {
        match self {
            Fault::Database(error) => WriteRowsError::Store(failed(error)),
            Fault::Content(error) => WriteRowsError::Store(error),
            Fault::Outside(error) => WriteRowsError::Source(error),
            Fault::NotEmpty => WriteRowsError::NotEmpty,
            Fault::OutOfPlace(table) => WriteRowsError::OutOfPlace(table),
        }
    }

    /// For what neither hands rows over nor takes any.
    pub(crate) fn of_asking(self, failed: impl FnOnce(sqlx::Error) -> StoreError) -> StoreError {
        match self.of_reading(failed) {
            ReadRowsError::Store(error) => error,
            ReadRowsError::Stopped(error) => StoreError::unavailable(error),
        }
    }
}
