use rules::{Clock, EndReason, GoingOut, Millis, Preset, Refusal, Score, Timer, Verdict};
use testkit::{ANN, BOB, CAT, Table};

use crate::{challenge, last_tiles};

/// A table where Bob goes out.
///
/// Ann holds CATSEED, Bob an E, and the bag is empty. Ann plays CAT, then Bob plays CATE.
fn bob_goes_out(preset: Preset) -> Table {
    let mut table = last_tiles(preset, 2, &["CATSEED", "E"], |fields| {
        fields.clock = Clock::Turn { turn: Millis::seconds(30) };
    });
    table.play(ANN, "8H", "CAT").unwrap();
    table.play(BOB, "8K", "E").unwrap();
    table
}

#[test]
fn where_words_are_checked_going_out_ends_the_game_at_once() {
    for preset in [Preset::Validated, Preset::Open] {
        assert_eq!(bob_goes_out(preset).end_reason(), Some(EndReason::AllTilesPlayed), "{preset}");
    }
}

#[test]
fn going_out_earns_the_others_tiles_in_most_presets() {
    // Ann has 10 points and S, E, E and D left, which are worth 5. Bob has 6 for CATE.
    for (preset, gained) in
        [(Preset::Validated, 0), (Preset::Open, 5), (Preset::Social, 5), (Preset::Classic, 5)]
    {
        let mut table = bob_goes_out(preset);
        if !table.is_over() {
            table.accept(ANN).unwrap();
        }
        assert_eq!(table.end_reason(), Some(EndReason::AllTilesPlayed), "{preset}");
        let (ann, bob) = (table.result_of(ANN), table.result_of(BOB));
        assert_eq!((ann.score_before, ann.deducted, ann.score), (Score(10), Score(5), Score(5)), "{preset}");
        assert_eq!((bob.deducted, bob.gained, bob.score), (Score(0), Score(gained), Score(6 + gained)));
        assert_eq!(table.winners(), [BOB], "{preset}");
    }
}

#[test]
fn the_player_who_goes_out_gains_the_tiles_of_all_others() {
    let mut table = last_tiles(Preset::Open, 3, &["CATSEED", "HORNING", "U"], |_| {});
    table.play(ANN, "8H", "CAT").unwrap();
    table.play(BOB, "8K", "HO").unwrap();
    table.play(CAT, "9H", "U").unwrap();
    // Ann has S, E, E, D left (5), Bob R, N, I, N, G (6).
    assert_eq!(table.result_of(CAT).gained, Score(5 + 6));
    assert_eq!((table.result_of(ANN).deducted, table.result_of(BOB).deducted), (Score(5), Score(6)));
}

#[test]
fn an_empty_rack_does_not_end_the_game_while_the_bag_has_a_tile() {
    let mut table = last_tiles(Preset::Social, 2, &["CATSEED", "HORNING", "X"], |_| {});
    table.play(ANN, "8E", "CATSEED").unwrap();
    assert!(!table.game.table_view().play().unwrap().open_play().unwrap().goes_out());
    table.pass(BOB).unwrap();
    assert_eq!((table.rack(ANN).as_str(), table.is_over()), ("X", false));
}

#[test]
fn going_out_is_decided_after_the_draw_for_the_previous_play() {
    // The bag still has X and Y when Bob lays his whole rack, but Ann draws them first.
    let mut table = last_tiles(Preset::Social, 2, &["CATSEED", "HORNING", "XY"], |_| {});
    table.play(ANN, "8H", "AT").unwrap();
    assert_eq!(table.bag(), 2);
    table.play(BOB, "I9", "HORNING").unwrap();
    assert!(table.game.table_view().play().unwrap().open_play().unwrap().goes_out());
    assert_eq!(table.rack(ANN), "CSEEDXY");
    table.accept(ANN).unwrap();
    assert_eq!(table.end_reason(), Some(EndReason::AllTilesPlayed));
}

#[test]
fn no_player_moves_while_a_going_out_play_can_be_challenged() {
    let mut table = bob_goes_out(Preset::Social);
    assert_eq!(table.to_move(), Some(ANN));
    assert_eq!(table.pass(ANN), Err(Refusal::PlayMustStand));
    assert_eq!(table.exchange(ANN, &[0]), Err(Refusal::PlayMustStand));
    assert_eq!(table.play(ANN, "8L", "S"), Err(Refusal::PlayMustStand));
    assert_eq!(table.end_game(ANN), Err(Refusal::PlayMustStand));
    assert!(table.game.table_view().play().unwrap().waits());
}

