//! `dord words definitions`, run as a program.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use serde_json::{Value, json};
use tempfile::TempDir;

/// A data folder, and files with definitions next to it.
struct Installation {
    folder: TempDir,
}

impl Installation {
    fn new() -> Installation {
        Installation { folder: tempfile::tempdir().unwrap() }
    }

    fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        path
    }

    fn data_dir(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    fn run(&self, arguments: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_dord"));
        command.arg("words").args(arguments).env("DORD_DATA_DIR", self.data_dir());
        command.env_remove("CLICOLOR_FORCE").output().unwrap()
    }

    /// Runs a command that succeeds, and returns its output.
    fn succeed(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        // There is no progress bar without a terminal.
        assert_eq!(output.stderr, b"");
        String::from_utf8(output.stdout).unwrap()
    }

    /// Runs a command that fails, and returns its error.
    fn fail(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        assert_eq!(output.status.code(), Some(2), "{}", String::from_utf8_lossy(&output.stdout));
        String::from_utf8(output.stderr).unwrap()
    }

    fn info(&self) -> Value {
        let all: Value = serde_json::from_str(&self.succeed(&["info", "en", "--json"])).unwrap();
        all[0]["definitions"].clone()
    }
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

const RESTART: &str =
    "A server that is running goes on with what it started with: restart it to use this change.\n";

#[test]
fn definitions_are_installed_until_they_are_removed() {
    let here = Installation::new();
    let file =
        here.write("mine.tsv", "# mine\nqi\tnoun\tthe vital force\nQUIZ\ta test\r\nx-ray\ta picture\n");
    let told = here.succeed(&["definitions", "en", text(&file), "--edition", "3"]);
    for part in [
        "English: 3 meanings read, 2 kept for 2 words",
        "1  hyphen, apostrophe, dot, digit or the like: x-ray",
        "English words are now defined by mine.tsv, 3",
        RESTART,
    ] {
        assert!(told.contains(part), "{part}: {told}");
    }
    assert!(here.data_dir().join("words/en.ddf").exists());
    let about = here.info();
    assert_eq!((&about["source"], &about["version"]), (&json!("mine.tsv"), &json!("3")));
    assert_eq!((&about["wordCount"], &about["meaningCount"]), (&json!(2), &json!(2)));
    let described = here.succeed(&["info"]);
    assert_eq!(
        described.matches("defined   2 words with 2 meanings, by mine.tsv, 3").count(),
        1,
        "{described}"
    );

    // The word list stays the built-in one.
    assert!(here.succeed(&["remove", "en"]).contains("there is no list of your own"));
    assert!(here.info().is_object());
    assert!(here.succeed(&["remove", "en", "--definitions"]).ends_with(RESTART));
    assert!(here.succeed(&["remove", "en", "--definitions"]).contains("there are no definitions"));
    assert_eq!(here.info(), Value::Null);
}

#[test]
fn a_wordnet_folder_or_its_files_are_converted() {
    let here = Installation::new();
    let licence = "  1 This software and database is being provided to you, the LICENSEE, by  \n";
    let nouns =
        "02121620 05 n 02 cat 0 true_cat 0 001 @ 02120997 n 0000 | an animal that purrs; \"a black cat\"  \n";
    let verbs = "01411870 35 v 01 cat 0 001 @ 01411085 v 0000 01 + 08 00 | to whip  \n";
    let noun = here.write("WordNet-3.0/dict/data.noun", &format!("{licence}{nouns}"));
    let verb = here.write("WordNet-3.0/dict/data.verb", &format!("{licence}{verbs}"));
    let (whole, dict) = (here.folder.path().join("WordNet-3.0"), noun.parent().unwrap());
    for arguments in [vec![text(&whole)], vec![text(dict)], vec![text(&noun), text(&verb)]] {
        let told = here.succeed(&[&["definitions", "en", "--json"], &arguments[..]].concat());
        let told: Value = serde_json::from_str(&told).unwrap();
        assert_eq!(told["restartNeeded"], true);
        assert_eq!(told["report"]["dropped"], json!({"severalWords": {"count": 1, "samples": ["true_cat"]}}));
        assert_eq!(
            (&told["metadata"]["wordCount"], &told["metadata"]["meaningCount"]),
            (&json!(1), &json!(2))
        );
    }
    // A later import replaces an earlier one.
    here.succeed(&["definitions", "en", text(&verb), "--source", "WordNet"]);
    let about = here.info();
    assert_eq!((&about["source"], &about["meaningCount"]), (&json!("WordNet"), &json!(1)));
}

#[test]
fn a_file_that_cannot_be_used_changes_nothing() {
    let here = Installation::new();
    let kept = here.write("kept.tsv", "qi\tthe vital force\n");
    here.succeed(&["definitions", "en", text(&kept)]);
    let before = here.info();
    for (content, said) in [
        ("cat\tx\ncat an animal\n", "line 2: expected a word, a tab and its definition"),
        ("  1 licence\n02121620 05 n 02 cat 0 000 | x\n", "line 2: expected a synset of a WordNet data file"),
        ("x-ray\ta picture\n", "has no meaning of a word that can be played in English"),
        ("", "nothing was changed"),
    ] {
        let file = here.write("broken.tsv", content);
        let error = here.fail(&["definitions", "en", text(&file)]);
        assert!(error.contains(said) && error.contains("broken.tsv"), "{error}");
    }
    let empty = here.folder.path().join("empty");
    fs::create_dir(&empty).unwrap();
    assert!(here.fail(&["definitions", "en", text(&empty)]).contains("expected data.noun, data.verb"));
    assert!(here.fail(&["definitions", "en", "/no/such/file"]).contains("cannot read /no/such/file"));
    assert!(here.fail(&["definitions", "xx", text(&kept)]).contains("en (English), nl (Nederlands)"));
    assert_eq!(here.info(), before);
}

#[test]
fn the_error_for_damaged_definitions_says_what_to_do() {
    let here = Installation::new();
    here.write("data/words/en.ddf", "qi\tthe vital force\n");
    assert!(here.fail(&["info"]).contains("dord words remove en --definitions"));
    // The word list is not affected.
    assert!(here.succeed(&["check", "quiz"]).contains("QUIZ: a word"));
    here.succeed(&["remove", "en", "--definitions"]);
    assert_eq!(here.info(), Value::Null);
}
