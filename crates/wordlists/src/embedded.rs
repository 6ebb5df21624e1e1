use std::sync::{Arc, LazyLock};

use lexicon::Lexicon;
use rules::Language;

/// The compiled data of a language.
struct Graphs {
    code: &'static str,
    list: &'static [u8],
    /// The smaller vocabularies, by tier.
    vocabularies: &'static [&'static [u8]],
    /// The common words, for the daily puzzle.
    common: Option<&'static [u8]>,
    /// The criteria for the first word of a daily puzzle.
    starting: Option<&'static str>,
    /// The names of word lists of the language.
    lexicons: &'static [&'static str],
}

static GRAPHS: &[Graphs] = include!(concat!(env!("OUT_DIR"), "/lists.rs"));

static EMBEDDED: LazyLock<Vec<Arc<Lexicon>>> =
    LazyLock::new(|| GRAPHS.iter().map(|graphs| Arc::new(read(graphs.code, graphs.list))).collect());

fn read(code: &str, bytes: &'static [u8]) -> Lexicon {
    // The build script compiled the bytes for this language with the same code.
    let language = Language::by_code(code).expect("the build script asked for it too");
    Lexicon::from_bytes(bytes, language).expect("the build script compiled it")
}

/// The built-in lists, sorted by language code.
///
/// The first call checks all lists, which takes some milliseconds. Call it when the program starts.
pub fn all() -> &'static [Arc<Lexicon>] {
    &EMBEDDED
}

/// The built-in list of a language, by its code.
pub fn embedded(code: &str) -> Option<&'static Arc<Lexicon>> {
    all().iter().find(|lexicon| lexicon.language().code() == code)
}

/// The vocabulary of a tier, from 1. Lower tiers have fewer words.
///
/// `None` if the language has no such tier; a player then knows all words.
pub fn vocabulary(code: &str, tier: usize) -> Option<Lexicon> {
    let graphs = graphs(code)?;
    graphs.vocabularies.get(tier.checked_sub(1)?).map(|bytes| read(graphs.code, bytes))
}

/// The common words of a language, without hurtful ones.
///
/// Daily puzzles take their first word from them. `None` if the language has none.
pub fn common_words(code: &str) -> Option<Lexicon> {
    let graphs = graphs(code)?;
    graphs.common.map(|bytes| read(graphs.code, bytes))
}

/// The criteria for the first word of a daily puzzle, from `data/CODE/starting.txt`.
pub fn starting_criteria(code: &str) -> Option<&'static str> {
    graphs(code)?.starting
}

/// The language code of a word list by its name in a game file, such as `CSW21`.
///
/// The names of each language are in `data/CODE/lexicons.txt`. Digits at the end of a name are its
/// edition and are ignored.
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
    fn the_name_of_a_word_list_determines_its_language() {
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
