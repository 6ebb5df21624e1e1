use rules::{Action, ChallengeRecord, Game, Judge, PlayStatus, Preset, Score, SeatSet, Tile, Verdict};
use testkit::{ANN, BOB, CAT, Table, seat};

use crate::{challenge, dealt, dealt_by};

const RACKS: [&str; 3] = ["CAT?EED", "HORNING", "MULBERY"];

/// Everything that taking a play back must restore.
fn position(game: &Game) -> impl PartialEq + std::fmt::Debug + use<> {
    let view = game.table_view();
    let play = view.play().unwrap();
    let players: Vec<(Score, usize, u32)> = view
        .players()
        .map(|(_, player)| (player.score(), player.tile_count(), player.lost_turns()))
        .collect();
    let racks: Vec<Vec<Tile>> =
        game.players().seats().map(|seat| game.rack(seat).unwrap().tiles().to_vec()).collect();
    (play.board().clone(), play.passes(), play.open_play().is_some(), players, racks, game.bag().cloned())
}

#[test]
fn taking_back_an_invalid_play_restores_everything() {
    for verdict in [Verdict::Anyone, Verdict::Vote, Verdict::Dictionary] {
        let mut table =
            dealt_by(Preset::Social, &RACKS, |fields| fields.words = challenge(verdict, 60)).with_words(&[]);
        table.play(ANN, "8H", "TEA").unwrap();
        table.pass(BOB).unwrap();
        table.pass(CAT).unwrap();
        let before = position(&table.game);
        table.play(ANN, "8K", "cD").unwrap();
        table.challenge(BOB).unwrap();
        for player in [BOB, CAT] {
            // Two votes, one verdict, or an ignored command where the dictionary has already
            // decided.
            let _ = table.judge(player, false);
        }
        assert_eq!(position(&table.game), before, "{verdict:?}");
        assert_eq!(table.to_move(), Some(BOB), "{verdict:?}");
    }
}

#[test]
fn a_blank_that_returns_to_the_rack_is_a_blank_again() {
    let mut table = dealt(Preset::Social, &RACKS);
    table.play(ANN, "8H", "CAsT").unwrap();
    table.challenge(BOB).unwrap();
    table.judge(ANN, false).unwrap();
    assert_eq!(table.rack(ANN), "CAT?EED");
    table.pass(BOB).unwrap();
    table.pass(CAT).unwrap();
    assert!(table.play(ANN, "8H", "CAzT").is_ok());
}

#[test]
fn a_play_taken_back_uses_the_turn_but_is_not_a_pass() {
    let mut table = dealt(Preset::Social, &RACKS[..2]);
    table.pass(ANN).unwrap();
    table.play(BOB, "8H", "HO").unwrap();
    table.challenge(ANN).unwrap();
    table.judge(ANN, false).unwrap();
    // Ann's pass counts again. Bob has not passed, so Ann's next pass does not end the game.
    assert_eq!(table.game.table_view().play().unwrap().passes(), 1);
    assert_eq!(table.to_move(), Some(ANN));
    table.pass(ANN).unwrap();
    assert!(!table.is_over());
    table.pass(BOB).unwrap();
    assert!(table.is_over());
}

#[test]
fn taking_back_a_play_restores_the_pass_counter() {
    // Four passes end a validated game. The phony in between neither counts nor resets the count.
    let mut table = dealt_by(Preset::Validated, &RACKS[..2], |fields| {
        fields.words = challenge(Verdict::Anyone, 60);
    });
    for player in [ANN, BOB, ANN] {
        table.pass(player).unwrap();
    }
    table.play(BOB, "8H", "HO").unwrap();
    table.challenge(ANN).unwrap();
    table.judge(BOB, false).unwrap();
    table.pass(ANN).unwrap();
    assert!(table.is_over());
}

#[test]
fn a_successful_challenger_loses_nothing() {
    let mut table = dealt(Preset::Social, &RACKS[..2]);
    table.play(ANN, "8H", "CAT").unwrap();
    table.challenge(BOB).unwrap();
    table.judge(ANN, false).unwrap();
    assert_eq!(table.to_move(), Some(BOB));
    assert!(table.play(BOB, "8H", "HO").is_ok());
}

#[test]
fn the_first_play_can_be_made_again_after_it_was_taken_back() {
    let mut table = dealt(Preset::Social, &RACKS[..2]);
    table.play(ANN, "8H", "CAT").unwrap();
    table.challenge(BOB).unwrap();
    table.judge(ANN, false).unwrap();
    // The board is empty, so a play must cover the centre again.
    assert!(table.play(BOB, "8K", "HO").is_err());
}

#[test]
fn the_history_records_the_challenger_the_verdict_and_the_judge() {
    let last = |table: &Table| match &table.game.history()[0].deed {
        Action::Played { play, fate, challenge } => {
            (table.language().write(&play.main_word().letters), *fate, challenge.clone())
        }
        other => panic!("{other:?} is no play"),
    };
    let voters = |players: &[usize]| players.iter().map(|&player| seat(player)).collect::<SeatSet>();
    for (verdict, votes, fate, judge) in [
        (Verdict::Anyone, &[(CAT, false)][..], PlayStatus::TakenBack, Judge::Player(seat(CAT))),
        (Verdict::Anyone, &[(ANN, true)], PlayStatus::Stood, Judge::Player(seat(ANN))),
        (
            Verdict::Vote,
            &[(BOB, false), (CAT, true)],
            PlayStatus::Stood,
            Judge::Vote { valid: voters(&[CAT]), invalid: voters(&[BOB]) },
        ),
    ] {
        let mut table = dealt_by(Preset::Social, &RACKS, |fields| fields.words = challenge(verdict, 60));
        table.play(ANN, "8H", "CAT").unwrap();
        assert_eq!(last(&table), ("CAT".to_owned(), PlayStatus::Open, None));
        table.challenge(BOB).unwrap();
        for &(player, valid) in votes {
            table.judge(player, valid).unwrap();
        }
        let record = ChallengeRecord { by: seat(BOB), judge: Some(judge) };
        assert_eq!(last(&table), ("CAT".to_owned(), fate, Some(record)));
    }
}

#[test]
fn the_score_pad_shows_the_previous_score_for_a_play_taken_back() {
    let mut table = dealt(Preset::Social, &RACKS[..2]);
    table.play(ANN, "8H", "CAT").unwrap();
    assert_eq!(table.game.history()[0].total, Score(10));
    table.challenge(BOB).unwrap();
    table.judge(BOB, false).unwrap();
    assert_eq!((table.game.history()[0].total, table.score(ANN)), (Score(0), Score(0)));
}
