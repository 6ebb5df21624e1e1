//! The connections that read. They never wait for the one that writes.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use sqlx::pool::PoolConnection;
use sqlx::sqlite::SqlitePoolOptions;
use sqlx::{ConnectOptions, Sqlite, SqliteConnection, SqlitePool};

use super::connection::{self, SqliteSettings};
use super::file::{DatabaseFile, FileIdentity};
use super::reads::ReadError;
use crate::StoreError;
use crate::outage_log::OutageLog;

pub(super) struct Readers {
    file: DatabaseFile,
    settings: SqliteSettings,
    current: Mutex<Current>,
    outages: OutageLog,
}

enum Current {
    /// After a fault, or before the first read.
    None,
    Pool(FileIdentity, SqlitePool),
    Closed,
}

impl Readers {
    pub(super) fn new(file: DatabaseFile, settings: SqliteSettings) -> Readers {
        Readers {
            file,
            settings,
            current: Mutex::new(Current::None),
            outages: OutageLog::of("SQLite, reading"),
        }
    }

    /// Returns connections to the files that are present now.
    pub(super) fn pool(&self) -> Result<SqlitePool, StoreError> {
        let identity = self.file.identity().map_err(|error| {
            self.outages.failed(format_args!("the database's files are not there: {error}"))
        })?;
        let mut current = self.current.lock().unwrap_or_else(PoisonError::into_inner);
        match &*current {
            Current::Pool(known, pool) if *known == identity => Ok(pool.clone()),
            Current::Closed => Err(StoreError::unavailable("the store is closed")),
            Current::Pool(..) | Current::None => {
                let pool = SqlitePoolOptions::new()
                    .max_connections(self.settings.readers.max(1))
                    .acquire_timeout(Duration::from_secs(5))
                    .connect_lazy_with(connection::reading(&self.file, &self.settings));
                *current = Current::Pool(identity, pool.clone());
                Ok(pool)
            }
        }
    }

    /// Converts a result. After a fault the next read uses new connections.
    pub(super) fn judge<T>(&self, answer: Result<T, ReadError>) -> Result<T, StoreError> {
        match answer {
            Ok(answer) => {
                self.outages.worked();
                Ok(answer)
            }
            Err(ReadError::Content(error)) => Err(error),
            Err(ReadError::Database(error)) => Err(self.failed(error)),
        }
    }

    /// Converts the result of a statement that reads no table.
    pub(super) fn judge_database<T>(&self, answer: Result<T, sqlx::Error>) -> Result<T, StoreError> {
        self.judge(answer.map_err(ReadError::Database))
    }

    /// Waits for a free connection to the files that are present now.
    pub(super) async fn acquire(&self) -> Result<PoolConnection<Sqlite>, StoreError> {
        self.pool()?.acquire().await.map_err(|error| self.failed(error))
    }

    pub(super) fn failed(&self, error: sqlx::Error) -> StoreError {
        let mut current = self.current.lock().unwrap_or_else(PoisonError::into_inner);
        if matches!(*current, Current::Pool(..)) {
            *current = Current::None;
        }
        self.outages.failed(error)
    }

    /// Opens another writing connection, besides that of the task that writes.
    pub(super) async fn connect_for_writing(&self) -> Result<SqliteConnection, sqlx::Error> {
        connection::writing(&self.file, &self.settings).connect().await
    }

    pub(super) async fn close(&self) {
        let current = {
            let mut current = self.current.lock().unwrap_or_else(PoisonError::into_inner);
            std::mem::replace(&mut *current, Current::Closed)
        };
        if let Current::Pool(_, pool) = current {
            pool.close().await;
        }
    }
}
