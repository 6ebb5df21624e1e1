use std::sync::Arc;

use lexicon::Lexicon;
use rules::{Board, Language, Letter, Words};

use crate::{
    Grid, Leaves,
    anagrams::{AlphabetTooLarge, Anagrams},
    premiums::Premiums,
};

/// What plays are found with: the words of a list, arranged for it.
pub struct Engine {
    pub(crate) words: Anagrams,
    pub(crate) premiums: Premiums,
    pub(crate) leaves: Leaves,
}

impl Engine {
    /// Arranges the words of a list.
    pub fn new(lexicon: &Lexicon) -> Result<Engine, AlphabetTooLarge> {
        let leaves = Leaves::embedded(lexicon.language());
        Ok(Engine { words: Anagrams::new(lexicon)?, premiums: Premiums::new(), leaves })
    }

    /// Arranges those words of a list that are also in a vocabulary.
    pub fn with_vocabulary(lexicon: &Lexicon, vocabulary: &Lexicon) -> Result<Engine, AlphabetTooLarge> {
        let known = vocabulary.words().filter(|word| lexicon.contains(word));
        let leaves = Leaves::embedded(lexicon.language());
        let words = Anagrams::of(lexicon.language().clone(), known)?;
        Ok(Engine { words, premiums: Premiums::new(), leaves })
    }

    /// Whether it knows a word.
    pub fn knows(&self, word: &[Letter]) -> bool {
        self.words.contains(word)
    }

    /// The same, with other leave values.
    pub fn with_leaves(self, leaves: Leaves) -> Engine {
        Engine { leaves, ..self }
    }

    /// The language that it plays in.
    pub fn language(&self) -> &Arc<Language> {
        self.words.language()
    }

    /// A board as the engine reads it.
    pub fn grid(&self, board: &Board) -> Grid {
        Grid::read(board, &self.words)
    }
}
