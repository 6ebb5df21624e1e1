use std::io::Write;

use flate2::{Compression, write::GzEncoder};

use super::*;

fn words_of(language: &Language, list: &Imported<'_>) -> Vec<String> {
    list.words().iter().map(|word| language.write(word)).collect()
}

fn check(code: &str, text: &[u8], words: &[&str], dropped: &[(Reason, u64)]) {
    let language = Language::by_code(code).unwrap();
    let list = Importer::new(&language).read(text).unwrap();
    let shown = String::from_utf8_lossy(text);
    assert_eq!(words_of(&language, &list), words, "{shown:?}");
    let got: Vec<_> =
        list.report().dropped.iter().map(|(&reason, dropped)| (reason, dropped.count)).collect();
    assert_eq!(got, dropped, "{shown:?}");
    let total = list.report().playable + dropped.iter().map(|(_, count)| count).sum::<u64>();
    assert_eq!(total, list.report().entries, "{shown:?}");
}

fn gzip(text: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(text).unwrap();
    encoder.finish().unwrap()
}

#[test]
fn every_form_of_a_list_gives_the_same_words() {
    for text in [
        b"aa\nab\n".as_slice(),
        b"aa\nab",
        b"ab\naa\n",
        b"AA\r\nAB\r\n",
        b"\xef\xbb\xbfaa\nab\n",
        b"# a comment\n\n  aa  \n\t\nab\n#\n",
        &gzip(b"aa\nab\n"),
        &gzip(b"\xef\xbb\xbfAA\r\nAB\r\n"),
        &[gzip(b"aa\n"), gzip(b"ab\n")].concat(),
    ] {
        check("en", text, &["AA", "AB"], &[]);
    }
    check("en", b"", &[], &[]);
}

#[test]
fn a_list_that_is_not_utf_8_is_read_as_latin_1() {
    check("nl", b"e\xe9n\nco\xf6rdinatie\n", &["COORDINATIE", "EEN"], &[]);
    check("nl", "eén\ncoördinatie\n".as_bytes(), &["COORDINATIE", "EEN"], &[]);
}

#[test]
fn dropped_entries_are_counted_by_reason() {
    use Reason::*;
    check("en", b"cat\nDublin\nMcCoy\n", &["CAT"], &[(Capitalised, 2)]);
    check("en", b"cat\nx-ray\ndon't\nad hoc\ne.g\nmp3\n", &["CAT"], &[(NotLetters, 5)]);
    check("en", "cat\nκόσμος\nøre\n".as_bytes(), &["CAT"], &[(ForeignLetter, 2)]);
    check("en", b"cat\na\n", &["CAT"], &[(TooShort, 1)]);
    check("en", b"cat\nabcdefghijklmno\nabcdefghijklmnop\n", &["ABCDEFGHIJKLMNO", "CAT"], &[(TooLong, 1)]);
    check("nl", "een\néén\neen\n".as_bytes(), &["EEN"], &[(Duplicate, 2)]);
    // In a list in capitals, names cannot be detected.
    check("en", b"CAT\nDUBLIN\nMcCoy\n", &["CAT", "DUBLIN", "MCCOY"], &[]);
}

#[test]
fn excluded_words_are_dropped_in_any_spelling() {
    let dutch = Language::by_code("nl").unwrap();
    let list =
        Importer::new(&dutch).excluding(["BTW", "één", "b-t-w"]).read(b"btw\neen\nbtwtje\n".as_slice());
    let list = list.unwrap();
    assert_eq!(words_of(&dutch, &list), ["BTWTJE"]);
    assert_eq!(list.report().dropped(Reason::Excluded).count, 2);
}

#[test]
fn letters_of_the_language_keep_their_marks_and_may_have_two_characters() {
    let spanish = Language::parse(
        "code es\nname Español\nblanks 2\nA 1 1\nC 1 1\nCH 1 5\nE 1 1\nL 1 1\nLL 1 8\nN 1 1\nÑ 1 8\nO 1 1\n",
    )
    .unwrap();
    // The second text has the mark as a separate character.
    for text in ["coñac", "con\u{303}ac", "COÑAC"] {
        let word = spell(&spanish, text).unwrap();
        assert_eq!((spanish.write(&word).as_str(), word.len()), ("COÑAC", 5), "{text}");
    }
    assert_eq!(spell(&spanish, "CHOLLÓ").unwrap().len(), 4);

    // Fifteen tiles fit on the board, even if they are written with thirty characters.
    let long = format!("{}\n{}\n", "ch".repeat(15), "ch".repeat(16));
    let list = Importer::new(&spanish).read(long.as_bytes()).unwrap();
    assert_eq!((list.report().playable, list.report().dropped(Reason::TooLong).count), (1, 1));

    let catalan =
        Language::parse("code ca\nname Català\nblanks 2\nA 1 1\nC 1 1\nE 1 1\nL 1 1\nL·L 1 10\n").unwrap();
    assert_eq!(spell(&catalan, "cel·la").unwrap().len(), 4);
    assert_eq!(spell(&catalan, "ce·la"), Err(NotSpelled::NotALetter { found: '·' }));
}

