//! A compiled graph has exactly the words of its input, for any alphabet.

use std::{collections::BTreeSet, sync::Arc};

use lexicon::{CompileError, Lexicon, Node, Origin, compile, import::Importer};
use rules::{Language, Letter, Words};

fn origin() -> Origin {
    Origin::new("a test", "1", "2026-11-15")
}

/// The largest possible alphabet, with one character per letter.
fn largest_alphabet() -> Arc<Language> {
    // Ideographs have no case and no marks, so folding does not change them.
    let letters: Vec<String> =
        (0..Letter::MAX as u32).map(|index| char::from_u32(0x4e00 + index).unwrap().to_string()).collect();
    let letters = letters.join(" 1 1\n");
    Arc::new(Language::parse(&format!("code zz\nname Large\nblanks 0\n{letters} 1 1\n")).unwrap())
}

/// Pseudorandom words, the same in every run.
fn random_words(letters: usize, count: usize, mut state: u64) -> BTreeSet<Vec<Letter>> {
    let mut next = |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    (0..count)
        .map(|_| {
            let length = 2 + next(14);
            (0..length).map(|_| Letter::at(next(letters)).unwrap()).collect()
        })
        .collect()
}

#[test]
fn a_graph_has_exactly_the_words_of_its_input() {
    let two = Arc::new(Language::parse("code ab\nname Two\nblanks 0\nA 1 1\nB 1 1\n").unwrap());
    let english = Language::by_code("en").unwrap();
    for (language, kinds) in [(two, 2), (english, 26), (largest_alphabet(), 255)] {
        for (count, seed) in [(0, 1), (1, 2), (2, 3), (50, 4), (3000, 5)] {
            let words: Vec<_> = random_words(kinds, count, seed).into_iter().collect();
            let bytes = compile(&language, &words, count as u64, &origin()).unwrap();
            assert_eq!(bytes, compile(&language, &words, count as u64, &origin()).unwrap());
            let lexicon = Lexicon::from_bytes(bytes, language.clone()).unwrap();
            assert!(lexicon.words().eq(words.iter().cloned()), "{kinds} letters, {count} words");
            assert_eq!(lexicon.metadata().playable_word_count, words.len() as u64);
            for word in &words {
                assert!(lexicon.contains(word));
                let longer = [word.as_slice(), &word[..1]].concat();
                for other in [&word[1..], &word[..word.len() - 1], &longer] {
                    let known = words.binary_search_by(|known| known.as_slice().cmp(other)).is_ok();
                    assert_eq!(lexicon.contains(other), known, "{other:?}");
                }
            }
        }
    }
}

#[test]
fn the_empty_word_and_foreign_letters_are_not_found() {
    let english = Language::by_code("en").unwrap();
    let list = Importer::new(&english).read(b"ab\n".as_slice()).unwrap();
    let lexicon = Lexicon::from_bytes(list.compile(&origin()).unwrap(), english.clone()).unwrap();
    let foreign = Letter::at(200).unwrap();
    assert!(!lexicon.contains(&[]));
    assert!(!lexicon.contains(&[foreign, foreign]));
    assert_eq!(lexicon.child(lexicon.root(), foreign), None);
    assert_eq!(lexicon.children(Node::LEAF).count(), 0);
}

#[test]
fn a_node_of_another_graph_has_no_children() {
    let english = Language::by_code("en").unwrap();
    let large: Vec<_> = random_words(26, 500, 1).into_iter().collect();
    let large = compile(&english, &large, 500, &origin()).unwrap();
    let large = Lexicon::from_bytes(large, english.clone()).unwrap();
    let empty: [Vec<Letter>; 0] = [];
    let empty = compile(&english, &empty, 0, &origin()).unwrap();
    let empty = Lexicon::from_bytes(empty, english).unwrap();
    for edge in large.children(large.root()) {
        assert_eq!(empty.children(edge.child).count(), 0);
    }
}

#[test]
fn suffixes_are_shared() {
    let english = Language::by_code("en").unwrap();
    let size = |text: &str| {
        let list = Importer::new(&english).read(text.as_bytes()).unwrap();
        list.compile(&origin()).unwrap().len()
    };
    assert!(size("nation\nration\n") < size("nation\nrbtixz\n"));
}

#[test]
fn invalid_word_lists_are_refused() {
    let english = Language::by_code("en").unwrap();
    let spell = |text: &str| english.spell(text).unwrap();
    let refuse = |words: &[Vec<Letter>]| compile(&english, words, 0, &origin()).unwrap_err();
    assert_eq!(refuse(&[spell("ab"), spell("ab")]), CompileError::Order { word: 1 });
    assert_eq!(refuse(&[spell("ab"), spell("aa")]), CompileError::Order { word: 1 });
    assert_eq!(refuse(&[spell("a")]), CompileError::Length { word: 0, got: 1 });
    assert_eq!(refuse(&[spell("abcdefghijklmnop")]), CompileError::Length { word: 0, got: 16 });
    let foreign = vec![Letter::at(26).unwrap(); 2];
    assert!(matches!(refuse(&[foreign]), CompileError::Letter { word: 0, got: 26, letters: 26, .. }));
}

#[test]
fn the_metadata_has_its_public_json_form() {
    let english = Language::by_code("en").unwrap();
    let list = Importer::new(&english).read(b"ab\naba\ncab\nDublin\n".as_slice()).unwrap();
    let lexicon = Lexicon::from_bytes(list.compile(&origin()).unwrap(), english).unwrap();
    assert_eq!(
        serde_json::to_value(lexicon.metadata()).unwrap(),
        serde_json::json!({
            "version": "1",
            "wordCount": 4,
            "playableWordCount": 3,
            "source": "a test",
            "lastUpdated": "2026-11-15",
            "languages": ["en"],
            "wordLengthDistribution": {"2": 1, "3": 2},
            // printf 'AB\nABA\nCAB\n' | sha256sum
            "sha256": "13dcc5e1324ebac28d1356e132b126d63348bfc1aa4fe3abd8fca534f925b67b"
        })
    );
}
