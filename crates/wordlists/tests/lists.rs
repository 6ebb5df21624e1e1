//! The built-in lists match `data/`, and an owner's list takes precedence.

use std::{fs, sync::Arc};

use lexicon::{Lexicon, Origin, import::Importer};
use rules::{Language, Words};
use wordlists::{Standing, WordListError, WordLists};

fn english() -> Arc<Language> {
    Language::by_code("en").unwrap()
}

fn own_list() -> Lexicon {
    let language = english();
    let list = Importer::new(&language).read(b"qi\nza\n".as_slice()).unwrap();
    Lexicon::from_bytes(list.compile(&Origin::new("mine", "1", "2026-11-15")).unwrap(), language.clone())
        .unwrap()
}

fn contains(lexicon: &Lexicon, word: &str) -> bool {
    lexicon.contains(&lexicon.language().spell(word).unwrap())
}

#[test]
fn the_english_list_is_the_playable_part_of_enable() {
    let lexicon = wordlists::embedded("en").unwrap();
    let metadata = lexicon.metadata();
    assert_eq!((metadata.word_count, metadata.playable_word_count), (172_820, 168_548));
    let by_length: Vec<u64> = metadata.word_length_distribution.values().copied().collect();
    assert_eq!(
        by_length,
        [96, 972, 3903, 8636, 15232, 23109, 28420, 24873, 20300, 15504, 11357, 7827, 5127, 3192]
    );
    assert_eq!(lexicon.words().count(), 168_548);
    assert!(lexicon.bytes().len() < 600_000, "{} bytes", lexicon.bytes().len());
    for word in ["aa", "zyzzyvas", "quiz"] {
        assert!(contains(lexicon, word), "{word}");
    }
    for word in ["qi", "za", "ew", "ok", "da", "dord", "a", "zyzzyva", "zyzzyvass"] {
        assert_eq!(contains(lexicon, word), word == "zyzzyva", "{word}");
    }
}

#[test]
fn the_dutch_list_excludes_abbreviations() {
    let lexicon = wordlists::embedded("nl").unwrap();
    let metadata = lexicon.metadata();
    assert_eq!((metadata.word_count, metadata.playable_word_count), (299_609, 299_468));
    let by_length: Vec<u64> = metadata.word_length_distribution.values().copied().collect();
    assert_eq!(
        by_length,
        [102, 923, 2805, 5591, 11519, 18793, 26857, 34745, 41058, 40920, 36909, 31357, 26038, 21851]
    );
    for word in ["btw", "cd", "km", "mrt", "tv", "wc"] {
        assert!(!contains(lexicon, word), "{word}");
    }
    for word in ["brr", "hm", "pst", "lynx", "crypt", "een", "ijs", "jan", "havo", "ufo"] {
        assert!(contains(lexicon, word), "{word}");
    }
}

#[test]
fn every_folder_of_lists_is_built_in() {
    let data = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data");
    let folders = fs::read_dir(data).unwrap().filter(|entry| entry.as_ref().unwrap().path().is_dir()).count();
    assert_eq!(wordlists::all().len(), folders);
    assert!(wordlists::embedded("xx").is_none());
}

#[test]
fn an_imported_list_replaces_the_built_in_one_until_it_is_removed() {
    let folder = tempfile::tempdir().unwrap();
    let lists = WordLists::new(&folder.path().join("not/yet/there"));
    let before = lists.open(&english()).unwrap();
    assert_eq!(before.standing, Standing::BuiltIn);
    assert!(!contains(&before.lexicon, "qi"));

    let path = lists.install(&own_list()).unwrap();
    let own = lists.open(&english()).unwrap();
    assert_eq!(own.standing, Standing::Own(path.clone()));
    assert!(contains(&own.lexicon, "qi") && !contains(&own.lexicon, "quiz"));
    assert_eq!(own.lexicon.metadata().source, "mine");
    // Other languages are not affected, and no temporary file is left.
    assert_eq!(lists.open(&Language::by_code("nl").unwrap()).unwrap().standing, Standing::BuiltIn);
    assert_eq!(fs::read_dir(path.parent().unwrap()).unwrap().count(), 1);

    assert!(lists.remove(&english()).unwrap());
    assert!(!lists.remove(&english()).unwrap());
    assert_eq!(lists.open(&english()).unwrap().standing, Standing::BuiltIn);
}

#[test]
fn the_error_for_a_damaged_imported_list_says_what_to_do() {
    let folder = tempfile::tempdir().unwrap();
    let lists = WordLists::new(folder.path());
    let path = lists.install(&own_list()).unwrap();
    let mut bytes = fs::read(&path).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    fs::write(&path, bytes).unwrap();
    let error = lists.open(&english()).unwrap_err();
    assert!(matches!(error, WordListError::Broken { .. }));
    let message = error.to_string();
    for part in ["checksum", "dord words import en", "dord words remove en", path.to_str().unwrap()] {
        assert!(message.contains(part), "{message}");
    }
    // Installing a valid list repairs it.
    lists.install(&own_list()).unwrap();
    lists.open(&english()).unwrap();
}

#[test]
fn a_list_of_another_language_under_this_name_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let lists = WordLists::new(folder.path());
    let path = lists.install(&own_list()).unwrap();
    fs::rename(&path, path.with_file_name("nl.dwg")).unwrap();
    assert!(matches!(
        lists.open(&Language::by_code("nl").unwrap()),
        Err(WordListError::Broken { fault: lexicon::FormatError::Alphabet { .. }, .. })
    ));
}

#[test]
fn the_error_for_a_language_without_a_list_says_how_to_import_one() {
    let folder = tempfile::tempdir().unwrap();
    let tiny = Arc::new(Language::parse("code xx\nname Tiny\nblanks 0\nA 1 1\n").unwrap());
    let error = WordLists::new(folder.path()).open(&tiny).unwrap_err();
    assert!(error.to_string().contains("dord words import xx"));
}

#[test]
fn definitions_are_installed_next_to_the_lists_until_they_are_removed() {
    let folder = tempfile::tempdir().unwrap();
    let lists = WordLists::new(&folder.path().join("not/yet/there"));
    assert!(lists.open_definitions(&english()).unwrap().is_none());

    let language = english();
    let mut importer = definitions::import::Importer::new(&language);
    importer.read(b"qi\tnoun\tthe vital force\n".as_slice()).unwrap();
    let stored = importer.finish().compile(&Origin::new("mine", "1", "2026-11-15"));
    let path = lists.install_definitions(&language, &stored).unwrap();
    let definitions = lists.open_definitions(&language).unwrap().unwrap();
    assert_eq!(definitions.look_up(&language.spell("Qi").unwrap()).unwrap()[0].text, "the vital force");
    // The word list is not affected, and no temporary file is left.
    assert_eq!(lists.open(&language).unwrap().standing, Standing::BuiltIn);
    assert_eq!(fs::read_dir(path.parent().unwrap()).unwrap().count(), 1);

    fs::write(&path, [&stored[..], &[0]].concat()).unwrap();
    let message = lists.open_definitions(&language).unwrap_err().to_string();
    for part in ["dord words definitions en", "dord words remove en --definitions", path.to_str().unwrap()] {
        assert!(message.contains(part), "{message}");
    }
    assert!(lists.remove_definitions(&language).unwrap());
    assert!(!lists.remove_definitions(&language).unwrap());
    assert!(lists.open_definitions(&language).unwrap().is_none());
}
