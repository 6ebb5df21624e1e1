use std::io::Cursor;

use definitions::{
    Definitions, MEANINGS_MAX, TEXT_CHARACTERS_MAX,
    import::{Importer, Limits},
};
use lexicon::Origin;
use rules::Language;

use crate::Body;

pub(crate) const BODY: Body = Body {
    name: "definitions_text",
    run: definitions_text,
    dictionary: &[
        b"\n",
        b"\r\n",
        b"\t",
        b"#",
        b"cat\tnoun\tan animal\n",
        b"\xef\xbb\xbf",
        b"\x1f\x8b\x08\x00",
        b"\xc2\xa0",
        b"  1 licence\n",
        b"02121620 05 n 01 cat 0 000 | an animal  \n",
        b"; \"",
        b"(p)",
        b" 0a ",
    ],
};

/// Definitions that import are stored, and every word is found with its meanings.
pub fn definitions_text(input: &[u8]) {
    let small = Limits { text_bytes_max: 1 << 20, ..Limits::default() };
    for language in Language::all() {
        let mut importer = Importer::new(language).limits(small);
        if importer.read(input).is_err() {
            continue;
        }
        let imported = importer.finish();
        let report = imported.report();
        let dropped: u64 = report.dropped.values().map(|dropped| dropped.count).sum();
        assert_eq!(report.meanings + dropped, report.entries);
        let stored = imported.compile(&Origin::new("fuzz", "1", "2026-11-15"));
        let definitions = Definitions::open(Cursor::new(stored), language.clone()).expect("it was stored");
        definitions.check().expect("stored definitions are whole");
        for (word, meanings) in imported.words() {
            let letters = language.spell(word).expect("only such words are kept");
            assert_eq!(definitions.look_up(&letters).expect("a look-up reads a block"), meanings);
            assert!((1..=MEANINGS_MAX).contains(&meanings.len()));
            for meaning in meanings {
                assert!(meaning.text.chars().count() <= TEXT_CHARACTERS_MAX);
                assert!(!meaning.text.contains(char::is_control));
            }
        }
    }
}
