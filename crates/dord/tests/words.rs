//! `dord words`, run as a program.

use std::{
    fs,
    io::Write,
    path::Path,
    process::{Command, Stdio},
};

use flate2::{Compression, write::GzEncoder};
use tempfile::TempDir;

/// Output and exit status of a run.
struct Run {
    status: i32,
    out: String,
    error: String,
}

fn command(data_dir: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_dord"));
    command.args(arguments).env("DORD_DATA_DIR", data_dir).env_remove("CLICOLOR_FORCE");
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn finish(mut command: Command, input: Option<&[u8]>) -> Run {
    if input.is_some() {
        command.stdin(Stdio::piped());
    }
    let mut child = command.spawn().unwrap();
    if let Some(input) = input {
        // A program that refuses its input early may have closed it.
        let _ = child.stdin.take().unwrap().write_all(input);
    }
    let output = child.wait_with_output().unwrap();
    Run {
        status: output.status.code().unwrap(),
        out: String::from_utf8(output.stdout).unwrap(),
        error: String::from_utf8(output.stderr).unwrap(),
    }
}

fn dord(data_dir: &Path, arguments: &[&str]) -> Run {
    finish(command(data_dir, arguments), None)
}

fn json(run: &Run) -> serde_json::Value {
    serde_json::from_str(&run.out).unwrap_or_else(|error| panic!("{error}: {} {}", run.out, run.error))
}

fn folder() -> TempDir {
    tempfile::tempdir().unwrap()
}

#[test]
fn check_exits_with_0_for_yes_1_for_no_and_2_for_errors() {
    let folder = folder();
    for (arguments, status, said) in [
        (["quiz", "ZYZZYVAS"].as_slice(), 0, "QUIZ: a word\nZYZZYVAS: a word\njudged by ENABLE"),
        (&["quiz", "qi"], 1, "QUIZ: a word\nQI: not a word\n"),
        (&["don't"], 1, "don't: not a word (\"'\" is no letter)"),
        (&["--language", "nl", "ĳs", "één"], 0, "IJS: a word\nEEN: a word\njudged by OpenTaal"),
        (&["--language", "nl", "btw"], 1, "BTW: not a word"),
        (&["\u{1b}[2J"], 1, "\u{fffd}[2J: not a word"),
        (&["--language", "xx", "quiz"], 2, ""),
        (&[], 2, ""),
    ] {
        let run = dord(folder.path(), &[&["words", "check"], arguments].concat());
        assert_eq!(run.status, status, "{arguments:?}: {}", run.error);
        assert!(run.out.starts_with(said), "{arguments:?}: {:?}", run.out);
    }
    // Checking words creates no files.
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn check_prints_json() {
    let folder = folder();
    let run = dord(folder.path(), &["words", "check", "quiz", "x-ray", "--json"]);
    assert_eq!(run.status, 1);
    let answer = json(&run);
    assert_eq!(answer["language"], "en");
    assert_eq!(answer["words"][0], serde_json::json!({"word": "quiz", "laid": "QUIZ", "valid": true}));
    assert_eq!(answer["words"][1], serde_json::json!({"word": "x-ray", "laid": null, "valid": false}));
}

#[test]
fn an_unknown_language_lists_the_known_ones() {
    let folder = folder();
    for arguments in [["words", "info", "xx"], ["words", "remove", "xx"], ["words", "import", "../xx"]] {
        let run = dord(folder.path(), &arguments);
        assert_eq!(run.status, 2);
        assert!(run.error.contains("en (English), nl (Nederlands)"), "{}", run.error);
    }
}

#[test]
fn info_describes_the_built_in_lists() {
    let folder = folder();
    let run = dord(folder.path(), &["words", "info"]);
    assert_eq!(run.status, 0, "{}", run.error);
    for part in ["English (en)", "168,548 to play, of 172,820", "Nederlands (nl)", "built in"] {
        assert!(run.out.contains(part), "{}", run.out);
    }
    let all = json(&dord(folder.path(), &["words", "info", "en", "--json"]));
    assert_eq!(all[0]["wordCount"], 172_820);
    assert_eq!(all[0]["languages"], serde_json::json!(["en"]));
    assert_eq!(all[0]["wordLengthDistribution"]["2"], 96);
    assert_eq!(all[0]["builtIn"], true);
    assert_eq!(all.as_array().unwrap().len(), 1);
}

/// A running server does not reload its lists.
const RESTART: &str =
    "A server that is running goes on with the list that it started with: restart it to use this one.\n";

#[test]
fn an_imported_list_is_used_until_it_is_removed() {
    let folder = folder();
    let list = folder.path().join("mine.txt");
    fs::write(&list, "qi\nza\nDublin\nx-ray\na\nqi\n").unwrap();
    let data = folder.path().join("data");
    let run = dord(&data, &["words", "import", "en", list.to_str().unwrap(), "--list-version", "3"]);
    assert_eq!(run.status, 0, "{}", run.error);
    for part in [
        "6 entries read, 2 to play",
        "1  capitalised: a name: Dublin",
        "1  hyphen, apostrophe, space, dot, digit or the like: x-ray",
        "1  too short: a",
        "1  the same word again: qi",
        "now judged by mine.txt, 3",
    ] {
        assert!(run.out.contains(part), "{part}: {}", run.out);
    }
    // There is no progress bar without a terminal.
    assert_eq!(run.error, "");

    let check = dord(&data, &["words", "check", "qi"]);
    assert_eq!(check.status, 0);
    assert!(check.out.contains("judged by mine.txt, 3 (your own, "));
    assert_eq!(dord(&data, &["words", "check", "quiz"]).status, 1);
    assert_eq!(json(&dord(&data, &["words", "info", "en", "--json"]))[0]["builtIn"], false);
    assert_eq!(dord(&data, &["words", "check", "--language", "nl", "ijs"]).status, 0);

    assert!(run.out.ends_with(RESTART), "{}", run.out);
    let removed = dord(&data, &["words", "remove", "en"]).out;
    assert!(removed.contains("removed") && removed.ends_with(RESTART), "{removed}");
    assert!(dord(&data, &["words", "remove", "en"]).out.contains("there is no list of your own"));
    assert_eq!(dord(&data, &["words", "check", "quiz"]).status, 0);
}

#[test]
fn a_list_can_be_piped_plain_or_compressed() {
    let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
    packed.write_all(b"QI\r\nZA\r\n").unwrap();
    let packed = packed.finish().unwrap();
    for (arguments, input) in [
        (["words", "import", "en", "--json"].as_slice(), b"qi\nza\n".as_slice()),
        (&["words", "import", "en", "-", "--json"], &packed),
    ] {
        let folder = folder();
        let run = finish(command(folder.path(), arguments), Some(input));
        assert_eq!(run.status, 0, "{}", run.error);
        let answer = json(&run);
        assert_eq!(answer["report"]["playable"], 2);
        assert_eq!(answer["metadata"]["source"], "standard input");
        assert_eq!(dord(folder.path(), &["words", "check", "qi", "za"]).status, 0);
    }
}

#[test]
fn a_file_without_words_changes_nothing() {
    let folder = folder();
    for input in [b"".as_slice(), b"Dublin\nx-ray\n", b"PK\x03\x04\0\0", b"\x1f\x8bnot really gzip"] {
        let run = finish(command(folder.path(), &["words", "import", "en"]), Some(input));
        assert_eq!(run.status, 2, "{}", run.out);
        assert!(run.error.contains("standard input"), "{}", run.error);
    }
    let missing = dord(folder.path(), &["words", "import", "en", "/no/such/file"]);
    assert_eq!(missing.status, 2);
    assert!(missing.error.contains("cannot read /no/such/file"), "{}", missing.error);
    let directory = dord(folder.path(), &["words", "import", "en", folder.path().to_str().unwrap()]);
    assert!(directory.error.contains("is a folder"), "{}", directory.error);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn a_broken_own_list_is_an_error_that_says_what_to_do() {
    let folder = folder();
    fs::create_dir(folder.path().join("words")).unwrap();
    fs::write(folder.path().join("words/en.dwg"), "qi\nza\n").unwrap();
    for arguments in [["words", "check", "quiz"].as_slice(), &["words", "info"]] {
        let run = dord(folder.path(), arguments);
        assert_eq!(run.status, 2);
        assert!(run.error.contains("dord words remove en"), "{}", run.error);
    }
    assert_eq!(dord(folder.path(), &["words", "remove", "en"]).status, 0);
    assert_eq!(dord(folder.path(), &["words", "check", "quiz"]).status, 0);
}

#[test]
fn the_data_folder_can_be_named_after_the_command() {
    let folder = folder();
    let chosen = folder.path().join("chosen");
    let arguments = ["words", "import", "en", "--data-dir", chosen.to_str().unwrap()];
    assert_eq!(finish(command(folder.path(), &arguments), Some(b"qi\n")).status, 0);
    assert!(chosen.join("words/en.dwg").exists());
}

#[test]
fn there_is_help_with_examples_and_no_colour_in_a_pipe() {
    let folder = folder();
    for arguments in [
        ["--help"].as_slice(),
        &["words", "--help"],
        &["words", "import", "--help"],
        &["words", "definitions", "--help"],
        &["words", "remove", "--help"],
        &["words", "check", "--help"],
        &["completions", "--help"],
    ] {
        let run = dord(folder.path(), arguments);
        assert_eq!(run.status, 0);
        assert!(run.out.contains("Examples:"), "{}", run.out);
        assert!(!run.out.contains('\u{1b}'), "{}", run.out);
    }
    assert!(!dord(folder.path(), &["words", "info"]).out.contains('\u{1b}'));
}

#[test]
fn completions_are_printed_for_each_shell() {
    let folder = folder();
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let run = dord(folder.path(), &["completions", shell]);
        assert_eq!(run.status, 0, "{}", run.error);
        assert!(run.out.contains("import"), "{shell}");
    }
}
