//! Reading damaged files never panics, even if the checksum was corrected.
//!
//! A changed file is refused. If the change makes another valid file, its graph can be walked.

use std::sync::Arc;

use lexicon::{FormatError, GraphFault, Lexicon, Origin, import::Importer};
use rules::{Language, Words};

const CHECKSUM: std::ops::Range<usize> = 12..16;

fn tiny() -> Arc<Language> {
    Arc::new(Language::parse("code xx\nname Tiny\nblanks 0\nA 1 1\nB 1 1\nCH 1 1\n").unwrap())
}

fn compiled(language: &Language) -> Vec<u8> {
    let list = Importer::new(language).read(b"aa\nab\naba\nba\nbach\nchab\nchaba\n".as_slice()).unwrap();
    list.compile(&Origin::new("a test", "1", "2026-11-15")).unwrap()
}

fn with_checksum(mut bytes: Vec<u8>) -> Vec<u8> {
    if bytes.len() >= CHECKSUM.end {
        let checksum = crc32fast::hash(&bytes[CHECKSUM.end..]);
        bytes[CHECKSUM].copy_from_slice(&checksum.to_le_bytes());
    }
    bytes
}

fn number_of_edges(bytes: &[u8]) -> usize {
    u32::from_le_bytes(bytes[24..28].try_into().unwrap()) as usize
}

/// Replaces an edge and corrects the checksum.
fn with_edge(bytes: &[u8], index: usize, letter: u32, is_word: bool, is_last: bool, child: u32) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    let at = bytes.len() - 4 * (number_of_edges(&bytes) - index);
    let edge = letter | u32::from(is_word) << 8 | u32::from(is_last) << 9 | child << 10;
    bytes[at..at + 4].copy_from_slice(&edge.to_le_bytes());
    with_checksum(bytes)
}

/// Loads a file and, if that succeeds, uses every operation of the graph.
fn use_it(bytes: Vec<u8>, language: &Arc<Language>) -> Result<(), FormatError> {
    let lexicon = Lexicon::from_bytes(bytes, language.clone())?;
    let words: Vec<_> = lexicon.words().collect();
    assert_eq!(words.len() as u64, lexicon.metadata().playable_word_count);
    assert!(words.is_sorted_by(|a, b| a < b));
    for word in words {
        assert!(lexicon.contains(&word));
        assert!(word.len() <= lexicon::LONGEST);
    }
    Ok(())
}

#[test]
fn every_changed_bit_is_detected() {
    let language = tiny();
    let good = compiled(&language);
    use_it(good.clone(), &language).unwrap();
    for at in 0..good.len() {
        for bit in 0..8 {
            let mut bytes = good.clone();
            bytes[at] ^= 1 << bit;
            assert!(use_it(bytes, &language).is_err(), "bit {bit} of byte {at}");
        }
    }
}

#[test]
fn a_changed_byte_with_a_corrected_checksum_never_panics() {
    let language = tiny();
    let good = compiled(&language);
    let mut refused = 0;
    for at in 0..good.len() {
        for value in 0..=255 {
            let mut bytes = good.clone();
            bytes[at] = value;
            refused += usize::from(use_it(with_checksum(bytes), &language).is_err());
        }
    }
    assert!(refused > good.len() * 128, "only {refused} refused");
}

#[test]
fn a_truncated_or_extended_file_is_refused() {
    let language = tiny();
    let good = compiled(&language);
    for end in 0..good.len() {
        assert!(use_it(good[..end].to_vec(), &language).is_err(), "cut at {end}");
        assert!(use_it(with_checksum(good[..end].to_vec()), &language).is_err(), "cut at {end}");
        assert!(use_it(good[end + 1..].to_vec(), &language).is_err(), "begun after {end}");
    }
    let longer = [good.as_slice(), &[0]].concat();
    assert!(matches!(use_it(with_checksum(longer), &language), Err(FormatError::Size { .. })));
}

#[test]
fn lengths_beyond_the_end_of_the_file_are_refused() {
    let language = tiny();
    for lengths in [[u32::MAX; 3], [u32::MAX, 0, 0], [0, u32::MAX, 0], [0, 0, u32::MAX], [0, 0, 1 << 30]] {
        let mut bytes = compiled(&language);
        for (place, length) in bytes[16..28].chunks_mut(4).zip(lengths) {
            place.copy_from_slice(&length.to_le_bytes());
        }
        assert!(matches!(use_it(with_checksum(bytes), &language), Err(FormatError::Size { .. })));
    }
}

