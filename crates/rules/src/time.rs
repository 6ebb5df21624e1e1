use std::ops::{Add, Sub};

/// A duration in milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Millis(pub i64);

impl Millis {
    /// The empty duration.
    pub const ZERO: Millis = Millis(0);

    /// A duration in seconds.
    pub const fn seconds(seconds: i64) -> Millis {
        Millis(seconds * 1000)
    }

    /// A duration in minutes.
    pub const fn minutes(minutes: i64) -> Millis {
        Millis::seconds(minutes * 60)
    }

    /// A duration in hours.
    pub const fn hours(hours: i64) -> Millis {
        Millis::minutes(hours * 60)
    }

    /// A duration in days of 24 hours.
    pub const fn days(days: i64) -> Millis {
        Millis::hours(days * 24)
    }
}

impl Add for Millis {
    type Output = Millis;
    fn add(self, other: Millis) -> Millis {
        Millis(self.0.saturating_add(other.0))
    }
}

impl Sub for Millis {
    type Output = Millis;
    fn sub(self, other: Millis) -> Millis {
        Millis(self.0.saturating_sub(other.0))
    }
}

/// A point in time: milliseconds since 1970 (UTC).
///
/// The game never reads a clock; the caller passes the time in.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Timestamp(pub i64);

impl Timestamp {
    /// The duration since an earlier time; zero if the clock was set back in between.
    pub fn since(self, earlier: Timestamp) -> Millis {
        Millis(self.0.saturating_sub(earlier.0).max(0))
    }
}

impl Add<Millis> for Timestamp {
    type Output = Timestamp;
    fn add(self, span: Millis) -> Timestamp {
        Timestamp(self.0.saturating_add(span.0))
    }
}
