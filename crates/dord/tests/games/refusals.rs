use rules::Preset;

use super::{mirror::Mirror, program::TestFolder};

/// Sends one command to a new game and returns the refusal. The game must not change.
fn refused(arguments: &[&str], lines: &[&str]) -> String {
    let answers = TestFolder::new().play_json(arguments, lines);
    let [.., before, refusal, left] = answers.as_slice() else { panic!("{answers:?}") };
    assert_eq!(refusal["type"], "refused", "{lines:?}: {refusal}");
    assert_eq!(left["state"], before["state"], "{lines:?}: nothing changed");
    refusal["message"].as_str().unwrap().to_owned()
}

#[test]
fn every_refusal_is_a_sentence_and_changes_nothing() {
    let mirror = Mirror::new(Preset::Social, "en", &["Alice", "Bob"]);
    let rack = mirror.rack(0);
    let first: String = rack.chars().filter(|tile| *tile != '?').take(2).collect();
    let missing = ('A'..='Z').find(|letter| !rack.contains(*letter)).unwrap();
    for (line, said) in [
        (format!("1A {first}"), "The first play covers the star in the centre, 8H."),
        (format!("8H {}", &first[..1]), "The first play has at least two letters."),
        (format!("8H {missing}{missing}"), "The tile for 8H is not on the rack, which is "),
        (
            format!("8O {first}"),
            "does not fit: it has 2 letters, and from 8O to the edge there are 1 squares.",
        ),
        (format!("8G .{first}"), "No tile lies on 8G: name a letter instead of the dot."),
        ("8H Q1".to_owned(), "'1' is no letter of English."),
        ("exchange".to_owned(), "Name the tiles to exchange, as in `exchange QV?`."),
        (format!("exchange {missing}"), "is not on the rack so often: it is "),
        ("challenge".to_owned(), "There is no play to challenge or to accept."),
        ("ok".to_owned(), "There is no play to challenge or to accept."),
        ("valid".to_owned(), "No challenge is pending. To doubt the last play, type `challenge`."),
        ("bob pass".to_owned(), "It is not the turn of Bob, but of Alice."),
        ("bob exchange A".to_owned(), "It is not the turn of Bob, but of Alice."),
        ("bob end".to_owned(), "Only the host can do this, and that is Alice."),
        ("bob rack".to_owned(), "The rack of Bob is shown only when it is the turn of Bob."),
        ("bob unseen".to_owned(), "The rack of Bob is shown only when it is the turn of Bob."),
        (format!("bob preview 8H {first}"), "The rack of Bob is shown only when it is the turn of Bob."),
        ("word don't".to_owned(), "don't cannot be laid: "),
        ("save nowhere/game.gcg".to_owned(), "the folder is not there; make it first"),
        ("dance".to_owned(), "`dance` is no command."),
        ("8H".to_owned(), "Name one word, as in `8H WORD`."),
    ] {
        let message = refused(&[], &[&line]);
        assert!(message.contains(said), "{line}: {message}");
    }
}

#[test]
fn where_words_are_checked_an_unknown_word_is_refused_by_name() {
    let mirror = Mirror::new(Preset::Open, "en", &["Alice", "Bob"]);
    let letters: String = mirror.rack(0).chars().filter(|tile| *tile != '?').collect();
    let answers = TestFolder::new().play_json(&["--preset", "open"], &[&format!("8D {letters}")]);
    assert_eq!(answers[1]["words"], serde_json::json!([letters]));
    assert_eq!(answers[1]["message"], format!("Not in the word list: {letters}."));
}

#[test]
fn at_a_classic_table_words_are_checked_only_when_challenged() {
    let message = refused(&["--preset", "classic"], &["word quiz"]);
    assert_eq!(message, "At this table nobody looks words up; a challenge asks the word list.");
}

#[test]
fn players_decide_a_challenge_and_no_move_is_accepted_while_it_is_pending() {
    let mirror = Mirror::new(Preset::Social, "en", &["Alice", "Bob"]);
    let letters: String = mirror.rack(0).chars().filter(|tile| *tile != '?').collect();
    let play = format!("8D {letters}");
    let answers = TestFolder::new()
        .play_json(&[], &[&play, "alice challenge", "bob challenge", "pass", "alice invalid", "score"]);
    assert_eq!(answers[1]["state"]["openPlay"]["words"], serde_json::json!([letters]));
    assert_eq!(answers[2]["message"], "This is the play of Alice: others can challenge or accept it.");
    assert_eq!(answers[3]["told"][0], format!("Bob challenges {letters}."));
    assert_eq!(answers[4]["message"], "A challenge is pending. Decide it first: type `valid` or `invalid`.");
    assert_eq!(answers[5]["told"][0], "Not valid, says Alice. The tiles go back to the rack.");
    assert_eq!(answers[5]["state"]["toMove"], "Bob");
    assert_eq!(answers[5]["state"]["scores"]["Alice"], 0);
    assert_eq!(answers[6]["score"][0]["takenBack"], true);
}

#[test]
fn the_dictionary_decides_at_once_and_a_failed_challenge_costs_a_turn() {
    let mut mirror = Mirror::new(Preset::Classic, "en", &["Alice", "Bob"]);
    assert!(mirror.play_best());
    let answers = TestFolder::new().play_json(&["--preset", "classic"], &[&mirror.lines[0], "challenge"]);
    let by = answers[1]["state"]["openPlay"]["by"].as_str().unwrap();
    let told = answers[2]["told"].as_array().unwrap();
    assert_eq!(told[1], "The word list has it all. The play stands.", "{told:?}");
    assert!(told[2].as_str().unwrap().ends_with("loses a turn for the challenge."), "{told:?}");
    assert_eq!(answers[2]["state"]["toMove"], by);
}

#[test]
fn invalid_arguments_are_errors_that_say_what_to_do() {
    let folder = TestFolder::new();
    folder.write("there.gcg", "");
    for (arguments, said) in [
        (&["--preset", "daily"][..], "choose social, classic, validated or open"),
        (&["--preset", "wild"], "there is no preset \"wild\""),
        (&["--language", "xx"], "there is no language \"xx\""),
        (&["--seed", "12"], "a seed has 64 hexadecimal digits"),
        (&["Solo"], "a game has 2 to 4 players, not 1"),
        (&["Ann", "Bob", "Cat", "Dan", "Eve"], "a game has 2 to 4 players, not 5"),
        (&["An unusually long name", "Bob"], "a name has 1 to 20 characters"),
        (&["Ann\u{3164}", "Bob"], "a name has letters and digits"),
        (&["Ann Lee", "Аnn Lee"], "somebody at this table has that name"),
        (&["Bob", "BOB"], "somebody at this table has that name"),
        (&["--gcg", "there.gcg"], "the file is there already; name another one"),
        (&["--gcg", "nowhere/game.gcg"], "the folder is not there"),
    ] {
        let run = folder.dord(&[&["play"], arguments].concat(), &[]);
        assert_eq!(run.status, 2, "{arguments:?}: {}", run.out);
        assert!(run.error.contains(said), "{arguments:?}: {}", run.error);
        assert_eq!(run.out, "", "{arguments:?}");
    }
}
