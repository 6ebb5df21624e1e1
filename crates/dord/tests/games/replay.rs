use rules::Preset;
use serde_json::{Value, json};

use super::{
    mirror::Mirror,
    program::{SEED, TestFolder},
};

const GAME: &str = "\
#player1 anna Anna Bell
#player2 Bo Bo
>anna: AEIQUZ? 8E QUiZ +42 42
>Bo: DEORRST H8 .ODER +16 16
>Bo: DEORRST -- -16 0
>anna: AEINRST H8 .EST +13 55
>Bo: DEORRST -DRR +0 0
#rack1 AINR
";

fn as_json(folder: &TestFolder, arguments: &[&str]) -> (i32, Value) {
    let run = folder.dord(&[&["replay", "game.gcg", "--json"], arguments].concat(), &[]);
    (run.status, serde_json::from_str(&run.out).unwrap_or_else(|error| panic!("{error}: {}", run.error)))
}

#[test]
fn a_game_played_here_replays_without_discrepancies() {
    for (code, preset) in [("en", Preset::Social), ("nl", Preset::Validated)] {
        let mut mirror = Mirror::new(preset, code, &["Anna", "Bob Lee", "Carla"]);
        for _ in 0..6 {
            assert!(mirror.play_best());
        }
        while mirror.game.outcome().is_none() {
            mirror.pass();
        }
        let folder = TestFolder::new();
        let arguments = ["play", "Anna", "Bob Lee", "Carla", "--seed", SEED, "--gcg", "game.gcg"];
        let run = folder.dord(
            &[&arguments, &["--language", code, "--preset", preset.name()][..]].concat(),
            &mirror.typed(),
        );
        assert!(run.out.ends_with("The game was written to game.gcg.\n"), "{}", run.error);
        assert!(folder.read("game.gcg").contains("#player2 Bob_Lee Bob Lee\n"));

        let (status, answer) = as_json(&folder, &["--language", code]);
        assert_eq!((status, &answer["discrepancies"]), (0, &json!([])), "{code}");
        assert_eq!(answer["phonies"], json!([]), "{code}: only words were played");
        let board = rules::notation::write_board(mirror.game.board().unwrap(), &mirror.game.rules().language);
        assert_eq!(answer["position"]["board"], board);
        for standing in &mirror.game.outcome().unwrap().standings {
            assert_eq!(answer["players"][standing.seat.index()]["score"], standing.score.0);
        }
    }
}

#[test]
fn a_saved_game_is_updated_but_other_files_are_not_overwritten() {
    let folder = TestFolder::new();
    folder.write("mine.txt", "a poem");
    let run = folder.play(&[], &["save game.gcg", "pass", "yes", "save game.gcg", "save mine.txt"]);
    assert_eq!(run.status, 0);
    assert!(run.out.contains("mine.txt was not written: the file is there already; name another one."));
    assert_eq!(folder.read("mine.txt"), "a poem");
    let saved = folder.read("game.gcg");
    assert!(saved.contains("#incomplete\n") && saved.contains(" - +0 0\n"), "{saved}");
}

#[test]
fn the_pad_the_board_and_the_position_are_printed() {
    let folder = TestFolder::new();
    folder.write("game.gcg", GAME);
    let run = folder.dord(&["replay", "game.gcg"], &[]);
    assert_eq!(run.status, 0, "{}{}", run.out, run.error);
    for said in [
        "   1  Anna Bell  8E QUiZ                +42     42\n",
        "   3  Bo         took the play back     -16      0\n",
        "   4  Anna Bell  H8 (Z)EST              +13     55\n",
        "   5  Bo         exchanged 3 tiles               0\n",
        " 8 TW  ·  · DL  Q  U  i  Z  ·",
        "The board after turn 5 of 5:",
        "\nAnna Bell   55\nBo           0\n",
        "\nCGP 15/15/15/15/15/15/15/4QUiZ7/7E7/7S7/7T7/15/15/15/15 AINR/ 55/0 1 lex ENABLE;\n",
        "All points and totals are right.",
    ] {
        assert!(run.out.contains(said), "{said:?} in {}", run.out);
    }
    let early = folder.dord(&["replay", "game.gcg", "--turn", "2"], &[]);
    assert!(early.out.contains("The board after turn 2 of 5:"), "{}", early.out);
    assert!(early.out.contains(" 9  ·  · DL  ·  ·  · DL [O]"), "{}", early.out);
    assert!(!early.out.contains("took the play back"));
    let (_, start) = as_json(&folder, &["--turn", "0"]);
    assert_eq!(
        start["position"]["cgp"],
        "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 AEIQUZ?/DEORRST 0/0 0 lex ENABLE;"
    );
}

