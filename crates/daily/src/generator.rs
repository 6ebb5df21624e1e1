use engine::Engine;
use lexicon::Lexicon;
use rules::{Bag, Letter, Score, Tile};
use sha2::{Digest, Sha256};
use std::sync::Arc;

use crate::{BrokenPuzzle, Criteria, CriteriaError, Day, Puzzle, greedy};

/// The version of the puzzle generator.
///
/// A version always generates the same puzzle for a date, a language and a word list. Any change of
/// the result, including changed common words or criteria, requires a new version.
pub const GENERATOR: u32 = 1;

/// The minimum score of the best play in every turn of the greedy line.
pub const PLAYABLE: Score = Score(15);

/// The maximum number of seeds tried. With the built-in lists more than 90 % are playable.
const SEEDS_MAX: u32 = 1_000;

/// Why no puzzle can be generated.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoPuzzle {
    /// The language has no common words or criteria.
    #[error("there are no starting words for {language}")]
    NoVocabulary {
        /// The name of the language.
        language: String,
    },
    /// The criteria cannot be parsed.
    #[error("the criteria for starting words of {language} cannot be read: {fault}")]
    Criteria {
        /// The name of the language.
        language: String,
        /// The parse error.
        fault: CriteriaError,
    },
    /// No common word in the word list meets the criteria.
    #[error("the word list for {language} has no word that a puzzle could begin with")]
    NoStartingWord {
        /// The name of the language.
        language: String,
    },
    /// The language cannot be used for a puzzle.
    #[error(transparent)]
    Broken(#[from] BrokenPuzzle),
    /// The word list is too small for a playable puzzle.
    #[error("no playable puzzle was found for {language}: its word list is too small")]
    Unplayable {
        /// The name of the language.
        language: String,
    },
}

impl Puzzle {
    /// Generates the puzzle of a day for a word list. The engine must use the same list.
    ///
    /// The result is a pure function of the date, the language, [`GENERATOR`] and the list. For the
    /// trial numbers from 0 on, a hash of these and of the number gives a seed, which selects the
    /// starting word and the order of the other tiles. The result is the first puzzle in which a
    /// greedy player scores at least [`PLAYABLE`] in every turn.
    pub fn of(day: Day, lexicon: &Lexicon, engine: &Engine) -> Result<Puzzle, NoPuzzle> {
        let language = lexicon.language();
        let name = || language.name().to_owned();
        let words = starting_words(lexicon)?;
        for trial in 0..SEEDS_MAX {
            let puzzle = Arc::new(puzzle_of(day, lexicon, &words, seed(day, lexicon, trial))?);
            if greedy::is_playable(&puzzle, engine, PLAYABLE) {
                return Ok(Arc::unwrap_or_clone(puzzle));
            }
        }
        Err(NoPuzzle::Unplayable { language: name() })
    }
}

/// The possible starting words, in alphabetical order.
pub fn starting_words(lexicon: &Lexicon) -> Result<Vec<Vec<Letter>>, NoPuzzle> {
    let language = lexicon.language();
    let name = || language.name().to_owned();
    let nothing_said = || NoPuzzle::NoVocabulary { language: name() };
    let common = wordlists::common_words(language.code()).ok_or_else(nothing_said)?;
    let criteria = wordlists::starting_criteria(language.code()).ok_or_else(nothing_said)?;
    let criteria = Criteria::parse(criteria, language)
        .map_err(|fault| NoPuzzle::Criteria { language: name(), fault })?;
    let words = criteria.starting_words(&common, lexicon);
    if words.is_empty() { Err(NoPuzzle::NoStartingWord { language: name() }) } else { Ok(words) }
}

fn puzzle_of(day: Day, lexicon: &Lexicon, words: &[Vec<Letter>], seed: u64) -> Result<Puzzle, BrokenPuzzle> {
    let language = lexicon.language();
    let mut numbers = Numbers { seed, count: 0 };
    let word = words[numbers.below(words.len())].clone();
    let mut bag = Bag::full(language);
    for &letter in &word {
        bag.take(Tile::Letter(letter));
    }
    let mut order = bag.tiles().to_vec();
    // Fisher–Yates shuffle.
    for last in (1..order.len()).rev() {
        order.swap(last, numbers.below(last + 1));
    }
    Puzzle::from_parts(day, language.clone(), seed, word, order)
}

/// The first 53 bits of a hash of everything that the puzzle depends on.
fn seed(day: Day, lexicon: &Lexicon, trial: u32) -> u64 {
    let (code, list) = (lexicon.language().code(), &lexicon.metadata().sha256);
    first_eight(format!("dord/daily\n{GENERATOR}\n{day}\n{code}\n{list}\n{trial}\n").as_bytes()) >> 11
}

/// A pseudorandom sequence: each number is a hash of the seed and its index.
struct Numbers {
    seed: u64,
    count: u64,
}

impl Numbers {
    /// A uniformly distributed number below a limit.
    fn below(&mut self, limit: usize) -> usize {
        let limit = limit as u64;
        // Reject numbers beyond the last whole multiple of the limit.
        let end = u64::MAX / limit * limit;
        loop {
            let text = format!("dord/daily/number\n{}\n{}\n", self.seed, self.count);
            self.count += 1;
            let number = first_eight(text.as_bytes());
            if number < end {
                return (number % limit) as usize;
            }
        }
    }
}

fn first_eight(text: &[u8]) -> u64 {
    let digest: [u8; 32] = Sha256::digest(text).into();
    let (first, _) = digest.split_first_chunk().expect("a hash has more than eight bytes");
    u64::from_be_bytes(*first)
}
