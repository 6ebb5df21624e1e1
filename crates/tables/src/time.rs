use std::time::{SystemTime, UNIX_EPOCH};

use rules::{Millis, Timestamp};
use tokio::time::Instant;

/// Where the tables get the time from: wall-clock time at the start, and from then on a clock that never jumps.
///
/// A clock that is set back or forward while the server runs changes no deadline. It runs on Tokio's time, so a test
/// that pauses that pauses this.
#[derive(Clone, Copy, Debug)]
pub struct Time {
    started_at: Timestamp,
    started: Instant,
}

impl Time {
    /// Time from now on.
    pub fn start() -> Time {
        let since_1970 = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Time::starting_at(Timestamp(i64::try_from(since_1970.as_millis()).unwrap_or(i64::MAX)))
    }

    /// Time from a moment on.
    pub fn starting_at(started_at: Timestamp) -> Time {
        Time { started_at, started: Instant::now() }
    }

    /// The time.
    pub fn now(&self) -> Timestamp {
        let passed = i64::try_from(self.started.elapsed().as_millis()).unwrap_or(i64::MAX);
        self.started_at + Millis(passed)
    }

    /// When a moment comes; at once if it has passed.
    pub fn instant(&self, moment: Timestamp) -> Instant {
        let wait = moment.since(self.now());
        Instant::now() + std::time::Duration::from_millis(wait.0.unsigned_abs())
    }
}
