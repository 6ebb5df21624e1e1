//! `dord verify`, run as a program.

use std::io::Write;
use std::process::{Command, Stdio};

use protocol::{BagStep, GameRecord, PlayerId, verify_record};
use rules::{Language, Nonce, Preset, Seat};
use serde_json::{Value, json};
use testkit::{ANN, BOB, RandomGame, Table};

/// A game without nonces of players.
fn record() -> GameRecord {
    let mut game = RandomGame::verifiable(Preset::Classic, wordlists::embedded("en").unwrap(), 3);
    game.finish();
    record_of(&game.table)
}

/// A game of two players of whom the first committed to a nonce.
fn record_with_a_commitment() -> GameRecord {
    let nonce = Nonce(b"ann's".to_vec());
    let rules = Preset::Open.rules(Language::by_code("en").unwrap());
    let mut table = Table::of(rules, 2).with_bag();
    table.command(ANN, rules::Command::CommitNonce(nonce.commitment())).unwrap();
    table.command(ANN, rules::Command::Start).unwrap();
    table.command(ANN, rules::Command::RevealNonce(nonce)).unwrap();
    table.resign(BOB).unwrap();
    record_of(&table)
}

fn record_of(table: &Table) -> GameRecord {
    let ids = Seat::all().map(|seat| (seat, PlayerId::new(format!("p{}", seat.index())))).collect();
    GameRecord::of(&table.log, &Table::SEED, &ids).unwrap()
}

struct Run {
    status: i32,
    out: String,
    error: String,
}

/// Verifies a file, or piped input.
fn verify(text: &str, is_piped: bool, options: &[&str]) -> Run {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.json");
    std::fs::write(&path, text).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_dord"));
    command.arg("verify").args(options).env("NO_COLOR", "1").current_dir(folder.path());
    command.arg(if is_piped { "-" } else { "game.json" });
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    if is_piped {
        input.write_all(text.as_bytes()).unwrap();
    }
    drop(input);
    let output = child.wait_with_output().unwrap();
    Run {
        status: output.status.code().unwrap(),
        out: String::from_utf8(output.stdout).unwrap(),
        error: String::from_utf8(output.stderr).unwrap(),
    }
}

fn text(record: &GameRecord) -> String {
    serde_json::to_string(record).unwrap()
}

#[test]
fn a_fair_game_is_verified_from_a_file_and_from_a_pipe() {
    let record = record();
    for is_piped in [false, true] {
        let run = verify(&text(&record), is_piped, &[]);
        assert_eq!(run.status, 0, "{}{}", run.out, run.error);
        assert!(run.out.contains("Not proven for "), "{}", run.out);
        assert!(run.out.contains("an operator who plays could have chosen the tiles"), "{}", run.out);
        assert!(!run.out.contains("provably fair"), "{}", run.out);
    }
    let run = verify(&text(&record), false, &["--json"]);
    let answer: Value = serde_json::from_str(&run.out).unwrap();
    let expected = verify_record(&record).unwrap();
    assert_eq!(answer["verified"], true);
    assert_eq!(answer["draws"], expected.draws);
    assert_eq!(answer["openingDraws"], expected.opening_draws);
}

#[test]
fn players_with_a_provably_fair_bag_are_named() {
    let record = record_with_a_commitment();
    let run = verify(&text(&record), false, &[]);
    assert_eq!(run.status, 0, "{}{}", run.out, run.error);
    assert!(run.out.contains("The bag was provably fair for Ann."), "{}", run.out);
    assert!(run.out.contains("Not proven for Bob:"), "{}", run.out);
    let run = verify(&text(&record), false, &["--json"]);
    let answer: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!((&answer["fairFor"], &answer["notProvenFor"]), (&json!(["Ann"]), &json!(["Bob"])));
    assert_eq!(answer["failedStarts"], 0);
}

#[test]
fn a_nonce_without_its_commitment_is_found() {
    let mut record = record_with_a_commitment();
    record.players[0].nonce = "ground".to_owned();
    let run = verify(&text(&record), false, &[]);
    assert_eq!(run.status, 1);
    assert!(run.out.contains("the nonce of seat 0"), "{}", run.out);
}

#[test]
fn a_changed_tile_is_found_and_located() {
    let mut record = record();
    let BagStep::Draw { tiles, .. } = &mut record.bag[1] else { panic!("racks are dealt first") };
    let changed = if tiles[2] == "E" { "A" } else { "E" };
    changed.clone_into(&mut tiles[2]);
    let run = verify(&text(&record), false, &[]);
    assert_eq!(run.status, 1);
    assert!(run.out.contains("bag step 1"), "{}", run.out);
    let run = verify(&text(&record), false, &["--json"]);
    let answer: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!((run.status, &answer["verified"]), (1, &Value::Bool(false)));
    assert!(answer["error"].as_str().unwrap().contains("bag step 1"), "{answer}");
}

#[test]
fn a_different_seed_and_a_missing_draw_are_found() {
    let mut other_seed = record();
    other_seed.seed = "11".repeat(32);
    let run = verify(&text(&other_seed), false, &[]);
    assert_eq!(run.status, 1);
    assert!(run.out.contains("committed to"), "{}", run.out);

    let mut no_draw = record();
    no_draw.opening_draw.clear();
    let run = verify(&text(&no_draw), false, &[]);
    assert_eq!(run.status, 1);
    assert!(run.out.contains("who begins"), "{}", run.out);
}

#[test]
fn a_file_that_is_not_a_record_is_an_error() {
    for text in ["", "{}", "[1]", "not JSON"] {
        let run = verify(text, true, &[]);
        assert_eq!(run.status, 2, "{text}");
        assert!(run.error.contains("no record of a finished game"), "{}", run.error);
    }
}
