use rules::{Action, Clock, Departure, EndReason, Millis, Preset, Refusal, Score, Timer, Timestamp};
use testkit::{ANN, BOB, CAT, Table, seat};

use crate::dealt_by;

const RACKS: [&str; 3] = ["CATSEED", "HORNING", "MULBERY"];

fn with_clock(preset: Preset, players: usize, clock: Clock) -> Table {
    dealt_by(preset, &RACKS[..players], |fields| fields.clock = clock)
}

fn turn_of_30_seconds(preset: Preset) -> Table {
    with_clock(preset, 2, Clock::Turn { turn: Millis::seconds(30) })
}

/// A game clock with five minutes for each player and ten seconds for every turn.
fn five_minutes(preset: Preset, players: usize) -> Table {
    with_clock(preset, players, Clock::Game { each: Millis::minutes(5), increment: Millis::seconds(10) })
}

fn due(table: &Table, timer: Timer) -> Option<Millis> {
    let timers = table.game.timers(&table.away);
    timers.into_iter().find(|(other, _)| *other == timer).map(|(_, at)| Millis(at.0 - table.now.0))
}

fn spent(table: &Table, player: usize) -> Millis {
    table.game.table_view().player(seat(player)).unwrap().spent()
}

#[test]
fn without_a_clock_expiry_is_the_only_timer() {
    let table = with_clock(Preset::Social, 2, Clock::None);
    let timers: Vec<Timer> = table.game.timers(&table.away).into_iter().map(|(timer, _)| timer).collect();
    assert_eq!(timers, [Timer::Expiry]);
}

#[test]
fn a_soft_clock_shows_the_time_and_never_acts() {
    let mut table = with_clock(Preset::Open, 2, Clock::Soft { turn: Millis::seconds(30) });
    table.let_seconds_pass(3600);
    assert_eq!(table.to_move(), Some(ANN));
    let clock = table.game.table_view().play().unwrap().clock();
    assert_eq!(clock.turn_time(table.now), Millis::seconds(3600));
}

#[test]
fn a_turn_that_takes_too_long_is_an_automatic_pass() {
    let mut table = turn_of_30_seconds(Preset::Open);
    table.wait_seconds(29);
    assert_eq!(table.fire(Timer::TurnClock), Err(Refusal::NotDue));
    table.let_seconds_pass(1);
    assert_eq!(table.to_move(), Some(BOB));
    assert_eq!(table.game.history()[0].deed, Action::Passed(rules::PassedBy::Clock));
}

#[test]
fn an_automatic_pass_is_a_move_like_any_other() {
    let mut table = turn_of_30_seconds(Preset::Social);
    table.let_seconds_pass(60);
    assert_eq!(table.end_reason(), Some(EndReason::ConsecutivePasses));

    let mut table = turn_of_30_seconds(Preset::Social);
    table.play(ANN, "8H", "CAT").unwrap();
    table.let_seconds_pass(30);
    assert_eq!(table.challenge(BOB), Err(Refusal::NothingToChallenge));
    assert_eq!(table.rack(ANN).len(), 7);
}

#[test]
fn each_turn_has_its_own_time() {
    let mut table = turn_of_30_seconds(Preset::Open);
    table.let_seconds_pass(20);
    table.pass(ANN).unwrap();
    table.let_seconds_pass(29);
    assert_eq!(table.to_move(), Some(BOB));
    table.let_seconds_pass(1);
    assert_eq!(table.to_move(), Some(ANN));
}

#[test]
fn the_player_to_move_is_on_the_clock_during_a_challenge_window_and_while_away() {
    let mut table = five_minutes(Preset::Social, 2);
    table.play(ANN, "8H", "CAT").unwrap();
    table.goes_away(BOB);
    table.wait_seconds(40);
    table.pass(BOB).unwrap();
    assert_eq!(spent(&table, BOB), Millis::seconds(40));
}

#[test]
fn all_clocks_stop_while_a_challenge_is_pending() {
    let mut table = turn_of_30_seconds(Preset::Social);
    table.play(ANN, "8H", "CAT").unwrap();
    table.wait_seconds(10);
    table.challenge(BOB).unwrap();
    assert_eq!(due(&table, Timer::TurnClock), None);
    assert_eq!(due(&table, Timer::ChallengeWindow), None);
    table.let_seconds_pass(500);
    table.judge(ANN, false).unwrap();
    // Bob used ten of his thirty seconds before the challenge.
    assert_eq!(due(&table, Timer::TurnClock), Some(Millis::seconds(20)));
}

