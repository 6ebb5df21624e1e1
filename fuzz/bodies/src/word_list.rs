use lexicon::import::{Importer, Limits};
use lexicon::{Lexicon, Origin};
use rules::{Language, Words};

use crate::Body;

pub(crate) const BODY: Body = Body {
    name: "word_list",
    run: word_list,
    dictionary: &[
        b"\n",
        b"\r\n",
        b"#",
        b"aa\n",
        b"QI\n",
        b"don't\n",
        b"\x1f\x8b\x08\x00",
        b"\xef\xbb\xbf",
        b"\xe9\xe9n\n",
        "ĳsje\n".as_bytes(),
        "Ñu\n".as_bytes(),
        b"\x00",
        b"zyzzyvas\n",
    ],
};

/// A word list that imports compiles to a graph with exactly its words.
pub fn word_list(input: &[u8]) {
    let small = Limits { text_bytes_max: 1 << 20, ..Limits::default() };
    for language in Language::all() {
        let Ok(list) = Importer::new(language).limits(small).read(input) else { continue };
        let Ok(graph) = list.compile(&Origin::new("fuzz", "1", "2026-11-15")) else { continue };
        let lexicon = Lexicon::from_bytes(graph, language.clone()).expect("a compiled list can be used");
        assert!(list.words().iter().all(|word| lexicon.contains(word)));
        assert_eq!(lexicon.words().count() as u64, list.report().playable);
    }
}
