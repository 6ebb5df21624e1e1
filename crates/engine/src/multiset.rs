use std::ops::{Add, AddAssign, Sub};

use rules::Letter;

/// A multiset of letters, represented by sums: adding two values joins the multisets.
///
/// `hash` is the lookup key and `exact` the identity. In alphabets of up to 32 letters, `exact`
/// holds each letter's count in four bits, so multisets of a word's length are equal if and only if
/// their sums are. Larger alphabets add pseudo-random numbers of 128 bits; no two such sums are
/// known to collide.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Multiset {
    pub(crate) hash: u64,
    exact: u128,
}

impl Multiset {
    pub(crate) const EMPTY: Multiset = Multiset { hash: 0, exact: 0 };

    /// The multiset of one letter in an alphabet of this size.
    pub(crate) fn of(letter: Letter, alphabet: usize) -> Multiset {
        let index = letter.index();
        let number = |part: usize| scrambled((3 * index + part) as u64);
        let exact = if alphabet <= 32 {
            1 << (4 * index)
        } else {
            u128::from(number(1)) << 64 | u128::from(number(2))
        };
        Multiset { hash: number(0), exact }
    }

    /// The identity of the multiset, independent of its hash.
    #[inline]
    pub(crate) const fn exact(self) -> u128 {
        self.exact
    }
}

impl Add for Multiset {
    type Output = Multiset;
    #[inline]
    fn add(self, other: Multiset) -> Multiset {
        Multiset { hash: self.hash.wrapping_add(other.hash), exact: self.exact.wrapping_add(other.exact) }
    }
}

impl AddAssign for Multiset {
    #[inline]
    fn add_assign(&mut self, other: Multiset) {
        *self = *self + other;
    }
}

impl Sub for Multiset {
    type Output = Multiset;
    #[inline]
    fn sub(self, other: Multiset) -> Multiset {
        Multiset { hash: self.hash.wrapping_sub(other.hash), exact: self.exact.wrapping_sub(other.exact) }
    }
}

/// A pseudo-random number that is the same on every machine (the finaliser of `SplitMix64`).
pub(crate) const fn scrambled(number: u64) -> u64 {
    let mut z = number.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
