//! Games over days: deadlines, the bank, and what absence means.

use rules::{
    Action, BotLevel, Clock, Departure, EndReason, EventKind, LOBBY_MAX, Millis, PassedBy, Preset, Refusal,
    RuleFields, Rules, RulesError, Timer, Timestamp, Verdict,
};
use testkit::{ANN, BOB, CAT, Table, seat};

use crate::{challenge, dealt_by, english};

const RACKS: [&str; 4] = ["CATSEED", "HORNING", "MULBERY", "POWFAIL"];
const PRESETS: [Preset; 4] = [Preset::Social, Preset::Classic, Preset::Validated, Preset::Open];
const DAY: i64 = 24 * 60 * 60;

/// A started game with three days per turn and a bank of two days.
fn three_days(preset: Preset, players: usize) -> Table {
    dealt_by(preset, &RACKS[..players], |fields| fields.play_over_days(3, 2))
}

fn due(table: &Table, timer: Timer) -> Option<Millis> {
    let timers = table.game.timers(&table.away);
    timers.into_iter().find(|(other, _)| *other == timer).map(|(_, at)| Millis(at.0 - table.now.0))
}

fn deadline(table: &Table) -> Option<Millis> {
    table.game.deadline().map(|(_, at)| Millis(at.0 - table.now.0))
}

fn after(from: Timestamp, span: Millis) -> Timestamp {
    from + span
}

#[test]
fn a_turn_has_its_days_and_then_the_bank_in_every_preset() {
    for preset in PRESETS {
        let mut table = three_days(preset, 2);
        let start = table.now;
        assert_eq!(table.game.deadline(), Some((seat(ANN), after(start, Millis::days(5)))), "{preset}");
        assert_eq!(due(&table, Timer::TurnClock), Some(Millis::days(5)));
        table.wait_seconds(5 * DAY - 1);
        assert_eq!(table.fire(Timer::TurnClock), Err(Refusal::NotDue));
        table.wait_seconds(1);
        let happened = table.fire(Timer::TurnClock).unwrap();
        let passed = EventKind::TurnPassed { seat: seat(ANN), by: PassedBy::Clock };
        assert_eq!(happened[0], passed, "the record names Ann");
        assert_eq!(table.game.history()[0].deed, Action::Passed(PassedBy::Clock));
        assert_eq!(table.to_move(), Some(BOB));
    }
}

#[test]
fn the_bank_is_used_only_when_the_time_of_the_turn_is_over() {
    let mut table = three_days(Preset::Open, 2);
    table.wait_seconds(3 * DAY);
    table.exchange(ANN, &[0]).unwrap();
    table.wait_seconds(4 * DAY);
    table.exchange(BOB, &[0]).unwrap();
    assert_eq!(deadline(&table), Some(Millis::days(5)), "Ann has used no bank");
    table.exchange(ANN, &[0]).unwrap();
    assert_eq!(deadline(&table), Some(Millis::days(4)), "Bob has used one day of his");
}

#[test]
fn a_bank_that_is_used_up_leaves_the_days_of_the_turn() {
    let mut table = three_days(Preset::Open, 2);
    table.let_days_pass(5);
    table.exchange(BOB, &[0]).unwrap();
    assert_eq!(deadline(&table), Some(Millis::days(3)));
}

#[test]
fn the_second_time_in_a_row_the_player_is_out() {
    for preset in PRESETS {
        let mut table = three_days(preset, 3);
        table.let_days_pass(5);
        table.exchange(BOB, &[0]).unwrap();
        table.exchange(CAT, &[0]).unwrap();
        table.let_days_pass(3);
        assert_eq!(table.pass(ANN), Err(Refusal::OutOfGame), "{preset}");
        assert_eq!(table.game.history().last().unwrap().deed, Action::Left(Departure::TimeExpired));
        assert_eq!((table.to_move(), table.is_over()), (Some(BOB), false));
    }
}

#[test]
fn with_two_players_the_other_wins_by_time() {
    let mut table = three_days(Preset::Classic, 2);
    table.let_days_pass(5);
    table.exchange(BOB, &[0]).unwrap();
    table.let_days_pass(3);
    assert_eq!(table.end_reason(), Some(EndReason::TimeExpired));
    assert_eq!(table.winners(), [BOB]);
    assert_eq!(table.result_of(ANN).departure, Some(Departure::TimeExpired));
}

