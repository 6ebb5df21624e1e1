use rules::{EndReason, FirstToMove, Preset, Score};
use testkit::{ANN, BOB, CAT, Table};

use crate::{dealt, dealt_by, english, last_tiles};

fn all_pass(table: &mut Table) {
    while let Some(player) = table.to_move() {
        table.pass(player).unwrap();
    }
}

#[test]
fn each_player_still_in_the_game_loses_the_value_of_their_remaining_tiles() {
    for preset in [Preset::Social, Preset::Classic, Preset::Validated, Preset::Open] {
        let mut table = dealt(preset, &["QUIZ?EE", "AEIOULN"]);
        all_pass(&mut table);
        let (ann, bob) = (table.result_of(ANN), table.result_of(BOB));
        assert_eq!((ann.deducted, ann.gained, ann.score), (Score(24), Score(0), Score(-24)), "{preset}");
        assert_eq!((bob.deducted, bob.gained, bob.score), (Score(7), Score(0), Score(-7)), "{preset}");
        assert_eq!(table.winners(), [BOB], "{preset}");
    }
}

#[test]
fn the_outcome_shows_the_remaining_tiles() {
    let mut table = dealt(Preset::Social, &["QUIZ?EE", "AEIOULN"]);
    all_pass(&mut table);
    assert_eq!(table.result_of(ANN).tiles_left, testkit::tiles(table.language(), "QUIZ?EE"));
}

#[test]
fn the_player_with_the_most_points_wins() {
    let mut table = dealt(Preset::Open, &["CATSEED", "HORNING", "MULBERY"]).then_draws("EEEAAAA");
    table.play(ANN, "8H", "CAT").unwrap();
    table.play(BOB, "8K", "HORN").unwrap();
    table.pass(CAT).unwrap();
    all_pass(&mut table);
    let places: Vec<(usize, u8, i32)> = table
        .game
        .outcome()
        .unwrap()
        .standings
        .iter()
        .map(|standing| (standing.seat.index(), standing.rank, standing.score.0))
        .collect();
    assert_eq!(places, [(BOB, 1, 13 - 8), (ANN, 2, 10 - 8), (CAT, 3, -14)]);
    assert_eq!(table.winners(), [BOB]);
}

#[test]
fn a_tie_goes_to_the_higher_score_before_remaining_tiles_were_counted() {
    let mut table = last_tiles(Preset::Social, 2, &["CATSEED", "HORNING"], |_| {});
    table.play(ANN, "8H", "CAT").unwrap();
    table.play(BOB, "8K", "HO").unwrap();
    all_pass(&mut table);
    // 10 minus S, E, E, D, and 11 minus R, N, I, N, G: five each.
    assert_eq!((table.score(ANN), table.score(BOB)), (Score(5), Score(5)));
    assert_eq!(table.winners(), [BOB]);
    assert_eq!((table.result_of(BOB).rank, table.result_of(ANN).rank), (1, 2));
}

#[test]
fn players_who_tie_in_both_scores_share_the_rank() {
    let mut table = dealt(Preset::Social, &["AEIOULN", "AEIOURS", "QUTSNLD"]);
    all_pass(&mut table);
    assert_eq!(table.winners(), [ANN, BOB]);
    assert_eq!([ANN, BOB, CAT].map(|player| table.result_of(player).rank), [1, 1, 3]);
}

#[test]
fn winners_are_listed_in_turn_order() {
    let mut table = Table::of(english(Preset::Classic), 3)
        .with_opening_draw("ZXA")
        .with_racks(&["AEIOULN", "AEIOURS", "AEINTRS"])
        .started();
    all_pass(&mut table);
    assert_eq!(table.winners(), [CAT, ANN, BOB]);
}

#[test]
fn the_turn_order_does_not_break_a_tie() {
    let mut table = dealt_by(Preset::Social, &["AEIOULN", "AEIOURS"], |fields| {
        fields.beginner = FirstToMove::JoinOrder;
    });
    table.pass(ANN).unwrap();
    table.pass(BOB).unwrap();
    assert_eq!((table.end_reason(), table.winners().len()), (Some(EndReason::ConsecutivePasses), 2));
}

#[test]
fn a_final_score_may_be_below_zero() {
    let mut table = dealt(Preset::Social, &["QZXJKVW", "AEIOULN"]);
    all_pass(&mut table);
    assert_eq!(table.score(ANN), Score(-(10 + 10 + 8 + 8 + 5 + 4 + 4)));
}

#[test]
fn a_finished_game_has_no_timers() {
    let mut table = dealt(Preset::Open, &["CATSEED", "HORNING"]);
    table.end_game(ANN).unwrap();
    table.goes_away(BOB);
    assert_eq!(table.game.timers(&table.away), []);
}