#[test]
fn no_clock_runs_while_a_going_out_play_can_be_challenged() {
    let mut table = bob_goes_out(Preset::Social);
    assert_eq!(table.game.table_view().play().unwrap().clock().since, None);
    let timers: Vec<Timer> = table.game.timers(&table.away).into_iter().map(|(timer, _)| timer).collect();
    assert_eq!(timers, [Timer::Expiry, Timer::ChallengeWindow]);
    table.wait_seconds(50);
    table.challenge(ANN).unwrap();
    table.judge(ANN, false).unwrap();
    assert_eq!(table.game.table_view().play().unwrap().clock().turn_time(table.now), Millis::ZERO);
}

#[test]
fn a_going_out_play_ends_the_game_when_the_window_has_passed() {
    let mut table = bob_goes_out(Preset::Social);
    table.let_seconds_pass(59);
    assert!(!table.is_over());
    table.let_seconds_pass(1);
    assert_eq!(table.end_reason(), Some(EndReason::AllTilesPlayed));
}

#[test]
fn a_failed_challenge_of_a_going_out_play_costs_nothing_and_ends_the_game() {
    let mut table = bob_goes_out(Preset::Social);
    table.challenge(ANN).unwrap();
    table.judge(ANN, true).unwrap();
    assert_eq!(table.end_reason(), Some(EndReason::AllTilesPlayed));
    let ann = &table.game.table_view().player(testkit::seat(ANN)).unwrap();
    assert_eq!(ann.lost_turns(), 0);
}

#[test]
fn after_a_successful_challenge_of_a_going_out_play_the_next_player_moves() {
    let mut table = bob_goes_out(Preset::Classic).with_words(&["CAT"]);
    table.challenge(ANN).unwrap();
    assert_eq!((table.is_over(), table.rack(BOB).as_str(), table.to_move()), (false, "E", Some(ANN)));
    assert!(table.play(ANN, "8K", "S").is_ok());
}

#[test]
fn a_going_out_play_ends_the_game_when_the_only_player_who_did_not_accept_it_resigns() {
    let mut table = last_tiles(Preset::Social, 3, &["CATSEED", "HORNING", "U"], |_| {});
    table.play(ANN, "8H", "CAT").unwrap();
    table.play(BOB, "8K", "HO").unwrap();
    table.play(CAT, "9H", "U").unwrap();
    table.accept(ANN).unwrap();
    table.resign(BOB).unwrap();
    assert_eq!(table.end_reason(), Some(EndReason::AllTilesPlayed));
    assert_eq!((table.result_of(CAT).gained, table.result_of(BOB).deducted), (Score(5), Score(0)));
}

#[test]
fn lost_turns_are_not_used_up_while_a_going_out_play_can_be_challenged() {
    let mut table = last_tiles(Preset::Social, 3, &["CATSEED", "HORNING", "U"], |_| {});
    table.play(ANN, "8H", "CAT").unwrap();
    table.play(BOB, "8K", "HO").unwrap();
    table.challenge(ANN).unwrap();
    table.judge(ANN, true).unwrap();
    table.play(CAT, "9H", "U").unwrap();
    // Ann's turn would be skipped, but all players wait while the game may be over.
    assert_eq!(table.to_move(), Some(ANN));
    table.challenge(BOB).unwrap();
    table.judge(BOB, false).unwrap();
    assert_eq!(table.to_move(), Some(BOB));
}

#[test]
fn a_table_may_disable_the_bonus_for_going_out() {
    let mut table = last_tiles(Preset::Social, 2, &["CATSEED", "E"], |fields| {
        fields.going_out = GoingOut::EarnsNothing;
        fields.words = challenge(Verdict::Anyone, 5);
    });
    table.play(ANN, "8H", "CAT").unwrap();
    table.play(BOB, "8K", "E").unwrap();
    table.let_seconds_pass(5);
    assert_eq!((table.result_of(BOB).gained, table.result_of(ANN).deducted), (Score(0), Score(5)));
}

#[test]
fn the_last_play_before_the_turn_limit_blocks_moves_like_a_going_out_play() {
    let mut table = last_tiles(Preset::Social, 2, &["CATSEED", "HORNING"], |fields| fields.turns = Some(1));
    table.pass(ANN).unwrap();
    table.play(BOB, "8H", "HO").unwrap();
    assert_eq!(table.pass(ANN), Err(Refusal::PlayMustStand));
    table.let_seconds_pass(60);
    assert_eq!(table.end_reason(), Some(EndReason::TurnsPlayed));
}
