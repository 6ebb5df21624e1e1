use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use rules::{Millis, Timestamp};
use tokio::time::Instant;

/// Clock of the tables: starts at wall-clock time and never goes back.
///
/// Setting the machine's clock while the server runs changes no deadline. This clock is only
/// advanced, on proof that it is later, and all its copies advance with it. It is based on Tokio's
/// time, so a test that pauses Tokio's time pauses it too.
#[derive(Clone, Debug)]
pub struct Time {
    started_at: Timestamp,
    started: Instant,
    calendar: Calendar,
    /// How far the clock was advanced since its start. Only grows.
    forward_ms: Arc<AtomicI64>,
}

/// A single reading of the clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Reading {
    pub(crate) now: Timestamp,
    /// How far the clock had been advanced. This part of `now` is not elapsed time.
    pub(crate) forward: Millis,
}

/// Source of the calendar day.
#[derive(Clone, Copy, Debug)]
enum Calendar {
    /// The wall clock: a laptop that slept past midnight wakes up on the next day.
    WallClock,
    /// The wall clock, moved ahead by a duration.
    Moved(Millis),
    /// The clock used for everything else, which a test has set.
    Given,
}

impl Time {
    /// Starts a clock at the local wall-clock time.
    pub fn start() -> Time {
        Time { calendar: Calendar::WallClock, ..Time::starting_at(wall_clock()) }
    }

    /// Starts a clock at a time that all nodes share. The calendar day comes from the local clock.
    pub fn set_by(now: Timestamp) -> Time {
        Time { calendar: Calendar::WallClock, ..Time::starting_at(now) }
    }

    /// Starts a clock at a given time.
    pub fn starting_at(started_at: Timestamp) -> Time {
        Time { started_at, started: Instant::now(), calendar: Calendar::Given, forward_ms: Arc::default() }
    }

    /// Advances the clock to a moment and returns by how much.
    ///
    /// Returns zero if the moment has passed: the clock is never set back.
    pub fn set_forward(&self, to: Timestamp) -> Millis {
        let wanted = to.0.saturating_sub((self.started_at + self.passed()).0);
        let before = self.forward_ms.fetch_max(wanted, Ordering::SeqCst);
        Millis(wanted.saturating_sub(before).max(0))
    }

    /// Moves the calendar ahead of the wall clock, to try out another day. Deadlines do not change.
    #[must_use]
    pub fn with_calendar_ahead(self, by: Millis) -> Time {
        Time { calendar: Calendar::Moved(by), ..self }
    }

    /// Returns the current time.
    pub fn now(&self) -> Timestamp {
        self.read().now
    }

    pub(crate) fn read(&self) -> Reading {
        let forward = Millis(self.forward_ms.load(Ordering::SeqCst));
        Reading { now: self.started_at + self.passed() + forward, forward }
    }

    fn passed(&self) -> Millis {
        Millis(i64::try_from(self.started.elapsed().as_millis()).unwrap_or(i64::MAX))
    }

    /// Returns the calendar time, for what begins on a given day.
    ///
    /// Unlike [`Time::now`], it continues while the machine sleeps and follows a wall clock that is
    /// set.
    pub fn by_calendar(&self) -> Timestamp {
        match self.calendar {
            Calendar::WallClock => wall_clock(),
            Calendar::Moved(by) => wall_clock() + by,
            Calendar::Given => self.now(),
        }
    }

    /// Converts a moment to an instant to wait for; the present if the moment has passed.
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
    use std::time::Duration;

    use super::*;

    const NOON: Timestamp = Timestamp(1_763_208_000_000);

    #[tokio::test(start_paused = true)]
    async fn time_is_set_forward_and_never_back() {
        let time = Time::starting_at(NOON);
        tokio::time::advance(Duration::from_secs(1)).await;
        assert_eq!(time.set_forward(NOON + Millis::seconds(61)), Millis::seconds(60));
        assert_eq!(time.now(), NOON + Millis::seconds(61));
        for earlier in [NOON + Millis::seconds(61), NOON, Timestamp(0), Timestamp(i64::MIN)] {
            assert_eq!(time.set_forward(earlier), Millis::ZERO);
            assert_eq!(time.now(), NOON + Millis::seconds(61));
        }
        tokio::time::advance(Duration::from_secs(1)).await;
        assert_eq!(time.now(), NOON + Millis::seconds(62));
    }

    #[tokio::test(start_paused = true)]
    async fn copies_of_the_time_are_set_forward_together() {
        let time = Time::starting_at(NOON);
        let copy = time.clone();
        time.set_forward(NOON + Millis::seconds(10));
        assert_eq!(copy.read(), Reading { now: NOON + Millis::seconds(10), forward: Millis::seconds(10) });
    }

    #[tokio::test(start_paused = true)]
    async fn a_moment_comes_sooner_once_time_was_set_forward() {
        let time = Time::starting_at(NOON);
        let moment = NOON + Millis::seconds(30);
        assert_eq!(time.instant(moment), Instant::now() + Duration::from_secs(30));
        time.set_forward(NOON + Millis::seconds(20));
        assert_eq!(time.instant(moment), Instant::now() + Duration::from_secs(10));
        time.set_forward(NOON + Millis::seconds(40));
        assert_eq!(time.instant(moment), Instant::now());
    }

    #[tokio::test(start_paused = true)]
    async fn a_moved_calendar_shows_another_day_and_moves_nothing_else() {
        let time = Time::set_by(Timestamp(5_000));
        for by in [Millis::hours(72), Millis::hours(-72)] {
            let moved = time.clone().with_calendar_ahead(by);
            let (earliest, shown, latest) = (wall_clock() + by, moved.by_calendar(), wall_clock() + by);
            assert!((earliest..=latest).contains(&shown), "{shown:?}");
            assert_eq!(moved.now(), time.now());
        }
    }
}
