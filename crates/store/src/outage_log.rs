//! Logging of database outages.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::StoreError;

/// Logs when a database fails and when it recovers, instead of every single failure.
#[derive(Debug)]
pub(crate) struct OutageLog {
    database: &'static str,
    is_failing: AtomicBool,
}

impl OutageLog {
    pub(crate) const fn of(database: &'static str) -> OutageLog {
        OutageLog { database, is_failing: AtomicBool::new(false) }
    }

    /// Returns the error to answer with, and logs its cause if the outage is new.
    pub(crate) fn failed(&self, cause: impl std::fmt::Display) -> StoreError {
        if !self.is_failing.swap(true, Ordering::Relaxed) {
            tracing::error!(database = self.database, %cause, "the store is not available");
        }
        StoreError::unavailable(cause)
    }

    pub(crate) fn worked(&self) {
        // A plain load first, because the database almost always works.
        if self.is_failing.load(Ordering::Relaxed) && self.is_failing.swap(false, Ordering::Relaxed) {
            tracing::info!(database = self.database, "the store is available again");
        }
    }
}
