use rules::{Absence, Command, EventKind, Millis, Preset, Refusal, StandReason, Timer};
use testkit::{ANN, BOB, CAT, Table, seat};

use crate::{dealt, dealt_by, english, last_tiles};

const RACKS: [&str; 3] = ["CATSEED", "HORNING", "MULBERY"];

/// A social table of three players at which Ann has played CAT.
fn cat_is_played() -> Table {
    let mut table = dealt(Preset::Social, &RACKS).then_draws("XYZ");
    table.play(ANN, "8H", "CAT").unwrap();
    table
}

fn stood(events: &[EventKind]) -> Option<StandReason> {
    events.iter().find_map(|event| match event {
        EventKind::PlayStood { reason, .. } => Some(*reason),
        _ => None,
    })
}

#[test]
fn any_other_player_can_challenge_a_play() {
    for player in [BOB, CAT] {
        assert!(cat_is_played().challenge(player).is_ok());
    }
    assert_eq!(cat_is_played().challenge(ANN), Err(Refusal::OwnPlay));
    assert_eq!(cat_is_played().accept(ANN), Err(Refusal::OwnPlay));
}

#[test]
fn players_out_of_the_game_cannot_challenge_accept_or_judge() {
    let mut table = cat_is_played();
    table.resign(CAT).unwrap();
    assert_eq!(table.challenge(CAT), Err(Refusal::OutOfGame));
    assert_eq!(table.accept(CAT), Err(Refusal::OutOfGame));
    table.challenge(BOB).unwrap();
    assert_eq!(table.judge(CAT, true), Err(Refusal::OutOfGame));
}

#[test]
fn without_a_play_there_is_nothing_to_challenge() {
    let mut table = dealt(Preset::Social, &RACKS);
    assert_eq!(table.challenge(BOB), Err(Refusal::NothingToChallenge));
    table.pass(ANN).unwrap();
    assert_eq!(table.challenge(ANN), Err(Refusal::NothingToChallenge));
    assert_eq!(table.accept(ANN), Err(Refusal::NothingToChallenge));
    assert_eq!(table.judge(ANN, true), Err(Refusal::NoChallengePending));
}

#[test]
fn without_a_challenge_there_is_no_verdict() {
    assert_eq!(cat_is_played().judge(BOB, false), Err(Refusal::NoChallengePending));
}

#[test]
fn the_turn_passes_when_the_play_is_made_and_not_again_after_the_verdict() {
    for valid in [true, false] {
        let mut table = cat_is_played();
        assert_eq!(table.to_move(), Some(BOB));
        table.challenge(CAT).unwrap();
        table.judge(ANN, valid).unwrap();
        assert_eq!(table.to_move(), Some(BOB));
    }
}

#[test]
fn a_play_stands_when_the_next_players_move_is_accepted() {
    for (name, next) in [
        ("play", Box::new(|table: &mut Table| table.play(BOB, "8K", "HO")) as Box<dyn Fn(&mut Table) -> _>),
        ("pass", Box::new(|table: &mut Table| table.pass(BOB))),
        ("exchange", Box::new(|table: &mut Table| table.exchange(BOB, &[0]))),
    ] {
        let mut table = cat_is_played();
        assert_eq!(stood(&next(&mut table).unwrap()), Some(StandReason::NextMove), "{name}");
        assert_eq!(table.rack(ANN), "SEEDXYZ", "{name}");
    }
}

#[test]
fn the_log_records_why_a_play_stands() {
    let mut checked = dealt(Preset::Open, &RACKS);
    assert_eq!(stood(&checked.play(ANN, "8H", "CAT").unwrap()), Some(StandReason::Checked));
    let mut challenged = cat_is_played();
    challenged.challenge(BOB).unwrap();
    assert_eq!(stood(&challenged.judge(BOB, true).unwrap()), Some(StandReason::ChallengeFailed));
    let mut ended = cat_is_played();
    ended.end_game(ANN).unwrap();
    assert_eq!(stood(&ended.end_game(BOB).unwrap()), Some(StandReason::GameEnded));
}

