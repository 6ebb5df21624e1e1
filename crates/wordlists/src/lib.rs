//! The built-in word lists, and those that the owner of an installation imports instead.
//!
//! ```
//! use rules::Words;
//!
//! let english = wordlists::embedded("en").unwrap();
//! assert!(english.contains(&english.language().spell("zyzzyvas").unwrap()));
//! assert_eq!(english.metadata().source, "ENABLE");
//! ```

mod embedded;
mod installed;
mod installed_definitions;

pub use embedded::{all, common_words, embedded, language_of_lexicon, starting_criteria, vocabulary};
pub use installed::{Standing, WordList, WordListError, WordLists};
