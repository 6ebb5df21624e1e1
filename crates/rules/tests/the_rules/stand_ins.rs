//! Stand-ins: a computer plays for a player whose time ran out twice in a row.

use rules::{Action, BotLevel, Command, EndReason, EventKind, Millis, Preset, Refusal, Timer, Verdict};
use testkit::{ANN, BOB, CAT, Table, seat};

use crate::{challenge, dealt_by};

const RACKS: [&str; 3] = ["CATSEED", "HORNING", "MULBERY"];

/// A game of two days per turn in which a computer plays for Ann.
fn with_stand_in(preset: Preset, players: usize) -> Table {
    let mut table = dealt_by(preset, &RACKS[..players], |fields| {
        fields.play_over_days(2, 1);
        fields.stand_in = BotLevel::new(4);
    });
    table.let_days_pass(3);
    for player in BOB..players {
        table.exchange(player, &[6]).unwrap();
    }
    table.let_days_pass(2);
    table
}

fn has_stand_in(table: &Table, player: usize) -> bool {
    table.game.computer(seat(player)).is_some()
}

#[test]
fn the_second_time_in_a_row_a_computer_plays_the_seat_in_every_preset() {
    for preset in [Preset::Social, Preset::Classic, Preset::Validated, Preset::Open] {
        let table = with_stand_in(preset, 2);
        assert_eq!(table.game.computer(seat(ANN)), BotLevel::new(4), "{preset}");
        assert_eq!(table.game.history().last().unwrap().deed, Action::StandInStarted);
        assert_eq!((table.to_move(), table.is_over()), (Some(ANN), false));
        assert_eq!(table.game.deadline(), None, "a computer decides at once");
        assert_eq!(table.game.reminder_at(), None);
    }
}

#[test]
fn the_computer_moves_until_the_player_returns() {
    let mut table = with_stand_in(Preset::Open, 2);
    table.act_for(ANN, Command::ExchangeTiles { places: vec![0] }).unwrap();
    table.exchange(BOB, &[0]).unwrap();
    assert!(has_stand_in(&table, ANN));
    let happened = table.command(ANN, Command::ReturnToSeat).unwrap();
    assert_eq!(happened, [EventKind::StandInEnded { seat: seat(ANN) }]);
    assert!(!has_stand_in(&table, ANN));
    assert_eq!(table.act_for(ANN, Command::Pass), Err(Refusal::NoStandIn));
    assert_eq!(table.command(ANN, Command::ReturnToSeat), Err(Refusal::NoStandIn));
}

#[test]
fn a_move_of_the_player_takes_the_seat_back() {
    let mut table = with_stand_in(Preset::Open, 2);
    let happened = table.exchange(ANN, &[0]).unwrap();
    assert_eq!(happened[0], EventKind::StandInEnded { seat: seat(ANN) });
    assert!(!has_stand_in(&table, ANN));

    let mut table = with_stand_in(Preset::Open, 2);
    assert_eq!(table.exchange(ANN, &[9]), Err(Refusal::NoSuchPlace { place: 9, tiles: 7 }));
    assert!(has_stand_in(&table, ANN), "a refused command changes nothing");
}

#[test]
fn a_player_who_returns_has_the_days_of_a_turn_and_no_bank() {
    let mut table = with_stand_in(Preset::Open, 2);
    table.let_days_pass(9);
    table.command(ANN, Command::ReturnToSeat).unwrap();
    let deadline = table.game.deadline().unwrap();
    assert_eq!(deadline, (seat(ANN), table.now + Millis::days(2)));
    table.let_days_pass(2);
    assert_eq!(table.game.history().last().unwrap().deed, Action::Passed(rules::PassedBy::Clock));
}

#[test]
fn the_time_of_the_computer_costs_the_player_nothing() {
    let mut table = with_stand_in(Preset::Open, 2);
    table.act_for(ANN, Command::Pass).unwrap();
    table.wait_seconds(3600);
    table.exchange(BOB, &[0]).unwrap();
    assert_eq!(table.fire(Timer::TurnClock), Err(Refusal::NotDue));
    let spent = table.game.table_view().player(seat(BOB)).unwrap().bank_used();
    assert_eq!(spent, Millis::ZERO);
}

#[test]
fn resigning_ends_the_game_of_the_player_and_not_only_the_stand_in() {
    let mut table = with_stand_in(Preset::Open, 3);
    let happened = table.resign(ANN).unwrap();
    assert!(matches!(happened[0], EventKind::PlayerOut { .. }), "{happened:?}");
    assert_eq!(table.act_for(ANN, Command::Pass), Err(Refusal::NoStandIn));
}

#[test]
fn a_computer_never_plays_for_a_person_who_is_there() {
    let mut table = with_stand_in(Preset::Open, 2);
    table.act_for(ANN, Command::Pass).unwrap();
    assert_eq!(table.act_for(BOB, Command::Pass), Err(Refusal::NoStandIn));
}

#[test]
fn a_game_without_a_person_who_plays_is_abandoned() {
    let mut table = with_stand_in(Preset::Open, 2);
    table.act_for(ANN, Command::ExchangeTiles { places: vec![0] }).unwrap();
    table.let_days_pass(3);
    table.act_for(ANN, Command::ExchangeTiles { places: vec![0] }).unwrap();
    table.let_days_pass(2);
    assert_eq!(table.end_reason(), Some(EndReason::Abandoned));
    assert!(table.winners().is_empty());

    let mut table = with_stand_in(Preset::Open, 3);
    table.resign(BOB).unwrap();
    table.resign(CAT).unwrap();
    assert_eq!(table.winners(), [ANN], "the last player left wins, with a stand-in or without");
}

#[test]
fn the_computer_votes_and_accepts_for_the_player_and_never_judges_alone() {
    let mut table = dealt_by(Preset::Social, &RACKS, |fields| {
        fields.words = challenge(Verdict::Vote, 60);
        fields.play_over_days(2, 1);
        fields.stand_in = BotLevel::new(1);
    });
    table.let_days_pass(3);
    table.exchange(BOB, &[6]).unwrap();
    table.exchange(CAT, &[6]).unwrap();
    table.let_days_pass(2);
    table.act_for(ANN, Command::Pass).unwrap();
    table.play(BOB, "8H", "HORN").unwrap();
    table.challenge(CAT).unwrap();
    table.act_for(ANN, Command::Judge { valid: false, turn: None }).unwrap();
    table.judge(CAT, false).unwrap();
    assert!(table.game.board().unwrap().is_empty());

    let mut table = with_stand_in(Preset::Social, 2);
    table.act_for(ANN, Command::Pass).unwrap();
    table.play(BOB, "8H", "HORN").unwrap();
    table.act_for(ANN, Command::Challenge { turn: None }).unwrap();
    let judged = table.act_for(ANN, Command::Judge { valid: false, turn: None });
    assert_eq!(judged, Err(Refusal::OnlyPersons));
    table.judge(BOB, true).unwrap();
}

#[test]
fn a_stand_in_is_not_asked_to_pause_or_to_end_the_game() {
    let mut table = with_stand_in(Preset::Open, 3);
    table.command(BOB, Command::ProposePause).unwrap();
    table.command(CAT, Command::AnswerPause { agree: true }).unwrap();
    assert_eq!(table.act_for(ANN, Command::Pass), Err(Refusal::GamePaused));

    let mut table = with_stand_in(Preset::Open, 3);
    assert_eq!(table.host(), Some(ANN), "the host role stays");
    assert_eq!(table.act_for(ANN, Command::ProposePause), Err(Refusal::OnlyPersons));
}
