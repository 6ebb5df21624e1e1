use rules::{Absence, Action, EndReason, EventKind, Millis, PlayStatus, Preset, Refusal, Score, StandReason};
use testkit::{ANN, BOB, CAT, DAN, Table};

use crate::{dealt, dealt_by};

const RACKS: [&str; 4] = ["CATSEED", "HORNING", "MULBERY", "POWFAIL"];

fn cat_is_played() -> Table {
    let mut table = dealt(Preset::Social, &RACKS[..3]);
    table.play(ANN, "8H", "CAT").unwrap();
    table
}

#[test]
fn an_open_play_stands_without_a_draw_if_its_player_resigns() {
    let mut table = cat_is_played();
    let events = table.resign(ANN).unwrap();
    let EventKind::PlayStood { reason: StandReason::PlayerLeft, drawn, .. } = &events[0] else {
        panic!("{events:?}");
    };
    assert!(drawn.tiles.is_empty());
    // S, E, E and D return to the bag.
    assert_eq!((table.bag(), table.rack(ANN).as_str(), table.score(ANN)), (79 + 4, "", Score(10)));
    assert_eq!(table.challenge(BOB), Err(Refusal::NothingToChallenge));
    assert_eq!(table.to_move(), Some(BOB));
}

#[test]
fn a_challenge_lapses_without_a_penalty_if_the_challenged_player_resigns() {
    let mut table = cat_is_played();
    table.challenge(BOB).unwrap();
    table.resign(ANN).unwrap();
    assert_eq!(table.judge(BOB, false), Err(Refusal::NoChallengePending));
    // Bob, who challenged and is to move, has no lost turn.
    assert_eq!((table.to_move(), table.bag()), (Some(BOB), 83));
    let Action::Played { fate, challenge, .. } = &table.game.history()[0].deed else { panic!() };
    assert_eq!((*fate, challenge.as_ref().unwrap().judge.as_ref()), (PlayStatus::Stood, None));
}

#[test]
fn an_open_play_stands_if_its_player_is_removed() {
    let mut table = dealt_by(Preset::Social, &RACKS[..3], |fields| {
        fields.absence = Absence::RemovedAfter(Millis::seconds(20));
    });
    table.play(ANN, "8H", "CAT").unwrap();
    table.goes_away(ANN);
    table.let_seconds_pass(20);
    assert_eq!((table.to_move(), table.bag(), table.score(ANN)), (Some(BOB), 83, Score(10)));
    assert!(!table.game.board().unwrap().is_empty());
}

#[test]
fn a_challenge_is_still_decided_if_the_challenger_resigns() {
    for valid in [true, false] {
        let mut table = cat_is_played();
        table.challenge(CAT).unwrap();
        table.resign(CAT).unwrap();
        assert_eq!(table.pass(BOB), Err(Refusal::ChallengePending));
        table.judge(BOB, valid).unwrap();
        assert_eq!((table.to_move(), table.score(ANN)), (Some(BOB), Score(if valid { 10 } else { 0 })));
    }
}

#[test]
fn when_a_challenger_to_move_resigns_the_next_player_moves() {
    let mut table = cat_is_played();
    table.challenge(BOB).unwrap();
    table.resign(BOB).unwrap();
    table.judge(CAT, true).unwrap();
    assert_eq!(table.to_move(), Some(CAT));
}

#[test]
fn a_challenge_is_still_decided_if_the_challenger_is_away() {
    let mut table = cat_is_played();
    table.challenge(CAT).unwrap();
    table.goes_away(CAT);
    table.let_seconds_pass(300);
    table.judge(BOB, true).unwrap();
    table.pass(BOB).unwrap();
    assert_eq!(table.to_move(), Some(ANN));
}

#[test]
fn an_open_play_stands_when_the_only_player_who_had_not_accepted_it_resigns() {
    let mut table = cat_is_played();
    table.accept(BOB).unwrap();
    let events = table.resign(CAT).unwrap();
    assert!(
        events
            .iter()
            .any(|event| matches!(event, EventKind::PlayStood { reason: StandReason::AllAccepted, .. }))
    );
    assert_eq!(table.rack(ANN).len(), 7);
}

#[test]
fn the_game_continues_if_the_player_who_went_out_resigns() {
    let mut table = crate::last_tiles(Preset::Social, 3, &["CATSEED", "HORNING", "U"], |_| {});
    table.play(ANN, "8H", "CAT").unwrap();
    table.play(BOB, "8K", "HO").unwrap();
    table.play(CAT, "9H", "U").unwrap();
    table.resign(CAT).unwrap();
    assert_eq!((table.is_over(), table.to_move()), (false, Some(ANN)));
}

#[test]
fn at_a_table_of_two_resigning_under_a_challenge_ends_the_game() {
    for player in [ANN, BOB] {
        let mut table = dealt(Preset::Social, &RACKS[..2]);
        table.play(ANN, "8H", "CAT").unwrap();
        table.challenge(BOB).unwrap();
        table.resign(player).unwrap();
        assert_eq!(table.end_reason(), Some(EndReason::Resigned));
        assert_eq!(table.winners(), [1 - player]);
        assert_eq!(table.score(ANN), Score(10));
    }
}

#[test]
fn a_request_to_end_the_game_waits_for_the_verdict() {
    // Two of four agree, which is not enough. When the third resigns it would be enough, but a
    // challenge is pending.
    let mut table = dealt(Preset::Social, &RACKS);
    table.play(ANN, "8H", "CAT").unwrap();
    table.end_game(ANN).unwrap();
    table.end_game(BOB).unwrap();
    table.challenge(DAN).unwrap();
    table.resign(DAN).unwrap();
    assert!(!table.is_over(), "the verdict is still given");
    table.judge(CAT, false).unwrap();
    assert_eq!(table.end_reason(), Some(EndReason::HostEnded));
    assert_eq!(table.result_of(ANN).score_before, Score(0));
}
