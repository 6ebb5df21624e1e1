use rand::seq::{IndexedRandom, SliceRandom};
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Chance from a seed: the same seed gives the same game, on every machine and in every release.
#[derive(Clone, Debug)]
pub struct Chance(ChaCha8Rng);

impl Chance {
    /// Chance from a seed.
    pub fn new(seed: u64) -> Chance {
        Chance(ChaCha8Rng::seed_from_u64(seed))
    }

    /// The next number.
    pub fn number(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number below a limit above 0.
    pub fn below(&mut self, limit: usize) -> usize {
        // A `usize` range would give other numbers on a machine with other words.
        self.0.random_range(0..limit as u64) as usize
    }

    /// Whether something that happens so often in a thousand happens now.
    pub fn in_thousand(&mut self, often: usize) -> bool {
        self.below(1000) < often
    }

    /// One of several things.
    pub fn one_of<'t, T>(&mut self, things: &'t [T]) -> Option<&'t T> {
        things.choose(&mut self.0)
    }

    /// Brings things into any order.
    pub fn shuffle<T>(&mut self, things: &mut [T]) {
        things.shuffle(&mut self.0);
    }
}
