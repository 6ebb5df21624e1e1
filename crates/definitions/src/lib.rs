//! Definitions of words, for look-ups.
//!
//! Definitions go through three stages:
//!
//! 1. [`import`] reads tab-separated text or the data files of WordNet, and reports what it
//!    dropped.
//! 2. [`Imported::compile`](import::Imported::compile) writes them in the stored form: sorted
//!    blocks after a small index.
//! 3. [`Definitions`] keeps the index in memory and reads one block for each look-up.
//!
//! ```
//! use std::io::Cursor;
//!
//! use definitions::{Definitions, import::Importer};
//! use lexicon::Origin;
//! use rules::Language;
//!
//! let english = Language::by_code("en").unwrap();
//! let mut importer = Importer::new(&english);
//! importer.read("cat\tnoun\ta small animal that purrs\n".as_bytes()).unwrap();
//! let stored = importer.finish().compile(&Origin::new("an example", "1", "2026-11-15"));
//!
//! let definitions = Definitions::open(Cursor::new(stored), english.clone()).unwrap();
//! let meanings = definitions.look_up(&english.spell("Cat").unwrap()).unwrap();
//! assert_eq!(meanings[0].text, "a small animal that purrs");
//! ```

mod block;
mod format;
pub mod import;
mod stored;

pub use block::BlockFault;
pub use format::{FORMAT_VERSION, FormatError, IndexFault, Metadata};
pub use stored::Definitions;

/// The maximum number of meanings of a word.
pub const MEANINGS_MAX: usize = 5;

/// The maximum length of a definition in characters.
pub const TEXT_CHARACTERS_MAX: usize = 400;

/// The maximum length of a part of speech in characters.
pub const PART_OF_SPEECH_CHARACTERS_MAX: usize = 30;

/// One meaning of a word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Meaning {
    /// The part of speech as its source names it, such as `noun`.
    pub part_of_speech: Option<String>,
    /// The definition, as one line of plain text.
    pub text: String,
}