#[test]
fn a_move_between_two_timeouts_starts_the_count_over() {
    let mut table = three_days(Preset::Open, 2);
    table.let_days_pass(5);
    table.exchange(BOB, &[0]).unwrap();
    table.pass(ANN).unwrap();
    table.exchange(BOB, &[0]).unwrap();
    table.let_days_pass(3);
    assert_eq!((table.to_move(), table.is_over()), (Some(BOB), false), "Ann only passes");
}

#[test]
fn an_automatic_pass_counts_like_any_pass() {
    let mut table = three_days(Preset::Social, 2);
    table.let_days_pass(10);
    assert_eq!(table.end_reason(), Some(EndReason::ConsecutivePasses));
}

#[test]
fn a_running_game_never_expires_and_its_lobby_after_thirty_days() {
    let mut table = three_days(Preset::Social, 2);
    assert_eq!(due(&table, Timer::Expiry), None);
    table.wait_seconds(400 * DAY);
    assert_eq!(table.fire(Timer::Expiry), Err(Refusal::NotDue));

    let mut lobby = Table::changed(english(Preset::Social), 2, |fields| fields.play_over_days(3, 2));
    assert_eq!(due(&lobby, Timer::Expiry), Some(LOBBY_MAX));
    lobby.let_days_pass(29);
    lobby.leave(BOB).unwrap();
    lobby.let_days_pass(29);
    assert_eq!(lobby.host(), Some(ANN));
    lobby.let_days_pass(1);
    assert_eq!(lobby.game.progress(), rules::Progress::Closed);
}

#[test]
fn players_who_are_away_keep_their_seats_and_the_host_role_in_the_lobby_and_in_the_game() {
    for in_lobby in [true, false] {
        for preset in PRESETS {
            let table = Table::changed(english(preset), 3, |fields| fields.play_over_days(3, 2));
            let mut table = if in_lobby { table } else { table.with_opening_draw("ABC").started() };
            table.goes_away(ANN);
            table.goes_away(BOB);
            table.let_days_pass(2);
            assert_eq!(table.host(), Some(ANN), "{preset}");
            assert!(table.game.players().has(seat(BOB)));
            for timer in [Timer::HostAway, Timer::Absence(seat(BOB))] {
                assert_eq!(table.fire(timer), Err(Refusal::NotDue));
            }
        }
    }
}

#[test]
fn the_host_cannot_remove_a_player_from_a_game_over_days() {
    let mut table = three_days(Preset::Open, 3);
    table.goes_away(BOB);
    table.wait_seconds(DAY);
    assert_eq!(table.remove(ANN, BOB), Err(Refusal::ClockRemoves));
    let mut lobby = Table::changed(english(Preset::Open), 3, |fields| fields.play_over_days(3, 2));
    lobby.remove(ANN, BOB).unwrap();
}

#[test]
fn a_play_can_be_challenged_for_a_day_or_until_the_next_move() {
    let mut table = three_days(Preset::Social, 2);
    table.play(ANN, "8H", "CAT").unwrap();
    assert_eq!(due(&table, Timer::ChallengeWindow), Some(Millis::days(1)));
    table.wait_seconds(DAY - 1);
    table.challenge(BOB).unwrap();
    table.judge(BOB, false).unwrap();

    let mut table = three_days(Preset::Social, 2);
    table.play(ANN, "8H", "CAT").unwrap();
    table.let_days_pass(1);
    assert_eq!(table.challenge(BOB), Err(Refusal::NothingToChallenge));

    let mut table = three_days(Preset::Social, 2);
    table.play(ANN, "8H", "CAT").unwrap();
    table.exchange(BOB, &[0]).unwrap();
    assert_eq!(table.challenge(BOB), Err(Refusal::NothingToChallenge));
}

#[test]
fn a_vote_is_open_for_a_day_and_counts_players_who_are_away() {
    let mut table = dealt_by(Preset::Social, &RACKS[..3], |fields| {
        fields.words = challenge(Verdict::Vote, 60);
        fields.play_over_days(3, 2);
    });
    table.play(ANN, "8H", "CAT").unwrap();
    table.challenge(BOB).unwrap();
    table.judge(BOB, false).unwrap();
    table.goes_away(CAT);
    assert_eq!(due(&table, Timer::Vote), Some(Millis::days(1)));
    table.wait_seconds(DAY - 1);
    table.comes_back(CAT);
    table.judge(CAT, false).unwrap();
    assert!(table.game.board().unwrap().is_empty(), "the vote of Cat counts the next day");
}

