use std::ops::{Add, AddAssign, Sub};

use rules::Rack;

/// What something is worth in the course of a game, in hundredths of a point.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Equity(i32);

impl Equity {
    /// Nothing.
    pub const ZERO: Equity = Equity(0);
    /// Less than any move is worth.
    pub(crate) const LEAST: Equity = Equity(i32::MIN / 4);

    /// What points are worth.
    #[inline]
    pub const fn of(points: i32) -> Equity {
        Equity(100 * points)
    }

    /// So many hundredths of a point.
    pub const fn hundredths(hundredths: i32) -> Equity {
        Equity(hundredths)
    }

    /// In points.
    pub fn points(self) -> f64 {
        f64::from(self.0) / 100.0
    }

    /// In hundredths of a point.
    pub const fn in_hundredths(self) -> i32 {
        self.0
    }

    /// A number that is the greater the greater the equity is, below 2³².
    #[inline]
    pub(crate) const fn ordered(self) -> u64 {
        (self.0 as i64 - i32::MIN as i64) as u64
    }
}

impl Add for Equity {
    type Output = Equity;
    #[inline]
    fn add(self, other: Equity) -> Equity {
        Equity(self.0 + other.0)
    }
}

impl AddAssign for Equity {
    fn add_assign(&mut self, other: Equity) {
        self.0 += other.0;
    }
}

impl Sub for Equity {
    type Output = Equity;
    #[inline]
    fn sub(self, other: Equity) -> Equity {
        Equity(self.0 - other.0)
    }
}

/// What the tiles that a move leaves on the rack are worth, for each of its parts.
pub(crate) struct Keeping {
    /// By the tiles that are used, one bit each.
    by_used: [Equity; 1 << Rack::SIZE],
}

impl Keeping {
    /// Nothing is worth keeping.
    pub(crate) const NOTHING: Keeping = Keeping { by_used: [Equity::ZERO; 1 << Rack::SIZE] };

    pub(crate) const fn set(&mut self, used: usize, worth: Equity) {
        self.by_used[used & 0x7f] = worth;
    }

    /// What is left when these tiles are used.
    #[inline]
    pub(crate) const fn without(&self, used: u8) -> Equity {
        self.by_used[(used & 0x7f) as usize]
    }
}
