use rand::RngExt;
use rand_chacha::ChaCha8Rng;

/// The maximum length of an input.
///
/// Failures only on longer inputs concern a limit, which ordinary tests cover.
const INPUT_BYTES_MAX: usize = 64 * 1024;

/// The maximum number of mutations between a seed and an input.
const STEPS_MAX: u32 = 8;

/// An endless sequence of inputs, each a mutation of a seed.
pub(super) struct Mutations<'s> {
    random: ChaCha8Rng,
    seeds: &'s [Vec<u8>],
    dictionary: &'s [&'s [u8]],
}

/// A kind of mutation.
#[derive(Clone, Copy)]
enum Step {
    FlipBit,
    ReplaceByte,
    InsertByte,
    DeleteRange,
    RepeatRange,
    Truncate,
    InsertToken,
    Splice,
}

const STEPS: [Step; 8] = [
    Step::FlipBit,
    Step::ReplaceByte,
    Step::InsertByte,
    Step::DeleteRange,
    Step::RepeatRange,
    Step::Truncate,
    Step::InsertToken,
    Step::Splice,
];

impl<'s> Mutations<'s> {
    pub(super) fn new(random: ChaCha8Rng, seeds: &'s [Vec<u8>], dictionary: &'s [&'s [u8]]) -> Mutations<'s> {
        Mutations { random, seeds, dictionary }
    }

    pub(super) fn next_input(&mut self) -> Vec<u8> {
        let mut input = self.any_seed().to_vec();
        for _ in 0..self.random.random_range(1..=STEPS_MAX) {
            let step = STEPS[self.random.random_range(0..STEPS.len())];
            self.change(&mut input, step);
        }
        input.truncate(INPUT_BYTES_MAX);
        input
    }

    fn change(&mut self, input: &mut Vec<u8>, step: Step) {
        match step {
            Step::FlipBit => {
                let bit = self.random.random_range(0..8);
                if let Some(byte) = self.any_byte(input) {
                    *byte ^= 1 << bit;
                }
            }
            Step::ReplaceByte => {
                let value = self.random.random();
                if let Some(byte) = self.any_byte(input) {
                    *byte = value;
                }
            }
            Step::InsertByte => {
                let value = self.random.random();
                let at = self.any_gap(input);
                input.insert(at, value);
            }
            Step::DeleteRange => {
                let (from, to) = self.any_range(input);
                input.drain(from..to);
            }
            Step::RepeatRange => {
                let (from, to) = self.any_range(input);
                let repeated = input[from..to].to_vec();
                insert(input, to, &repeated);
            }
            Step::Truncate => {
                let length = self.any_gap(input);
                input.truncate(length);
            }
            Step::InsertToken => {
                if let Some(&token) = any(&mut self.random, self.dictionary) {
                    let at = self.any_gap(input);
                    insert(input, at, token);
                }
            }
            Step::Splice => {
                let other = self.any_seed();
                let keep = self.any_gap(input);
                let from = self.any_gap(other);
                input.truncate(keep);
                input.extend_from_slice(&other[from..]);
            }
        }
    }

    fn any_seed(&mut self) -> &'s [u8] {
        any(&mut self.random, self.seeds).map_or(&[], Vec::as_slice)
    }

    fn any_byte<'i>(&mut self, input: &'i mut [u8]) -> Option<&'i mut u8> {
        if input.is_empty() {
            return None;
        }
        let at = self.random.random_range(0..input.len());
        input.get_mut(at)
    }

    /// A random position between two bytes, at the start or at the end.
    fn any_gap(&mut self, input: &[u8]) -> usize {
        self.random.random_range(0..=input.len())
    }

    /// A random range of the input, usually short: long ones leave too little of the seed.
    fn any_range(&mut self, input: &[u8]) -> (usize, usize) {
        let from = self.any_gap(input);
        let length = 1usize << self.random.random_range(0..8);
        (from, (from + length).min(input.len()))
    }
}

fn any<'i, T>(random: &mut ChaCha8Rng, items: &'i [T]) -> Option<&'i T> {
    if items.is_empty() { None } else { items.get(random.random_range(0..items.len())) }
}

fn insert(input: &mut Vec<u8>, at: usize, bytes: &[u8]) {
    input.splice(at..at, bytes.iter().copied());
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;

    fn inputs(seed: u64, seeds: &[Vec<u8>], count: usize) -> Vec<Vec<u8>> {
        let mut mutations = Mutations::new(ChaCha8Rng::seed_from_u64(seed), seeds, &[b"token"]);
        (0..count).map(|_| mutations.next_input()).collect()
    }

    #[test]
    fn the_same_seed_gives_the_same_inputs_and_another_seed_gives_others() {
        let seeds = [b"one and".to_vec(), b"another".to_vec()];
        assert_eq!(inputs(1, &seeds, 500), inputs(1, &seeds, 500));
        assert_ne!(inputs(1, &seeds, 500), inputs(2, &seeds, 500));
    }

    #[test]
    fn inputs_are_generated_without_seeds_and_respect_the_limit() {
        assert!(inputs(1, &[], 500).iter().any(|input| !input.is_empty()));
        let long = [vec![b'x'; INPUT_BYTES_MAX]];
        assert!(inputs(1, &long, 50).iter().all(|input| input.len() <= INPUT_BYTES_MAX));
    }
}