#[test]
fn a_wrong_score_is_reported_with_the_expected_one_and_fails() {
    let folder = TestFolder::new();
    folder.write("game.gcg", &GAME.replace("+42 42", "+44 44").replace("+13 55", "+13 60"));
    let run = folder.dord(&["replay", "game.gcg"], &[]);
    assert_eq!(run.status, 1, "{}", run.error);
    assert!(run.out.contains("wrong: turn 1 earns 42 points, the file says 44\n"), "{}", run.out);
    assert!(run.out.contains("wrong: turn 4 makes a total of 57, the file says 60\n"), "{}", run.out);
    let (status, answer) = as_json(&folder, &[]);
    assert_eq!(status, 1);
    assert_eq!(answer["discrepancies"][0]["kind"], "points");
    assert_eq!(answer["discrepancies"][0]["expected"], "42");
    assert_eq!(answer["discrepancies"][0]["found"], "44");
    assert_eq!(answer["discrepancies"][1]["kind"], "total");
}

#[test]
fn a_play_that_breaks_a_placement_rule_is_reported() {
    let folder = TestFolder::new();
    folder.write("game.gcg", "#player1 a Anna\n>a: QUIZ 1A QUIZ +66 66\n>a: QQ 8H QQ +40 106\n");
    let (status, answer) = as_json(&folder, &[]);
    assert_eq!(status, 1);
    let kinds: Vec<&Value> =
        answer["discrepancies"].as_array().unwrap().iter().map(|one| &one["kind"]).collect();
    assert_eq!(kinds, ["placement", "placement", "tiles"], "{answer:#}");
}

#[test]
fn only_phonies_that_were_not_taken_back_are_named() {
    let folder = TestFolder::new();
    let until_the_phony = GAME.split(">Bo: DEORRST --").next().unwrap();
    folder.write("game.gcg", until_the_phony);
    let run = folder.dord(&["replay", "game.gcg", "--turn", "1"], &[]);
    assert!(
        run.out.contains("phony: turn 2 by Bo stood with ZODER, not in ENABLE"),
        "{}{}",
        run.out,
        run.error
    );
    folder.write("game.gcg", GAME);
    let run = folder.dord(&["replay", "game.gcg"], &[]);
    assert!(!run.out.contains("phony"), "{}", run.out);
}

#[test]
fn a_broken_file_is_an_error_with_its_line() {
    let folder = TestFolder::new();
    for (text, said) in [
        ("#player1 a Anna\n>a: QUIZ 8G\n", "game.gcg, line 2: "),
        ("#player1 a Anna\n>b: QUIZ 8G QUIZ +44 44\n", "game.gcg, line 2: "),
        (
            "#player1 a Anna\n>a: QUIZ 8G QUIT +44 44\n",
            "game.gcg, line 2: expected T on the rack, found QUIZ",
        ),
        (
            "#player1 a Anna\n>a: ÑU 8G ÑU +44 44\n",
            "line 2: expected a tile in capitals or `?`, found \"Ñ\" (tiles are read as English; --language chooses another)",
        ),
        ("", "game.gcg, line 1: "),
        ("#player1 a Anna\n>a: \u{1b}[2J 8G\n", "game.gcg, line 2: "),
    ] {
        folder.write("game.gcg", text);
        let run = folder.dord(&["replay", "game.gcg"], &[]);
        assert_eq!(run.status, 2, "{text}: {}", run.out);
        assert!(run.error.contains(said), "{text}: {}", run.error);
        assert!(!run.error.contains('\u{1b}'), "a file cannot steer the terminal");
    }
    folder.write("game.gcg", GAME);
    let run = folder.dord(&["replay", "game.gcg", "--turn", "9"], &[]);
    assert_eq!((run.status, run.error.as_str()), (2, "error: game.gcg has no turn 9: its last is 5\n"));
    let run = folder.dord(&["replay", "missing.gcg"], &[]);
    assert!(run.status == 2 && run.error.starts_with("error: cannot read missing.gcg: "), "{}", run.error);
}

