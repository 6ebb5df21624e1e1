//! Word lists, compiled to minimised word graphs.
//!
//! A list goes through three stages:
//!
//! 1. [`import`] reads a text file (any case, plain or gzip, UTF-8 or Latin-1) and reports what it
//!    dropped.
//! 2. [`compile()`] turns the words into the bytes of a minimised word graph. Words share prefixes
//!    and suffixes, so 168,548 English words need less space than their gzipped text.
//! 3. [`Lexicon`] borrows those bytes, checks them once, and answers queries.
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

mod compile;
mod format;
pub mod import;
mod metadata;
mod prefix_table;
mod traversal;
mod word_graph;

pub use compile::{CompileError, compile};
pub use format::{FORMAT_VERSION, FormatError, GraphFault};
pub use metadata::{Metadata, Origin};
pub use traversal::{Children, Edge, Node, WordsInOrder};
pub use word_graph::Lexicon;

/// The minimum number of letters in a playable word.
pub const SHORTEST: usize = 2;

/// The maximum number of letters in a playable word: the width of the board.
pub const LONGEST: usize = rules::SIDE as usize;
