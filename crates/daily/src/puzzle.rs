use std::sync::Arc;

use rules::{Bag, Language, Letter, Rules, SIDE, Square, Tile};

use crate::Day;

/// The puzzle of a day and language: a starting word and the draw order of all other tiles.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Puzzle {
    day: Day,
    language: Arc<Language>,
    seed: u64,
    starting_word: Vec<Letter>,
    order: Vec<Tile>,
    turn_count: u32,
}

/// Why parts do not form a puzzle.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BrokenPuzzle {
    /// The seed has more bits than a JSON number can represent.
    #[error("expected a seed below 2^53, found {0}")]
    Seed(u64),
    /// The starting word does not fit on its row.
    #[error("expected a starting word of 2 to 15 letters of {language}, found {found}")]
    StartingWord {
        /// The name of the language.
        language: String,
        /// The number of letters.
        found: usize,
    },
    /// The language has more tiles than there are tile numbers.
    #[error("expected a language of at most 255 tiles, {language} has {found}")]
    TooManyTiles {
        /// The name of the language.
        language: String,
        /// The number of tiles.
        found: usize,
    },
    /// The word and the order together are not exactly the language's tiles.
    #[error("expected the starting word and the order to be the tiles of {language}, each once")]
    Tiles {
        /// The name of the language.
        language: String,
    },
    /// The number of turns is out of range.
    #[error("expected 1 to 1000 turns, found {0}")]
    Turns(u32),
}

impl Puzzle {
    /// The number of turns of a puzzle.
    pub const TURNS: u32 = 5;

    /// The exclusive upper limit of seeds. JSON numbers below it are exact.
    pub const SEED_END: u64 = 1 << 53;

    /// Restores a stored puzzle. Its tiles must be exactly those of the language.
    pub fn from_parts(
        day: Day,
        language: Arc<Language>,
        seed: u64,
        starting_word: Vec<Letter>,
        order: Vec<Tile>,
    ) -> Result<Puzzle, BrokenPuzzle> {
        let name = || language.name().to_owned();
        if seed >= Puzzle::SEED_END {
            return Err(BrokenPuzzle::Seed(seed));
        }
        if !(2..=usize::from(SIDE)).contains(&starting_word.len()) {
            return Err(BrokenPuzzle::StartingWord { language: name(), found: starting_word.len() });
        }
        if language.tile_count() > u8::MAX.into() {
            return Err(BrokenPuzzle::TooManyTiles { language: name(), found: language.tile_count() });
        }
        let mut tiles: Vec<Tile> = starting_word.iter().map(|&letter| Tile::Letter(letter)).collect();
        tiles.extend(&order);
        tiles.sort_unstable();
        if tiles != Bag::full(&language).tiles() {
            return Err(BrokenPuzzle::Tiles { language: name() });
        }
        Ok(Puzzle { day, language, seed, starting_word, order, turn_count: Puzzle::TURNS })
    }

    /// The same puzzle with another number of turns, for tests and experiments.
    pub fn with_turns(self, turn_count: u32) -> Result<Puzzle, BrokenPuzzle> {
        let mut fields = rules::Preset::Daily.fields(self.language.clone());
        fields.turns = Some(turn_count);
        Rules::new(fields).map_err(|_| BrokenPuzzle::Turns(turn_count))?;
        Ok(Puzzle { turn_count, ..self })
    }

    /// The day of the puzzle.
    pub const fn day(&self) -> Day {
        self.day
    }

    /// The language of the puzzle.
    pub const fn language(&self) -> &Arc<Language> {
        &self.language
    }

    /// The seed of the word and the order.
    ///
    /// It reveals future draws, so a server publishes it only after the day.
    pub const fn seed(&self) -> u64 {
        self.seed
    }

    /// The starting word.
    pub fn starting_word(&self) -> &[Letter] {
        &self.starting_word
    }

    /// The first square of the word: on the centre row, in column 7 − ⌊n/2⌋ for n letters.
    pub fn start(&self) -> Square {
        let column = Square::CENTRE.column() - self.starting_word.len() as u8 / 2;
        Square::at(Square::CENTRE.row(), column).expect("a starting word is at most as long as a row")
    }

    /// All other tiles in draw order. It reveals future draws.
    pub fn order(&self) -> &[Tile] {
        &self.order
    }

    /// The number of turns of an attempt.
    pub const fn turn_count(&self) -> u32 {
        self.turn_count
    }
}
