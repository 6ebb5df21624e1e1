use rules::Language;
use rules::notation::Cgp;

use crate::Body;

pub(crate) const BODY: Body = Body {
    name: "cgp",
    run: cgp,
    dictionary: &[
        b"15/15/15/15/15/15/15/15/15/15/15/15/15/15/15",
        b"/",
        b" ",
        b"?",
        b"[CH]",
        b"[ch]",
        b"0/0",
        b"-12",
        b" 0 ",
        b"lex ENABLE;",
        b"ld english;",
        b"14A",
        b"4294967296",
    ],
};

/// A position parses and round-trips, or the error names one of its characters.
pub fn cgp(input: &[u8]) {
    let Ok(text) = std::str::from_utf8(input) else { return };
    for language in Language::all() {
        match Cgp::parse(text, language) {
            Ok(position) => {
                let written = position.write(language);
                assert_eq!(Cgp::parse(&written, language).as_ref(), Ok(&position), "{written}");
                let _ = position.overused(language);
            }
            Err(error) => assert!(error.at <= text.chars().count() + 1, "{error} in {text:?}"),
        }
    }
}
