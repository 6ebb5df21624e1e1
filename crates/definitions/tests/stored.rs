//! Stored definitions are found, and damaged files are refused.

use std::io::Cursor;
use std::sync::Arc;

use definitions::{Definitions, FormatError, import::Importer};
use lexicon::Origin;
use rules::Language;

fn english() -> Arc<Language> {
    Language::by_code("en").unwrap()
}

/// The stored form of a text.
fn stored(text: &str) -> Vec<u8> {
    let language = english();
    let mut importer = Importer::new(&language);
    importer.read(text.as_bytes()).unwrap();
    importer.finish().compile(&Origin::new("mine", "1", "2026-11-15"))
}

fn open(bytes: Vec<u8>) -> Result<Definitions<Cursor<Vec<u8>>>, FormatError> {
    Definitions::open(Cursor::new(bytes), english())
}

fn meanings(definitions: &Definitions<Cursor<Vec<u8>>>, word: &str) -> Vec<String> {
    let letters = english().spell(word).unwrap();
    let found = definitions.look_up(&letters).unwrap();
    found.into_iter().map(|meaning| meaning.text).collect()
}

/// Words of many blocks: every pair of letters with each of two endings.
fn many_words() -> Vec<String> {
    let letters = || 'A'..='Z';
    let pairs = letters().flat_map(|first| letters().map(move |second| format!("{first}{second}")));
    pairs.flat_map(|pair| ["ER", "S"].map(|ending| format!("{pair}{ending}"))).collect()
}

#[test]
fn every_word_of_many_blocks_is_found_and_no_other() {
    let words = many_words();
    let lines: Vec<String> =
        words.iter().map(|word| format!("{word}\tnoun\tthe meaning of {word}, at length\n")).collect();
    let bytes = stored(&lines.concat());
    assert!(bytes.len() > 40_000, "several blocks");
    let definitions = open(bytes).unwrap();
    definitions.check().unwrap();
    assert_eq!(definitions.metadata().word_count, words.len() as u64);
    for word in &words {
        assert_eq!(meanings(&definitions, word), [format!("the meaning of {word}, at length")]);
        assert!(meanings(&definitions, &format!("{word}X")).is_empty());
        assert!(meanings(&definitions, &word[..2]).is_empty());
    }
    assert!(meanings(&definitions, "").is_empty());
}

#[test]
fn definitions_without_words_can_be_stored() {
    let definitions = open(stored("")).unwrap();
    definitions.check().unwrap();
    assert!(meanings(&definitions, "cat").is_empty());
}

#[test]
fn the_same_text_gives_the_same_bytes() {
    assert_eq!(stored("cat\tx\ndog\ty\n"), stored("dog\ty\ncat\tx\n"));
}

#[test]
fn definitions_of_another_language_are_refused() {
    let dutch = Language::by_code("nl").unwrap();
    let error = Definitions::open(Cursor::new(stored("cat\tx\n")), dutch).unwrap_err();
    assert_eq!(error.to_string(), "expected definitions of \"nl\", got those of \"en\"");
}

#[test]
fn a_truncated_or_extended_file_is_refused() {
    let whole = stored("cat\tx\n");
    for end in 0..whole.len() {
        assert!(open(whole[..end].to_vec()).is_err(), "cut at {end}");
    }
    let extended = [whole, vec![0]].concat();
    assert!(matches!(open(extended), Err(FormatError::Size { .. })));
}

#[test]
fn a_changed_byte_is_found_when_it_is_read() {
    let whole = stored("cat\tnoun\tan animal\n");
    for at in 0..whole.len() {
        let mut changed = whole.clone();
        changed[at] ^= 0x20;
        let checked = open(changed).and_then(|definitions| definitions.check());
        assert!(checked.is_err(), "byte {at}");
    }
}

#[test]
fn the_error_says_what_was_expected() {
    let whole = stored("cat\tx\n");
    let problem = |at: usize, byte: u8| {
        let mut changed = whole.clone();
        changed[at] = byte;
        open(changed).unwrap_err().to_string()
    };
    assert!(problem(0, b'x').starts_with("expected stored definitions at offset 0"), "{}", problem(0, b'x'));
    assert_eq!(problem(8, 2), "expected format version 1 at offset 8, got 2");
    assert!(problem(16, 0).contains("bytes by the lengths at offset 16"));
    assert!(problem(33, b'x').contains("checksum"));
}
