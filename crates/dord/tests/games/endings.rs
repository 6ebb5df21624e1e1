use rules::{EndReason, Preset, Seat};

use super::{mirror::Mirror, program::TestFolder};

#[test]
fn a_game_to_the_last_tile_is_scored_by_the_rules_in_english_and_dutch() {
    for (code, preset) in [("en", Preset::Open), ("nl", Preset::Validated)] {
        let mut mirror = Mirror::new(preset, code, &["Alice", "Bob"]);
        mirror.play_to_the_end();
        assert_eq!(mirror.game.outcome().unwrap().reason, EndReason::AllTilesPlayed, "{code}");
        for seat in 0..2 {
            // An independent scorer counts along.
            assert_eq!(mirror.counted[seat], mirror.score_before(seat).0, "{code}");
        }

        let folder = TestFolder::new();
        let run = folder.play(&["--language", code, "--preset", preset.name()], &mirror.typed());
        assert_eq!(run.status, 0, "{}", run.error);
        let ranking = format!("Game Over!\n\n{}\n", mirror.ranking());
        assert!(run.out.contains(&ranking), "{code}: expected {ranking} in {}", tail(&run.out));
        let winner = &mirror.game.players()[mirror.game.outcome().unwrap().winners[0]].name;
        assert!(run.out.contains(&format!("{winner} wins!\n")), "{}", tail(&run.out));
        assert!(run.out.contains("The commitment fits the seed, and so do all"), "{}", tail(&run.out));
    }
}

#[test]
fn a_going_out_play_that_can_be_challenged_ends_the_game_when_the_other_says_ok() {
    let mut mirror = Mirror::new(Preset::Social, "en", &["Alice", "Bob"]);
    mirror.play_on_until_it_waits();
    let view = mirror.game.table_view();
    let open = view.play().unwrap().open_play().unwrap();
    assert!(open.goes_out());
    let other = Seat::at(1 - open.seat().index()).unwrap();
    mirror.accept(other);
    assert_eq!(mirror.game.outcome().unwrap().reason, EndReason::AllTilesPlayed);

    let folder = TestFolder::new();
    let run = folder.play(&[], &mirror.typed());
    assert_eq!(run.status, 0, "{}", run.error);
    assert!(run.out.contains("That would be the end: it can still be challenged."), "{}", tail(&run.out));
    assert!(run.out.contains(&format!("Game Over!\n\n{}\n", mirror.ranking())), "{}", tail(&run.out));
    assert!(run.out.contains("gets the others' tiles: +"), "{}", tail(&run.out));
}

#[test]
fn passes_end_the_game_and_cost_the_remaining_tiles() {
    for (code, preset, passes) in [("en", Preset::Social, 3), ("nl", Preset::Validated, 4)] {
        let mut mirror = Mirror::new(preset, code, &["Anna", "Bram", "Carla"]);
        assert!(mirror.play_best());
        for _ in 0..passes {
            mirror.pass();
        }
        assert_eq!(mirror.game.outcome().unwrap().reason, EndReason::ConsecutivePasses, "{code}");

        let seed = super::program::SEED;
        let arguments =
            ["play", "Anna", "Bram", "Carla", "--seed", seed, "--language", code, "--preset", preset.name()];
        let run = TestFolder::new().dord(&arguments, &mirror.typed());
        assert_eq!(run.status, 0, "{}", run.error);
        assert!(run.out.contains(&format!("Game Over!\n\n{}\n", mirror.ranking())), "{}", tail(&run.out));
        assert!(run.out.contains("Nobody plays any more: the game is over."));
    }
}

