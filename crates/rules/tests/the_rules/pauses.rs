//! Pauses of games over days, by agreement.

use rules::{Command, EventKind, Millis, PAUSE_MAX, Pause, Preset, Refusal, Timer, Verdict};
use testkit::{ANN, BOB, CAT, Table, seat};

use crate::{challenge, dealt, dealt_by, english};

const RACKS: [&str; 3] = ["CATSEED", "HORNING", "MULBERY"];
const DAY: i64 = 24 * 60 * 60;

fn three_days(preset: Preset, players: usize) -> Table {
    dealt_by(preset, &RACKS[..players], |fields| fields.play_over_days(3, 2))
}

fn propose(table: &mut Table, player: usize) -> Result<Vec<EventKind>, Refusal> {
    table.command(player, Command::ProposePause)
}

fn answer(table: &mut Table, player: usize, agree: bool) -> Result<Vec<EventKind>, Refusal> {
    table.command(player, Command::AnswerPause { agree })
}

fn resume(table: &mut Table, player: usize) -> Result<Vec<EventKind>, Refusal> {
    table.command(player, Command::ResumeGame)
}

fn pause(table: &Table) -> Pause {
    table.game.table_view().play().unwrap().pause()
}

fn is_paused(table: &Table) -> bool {
    matches!(pause(table), Pause::Paused { .. })
}

#[test]
fn a_game_is_paused_when_all_persons_agree_in_every_preset() {
    for preset in [Preset::Social, Preset::Classic, Preset::Validated, Preset::Open] {
        let mut table = three_days(preset, 3);
        propose(&mut table, BOB).unwrap();
        answer(&mut table, CAT, true).unwrap();
        assert!(!is_paused(&table), "{preset}: Ann has not agreed");
        answer(&mut table, ANN, true).unwrap();
        assert!(is_paused(&table), "{preset}");
        assert_eq!(table.pass(ANN), Err(Refusal::GamePaused));
        assert_eq!(table.end_game(ANN), Err(Refusal::GamePaused));
        assert_eq!(propose(&mut table, ANN), Err(Refusal::GamePaused));
    }
}

#[test]
fn clocks_stop_in_a_pause_and_run_on_when_any_player_resumes() {
    let mut table = three_days(Preset::Open, 2);
    table.wait_seconds(DAY);
    propose(&mut table, ANN).unwrap();
    answer(&mut table, BOB, true).unwrap();
    assert_eq!((table.game.deadline(), table.game.reminder_at()), (None, None));
    table.let_days_pass(30);
    resume(&mut table, BOB).unwrap();
    assert_eq!(table.game.deadline(), Some((seat(ANN), table.now + Millis::days(4))));
    assert_eq!(resume(&mut table, BOB), Err(Refusal::NotPaused));
}

#[test]
fn the_only_person_pauses_a_game_against_bots_at_once() {
    let mut table = Table::changed(english(Preset::Open), 1, |fields| fields.play_over_days(3, 2));
    table.add_bot(ANN, "Robbie").unwrap();
    let mut table = table.started();
    propose(&mut table, ANN).unwrap();
    assert!(is_paused(&table));
    assert_eq!(table.act_for(BOB, Command::ResumeGame), Err(Refusal::OnlyPersons));
}

#[test]
fn a_player_can_decline_a_pause_and_the_proposer_can_withdraw_it() {
    let mut table = three_days(Preset::Open, 2);
    propose(&mut table, ANN).unwrap();
    answer(&mut table, BOB, false).unwrap();
    assert_eq!(answer(&mut table, BOB, true), Err(Refusal::NoPauseProposed));
    propose(&mut table, BOB).unwrap();
    let happened = answer(&mut table, BOB, false).unwrap();
    assert_eq!(happened, [EventKind::PauseLapsed { by: Some(seat(BOB)) }]);
}

#[test]
fn a_proposal_stays_open_as_long_as_a_turn_and_over_moves() {
    let mut table = three_days(Preset::Open, 2);
    propose(&mut table, BOB).unwrap();
    table.exchange(ANN, &[0]).unwrap();
    table.exchange(BOB, &[0]).unwrap();
    table.let_seconds_pass(3 * DAY - 1);
    assert!(matches!(pause(&table), Pause::Proposed { .. }));
    table.let_seconds_pass(1);
    assert_eq!(pause(&table), Pause::None);
    assert!(table.log.iter().any(|event| event.kind == EventKind::PauseLapsed { by: None }));
}

