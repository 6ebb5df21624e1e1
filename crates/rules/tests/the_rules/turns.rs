use rules::{Action, EndReason, Preset, Refusal, RuleFields, Score, ScorelessEnd};
use testkit::{ANN, BOB, CAT, DAN, Table};

use crate::{dealt, dealt_by, english};

const RACKS: [&str; 4] = ["CATSEED", "HORNING", "MULBERY", "POWFAIL"];

/// Passes for each of these players. The game must not end before the last pass.
fn passes(table: &mut Table, players: &[usize]) {
    for &player in players {
        assert!(!table.is_over(), "the game went on until {player} passed");
        table.pass(player).unwrap();
    }
}

fn consecutive_passes(table: &Table) -> u32 {
    table.game.table_view().play().unwrap().passes()
}

#[test]
fn turns_go_round_the_table() {
    for players in 2..=4 {
        let mut table = dealt(Preset::Open, &RACKS[..players]);
        for turn in 0..5 {
            assert_eq!(table.to_move(), Some(turn % players));
            table.pass(turn % players).unwrap();
        }
    }
}

#[test]
fn only_the_player_to_move_can_move() {
    let mut table = dealt(Preset::Open, &RACKS[..2]);
    assert_eq!(table.pass(BOB), Err(Refusal::NotYourTurn));
    assert_eq!(table.exchange(BOB, &[0]), Err(Refusal::NotYourTurn));
    assert_eq!(table.play(BOB, "8H", "HO"), Err(Refusal::NotYourTurn));
}

#[test]
fn no_player_can_move_before_or_after_the_game() {
    let mut table = Table::of(english(Preset::Open), 2);
    assert_eq!(table.pass(ANN), Err(Refusal::NotStarted));
    assert_eq!(table.resign(ANN), Err(Refusal::NotStarted));
    table = table.started();
    table.resign(ANN).unwrap();
    assert_eq!(table.pass(BOB), Err(Refusal::Ended));
    assert_eq!(table.challenge(BOB), Err(Refusal::Ended));
}

#[test]
fn an_empty_seat_cannot_move() {
    let mut table = dealt(Preset::Open, &RACKS[..2]);
    assert_eq!(table.pass(CAT), Err(Refusal::NotSeated));
}

#[test]
fn a_play_is_followed_by_drawing_up_to_seven_tiles() {
    let mut table = dealt(Preset::Validated, &RACKS[..2]).then_draws("XYZ");
    table.play(ANN, "8H", "CAT").unwrap();
    assert_eq!((table.rack(ANN).as_str(), table.bag()), ("SEEDXYZ", 100 - 14 - 3));
}

#[test]
fn scores_add_up() {
    let mut table = dealt(Preset::Open, &RACKS[..2]);
    table.play(ANN, "8H", "CAT").unwrap();
    table.pass(BOB).unwrap();
    table.play(ANN, "8K", "SE").unwrap();
    assert_eq!(table.score(ANN), Score(10 + 8));
}

#[test]
fn one_pass_by_every_player_still_in_ends_a_social_or_classic_game() {
    for preset in [Preset::Social, Preset::Classic] {
        for players in 2..=4 {
            let mut table = dealt(preset, &RACKS[..players]);
            passes(&mut table, &[ANN, BOB, CAT, DAN][..players]);
            assert_eq!(table.end_reason(), Some(EndReason::ConsecutivePasses), "{preset} with {players}");
        }
    }
}

#[test]
fn four_passes_end_a_validated_game_of_any_number_of_players() {
    for players in 2..=4 {
        let mut table = dealt(Preset::Validated, &RACKS[..players]);
        passes(&mut table, &[0, 1, 2, 3].map(|turn| turn % players));
        assert_eq!(table.end_reason(), Some(EndReason::ConsecutivePasses), "{players} players");
    }
}

#[test]
fn six_passes_or_exchanges_end_an_open_game() {
    let mut table = dealt(Preset::Open, &RACKS[..2]);
    passes(&mut table, &[ANN, BOB, ANN]);
    table.exchange(BOB, &[0]).unwrap();
    table.exchange(ANN, &[0, 1]).unwrap();
    assert_eq!(consecutive_passes(&table), 5);
    table.pass(BOB).unwrap();
    assert_eq!(table.end_reason(), Some(EndReason::ConsecutivePasses));
}

#[test]
fn an_exchange_counts_as_a_pass_only_in_an_open_game() {
    for (preset, count) in
        [(Preset::Social, 0), (Preset::Classic, 0), (Preset::Validated, 0), (Preset::Open, 2)]
    {
        let mut table = dealt(preset, &RACKS[..2]);
        table.pass(ANN).unwrap();
        table.exchange(BOB, &[0]).unwrap();
        assert_eq!(consecutive_passes(&table), count, "{preset}");
    }
}

#[test]
fn a_play_resets_the_count_of_passes() {
    for preset in [Preset::Social, Preset::Classic, Preset::Validated, Preset::Open] {
        let mut table = dealt(preset, &RACKS[..2]);
        table.pass(ANN).unwrap();
        assert_eq!(consecutive_passes(&table), 1);
        table.play(BOB, "8H", "HO").unwrap();
        assert_eq!(consecutive_passes(&table), 0);
        table.pass(ANN).unwrap();
        assert!(!table.is_over());
        assert_eq!(consecutive_passes(&table), 1);
    }
}

#[test]
fn a_player_who_resigned_no_longer_needs_to_pass() {
    let mut table = dealt(Preset::Social, &RACKS[..3]);
    passes(&mut table, &[ANN, BOB]);
    table.resign(CAT).unwrap();
    assert_eq!(table.end_reason(), Some(EndReason::ConsecutivePasses));
}

#[test]
fn turns_skip_players_out_of_the_game() {
    let mut table = dealt(Preset::Open, &RACKS[..3]);
    table.resign(BOB).unwrap();
    table.pass(ANN).unwrap();
    assert_eq!(table.to_move(), Some(CAT));
    assert_eq!(table.pass(BOB), Err(Refusal::OutOfGame));
}

#[test]
fn with_a_turn_limit_the_game_ends_when_every_player_has_used_their_turns() {
    let two_turns = |fields: &mut RuleFields| fields.turns = Some(2);
    let mut table = dealt_by(Preset::Open, &RACKS[..2], two_turns);
    passes(&mut table, &[ANN, BOB, ANN, BOB]);
    assert_eq!(table.end_reason(), Some(EndReason::TurnsPlayed));
}

#[test]
fn with_a_turn_limit_scoreless_turns_need_not_end_the_game() {
    let mut table = dealt_by(Preset::Open, &RACKS[..2], |fields| {
        fields.turns = Some(10);
        fields.scoreless_end = ScorelessEnd::Never;
    });
    for _ in 0..10 {
        passes(&mut table, &[ANN, BOB]);
    }
    assert_eq!(table.end_reason(), Some(EndReason::TurnsPlayed));
}

#[test]
fn the_score_pad_lists_every_turn_with_its_number() {
    let mut table = dealt(Preset::Open, &RACKS[..2]);
    table.play(ANN, "8H", "CAT").unwrap();
    table.exchange(BOB, &[0, 1]).unwrap();
    table.pass(ANN).unwrap();
    let lines: Vec<(u32, usize, bool)> = table
        .game
        .history()
        .iter()
        .map(|entry| (entry.turn, entry.seat.index(), matches!(entry.deed, Action::Played { .. })))
        .collect();
    assert_eq!(lines, [(1, ANN, true), (2, BOB, false), (3, ANN, false)]);
}
