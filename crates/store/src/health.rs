//! Whether the database works, told once.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::StoreError;

/// Logs when a database fails and when it is back, and not every time that somebody notices.
#[derive(Debug)]
pub(crate) struct Health {
    database: &'static str,
    is_failing: AtomicBool,
}

impl Health {
    pub(crate) const fn of(database: &'static str) -> Health {
        Health { database, is_failing: AtomicBool::new(false) }
    }

    /// Makes the error that is answered, and logs its cause if it is new.
    pub(crate) fn failed(&self, cause: impl std::fmt::Display) -> StoreError {
        if !self.is_failing.swap(true, Ordering::Relaxed) {
            tracing::error!(database = self.database, %cause, "the store is not available");
        }
        StoreError::unavailable(cause)
    }

    pub(crate) fn worked(&self) {
        // Looked at first, because nearly always there is nothing to tell.
        if self.is_failing.load(Ordering::Relaxed) && self.is_failing.swap(false, Ordering::Relaxed) {
            tracing::info!(database = self.database, "the store is available again");
        }
    }
}
