use crate::Letter;

/// A word list, or a replacement for it in a test.
pub trait Words {
    /// Whether the list has this word.
    fn contains(&self, word: &[Letter]) -> bool;
}

impl<F: Fn(&[Letter]) -> bool> Words for F {
    fn contains(&self, word: &[Letter]) -> bool {
        self(word)
    }
}
