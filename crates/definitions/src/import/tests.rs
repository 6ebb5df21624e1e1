use std::io::Write;

use flate2::{Compression, write::GzEncoder};

use super::*;

fn import(code: &str, text: &[u8]) -> Imported {
    let language = Language::by_code(code).unwrap();
    let mut importer = Importer::new(&language);
    importer.read(text).unwrap();
    importer.finish()
}

/// The words with their meanings, as `part: text`.
fn shown(imported: &Imported) -> Vec<(&str, Vec<String>)> {
    let meaning = |meaning: &Meaning| match &meaning.part_of_speech {
        Some(part) => format!("{part}: {}", meaning.text),
        None => meaning.text.clone(),
    };
    imported.words().map(|(word, meanings)| (word, meanings.iter().map(meaning).collect())).collect()
}

fn gzip(text: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(text).unwrap();
    encoder.finish().unwrap()
}

fn refusal(text: &[u8]) -> String {
    let english = Language::by_code("en").unwrap();
    let limits = Limits { text_bytes_max: 4096, line_bytes_max: 100, entries_max: 10 };
    Importer::new(&english).limits(limits).read(text).unwrap_err().to_string()
}

const LICENCE: &str = "  1 This software and database is being provided to you, the LICENSEE, by  \n  2   \n";
const SYNSETS: &str = "\
02121620 05 n 02 cat 0 true_cat 0 001 @ 02120997 n 0000 | an animal that purrs; \"the cat slept\"  \n\
09900153 18 n 03 guy 0 cat 1 hombre 0 001 @ 10287213 n 0000 | an informal term for a man  \n\
08933437 15 n 01 Dublin 0 001 @i 08691669 n 0000 | capital of the Republic of Ireland  \n";

#[test]
fn every_form_of_a_file_gives_the_same_meanings() {
    for text in [
        b"cat\tan animal\ndog\tnoun\tanother\n".as_slice(),
        b"dog\tnoun\tanother\ncat\tan animal",
        b"CAT\tan animal\r\nDog\tnoun\tanother\r\n",
        b"\xef\xbb\xbfcat\tan animal\ndog\tnoun\tanother\n",
        b"# a comment\n\n#\n cat \t an   animal \ndog\tnoun\tanother\n",
        &gzip(b"cat\tan animal\ndog\tnoun\tanother\n"),
    ] {
        let imported = import("en", text);
        let expected = [("CAT", vec!["an animal".to_owned()]), ("DOG", vec!["noun: another".to_owned()])];
        assert_eq!(shown(&imported), expected, "{:?}", String::from_utf8_lossy(text));
    }
    assert_eq!(import("en", b"").report(), &Report::default());
}

#[test]
fn words_are_folded_like_look_ups() {
    let imported = import("nl", "één\teerste\nEen\ttweede\nĳs\tderde\n".as_bytes());
    let words: Vec<&str> = imported.words().map(|(word, _)| word).collect();
    assert_eq!(words, ["EEN", "IJS"]);
    assert_eq!(shown(&imported)[0].1, ["eerste", "tweede"]);
}

#[test]
fn a_wordnet_file_becomes_meanings_of_its_words() {
    for text in [format!("{LICENCE}{SYNSETS}"), SYNSETS.to_owned(), SYNSETS.replace('\n', "\r\n")] {
        let imported = import("en", text.as_bytes());
        assert_eq!(
            shown(&imported),
            [
                ("CAT", vec!["noun: an animal that purrs".into(), "noun: an informal term for a man".into()]),
                ("GUY", vec!["noun: an informal term for a man".to_owned()]),
                ("HOMBRE", vec!["noun: an informal term for a man".to_owned()]),
            ]
        );
        let report = imported.report();
        assert_eq!((report.entries, report.words, report.meanings), (6, 3, 4));
        assert_eq!(report.dropped(Reason::SeveralWords).samples, ["true_cat"]);
        assert_eq!(report.dropped(Reason::Capitalised).samples, ["Dublin"]);
    }
}

#[test]
fn several_files_add_up() {
    let english = Language::by_code("en").unwrap();
    let mut importer = Importer::new(&english);
    importer.read(SYNSETS.as_bytes()).unwrap();
    importer.read(b"cat\tverb\tto raise an anchor\n".as_slice()).unwrap();
    let imported = importer.finish();
    assert_eq!(shown(&imported)[0].1.len(), 3);
}

