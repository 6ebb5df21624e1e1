use crate::multiset::scrambled;

/// A deterministic random number generator: the same seed gives the same numbers everywhere.
#[derive(Clone, Debug)]
pub struct Rng(u64);

impl Rng {
    /// A generator with this seed.
    pub const fn new(seed: u64) -> Rng {
        // Nearby seeds must give unrelated sequences.
        Rng(scrambled(seed ^ 0x5851_f42d_4c95_7f2d))
    }

    /// A number below `limit`, which must be above 0.
    #[inline]
    pub const fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(1);
        ((scrambled(self.0) as u128 * limit as u128) >> 64) as usize
    }

    /// Shuffles a slice in place.
    pub fn shuffle<T>(&mut self, things: &mut [T]) {
        for last in (1..things.len()).rev() {
            things.swap(last, self.below(last + 1));
        }
    }
}
