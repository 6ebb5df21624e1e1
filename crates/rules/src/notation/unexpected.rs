/// A parse error: what was expected, and what was found where.
///
/// ```
/// use rules::{Language, notation::tiles};
///
/// let english = Language::by_code("en").unwrap();
/// let error = tiles::read_rack(&english, "AB1").unwrap_err();
/// assert_eq!(error.to_string(), "expected a tile in capitals or `?` at character 3, found '1'");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("expected {expected} at character {at}, found {found}")]
pub struct Unexpected {
    /// The position in the text, from 1; one past the end if something is missing.
    pub at: usize,
    /// What was expected there.
    pub expected: String,
    /// What was found there.
    pub found: String,
}

impl Unexpected {
    pub(super) fn new(at: usize, expected: impl Into<String>, found: impl Into<String>) -> Unexpected {
        Unexpected { at, expected: expected.into(), found: found.into() }
    }

    /// The text ends where something was expected.
    pub(super) fn end(at: usize, expected: impl Into<String>) -> Unexpected {
        Unexpected::new(at, expected, "the end")
    }

    /// The same error in a longer text, with `characters` characters before this one.
    pub(super) fn after(self, characters: usize) -> Unexpected {
        Unexpected { at: self.at + characters, ..self }
    }
}