#[test]
fn every_meaning_is_kept_or_dropped_for_one_reason() {
    use Reason::*;
    let text =
        "cat\tx\ncat\tx\nad hoc\tx\nx-ray\tx\nκόσμος\tx\na\tx\nabcdefghijklmnop\tx\ndog\t \t \n\u{1b}[m\tx\n";
    let imported = import("en", text.as_bytes());
    let report = imported.report();
    let dropped: Vec<_> = report.dropped.iter().map(|(&reason, dropped)| (reason, dropped.count)).collect();
    let expected =
        [(SeveralWords, 1), (NotLetters, 2), (ForeignLetter, 1), (TooShort, 1), (TooLong, 1), (NoText, 1)];
    assert_eq!(dropped, [&expected[..], &[(Repeated, 1)]].concat());
    assert_eq!(report.meanings + dropped.iter().map(|(_, count)| count).sum::<u64>(), report.entries);
    assert_eq!(report.dropped(NotLetters).samples, ["x-ray", "\u{fffd}[m"]);
}

#[test]
fn too_many_meanings_keep_some_of_each_part_of_speech() {
    let nouns = (0..8).map(|index| format!("run\tnoun\tnoun {index}\n")).collect::<Vec<_>>().concat();
    let verbs = (0..2).map(|index| format!("run\tverb\tverb {index}\n")).collect::<Vec<_>>().concat();
    let imported = import("en", format!("{nouns}{verbs}run\tadjective\tadjective\n").as_bytes());
    let kept = ["noun: noun 0", "noun: noun 1", "verb: verb 0", "verb: verb 1", "adjective: adjective"];
    assert_eq!(shown(&imported), [("RUN", kept.map(str::to_owned).to_vec())]);
    let dropped = imported.report().dropped(Reason::TooMany);
    assert_eq!((dropped.count, dropped.samples), (6, vec!["RUN".to_owned()]));

    let endless = (0..300).map(|index| format!("run\tmeaning {index}\n")).collect::<Vec<_>>().concat();
    let imported = import("en", endless.as_bytes());
    assert_eq!((imported.report().meanings, imported.report().dropped(Reason::TooMany).count), (5, 295));
}

#[test]
fn a_long_definition_is_cut_at_a_word_boundary() {
    for (text, most, expected) in [
        ("a small animal", 14, "a small animal"),
        ("a small animal", 13, "a small…"),
        ("a small animal", 8, "a small…"),
        ("a small animal", 7, "a…"),
        ("small, animal", 8, "small…"),
        ("incomprehensible", 8, "incompr…"),
        ("één eend", 5, "één…"),
        ("tab\tand\u{1b}bell\u{7}\n", 20, "tab andbell"),
    ] {
        let (line, is_cut) = one_line(text, most);
        assert_eq!((line.as_str(), is_cut), (expected, expected.ends_with('…')), "{text:?} {most}");
        assert!(line.chars().count() <= most);
    }
    let imported = import("en", format!("cat\t{}\n", "word ".repeat(200)).as_bytes());
    let (_, meanings) = &shown(&imported)[0];
    assert_eq!((meanings[0].chars().count(), imported.report().shortened), (400, 1));
}

#[test]
fn the_error_for_a_malformed_line_names_the_line_and_what_was_expected() {
    for (text, said) in [
        ("cat\tx\ncat an animal\n", "line 2: expected a word, a tab and its definition"),
        ("cat\tx\n\ncat\tn\tx\ty\n", "line 3: expected a word, a tab and its definition"),
        ("word\n", "got 1 columns"),
        ("  1 licence\ncat\tx\n", "line 2: expected a synset of a WordNet data file, got no gloss"),
        ("02121620 05 n 01 cat 0 000 | x\n#\n", "line 2: expected a synset"),
        ("02121620 05 n 02 cat 0 000 | x\n", "got fewer words than announced"),
    ] {
        assert!(refusal(text.as_bytes()).contains(said), "{text:?}: {}", refusal(text.as_bytes()));
    }
    assert_eq!(refusal(b"cat\tx\nd\xe9j\xe0\tx\n"), "line 2: expected text in UTF-8");
}

#[test]
fn a_hostile_file_is_refused_within_limits() {
    assert_eq!(refusal(&[b'a'; 200]), "line 1: expected at most 100 bytes, got more");
    assert_eq!(refusal("ab\tx\n".repeat(11).as_bytes()), "line 11: expected at most 10 meanings, got more");
    assert_eq!(refusal("#\n".repeat(3000).as_bytes()), "expected at most 4096 bytes of text, got more");
    let bomb = gzip(&b"\n".repeat(10_000_000));
    assert_eq!(refusal(&bomb), "expected at most 4096 bytes of text, got more");
    let whole = gzip(b"cat\tan animal\n");
    for end in 2..whole.len() {
        assert!(refusal(&whole[..end]).starts_with("cannot read on"), "cut at {end}");
    }
}