#[test]
fn each_fault_of_a_graph_has_its_own_error() {
    let language = tiny();
    let good = compiled(&language);
    let edges = number_of_edges(&good) as u32;
    let edges_at = good.len() - 4 * edges as usize;
    let last = edges as usize - 1;
    let fault = |bytes: Vec<u8>| match use_it(bytes, &language) {
        Err(FormatError::Graph { offset, fault }) => ((offset - edges_at) / 4, fault),
        other => panic!("{other:?}"),
    };
    // The root has edges 1 to 3: A, B, CH.
    assert!(matches!(fault(with_edge(&good, 0, 0, true, true, 0)), (0, GraphFault::First { .. })));
    assert!(matches!(
        fault(with_edge(&good, 3, 3, false, true, 4)),
        (3, GraphFault::Letter { letters: 3, got: 3 })
    ));
    assert!(matches!(
        fault(with_edge(&good, 2, 0, false, false, 4)),
        (2, GraphFault::Order { previous: 0, got: 0 })
    ));
    assert!(matches!(
        fault(with_edge(&good, 1, 0, false, false, 1)),
        (1, GraphFault::Child { own: 1, got: 1, .. })
    ));
    assert!(matches!(fault(with_edge(&good, last, 1, true, true, 1)), (_, GraphFault::Child { got: 1, .. })));
    assert!(matches!(fault(with_edge(&good, 1, 0, false, false, edges)), (1, GraphFault::Child { .. })));
    assert!(matches!(
        fault(with_edge(&good, 1, 0, false, false, 2)),
        (1, GraphFault::ChildInside { got: 2 })
    ));
    assert!(matches!(fault(with_edge(&good, 1, 0, false, false, 0)), (1, GraphFault::DeadEnd)));
    assert!(matches!(fault(with_edge(&good, last, 2, true, false, 0)), (_, GraphFault::Unfinished)));
    // Without this node the graph has fewer words than the metadata states.
    let fewer = with_edge(&good, 3, 2, true, true, 0);
    assert!(matches!(use_it(fewer, &language), Err(FormatError::Metadata { .. })));
}

#[test]
fn a_path_longer_than_the_board_is_refused() {
    let language = tiny();
    let metadata = r#"{"version":"","wordCount":1,"playableWordCount":1,"source":"","lastUpdated":"","languages":["xx"],"wordLengthDistribution":{},"sha256":""}"#;
    let chain = |length: u32| {
        let alphabet = "xx\nA\nB\nCH";
        let mut bytes = compiled(&language)[..16].to_vec();
        for part in [alphabet.len(), metadata.len(), length as usize + 1] {
            bytes.extend((part as u32).to_le_bytes());
        }
        bytes.extend(alphabet.as_bytes());
        bytes.extend(metadata.as_bytes());
        // The empty edge.
        bytes.extend((1_u32 << 9 | 255).to_le_bytes());
        for index in 1..=length {
            let is_end = index == length;
            let child = if is_end { 0 } else { index + 1 };
            bytes.extend((u32::from(is_end) << 8 | 1 << 9 | child << 10).to_le_bytes());
        }
        with_checksum(bytes)
    };
    use_it(chain(15), &language).unwrap();
    let error = use_it(chain(16), &language).unwrap_err();
    assert!(matches!(error, FormatError::Graph { fault: GraphFault::TooDeep { got: 16 }, .. }), "{error}");
}

#[test]
fn a_graph_for_another_alphabet_is_refused() {
    let good = compiled(&tiny());
    for other in [
        "code xy\nname Tiny\nblanks 0\nA 1 1\nB 1 1\nCH 1 1\n",
        "code xx\nname Tiny\nblanks 0\nA 1 1\nCH 1 1\nB 1 1\n",
        "code xx\nname Tiny\nblanks 0\nA 1 1\nB 1 1\nC 1 1\nH 1 1\n",
    ] {
        let other = Arc::new(Language::parse(other).unwrap());
        assert!(matches!(use_it(good.clone(), &other), Err(FormatError::Alphabet { .. })));
    }
    // The compiled list does not depend on the number and the value of tiles.
    let other = "code xx\nname Tiny\nblanks 2\nA 7 3\nB 1 1\nCH 1 1\n";
    use_it(good, &Arc::new(Language::parse(other).unwrap())).unwrap();
}

#[test]
fn an_error_names_the_expected_value_the_actual_value_and_the_offset() {
    let language = tiny();
    let good = compiled(&language);
    let message = |bytes: Vec<u8>| use_it(bytes, &language).unwrap_err().to_string();
    let changed = |at: usize, value: u8| {
        let mut bytes = good.clone();
        bytes[at] = value;
        bytes
    };
    assert_eq!(message(good[..5].to_vec()), "expected a header of 28 bytes, got 5 bytes");
    assert_eq!(message(changed(8, 9)), "expected format version 1 at offset 8, got 9");
    assert!(message(changed(40, 0)).starts_with("expected checksum "));
    assert!(message(changed(0, b'x')).starts_with("expected a compiled word list at offset 0, got"));
}
