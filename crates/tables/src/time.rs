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
    calendar: Calendar,
}

/// What says which day it is.
#[derive(Clone, Copy, Debug)]
enum Calendar {
    /// The wall clock: a laptop that slept over midnight wakes up on the next day.
    WallClock,
    /// The wall clock, ahead by so much.
    Moved(Millis),
    /// The same clock as for everything else, which a test has set.
    Given,
}

impl Time {
    /// Time from now on.
    pub fn start() -> Time {
        Time { calendar: Calendar::WallClock, ..Time::starting_at(wall_clock()) }
    }

    /// Time from now on, by a clock that all nodes share. What day it is says this machine.
    pub fn set_by(now: Timestamp) -> Time {
        Time { calendar: Calendar::WallClock, ..Time::starting_at(now) }
    }

    /// Time from a moment on.
    pub fn starting_at(started_at: Timestamp) -> Time {
        Time { started_at, started: Instant::now(), calendar: Calendar::Given }
    }

    /// The same, with a calendar that is ahead of the wall clock: for trying out another day. Nothing but the day changes.
    #[must_use]
    pub fn with_calendar_ahead(self, by: Millis) -> Time {
        Time { calendar: Calendar::Moved(by), ..self }
    }

    /// The time.
    pub fn now(&self) -> Timestamp {
        let passed = i64::try_from(self.started.elapsed().as_millis()).unwrap_or(i64::MAX);
        self.started_at + Millis(passed)
    }

    /// The time by the calendar, for what begins on a day. Unlike all other time it goes on while the machine sleeps, and
    /// follows a clock that is set.
    pub fn by_calendar(&self) -> Timestamp {
        match self.calendar {
            Calendar::WallClock => wall_clock(),
            Calendar::Moved(by) => wall_clock() + by,
            Calendar::Given => self.now(),
        }
    }

    /// When a moment comes; at once if it has passed.
    pub fn instant(&self, moment: Timestamp) -> Instant {
        let wait = moment.since(self.now());
        Instant::now() + std::time::Duration::from_millis(wait.0.unsigned_abs())
    }
}

fn wall_clock() -> Timestamp {
    let since_1970 = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Timestamp(i64::try_from(since_1970.as_millis()).unwrap_or(i64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_moved_calendar_shows_another_day_and_moves_nothing_else() {
        let time = Time::set_by(Timestamp(5_000));
        for by in [Millis::hours(72), Millis::hours(-72)] {
            let moved = time.with_calendar_ahead(by);
            let (earliest, shown, latest) = (wall_clock() + by, moved.by_calendar(), wall_clock() + by);
            assert!((earliest..=latest).contains(&shown), "{shown:?}");
            assert_eq!(moved.now(), time.now());
        }
    }
}
