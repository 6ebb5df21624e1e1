use std::sync::{Arc, LazyLock};

use lexicon::Lexicon;
use rules::Language;

static EMBEDDED: LazyLock<Vec<Arc<Lexicon>>> = LazyLock::new(|| {
    let graphs: &[(&str, &'static [u8])] = include!(concat!(env!("OUT_DIR"), "/lists.rs"));
    graphs
        .iter()
        .map(|&(code, bytes)| {
            // The build script compiled each of them for this language with this very code.
            let language = Language::by_code(code).expect("the build script asked for it too");
            Arc::new(Lexicon::from_bytes(bytes, language).expect("the build script compiled it"))
        })
        .collect()
});

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
