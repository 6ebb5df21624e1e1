use std::ops::{Add, AddAssign, Sub};

use rules::Rack;

/// The value of a move or of tiles over the course of a game, in hundredths of a point.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Equity(i32);

impl Equity {
    /// No value.
    pub const ZERO: Equity = Equity(0);
    /// Less than the value of any move.
    pub(crate) const LEAST: Equity = Equity(i32::MIN / 4);

    /// The equity of points.
    #[inline]
    pub const fn of(points: i32) -> Equity {
        Equity(100 * points)
    }

    /// An equity given in hundredths of a point.
    pub const fn hundredths(hundredths: i32) -> Equity {
        Equity(hundredths)
    }

    /// The equity in points.
    pub fn points(self) -> f64 {
        f64::from(self.0) / 100.0
    }

    /// The equity in hundredths of a point.
    pub const fn in_hundredths(self) -> i32 {
        self.0
    }

    /// Maps the equity to a number below 2³², preserving the order.
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

/// The value of the tiles that stay on the rack, for every set of used tiles.
pub(crate) struct LeaveValues {
    /// By the bit mask of the used tiles.
    by_used: [Equity; 1 << Rack::SIZE],
}

impl LeaveValues {
    /// All kept tiles are worth nothing.
    pub(crate) const NOTHING: LeaveValues = LeaveValues { by_used: [Equity::ZERO; 1 << Rack::SIZE] };

    pub(crate) const fn set(&mut self, used: usize, worth: Equity) {
        self.by_used[used & 0x7f] = worth;
    }

    /// The value of the tiles that remain when `used` are taken off the rack.
    #[inline]
    pub(crate) const fn without(&self, used: u8) -> Equity {
        self.by_used[(used & 0x7f) as usize]
    }
}