/// Scores counted by hand, so that a change of the bag, the seed or the scoring is noticed.
#[test]
fn short_games_have_the_scores_counted_by_hand() {
    // IIERRIT and GSNMLIE: TIE is (1+1+1)×2 with E on the star; MEN is 3+2+1 with E doubled, EM 1+3.
    // Left are IRRIBES, 9, and GSLIAEN, 8.
    let english = ["8F TIE", "9H MEN", "pass", "yes", "pass", "yes"];
    // EANKPQA and ENGVWRE: KAN is (3+1+1)×2; NEGEN is 1+1+3+1+2 with the last N doubled.
    // Left are EPQAHTN, 22, and VWRADIT, 17.
    let dutch = ["8F KAN", "H8 NEGEN", "pass", "yes", "pass", "yes", "pass", "yes", "pass", "yes"];
    let folder = TestFolder::new();
    for (arguments, lines, racks, told, ranking) in [
        (
            &[][..],
            &english[..],
            ["I1 I1 E1 R1 R1 I1 T1", "G2 S1 N1 M3 L1 I1 E1"],
            ["Alice plays 8F TIE for 6 points.", "Bob plays 9H MEN for 10 points (MEN 6, EM 4)."],
            "Bob has GSLIAEN left: -8\nAlice has IRRIBES left: -9\n\nGame Over!\n\n\
             1st: Bob - 2 points\n2nd: Alice - -3 points\n\nBob wins!\n",
        ),
        (
            &["--language", "nl", "--preset", "validated"],
            &dutch,
            ["E1 A1 N1 K3 P3 Q10 A1", "E1 N1 G3 V4 W5 R2 E1"],
            ["Alice plays 8F KAN for 10 points.", "Bob plays H8 (N)EGEN for 8 points."],
            "Bob has VWRADIT left: -17\nAlice has EPQAHTN left: -22\n\nGame Over!\n\n\
             1st: Bob - -9 points\n2nd: Alice - -12 points\n\nBob wins!\n",
        ),
    ] {
        let run = folder.play(arguments, lines);
        for said in racks.iter().chain(&told).chain([&ranking]) {
            assert!(run.out.contains(said), "{said:?} in {}", run.out);
        }
    }
}

#[test]
fn resigning_makes_the_other_player_the_winner() {
    let run = TestFolder::new().play(&[], &["bob resign"]);
    assert_eq!(run.status, 0, "{}", run.error);
    let end = "Game Over!\n\n1st: Alice - 0 points\n2nd: Bob - 0 points (left the game)\n\nAlice wins!\n";
    assert!(run.out.contains(end), "{}", tail(&run.out));
}

#[test]
fn at_a_table_of_three_a_majority_can_end_the_game() {
    let run = TestFolder::new().dord(&["play", "Ann", "Bob", "Cat", "--json"], &["end", "end"]);
    let answers: Vec<serde_json::Value> =
        run.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(answers[1]["told"][0].as_str().unwrap().starts_with("Ann asks to end the game."), "{}", run.out);
    assert_eq!(answers.last().unwrap()["type"], "ended");
    assert_eq!(answers.last().unwrap()["reason"], "hostEnded");
}

#[test]
fn a_game_stays_unfinished_when_the_input_ends() {
    for lines in [&[][..], &["pass"], &["quit"]] {
        let run = TestFolder::new().play(&[], lines);
        assert_eq!(run.status, 0, "{lines:?}: {}", run.error);
        assert!(run.out.ends_with("The game is not over; it is left as it is.\n"), "{}", tail(&run.out));
        assert!(!run.out.contains(super::program::SEED), "the seed is a secret until the end");
    }
}

#[test]
fn without_a_seed_every_game_is_different() {
    let commitment = |run: super::program::Run| -> String {
        let started: serde_json::Value = serde_json::from_str(run.out.lines().next().unwrap()).unwrap();
        assert_eq!(started["game"].as_str().unwrap().len(), 36, "a UUID");
        assert_eq!(started["players"], serde_json::json!(["Player 1", "Player 2"]));
        started["commitment"].as_str().unwrap().to_owned()
    };
    let folder = TestFolder::new();
    let once = commitment(folder.dord(&["play", "--json"], &[]));
    assert_ne!(once, commitment(folder.dord(&["play", "--json"], &[])));
}

fn tail(text: &str) -> &str {
    let start = text.len().saturating_sub(1500);
    &text[text.char_indices().map(|(index, _)| index).find(|&index| index >= start).unwrap_or(0)..]
}
