use std::sync::{Arc, LazyLock};

use lexicon::Lexicon;
use rules::Language;

/// What is in the folder of a language.
struct Graphs {
    code: &'static str,
    list: &'static [u8],
    /// The vocabularies of people who know less than all of it.
    vocabularies: &'static [&'static [u8]],
    /// The words that everybody knows, for the daily puzzle.
    common: Option<&'static [u8]>,
    /// Which of these a daily puzzle begins with.
    starting: Option<&'static str>,
    /// What word lists of the language are called.
    lexicons: &'static [&'static str],
}

static GRAPHS: &[Graphs] = include!(concat!(env!("OUT_DIR"), "/lists.rs"));

static EMBEDDED: LazyLock<Vec<Arc<Lexicon>>> =
    LazyLock::new(|| GRAPHS.iter().map(|graphs| Arc::new(read(graphs.code, graphs.list))).collect());

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
    let graphs = graphs(code)?;
    graphs.vocabularies.get(tier.checked_sub(1)?).map(|bytes| read(graphs.code, bytes))
}

/// The words that everybody knows and that would hurt nobody, from which daily puzzles take their first word. `None` where nothing is
/// said about it.
pub fn common_words(code: &str) -> Option<Lexicon> {
    let graphs = graphs(code)?;
    graphs.common.map(|bytes| read(graphs.code, bytes))
}

/// What a word must be to lie on the board when a daily puzzle begins, as `data/CODE/starting.txt` says it.
pub fn starting_criteria(code: &str) -> Option<&'static str> {
    graphs(code)?.starting
}

/// The code of the language whose word lists have a name, as a game file states it: `CSW21`, `Dutch OpenTaal`.
///
/// The names of each language are in `data/CODE/lexicons.txt`. Digits at the end of a name say which edition it is.
pub fn language_of_lexicon(name: &str) -> Option<&'static str> {
    let words = name.split(|c: char| !c.is_alphanumeric());
    let mut names = words.map(|word| word.trim_end_matches(|c: char| c.is_ascii_digit()));
    names.find_map(|name| {
        let has = |graphs: &&Graphs| graphs.lexicons.iter().any(|known| known.eq_ignore_ascii_case(name));
        GRAPHS.iter().find(has).map(|graphs| graphs.code)
    })
}

fn graphs(code: &str) -> Option<&'static Graphs> {
    GRAPHS.iter().find(|graphs| graphs.code == code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lexicon_names_its_language() {
        for (name, code) in [
            ("CSW21", Some("en")),
            ("nwl2023", Some("en")),
            ("OSPD 6", Some("en")),
            ("ENABLE 172,820-word edition", Some("en")),
            ("Collins Scrabble Words", Some("en")),
            ("OpenTaal 2.20.19", Some("nl")),
            ("Dutch (2013)", Some("nl")),
            ("RD29", None),
            ("", None),
            ("CSWX", None),
        ] {
            assert_eq!(language_of_lexicon(name), code, "{name}");
        }
        for graphs in GRAPHS {
            let list = embedded(graphs.code).unwrap();
            assert_eq!(language_of_lexicon(&list.metadata().source), Some(graphs.code));
        }
    }
}