#[test]
fn used_time_is_never_restored() {
    let mut table = five_minutes(Preset::Social, 2);
    table.wait_seconds(100);
    table.play(ANN, "8H", "CAT").unwrap();
    table.challenge(BOB).unwrap();
    table.judge(BOB, false).unwrap();
    assert_eq!(spent(&table, ANN), Millis::seconds(100));
}

#[test]
fn every_completed_turn_adds_the_increment() {
    let clock = Clock::Game { each: Millis::minutes(5), increment: Millis::seconds(10) };
    assert_eq!(clock.remaining(Millis::seconds(70), 0), Some(Millis::seconds(230)));
    assert_eq!(clock.remaining(Millis::seconds(70), 4), Some(Millis::seconds(270)));
    assert_eq!(Clock::None.remaining(Millis::ZERO, 0), None);
}

#[test]
fn overtime_costs_10_points_for_every_started_minute() {
    let clock = Clock::Game { each: Millis::minutes(5), increment: Millis::ZERO };
    for (overtime_ms, cost) in [
        (-1, 0),
        (0, 0),
        (1, 10),
        (60_000, 10),
        (60_001, 20),
        (9 * 60_000, 90),
        (9 * 60_000 + 1, 100),
        (10 * 60_000, 100),
    ] {
        let spent = Millis::minutes(5) + Millis(overtime_ms);
        assert_eq!(clock.overtime_cost(spent, 0), Score(cost), "{overtime_ms} ms");
    }
}

#[test]
fn overtime_is_deducted_from_the_final_score() {
    let mut table = five_minutes(Preset::Social, 2);
    table.wait_seconds(5 * 60 + 61);
    table.pass(ANN).unwrap();
    table.pass(BOB).unwrap();
    // Ann's turn added ten seconds, so she is 51 seconds over. C, A, T, S, E, E and D are worth 10.
    let ann = table.result_of(ANN);
    assert_eq!((ann.overtime, ann.deducted, ann.score), (Score(10), Score(10), Score(-20)));
}

#[test]
fn overtime_counts_up_to_the_moment_the_game_ends() {
    let mut table = five_minutes(Preset::Social, 2);
    table.wait_seconds(5 * 60 + 61);
    table.end_game(ANN).unwrap();
    assert_eq!(table.result_of(ANN).overtime, Score(20));
}

#[test]
fn ten_minutes_of_overtime_lose_the_game() {
    let mut table = five_minutes(Preset::Social, 2);
    assert_eq!(due(&table, Timer::GameClock), Some(Millis::minutes(15)));
    table.wait_seconds(15 * 60 - 1);
    assert_eq!(table.fire(Timer::GameClock), Err(Refusal::NotDue));
    table.wait_seconds(1);
    table.fire(Timer::GameClock).unwrap();
    assert_eq!(table.end_reason(), Some(EndReason::TimeExpired));
    assert_eq!(table.winners(), [BOB]);
    assert_eq!(table.result_of(ANN).departure, Some(Departure::TimeExpired));
    assert_eq!((table.score(ANN), table.score(BOB)), (Score(0), Score(0)));
}

#[test]
fn losing_on_time_is_like_resigning() {
    let mut table = five_minutes(Preset::Social, 3);
    table.let_seconds_pass(15 * 60);
    assert!(!table.is_over());
    assert_eq!((table.to_move(), table.bag()), (Some(BOB), 79 + 7));
    assert_eq!(table.pass(ANN), Err(Refusal::OutOfGame));
    table.resign(CAT).unwrap();
    assert_eq!(table.winners(), [BOB]);
}

#[test]
fn a_clock_that_is_set_back_costs_no_time() {
    let mut table = five_minutes(Preset::Social, 2);
    table.now = Timestamp(0);
    table.pass(ANN).unwrap();
    assert_eq!(spent(&table, ANN), Millis::ZERO);
}

#[test]
fn a_timer_that_is_not_set_is_not_due() {
    let mut table = with_clock(Preset::Social, 2, Clock::None);
    table.wait_seconds(1_000_000);
    for timer in [
        Timer::ChallengeWindow,
        Timer::Vote,
        Timer::TurnClock,
        Timer::GameClock,
        Timer::EndRequest,
        Timer::Absence(seat(ANN)),
        Timer::HostAway,
    ] {
        assert_eq!(table.fire(timer), Err(Refusal::NotDue), "{timer:?}");
    }
    assert!(table.fire(Timer::Expiry).is_ok());
}
