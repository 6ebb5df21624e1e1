//! The engine commands: `dord moves`, `dord selfplay` and `dord analyse`.

use std::{fs, process::Command};

use serde_json::Value;

struct Ran {
    status: Option<i32>,
    out: String,
    errors: String,
}

fn dord(arguments: &[&str]) -> Ran {
    let folder = tempfile::tempdir().unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_dord"))
        .args(arguments)
        .env("DORD_DATA_DIR", folder.path())
        .output()
        .unwrap();
    Ran {
        status: output.status.code(),
        out: String::from_utf8(output.stdout).unwrap(),
        errors: String::from_utf8(output.stderr).unwrap(),
    }
}

const OPENING: &str = "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 QUIZSAT/ 0/0 0";

#[test]
fn moves_lists_the_plays_of_a_position_best_first() {
    let listed = dord(&["moves", OPENING]);
    assert_eq!(listed.status, Some(0), "{}", listed.errors);
    let first = listed.out.lines().next().unwrap();
    assert_eq!(first.trim(), "48  8D  QUAIS");
    let count = dord(&["moves", OPENING, "--count"]);
    assert_eq!(count.out.trim().parse::<usize>().unwrap(), listed.out.lines().count());
    let json: Value = serde_json::from_str(&dord(&["moves", OPENING, "--json"]).out).unwrap();
    let plays = json["plays"].as_array().unwrap();
    assert_eq!(plays.len(), listed.out.lines().count());
    assert!(plays[0]["score"].as_i64() >= plays[1]["score"].as_i64());
}

#[test]
fn moves_names_the_operations_without_effect() {
    let position = format!("{OPENING} lex ENABLE; ld english; var wordsmog; lex CSW21;");
    let listed = dord(&["moves", &position]);
    assert_eq!(listed.status, Some(0));
    assert_eq!(listed.errors, "ignored: ld english; var wordsmog; lex CSW21;\n");
    assert_eq!(listed.out, dord(&["moves", OPENING]).out);
    for options in [&["--json"][..], &["--json", "--count"]] {
        let answer = dord(&[&["moves", &position][..], options].concat());
        let json: Value = serde_json::from_str(&answer.out).unwrap();
        assert_eq!(json["ignored"], serde_json::json!(["ld english;", "var wordsmog;", "lex CSW21;"]));
        assert_eq!(answer.errors, "");
    }
    // The operation that `dord replay` writes has an effect.
    assert_eq!(dord(&["moves", &format!("{OPENING} lex ENABLE;")]).errors, "");
}

#[test]
fn moves_says_what_is_wrong_with_a_position() {
    let wrong = dord(&["moves", "15/15 ABC/ 0/0 0"]);
    assert_eq!(wrong.status, Some(2));
    assert!(wrong.errors.contains("expected"), "{}", wrong.errors);
    let nothing = dord(&["moves"]);
    assert_eq!(nothing.status, Some(2));
}

#[test]
fn moves_counts_the_plays_of_many_positions() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("positions.txt");
    let lines: Vec<&str> = include_str!("../../engine/tests/positions.txt").lines().step_by(50).collect();
    // Keep only board and rack: the other columns are the expected results.
    let asked: Vec<String> =
        lines.iter().map(|line| line.split(' ').take(2).collect::<Vec<_>>().join(" ")).collect();
    fs::write(&file, asked.join("\n")).unwrap();
    let counted = dord(&["moves", "--positions", file.to_str().unwrap()]);
    assert_eq!(counted.out.lines().collect::<Vec<_>>(), lines, "{}", counted.errors);
    let best = dord(&["moves", "--positions", file.to_str().unwrap(), "--best"]);
    for (line, known) in best.out.lines().zip(&lines) {
        let columns: Vec<&str> = known.split(' ').collect();
        assert_eq!(line, format!("{} {} {}", columns[0], columns[1], columns[4]));
    }
    fs::write(&file, "15/15 ABC\n").unwrap();
    let wrong = dord(&["moves", "--positions", file.to_str().unwrap()]);
    assert_eq!(wrong.status, Some(2));
    assert!(wrong.errors.contains("line 1"), "{}", wrong.errors);
}

#[test]
fn the_same_seed_gives_the_same_games_with_any_number_of_threads() {
    let play = |threads: &str| -> Value {
        let ran = dord(&["selfplay", "--games", "6", "--seed", "5", "--threads", threads, "--json"]);
        let mut summary: Value = serde_json::from_str(&ran.out).unwrap_or_else(|_| panic!("{}", ran.errors));
        for field in ["seconds", "gamesPerSecond"] {
            summary.as_object_mut().unwrap().remove(field).expect("it is measured");
        }
        summary
    };
    let summary = play("1");
    assert_eq!(summary, play("2"));
    assert_eq!(summary["games"], 6);
    assert!(summary["points"][0].as_f64().unwrap() > 300.0, "{summary}");
}

#[test]
fn an_unknown_level_is_refused() {
    let refused = dord(&["selfplay", "--player", "9"]);
    assert_eq!(refused.status, Some(2));
    assert!(refused.errors.contains("a level from 1 to 5"), "{}", refused.errors);
}

#[test]
fn the_coach_names_the_better_play_and_the_missed_bingo() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.gcg");
    let game = "#player1 ann Ann\n#player2 bo Bo\n\
                >ann: AEINRST 8H RAT +6 6\n>bo: EEIOUUV -EIOUUV +0 0\n";
    fs::write(&file, game).unwrap();
    let path = file.to_str().unwrap();
    let ran = dord(&["analyse", path, "--json"]);
    assert_eq!(ran.status, Some(0), "{}", ran.errors);
    let lines: Vec<Value> = ran.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 3, "two turns and what they come to");
    assert!(lines[0]["lost"].as_f64().unwrap() > 40.0, "{}", lines[0]);
    assert!(lines[0]["missedBingo"]["score"].as_i64().unwrap() >= 64, "{}", lines[0]);
    assert!(lines[1]["best"].as_array().unwrap().len() > 1);
    assert_eq!(lines[2]["players"][0]["missedBingos"], 1);
    let shown = dord(&["analyse", path]);
    assert!(shown.out.contains("missed bingo"), "{}", shown.out);
    let sums: Vec<&str> = shown.out.lines().rev().take(2).collect();
    assert!(sums[1].contains(" points lost in 1 turn, luck "), "{}", sums[1]);
    assert!(sums[1].contains(", 1 missed bingo, 0 phonies that stood, 0 challenged off"), "{}", sums[1]);
    assert!(sums[0].contains(", 0 missed bingos, "), "{}", sums[0]);
    let missing = dord(&["analyse", "nowhere.gcg"]);
    assert_eq!(missing.status, Some(2));
}
