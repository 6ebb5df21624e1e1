use rules::{Preset, Refusal, Timer, Verdict};
use testkit::{ANN, BOB, CAT, DAN, Table, seat};

use crate::{challenge, dealt_by, english};

const RACKS: [&str; 4] = ["CATSEED", "HORNING", "MULBERY", "POWFAIL"];

/// A voting table at which Ann has played CAT and Bob has challenged it.
fn challenged(players: usize) -> Table {
    let mut table = dealt_by(Preset::Social, &RACKS[..players], |fields| {
        fields.words = challenge(Verdict::Vote, 60);
    });
    table.play(ANN, "8H", "CAT").unwrap();
    table.challenge(BOB).unwrap();
    table
}

#[derive(PartialEq, Debug)]
enum Outcome {
    Pending,
    Stands,
    Gone,
}

fn outcome(table: &Table) -> Outcome {
    let is_pending = table.game.table_view().play().unwrap().open_play().is_some();
    match (is_pending, table.game.board().unwrap().is_empty()) {
        (true, _) => Outcome::Pending,
        (false, false) => Outcome::Stands,
        (false, true) => Outcome::Gone,
    }
}

#[test]
fn a_majority_of_the_eligible_voters_decides_at_once() {
    use Outcome::{Gone, Pending, Stands};
    for (players, votes, expected) in [
        (3, &[(BOB, false)][..], Pending),
        (3, &[(BOB, false), (CAT, false)], Gone),
        (3, &[(BOB, true), (CAT, true)], Stands),
        (4, &[(CAT, true)], Pending),
        (4, &[(CAT, true), (DAN, true)], Stands),
        (4, &[(BOB, false), (DAN, false)], Gone),
        (4, &[(BOB, false), (CAT, true)], Pending),
        (4, &[(BOB, false), (CAT, true), (DAN, false)], Gone),
        (4, &[(BOB, false), (CAT, true), (DAN, true)], Stands),
    ] {
        let mut table = challenged(players);
        for &(player, valid) in votes {
            table.judge(player, valid).unwrap();
        }
        assert_eq!(outcome(&table), expected, "{players} players, {votes:?}");
    }
}

#[test]
fn the_vote_of_a_player_who_dropped_out_does_not_count_when_the_time_is_over() {
    let mut table = challenged(4);
    table.judge(BOB, false).unwrap();
    table.resign(BOB).unwrap();
    table.judge(CAT, false).unwrap();
    assert_eq!(outcome(&table), Outcome::Pending, "Cat is one of two who vote");
    table.let_seconds_pass(60);
    assert_eq!(outcome(&table), Outcome::Stands);
    assert!(rules::Game::replay(&table.log).is_ok());
}

#[test]
fn the_play_stands_after_a_tied_vote() {
    let mut table = challenged(3);
    table.judge(BOB, false).unwrap();
    table.judge(CAT, true).unwrap();
    assert_eq!(outcome(&table), Outcome::Stands);
    // The play was valid, so the challenger, who was to move, lost that turn.
    assert_eq!(table.to_move(), Some(CAT));
}

#[test]
fn the_play_stands_after_sixty_seconds_without_a_majority() {
    let mut table = challenged(4);
    table.judge(BOB, false).unwrap();
    table.wait_seconds(59);
    assert_eq!(table.fire(Timer::Vote), Err(Refusal::NotDue));
    table.wait_seconds(1);
    table.fire(Timer::Vote).unwrap();
    assert_eq!(outcome(&table), Outcome::Stands);
}

#[test]
fn players_who_are_away_count_as_eligible_voters() {
    let mut table = challenged(4);
    table.goes_away(CAT);
    table.goes_away(DAN);
    table.judge(BOB, false).unwrap();
    assert_eq!(outcome(&table), Outcome::Pending);
}

#[test]
fn the_challenged_player_does_not_vote() {
    assert_eq!(challenged(3).judge(ANN, true), Err(Refusal::OwnVote));
}

#[test]
fn a_vote_counts_once() {
    let mut table = challenged(4);
    table.judge(BOB, false).unwrap();
    assert_eq!(table.judge(BOB, true), Err(Refusal::AlreadyVoted));
}

#[test]
fn votes_are_hidden_until_the_verdict() {
    let voted = |valid| {
        let mut table = challenged(4);
        table.judge(CAT, valid).unwrap();
        table
    };
    let (for_it, against_it) = (voted(true), voted(false));
    assert_eq!(for_it.game.table_view(), against_it.game.table_view());
    for player in [ANN, BOB, DAN] {
        assert_eq!(for_it.game.player_view(seat(player)), against_it.game.player_view(seat(player)));
    }
    let challenge = for_it.game.table_view().play().unwrap().open_play().unwrap().challenge().unwrap();
    assert_eq!(challenge.voted.iter().collect::<Vec<_>>(), [seat(CAT)]);
    assert_eq!(for_it.game.player_view(seat(CAT)).unwrap().vote(), Some(true));
    assert_eq!(against_it.game.player_view(seat(CAT)).unwrap().vote(), Some(false));
}

#[test]
fn a_table_of_two_accepts_the_first_verdict() {
    let mut table = challenged(2);
    assert!(!table.game.timers(&table.away).iter().any(|(timer, _)| *timer == Timer::Vote));
    table.judge(ANN, false).unwrap();
    assert_eq!(outcome(&table), Outcome::Gone);
}

#[test]
fn a_table_with_two_players_left_accepts_the_first_verdict() {
    let mut table = dealt_by(Preset::Social, &RACKS[..3], |fields| {
        fields.words = challenge(Verdict::Vote, 60);
    });
    table.resign(CAT).unwrap();
    table.play(ANN, "8H", "CAT").unwrap();
    table.challenge(BOB).unwrap();
    table.judge(ANN, false).unwrap();
    assert_eq!(outcome(&table), Outcome::Gone);
}

#[test]
fn votes_are_counted_again_when_a_voter_resigns() {
    // One of three is no majority, nor is one of the two who are left. One of one is.
    let mut table = challenged(4);
    table.judge(CAT, false).unwrap();
    table.resign(DAN).unwrap();
    assert_eq!(outcome(&table), Outcome::Pending);
    table.resign(BOB).unwrap();
    assert_eq!(outcome(&table), Outcome::Gone);
}

#[test]
fn the_vote_of_a_player_who_resigned_does_not_count() {
    let mut table = challenged(4);
    table.judge(DAN, false).unwrap();
    table.resign(DAN).unwrap();
    table.judge(CAT, true).unwrap();
    assert_eq!(outcome(&table), Outcome::Pending);
    table.judge(BOB, true).unwrap();
    assert_eq!(outcome(&table), Outcome::Stands);
}

#[test]
fn bots_vote() {
    let mut table = Table::changed(english(Preset::Social), 2, |fields| {
        fields.words = challenge(Verdict::Vote, 60);
    });
    table.add_bot(ANN, "Robbie").unwrap();
    let mut table = table.with_racks(&RACKS[..3]).started();
    table.play(ANN, "8H", "CAT").unwrap();
    table.challenge(BOB).unwrap();
    table.judge(CAT, false).unwrap();
    table.judge(BOB, false).unwrap();
    assert_eq!(outcome(&table), Outcome::Gone);
}
