use rand::seq::{IndexedRandom, SliceRandom};
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// A seeded random generator: the same seed gives the same game on every machine and release.
#[derive(Clone, Debug)]
pub struct TestRng(ChaCha8Rng);

impl TestRng {
    /// Creates a generator from a seed.
    pub fn new(seed: u64) -> TestRng {
        TestRng(ChaCha8Rng::seed_from_u64(seed))
    }

    /// The next random number.
    pub fn number(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A random number below a limit, which must be above 0.
    pub fn below(&mut self, limit: usize) -> usize {
        // A `usize` range would give different numbers on machines with another word size.
        self.0.random_range(0..limit as u64) as usize
    }

    /// Whether an event with a probability of `often` in 1000 happens now.
    pub fn in_thousand(&mut self, often: usize) -> bool {
        self.below(1000) < often
    }

    /// A random element; `None` if there are none.
    pub fn one_of<'t, T>(&mut self, things: &'t [T]) -> Option<&'t T> {
        things.choose(&mut self.0)
    }

    /// Shuffles elements.
    pub fn shuffle<T>(&mut self, things: &mut [T]) {
        things.shuffle(&mut self.0);
    }
}
