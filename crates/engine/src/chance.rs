use crate::bunch::scrambled;

/// Numbers that look like chance and are the same for the same seed, everywhere.
#[derive(Clone, Debug)]
pub struct Chance(u64);

impl Chance {
    /// Chance from a seed.
    pub const fn new(seed: u64) -> Chance {
        // Seeds that are near each other shall have nothing in common.
        Chance(scrambled(seed ^ 0x5851_f42d_4c95_7f2d))
    }

    /// A number below a limit, which is above 0.
    #[inline]
    pub const fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(1);
        ((scrambled(self.0) as u128 * limit as u128) >> 64) as usize
    }

    /// Puts things into an order that only chance knows.
    pub fn shuffle<T>(&mut self, things: &mut [T]) {
        for last in (1..things.len()).rev() {
            things.swap(last, self.below(last + 1));
        }
    }
}
