use rules::Language;

use crate::Body;

pub(crate) const BODY: Body = Body {
    name: "tile_set",
    run: tile_set,
    dictionary: &[
        b"code ",
        b"name ",
        b"blanks ",
        b"\n",
        b" ",
        b"#",
        b"A 9 1\n",
        b"CH 1 5\n",
        b"255",
        b"256",
        b"-1",
        "ß 1 1\n".as_bytes(),
        "L·L 1 10\n".as_bytes(),
        "ŉ 2 2\n".as_bytes(),
    ],
};

/// A tile set parses and can be used, or the error names one of its lines.
pub fn tile_set(input: &[u8]) {
    let Ok(text) = std::str::from_utf8(input) else { return };
    let language = match Language::parse(text) {
        Ok(language) => language,
        Err(error) => {
            let lines = text.lines().count();
            assert!((1..=lines + 1).contains(&error.line), "line {} of {lines}", error.line);
            return;
        }
    };
    let counted: usize = language.tiles().map(|tile| language.count(tile)).sum();
    assert_eq!(counted, language.tile_count());
    for letter in language.letters() {
        let written = language.text(letter);
        assert_eq!(language.letter(written), Some(letter), "{written:?} names another letter");
        assert_eq!(language.spell(written), Ok(vec![letter]), "{written:?} is spelt otherwise");
    }
    let alphabet: String = language.letters().map(|letter| language.text(letter)).collect();
    // In an unusual alphabet, joined letters may not be separable again. An error is fine then.
    if let Ok(spelt) = language.spell(&alphabet) {
        assert_eq!(language.write(&spelt), alphabet);
    }
}
