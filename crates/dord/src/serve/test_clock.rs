//! Another time, for tests: the day of the daily puzzle, and the clock of the tables.
//!
//! Only a debug build has it. A release build does not read the variables, so no puzzle can be
//! opened before its day, and no player of a public server loses a turn to a clock that jumps.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::Context;
use rules::Millis;
use tables::Time;

/// Moves the calendar ahead: a number of milliseconds.
const CALENDAR_AHEAD: &str = "DORD_TEST_CALENDAR_AHEAD_MS";

/// Moves the clock of the tables ahead: a file with a number of milliseconds, which may grow while
/// the server runs.
const CLOCK_FILE: &str = "DORD_TEST_CLOCK_FILE";

/// How often the file is read.
const EVERY: Duration = Duration::from_millis(100);

/// Returns the time with the changes that the environment asks for.
pub(super) fn adjusted(time: Time, listening: SocketAddr) -> anyhow::Result<Time> {
    if !cfg!(debug_assertions) {
        return Ok(time);
    }
    let variable = |name: &str| std::env::var(name).ok();
    let time = match variable(CALENDAR_AHEAD) {
        Some(ahead) => {
            let wrong = || format!("{CALENDAR_AHEAD}: expected milliseconds, found {ahead:?}");
            time.with_calendar_ahead(Millis(ahead.parse().with_context(wrong)?))
        }
        None => time,
    };
    if let Some(file) = variable(CLOCK_FILE) {
        anyhow::ensure!(
            listening.ip().is_loopback(),
            "{CLOCK_FILE} moves the clock of the tables, for tests only: listen on 127.0.0.1"
        );
        tokio::spawn(follow(time.clone(), file.into()));
    }
    Ok(time)
}

/// Keeps the clock of the tables ahead of the wall clock by what the file says.
///
/// A server that restarts reads the file again, and is no further ahead than before.
async fn follow(time: Time, file: PathBuf) {
    let wall_clock = Time::start();
    let mut ahead = Millis::ZERO;
    loop {
        // A missing file, and one that is being written, changes nothing.
        let text = std::fs::read_to_string(&file).unwrap_or_default();
        let wanted = Millis(text.trim().parse().unwrap_or(0));
        if wanted > ahead {
            ahead = wanted;
            time.set_forward(wall_clock.by_calendar() + ahead);
            tracing::warn!(ahead_ms = ahead.0, "the clock of the tables was moved for a test");
        }
        tokio::time::sleep(EVERY).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn the_clock_follows_the_file_and_never_goes_back() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("clock");
        let time = Time::start();
        let start = time.now();
        let task = tokio::spawn(follow(time.clone(), file.clone()));
        let ahead_days = || (time.now().0 - start.0) / Millis::days(1).0;
        for (text, days) in [("86400000", 1), ("nonsense", 1), ("259200000", 3), ("1", 3)] {
            std::fs::write(&file, text).unwrap();
            tokio::time::sleep(EVERY * 5).await;
            assert_eq!(ahead_days(), days, "{text}");
        }
        task.abort();
    }
}
