use std::sync::Arc;

use lexicon::Lexicon;
use rules::{Board, Language, Letter, Words};

use crate::{
    Grid, Leaves,
    anagrams::{AlphabetTooLarge, Anagrams},
    premiums::Premiums,
};

/// The index of a word list for move generation, with premium squares and leave values.
pub struct Engine {
    pub(crate) words: Anagrams,
    pub(crate) premiums: Premiums,
    pub(crate) leaves: Leaves,
}

impl Engine {
    /// Indexes a word list.
    pub fn new(lexicon: &Lexicon) -> Result<Engine, AlphabetTooLarge> {
        let leaves = Leaves::embedded(lexicon.language());
        Ok(Engine { words: Anagrams::new(lexicon)?, premiums: Premiums::new(), leaves })
    }

    /// Indexes the words of a list that are also in a vocabulary.
    pub fn with_vocabulary(lexicon: &Lexicon, vocabulary: &Lexicon) -> Result<Engine, AlphabetTooLarge> {
        let known = vocabulary.words().filter(|word| lexicon.contains(word));
        let leaves = Leaves::embedded(lexicon.language());
        let words = Anagrams::of(lexicon.language().clone(), known)?;
        Ok(Engine { words, premiums: Premiums::new(), leaves })
    }

    /// Whether the engine knows a word.
    pub fn knows(&self, word: &[Letter]) -> bool {
        self.words.contains(word)
    }

    /// The same engine with other leave values.
    pub fn with_leaves(self, leaves: Leaves) -> Engine {
        Engine { leaves, ..self }
    }

    /// The language of the words.
    pub fn language(&self) -> &Arc<Language> {
        self.words.language()
    }

    /// Converts a board to the engine's representation.
    pub fn grid(&self, board: &Board) -> Grid {
        Grid::read(board, &self.words)
    }
}
