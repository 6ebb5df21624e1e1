use crate::Letter;

/// The judge of words: a word list, or whatever a test puts in its place.
pub trait Words {
    /// Whether the list has this word.
    fn contains(&self, word: &[Letter]) -> bool;
}

impl<F: Fn(&[Letter]) -> bool> Words for F {
    fn contains(&self, word: &[Letter]) -> bool {
        self(word)
    }
}