#[test]
fn a_request_to_end_the_game_asks_all_persons_for_a_day() {
    let mut table = three_days(Preset::Validated, 3);
    table.goes_away(BOB);
    table.goes_away(CAT);
    table.end_game(ANN).unwrap();
    assert!(!table.is_over(), "players who are away are asked, too");
    table.wait_seconds(DAY - 1);
    table.end_game(CAT).unwrap();
    assert_eq!(table.end_reason(), Some(EndReason::HostEnded));

    let mut table = three_days(Preset::Validated, 3);
    table.end_game(ANN).unwrap();
    table.let_days_pass(1);
    assert_eq!(table.end_game(BOB), Err(Refusal::NotHost));
}

#[test]
fn clocks_stop_while_a_challenge_is_pending() {
    let mut table = three_days(Preset::Social, 2);
    table.play(ANN, "8H", "CAT").unwrap();
    table.wait_seconds(DAY / 2);
    table.challenge(BOB).unwrap();
    assert_eq!(deadline(&table), None);
    table.let_days_pass(20);
    table.judge(ANN, false).unwrap();
    assert_eq!(deadline(&table), Some(Millis(Millis::days(5).0 - Millis::hours(12).0)));
}

#[test]
fn the_reminder_comes_when_a_tenth_of_the_turn_is_left() {
    let mut table = three_days(Preset::Social, 2);
    let reminder =
        |table: &Table| table.game.reminder_at().map(|(who, at)| (who, Millis(at.0 - table.now.0)));
    let tenth = Millis(Millis::days(3).0 / 10);
    assert_eq!(reminder(&table), Some((seat(ANN), Millis::days(3) - tenth)));
    table.wait_seconds(DAY);
    assert_eq!(reminder(&table), Some((seat(ANN), Millis::days(2) - tenth)));
    table.play(ANN, "8H", "CAT").unwrap();
    assert_eq!(reminder(&table), Some((seat(BOB), Millis::days(3) - tenth)));
    table.challenge(BOB).unwrap();
    assert_eq!(reminder(&table), None);
    let other = dealt_by(Preset::Open, &RACKS[..2], |fields| {
        fields.clock = Clock::Turn { turn: Millis::days(3) };
    });
    assert_eq!((other.game.reminder_at(), other.game.deadline()), (None, None));
}

#[test]
fn a_bot_has_no_deadline() {
    let mut table = Table::changed(english(Preset::Open), 1, |fields| fields.play_over_days(1, 0));
    table.add_bot(ANN, "Robbie").unwrap();
    let mut table = table.started();
    table.pass(ANN).unwrap();
    assert_eq!((table.to_move(), table.game.deadline()), (Some(BOB), None));
    assert_eq!(due(&table, Timer::TurnClock), None);
}

#[test]
fn fields_that_contradict_the_clock_are_refused() {
    let refused = |change: &dyn Fn(&mut RuleFields)| {
        let mut fields = english(Preset::Social).into_fields();
        fields.play_over_days(3, 2);
        change(&mut fields);
        Rules::new(fields).unwrap_err()
    };
    assert_eq!(refused(&|fields| fields.expires_after = Some(Millis::hours(24))), RulesError::DaysExpire);
    let removal = rules::Absence::RemovedAfter(Millis::seconds(60));
    assert_eq!(refused(&|fields| fields.absence = removal), RulesError::DaysRemoval);
    assert_eq!(refused(&|fields| fields.words = challenge(Verdict::Anyone, 60)), RulesError::DaysWindow);
    let stand_in = BotLevel::new(3);
    let without = refused(&|fields| (fields.clock, fields.stand_in) = (Clock::None, stand_in));
    assert_eq!(without, RulesError::StandInWithoutDays);
    for (turn_days, bank_days) in [(0, 0), (15, 0), (1, 61)] {
        let error = refused(&|fields| fields.clock = Clock::Days { turn_days, bank_days });
        assert!(matches!(error, RulesError::OutOfRange { .. }), "{error}");
    }
    let mut alone = english(Preset::Daily).into_fields();
    alone.play_over_days(1, 0);
    assert_eq!(Rules::new(alone), Err(RulesError::ClockAlone));
}