#[test]
fn duplicates_are_reported_as_written_in_the_list() {
    let dutch = Language::by_code("nl").unwrap();
    let list = Importer::new(&dutch).read("één\nzee\neen\nzeë\n".as_bytes()).unwrap();
    assert_eq!(list.report().dropped(Reason::Duplicate).samples, ["een", "zeë"]);
}

#[test]
fn samples_are_few_and_short_without_control_characters() {
    let english = Language::by_code("en").unwrap();
    let text = format!("ab\n{}\n\u{1b}[31m\n{}", "-".repeat(500), "1\n".repeat(50));
    let list = Importer::new(&english).read(text.as_bytes()).unwrap();
    let dropped = list.report().dropped(Reason::NotLetters);
    assert_eq!((dropped.count, dropped.samples.len()), (52, 5));
    assert_eq!(dropped.samples[0].len(), 40);
    assert_eq!(dropped.samples[1], "\u{fffd}[31m");
}

#[test]
fn the_error_for_a_hostile_file_names_the_position() {
    let english = Language::by_code("en").unwrap();
    let limits = Limits { text_bytes_max: 4096, line_bytes_max: 100, entries_max: 10 };
    let refuse = |bytes: &[u8]| Importer::new(&english).limits(limits).read(bytes).unwrap_err().to_string();
    let bomb = gzip(&vec![b'a'; 10_000_000]);
    assert_eq!(refuse(&bomb), "expected at most 4096 bytes of text, got more");
    assert_eq!(refuse(&[b'a'; 4097]), "expected at most 4096 bytes of text, got more");
    assert_eq!(refuse(&[b'a'; 4096]), "line 1: expected one word, at most 100 bytes, got 4096 bytes");
    assert_eq!(refuse("ab\n".repeat(11).as_bytes()), "line 11: expected at most 10 entries, got more");
    assert_eq!(refuse(b"ab\n\0\n"), "expected text in UTF-8 or Latin-1, got a zero byte at offset 3");
    assert!(refuse(b"\xff\xfea\0b\0").contains("UTF-16"));
    assert!(refuse(b"\xef\xbb\xbfab\xff").ends_with("a byte that is not UTF-8 at offset 5"));
    let whole = gzip(b"aa\nab\n");
    for end in 2..whole.len() {
        assert!(refuse(&whole[..end]).starts_with("cannot read on"), "cut at {end}");
    }
}

#[test]
fn arbitrary_bytes_never_panic() {
    let english = Language::by_code("en").unwrap();
    // A pseudorandom generator with a fixed seed.
    let mut state = 1_u64;
    let mut next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 56) as u8
    };
    let plain = gzip("aa\nab\nĳs\nDUBLIN\n".as_bytes());
    for round in 0..2000 {
        let mut bytes: Vec<u8> =
            if round % 2 == 0 { (0..60).map(|_| next()).collect() } else { plain.clone() };
        let at = usize::from(next()) % bytes.len();
        bytes[at] = next();
        let _any_answer = Importer::new(&english).read(bytes.as_slice());
    }
}

#[test]
fn progress_reaches_the_end_and_can_stop_the_import() {
    let english = Language::by_code("en").unwrap();
    let text = "ab\n".repeat(10_000);
    let mut seen = Vec::new();
    Importer::new(&english)
        .on_progress(|progress| {
            seen.push(progress.done_bytes);
            ControlFlow::Continue(())
        })
        .read(text.as_bytes())
        .unwrap();
    assert!(seen.is_sorted());
    assert_eq!((seen[0], *seen.last().unwrap()), (0, text.len()));

    let stopped = Importer::new(&english).on_progress(|_| ControlFlow::Break(())).read(text.as_bytes());
    assert!(matches!(stopped, Err(ImportError::Stopped { line: 1 })));
}
