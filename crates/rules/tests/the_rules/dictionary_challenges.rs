use rules::{EventKind, Judge, Preset, Refusal};
use testkit::{ANN, BOB, CAT, Table};

use crate::dealt;

const RACKS: [&str; 3] = ["CATSEED", "HORNING", "MULBERY"];

fn verdict(events: &[EventKind]) -> Option<(bool, Judge)> {
    events.iter().find_map(|event| match event {
        EventKind::ChallengeResolved { valid, judge } => Some((*valid, judge.clone())),
        _ => None,
    })
}

fn dictionary(table: &Table, unknown: &[&str]) -> Judge {
    Judge::Dictionary { unknown: unknown.iter().map(|word| table.language().spell(word).unwrap()).collect() }
}

#[test]
fn the_dictionary_decides_at_once() {
    let mut table = dealt(Preset::Classic, &RACKS).with_words(&["CAT"]);
    table.play(ANN, "8H", "CAT").unwrap();
    let events = table.challenge(CAT).unwrap();
    assert_eq!(verdict(&events), Some((true, dictionary(&table, &[]))));
    assert_eq!(table.judge(CAT, false), Err(Refusal::NoChallengePending));
    assert_eq!(table.to_move(), Some(BOB));
}

#[test]
fn one_invalid_word_takes_the_whole_play_back() {
    let mut table = dealt(Preset::Classic, &RACKS).with_words(&["CAT", "HO"]);
    table.play(ANN, "8H", "CAT").unwrap();
    table.play(BOB, "K8", "HO").unwrap();
    let events = table.challenge(CAT).unwrap();
    assert_eq!(verdict(&events), Some((false, dictionary(&table, &["CATH"]))));
    assert_eq!((table.rack(BOB).as_str(), table.score(BOB).0), ("HORNING", 0));
}

#[test]
fn all_words_are_challenged_together_and_cost_one_turn() {
    let mut table = dealt(Preset::Classic, &RACKS).with_words(&["CAT", "HO", "CATH"]);
    table.play(ANN, "8H", "CAT").unwrap();
    table.play(BOB, "K8", "HO").unwrap();
    table.challenge(CAT).unwrap();
    // Cat was to move. She loses this turn and no other.
    assert_eq!(table.to_move(), Some(ANN));
    table.pass(ANN).unwrap();
    table.pass(BOB).unwrap();
    assert_eq!(table.to_move(), Some(CAT));
}

#[test]
fn a_successful_challenge_costs_the_challenged_player_the_turn() {
    let mut table = dealt(Preset::Classic, &RACKS[..2]).with_words(&[]);
    table.play(ANN, "8H", "CAT").unwrap();
    table.challenge(BOB).unwrap();
    assert_eq!((table.to_move(), table.rack(ANN).as_str()), (Some(BOB), "CATSEED"));
}

#[test]
fn the_history_names_the_words_not_in_the_dictionary() {
    let mut table = dealt(Preset::Classic, &RACKS).with_words(&["CAT", "HO"]);
    table.play(ANN, "8H", "CAT").unwrap();
    table.play(BOB, "K8", "HO").unwrap();
    table.challenge(CAT).unwrap();
    let view = table.game.table_view().play().unwrap();
    let second = view.log().nth(1).unwrap().deed();
    let rules::SeenAction::Played { challenge: Some(record), .. } = second else { panic!() };
    assert_eq!(record.judge, Some(dictionary(&table, &["CATH"])));
}

#[test]
fn the_dictionarys_verdict_is_never_pending() {
    let mut table = dealt(Preset::Classic, &RACKS).with_words(&["CAT"]);
    table.play(ANN, "8H", "CAT").unwrap();
    table.challenge(BOB).unwrap();
    assert!(table.play(CAT, "8K", "MU").is_ok());
}
