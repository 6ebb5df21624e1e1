use lexicon::Lexicon;
use rules::{Language, Words};

use crate::Body;

pub(crate) const BODY: Body = Body {
    name: "word_graph",
    run: word_graph,
    dictionary: &[
        b"\xd7dord\r\n\n",
        b"\x01\x00\x00\x00",
        b"\xff\xff\xff\xff",
        b"\x00\x00\x00\x00",
        b"\"languages\":[\"en\"]",
    ],
};

/// The position of the checksum. It is corrected, so that mutated files get past it.
const CHECKSUM: std::ops::Range<usize> = 12..16;

/// A word graph is refused, or contains every word that it lists.
pub fn word_graph(input: &[u8]) {
    let mut bytes = input.to_vec();
    if bytes.len() > CHECKSUM.end {
        let checksum = crc32fast::hash(&bytes[CHECKSUM.end..]);
        bytes[CHECKSUM].copy_from_slice(&checksum.to_le_bytes());
    }
    let english = Language::by_code("en").expect("English is there");
    let Ok(lexicon) = Lexicon::from_bytes(bytes, english) else { return };
    for word in lexicon.words().take(1000) {
        assert!(lexicon.contains(&word), "{word:?} is listed and not found");
    }
}
