//! Errors between a database and its rows.

use std::io;

use rules::GameId;

use super::{ReadRowsError, WriteRowsError};
use crate::StoreError;

/// Why rows were not read or written, before a database error becomes a [`StoreError`].
pub(crate) enum Fault {
    Database(sqlx::Error),
    Content(StoreError),
    /// Raised by the caller that takes or supplies the rows.
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
            // Raised only when writing.
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

    /// Converts the error of an operation that neither reads nor writes rows.
    pub(crate) fn of_asking(self, failed: impl FnOnce(sqlx::Error) -> StoreError) -> StoreError {
        match self.of_reading(failed) {
            ReadRowsError::Store(error) => error,
            ReadRowsError::Stopped(error) => StoreError::unavailable(error),
        }
    }
}
