use rules::{Departure, EndReason, Millis, Preset, Progress, Refusal, Score, Timer};
use testkit::{ANN, BOB, CAT, Table, seat};

use crate::{dealt, dealt_by, english};

const RACKS: [&str; 4] = ["CATSEED", "HORNING", "MULBERY", "POWFAIL"];

const FOR_SEVERAL: [Preset; 4] = [Preset::Social, Preset::Classic, Preset::Validated, Preset::Open];

#[test]
fn resigning_is_possible_in_every_preset_in_turn_or_not() {
    for preset in FOR_SEVERAL {
        for player in [ANN, BOB] {
            let mut table = dealt(preset, &RACKS[..2]);
            table.resign(player).unwrap();
            assert_eq!(table.end_reason(), Some(EndReason::Resigned), "{preset}");
            assert_eq!(table.winners(), [1 - player], "{preset}");
        }
    }
    let mut alone = dealt(Preset::Daily, &RACKS[..1]);
    assert!(alone.resign(ANN).is_ok());
}

#[test]
fn with_two_or_more_players_left_the_game_continues_and_the_tiles_return_to_the_bag() {
    let mut table = dealt(Preset::Open, &RACKS[..3]);
    table.resign(ANN).unwrap();
    assert_eq!((table.is_over(), table.to_move()), (false, Some(BOB)));
    assert_eq!((table.rack(ANN).as_str(), table.bag()), ("", 79 + 7));
    assert_eq!(table.resign(ANN), Err(Refusal::OutOfGame));
}

#[test]
fn the_last_player_left_wins_regardless_of_the_score_and_without_deductions() {
    let mut table = dealt(Preset::Open, &RACKS[..2]);
    table.play(ANN, "8H", "CAT").unwrap();
    table.resign(ANN).unwrap();
    assert_eq!(table.winners(), [BOB]);
    assert_eq!((table.score(ANN), table.score(BOB)), (Score(10), Score(0)));
    assert_eq!((table.result_of(BOB).rank, table.result_of(ANN).rank), (1, 2));
    assert_eq!(table.result_of(BOB).deducted, Score(0));
}

#[test]
fn players_who_resigned_rank_last_keep_their_score_and_cannot_win() {
    let mut table = dealt(Preset::Social, &RACKS[..3]);
    table.play(ANN, "8H", "CAT").unwrap();
    table.resign(ANN).unwrap();
    table.pass(BOB).unwrap();
    table.pass(CAT).unwrap();
    // Bob loses 11 for his rack, Cat 14. Ann keeps her 10 points, the most, and is last.
    let ranks = [ANN, BOB, CAT].map(|player| (table.result_of(player).rank, table.score(player).0));
    assert_eq!(ranks, [(3, 10), (1, -11), (2, -14)]);
    assert_eq!(table.winners(), [BOB]);
    assert_eq!(table.result_of(ANN).departure, Some(Departure::Resigned));
}

#[test]
fn a_game_without_remaining_players_has_no_winner() {
    let mut alone = dealt(Preset::Daily, &RACKS[..1]);
    alone.resign(ANN).unwrap();
    assert_eq!(alone.winners(), Vec::<usize>::new());
}

#[test]
fn leaving_frees_the_seat_in_the_lobby_and_resigns_in_a_game() {
    let mut table = Table::of(english(Preset::Open), 3);
    table.leave(BOB).unwrap();
    assert!(!table.game.players().has(seat(BOB)));
    table.join("Eve").unwrap();
    assert_eq!(table.game.players()[seat(BOB)].name.as_str(), "Eve");
    let mut table = table.started();
    table.leave(BOB).unwrap();
    assert_eq!(table.game.table_view().player(seat(BOB)).unwrap().departure(), Some(Departure::Resigned));
    table.leave(ANN).unwrap();
    assert_eq!(table.leave(CAT), Err(Refusal::Ended));
}

#[test]
fn in_an_open_game_a_player_who_is_away_for_60_seconds_is_removed() {
    let mut table = dealt(Preset::Open, &RACKS[..2]);
    table.play(ANN, "8H", "CAT").unwrap();
    table.goes_away(ANN);
    table.let_seconds_pass(59);
    assert!(!table.is_over());
    table.let_seconds_pass(1);
    // Removal is like resigning, except for the reason.
    assert_eq!(table.end_reason(), Some(EndReason::Abandoned));
    assert_eq!((table.winners(), table.score(ANN)), (vec![BOB], Score(10)));
    assert_eq!(table.result_of(ANN).departure, Some(Departure::Removed));
}

#[test]
fn a_player_who_reconnects_in_time_stays() {
    let mut table = dealt(Preset::Open, &RACKS[..2]);
    table.goes_away(BOB);
    table.let_seconds_pass(59);
    table.comes_back(BOB);
    table.let_seconds_pass(60);
    assert!(!table.is_over());
    assert_eq!(table.fire(Timer::Absence(seat(BOB))), Err(Refusal::NotDue));
}