#[test]
fn proposing_again_agrees_and_no_player_agrees_twice() {
    let mut table = three_days(Preset::Open, 2);
    propose(&mut table, ANN).unwrap();
    assert_eq!(propose(&mut table, ANN), Err(Refusal::AlreadyAgreedToPause));
    assert_eq!(answer(&mut table, ANN, true), Err(Refusal::AlreadyAgreedToPause));
    propose(&mut table, BOB).unwrap();
    assert!(is_paused(&table));
}

#[test]
fn a_pause_ends_by_itself_after_sixty_days() {
    let mut table = three_days(Preset::Open, 2);
    propose(&mut table, ANN).unwrap();
    answer(&mut table, BOB, true).unwrap();
    let timers = table.game.timers(&table.away);
    assert_eq!(timers, [(Timer::PauseEnd, table.now + PAUSE_MAX)], "nothing else happens in a pause");
    table.let_days_pass(60);
    assert_eq!(pause(&table), Pause::None);
    assert_eq!(table.log.last().unwrap().kind, EventKind::GameResumed { by: None });
}

#[test]
fn an_open_play_can_be_challenged_for_as_long_as_before_the_pause() {
    let mut table = three_days(Preset::Social, 2);
    table.play(ANN, "8H", "CAT").unwrap();
    table.wait_seconds(DAY / 4);
    propose(&mut table, ANN).unwrap();
    answer(&mut table, BOB, true).unwrap();
    assert_eq!(table.challenge(BOB), Err(Refusal::GamePaused));
    assert_eq!(table.accept(BOB), Err(Refusal::GamePaused));
    table.let_days_pass(10);
    resume(&mut table, ANN).unwrap();
    table.let_seconds_pass(DAY * 3 / 4 - 1);
    table.challenge(BOB).unwrap();
}

#[test]
fn a_pending_challenge_is_decided_before_a_pause() {
    let mut table = dealt_by(Preset::Social, &RACKS, |fields| {
        fields.words = challenge(Verdict::Vote, 60);
        fields.play_over_days(3, 2);
    });
    table.play(ANN, "8H", "CAT").unwrap();
    propose(&mut table, BOB).unwrap();
    answer(&mut table, ANN, true).unwrap();
    table.challenge(BOB).unwrap();
    assert_eq!(answer(&mut table, CAT, true), Err(Refusal::ChallengePending));
    assert_eq!(propose(&mut table, CAT), Err(Refusal::ChallengePending));
    table.resign(CAT).unwrap();
    assert!(!is_paused(&table), "the challenge of Bob comes first");
    table.judge(BOB, true).unwrap();
    assert!(is_paused(&table), "the two players who are left have agreed");
}

#[test]
fn a_request_to_end_the_game_lapses_with_the_pause() {
    let mut table = three_days(Preset::Open, 3);
    table.end_game(ANN).unwrap();
    for player in [ANN, BOB, CAT] {
        propose(&mut table, player).unwrap();
    }
    assert!(is_paused(&table));
    assert!(table.log.iter().any(|event| event.kind == EventKind::EndRequestLapsed));
}

#[test]
fn a_player_who_resigns_in_a_pause_does_not_end_it() {
    let mut table = three_days(Preset::Open, 3);
    for player in [ANN, BOB, CAT] {
        propose(&mut table, player).unwrap();
    }
    table.resign(ANN).unwrap();
    assert!(is_paused(&table));
    assert_eq!(table.game.deadline(), None);
    resume(&mut table, CAT).unwrap();
    assert_eq!(table.game.deadline(), Some((seat(BOB), table.now + Millis::days(5))));
}

#[test]
fn only_games_over_days_can_be_paused() {
    let mut table = dealt(Preset::Open, &RACKS);
    assert_eq!(propose(&mut table, ANN), Err(Refusal::PauseNotOffered));
    assert_eq!(answer(&mut table, ANN, true), Err(Refusal::PauseNotOffered));
    assert_eq!(resume(&mut table, ANN), Err(Refusal::PauseNotOffered));
    let mut table = Table::of(english(Preset::Open), 2);
    assert_eq!(propose(&mut table, ANN), Err(Refusal::NotStarted));
}
