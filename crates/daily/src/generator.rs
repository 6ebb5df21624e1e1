use engine::Engine;
use lexicon::Lexicon;
use rules::{Bag, Letter, Score, Tile};
use sha2::{Digest, Sha256};
use std::sync::Arc;

use crate::{BrokenPuzzle, Criteria, CriteriaError, Day, Puzzle, greedy};

/// The version of the generator. The same version makes the same puzzle of a date, a language and a word list for ever: whatever
/// changes what is made, the common words and the criteria included, is a new version.
pub const GENERATOR: u32 = 1;

/// What the highest play must score in every turn of the greedy line.
pub const PLAYABLE: Score = Score(15);

/// So many seeds are tried. More than nine of ten are playable with the lists that Dord comes with.
const SEEDS_MAX: u32 = 1_000;

/// Why there is no puzzle.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoPuzzle {
    /// Nothing is said about which words a puzzle can begin with.
    #[error("there are no starting words for {language}")]
    NoVocabulary {
        /// The name of the language.
        language: String,
    },
    /// What is said about it cannot be read.
    #[error("the criteria for starting words of {language} cannot be read: {fault}")]
    Criteria {
        /// The name of the language.
        language: String,
        /// What is wrong.
        fault: CriteriaError,
    },
    /// The list has none of the common words.
    #[error("the word list for {language} has no word that a puzzle could begin with")]
    NoStartingWord {
        /// The name of the language.
        language: String,
    },
    /// The language cannot be played as a puzzle.
    #[error(transparent)]
    Broken(#[from] BrokenPuzzle),
    /// With such a list there is too little to play.
    #[error("no playable puzzle was found for {language}: its word list is too small")]
    Unplayable {
        /// The name of the language.
        language: String,
    },
}

impl Puzzle {
    /// The puzzle of a day with a word list. The engine must be that of the list.
    ///
    /// It is a pure function of the date, the language, [`GENERATOR`] and the list. For one number after the other, from 0 on, a seed is
    /// hashed from all of these; it chooses the starting word and then the order of the other tiles. The first puzzle in which a
    /// greedy player scores at least [`PLAYABLE`] in every turn is the one.
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

/// The words that a puzzle can begin with, in the order of the alphabet.
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
    // From the last place down, each takes one of those that are not placed yet.
    for last in (1..order.len()).rev() {
        order.swap(last, numbers.below(last + 1));
    }
    Puzzle::from_parts(day, language.clone(), seed, word, order)
}

/// The first 53 bits of a hash over all that the puzzle depends on.
fn seed(day: Day, lexicon: &Lexicon, trial: u32) -> u64 {
    let (code, list) = (lexicon.language().code(), &lexicon.metadata().sha256);
    first_eight(format!("dord/daily\n{GENERATOR}\n{day}\n{code}\n{list}\n{trial}\n").as_bytes()) >> 11
}

/// Numbers that follow from a seed: each from a hash of the seed and how many there were before.
struct Numbers {
    seed: u64,
    count: u64,
}

impl Numbers {
    /// A number below a limit, every one as likely as the other.
    fn below(&mut self, limit: usize) -> usize {
        let limit = limit as u64;
        // Numbers past the last whole multiple are thrown away.
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
