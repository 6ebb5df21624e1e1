use std::sync::{Arc, LazyLock};

use lexicon::Lexicon;
use rules::Language;

/// A language's code, its list, and the vocabularies of people who know less than all of it.
type Graphs = (&'static str, &'static [u8], &'static [&'static [u8]]);

static GRAPHS: &[Graphs] = include!(concat!(env!("OUT_DIR"), "/lists.rs"));

static EMBEDDED: LazyLock<Vec<Arc<Lexicon>>> =
    LazyLock::new(|| GRAPHS.iter().map(|&(code, bytes, _)| Arc::new(read(code, bytes))).collect());

fn read(code: &str, bytes: &'static [u8]) -> Lexicon {
    // The build script compiled each of them for this language with this very code.
    let language = Language::by_code(code).expect("the build script asked for it too");
    Lexicon::from_bytes(bytes, language).expect("the build script compiled it")
}

/// The lists inside the program, in the order of their languages' codes.
///
/// The first call checks them all, which takes some milliseconds; call it when the program starts.
pub fn all() -> &'static [Arc<Lexicon>] {
    &EMBEDDED
}

/// The list inside the program for a language's code.
pub fn embedded(code: &str) -> Option<&'static Arc<Lexicon>> {
    all().iter().find(|lexicon| lexicon.language().code() == code)
}

/// The words that people of a tier know, counted from 1: the lower, the fewer. `None` where all words are known, or nothing is
/// said about it.
pub fn vocabulary(code: &str, tier: usize) -> Option<Lexicon> {
    let (code, _, vocabularies) = GRAPHS.iter().find(|(language, ..)| *language == code)?;
    vocabularies.get(tier.checked_sub(1)?).map(|bytes| read(code, bytes))
}