#[test]
fn in_the_other_presets_the_seat_stays_reserved() {
    for preset in [Preset::Social, Preset::Classic, Preset::Validated] {
        let mut table = dealt(preset, &RACKS[..2]);
        table.goes_away(BOB);
        table.let_seconds_pass(3600);
        assert!(!table.is_over(), "{preset}");
    }
}

#[test]
fn in_the_lobby_a_seat_whose_player_is_away_is_freed_after_60_seconds() {
    for preset in FOR_SEVERAL {
        let mut table = Table::of(english(preset), 2);
        table.goes_away(BOB);
        table.let_seconds_pass(59);
        assert!(table.game.players().has(seat(BOB)), "{preset}");
        table.let_seconds_pass(1);
        assert!(!table.game.players().has(seat(BOB)), "{preset}");
    }
}

#[test]
fn a_table_is_closed_when_its_last_human_leaves_the_lobby() {
    let mut table = Table::of(english(Preset::Open), 1);
    table.add_bot(ANN, "Robbie").unwrap();
    table.leave(ANN).unwrap();
    assert_eq!(table.game.progress(), Progress::Closed);
    assert_eq!(table.join("Bob"), Err(Refusal::Ended));
}

#[test]
fn a_game_with_only_bots_left_is_abandoned_without_a_winner() {
    let mut table = Table::of(english(Preset::Open), 1);
    table.add_bot(ANN, "Robbie").unwrap();
    table.add_bot(ANN, "Marvin").unwrap();
    let mut table = table.started();
    table.resign(ANN).unwrap();
    assert_eq!((table.end_reason(), table.winners()), (Some(EndReason::Abandoned), vec![]));
}

#[test]
fn a_bot_wins_when_the_only_human_resigns() {
    let mut table = Table::of(english(Preset::Open), 1);
    table.add_bot(ANN, "Robbie").unwrap();
    let mut table = table.started();
    table.resign(ANN).unwrap();
    assert_eq!((table.end_reason(), table.winners()), (Some(EndReason::Resigned), vec![BOB]));
}

#[test]
fn a_table_without_an_action_expires() {
    for (preset, hours) in [
        (Preset::Social, Some(24)),
        (Preset::Classic, Some(24)),
        (Preset::Validated, Some(14 * 24)),
        (Preset::Open, Some(24)),
        (Preset::Daily, None),
    ] {
        let players = usize::from(english(preset).max_players).min(2);
        let mut table = dealt(preset, &RACKS[..players]);
        table.wait_seconds(3600);
        table.exchange(ANN, &[0]).unwrap();
        let Some(hours) = hours else {
            assert_eq!(table.fire(Timer::Expiry), Err(Refusal::NotDue), "{preset}");
            continue;
        };
        table.wait_seconds(hours * 3600 - 1);
        assert_eq!(table.fire(Timer::Expiry), Err(Refusal::NotDue), "{preset}");
        table.wait_seconds(1);
        table.fire(Timer::Expiry).unwrap();
        // An abandoned game has no winner and no deductions.
        assert_eq!(table.end_reason(), Some(EndReason::Abandoned), "{preset}");
        assert_eq!((table.winners(), table.score(BOB)), (vec![], Score(0)), "{preset}");
    }
}

#[test]
fn a_lobby_without_an_action_is_closed() {
    let mut table = Table::of(english(Preset::Social), 2);
    table.let_seconds_pass(24 * 3600);
    assert_eq!(table.game.progress(), Progress::Closed);
    assert_eq!(table.game.timers(&table.away), []);
}

#[test]
fn the_operator_can_close_a_table_at_any_time() {
    let mut lobby = Table::of(english(Preset::Open), 2);
    lobby.close().unwrap();
    assert_eq!(lobby.game.progress(), Progress::Closed);
    assert_eq!(lobby.close(), Err(Refusal::Ended));

    let mut table = dealt(Preset::Classic, &RACKS[..2]);
    table.play(ANN, "8H", "CATS").unwrap();
    table.close().unwrap();
    // The open play stands, and there is no winner.
    assert_eq!((table.end_reason(), table.winners()), (Some(EndReason::Abandoned), vec![]));
    assert_eq!(table.close(), Err(Refusal::Ended));
    assert_eq!(table.game.timers(&table.away), []);
}

#[test]
fn a_table_may_choose_how_long_it_holds_a_seat() {
    let mut table = dealt_by(Preset::Validated, &RACKS[..2], |fields| {
        fields.absence = rules::Absence::RemovedAfter(Millis::hours(2));
    });
    table.goes_away(ANN);
    table.let_seconds_pass(7199);
    assert!(!table.is_over());
    table.let_seconds_pass(1);
    assert_eq!(table.end_reason(), Some(EndReason::Abandoned));
}
