use rules::{Clock, EventKind, Millis, Preset, Refusal, StandReason, Timer};
use testkit::{ANN, BOB, CAT, DAN, Table, seat};

use crate::{dealt, dealt_by};

const RACKS: [&str; 4] = ["CATSEED", "HORNING", "MULBERY", "POWFAIL"];

/// Makes a challenge that fails at once.
fn fails(table: &mut Table, challenger: usize) {
    table.challenge(challenger).unwrap();
    table.judge(challenger, true).unwrap();
}

fn lost_turns(table: &Table, player: usize) -> u32 {
    table.game.table_view().player(seat(player)).unwrap().lost_turns()
}

#[test]
fn a_failed_challenge_costs_the_challengers_next_turn() {
    let mut table = dealt(Preset::Social, &RACKS[..3]);
    table.play(ANN, "8H", "CAT").unwrap();
    fails(&mut table, CAT);
    assert_eq!(table.to_move(), Some(BOB));
    table.pass(BOB).unwrap();
    assert_eq!(table.to_move(), Some(ANN));
    table.pass(ANN).unwrap();
    // Only one turn is lost: Cat moves again in the next round.
    table.play(BOB, "8K", "HO").unwrap();
    assert_eq!(table.to_move(), Some(CAT));
}

#[test]
fn a_challenger_who_is_to_move_loses_this_turn() {
    let mut table = dealt(Preset::Social, &RACKS[..3]);
    table.play(ANN, "8H", "CAT").unwrap();
    fails(&mut table, BOB);
    assert_eq!(table.to_move(), Some(CAT));
    assert_eq!(lost_turns(&table, BOB), 0);
}

#[test]
fn at_a_table_of_two_the_opponent_moves_again() {
    let mut table = dealt(Preset::Social, &RACKS[..2]);
    table.play(ANN, "8H", "CAT").unwrap();
    fails(&mut table, BOB);
    assert_eq!(table.to_move(), Some(ANN));
    assert!(table.play(ANN, "8K", "SE").is_ok());
    assert_eq!(table.to_move(), Some(BOB));
}

#[test]
fn a_lost_turn_is_not_a_turn_and_does_not_change_the_count_of_passes() {
    let mut table = dealt(Preset::Social, &RACKS[..3]);
    table.play(ANN, "8H", "CAT").unwrap();
    fails(&mut table, CAT);
    table.pass(BOB).unwrap();
    table.pass(ANN).unwrap();
    // Cat's skipped turn is not a pass, so the passes of Ann and Bob do not end the game.
    assert!(!table.is_over());
    assert_eq!(table.game.table_view().play().unwrap().passes(), 2);
    table.pass(BOB).unwrap();
    table.pass(CAT).unwrap();
    assert!(table.is_over());
}

/// A table with Bob to move and two lost turns left for Cat, who failed three challenges.
fn cat_has_lost_two_turns() -> Table {
    let mut table = dealt(Preset::Social, &RACKS[..3]);
    table.play(ANN, "8H", "CAT").unwrap();
    fails(&mut table, CAT);
    table.play(BOB, "8K", "HO").unwrap();
    assert_eq!((table.to_move(), lost_turns(&table, CAT)), (Some(ANN), 0));
    fails(&mut table, CAT);
    table.play(ANN, "8M", "SE").unwrap();
    fails(&mut table, CAT);
    assert_eq!((table.to_move(), lost_turns(&table, CAT)), (Some(BOB), 2));
    table
}

#[test]
fn lost_turns_add_up() {
    let mut table = cat_has_lost_two_turns();
    for player in [BOB, ANN, BOB, ANN] {
        table.exchange(player, &[0]).unwrap();
    }
    table.exchange(BOB, &[0]).unwrap();
    assert_eq!(table.to_move(), Some(CAT));
}

#[test]
fn lost_turns_of_all_players_are_used_up_in_turn_order() {
    let mut table = dealt(Preset::Social, &RACKS);
    table.pass(ANN).unwrap();
    table.pass(BOB).unwrap();
    table.play(CAT, "8H", "MUL").unwrap();
    fails(&mut table, BOB);
    table.play(DAN, "8K", "POW").unwrap();
    fails(&mut table, CAT);
    table.resign(DAN).unwrap();
    let events = table.resign(ANN).unwrap();
    let lost: Vec<usize> = events
        .iter()
        .filter_map(|event| match event {
            EventKind::TurnLost { seat } => Some(seat.index()),
            _ => None,
        })
        .collect();
    assert_eq!(lost, [BOB, CAT]);
    assert_eq!(table.to_move(), Some(BOB));
}

/// A table with Ann and Cat left and Ann to move after her own open play.
///
/// Cat's turn after it was skipped as a lost turn.
fn ann_is_to_move_after_her_own_play() -> Table {
    let mut table = cat_has_lost_two_turns();
    table.resign(BOB).unwrap();
    assert_eq!((table.to_move(), lost_turns(&table, CAT)), (Some(ANN), 1));
    table.play(ANN, "H9", "ED").unwrap();
    table
}

#[test]
fn a_player_to_move_again_must_wait_until_their_own_play_stands() {
    let mut table = ann_is_to_move_after_her_own_play();
    assert_eq!(table.pass(ANN), Err(Refusal::PlayMustStand));
    assert_eq!(table.exchange(ANN, &[0]), Err(Refusal::PlayMustStand));
    assert!(table.game.table_view().play().unwrap().waits());
    let events = table.accept(CAT).unwrap();
    assert!(matches!(events[1], EventKind::PlayStood { reason: StandReason::AllAccepted, .. }));
    assert_eq!(table.to_move(), Some(ANN));
    assert!(table.pass(ANN).is_ok());
}

#[test]
fn an_open_play_whose_player_is_to_move_can_be_challenged() {
    let mut table = ann_is_to_move_after_her_own_play();
    table.challenge(CAT).unwrap();
    table.judge(CAT, false).unwrap();
    // Ann's turn is over, and Cat's lost turn was used up.
    assert_eq!(table.to_move(), Some(ANN));
    assert!(table.pass(ANN).is_ok());
    assert_eq!(table.to_move(), Some(CAT));
}

#[test]
fn an_open_play_whose_player_is_to_move_stands_after_the_window() {
    let mut table = ann_is_to_move_after_her_own_play();
    table.wait_seconds(60);
    table.fire(Timer::ChallengeWindow).unwrap();
    assert_eq!(table.to_move(), Some(ANN));
    assert!(table.pass(ANN).is_ok());
}

#[test]
fn a_skipped_turn_takes_no_time_from_the_clock() {
    let mut table = dealt_by(Preset::Social, &RACKS[..2], |fields| {
        fields.clock = Clock::Game { each: Millis::minutes(5), increment: Millis::seconds(10) };
    });
    table.play(ANN, "8H", "CAT").unwrap();
    fails(&mut table, BOB);
    let view = table.game.table_view();
    assert_eq!(
        (view.player(seat(BOB)).unwrap().spent(), view.player(seat(BOB)).unwrap().turns()),
        (Millis::ZERO, 0)
    );
}
