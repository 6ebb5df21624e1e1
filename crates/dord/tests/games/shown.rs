use rules::Preset;
use serde_json::json;

use super::{
    mirror::Mirror,
    program::{TestFolder, run},
};

#[test]
fn information_is_shown_on_request() {
    let mut mirror = Mirror::new(Preset::Social, "en", &["Alice", "Bob"]);
    assert!(mirror.play_best());
    let play = mirror.lines[0].clone();
    let score = mirror.counted[0];
    let preview = format!("preview {play}");
    let run =
        TestFolder::new().play(&[], &[&preview, &play, "score", "unseen", "word quiz", "word qi", "help"]);
    for said in [
        format!("That would score {score} points ("),
        format!("Alice plays {play} for {score} points."),
        "turn  player  play".to_owned(),
        format!("+{score}"),
        // 100 minus the tiles on the board and on Bob's rack.
        format!("{} tiles unseen:\n  ", 93 - play.split(' ').nth(1).unwrap().len()),
        "QUIZ: a word".to_owned(),
        "QI: not a word".to_owned(),
        "exchange ABC     swap".to_owned(),
        "> Bob      0".to_owned(),
        "  can be challenged".to_owned(),
        "it will fit this commitment:\n".to_owned(),
    ] {
        assert!(run.out.contains(&said), "{said:?} in {}", run.out);
    }
}

#[test]
fn racks_of_others_are_never_printed() {
    let mirror = Mirror::new(Preset::Social, "en", &["Alice", "Bob"]);
    let answers = TestFolder::new().play_json(&[], &["board", "rack", "unseen", "score", "exchange", "help"]);
    assert_eq!(answers[0]["state"]["rack"], mirror.rack(0));
    assert!(answers.iter().all(|answer| !answer.to_string().contains(&mirror.rack(1))));
}

#[test]
fn colours_are_printed_only_on_request() {
    let folder = TestFolder::new();
    let mut mirror = Mirror::new(Preset::Social, "en", &["Alice", "Bob"]);
    assert!(mirror.play_best());
    let arguments = ["play", "Alice", "Bob", "--seed", super::program::SEED];
    let plain = folder.dord(&arguments, &mirror.typed());
    assert!(!plain.out.contains('\u{1b}'));
    let letter = mirror.lines[0].split(' ').nth(1).unwrap().chars().next().unwrap();
    assert!(plain.out.contains(&format!("[{letter}]")), "the last play is in brackets: {}", plain.out);

    let mut forced = folder.command(&arguments);
    forced.env("CLICOLOR_FORCE", "1");
    let colours = run(forced, &mirror.typed());
    assert!(colours.out.contains("\u{1b}[38;5;16m\u{1b}[48;5;117mDL "), "{}", colours.out);
    assert!(!colours.out.contains(&format!("[{letter}]")));

    let mut without = folder.command(&arguments);
    without.env("NO_COLOR", "1");
    assert_eq!(run(without, &mirror.typed()).out, plain.out);
}

#[test]
fn exchanged_tiles_are_replaced() {
    let mirror = Mirror::new(Preset::Social, "en", &["Alice", "Bob"]);
    let two: String = mirror.rack(0).chars().take(2).collect();
    let answers = TestFolder::new().play_json(&[], &[&format!("EXCHANGE {}", two.to_lowercase()), "pass"]);
    assert_eq!(answers[1]["told"], json!(["Alice exchanges 2 tiles."]));
    let rack = answers[2]["state"]["rack"].as_str().unwrap();
    assert_eq!(rack.len(), 7);
    assert_eq!(rack[..5], mirror.rack(0)[2..], "the others stay");
}

#[test]
fn passing_asks_for_confirmation() {
    let folder = TestFolder::new();
    let run = folder.play(&[], &["pass", "no", "pass", "YES"]);
    assert!(run.out.contains("Nobody passed."), "{}", run.out);
    assert_eq!(run.out.matches("Alice passes.").count(), 1);
}

#[test]
fn completions_know_the_commands() {
    let run = TestFolder::new().dord(&["completions", "bash"], &[]);
    for command in ["dord,play)", "dord,daily)", "dord,replay)", "--gcg", "--turn"] {
        assert!(run.out.contains(command), "{command}");
    }
}

#[test]
fn help_has_examples() {
    for command in ["play", "daily", "replay"] {
        for flag in ["-h", "--help"] {
            let run = TestFolder::new().dord(&[command, flag], &[]);
            assert!(run.out.contains(&format!("Examples:\n  dord {command}")), "{}", run.out);
        }
    }
}
