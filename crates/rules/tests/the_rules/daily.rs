use rules::{EndReason, Preset, Refusal, Score, Square};
use testkit::{ANN, Table};

use crate::english;

/// A puzzle with RIVER on its board that draws these tiles one after the other.
fn puzzle(drawn: &[&str]) -> Table {
    let rules = english(Preset::Daily);
    let river = rules.language.spell("RIVER").unwrap();
    let mut table = Table::opened(rules, river).with_racks(drawn);
    table.join("Ann").unwrap();
    table.started()
}

#[test]
fn the_starting_word_lies_on_the_centre_row_and_is_taken_from_the_bag() {
    let table = puzzle(&["CATSEED"]);
    // A word of five letters begins in column 7 − 2.
    let squares: Vec<Square> = table.game.board().unwrap().tiles().map(|(square, _)| square).collect();
    assert_eq!(squares, [5, 6, 7, 8, 9].map(|column| Square::at(7, column).unwrap()));
    assert_eq!((table.bag(), table.game.tile_count()), (100 - 5 - 7, Some(100)));
    assert!(table.game.board().unwrap().tiles().all(|(_, laid)| !laid.is_blank));
}

#[test]
fn premium_squares_below_the_starting_word_do_not_count() {
    let mut table = puzzle(&["SATCEED"]);
    table.play(ANN, "8K", "S").unwrap();
    assert_eq!(table.score(ANN), Score(1 + 1 + 4 + 1 + 1 + 1));
}

#[test]
fn the_first_turn_must_touch_the_starting_word() {
    let mut table = puzzle(&["CATSEED"]);
    assert!(matches!(table.play(ANN, "1A", "CAT"), Err(Refusal::Placement(_))));
    assert!(table.play(ANN, "K8", "SAT").is_ok());
}

#[test]
fn the_puzzle_ends_after_five_plays_or_exchanges() {
    let mut table = puzzle(&["CATSEED"]);
    table.play(ANN, "8K", "S").unwrap();
    for _ in 0..4 {
        assert!(!table.is_over());
        table.exchange(ANN, &[0]).unwrap();
    }
    assert_eq!(table.end_reason(), Some(EndReason::TurnsPlayed));
    // No tiles are deducted.
    assert_eq!((table.score(ANN), table.result_of(ANN).deducted), (Score(9), Score(0)));
    assert_eq!(table.winners(), [ANN]);
}

#[test]
fn a_single_player_cannot_pass() {
    assert_eq!(puzzle(&["CATSEED"]).pass(ANN), Err(Refusal::NobodyToPassTo));
}

#[test]
fn a_rejected_play_costs_no_turn() {
    let mut table = puzzle(&["CATSEED"]).with_words(&[]);
    assert!(matches!(table.play(ANN, "8K", "S"), Err(Refusal::UnknownWords { .. })));
    assert_eq!(table.game.table_view().player(testkit::seat(ANN)).unwrap().turns(), 0);
}

#[test]
fn tiles_are_drawn_at_once_and_the_same_player_moves_again() {
    let mut table = puzzle(&["CATSEED", "XYZ"]);
    table.play(ANN, "K8", "SAT").unwrap();
    assert_eq!((table.rack(ANN).as_str(), table.to_move()), ("CEEDXYZ", Some(ANN)));
}

#[test]
fn going_out_ends_a_puzzle_early() {
    let few = rules::Language::parse(
        "code xx\nname Few\nblanks 0\nA 1 1\nC 1 3\nE 1 1\nI 1 1\nR 2 1\nS 1 1\nT 1 1\nV 1 4\n",
    );
    let rules = Preset::Daily.rules(few.unwrap().into());
    let river = rules.language.spell("RIVER").unwrap();
    let mut table = Table::opened(rules, river);
    table.join("Ann").unwrap();
    let mut table = table.with_racks(&["CATS"]).started();
    table.play(ANN, "H9", "CATS").unwrap();
    assert_eq!(table.end_reason(), Some(EndReason::AllTilesPlayed));
}