#[test]
fn a_refused_move_does_not_make_the_previous_play_stand() {
    let mut table = cat_is_played();
    table.play(BOB, "1A", "HO").unwrap_err();
    table.exchange(BOB, &[9]).unwrap_err();
    table.pass(CAT).unwrap_err();
    assert_eq!(table.rack(ANN), "SEED");
    assert!(table.challenge(BOB).is_ok());
}

#[test]
fn after_the_next_move_the_play_cannot_be_challenged() {
    let mut table = cat_is_played();
    table.pass(BOB).unwrap();
    assert_eq!(table.challenge(CAT), Err(Refusal::NothingToChallenge));
}

#[test]
fn a_play_stands_when_every_other_player_has_accepted_it() {
    let mut table = cat_is_played();
    assert_eq!(stood(&table.accept(CAT).unwrap()), None);
    assert_eq!(table.accept(CAT), Err(Refusal::AlreadyAccepted));
    assert_eq!(stood(&table.accept(BOB).unwrap()), Some(StandReason::AllAccepted));
    assert_eq!(table.rack(ANN), "SEEDXYZ");
    assert_eq!(table.challenge(BOB), Err(Refusal::NothingToChallenge));
    assert_eq!(table.to_move(), Some(BOB));
}

#[test]
fn a_player_who_accepted_a_play_may_still_challenge_it() {
    let mut table = cat_is_played();
    table.accept(CAT).unwrap();
    assert!(table.challenge(CAT).is_ok());
}

#[test]
fn a_play_stands_when_the_window_of_60_seconds_has_passed() {
    let mut table = cat_is_played();
    table.wait_seconds(59);
    assert_eq!(table.fire(Timer::ChallengeWindow), Err(Refusal::NotDue));
    table.wait_seconds(1);
    assert_eq!(table.challenge(BOB), Err(Refusal::NothingToChallenge));
    assert_eq!(table.accept(BOB), Err(Refusal::NothingToChallenge));
    let events = table.fire(Timer::ChallengeWindow).unwrap();
    assert_eq!(stood(&events), Some(StandReason::WindowPassed));
    assert_eq!(table.rack(ANN), "SEEDXYZ");
    assert_eq!(table.to_move(), Some(BOB));
}

#[test]
fn a_play_can_be_challenged_once() {
    let mut table = cat_is_played();
    table.challenge(BOB).unwrap();
    assert_eq!(table.challenge(CAT), Err(Refusal::ChallengePending));
    table.judge(CAT, true).unwrap();
    assert_eq!(table.challenge(CAT), Err(Refusal::NothingToChallenge));
}

#[test]
fn a_challenge_that_names_a_turn_applies_only_to_the_play_of_that_turn() {
    let mut table = cat_is_played();
    table.play(BOB, "8K", "HO").unwrap();
    let of_turn = |turn| Command::Challenge { turn: Some(turn) };
    assert_eq!(table.command(CAT, of_turn(1)), Err(Refusal::NothingToChallenge));
    assert_eq!(table.command(CAT, Command::AcceptPlay { turn: Some(1) }), Err(Refusal::NothingToChallenge));
    table.command(CAT, of_turn(2)).unwrap();
    let judge = |turn| Command::Judge { valid: true, turn: Some(turn) };
    assert_eq!(table.command(CAT, judge(1)), Err(Refusal::NoChallengePending));
    assert!(table.command(CAT, judge(2)).is_ok());
}

#[test]
fn the_first_verdict_counts_even_from_the_plays_own_player() {
    for player in [ANN, BOB, CAT] {
        let mut table = cat_is_played();
        table.challenge(BOB).unwrap();
        table.judge(player, false).unwrap();
        assert_eq!(table.judge(CAT, true), Err(Refusal::NoChallengePending));
        assert_eq!(table.rack(ANN), "CATSEED");
    }
}

#[test]
fn a_verdict_by_anyone_has_no_time_limit() {
    let mut table = cat_is_played();
    table.challenge(BOB).unwrap();
    table.let_seconds_pass(23 * 3600);
    assert!(table.game.table_view().play().unwrap().open_play().unwrap().challenge().is_some());
    assert!(table.judge(CAT, true).is_ok());
}

