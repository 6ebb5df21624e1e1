//! Word lists as graphs.
//!
//! A list goes through three stages, and each is a module:
//!
//! 1. [`import`] reads whatever a person has (any case, gzip or not, UTF-8 or Latin-1) and says what it dropped.
//! 2. [`compile()`] turns the words into the bytes of a minimised word graph: words share their beginnings and
//!    their endings, so 168,548 English words take less room than their gzipped text.
//! 3. [`Lexicon`] borrows those bytes, checks them once, and answers.
//!
//! ```
//! use lexicon::{Lexicon, Origin, import::Importer};
//! use rules::{Language, Words};
//!
//! let english = Language::by_code("en").unwrap();
//! let list = Importer::new(&english).read("cat\ncats\nDublin\n".as_bytes()).unwrap();
//! assert_eq!(list.report().playable, 2);
//!
//! let origin = Origin::new("an example", "1", "2026-11-15");
//! let graph = list.compile(&origin).unwrap();
//! let lexicon = Lexicon::from_bytes(graph, english.clone()).unwrap();
//! assert!(lexicon.contains(&english.spell("CATS").unwrap()));
//! assert!(!lexicon.contains(&english.spell("DUBLIN").unwrap()));
//! ```

mod beginnings;
mod compile;
mod format;
pub mod import;
mod metadata;
mod traversal;
mod word_graph;

pub use compile::{CompileError, compile};
pub use format::{FORMAT_VERSION, FormatError, GraphFault};
pub use metadata::{Metadata, Origin};
pub use traversal::{Children, Edge, Node, WordsInOrder};
pub use word_graph::Lexicon;

/// The fewest letters that a word to play can have.
pub const SHORTEST: usize = 2;

/// The most letters that a word to play can have: as many as the board has squares in a row.
pub const LONGEST: usize = rules::SIDE as usize;
