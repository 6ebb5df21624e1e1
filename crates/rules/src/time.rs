use std::ops::{Add, Sub};

/// A span of time in milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Millis(pub i64);

impl Millis {
    /// No time.
    pub const ZERO: Millis = Millis(0);

    /// So many seconds.
    pub const fn seconds(seconds: i64) -> Millis {
        Millis(seconds * 1000)
    }

    /// So many minutes.
    pub const fn minutes(minutes: i64) -> Millis {
        Millis::seconds(minutes * 60)
    }

    /// So many hours.
    pub const fn hours(hours: i64) -> Millis {
        Millis::minutes(hours * 60)
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

/// A moment, in milliseconds since 1970 (UTC). The game never looks at a clock: it is told.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Timestamp(pub i64);

impl Timestamp {
    /// The time since an earlier moment; none if the clock was set back in between.
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