#[test]
fn a_bot_gives_no_verdict_where_anyone_decides() {
    let mut table = Table::of(english(Preset::Social), 2);
    table.add_bot(ANN, "Robbie").unwrap();
    let mut table = table.with_racks(&RACKS).started();
    table.play(ANN, "8H", "CAT").unwrap();
    table.challenge(BOB).unwrap();
    assert_eq!(table.judge(CAT, true), Err(Refusal::OnlyPersons));
}

#[test]
fn while_a_challenge_is_pending_the_board_is_frozen() {
    let mut table = cat_is_played();
    table.challenge(CAT).unwrap();
    table.goes_away(BOB);
    table.wait_seconds(100);
    let frozen = Err(Refusal::ChallengePending);
    assert_eq!(table.play(BOB, "8K", "HO"), frozen);
    assert_eq!(table.pass(BOB), frozen);
    assert_eq!(table.exchange(BOB, &[0]), frozen);
    assert_eq!(table.accept(BOB), frozen);
    assert_eq!(table.challenge(BOB), frozen);
    assert_eq!(table.end_game(ANN), frozen);
    assert_eq!(table.remove(ANN, BOB), frozen);
}

#[test]
fn while_a_challenge_is_pending_players_may_resign_and_leave() {
    let mut table = cat_is_played();
    table.challenge(CAT).unwrap();
    assert!(table.leave(BOB).is_ok());
    assert!(table.resign(CAT).is_ok());
}

#[test]
fn absences_due_during_a_challenge_take_effect_after_the_verdict() {
    let mut table = dealt_by(Preset::Social, &RACKS, |fields| {
        fields.absence = Absence::RemovedAfter(Millis::seconds(60));
    });
    table.play(ANN, "8H", "CAT").unwrap();
    table.challenge(CAT).unwrap();
    table.goes_away(ANN);
    table.let_seconds_pass(200);
    let away: Vec<Timer> = table.game.timers(&table.away).into_iter().map(|(timer, _)| timer).collect();
    assert_eq!(away, [Timer::Expiry]);
    assert_eq!(table.host(), Some(ANN));
    table.judge(BOB, true).unwrap();
    table.let_seconds_pass(0);
    assert_eq!(table.host(), Some(BOB));
    assert_eq!(table.resign(ANN), Err(Refusal::OutOfGame));
}

#[test]
fn a_challenge_covers_all_words_of_the_play() {
    let mut table = cat_is_played();
    table.play(BOB, "K8", "HO").unwrap();
    table.challenge(CAT).unwrap();
    let open = table.game.table_view().play().unwrap().open_play().unwrap();
    let words: Vec<String> =
        open.play().words.iter().map(|word| table.language().write(&word.letters)).collect();
    assert_eq!(words, ["HO", "CATH"]);
    assert_eq!(open.challenge().unwrap().by, seat(CAT));
}

#[test]
fn no_tiles_are_drawn_until_the_play_stands() {
    let mut table = cat_is_played();
    let (bag, next_draw) = (table.bag(), table.game.bag().unwrap().next_draw());
    assert_eq!((table.rack(ANN).as_str(), bag, next_draw), ("SEED", 79, 21));
    table.challenge(BOB).unwrap();
    assert_eq!(table.bag(), 79);
    table.judge(CAT, true).unwrap();
    assert_eq!((table.rack(ANN).as_str(), table.bag()), ("SEEDXYZ", 76));
}

#[test]
fn the_next_move_first_draws_for_the_previous_play() {
    // The bag has three tiles. Ann draws them for CAT before Bob exchanges.
    let mut table = last_tiles(Preset::Social, 2, &["CATSEED", "HORNING", "XYZ"], |_| {});
    table.play(ANN, "8H", "CAT").unwrap();
    assert_eq!(table.exchange(BOB, &[0]), Err(Refusal::NotEnoughInBag { needed: 1, left: 0 }));
    table.play(BOB, "8K", "HO").unwrap();
    assert_eq!((table.rack(ANN).as_str(), table.bag()), ("SEEDXYZ", 0));
}