#[test]
fn names_in_a_file_cannot_control_the_terminal() {
    let folder = TestFolder::new();
    folder.write("game.gcg", "#player1 a Anna\u{1b}[2J\n#title \u{1b}]0;x\u{7}\n>a: QUIZ 8G QUIZ +24 24\n");
    let run = folder.dord(&["replay", "game.gcg"], &[]);
    assert!(!run.out.contains('\u{1b}') && run.out.contains("Anna\u{fffd}[2J"), "{}", run.out);
}

/// A game played here, without the pragmas that name its language.
fn game_in(code: &'static str, folder: &TestFolder) -> String {
    let mut mirror = Mirror::new(Preset::Validated, code, &["Anna", "Bob Lee"]);
    for _ in 0..10 {
        assert!(mirror.play_best());
    }
    let arguments = ["play", "Anna", "Bob Lee", "--seed", SEED, "--preset", "validated", "--language", code];
    let file = format!("{code}.gcg");
    let run = folder.dord(&[&arguments[..], &["--gcg", &file]].concat(), &mirror.typed());
    assert_eq!(run.status, 0, "{}", run.error);
    let text = folder.read(&file);
    text.split_inclusive('\n').filter(|line| !line.starts_with("#lexicon")).collect()
}

#[test]
fn the_language_of_a_game_is_found_by_its_lexicon_or_its_words() {
    let folder = TestFolder::new();
    let (english, dutch) = (game_in("en", &folder), game_in("nl", &folder));
    for (text, language) in [
        (english.clone(), "en"),
        (dutch.clone(), "nl"),
        (format!("{english}#lexicon NWL23\n"), "en"),
        (format!("{dutch}#lexicon OpenTaal 2.20.19\n"), "nl"),
        (dutch.replacen('>', "#tile-distribution dutch\n>", 1), "nl"),
        // An unknown list gives no information.
        (format!("{dutch}#lexicon MyOwnList\n"), "nl"),
        ("#player1 a Anna\n".to_owned(), "en"),
    ] {
        folder.write("game.gcg", &text);
        let run = folder.dord(&["replay", "game.gcg", "--json"], &[]);
        assert_eq!(run.status, 0, "{text}: {}", run.error);
        let answer: Value = serde_json::from_str(&run.out).unwrap();
        assert_eq!(answer["language"], language, "{text}");
        let said = if language == "en" {
            ""
        } else {
            "game.gcg is read as Nederlands; --language chooses another\n"
        };
        assert_eq!(run.error, said);
    }
    folder.write("game.gcg", &dutch);
    let run = folder.dord(&["analyse", "game.gcg", "--json"], &[]);
    assert_eq!(run.status, 0, "{}", run.error);
}

#[test]
fn a_game_in_an_unknown_language_gives_a_single_hint() {
    let folder = TestFolder::new();
    let game = "#player1 a Anna\n#lexicon RD29\n\
                >a: XYLOFON 8D XYLOFO +50 50\n>a: QWERTZ H8 .QWERT +60 110\n\
                >a: KJXPQ 13F KJ.PQ +70 180\n>a: ZZVVW J13 .ZV +80 260\n";
    folder.write("game.gcg", game);
    let run = folder.dord(&["replay", "game.gcg"], &[]);
    assert_eq!((run.status, run.out.as_str()), (2, ""), "{}", run.error);
    assert_eq!(
        run.error,
        "error: game.gcg seems to be a game with the word list RD29 in another language than English and Nederlands; \
         to read it all the same, use --language en or --language nl\n"
    );
    let run = folder.dord(&["replay", "game.gcg", "--language", "en"], &[]);
    assert_eq!(run.status, 1, "{}", run.error);
    assert!(run.out.contains("wrong: "), "{}", run.out);
}

#[test]
fn games_of_other_programs_replay() {
    let folder = TestFolder::new();
    let with_text = include_str!("../../../rules/tests/gcg/text-after-totals.gcg");
    folder.write("game.gcg", with_text);
    let run = folder.dord(&["replay", "game.gcg", "--turn", "3"], &[]);
    assert_ne!(run.status, 2, "{}", run.error);
    assert!(run.out.contains("   1  Ann Lee  8E QUiZ"), "{}", run.out);
    std::fs::write(folder.path("latin.gcg"), include_bytes!("../../../rules/tests/gcg/latin-1.gcg")).unwrap();
    let run = folder.dord(&["replay", "latin.gcg"], &[]);
    assert!(run.out.contains("René Dubé"), "{}{}", run.out, run.error);
}
